"""Packing: a page that travels by mail holds its style, script and data deflated, as base64.

Two languages, the rules' own words and every step are 300 kB in a game of four, but they repeat
themselves so much that a sixth of it is enough. The browser inflates it by itself (`load.js`).
"""

from __future__ import annotations

import base64
import zlib
from typing import Final

_RAW: Final = -15
"""Deflate without a head, as browsers call `deflate-raw`."""
_BLOCKS: Final = 5
"""Of the packer's memory: a page changes its kind of text often, so short blocks pack it best."""


def packed(text: str) -> str:
    """Text deflated, as base64."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, _BLOCKS)
    data = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    return base64.b64encode(data).decode("ascii")
