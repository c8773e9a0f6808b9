"""What never changes in a game: the ground of the map, icons for panels, legends of views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from khronos_lab.core.board import Building
from khronos_lab.core.grid import Grid
from khronos_lab.core.squares import STRIDE
from khronos_lab.drawing.figures.board_scene import VIEWS
from khronos_lab.drawing.glyphs import closed, points, rectangle
from khronos_lab.drawing.highlights import badge
from khronos_lab.drawing.legend import Item
from khronos_lab.drawing.map_background import TEXTURES
from khronos_lab.drawing.output.svg import relative_path
from khronos_lab.drawing.pieces import cube_stroke
from khronos_lab.drawing.strokes import Look, Stroke
from khronos_lab.drawing.theme import INK, PLAYERS, TERRAIN, mixed
from khronos_lab.rulebook.language import LANGUAGES
from khronos_lab.rulebook.pieces import KINDS, Terrain
from khronos_lab.viewer.layers import pawn, piece
from khronos_lab.viewer.shapes import Drawn, Shapes


def ground(grid: Grid, shapes: Shapes) -> int:
    """The shape of one age's map: terrains with their textures, lines and frame."""
    return shapes.of(("ground",), lambda: _ground(grid))


def _ground(grid: Grid) -> Iterator[Stroke | Drawn]:
    # Paths in steps from a square's corner: the same for each of them, so they pack well.
    columns, rows = grid.columns, grid.rows
    squares = {
        terrain: [
            (x, y)
            for y in range(rows)
            for x in range(columns)
            if grid.terrain(y * STRIDE + x) is terrain
        ]
        for terrain in Terrain
    }
    for terrain, places in squares.items():
        yield Drawn("".join(f"M{x} {y}h1v1h-1z" for x, y in places), Look(TERRAIN[terrain]))
    for terrain, places in squares.items():
        texture = relative_path(TEXTURES[terrain])
        dark = mixed(TERRAIN[terrain], "#000000", 0.34)
        if texture:
            lines = "".join(f"M{x} {y}{texture}" for x, y in places)
            yield Drawn(lines, Look(line=dark, width=0.6))
    thin = "".join(f"M{x} 0v{rows}" for x in range(1, columns))
    thin += "".join(f"M0 {y}h{columns}" for y in range(1, rows))
    yield Drawn(thin, Look(line=INK, width=0.5, opacity=0.13))
    yield Stroke(closed(rectangle(0, 0, columns, rows)), Look(line=INK, width=1.0), "frame")


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


def legends(names: Sequence[str], shapes: Shapes) -> dict[str, list[Any]]:
    """By view: columns of a title in each language, and signs with their words and widths."""
    return {name: _columns(name, names, shapes) for name in VIEWS}


def _columns(view: str, names: Sequence[str], shapes: Shapes) -> list[Any]:
    spoken = [VIEWS[view].legend(names, language) for language in LANGUAGES]
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
