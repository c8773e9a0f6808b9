"""The course: ideas, and what a lesson consists of, item by item, whatever it is opened on.

An item is one move with the questions that are asked before it is shown, a scene that is only told,
or a turn that the reader plays. An idea is learnt in at most twelve minutes: an example that is
shown, then questions that hide the last effect of a move, the last two, then all of them, and an
end. The plain case comes before its exceptions.

The introduction is told in the files of `data/introduction`. They have the form of a scenario
(`FORMAT.md`) with other words: `title`, `move`, `offers` and `best`, which may be left out, and
`note 0`, `note 1`, … for the steps of the move; 0 is the position before it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Final, NamedTuple

from khronos_lab.analysis import Span, Timeline, as_timeline
from khronos_lab.core import Action, EndTurn, GameState, Move, OpenChoice, evolve
from khronos_lab.core import events as e
from khronos_lab.engine import as_move
from khronos_lab.lessons.exercise import (
    AnswerKind,
    Exercise,
    Text,
    Trial,
    Words,
    attempt,
    attempt_token,
    completed,
    still,
    title,
)
from khronos_lab.lessons.library import (
    LESSONS,
    SUFFIX,
    Scenario,
    ScenarioError,
    ScenarioText,
    load_scenario,
    main_exercise,
    scenario,
    scenario_named,
    scenarios,
    scenarios_for,
)
from khronos_lab.lessons.questions import MISTAKE, TOPICS, exercises_on, fresh_questions
from khronos_lab.lessons.topics import rule
from khronos_lab.rulebook import (
    KhronosError,
    Said,
    Violation,
    clauses,
    data_file,
    in_each_language,
    say,
)

# ------------------------------------------------------------------ ideas

SHOWN, ASKED = 1.5, 2.0  # minutes that an example and a question take


class Idea(NamedTuple):
    """One thing to learn: where it is taught, and the scenarios that show it, the example first."""

    name: str
    notebook: str
    ids: tuple[str, ...]

    @property
    def title(self) -> Said:
        return Said(f"idea-{self.name}")

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        return tuple(map(scenario, self.ids))

    @property
    def minutes(self) -> int:
        return round(SHOWN + ASKED * (len(self.ids) - 1) + 0.5)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses that it teaches, the main one of each scenario."""
        return tuple(dict.fromkeys(each.clauses[0] for each in self.scenarios))


IDEAS: Final = (
    Idea("first-shadows", "02", ("01", "02", "03", "04", "05")),
    Idea("two-domains", "02", ("11", "28", "10", "14b")),
    Idea("an-equal", "02", ("12", "13", "14")),
    Idea("missing-piece", "02", ("15", "16", "17")),
    Idea("ruins", "02", ("18", "20")),
    Idea("covered", "03", ("46", "47", "48")),
    Idea("first-allowed", "03", ("58", "49", "59", "59b")),
    Idea("in-vain", "03", ("50", "51", "52")),
    Idea("citizens", "03", ("53", "54")),
    Idea("last-cube", "03", ("55", "56", "57")),
    Idea("connecting", "04", ("21", "22", "23")),
    Idea("one-leader", "04", ("24", "25", "26", "27")),
    Idea("joining", "04", ("68", "70", "69", "70b")),
    Idea("ties", "04", ("72", "71", "77")),
    Idea("shrunk-shadows", "04", ("74", "73", "79", "80")),
    Idea("conflict-order", "04", ("75", "76")),
    Idea("breaking-off", "04", ("72b", "75b")),
    Idea("splitting", "04", ("78", "78b", "81", "81b")),
    Idea("cascades", "04", ("82", "82b", "83", "84")),
    Idea("leader-collects", "05", ("60", "61", "66")),
    Idea("citizens-collect", "05", ("62", "63", "63b")),
    Idea("nobody-home", "05", ("64", "65", "67")),
    Idea("pooling", "05", ("29", "30", "31", "32")),
    Idea("a-turn", "05", ("33", "34", "36")),
    Idea("ground", "05", ("38", "39", "40", "41")),
    Idea("work-in-reason", "05", ("42", "43", "44", "45")),
    Idea("prices", "05", ("06", "07", "08", "09")),
    Idea("variants", "05", ("19", "35", "37", "59c")),
)
"""In the order of learning."""


def ideas_of(notebook: str) -> tuple[Idea, ...]:
    """The ideas that a notebook teaches.

    >>> [idea.name for idea in ideas_of("03")][:2]
    ['covered', 'first-allowed']
    """
    return tuple(each for each in IDEAS if each.notebook == notebook)


def idea_named(word: str) -> Idea | None:
    """The idea with this name, or with this title in any language; None if there is none.

    >>> idea = idea_named("stopped by an equal")
    >>> idea and idea.name
    'an-equal'
    """
    return next((each for each in IDEAS if _called(word, each.name, each.title)), None)


def _called(word: str, name: str, title: Said) -> bool:
    titles = in_each_language(title.text)
    return word.strip().casefold() in (name, *(each.casefold() for each in titles))


# ------------------------------------------------------------------ the introduction

_NUMBERED: Final = ("note *", "note * de")
_FREE: Final = ("move", "offers", "best", *_NUMBERED)


@dataclass(frozen=True)
class ReaderTurn:
    """A turn that a reader plays: what was offered, and what has been done so far."""

    start: GameState
    offers: tuple[str, ...]
    played: tuple[str, ...] = ()
    last: Trial | None = field(default=None, compare=False, repr=False)
    """The action that was taken last; None before the first."""
    best: int = field(default=0, compare=False)  # the most coins that any turn would bring

    @property
    def state(self) -> GameState:
        if self.last is None:
            return self.start
        if self.last.after is None:
            raise KhronosError("a turn goes on only with what is allowed and leaves nothing open")
        return self.last.after

    @property
    def over(self) -> bool:
        return self.played[-1:] == self.offers[-1:]

    @property
    def open(self) -> tuple[str, ...]:
        return () if self.over else tuple(o for o in self.offers if o not in self.played)

    def tried(self, offer: str) -> Trial:
        if offer not in self.open:
            raise KhronosError(f"{offer!r} is not offered now; there is {', '.join(self.open)}")
        return attempt_token(self.state, offer)

    def forbidden(self, offer: str) -> Violation | None:
        return self.tried(offer).violation

    def then(self, offer: str) -> ReaderTurn:
        trial = self.tried(offer)
        if trial.violation is not None:
            raise KhronosError(f"{offer!r} is forbidden now")
        return replace(self, played=(*self.played, offer), last=trial)

    @property
    def gain(self) -> int:
        """How many coins the turn has brought so far, less what it has cost."""
        seat = self.start.seat
        return self.state.players[seat].coins - self.start.players[seat].coins

    def all(self) -> tuple[ReaderTurn, ...]:
        """Itself and every way to go on from it; the order of what was done before is the same."""
        found: dict[tuple[frozenset[str], tuple[str, ...]], ReaderTurn] = {}
        pending = [self]
        while pending:
            turn = pending.pop(0)
            key = (frozenset(turn.played), turn.played[-1:])
            if key not in found:
                found[key] = turn
                pending += [turn.then(x) for x in turn.open if turn.forbidden(x) is None]
        return tuple(found.values())


# ------------------------------------------------------------------ items

MOST: Final = 4  # how many questions are asked about one move


@dataclass(frozen=True)
class Item:
    """One page of a lesson: a move, what is asked about it, and the words around it."""

    trial: Trial
    exercises: tuple[Exercise, ...]
    title: Text
    key: str = ""  # the name under which progress is kept; empty if it is not
    explanation: Text | None = None  # written by hand; it belongs to the first question
    clauses: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()  # what is told at each step of a scene; the last one stays
    hides: int | None = None
    """How many effects are hidden when the first question is asked; None for all of them."""
    asks_rule: bool = False  # True if the reader is asked which rule decides before the verdict
    turn: ReaderTurn | None = None
    """The turn that the reader plays, if that is what this item is for."""
    idea: str = ""  # the idea that ends here, if one does

    @property
    def state(self) -> GameState:
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
    def open(self) -> OpenChoice | None:
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
        taught.trial,
        (main_exercise(taught),),
        taught.title,
        taught.id if known else "",
        taught.explanation,
        taught.clauses,
    )


@cache
def introduction() -> tuple[Item, ...]:
    """The scenes of "How Khronos is played", in their order."""
    return tuple(map(_scene, sorted(data_file("introduction").glob("*.scene"))))


def _scene(file: Path) -> Item:
    words = ("title", "title de", *_FREE)
    said = ScenarioText(file.read_text("utf-8"), file.name, "khronos scene 1", words, _FREE)
    notes = [word for word in said if word.startswith("note ")]
    numbered = [f"note {n}" for n in range(len(notes) // 2)]
    if {*notes} != {*numbered, *(f"{each} de" for each in numbered)}:
        raise ScenarioError("notes are numbered from 0 and told in both languages", file.name)
    start, move, offers = said.position(), said.text("move"), tuple(said.text("offers").split())
    # The best result was found beforehand by a full search.
    turn = ReaderTurn(start, offers, best=said.number("best", range(100))) if offers else None
    trial = attempt_token(start, move) if move else still(start)
    told = tuple(map(said.words, numbered))
    return Item(trial, (), said.words("title"), notes=told, turn=turn)


def turn_item(scene: Item, turn: ReaderTurn) -> Item:
    return replace(scene, trial=turn.last or still(turn.start), turn=turn)


def exercise_item(exercise: Exercise) -> Item:
    """The item of an exercise: the very move that its reasons speak of."""
    taught = (exercise.clause,) if exercise.clause else ()
    made = _item(completed(exercise.trial), (exercise,), taught)
    own = exercise.topic == MISTAKE  # Its trial ends a turn, which is not what it is about.
    return replace(made, title=Said("mistake-title")) if own else made


def move_item(state: GameState, played: Action | Move) -> Item:
    move = played if isinstance(played, Move) else Move(played)
    trial = attempt(state, move.action, move.answers, move.drawn)
    possible = exercises_on(trial)
    worth = [each for each in possible if not TOPICS[each.topic].plain] or possible
    return _item(trial, fresh_questions(worth, MOST))


def _item(trial: Trial, asked: tuple[Exercise, ...], taught: tuple[str, ...] = ()) -> Item:
    return Item(trial, asked, title(trial.before, trial.action), clauses=taught)


NOTHING: Final = Words("", "")
FADING: Final = (1, 2)  # how many effects the first questions hide; later ones hide all
FAMILIAR: Final = ("A1", "A2", "A3", "A4")
"""What the introduction has told: said again only where a scenario is about it."""


def idea_items(idea: Idea) -> tuple[Item, ...]:
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
    after = last.trial.after or last.state
    rules = Words(*in_each_language(lambda: " ".join(rule(x).words.text() for x in idea.rules)))
    said = _in_both("idea_step-over", idea=idea.title, rules=rules)
    return Item(still(after), (), Said("idea_step-end"), notes=(said,), idea=idea.name)


def _in_both(key: str, **texts: Text) -> Words:
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
    if isinstance(source, str | int) and not isinstance(source, bool):
        return _named(source)
    if isinstance(source, Iterable):
        return [item for each in source for item in _items(each)]
    raise KhronosError(
        f"there is no lesson on a {type(source).__name__}; give a scenario, its number, a lesson "
        f"({', '.join(COURSES)}), a clause, a {SUFFIX} file, or a state and an action"
    )


def _named(name: str | int) -> Iterable[Item]:
    word = str(name).strip()
    course, label = course_named(word), word[:1].upper() + word[1:].lower()
    if course == INTRODUCTION:
        return introduction()
    if idea := idea_named(word):
        return idea_items(idea)
    if found := scenario_named(name):
        return [scenario_item(found)]
    if course:
        return [scenario_item(each) for each in scenarios() if each.lesson == course]
    if label in clauses():
        shown = scenarios_for(label)
        if not shown:
            raise KhronosError(f"no move shows {label}, so there is no scenario for it")
        return map(scenario_item, shown)
    raise KhronosError(
        f"there is no lesson {name!r}; there are {', '.join(COURSES)}, the scenarios 1 to "
        f"{int(scenarios()[-1].id[:2])}, and the clauses of the rules page"
    )


def course_named(word: str) -> str:
    """The lesson with this name or title, in any language; empty if there is none.

    >>> course_named("Time shadows"), course_named("zeitschatten"), course_named("B3")
    ('shadows', 'shadows', '')
    """
    return next((name for name, title in COURSES.items() if _called(word, name, title)), "")


def lesson_title(source: Source) -> Text | None:
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
