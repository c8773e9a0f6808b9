"""The family of errors.

Policy: the rules and the core raise at once; code that works through many games collects what
failed and reports it at the end. Every message is one sentence for a person: what, where, why
(with the clause), and what to do. A class says whose fault it is:

- `IllegalAction`: the player's, who asked for what the rules forbid;
- `PositionError`, `MapError`, `RecordError`: the file's or the text's;
- `UnknownClause`: the asker's, who named a clause that is not on the rules page;
- `BrokenInvariant`: ours; it carries what is needed to paste the case into a test.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from khronos_lab.rulebook.language import Said

P = ParamSpec("P")
T = TypeVar("T")


class KhronosError(ValueError):
    """Whatever khronos_lab refuses, with one sentence that says why.

    As an error it is told in English, so that people can search for it; a page tells its `text` in
    the reader's language.
    """

    def __init__(
        self, message: str | Violation | Said, sentence: Violation | Said | None = None
    ) -> None:
        """Tell why: in English, as a message of the catalogues, or both."""
        if not isinstance(message, str):
            sentence = message
            message = message.text("en")
        super().__init__(message)
        self.sentence = sentence
        """What the catalogues say of it, in any language."""

    def text(self, language: str | None = None) -> str:
        """Why, in a language: as the catalogues say it, or what caused it; else in English."""
        from khronos_lab.rulebook.language import capital

        fault: BaseException | None = self
        while isinstance(fault, KhronosError):
            if fault.sentence is not None:
                words = capital(fault.sentence.text(language))
                return words if words.endswith((".", "?", "!")) else f"{words}."
            fault = fault.__cause__
        return str(self)

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the caller's own lines that led here, and the sentence.

        The way through our code helps nobody who mistyped a name.
        """
        from traceback import extract_tb  # an error that nobody sees need not load it

        steps = extract_tb(self.__traceback__)
        own = [each for each in steps if not _NOT_THE_CALLERS.search(each.filename)]
        lines = [f"  line {each.lineno}: {each.line}" for each in own]
        return [*lines, f"{type(self).__name__}: {self}"]


_NOT_THE_CALLERS = re.compile(r"[\\/](khronos_lab|IPython|ipykernel)[\\/]|functools\.py$")


class UnknownClause(KhronosError):
    """A clause id that is not on the rules page."""


@dataclass(frozen=True, slots=True, repr=False)
class Violation:
    """Why an action is forbidden: the clause, a message of the catalogues, and where to look.

    It keeps what the message speaks of, not the words: they are said when somebody reads it, in
    any language, and nothing is said at all where only legality counts.
    """

    clause: str
    key: str
    """The message, `refusal-…`."""
    squares: tuple[int, ...] = ()
    """Squares involved, in reading order."""
    domains: tuple[int, ...] = ()
    """First squares of the domains involved."""
    values: Mapping[str, object] = field(default_factory=dict, hash=False)
    """What the message speaks of, by name."""

    def text(self, language: str | None = None) -> str:
        """The sentence with its clause; without a language in the one that is spoken."""
        # Its mistakes are errors of this module.
        from khronos_lab.rulebook.language import say, speaking

        with speaking(language):
            return f"{say(self.key, **self.values)} ({self.clause})"

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__


def violation(
    clause: str,
    key: str,
    squares: tuple[int, ...] = (),
    domains: tuple[int, ...] = (),
    /,
    **values: object,
) -> Violation:
    """Make a `Violation` of a message and its values.

    >>> broken = violation("A5", "refusal-no_cube", who="Max")
    >>> print(broken, "/", broken.text("de"))
    Max has no cube left (A5) / Max hat keinen Kontrollwürfel mehr (A5)
    """
    return Violation(clause, key, squares, domains, values)


def _printable(file: object) -> str:
    text = str(file)[:300]
    return text if text.isprintable() else ascii(text)[1:-1]


class IllegalAction(KhronosError):
    """An action, or an answer to a question, that the rules forbid here.

    Its `violation` is the rule that it breaks, if it is one.
    """

    @property
    def violation(self) -> Violation | None:
        """The rule that is broken, and how."""
        return self.sentence if isinstance(self.sentence, Violation) else None


class MapError(KhronosError):
    """A map that breaks S5, with file, line and column."""

    def __init__(
        self, reason: str, file: str, line: int | None = None, column: int | None = None
    ) -> None:
        place = file if line is None else f"{file}, line {line}"
        place = place if column is None else f"{place}, column {column}"
        super().__init__(f"{place}: {reason}")
        self.file, self.line, self.column = file, line, column


class PositionError(KhronosError):
    """A position in text that cannot be read or cannot exist."""


class RecordError(KhronosError):
    """A game record that cannot be read or breaks a rule, with file, line, column and move."""

    def __init__(
        self,
        reason: str,
        file: str,
        line: int,
        column: int,
        *,
        clause: str | None = None,
        position: str | None = None,
    ) -> None:
        super().__init__(f"{_printable(file)}, line {line}, column {column}: {reason}")
        self.reason, self.file, self.line, self.column = reason, file, line, column
        self.clause, self.position = clause, position


class BrokenInvariant(AssertionError):
    """A state that the rules can never reach: a defect of khronos_lab, not of the input."""


def near(said: object, known: Iterable[str]) -> str:
    """The known name most like this one, as a question before the next sentence; or nothing.

    >>> near("vally", ["delta", "valley"]), near("x", ["delta", "valley"])
    (' Did you mean valley?', '')
    """
    name = nearest(said, known)
    return f" Did you mean {name}?" if name else ""


def nearest(said: object, known: Iterable[str]) -> str:
    """The known name most like this one; empty if none is like it."""
    names = {each.casefold(): each for each in known}
    found = get_close_matches(str(said).casefold(), names, 1)
    return names[found[0]] if found else ""


def in_any_case(said: T, known: Iterable[str]) -> T | str:
    """The known name that somebody wrote in other capitals; what is none of them stays.

    >>> in_any_case("greta", ["Greta", "Hugo"]), in_any_case("Gerta", ["Greta"])
    ('Greta', 'Gerta')
    """
    names = list(known)
    if not isinstance(said, str) or said in names:
        return said
    found = [each for each in names if each.casefold() == said.strip().casefold()]
    return found[0] if len(found) == 1 else said


def there_is_no(what: str, said: object, known: Iterable[str], also: str = "") -> str:
    """The sentence for an unknown name.

    >>> there_is_no("player", "gredy", ["random", "greedy"])
    'There is no player "gredy". Did you mean greedy? There are: random, greedy.'
    """
    names = list(known)
    there_are = f"There are: {', '.join(names)}{also}."
    return f"There is no {what} {quoted(said)}.{near(said, names)} {there_are}"


def told_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """The function, with a sentence for whoever calls it with arguments that it does not take.

    >>> told_arguments(lambda step=0: step)(turn=3)
    Traceback (most recent call last):
    khronos_lab.rulebook.errors.KhronosError: <lambda> takes no turn=. Did you mean step=?
    """

    @wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except TypeError:
            problem = _wrong_arguments(function, args, kwargs)
            if not problem:  # it was called rightly, and the fault lies inside
                raise
            raise KhronosError(problem) from None

    return called


OTHER_WORDS = {"map": "grid", "board": "grid", "turn": "step", "moment": "step", "lang": "language"}
"""What people call arguments, and what we call them."""


def _wrong_arguments(
    function: Callable[..., object], args: tuple[object, ...], kwargs: Mapping[str, object]
) -> str:
    """What is wrong with these arguments; empty if nothing is."""
    signature, title = inspect.signature(function), function.__name__
    try:
        signature.bind(*args, **kwargs)
    except TypeError as fault:
        problem = str(fault)
    else:
        return ""
    named = {
        name: each
        for name, each in signature.parameters.items()
        if each.kind is not each.VAR_KEYWORD
    }
    if named.pop("self", None):
        args = args[1:]
    for name in kwargs:
        if name not in named:
            meant = OTHER_WORDS.get(name, "")
            meant = meant if meant in named else nearest(name, named)
            return f"{title} takes no {name}=." + (
                f" Did you mean {meant}=?" if meant else f" It takes {', '.join(named)}."
            )
    first = [name for name, each in named.items() if each.kind is each.POSITIONAL_OR_KEYWORD]
    if len(args) > len(first):
        if not first:
            return f"{title} takes arguments with their names: {', '.join(named)}."
        given = ", ".join(first)
        several = all(isinstance(each, str) for each in args[len(first) - 1 :])
        hint = f" Several names are one list: {[*args[len(first) - 1 :]]}." if several else ""
        return f"{title} takes {given}, and then arguments with their names.{hint}"
    return f"{title}: {problem}."


def quoted(said: object) -> str:
    """What somebody wrote, as it goes into a sentence: short, and in quotes if it is text.

    >>> quoted("kep"), quoted(42)
    ('"kep"', '42')
    """
    return f'"{excerpt(said)}"' if isinstance(said, str) else excerpt(said)


def excerpt(said: object) -> str:
    """The beginning of what somebody wrote, without quotes."""
    text = said if isinstance(said, str) else repr(said)
    text = text if text.isprintable() else repr(text)[1:-1]
    return text if len(text) <= 40 else f"{text[:39]}…"


def text_of(said: object, what: str) -> str:
    """What somebody gave where a text is needed; anything else is refused.

    >>> text_of("a1", "a square")
    'a1'
    """
    if isinstance(said, str):
        return said
    raise KhronosError(f"{what} is a text, not {quoted(said)}")


def number_of(said: object, what: str, least: int = 0) -> int:
    """What somebody gave where a whole number is needed; anything else is refused.

    >>> number_of(3, "a step")
    3
    """
    if isinstance(said, int) and not isinstance(said, bool) and said >= least:
        return said
    raise KhronosError(f"{what} is a whole number from {least} on, not {quoted(said)}")


def a_or_an(noun: str) -> str:
    """A noun with its article.

    >>> a_or_an("Outcome"), a_or_an("state")
    ('an Outcome', 'a state')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
