"""What sentences that still stand in Python ask for; it goes when they are in the catalogues."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import Age, Kind, building_thing

_COUNTED = {"coin": "n-coins", "card": "n-cards", "cube": "n-cubes"}


def age_word(age: Age, language: str | None = None) -> str:
    """`Might` or `Macht`."""
    return say(age, language)


def building_word(kind: Kind, rank: int, language: str | None = None, *, ruin: bool = False) -> str:
    """The name of a building or of its ruin."""
    return say(building_thing(kind, rank, ruin=ruin), language)


def counted(number: int, noun: str, language: str | None = None) -> str:
    """A number with its noun in the singular or plural."""
    return say(_COUNTED[noun], language, n=number)


def coins(number: int, language: str | None = None) -> str:
    """`1 coin`, `3 coins`, `3 Taler`."""
    return say("n-coins", language, n=number)


def listed(words: Iterable[str], language: str | None = None) -> str:
    """Words one after the other, `and` before the last; no words give an empty text."""
    return say("list-and", language, items=tuple(words))
