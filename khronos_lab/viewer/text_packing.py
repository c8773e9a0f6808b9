"""Packing: text made small enough for a page that travels by mail.

Two languages, the rules' own words and every step are 300 kB in a game of four, but they repeat
themselves so much that a sixth of it is enough. Bytes are written as letters that mean nothing in
HTML, thirteen bits in two letters (and fourteen where their number allows it, as basE91 does). A
digit in front says how many bytes at the end are no text. `load.js` unpacks it.
"""

from __future__ import annotations

import re
import zlib
from typing import Final

_RAW: Final = -15
"""Deflate without a head, as browsers call `deflate-raw`."""
_BLOCKS: Final = 5
"""Of the packer's memory: a page changes its kind of text often, so short blocks pack it best."""
ALPHABET: Final = "".join(chr(code) for code in range(35, 127) if chr(code) not in "&<") + "!"
"""Ninety-one letters that HTML leaves alone."""
_BASE: Final = len(ALPHABET)
_SPARE: Final = _BASE**2 - 2**13
"""How many numbers of thirteen bits have room for a fourteenth."""


def packed(text: str) -> str:
    """Text as letters that HTML leaves alone."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, _BLOCKS)
    data = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    letters: list[str] = []
    bits = count = 0
    for byte in data:
        bits |= byte << count
        count += 8
        if count > 13:
            value, taken = bits & 8191, 13
            if value < _SPARE:
                value, taken = bits & 16383, 14
            bits, count = bits >> taken, count - taken
            letters += ALPHABET[value % _BASE], ALPHABET[value // _BASE]
    more = 0
    if count:
        letters += ALPHABET[bits % _BASE], ALPHABET[bits // _BASE]
        more = ((14 if bits < _SPARE else 13) - count) // 8
    return f"{more}{''.join(letters)}"


def shorter(source: str) -> str:
    r"""A script or style sheet without indents and comments.

    A comment after something stays if there are quotes in it: it may be part of a text.

    >>> shorter('// why\n  const a = "b // c"; // here\n')
    'const a = "b // c";\n'
    """
    source = re.sub(r"^\s*/\*\*?[\s\S]*?\*/\n", "", source, flags=re.MULTILINE)
    source = re.sub(r"/\*\* @[^\"'`\n]*?\*/ ?|[ \t]+// [^\"'`\n]*$", "", source, flags=re.MULTILINE)
    return re.sub(r"^\s*(?://.*)?\n|^[ \t]+", "", source, flags=re.MULTILINE)
