"""Parts: what an object offers because one of the parts it is made of can do it.

Where the whole has a language of its own, the part speaks it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from khronos_lab.rulebook import speaking

Given = ParamSpec("Given")
Part = TypeVar("Part")
Whole = TypeVar("Whole")
Value = TypeVar("Value")


def forwarded(
    part: str, method: Callable[Concatenate[Part, Given], object], after: str = ""
) -> Callable[Concatenate[Whole, Given], Whole]:
    """A method by which the whole hands on to a part, so that calls can follow one another.

    `part` is the attribute that holds the part, `after` a method of the whole that is called next.

    >>> class Shelf:
    ...     def __init__(self):
    ...         self.books = []
    ...
    ...     put = forwarded("books", list.append)
    >>> Shelf().put("Emma").put("Persuasion").books
    ['Emma', 'Persuasion']
    """

    @wraps(method)
    def forward(whole: Whole, /, *args: Given.args, **more: Given.kwargs) -> Whole:
        with speaking(getattr(whole, "language", None)):
            method(getattr(whole, part), *args, **more)
            if after:
                getattr(whole, after)()
        return whole

    # It reads as if the whole did it, and gives the whole back.
    forward.__signature__ = signature(method).replace(return_annotation="Self")  # type: ignore[attr-defined]
    return forward


class Shared(Generic[Value]):
    """A property of a part, read as if it were the whole's: `spot = Shared("part", Part.spot)`."""

    def __init__(self, part: str, value: Callable[[Any], Value]) -> None:
        self._part, self._value = part, value
        self.__doc__ = value.__doc__

    def __get__(self, whole: object, kind: type) -> Value:
        """What the part says; the class itself has no part, only this."""
        if whole is None:
            return self  # type: ignore[return-value]
        with speaking(getattr(whole, "language", None)):
            return self._value.__get__(getattr(whole, self._part))  # type: ignore[no-any-return]
