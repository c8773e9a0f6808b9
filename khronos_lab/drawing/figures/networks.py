"""Networks: the domain graph on the board's own squares, and the tree of causes with captions."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from khronos_lab.analysis import attributes, cause_graph, domain_graph
from khronos_lab.core import USUAL_RULES, Building, Effect, Entry, Event, GameState
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.boards import new_canvas
from khronos_lab.drawing.highlights import badge
from khronos_lab.drawing.legend import Column, Item, base_columns
from khronos_lab.drawing.output.figure import Drawing, figure_of, themed
from khronos_lab.drawing.pieces import adventurers, cube_stroke, glyph_look, tile_look
from khronos_lab.drawing.strokes import (
    BADGE,
    BUILDINGS,
    Corner,
    Ink,
    Look,
    Stroke,
    merged,
    opened,
    placed,
)
from khronos_lab.drawing.themes import EFFECT_MARKS, INK, MUTED, PAPER, new_figure
from khronos_lab.rulebook import AGES, MIGHT, MILITARY, Age, say

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes

NODE_SIZE: Final = {1: 0.86, 2: 1.3, 3: 1.8}
"""By rank: the diameter of a node."""
NODE_GLYPH: Final = 0.58
"""The size of the glyph on a node, in diameters."""


@themed
def draw_domains(
    state: GameState,
    *,
    ax: Axes | None = None,
    legend: bool = True,
    language: str | None = None,
) -> Drawing:
    """Draw the buildings of all ages as nodes where they stand, joined where they touch."""
    columns = domain_legend(state.names) if legend and ax is None else []
    canvas = new_canvas(state.grid, ax=ax, legend=columns, fade=0.55)
    canvas.ink.show(domain_strokes(state, canvas.table))
    return Drawing(canvas.figure, canvas.axes)


def domain_strokes(state: GameState, table: Table) -> list[Stroke]:
    """Adventurers, areas of domains, edges between buildings that touch, buildings as nodes."""
    layers: tuple[list[Stroke], ...] = ([], [], [], [], [])
    areas, edges, discs, glyphs, cubes = layers
    for age in AGES:
        graph = domain_graph(state, age)
        for domain in state.boards[age].domains:
            areas.append(domain_area(table, age, domain.mask))
        edges += _edges(graph, table, age)
        for node in graph:
            spot = _middle(graph, node, table, age)
            facts = graph.nodes[node]
            discs.append(_disc(facts, spot))
            glyphs.append(_glyph(facts, spot))
            cubes += _cubes(facts, spot)
    nodes = (stroke for layer in layers for stroke in merged(layer))
    return [*adventurers(state, table), *nodes]


def _edges(graph: nx.Graph, table: Table, age: Age) -> Iterator[Stroke]:
    """Edges, one stroke for each number of shared sides: the more, the thicker."""
    for sides in (1, 2, 3):
        lines = [
            [_middle(graph, one, table, age), _middle(graph, other, table, age)]
            for one, other, shared in graph.edges.data("sides")
            if shared == sides
        ]
        yield edge_stroke(lines, sides)


def domain_area(table: Table, age: Age, mask: int) -> Stroke:
    """The area of a domain."""
    path = table.outline(age, mask, 0.03)
    return Stroke(path, Look(PAPER, MUTED, 1.0, (2.0, 2.0), 0.75), "domain")


def edge_stroke(lines: Sequence[Sequence[Corner]], sides: int) -> Stroke:
    """Lines between buildings that share this number of sides."""
    return Stroke(opened(*lines), Look(line=INK, width=1.2 + 1.4 * sides), f"edges {sides}")


def node_strokes(building: Building) -> list[Stroke]:
    """One building as a node with its cubes, seen from its first corner."""
    facts, half = attributes(MIGHT, building, None, USUAL_RULES), building.rank / 2
    spot = (half, half)
    return [_disc(facts, spot), _glyph(facts, spot), *_cubes(facts, spot)]


def _middle(graph: nx.Graph, node: int, table: Table, age: Age) -> Corner:
    x, y = table.corner(age, node)
    half = graph.nodes[node]["rank"] / 2
    return x + half, y + half


def _sort(facts: Mapping[str, Any]) -> str:
    return "ruin" if facts["ruin"] else "printed" if facts["printed"] else "tile"


def _disc(facts: Mapping[str, Any], spot: Corner) -> Stroke:
    path = placed(BADGE, [spot], [NODE_SIZE[facts["rank"]]])
    return Stroke(path, tile_look(facts["kind"], _sort(facts)), f"node {_sort(facts)}")


def _glyph(facts: Mapping[str, Any], spot: Corner) -> Stroke:
    kind, rank = facts["kind"], facts["rank"]
    path = placed(BUILDINGS[kind][rank], [spot], [NODE_SIZE[rank] * NODE_GLYPH])
    return Stroke(path, glyph_look(kind, _sort(facts)), "glyph")


def _cubes(facts: Mapping[str, Any], spot: Corner) -> Iterator[Stroke]:
    owner, (x, y) = facts["owner"], spot
    size = NODE_SIZE[facts["rank"]]
    for number, seat in enumerate(facts["cubes"] if owner is None else (owner,)):
        yield cube_stroke(seat, [(x + size * 0.36 - number * 0.42, y + size * 0.36)], 0.42)


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


# ------------------------------------------------------------------ causes

_LINE: Final = 0.235
"""Inches of a line of words."""
_INDENT: Final = 0.30
_WIDTH: Final = 9.0
_LETTERS: Final = 112
"""How many letters fit on a line that is not indented."""


@themed
def draw_causes(
    log: Sequence[Entry], *, ax: Axes | None = None, language: str | None = None
) -> Drawing:
    """Draw the effects of one move as a tree that is read from above, each with its caption."""
    graph = cause_graph(log)
    rows = list(_rows(graph))
    wrapped = [textwrap.wrap(text, _LETTERS - 4 * depth) for _, depth, text in rows]
    height = sum(len(lines) for lines in wrapped) + 0.45 * len(rows) + 0.4
    if ax is None:
        figure = new_figure(_WIDTH, max(0.6, height * _LINE))
        ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    ax.set_xlim(0, _WIDTH)
    ax.set_ylim(height * _LINE, 0)
    _tree(ax, graph, rows, wrapped)
    return Drawing(figure_of(ax), (ax,))


def _rows(graph: nx.DiGraph) -> Iterator[tuple[int, int, str]]:
    """Every entry with its depth and caption, causes before effects."""

    def walk(node: int, depth: int) -> Iterator[tuple[int, int, str]]:
        yield node, depth, graph.nodes[node]["entry"].text()
        for effect in sorted(graph.successors(node)):
            yield from walk(effect, depth + 1)

    for node in sorted(graph):
        if not graph.in_degree(node):
            yield from walk(node, 0)


def _tree(
    ax: Axes,
    graph: nx.DiGraph,
    rows: Sequence[tuple[int, int, str]],
    wrapped: Sequence[Sequence[str]],
) -> None:
    strokes: list[Stroke] = []
    signs: list[Stroke] = []
    spots: dict[int, Corner] = {}
    y = 0.4 * _LINE
    for (node, depth, _), lines in zip(rows, wrapped, strict=True):
        spots[node] = (0.25 + depth * _INDENT, y + _LINE / 2)
        strokes += _branch(graph, node, spots)
        signs += _sign(graph.nodes[node]["entry"].event, spots[node])
        age = graph.nodes[node]["age"]
        where = "" if age is None else say(age)
        x = spots[node][0] + 0.2
        for number, line in enumerate(lines):
            ax.text(
                x, y + _LINE * (number + 0.5), line, va="center_baseline", fontsize=9.5,
                fontstyle="normal" if graph.nodes[node]["change"] else "italic",
            )  # fmt: skip
        ax.text(
            _WIDTH - 0.1, y + _LINE / 2, where, ha="right", va="center_baseline",
            fontsize=8.5, color=MUTED,
        )  # fmt: skip
        y += _LINE * (len(lines) + 0.45)
    Ink(ax).show([*strokes, *signs])


def _branch(graph: nx.DiGraph, node: int, spots: dict[int, Corner]) -> list[Stroke]:
    """The line from a cause down and across to its effect."""
    found = list(graph.predecessors(node))
    if not found:
        return []
    (x, y), (u, v) = spots[found[0]], spots[node]
    return [Stroke(opened([(x, y), (x, v), (u, v)]), Look(line=MUTED, width=1.0), "branch")]


def _sign(event: Event, spot: Corner) -> list[Stroke]:
    effect = event.about.effect
    if event.about.mark == "shadow":
        return badge("shadow", spot, 0.19)
    if effect in (None, Effect.CARDS):
        return [Stroke(placed(BADGE, [spot], [0.09]), Look(MUTED), "dot")]
    return badge(EFFECT_MARKS[effect], spot, 0.19)
