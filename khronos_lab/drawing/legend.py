"""Legend: every sign of a picture with its name, in columns as wide as their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from matplotlib.path import Path

from khronos_lab.drawing.board_layout import LEFT, TEXTURES
from khronos_lab.drawing.highlights import badge
from khronos_lab.drawing.output.cached_figure import renderer_of
from khronos_lab.drawing.output.figure import figure_of
from khronos_lab.drawing.pieces import crack_look, cube_stroke, glyph_look, pawn_stroke, tile_look
from khronos_lab.drawing.strokes import (
    BUILDINGS,
    Corner,
    Ink,
    Look,
    Stroke,
    closed,
    opened,
    placed,
    rectangle,
)
from khronos_lab.drawing.themes import INK, MARKS, PAPER, TERRAIN, mixed
from khronos_lab.rulebook import (
    CIVIL,
    KINDS,
    MILITARY,
    RANKS,
    RELIGIOUS,
    Kind,
    Terrain,
    building_thing,
    capital,
    say,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW: Final = 1.17
"""From one line of a legend to the next, in squares of 0.24 inches."""
FONT: Final = 8.5
ROWS: Final = 5

Painter = Callable[[float, float], list[Stroke]]
"""Draws a sign of about 1 by 1 with its middle at a place."""


class Item(NamedTuple):
    """A sign with its name."""

    paint: Painter
    label: str
    width: float = 1.1
    """Of the sign."""


class Column(NamedTuple):
    """Items below each other, under a heading."""

    title: str
    items: tuple[Item, ...]


def legend_height(rows: int = ROWS) -> float:
    """The height of a legend in squares of 0.24 inches."""
    return (rows + 1) * ROW + 0.3


def write_legend(ax: Axes, columns: Sequence[Column], width: float) -> None:
    """Draw a legend into axes that are `width` squares wide, smaller if words need more room."""
    ax.set_axis_off()
    rows = max(len(column.items) for column in columns)
    scale, need = 1.0, _flow(ax, columns, 1.0, paint=False)
    if need > width:
        scale = width / need
    ax.set_xlim(0, width)
    ax.set_ylim(legend_height(rows), 0)
    _flow(ax, columns, scale, paint=True, spare=max(0.0, width - need * scale))


def _flow(
    ax: Axes, columns: Sequence[Column], scale: float, *, paint: bool, spare: float = 0.0
) -> float:
    """Set columns one after the other; give the width they take."""
    x = LEFT
    ink = Ink(ax, scale=scale) if paint else None
    strokes: list[Stroke] = []
    for column in columns:
        widest = _write(ax, x, 0.75, column.title, scale, paint, bold=True)
        for number, item in enumerate(column.items):
            y = 0.75 + ROW * (number + 1)
            sign = item.width * scale
            wide = _write(ax, x + sign + 0.3, y, item.label, scale, paint)
            widest = max(widest, sign + 0.3 + wide)
            strokes += item.paint(x + sign / 2, y)
        x += widest + 1.1 * scale + spare / len(columns)
    if ink is not None:
        ink.show(strokes)
    return x


def _write(
    ax: Axes, x: float, y: float, words: str, scale: float, paint: bool, *, bold: bool = False
) -> float:
    """Write words, or only measure them, in squares of 0.24 inches."""
    weight = "bold" if bold else "normal"
    if paint:
        ax.text(x, y, words, fontsize=FONT * scale, va="center_baseline", fontweight=weight)
    return measured(ax, words, FONT * scale, weight) / (72 * 0.24)


def measured(ax: Axes, words: str, size: float, weight: str = "normal") -> float:
    """How wide words are, in points."""
    from matplotlib.text import Text

    figure = figure_of(ax)
    text = Text(0, 0, words, fontsize=size, fontweight=weight, figure=figure)
    box = text.get_window_extent(renderer_of(figure))
    return float(box.width) * 72.0 / figure.dpi


# ------------------------------------------------------------------ columns


def base_columns(names: Sequence[str]) -> list[Column]:
    """What lies on every board: terrain, buildings, and the players' pieces."""
    ground = [Item(_terrain(each), say(each)) for each in Terrain]
    printed = Item(_building(CIVIL, 1, "printed"), say("legend-printed"))
    terrain = Column(capital(say("legend-terrain")), (*ground, printed))
    pieces = tuple(Item(_player(seat), name, 2.1) for seat, name in enumerate(names))
    cube, pawn = say("legend-cube"), say("legend-adventurer")
    players = Column(f"{capital(cube)}, {pawn}", pieces)
    return [terrain, *_building_columns(), players]


def _building_columns() -> list[Column]:
    """Kinds and ranks: a line a kind, then ruins."""
    title = capital(say("word-buildings"))
    columns = []
    for rank in RANKS:
        items = [
            Item(_building(kind, rank, "tile"), say(building_thing(kind, rank))) for kind in KINDS
        ]
        if rank == 1:
            items += [
                Item(_building(MILITARY, 2, "ruin"), say("legend-ruin")),
                Item(_half_restored, say("legend-half_restored")),
            ]
        columns.append(Column(title if rank == 1 else "", tuple(items)))
    return columns


MARK_WORDS: Final = {
    "new": "legend-appeared",
    "gone": "legend-vanished",
    "shadow": "event-ShadowFalls",
    "blocked": "legend-shadow-blocked",
    "conflict": "word-conflict",
    "touched": "legend-changed",
    "join": "event-DomainsJoined",
    "split": "event-DomainSplit",
    "pay": "legend-taxation",
}
"""By mark: the key of its name."""


def mark_columns(
    marks: Sequence[str] = tuple(MARKS),
    *,
    title: str = "legend-last_action",
    rows: int = ROWS,
    words: Mapping[str, str] | None = None,
) -> list[Column]:
    """What the outlines and symbols of events mean; `words` are keys for other names of them."""
    keys = {**MARK_WORDS, **(words or {})}
    items = [Item(_mark(mark), say(keys[mark])) for mark in marks]
    heading = capital(say(title))
    return [
        Column(heading if start == 0 else "", tuple(items[start : start + rows]))
        for start in range(0, len(items), rows)
    ]


# ------------------------------------------------------------------ signs


def box(x: float, y: float, size: float = 0.94) -> Path:
    """A square around a place."""
    return closed(rectangle(x - size / 2, y - size / 2, x + size / 2, y + size / 2))


def _terrain(terrain: Terrain) -> Painter:
    def paint(x: float, y: float) -> list[Stroke]:
        lines = [[(x - 0.5 + dx, y - 0.5 + dy) for dx, dy in line] for line in TEXTURES[terrain]]
        dark = mixed(TERRAIN[terrain], "#000000", 0.34)
        return [
            Stroke(box(x, y, 1.0), Look(TERRAIN[terrain], INK, 0.5), f"terrain {terrain.name}"),
            Stroke(opened(*lines), Look(line=dark, width=0.6), "texture"),
        ]

    return paint


def _building(kind: Kind, rank: int, sort: str) -> Painter:
    def paint(x: float, y: float) -> list[Stroke]:
        strokes = [Stroke(box(x, y, 1.0), tile_look(kind, sort), f"{sort} {kind.word} {rank}")]
        if sort == "ruin":
            strokes.append(Stroke(_stripes(x, y), crack_look(kind), "cracks"))
        glyph = placed(BUILDINGS[kind][rank], [(x, y)], [0.76])
        return [*strokes, Stroke(glyph, glyph_look(kind, sort), "glyph")]

    return paint


def _stripes(x: float, y: float) -> Path:
    lines: list[list[Corner]] = [
        [(x - 0.5, y), (x, y - 0.5)],
        [(x - 0.5, y + 0.5), (x + 0.5, y - 0.5)],
        [(x, y + 0.5), (x + 0.5, y)],
    ]
    return opened(*lines)


def _half_restored(x: float, y: float) -> list[Stroke]:
    kind = RELIGIOUS
    half = closed([(x - 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)])
    return [
        Stroke(box(x, y, 1.0), tile_look(kind, "ruin"), "ruin"),
        Stroke(_stripes(x, y), crack_look(kind), "cracks"),
        Stroke(half, tile_look(kind, "half"), "half"),
        Stroke(placed(BUILDINGS[kind][3], [(x, y)], [0.8]), glyph_look(kind, "half"), "glyph"),
        cube_stroke(1, [(x + 0.30, y + 0.30)], 0.36),
    ]


def _player(seat: int) -> Painter:
    def paint(x: float, y: float) -> list[Stroke]:
        return [cube_stroke(seat, [(x - 0.55, y)], 0.62), pawn_stroke(seat, [(x + 0.45, y)], 0.92)]

    return paint


def _mark(mark: str) -> Painter:
    def paint(x: float, y: float) -> list[Stroke]:
        style = MARKS[mark]
        path = box(x, y, 0.86)
        return [
            Stroke(path, Look(PAPER, style.colour, 2.0, style.dash), f"mark {mark}"),
            *badge(mark, (x, y), 0.58),
        ]

    return paint
