"""The engine: `play` a move, ask `why_not`, or have a `preview` of what would happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from khronos_lab.core import (
    ACTIONS,
    Action,
    Effect,
    EndTurn,
    Entry,
    Exchange,
    GameState,
    Log,
    Move,
    OpenChoice,
    OpenQuestion,
    Payment,
    Script,
    action_text,
    is_unpaid,
)
from khronos_lab.mechanics import resolve
from khronos_lab.mechanics import why_not as broken_rule
from khronos_lab.rulebook import (
    AGES,
    Age,
    IllegalAction,
    KhronosError,
    Violation,
    a_or_an,
    multilingual,
    say,
)


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
) -> Outcome | OpenChoice:
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
        broken = broken_rule(state, move.action)
        if broken is not None:
            if is_unpaid(move.action):
                state, move = _understood(state, move)
                # What has no price, a building off the map, stays unpaid and is refused as it is.
                if not is_unpaid(move.action):
                    return play(state, move)
            # The input, the reason with its clause, and the position, in one line.
            verb, said = type(move.action).__name__.lower(), broken.text("en")
            turn = f"round {state.round}, {state.player.name} to act"
            raise IllegalAction(f"illegal {verb}: {said}; {move.action}; {turn}", broken)
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
        return broken_rule(state, move.action)
    broken = broken_rule(state, action)
    if broken is not None and is_unpaid(action):
        return broken_rule(state, _understood(state, action)[1].action)
    return broken


def position_of(thing: object) -> GameState:
    """The position itself, or that of an outcome or a frame."""
    if isinstance(thing, GameState):
        return thing
    inner = getattr(thing, "state", None)
    if isinstance(inner, GameState):
        return inner
    if isinstance(thing, OpenChoice):
        raise KhronosError(
            "A question is still open, so there is no new position: play the move again from the "
            "old state with an answer, kl.play(state, move, answers=[0])."
        )
    raise KhronosError(
        f"A position is needed here, not {a_or_an(type(thing).__name__)}: kl.new_game(2), or the "
        "state of an outcome."
    )


def _understood(state: object, said: object) -> tuple[GameState, Move]:
    from khronos_lab.engine.reading import as_move  # it reads notation, which plays

    state = position_of(state)
    return state, as_move(state, said)


Chooser = Callable[[GameState, OpenChoice], int]
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


# ------------------------------------------------------------------ previews


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would do; `print` shows all of it, `of` a part.

    It is `play` with its log sorted by age and effect. What chance would give is left out: it shows
    no card that the player could not know.
    """

    action: Action
    violation: Violation | None
    """Why the action is forbidden; then it does nothing."""
    log: tuple[Entry, ...]
    """What would happen, up to the open question if there is one."""
    question: OpenChoice | None
    """The first choice that the answers given leave open."""
    coins: tuple[int, ...]
    """By seat: how the player's coins would change."""

    def of(self, age: Age | None, effect: Effect) -> tuple[Entry, ...]:
        """What would happen in one age (None: in no age), of one sort."""
        return tuple(
            entry
            for entry in self.log
            if entry.event.about.effect is effect and entry.event.age is age
        )

    @multilingual
    def text(self, language: str | None = None) -> str:
        """All of it in words, in the current language unless another is named."""
        action = action_text(self.action)
        if self.violation is not None:
            refused = self.violation.text()
            return f"{action}: {say('answer-forbidden')}: {refused}"
        lines = [f"{action}:"]
        for age in (None, *AGES):
            told = [line for effect in Effect for line in self._lines(age, effect)]
            if told:
                title = say("word-player").capitalize() if age is None else say(age)
                lines += [f"  {title}", *told]
        if self.question is not None:
            choice = say("answer-open_choice")
            lines.append(f"  {choice} ({self.question.clause})")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _lines(self, age: Age | None, effect: Effect) -> Iterable[str]:
        said = say(f"effect-{effect.name}")
        return (f"    {said}: {entry.text()}" for entry in self.of(age, effect))


def preview(state: GameState, action: Action | str, answers: tuple[int, ...] = ()) -> Preview:
    """Say what an action would do, and by which clause, without playing it.

    Words are read as by `play`: `preview(state, "hamlet d8 in Might")`.

    Where players would have to choose, `answers` go on as in a move; without them the preview
    ends at the question.
    """
    from khronos_lab.engine.reading import as_action

    state = position_of(state)
    action = as_action(state, action)
    broken = why_not(state, action)
    still = (0,) * len(state.players)
    if broken is not None:
        return Preview(action, broken, (), None, still)
    result = play(state, Move(action, answers))
    question = None if isinstance(result, Outcome) else result
    return Preview(action, None, result.log, question, coin_changes(result.log, len(still)))


def coin_changes(log: tuple[Entry, ...], players: int) -> tuple[int, ...]:
    """By seat: what a log adds to the coins."""
    changes = [0] * players
    for event, _, _ in log:
        if isinstance(event, Payment):
            changes[event.seat] += event.about.coins * event.amount
    return tuple(changes)
