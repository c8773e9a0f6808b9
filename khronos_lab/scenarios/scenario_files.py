"""Scenario files: read with file and line in every error, written so that reading gives the same.

The form is told in `FORMAT.md` beside this module.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from textwrap import TextWrapper
from typing import Final, NoReturn

from khronos_lab.core.position import position_text, read_position
from khronos_lab.core.state import GameState
from khronos_lab.records.format.tags import harmless
from khronos_lab.records.safe_files import PathName, refusal, whole_file
from khronos_lab.rulebook.clauses import clause
from khronos_lab.rulebook.errors import KhronosError, PositionError
from khronos_lab.scenarios.questions.phrases import Words
from khronos_lab.scenarios.scenario import LESSONS, LEVELS, Scenario, ScenarioError

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
_OPTIONAL: Final = ("example", "lead")
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_WIDTH = 100
_LONGEST = 100_000
"""Characters of a file; the longest scenario of the library has about 3,000."""

Said = dict[str, tuple[int, str]]


# ------------------------------------------------------------------ reading


def read_scenario(text: str, file: str = "<text>") -> Scenario:
    """The scenario that a text tells; whether its claims are true is asked in `truth_checks`."""
    if len(text) > _LONGEST:
        raise ScenarioError(f"more than {_LONGEST:,} characters, which no scenario has", file)
    return _scenario(*parts_of(text, file, _FIRST, _WORDS, _OPTIONAL), file)


def parts_of(
    text: str, file: str, first: str, known: Sequence[str], optional: Collection[str] = ()
) -> tuple[Said, str]:
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


def _said(lines: list[str], file: str, words: Sequence[str]) -> Said:
    """Every `word: value`, with the number of its line; indented lines go on with the last."""
    said: Said = {}
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


def _scenario(said: Said, position: str, file: str) -> Scenario:
    reading = Reading(said, file)
    return Scenario(
        id=reading.matching("id", _ID, "small letters, digits, - and _"),
        lesson=reading.one_of("lesson", LESSONS),
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

    def __init__(self, said: Said, file: str) -> None:
        self._said, self._file = said, file

    def _refuse(self, word: str, reason: str) -> NoReturn:
        raise ScenarioError(f"{word}: {reason}", self._file, self._said[word][0])

    def text(self, word: str) -> str:
        """The value of a word."""
        return self._said[word][1]

    def words(self, word: str) -> Words:
        """A text in both languages."""
        return Words(self.text(word), self.text(f"{word} de"))

    def matching(self, word: str, pattern: re.Pattern[str], wanted: str) -> str:
        """A value of a certain form."""
        if not pattern.fullmatch(self.text(word)):
            self._refuse(word, f"{self.text(word)[:40]!r} may have only {wanted}")
        return self.text(word)

    def one_of(self, word: str, known: Iterable[str]) -> str:
        """One of several values."""
        if self.text(word) not in known:
            self._refuse(word, f"{self.text(word)[:40]!r} is none of {', '.join(known)}")
        return self.text(word)

    def number(self, word: str, allowed: range) -> int:
        """A number."""
        text = self.text(word)
        if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) not in allowed:
            self._refuse(
                word,
                f"{text[:40]!r} is not a whole number from {allowed.start} to {allowed.stop - 1}",
            )
        return int(text)

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
    text = _written(scenario)
    again = read_scenario(text, f"scenario {scenario.id}")
    if _tidy(scenario) != again:
        raise KhronosError(f"scenario {scenario.id}: cannot be written so that it reads the same")
    return text


def write_scenario(scenario: Scenario, path: PathName, *, replace: bool = True) -> None:
    """Write a scenario to a file, whole or not at all."""
    text = scenario_text(scenario)
    with whole_file(path, replace=replace) as file:
        file.write(text)


def _tidy(scenario: Scenario) -> Scenario:
    """The scenario with its texts as a file can hold them."""
    return dataclasses.replace(
        scenario,
        title=_flat(scenario.title),
        question=_flat(scenario.question),
        explanation=_flat(scenario.explanation),
    )


def _flat(words: Words) -> Words:
    """Texts in one line each: lines are broken when they are written."""
    return Words(*(" ".join(harmless(each).split()) for each in words))


def _written(scenario: Scenario) -> str:
    tidy = _tidy(scenario)
    said = {
        "id": tidy.id,
        "lesson": tidy.lesson,
        "level": str(tidy.level),
        "title": tidy.title.en,
        "title de": tidy.title.de,
        "clauses": " ".join(tidy.clauses),
        "example": "" if tidy.example is None else str(tidy.example),
        "question": tidy.question.en,
        "question de": tidy.question.de,
        "asks": tidy.asks,
        "answer": tidy.answer,
        "lead": " ".join(tidy.lead),
        "move": tidy.move,
        "explanation": tidy.explanation.en,
        "explanation de": tidy.explanation.de,
    }
    wrapper = TextWrapper(
        _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    lines = [
        wrapper.fill(f"{word}: {said[word]}")
        for word in _WORDS
        if said[word] or word not in _OPTIONAL
    ]
    return "\n".join([_FIRST, *lines, "", position_text(tidy.position)])
