"""Checks: whether a scenario is true. The library's are tested with it, an editor asks it too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from khronos_lab.mechanics.validity import faults
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.scenarios.clauses_shown import clauses_shown
from khronos_lab.scenarios.questions.all_questions import exercise_on
from khronos_lab.scenarios.questions.exercise import Exercise
from khronos_lab.scenarios.scenario import Scenario


def problems(scenario: Scenario) -> tuple[str, ...]:
    """Everything that is wrong with a scenario, in sentences; none if it is true.

    Its position keeps the rules, its moves can be played with just these answers (the last may be
    a forbidden one), it shows the clauses that it names, and its answer is the engine's.
    """
    found = [str(fault) for fault in faults(scenario.position)]
    try:
        found += _untrue(scenario)
    except KhronosError as fault:
        found.append(str(fault))
    return tuple(found)


def _untrue(scenario: Scenario) -> Iterator[str]:
    shown = clauses_shown(scenario.last.look)
    for label in scenario.clauses:
        if label not in shown:
            yield f"{scenario.move} does not show {label}, but {', '.join(shown)}"
    right = main_exercise(scenario).answer
    if right != scenario.answer:
        yield f"the answer to {scenario.asks!r} is {right!r}, not {scenario.answer!r}"


def main_exercise(scenario: Scenario) -> Exercise:
    """The scenario's own question, with its own words."""
    return replace(
        exercise_on(scenario.last.look, scenario.asks), words=scenario.question, trivial=False
    )
