"""Ages, kinds, buildings, squares, cards and actions as people write them, in any language.

The names are those of the vocabulary and the building table; nothing here lists them again. A
value instead of a name comes back as it is.

>>> as_age("Might"), as_building("Burg"), as_square("f4"), as_cards("mmr")
(<Age.MIGHT: 0>, (<Kind.MILITARY: 0>, 2), 56, (2, 1, 0))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeVar

from khronos_lab.core import FULL, GameState, Question, actions, square
from khronos_lab.rulebook import (
    AGES,
    BUILDING_NAMES,
    KINDS,
    RANKS,
    Age,
    Cards,
    KhronosError,
    Kind,
    Said,
    Thing,
    a_or_an,
    building_thing,
    catalogue,
    excerpt,
    in_each_language,
    near,
    quoted,
    say,
    speaking,
)

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
    return _by_name(lambda: [(say(age), age) for age in AGES])


@lru_cache(maxsize=1)
def kinds() -> dict[str, Kind]:
    """The kinds by their names in all languages, casefolded."""
    return _by_name(lambda: [(say(kind), kind) for kind in KINDS])


@lru_cache(maxsize=1)
def buildings() -> dict[str, Sort]:
    """Kinds and ranks by the names of buildings in all languages, casefolded."""
    return _by_name(
        lambda: [
            (say(building_thing(kind, rank)), (kind, rank)) for kind in KINDS for rank in RANKS
        ]
    )


def _by_name(named: Callable[[], list[tuple[str, T]]]) -> dict[str, T]:
    return {word.casefold(): each for word, each in chain(*in_each_language(named))}


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


def building_things() -> tuple[Thing, ...]:
    """The buildings in the order of the table, for a sentence in any language."""
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
        names = [name for row in BUILDING_NAMES for name in row[1:]]
        raise _unknown(said, buildings(), "Buildings", names)
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
    with speaking("en"):  # as all errors are
        listed = f"{title}: {catalogue().joined(names)}."
    return KhronosError(f"I don't know {quoted(said)}.{near(said, known)} {listed}")


def position_of(thing: object) -> GameState:
    """The position itself, or that of an outcome or a frame."""
    if isinstance(thing, GameState):
        return thing
    inner = getattr(thing, "state", None)
    if isinstance(inner, GameState):
        return inner
    if isinstance(thing, Question):
        raise KhronosError(
            "A question is still open, so there is no new position: play the move again from the "
            "old state with an answer, kl.play(state, move, answers=[0])."
        )
    raise KhronosError(
        f"A position is needed here, not {a_or_an(type(thing).__name__)}: kl.new_game(2), or the "
        "state of an outcome."
    )


_FIELDS: Final[dict[str, Callable[[Any], object]]] = {
    "age": as_age,
    "origin": as_age,
    "target": as_age,
    "kind": as_kind,
    "rank": as_rank,
    "square": as_square,
    "cards": as_cards,
    "discard": as_cards,
}
"""By the name of a field: the function that reads it."""


class Natural(type):
    """The type of classes that stand for an action."""

    example: str

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.plain)

    @property
    def plain(cls) -> type[Any]:
        """The action that the class stands for."""
        return cls.__bases__[1]

    def __call__(cls, *args: object, **named: object) -> Any:  # noqa: ANN401
        """The plain action that the arguments say."""
        plain = cls.plain
        names = [field.name for field in fields(plain)]
        if names[0] == "age":
            args = _age_first(args)
        if "rank" in names:
            args, named = _with_building(args, {"cards": actions.UNPAID} | named)
        given = dict(zip(names, args, strict=False))
        values = {name: _argument(name, said) for name, said in (named | given).items()}
        try:
            if len(args) > len(names):
                raise TypeError(f"{len(args)} arguments")
            return plain(**values)
        except TypeError:
            raise KhronosError(f"A {cls.__name__} is written like this: {cls.example}") from None


def _argument(name: str, said: object) -> object:
    """What an argument means; None and unknown names pass unchanged."""
    if said is None or name not in _FIELDS or (type(said) is tuple and said == actions.UNPAID):
        return said
    return _FIELDS[name](said)


def _age_first(args: tuple[object, ...]) -> tuple[object, ...]:
    """The arguments with the age first, even if written as `"keep", "f4", "Might"`."""
    named = [each for each in args if isinstance(each, str) and found(each, ages()) is not None]
    if len(named) != 1 or isinstance(args[0], Age):
        return args
    return (named[0], *(each for each in args if each is not named[0]))


def _with_building(
    args: tuple[object, ...], named: dict[str, object]
) -> tuple[tuple[object, ...], dict[str, object]]:
    """The arguments with kind and rank in place of a building's name."""
    if "building" in named:
        named["kind"], named["rank"] = as_building(named.pop("building"))
    elif len(args) > 1 and not is_kind(args[1]):
        args = (args[0], *as_building(args[1]), *args[2:])
    return args, named


class AsWritten:
    """What a type checker is told: a natural action takes whatever people write."""

    __slots__ = ()

    def __init__(self, *args: object, **named: object) -> None:
        raise AssertionError("the type makes the plain action instead")


class Exchange(AsWritten, actions.Exchange, metaclass=Natural):
    """T2: `Exchange("mm")` pays 2 coins, discards two military cards and draws as many."""

    example = 'kl.Exchange("mm"), with a letter for each card.'


class Swap(AsWritten, actions.Swap, metaclass=Natural):
    """V2: `Swap("religious", "mc")` takes two open religious cards and lays these down."""

    example = 'kl.Swap("religious", "mc"), the kind to take and the cards to lay down.'


class Travel(AsWritten, actions.Travel, metaclass=Natural):
    """T4: `Travel("Might", "Faith")`."""

    example = 'kl.Travel("Might", "Faith").'


class Build(AsWritten, actions.Build, metaclass=Natural):
    """A1: `Build("Might", "keep", "f4")`, paid with what it costs unless cards follow."""

    example = 'kl.Build("Might", "keep", "f4"), and the cards if you want to choose them.'


class Upgrade(AsWritten, actions.Upgrade, metaclass=Natural):
    """A2: `Upgrade("Faith", "abbey", "c3")`, the larger building and its first square."""

    example = 'kl.Upgrade("Faith", "abbey", "c3"), the larger building and its first square.'


class Demolish(AsWritten, actions.Demolish, metaclass=Natural):
    """A4: `Demolish("Might", "c5")`."""

    example = 'kl.Demolish("Might", "c5").'


class Populate(AsWritten, actions.Populate, metaclass=Natural):
    """A5: `Populate("e4")`; it is always in Reason."""

    example = 'kl.Populate("e4"), the first square of a civil building in Reason.'


class Restore(AsWritten, actions.Restore, metaclass=Natural):
    """A6: `Restore("c3")`; it is always in Reason."""

    example = 'kl.Restore("c3"), the first square of a ruin in Reason.'


class EndTurn(AsWritten, actions.EndTurn, metaclass=Natural):
    """T6: `EndTurn()`; in the first edition `EndTurn("mr")` discards these cards (V1)."""

    example = 'kl.EndTurn(), or in the first edition kl.EndTurn("mr") to discard cards.'
