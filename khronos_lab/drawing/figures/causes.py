"""Causes: the effects of one move as a tree with captions."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from khronos_lab.analysis import cause_graph
from khronos_lab.core import Effect, Entry, Event
from khronos_lab.drawing.marks import badge
from khronos_lab.drawing.output.figure import Drawing, figure_of, themed
from khronos_lab.drawing.strokes import BADGE, Corner, Ink, Look, Stroke, opened, placed
from khronos_lab.drawing.themes import MUTED, new_figure
from khronos_lab.rulebook import say
from khronos_lab.scenes import EFFECT_MARKS

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes

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
