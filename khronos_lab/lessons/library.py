"""Scenarios: small positions with a question, the move that answers it, and why; and their library.

The texts are in English and German; what a scenario claims (the clauses it shows, the answer) is
checked by `problems` against the engine, never believed. The form of a file is told in `FORMAT.md`
beside this module; every error names file and line, and what is written reads the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from textwrap import TextWrapper
from typing import Any, Final, NoReturn

from khronos_lab.core import Action, GameState, position_text, read_position
from khronos_lab.core import events as e
from khronos_lab.lessons.domains import made_possible
from khronos_lab.lessons.exercise import (
    Exercise,
    Trial,
    Words,
    attempt_token,
    conflicts,
    domains_around,
)
from khronos_lab.lessons.questions import exercise_on
from khronos_lab.mechanics import faults, touched_domains
from khronos_lab.records import PathName, harmless, refusal, whole_file
from khronos_lab.rulebook import (
    BUILDING_AGES,
    CARDS_PER_ADVENTURER,
    CIVIL,
    FAITH,
    KhronosError,
    PositionError,
    Said,
    clause,
    clauses,
    data_file,
)

VERSION: Final = 1
SUFFIX: Final = ".khs"
LESSONS: Final = {
    name: Said(f"course-{name}")
    for name in ("shadows", "domains", "adventurers", "paradoxes", "taxes", "cascades")
}
"""What a scenario can belong to, in the order of learning."""
LEVELS: Final = range(1, 6)  # from first steps (1) to cascades (5)
EXAMPLES: Final = range(1, 18)  # the worked examples of the rules page


class ScenarioError(KhronosError):
    """A scenario that cannot be read, with file and line."""

    def __init__(self, reason: str, file: str, line: int | None = None) -> None:
        super().__init__(f"{file}: {reason}" if line is None else f"{file}, line {line}: {reason}")
        self.reason, self.file, self.line = reason, file, line


@dataclass(frozen=True)
class Scenario:
    """A position that teaches; `trial` plays it, `main_exercise` asks its question."""

    id: str
    """Two digits in the library, the order of learning, and a letter if it came later: `14b`."""
    lesson: str
    level: int
    title: Words
    question: Words
    explanation: Words
    clauses: tuple[str, ...]  # what its last move shows, the most important first
    asks: str  # The question for the engine, as in `exercise.asks`: `erased Faith`
    answer: str  # What the engine must answer, as in `exercise.answer`: `b1`
    position: GameState
    move: str  # the move that the question is about, in record notation; it may be a forbidden one
    lead: tuple[str, ...] = ()  # moves played before it
    example: int | None = None  # the worked example of the rules page that it shows

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """Every move with what comes of it; a forbidden one can only be the last."""
        found: list[Trial] = []
        state: GameState | None = self.position
        for token in (*self.lead, self.move):
            if state is not None:
                found.append(attempt_token(state, token))
                state = found[-1].after
        return tuple(found)

    @property
    def trial(self) -> Trial:
        """What the engine says of the move that the question is about."""
        played = len(self.trials)
        if played <= len(self.lead):
            raise KhronosError(f"scenario {self.id}: {self.lead[played - 1]!r} cannot be played")
        return self.trials[-1]

    @property
    def state(self) -> GameState:
        """The position in which the question is asked, after the moves that lead to it."""
        return self.trial.before

    @property
    def action(self) -> Action:
        return self.trial.action

    def __str__(self) -> str:
        return f"{self.id} {self.title.text()} ({', '.join(self.clauses)})"

    def __repr__(self) -> str:
        return f"{self}: {self.question.text()}"


def main_exercise(scenario: Scenario) -> Exercise:
    """The scenario's own question, with its own words."""
    asked = exercise_on(scenario.trial, scenario.asks)
    return replace(asked, words=scenario.question, trivial=False)


def problems(scenario: Scenario) -> tuple[str, ...]:
    """Everything that is wrong with a scenario, in sentences; none if it is true.

    Its position keeps the rules, its moves can be played with just these answers (the last may be
    a forbidden one), it shows the clauses that it names, and its answer is the engine's.
    """
    found = [str(fault) for fault in faults(scenario.position)]
    try:
        shown = clauses_shown(scenario.trial)
        for label in scenario.clauses:
            if label not in shown:
                found.append(f"{scenario.move} does not show {label}, but {', '.join(shown)}")
        right = main_exercise(scenario).answer
        if right != scenario.answer:
            found.append(f"the answer to {scenario.asks!r} is {right!r}, not {scenario.answer!r}")
    except KhronosError as fault:
        found.append(str(fault))
    return tuple(found)


# ------------------------------------------------------------------ what a move shows


def clauses_shown(trial: Trial) -> tuple[str, ...]:
    """The clauses that a move makes visible, in the order of the rules page.

    Most are those of its events. Where an event's clause says less than a lesson wants (any joining
    carries C2, but only a comparison of strengths shows it), or where a clause shows in what does
    *not* happen (B1, B9), the evidence is spelled out below.
    """
    if trial.violation is not None:
        found = {trial.violation.clause}
    else:
        found = {entry.event.clause for entry in trial.log} - set(_EVIDENCE)
        found |= {label for label, evidence in _EVIDENCE.items() if evidence(trial)}
    found |= {label[:-1] for label in found if label[-1].isalpha()}
    return tuple(label for label in clauses() if label in found)


def _tells(*events: type[e.Event]) -> Callable[[Trial], bool]:
    return lambda trial: any(isinstance(entry.event, events) for entry in trial.log)


def _covers(*terrains: str) -> Callable[[Trial], bool]:
    return lambda trial: any(trial.mask & getattr(trial.before.grid, each) for each in terrains)


def _respects_domains(trial: Trial) -> bool:
    """A civil building connects domains, or another one has a second at its corner only."""
    action = trial.placing
    if action is None:
        return False
    if action.kind is CIVIL:
        return any(event.age is action.age for event in trial.events(e.DomainsJoined))
    board = trial.before.boards[action.age]
    return len(touched_domains(board, trial.mask)) == 1 < len(domains_around(board, trial.mask))


def _fits_hierarchy(trial: Trial) -> bool:
    action = trial.placing
    if action is None or action.kind is CIVIL:
        return False
    touched = touched_domains(trial.before.boards[action.age], trial.mask)
    return any(domain.tops[action.kind] for domain in touched)


def _pools(trial: Trial) -> bool:
    """More cards than one adventurer may play, or cards of a turn that has played before."""
    played = [sum(event.cards) for event in trial.events(e.CardsPlayed)]
    left = [left for account in trial.before.turn.purses for _, left in account]
    begun = any(each != CARDS_PER_ADVENTURER for each in left)
    return bool(played) and (max(played) > CARDS_PER_ADVENTURER or begun)


def _without_strength(trial: Trial) -> bool:
    """A conflict without them, unless the log ends at it because an answer is missing."""
    return any(
        each.strengths is None
        for each in conflicts(trial)
        if trial.done or trial.questions or each.number + 1 < len(trial.log)
    )


def _same_building(trial: Trial) -> bool:
    """A shrunk rank 2 or 3 building has its shadow found, or another one left alone there."""
    return any(
        event.age in BUILDING_AGES
        and event.old.rank > 1
        and trial.before.boards[event.age + 1].occupied & event.old.mask
        for event in trial.events(e.BuildingShrunk)
    )


def _in_order(trial: Trial) -> bool:
    ages = {event.age for event in trial.events(e.ConflictFound)}
    return len(ages) > 1 or (len(ages) == 1 and bool(trial.events(e.ShadowCast)))


_EVIDENCE: Final[dict[str, Callable[[Trial], bool]]] = {
    "S2": _tells(e.StrengthsCompared, e.TaxCollected),
    "S3": lambda trial: any(event.out_of_game for event in trial.events(e.BuildingErased)),
    "S5": _tells(e.HamletCovered, e.HamletRevealed),
    "T1": _tells(e.TurnOver),
    "T5": _pools,
    "G1": _covers("river"),
    "G2": _covers("forest", "mountain"),
    "D1": _respects_domains,
    "H1": _fits_hierarchy,
    "O1": _in_order,
    # A rank 1 building, or nothing in the age before.
    "B1": lambda trial: (
        trial.placing is not None and (trial.placing.rank == 1 or trial.placing.age is FAITH)
    ),
    # A copy that was forbidden would be allowed now, but is not made; or a hamlet is back.
    "B9": lambda trial: bool(trial.events(e.HamletRevealed)) or any(made_possible(trial)),
    "C2": _tells(e.StrengthsCompared),
    "C3": _without_strength,
    "C6": _same_building,
    "X1": _tells(e.TaxCollected),
}
"""What stands for the clauses that events alone do not tell."""

# ------------------------------------------------------------------ files

_FIRST = f"khronos scenario {VERSION}"
_WORDS: Final = (
    "id", "lesson", "level", "title", "title de", "clauses", "example", "question", "question de",
    "asks", "answer", "lead", "move", "explanation", "explanation de",
)  # fmt: skip
"""What is said above the position, in the order in which it is written."""
_OPTIONAL: Final = ("example", "lead")
_LONGEST = 100_000  # characters of a file; the longest scenario of the library has about 3,000


class ScenarioText:
    """What a file says above its position, word by word; every refusal names the line.

    `known` words end in `*` if numbers follow them.
    """

    def __init__(
        self, text: str, file: str, first: str, known: Sequence[str], optional: Collection[str]
    ) -> None:
        self.file = file
        lines = text.replace("\r\n", "\n").split("\n")
        if lines[0].strip() != first:
            raise ScenarioError(f"a {first.split()[1]} begins with the line {first!r}", file, 1)
        try:
            end = lines.index("", 1)
        except ValueError:
            raise ScenarioError("an empty line and the position are missing", file) from None
        self._said: dict[str, tuple[int, str]] = {}
        """By word: the number of its line, and what is said."""
        last = ""
        for number, line in enumerate(lines[1:end], 2):
            word, colon, value = line.partition(":")
            if line.startswith("  ") and last:
                at, before = self._said[last]
                self._said[last] = at, f"{before} {line.strip()}"
                continue
            if not colon or re.sub(r"(?<= )\d+", "*", word) not in known:
                raise ScenarioError(
                    f"cannot read {line[:40]!r}; a line is `word: value` with one of "
                    f"{', '.join(known)}, or goes on with the line above after two spaces",
                    file,
                    number,
                )
            if word in self._said:
                raise ScenarioError(f"{word!r} is said for the second time", file, number)
            self._said[word], last = (number, value.strip()), word
        empty = [(at, word) for word, (at, value) in self._said.items() if not value]
        if empty:
            raise ScenarioError(f"{empty[0][1]!r} says nothing", file, empty[0][0])
        missing = [word for word in known if word not in self._said and word not in optional]
        if missing:
            raise ScenarioError(f"{missing[0]!r} is missing", file, end + 1)
        # The lines of the position are counted from the file's first.
        self._position = "\n" * end + "\n".join(lines[end:])

    def __contains__(self, word: str) -> bool:
        return word in self._said

    def __iter__(self) -> Iterator[str]:
        return iter(self._said)

    def _refuse(self, word: str, reason: str) -> NoReturn:
        raise ScenarioError(f"{word}: {reason}", self.file, self._said[word][0])

    def text(
        self, word: str, fits: Callable[[str], object] = bool, why: str = "says nothing"
    ) -> str:
        """The value of a word, refused if it does not fit; empty if it was left out."""
        text = self._said.get(word, (0, ""))[1]
        if text and not fits(text):
            self._refuse(word, f"{text[:40]!r} {why}")
        return text

    def words(self, word: str) -> Words:
        return Words(self.text(word), self.text(f"{word} de"))

    def number(self, word: str, allowed: range) -> int:
        why = f"is not a whole number from {allowed.start} to {allowed.stop - 1}"
        known = re.compile(r"[0-9]{1,3}")
        text = self.text(word, lambda x: known.fullmatch(x) and int(x) in allowed, why)
        return int(text or 0)

    def clauses(self) -> tuple[str, ...]:
        try:
            return tuple(clause(label) for label in self.text("clauses").split())
        except KhronosError as fault:
            self._refuse("clauses", str(fault))

    def position(self) -> GameState:
        try:
            return read_position(self._position)
        except PositionError as fault:
            found = re.fullmatch(r"position, line (\d+): (.*)", str(fault), re.DOTALL)
            line, reason = (int(found[1]), found[2]) if found else (None, str(fault))
            raise ScenarioError(reason, self.file, line) from fault


def read_scenario(text: str, file: str = "<text>") -> Scenario:
    """The scenario that a text tells; whether its claims are true, `problems` says."""
    if len(text) > _LONGEST:
        raise ScenarioError(f"more than {_LONGEST:,} characters, which no scenario has", file)
    said = ScenarioText(text, file, _FIRST, _WORDS, _OPTIONAL)
    named = re.compile("[a-z0-9][a-z0-9_-]*")
    return Scenario(
        id=said.text(
            "id",
            lambda x: named.fullmatch(x) and len(x) <= 40,
            "may have only small letters, digits, - and _",
        ),
        lesson=said.text("lesson", LESSONS.__contains__, f"is none of {', '.join(LESSONS)}"),
        level=said.number("level", LEVELS),
        title=said.words("title"),
        question=said.words("question"),
        explanation=said.words("explanation"),
        clauses=said.clauses(),
        asks=said.text("asks"),
        answer=said.text("answer"),
        position=said.position(),
        move=said.text("move"),
        lead=tuple(said.text("lead").split()),
        example=said.number("example", EXAMPLES) or None,
    )


def load_scenario(path: PathName) -> Scenario:
    """The scenario of a file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as fault:
        raise refusal(path, "read", fault) from fault
    except UnicodeDecodeError as fault:
        raise ScenarioError("is not UTF-8 text", str(path)) from fault
    return read_scenario(text, Path(path).name)


def scenario_text(scenario: Scenario) -> str:
    """A scenario as a file has it; read again, it is the same.

    Refused if it would not be: a text without words, an unknown lesson, an id with odd letters.
    """
    texts: dict[str, Any] = {  # lines are broken when they are written
        key: Words(*(" ".join(harmless(each).split()) for each in getattr(scenario, key)))
        for key in ("title", "question", "explanation")
    }
    tidy = replace(scenario, **texts)
    lines = TextWrapper(100, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    found = [_FIRST]
    for word in _WORDS:
        value = getattr(tidy, word.removesuffix(" de"))
        if isinstance(value, Words):
            value = value[word.endswith(" de")]
        elif isinstance(value, tuple):
            value = " ".join(value)
        if value or word not in _OPTIONAL:
            found.append(lines.fill(f"{word}: {value}"))
    text = "\n".join([*found, "", position_text(tidy.position)])
    if read_scenario(text, f"scenario {scenario.id}") != tidy:
        raise KhronosError(f"scenario {scenario.id}: cannot be written so that it reads the same")
    return text


def write_scenario(scenario: Scenario, path: PathName, *, replace: bool = True) -> None:
    """Write a scenario to a file, whole or not at all."""
    text = scenario_text(scenario)
    with whole_file(path, replace=replace) as file:
        file.write(text)


# ------------------------------------------------------------------ the library


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All scenarios of the library, from the first shadow to cascades.

    >>> scenarios()[0].id
    '01'
    """
    files = data_file("scenarios").glob(f"*{SUFFIX}")
    return tuple(sorted(map(load_scenario, files), key=lambda each: each.id))


def scenario(wanted: str | int) -> Scenario:
    """The scenario with this number.

    >>> scenario("03") is scenario(3)
    True
    """
    label = f"{wanted:02}" if isinstance(wanted, int) else wanted.strip().lower()
    for each in scenarios():
        if each.id == label:
            return each
    first, last = scenarios()[0].id, scenarios()[-1].id
    raise KhronosError(Said("slip-scenario", {"text": repr(wanted), "first": first, "last": last}))


def scenario_named(name: str | int) -> Scenario | None:
    """The scenario that a number, an id or the name of a file stands for; None for other words."""
    word = str(name).strip()
    if isinstance(name, int) or word.isdigit():
        return scenario(int(word))
    if word.endswith(SUFFIX):
        return load_scenario(word)
    return next((each for each in scenarios() if each.id == word.lower()), None)


def scenarios_for(label: str) -> tuple[Scenario, ...]:
    """The scenarios that show a clause, those that name it first before the others.

    A clause with parts (B3) is shown by what shows its parts (B3a, B3b), too.
    """
    wanted = clause(label)

    def places(each: Scenario) -> list[int]:
        return [n for n, shows in enumerate(each.clauses) if wanted in (shows, shows[:-1])]

    found = [each for each in scenarios() if places(each)]
    return tuple(sorted(found, key=lambda each: places(each)[0] > 0))
