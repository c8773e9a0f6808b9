"""Packing: text made small enough for a page that travels by mail.

Two languages, the rules' own words and every step are 180 kB in a game of four, but they repeat
themselves so much that a sixth of it is enough. Bytes are written as letters that mean nothing in
HTML, four bytes in five letters; a digit in front says how many bytes at the end are no text.

>>> unpacked(packed("Khronos"))
'Khronos'
"""

from __future__ import annotations

import base64
import re
import zlib
from typing import Final

_RAW: Final = -15
"""Deflate without a head, as browsers call `deflate-raw`."""
_SAFE: Final = bytes.maketrans(b"<&", b",.")
_BACK: Final = bytes.maketrans(b",.", b"<&")


def packed(text: str) -> str:
    """Text as letters that HTML leaves alone."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9)
    found = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    more = -len(found) % 4
    return f"{more}{base64.b85encode(found + bytes(more)).translate(_SAFE).decode()}"


def unpacked(letters: str) -> str:
    """The text that was packed; the page does the same with `load.js`."""
    found = base64.b85decode(letters[1:].encode().translate(_BACK))
    return zlib.decompress(found[: len(found) - int(letters[0])], _RAW).decode()


def shorter(source: str) -> str:
    r"""A script or style sheet without indents and without lines that only comment.

    >>> shorter("// why\n  const a = 1; // here\n")
    'const a = 1; // here\n'
    """
    source = re.sub(r"^\s*/\*\*?[\s\S]*?\*/\n", "", source, flags=re.MULTILINE)
    return re.sub(r"^\s*(?://.*)?\n|^[ \t]+", "", source, flags=re.MULTILINE)
