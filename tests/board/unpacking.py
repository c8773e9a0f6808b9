"""What the browser does with packed text, done in Python: `load.js` and `replay.js` have theirs."""

from __future__ import annotations

import json
import zlib
from typing import Any

RAW = -15
"""Deflate without a head, as browsers call `deflate-raw`."""
LETTERS = [chr(code) for code in range(32, 127) if chr(code) not in "\"&'<>"]


def unpacked(letters: str) -> str:
    """The text that was packed into letters."""
    missing, *digits = map(LETTERS.index, letters)
    groups = (digits[at : at + 37] for at in range(0, len(digits), 37))
    values = (sum(digit * 90**place for place, digit in enumerate(group)) for group in groups)
    data = b"".join(value.to_bytes(30) for value in values)
    return zlib.decompress(data[: len(data) - missing], RAW).decode()


def inflated(data: bytes) -> dict[str, Any]:
    """The facts that a replay sent."""
    facts: dict[str, Any] = json.loads(zlib.decompress(data, RAW))
    return facts
