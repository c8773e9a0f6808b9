"""Control: every domain as an area in its controller's marks, with the tax it pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from matplotlib.path import Path

from khronos_lab.core import FOOTPRINT, GameState
from khronos_lab.drawing.board_layout import Table, Window
from khronos_lab.drawing.figures.boards import new_canvas
from khronos_lab.drawing.legend import Column, Item, base_columns
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.pieces import PALE, adventurers, standing
from khronos_lab.drawing.strokes import (
    CUBES,
    Corner,
    Look,
    Stroke,
    closed,
    merged,
    placed,
    points,
    rectangle,
    word,
    word_width,
)
from khronos_lab.drawing.themes import INK, MUTED, PAPER, PLAYERS
from khronos_lab.mechanics import dues
from khronos_lab.rulebook import AGES, MIGHT, Age, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FADE = 0.55
"""How far the ground of a map of control is mixed with paper."""


@themed
def draw_control(
    state: GameState,
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw every domain as an area of its controller, with the tax it would pay now.

    A card names those entitled by their cubes and the coins each would get; brackets say that none
    of them has an adventurer there (X4). Domains with several entitled (X3) are lined by turns.
    """
    columns = control_legend(state.names) if legend and ax is None else []
    canvas = new_canvas(state.grid, ax=ax, legend=columns, fade=FADE)
    canvas.ink.show(controlled_boards(state, canvas.table))
    return Drawing(canvas.figure, canvas.axes)


def controlled_boards(state: GameState, table: Table) -> list[Stroke]:
    """Pale pieces, and the areas of control on them."""
    pale = [*standing(state, table, PALE), *adventurers(state, table)]
    return [*pale, *control_strokes(state, table)]


def control_legend(names: Sequence[str]) -> list[Column]:
    """The legend of a map of control."""
    other = 1 if len(names) > 1 else 0
    items = (
        _sample((0,), (0,), 3, say("legend-controlled")),
        _sample((0, other), (0, other), 3, say("legend-contested")),
        _sample((), (), 3, say("legend-uncontrolled")),
        _sample((other,), (), 3, say("legend-tax_lost")),
    )
    return [*base_columns(names), Column(say("title-control"), items)]


def _sample(seats: tuple[int, ...], collecting: tuple[int, ...], amount: int, label: str) -> Item:
    """A little domain of one row with its card."""
    width = 5
    mask = sum(FOOTPRINT[1] << column for column in range(width))
    holding = Holding(MIGHT, mask, seats, collecting, amount)

    def paint(x: float, y: float) -> list[Stroke]:
        table = Table(Window(0, 0, width, 1))
        card = tax_card(holding, table)
        strokes = [*area(holding, table), *card.paper, *card.cubes, *card.number]
        return [moved(stroke, x - width / 2, y - 0.5) for stroke in strokes]

    return Item(paint, label, width + 0.3)


def moved(stroke: Stroke, right: float, down: float) -> Stroke:
    """A stroke somewhere else."""
    path = Path(points(stroke.path) + np.array([right, down]), stroke.path.codes)
    return stroke._replace(path=path)


# ------------------------------------------------------------------ domains as strokes


class Holding(NamedTuple):
    """Who controls a domain, and what it pays."""

    age: Age
    mask: int
    seats: tuple[int, ...]
    """Those entitled; none, one, or several that are tied."""
    collecting: tuple[int, ...]
    """Those of them who have an adventurer there."""
    amount: int

    @property
    def sort(self) -> str:
        """`controlled`, `contested` or `uncontrolled`."""
        if not self.seats:
            return "uncontrolled"
        return "controlled" if len(self.seats) == 1 else "contested"


def holdings(state: GameState) -> list[Holding]:
    """Every domain of every age, controlled or not."""
    found = []
    for age in AGES:
        board = state.boards[age]
        for domain, due in zip(board.domains, dues(board, age), strict=True):
            there = tuple(s for s in due.seats if age in state.players[s].adventurers)
            found.append(Holding(age, domain.mask, due.seats, there, due.amount))
    return found


BAND: Final = 3.4
"""Points of the line around a domain."""


def control_strokes(state: GameState, table: Table) -> list[Stroke]:
    """All domains: areas first, then their cards."""
    held = holdings(state)
    areas = merged(stroke for each in held for stroke in area(each, table))
    cards = [tax_card(each, table) for each in held]
    layers = ([s for card in cards for s in card[number]] for number in range(len(Card._fields)))
    return [*areas, *(stroke for layer in layers for stroke in merged(layer))]


def area(holding: Holding, table: Table) -> Iterator[Stroke]:
    """A domain's area: filled and lined by its controller, dashed by turns if contested."""
    path = table.outline(holding.age, holding.mask, 0.06)
    label = holding.sort
    if not holding.seats:
        look = Look("#FFFFFF", MUTED, 1.3, (1.5, 2.5), opacity=0.55)
        yield Stroke(path, look, label)
        return
    first = PLAYERS[holding.seats[0]]
    yield Stroke(path, Look(first.colour, opacity=0.16), "fill")
    yield Stroke(path, Look(line=_casing(holding.seats[0]), width=BAND + 2.0), "casing")
    if len(holding.seats) == 1:
        yield Stroke(path, Look(line=first.colour, width=BAND), label)
        return
    # Each of those tied has a stretch of the line in turn.
    stretch, number = 7.0, len(holding.seats)
    yield Stroke(path, Look(line=first.colour, width=BAND), label)
    for place, seat in enumerate(holding.seats[1:], 1):
        dash = (0.0, stretch * place, stretch, stretch * (number - place - 1) + 0.001)
        colour = PLAYERS[seat].colour
        yield Stroke(path, Look(line=colour, width=BAND, dash=dash), label)


def _casing(seat: int) -> str:
    """A thin edge of the band: dark around light colours, light around dark ones."""
    return INK if PLAYERS[seat].edge == "#000000" else PAPER


class Card(NamedTuple):
    """The parts of a card, lowest first."""

    paper: list[Stroke]
    cubes: list[Stroke]
    number: list[Stroke]


def tax_card(holding: Holding, table: Table) -> Card:
    """The controllers' cubes and the tax; in brackets if nobody is there to collect it (X4)."""
    if not holding.seats:
        return _tag(holding, table)
    text, letter, size = _text(holding), 0.62, 0.72
    letters = word_width(text) * letter
    cubes = len(holding.seats) * size * 1.1
    half = _half(holding)
    x, y = tax_card_spot(holding, table)
    fill, colour = (PAPER, INK) if holding.collecting else ("#E8E8E8", MUTED)
    frame = closed(rectangle(x - half, y - 0.56, x + half, y + 0.56))
    left = x - half + 0.2
    spots = [(left + size * (0.55 + 1.1 * number), y) for number in range(len(holding.seats))]
    number = placed(word(text), [(left + cubes + letters / 2 + 0.06, y)], [letter])
    return Card(
        [Stroke(frame, Look(fill, INK, 1.0), f"card {holding.sort}")],
        [_cube(seat, spot, size) for seat, spot in zip(holding.seats, spots, strict=True)],
        [Stroke(number, Look(colour), f"word {text}")],
    )


def _tag(holding: Holding, table: Table) -> Card:
    """The tax that a domain without controller would pay: a small number, no card."""
    if not holding.amount:
        return Card([], [], [])
    text, letter = str(holding.amount), 0.42
    half = word_width(text) * letter / 2 + 0.12
    spot = tax_card_spot(holding, table)
    box = rectangle(spot[0] - half, spot[1] - 0.3, spot[0] + half, spot[1] + 0.3)
    paper = Stroke(closed(box), Look(PAPER, opacity=0.85), "tag")
    number = Stroke(placed(word(text), [spot], [letter]), Look(MUTED), f"word {text}")
    return Card([paper], [], [number])


def _cube(seat: int, spot: Corner, size: float) -> Stroke:
    style = PLAYERS[seat]
    return Stroke(placed(CUBES[seat], [spot], [size]), Look(style.colour, INK, 0.8), f"cube {seat}")


def _text(holding: Holding) -> str:
    return str(holding.amount) if holding.collecting else f"({holding.amount})"


def _half(holding: Holding) -> float:
    """Half the width of a card."""
    return (len(holding.seats) * 0.72 * 1.1 + word_width(_text(holding)) * 0.62 + 0.5) / 2


def tax_card_spot(holding: Holding, table: Table) -> Corner:
    """The middle of the domain, moved so that the card stays on the board."""
    x, y = table.badge_spot(holding.age, holding.mask)
    if not holding.seats:
        half = word_width(str(holding.amount)) * 0.42 / 2 + 0.12
        return x + 0.42 - half, y + 0.14
    left, half = table.left(holding.age), _half(holding)
    return min(max(x, left + half), left + table.window.columns - half), y
