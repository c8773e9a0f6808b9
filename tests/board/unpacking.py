"""What the browser does with packed text, done in Python: `load.js` and `replay.js` have theirs."""

from __future__ import annotations

import json
import zlib
from base64 import b85decode
from typing import Any

RAW = -15
"""Deflate without a head, as browsers call `deflate-raw`."""


def unpacked(letters: str) -> str:
    """The text that was packed into letters."""
    data = b85decode(letters[1:].translate(str.maketrans(".:,", "<>&")))
    return zlib.decompress(data[: len(data) - int(letters[0])], RAW).decode()


def inflated(data: bytes) -> dict[str, Any]:
    """The facts that a replay sent."""
    facts: dict[str, Any] = json.loads(zlib.decompress(data, RAW))
    return facts
