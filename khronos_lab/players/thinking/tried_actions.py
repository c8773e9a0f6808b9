"""Trials: actions and answers tried out in the head."""

from __future__ import annotations

from khronos_lab.core import Action, EndTurn, GameState, Move, Question, Travel
from khronos_lab.engine import Outcome, choices, play, play_through
from khronos_lab.players.random_player import sensible
from khronos_lab.players.thinking.judgement import standing_of
from khronos_lab.players.thinking.table_value import Taste


def after(view: GameState, action: Action) -> GameState:
    """The game after a legal action, whatever it asks answered sensibly."""
    return play_through(view, action, sensible, trusted=True)[1].state


def best_answer(view: GameState, move: Move, question: Question, taste: Taste) -> int:
    """The option after which whoever decides stands best."""
    values = []
    for option in range(len(question.options)):
        answered = Move(move.action, (*move.answers, option))
        values.append(standing_of(_finished(view, answered), question.seat, taste))
    return values.index(max(values))


def _finished(view: GameState, move: Move) -> GameState:
    """The game after a move; what it still asks is answered sensibly."""
    while True:
        result = play(view, move, trusted=True)
        if isinstance(result, Outcome):
            return result.state
        move = Move(move.action, (*move.answers, sensible(view, result)))


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
