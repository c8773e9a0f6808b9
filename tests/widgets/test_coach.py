"""The coach in the replay: verdicts, a moment evaluated, a turn kept, and practice."""

from __future__ import annotations

import pytest

from khronos_lab.analysis import first_move
from khronos_lab.desk import Replay, replay
from khronos_lab.records import Study
from khronos_lab.rulebook import KhronosError
from tests.board.unpacking import inflated
from tests.simulation.reviewed import game, glanced
from tests.widgets.page import listen, send, words


def coached(**more) -> Replay:
    """The lesson game with its review, the coach beside it."""
    widget = replay(game(), **more)
    widget.coach.review = glanced()
    return widget.review()


def press(widget: Replay, name: str, **more) -> None:
    send(widget, "coach", name=f"coach.{name}", **more)
    assert "Something went wrong" not in widget.error


def said(widget: Replay) -> str:
    return words(" ".join(each["html"] for each in widget.mode_page["side"]["panels"]))


def told(widget: Replay) -> dict:
    """The review as the browser gets it with the game."""
    [data] = next(buffers for message, buffers in send(widget, "game") if message["kind"] == "game")
    return inflated(data).get("review", {})


def test_the_browser_gets_curve_and_verdicts_with_the_game():
    """So a step onto a reviewed turn costs no message."""
    review, page = glanced(), told(coached())
    assert page["steps"] == [0, *(each.step for each in review.turns)]
    assert all(abs(sum(each) - 100) <= 2 for each in page["chance"])
    assert {each["label"]: each["mark"] for each in page["turns"]} == {
        each.label: each.mark for each in review.turns
    }
    for turn in review.mistakes:
        verdict = page["turns"][turn.turn - 1]
        assert turn.loss is not None
        assert verdict["coins"][0] == -round(turn.loss.coins.value, 1)
        assert verdict["chance"][0] == -round(100 * turn.loss.chance.value)
        assert verdict["better"][0] == f"{turn.better}."
        assert f"{verdict['why'][0]} {verdict['more'][0]}".startswith(turn.why)
        assert verdict["ghosts"]["added"] or verdict["ghosts"]["out"]


def test_a_review_that_comes_later_is_told_once():
    widget = replay(game())
    assert told(widget) == {}
    widget.coach.review = glanced()
    got = listen(widget)
    widget.review().review()
    [(message, [data])] = got
    assert message["kind"] == "review"
    assert inflated(data)["review"]["finished"]
    assert {"C2", "X2"} <= set(inflated(data)["clauses"])


def test_a_moment_that_nobody_reviewed_is_evaluated_where_one_rests():
    widget = replay(game())
    send(widget, "place", line=[], index=12)
    widget.coach.wait()
    assert (widget.outlook["line"], widget.outlook["frame"]) == ("[]", 12)
    assert abs(sum(widget.outlook["chance"]) - 100) <= 2
    words, coins, chance = widget.outlook["turns"][0]
    assert words[0].endswith(".")
    assert coins >= 0 <= chance
    # Where the review has its say, nothing more is worked out.
    widget = coached()
    send(widget, "place", line=[], index=12)
    assert widget.outlook == {} or not glanced().turns[0].final


def test_who_does_not_see_all_hands_sees_no_review():
    widget = coached()
    widget.eyes = "0"
    assert told(widget) == {}
    assert widget.outlook == {}
    widget.eyes = "all"
    assert told(widget)["turns"]
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
