"""Table: where the three boards lie in one pair of axes; shapes of sets of squares; the ground.

All three ages share one axes, a square of the board is 1 wide and 1 high, and y runs downwards as
rows do, so an arrow from age to age is an arrow like any other::

              |<-- columns -->|  gap  |<-- columns -->|  gap  |<-- columns -->|
     title    Might       pawns       Faith       pawns       Reason      pawns
              a b c ...               a b c ...               a b c ...
     row 1    +---------------+       +---------------+       +---------------+
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from matplotlib.path import Path

from khronos_lab.core import STRIDE, Grid, bits, column_of, row_of
from khronos_lab.drawing.strokes import Corner, Ink, Look, Stroke, closed, opened
from khronos_lab.drawing.themes import INK, MUTED, PAPER, TERRAIN, mixed
from khronos_lab.rulebook import AGES, FOREST, MOUNTAIN, PLAIN, RIVER, Age, Terrain, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# All of them are whole or half squares: with an even number of pixels for a square, every square
# begins at a whole pixel, which is sharper and packs to half the bytes.
GAP: Final = 2.0
"""Between two boards; row numbers stand in it."""
TOP: Final = 2.5
"""Above the boards: the name of the age, adventurers, column letters."""
LEFT: Final = 1.0
SIDE: Final = 0.5
FOOT: Final = 0.5


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the map that is shown: first column and row, and how many of each."""

    left: int
    top: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Table:
    """Where every square of every age lies."""

    window: Window
    top: float = TOP
    """The room above the boards."""

    @classmethod
    def of(cls, grid: Grid, mask: int | None = None, margin: int = 2, top: float = TOP) -> Table:
        """The table for a whole map, or for the part around a set of squares."""
        if not mask:
            return cls(Window(0, 0, grid.columns, grid.rows), top)
        columns = [column_of(sq) for sq in bits(mask)]
        rows = [row_of(sq) for sq in bits(mask)]
        left, first = max(0, min(columns) - margin), max(0, min(rows) - margin)
        right = min(grid.columns, max(columns) + 1 + margin)
        bottom = min(grid.rows, max(rows) + 1 + margin)
        return cls(Window(left, first, right - left, bottom - first), top)

    @property
    def pitch(self) -> float:
        """From one board to the next."""
        return self.window.columns + GAP

    @property
    def width(self) -> float:
        """Of all three boards with their margins, in squares."""
        return LEFT + self.window.columns * 3 + GAP * 2 + SIDE

    @property
    def height(self) -> float:
        """With titles, in squares."""
        return self.top + self.window.rows + FOOT

    @property
    def squares(self) -> int:
        """The squares that are shown."""
        shown = self.window
        line = ((1 << shown.columns) - 1) << shown.left
        return sum(line << (STRIDE * row) for row in range(shown.top, shown.top + shown.rows))

    def left(self, age: Age) -> float:
        """The left edge of an age's board."""
        return age * self.pitch

    def corner(self, age: Age, sq: int) -> Corner:
        """The top left corner of a square."""
        x = self.left(age) + column_of(sq) - self.window.left
        return x, float(row_of(sq) - self.window.top)

    def shows(self, age: Age, x: float, y: float) -> bool:
        """True if a place lies on the shown part of an age's board."""
        left = self.left(age)
        return left <= x <= left + self.window.columns and 0 <= y <= self.window.rows

    def clipped(
        self, age: Age, x0: float, y0: float, x1: float, y1: float
    ) -> tuple[float, float, float, float] | None:
        """The part of a rectangle that lies on an age's board, if any."""
        left = self.left(age)
        x0, x1 = max(x0, left), min(x1, left + self.window.columns)
        y0, y1 = max(y0, 0.0), min(y1, float(self.window.rows))
        return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None

    def outline(self, age: Age, mask: int, inset: float = 0.0) -> Path:
        """The outline of a set of squares, drawn a little inside it."""
        loops = outlines(mask & self.squares, inset)
        dx = self.left(age) - self.window.left
        dy = -float(self.window.top)
        return closed(*([(x + dx, y + dy) for x, y in loop] for loop in loops))

    def badge_spot(self, age: Age, mask: int) -> Corner:
        """The centre of the square that is nearest to the middle of a set."""
        x, y = self.corner(age, middle_square(mask))
        return x + 0.5, y + 0.5


# ------------------------------------------------------------------ shapes of masks

_Edge = tuple[tuple[int, int], tuple[int, int]]


@lru_cache(maxsize=4096)
def outlines(mask: int, inset: float = 0.0) -> tuple[tuple[Corner, ...], ...]:
    """The closed lines around a set of squares, holes included, moved inwards by `inset`."""
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for start, end in _edges(mask):
        following.setdefault(start, []).append(end)
    loops = []
    while following:
        loops.append(_moved(_walk(following), inset))
    return tuple(loops)


def _edges(mask: int) -> list[_Edge]:
    """The sides between a square of the set and one outside, the set always to the right."""
    found: list[_Edge] = []
    for sq in bits(mask):
        x, y = column_of(sq), row_of(sq)
        if y == 0 or not mask >> (sq - STRIDE) & 1:
            found.append(((x, y), (x + 1, y)))
        if not mask >> (sq + 1) & 1:
            found.append(((x + 1, y), (x + 1, y + 1)))
        if not mask >> (sq + STRIDE) & 1:
            found.append(((x + 1, y + 1), (x, y + 1)))
        if x == 0 or not mask >> (sq - 1) & 1:
            found.append(((x, y + 1), (x, y)))
    return found


def _walk(following: dict[tuple[int, int], list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """One closed line, taken out of the sides; at a crossing it turns right, back to its square."""
    start = here = next(iter(following))
    loop: list[tuple[int, int]] = []
    before: tuple[int, int] | None = None
    while True:
        choices = following[here]
        step = choices[0] if len(choices) == 1 or before is None else _right(before, here, choices)
        choices.remove(step)
        if not choices:
            del following[here]
        loop.append(here)
        before, here = here, step
        if here == start:
            return _corners(loop)


def _right(
    before: tuple[int, int], here: tuple[int, int], choices: list[tuple[int, int]]
) -> tuple[int, int]:
    dx, dy = here[0] - before[0], here[1] - before[1]
    right = (here[0] - dy, here[1] + dx)
    return right if right in choices else choices[0]


def _corners(loop: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A line without the points on its straight stretches."""
    kept = []
    for before, here, after in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1]):
            kept.append(here)
    return kept


def _moved(loop: list[tuple[int, int]], inset: float) -> tuple[Corner, ...]:
    """A line whose sides have moved to their right, which is inwards."""
    moved = []
    for before, here, after in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
        x, y = float(here[0]), float(here[1])
        for one, two in ((before, here), (here, after)):
            # The side runs along one axis only, so each of the two moves one coordinate.
            x -= inset * _sign(two[1] - one[1])
            y += inset * _sign(two[0] - one[0])
        moved.append((x, y))
    return tuple(moved)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@lru_cache(maxsize=4096)
def middle_square(mask: int) -> int:
    """The square of a set nearest to its middle; the first in reading order in a tie."""
    squares = list(bits(mask))
    x = sum(column_of(sq) for sq in squares) / len(squares)
    y = sum(row_of(sq) for sq in squares) / len(squares)
    return min(squares, key=lambda sq: ((column_of(sq) - x) ** 2 + (row_of(sq) - y) ** 2, sq))


# ------------------------------------------------------------------ the ground, which never changes

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

TEXTURE: Final = 0.3
"""How much ink the lines of a terrain have."""

TITLE: Final = 1.75
"""How much larger the names of the ages are than the coordinates."""


def draw_ground(
    ax: Axes,
    grid: Grid,
    table: Table,
    *,
    fade: float = 0.0,
    font: float = 8.0,
    title: float | None = None,
) -> None:
    """Draw the map of all three ages into axes, and set their limits.

    `font` is the size of the coordinates, `title` that of the names of the ages.
    """
    ax.set_axis_off()
    ax.set_aspect("equal", anchor="NW")
    ax.set_xlim(-LEFT, table.width - LEFT)
    ax.set_ylim(table.window.rows + FOOT, -table.top)
    Ink(ax, zorder=0).show(ground_strokes(grid, table, fade=fade))
    _draw_labels(ax, table, font, title or font * TITLE)


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
            dark = mixed(mixed(TERRAIN[terrain], INK, TEXTURE), PAPER, fade)
            strokes.append(Stroke(table.outline(age, mask), Look(fill), terrain.name))
            texture = Look(line=dark, width=0.6)
            strokes.append(Stroke(opened(*lines), texture, f"texture {terrain.name}"))
        thin = [[(x, 0.0), (x, float(rows))] for x in np.arange(left + 1, right)]
        thin += [[(left, float(y)), (right, float(y))] for y in range(1, rows)]
        pale = Look(line=INK, width=0.5, opacity=0.08)
        strokes.append(Stroke(opened(*thin), pale, "lines"))
        frame = table.outline(age, table.squares)
        strokes.append(Stroke(frame, Look(line=mixed(INK, PAPER, 0.45), width=0.8), "frame"))
    return strokes


def _draw_labels(ax: Axes, table: Table, font: float, title: float) -> None:
    window = table.window
    for age in AGES:
        left = table.left(age)
        ax.text(
            left,
            -1.0,
            say(age),
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
