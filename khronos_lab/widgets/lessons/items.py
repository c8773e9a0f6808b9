"""Items of a lesson: one move each, with the questions that are asked before it is shown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core.actions import Action, Move
from khronos_lab.core.evolve import evolve
from khronos_lab.core.resolution import Question
from khronos_lab.core.state import GameState
from khronos_lab.engine.spoken.moves import as_move
from khronos_lab.rulebook.clauses import clauses
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.scenarios.library import scenario, scenarios, scenarios_for
from khronos_lab.scenarios.questions.all_questions import exercises_on
from khronos_lab.scenarios.questions.exercise import Exercise
from khronos_lab.scenarios.questions.phrases import Text, title
from khronos_lab.scenarios.questions.tried_action import Look, look
from khronos_lab.scenarios.scenario import LESSONS, Scenario
from khronos_lab.scenarios.scenario_files import SUFFIX, load_scenario
from khronos_lab.scenarios.truth_checks import exercises_in

Source = (
    Scenario
    | Exercise
    | str
    | int
    | Path
    | tuple[GameState, Action | Move | str]
    | Iterable["Source"]
)
"""A scenario or its number, a lesson or a clause by name, a scenario file, an exercise, a state
with an action, or several of these."""

MOST: Final = 4
"""How many questions are asked about one move."""
PLAIN: Final = ("legal", "cards", "bonus")
"""What can be asked about any building; asked if there is nothing else."""
TAXES: Final = "taxes"
TAX_TOPICS: Final = ("ruler", "tax")
"""Asked in that lesson only, or where a scenario is about them: others come before it."""


@dataclass(frozen=True)
class Item:
    """One move: what the engine says of it, what is asked about it, and the words around it."""

    look: Look
    exercises: tuple[Exercise, ...]
    title: Text
    key: str = ""
    """The name under which progress is kept; empty if it is not."""
    explanation: Text | None = None
    """Written by hand; it belongs to the first question."""
    clauses: tuple[str, ...] = ()

    @cached_property
    def timeline(self) -> Timeline:
        """The effects of the move, as far as they are settled."""
        before, log = self.look.before, self.look.log
        if not log:
            return Timeline.of([], start=before)
        after = before if self.look.after is None else self.look.after
        if self.look.after is None:
            for entry in log:
                after = evolve(after, entry.event)
        return Timeline.of([(before, self.look.action, after, log)])

    @property
    def open(self) -> Question | None:
        """The choice that is left open at the end, if one is."""
        if self.look.done or self.look.violation is not None:
            return None
        return self.look.questions[-1]

    @property
    def last(self) -> int:
        """The number of the last step: a refusal and an open choice are steps of their own."""
        return len(self.timeline) - (1 if self.look.done else 0)


# ------------------------------------------------------------------ making items


def scenario_item(taught: Scenario) -> Item:
    """The item of a scenario; progress is kept for those of the library."""
    known = any(each is taught for each in scenarios())
    own, *others = exercises_in(taught)
    if taught.lesson != TAXES:
        others = [each for each in others if each.topic not in TAX_TOPICS]
    return Item(
        taught.last.look,
        (own, *_worth_asking(others, taught.clauses, MOST - 1)),
        taught.title,
        taught.id if known else "",
        taught.explanation,
        taught.clauses,
    )


def exercise_item(exercise: Exercise) -> Item:
    """The item of a generated exercise: the very move that its reasons speak of.

    Choices that are still open are made by their first option.
    """
    seen = look(exercise.state, exercise.action, exercise.played)
    while not seen.done and seen.violation is None:
        seen = look(exercise.state, exercise.action, (*seen.answers, 0))
    return Item(seen, (exercise,), title(seen.before, seen.action), clauses=exercise.clauses)


def move_item(state: GameState, played: Action | Move) -> Item:
    """The item of any move in any position, forbidden or not."""
    move = played if isinstance(played, Move) else Move(played)
    seen = look(state, move.action, move.answers, move.drawn)
    return Item(seen, _worth_asking(exercises_on(seen), (), MOST), title(seen.before, seen.action))


def _worth_asking(
    possible: Sequence[Exercise], taught: Sequence[str], most: int
) -> tuple[Exercise, ...]:
    """The questions that teach most, in their own order: about these clauses before others."""
    telling = [each for each in possible if each.topic not in PLAIN] or list(possible)
    ranked = sorted(telling, key=lambda each: set(taught).isdisjoint(each.clauses))
    chosen = {id(each) for each in ranked[:most]}
    return tuple(each for each in telling if id(each) in chosen)


# ------------------------------------------------------------------ reading sources


def items_of(source: Source) -> tuple[Item, ...]:
    """The items of anything that a lesson can be opened on."""
    found = tuple(_items(source))
    if not found:
        raise KhronosError(f"there is nothing to learn in {source!r}; give a scenario or a lesson")
    return found


def _items(source: Source) -> Iterable[Item]:
    if isinstance(source, Scenario):
        return [scenario_item(source)]
    if isinstance(source, Exercise):
        return [exercise_item(source)]
    if isinstance(source, list | tuple) and len(source) == 2 and isinstance(source[0], GameState):
        return [move_item(source[0], as_move(*source))]
    if isinstance(source, os.PathLike):
        return [scenario_item(load_scenario(source))]
    if isinstance(source, str | int):
        return [scenario_item(each) for each in _named(source)]
    if isinstance(source, Iterable):
        return [item for each in source for item in _items(each)]
    raise KhronosError(
        f"there is no lesson on a {type(source).__name__}; give a scenario, its number, a lesson "
        f"({', '.join(LESSONS)}), a clause, a {SUFFIX} file, or a state and an action"
    )


def _named(name: str | int) -> Sequence[Scenario]:
    """The scenarios that a word or number stands for."""
    word = str(name).strip()
    if isinstance(name, int) or word.isdigit():
        return [scenario(int(word))]
    if word.lower() in {each.id for each in scenarios()}:
        return [scenario(word)]
    if word.endswith(SUFFIX):
        return [load_scenario(word)]
    if word.lower() in LESSONS:
        return [each for each in scenarios() if each.lesson == word.lower()]
    label = word[:1].upper() + word[1:].lower()
    if label in clauses():
        shown = scenarios_for(label)
        if not shown:
            raise KhronosError(f"no move shows {label}, so there is no scenario for it")
        return shown
    raise KhronosError(
        f"there is no lesson {name!r}; there are {', '.join(LESSONS)}, the scenarios 1 to "
        f"{int(scenarios()[-1].id[:2])}, and the clauses of the rules page"
    )


def lesson_title(source: Source) -> Text | None:
    """The name of a lesson, for what is opened by it."""
    return LESSONS.get(source.strip().lower()) if isinstance(source, str) else None
