"""Trials: actions tried out in the head."""

from __future__ import annotations

from khronos_lab.core import Action, EndTurn, GameState, Travel
from khronos_lab.engine import choices, play_through
from khronos_lab.players.random_player import sensible
from khronos_lab.players.thinking.judgement import standing_of
from khronos_lab.players.thinking.table_value import Taste


def after(view: GameState, action: Action) -> GameState:
    """The game after a legal action, whatever it asks answered sensibly."""
    return play_through(view, action, sensible, trusted=True)[1].state


def journey(view: GameState, taste: Taste) -> Action | None:
    """A journey to where this turn's taxes are, if it pays."""
    if taste.learned and view.round not in view.rules.tax_rounds:
        return None
    best, found = standing_of(view, view.seat, taste, journeys=False), None
    for action in choices(view).plain:
        if isinstance(action, Travel):
            value = standing_of(after(view, action), view.seat, taste)
            if value > best + 1e-9:
                best, found = value, action
    return found


def ending(view: GameState) -> EndTurn:
    """The end of the turn; in the first edition pairs are kept for the next one (V1)."""
    if not view.rules.keeps_cards:
        return EndTurn()
    one, two, three = (number if number == 1 else 0 for number in view.player.hand)
    return EndTurn((one, two, three), view.player.hidden)
