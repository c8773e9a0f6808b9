"""A set of squares by itself, such as a domain without its board."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from khronos_lab.core.grid import plain_grid
from khronos_lab.core.squares import bits, name
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.boards import CELL
from khronos_lab.drawing.output.figure import Drawing, figure_of, themed
from khronos_lab.drawing.strokes import Ink, Look, Stroke
from khronos_lab.drawing.theme import GRID, INK, MUTED, new_figure
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import COLUMNS, MIGHT, ROWS


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
