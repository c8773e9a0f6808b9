"""The engine: `play` a move, or ask `why_not`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from khronos_lab.core.actions import ACTIONS, Action, EndTurn, Exchange, Move, Violation, is_unpaid
from khronos_lab.core.resolution import Entry, Log, OpenQuestion, Question, Script
from khronos_lab.core.state import GameState
from khronos_lab.engine.spoken.positions import position_of
from khronos_lab.mechanics import order
from khronos_lab.mechanics.order import resolve
from khronos_lab.rulebook.errors import IllegalAction


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a move led to: the new state and the log of all that happened."""

    state: GameState
    log: tuple[Entry, ...]

    def __str__(self) -> str:
        return "\n".join(str(entry) for entry in self.log)

    __repr__ = __str__


def play(
    state: GameState,
    move: Move | Action | str,
    *,
    answers: Sequence[int] = (),
    trusted: bool = False,
) -> Outcome | Question:
    """Play a move; the old state stays as it is.

    The move may be in words, `"keep f4 in Might"`, or in the notation of records, `"M+m2f4"`.

    Gives the outcome, or the first question that the move leaves unanswered; `answers=[2]` chooses
    the third of its options. A forbidden action raises `IllegalAction`, with the clause in its
    message and its `violation`. A simulation that took the action from the `choices` of this very
    state may say `trusted`: asking `why_not` again costs a fifth of a move.
    """
    if type(state) is not GameState or type(move) is not Move or type(move.action) not in ACTIONS:
        state, move = _understood(state, move)
    if answers:
        move = Move(move.action, tuple(answers), move.drawn)
    if not trusted:
        broken = order.why_not(state, move.action)
        if broken is not None:
            if is_unpaid(move.action):
                state, move = _understood(state, move)
                # What has no price, a building off the map, stays unpaid and is refused as it is.
                if not is_unpaid(move.action):
                    return play(state, move)
            raise IllegalAction(refusal(state, move.action, broken), broken)
    if move.drawn is not None and not isinstance(move.action, EndTurn | Exchange):
        raise IllegalAction(f"nothing is drawn when a player plays: {move.action}")
    script = Script(state, move.answers, move.drawn)
    try:
        resolve(script, move.action)
    except OpenQuestion as stop:
        return stop.question
    if script.used < len(move.answers):
        raise IllegalAction(
            f"{move.action} asks {script.used} questions, but has {len(move.answers)} answers"
        )
    return Outcome(script.state, Log(script.log))


def why_not(state: GameState, action: Action | str) -> Violation | None:
    """Why an action is forbidden here, or None if it is legal; words are read as by `play`."""
    if isinstance(action, str) or type(state) is not GameState or type(action) not in ACTIONS:
        state, move = _understood(state, action)
        return order.why_not(state, move.action)
    broken = order.why_not(state, action)
    if broken is not None and is_unpaid(action):
        return order.why_not(state, _understood(state, action)[1].action)
    return broken


def _understood(state: object, said: object) -> tuple[GameState, Move]:
    """The position and the move that are meant, with the price paid."""
    from khronos_lab.engine.spoken.moves import as_move  # it reads notation, which plays

    state = position_of(state)
    return state, as_move(state, said)


Chooser = Callable[[GameState, Question], int]
"""Answers a question with the index of an option."""


def play_through(
    state: GameState, action: Action | str, choose: Chooser, *, trusted: bool = False
) -> tuple[Move, Outcome]:
    """Play an action, letting `choose` answer whatever is asked; give the full move, too."""
    if isinstance(action, str) or type(action) not in ACTIONS or is_unpaid(action):
        state, said = _understood(state, action)
        action = said.action
    answers: tuple[int, ...] = ()
    while True:
        move = Move(action, answers)
        result = play(state, move, trusted=trusted)
        if isinstance(result, Outcome):
            return move, result
        answers = (*answers, choose(state, result))


def refusal(state: GameState, action: Action, broken: Violation) -> str:
    """The input, the reason with its clause, and the position, in one line."""
    verb = type(action).__name__.lower()
    said = broken.text("en")
    return f"illegal {verb}: {said}; {action}; round {state.round}, {state.player.name} to act"


__all__ = ["Chooser", "Outcome", "Question", "play", "play_through", "refusal", "why_not"]
