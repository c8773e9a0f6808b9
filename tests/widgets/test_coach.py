"""The coach in the replay: marks, stops, ghosts, a turn kept, and practice with mistakes."""

from __future__ import annotations

import pytest

from khronos_lab.analysis import first_move
from khronos_lab.desk import Replay, replay
from khronos_lab.records import Study
from khronos_lab.rulebook import KhronosError
from tests.simulation.reviewed import game, glanced
from tests.widgets.page import send, words


def coached(**more) -> Replay:
    """The lesson game with its review, the coach beside it."""
    widget = replay(game(), **more)
    widget.coach.review = glanced()
    return widget.review()


def press(widget: Replay, name: str, **more) -> None:
    send(widget, "coach", name=f"coach.{name}", **more)
    assert "Something went wrong" not in widget.error


def said(widget: Replay) -> str:
    beside = widget.mode_page.get("side", {"panels": []})["panels"]
    return words(" ".join(each["html"] for each in (*widget.coach_page["panels"], *beside)))


def test_marks_and_stops_are_those_of_the_review():
    page, review = coached().coach_page, glanced()
    assert page["marks"] == {each.label: each.mark for each in review.turns if each.mark}
    mistakes = sorted(review.mistakes, key=lambda each: each.turn)
    assert page["stops"] == [[each.first, each.turn] for each in mistakes]


def test_the_costliest_mistake_is_told_first_and_another_when_it_is_asked_for():
    widget = coached()
    first, second, *_ = glanced().mistakes
    assert first.label in said(widget)
    ghosts = widget.coach_page["ghosts"]
    assert (ghosts["frame"], bool(ghosts["marks"]["items"])) == (first.first, True)
    press(widget, "turn", value=second.turn)
    assert widget.coach_page["ghosts"]["frame"] == second.first
    for turn in glanced().mistakes:
        assert turn.loss is not None
        coins, points = round(turn.loss.coins.value), round(100 * turn.loss.chance.value)
        entry = f"{turn.label}{turn.mark} {turn.player}: {coins} coins, {points} points"
        assert entry in said(widget)


def test_who_does_not_see_all_hands_sees_no_review():
    widget = coached()
    widget.eyes = "0"
    assert widget.coach_page == {}
    widget.eyes = "all"
    assert widget.coach_page["marks"]
    with pytest.raises(KhronosError, match="others' cards"):
        replay(game(), eyes=0).review()


def test_a_better_turn_is_kept_as_a_variation_that_says_what_it_is():
    widget, turn = coached(), glanced().mistakes[0]
    press(widget, "keep")
    assert Study(widget.record).name_of(widget.branches) == "Better turn"
    nodes = Study(widget.record).nodes_of(widget.branches)
    assert turn.other is not None
    kept = [node.text for node in nodes[first_move(glanced(), turn) :]]
    assert kept[: len(turn.other.nodes)] == [node.text for node in turn.other.nodes]
    assert widget.unsaved
    # Of the game as played the same is known as before; of another one nothing yet.
    assert widget.coach.review is not None
    widget.what_if().promote()
    assert widget.coach.review is None


# ------------------------------------------------------------------ practice


def practising() -> Replay:
    return replay(game()).practice(review=glanced())


def test_practice_begins_with_the_worst_mistake_goes_on_in_order_and_begins_again():
    widget, mistakes = practising(), sorted(glanced().mistakes, key=lambda each: each.turn)
    worst = mistakes.index(glanced().mistakes[0])
    for turn in (*mistakes[worst:], *mistakes[: worst + 1]):
        assert (widget.trying, widget.index) == (True, turn.first)
        assert turn.played in said(widget)
        assert widget.coach_page["ghosts"]["marks"] is None
        press(widget, "next")
    press(widget, "leave")
    assert not widget.trying


def test_practice_begins_with_the_mistake_on_the_boards():
    widget = replay(game())
    for turn in glanced().mistakes:
        for index in (turn.first + 1, turn.step):
            widget.mode = "look"
            widget.show_line(()).index = index
            assert widget.practice(review=glanced()).coach.turn == turn


def test_the_answer_is_hidden_until_it_is_asked_for():
    widget = practising()
    turn = glanced().mistakes[0]
    told = [said(widget)]
    for _ in range(2):
        press(widget, "hint")
        told.append(said(widget))
        assert turn.better not in told[-1]
    assert len(set(told)) == 3
    for _ in range(3):
        press(widget, "hint")
    assert turn.better in said(widget)
    assert turn.why in said(widget)


def test_what_is_close_to_the_best_turn_is_right_and_the_turn_played_is_not():
    widget = practising()
    turn = glanced().mistakes[0]
    press(widget, "check")
    assert "Nothing has been tried yet" in said(widget)
    assert turn.other is not None
    for moves, right in ((turn.texts, False), ([n.text for n in turn.other.nodes], True)):
        widget.show_line(()).index = turn.first
        for text in moves:
            widget.play_move(text)
        press(widget, "check")
        assert (turn.why in said(widget), "Not yet" in said(widget)) == (right, not right)


def test_without_mistakes_there_is_nothing_to_practise():
    with pytest.raises(KhronosError, match="no review"):
        replay(game()).practice()
    with pytest.raises(KhronosError, match="Did you mean Ruth"):
        replay(game()).practice("Rut", review=glanced())
    with pytest.raises(KhronosError, match="no review"):
        replay(game()).next_mistake()
