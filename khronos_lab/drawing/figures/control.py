"""Control: who holds which domain and what it pays; and, over many games, which squares matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.path import Path

from khronos_lab.core.squares import FOOTPRINT
from khronos_lab.core.state import GameState
from khronos_lab.drawing.board_layout import Table, Window
from khronos_lab.drawing.control_areas import Holding, area, control_strokes, tax_card
from khronos_lab.drawing.figures.boards import new_canvas
from khronos_lab.drawing.glyphs import points
from khronos_lab.drawing.legend import Column, Item, base_columns
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.pieces import PALE, adventurers, standing
from khronos_lab.drawing.strokes import Stroke
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import MIGHT

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
    columns = control_legend(state.names, language) if legend and ax is None else []
    canvas = new_canvas(state.grid, ax=ax, legend=columns, fade=FADE, language=language)
    pale = [*standing(state, canvas.table, PALE), *adventurers(state, canvas.table)]
    canvas.ink.show([*pale, *control_strokes(state, canvas.table)])
    return Drawing(canvas.figure, canvas.axes)


def control_legend(names: Sequence[str], language: str | None) -> list[Column]:
    """The legend of a map of control."""
    other = 1 if len(names) > 1 else 0
    items = (
        _sample((0,), (0,), 3, say("legend-controlled", language)),
        _sample((0, other), (0, other), 3, say("legend-contested", language)),
        _sample((), (), 3, say("legend-uncontrolled", language)),
        _sample((other,), (), 3, say("legend-tax_lost", language)),
    )
    return [*base_columns(names, language), Column(say("title-control", language), items)]


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
