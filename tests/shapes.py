"""Sets of squares for tests of maps, boards and domains."""

from __future__ import annotations

from khronos_lab.core import spread


def parts(mask: int) -> list[int]:
    """The pieces of a mask that hang together along sides, in reading order."""
    found = []
    while mask:
        piece = mask & -mask
        while (grown := spread(piece) & mask) != piece:
            piece = grown
        found.append(piece)
        mask &= ~piece
    return found
