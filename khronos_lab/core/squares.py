"""Squares, footprints and sets of squares as bits of one integer.

A board is laid out row after row in one long integer, 16 squares and one empty bit a row::

     a1 = bit 0    b1 = bit 1    ...    p1 = bit 15    (bit 16 is never used)
     a2 = bit 17   b2 = bit 18   ...    p2 = bit 32    (bit 33 is never used)

so a set of squares is an `int` (a *mask*), "one to the right" is a shift by 1 and "one down" a
shift by 17; the unused bit stops a shift from running into the next row. Ascending numbers are
reading order: rows from the top, each from the left. The layout is the same for every grid, small
ones included, so a square's number and name never depend on the map.

A building is named by its *anchor*, the top left and first square of its footprint.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from khronos_lab.rulebook import COLUMNS, RANKS, ROWS, KhronosError, Said, text_of

STRIDE: Final = COLUMNS + 1
BITS: Final = STRIDE * ROWS

FULL: Final = sum(((1 << COLUMNS) - 1) << (STRIDE * row) for row in range(ROWS))
"""Every square of the 16 x 20 layout."""

OFFSETS: Final = tuple(
    tuple(STRIDE * down + right for down in range(rank) for right in range(rank))
    for rank in (0, *RANKS)
)
"""By rank: what to add to the anchor to get each covered square, in reading order."""

FOOTPRINT: Final = tuple(sum(1 << offset for offset in offsets) for offsets in OFFSETS)
"""By rank: the squares covered by a building anchored at a1."""

_NAME = re.compile(r"([a-p])([1-9][0-9]?)")
_LAST_COLUMN = chr(ord("a") + COLUMNS - 1)


def square(name: str) -> int:
    """The square with this name.

    >>> square("a1"), square("b3"), name(square("p20"))
    (0, 35, 'p20')
    """
    return _square(text_of(name, "a square"))


@lru_cache(maxsize=1024)
def _square(name: str) -> int:
    match = _NAME.fullmatch(name.strip().lower())
    if match is None or int(match[2]) > ROWS:
        said = name[:40] if name.isalnum() else repr(name[:40])
        raise KhronosError(Said("slip-square", {"text": said, "last": _LAST_COLUMN, "most": ROWS}))
    return (int(match[2]) - 1) * STRIDE + ord(match[1]) - ord("a")


@lru_cache(maxsize=1024)
def name(sq: int) -> str:
    """The name of a square: column letter and row number, a1 top left."""
    row, column = divmod(sq, STRIDE)
    return f"{chr(ord('a') + column)}{row + 1}"


def names(mask: int) -> str:
    """The names of a set of squares in reading order, for messages."""
    return ", ".join(name(sq) for sq in bits(mask))


def column_of(sq: int) -> int:
    """The column of a square, from 0."""
    return sq % STRIDE


def row_of(sq: int) -> int:
    """The row of a square, from 0 at the top."""
    return sq // STRIDE


def bits(mask: int) -> Iterator[int]:
    """The squares of a mask in reading order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def first(mask: int) -> int:
    """The first square of a mask in reading order."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, index: int) -> int:
    """The square number `index` (from 0) of a mask, found by halving instead of walking.

    >>> nth(0b101100, 2)
    5
    """
    low = 0
    width = mask.bit_length()
    while width > 1:
        half = width >> 1
        lower = mask & ((1 << half) - 1)
        below = lower.bit_count()
        if index < below:
            mask, width = lower, half
        else:
            mask >>= half
            index -= below
            low += half
            width -= half
    return low


def footprint(anchor: int, rank: int) -> int:
    """The squares that a building of this rank at this anchor covers."""
    return FOOTPRINT[rank] << anchor


def spread(mask: int) -> int:
    """The mask and every square that shares a side with it, clipped to the layout."""
    return (mask | mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE) & FULL


def halo(mask: int) -> int:
    """The squares around a mask that share a side with it (never only a corner)."""
    return spread(mask) & ~mask


def anchors_meeting(mask: int, rank: int) -> int:
    """The anchors from which a footprint of this rank meets the mask."""
    found = 0
    for offset in OFFSETS[rank]:
        found |= mask >> offset
    return found


def anchors_inside(mask: int, rank: int) -> int:
    """The anchors from which a footprint of this rank lies wholly inside the mask."""
    found = mask
    for offset in OFFSETS[rank][1:]:
        found &= mask >> offset
    return found
