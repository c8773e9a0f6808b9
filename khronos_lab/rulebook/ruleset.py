"""The rule set of a game: edition, Hold'em and one field for each switchable ruling (V).

A field is declared once, with its clause and what records call it. Positions, records, tables,
`simulate` and the recorder all find it here; its words on the screen are `rule-…` of the
catalogues.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Final, NamedTuple

from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.pieces import Cards


class Edition(Enum):
    """Which box is on the table."""

    FIRST = "first"
    SECOND = "second"


DECKS: dict[Edition, Cards] = {Edition.FIRST: (11, 11, 11), Edition.SECOND: (18, 18, 19)}

Value = Edition | bool | int


class Rule(NamedTuple):
    """A field of `RuleSet` as people meet it."""

    name: str
    default: Value
    clause: str
    phrase: str
    """What records call it: what a switch says once it is turned, or what a number counts."""
    meaning: str
    """The same as a clause of a sentence, for helps and tables."""

    @property
    def is_switch(self) -> bool:
        """True if it is on or off."""
        return isinstance(self.default, bool)

    def text(self, value: Value) -> str:
        """A value that is not the default, as positions and records write it.

        >>> RULES[0].text(Edition.FIRST), RULES[1].text(True)
        ('first edition', "hold'em")
        """
        said = self.phrase
        if self.is_switch:
            return said
        return f"{value.value} {said}" if isinstance(value, Edition) else f"{said} {value}"

    def read(self, text: str) -> Value | None:
        """The value that `text` wrote; None if the text is about another rule.

        >>> RULES[0].read("second edition"), RULES[1].read("holdem"), RULES[1].read("poker")
        (<Edition.SECOND: 'second'>, True, None)
        """
        known: list[Value]
        if self.is_switch:
            known = [not self.default]
        elif isinstance(self.default, Edition):
            known = list(Edition)
        else:
            number = text.rpartition(" ")[2]
            known = [int(number)] if number.isdecimal() and len(number) < 7 else []
        plain = text.replace("'", "")
        return next((each for each in known if self.text(each).replace("'", "") == plain), None)


def about(clause: str, phrase: str, meaning: str) -> dict[str, object]:
    """What a field of `RuleSet` has to say about itself; see `Rule`."""
    return {"clause": clause, "phrase": phrase, "meaning": meaning}


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything about the rules that a group can choose.

    >>> RuleSet().deck, RuleSet(edition=Edition.FIRST).deck
    ((18, 18, 19), (11, 11, 11))
    """

    edition: Edition = field(
        default=Edition.SECOND,
        metadata=about("V1", "edition", "which box is played"),
    )
    holdem: bool = field(
        default=False,
        metadata=about("V2", "hold'em", "open cards lie on the table"),
    )
    ruins_respect_domains: bool = field(
        default=False,
        metadata=about(
            "B4",
            "ruins respect domains",
            "no ruin may connect domains of Reason",
        ),
    )
    erased_tiles_return: bool = field(
        default=True,
        metadata=about(
            "S3",
            "erased tiles do not return",
            "a tile that a paradox erases is out of the game",
        ),
    )

    @property
    @implements("S4", "V1")
    def deck(self) -> Cards:
        """The cards of this edition: 55, or 33 in the first."""
        return DECKS[self.edition]

    @property
    @implements("V1")
    def keeps_cards(self) -> bool:
        """At refill the player chooses which unused cards to keep (first edition)."""
        return self.edition is Edition.FIRST

    def unusual(self) -> list[tuple[Rule, Value]]:
        """The rules that are not as usual, with their values."""
        values = ((each, getattr(self, each.name)) for each in RULES)
        return [(each, value) for each, value in values if value != each.default]

    def __repr__(self) -> str:
        unusual = (f"{each.text(value)} ({each.clause})" for each, value in self.unusual())
        return "; ".join(unusual) or f"{self.edition.value} edition, all rules as usual"

    def plain(self) -> dict[str, str | int]:
        """All fields as JSON and tables have them."""
        values = {each.name: getattr(self, each.name) for each in RULES}
        return {**values, "edition": self.edition.value}


RULES: Final = tuple(
    Rule(each.name, getattr(RuleSet(), each.name), **each.metadata) for each in fields(RuleSet)
)

FIRST_RULES: Final = ("edition", "holdem", "ruins_respect_domains")
"""Those that every dataset has. Where a later one is missing it has its default; new fields come
last, so that datasets from before them can still be read."""
