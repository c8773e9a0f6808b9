"""The course: what a lesson consists of, item by item, whatever it is opened on.

An item is one move with the questions that are asked before it is shown, a scene that is only told,
or a turn that the reader plays. An idea is an example, questions that hide more and more, and an
end.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from khronos_lab.analysis import Span, Timeline, as_timeline
from khronos_lab.core import Action, EndTurn, GameState, Move, Question, evolve
from khronos_lab.core import events as e
from khronos_lab.engine import as_move
from khronos_lab.lessons.exercise import AnswerKind, Exercise, Text, Words
from khronos_lab.lessons.library import (
    SUFFIX,
    Idea,
    idea_named,
    load_scenario,
    scenario_named,
    scenarios,
    scenarios_for,
)
from khronos_lab.lessons.model import LESSONS, Scenario, main_exercise
from khronos_lab.lessons.opening import Story, Turn, introduction
from khronos_lab.lessons.questions import TOPICS, exercises_on, fresh_questions
from khronos_lab.lessons.topics import rule
from khronos_lab.lessons.trial import Trial, attempt, completed, still, title
from khronos_lab.rulebook import KhronosError, Said, clauses, in_each_language, say

MOST: Final = 4
"""How many questions are asked about one move."""


@dataclass(frozen=True)
class Item:
    """One page of a lesson: a move, what is asked about it, and the words around it."""

    trial: Trial
    exercises: tuple[Exercise, ...]
    title: Text
    key: str = ""
    """The name under which progress is kept; empty if it is not."""
    explanation: Text | None = None
    """Written by hand; it belongs to the first question."""
    clauses: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()
    """What is told at each step of a scene; the last one stays."""
    hides: int | None = None
    """How many effects are hidden when the first question is asked; None for all of them."""
    asks_rule: bool = False
    """True if the reader is asked which rule decides before the verdict."""
    turn: Turn | None = None
    """The turn that the reader plays, if that is what this item is for."""
    idea: str = ""
    """The idea that ends here, if one does."""

    @property
    def state(self) -> GameState:
        """The position that is asked about."""
        return self.trial.before if self.turn is None else self.turn.state

    @property
    def action(self) -> Action:
        """What is planned in it; in a turn of the reader's nothing is."""
        return self.trial.action if self.turn is None else EndTurn()

    def heading(self, *, solved: bool) -> Text:
        """Its title; one that somebody has written may give the answer away."""
        hidden = self.explanation is not None and not solved
        return Said("lesson-question") if hidden else self.title

    @property
    def told(self) -> bool:
        """True for what is shown at once and not asked about."""
        return bool(self.notes) and self.turn is None

    @cached_property
    def timeline(self) -> Timeline:
        """The effects of the move, as far as they are settled."""
        before, log = self.trial.before, self.trial.log
        if not log:
            return Timeline.of([], start=before)
        after = before if self.trial.after is None else self.trial.after
        if self.trial.after is None:
            for entry in log:
                after = evolve(after, entry.event)
        return Timeline.of([(before, self.trial.action, after, log)])

    @property
    def open(self) -> Question | None:
        """The choice that is left open at the end, if one is."""
        if self.trial.done or self.trial.violation is not None:
            return None
        return self.trial.questions[-1]

    @property
    def last(self) -> int:
        """The number of the last step: a refusal and an open choice are steps of their own."""
        return len(self.timeline) - (1 if self.trial.done else 0)


# ------------------------------------------------------------------ making items


def scenario_item(taught: Scenario) -> Item:
    """The item of a scenario, with its own question; its explanation would answer any other.

    Progress is kept for those of the library.
    """
    known = any(each is taught for each in scenarios())
    return Item(
        taught.last.trial,
        (main_exercise(taught),),
        taught.title,
        taught.id if known else "",
        taught.explanation,
        taught.clauses,
    )


def story_item(story: Story) -> Item:
    """The item of a scene of the introduction."""
    turn = Turn(story.position, story.offers, best=story.best) if story.offers else None
    return Item(story.trial, (), story.title, notes=story.notes, turn=turn)


def turn_item(scene: Item, turn: Turn) -> Item:
    """The item of a scene after what the reader has played in it."""
    return replace(scene, trial=still(turn.start) if turn.last is None else turn.last, turn=turn)


def exercise_item(exercise: Exercise) -> Item:
    """The item of an exercise: the very move that its reasons speak of."""
    taught = [exercise.clause] if exercise.clause else []
    return _item(completed(exercise.trial), (exercise,), *taught)


def move_item(state: GameState, played: Action | Move) -> Item:
    """The item of any move in any position, forbidden or not."""
    move = played if isinstance(played, Move) else Move(played)
    trial = attempt(state, move.action, move.answers, move.drawn)
    possible = exercises_on(trial)
    worth = [each for each in possible if not TOPICS[each.topic].plain] or possible
    return _item(trial, fresh_questions(worth, MOST))


def _item(trial: Trial, asked: tuple[Exercise, ...], *taught: str) -> Item:
    """The item of a move that is called by what somebody does."""
    return Item(trial, asked, title(trial.before, trial.action), clauses=taught)


NOTHING: Final = Words("", "")
FADING: Final = (1, 2)
"""How many effects the first questions hide; later ones hide all."""
FAMILIAR: Final = ("A1", "A2", "A3", "A4")
"""What the introduction has told: said again only where a scenario is about it."""


def idea_items(idea: Idea) -> tuple[Item, ...]:
    """The example, the questions and what is known in the end."""
    example, *asked = idea.scenarios
    questions = [
        replace(
            scenario_item(each),
            hides=FADING[number] if number < len(FADING) else None,
            asks_rule=number % 2 == 1 and main_exercise(each).kind is not AnswerKind.CLAUSE,
        )
        for number, each in enumerate(asked)
    ]
    return (worked_item(example), *questions, _end(idea, asked[-1]))


def worked_item(taught: Scenario) -> Item:
    """A scenario that is shown, with a note for every step, and not asked about."""
    shown = scenario_item(taught)
    title = _in_both("idea_step-example", title=taught.title)
    return Item(shown.trial, (), title, notes=tuple(_notes(taught, shown)), clauses=taught.clauses)


def _notes(taught: Scenario, shown: Item) -> Iterator[Text]:
    """The question, each rule when it first acts, and the explanation at the end."""
    yield _in_both("idea_step-watch", question=taught.question)
    known: set[str] = set()
    for number, entry in enumerate(shown.trial.log, 1):
        clause = entry.event.clause
        if number == shown.last:
            break
        # That a domain falls apart is told under C3, which is about what follows from it.
        silent = clause in known or isinstance(entry.event, e.DomainSplit)
        silent = silent or (clause in FAMILIAR and clause not in taught.clauses)
        yield NOTHING if silent else rule(clause).words
        known.add(clause)
    yield taught.explanation


def _end(idea: Idea, last: Scenario) -> Item:
    """What is known when the idea has been gone through."""
    after = last.last.trial.after or last.state
    rules = Words(*in_each_language(lambda: " ".join(rule(x).words.text() for x in idea.rules)))
    said = _in_both("idea_step-over", idea=idea.title, rules=rules)
    return Item(still(after), (), Said("idea_step-end"), notes=(said,), idea=idea.name)


def _in_both(key: str, **texts: Text) -> Words:
    """A message around texts that somebody has written."""
    return Words(
        *in_each_language(lambda: say(key, **{k: text.text() for k, text in texts.items()}))
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
        return [story_item(each) for each in introduction()]
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
    if found := scenario_named(name):
        return [found]
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
        if wanted in (name, *(each.casefold() for each in in_each_language(course.text))):
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
MOST_AT_A_MOMENT: Final = 2


def moment_items(game: object) -> tuple[Item, ...]:
    """The moments of a game at which much follows from one move, each with a question or two."""
    found = tuple(item for span in as_timeline(game).moves for item in _moment(span))
    if not found:
        raise KhronosError(say("practice-quiet_game"))
    return found


def _moment(span: Span) -> Iterator[Item]:
    if not any(isinstance(entry.event, TELLING) for entry in span.log):
        return
    if span.node is None:
        return  # Played elsewhere: which answers were given on the way is not known.
    move = span.node.move
    trial = attempt(span.before, move.action, move.answers, move.drawn)
    deepest = sorted((x for x in TOPICS.values() if x.depth), key=lambda topic: -topic.depth)
    possible = (each for topic in deepest for each in topic.ask(trial) if not each.trivial)
    asked = fresh_questions(possible, MOST_AT_A_MOMENT)
    if asked:
        yield _item(trial, asked)
