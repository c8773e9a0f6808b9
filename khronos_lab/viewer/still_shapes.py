"""What never changes in a game: the ground of the map, icons for panels, legends of views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from khronos_lab.board import Encoder
from khronos_lab.core import Building
from khronos_lab.drawing import (
    PLAYERS,
    badge,
    css,
    cube_stroke,
    view_legend,
)
from khronos_lab.rulebook import KINDS, in_each_language
from khronos_lab.scenes import VIEWS


def icons(players: int, shapes: Encoder) -> dict[str, Any]:
    """By name: the numbers of small shapes, seen from their middle; and how curves are lined."""
    seats = range(players)
    return {
        "cubes": [shapes.shape([cube_stroke(seat, [(0, 0)], 0.9)]) for seat in seats],
        "pawns": [shapes.pawn(seat) for seat in seats],
        "cards": {kind.letter: shapes.piece(Building(kind, 1, 0)) for kind in KINDS},
        "pay": shapes.shape(badge("pay", (0.0, 0.0), 1.0)),
        "curves": [_curve(seat) for seat in seats],
    }


def _curve(seat: int) -> list[str]:
    """SVG attributes of a player's curve, names and values by turns."""
    style = PLAYERS[seat]
    if isinstance(style.dash, str):
        return ["stroke", css(style.line)]
    dash = " ".join(f"{length * 1.6:g}" for length in style.dash[1])
    return ["stroke", css(style.line), "stroke-dasharray", dash]


def legends(names: Sequence[str], shapes: Encoder) -> dict[str, Any]:
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


def _columns(view: str, names: Sequence[str], shapes: Encoder) -> list[Any]:
    spoken = in_each_language(lambda: view_legend(view, names))
    columns: list[Any] = []
    for same in zip(*spoken, strict=True):
        signs = [
            [shapes.shape(items[0].paint(0.0, 0.0)), [item.label for item in items], items[0].width]
            for items in zip(*(column.items for column in same), strict=True)
        ]
        titles = [column.title for column in same]
        if not titles[0] and columns:
            columns[-1][1] += signs
        else:
            columns.append([titles, signs])
    return columns
