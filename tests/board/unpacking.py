"""What the browser does with packed text, done in Python: `load.js` and `replay.js` have theirs."""

from __future__ import annotations

import json
import zlib
from typing import Any

RAW = -15
"""Deflate without a head, as browsers call `deflate-raw`."""


def unpacked(letters: str) -> str:
    """The text that was packed into letters."""
    codes = [ord(letter) - (33 if letter > "<" else 32) for letter in letters[1:]]
    groups = (codes[at : at + 11] for at in range(0, len(codes), 11))
    values = (sum(code * 94**place for place, code in enumerate(group)) for group in groups)
    data = b"".join(value.to_bytes(9) for value in values)
    return zlib.decompress(data[: len(data) - int(letters[0])], RAW).decode()


def inflated(data: bytes) -> dict[str, Any]:
    """The facts that a replay sent."""
    facts: dict[str, Any] = json.loads(zlib.decompress(data, RAW))
    return facts
