"""Scenes: pictures as facts. What each view says about a moment, without anything being drawn."""

from __future__ import annotations

import pytest

import khronos_lab as kl
from khronos_lab.analysis import forecast
from khronos_lab.core import Build, Upgrade, square
from khronos_lab.core import events as e
from khronos_lab.drawing import BoardLayout, mark_strokes
from khronos_lab.engine import legal_actions
from khronos_lab.rulebook import AGES, FAITH, MIGHT, REASON, KhronosError
from khronos_lab.scenes import (
    VIEWS,
    Arrow,
    Ghost,
    HeatMark,
    Highlight,
    Holding,
    Piece,
    Scene,
    Wished,
    better_turn,
    build_values,
    heat,
    place_of,
    scene_of,
)
from tests.drawing.games import moments, timeline

GAME = timeline(3)
LAST = GAME[len(GAME) - 1]
BETTER = """
player Ann: hand mm
player Ben: coins 6
Might | Faith | Reason
{keep} | . . | {ruin}
{rest} | . . | {more}
"""


def of(scene: Scene, sort: type) -> list:
    return [each for each in scene.marks if isinstance(each, sort)]


def test_shadows_are_the_boards_with_the_fate_of_every_shadow():
    for event, sort in ((e.ShadowCast, "cast"), (e.ShadowBlocked, "blocked")):
        frame = moments()[event][1]
        boards, shadows = (scene_of(frame, view) for view in ("boards", "shadows"))
        arrows = of(shadows, Arrow)
        assert not of(boards, Arrow)
        assert shadows.marks == (*boards.marks, *arrows)
        told = frame.event
        assert isinstance(told, e.OfBuilding)
        assert Arrow(sort, told.age, told.building, told.clause) in arrows


def test_a_shadow_falls_until_its_fate_is_known():
    game, frame = moments()[e.BuildingErased]
    falls = next(
        each.event for each in reversed(frame.so_far) if isinstance(each.event, e.ShadowFalls)
    )
    assert Arrow("falls", falls.age, falls.building) in scene_of(frame, "shadows").marks
    cast = next(
        each for each in game if each.index > frame.index and isinstance(each.event, e.ShadowCast)
    )
    assert not any(each.sort == "falls" for each in of(scene_of(cast, "shadows"), Arrow))


def test_what_an_event_takes_away_is_a_ghost_where_nothing_stands_now():
    frame = moments()[e.BuildingDemolished][1]
    told = frame.event
    assert isinstance(told, e.Removal)
    assert of(scene_of(frame), Ghost) == [Ghost(told.age, told.lost)]
    marks = [each.mark for each in of(scene_of(frame), Highlight) if each.strong]
    assert marks == ["gone"]


def test_control_says_who_collects_what():
    scene = scene_of(LAST, "control")
    assert [(each.seats, each.amount) for each in of(scene, Holding)] == [
        (line.seats, line.amount) for line in forecast(LAST.state).domains
    ]
    assert (scene.pieces, scene.fade > 0) == ("pale", True)


def test_the_difference_shows_what_came_and_is_empty_between_equal_states():
    scene = scene_of(LAST, "difference", GAME.start)
    new = {
        (age, each)
        for age, board in enumerate(LAST.state.boards)
        for each in set(board) - set(GAME.start.boards[age])
    }
    assert {(int(each.age), each.building) for each in of(scene, Piece)} == new
    gone = {(int(each.age), each.building) for each in of(scene, Ghost)}
    assert gone <= {(int(age), each) for age in AGES for each in GAME.start.boards[age]} - new
    assert not scene_of(LAST, "difference", LAST.state).marks


@pytest.mark.parametrize("view", VIEWS)
def test_marks_of_one_sort_are_told_apart_by_their_places(view):
    for frame in (*(each for _, each in moments().values()), LAST):
        scene = scene_of(frame, view, frame.span.before if frame.span else frame.state)
        marks = {*scene.marks}
        keys = {(type(each), getattr(each, "strong", None), place_of(each)) for each in marks}
        assert len(keys) == len(marks), frame


def test_squares_by_value_grow_with_what_they_are_worth():
    low, high = (MIGHT, square("c3")), (FAITH, square("d4"))
    scene = heat(LAST.state, {low: 1.0, high: 5.0}, "+.0f")
    assert of(scene, HeatMark) == [HeatMark(*low, 0.2), HeatMark(*high, 1.0, "+5")]
    table = BoardLayout.of(LAST.state.grid)
    sizes = []
    for mark in scene.marks:
        (_, disc), *words = mark_strokes(mark, table, 4)
        sizes.append(disc.path.get_extents().width)
        assert bool(words) == bool(mark.text)  # type: ignore[union-attr]
    assert sizes[0] < sizes[1] < 1


def test_candidates_are_the_squares_where_one_may_build_and_the_best_says_its_worth():
    frame = GAME[len(GAME) // 2]
    places = {
        (each.age, each.square)
        for each in legal_actions(frame.state)
        if isinstance(each, Build | Upgrade)
    }
    values = build_values(frame.state)
    assert values.keys() == places
    marks = of(scene_of(frame, "candidates"), HeatMark)
    best = max(values, key=values.__getitem__)
    assert [(each.age, each.square) for each in marks if each.text] == [best]
    assert [each.share for each in marks if each.text] == [1.0]


def test_the_better_turn_adds_and_leaves_out_and_a_ruin_stays_a_ruin():
    played = kl.read_position(BETTER.format(keep="m2A #", rest="# #", ruin="m2% #", more="# #"))
    better = kl.read_position(BETTER.format(keep=". .", rest=". .", ruin=". .", more=". ."))
    added = better_turn(better, played)
    assert [(type(each), each.age) for each in added] == [(Wished, MIGHT), (Wished, REASON)]
    assert [each.building.ruin for each in added if isinstance(each, Wished)] == [False, True]
    table = BoardLayout.of(played.grid)
    drawn = [[stroke.label for _, stroke in mark_strokes(each, table, 2)] for each in added]
    assert ["wished cracks" in each for each in drawn] == [False, True]
    left = of(Scene(played, tuple(better_turn(played, better))), Highlight)
    assert [(each.mark, each.age) for each in left] == [("left_out", MIGHT), ("left_out", REASON)]


def test_an_unknown_view_is_refused_with_those_there_are():
    with pytest.raises(KhronosError, match=r"no view 'map'; there are boards, shadows, control"):
        scene_of(LAST, "map")
