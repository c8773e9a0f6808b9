"""Table: where the three boards lie in one pair of axes; shapes of sets of squares; the ground.

All three ages share one axes, a square of the board is 1 wide and 1 high, and y runs downwards as
rows do, so an arrow from age to age is an arrow like any other::

              |<-- columns -->|  gap  |<-- columns -->|  gap  |<-- columns -->|
     title    Might       pawns       Faith       pawns       Reason      pawns
              a b c ...               a b c ...               a b c ...
     row 1    +---------------+       +---------------+       +---------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from matplotlib.path import Path

from khronos_lab.core import STRIDE, Grid, bits, column_of, row_of
from khronos_lab.drawing.strokes import Corner, Ink, Look, Stroke, circle, closed, opened, placed
from khronos_lab.drawing.themes import MUTED, PAPER, TERRAIN, mixed, named
from khronos_lab.rulebook import AGES, FOREST, MOUNTAIN, PLAIN, RIVER, Age, Terrain, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# All of them are whole or half squares: with an even number of pixels for a square, every square
# begins at a whole pixel, which is sharper and packs to half the bytes.
GAP: Final = 2.0  # between two boards; row numbers stand in it
TOP: Final = 2.5  # above the boards: the name of the age, adventurers, column letters
LEFT: Final = 1.0
SIDE: Final = 0.5
FOOT: Final = 0.5

Box = tuple[float, float, float, float]  # left, top, right and bottom


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the map that is shown: first column and row, and how many of each."""

    left: int
    top: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """Where every square of every age lies."""

    window: Window
    top: float = TOP  # the room above the boards
    gap: float = GAP  # between two of them

    @classmethod
    def of(
        cls,
        grid: Grid,
        mask: int | None = None,
        margin: int = 2,
        top: float = TOP,
        gap: float = GAP,
    ) -> BoardLayout:
        """The table for a whole map, or for the part around a set of squares."""
        if not mask:
            return cls(Window(0, 0, grid.columns, grid.rows), top, gap)
        columns = [column_of(sq) for sq in bits(mask)]
        rows = [row_of(sq) for sq in bits(mask)]
        left, first = max(0, min(columns) - margin), max(0, min(rows) - margin)
        right = min(grid.columns, max(columns) + 1 + margin)
        bottom = min(grid.rows, max(rows) + 1 + margin)
        return cls(Window(left, first, right - left, bottom - first), top, gap)

    @property
    def pitch(self) -> float:
        """From one board to the next."""
        return self.window.columns + self.gap

    @property
    def width(self) -> float:
        """Of all three boards with their margins, in squares."""
        return LEFT + self.window.columns * 3 + self.gap * 2 + SIDE

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

    def part_shown(self, sq: int, rank: int) -> Box | None:
        """The part of the square of this size that is shown, seen from its first corner."""
        x, y = column_of(sq) - self.window.left, row_of(sq) - self.window.top
        x0, x1 = max(0, -x), min(rank, self.window.columns - x)
        y0, y1 = max(0, -y), min(rank, self.window.rows - y)
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

Crossing = tuple[int, int]
"""Where lines between squares cross: column and row of the square below on the right."""


@lru_cache(maxsize=4096)
def outlines(mask: int, inset: float = 0.0) -> tuple[tuple[Corner, ...], ...]:
    """The closed lines around a set of squares, holes included, moved inwards by `inset`."""
    following: dict[Crossing, list[Crossing]] = {}
    for start, end in _sides(mask):
        following.setdefault(start, []).append(end)
    loops = []
    while following:
        loop, corners = _walk(following), []
        for (x0, y0), (x, y), (x1, y1) in zip(
            [loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True
        ):
            if (x - x0, y - y0) != (x1 - x, y1 - y):
                # Each of the two sides moves to its right, which is inwards.
                corners.append((x - inset * (y1 - y0), y + inset * (x1 - x0)))
        loops.append(tuple(corners))
    return tuple(loops)


def _sides(mask: int) -> Iterator[tuple[Crossing, Crossing]]:
    """The sides between a square of the set and one outside, the set always to the right."""
    for sq in bits(mask):
        x, y = column_of(sq), row_of(sq)
        if y == 0 or not mask >> (sq - STRIDE) & 1:
            yield (x, y), (x + 1, y)
        if not mask >> (sq + 1) & 1:
            yield (x + 1, y), (x + 1, y + 1)
        if not mask >> (sq + STRIDE) & 1:
            yield (x + 1, y + 1), (x, y + 1)
        if x == 0 or not mask >> (sq - 1) & 1:
            yield (x, y + 1), (x, y)


def _walk(following: dict[Crossing, list[Crossing]]) -> list[Crossing]:
    """One closed line, taken out of the sides; at a crossing it turns right, back to its square."""
    start = before = here = next(iter(following))
    loop: list[Crossing] = []
    while here != start or not loop:
        choices = following[here]
        right = (here[0] - here[1] + before[1], here[1] + here[0] - before[0])
        step = right if right in choices else choices[0]
        choices.remove(step)
        if not choices:
            del following[here]
        loop.append(here)
        before, here = here, step
    return loop


@lru_cache(maxsize=4096)
def middle_square(mask: int) -> int:
    """The square of a set nearest to its middle; the first in reading order in a tie."""
    squares = list(bits(mask))
    x = sum(column_of(sq) for sq in squares) / len(squares)
    y = sum(row_of(sq) for sq in squares) / len(squares)
    return min(squares, key=lambda sq: ((column_of(sq) - x) ** 2 + (row_of(sq) - y) ** 2, sq))


# ------------------------------------------------------------------ the ground, which never changes

TEXTURES: Final[Mapping[Terrain, Path]] = MappingProxyType(
    {
        PLAIN: closed(circle(0.045, 0.4, 0.6, 6), circle(0.045, 0.8, 0.2, 6)),
        FOREST: closed(
            ((0.16, 0.54), (0.32, 0.22), (0.48, 0.54)), ((0.54, 0.86), (0.70, 0.54), (0.86, 0.86))
        ),
        MOUNTAIN: opened(((0.12, 0.74), (0.40, 0.34), (0.58, 0.60), (0.69, 0.46), (0.88, 0.74))),
        RIVER: opened(
            *(
                [(x / 8, base - 0.06 * float(np.sin(x * np.pi / 2))) for x in range(9)]
                for base in (0.34, 0.74)
            )
        ),
    }
)
"""By terrain: signs in a square of size 1, so that terrains differ in grey, too."""

LINES: Final = Look(line=named("lines"), width=0.5)  # between squares
SHORE: Final = Look(line=named("shore"), width=1.0)  # around the squares of a terrain
SHORES: Final = (FOREST, RIVER)  # the terrains that are lined; the others lie between them
FRAME: Final = Look(line=named("rim"), width=0.9)  # around a board
TITLE: Final = 1.75  # how much larger the names of the ages are than the coordinates


def texture_look(terrain: Terrain, fade: float = 0.0) -> Look:
    """The signs of a terrain; `fade` is the share of paper in all colours of the ground."""
    colour, pale = named(f"{terrain.name.lower()}-sign"), 1 - fade
    if terrain in (PLAIN, FOREST):
        return Look(colour, opacity=pale)
    return Look(line=colour, width=0.95, opacity=pale)


def draw_ground(
    ax: Axes,
    grid: Grid,
    table: BoardLayout,
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
    Ink(ax, zorder=0).show(stroke for age in AGES for stroke in _map(grid, table, age, fade))
    window = table.window
    small: dict[str, Any] = {"fontsize": font * 0.9, "color": MUTED, "zorder": 3}
    size = title or font * TITLE
    for age in AGES:
        x = table.left(age)
        ax.text(x, -1.0, say(age), fontsize=size, fontweight="bold", va="baseline", zorder=3)
        for column in range(window.columns):
            letter = chr(ord("a") + window.left + column)
            ax.text(x + column + 0.5, -0.22, letter, ha="center", va="baseline", **small)
        for row in range(window.rows):
            number = str(window.top + row + 1)
            ax.text(x - 0.25, row + 0.5, number, ha="right", va="center_baseline", **small)


def _map(grid: Grid, table: BoardLayout, age: Age, fade: float) -> Iterator[Stroke]:
    for terrain in Terrain:
        squares = [sq for sq in bits(table.squares) if grid.terrain(sq) is terrain]
        if squares:
            path = table.outline(age, sum(1 << sq for sq in squares))
            yield Stroke(path, Look(mixed(TERRAIN[terrain], PAPER, fade)), terrain.name)
            if terrain in SHORES:
                yield Stroke(path, SHORE._replace(opacity=1 - fade), "shore")
            corners = [table.corner(age, sq) for sq in squares]
            texture = placed(TEXTURES[terrain], corners, [1.0] * len(corners))
            yield Stroke(texture, texture_look(terrain, fade), f"texture {terrain.name}")
    left, rows = table.left(age), float(table.window.rows)
    right = left + table.window.columns
    thin = [[(float(x), 0.0), (float(x), rows)] for x in np.arange(left + 1, right)]
    thin += [[(left, float(y)), (right, float(y))] for y in range(1, table.window.rows)]
    yield Stroke(opened(*thin), LINES, "lines")
    yield Stroke(table.outline(age, table.squares), FRAME, "frame")
