"""What a lesson can be opened on: a lesson or an idea by name, a clause, scenarios, a game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from khronos_lab.analysis.inputs import as_timeline
from khronos_lab.analysis.timeline import Span
from khronos_lab.core import events as e
from khronos_lab.core.actions import Action, Move
from khronos_lab.core.state import GameState
from khronos_lab.engine.spoken.moves import as_move
from khronos_lab.rulebook.clauses import clauses
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import LANGUAGES, Said, say
from khronos_lab.scenarios.course import idea_named
from khronos_lab.scenarios.library import scenario, scenarios, scenarios_for
from khronos_lab.scenarios.questions.all_questions import TOPICS
from khronos_lab.scenarios.questions.exercise import Exercise
from khronos_lab.scenarios.questions.phrases import Text, title
from khronos_lab.scenarios.questions.tried_action import look
from khronos_lab.scenarios.scenario import LESSONS, Scenario
from khronos_lab.scenarios.scenario_files import SUFFIX, load_scenario
from khronos_lab.scenarios.scenes import introduction
from khronos_lab.widgets.lessons.ideas import idea_items
from khronos_lab.widgets.lessons.items import (
    Item,
    exercise_item,
    fresh_questions,
    move_item,
    scenario_item,
    scene_item,
)

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

INTRODUCTION: Final = "introduction"
COURSES: Final = {INTRODUCTION: Said("course-introduction"), **LESSONS}
"""What a lesson can be opened by, in the order of learning."""


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
    if isinstance(source, str) and course_named(source) == INTRODUCTION:
        return [scene_item(each) for each in introduction()]
    if isinstance(source, str) and (idea := idea_named(source)):
        return idea_items(idea)
    if isinstance(source, str | int) and not isinstance(source, bool):
        return [scenario_item(each) for each in _named(source)]
    if isinstance(source, Iterable):
        return [item for each in source for item in _items(each)]
    raise KhronosError(
        f"there is no lesson on a {type(source).__name__}; give a scenario, its number, a lesson "
        f"({', '.join(COURSES)}), a clause, a {SUFFIX} file, or a state and an action"
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
    if course := course_named(word):
        return [each for each in scenarios() if each.lesson == course]
    label = word[:1].upper() + word[1:].lower()
    if label in clauses():
        shown = scenarios_for(label)
        if not shown:
            raise KhronosError(f"no move shows {label}, so there is no scenario for it")
        return shown
    raise KhronosError(
        f"there is no lesson {name!r}; there are {', '.join(COURSES)}, the scenarios 1 to "
        f"{int(scenarios()[-1].id[:2])}, and the clauses of the rules page"
    )


def course_named(word: str) -> str:
    """The lesson with this name or title, in any language; empty if there is none.

    >>> course_named("Time shadows"), course_named("zeitschatten"), course_named("B3")
    ('shadows', 'shadows', '')
    """
    wanted = word.strip().casefold()
    for name, course in COURSES.items():
        if wanted in (name, *(course.text(language).casefold() for language in LANGUAGES)):
            return name
    return ""


def lesson_title(source: Source) -> Text | None:
    """The name of a lesson or an idea, for what is opened by it."""
    if not isinstance(source, str):
        return None
    idea = idea_named(source)
    return COURSES.get(course_named(source)) if idea is None else idea.title


# ------------------------------------------------------------------ what happens next in a game?

TELLING: Final = (e.BuildingErased, e.ShadowBlocked, e.ConflictFound, e.DomainSplit)
"""What makes a moment worth stopping at; a join that leads to nothing does not."""
ASKED: Final = (
    "shrinks", "conflict", "erased", "vanishes", "keeps", "stopped", "emptied", "shrunk",
    "decides", "strength", "settled", "cubes", "home", "shadow",
)  # fmt: skip
"""Questions about what follows from a move, those that see furthest first."""
MOST_AT_A_MOMENT: Final = 2


def moment_items(game: object) -> tuple[Item, ...]:
    """The moments of a game at which much follows from one move, each with a question or two."""
    found = tuple(_moments(game))
    if not found:
        raise KhronosError(say("practice-quiet_game"))
    return found


def _moments(game: object) -> Iterator[Item]:
    for span in as_timeline(game).moves:
        if any(isinstance(entry.event, TELLING) for entry in span.log):
            yield from _moment(span)


def _moment(span: Span) -> Iterator[Item]:
    if span.node is None:
        return  # Played elsewhere: which answers were given on the way is not known.
    move = span.node.move
    seen = look(span.before, move.action, move.answers, move.drawn)
    possible = (each for topic in ASKED for each in TOPICS[topic](seen) if not each.trivial)
    asked = fresh_questions(possible, MOST_AT_A_MOMENT)
    if asked:
        yield Item(seen, asked, title(seen.before, seen.action))
