"""The introduction: its scenes keep the rules, every step is told, and its turn can be played."""

from __future__ import annotations

import pytest

from khronos_lab.lessons import introduction
from khronos_lab.mechanics import faults
from khronos_lab.rulebook import KhronosError

SCENES = introduction()
[TURN] = [each.turn for each in SCENES if each.turn]


@pytest.mark.parametrize("scene", SCENES, ids=lambda each: each.title.en)
def test_a_scene_keeps_the_rules_and_tells_every_step(scene):
    trial = scene.trial
    assert list(faults(scene.state)) == []
    assert (trial.violation, trial.done) == (None, True)
    assert len(scene.notes) == len(trial.log) + 1


def test_the_introduction_shows_what_a_beginner_has_to_see():
    shown = {entry.event.clause for scene in SCENES for entry in scene.trial.log}
    assert {"A1", "A3", "B2", "B3", "B4", "B6", "T4", "T6", "X2"} <= shown
    words = sum(len(note.text("en").split()) for scene in SCENES for note in scene.notes)
    assert words < 1500  # ten minutes at 150 words a minute


def test_t5_a_forbidden_offer_is_refused_with_its_clause():
    broken = TURN.forbidden("F+r1g3")
    assert broken is not None
    assert broken.clause == "T5"
    with pytest.raises(KhronosError, match="forbidden"):
        TURN.then("F+r1g3")
    river = TURN.forbidden("M+m1e3")
    assert river is not None
    assert river.clause == "G1"


def test_x2_a_good_turn_rules_the_domain_in_two_ages_and_the_best_is_known():
    turn = TURN
    for offer in ("M+m1g3", "M>F", "F+r1g3", ">mrrc"):
        assert not turn.over
        turn = turn.then(offer)
    assert (turn.over, turn.open, turn.gain) == (True, (), 7)
    assert TURN.then(">mrrc").gain == 0
    with pytest.raises(KhronosError, match="not offered now"):
        turn.then("M>F")
    assert max(each.gain for each in TURN.all() if each.over) == TURN.best
