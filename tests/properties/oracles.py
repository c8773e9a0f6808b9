"""What the rules page says, counted once more in the plainest way, for `checks.py`.

Nothing here uses the masks, caches or rule functions of the package: squares are pairs of column
and row, domains come from networkx, and the numbers of the box are written down again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

import networkx as nx

from khronos_lab.core import Board, Build, Building, GameState, Grid, Upgrade
from khronos_lab.rulebook import AGES, CIVIL, MIGHT, MILITARY, REASON, RELIGIOUS, Age, Kind

Square = tuple[int, int]
"""Column and row, from 0."""

VALUE = {MILITARY: {1: 1, 2: 2, 3: 4}, RELIGIOUS: {1: 1, 2: 2, 3: 4}, CIVIL: {1: 1, 2: 3, 3: 5}}
RUIN_VALUE = {2: 1, 3: 2}
FOREST_CARDS = {2: 1, 3: 1, 4: 0, 5: 0}
MOUNTAIN_CARDS = {2: 2, 3: 2, 4: 1, 5: 0}


def square_at(number: int) -> Square:
    """A square by column and row."""
    return number % 17, number // 17


def covered(building: Building) -> frozenset[Square]:
    """The squares under a building."""
    return area(building.square, building.rank)


def area(number: int, rank: int) -> frozenset[Square]:
    """The squares of a footprint."""
    column, row = square_at(number)
    return frozenset(product(range(column, column + rank), range(row, row + rank)))


def hamlet_squares(grid: Grid) -> frozenset[Square]:
    """The squares with a printed hamlet."""
    return terrain_squares(grid, grid.hamlets)


def terrain_squares(grid: Grid, mask: int) -> frozenset[Square]:
    """The squares of a mask."""
    return frozenset(
        (column, row)
        for column, row in product(range(grid.columns), range(grid.rows))
        if mask >> (17 * row + column) & 1
    )


def value(building: Building) -> int:
    """S2."""
    return RUIN_VALUE[building.rank] if building.ruin else VALUE[building.kind][building.rank]


def card_price(state: GameState, action: Build | Upgrade) -> tuple[int, int]:
    """A1, A2 and G2: cards of the colour, and more of any colour."""
    grid, players = state.grid, len(state.players)
    squares = area(action.square, action.rank)
    price = VALUE[action.kind][action.rank]
    if isinstance(action, Upgrade):
        board = state.boards[action.age]
        (old,) = [each for each in board if covered(each) & squares]
        price -= VALUE[old.kind][old.rank]
    extra = FOREST_CARDS[players] * bool(squares & terrain_squares(grid, grid.forest))
    extra += MOUNTAIN_CARDS[players] * bool(squares & terrain_squares(grid, grid.mountain))
    return price, extra


# ------------------------------------------------------------------ domains


def domains(board: Board) -> list[list[Building]]:
    """The domains in reading order, each with its buildings in reading order."""
    graph: nx.Graph = nx.Graph()
    ground: dict[Square, int] = {}
    for building in board:
        graph.add_node(building.square)
        ground.update(dict.fromkeys(covered(building), building.square))
    for (column, row), anchor in ground.items():
        for beside in ((column + 1, row), (column, row + 1)):
            if beside in ground:
                graph.add_edge(anchor, ground[beside])
    groups = sorted(sorted(group) for group in nx.connected_components(graph))
    return [[board.buildings[anchor] for anchor in group] for group in groups]


def rivals(domain: Iterable[Building], kind: Kind) -> list[Building]:
    """The buildings of a kind at its highest rank in a domain."""
    same = [each for each in domain if each.kind == kind]
    top = max((each.rank for each in same), default=0)
    return [each for each in same if each.rank == top]


def first_conflict(board: Board, age: Age) -> tuple[Kind, list[Building]] | None:
    """C1: the kind and the buildings of the conflict that is settled next."""
    order = (MILITARY, RELIGIOUS) if age == MIGHT else (RELIGIOUS, MILITARY)
    found = domains(board)
    for kind in order:
        for domain in found:
            if len(rivals(domain, kind)) > 1:
                return kind, rivals(domain, kind)
    return None


def layout(board: Board) -> set[tuple[Kind, int, int]]:
    """Kind, rank and place of what has rank 2 or 3."""
    return {(each.kind, each.rank, each.square) for each in board if each.rank > 1}


# ------------------------------------------------------------------ what is conserved


def tiles(state: GameState) -> dict[tuple[int, int], int]:
    """S3: the tiles of the box by kind and rank, wherever they are."""
    found: Counter[tuple[int, int]] = Counter()
    for kind, rank in product(range(3), (1, 2, 3)):
        found[kind, rank] = state.supply[kind][rank]
    for board in state.boards:
        found.update((each.kind, each.rank) for each in board if not each.printed)
    return dict(found)


def cubes(state: GameState) -> list[int]:
    """S1: the cubes of each player, wherever they are."""
    found = Counter({seat: player.cubes for seat, player in enumerate(state.players)})
    for board in state.boards:
        for building in board:
            found.update(building.cubes)
            found.update([] if building.owner is None else [building.owner])
    return [found[seat] for seat in range(len(state.players))]


def cards(state: GameState) -> tuple[int, ...]:
    """S4: the cards of each kind, wherever they are."""
    places = [state.pile, state.discards, state.open_cards, *(each.hand for each in state.players)]
    return tuple(sum(place[kind] for place in places) for kind in range(3))


# ------------------------------------------------------------------ T5


Account = tuple[tuple[Age, int], ...]
Deed = tuple[Age, Age | int]
"""An age and either the number of cards played there or the age travelled to."""


def accounts(start: Iterable[Account], history: Iterable[Deed]) -> set[Account]:
    """Every consistent account of a turn, card by card and with named adventurers."""
    found = set(start)
    for age, what in history:
        if isinstance(what, Age):
            found = {
                (*pair[:who], (what, pair[who][1]), *pair[who + 1 :])
                for pair in found
                for who in (0, 1)
                if pair[who][0] == age
            }
            continue
        for _ in range(what):
            found = {
                (*pair[:who], (age, pair[who][1] - 1), *pair[who + 1 :])
                for pair in found
                for who in (0, 1)
                if pair[who][0] == age and pair[who][1] > 0
            }
    return {tuple(sorted(pair)) for pair in found}


# ------------------------------------------------------------------ taxes


def naive_taxes(state: GameState, seat: int) -> int:
    """X1 to X4: what a player collects now in all ages."""
    return sum(naive_taxes_by_age(state, seat).values())


def naive_taxes_by_age(state: GameState, seat: int) -> dict[Age, int]:
    """The same by age; ages without an adventurer of his are left out."""
    return {
        age: sum(
            pays(age, domain)
            for domain in domains(state.boards[age])
            if seat in entitled(age, domain)
        )
        for age in AGES
        if age in state.players[seat].adventurers
    }


def entitled(age: Age, domain: list[Building]) -> set[int]:
    """Who collects from a domain, adventurers aside (X2, X3)."""
    if age == REASON:
        count = Counter(cube for each in domain if each.kind == CIVIL for cube in each.cubes)
        return {seat for seat, number in count.items() if number == max(count.values())}
    top = rivals(domain, MILITARY if age == MIGHT else RELIGIOUS)
    assert len(top) < 2, "taxes are due while a conflict is open"
    return {each.owner for each in top if each.owner is not None}


def pays(age: Age, domain: list[Building]) -> int:
    """What a domain pays to each of those entitled."""
    return sum(value(each) for each in domain if (each.kind == CIVIL) == (age != REASON))
