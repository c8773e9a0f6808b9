"""Arrows from age to age, the shadow graph of a position, and the storyboard of a move."""

from __future__ import annotations

from itertools import combinations
from typing import Any, cast

import pytest

import khronos_lab as kl
from khronos_lab.analysis import Timeline, shadow_graph
from khronos_lab.core import Building, evolve
from khronos_lab.core import events as e
from khronos_lab.drawing import (
    ARROWS,
    BoardLayout,
    Window,
    draw_storyboard,
    mark_strokes,
    panels,
    points,
)
from khronos_lab.rulebook import FAITH, MILITARY, Age, KhronosError
from khronos_lab.scenes import Arrow, arrows_of, scene_of
from tests.drawing.games import labels, moments, texts, timeline


def span_of(event):
    return moments()[event][1].span


@pytest.mark.parametrize(
    ("event", "sort", "clause"),
    [
        (e.ShadowCast, "cast", None),
        (e.ShadowBlocked, "blocked", "B3a"),
        (e.ShadowMissing, "missing", "B5"),
        (e.BuildingErased, "erased", None),
        (e.ShadowWithdrawn, "withdrawn", None),
        (e.ShadowReplaced, "replaced", None),
    ],
)
def test_every_fate_of_a_shadow_has_its_arrow_from_the_same_squares_one_age_earlier(
    event, sort, clause
):
    span = span_of(event)
    table = BoardLayout.of(span.after.grid)
    arrows = [each for each in arrows_of(span.log) if each.sort == sort]
    assert len(arrows) == sum(isinstance(entry.event, event) for entry in span.log)
    strokes = [stroke for _, stroke in mark_strokes(arrows[0], table, 2)]
    assert (f"word {clause}" in labels(strokes)) == bool(clause)
    assert (sort in labels(strokes)) == (sort != "erased"), "what is erased has only a sign"
    [sign] = [each for each in strokes if each.label == f"end {sort}"]
    low, high = points(sign.path).min(axis=0), points(sign.path).max(axis=0)
    assert (high - low).min() > 0.2
    assert (high - low).max() < 1.4
    spots = [((high + low) / 2, arrows[0].age)]
    for curve in (each for each in strokes if each.label == sort):
        first, *_, last = points(curve.path)
        spots += [(first, Age(arrows[0].age - 1)), (last, arrows[0].age)]
    for spot, age in spots:
        corners = [table.corner(Age(age), each) for each in arrows[0].building.squares]
        assert any(-0.5 <= spot[0] - x <= 1.5 and -0.5 <= spot[1] - y <= 1.5 for x, y in corners)


def test_an_arrow_bends_upwards_between_its_ends():
    for square in range(3):
        arrow = Arrow("cast", FAITH, Building(MILITARY, 2, square))
        _, curve, _ = (
            stroke for _, stroke in mark_strokes(arrow, BoardLayout(Window(0, 0, 9, 9)), 2)
        )
        first, *between, last = points(curve.path)
        assert all(first[0] < x < last[0] and y < min(first[1], last[1]) for x, y in between)
        assert between[0][0] < between[1][0]


def test_the_graph_of_a_position_has_a_line_and_its_end_for_every_edge():
    state = timeline(4).moves[-1].after
    table = BoardLayout.of(state.grid)
    links = scene_of(Timeline(state, ())[0], "shadow_chains").marks
    found = labels(stroke for link in links for _, stroke in mark_strokes(link, table, 5))
    states = [facts["state"] for _, _, facts in shadow_graph(state).edges.data()]
    expected = sorted("cast" if each == "copy" else each for each in states)
    assert sorted(label for label in found if label in ARROWS) == expected
    assert sorted(label[4:] for label in found if label.startswith("end ")) == expected


# ------------------------------------------------------------------ storyboard


def test_a_storyboard_has_a_frame_for_each_effect_on_the_boards():
    span = span_of(e.BuildingErased)
    drawing = draw_storyboard(span.before, span.log)
    shown = panels(span.before, span.log)
    assert len(drawing.axes) == len(shown) > 2
    captions = [text.get_text().replace("\n", " ") for text in drawing.figure.texts]
    assert captions == [f"{number}  {entry}" for number, (entry, _) in enumerate(shown, 1)]
    states, state = [], span.before
    for entry in span.log:
        state = evolve(state, entry.event)
        states.append(state)
    assert all(state in states for _, state in shown), "the state after its effect"
    german = draw_storyboard(span.before, span.log, language="de")
    assert any("Zeitschatten" in text.get_text() for text in german.figure.texts)
    assert "Macht" in texts(german)


def test_frames_show_where_something_happens_do_not_overlap_and_stay_on_the_page():
    span = span_of(e.DomainSplit)
    drawing = draw_storyboard(span.before, span.log, columns=3)
    boxes = [ax.get_position(original=True) for ax in drawing.axes]
    assert all(min(box.x0, box.y0) >= 0 and max(box.x1, box.y1) <= 1 for box in boxes)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    span = span_of(e.BuildingErased)
    drawing = draw_storyboard(span.before, span.log)
    rows = drawing.ax.get_ylim()[0]
    assert rows < span.before.grid.rows
    paths = [path for each in drawing.ax.collections for path in each.get_paths()]
    assert all(points(path)[:, 1].max() <= rows + 0.5 for path in paths if len(points(path)))


def test_a_move_without_effects_on_the_boards_gives_an_empty_page():
    span = next(each for each in timeline(3).moves if not panels(each.before, each.log))
    assert draw_storyboard(span.before, span.log).axes == ()


@pytest.mark.parametrize("language", ["en", "de"])
def test_captions_of_a_storyboard_leave_room_before_the_next_frame(language):
    for step in (263, 138):
        span = timeline(3)[step].span
        assert span is not None
        drawing = draw_storyboard(span.before, span.log, language=language)
        drawing.png(1)
        for text in drawing.figure.texts:
            column = int(text.get_position()[0] * 2)
            edge = (column + 1) * drawing.figure.bbox.width / 2
            assert text.get_window_extent().x1 < edge


def test_effects_of_another_position_and_an_odd_legend_are_refused():
    game, draw = kl.load("data/games/08-lesson-three-ages.khr"), cast(Any, kl.draw)
    with pytest.raises(KhronosError, match="These effects did not happen in this position"):
        draw.storyboard(game, game.frames[3])
    with pytest.raises(KhronosError, match='legend is True or False, not "no"'):
        draw.shadows(game, legend="no")
