"""The ground of the boards for a browser, and pictures of scenes that lie on it.

The ground is sent once: where squares lie, the map, how large words are. Nothing here knows how
large the boards are on the screen; `board.js` draws them at any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from khronos_lab.board.encoder import Encoder, look_attributes, outline, svg_path
from khronos_lab.core import STRIDE, TERRAIN_LETTERS, Building, GameState, Grid, bits
from khronos_lab.drawing import (
    FRAME,
    LEFT,
    LINES,
    SHORE,
    SHORES,
    SIDE,
    TERRAIN,
    TEXTURES,
    BoardLayout,
    Look,
    Window,
    points,
    room_beside,
    texture_look,
    theme,
)
from khronos_lab.rulebook import AGES, KINDS, MIGHT, RANKS, Age, Terrain, cached_by_language, say
from khronos_lab.scenes import Mark, Scene

WHOLE: Final = 16
"""Columns of a whole map."""
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
GAP: Final = 1.0
"""Squares between two boards: only the first has row numbers, as long as all are shown."""
LOW_TOP: Final = 2.0
"""Squares above boards that need no row of their own for pawns."""
NAME: Final = 1.15
"""The size of an age's name, in sizes of its coordinates."""
WORDS_GROW: Final = 1.35
LINES_GROW: Final = 1.75
"""Words and lines do not grow with the squares for ever."""


class Sizes(NamedTuple):
    """Sizes of the boards of a map."""

    table: BoardLayout
    letters: float
    """The height of coordinates, in squares."""
    lines: float
    """Additional width of lines on small squares, in squares."""
    name: float
    """The height of the name of an age, in squares."""


@cached_by_language(maxsize=64)
def sizes_of(grid: Grid, players: int) -> Sizes:
    """The layout: adventurers stand beside the names of the ages where these leave room."""
    table = BoardLayout.of(grid, gap=GAP)
    square = min(float(LARGEST), WIDTH / table.width)
    scale = square / USUAL
    letters = LETTERS * min(scale, WORDS_GROW) / square
    if room_beside(table, players, _name_width() * letters * NAME):
        table = BoardLayout.of(grid, top=LOW_TOP, gap=GAP)
    return Sizes(table, letters, min(scale, LINES_GROW) / scale, letters * NAME)


@cached_by_language()
def _name_width() -> float:
    """The width of the longest name of an age in bold letters, for letters of size 1."""
    bold = FontProperties(weight="bold")
    with theme():
        names = [TextPath((0, 0), say(age), size=100, prop=bold) for age in AGES]
    return max(float(name.get_extents().x1) for name in names) / 100


# ------------------------------------------------------------------ the ground


def replay_sizes(grid: Grid) -> Sizes:
    """The layout of a replay: adventurers have a row of their own.

    On a small map, whose squares are large, words grow only a little with them.
    """
    grown = max(1.0, WHOLE / grid.columns)
    words = min(grown, WORDS_GROW) / grown
    return Sizes(BoardLayout.of(grid, gap=GAP), 0.6 * words, 1.0, 1.15 * words)


def ground_data(grid: Grid, sizes: Sizes, ages: Sequence[Age] = AGES) -> dict[str, Any]:
    """Everything about the boards that stays: where squares lie, and the map."""
    table = sizes.table
    alone = len(ages) == 1
    width = LEFT + table.window.columns + SIDE if alone else table.width
    return {
        "rows": [
            "".join(TERRAIN_LETTERS[grid.terrain(row * STRIDE + x)] for x in range(grid.columns))
            for row in range(grid.rows)
        ],
        "terrains": TERRAIN_LETTERS,
        "stride": STRIDE,
        "box": [-LEFT, -table.top, width, table.height],
        "lefts": [table.left(age) for age in ages],
        "pitch": table.pitch,
        "largest": USUAL + MORE if alone else LARGEST,
        "letters": round(sizes.letters, 3),
        "name": round(sizes.name, 3),
        "paths": [
            [look_attributes(look, sizes.lines), path, letter]
            for path, look, letter in _ground(grid)
        ],
    }


def _ground(grid: Grid) -> Iterator[tuple[str, Look, str]]:
    """What one age's map is made of: what is drawn in a look on every square of a terrain.

    The letter of a terrain stands for its squares; without one a path is drawn as it is.
    """
    columns, rows = grid.columns, grid.rows
    for terrain in Terrain:
        yield "h1v1h-1z", Look(TERRAIN[terrain]), TERRAIN_LETTERS[terrain]
    table = BoardLayout.of(grid)
    for terrain in Terrain:
        path = TEXTURES[terrain]
        texture = svg_path(points(path).tolist(), np.asarray(path.codes, int).tolist(), "m")
        yield texture, texture_look(terrain), TERRAIN_LETTERS[terrain]
        squares = [sq for sq in bits(grid.area) if grid.terrain(sq) is terrain]
        if terrain in SHORES and squares:
            yield outline(table.outline(MIGHT, sum(1 << sq for sq in squares))), SHORE, ""
    thin = "".join(f"M{x} 0v{rows}" for x in range(1, columns))
    thin += "".join(f"M0 {y}h{columns}" for y in range(1, rows))
    yield thin, LINES, ""
    yield f"M0 0h{columns}v{rows}h-{columns}z", FRAME, ""


@cached_by_language(maxsize=16)
def ground_of(grid: Grid, players: int) -> dict[str, Any]:
    """The ground of boards that can be clicked, with their names and what menus show."""
    names = [say(age) for age in AGES]
    return {**ground_data(grid, sizes_of(grid, players)), "ages": names, **menu_looks()}


@cache
def menu_looks() -> dict[str, Any]:
    """How the menu of a square shows buildings, by kind and rank."""
    encoder = Encoder(BoardLayout(Window(0, 0, 3, 3)), 2)
    icons = {}
    for kind in KINDS:
        for rank in RANKS:
            # Small ones are larger than they are beside the others.
            size = _ICONS[rank]
            shape = encoder.piece(Building(kind, rank, 0))
            icons[f"{kind.letter}{rank}"] = [shape, round(1.5 - size / 2, 2), size / rank]
    return {"menu": {"shapes": encoder.shapes, "looks": encoder.looks, "icons": icons}}


_ICONS: Final = {1: 1.8, 2: 2.4, 3: 3.0}

# ------------------------------------------------------------------ pictures


def picture(scene: Scene, sizes: Sizes) -> dict[str, Any]:
    """A picture that needs no other: its items, and the shapes that they name."""
    encoder = Encoder(sizes.table, len(scene.state.players), sizes.lines)
    return {"items": encoder.scene(scene), **drawn_with(encoder)}


def drawn_with(encoder: Encoder) -> dict[str, Any]:
    """What the items of pictures name."""
    return {"shapes": encoder.shapes, "looks": encoder.looks, "layers": encoder.layers}


def overlay(state: GameState, marks: Sequence[Mark]) -> dict[str, Any]:
    """Marks by themselves, to lie over the boards of a replay."""
    return picture(Scene(state, tuple(marks), "none"), replay_sizes(state.grid))
