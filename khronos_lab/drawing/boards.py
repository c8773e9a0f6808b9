"""The figures of boards and moves: each is a scene with its legend, or a page of several."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import or_
from textwrap import fill, wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from khronos_lab.analysis import (
    Differences,
    Timeline,
    age_differences,
    cause_graph,
    differences,
)
from khronos_lab.core import (
    Action,
    Build,
    Building,
    Demolish,
    Effect,
    EndTurn,
    Entry,
    Event,
    Exchange,
    GameState,
    Grid,
    Move,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    action_text,
    bits,
    evolve,
    footprint,
    name,
    plain_grid,
)
from khronos_lab.drawing.layout import BoardLayout, draw_ground
from khronos_lab.drawing.marks import badge, mark_strokes
from khronos_lab.drawing.output import Drawing, axes_at, figure_of, themed
from khronos_lab.drawing.scene import (
    CELL,
    LARGEST,
    WIDTH,
    base_columns,
    draw_scene,
    legend_height,
    mark_columns,
    new_canvas,
    scene_strokes,
    view_legend,
    write_legend,
)
from khronos_lab.drawing.strokes import BADGE, Corner, Ink, Look, Stroke, opened, placed
from khronos_lab.drawing.themes import GRID, INK, MUTED, new_figure
from khronos_lab.rulebook import (
    AGES,
    COLUMNS,
    MIGHT,
    RANKS,
    REASON,
    ROWS,
    Age,
    KhronosError,
    capital,
    quoted,
    say,
)
from khronos_lab.scenes import (
    EFFECT_MARKS,
    FADE,
    Dot,
    Highlight,
    Mark,
    Piece,
    Scene,
    arrows_of,
    effects,
    highlights_of,
    lost_by,
    scene_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@themed
def draw_boards(
    state: GameState,
    *,
    ax: Axes | None = None,
    log: Sequence[Entry] = (),
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw the three ages; with the `log` of a move that led here, its effects stand out.

    The legend needs a figure of its own: it is left out where `ax` is given.
    """
    explained = view_legend("boards", state.names) if log else base_columns(state.names)
    columns = explained if legend else ()
    return draw_scene(Scene(state, tuple(effects(log, state))), ax=ax, legend=columns)


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
    scene = Scene(state, (*effects(log, state), *arrows_of(log)))
    columns = view_legend("shadows", state.names) if legend else ()
    return draw_scene(scene, ax=ax, legend=columns)


@themed
def draw_control(
    state: GameState, *, ax: Axes | None = None, legend: bool = True, language: str | None = None
) -> Drawing:
    """Draw every domain as an area of its controller, with the tax it would pay now.

    A card names those entitled by their cubes and the coins each would get; brackets say that none
    of them has an adventurer there (X4). Domains with several entitled (X3) are lined by turns.
    """
    return _view("control", state, ax, legend)


@themed
def draw_domains(
    state: GameState, *, ax: Axes | None = None, legend: bool = True, language: str | None = None
) -> Drawing:
    """Draw the buildings of all ages as nodes where they stand, joined where they touch."""
    return _view("domains", state, ax, legend)


@themed
def draw_changes(
    before: GameState,
    after: GameState,
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw what has changed between two states of a game."""
    return _view("difference", after, ax, legend, before)


def _view(
    view: str, state: GameState, ax: Axes | None, legend: bool, since: GameState | None = None
) -> Drawing:
    scene = scene_of(Timeline(state, ())[0], view, since)
    return draw_scene(scene, ax=ax, legend=view_legend(view, state.names) if legend else ())


@themed
def draw_shadow_chains(
    state: GameState, *, ax: Axes | None = None, legend: bool = True, language: str | None = None
) -> Drawing:
    """Draw for every large building of a position what has become of its shadow."""
    return _view("shadow_chains", state, ax, legend)


@themed
def draw_places(state: GameState, squares: Mapping[Age, int]) -> Drawing:
    """Draw the boards with a dot on some squares, by age; they come as in `first_squares`."""
    dots = (Dot(age, sq, "place") for age, mask in squares.items() for sq in bits(mask))
    return draw_scene(Scene(state, tuple(dots)))


# ------------------------------------------------------------------ one move, effect by effect


def panels(before: GameState, log: Sequence[Entry]) -> list[tuple[Entry, GameState]]:
    """The effects of a move that can be seen on the boards, each with the state after it."""
    found = []
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
            found.append((entry, state))
    return found


CAPTION: Final = 0.40  # inches below a frame for two lines of words
STRIP: Final = 1.8  # squares above a board without pawns


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
    # Where anything comes, goes or conflicts; domains may reach further.
    mask = 0
    for entry, state in shown:
        for each in highlights_of(entry.event, state):
            mask |= 0 if each.mark in ("join", "split", "pay") else each.mask
    table = BoardLayout.of(before.grid, mask, 2, STRIP)
    columns = min(columns, max(1, len(shown)))
    rows = max(1, math.ceil(len(shown) / columns))
    wide = 11.0 / columns
    cell = min(CELL * 1.2, (wide - 0.3) / table.width)
    tall = table.height * cell + CAPTION + 0.25
    if figure is None:
        figure = new_figure(wide * columns, tall * rows)
    width, height = figure.get_size_inches()
    axes = []
    for number, (entry, state) in enumerate(shown):
        row, column = divmod(number, columns)
        left, bottom = column * wide + 0.1, height - row * tall - 0.08 - table.height * cell
        ax = axes_at(figure, left, bottom, table.width * cell, table.height * cell)
        event, scale = entry.event, cell / CELL
        draw_ground(ax, state.grid, table, font=max(5.5, 8.0 * scale))
        marks: list[Mark] = [*lost_by(event, state), *highlights_of(event, state)]
        marks += arrows_of([entry])
        Ink(ax, scale=scale).show(scene_strokes(Scene(state, tuple(marks)), table, pawns=False))
        said = f"{number + 1}  {entry.text()}"
        # Some room is left before the number of the next frame.
        words = wrap(said, int((wide - 0.35) * 16.5), subsequent_indent="     ")
        figure.text(
            left / width, (bottom - 0.04) / height, "\n".join(words), fontsize=8.5, va="top",
            color=INK, linespacing=1.15,
        )  # fmt: skip
        axes.append(ax)
    return Drawing(figure, tuple(axes))


# ------------------------------------------------------------------ two positions, or two ages

TITLE: Final = 0.30  # inches above a picture for its name
LINE: Final = 0.175  # inches of a line of words
MOST_LINES: Final = 26
"""How many lines are written below, in two columns; the rest is in the picture and the text."""
LETTERS: Final = 84  # of a line
FIRST, SECOND = 0, 1

_DOMAIN_MARKS: Final = {"joined": "join", "split": "split", "regrouped": "split", "control": "pay"}
"""By sort of difference; marked on the second side."""
_SORTS: Final = ("gone", "new", "touched", "join", "split", "pay")  # in the order of the legend
_AGE_WORDS: Final = {
    "new": "differences-age",
    "join": "differences-age_join",
    "split": "differences-age_split",
}
"""Those that mean something else where two ages are compared."""


@themed
def draw_side_by_side(
    first: GameState,
    second: GameState,
    *,
    labels: tuple[str, str] | None = None,
    zoom: bool = False,
    words: bool = True,
    purses: Sequence[int] | None = None,
    language: str | None = None,
) -> Drawing:
    """Draw two positions one above the other, with all that differs in full colours and marked.

    Parameters
    ----------
    labels
        What the two are, as in `after 3.A`; they head the pictures and stand in the sentences.
    zoom
        Show only the part of the map where buildings differ, without adventurers.
    words
        Write the differences below, as far as there is room.
    purses
        The seats whose coins are told; None for all. The others keep theirs hidden (S6): only
        what differs is told.
    """
    found = differences(first, second)
    around = reduce(or_, chain(*(each.masks for each in found.buildings)), 0) if zoom else 0
    table = (
        BoardLayout.of(second.grid, around, top=STRIP) if around else BoardLayout.of(second.grid)
    )
    heads, scenes, marked = [], [], set[str]()
    named = labels or (say("differences-first"), say("differences-second"))
    for side, (state, label) in enumerate(zip((first, second), named, strict=True)):
        highlights = _highlights(found, side)
        marked |= {each.mark for each in highlights}
        scenes.append(Scene(state, (*_pieces(found, side), *highlights), "pale", FADE))
        told = ", ".join(
            f"{player.name} {say('n-coins', n=player.coins)}"
            for seat, player in enumerate(state.players)
            if purses is None or seat in purses
        )
        heads.append(f"{capital(label)}{f':  {told}' if told else ''}")
    # Around a few squares there is no room for adventurers beside the name of the age.
    return _page(
        scenes, table, marked, _lines(found, labels, purses) if words else [], heads,
        pawns=not around,
    )  # fmt: skip


@themed
def draw_two_ages(
    state: GameState, first: Age, second: Age, *, words: bool = True, language: str | None = None
) -> Drawing:
    """Draw a position with all that differs between two of its ages marked in both."""
    found = age_differences(state, first, second)
    pieces = [piece for side in (FIRST, SECOND) for piece in _pieces(found, side)]
    marks = [
        each._replace(mark="new") if each.mark == "gone" else each
        for side in (FIRST, SECOND)
        for each in _highlights(found, side)
    ]
    scene, marked = Scene(state, (*pieces, *marks), "pale", FADE), {each.mark for each in marks}
    lines = _lines(found) if words else []
    return _page([scene], BoardLayout.of(state.grid), marked, lines, words=_AGE_WORDS)


def _pieces(found: Differences, side: int) -> list[Piece]:
    pairs = ((each.ages[side], (each.first, each.second)[side]) for each in found.buildings)
    return [Piece(age, building) for age, building in pairs if building is not None]


def _highlights(found: Differences, side: int) -> list[Highlight]:
    alone = ("gone", "new")[side]
    marks = [
        Highlight("touched" if each.sort == "changed" else alone, each.ages[side], there.mask)
        for each in found.buildings
        if (there := (each.first, each.second)[side]) is not None
    ]
    for change in found.domains if side == SECOND else ():
        mark = _DOMAIN_MARKS.get(change.sort)
        if mark is not None:
            marks += [Highlight(mark, change.ages[side], each.mask) for each in change.second]
    return marks


def _lines(
    found: Differences,
    labels: tuple[str, str] | None = None,
    purses: Sequence[int] | None = None,
) -> list[str]:
    """The differences in words, the players' first, as many as there is room for."""
    said = found.text(labels, purses).split("\n")
    rest = len(said) - len(found.players)
    wrapped = [
        line
        for each in (*said[rest:], *said[:rest])
        for line in fill(each, LETTERS, subsequent_indent="    ").split("\n")
    ]
    return wrapped if len(wrapped) <= MOST_LINES else [*wrapped[: MOST_LINES - 1], "…"]


def _page(
    scenes: Sequence[Scene],
    table: BoardLayout,
    marked: Collection[str],
    lines: Sequence[str],
    heads: Sequence[str] = (),
    *,
    pawns: bool = True,
    words: Mapping[str, str] = MappingProxyType({}),
) -> Drawing:
    """Boards below each other under their heads, a legend of what is marked, and lines of words."""
    keys = {mark: words.get(mark, f"differences-{mark}") for mark in _SORTS if mark in marked}
    legend = base_columns(scenes[0].state.names)
    if keys:
        legend += mark_columns(keys, title="view-difference")
    cell = min(LARGEST, WIDTH / table.width)
    wide, tall = table.width * cell, table.height * cell
    row = tall + (TITLE if heads else 0.0)
    half = (len(lines) + 1) // 2
    room = LINE * half + 0.1 if lines else 0.0
    below = room + legend_height(max(len(column.items) for column in legend)) * CELL
    figure = new_figure(max(WIDTH, wide), below + row * len(scenes))
    width, height = figure.get_size_inches()
    for x, column in ((0.012, lines[:half]), (0.512, lines[half:])):
        figure.text(
            x, (room - 0.02) / height, "\n".join(column), va="top", fontsize=8.5, color=INK,
            linespacing=1.25,
        )  # fmt: skip
    axes = []
    for number, scene in enumerate(scenes, 1):
        bottom = height - row * number
        ax = axes_at(figure, 0.0, bottom, wide, tall)
        axes.append(draw_scene(scene, ax=ax, table=table, pawns=pawns).ax)
        if heads:
            y = (bottom + tall + 0.06) / height
            figure.text(0.012, y, heads[number - 1], fontsize=10, fontweight="bold", color=INK)
    axes.append(axes_at(figure, 0.0, room, width, below - room))
    write_legend(axes[-1], legend, width / CELL)
    return Drawing(figure, tuple(axes))


# ------------------------------------------------------------------ moves without a position


CLAUSES: Final[dict[type[Action], str]] = {
    Exchange: "T2", Swap: "V2", Travel: "T4", Build: "A1", Upgrade: "A2", Demolish: "A4",
    Populate: "A5", Restore: "A6", EndTurn: "T6",
}  # fmt: skip
"""By action: the clause that allows it."""

_MARGIN: Final = 3  # squares shown around those of the move
_MOVE_LETTERS: Final = 11.5  # letters of a sentence for an inch
_SENTENCE: Final = 0.24
_ALONE: Final = 4.6  # inches of a card without boards


def move_text(move: Move | Action) -> str:
    """A move in words, with the clause that allows it.

    >>> from khronos_lab.rulebook import MIGHT, MILITARY
    >>> move_text(Build(MIGHT, MILITARY, 1, 5, cards=(1, 0, 0)))
    'Build watchtower at f1 in Might for m (A1).'
    """
    action = move.action if isinstance(move, Move) else move
    said = action_text(action)
    return f"{said[0].upper()}{said[1:]} ({CLAUSES[type(action)]})."


@themed
def draw_move(move: Move | Action, *, language: str | None = None) -> Drawing:
    """Draw a move that belongs to no position: its sentence, and its squares in the ages."""
    action = move.action if isinstance(move, Move) else move
    grid = plain_grid(COLUMNS, ROWS)
    place = place_of(action, grid)
    table = None if place is None else BoardLayout.of(grid, place[1], _MARGIN)
    wide = _ALONE if table is None else max(_ALONE, table.width * CELL)
    below = 0.0 if table is None else table.height * CELL
    lines = wrap(move_text(action), int(wide * _MOVE_LETTERS))
    above = len(lines) * _SENTENCE + 0.16
    figure = new_figure(wide, above + below)
    words = axes_at(figure, 0.0, below, wide, above)
    words.set_axis_off()
    words.text(0.12 / wide, 0.5, "\n".join(lines), va="center", fontsize=11, color=INK)
    if place is None or table is None:
        return Drawing(figure, (words,))
    ax = axes_at(figure, 0.0, 0.0, table.width * CELL, below)
    canvas = new_canvas(grid, ax=ax, table=table, fade=1.0)
    strokes = [
        stroke for mark in move_marks(action, *place) for _, stroke in mark_strokes(mark, table, 2)
    ]
    canvas.ink.show(strokes)
    return Drawing(figure, (ax, words))


def place_of(action: Action, grid: Grid) -> tuple[Age, int] | None:
    """The age and the squares of an action; None if it has none, or none on any map."""
    if not isinstance(action, Build | Upgrade | Demolish | Populate | Restore):
        return None
    rank = action.rank if isinstance(action, Build | Upgrade) else 1
    age = REASON if isinstance(action, Populate | Restore) else action.age
    if age not in AGES or rank not in RANKS or action.square < 0:
        return None
    mask = footprint(action.square, rank)
    return (age, mask) if not mask & ~grid.area else None


def move_marks(action: Action, age: Age, mask: int) -> list[Mark]:
    """What an action would build on its squares, touch or remove."""
    if not isinstance(action, Build | Upgrade):
        return [Highlight("gone" if isinstance(action, Demolish) else "touched", age, mask)]
    building = Building(action.kind, action.rank, action.square)
    later = (Highlight("shadow", each, mask) for each in AGES if each > age)
    return [Piece(age, building), Highlight("new", age, mask), *later]


def first_squares(actions: Iterable[Action], grid: Grid) -> dict[Age, int]:
    """By age: the first squares of these actions; nothing if one of them has no square."""
    found: dict[Age, int] = {}
    for action in actions:
        place = place_of(action, grid)
        if place is None:
            return {}
        age, mask = place
        found[age] = found.get(age, 0) | mask & -mask
    return found


@themed
def draw_squares(mask: int, *, ax: Axes | None = None, anchors: Sequence[int] = ()) -> Drawing:
    """Draw a set of squares with their names; `anchors` are named in full, the others by a dot."""
    if not mask:
        raise KhronosError("there is no square to draw")
    table = BoardLayout.of(plain_grid(COLUMNS, ROWS), mask, 1)
    window = table.window
    if ax is None:
        cell = CELL * 1.6
        figure = new_figure((window.columns + 0.4) * cell, (window.rows + 0.4) * cell)
        ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    ax.set_aspect("equal")
    ax.set_xlim(-0.2, window.columns + 0.2)
    ax.set_ylim(window.rows + 0.2, -0.2)
    across, down = float(window.columns), float(window.rows)
    lines = [[(x, 0.0), (x, down)] for x in np.arange(across + 1)]
    lines += [[(0.0, y), (across, y)] for y in np.arange(down + 1)]
    between = Stroke(opened(*lines), Look(line=GRID, width=0.6), "lines")
    squares = Stroke(table.outline(MIGHT, mask), Look("#EFEFEF", INK, 1.6), "squares")
    Ink(ax, zorder=2).show([between, squares])
    for sq in bits(mask):
        x, y = table.corner(MIGHT, sq)
        text, colour = (name(sq), INK) if sq in anchors or not anchors else ("·", MUTED)
        ax.text(
            x + 0.5, y + 0.5, text, ha="center", va="center_baseline", fontsize=8, color=colour,
            zorder=3,
        )  # fmt: skip
    return Drawing(figure_of(ax), (ax,))


# ------------------------------------------------------------------ causes

_ROW: Final = 0.235  # inches of a line of words
_INDENT: Final = 0.30
_WIDTH: Final = 9.0
_LETTERS: Final = 112  # how many letters fit on a line that is not indented


@themed
def draw_causes(
    log: Sequence[Entry], *, ax: Axes | None = None, language: str | None = None
) -> Drawing:
    """Draw the effects of one move as a tree that is read from above, each with its caption."""
    import networkx as nx  # which takes time

    graph = cause_graph(log)
    rows: dict[int, tuple[int, list[str]]] = {}  # by effect: its depth and its lines, causes first
    for first in (node for node in sorted(graph) if not graph.in_degree(node)):
        for node in nx.dfs_preorder_nodes(graph, first, sort_neighbors=sorted):
            cause = next(iter(graph.predecessors(node)), None)
            depth = 0 if cause is None else rows[cause][0] + 1
            rows[node] = depth, wrap(graph.nodes[node]["entry"].text(), _LETTERS - 4 * depth)
    height = sum(len(lines) for _, lines in rows.values()) + 0.45 * len(rows) + 0.4
    if ax is None:
        figure = new_figure(_WIDTH, max(0.6, height * _ROW))
        ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    ax.set_xlim(0, _WIDTH)
    ax.set_ylim(height * _ROW, 0)
    branches: list[Stroke] = []
    signs: list[Stroke] = []
    spots: dict[int, Corner] = {}
    y = 0.4 * _ROW
    for node, (depth, lines) in rows.items():
        facts, (u, v) = graph.nodes[node], (0.25 + depth * _INDENT, y + _ROW / 2)
        spots[node] = u, v
        for cause in [*graph.predecessors(node)][:1]:
            # Down from the cause, and across to its effect.
            x, top = spots[cause]
            path = opened([(x, top), (x, v), (u, v)])
            branches.append(Stroke(path, Look(line=MUTED, width=1.0), "branch"))
        signs += _sign(facts["entry"].event, (u, v))
        style = "normal" if facts["change"] else "italic"
        for number, line in enumerate(lines):
            ax.text(
                u + 0.2, y + _ROW * (number + 0.5), line, va="center_baseline", fontsize=9.5,
                fontstyle=style,
            )  # fmt: skip
        ax.text(
            _WIDTH - 0.1, v, "" if facts["age"] is None else say(facts["age"]), ha="right",
            va="center_baseline", fontsize=8.5, color=MUTED,
        )  # fmt: skip
        y += _ROW * (len(lines) + 0.45)
    Ink(ax).show([*branches, *signs])
    return Drawing(figure_of(ax), (ax,))


def _sign(event: Event, spot: Corner) -> list[Stroke]:
    effect = event.about.effect
    if event.about.mark == "shadow":
        return badge("shadow", spot, 0.19)
    if effect in (None, Effect.CARDS):
        return [Stroke(placed(BADGE, [spot], [0.09]), Look(MUTED), "dot")]
    return badge(EFFECT_MARKS[effect], spot, 0.19)
