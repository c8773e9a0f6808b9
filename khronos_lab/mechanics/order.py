"""O1: the order of effects; the table of contents of a move.

1. An action is checked (A, G, D, H): `why_not`, the only source of legality.
2. It is paid and placed, and its bonus is paid: the function of the action.
3. Copies, first into Faith, then into Reason: `shadows`.
4. Domains are put right, first in Might, then in Faith: `repair`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from khronos_lab.core import GameState, Script
from khronos_lab.core import actions as a
from khronos_lab.mechanics import actions, turn
from khronos_lab.mechanics.repair import put_right
from khronos_lab.rulebook import Violation, implements

_CHECKS: dict[type, Callable[[GameState, Any], Violation | None]] = {
    a.Exchange: turn.check_exchange,
    a.Swap: turn.check_swap,
    a.Travel: turn.check_travel,
    a.Build: actions.check_build,
    a.Upgrade: actions.check_upgrade,
    a.Demolish: actions.check_demolish,
    a.Populate: actions.check_populate,
    a.Restore: actions.check_restore,
    a.EndTurn: turn.check_end,
}


@implements("O1", "T3")
def why_not(state: GameState, action: a.Action) -> Violation | None:
    """Why an action is forbidden here, or None if it is legal."""
    if state.over:
        return Violation("T7", "refusal-over")
    return _CHECKS[type(action)](state, action)


@implements("O1")
def resolve(script: Script, action: a.Action) -> None:
    """Let an action that was checked happen, with everything that follows from it."""
    _EFFECTS[type(action)](script, action)


def _build(script: Script, action: a.Build) -> None:
    actions.build(script, action)
    put_right(script)


def _upgrade(script: Script, action: a.Upgrade) -> None:
    actions.upgrade(script, action)
    put_right(script)


def _demolish(script: Script, action: a.Demolish) -> None:
    actions.demolish(script, action)
    put_right(script)


_EFFECTS: dict[type, Callable[[Script, Any], None]] = {
    a.Exchange: turn.exchange,
    a.Swap: turn.swap,
    a.Travel: turn.travel,
    a.Build: _build,
    a.Upgrade: _upgrade,
    a.Demolish: _demolish,
    a.Populate: actions.populate,
    a.Restore: actions.restore,
    a.EndTurn: turn.end_turn,
}
