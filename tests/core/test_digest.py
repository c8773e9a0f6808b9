"""Digests: the same for the same table however it came to be, another for whatever one can see."""

from __future__ import annotations

import pytest

from khronos_lab.core import EndTurn, GameState, Move
from khronos_lab.engine import Outcome, play
from khronos_lab.records import Recorder
from tests.support import position

TABLE = """
    player Red: coins 5, hand mm
    player White: hand rr
    Might             | Faith             | Reason
    h   m2R #   c1  . | h   m2R #   r1W . | h:R m2%  #  c2:W #
    .   #   #   .   . | .   #   #   .   . | .   #    #  #    #
"""


def digest(state: GameState) -> str:
    """The digest that a record has after this turn."""
    recorder, outcome = Recorder(state), play(state, EndTurn())
    assert isinstance(outcome, Outcome)
    recorder.add(state, Move(EndTurn()), outcome)
    return recorder.record().line.nodes[-1].digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("coins 5", "coins 6"),
        ("player White:", "player White: at Might Faith,"),
        ("c1 ", "r1R "),
        ("r1W", "r1R"),
        ("h:R", "h:W"),
        ("m2% ", "m2  "),
        ("c2:W", "c2:R"),
    ],
)
def test_whatever_one_can_see_changes_the_digest(old, new):
    assert old in TABLE
    changed = position(TABLE.replace(old, new, 1))
    assert digest(changed) != digest(position(TABLE))


def test_hands_and_chance_do_not_change_the_digest():
    state = position(TABLE)
    other = position(TABLE.replace("hand mm", "hand cccc"))._replace(chance=7)
    assert digest(other) == digest(state)
