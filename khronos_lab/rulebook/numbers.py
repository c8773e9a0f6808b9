"""The numbers of the rules that a rule set can change, each with its name, clause and limits.

`khronos_lab.rules_with(castle=3)` names one as `NUMBERS` does; records, positions and tables write
it with its phrase, `castle value 3`. What is usual lies in `pieces.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from khronos_lab.rulebook import pieces
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import BUILDING_AGES, BUILDING_NAMES, KINDS, RANKS, ROUNDS

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

    def words(self, value: object, language: str | None = None) -> str:
        """A value in the words of a language: `a castle is worth 3`."""
        return say(f"number-{self.key}", language, amount=value, **self.told)

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
    """The nested tuples with another value at the end of a path."""
    if not path:
        return value
    first, *rest = path
    return (*table[:first], _put(table[first], tuple(rest), value), *table[first + 1 :])


USUAL: Final[dict[str, Any]] = {
    "values": pieces.VALUES,
    "ruin_values": pieces.RUIN_VALUES,
    "tiles": pieces.TILES,
    "bonus": pieces.BONUS,
    "terrain": pieces.TERRAIN_COSTS,
    "start_coins": pieces.START_COINS,
    "tax_rounds": pieces.TAX_ROUNDS,
    "cards": pieces.NO_CARDS,
}
"""The fields of a rule set that hold numbers, as the rules page has them."""


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
