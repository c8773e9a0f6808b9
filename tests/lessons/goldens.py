"""Exercises that are kept: a teacher hands out a seed, and everybody gets the same ones.

One file holds every question about the library's scenarios, the other one exercise of each case of
each clause, made from a seed: the move, the question, its answer with the reasons and the clauses
that decide it, and what wrong answers are told. `python -m tests.golden.regenerate` writes them
anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from khronos_lab.engine import action_text
from khronos_lab.lessons import (
    CASES,
    DIFFICULTIES,
    AnswerKind,
    Exercise,
    Maker,
    Scenario,
    chain_of_reasons,
    clauses_shown,
    feedback_on,
    scenarios,
)
from tests.golden.sections import Goldens
from tests.lessons.questions import exercises_in

FOLDER = Path(__file__).parents[1] / "golden" / "exercises"


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    made = {label: partial(_made, label) for label in CASES}
    asked = {each.id: partial(_asked, each) for each in scenarios()}
    return Goldens(FOLDER, {"library": asked, "made": made})


def _made(label: str) -> Iterator[str]:
    maker = Maker(label, Random(f"golden {label}"))
    for size, difficulty in enumerate(DIFFICULTIES, 1):
        for _ in (case for _, case in CASES[label] if size in case.sizes):
            exercise = maker.make(difficulty)
            move = action_text(exercise.state, exercise.action)
            yield f"{difficulty}, {exercise.case}: {move}".rstrip()
            yield from _exercise(exercise, (label,))


def _asked(scenario: Scenario) -> Iterator[str]:
    seen = scenario.trial
    yield f"{' '.join((*scenario.lead, scenario.move))} shows {' '.join(clauses_shown(seen))}"
    asked = list(exercises_in(scenario, trivial=True))
    for exercise in asked:
        if not exercise.trivial:
            yield from _exercise(exercise, scenario.clauses)
    trivial = [f"{each.asks}: {each.answer}" for each in asked if each.trivial]
    if trivial:
        yield f"  trivial: {'; '.join(trivial)}"


def _exercise(exercise: Exercise, taught: tuple[str, ...]) -> Iterator[str]:
    if exercise.trivial:
        yield f"  {exercise.asks} (trivial) {exercise.prompt('en')} {exercise.answer}"
        return
    yield f"  {exercise.asks} ({exercise.kind.value}) {exercise.prompt('en')}"
    told = feedback_on(exercise)
    reasons = " ".join(each.text("en") for each in chain_of_reasons(exercise, taught))
    wrong = [f"not {value}: {said.text('en')}" for value, said in told.answers.items()]
    if exercise.kind is not AnswerKind.SQUARES:  # a sentence for every square would be too many
        for table in (told.extra, told.left):
            wrong += dict.fromkeys(said.text("en") for said in table.values())
    yield f"    {exercise.answer}. {reasons} ({' '.join(exercise.clauses)})"
    if wrong:
        yield f"    {' '.join(wrong)}"
