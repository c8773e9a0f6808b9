"""Prospects, reviews and differences as pictures: artists, words, both languages."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from khronos_lab.core import DomainsJoined
from khronos_lab.drawing import (
    PLAYERS,
    Drawing,
    draw_prospects,
    draw_review,
    draw_side_by_side,
)
from khronos_lab.players import Branch, Rollouts
from khronos_lab.rulebook import KhronosError
from tests.drawing.games import ENDS, OTHER, all_texts, timeline
from tests.simulation.reviewed import glanced

HOSTILE = ("$\\frac{1}{2}$ <b>Ann</b>", "Ben " * 12)


def words(drawing: Drawing) -> str:
    drawing.png(1)
    return "\n".join(all_texts(drawing.figure))


# ------------------------------------------------------------------ prospects


@pytest.mark.parametrize(
    ("language", "words_of_it"),
    [("en", ("Ø 31.2 ± 1.6", "5 games")), ("de", ("Ø 31,2 ± 1,6", "5 Partien", "Gewinnchance"))],
)
def test_prospects_show_every_game_in_the_marks_of_its_player(language, words_of_it):
    drawing = draw_prospects(ENDS, ("Ann", "Ben"), actual=(33, 21), language=language)
    _, coins, _ = drawing.axes
    clouds = [line for line in coins.lines if len(np.asarray(line.get_xdata())) == 5]
    assert [line.get_marker() for line in clouds] == [PLAYERS[0].marker, PLAYERS[1].marker]
    assert all(each in words(drawing) for each in words_of_it)
    assert "same luck" not in words(drawing)


def test_branches_are_compared_game_by_game():
    drawing = draw_prospects({"played": ENDS, "town": OTHER}, ("Ann", "Ben"), language="en")
    said = words(drawing)
    assert "Ann · played" in said
    assert "Ben · town" in said
    # By game: +1, +2, +3, +4, +5.
    assert "+3.0 (+1.0 to +5.0)" in said
    assert "branches meet the same luck, game by game" in said
    for panel in drawing.axes[1:]:
        [stripe] = [each.get_extents() for each in panel.patches]
        rows = panel.transData.inverted().transform(stripe)[:, 1]
        assert sorted(rows) == pytest.approx([1.5, 3.5]), "behind both rows of the second player"


def test_without_a_game_there_is_no_data():
    assert "no data" in words(draw_prospects(Rollouts(()), ("Ann", "Ben"), language="en"))
    with pytest.raises(KhronosError, match="games of 2 players, not 3"):
        draw_prospects(ENDS, ("Ann", "Ben", "Cleo"))
    single = draw_prospects(Rollouts(((4, 9),)), ("Ann", "Ben"), language="en")
    assert "± ?" in words(single)


def test_prospects_are_drawn_into_given_axes():
    figure = Figure(figsize=(8, 4))
    drawing = draw_prospects(ENDS, HOSTILE, ax=figure.add_subplot())
    assert drawing.figure is figure
    assert "$\\frac{1}{2}$" in words(drawing)


# ------------------------------------------------------------------ the review


def test_a_review_that_was_stopped_is_drawn_as_far_as_it_goes():
    review = glanced()
    first = replace(review.turns[0], branch=Branch(()))
    part = replace(review, turns=(first, *review.turns[1:]))
    assert "not all turns were looked at" in words(draw_review(part, language="en"))
    nothing = replace(review, start=Branch(()))
    assert "no data" in words(draw_review(nothing, language="en"))


# ------------------------------------------------------------------ differences


def test_marks_say_what_only_one_side_has_and_which_domains_were_joined():
    moves = timeline(3).moves
    span = next(each for each in moves if any("Erased" in str(type(e.event)) for e in each.log))
    drawing = draw_side_by_side(span.before, span.after, words=False, language="en")
    said = words(drawing)
    assert "only in the upper picture" in said
    assert "only in the lower picture" in said
    zoomed = draw_side_by_side(span.before, span.after, zoom=True, language="en")
    assert zoomed.axes[0].get_xlim() != drawing.axes[0].get_xlim()
    span = next(each for each in moves if any(type(e.event) is DomainsJoined for e in each.log))
    joined = words(draw_side_by_side(span.before, span.after, language="en"))
    assert "one domain here, several above" in joined
    assert "part of one domain above" not in joined


def test_equal_positions_are_drawn_and_say_so():
    state = timeline(1).start
    assert "Nothing differs." in words(draw_side_by_side(state, state, zoom=True, language="en"))
