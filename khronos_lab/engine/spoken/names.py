"""Ages, kinds, buildings, squares and cards by the names that people write, in any language.

The names are those of the vocabulary and the building table; nothing here lists them again. A
value instead of a name comes back as it is.

>>> as_age("Might"), as_building("Burg"), as_square("f4"), as_cards("mmr")
(<Age.MIGHT: 0>, (<Kind.MILITARY: 0>, 2), 56, (2, 1, 0))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from khronos_lab.core.squares import FULL, square
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import LANGUAGES, Said, Thing, catalogue, say
from khronos_lab.rulebook.pieces import (
    AGES,
    BUILDING_NAMES,
    KINDS,
    RANKS,
    Age,
    Cards,
    Kind,
    building_thing,
)
from khronos_lab.rulebook.suggestions import excerpt, near, quoted

T = TypeVar("T")
Sort = tuple[Kind, int]
"""Kind and rank: what a building's name says."""

LONGEST_ENDING = 2
"""Endings that a word may have or lack: keeps, Burgen, des Glaubens, baue."""
SHORTEST_STEM = 4

_LETTERS = re.compile(r"[mrc]*|-")


@lru_cache(maxsize=1)
def ages() -> dict[str, Age]:
    """The ages by their names in all languages, casefolded."""
    return {say(age, each).casefold(): age for each in LANGUAGES for age in AGES}


@lru_cache(maxsize=1)
def kinds() -> dict[str, Kind]:
    """The kinds by their names in all languages, casefolded."""
    return {say(kind, each).casefold(): kind for each in LANGUAGES for kind in KINDS}


@lru_cache(maxsize=1)
def buildings() -> dict[str, Sort]:
    """Kinds and ranks by the names of buildings in all languages, casefolded."""
    return {
        say(building_thing(kind, rank), each).casefold(): (kind, rank)
        for each in LANGUAGES
        for kind in KINDS
        for rank in RANKS
    }


def found(said: str, known: Mapping[str, T]) -> T | None:
    """What a word means, whatever its case and ending."""
    word = said.strip().casefold()
    if word in known:
        return known[word]
    for name, meaning in known.items():
        short, long = sorted((word, name), key=len)
        ending = len(long) - len(short)
        if long.startswith(short) and ending <= LONGEST_ENDING and len(short) >= SHORTEST_STEM:
            return meaning
    return None


def building_names() -> list[str]:
    """The buildings in the order of the table, for a sentence."""
    return [name for row in BUILDING_NAMES for name in row[1:]]


def building_things() -> tuple[Thing, ...]:
    """The same in any language."""
    return tuple(building_thing(kind, rank) for kind in KINDS for rank in RANKS)


def as_age(said: object) -> Age:
    """The age with this name, letter (`M`) or number."""
    if isinstance(said, str):
        age = found(said, ages() | {age.title[0].casefold(): age for age in AGES})
        if age is not None:
            return age
    elif isinstance(said, int) and said in AGES:
        return Age(said)
    raise _unknown(said, [word.title() for word in ages()], "Ages", [age.title for age in AGES])


def as_kind(said: object) -> Kind:
    """The kind with this name, letter (`m`) or number."""
    if isinstance(said, str):
        kind = found(said, kinds() | {kind.letter: kind for kind in KINDS})
        if kind is not None:
            return kind
    elif isinstance(said, int) and said in KINDS:
        return Kind(said)
    raise _unknown(said, kinds(), "Kinds", [kind.word for kind in KINDS])


def is_kind(said: object) -> bool:
    """True if this names a kind, or is one."""
    try:
        as_kind(said)
    except KhronosError:
        return False
    return True


def as_building(said: object) -> Sort:
    """Kind and rank of the building with this name."""
    sort = found(said, buildings()) if isinstance(said, str) else None
    if sort is None:
        raise _unknown(said, buildings(), "Buildings", building_names())
    return sort


def as_rank(said: object) -> int:
    """A rank, refused if no building has it."""
    rank = int(said) if isinstance(said, str) and said.strip().isdigit() else said
    if isinstance(rank, int) and rank in RANKS:
        return rank
    raise KhronosError(f"There is no rank {said}: buildings have rank 1, 2 or 3.")


def as_square(said: object) -> int:
    """The square with this name or number."""
    if isinstance(said, str):
        return square(said)
    if isinstance(said, int) and said >= 0 and FULL >> said & 1:
        return said
    raise KhronosError(f'{quoted(said)} is not a square: write its name, for example "f4".')


def as_cards(said: object) -> Cards:
    """Cards from letters (`mmr`), from names of kinds, or from three numbers."""
    parts: Iterable[object] = (said,)
    if isinstance(said, str):
        text = said.strip().casefold()
        parts = text.strip("-") if _LETTERS.fullmatch(text) else re.split(r"[\s,+]+", text)
    elif isinstance(said, Iterable):
        parts = tuple(said)
        numbers = [each for each in parts if type(each) is int]
        if len(numbers) == len(parts) == len(KINDS):
            return (numbers[0], numbers[1], numbers[2])
    try:
        named = [as_kind(each) for each in parts]
    except KhronosError:
        raise KhronosError(Said("slip-cards", {"text": excerpt(said)})) from None
    return (named.count(KINDS[0]), named.count(KINDS[1]), named.count(KINDS[2]))


def _unknown(said: object, known: Iterable[str], title: str, names: list[str]) -> KhronosError:
    listed = f"{title}: {catalogue('en').joined(names)}."
    return KhronosError(f"I don't know {quoted(said)}.{near(said, known)} {listed}")
