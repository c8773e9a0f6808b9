"""Boards: the three ages side by side, with everything that stands there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from khronos_lab.core import Entry, GameState, Grid
from khronos_lab.drawing.board_layout import TITLE, Table, draw_ground
from khronos_lab.drawing.highlights import ghosts, journey, log_highlights, shine
from khronos_lab.drawing.legend import (
    Column,
    base_columns,
    legend_height,
    mark_columns,
    write_legend,
)
from khronos_lab.drawing.output.figure import Drawing, figure_of, themed
from khronos_lab.drawing.pieces import adventurers, standing
from khronos_lab.drawing.strokes import Ink, Stroke
from khronos_lab.drawing.themes import DPI, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH: Final = 12.84
"""Inches of a picture of three boards."""
CELL: Final = 0.24
"""The size of a square, in inches, that line widths and font sizes are made for."""
LARGEST: Final = 0.36
"""Inches of a square on a small map."""
SMALLEST: Final = 7.0
"""The least font size of coordinates, if there is room: smaller ones cannot be read."""


class Canvas(NamedTuple):
    """A figure with the ground drawn, ready for pieces."""

    figure: Figure
    ax: Axes
    table: Table
    ink: Ink
    axes: tuple[Axes, ...]
    """The axes of the boards, then those of the legend if there is one."""


@themed
def draw_boards(
    state: GameState,
    *,
    ax: Axes | None = None,
    log: Sequence[Entry] = (),
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw the three ages; with the `log` of a move that led here, its effects stand out.

    The legend needs a figure of its own: it is left out where `ax` is given.
    """
    columns = board_legend(state.names, bool(log)) if legend and ax is None else ()
    canvas = new_canvas(state.grid, ax=ax, legend=columns)
    canvas.ink.show([*position(state, canvas.table), *effects(log, state, canvas.table)])
    return Drawing(canvas.figure, canvas.axes)


def position(state: GameState, table: Table) -> list[Stroke]:
    """All pieces of a state."""
    return [*standing(state, table), *adventurers(state, table)]


def effects(log: Sequence[Entry], state: GameState, table: Table) -> list[Stroke]:
    """What a move did, on the position at its end."""
    gone = [stroke for entry in log for stroke in ghosts(entry.event, state, table)]
    trips = [stroke for entry in log for stroke in journey(entry.event, state, table)]
    return [*gone, *shine(log_highlights(log, state), table), *trips]


def board_legend(names: Sequence[str], marks: bool) -> list[Column]:
    """The legend of a picture of boards."""
    columns = base_columns(names)
    return [*columns, *mark_columns()] if marks else columns


# ------------------------------------------------------------------ the canvas


def new_canvas(
    grid: Grid,
    *,
    ax: Axes | None = None,
    legend: Sequence[Column] = (),
    fade: float = 0.0,
    width: float = WIDTH,
    dpi: float = DPI,
    table: Table | None = None,
) -> Canvas:
    """A figure of three empty boards, or the given axes with them."""
    table = Table.of(grid) if table is None else table
    if ax is not None:
        scale = cell_points(ax, table) / (CELL * 72)
        draw_ground(ax, grid, table, fade=fade, font=8.0 * scale)
        return Canvas(figure_of(ax), ax, table, Ink(ax, scale=scale), (ax,))
    cell = _even(min(LARGEST, width / table.width))
    wide = max(width, table.width * cell) if legend else table.width * cell
    unit = wide / WIDTH * CELL
    rows = max((len(column.items) for column in legend), default=0)
    below = round(legend_height(rows) * unit * DPI) / DPI if legend else 0.0
    tall = table.height * cell + below
    figure = new_figure(wide, tall, dpi=dpi)
    share = below / tall
    ax = figure.add_axes((0.0, share, table.width * cell / wide, 1.0 - share))
    scale = cell / CELL
    font = 8.0 * min(scale, 1.25)
    draw_ground(
        ax,
        grid,
        table,
        fade=fade,
        font=max(font, min(SMALLEST, 0.65 * cell * 72)),
        title=font * TITLE,
    )
    axes = [ax]
    if legend:
        axes.append(figure.add_axes((0.0, 0.0, 1.0, share)))
        write_legend(axes[1], legend, wide / unit)
    return Canvas(figure, ax, table, Ink(ax, scale=scale), tuple(axes))


def _even(cell: float) -> float:
    """Inches of a square that has an even number of pixels, so that half of one is whole, too."""
    return max(4, int(cell * DPI + 1e-6) // 2 * 2) / DPI


def cell_points(ax: Axes, table: Table) -> float:
    """How many points a square of the boards will have in given axes."""
    figure = figure_of(ax)
    box = ax.get_position(original=True)
    wide, tall = figure.get_size_inches()
    return float(72 * min(box.width * wide / table.width, box.height * tall / table.height))
