"""Moves by themselves, without a position.

A move by itself knows no map, no player and no effects: its picture shows the sentence with its
clause and price, and where it has squares, these squares in its age, and in later ages the same
ones as the place where its shadow would fall.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from khronos_lab.core import (
    Action,
    Build,
    Building,
    Demolish,
    EndTurn,
    Exchange,
    Grid,
    Move,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    action_text,
    bits,
    footprint,
    name,
    plain_grid,
)
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.marks import mark_strokes
from khronos_lab.drawing.output.figure import Drawing, figure_of, themed
from khronos_lab.drawing.scene import CELL, new_canvas
from khronos_lab.drawing.strokes import Ink, Look, Stroke
from khronos_lab.drawing.themes import GRID, INK, MUTED, new_figure
from khronos_lab.rulebook import AGES, COLUMNS, MIGHT, RANKS, REASON, ROWS, Age, KhronosError
from khronos_lab.scenes import Highlight, Mark, Piece

CLAUSES: Final[dict[type[Action], str]] = {
    Exchange: "T2", Swap: "V2", Travel: "T4", Build: "A1", Upgrade: "A2", Demolish: "A4",
    Populate: "A5", Restore: "A6", EndTurn: "T6",
}  # fmt: skip
"""By action: the clause that allows it."""

_MARGIN: Final = 3
"""Squares shown around those of the move."""
_LETTERS: Final = 11.5
"""Letters of a sentence for an inch."""
_LINE: Final = 0.24
_ALONE: Final = 4.6
"""Inches of a card without boards."""


def move_text(move: Move | Action) -> str:
    """A move in words, with the clause that allows it.

    >>> from khronos_lab.rulebook import MIGHT, MILITARY
    >>> move_text(Build(MIGHT, MILITARY, 1, 5, cards=(1, 0, 0)))
    'Build watchtower at f1 in Might for m (A1).'
    """
    action = move.action if isinstance(move, Move) else move
    said = action_text(action)
    return f"{said[0].upper()}{said[1:]} ({CLAUSES[type(action)]})."


@themed
def draw_move(move: Move | Action, *, language: str | None = None) -> Drawing:
    """Draw a move that belongs to no position: its sentence, and its squares in the ages."""
    action = move.action if isinstance(move, Move) else move
    grid = plain_grid(COLUMNS, ROWS)
    place = place_of(action, grid)
    table = None if place is None else Table.of(grid, place[1], _MARGIN)
    wide = _ALONE if table is None else max(_ALONE, table.width * CELL)
    below = 0.0 if table is None else table.height * CELL
    lines = wrap(move_text(action), int(wide * _LETTERS))
    above = len(lines) * _LINE + 0.16
    figure = new_figure(wide, above + below)
    share = above / (above + below)
    words = figure.add_axes((0.0, 1 - share, 1.0, share))
    words.set_axis_off()
    words.text(0.12 / wide, 0.5, "\n".join(lines), va="center", fontsize=11, color=INK)
    if place is None or table is None:
        return Drawing(figure, (words,))
    ax = figure.add_axes((0.0, 0.0, table.width * CELL / wide, 1 - share))
    canvas = new_canvas(grid, ax=ax, table=table, fade=1.0)
    strokes = [
        stroke for mark in move_marks(action, *place) for _, stroke in mark_strokes(mark, table, 2)
    ]
    canvas.ink.show(strokes)
    return Drawing(figure, (ax, words))


def place_of(action: Action, grid: Grid) -> tuple[Age, int] | None:
    """The age and the squares of an action; None if it has none, or none on any map."""
    if not isinstance(action, Build | Upgrade | Demolish | Populate | Restore):
        return None
    rank = action.rank if isinstance(action, Build | Upgrade) else 1
    age = REASON if isinstance(action, Populate | Restore) else action.age
    if age not in AGES or rank not in RANKS or action.square < 0:
        return None
    mask = footprint(action.square, rank)
    return (age, mask) if not mask & ~grid.area else None


def move_marks(action: Action, age: Age, mask: int) -> list[Mark]:
    """What an action would build on its squares, touch or remove."""
    if not isinstance(action, Build | Upgrade):
        return [Highlight("gone" if isinstance(action, Demolish) else "touched", age, mask)]
    building = Building(action.kind, action.rank, action.square)
    later = (Highlight("shadow", each, mask) for each in AGES if each > age)
    return [Piece(age, building), Highlight("new", age, mask), *later]


def first_squares(actions: Iterable[Action], grid: Grid) -> dict[Age, int]:
    """By age: the first squares of these actions; nothing if one of them has no square."""
    found: dict[Age, int] = {}
    for action in actions:
        place = place_of(action, grid)
        if place is None:
            return {}
        age, mask = place
        found[age] = found.get(age, 0) | mask & -mask
    return found


@themed
def draw_squares(mask: int, *, ax: Axes | None = None, anchors: Sequence[int] = ()) -> Drawing:
    """Draw a set of squares with their names; `anchors` are named in full, the others by a dot."""
    if not mask:
        raise KhronosError("there is no square to draw")
    table = Table.of(plain_grid(COLUMNS, ROWS), mask, 1)
    window = table.window
    if ax is None:
        cell = CELL * 1.6
        figure = new_figure((window.columns + 0.4) * cell, (window.rows + 0.4) * cell)
        ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    ax.set_aspect("equal")
    ax.set_xlim(-0.2, window.columns + 0.2)
    ax.set_ylim(window.rows + 0.2, -0.2)
    lines = [[(x, 0), (x, window.rows)] for x in range(window.columns + 1)]
    lines += [[(0, y), (window.columns, y)] for y in range(window.rows + 1)]
    ax.add_collection(LineCollection(lines, colors=GRID, linewidths=0.6), autolim=False)
    path = table.outline(MIGHT, mask)
    Ink(ax, zorder=2).show([Stroke(path, Look("#EFEFEF", INK, 1.6), "squares")])
    for sq in bits(mask):
        x, y = table.corner(MIGHT, sq)
        text, colour = (name(sq), INK) if sq in anchors or not anchors else ("·", MUTED)
        ax.text(
            x + 0.5, y + 0.5, text, ha="center", va="center_baseline", fontsize=8, color=colour,
            zorder=3,
        )  # fmt: skip
    return Drawing(figure_of(ax), (ax,))
