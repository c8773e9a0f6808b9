"""What the browser does with packed text, done in Python: `load.js` and `replay.js` have theirs."""

from __future__ import annotations

import json
import zlib
from typing import Any

from khronos_lab.viewer import ALPHABET

RAW = -15
"""Deflate without a head, as browsers call `deflate-raw`."""
BASE = len(ALPHABET)


def unpacked(letters: str) -> str:
    """The text that was packed into letters."""
    places = {letter: place for place, letter in enumerate(ALPHABET)}
    data = bytearray()
    bits = count = 0
    for one, two in zip(letters[1::2], letters[2::2], strict=True):
        value = places[one] + places[two] * BASE
        bits |= value << count
        count += 14 if value & 8191 < BASE**2 - 2**13 else 13
        while count > 7:
            data.append(bits & 255)
            bits, count = bits >> 8, count - 8
    return zlib.decompress(data[: len(data) - int(letters[0])], RAW).decode()


def inflated(data: bytes) -> dict[str, Any]:
    """The facts that a replay sent."""
    facts: dict[str, Any] = json.loads(zlib.decompress(data, RAW))
    return facts
