"""What hangs by a thread, whoever has which cards: `threads` that hold, `links` that would join.

Both look one step ahead and leave it to `khronos_lab.analysis.threats.prospects` to say who can do
it now and all that would follow. Money is counted by `khronos_lab.rules.taxes`, strengths by
`khronos_lab.rules.joins`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import networkx as nx

from khronos_lab.analysis.graphs import shared_sides
from khronos_lab.core.board import Board, Building, bared_hamlets, highest, printed_hamlet
from khronos_lab.core.domains import Domain
from khronos_lab.core.joins import Join
from khronos_lab.core.squares import bits
from khronos_lab.core.state import GameState
from khronos_lab.rulebook.pieces import AGES, BUILDING_AGES, CIVIL, OWNED_KINDS, REASON, Age, Kind
from khronos_lab.rules.allowed_squares import room_of
from khronos_lab.rules.repair import SETTLING_ORDER
from khronos_lab.rules.taxes import entitled, yields


class Part(NamedTuple):
    """A domain as it is, or as it would be."""

    domain: int
    """Its first square."""
    squares: int
    """A mask."""
    seats: tuple[int, ...]
    """Who would be entitled to its taxes (X2, X3)."""
    amount: int
    conflicts: tuple[tuple[Building, ...], ...]
    """The buildings that would share a highest rank, one group for each kind; one of each group
    would have to yield before anybody is sure of the taxes (C1)."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A building whose loss would split its domain."""

    age: Age
    building: Building
    demolishable: bool
    """A rank 1 tile of Might or Faith, which anybody can demolish (A4)."""
    whole: Part
    parts: tuple[Part, ...]
    """In reading order; a printed hamlet that would re-appear included (S5)."""
    taxes: tuple[int, ...]
    """By seat: what taxes would pay more or less if he stood there."""


class Clash(NamedTuple):
    """A conflict that a joining would bring about."""

    kind: Kind
    rivals: tuple[Building, ...]
    strengths: tuple[tuple[int, int], ...]
    """Pairs: first square of an original domain that holds a rival, its strength (C2)."""
    losers: tuple[Building, ...]
    """Those in weaker domains, which shrink; if there are none, the acting player shrinks one of
    his own, and if he has none, any one of them."""


@dataclass(frozen=True, slots=True)
class Link:
    """A square on which one hamlet would join domains."""

    age: Age
    square: int
    domains: tuple[Part, ...]
    """What would be joined."""
    joined: Part
    """What would come of it before any conflict is settled."""
    clashes: tuple[Clash, ...]
    """In the order in which they would be settled (C1)."""
    taxes: tuple[int, ...]
    """By seat: what taxes would pay more or less if he stood there; as far as no conflict of the
    ruling kind is open, see `clashes`."""


# ------------------------------------------------------------------ threads


def threads(state: GameState) -> tuple[Thread, ...]:
    """The buildings whose loss would split a domain, age by age in reading order.

    >>> from khronos_lab import new_game
    >>> threads(new_game(2, seed=7))
    ()
    """
    players = len(state.players)
    found = []
    for age in AGES:
        board = state.boards[age]
        cuts = set(nx.articulation_points(nx.Graph(list(shared_sides(board)))))
        for building in board:
            # What is no cut may still bare a printed hamlet, which is then left alone.
            bares = building.rank > 1 and building.mask & board.grid.hamlets
            if bares or building.square in cuts:
                found += _thread(board, age, building, players)
    return tuple(found)


def _thread(board: Board, age: Age, building: Building, players: int) -> list[Thread]:
    whole = board.domain_at(building.square)
    rest = without(board, building)
    left = [domain for domain in rest.domains if domain.mask & whole.mask]
    if len(left) < 2:
        return []
    parts = tuple(part_of(rest, age, domain) for domain in left)
    before = part_of(board, age, whole)
    small = building.rank == 1 and not building.printed and age in BUILDING_AGES
    return [Thread(age, building, small, before, parts, _change((before,), parts, players))]


def without(board: Board, building: Building) -> Board:
    """The board after a building has gone; printed hamlets under it re-appear (S5)."""
    rest = board.change(removed=(building,))
    for sq in bared_hamlets(board.grid, (building,)):
        rest = rest.change(added=printed_hamlet(sq))
    return rest


def part_of(board: Board, age: Age, domain: Domain) -> Part:
    """A domain with what it pays and what is in conflict there."""
    kinds = () if age is REASON else tuple(kind for kind in OWNED_KINDS if domain.peers[kind] > 1)
    return Part(
        domain.anchors[0],
        domain.mask,
        entitled(board, age, domain),
        yields(board, age, domain),
        tuple(tuple(highest(board, domain, kind)) for kind in kinds),
    )


def _change(before: tuple[Part, ...], after: tuple[Part, ...], players: int) -> tuple[int, ...]:
    """By seat: what the second domains pay more than the first."""
    change = [0] * players
    for sign, parts in ((-1, before), (1, after)):
        for part in parts:
            for seat in part.seats:
                change[seat] += sign * part.amount
    return tuple(change)


# ------------------------------------------------------------------ links


def links(state: GameState) -> tuple[Link, ...]:
    """The free squares of Might and Faith on which a hamlet would join domains, in reading order.

    None if no hamlet is left in the supply (A1).

    >>> from khronos_lab import new_game
    >>> links(new_game(2, seed=7))
    ()
    """
    if not state.supply[CIVIL][1]:
        return ()
    found = []
    for age in BUILDING_AGES:
        board = state.boards[age]
        for sq in bits(room_of(board).build(CIVIL, 1) & board.touch.two[1]):
            found.append(_link(board, age, sq, len(state.players)))
    return tuple(found)


def _link(board: Board, age: Age, sq: int, players: int) -> Link:
    hamlet = Building(CIVIL, 1, sq)
    after = board.change(added=hamlet)
    whole = after.domain_at(sq)
    old = tuple(part_of(board, age, each) for each in board.domains if each.mask & whole.mask)
    joined = part_of(after, age, whole)
    clashes = tuple(
        _clash(board, after, hamlet, kind) for kind in SETTLING_ORDER[age] if whole.peers[kind] > 1
    )
    return Link(age, sq, old, joined, clashes, _change(old, (joined,), players))


def _clash(board: Board, after: Board, hamlet: Building, kind: Kind) -> Clash:
    join = Join(board)
    join.trace(after)
    rivals = highest(after, after.domain_at(hamlet.square), kind)
    strengths = join.strengths(after, kind, rivals)
    strongest = max(strengths.values())
    losers = tuple(each for each in rivals if strengths[join.origin(each)] < strongest)
    return Clash(kind, tuple(rivals), tuple(strengths.items()), losers)
