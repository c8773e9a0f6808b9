"""The rule set of a game: edition, Hold'em, one field for each switchable ruling (V), and numbers.

A field is declared once, with its clause and what records call it. Positions, records, tables,
`simulate` and the recorder all find it here; its words on the screen are `rule-…` of the
catalogues. The numbers of the game are fields, too, as tables that the rules read at once.
`NUMBERS` names each of them once, with clause and limits: `khronos_lab.rules_with(castle=3)` names
one so, and records, positions and tables write it with its phrase, `castle value 3`. What is usual
lies in `pieces.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, Final, NamedTuple, Self

from khronos_lab.rulebook import pieces
from khronos_lab.rulebook.errors import KhronosError, near, quoted
from khronos_lab.rulebook.language import multilingual, say
from khronos_lab.rulebook.pieces import (
    BUILDING_AGES,
    BUILDING_NAMES,
    CIVIL,
    KINDS,
    RANKS,
    ROUNDS,
    Cards,
    TerrainCost,
)
from khronos_lab.rulebook.rules_page import implements

Amount = int | tuple[int, ...]
"""The value of a number; several only for the rounds of taxes."""


class Number(NamedTuple):
    """One number of the rules as people meet it."""

    name: str
    """How `rules_with` names it: `castle`."""
    clause: str
    phrase: str
    """What records and tables call it: `castle value`."""
    field: str
    """The field of `RuleSet` that holds it, and where in it."""
    path: tuple[int, ...]
    least: int
    most: int
    key: str
    """Its words in the catalogues, `number-…`, and of what they speak."""
    told: Mapping[str, object]

    @property
    def default(self) -> Amount:
        """As the rules page has it."""
        return self.of(USUAL)

    def of(self, fields: object) -> Amount:
        """Its value in a rule set."""
        found = fields[self.field] if isinstance(fields, dict) else getattr(fields, self.field)
        for index in self.path:
            found = found[index]
        return found  # type: ignore[no-any-return]

    def put(self, fields: dict[str, Any], value: Amount) -> None:
        """Set it in the fields of a rule set."""
        fields[self.field] = _put(fields[self.field], self.path, value)

    def text(self, value: object) -> str:
        """A value as positions and records write it.

        >>> NUMBERS["castle"].text(3), NUMBERS["tax_rounds"].text((3, 7))
        ('castle value 3', 'tax rounds 3 7')
        """
        values = value if isinstance(value, tuple) else (value,)
        return " ".join([self.phrase, *map(str, values)])

    def read(self, text: str) -> Amount | None:
        """The value that `text` wrote; None if the text is about something else."""
        if not text.startswith(f"{self.phrase} "):
            return None
        words = text[len(self.phrase) :].split()
        if not all(each.isdecimal() and len(each) < 4 for each in words):
            return None
        values = tuple(int(each) for each in words)
        if text != self.text(values):
            return None
        if self.field == "tax_rounds":
            return values
        return values[0] if len(values) == 1 else None

    @multilingual
    def words(self, value: object, language: str | None = None) -> str:
        """A value in the words of a language: `a castle is worth 3`."""
        return say(f"number-{self.key}", amount=value, **self.told)

    def allows(self, value: object) -> bool:
        """True if a value is of its sort and within its limits."""
        if self.field != "tax_rounds":
            return type(value) is int and self.least <= value <= self.most
        return (
            isinstance(value, tuple)
            and bool(value)
            and all(type(each) is int and self.least <= each <= self.most for each in value)
            and list(value) == sorted(set(value))
        )


def _put(table: Any, path: tuple[int, ...], value: Amount) -> Any:  # noqa: ANN401
    if not path:
        return value
    first, *rest = path
    return (*table[:first], _put(table[first], tuple(rest), value), *table[first + 1 :])


def _all_numbers() -> Iterator[Number]:
    for kind in KINDS:
        for rank in RANKS:
            name, path = BUILDING_NAMES[kind][rank], (int(kind), rank)
            told = {"building": pieces.building_thing(kind, rank)}
            yield Number(name, "S2", f"{name} value", "values", path, 1, 9, "value", told)
            name = f"{name}_tiles"
            phrase = name.replace("_", " ")
            yield Number(name, "S3", phrase, "tiles", path, 0, 99, "tiles", told)
    for kind in KINDS:
        # 0 stands for as many as the edition has.
        name, phrase, told = f"{kind.word}_cards", f"{kind.word} cards", {"kind": kind.thing}
        yield Number(name, "S4", phrase, "cards", (int(kind),), 8, 99, "cards", told)
    for rank in RANKS[1:]:
        name, phrase, size = (
            f"ruin_{rank}",
            f"rank {rank} ruin value",
            ("medium", "large")[rank - 2],
        )
        yield Number(name, "S2", phrase, "ruin_values", (rank,), 0, 9, "ruin", {"size": size})
    for age in BUILDING_AGES:
        word, told = age.title.lower(), {"age": age.thing}
        name, phrase = f"bonus_{word}", f"bonus in {word}"
        yield Number(name, "A3", phrase, "bonus", (int(age),), 0, 9, "bonus", told)
    for index, terrain in enumerate((pieces.FOREST, pieces.MOUNTAIN)):
        for players in range(pieces.MIN_PLAYERS, pieces.MAX_PLAYERS + 1):
            name = f"{terrain.name.lower()}_{players}"
            phrase = f"{terrain.name.lower()} surcharge for {players} players"
            about = {"terrain": terrain, "n": players}
            yield Number(name, "G2", phrase, "terrain", (players, index), 0, 4, "terrain", about)
    yield Number("start_coins", "S1", "start coins", "start_coins", (), 0, 99, "start_coins", {})
    yield Number("tax_rounds", "T1", "tax rounds", "tax_rounds", (), 1, ROUNDS, "tax_rounds", {})


NUMBERS: Final = {each.name: each for each in _all_numbers()}
"""By name: every number that a rule set can change."""


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
    usual: str = ""
    """A phrase for the default of a switch, where records have one."""

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

    @multilingual
    def words(self, value: object, language: str | None = None) -> str:
        """A value that is not the default, in the words of a language."""
        if isinstance(value, Edition):
            return say(f"edition-{value.value}")
        return say(f"rule-{self.name}")

    def read(self, text: str) -> Value | None:
        """The value that `text` wrote; None if the text is about another rule.

        >>> RULES[0].read("second edition"), RULES[1].read("holdem"), RULES[1].read("poker")
        (<Edition.SECOND: 'second'>, True, None)
        """
        if self.usual and text == self.usual:
            return self.default
        known: list[Value] = [not self.default] if self.is_switch else list(Edition)
        plain = text.replace("'", "")
        return next((each for each in known if self.text(each).replace("'", "") == plain), None)


def about(clause: str, phrase: str, meaning: str, usual: str = "") -> dict[str, object]:
    """What a field of `RuleSet` has to say about itself; see `Rule`."""
    return {"clause": clause, "phrase": phrase, "meaning": meaning, "usual": usual}


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything about the rules that a group can choose.

    >>> RuleSet().deck, RuleSet(edition=Edition.FIRST).deck
    ((18, 18, 19), (11, 11, 11))
    """

    edition: Edition = field(
        default=Edition.SECOND, metadata=about("V1", "edition", "which box is played")
    )
    holdem: bool = field(
        default=False, metadata=about("V2", "hold'em", "open cards lie on the table")
    )
    ruins_respect_domains: bool = field(
        default=False,
        metadata=about("B4", "ruins respect domains", "no ruin may connect domains of Reason"),
    )
    erased_tiles_return: bool = field(
        default=False,
        metadata=about(
            "S3",
            "erased tiles return",
            "a tile that a paradox erases goes back to the supply",
            usual="erased tiles do not return",
        ),
    )
    values: Values = pieces.VALUES
    """By kind and rank: cost, strength and tax value (S2)."""
    ruin_values: Row = pieces.RUIN_VALUES
    tiles: Values = pieces.TILES
    """By kind and rank (S3)."""
    bonus: tuple[int, int, int] = pieces.BONUS
    """By age (A3)."""
    terrain: tuple[TerrainCost, ...] = pieces.TERRAIN_COSTS
    """By number of players (G2)."""
    start_coins: int = pieces.START_COINS
    tax_rounds: tuple[int, ...] = pieces.TAX_ROUNDS
    cards: Cards = pieces.NO_CARDS
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
        """The rule set that `plain` told; what is missing is as it was before it could be told."""
        told = {**BEFORE, **plain, "edition": Edition(plain["edition"])}
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


USUAL: Final[dict[str, Any]] = {
    each.name: each.default for each in fields(RuleSet) if not each.metadata
}
"""The fields of a rule set that hold numbers, as the rules page has them."""
RULES: Final = tuple(
    Rule(each.name, getattr(RuleSet(), each.name), **each.metadata)
    for each in fields(RuleSet)
    if each.metadata
)
_SWITCHES: Final = tuple(each.name for each in RULES)

BEFORE: Final[dict[str, Any]] = {"erased_tiles_return": True, "numbers": ""}
"""Fields that older datasets do not have, and what held there; new fields come last."""
