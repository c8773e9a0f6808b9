"""Domain: a maximal group of buildings touching along sides, and the search that finds them.

Two buildings are in one domain exactly when their squares are connected, so a domain is a
connected part of the occupied squares. networkx checks this search in the tests.
"""

from __future__ import annotations

from typing import Final

from khronos_lab.core.squares import FULL, STRIDE


class Domain:
    """The squares of a domain, the anchors of its buildings, its highest ranks.

    `tops` holds the highest military and the highest religious rank, 0 for none, and `peers` how
    many buildings have them: more than one is a conflict (C1), a `clash`.
    """

    __slots__ = ("anchors", "clash", "mask", "near", "peers", "start", "tops")

    def __init__(
        self,
        mask: int,
        anchors: tuple[int, ...],
        tops: tuple[int, int],
        peers: tuple[int, int],
    ) -> None:
        self.mask: Final = mask
        self.anchors: Final = anchors
        self.tops: Final = tops
        self.peers: Final = peers
        self.clash: Final = peers[0] > 1 or peers[1] > 1
        self.start: Final = mask & -mask
        # By rank: the anchors from which a footprint touches the domain or covers part of it.
        # Worked out at once: a domain outlives the board it was found on, and is asked often.
        self.near: Final = _near(mask)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Domain) and (self.mask, self.anchors, self.tops, self.peers) == (
            other.mask,
            other.anchors,
            other.tops,
            other.peers,
        )

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return f"Domain({self.mask:#x}, {self.anchors}, {self.tops}, {self.peers})"


def _near(mask: int) -> tuple[int, int, int, int]:
    one = (mask | mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE) & FULL
    pair = one | one >> 1
    triple = pair | one >> 2
    two = pair | pair >> STRIDE
    three = triple | triple >> STRIDE | triple >> 2 * STRIDE
    return (0, one, two, three)


def components(mask: int) -> list[int]:
    """The connected parts of a set of squares, in reading order of their first squares."""
    parts = []
    while mask:
        part = mask & -mask
        grown = _grow(part) & mask
        while grown != part:
            part = grown
            grown = _grow(part) & mask
        parts.append(part)
        mask ^= part
    return parts


def _grow(mask: int) -> int:
    return mask | mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE
