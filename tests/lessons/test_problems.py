"""A scenario that is not true is found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from khronos_lab.core import read_position
from khronos_lab.lessons import problems, scenario

GOOD = scenario("11")
JOINED = scenario("68")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"answer": "yes"}, "the answer to 'shadow Faith' is 'no', not 'yes'"),
        ({"clauses": ("B3a", "B6")}, "M+r2b1 does not show B6, but "),
        ({"asks": "erased Faith"}, "'erased Faith' cannot be asked here"),
        ({"asks": "weather"}, "nothing can be asked about 'weather'"),
        ({"move": "hello"}, "is not an action"),
        ({"lead": ("M+m1a1",)}, "'M+m1a1' cannot be played"),
    ],
)
def test_what_is_not_true_is_told(wrong, told):
    [found] = problems(replace(GOOD, **wrong))
    assert told in found


def test_a_move_with_an_answer_too_few():
    assert "leaves a choice open (C4)" in problems(replace(JOINED, move="M+c1c2"))[0]


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
