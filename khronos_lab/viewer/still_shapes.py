"""What never changes in a game: the ground of the map, icons for panels, legends of views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from khronos_lab.core import TERRAIN_LETTERS, Building, Grid
from khronos_lab.drawing import (
    INK,
    PLAYERS,
    TERRAIN,
    TEXTURES,
    VIEWS,
    Item,
    Look,
    Stroke,
    badge,
    cube_stroke,
    mixed,
    points,
    relative_path,
)
from khronos_lab.rulebook import KINDS, Terrain, in_each_language
from khronos_lab.viewer.layers import pawn, piece
from khronos_lab.viewer.shapes import Shapes


def ground(grid: Grid, shapes: Shapes) -> list[list[Any]]:
    """One age's map: looks, what is drawn in them, and of which squares from their corner.

    The letter of a terrain stands for its squares; without one a path is drawn as it is.
    """
    return [[shapes.look(look), path, letter] for path, look, letter in _ground(grid)]


def _ground(grid: Grid) -> Iterator[tuple[str, Look, str]]:
    columns, rows = grid.columns, grid.rows
    for terrain in Terrain:
        yield "h1v1h-1z", Look(TERRAIN[terrain]), TERRAIN_LETTERS[terrain]
    for terrain in Terrain:
        texture = relative_path(TEXTURES[terrain])
        if texture:
            dark = Look(line=mixed(TERRAIN[terrain], "#000000", 0.34), width=0.6)
            yield texture, dark, TERRAIN_LETTERS[terrain]
    thin = "".join(f"M{x} 0v{rows}" for x in range(1, columns))
    thin += "".join(f"M0 {y}h{columns}" for y in range(1, rows))
    yield thin, Look(line=INK, width=0.5, opacity=0.13), ""
    yield f"M0 0h{columns}v{rows}h-{columns}z", Look(line=INK, width=1.0), ""


def icons(players: int, shapes: Shapes) -> dict[str, Any]:
    """By name: the numbers of small shapes, seen from their middle; and how curves are lined."""
    seats = range(players)
    return {
        "cubes": [shapes.of(("cube", seat), partial(_cube, seat)) for seat in seats],
        "pawns": [pawn(seat, shapes) for seat in seats],
        "cards": {kind.letter: piece(Building(kind, 1, 0), shapes) for kind in KINDS},
        "pay": shapes.of(("badge", "pay", 1.0), lambda: badge("pay", (0.0, 0.0), 1.0)),
        "curves": [_curve(seat) for seat in seats],
    }


def _cube(seat: int) -> list[Stroke]:
    return [cube_stroke(seat, [(0, 0)], 0.9)]


def _curve(seat: int) -> list[str]:
    """SVG attributes of a player's curve, names and values by turns."""
    style = PLAYERS[seat]
    if isinstance(style.dash, str):
        return ["stroke", style.line]
    dash = " ".join(f"{length * 1.6:g}" for length in style.dash[1])
    return ["stroke", style.line, "stroke-dasharray", dash]


def legends(names: Sequence[str], shapes: Shapes) -> dict[str, Any]:
    """`columns` of titles and signs, in each language; `views` name theirs by number."""
    columns: list[Any] = []
    views: dict[str, list[int]] = {}
    for name in VIEWS:
        views[name] = []
        for column in _columns(name, names, shapes):
            if column not in columns:
                columns.append(column)
            views[name].append(columns.index(column))
    return {"columns": columns, "views": views}


def _columns(view: str, names: Sequence[str], shapes: Shapes) -> list[Any]:
    spoken = in_each_language(lambda: VIEWS[view].legend(names))
    columns: list[Any] = []
    for same in zip(*spoken, strict=True):
        signs = [
            [_sign(items[0], shapes), [item.label for item in items], items[0].width]
            for items in zip(*(column.items for column in same), strict=True)
        ]
        titles = [column.title for column in same]
        if not titles[0] and columns:
            columns[-1][1] += signs
        else:
            columns.append([titles, signs])
    return columns


def _sign(item: Item, shapes: Shapes) -> int:
    strokes = item.paint(0.0, 0.0)
    drawn = tuple((stroke.look, points(stroke.path).tobytes()) for stroke in strokes)
    return shapes.of(("sign", drawn), lambda: strokes)
