"""Shadows: one move's arrows from age to age, a position's whole shadow graph, a storyboard."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from matplotlib.path import Path

from khronos_lab.analysis import Place, shadow_graph
from khronos_lab.core import Building, Entry, GameState, OfBuilding, evolve
from khronos_lab.drawing.board_layout import Table, draw_ground
from khronos_lab.drawing.figures.boards import CELL, effects, new_canvas, position
from khronos_lab.drawing.highlights import ghosts, highlights_of, shine
from khronos_lab.drawing.legend import Column, Item, Painter, base_columns, mark_columns
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.pieces import adventurers, standing
from khronos_lab.drawing.strokes import (
    SYMBOLS,
    Corner,
    Ink,
    Look,
    Stroke,
    closed,
    placed,
    rectangle,
    word,
    word_width,
)
from khronos_lab.drawing.themes import INK, MARKS, PAPER, new_figure
from khronos_lab.rulebook import MIGHT, Age, KhronosError, quoted, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# ------------------------------------------------------------------ arrows as strokes


class ArrowStyle(NamedTuple):
    """How one sort of shadow looks: colour, dash and arrowhead."""

    colour: str
    dash: tuple[float, ...]
    end: str
    """`head`, `bar`, `times` or `ring`."""


ARROWS: Final[Mapping[str, ArrowStyle]] = MappingProxyType(
    {
        "cast": ArrowStyle("#004D33", (), "head"),
        "replaced": ArrowStyle("#8A4B00", (7.0, 2.0), "head"),
        "blocked": ArrowStyle("#000000", (1.5, 1.8), "bar"),
        "missing": ArrowStyle("#6B6B6B", (1.0, 3.6), "bar"),
        "erased": ArrowStyle("#D1410C", (), "times"),
        "withdrawn": ArrowStyle("#D1410C", (4.0, 2.5), "times"),
        "overgrown": ArrowStyle("#8A4B00", (7.0, 2.0), "ring"),
    }
)
"""By what became of a shadow; the names are those of `legend.shadow.…`."""

MOVE_SORTS: Final = ("cast", "replaced", "blocked", "missing", "erased", "withdrawn")
"""Those of one move; in a position something else may stand where a shadow was."""


class Arrow(NamedTuple):
    """A shadow on its way: its fate, where it goes, and the clause to show."""

    sort: str
    age: Age
    """Where it arrives."""
    building: Building
    clause: str = ""


def arrows_of(log: Sequence[Entry]) -> list[Arrow]:
    """The arrows of a move, in the order of its log."""
    return [
        Arrow(event.about.arrow, event.age, event.building, event.clause)
        for event, _, _ in log
        if event.about.arrow and isinstance(event, OfBuilding)
    ]


def arrow_strokes(arrows: Sequence[Arrow], table: Table) -> list[Stroke]:
    """Arrows, each from the same squares one age earlier; what is erased only has its end."""
    strokes: list[Stroke] = []
    labels: list[Stroke] = []
    for arrow in arrows:
        if arrow.age is not MIGHT:
            strokes += arrow_line(arrow, table)
            spot = clause_card_spot(arrow, table)
            labels += [] if spot is None else card(arrow.clause, spot)
    return [*strokes, *labels]


def arrow_line(arrow: Arrow, table: Table) -> Iterator[Stroke]:
    """The line of an arrow and its end, without the card."""
    style = ARROWS[arrow.sort]
    start, end = _ends(arrow, table)
    if arrow.sort != "erased":
        curve = bow(start, end)
        yield Stroke(curve, Look(line=PAPER, width=5.0), "halo")
        yield Stroke(curve, Look(line=style.colour, width=2.2, dash=style.dash), arrow.sort)
    yield from tip(style, start, end, arrow.sort)


def _ends(arrow: Arrow, table: Table) -> tuple[Corner, Corner]:
    """From the right edge of the origin to the left edge of the shadow."""
    rank = arrow.building.rank
    x, y = table.corner(Age(arrow.age - 1), arrow.building.square)
    u, v = table.corner(arrow.age, arrow.building.square)
    return (x + rank - 0.15, y + rank / 2), (u + 0.05, v + rank / 2)


def bow(start: Corner, end: Corner, height: float = 0.9) -> Path:
    """A line that is bent a little upwards, so that it leaves the row it starts in."""
    (x, y), (u, v) = start, end
    lift = height if abs(u - x) > 4 else height / 2
    middle_one = (x + (u - x) * 0.3, min(y, v) - lift)
    middle_two = (x + (u - x) * 0.7, min(y, v) - lift)
    codes = [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4]
    return Path([start, middle_one, middle_two, end], codes)


def tip(
    style: ArrowStyle, start: Corner, end: Corner, label: str, size: float = 1.0
) -> Iterator[Stroke]:
    """The end of an arrow."""
    x, y = end
    if style.end in ("times", "ring"):
        sign = SYMBOLS["times" if style.end == "times" else "coin"]
        path = placed(sign, [(x + 0.25, y)], [1.5 * size])
        yield Stroke(path, Look(style.colour, PAPER, 1.2), f"end {label}")
    elif style.end == "bar":
        bar = closed(rectangle(x - 0.12, y - 0.55, x + 0.10, y + 0.55))
        yield Stroke(bar, Look(style.colour, PAPER, 1.0), f"end {label}")
    else:
        direction = np.array([1.0, 0.35]) if abs(x - start[0]) > 1 else np.array([0.0, 1.0])
        direction /= np.hypot(*direction)
        side = np.array([-direction[1], direction[0]])
        point = np.array([x + 0.18, y])
        back = point - direction * 0.75 * size
        head = [point, back + side * 0.36 * size, back - side * 0.36 * size]
        path = closed([(float(a), float(b)) for a, b in head])
        yield Stroke(path, Look(style.colour, PAPER, 0.9), f"end {label}")


def clause_card_spot(arrow: Arrow, table: Table) -> Corner | None:
    """Where the clause behind a failed shadow lies, beside its end; None for any other arrow."""
    if arrow.sort not in ("blocked", "missing"):
        return None
    _, (x, y) = _ends(arrow, table)
    return x + 1.15, y


def card(text: str, spot: Corner, height: float = 0.62) -> list[Stroke]:
    """A word on a white card with a line around it."""
    half = word_width(text) * height / 2 + 0.22
    x, y = spot
    frame = closed(rectangle(x - half, y - height * 0.85, x + half, y + height * 0.85))
    letters = placed(word(text), [spot], [height])
    return [
        Stroke(frame, Look(PAPER, INK, 1.0), "card"),
        Stroke(letters, Look(INK), f"word {text}"),
    ]


# ------------------------------------------------------------------ one move


@themed
def draw_shadows(
    state: GameState,
    log: Sequence[Entry],
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw the state after a move, with an arrow for each of its shadows that shows its fate."""
    columns = shadow_legend(state.names) if legend and ax is None else []
    canvas = new_canvas(state.grid, ax=ax, legend=columns)
    table = canvas.table
    arrows = arrow_strokes(arrows_of(log), table)
    canvas.ink.show([*position(state, table), *effects(log, state, table), *arrows])
    return Drawing(canvas.figure, canvas.axes)


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


# ------------------------------------------------------------------ a whole position


GRAPH_SORTS: Final = {
    "copy": "cast",
    **{each: each for each in ("overgrown", "blocked", "missing")},
}
"""By the state of an edge in the shadow graph: the sort of arrow."""


_GRAPH_WORDS: Final = {"missing": "nothing"}
"""A position does not tell why there is no shadow."""


@themed
def draw_shadow_chains(
    state: GameState,
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw for every large building of a position what has become of its shadow."""
    columns = shadow_graph_legend(state.names) if legend and ax is None else []
    canvas = new_canvas(state.grid, ax=ax, legend=columns, fade=0.55)
    canvas.ink.show(shadow_graph_strokes(state, canvas.table))
    return Drawing(canvas.figure, canvas.axes)


def shadow_graph_legend(names: Sequence[str]) -> list[Column]:
    """The legend of a shadow graph."""
    arrows = _arrow_column(tuple(GRAPH_SORTS.values()), _GRAPH_WORDS)
    return [*base_columns(names), arrows]


def shadow_graph_strokes(state: GameState, table: Table) -> list[Stroke]:
    """All pieces, with the arrows of the graph behind them and their ends on them."""
    graph = shadow_graph(state)
    lines: list[Stroke] = []
    ends: list[Stroke] = []
    for origin, target, facts in graph.edges.data():
        sort = GRAPH_SORTS[facts["state"]]
        style = ARROWS[sort]
        start = _edge(table, origin, graph.nodes[origin]["rank"], right=True)
        end = _edge(table, target, graph.nodes[target]["rank"], right=False)
        look = Look(line=style.colour, width=1.3, dash=style.dash)
        lines.append(Stroke(bow(start, end, 0.35), look, sort))
        ends += tip(style, start, end, sort, 0.75)
        if facts["clause"] and sort == "blocked":
            ends += card(facts["clause"], (end[0] + 1.15, end[1]))
    return [*lines, *standing(state, table), *adventurers(state, table), *ends]


def _edge(table: Table, place: Place, rank: int, *, right: bool) -> Corner:
    age, square = place
    x, y = table.corner(age, square)
    return (x + rank - 0.1 if right else x + 0.02, y + rank / 2)


# ------------------------------------------------------------------ the storyboard


class Panel(NamedTuple):
    """One frame of a storyboard: an effect, and the state after it."""

    number: int
    entry: Entry
    state: GameState


def panels(before: GameState, log: Sequence[Entry]) -> list[Panel]:
    """The effects of a move that can be seen on the boards, each with the state after it."""
    found: list[Panel] = []
    state = before
    for entry in log:
        try:
            state = evolve(state, entry.event)
        except LookupError:
            raise KhronosError(
                "These effects did not happen in this position: give the outcome of one move, or a "
                "game and a step."
            ) from None
        if highlights_of(entry.event, state):
            found.append(Panel(len(found) + 1, entry, state))
    return found


_CAPTION: Final = 0.40
"""Inches below a frame for two lines of words."""
_STRIP: Final = 1.8
"""Squares above a board without pawns."""


@themed
def draw_storyboard(
    before: GameState,
    log: Sequence[Entry],
    *,
    figure: Figure | None = None,
    columns: int = 2,
    language: str | None = None,
) -> Drawing:
    """Draw one move for print: a strip of small frames, one for each effect, each with its caption.

    Only the part of the map where something happens is shown.
    """
    if type(columns) is not int or columns < 1:
        raise KhronosError(
            f"columns={quoted(columns)}: how many frames stand side by side, 1 or more?"
        )
    shown = panels(before, log)
    table = _stage(before, shown)
    columns = min(columns, max(1, len(shown)))
    rows = max(1, math.ceil(len(shown) / columns))
    wide = 11.0 / columns
    cell = min(CELL * 1.2, (wide - 0.3) / table.width)
    tall = table.height * cell + _CAPTION + 0.25
    if figure is None:
        figure = new_figure(wide * columns, tall * rows)
    width, height = figure.get_size_inches()
    axes = []
    for panel in shown:
        row, column = divmod(panel.number - 1, columns)
        left, top = column * wide + 0.1, height - row * tall - 0.08
        box = (left, top - table.height * cell, table.width * cell, table.height * cell)
        share = (box[0] / width, box[1] / height, box[2] / width, box[3] / height)
        ax = figure.add_axes(share)
        _frame(ax, panel, table, cell)
        _caption(figure, panel, (left / width, (box[1] - 0.04) / height), wide)
        axes.append(ax)
    return Drawing(figure, tuple(axes))


def _stage(before: GameState, shown: Sequence[Panel]) -> Table:
    """The part of the map where anything comes, goes or conflicts; domains may reach further."""
    mask = 0
    for panel in shown:
        for each in highlights_of(panel.entry.event, panel.state):
            if each.mark not in ("join", "split", "pay"):
                mask |= each.mask
    return Table.of(before.grid, mask, 2, _STRIP)


def _frame(ax: Axes, panel: Panel, table: Table, cell: float) -> None:
    scale = cell / CELL
    state, event = panel.state, panel.entry.event
    font = max(5.5, 8.0 * scale)
    draw_ground(ax, state.grid, table, font=font)
    strokes = [*standing(state, table), *ghosts(event, state, table)]
    strokes += shine(highlights_of(event, state), table)
    strokes += arrow_strokes(arrows_of([panel.entry]), table)
    Ink(ax, scale=scale).show(strokes)


def _caption(figure: Figure, panel: Panel, spot: Corner, wide: float) -> None:
    said = f"{panel.number}  {panel.entry.text()}"
    # Some room is left before the number of the next frame.
    words = textwrap.wrap(said, int((wide - 0.35) * 16.5), subsequent_indent="     ")
    figure.text(*spot, "\n".join(words), fontsize=8.5, va="top", color=INK, linespacing=1.15)
