"""Maps of control, the difference between two states, and heat over many games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from khronos_lab.analysis import forecast, tables_of
from khronos_lab.core import bits, square
from khronos_lab.core import events as e
from khronos_lab.drawing import (
    PLAYERS,
    WHAT,
    Drawing,
    Table,
    area,
    change_strokes,
    changes_between,
    control_strokes,
    draw_changes,
    draw_control,
    draw_heat,
    heat,
    holdings,
    tax_card,
)
from khronos_lab.mechanics import entitled
from khronos_lab.records import read_record
from khronos_lab.rulebook import AGES, FAITH, MIGHT, REASON, KhronosError
from tests.drawing.games import GAMES, labels, timeline
from tests.drawing.test_boards import texts


def last(number: int):
    return timeline(number).moves[-1].after


def test_every_domain_is_held_as_the_forecast_says():
    state = last(4)
    lines = forecast(state).domains
    held = holdings(state)
    assert [(h.age, h.seats, h.collecting, h.amount) for h in held] == [
        (line.age, line.seats, line.collecting, line.amount) for line in lines
    ]


def test_the_three_sorts_of_domains_look_different():
    state, table = last(4), Table.of(last(4).grid)
    by_sort = {each.sort: each for each in holdings(state)}
    assert set(by_sort) == {"controlled", "contested", "uncontrolled"}
    looks = {sort: [s.look for s in area(each, table)] for sort, each in by_sort.items()}
    assert all(look.dash for look in looks["uncontrolled"])
    assert not any(look.dash for look in looks["controlled"])
    assert len([look for look in looks["contested"] if look.dash]) == (
        len(by_sort["contested"].seats) - 1
    )


def test_an_area_has_its_controllers_colours():
    state, table = last(4), Table.of(last(4).grid)
    for each in holdings(state):
        lines = {stroke.look.line for stroke in area(each, table)}
        assert {PLAYERS[seat].colour for seat in each.seats} <= lines


def test_a_card_has_a_cube_for_each_of_those_entitled():
    state, table = last(4), Table.of(last(4).grid)
    for each in holdings(state):
        card = tax_card(each, table)
        assert labels(card.cubes) == [f"cube {seat}" for seat in each.seats]
        assert len(card.number) == (1 if each.seats or each.amount else 0)


def test_a_tax_that_nobody_collects_has_another_card():
    state, table = last(4), Table.of(last(4).grid)
    paid = [h for h in holdings(state) if h.seats and h.collecting]
    lost = [h for h in holdings(state) if h.seats and not h.collecting]
    assert paid
    assert lost
    colours = {tax_card(h, table).paper[0].look.fill for h in paid}
    assert colours.isdisjoint({tax_card(h, table).paper[0].look.fill for h in lost})


def test_cards_lie_above_all_areas():
    state = last(4)
    found = labels(control_strokes(state, Table.of(state.grid)))
    first_card = min(n for n, label in enumerate(found) if label.startswith("card"))
    last_area = max(n for n, label in enumerate(found) if label in ("controlled", "contested"))
    last_card = max(n for n, label in enumerate(found) if label.startswith("card"))
    assert last_area < first_card
    assert all(n > last_card for n, label in enumerate(found) if label == "tax")


@pytest.mark.parametrize(("language", "word"), [("en", "contested"), ("de", "umstritten")])
def test_the_map_of_control_has_a_legend(language, word):
    assert word in texts(draw_control(last(4), language=language))


# ------------------------------------------------------------------ differences


def test_the_difference_between_two_states():
    game = timeline(3)
    before, after = game.start, last(3)
    ghosts, shown, _ = changes_between(before, after)
    for age in AGES:
        was, now = set(before.boards[age]), set(after.boards[age])
        assert {building for where, building in shown if where is age} == now - was
        assert {building for where, building in ghosts if where is age} <= was - now
    assert changes_between(after, after) == ([], [], [])


def test_an_upgrade_takes_nothing_away():
    span = next(
        each
        for each in timeline(3).moves
        if any(isinstance(entry.event, e.BuildingUpgraded) for entry in each.log)
        and len(each.log) < 6
    )
    found = labels(change_strokes(span.before, span.after, Table.of(span.before.grid)))
    assert "new" in found
    assert "gone" not in found


def test_equal_states_have_no_difference():
    assert change_strokes(last(3), last(3), Table.of(last(3).grid)) == []
    assert isinstance(draw_changes(last(3), last(3)), Drawing)


# ------------------------------------------------------------------ heat


def tables(*numbers: int):
    records = [read_record(GAMES[number - 1].read_text("utf-8")) for number in numbers]
    return tables_of(records).lazy()


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


def test_erased_squares_are_counted():
    shares = heat(tables(1), "erased")
    assert shares[FAITH].max() == 1
    assert shares[MIGHT].max() == 0, "a copy never falls on Might"


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


@pytest.mark.parametrize("what", WHAT)
def test_heat_is_drawn_with_its_scale(what):
    drawing = draw_heat(tables(1, 3), what, language="de")
    assert len(drawing.ax.images) == 3, "the heat of three ages"
    assert "Anteil" in drawing.axes[1].get_xlabel()
    scale = drawing.ax.images[-1].norm
    assert (scale.vmin, scale.vmax) == (0, heat(tables(1, 3), what).max())
    boards, bar = (axes.get_window_extent() for axes in drawing.axes)
    assert bar.width > boards.width / 4
    assert 0 < bar.y0 < bar.y1 < boards.y0
    assert boards.y1 <= drawing.figure.bbox.y1 + 1


def test_heat_lies_on_its_squares():
    lazy = tables(3)
    drawing = draw_heat(lazy, "built")
    shares = heat(lazy, "built")
    image = np.asarray(drawing.ax.images[-1].get_array())
    assert image[8, 12] == shares[REASON, square("m9")]
    assert image.shape == (20, 16)


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
