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

from collections.abc import Mapping
from dataclasses import dataclass, field


class KhronosError(ValueError):
    """Whatever khronos_lab refuses, with one sentence that says why."""


class UnknownClause(KhronosError):
    """A clause id that is not on the rules page."""


@dataclass(frozen=True, slots=True, repr=False)
class Violation:
    """Why an action is forbidden: the clause, a sentence, and where to look.

    The sentence is English with the names of its values in braces. It is filled in when somebody
    reads it, which saves time where only legality counts; `violation_text` says it in German, too.
    """

    clause: str
    sentence: str
    squares: tuple[int, ...] = ()
    """Squares involved, in reading order."""
    domains: tuple[int, ...] = ()
    """First squares of the domains involved."""
    values: Mapping[str, object] = field(default_factory=dict, hash=False)
    """What the sentence speaks of, by name."""

    @property
    def reason(self) -> str:
        """The sentence with its values."""
        return self.sentence.format_map(self.values)

    def __str__(self) -> str:
        return f"{self.reason} ({self.clause})"

    __repr__ = __str__


class Commas(tuple[object, ...]):
    """Values of a sentence that are listed: `a1, b1`."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))


class CardCount(int):
    """A number of cards in a sentence: `1 card`, `3 cards`."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{int(self)} card{'s' * (self != 1)}"


class SoMany(int):
    """A number before its noun or `more`: `no`, `1`, `2`."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(int(self)) if self else "no"


class CoinCount(int):
    """A number of coins in a sentence: `1 coin`, `2 coins`."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{int(self)} coin{'s' * (self != 1)}"


class Ands(tuple[object, ...]):
    """Values of a sentence that are listed: `a1, b1 and c1`."""

    __slots__ = ()

    def __str__(self) -> str:
        *rest, last = map(str, self)
        return f"{', '.join(rest)} and {last}" if rest else last


def violation(
    clause: str,
    sentence: str,
    squares: tuple[int, ...] = (),
    domains: tuple[int, ...] = (),
    /,
    **values: object,
) -> Violation:
    """Make a `Violation` of a sentence and its values.

    >>> print(violation("T4", "{player} has no adventurer in {age}", player="Red", age="Might"))
    Red has no adventurer in Might (T4)
    """
    return Violation(clause, sentence, squares, domains, values)


class IllegalAction(KhronosError):
    """An action, or an answer to a question, that the rules forbid here."""

    def __init__(self, message: str, violation: Violation | None = None) -> None:
        super().__init__(message)
        self.violation = violation


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
        super().__init__(f"{file}, line {line}, column {column}: {reason}")
        self.reason, self.file, self.line, self.column = reason, file, line, column
        self.clause, self.position = clause, position


class BrokenInvariant(AssertionError):
    """A state that the rules can never reach: a defect of khronos_lab, not of the input."""
