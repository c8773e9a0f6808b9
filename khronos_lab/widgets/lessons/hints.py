"""Hints, one after the other: which age, which squares, the rule in plain words, the first step.

Also how much of a move can be shown without giving the answer away.
"""

from __future__ import annotations

from typing import Final

from khronos_lab.core import events as e
from khronos_lab.core.actions import Populate
from khronos_lab.core.squares import bits, name
from khronos_lab.rulebook.clauses import clauses
from khronos_lab.rulebook.language import Said, say
from khronos_lab.rulebook.pieces import REASON, Age
from khronos_lab.scenarios.feedback import deciding_rule
from khronos_lab.scenarios.library import scenarios_for
from khronos_lab.scenarios.questions.exercise import AnswerKind, Choice, Exercise
from khronos_lab.scenarios.questions.legality_and_shadows import clause_options
from khronos_lab.scenarios.questions.reasons import told
from khronos_lab.widgets.lessons.items import Item

_LEADING: Final[dict[str, tuple[type[e.Event], ...]]] = {
    "shrinks": (e.ConflictFound, e.StrengthsCompared),
    "decides": (e.ConflictFound, e.StrengthsCompared),
    "settled": (e.ConflictFound,),
    "strength": (e.ConflictFound,),
    "vanishes": (e.BuildingShrunk,),
}
"""By topic: events that are part of the reason, but not yet the answer."""
_SILENT: Final = (
    e.CardsPlayed, e.CardsDiscarded, e.CardsDrawn, e.CoinsSpent, e.BonusPaid, e.BuildingBuilt,
    e.BuildingUpgraded, e.ShadowFalls,
)  # fmt: skip
"""What nobody has to predict: it is not an effect, or the question tells it."""


def shown_before(item: Item, exercise: Exercise, hidden: int | None = 1) -> int:
    """The last step that may be shown while an exercise is asked; 0 if none may.

    With `hidden` 1 only the effect that is asked for is hidden, with 2 the one before it, too.
    """
    if hidden is None:
        return 0
    names, log = item.look.before.names, [entry.event for entry in item.look.log]
    leading = _LEADING.get(exercise.topic, ())
    answering = [
        number
        for number, event in enumerate(log)
        if not isinstance(event, leading)
        # Where a smaller building is put says which one shrinks.
        and (
            told(event, names) in exercise.because or (leading and isinstance(event, e.ChoiceMade))
        )
    ]
    if exercise.topic == "shadow":
        # Whatever happens in that age says whether the copy appears.
        answering = [number for number, event in enumerate(log) if event.age is exercise.age]
    if not answering:
        return 0
    step = answering[0]
    for _ in range(hidden - 1):
        step = _back(log, step) - 1
    if all(isinstance(each, _SILENT) for each in log[: max(step, 0)]):
        return 0
    return step


def _back(log: list[e.Event], step: int) -> int:
    """The step before an effect: what only leads to it, as a falling shadow does, goes with it."""
    while step > 0 and isinstance(log[step - 1], _SILENT):
        step -= 1
    return max(step, 0)


# ------------------------------------------------------------------ hints


def hints(item: Item, exercise: Exercise, language: str) -> list[str]:
    """All hints for an exercise, the smallest first."""
    found = [_age_hint(item, exercise, language)]
    places = hint_squares(item, exercise)
    if places:
        squares = tuple(dict.fromkeys(name(sq) for _, sq in places))
        told_places = squares if len(squares) < 5 else (f"{squares[0]}–{squares[-1]}",)
        found.append(say("hint-squares", language, places=told_places, age=places[0][0]))
    found += _rule_hint(item, exercise, language)
    step = shown_before(item, exercise)
    if step > shown_before(item, exercise, item.hides):
        entry = item.look.log[step - 1]
        found.append(say("hint-step", language, said=entry.text(language)))
    elif exercise.topic == "tax" and len(sums := _sums(exercise)) > 1:
        found.append(say("hint-step", language, said=sums[0]))
    return found


def _sums(exercise: Exercise) -> list[Said]:
    """What each domain pays, where taxes are asked for."""
    said = (each.words for each in exercise.because)
    return [each for each in said if isinstance(each, Said) and each.key == "why-values"]


def hint_squares(item: Item, exercise: Exercise) -> list[tuple[Age, int]]:
    """Where to look, without showing the answer: what the move places, or what is compared."""
    action, age = item.look.placing, exercise.age
    if exercise.topic == "vanishes":
        return [(age, sq) for sq in exercise.because[-1].squares] if age is not None else []
    if action is not None and exercise.topic != "late":
        return [(action.age if age is None else age, sq) for sq in bits(item.look.mask)]
    if exercise.kind in (AnswerKind.SQUARES, AnswerKind.BUILDINGS):
        return []
    pointed = (each for each in exercise.because if each.age is not None and each.squares)
    first = next(pointed, None)
    return [] if first is None or first.age is None else [(first.age, sq) for sq in first.squares]


def _age_hint(item: Item, exercise: Exercise, language: str) -> str:
    reason = REASON if isinstance(exercise.action, Populate) else None
    acts = getattr(exercise.action, "age", reason)
    told = sorted({each.age for each in exercise.because if each.age is not None})
    ages = told if exercise.age is None else [exercise.age]
    if not ages and isinstance(acts, Age) and deciding_rule(exercise, item.clauses) != "T5":
        ages = [acts]
    if not ages:
        return say("lesson-hint_cards", language)
    return say("hint-age", language, ages=tuple(ages))


def _rule_hint(item: Item, exercise: Exercise, language: str) -> list[str]:
    """The rule in plain words; where one of several is asked for, one that it is not."""
    if isinstance(exercise.correct, str):
        others = [x.value for x in exercise.options if x.value != exercise.correct]
        found = [Said(f"motto-{each}") for each in others[:1] if len(others) > 1]
        return [say("hint-not", language, said=each) for each in found]
    rule = deciding_rule(exercise, item.clauses)
    return [say("hint-rule", language, said=Said(f"motto-{rule}"))]


# ------------------------------------------------------------------ which rule decides?


def asks_rule(item: Item, number: int, hinted: int) -> bool:
    """True if the reader is asked which rule decides: with the first question, unless told."""
    return item.asks_rule and number == 0 and hinted < hints_to_rule(item)


def hints_to_rule(item: Item) -> int:
    """How many hints for the first question it takes to be told the rule."""
    return 2 + bool(hint_squares(item, item.exercises[0]))


def rule_options(item: Item, exercise: Exercise) -> tuple[Choice, ...]:
    """The rule that decides, and two of the same letter that do not."""
    right = deciding_rule(exercise, item.clauses)
    near = [x for x in clauses() if x[0] == right[0]] + [x for x in clauses() if x[0] in "BDH"]
    others = [
        each
        for each in dict.fromkeys(near)
        if each[:2] != right[:2]
        and each not in (*exercise.clauses, *item.clauses)
        and scenarios_for(each)
    ]
    chosen = {right, others[0], others[len(others) // 2]}
    return clause_options(tuple(each for each in clauses() if each in chosen))
