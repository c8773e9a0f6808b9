"""Exercises that are kept: a teacher hands out a seed, and everybody gets the same ones.

One file holds every question about the library's scenarios, the other one exercise of each case of
each clause, made from a seed: the position as a checksum, the move, the question, its answer,
clauses that decide it, what wrong answers are told, and a checksum of all reasons.
`python -m tests.golden.regenerate` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from khronos_lab.core import position_text
from khronos_lab.engine import action_text
from khronos_lab.scenarios import (
    CASES,
    DIFFICULTIES,
    Exercise,
    Look,
    Maker,
    Scenario,
    chain_of_reasons,
    clauses_shown,
    feedback_on,
    look,
    scenarios,
)
from tests.golden.sections import Goldens, checksum, plain
from tests.scenarios.questions import exercises_in

FOLDER = Path(__file__).parents[1] / "golden" / "exercises"


def goldens() -> Goldens:
    """By file and name: what makes the lines."""
    made = {label: partial(_made, label) for label in CASES}
    asked = {each.id: partial(_asked, each) for each in scenarios()}
    return Goldens(FOLDER, {"library": asked, "made": made})


def _made(label: str) -> Iterator[str]:
    maker = Maker(label, Random(f"golden {label}"))
    for size, difficulty in enumerate(DIFFICULTIES, 1):
        for _ in (case for case in CASES[label] if size in case.sizes):
            made = maker.make(difficulty)
            exercise = made.exercise
            where = checksum(position_text(exercise.state))
            move = action_text(exercise.state, exercise.action)
            yield f"{difficulty}, {made.case} {where} {move}".rstrip()
            seen = look(exercise.state, exercise.action, exercise.played)
            yield from _exercise(exercise, seen, (label,))


def _asked(scenario: Scenario) -> Iterator[str]:
    seen = scenario.last.look
    yield f"{' '.join(step.token for step in scenario.steps)} shows {' '.join(clauses_shown(seen))}"
    for exercise in exercises_in(scenario, trivial=True):
        yield from _exercise(exercise, seen, scenario.clauses)


def _exercise(exercise: Exercise, seen: Look, taught: tuple[str, ...]) -> Iterator[str]:
    ways = [exercise.kind.value, *(["trivial"] if exercise.trivial else [])]
    ways += [exercise.age.name] if exercise.age is not None else []
    chosen = f" after {exercise.answers} of {exercise.played}" if exercise.played else ""
    yield f"  {exercise.asks} ({', '.join(ways)}){chosen} = {exercise.answer}"
    told = feedback_on(seen, exercise)
    rest = [
        plain(exercise.words),
        *(f"choose {x.value} {x.squares} {plain(x.words)}" for x in exercise.options),
        *(f"{x.clause} {plain(x.age)} {x.squares} {plain(x.words)}" for x in exercise.because),
        *map(plain, chain_of_reasons(exercise, taught)),
        *(f"{value} {plain(said)}" for value, said in told.answers.items()),
        *(f"extra {value} {plain(said)}" for value, said in told.extra.items()),
        *(f"left {value} {plain(said)}" for value, said in told.left.items()),
        *(plain(said) for said in (told.few, told.many)),
    ]
    keys = " ".join(f"{value}:{said.key}" for value, said in told.answers.items())
    yield f"    {' '.join(exercise.clauses)} {len(rest)} {checksum('|'.join(rest))} {keys}".rstrip()
