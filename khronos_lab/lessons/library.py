"""The library: the scenarios of `data/scenarios`, their files, and the course that is made of them.

The form of a file is told in `FORMAT.md` beside this module; every error names file and line, and
what is written reads the same.

The course is a row of ideas, each learnt in at most twelve minutes. It begins with an example that
is shown. Then the last effect of a move is hidden and asked for, then the last two, then all of
them. The plain case comes before its exceptions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from textwrap import TextWrapper
from typing import Any, Final, NamedTuple, NoReturn

from khronos_lab.core import GameState, position_text, read_position
from khronos_lab.lessons.exercise import Words
from khronos_lab.lessons.model import LESSONS, LEVELS, Scenario, ScenarioError
from khronos_lab.records import PathName, harmless, refusal, whole_file
from khronos_lab.rulebook import (
    KhronosError,
    PositionError,
    Said,
    clause,
    data_file,
    in_each_language,
)

VERSION: Final = 1
SUFFIX: Final = ".khs"
EXAMPLES: Final = range(1, 18)
"""The worked examples of the rules page."""

_FIRST = f"khronos scenario {VERSION}"
_WORDS: Final = (
    "id", "lesson", "level", "title", "title de", "clauses", "example", "question", "question de",
    "asks", "answer", "lead", "move", "explanation", "explanation de",
)  # fmt: skip
"""What is said above the position, in the order in which it is written."""
_TEXTS: Final = ("title", "question", "explanation")
_OPTIONAL: Final = ("example", "lead")
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_WIDTH = 100
_LONGEST = 100_000
"""Characters of a file; the longest scenario of the library has about 3,000."""

Told = dict[str, tuple[int, str]]
"""By word: the number of its line, and what is said."""


# ------------------------------------------------------------------ reading


def read_scenario(text: str, file: str = "<text>") -> Scenario:
    """The scenario that a text tells; whether its claims are true, `problems` says."""
    if len(text) > _LONGEST:
        raise ScenarioError(f"more than {_LONGEST:,} characters, which no scenario has", file)
    return _scenario(*parts_of(text, file, _FIRST, _WORDS, _OPTIONAL), file)


def parts_of(
    text: str, file: str, first: str, known: Sequence[str], optional: Collection[str] = ()
) -> tuple[Told, str]:
    """What is said above a position, and the position; words end in `*` if numbers follow them."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() != first:
        raise ScenarioError(f"a {first.split()[1]} begins with the line {first!r}", file, 1)
    try:
        end = lines.index("", 1)
    except ValueError:
        raise ScenarioError("an empty line and the position are missing", file) from None
    said = _said(lines[1:end], file, known)
    missing = [word for word in known if word not in said and word not in optional]
    if missing:
        raise ScenarioError(f"{missing[0]!r} is missing", file, end + 1)
    return said, "\n" * end + "\n".join(lines[end:])


def load_scenario(path: PathName) -> Scenario:
    """The scenario of a file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as fault:
        raise refusal(path, "read", fault) from fault
    except UnicodeDecodeError as fault:
        raise ScenarioError("is not UTF-8 text", str(path)) from fault
    return read_scenario(text, Path(path).name)


def _said(lines: list[str], file: str, words: Sequence[str]) -> Told:
    """Every `word: value`, with the number of its line; indented lines go on with the last."""
    said: Told = {}
    last = ""
    for number, line in enumerate(lines, 2):
        if line.startswith("  ") and last:
            first, value = said[last]
            said[last] = first, f"{value} {line.strip()}"
            continue
        word, colon, value = line.partition(":")
        if not colon or re.sub(r"(?<= )\d+", "*", word) not in words:
            known = ", ".join(words)
            raise ScenarioError(
                f"cannot read {line[:40]!r}; a line is `word: value` with one of {known}, or goes "
                "on with the line above after two spaces",
                file,
                number,
            )
        if word in said:
            raise ScenarioError(f"{word!r} is said for the second time", file, number)
        said[word] = number, value.strip()
        last = word
    empty = next((word for word, (_, value) in said.items() if not value), None)
    if empty is not None:
        raise ScenarioError(f"{empty!r} says nothing", file, said[empty][0])
    return said


def _scenario(said: Told, position: str, file: str) -> Scenario:
    reading = Reading(said, file)
    return Scenario(
        id=reading.text("id", _ID.fullmatch, "may have only small letters, digits, - and _"),
        lesson=reading.text("lesson", LESSONS.__contains__, f"is none of {', '.join(LESSONS)}"),
        level=reading.number("level", LEVELS),
        title=reading.words("title"),
        question=reading.words("question"),
        explanation=reading.words("explanation"),
        clauses=reading.clauses(),
        asks=reading.text("asks"),
        answer=reading.text("answer"),
        position=reading.position(position),
        move=reading.text("move"),
        lead=tuple(reading.text("lead").split()) if "lead" in said else (),
        example=reading.number("example", EXAMPLES) if "example" in said else None,
    )


class Reading:
    """The values of a file, each refused with its line."""

    def __init__(self, said: Told, file: str) -> None:
        self._said, self._file = said, file

    def _refuse(self, word: str, reason: str) -> NoReturn:
        raise ScenarioError(f"{word}: {reason}", self._file, self._said[word][0])

    def text(
        self, word: str, fits: Callable[[str], object] = bool, why: str = "says nothing"
    ) -> str:
        """The value of a word, refused if it does not fit."""
        text = self._said[word][1]
        if not fits(text):
            self._refuse(word, f"{text[:40]!r} {why}")
        return text

    def words(self, word: str) -> Words:
        """A text in both languages."""
        return Words(self.text(word), self.text(f"{word} de"))

    def number(self, word: str, allowed: range) -> int:
        """A number."""
        why = f"is not a whole number from {allowed.start} to {allowed.stop - 1}"
        known = re.compile(r"[0-9]{1,3}")
        return int(self.text(word, lambda x: known.fullmatch(x) and int(x) in allowed, why))

    def clauses(self) -> tuple[str, ...]:
        """The clauses that are named."""
        try:
            return tuple(clause(label).id for label in self.text("clauses").split())
        except KhronosError as fault:
            self._refuse("clauses", str(fault))

    def position(self, text: str) -> GameState:
        """The position below; its lines are counted from the file's first."""
        try:
            return read_position(text)
        except PositionError as fault:
            found = re.fullmatch(r"position, line (\d+): (.*)", str(fault), re.DOTALL)
            line, reason = (int(found[1]), found[2]) if found else (None, str(fault))
            raise ScenarioError(reason, self._file, line) from fault


# ------------------------------------------------------------------ writing


def scenario_text(scenario: Scenario) -> str:
    """A scenario as a file has it; read again, it is the same.

    Refused if it would not be: a text without words, an unknown lesson, an id with odd letters.
    """
    texts: dict[str, Any] = {name: _flat(getattr(scenario, name)) for name in _TEXTS}
    tidy = replace(scenario, **texts)
    said = {word: _value(tidy, word) for word in _WORDS}
    wrapper = TextWrapper(
        _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    lines = [
        wrapper.fill(f"{word}: {told}")
        for word, told in said.items()
        if told or word not in _OPTIONAL
    ]
    text = "\n".join([_FIRST, *lines, "", position_text(tidy.position)])
    if read_scenario(text, f"scenario {scenario.id}") != tidy:
        raise KhronosError(f"scenario {scenario.id}: cannot be written so that it reads the same")
    return text


def _flat(words: Words) -> Words:
    """Texts in one line each: lines are broken when they are written."""
    return Words(*(" ".join(harmless(each).split()) for each in words))


def _value(scenario: Scenario, word: str) -> str:
    """What a file says of a word."""
    value = getattr(scenario, word.removesuffix(" de"))
    if isinstance(value, Words):
        return value[word.endswith(" de")]
    if isinstance(value, tuple):
        return " ".join(value)
    return "" if value is None else str(value)


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
    files = sorted(data_file("scenarios").glob(f"*{SUFFIX}"))
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
    ids = [each.id for each in scenarios()]
    about = {"text": repr(wanted), "first": ids[0], "last": ids[-1]}
    raise KhronosError(Said("slip-scenario", about))


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
    wanted = clause(label).id
    ranked = [
        (min(places), each)
        for each in scenarios()
        if (places := [n for n, shows in enumerate(each.clauses) if wanted in (shows, shows[:-1])])
    ]
    return tuple(each for _, each in sorted(ranked, key=lambda pair: (pair[0] > 0, pair[1].id)))


# ------------------------------------------------------------------ the course

SHOWN, ASKED = 1.5, 2.0
"""Minutes that an example and a question take."""


class Idea(NamedTuple):
    """One thing to learn: where it is taught, and the scenarios that show it, the example first."""

    name: str
    notebook: str
    ids: tuple[str, ...]

    @property
    def title(self) -> Said:
        """What it is called."""
        return Said(f"idea-{self.name}")

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The example and the questions after it."""
        return tuple(scenario(each) for each in self.ids)

    @property
    def minutes(self) -> int:
        """About how long it takes."""
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
    Idea("joining", "04", ("68", "70", "69")),
    Idea("ties", "04", ("72", "71", "77")),
    Idea("shrunk-shadows", "04", ("74", "73", "79", "80")),
    Idea("conflict-order", "04", ("75", "76")),
    Idea("breaking-off", "04", ("72b", "75b")),
    Idea("splitting", "04", ("78", "81")),
    Idea("cascades", "04", ("82", "83", "84")),
    Idea("leader-collects", "05", ("60", "61", "66")),
    Idea("citizens-collect", "05", ("62", "63")),
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
    wanted = word.strip().casefold()
    for each in IDEAS:
        titles = in_each_language(each.title.text)
        if wanted in (each.name, *(title.casefold() for title in titles)):
            return each
    return None
