"""Arrows from age to age, the shadow graph of a position, and the storyboard of a move."""

from __future__ import annotations

from typing import Any, cast

import pytest

import khronos_lab as kl
from khronos_lab.analysis import shadow_graph
from khronos_lab.core import events as e
from khronos_lab.core import evolve
from khronos_lab.drawing import (
    ARROWS,
    GRAPH_SORTS,
    MOVE_SORTS,
    Drawing,
    Table,
    arrow_strokes,
    arrows_of,
    bow,
    draw_shadow_chains,
    draw_shadows,
    draw_storyboard,
    panels,
    points,
    renderer_of,
    shadow_graph_strokes,
    tip,
)
from khronos_lab.rulebook import Age, KhronosError
from tests.drawing.games import labels, longest_move, moments, timeline
from tests.drawing.test_boards import texts


def span_of(event):
    return moments()[event][1].span


@pytest.mark.parametrize(
    ("event", "sort"),
    [
        (e.ShadowCast, "cast"),
        (e.ShadowBlocked, "blocked"),
        (e.ShadowMissing, "missing"),
        (e.BuildingErased, "erased"),
        (e.ShadowWithdrawn, "withdrawn"),
        (e.ShadowReplaced, "replaced"),
    ],
)
def test_every_fate_of_a_shadow_has_its_arrow(event, sort):
    span = span_of(event)
    arrows = [each for each in arrows_of(span.log) if each.sort == sort]
    assert len(arrows) == sum(isinstance(entry.event, event) for entry in span.log)
    strokes = arrow_strokes(arrows, Table.of(span.after.grid))
    assert f"end {sort}" in labels(strokes)
    assert (sort in labels(strokes)) == (sort != "erased")


@pytest.mark.parametrize("sort", ARROWS)
def test_the_sign_at_the_end_of_an_arrow_is_where_the_arrow_ends(sort):
    [end] = tip(ARROWS[sort], (2.0, 3.0), (12.0, 5.0), sort)
    low, high = points(end.path).min(axis=0), points(end.path).max(axis=0)
    assert (low - 0.2 <= (12.0, 5.0)).all()
    assert (high + 0.2 >= (12.0, 5.0)).all()
    assert (high - low).min() > 0.2
    assert (high - low).max() < 1.4


def test_an_arrow_bends_upwards_between_its_ends():
    for start, end in (((0.0, 4.0), (10.0, 6.0)), ((0.0, 6.0), (3.0, 4.0))):
        first, *between, last = points(bow(start, end))
        assert (tuple(first), tuple(last)) == (start, end)
        assert all(0 < x < end[0] and y < min(start[1], end[1]) for x, y in between)
        assert between[0][0] < between[1][0]


def test_an_arrow_leads_from_the_same_squares_one_age_earlier():
    span = span_of(e.ShadowCast)
    table = Table.of(span.after.grid)
    arrow = next(each for each in arrows_of(span.log) if each.sort == "cast")
    (curve,) = (each for each in arrow_strokes([arrow], table) if each.label == "cast")
    start, end = points(curve.path)[0], points(curve.path)[-1]
    for spot, age in ((start, arrow.age - 1), (end, arrow.age)):
        assert table.shows(Age(age), *spot)
        corners = [table.corner(Age(age), each) for each in arrow.building.squares]
        assert any(0 <= spot[0] - x <= 1 and 0 <= spot[1] - y <= 1 for x, y in corners)


def test_a_blocked_shadow_names_its_clause():
    for clause in ("B3a", "B3b"):
        found = [
            arrow
            for span in timeline(3).moves
            for arrow in arrows_of(span.log)
            if arrow.sort == "blocked" and arrow.clause == clause
        ]
        strokes = arrow_strokes(found[:1], Table.of(timeline(3).start.grid))
        assert f"word {clause}" in labels(strokes)


def test_a_missing_shadow_names_b5():
    strokes = arrow_strokes(
        [each for each in arrows_of(span_of(e.ShadowMissing).log) if each.sort == "missing"],
        Table.of(timeline(6).start.grid),
    )
    assert "word B5" in labels(strokes)


def test_all_sorts_are_in_the_legend():
    span = longest_move()
    written = texts(draw_shadows(span.after, span.log))
    assert {"shadow cast", "shadow blocked", "shadow withdrawn", "no tile or cube left"} <= {
        *written
    }
    assert set(MOVE_SORTS) < set(ARROWS)


def test_the_graph_of_a_position_has_a_line_for_every_edge():
    state = timeline(4).moves[-1].after
    found = labels(shadow_graph_strokes(state, Table.of(state.grid)))
    lines = [label for label in found if label in GRAPH_SORTS.values()]
    graph = shadow_graph(state)
    assert len(lines) == graph.number_of_edges()
    states = [facts["state"] for _, _, facts in graph.edges.data()]
    assert sorted(lines) == sorted(GRAPH_SORTS[each] for each in states)
    assert len([label for label in found if label.startswith("end ")]) == len(lines)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_graph_of_a_position_is_drawn(language):
    drawing = draw_shadow_chains(timeline(4).moves[-1].after, language=language)
    assert isinstance(drawing, Drawing)
    word = {"en": "no shadow stands there", "de": "dort steht kein Zeitschatten"}[language]
    assert word in texts(drawing)


# ------------------------------------------------------------------ storyboard


def test_a_storyboard_has_a_frame_for_each_effect_on_the_boards():
    span = span_of(e.BuildingErased)
    drawing = draw_storyboard(span.before, span.log)
    shown = panels(span.before, span.log)
    assert len(drawing.axes) == len(shown) > 2
    captions = [text.get_text().replace("\n", " ") for text in drawing.figure.texts]
    assert captions == [f"{each.number}  {each.entry}" for each in shown]


def test_frames_show_the_state_after_their_effect():
    span = longest_move()
    state = span.before
    states = []
    for entry in span.log:
        state = evolve(state, entry.event)
        states.append(state)
    for panel in panels(span.before, span.log):
        assert panel.state in states
    assert state == span.after


def test_captions_are_german_when_asked_for():
    span = span_of(e.ShadowBlocked)
    drawing = draw_storyboard(span.before, span.log, language="de")
    written = [text.get_text() for text in drawing.figure.texts]
    assert any("Zeitschatten" in words for words in written)
    assert "Macht" in texts(drawing)


def test_frames_do_not_overlap_and_stay_on_the_page():
    span = span_of(e.DomainSplit)
    drawing = draw_storyboard(span.before, span.log, columns=3)
    boxes = [ax.get_position(original=True) for ax in drawing.axes]
    for number, box in enumerate(boxes):
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= 1
        assert box.y1 <= 1
        assert not any(box.overlaps(other) for other in boxes[number + 1 :])


def test_a_frame_shows_only_the_part_where_something_happens():
    span = span_of(e.BuildingErased)
    drawing = draw_storyboard(span.before, span.log)
    rows = drawing.ax.get_ylim()[0]
    assert rows < span.before.grid.rows
    for collection in drawing.ax.collections:
        for path in collection.get_paths():
            corners = points(path)
            assert not len(corners) or corners[:, 1].max() <= rows + 0.5


def test_a_move_without_effects_on_the_boards_gives_an_empty_page():
    span = next(each for each in timeline(3).moves if not panels(each.before, each.log))
    drawing = draw_storyboard(span.before, span.log)
    assert drawing.axes == ()


@pytest.mark.parametrize("language", ["en", "de"])
def test_captions_of_a_storyboard_leave_room_before_the_next_frame(language):
    game = timeline(3)
    for step in (263, 138):
        span = game[step].span
        assert span is not None
        figure = draw_storyboard(span.before, span.log, language=language).figure
        renderer = renderer_of(figure)
        for text in figure.texts:
            box = text.get_window_extent(renderer)
            column = int(text.get_position()[0] * 2)
            assert box.x1 < (column + 1) * figure.bbox.width / 2


def test_effects_of_another_position_and_an_odd_legend_are_refused():
    game, draw = kl.load("data/games/08-lesson-three-ages.khr"), cast(Any, kl.draw)
    with pytest.raises(KhronosError, match="These effects did not happen in this position"):
        draw.storyboard(game, game.frames[3])
    with pytest.raises(KhronosError, match='legend is True or False, not "no"'):
        draw.shadows(game, legend="no")
