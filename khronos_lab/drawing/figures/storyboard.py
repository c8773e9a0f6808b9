"""Storyboard: one move for print, a small frame for each of its effects."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from khronos_lab.core import Entry, GameState, evolve
from khronos_lab.drawing.board_layout import Table, draw_ground
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.scene import CELL, scene_strokes
from khronos_lab.drawing.strokes import Corner, Ink
from khronos_lab.drawing.themes import INK, new_figure
from khronos_lab.rulebook import KhronosError, quoted
from khronos_lab.scenes import Mark, Scene, arrows_of, highlights_of, lost_by

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Panel(NamedTuple):
    """One frame of a storyboard: an effect, and the state after it."""

    number: int
    entry: Entry
    state: GameState


def panels(before: GameState, log: Sequence[Entry]) -> list[Panel]:
    """The effects of a move that can be seen on the boards, each with the state after it."""
    found: list[Panel] = []
    state = before
    for entry in log:
        try:
            state = evolve(state, entry.event)
        except LookupError:
            raise KhronosError(
                "These effects did not happen in this position: give the outcome of one move, or a "
                "game and a step."
            ) from None
        if highlights_of(entry.event, state):
            found.append(Panel(len(found) + 1, entry, state))
    return found


_CAPTION: Final = 0.40
"""Inches below a frame for two lines of words."""
_STRIP: Final = 1.8
"""Squares above a board without pawns."""


@themed
def draw_storyboard(
    before: GameState,
    log: Sequence[Entry],
    *,
    figure: Figure | None = None,
    columns: int = 2,
    language: str | None = None,
) -> Drawing:
    """Draw one move for print: a strip of small frames, one for each effect, each with its caption.

    Only the part of the map where something happens is shown.
    """
    if type(columns) is not int or columns < 1:
        raise KhronosError(
            f"columns={quoted(columns)}: how many frames stand side by side, 1 or more?"
        )
    shown = panels(before, log)
    table = _stage(before, shown)
    columns = min(columns, max(1, len(shown)))
    rows = max(1, math.ceil(len(shown) / columns))
    wide = 11.0 / columns
    cell = min(CELL * 1.2, (wide - 0.3) / table.width)
    tall = table.height * cell + _CAPTION + 0.25
    if figure is None:
        figure = new_figure(wide * columns, tall * rows)
    width, height = figure.get_size_inches()
    axes = []
    for panel in shown:
        row, column = divmod(panel.number - 1, columns)
        left, top = column * wide + 0.1, height - row * tall - 0.08
        box = (left, top - table.height * cell, table.width * cell, table.height * cell)
        share = (box[0] / width, box[1] / height, box[2] / width, box[3] / height)
        ax = figure.add_axes(share)
        _frame(ax, panel, table, cell)
        _caption(figure, panel, (left / width, (box[1] - 0.04) / height), wide)
        axes.append(ax)
    return Drawing(figure, tuple(axes))


def _stage(before: GameState, shown: Sequence[Panel]) -> Table:
    """The part of the map where anything comes, goes or conflicts; domains may reach further."""
    mask = 0
    for panel in shown:
        for each in highlights_of(panel.entry.event, panel.state):
            if each.mark not in ("join", "split", "pay"):
                mask |= each.mask
    return Table.of(before.grid, mask, 2, _STRIP)


def _frame(ax: Axes, panel: Panel, table: Table, cell: float) -> None:
    scale = cell / CELL
    state, event = panel.state, panel.entry.event
    font = max(5.5, 8.0 * scale)
    draw_ground(ax, state.grid, table, font=font)
    marks: tuple[Mark, ...] = (
        *lost_by(event, state),
        *highlights_of(event, state),
        *arrows_of([panel.entry]),
    )
    Ink(ax, scale=scale).show(scene_strokes(Scene(state, marks), table, pawns=False))


def _caption(figure: Figure, panel: Panel, spot: Corner, wide: float) -> None:
    said = f"{panel.number}  {panel.entry.text()}"
    # Some room is left before the number of the next frame.
    words = textwrap.wrap(said, int((wide - 0.35) * 16.5), subsequent_indent="     ")
    figure.text(*spot, "\n".join(words), fontsize=8.5, va="top", color=INK, linespacing=1.15)
