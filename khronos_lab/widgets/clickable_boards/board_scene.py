"""The boards of a widget as data: the ground, sent once, and pictures made of numbered shapes.

A picture is the list of strokes that matplotlib would draw. Strokes that differ only in their place
share one shape, so that a position of sixty buildings is a few kilobytes; `strokes.js` of the
viewer draws it as SVG, at any size. Nothing here knows how large the boards are on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from khronos_lab.core import Building, Grid
from khronos_lab.drawing import (
    GLYPH,
    KIND,
    LEFT,
    SIDE,
    Look,
    Stroke,
    Table,
    Window,
    buildings,
    ground_strokes,
    look_attributes,
    points,
    svg_path,
    theme,
)
from khronos_lab.rulebook import AGES, KINDS, MIGHT, RANKS, Kind, cached_by_language, say
from khronos_lab.widgets.clickable_boards.board_strokes import LOW_TOP, room_beside

BOARDS: Final = tuple(f"../viewer/browser/{each}.js" for each in ("nodes", "strokes"))
"""The scripts that draw what this module tells, for `kit.base.joined`."""
WIDTH: Final = 1060
"""Pixels for which sizes are chosen: a cell of a notebook. Other widths are scaled."""
LARGEST: Final = 54
"""Pixels of a square on a very small board."""
USUAL: Final = 24
"""Pixels of a square for which widths of lines and sizes of words are meant."""
MORE: Final = 4
"""Pixels by which the squares of a single map may grow beyond that: it still fits a screen."""
LETTERS: Final = 14.0
"""Pixels of coordinates on such squares."""
NAME: Final = 1.15
"""How much larger than its coordinates the name of an age is."""
WORDS_GROW: Final = 1.35
LINES_GROW: Final = 1.75
"""Words and lines do not grow with the squares for ever."""

Item = list[float | int]
"""The number of a shape, and where it lies."""


class Sizes(NamedTuple):
    """How the boards of a map are laid out."""

    table: Table
    letters: float
    """The height of coordinates, in squares."""
    lines: float
    """How much wider than meant for small squares lines are, in squares."""


@cached_by_language(maxsize=64)
def sizes_of(grid: Grid, players: int) -> Sizes:
    """The layout: adventurers stand beside the names of the ages where these leave room."""
    table = Table.of(grid)
    square = min(float(LARGEST), WIDTH / table.width)
    scale = square / USUAL
    letters = LETTERS * min(scale, WORDS_GROW) / square
    if room_beside(table, players, _name_width() * letters * NAME):
        table = Table.of(grid, top=LOW_TOP)
    return Sizes(table, letters, min(scale, LINES_GROW) / scale)


@cached_by_language()
def _name_width() -> float:
    """The width of the longest name of an age in bold letters, for letters of size 1."""
    bold = FontProperties(weight="bold")
    with theme():
        names = [TextPath((0, 0), say(age), size=100, prop=bold) for age in AGES]
    return max(float(name.get_extents().x1) for name in names) / 100


# ------------------------------------------------------------------ the ground


@cached_by_language(maxsize=16)
def ground_of(grid: Grid, players: int) -> dict[str, Any]:
    """Everything about the boards that stays: where squares lie, the map, coordinates, names."""
    sizes = sizes_of(grid, players)
    table = sizes.table
    scene = Shapes(sizes.lines)
    return {
        "box": [-LEFT, -table.top, table.width, table.height],
        "largest": LARGEST,
        **squares_of(sizes),
        "ages": [say(age) for age in AGES],
        "items": scene.items(ground_strokes(grid, table)),
        "shapes": scene.shapes,
        **menu_looks(),
    }


@cache
def menu_looks() -> dict[str, Any]:
    """How the menu of a square shows buildings, by kind and rank, and cards, by their letters."""
    return {
        "icons": {f"{kind.letter}{rank}": _icon(kind, rank) for kind in KINDS for rank in RANKS},
        "cards": {kind.letter: [KIND[kind], GLYPH[kind]] for kind in KINDS},
    }


def map_ground(grid: Grid) -> dict[str, Any]:
    """A map by itself: one board, of no age, that leaves room beside it."""
    sizes = map_sizes(grid)
    table, scene = sizes.table, Shapes(sizes.lines)
    return {
        "box": [-LEFT, -table.top, LEFT + table.window.columns + SIDE, table.height],
        "largest": USUAL + MORE,
        **squares_of(sizes),
        "lefts": [0],
        "ages": [""],
        "items": scene.items(ground_strokes(grid, table, (MIGHT,))),
        "shapes": scene.shapes,
    }


def map_sizes(grid: Grid) -> Sizes:
    """How a map by itself is laid out: there is nothing above it but its letters."""
    return Sizes(Table.of(grid, top=1.0), LETTERS / USUAL, 1.0)


def squares_of(sizes: Sizes) -> dict[str, Any]:
    """Where squares lie, and how large letters are."""
    table, window = sizes.table, sizes.table.window
    return {
        "lefts": [table.left(age) for age in AGES],
        "columns": window.columns,
        "rows": window.rows,
        "letters": round(sizes.letters, 3),
        "name": round(sizes.letters * NAME, 3),
    }


def _icon(kind: Kind, rank: int) -> dict[str, Any]:
    """A building by itself, for menus: small ones larger than they are beside the others."""
    scale = _ICONS[rank] / rank
    spot = round(1.5 - _ICONS[rank] / 2, 2)
    drawn = Shapes()
    strokes = buildings([(MIGHT, Building(kind, rank, 0))], Table(Window(0, 0, 3, 3)))
    items = [
        [shape, x * scale + spot, y * scale + spot, scale] for shape, x, y in drawn.items(strokes)
    ]
    return {"items": items, "shapes": drawn.shapes}


_ICONS: Final = {1: 1.8, 2: 2.4, 3: 3.0}


# ------------------------------------------------------------------ pictures


def picture(strokes: Iterable[Stroke], lines: float = 1.0) -> dict[str, Any]:
    """A picture that needs no other: its shapes, and which of them lie where."""
    scene = Shapes(lines)
    return {"items": scene.items(strokes), "shapes": scene.shapes}


class Shapes:
    """The shapes of one picture or of several, each once: how it looks and its path."""

    def __init__(self, lines: float = 1.0) -> None:
        self._lines = lines
        self._numbers: dict[tuple[Look, str], int] = {}
        self.shapes: list[list[Any]] = []

    def items(self, strokes: Iterable[Stroke]) -> list[Item]:
        """Strokes as numbers of shapes with their places, the first ones lowest."""
        return [self._item(stroke) for stroke in strokes if len(stroke.path)]

    def _item(self, stroke: Stroke) -> Item:
        x, y, path = _from_corner(stroke)
        known = self._numbers.get((stroke.look, path))
        if known is None:
            known = self._numbers[stroke.look, path] = len(self.shapes)
            self.shapes.append([attributes(stroke.look, self._lines), path])
        return [known, x, y]


def _from_corner(stroke: Stroke) -> tuple[int, int, str]:
    vertices = points(stroke.path)
    codes = np.asarray(stroke.path.codes, np.uint8)
    return _written(vertices.tobytes(), codes.tobytes())


@lru_cache(maxsize=8192)
def _written(vertices: bytes, codes: bytes) -> tuple[int, int, str]:
    """A path as SVG writes it, seen from a corner of its square, and where that corner is."""
    spots = np.frombuffer(vertices, float).reshape(-1, 2)
    x, y = (int(part) for part in np.floor(spots.min(axis=0)))
    return x, y, svg_path((spots - (x, y)).tolist(), list(codes))


def attributes(look: Look, lines: float = 1.0) -> dict[str, str]:
    """A look as the attributes of an SVG path, with its lines widened by a factor.

    >>> attributes(Look("#FF0000", "#000000", 1.728, opacity=0.5), 2.0)
    {'fill': '#FF0000', 'stroke': '#000000', 'stroke-width': '.2', 'opacity': '.5'}
    """
    dash = tuple(each * lines for each in look.dash)
    told = look_attributes(look._replace(width=look.width * lines, dash=dash))
    return dict(zip(told[::2], told[1::2], strict=True))
