"""Domain: a maximal group of buildings touching along sides, and the search that finds them.

Two buildings are in one domain exactly when their squares are connected, so a domain is a
connected part of the occupied squares. networkx checks this search in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from khronos_lab.core.squares import FULL, STRIDE, name
from khronos_lab.rulebook.pieces import RANKS


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
        number = len(self.anchors)
        places = ", ".join(map(name, self.anchors))
        return f"domain of {number} building{'s' * (number != 1)} at {places}"


def _near(mask: int) -> tuple[int, int, int, int]:
    one = (mask | mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE) & FULL
    pair = one | one >> 1
    triple = pair | one >> 2
    two = pair | pair >> STRIDE
    three = triple | triple >> STRIDE | triple >> 2 * STRIDE
    return (0, one, two, three)


class Touch(NamedTuple):
    """By rank: the anchors from which a footprint touches any domain, and two or more of them."""

    one: tuple[int, int, int, int]
    two: tuple[int, int, int, int]


def touch_of(domains: Iterable[Domain]) -> Touch:
    """How the domains of a board are touched, from scratch."""
    one, two = [0, 0, 0, 0], [0, 0, 0, 0]
    for domain in domains:
        for rank in RANKS:
            near = domain.near[rank]
            two[rank] |= one[rank] & near
            one[rank] |= near
    return Touch((0, one[1], one[2], one[3]), (0, two[1], two[2], two[3]))


def touch_grown(touch: Touch, old: Domain | None, new: Domain) -> Touch:
    """How domains are touched after one came to be (no `old`) or grew; the others are as before.

    An anchor near the new domain touches two now if it touched another than the old one before.
    """
    (_, a1, a2, a3), (_, b1, b2, b3) = touch
    _, n1, n2, n3 = new.near
    _, o1, o2, o3 = (0, 0, 0, 0) if old is None else old.near
    return Touch(
        (0, a1 | n1, a2 | n2, a3 | n3),
        (0, b1 | n1 & a1 & ~o1, b2 | n2 & a2 & ~o2, b3 | n3 & a3 & ~o3),
    )


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
