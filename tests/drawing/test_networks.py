"""Domains as graphs where buildings stand, causes as a tree, moves and squares by themselves."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from matplotlib.path import Path

from khronos_lab.analysis import cause_graph, domain_graph
from khronos_lab.core import Build, Demolish, EndTurn, Move, Populate, Travel, square
from khronos_lab.drawing import (
    BoardLayout,
    Stroke,
    draw_causes,
    draw_move,
    draw_squares,
    points,
    scene_strokes,
)
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, RELIGIOUS, KhronosError
from khronos_lab.scenes import scene_of
from tests.drawing.games import longest_move, texts, timeline

END = timeline(3)[len(timeline(3)) - 1]
TABLE = BoardLayout.of(END.state.grid)


def domain_strokes() -> list[Stroke]:
    return scene_strokes(scene_of(END, "domains"), TABLE)


def middles(strokes: list[Stroke]) -> np.ndarray:
    """The middle of every shape of some strokes."""
    found = []
    for stroke in strokes:
        starts = np.flatnonzero(np.asarray(stroke.path.codes) == Path.MOVETO)
        found += [part.mean(axis=0) for part in np.split(points(stroke.path), starts[1:])]
    return np.array(found)


def test_every_building_is_a_node_where_it_stands_with_its_cubes():
    places = {
        tuple(np.array(TABLE.corner(age, each.square)) + each.rank / 2): each
        for age in AGES
        for each in END.state.boards[age]
    }
    spots = np.array(list(places))
    nodes = middles([each for each in domain_strokes() if each.label.startswith("node")])
    assert len(nodes) == len(places)
    assert all(np.abs(spots - node).max(axis=1).min() < 0.1 for node in nodes)
    cubes = middles([each for each in domain_strokes() if each.label.startswith("cubes")])
    owned = {spot: each for spot, each in places.items() if each.owner is not None or each.cubes}
    for cube in cubes:
        assert any(np.abs(np.array(spot) - cube).max() < each.rank / 2
                   for spot, each in owned.items())  # fmt: skip
    assert len(cubes) == sum(len(each.cubes) or 1 for each in owned.values())


def test_every_contact_is_an_edge_thicker_for_more_shared_sides():
    edges = [each for each in domain_strokes() if each.label.startswith("edges")]
    shared: dict[str, int] = {}
    for age in AGES:
        for _, _, sides in domain_graph(END.state, age).edges.data("sides"):
            shared[f"edges {sides}"] = shared.get(f"edges {sides}", 0) + 1
    drawn = {
        each.label: int(np.count_nonzero(np.asarray(each.path.codes) == Path.MOVETO))
        for each in edges
        if len(points(each.path))
    }
    assert drawn == shared
    widths = {each.label: each.look.width for each in edges}
    assert sorted(widths, key=widths.__getitem__) == sorted(widths)
    assert len({*widths.values()}) >= 2


# ------------------------------------------------------------------ causes


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_effect_is_written_in_full_as_far_right_as_it_is_deep(language):
    log = longest_move().log
    drawing = draw_causes(log, language=language)
    drawing.png(1)
    for text in drawing.ax.texts:
        box = text.get_window_extent()
        assert box.x1 <= drawing.figure.bbox.x1
        assert box.y0 >= 0
    written = " ".join(texts(drawing))
    assert all(word in written for entry in log for word in entry.text(language).split())
    depths = {round(x, 6) for x, _ in (t.get_position() for t in drawing.ax.texts) if x < 8}
    assert len(depths) == 1 + nx.dag_longest_path_length(cause_graph(log))


# ------------------------------------------------------------------ a move, or squares, alone


@pytest.mark.parametrize(
    ("action", "said", "signs"),
    [
        (Build(FAITH, RELIGIOUS, 3, square("a1"), (0, 3, 0)),
         "Build abbey at a1 in Faith for rrr (A1).", 2),
        (Demolish(MIGHT, square("p20")), "Demolish p20 in Might (A4).", 1),
        (Populate(square("d3")), "Populate d3 (A5).", 1),
        (Travel(MIGHT, FAITH), "Travel Might to Faith (T4).", 0),
        (EndTurn(), "End turn (T6).", 0),
        (Build(MIGHT, CIVIL, 3, square("p20"), (0, 0, 3)),
         "Build city at p20 in Might for ccc (A1).", 0),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_a_move_shows_its_words_and_its_squares(action, said, signs):
    drawing = draw_move(Move(action), language="en")
    assert said in [each.replace("\n", " ") for each in texts(drawing)]
    assert (len(drawing.axes) == 2) == bool(signs), "what has no place has no boards"
    if signs:
        assert {"Might", "Faith", "Reason"} <= {*texts(drawing)}
        # A mark is a halo, a line, a badge and its symbol, a shadow's a veil; a building its shade,
        # tile, shine and glyph.
        strokes = len(drawing.ax.collections[-1].get_paths())
        assert strokes == 4 * signs + 5 * isinstance(action, Build)


def test_squares_by_themselves_are_named():
    mask = 1 << square("c4") | 1 << square("c5")
    assert texts(draw_squares(mask)) == ["c4", "c5"]
    assert texts(draw_squares(mask, anchors=(square("c4"),))) == ["c4", "·"]
    [upper, lower] = [text.get_position() for text in draw_squares(mask).ax.texts]
    assert np.mod([upper, lower], 1) == pytest.approx(0.5), "in the middle of their squares"
    assert (lower[0] - upper[0], lower[1] - upper[1]) == (0, 1)
    with pytest.raises(KhronosError, match="no square to draw"):
        draw_squares(0)
