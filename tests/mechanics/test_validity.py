"""Validity: what a hand-made position shows that no game could have brought about."""

from __future__ import annotations

from random import Random

import pytest

from khronos_lab.engine import choices, new_game, play_through
from khronos_lab.mechanics import faults
from tests.support import position


@pytest.mark.parametrize(
    ("boards", "clause"),
    [
        ("Might\nm1R m1W .\n. . .", "H1"),
        ("Faith\nr2R # r2W #\n# # # #\nMight\n. . . .\n. . . .", "H1"),
        ("Map\n. ~\n. .\n\nMight\n. m1R\n. .", "G1"),
        ("Map\nh .\n. .\n\nMight\nm2R #\n# #", "A1"),
        ("Map\nh .\n. h\n\nMight\nc2 #\n# #", "A2"),
    ],
)
def test_each_fault_is_found_with_its_clause(boards, clause):
    state = position(f"player Red:\nplayer White:\n{boards}")
    found = faults(state)
    assert [fault.clause for fault in found][:1] == [clause]
    assert found[0].squares


def test_a_game_that_is_played_has_no_fault():
    state, rng = new_game(3, seed=5), Random(5)
    while not state.over:
        action = choices(state).pick(rng)
        state = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))[1].state
        assert faults(state) == []
