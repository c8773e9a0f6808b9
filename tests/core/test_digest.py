"""Digests: the same for the same table however it came to be, another for whatever one can see."""

from __future__ import annotations

from random import Random

import pytest

from khronos_lab.core import GameState, board_of
from khronos_lab.engine import choices, new_game, play_through
from khronos_lab.records import table_digest
from tests.support import position

TABLE = """
    player Red: coins 5, hand mm
    player White: hand rr
    Might             | Faith             | Reason
    h   m2R #   c1  . | h   m2R #   r1W . | h:R m2%  #  c2:W #
    .   #   #   .   . | .   #   #   .   . | .   #    #  #    #
"""


def anew(state: GameState) -> GameState:
    """The same state with boards worked out from scratch."""
    might, faith, reason = (board_of(board.grid, tuple(board)) for board in state.boards)
    return state._replace(boards=(might, faith, reason))


@pytest.mark.parametrize("seed", range(3))
def test_after_every_turn_a_game_and_its_boards_from_scratch_have_one_digest(seed):
    state, rng = new_game(3, seed), Random(seed)
    digests = set()
    while not state.over:
        action = choices(state).pick(rng)
        state = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))[1].state
        assert table_digest(state) == table_digest(anew(state))
        digests.add(table_digest(state))
    assert len(digests) > 20


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
    assert table_digest(changed) != table_digest(position(TABLE))


def test_hands_and_chance_do_not_change_the_digest():
    state = position(TABLE)
    other = position(TABLE.replace("hand mm", "hand cccc"))._replace(chance=7)
    assert table_digest(other) == table_digest(state)
