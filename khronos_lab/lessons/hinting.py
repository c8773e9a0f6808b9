"""Hints: which age, which squares, the rule in plain words, the first step; never the question.

Also how much of a move can be shown without giving the answer away.
"""

from __future__ import annotations

from typing import Final

from khronos_lab.core import Populate, name
from khronos_lab.core import events as e
from khronos_lab.lessons.course import Item
from khronos_lab.lessons.exercise import Exercise
from khronos_lab.lessons.questions import TOPICS
from khronos_lab.lessons.topics import deciding_rule
from khronos_lab.rulebook import REASON, Age, Said, say

_SILENT: Final = (
    e.CardsPlayed, e.CardsDiscarded, e.CardsDrawn, e.CoinsSpent, e.BonusPaid, e.BuildingBuilt,
    e.BuildingUpgraded, e.ShadowFalls,
)  # fmt: skip
"""What nobody has to predict: it is not an effect, or the question tells it."""
FEW: Final = 5
"""From this many squares on only the first and the last are named."""


def shown_before(item: Item, exercise: Exercise, hidden: int | None = 1) -> int:
    """The last step that may be shown while an exercise is asked; 0 if none may.

    With `hidden` 1 only the effect that is asked for is hidden, with 2 the one before it, too.
    """
    if hidden is None:
        return 0
    log = [entry.event for entry in item.trial.log]
    answering = TOPICS[exercise.topic].answering(exercise)
    if not answering:
        return 0
    step = answering[0]
    for _ in range(hidden - 1):
        # What only leads to an effect, as a falling shadow does, goes with it.
        while step > 0 and isinstance(log[step - 1], _SILENT):
            step -= 1
        step -= 1
    if all(isinstance(each, _SILENT) for each in log[: max(step, 0)]):
        return 0
    return step


def hints(item: Item, exercise: Exercise) -> list[str]:
    """All hints for an exercise, the smallest first; what the question says is no hint."""
    asked = exercise.prompt()
    found = []
    places = TOPICS[exercise.topic].hint_squares(exercise)
    if not places:
        found += _age_hint(item, exercise, asked)
    squares = tuple(dict.fromkeys(name(sq) for _, sq in places))
    if any(square not in asked for square in squares):
        told = squares if len(squares) < FEW else (f"{squares[0]}–{squares[-1]}",)
        found.append(say("hint-squares", places=told, age=places[0][0]))
    found += _rule_hint(item, exercise)
    step = shown_before(item, exercise)
    if step > shown_before(item, exercise, item.hides):
        found.append(say("hint-step", said=item.trial.log[step - 1].text()))
    elif (first := TOPICS[exercise.topic].hint_step(exercise)) is not None:
        found.append(say("hint-step", said=first))
    return found


def hints_to_rule(item: Item, exercise: Exercise) -> int:
    """How many hints it takes to be told the rule."""
    found, rules = hints(item, exercise), _rule_hint(item, exercise)
    return found.index(rules[0]) + 1 if rules else len(found) + 1


def _age_hint(item: Item, exercise: Exercise, asked: str) -> list[str]:
    """The ages to look at, unless the question names them; or the table."""
    reason = REASON if isinstance(exercise.action, Populate) else None
    acts = getattr(exercise.action, "age", reason)
    told = sorted({each.age for each in exercise.because if each.age is not None})
    ages = told if exercise.age is None else [exercise.age]
    if not ages and isinstance(acts, Age) and deciding_rule(exercise, item.clauses) != "T5":
        ages = [acts]
    if not ages:
        return [say("lesson-hint_cards")]
    new = tuple(age for age in ages if say(age) not in asked)
    return [say("hint-age", ages=new)] if new else []


def _rule_hint(item: Item, exercise: Exercise) -> list[str]:
    """The rule in plain words; where one of several is asked for, one that it is not."""
    if isinstance(exercise.correct, str):
        others = [x.value for x in exercise.options if x.value != exercise.correct]
        found = [Said(f"motto-{each}") for each in others[:1] if len(others) > 1]
        return [say("hint-not", said=each) for each in found]
    rule = deciding_rule(exercise, item.clauses)
    return [say("hint-rule", said=Said(f"motto-{rule}"))]
