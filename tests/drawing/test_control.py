"""Maps of control, the difference between two states, and heat over many games."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import polars as pl
import pytest

from khronos_lab.core import bits, square
from khronos_lab.core import events as e
from khronos_lab.drawing import (
    PLAYERS,
    BoardLayout,
    ZOrder,
    mark_strokes,
    points,
)
from khronos_lab.mechanics import entitled
from khronos_lab.questions import What, draw_heat, heat
from khronos_lab.rulebook import AGES, REASON, KhronosError
from khronos_lab.scenes import Highlight, holdings, scene_of
from tests.drawing.games import labels, tables, timeline

LAST = timeline(4).moves[-1].after
TABLE = BoardLayout.of(LAST.grid)
HELD = holdings(LAST)


def on_level(level, holding):
    return [stroke for at, stroke in mark_strokes(holding, TABLE, 4) if at is level]


def test_the_three_sorts_of_domains_look_different_in_their_controllers_colours():
    by_sort = {each.sort: each for each in HELD}
    assert set(by_sort) == {"controlled", "contested", "uncontrolled"}
    looks = {sort: [s.look for s in on_level(ZOrder.AREAS, each)] for sort, each in by_sort.items()}
    assert all(look.dash for look in looks["uncontrolled"])
    assert not any(look.dash for look in looks["controlled"])
    dashed = [look for look in looks["contested"] if look.dash]
    assert len(dashed) == len(by_sort["contested"].seats) - 1
    for each in HELD:
        lines = {stroke.look.line for stroke in on_level(ZOrder.AREAS, each)}
        assert {PLAYERS[seat].colour for seat in each.seats} <= lines


@pytest.mark.clause("X4")
def test_x4_a_card_names_those_entitled_and_is_grey_if_nobody_collects():
    fills: dict[bool, set[str | None]] = {True: set(), False: set()}
    for each in HELD:
        paper, inside = (cards := on_level(ZOrder.CARDS, each))[:1], cards[1:]
        assert labels(inside)[: len(each.seats)] == [f"cube {seat}" for seat in each.seats]
        numbers = [stroke for stroke in inside if stroke.text]
        assert len(numbers) == (1 if each.seats or each.amount else 0)
        if each.seats:
            fills[bool(each.collecting)].add(paper[0].look.fill)
            low, high = (end(points(paper[0].path), axis=0) for end in (np.min, np.max))
            for stroke in inside:
                assert (points(stroke.path).min(axis=0) > low).all()
                assert (points(stroke.path).max(axis=0) < high).all()
    assert all(fills.values())
    assert fills[True].isdisjoint(fills[False])


# ------------------------------------------------------------------ differences


def test_an_upgrade_takes_nothing_away():
    game = timeline(3)
    span = next(
        each
        for each in game.moves
        if any(isinstance(entry.event, e.BuildingUpgraded) for entry in each.log)
        and len(each.log) < 6
    )
    shown = scene_of(game[span.last], "difference", span.before).marks
    found = [each.mark for each in shown if isinstance(each, Highlight)]
    assert "new" in found
    assert "gone" not in found


# ------------------------------------------------------------------ heat


def test_a_square_is_built_on_in_those_games_that_built_on_it():
    shares = heat(tables(1, 3), "built")
    for age in AGES:
        expected = np.zeros(shares.shape[1])
        for number in (1, 3):
            mask = 0
            for span in timeline(number).moves:
                for entry in span.log:
                    event = entry.event
                    if isinstance(event, e.BuildingBuilt | e.BuildingUpgraded | e.ShadowCast):
                        mask |= event.building.mask * (event.age is age)
            expected[list(bits(mask))] += 0.5
        assert np.array_equal(shares[age], expected)


def test_control_is_what_the_boards_say_at_taxations():
    game = timeline(3)
    masks = dict.fromkeys([(number, age) for number in (4, 7) for age in AGES], 0)
    for span in game.moves:
        for entry in span.log:
            event = entry.event
            if isinstance(event, e.TaxCollected):
                # Taxes change no board, so the one after the move is that of the taxation.
                board = span.after.boards[event.age]
                domain = board.domain_at(event.domain)
                assert event.seat in entitled(board, event.age, domain)
                masks[span.before.round, event.age] |= domain.mask
    shares = heat(tables(3), "controlled")
    for age in AGES:
        expected = np.zeros(shares.shape[1])
        for number in (4, 7):
            expected[list(bits(masks[number, age]))] += 0.5
        assert np.array_equal(shares[age], expected)


def test_control_is_shared_among_the_taxations_of_the_rules():
    usual = tables(3)
    more = usual.games.with_columns(numbers=pl.lit("tax rounds 2 4 5 7"))
    assert np.allclose(
        heat(replace(usual, games=more), "controlled"), heat(usual, "controlled") / 2
    )


@pytest.mark.parametrize("what", get_args(What))
def test_heat_is_drawn_on_its_squares_with_its_scale(what):
    drawing = draw_heat(tables(1, 3), what, language="de")
    shares = heat(tables(1, 3), what)
    might, faith, reason = (np.asarray(image.get_array()) for image in drawing.ax.images)
    assert reason[8, 12] == shares[REASON, square("m9")]
    assert reason.shape == (20, 16)
    assert [might.max(), faith.max(), reason.max()] == shares.max(axis=1).tolist()
    assert ("Taler" if what == "coins" else "Anteil") in drawing.axes[1].get_xlabel()
    scale = drawing.ax.images[-1].norm
    assert (scale.vmin, scale.vmax) == (0, shares.max())
    boards, bar = (axes.get_window_extent() for axes in drawing.axes)
    assert bar.width > boards.width / 4
    assert 0 < bar.y0 < bar.y1 < boards.y0
    assert boards.y1 <= drawing.figure.bbox.y1 + 1


def test_heat_refuses_what_it_cannot_count():
    with pytest.raises(KhronosError, match="'burnt' cannot be counted; there are built, erased"):
        heat(tables(1), "burnt")  # type: ignore[arg-type]
    empty = tables(1)
    none = type(empty)(empty.games.filter(pl.lit(value=False)), empty.turns, empty.events)
    with pytest.raises(KhronosError, match="no games in these tables"):
        heat(none, "built")
    with pytest.raises(KhronosError, match=r"2 maps .*; choose one, map=.*, or give a grid="):
        draw_heat(tables(1, 2), "built")


def test_a_game_without_the_name_of_its_map_needs_a_grid():
    lesson = tables(8)
    with pytest.raises(KhronosError, match="does not say on which map"):
        heat(lesson, "controlled")
    assert heat(lesson, "controlled", grid=timeline(8).start.grid).shape[0] == 3
