"""Room: where on a whole board a building may stand, for all squares at once.

`placement.py` and `actions.py` say what a clause means for one building; this module asks the same
of every anchor together with a few operations on masks, which is what makes listing and counting
legal actions fast. It decides nothing of its own: tests hold it to `why_not` square by square.

What is worked out for a board is kept with it, and boards never change.
"""

from __future__ import annotations

from khronos_lab.core import OFFSETS, STRIDE, Board, anchors_inside, bits
from khronos_lab.rulebook import CIVIL, KINDS, Kind, implements


class Room:
    """The anchors of one board at which each clause holds; every answer is a mask."""

    __slots__ = ("_board", "_equal", "_free", "_known")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._free = board.grid.area & ~board.occupied
        self._equal: tuple[list[int], list[int]] | None = None
        self._known: dict[tuple[object, ...], int] = {}

    @implements("A1")
    def build(self, kind: Kind, rank: int) -> int:
        """Anchors where such a building may be built, cards and supply aside."""
        key = (kind, rank)
        found = self._known.get(key)
        if found is None:
            found = self._fits(rank) & self._board.grid.beds[kind][rank]
            if kind is not CIVIL and found:
                found &= ~self._barred(kind, rank)
            self._known[key] = found
        return found

    @implements("A2")
    def upgrade(self, kind: Kind, old_rank: int, rank: int, owner: int | None) -> int:
        """Anchors where a building of this owner (None: civil) may grow to this rank."""
        sites = self._board.sites.get((kind, old_rank, owner), 0)
        if not sites:
            return 0
        key = (kind, old_rank, rank, owner)
        found = self._known.get(key)
        if found is None:
            found = self._grown(sites, old_rank, rank) & self._board.grid.beds[kind][rank]
            if kind is not CIVIL and found:
                found &= ~self._barred(kind, rank)
            self._known[key] = found
        return found

    @implements("A4")
    def demolish(self, kind: Kind) -> int:
        """Squares of rank 1 tiles of a kind, whoever owns them; printed hamlets are none."""
        key = ("demolish", kind)
        found = self._known.get(key)
        if found is None:
            small = [0, 0, 0]
            for (site_kind, rank, _), anchors in self._board.sites.items():
                if rank == 1:
                    small[site_kind] |= anchors
            # A printed hamlet's square never carries a rank 1 tile.
            small[CIVIL] &= ~self._board.grid.hamlets
            for each in KINDS:
                self._known[("demolish", each)] = small[each]
            found = small[kind]
        return found

    @implements("A5")
    def populate(self) -> int:
        """Anchors of civil buildings with room for a cube."""
        found = self._known.get(("populate",))
        if found is None:
            found = 0
            for rank in (1, 2, 3):
                limit = self._board.rules.cube_limit(rank)
                for anchor in bits(self._board.sites.get((CIVIL, rank, None), 0)):
                    if len(self._board.buildings[anchor].cubes) < limit:
                        found |= 1 << anchor
            self._known[("populate",)] = found
        return found

    @implements("A6")
    def restore(self, kind: Kind, *, cubes: bool) -> int:
        """Anchors of ruins of a kind; without a cube no rank 3 ruin can be begun."""
        key = ("restore", kind, cubes)
        found = self._known.get(key)
        if found is None:
            found = 0
            for rank in (2, 3):
                for anchor in bits(self._board.sites.get((kind, rank, None), 0)):
                    ruin = self._board.buildings[anchor]
                    if ruin.ruin and (cubes or rank == 2 or ruin.cubes):
                        found |= 1 << anchor
            self._known[key] = found
        return found

    def _fits(self, rank: int) -> int:
        """Anchors with only free squares."""
        found = self._known.get((rank,))
        if found is None:
            found = self._known[(rank,)] = anchors_inside(self._free, rank)
        return found

    def _grown(self, sites: int, old_rank: int, rank: int) -> int:
        """Anchors from which a footprint holds one of the sites and otherwise free squares."""
        found = 0
        free = self._free
        for offset, others in _FRAMES[old_rank, rank]:
            anchors = sites >> offset
            for other in others:
                anchors &= free >> other
                if not anchors:
                    break
            found |= anchors
        return found

    @implements("D1", "H1")
    def _barred(self, kind: Kind, rank: int) -> int:
        """Anchors where an owned building would connect domains or equal the highest of one."""
        if self._equal is None:
            self._equal = self._equalling()
        return self._board.touch.two[rank] | self._equal[kind][rank]

    def _equalling(self) -> tuple[list[int], list[int]]:
        """By kind and rank: anchors where a footprint touches a domain with that highest rank."""
        military, religious = [0, 0, 0, 0], [0, 0, 0, 0]
        for domain in self._board.domains:
            high, holy = domain.tops
            # Index 0, for domains without such a building, collects what nobody asks for.
            military[high] |= domain.near[high]
            religious[holy] |= domain.near[holy]
        return military, religious


def _frames(old_rank: int, rank: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Where the old footprint can lie in the new one: its offset and the offsets left over."""
    slack = rank - old_rank + 1
    frames = []
    for offset in (STRIDE * down + right for down in range(slack) for right in range(slack)):
        covered = {offset + each for each in OFFSETS[old_rank]}
        frames.append((offset, tuple(each for each in OFFSETS[rank] if each not in covered)))
    return tuple(frames)


_FRAMES = {(old, new): _frames(old, new) for old in (1, 2) for new in (2, 3) if old < new}


def room_of(board: Board) -> Room:
    """The room of a board, worked out once."""
    room = board.limits
    if room is None:
        room = board.limits = Room(board)
    assert isinstance(room, Room)
    return room
