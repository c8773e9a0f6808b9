"""The domain graph where buildings stand, and the tree of causes."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.path import Path

from khronos_lab.analysis import cause_graph, domain_graph
from khronos_lab.core import square
from khronos_lab.drawing import (
    Drawing,
    Table,
    domain_strokes,
    draw_causes,
    draw_domains,
    draw_squares,
)
from khronos_lab.drawing.figures.networks import _rows
from khronos_lab.rulebook import AGES, KhronosError
from tests.drawing.games import longest_move, timeline
from tests.drawing.test_boards import parts, texts


def test_every_building_is_a_node_and_every_contact_an_edge():
    state = timeline(3).moves[-1].after
    strokes = domain_strokes(state, Table.of(state.grid))
    graphs = [domain_graph(state, age) for age in AGES]
    nodes = sum(parts(strokes, f"node {sort}") for sort in ("tile", "printed", "ruin"))
    assert nodes == sum(len(graph) for graph in graphs)
    lines = sum(
        int(np.count_nonzero(np.asarray(stroke.path.codes) == Path.MOVETO))
        for stroke in strokes
        if stroke.label.startswith("edges")
    )
    assert lines == sum(graph.number_of_edges() for graph in graphs)


def test_more_shared_sides_are_a_thicker_edge():
    state = timeline(3).moves[-1].after
    edges = [s for s in domain_strokes(state, Table.of(state.grid)) if s.label.startswith("edges")]
    by_sides = sorted((stroke.label, stroke.look.width) for stroke in edges)
    widths = [width for _, width in by_sides]
    assert widths == sorted(widths)
    assert len(set(widths)) >= 2


@pytest.mark.parametrize(("language", "word"), [("en", "domain"), ("de", "Domäne")])
def test_the_domain_graph_has_a_legend(language, word):
    assert word in texts(draw_domains(timeline(3).start, language=language))


def test_causes_stand_above_their_effects():
    graph = cause_graph(longest_move().log)
    order = [node for node, _, _ in _rows(graph)]
    assert sorted(order) == sorted(graph)
    assert all(order.index(one) < order.index(two) for one, two in graph.edges)
    depths = {node: depth for node, depth, _ in _rows(graph)}
    assert max(depths.values()) == nx.dag_longest_path_length(graph)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_effect_is_written_in_full(language):
    log = longest_move().log
    drawing = draw_causes(log, language=language)
    written = " ".join(texts(drawing))
    for entry in log:
        for word in entry.text(language).split():
            assert word in written


def test_captions_stay_on_the_page():
    drawing = draw_causes(longest_move().log, language="de")
    drawing.png(1)
    for text in drawing.ax.texts:
        box = text.get_window_extent()
        assert box.x1 <= drawing.figure.bbox.x1
        assert box.y0 >= 0


def test_axes_that_are_given_are_used():
    ax = Figure().add_subplot()
    assert draw_causes(longest_move().log, ax=ax).axes == (ax,)


def test_squares_by_themselves_are_named():
    mask = 1 << square("c4") | 1 << square("c5")
    assert isinstance(draw_squares(mask), Drawing)
    assert texts(draw_squares(mask)) == ["c4", "c5"]
    assert texts(draw_squares(mask, anchors=(square("c4"),))) == ["c4", "·"]
    [upper, lower] = [text.get_position() for text in draw_squares(mask).ax.texts]
    assert np.mod([upper, lower], 1) == pytest.approx(0.5), "in the middle of their squares"
    assert (lower[0] - upper[0], lower[1] - upper[1]) == (0, 1)
    with pytest.raises(KhronosError, match="no square to draw"):
        draw_squares(0)
