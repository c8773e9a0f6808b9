"""Preview: what an action would do, age by age, before anything is played.

It is `play` with its log sorted by age and effect; nothing recomputes the rules. What chance would
give is left out: a preview shows no card that the player could not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from khronos_lab.core.actions import Action, Move, Violation
from khronos_lab.core.captions import action_text, violation_text
from khronos_lab.core.events import Effect, Payment
from khronos_lab.core.resolution import Entry, Question
from khronos_lab.core.state import GameState
from khronos_lab.engine.moves import Outcome, play, why_not
from khronos_lab.engine.spoken.moves import as_action
from khronos_lab.engine.spoken.positions import position_of
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import AGES, Age


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would do; `print` shows all of it, `of` a part."""

    action: Action
    violation: Violation | None
    """Why the action is forbidden; then it does nothing."""
    log: tuple[Entry, ...]
    """What would happen, up to the open question if there is one."""
    question: Question | None
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

    def text(self, language: str | None = None) -> str:
        """All of it in words, in the current language unless another is named."""
        action = action_text(self.action, language)
        if self.violation is not None:
            refused = violation_text(self.violation, language)
            return f"{action}: {say('answer-forbidden', language)}: {refused}"
        lines = [f"{action}:"]
        for age in (None, *AGES):
            told = [line for effect in Effect for line in self._lines(age, effect, language)]
            if told:
                title = (
                    say("word-player", language).capitalize() if age is None else say(age, language)
                )
                lines += [f"  {title}", *told]
        if self.question is not None:
            choice = say("answer-open_choice", language)
            lines.append(f"  {choice} ({self.question.clause})")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _lines(self, age: Age | None, effect: Effect, language: str | None) -> Iterable[str]:
        said = say(f"effect-{effect.name}", language)
        return (f"    {said}: {entry.text(language)}" for entry in self.of(age, effect))


def preview(state: GameState, action: Action | str, answers: tuple[int, ...] = ()) -> Preview:
    """Say what an action would do, and by which clause, without playing it.

    Words are read as by `play`: `preview(state, "hamlet d8 in Might")`.

    Where players would have to choose, `answers` go on as in a move; without them the preview
    ends at the question.
    """
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
