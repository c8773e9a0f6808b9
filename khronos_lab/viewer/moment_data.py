"""What an exported page knows of one moment: a flat table of short values, and what changes in it.

Python works out every moment and writes only what is new in it; the page adds up these changes and
knows no rule. The keys:

======== ==================================================================
`b0.34`  the building of age 0 whose first square is 34: its drawing, then
         the seats of the cubes on it (`m2t0`)
`d0.34`  the domain of age 0 with this first square: its outline in the
         list of all of them, what it pays, who holds it, who of these
         has an adventurer there
`c0`     coins of seat 0; `h0` hand, `u0` cubes left, `p0` the ages of the
         adventurers, `x0` what taxes would pay now
`t`      whose turn it is, the round, and the cards left to play by age
`sm2`    tiles of military rank 2 in the supply; `q` the size of the draw
         pile, `o` open cards
======== ==================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khronos_lab.core.allowances import allowance
from khronos_lab.core.board import Board, Building
from khronos_lab.core.squares import first
from khronos_lab.core.state import GameState, cards_text, pile_size
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.control_areas import Holding, holdings
from khronos_lab.drawing.output.svg import number, sort_of, svg_path
from khronos_lab.drawing.pieces import cubes_on
from khronos_lab.rulebook.pieces import AGES, KINDS, MIGHT, RANKS, Age

Scene = dict[str, Any]
"""Keys and values as above; all of them can be written as JSON."""


class Scenes:
    """Makes scenes of states; what two states share is worked out once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._boards: dict[int, tuple[Board, Scene]] = {}
        self.places: dict[int, int] = {}
        """By its squares: the number of a domain in `outlines`."""
        self.outlines: list[list[Any]] = []
        """Every domain that ever was: its outline in the first age, and where its card lies."""
        self._held: tuple[object, list[Holding]] | None = None

    def of(self, state: GameState) -> Scene:
        """The scene of a state."""
        scene: Scene = {}
        for age in AGES:
            scene |= self._standing(state.boards[age], age)
        held = self._holdings(state)
        for holding in held:
            scene[f"d{int(holding.age)}.{first(holding.mask)}"] = self._domain(holding)
        return scene | dict(_accounts(state, held)) | dict(_table(state))

    def _holdings(self, state: GameState) -> list[Holding]:
        """Who holds what; most steps change neither boards nor the places of adventurers."""
        known = (*map(id, state.boards), *(player.adventurers for player in state.players))
        if self._held is None or self._held[0] != known:
            self._held = (known, holdings(state))
        return self._held[1]

    def _standing(self, board: Board, age: Age) -> Scene:
        """The buildings of a board; a board that stays the same is not read again."""
        known = self._boards.get(age)
        if known is None or known[0] is not board:
            scene: Scene = {f"b{int(age)}.{each.square}": code(each) for each in board}
            self._boards[age] = known = (board, scene)
        return known[1]

    def _domain(self, holding: Holding) -> list[Any]:
        place = self.places.setdefault(holding.mask, len(self.outlines))
        if place == len(self.outlines):
            outline = svg_path(self._table.outline(MIGHT, holding.mask, 0.06))
            x, y = self._table.badge_spot(MIGHT, holding.mask)
            self.outlines.append([outline, _short(x), _short(y)])
        seats, there = (_digits(each) for each in (holding.seats, holding.collecting))
        return [place, holding.amount, seats, there]


def _short(value: float) -> float | int:
    return int(value) if value == int(value) else float(number(value))


def _digits(seats: tuple[int, ...]) -> str:
    return "".join(map(str, seats))


def code(building: Building) -> str:
    """A building in a few characters: its drawing, then the cubes on it.

    >>> from khronos_lab.rulebook.pieces import CIVIL
    >>> code(Building(CIVIL, 2, 40, cubes=(0, 0, 3)))
    'c2t003'
    """
    return f"{sort_of(building)}{_digits(cubes_on(building))}"


def _accounts(state: GameState, held: list[Holding]) -> Iterator[tuple[str, Any]]:
    for seat, player in enumerate(state.players):
        yield f"c{seat}", player.coins
        yield f"h{seat}", cards_text(player.hand, player.hidden)
        yield f"u{seat}", player.cubes
        yield f"p{seat}", _digits(player.adventurers)
        yield f"x{seat}", sum(each.amount for each in held if seat in each.collecting)


def _table(state: GameState) -> Iterator[tuple[str, Any]]:
    ages = sorted(set(state.player.adventurers))
    left = [[int(age), allowance(state.turn.purses, age)] for age in ages]
    yield "t", [state.seat, state.round, [] if state.over else left]
    yield "q", pile_size(state)
    for kind in KINDS:
        for rank in RANKS:
            yield f"s{kind.letter}{rank}", state.supply[kind][rank]
    if any(state.open_cards):
        yield "o", cards_text(state.open_cards)


def change(before: Scene, after: Scene) -> Scene:
    """What is new in a scene; a key that is gone has the value None.

    >>> change({"c0": 4, "c1": 4, "b0.3": "m1t0"}, {"c0": 4, "c1": 5})
    {'c1': 5, 'b0.3': None}
    """
    new = {key: value for key, value in after.items() if before.get(key) != value}
    return new | {key: None for key in before if key not in after}
