"""The coach in the replay: marks, stops, ghosts, a turn kept, and practice with mistakes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khronos_lab.analysis import Estimate, first_move
from khronos_lab.core import BuildingBuilt
from khronos_lab.records import save_as, tree
from khronos_lab.rulebook import KhronosError
from khronos_lab.widgets import HINTS, Practice, Replay, ghosts_of, replay
from khronos_lab.widgets.coach.coach import _entry
from tests.simulation.reviewed import game, reviewed
from tests.support import in_language


def coached() -> Replay:
    """The lesson game with its review, the coach beside it."""
    widget = replay(game())
    widget.coach.review = reviewed()
    return widget.review()


def panels(widget: Replay) -> str:
    return " ".join(each["html"] for each in widget.coach_page["panels"])


def test_marks_and_stops_are_those_of_the_review():
    page = coached().coach_page
    review = reviewed()
    assert page["marks"] == {each.label: each.mark for each in review.turns if each.mark}
    mistakes = sorted(review.mistakes, key=lambda each: each.turn)
    assert page["stops"] == [[each.first, each.turn] for each in mistakes]


def test_the_costliest_mistake_is_told_first_and_another_when_it_is_asked_for():
    widget = coached()
    first, second, *_ = reviewed().mistakes
    assert first.label in panels(widget)
    assert widget.coach_page["ghosts"]["frame"] == first.first
    assert widget.coach_page["ghosts"]["marks"]["items"]
    widget._coached({"name": "coach.turn", "value": second.turn})
    assert widget.coach_page["ghosts"]["frame"] == second.first


def test_an_entry_tells_coins_and_points_in_the_right_number():
    widget = coached()
    for turn in reviewed().mistakes:
        assert turn.loss is not None
        coins, points = round(turn.loss.coins.value), round(100 * turn.loss.chance.value)
        said = f"{turn.label}{turn.mark} {turn.player}: {coins} coins, {points} points"
        assert (coins > 1, points > 1) == (True, True)
        assert said in panels(widget)
    single = replace(reviewed().mistakes[0])
    loss = single.loss
    assert loss is not None
    single.__dict__["loss"] = loss._replace(
        coins=Estimate(1.2, 1.0, 1.4), chance=Estimate(0.29, 0.2, 0.4)
    )
    assert ": 1 coin, 29 points" in _entry(single)
    assert ": 1 Taler, 29 Prozentpunkte" in in_language("de", _entry, single)


def test_what_both_turns_put_up_is_not_shown_as_left_out():
    [turn] = [each for each in reviewed().mistakes if each.label == "3.R"]
    assert turn.other is not None
    both = [
        entry.event for entry in turn.logs[0] if isinstance(entry.event, BuildingBuilt)
    ]  # the hamlet d8, with which the better turn begins, too
    assert both
    with_it, without = ghosts_of(turn), ghosts_of(replace(turn, logs=turn.logs[1:]))
    assert with_it == without


def test_hints_are_german_in_german():
    practice = Practice.of(reviewed()).hint()
    assert any(
        line.startswith("Hinweis: Sieh dich i") and line.endswith(" um.")
        for line in practice.lines("de")
    )


def test_german_words_follow_the_language():
    widget = coached()
    widget.language = "de"
    assert "Besser:" in panels(widget)
    assert "Glück und Können" in str(widget.coach_page["panels"])


def test_who_does_not_see_all_hands_sees_no_review():
    widget = coached()
    widget.eyes = "0"
    assert widget.coach_page == {}
    widget.eyes = "all"
    assert widget.coach_page["marks"]


def test_it_is_worked_out_in_the_background_and_kept_beside_the_file(tmp_path):
    path = tmp_path / "short.khr"
    save_as(path, game(8, 6))
    widget = replay(path).review()
    widget.coach.wait()
    assert widget.error == ""
    assert widget.coach.review is not None
    assert widget.coach.review.finished
    assert (tmp_path / "short.khr.review.json").exists()
    hidden = replay(path, eyes=0)
    with pytest.raises(KhronosError, match="others' cards"):
        hidden.review()


def test_a_better_turn_is_kept_as_a_variation_that_says_what_it_is():
    widget = coached()
    turn = reviewed().mistakes[0]
    widget.keep_better()
    assert widget.branches
    assert tree.name_of(widget.record, widget.branches) == "Better turn"
    nodes = tree.nodes_of(widget.record, widget.branches)
    assert turn.other is not None
    kept = [node.text for node in nodes[first_move(reviewed(), turn) :]]
    assert kept[: len(turn.other.nodes)] == [node.text for node in turn.other.nodes]
    assert widget.unsaved
    # Of the game as played the same is known as before.
    assert widget.coach.review is not None


def test_another_game_as_played_has_no_review_yet():
    widget = coached()
    widget.keep_better().what_if()
    widget.promote()
    assert widget.coach.review is None


# ------------------------------------------------------------------ practice


def test_practice_goes_through_the_mistakes_in_order():
    practice = Practice.of(reviewed())
    turns = [practice.turn.turn]
    for _ in practice.turns[1:]:
        practice = practice.next()
        turns.append(practice.turn.turn)
    assert turns == sorted(each.turn for each in reviewed().mistakes)
    assert practice.next().turn.turn == turns[0]


def test_the_answer_is_hidden_until_it_is_found_or_asked_for():
    practice = Practice.of(reviewed())
    better, why = practice.turn.better, practice.turn.why
    assert better not in " ".join(practice.lines())
    one, two = practice.hint(), practice.hint().hint()
    assert [len(each.lines()) for each in (practice, one, two)] == [1, 2, 3]
    assert better not in " ".join(two.lines())
    for _ in range(HINTS):
        practice = practice.hint()
    assert better in " ".join(practice.lines())
    assert why in " ".join(practice.lines())


def test_what_is_close_to_the_best_turn_is_right_and_the_turn_played_is_not():
    practice = Practice.of(reviewed())
    turn = practice.turn
    assert turn.other is not None
    assert practice.attempt([node.text for node in turn.other.nodes]).solved
    assert turn.played in practice.lines()[0]
    again = practice.attempt(turn.texts)
    assert not again.solved
    assert "Not yet" in " ".join(again.lines("en"))


def test_the_replay_stands_before_a_mistake_and_says_so_if_nothing_was_tried():
    widget = replay(game()).practice(review=reviewed())
    practice = widget.coach.practice
    assert practice is not None
    assert widget.trying
    assert widget.index == practice.turn.first
    assert widget.coach_page["ghosts"]["marks"] is None
    widget._coached({"name": "coach.check"})
    assert widget.coach.practice is not None
    assert widget.coach.practice.idle
    assert "Nothing has been tried yet" in panels(widget)
    widget._coached({"name": "coach.next"})
    assert widget.index == widget.coach.practice.turn.first
    widget._coached({"name": "coach.leave"})
    assert not widget.trying


def test_without_mistakes_there_is_nothing_to_practise():
    nothing = replay(game()).coach
    assert nothing.review is None
    with pytest.raises(KhronosError, match="no review"):
        replay(game()).practice()
    with pytest.raises(KhronosError, match="Did you mean Ruth"):
        Practice.of(reviewed(), "Rut")
