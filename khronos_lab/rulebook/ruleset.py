"""The rule set of a game: edition, Hold'em, one field for each switchable ruling (V), and numbers.

A field is declared once, with its clause and what records call it. Positions, records, tables,
`simulate` and the recorder all find it here; its words on the screen are `rule-…` of the
catalogues. The numbers of the game are fields, too, as tables that the rules read at once;
`numbers.py` names each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, Final, NamedTuple, Self

from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.numbers import NUMBERS, USUAL, Amount, Number
from khronos_lab.rulebook.pieces import (
    BONUS,
    CIVIL,
    KINDS,
    NO_CARDS,
    RUIN_VALUES,
    START_COINS,
    TAX_ROUNDS,
    TERRAIN_COSTS,
    TILES,
    VALUES,
    Cards,
    TerrainCost,
)
from khronos_lab.rulebook.suggestions import near, quoted


class Edition(Enum):
    """Which box is on the table."""

    FIRST = "first"
    SECOND = "second"


DECKS: dict[Edition, Cards] = {Edition.FIRST: (11, 11, 11), Edition.SECOND: (18, 18, 19)}

Value = Edition | bool
Row = tuple[int, int, int, int]
"""By rank; index 0 is unused."""
Values = tuple[Row, Row, Row]
"""By kind, then by rank."""


class Rule(NamedTuple):
    """A field of `RuleSet` as people meet it."""

    name: str
    default: Value
    clause: str
    phrase: str
    """What records call it: what a switch says once it is turned."""
    meaning: str
    """The same as a clause of a sentence, for helps and tables."""

    @property
    def is_switch(self) -> bool:
        """True if it is on or off."""
        return isinstance(self.default, bool)

    def text(self, value: object) -> str:
        """A value that is not the default, as positions and records write it.

        >>> RULES[0].text(Edition.FIRST), RULES[1].text(True)
        ('first edition', "hold'em")
        """
        return f"{value.value} {self.phrase}" if isinstance(value, Edition) else self.phrase

    def words(self, value: object, language: str | None = None) -> str:
        """A value that is not the default, in the words of a language."""
        if isinstance(value, Edition):
            return say(f"edition-{value.value}", language)
        return say(f"rule-{self.name}", language)

    def read(self, text: str) -> Value | None:
        """The value that `text` wrote; None if the text is about another rule.

        >>> RULES[0].read("second edition"), RULES[1].read("holdem"), RULES[1].read("poker")
        (<Edition.SECOND: 'second'>, True, None)
        """
        known: list[Value] = [not self.default] if self.is_switch else list(Edition)
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
    values: Values = VALUES
    """By kind and rank: cost, strength and tax value (S2)."""
    ruin_values: Row = RUIN_VALUES
    tiles: Values = TILES
    """By kind and rank (S3)."""
    bonus: tuple[int, int, int] = BONUS
    """By age (A3)."""
    terrain: tuple[TerrainCost, ...] = TERRAIN_COSTS
    """By number of players (G2)."""
    start_coins: int = START_COINS
    tax_rounds: tuple[int, ...] = TAX_ROUNDS
    cards: Cards = NO_CARDS
    """By kind: how many the deck has (S4), 0 for as many as the edition has."""

    def __post_init__(self) -> None:
        """Refuse numbers with which nobody could play."""
        for number in NUMBERS.values():
            value = number.of(self)
            if value != number.default and not number.allows(value):
                raise KhronosError(
                    f"{number.phrase} cannot be {quoted(value)}: it goes from {number.least} to "
                    f"{number.most} ({number.clause})"
                )
        for kind in KINDS:
            _, small, medium, large = self.values[kind]
            if not small < medium < large:
                raise KhronosError(
                    f"{kind.word} values cannot be {small}, {medium} and {large}: a larger "
                    "building is worth more, for that is what an upgrade costs (A2)"
                )
        if self.ruin_values[2] > self.ruin_values[3]:
            raise KhronosError("a rank 3 ruin cannot be worth less than a rank 2 ruin (S2)")

    @property
    @implements("S4", "V1")
    def deck(self) -> Cards:
        """The cards of this edition: 55, or 33 in the first, unless the numbers say otherwise."""
        one, two, three = (
            own or usual for own, usual in zip(self.cards, DECKS[self.edition], strict=True)
        )
        return (one, two, three)

    @implements("S2")
    def cube_limit(self, rank: int) -> int:
        """How many cubes, of all players together, a civil building holds (A5)."""
        return self.values[CIVIL][rank]

    @property
    @implements("V1")
    def keeps_cards(self) -> bool:
        """At refill the player chooses which unused cards to keep (first edition)."""
        return self.edition is Edition.FIRST

    def unusual(self) -> list[tuple[Rule | Number, object]]:
        """The rules and numbers that are not as usual, with their values."""
        every: list[tuple[Rule | Number, object]] = [
            *((each, getattr(self, each.name)) for each in RULES),
            *((each, each.of(self)) for each in NUMBERS.values()),
        ]
        return [(each, value) for each, value in every if value != each.default]

    @property
    def text(self) -> str:
        """What differs from the usual rules, as positions and records write it."""
        return ", ".join(rule.text(value) for rule, value in self.unusual())

    def __repr__(self) -> str:
        unusual = (f"{each.text(value)} ({each.clause})" for each, value in self.unusual())
        return "; ".join(unusual) or f"{self.edition.value} edition, all rules as usual"

    def plain(self) -> dict[str, str | int]:
        """All of it as JSON and tables have it; the numbers that differ are one text."""
        values = {each.name: getattr(self, each.name) for each in RULES}
        numbers = (
            each.text(each.of(self)) for each in NUMBERS.values() if each.of(self) != each.default
        )
        return {**values, "edition": self.edition.value, "numbers": ", ".join(numbers)}

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> Self:
        """The rule set that `plain` told; what is missing is as usual."""
        told = {**plain, "edition": Edition(plain["edition"])}
        return cls(**told | read_fields(told.pop("numbers", "")))


def read_fields(text: str) -> dict[str, Any]:
    """The fields of a rule set that words like `first edition, castle value 3` change."""
    found: dict[str, Any] = {}
    numbers = dict(USUAL)
    for word in filter(None, (part.strip().lower() for part in text.split(","))):
        said = {each.name: each.read(word) for each in RULES}
        told = {name: value for name, value in said.items() if value is not None}
        counted = [(each, each.read(word)) for each in NUMBERS.values()]
        for number, value in counted:
            if value is not None:
                number.put(numbers, value)
                told[number.field] = numbers[number.field]
        if not told:
            raise KhronosError(f"unknown rule {word!r}")
        found |= told
    return found


def rules_with(**numbers: object) -> RuleSet:
    """A rule set with other numbers, and all else as usual: `rules_with(castle=3, abbey=3)`.

    - values (S2): `watchtower`, `keep`, `castle`, `chapel`, `monastery`, `abbey`, `hamlet`, `town`,
      `city`, and `ruin_2`, `ruin_3` for ruins; tiles (S3): `castle_tiles` and so on;
    - `military_cards`, `religious_cards`, `civil_cards` in the deck (S4), `start_coins` (S1);
    - `tax_rounds` (T1), one round or several: `tax_rounds=(3, 7)`;
    - `bonus_might`, `bonus_faith` (A3); extra cards for terrain (G2) by number of players:
      `forest_2` to `forest_5`, `mountain_2` to `mountain_5`.

    Switches can be named, too: `rules_with(holdem=True, edition="first", castle=3)`.

    >>> rules_with(castle=3, start_coins=6)
    castle value 3 (S2); start coins 6 (S1)
    """
    fields: dict[str, Any] = dict(USUAL)
    for name, value in numbers.items():
        if name in NUMBERS:
            NUMBERS[name].put(fields, _amount(name, value))
        elif name in _SWITCHES:
            fields[name] = _switched(name, value)
        else:
            known = [*NUMBERS, *_SWITCHES]
            raise KhronosError(
                f"The rules have no number {quoted(name)}.{near(name, known)} "
                "help(kl.rules_with) lists them all."
            )
    return RuleSet(**fields)


def _amount(name: str, value: object) -> Amount:
    if name != "tax_rounds":
        return value  # type: ignore[return-value]
    rounds = value if isinstance(value, list | tuple | range) else (value,)
    return tuple(sorted(set(rounds))) if all(type(each) is int for each in rounds) else (*rounds,)


def _switched(name: str, value: object) -> object:
    if name == "edition":
        known = {each.value: each for each in Edition}
        if not isinstance(value, Edition) and value not in known:
            raise KhronosError(f"There is no edition {quoted(value)}. There are: first, second.")
        return value if isinstance(value, Edition) else known[value]
    if type(value) is not bool:
        raise KhronosError(f"{name} is a switch: write {name}=True or {name}=False.")
    return value


RULES: Final = tuple(
    Rule(each.name, getattr(RuleSet(), each.name), **each.metadata)
    for each in fields(RuleSet)
    if each.metadata
)
_SWITCHES: Final = tuple(each.name for each in RULES)

FIRST_RULES: Final = ("edition", "holdem", "ruins_respect_domains")
"""Those that every dataset has. Where a later one is missing it has its default; new fields come
last, so that datasets from before them can still be read."""
