"""The background that never changes in a game: terrain, lines, coordinates, names of the ages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from khronos_lab.core.grid import Grid
from khronos_lab.core.squares import bits
from khronos_lab.drawing.board_layout import FOOT, LEFT, Table
from khronos_lab.drawing.glyphs import Corner, opened
from khronos_lab.drawing.strokes import Ink, Look, Stroke
from khronos_lab.drawing.theme import INK, MUTED, PAPER, TERRAIN, mixed
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import AGES, FOREST, MOUNTAIN, PLAIN, RIVER, Age, Terrain

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
    font: float = 8.0,
    title: float | None = None,
) -> None:
    """Draw the map of all three ages into axes, and set their limits.

    `font` is the size of the coordinates, `title` that of the names of the ages.
    """
    frame_axes(ax, table)
    Ink(ax, zorder=0).show(ground_strokes(grid, table, fade=fade))
    _draw_labels(ax, table, font, title or font * TITLE, language)


def frame_axes(ax: Axes, table: Table) -> None:
    """Set limits and turn off what a board does not need."""
    ax.set_axis_off()
    ax.set_aspect("equal", anchor="NW")
    ax.set_xlim(-LEFT, table.width - LEFT)
    ax.set_ylim(table.window.rows + FOOT, -table.top)


def ground_strokes(
    grid: Grid, table: Table, ages: Sequence[Age] = AGES, *, fade: float = 0.0
) -> list[Stroke]:
    """The map of some ages: terrains with their textures, thin lines, a frame."""
    strokes = []
    for age in ages:
        left, rows = table.left(age), table.window.rows
        right = left + table.window.columns
        for terrain in Terrain:
            mask = sum(1 << sq for sq in bits(table.squares) if grid.terrain(sq) is terrain)
            if not mask:
                continue
            corners = [table.corner(age, sq) for sq in bits(mask)]
            lines = [
                [(x + dx, y + dy) for dx, dy in line]
                for x, y in corners
                for line in TEXTURES[terrain]
            ]
            fill = mixed(TERRAIN[terrain], PAPER, fade) if fade else TERRAIN[terrain]
            dark = mixed(mixed(TERRAIN[terrain], "#000000", 0.34), PAPER, fade)
            strokes.append(Stroke(table.outline(age, mask), Look(fill), terrain.name))
            texture = Look(line=dark, width=0.6)
            strokes.append(Stroke(opened(*lines), texture, f"texture {terrain.name}"))
        thin = [[(x, 0.0), (x, float(rows))] for x in np.arange(left + 1, right)]
        thin += [[(left, float(y)), (right, float(y))] for y in range(1, rows)]
        pale = Look(line="#000000", width=0.5, opacity=0.13)
        strokes.append(Stroke(opened(*thin), pale, "lines"))
        frame = table.outline(age, table.squares)
        strokes.append(Stroke(frame, Look(line=INK, width=1.0), "frame"))
    return strokes


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
