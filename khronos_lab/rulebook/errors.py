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

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from khronos_lab.rulebook.language.things import Said


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
        """The sentence with its clause; without a language in the one that is set."""
        from khronos_lab.rulebook.language import say  # its mistakes are errors of this module

        return f"{say(self.key, language, **self.values)} ({self.clause})"

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
    """The name of a file as a sentence can carry it."""
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
