"""Exercise: one question about a trial, with the answer that the engine gives.

`check` takes an answer as a person gives it and says whether it is right, and why, with the clause
and the squares to look at, in the language that is spoken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple

from khronos_lab.core import Action, GameState, name, owned, square
from khronos_lab.lessons.trial import Trial
from khronos_lab.rulebook import (
    LANGUAGES,
    Age,
    KhronosError,
    Said,
    in_each_language,
    multilingual,
    say,
    speaking,
    spoken,
)

MOST: Final = 2
"""How many sentences are said about one wrong answer."""


class Words(NamedTuple):
    """A text that somebody has written in both languages, as in the file of a scenario."""

    en: str
    de: str

    def text(self, language: str | None = None) -> str:
        """The text in a language, or in the one that is spoken.

        >>> Words("keep", "Burg").text("de")
        'Burg'
        """
        return self[LANGUAGES.index(spoken(language))]


Text = Said | Words
"""A message of the catalogues or a text of a file; both are read by `text(language)`."""


Answer = bool | int | str | tuple[int, ...]
"""Yes or no, a number, a clause, or squares or seats in ascending order."""


class AnswerKind(Enum):
    """How an exercise is answered."""

    YES_NO = "yes or no"
    NUMBER = "a number"
    CLAUSE = "a clause"
    SQUARES = "squares"
    BUILDINGS = "buildings"
    PLAYERS = "players"
    TURN = "a turn"
    """One of several whole turns, by its letter."""


class AnswerOption(NamedTuple):
    """Something to choose: what `check` takes for it, and what it is called."""

    value: Answer
    words: Text
    squares: tuple[int, ...] = ()
    """The squares that stand for it on the board of the exercise's age."""


class Because(NamedTuple):
    """A part of the reason: what happens, by which clause, and where to look."""

    clause: str
    words: Text
    age: Age | None = None
    squares: tuple[int, ...] = ()


class Verdict(NamedTuple):
    """The verdict on an answer: right or wrong, and why in a few sentences."""

    right: bool
    explanation: str


@dataclass(frozen=True)
class Exercise:
    """A question with its checked answer."""

    trial: Trial
    asks: str
    """What is asked, for programs: a topic and what it is about, `erased Faith`."""
    kind: AnswerKind
    words: Text
    """The question; `prompt` says it."""
    correct: Answer
    because: tuple[Because, ...]
    options: tuple[AnswerOption, ...] = ()
    """What can be chosen; none for numbers and squares."""
    age: Age | None = None
    """The board that squares and buildings are chosen on."""
    trivial: bool = False
    """True if there is little to find out: nothing is erased, nobody is near."""
    clause: str = ""
    """The rule for which it was made, if it was made for one."""
    difficulty: str = ""
    case: str = ""

    @property
    def topic(self) -> str:
        """The sort of question: `erased`."""
        return self.asks.partition(" ")[0]

    @property
    def state(self) -> GameState:
        """The position that is asked about."""
        return self.trial.before

    @property
    def action(self) -> Action:
        """What somebody does in it."""
        return self.trial.action

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that decide it, each once."""
        return tuple(dict.fromkeys(each.clause for each in self.because))

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts of an answer that has several."""
        assert isinstance(self.correct, tuple)
        return self.correct

    @property
    def answer(self) -> str:
        """The correct answer as scenario files write it: `yes`, `2`, `D1`, `b1 c1`, `Ann`."""
        with speaking("en"):
            return answer_text(self, self.correct)

    @multilingual
    def prompt(self, language: str | None = None) -> str:
        """The question in words."""
        return self.words.text()

    @multilingual
    def check(self, given: object, language: str | None = None) -> Verdict:
        """Compare an answer with the engine's, and explain.

        Takes what `options` offer, numbers, squares as numbers or names, several in one text or
        a list; for a building any square that it covers, and players also by name.
        """
        right = read_answer(self, given) == self.correct
        said = [say("lesson-right" if right else "lesson-wrong")]
        if not right:
            shown = answer_text(self, self.correct)
            said.append(say("answer-is", answer=shown))
        said += dict.fromkeys(each.words.text() for each in self.because)
        return Verdict(right, " ".join(said))


@dataclass(frozen=True)
class Feedback:
    """What to say about wrong answers.

    For every answer that somebody may give there is a sentence, or there is one for each part of
    it: a square too many, a building left out. They are worked out before anybody answers, so that
    a page without Python has them, too.
    """

    answers: dict[Answer, Said] = field(default_factory=dict)
    """By whole answer: yes or no, a number, a clause, or nothing at all: `()`."""
    extra: dict[int, Said] = field(default_factory=dict)
    """By square, building or player that does not belong to the answer."""
    left: dict[int, Said] = field(default_factory=dict)
    """By square, building or player that was left out."""
    few: Said | None = None
    many: Said | None = None
    """For numbers that are too small or too large in no way of their own."""

    def on(self, exercise: Exercise, given: Answer) -> tuple[Said, ...]:
        """What a wrong answer has overlooked, in at most two sentences."""
        if given == exercise.correct:
            return ()
        if given in self.answers:
            return (self.answers[given],)
        if type(given) is int and isinstance(exercise.correct, int):
            said = self.few if given < exercise.correct else self.many
            return () if said is None else (said,)
        if not isinstance(given, tuple) or not isinstance(exercise.correct, tuple):
            return ()
        found = [self.extra[part] for part in given if part in self.extra]
        found += [self.left[x] for x in exercise.correct if x in self.left and x not in given]
        unlike = {each.text("en"): each for each in found}
        return tuple(unlike.values())[:MOST]


NOTHING, NOBODY = Said("answer-none"), Said("word-nobody")
YES, NO = Said("answer-yes"), Said("answer-no")
YES_OR_NO: Final = (AnswerOption(True, YES), AnswerOption(False, NO))


# ------------------------------------------------------------------ answers in and out


def answer_text(exercise: Exercise, answer: Answer) -> str:
    """An answer in words; squares and players one after the other."""
    if isinstance(answer, bool):
        return (YES if answer else NO).text()
    if exercise.kind is AnswerKind.TURN:
        return next(x.words.text() for x in exercise.options if x.value == answer)
    if not isinstance(answer, tuple):
        return str(answer)
    if exercise.kind is AnswerKind.PLAYERS:
        return " ".join(exercise.state.names[seat] for seat in answer) or NOBODY.text()
    return " ".join(map(name, answer)) or NOTHING.text()


def answer_buildings(exercise: Exercise, anchors: Iterable[int]) -> Said:
    """Buildings that are an answer, by name: `Ben's castle at c1`."""
    state = exercise.state
    assert exercise.age is not None
    found = filter(None, map(state.boards[exercise.age].at, anchors))
    return Said("answer-buildings", {"buildings": tuple(owned(x, state.names) for x in found)})


def answer_said(exercise: Exercise, answer: Answer) -> str:
    """An answer in a sentence: players and buildings by name, with `and` before the last."""
    if isinstance(answer, tuple) and answer:
        if exercise.kind is AnswerKind.BUILDINGS:
            return answer_buildings(exercise, answer).text()
        if exercise.kind is AnswerKind.PLAYERS:
            return say("list-and", items=tuple(exercise.state.names[seat] for seat in answer))
    return answer_text(exercise, answer)


def read_answer(exercise: Exercise, given: object) -> Answer:
    """What somebody answered, in the form of `correct`; refused if it answers nothing."""
    try:
        return _read(exercise, given)
    except KhronosError:
        raise
    except (TypeError, ValueError) as fault:
        wanted = exercise.kind.value
        raise KhronosError(
            f"{given!r} does not answer this question, which asks for {wanted}"
        ) from fault


def _read(exercise: Exercise, given: object) -> Answer:
    kind, word = exercise.kind, str(given).strip().lower()
    if kind is AnswerKind.YES_NO:
        if word not in ("true", "false", *_words(YES), *_words(NO)):
            raise ValueError(given)
        return word in ("true", *_words(YES))
    if kind is AnswerKind.NUMBER:
        if isinstance(given, bool) or not isinstance(given, int | str):
            raise TypeError(given)
        return int(given)
    if kind in (AnswerKind.CLAUSE, AnswerKind.TURN):
        offered = {str(option.value).lower(): option.value for option in exercise.options}
        if word not in offered:
            known = ", ".join(str(option.value) for option in exercise.options)
            raise KhronosError(f"{given!r} is not among what can be chosen: {known}")
        return offered[word]
    if kind is AnswerKind.PLAYERS:
        names = exercise.state.names
        whole = isinstance(given, str) and given.strip() in names
        parts = [str(given).strip()] if whole else _several(given)
        seats = {each if isinstance(each, int) else names.index(each) for each in parts}
        if not seats <= set(range(len(names))):
            raise ValueError(given)
        return tuple(sorted(seats))
    # Any square of a building stands for it. A square without one cannot be right, so it is kept.
    chosen = {each if isinstance(each, int) else square(each) for each in _several(given)}
    anchor = {sq: option.value for option in exercise.options for sq in option.squares}
    anchors = {sq: each for sq, each in anchor.items() if isinstance(each, int)}
    return tuple(sorted({anchors.get(sq, sq) for sq in chosen}))


def _several(given: object) -> list[int | str]:
    """The parts of an answer that may have several, as numbers and words."""
    if given is None:
        return []
    if isinstance(given, str):
        nothing = given.strip().lower() in (*_words(NOTHING), *_words(NOBODY))
        return [] if nothing else list(given.replace(",", " ").split())
    parts: list[Any] = list(given) if isinstance(given, Iterable) else [given]
    if any(type(each) is bool or not isinstance(each, int | str) for each in parts):
        raise TypeError(given)
    return parts


def _words(said: Said) -> list[str]:
    return [each.lower() for each in in_each_language(said.text)]
