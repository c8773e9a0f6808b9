"""Coins over a game, their sources, many games, and the curve with a cursor."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text

from khronos_lab.analysis import Timeline
from khronos_lab.drawing import (
    PLAYERS,
    Drawing,
    draw_income,
    draw_sources,
    ends_of,
    income_by_source,
)
from khronos_lab.questions import draw_income_bands
from khronos_lab.records import Line, read_record
from tests.drawing.games import GAMES, tables, timeline


def y_of(line) -> list[float]:
    return [float(each) for each in np.asarray(line.get_ydata())]


def test_a_curve_shows_a_players_coins_after_every_turn():
    game = timeline(3)
    drawing = draw_income(game)
    frames = game.stops("turn")
    lines = [line for line in drawing.ax.lines if len(y_of(line)) == len(frames)]
    assert len(lines) == len(game.start.players)
    for seat, line in enumerate(lines):
        coins = [game.state_at(frame).players[seat].coins for frame in frames]
        assert y_of(line) == coins
        assert line.get_marker() == PLAYERS[seat].marker


def test_the_curve_of_an_unfinished_turn_ends_where_the_game_does():
    whole = timeline(3)
    last = whole.moves[-2].after
    record = read_record(GAMES[3 - 1].read_text("utf-8"))
    begun = Timeline.of(replace(record, line=Line(record.line.nodes[:-1])))
    ends = ends_of(begun)
    assert ends.frames == (*whole.stops("turn")[:-1], len(begun) - 1)
    assert ends.rounds[-1] == last.round
    curves = [y_of(line) for line in draw_income(begun).ax.lines]
    [*_, curve] = [each for each in curves if len(each) == len(ends.frames)]
    assert curve[-1] == last.players[-1].coins


@pytest.mark.clause("S6")
def test_s6_of_hidden_coins_neither_curve_nor_name_nor_scale_tells():
    game = timeline(3)
    richest = max(range(4), key=lambda seat: game.coins[seat][-1])
    seat = (richest + 1) % 4
    ax = draw_income(game, seats=[seat]).ax
    written = " ".join(text.get_text() for text in ax.texts)
    names = game.start.names
    assert [name in written for name in names] == [number == seat for number in range(4)]
    assert ax.get_ylim()[1] == max(game.coins[seat]) * 1.12 + 1
    frames = game.stops("turn")
    assert len([line for line in ax.lines if len(y_of(line)) == len(frames)]) == 1


@pytest.mark.parametrize(
    ("language", "words"), [("en", "All coins are hidden."), ("de", "Alle Taler sind verdeckt.")]
)
def test_s6_a_picture_of_hidden_coins_says_so(language, words):
    ax = draw_income(timeline(3), seats=[], language=language).ax
    assert [text.get_text() for text in ax.texts] == [words]
    assert list(ax.get_yticks()) == []


def boxes_of(drawing: Drawing, wanted) -> list[Any]:
    """Where some words stand; an annotation's own extent has its line in it."""
    drawing.figure.draw_without_rendering()
    return [Text.get_window_extent(each) for each in drawing.ax.texts if wanted(each.get_text())]


@pytest.mark.parametrize("number", range(1, 8))
def test_neither_names_nor_what_was_collected_overlap_in_a_narrow_picture(number):
    game = timeline(number)
    drawing = draw_income(game)
    names = boxes_of(drawing, lambda words: words.split("  ")[0] in game.start.names)
    assert len(names) == len(game.start.players)
    assert not any(one.overlaps(other) for one, other in combinations(names, 2))
    assert all(box.x1 <= drawing.figure.bbox.x1 for box in names)
    drawing.figure.set_size_inches(6.2, 3)
    told = boxes_of(drawing, lambda words: words.startswith("+"))
    assert told
    assert not any(one.overlaps(other) for one, other in combinations(told, 2))


@pytest.mark.parametrize("number", [1, 3, 8])
def test_sources_add_up_to_the_coins(number):
    game = timeline(number)
    frames = ends_of(game).frames
    for seat in range(len(game.start.players)):
        sums = income_by_source(game, seat)
        income = sum(np.array(sums[source]) for source in sums if source != "spent")
        coins = [game.coins[seat][frame] for frame in frames]
        assert list(income - np.array(sums["spent"])) == coins


def test_sources_have_a_panel_for_each_player_into_which_all_fit():
    game = timeline(3)
    drawing = draw_sources(game, figure=Figure(figsize=(9, 3)), language="de")
    assert [ax.get_title(loc="left") for ax in drawing.axes] == list(game.start.names)
    (legend,) = drawing.figure.legends
    assert "Steuern der Macht" in [text.get_text() for text in legend.get_texts()]
    sums = [income_by_source(game, seat) for seat in range(4)]
    totals = [sum(each[-1] for name, each in one.items() if name != "spent") for one in sums]
    assert totals.index(max(totals)) != 0  # the first panel must not set the limit for all
    assert {ax.get_ylim()[1] >= max(totals) for ax in drawing.axes} == {True}


def test_taxations_are_those_of_the_rules():
    usual = tables(3, 4)
    numbers = pl.when(pl.col("players") == len(timeline(3).start.players)).then(
        pl.lit("tax rounds 3 7")
    )
    mixed = replace(usual, games=usual.games.with_columns(numbers=numbers.otherwise("numbers")))
    for given, rounds in ((usual, [4, 7]), (mixed, [3, 4, 7])):
        places = [{*np.asarray(line.get_xdata())} for line in draw_income_bands(given).ax.lines]
        assert [place for place in places if len(place) == 1] == [{number} for number in rounds]


def test_no_line_crosses_the_name_of_another():
    # As small as beside the boards of a replay.
    ax = Figure(figsize=(3.6, 3.0)).add_axes((0.075, 0.14, 0.675, 0.84))
    drawing = draw_income(timeline(3), ax=ax)
    drawing.figure.draw_without_rendering()
    names = [text for text in drawing.ax.texts if isinstance(text, Annotation) and text.arrow_patch]
    assert len(names) == 4
    for one in names:
        assert one.arrow_patch is not None
        line = one.arrow_patch.get_path().transformed(one.arrow_patch.get_transform())
        for other in names:
            box = Text.get_window_extent(other)
            # A point less at the sides: the line may touch the words that it leads to.
            inner = box.padded(-1.0)
            assert not line.intersects_bbox(inner, filled=False)
