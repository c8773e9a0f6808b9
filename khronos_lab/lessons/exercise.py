"""Exercise: one question about a move, with the answer that the engine gives.

A `Trial` is an action in a position and what the engine says of it; everything is asked about one,
and answers are read off its log. `check` takes an answer as a person gives it and says whether it
is right, and why, with the clause and the squares to look at, in the language that is spoken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple, TypeVar

from khronos_lab.core import (
    FULL,
    STRIDE,
    Action,
    Board,
    Build,
    Building,
    Demolish,
    EndTurn,
    Entry,
    Exchange,
    GameState,
    Move,
    OpenChoice,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    cards_text,
    name,
    owned,
    player_marks,
    square,
)
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, play, play_token, read_token, why_not
from khronos_lab.rulebook import (
    LANGUAGES,
    Age,
    Cards,
    KhronosError,
    Said,
    Thing,
    Violation,
    building_thing,
    in_each_language,
    multilingual,
    say,
    speaking,
    spoken,
)

E = TypeVar("E", bound=e.Event)


@dataclass(frozen=True, slots=True)
class Trial:
    """An action in a state and what comes of it: forbidden, done, or up to an open question."""

    before: GameState
    action: Action
    answers: tuple[int, ...]
    violation: Violation | None
    log: tuple[Entry, ...]
    questions: tuple[OpenChoice, ...]
    """Everything asked on the way; one without an answer is the last."""
    after: GameState | None  # None if the action is forbidden or a question is open

    @property
    def placing(self) -> Build | Upgrade | None:
        return self.action if isinstance(self.action, Build | Upgrade) else None

    @property
    def built(self) -> Build | Upgrade | None:
        return None if self.violation else self.placing

    @property
    def building(self) -> Building:
        action = self.placing
        assert action is not None
        return Building(action.kind, action.rank, action.square)

    @property
    def mask(self) -> int:
        """The squares that it builds on; 0 if it builds nothing."""
        return self.building.mask if self.placing else 0

    @property
    def age(self) -> Age | None:
        """The age in which somebody acts, if it is one."""
        age = getattr(self.action, "age", None)
        return age if isinstance(age, Age) else None

    @property
    def done(self) -> bool:
        return self.after is not None

    def told(self, sort: type[E]) -> Iterator[tuple[int, E]]:
        """The events of one type with their numbers in the log."""
        for number, entry in enumerate(self.log):
            if isinstance(entry.event, sort):
                yield number, entry.event

    def numbers(self, *sorts: type[e.Event], age: Age | None = None) -> list[int]:
        """The places in the log of events of these types, if wanted of one age."""
        return [
            number
            for number, entry in enumerate(self.log)
            if isinstance(entry.event, sorts) and age in (None, entry.event.age)
        ]

    def events(self, sort: type[E]) -> list[E]:
        return [event for _, event in self.told(sort)]

    @property
    def conflict(self) -> Conflict | None:
        return next(conflicts(self), None)

    @property
    def strengths(self) -> list[int]:
        """What is compared in the first conflict; empty if nothing is."""
        return [value for _, value in self.conflict.compared] if self.conflict else []

    @property
    def own(self) -> bool:
        rivals = self.conflict.event.buildings if self.conflict else ()
        return any(each.owner == self.before.seat for each in rivals)


def attempt(
    state: GameState, action: Action, answers: tuple[int, ...] = (), drawn: Cards | None = None
) -> Trial:
    """Ask the engine about an action; without enough answers it stops at an open question."""
    broken = why_not(state, action)
    if broken is not None:
        return Trial(state, action, (), broken, (), (), None)
    asked: list[OpenChoice] = []
    for given in range(len(answers) + 1):
        result = play(state, Move(action, answers[:given], drawn), trusted=True)
        if isinstance(result, Outcome):
            return Trial(state, action, answers, None, result.log, tuple(asked), result.state)
        asked.append(result)
    return Trial(state, action, answers, None, result.log, tuple(asked), None)


def attempt_token(state: GameState, token: str) -> Trial:
    """Ask the engine about a move in record notation, which names all its answers."""
    action, _, drawn = read_token(state, token)
    if why_not(state, action) is not None:
        return attempt(state, action)
    move, _ = play_token(state, token, player_marks(state.names))
    return attempt(state, action, move.answers, drawn)


def completed(trial: Trial) -> Trial:
    """The same with every choice that is left open made by its first option."""
    while not trial.done and trial.violation is None:
        trial = attempt(trial.before, trial.action, (*trial.answers, 0))
    return trial


def all_ways(trial: Trial, most: int = 40) -> list[Trial] | None:
    """The trial with every way to choose on its way; None if there are more than that."""
    found: list[Trial] = []
    pending = [attempt(trial.before, trial.action)]
    while pending:
        each = pending.pop()
        if each.violation is not None or each.done:
            found.append(each)
        else:
            options = range(len(each.questions[-1].options))
            pending += [attempt(each.before, each.action, (*each.answers, n)) for n in options]
        if len(found) + len(pending) > most:
            return None
    return found


def still(state: GameState) -> Trial:
    """A position in which nothing is done."""
    return Trial(state, EndTurn(), (), None, (), (), state)


# ------------------------------------------------------------------ conflicts


class Conflict(NamedTuple):
    """A conflict of the log and how it was settled, as far as the log goes."""

    number: int
    event: e.ConflictFound
    strengths: int | None
    """The number of the comparison in the log; None if no strengths count (C3)."""
    compared: tuple[tuple[int, int], ...]  # the strengths, each with a square of its domain
    chosen: bool  # True if somebody chooses which building shrinks
    loser: Building | None  # None if it is still to be chosen
    end: int | None  # the number of the shrinking in the log


def conflicts(trial: Trial) -> Iterator[Conflict]:
    found = [*trial.told(e.ConflictFound)]
    ends = [*(number for number, _ in found[1:]), len(trial.log)]
    for (number, event), following in zip(found, ends, strict=False):
        strengths = end = loser = None
        compared: tuple[tuple[int, int], ...] = ()
        chosen = False
        for later in range(number + 1, following):
            match trial.log[later].event:
                case e.StrengthsCompared(strengths=compared):
                    strengths = later
                case e.ChoiceMade(clause="C2" | "C3"):
                    chosen = True
                case e.BuildingShrunk(old=old):
                    loser, end = old, later
                case e.BuildingDestroyed(building=old):
                    loser, end = old, later
        if end is None and trial.questions:
            question = trial.questions[-1]
            chosen = chosen or question.clause in ("C2", "C3")
            loser = question.subject if question.clause == "C4" else None
        yield Conflict(number, event, strengths, compared, chosen, loser, end)


def domains_around(board: Board, mask: int) -> set[int]:
    """The domains at the sides and at the corners of some squares, as masks."""
    row = mask | mask << 1 | mask >> 1
    around = (row | row << STRIDE | row >> STRIDE) & FULL
    return {board.domain_at(each.square).mask for each in board if each.mask & around}


# ------------------------------------------------------------------ in words


def label(building: Building, names: tuple[str, ...]) -> Said:
    """A building as one of several to choose from: `b1: keep (Ann)`, `c2: printed hamlet`."""
    thing = owned(building, names)
    told = {"place": name(building.square), "building": thing, "owner": thing.owner}
    return Said("choice-building", {**told, "owned": building.owner is not None})


def title(state: GameState, action: Action) -> Said:
    """What somebody does, with a capital and without a full stop."""
    return Said("sentence-title", {"said": does(state, action)})


def does(state: GameState, action: Action) -> Said:
    """What somebody does: `Ann builds a keep at b1 in Might`; payments are left out."""
    told: dict[str, object] = {"who": state.player.name}
    match action:
        case Build() | Upgrade():
            told["building"] = building_thing(action.kind, action.rank)
            told |= {"place": name(action.square), "age": action.age}
            if isinstance(action, Upgrade):
                new = Building(action.kind, action.rank, action.square)
                inside = [
                    each
                    for each in state.boards[action.age].overlapping(new.mask)
                    if each.kind is new.kind and each.rank < new.rank
                ]
                if len(inside) != 1:
                    return Said("does-Upgrade", told)
                told["area"] = f"{name(new.squares[0])}–{name(new.squares[-1])}"
                return Said("caption-BuildingUpgraded", {**told, "old": _which(inside[0], state)})
            return Said("caption-BuildingBuilt", told)
        case Demolish(age=age, square=square):
            building = state.boards[age].buildings.get(square)
            if building is None:
                return Said("does-Demolish", {**told, "place": name(square), "age": age})
            told |= {"building": _which(building, state), "age": age, "players": 0}
            return Said("caption-BuildingDemolished", told)
        case Travel(origin=origin, target=target):
            return Said("caption-AdventurerTravelled", {**told, "origin": origin, "target": target})
        case Swap(kind=kind, cards=cards):
            told |= {"n": sum(cards), "given": cards_text(cards)}
            return Said("caption-OpenCardsSwapped", {**told, "taken": kind.letter * sum(cards)})
        case Exchange(cards=cards, hidden=hidden):
            return Said("does-Exchange", {**told, "cards": cards_text(cards, hidden)})
        case Populate(square=square) | Restore(square=square):
            return Said(f"does-{type(action).__name__}", {**told, "place": name(square)})
        case EndTurn():
            return Said("does-EndTurn", told)
    raise AssertionError(action)


def _which(building: Building, state: GameState) -> Thing:
    """A building; whose it is need not be said if it belongs to the player to act."""
    thing = owned(building, state.names)
    return thing._replace(which="which-own") if building.owner == state.seat else thing


MOST: Final = 2  # how many sentences are said about one wrong answer


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
    TURN = "a turn"  # one of several whole turns, by its letter


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
    asks: str  # what is asked, for programs: a topic and what it is about, `erased Faith`
    kind: AnswerKind
    words: Text  # the question; `prompt` says it
    correct: Answer
    because: tuple[Because, ...]
    options: tuple[AnswerOption, ...] = ()  # what can be chosen; none for numbers and squares
    age: Age | None = None  # the board that squares and buildings are chosen on
    trivial: bool = False  # True if there is little to find out: nothing is erased, nobody is near
    clause: str = ""  # the rule for which it was made, if it was made for one
    difficulty: str = ""
    case: str = ""

    @property
    def topic(self) -> str:
        """The sort of question: `erased`."""
        return self.asks.partition(" ")[0]

    @property
    def state(self) -> GameState:
        return self.trial.before

    @property
    def action(self) -> Action:
        return self.trial.action

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.clause for each in self.because))

    @property
    def parts(self) -> tuple[int, ...]:
        assert isinstance(self.correct, tuple)
        return self.correct

    @property
    def answer(self) -> str:
        """The correct answer as scenario files write it: `yes`, `2`, `D1`, `b1 c1`, `Ann`."""
        with speaking("en"):
            return answer_text(self, self.correct)

    @multilingual
    def prompt(self, language: str | None = None) -> str:
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
    many: Said | None = None  # for numbers that are too small or too large in no way of their own

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
