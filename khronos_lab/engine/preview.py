"""Preview: what an action would do, age by age, before anything is played.

It is `play` with its log sorted by age and effect; nothing recomputes the rules. What chance would
give is left out: a preview shows no card that the player could not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from khronos_lab.core import events as e
from khronos_lab.core.actions import Action, Move, Violation
from khronos_lab.core.captions import action_text, violation_text
from khronos_lab.core.resolution import Entry, Question
from khronos_lab.core.state import GameState
from khronos_lab.engine.moves import Outcome, play, why_not
from khronos_lab.engine.spoken.moves import as_action
from khronos_lab.engine.spoken.positions import position_of
from khronos_lab.rulebook.language import age_word, term
from khronos_lab.rulebook.pieces import AGES, Age


class Effect(Enum):
    """What an event means to somebody who looks at an age."""

    APPEARS = "appears"
    VANISHES = "vanishes"
    BLOCKED = "is blocked"
    JOINS = "joins"
    SPLITS = "splits"
    CONFLICTS = "conflicts"
    SHRINKS = "shrinks"
    CUBES = "cubes"
    PAYS = "pays"
    CARDS = "cards"


EFFECTS: dict[type[e.Event], Effect | None] = {
    e.CoinsSpent: Effect.PAYS,
    e.CardsPlayed: Effect.CARDS,
    e.CardsDiscarded: Effect.CARDS,
    e.CardsDrawn: None,
    e.PileRenewed: None,
    e.OpenCardsSwapped: Effect.CARDS,
    e.AdventurerTravelled: Effect.APPEARS,
    e.BuildingBuilt: Effect.APPEARS,
    e.BuildingUpgraded: Effect.APPEARS,
    e.BonusPaid: Effect.PAYS,
    e.BuildingDemolished: Effect.VANISHES,
    e.CubePlaced: Effect.CUBES,
    e.RuinBegun: Effect.CUBES,
    e.RuinRestored: Effect.APPEARS,
    e.ShadowFalls: None,
    e.ShadowBlocked: Effect.BLOCKED,
    e.ShadowMissing: Effect.BLOCKED,
    e.BuildingErased: Effect.VANISHES,
    e.HamletCovered: Effect.VANISHES,
    e.HamletRevealed: Effect.APPEARS,
    e.ShadowCast: Effect.APPEARS,
    e.CubesMoved: Effect.CUBES,
    e.CubeKept: Effect.CUBES,
    e.DomainsJoined: Effect.JOINS,
    e.DomainSplit: Effect.SPLITS,
    e.ConflictFound: Effect.CONFLICTS,
    e.StrengthsCompared: Effect.CONFLICTS,
    e.ChoiceMade: Effect.CONFLICTS,
    e.BuildingShrunk: Effect.SHRINKS,
    e.BuildingDestroyed: Effect.VANISHES,
    e.ShadowWithdrawn: Effect.VANISHES,
    e.ShadowReplaced: Effect.SHRINKS,
    e.TaxCollected: Effect.PAYS,
    e.TaxMissed: Effect.PAYS,
    e.TurnEnded: None,
    e.GameEnded: None,
}
"""What each event means in a preview; None is left out."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would do; `print` it, or ask `of`."""

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
        """The happenings of one sort in one age (None: in no age)."""
        return tuple(
            entry
            for entry in self.log
            if EFFECTS[type(entry.event)] is effect and age_of(entry.event) is age
        )

    def text(self, language: str | None = None) -> str:
        """All of it in words; without a language in the one that is set."""
        action = action_text(self.action, language)
        if self.violation is not None:
            refused = violation_text(self.violation, language)
            return f"{action}: {term('answer.forbidden', language)}: {refused}"
        lines = [f"{action}:"]
        for age in (None, *AGES):
            told = [line for effect in Effect for line in self._lines(age, effect, language)]
            if told:
                title = (
                    term("player", language).capitalize()
                    if age is None
                    else age_word(age, language)
                )
                lines += [f"  {title}", *told]
        if self.question is not None:
            choice = term("answer.open_choice", language)
            lines.append(f"  {choice} ({self.question.clause})")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def _lines(self, age: Age | None, effect: Effect, language: str | None) -> Iterable[str]:
        said = term(f"effect.{effect.name}", language)
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
    for entry in log:
        event = entry.event
        if isinstance(event, e.CoinsSpent):
            changes[event.seat] -= event.amount
        elif isinstance(event, e.BonusPaid | e.TaxCollected):
            changes[event.seat] += event.amount
    return tuple(changes)


def age_of(event: e.Event) -> Age | None:
    """The age in which an event happens, if it has one."""
    if isinstance(event, e.AdventurerTravelled):
        return event.target
    age = getattr(event, "age", None)
    return age if isinstance(age, Age) else None
