"""Why a turn was a mistake: the parts of what it gave away, and a sentence for the largest."""

from __future__ import annotations

import pytest

from khronos_lab.analysis.review.reasons import _Case, parts_of
from khronos_lab.core.actions import EndTurn, Move
from khronos_lab.core.position.reader import read_position
from khronos_lab.engine.moves import Outcome, play
from khronos_lab.records.model import Recorder
from khronos_lab.simulation.review import review_game
from tests.simulation.reviewed import reviewed


def test_every_mistake_has_a_reason():
    for turn in reviewed().mistakes:
        assert turn.found_reasons
        for language in ("en", "de"):
            assert turn.reasons(language).endswith(".")


def test_the_parts_add_up_to_what_the_turn_gave_away():
    for turn in reviewed().mistakes:
        assert turn.loss is not None
        parts = sum(part.coins for part in parts_of(_Case(turn)))
        # Being poor is no matter of an age; it is left out.
        assert parts == pytest.approx(turn.loss.coins.value, abs=0.3)


@pytest.mark.clause("X4")
def test_x4_taxes_that_nobody_collects_are_named():
    state = read_position("""
    turn: round 7, Ada acts
    player Ada: coins 3, hand m, at Reason Reason
    player Ben: at Faith Faith
    Might         | Faith     | Reason
    m1A c2 # . .  | . . . . . | . . . . .
    .   #  # . .  | . . . . . | . . . . . """)
    recorder = Recorder(state)
    outcome = play(state, EndTurn())
    assert isinstance(outcome, Outcome)
    recorder.add(state, Move(EndTurn()), outcome)
    [turn] = review_game(recorder.record(), progress=False).mistakes
    assert turn.why.startswith("3 coins in Might go to nobody: Ada has no adventurer there (X4).")
