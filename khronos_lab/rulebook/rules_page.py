"""The rules page as data: its clauses, how to find them, the functions and tests that hold them.

`RULES.md` beside this module is the one text of every clause; `clauses_de.md` is a German reading
with the same numbers. `@implements("B3a")` ties a function to a clause; a test is tied by its name,
`test_b3a_...`.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import Final, TypeVar

from khronos_lab.rulebook.errors import UnknownClause, text_of
from khronos_lab.rulebook.language import (
    LANGUAGES,
    Said,
    cached_by_language,
    current_language,
    say,
    speaking,
)

F = TypeVar("F", bound=Callable[..., object])

_ITEM = re.compile(r"^(?P<indent> *)- (?P<id>[A-Z]\d+|[a-z]\)) (?P<text>.*)$")
_TEST = re.compile(r"^ *def (test_(?P<id>[a-z]\d+[a-z]?)_\w+)\(", re.MULTILINE)
_FLOORS = (
    "khronos_lab.rulebook",
    "khronos_lab.core",
    "khronos_lab.mechanics",
    "khronos_lab.engine",
)

SHOWN: Final = 6
"""How many tests are printed; the others are counted."""

_implementers: dict[str, list[Callable[..., object]]] = {}


@dataclass(frozen=True, slots=True)
class WhereAbouts:
    """A clause with the places that implement and show it; `print` it."""

    clause: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]

    def __str__(self) -> str:
        texts = [
            fill(f"{label}  {text}", 96, subsequent_indent="    ")
            for label, text in clauses().items()
            if self.clause in (label, label[:-1])
        ]
        functions = [f"  in {line}" for line in self.functions] or ["  in no function"]
        tests = [f"  shown by {line}" for line in self.tests[:SHOWN]]
        more = len(self.tests) - SHOWN
        if more > 0:
            tests.append(f"  and {more} more tests: pytest -k {self.clause.lower()}")
        return "\n".join([*texts, *functions, *(tests or ["  tests: see the repository"])])

    __repr__ = __str__


@cache
def clauses() -> dict[str, str]:
    """All clauses of the rules page by id, in the page's order and its words.

    >>> clauses()["X4"]
    'If the one entitled has no adventurer there, nobody collects.'
    """
    with speaking(LANGUAGES[0]):
        return clause_texts()


@cached_by_language()
def clause_texts() -> dict[str, str]:
    """The texts of all clauses by id, in the page's order."""
    spoken = current_language()
    page = "RULES.md" if spoken == "en" else f"clauses_{spoken}.md"
    return numbered_items((Path(__file__).parent / page).read_text(encoding="utf-8"))


def numbered_items(page: str) -> dict[str, str]:
    """The numbered items of a page in Markdown by id: `B3`, and `B3a` for its part `a)`."""
    found: dict[str, str] = {}
    current = ""
    for line in page.splitlines():
        item = _ITEM.match(line)
        if item:
            label = item["id"]
            top = current if not current or current[-1].isdigit() else current[:-1]
            current = f"{top}{label[0]}" if label.endswith(")") else label
            found[current] = item["text"]
        elif current and line.startswith("  "):
            found[current] += " " + line.strip()
        else:
            current = ""
    return found


def clause(label: str) -> str:
    """The id of a clause as the page writes it; case does not matter.

    >>> clause("b3A")
    'B3a'
    """
    wanted = text_of(label, "a clause").strip()
    wanted = wanted[:1].upper() + wanted[1:].lower()
    if wanted not in clauses():
        near = ", ".join(each for each in clauses() if each[:1] == wanted[:1])
        hint = (
            f"clauses with that letter are {near}" if near else "letters are S T A G D H O B C X V"
        )
        raise UnknownClause(f"the rules page has no clause {label[:40]!r}; {hint}")
    return wanted


def implements(*labels: str) -> Callable[[F], F]:
    """Tie a function to the clauses it implements; it is returned unchanged."""

    def tag(function: F) -> F:
        for label in labels:
            _implementers.setdefault(label, []).append(function)
        return function

    return tag


@cache
def implementers() -> dict[str, tuple[Callable[..., object], ...]]:
    """The functions tied to each clause, after importing every floor that may hold one."""
    for floor in _FLOORS:
        package = importlib.import_module(floor)
        for module in pkgutil.iter_modules(package.__path__, f"{floor}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    return {label: tuple(functions) for label, functions in _implementers.items()}


@cache
def shown_by() -> dict[str, tuple[str, ...]]:
    """The tests of this checkout by clause, as `file::test`; empty without the repository."""
    folder = Path(__file__).parents[2] / "tests"
    tests: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for match in _TEST.finditer(file.read_text(encoding="utf-8")):
            label = match["id"][:1].upper() + match["id"][1:]
            place = file.relative_to(folder.parent).as_posix()
            tests.setdefault(label, []).append(f"{place}::{match[1]}")
    return {label: tuple(names) for label, names in tests.items()}


@cache
def compiled() -> dict[str, tuple[str, ...]]:
    """The functions of the compiled engine by the clauses that their comments cite.

    >>> compiled()["B3b"][0].split()[-1]
    'equals_highest'
    """
    folder = Path(__file__).parents[1] / "native"
    places: dict[str, list[str]] = {}
    for file in sorted(folder.glob("*.c")):
        cited: dict[str, int] = {}  # since the function before
        name = ""
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for label in re.findall(r"\b[A-Z]\d[a-z]?\b", line):
                cited.setdefault(label, number)
            if found := re.match(r"[a-z].*?(\w+)\([^;]*$", line):
                name = f"{folder.parent.name}/native/{file.name}:{number} {found[1]}"
            if line == "}" and name:
                for label in cited:
                    places.setdefault(label, []).append(name)
                cited, name = {}, ""
    return {label: tuple(found) for label, found in places.items() if label in clauses()}


def where(label: str) -> WhereAbouts:
    """Show a clause, the functions that implement it and the tests that show it.

    A clause with parts (B3) shows what its parts (B3a, B3b) show, too.
    """
    asked = clause(label)
    ids = [each for each in clauses() if asked in (each, each[:-1])]
    functions = [_place(f) for each in ids for f in implementers().get(each, ())]
    functions += [place for each in ids for place in compiled().get(each, ())]
    tests = [test for each in ids for test in shown_by().get(each, ())]
    return WhereAbouts(asked, tuple(dict.fromkeys(functions)), tuple(dict.fromkeys(tests)))


def _place(function: Callable[..., object]) -> str:
    plain = inspect.unwrap(function)
    code = plain.__code__
    path = "/".join(plain.__module__.split(".")) + ".py"
    return f"{path}:{code.co_firstlineno} {plain.__qualname__}"


def clause_text(label: str) -> str:
    """The text of a clause.

    >>> clause_text("x4")
    'If the one entitled has no adventurer there, nobody collects.'
    """
    return clause_texts()[clause(label)]


def whole_text(label: str) -> str:
    """The text of a clause with its parts; a part (B3a) comes after the sentence it completes.

    >>> whole_text("B3b")[-52:]
    'The building in Might is still legal and still pays.'
    >>> "a) if it would connect" in whole_text("B3")
    True
    """
    text = clause_text(label).replace("`", "")
    if label[-1].isalpha():
        for word in (", or", ", oder"):
            text = text.removesuffix(word)
        text = text if text.endswith(".") else f"{text}."
        return f"{clause_text(label[:-1])} {label[-1]}) {text}"
    parts = [each for each in clauses() if each[:-1] == label and each[-1].isalpha()]
    return " ".join([text, *(f"{each[-1]}) {clause_text(each)}" for each in parts)])


# ------------------------------------------------------------------ finding
#
# Rules are found by what people call things: "paradox", "river", "who shrinks". Every clause has a
# plain sentence (`motto-…` of the catalogue) and words it is looked up by (`find-…`). These count
# most, then the sentence, then the exact text of the clause.

_WORD: Final = re.compile(r"[\w']+")
_WEIGHTS: Final = (9, 4, 1)
"""For the words to find a clause by, its plain sentence, and its exact text."""


def plain_rule(label: str) -> str:
    """A clause in one plain sentence.

    >>> plain_rule("G1")
    'Only towns and cities may cover the river.'
    """
    return Said("sentence-plain", {"said": Said(f"motto-{label}")}).text()


def rules_about(asked: str) -> tuple[str, ...]:
    """The clauses that a few words ask for, the best first; all of them if nothing is asked.

    Where no clause has all the words, those with any of them.

    >>> (
    ...     rules_about("river")[0],
    ...     rules_about("who shrinks")[:2],
    ...     rules_about("b6"),
    ...     rules_about("Zeitschatten")[0],
    ...     rules_about("zz"),
    ... )
    ('G1', ('C2', 'C3'), ('B6',), 'B1', ())
    """
    found = _found(asked)
    for language in LANGUAGES:
        if not found:
            # A word of another language is looked up there.
            with speaking(language):
                found = _found(asked)
    return found


def _found(asked: str) -> tuple[str, ...]:
    named = asked.strip().casefold()
    starting = tuple(label for label in clauses() if named and label.casefold() == named)
    if starting:
        return starting
    small = say("index-small_words").split()
    wanted = [word for word in _WORD.findall(named) if word not in small] or _WORD.findall(named)
    if not wanted:
        return tuple(clauses())
    scores = {label: _scores(label, wanted) for label in clauses()}
    found = [label for label in clauses() if all(scores[label])]
    found = found or [label for label in clauses() if any(scores[label])]
    return tuple(sorted(found, key=lambda label: -sum(scores[label])))


def _scores(label: str, wanted: list[str]) -> list[int]:
    """By word: how well a clause fits it; 0 if it is in none of its texts."""
    weighed = tuple(zip(_WEIGHTS, _texts(label), strict=True))
    return [
        max((weight for weight, text in weighed if _has(text, word)), default=0) for word in wanted
    ]


@cached_by_language()
def _texts(label: str) -> tuple[tuple[str, ...], ...]:
    said = (f"{label} {say(f'find-{label}')}", plain_rule(label))
    return tuple(tuple(_WORD.findall(t.casefold())) for t in (*said, whole_text(label)))


def _has(text: tuple[str, ...], word: str) -> bool:
    """True if a text has a word, whatever its ending: `shrinks` finds `shrink` and `shrinking`."""
    stem = word[: max(4, len(word) - 2)]
    return any(each.startswith(stem) if len(word) > 3 else each == word for each in text)
