"""Legend: every sign of a picture with its name, in columns as wide as their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from matplotlib.path import Path

from khronos_lab.core import FOOTPRINT
from khronos_lab.drawing.board_layout import LEFT, TEXTURE, TEXTURES, Table, Window
from khronos_lab.drawing.marks import ARROWS, MOVE_SORTS, area, badge, bow, tax_card, tip
from khronos_lab.drawing.output.cached_figure import renderer_of
from khronos_lab.drawing.output.figure import figure_of
from khronos_lab.drawing.pieces import crack_look, cube_stroke, glyph_look, pawn_stroke, tile_look
from khronos_lab.drawing.strokes import (
    BADGE,
    BUILDINGS,
    Corner,
    Ink,
    Look,
    Stroke,
    closed,
    moved,
    opened,
    placed,
    rectangle,
)
from khronos_lab.drawing.themes import INK, MARKS, MUTED, PAPER, TERRAIN, mixed
from khronos_lab.rulebook import (
    CIVIL,
    KINDS,
    MIGHT,
    MILITARY,
    RANKS,
    RELIGIOUS,
    Kind,
    Terrain,
    building_thing,
    capital,
    say,
)
from khronos_lab.scenes import Holding

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
        dark = mixed(TERRAIN[terrain], INK, TEXTURE)
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


# ------------------------------------------------------------------ legends of views


def board_legend(names: Sequence[str], marks: bool = True) -> list[Column]:
    """The legend of a picture of boards."""
    columns = base_columns(names)
    return [*columns, *mark_columns()] if marks else columns


def shadow_legend(names: Sequence[str]) -> list[Column]:
    """The legend of arrows and marks."""
    arrows = _arrow_column(MOVE_SORTS)
    marks = tuple(mark for mark in MARKS if mark != "blocked")
    columns = mark_columns(marks, rows=len(MOVE_SORTS))
    return [*base_columns(names), arrows, *columns]


def _arrow_column(sorts: Sequence[str], words: Mapping[str, str] = MappingProxyType({})) -> Column:
    items = tuple(
        Item(_arrow(sort), say(f"legend-shadow-{words.get(sort, sort)}"), 3.0) for sort in sorts
    )
    return Column(say("title-shadows"), items)


def _arrow(sort: str) -> Painter:
    def paint(x: float, y: float) -> list[Stroke]:
        style = ARROWS[sort]
        start, end = (x - 1.2, y + 0.1), (x + 0.9, y + 0.1)
        look = Look(line=style.colour, width=2.2, dash=style.dash)
        line = [] if sort == "erased" else [Stroke(bow(start, end), look, sort)]
        return [*line, *tip(style, start, end, sort)]

    return paint


GRAPH_SORTS: Final = {
    "copy": "cast",
    **{each: each for each in ("overgrown", "blocked", "missing")},
}
"""By the state of an edge in the shadow graph: the sort of arrow."""


_GRAPH_WORDS: Final = {"missing": "nothing"}
"""A position does not tell why there is no shadow."""


def shadow_graph_legend(names: Sequence[str]) -> list[Column]:
    """The legend of a shadow graph."""
    arrows = _arrow_column(tuple(GRAPH_SORTS.values()), _GRAPH_WORDS)
    return [*base_columns(names), arrows]


def control_legend(names: Sequence[str]) -> list[Column]:
    """The legend of a map of control."""
    other = 1 if len(names) > 1 else 0
    items = (
        _sample((0,), (0,), 3, say("legend-controlled")),
        _sample((0, other), (0, other), 3, say("legend-contested")),
        _sample((), (), 3, say("legend-uncontrolled")),
        _sample((other,), (), 3, say("legend-tax_lost")),
    )
    return [*base_columns(names), Column(say("title-control"), items)]


def _sample(seats: tuple[int, ...], collecting: tuple[int, ...], amount: int, label: str) -> Item:
    """A little domain of one row with its card."""
    width = 5
    mask = sum(FOOTPRINT[1] << column for column in range(width))
    holding = Holding(MIGHT, mask, seats, collecting, amount)

    def paint(x: float, y: float) -> list[Stroke]:
        table = Table(Window(0, 0, width, 1))
        strokes = [*area(holding, table), *tax_card(holding, table)]
        return [moved(stroke, x - width / 2, y - 0.5) for stroke in strokes]

    return Item(paint, label, width + 0.3)


def domain_legend(names: Sequence[str]) -> list[Column]:
    """The legend of a domain graph."""

    def area(x: float, y: float) -> list[Stroke]:
        line = [(x - 1.2, y - 0.45), (x + 1.2, y - 0.45), (x + 1.2, y + 0.45), (x - 1.2, y + 0.45)]
        path = opened([*line, line[0]])
        return [Stroke(path, Look(line=MUTED, width=1.0, dash=(2.0, 2.0)), "domain")]

    def edge(sides: int) -> Item:
        def paint(x: float, y: float) -> list[Stroke]:
            look = Look(line=INK, width=1.2 + 1.4 * sides)
            ends = [(x - 0.8, y), (x + 0.8, y)]
            node = Look(tile_look(MILITARY, "tile").fill, INK, 1.0)
            discs = placed(BADGE, ends, [0.6, 0.6])
            return [Stroke(opened(ends), look, "edge"), Stroke(discs, node, "node")]

        return Item(paint, say(f"legend-sides-{sides}"), 2.4)

    items = (Item(area, say("word-domain"), 2.4), *(edge(sides) for sides in (1, 2, 3)))
    return [*base_columns(names), Column(say("view-domains"), items)]


MARKED: Final = ("new", "gone", "touched")


def changes_legend(names: Sequence[str]) -> list[Column]:
    """The legend of a picture of changes."""
    return [
        *base_columns(names),
        *mark_columns(MARKED, title="view-difference"),
    ]


_LEGENDS: Final[Mapping[str, Callable[[Sequence[str]], list[Column]]]] = {
    "shadows": shadow_legend,
    "control": control_legend,
    "domains": domain_legend,
    "difference": changes_legend,
}


def view_legend(view: str, names: Sequence[str]) -> list[Column]:
    """The legend of a view; one that has none of its own explains pieces and marks."""
    return _LEGENDS.get(view, board_legend)(names)
