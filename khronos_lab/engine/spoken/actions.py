"""The actions as people write them: `Build("Might", "keep", "f4")` is the plain `Build`.

Each class here stands for the action of the same name: calling it reads ages, kinds, squares and
cards by their names and gives the plain action, and `isinstance` knows every plain action by it.
The engine makes its own actions without this detour.

>>> print(Build("Might", "keep", "f4"))
build keep at f4 in Might
>>> type(Build("Might", "keep", "f4")) is actions.Build
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from khronos_lab.core import actions
from khronos_lab.engine.spoken.names import (
    ages,
    as_age,
    as_building,
    as_cards,
    as_kind,
    as_rank,
    as_square,
    found,
    is_kind,
)
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import Age

_READERS: Final[dict[str, Callable[[Any], object]]] = {
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
        values = {name: _read(name, said) for name, said in (named | given).items()}
        try:
            if len(args) > len(names):
                raise TypeError(f"{len(args)} arguments")
            return plain(**values)
        except TypeError:
            raise KhronosError(f"A {cls.__name__} is written like this: {cls.example}") from None


def _read(name: str, said: object) -> object:
    """What an argument means; None and unknown names pass unchanged."""
    if said is None or name not in _READERS or (type(said) is tuple and said == actions.UNPAID):
        return said
    return _READERS[name](said)


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
