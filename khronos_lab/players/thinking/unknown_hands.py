"""What a turn with the cards of a hand can gain at a table, near enough."""

from __future__ import annotations

from typing import Final

from khronos_lab.core import GameState
from khronos_lab.engine import Outcome, choices, play
from khronos_lab.players.thinking.placement_estimates import Estimator
from khronos_lab.players.thinking.tried_actions import ending

SECOND: Final = 0.3
"""What the second best of his actions counts: it may need the cards of the best."""


def table_after(view: GameState) -> GameState:
    """The table when the turn ends now."""
    outcome = play(view, ending(view), trusted=True)
    assert isinstance(outcome, Outcome)
    return outcome.state


def hand_promise(table: GameState, estimator: Estimator) -> float:
    """What the cards of the player to act are likely to gain at once."""
    gains = [estimator.spots(table, family)[0].gain for family in choices(table).families]
    best, second = sorted((*gains, 0.0, 0.0), reverse=True)[:2]
    return best + SECOND * second
