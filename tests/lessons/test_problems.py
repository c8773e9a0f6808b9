"""A scenario that is not true is found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khronos_lab.core import read_position
from khronos_lab.lessons import problems, scenario, scenarios

GOOD = scenario("11")
JOINED = scenario("68")


def test_a_wrong_answer():
    assert problems(replace(GOOD, answer="yes")) == (
        "the answer to 'shadow Faith' is 'no', not 'yes'",
    )


def test_a_clause_that_is_not_shown():
    (told,) = problems(replace(GOOD, clauses=("B3a", "B6")))
    assert told.startswith("M+r2b1 does not show B6, but ")


def test_a_question_that_cannot_be_asked():
    (told,) = problems(replace(GOOD, asks="erased Faith"))
    assert "'erased Faith' cannot be asked here" in told
    (told,) = problems(replace(GOOD, asks="weather"))
    assert "nothing can be asked about 'weather'" in told


def test_a_move_that_is_no_move_or_has_an_answer_too_few():
    assert "is not an action" in problems(replace(GOOD, move="hello"))[0]
    assert "leaves a choice open (C4)" in problems(replace(JOINED, move="M+c1c2"))[0]


def test_a_lead_that_cannot_be_played():
    (told,) = problems(replace(GOOD, lead=("M+m1a1",)))
    assert "'M+m1a1' cannot be played" in told


def test_a_position_that_breaks_a_rule():
    crowded = read_position(
        """
        player Ann: hand rr
        player Ben:
        Might       | Faith           | Reason
        . . . . .   | m1B . . c2 #    | . . . c2 #
        . . . . .   | m1B . . #  #    | . . . #  #
        """
    )
    assert "(H1)" in problems(replace(GOOD, position=crowded))[0]


@pytest.mark.parametrize("each", scenarios(), ids=lambda each: each.id)
def test_another_answer_than_the_own_one_is_found_out(each):
    other = {"yes": "no", "no": "yes"}.get(each.answer, f"{each.answer}0")
    assert len(problems(replace(each, answer=other))) == 1
