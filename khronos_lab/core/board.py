"""Building, Domain and Board: what stands in one age. Boards never change; `change` gives another.

Printed hamlets are buildings like any other here, standing wherever nothing covers their square.
A domain is a maximal group of buildings touching along sides. Two buildings are in one exactly when
their squares are connected, so it is a connected part of the occupied squares; networkx checks this
search in the tests.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Final, NamedTuple

from khronos_lab.core.grid import Grid
from khronos_lab.core.squares import FOOTPRINT, FULL, OFFSETS, STRIDE, bits, name, spread
from khronos_lab.rulebook import (
    BUILDING_NAMES,
    CIVIL,
    OWNED_KINDS,
    RANKS,
    Kind,
    RuleSet,
    Thing,
    building_thing,
    implements,
)


class Domain:
    """The squares of a domain, the anchors of its buildings, its highest ranks.

    `tops` holds the highest military and the highest religious rank, 0 for none, and `peers` how
    many buildings have them: more than one is a conflict (C1), a `clash`.
    """

    __slots__ = ("anchors", "clash", "mask", "near", "peers", "start", "tops")

    def __init__(
        self, mask: int, anchors: tuple[int, ...], tops: tuple[int, int], peers: tuple[int, int]
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


# A NamedTuple: made in the inner loop, where a frozen dataclass costs twice as much.
class Building(NamedTuple):
    """One building, printed hamlets and ruins included.

    `cubes` lists seats, sorted: the population of a civil building in Reason (A5) or the one cube
    of a half restored ruin (A6). An owner's cube in Might or Faith is `owner`, not listed there.
    """

    kind: Kind
    rank: int
    square: int
    owner: int | None = None
    ruin: bool = False
    cubes: tuple[int, ...] = ()
    printed: bool = False

    @property
    def mask(self) -> int:
        """The squares it covers."""
        return FOOTPRINT[self.rank] << self.square

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares it covers in reading order."""
        return tuple(self.square + offset for offset in OFFSETS[self.rank])

    @implements("S2")
    def value(self, rules: RuleSet) -> int:
        """Strength and tax value."""
        return rules.ruin_values[self.rank] if self.ruin else rules.values[self.kind][self.rank]

    @property
    def name(self) -> str:
        """`keep`, or `keep ruin`."""
        plain = BUILDING_NAMES[self.kind][self.rank]
        return f"{plain} ruin" if self.ruin else plain

    @property
    def thing(self) -> Thing:
        """The building as the catalogues of words know it, without its owner."""
        noun = _PRINTED if self.printed else building_thing(self.kind, self.rank, ruin=self.ruin)
        return Thing(noun.key, "which-free", "", name(self.square))

    def __str__(self) -> str:
        return f"{self.name} at {name(self.square)}"


def cubes_on(building: Building) -> tuple[int, ...]:
    """The seats whose cubes are on a building, the owner's first."""
    return building.cubes if building.owner is None else (building.owner, *building.cubes)


def printed_hamlet(sq: int) -> Building:
    """The printed hamlet of this square, nobody's and empty."""
    return Building(CIVIL, 1, sq, printed=True)


def owned(building: Building, names: tuple[str, ...], *, whole: bool = False) -> Thing:
    """A building with its owner's name; `whole`: what it was before it was a ruin."""
    thing = (building._replace(ruin=False) if whole else building).thing
    if building.owner is None:
        return thing
    return thing._replace(which="which-owned", owner=names[building.owner])


_PRINTED: Final = Thing("building-printed")

Sites = Mapping[tuple[Kind, int, int | None], int]
"""Anchors of buildings as masks, by kind, rank and owner."""

_start = attrgetter("start")
USUAL_RULES: Final = RuleSet()


@dataclass(slots=True, eq=False, repr=False)
class Board:
    """The buildings of one age.

    `buildings` maps anchors to buildings, `occupied` is the mask of covered squares, `sites` finds
    buildings of one sort at once, `domains` are in reading order of their first squares, and
    `clashes` counts those in conflict (C1) and `touch` says where a footprint touches them. `rules`
    says what buildings are worth. All the rest follows from the buildings; it is kept up by
    `change` because searching it anew is what costs most in a game.
    """

    grid: Final[Grid]
    buildings: Final[Mapping[int, Building]]
    occupied: Final[int]
    sites: Final[Sites]
    domains: Final[tuple[Domain, ...]]
    clashes: Final[int]
    touch: Final[Touch]
    rules: Final[RuleSet]
    limits: object = field(default=None, init=False)
    """A place for `allowed_squares.room_of` to keep what it worked out about this board."""
    stamp: bytes | None = field(default=None, init=False)
    settled: bytes | None = field(default=None, init=False)
    """Places for `records.model` to do the same."""

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and self.grid == other.grid
            and self.buildings == other.buildings
        )

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.buildings)))

    def __reduce__(self) -> tuple[object, ...]:
        return (board_of, (self.grid, tuple(self), self.rules))

    def __iter__(self) -> Iterator[Building]:
        """The buildings in reading order of their first squares."""
        return (self.buildings[anchor] for anchor in sorted(self.buildings))

    def at(self, sq: int) -> Building | None:
        """The building that covers a square."""
        if not self.occupied >> sq & 1:
            return None
        for offset in OFFSETS[3]:
            found = self.buildings.get(sq - offset)
            if found is not None and found.mask >> sq & 1:
                return found
        return None

    def overlapping(self, mask: int) -> list[Building]:
        """The buildings that cover any square of the mask, in reading order."""
        mask &= self.occupied
        found = []
        while mask:
            building = self.at((mask & -mask).bit_length() - 1)
            assert building is not None
            found.append(building)
            mask &= ~building.mask
        return sorted(found, key=attrgetter("square"))

    def standing(self, building: Building) -> bool:
        """True if this very building, cubes and all, stands here."""
        return self.buildings.get(building.square) == building

    def domain_at(self, sq: int) -> Domain:
        """The domain of the building on a square."""
        for domain in self.domains:
            if domain.mask >> sq & 1:
                return domain
        raise KeyError(f"no domain at {name(sq)}")

    def members(self, domain: Domain) -> list[Building]:
        """The buildings of a domain in reading order."""
        return [self.buildings[anchor] for anchor in domain.anchors]

    def retouch(self, old: Building, new: Building) -> Board:
        """Exchange a building for one with the same footprint and kind: only its cubes or side."""
        return replace(self, buildings={**self.buildings, old.square: new})

    def change(self, removed: Iterable[Building] = (), added: Building | None = None) -> Board:
        """Take buildings away, then put one down; nothing re-appears by itself."""
        buildings = dict(self.buildings)
        sites = dict(self.sites)
        gone = 0
        for building in removed:
            kind, rank, anchor, owner = building[:4]
            del buildings[anchor]
            sites[kind, rank, owner] ^= 1 << anchor
            gone |= FOOTPRINT[rank] << anchor
        new = 0
        if added is not None:
            kind, rank, anchor, owner = added[:4]
            new = FOOTPRINT[rank] << anchor
            buildings[anchor] = added
            sites[kind, rank, owner] = sites.get((kind, rank, owner), 0) | 1 << anchor
        occupied = self.occupied & ~gone | new
        domains, clashes, touch = self._regrouped(buildings, gone, new, occupied)
        return Board(self.grid, buildings, occupied, sites, domains, clashes, touch, self.rules)

    def _regrouped(
        self, buildings: Mapping[int, Building], gone: int, new: int, occupied: int
    ) -> tuple[tuple[Domain, ...], int, Touch]:
        """Domains, clashes and touch after a change: only what it reaches is searched."""
        reach = spread(new) | gone
        touched = [domain for domain in self.domains if domain.mask & reach]
        kept = [domain for domain in self.domains if not domain.mask & reach]
        clashes = self.clashes
        pool = new
        for domain in touched:
            pool |= domain.mask
            clashes -= domain.clash
        pool &= occupied
        # What is put down touches every domain in reach; so unless something else went,
        # they are one now, and no search is needed.
        for part in (pool,) if new and not gone & ~new else components(pool):
            domain = domain_of(buildings, part)
            clashes += domain.clash
            insort(kept, domain, key=_start)
        return tuple(kept), clashes, touch_of(kept)


def domain_of(buildings: Mapping[int, Building], mask: int) -> Domain:
    """The domain that covers exactly these squares."""
    anchors = []
    tops = [0, 0]
    peers = [0, 0]
    left = mask
    while left:
        # In reading order the first square left is always an anchor.
        anchor = (left & -left).bit_length() - 1
        building = buildings[anchor]
        anchors.append(anchor)
        kind, rank = building[:2]
        if kind != CIVIL:
            if rank > tops[kind]:
                tops[kind], peers[kind] = rank, 1
            elif rank == tops[kind]:
                peers[kind] += 1
        left &= ~(FOOTPRINT[rank] << anchor)
    return Domain(mask, tuple(anchors), (tops[0], tops[1]), (peers[0], peers[1]))


def board_of(grid: Grid, buildings: Iterable[Building], rules: RuleSet = USUAL_RULES) -> Board:
    """A board with just these buildings, worked out from scratch (no printed hamlets added)."""
    placed = {building.square: building for building in buildings}
    occupied = 0
    sites: dict[tuple[Kind, int, int | None], int] = {}
    for kind, rank, anchor, owner, *_ in placed.values():
        occupied |= FOOTPRINT[rank] << anchor
        sites[kind, rank, owner] = sites.get((kind, rank, owner), 0) | 1 << anchor
    domains = tuple(domain_of(placed, part) for part in components(occupied))
    clashes = sum(domain.clash for domain in domains)
    return Board(grid, placed, occupied, sites, domains, clashes, touch_of(domains), rules)


@implements("S5")
def empty_board(grid: Grid, rules: RuleSet = USUAL_RULES) -> Board:
    """A board on which only the printed hamlets stand."""
    return board_of(grid, (printed_hamlet(sq) for sq in bits(grid.hamlets)), rules)


@implements("S5")
def bared_hamlets(grid: Grid, removed: Iterable[Building], cover: int = 0) -> list[int]:
    """The printed hamlets that re-appear when these buildings go and `cover` is covered anew."""
    bare = 0
    for building in removed:
        if not building.printed:
            bare |= building.mask
    return list(bits(bare & grid.hamlets & ~cover))


def highest(board: Board, domain: Domain, kind: Kind) -> list[Building]:
    """The buildings of a kind at that kind's highest rank in a domain, in reading order."""
    if kind not in OWNED_KINDS or not domain.tops[kind]:
        return []
    return [
        building
        for building in board.members(domain)
        if building.kind is kind and building.rank == domain.tops[kind]
    ]
