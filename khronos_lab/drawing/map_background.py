"""The background that never changes in a game: terrain, lines, coordinates, names of the ages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from matplotlib.colors import to_rgb
from numpy.typing import NDArray

from khronos_lab.core.grid import Grid
from khronos_lab.core.squares import STRIDE
from khronos_lab.drawing.board_layout import FOOT, LEFT, Table
from khronos_lab.drawing.glyphs import Corner
from khronos_lab.drawing.theme import INK, MUTED, PAPER, TERRAIN, mixed
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import AGES, FOREST, MOUNTAIN, PLAIN, RIVER, Terrain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Segment = Sequence[Corner]

TEXTURES: dict[Terrain, tuple[Segment, ...]] = {
    PLAIN: (),
    FOREST: (
        ((0.14, 0.42), (0.26, 0.14), (0.38, 0.42), (0.14, 0.42)),
        ((0.58, 0.82), (0.70, 0.54), (0.82, 0.82), (0.58, 0.82)),
    ),
    MOUNTAIN: (((0.14, 0.74), (0.40, 0.28), (0.58, 0.60), (0.68, 0.46), (0.88, 0.74)),),
    RIVER: tuple(
        tuple((x / 8, base + 0.07 * float(np.sin(x * np.pi / 2))) for x in range(9))
        for base in (0.34, 0.68)
    ),
}
"""By terrain: lines in a square of size 1, so that terrains differ in grey, too."""

TITLE: Final = 1.75
"""How much larger the names of the ages are than the coordinates."""


def draw_ground(
    ax: Axes,
    grid: Grid,
    table: Table,
    *,
    fade: float = 0.0,
    language: str | None = None,
    labels: bool = True,
    font: float = 8.0,
    title: float | None = None,
) -> None:
    """Draw the map of all three ages into axes, and set their limits.

    `font` is the size of the coordinates, `title` that of the names of the ages.
    """
    frame_axes(ax, table)
    colours = _colours(grid, table, fade)
    window = table.window
    for age in AGES:
        left = table.left(age)
        ax.imshow(
            colours,
            extent=(left, left + window.columns, window.rows, 0),
            interpolation="nearest",
            aspect="equal",
            zorder=0,
        )
    # imshow takes the limits of the axes for itself.
    frame_axes(ax, table)
    _draw_textures(ax, grid, table, fade)
    _draw_lines(ax, table)
    if labels:
        _draw_labels(ax, table, font, title or font * TITLE, language)


def frame_axes(ax: Axes, table: Table) -> None:
    """Set limits and turn off what a board does not need."""
    ax.set_axis_off()
    ax.set_aspect("equal", anchor="NW")
    ax.set_xlim(-LEFT, table.width - LEFT)
    ax.set_ylim(table.window.rows + FOOT, -table.top)


def _colours(grid: Grid, table: Table, fade: float) -> NDArray[np.float64]:
    window = table.window
    palette = np.array([to_rgb(mixed(TERRAIN[each], PAPER, fade)) for each in Terrain])
    terrain = [
        [grid.terrain(row * STRIDE + column) for column in _span(window.left, window.columns)]
        for row in _span(window.top, window.rows)
    ]
    return np.asarray(palette[np.array(terrain)], dtype=float)


def _span(first: int, count: int) -> range:
    return range(first, first + count)


def _draw_textures(ax: Axes, grid: Grid, table: Table, fade: float) -> None:
    from matplotlib.collections import LineCollection

    window = table.window
    for terrain, lines in TEXTURES.items():
        segments: list[list[Corner]] = []
        for age in AGES:
            for row in _span(window.top, window.rows):
                for column in _span(window.left, window.columns):
                    sq = row * STRIDE + column
                    if grid.terrain(sq) is terrain:
                        x, y = table.corner(age, sq)
                        segments += [[(x + dx, y + dy) for dx, dy in line] for line in lines]
        colour = mixed(mixed(TERRAIN[terrain], "#000000", 0.34), PAPER, fade)
        ax.add_collection(
            LineCollection(segments, colors=colour, linewidths=0.6, zorder=1), autolim=False
        )


def _draw_lines(ax: Axes, table: Table) -> None:
    from matplotlib.collections import LineCollection

    columns, rows = table.window.columns, table.window.rows
    thin: list[list[Corner]] = []
    frame: list[list[Corner]] = []
    for age in AGES:
        left, right = table.left(age), table.left(age) + columns
        thin += [[(left + x, 0), (left + x, rows)] for x in range(1, columns)]
        thin += [[(left, y), (right, y)] for y in range(1, rows)]
        frame.append([(left, 0), (right, 0), (right, rows), (left, rows), (left, 0)])
    for segments, colour, width in ((thin, "#00000022", 0.5), (frame, INK, 1.0)):
        ax.add_collection(
            LineCollection(segments, colors=colour, linewidths=width, zorder=2), autolim=False
        )


def _draw_labels(ax: Axes, table: Table, font: float, title: float, language: str | None) -> None:
    window = table.window
    for age in AGES:
        left = table.left(age)
        ax.text(
            left,
            -1.0,
            say(age, language),
            fontsize=title,
            fontweight="bold",
            va="baseline",
            zorder=3,
        )
        for column in range(window.columns):
            letter = chr(ord("a") + window.left + column)
            _label(ax, left + column + 0.5, -0.22, letter, font, "center", "baseline")
        for row in range(window.rows):
            number = str(window.top + row + 1)
            _label(ax, left - 0.25, row + 0.5, number, font, "right", "center_baseline")


def _label(ax: Axes, x: float, y: float, text: str, font: float, ha: str, va: str) -> None:
    ax.text(x, y, text, fontsize=font * 0.9, color=MUTED, ha=ha, va=va, zorder=3)
