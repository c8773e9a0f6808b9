"""An entry of the inventory, and how one is compared with what comes out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import pytest

from tests.inventory.kit import new_file, speaking


class Entry(NamedTuple):
    """One thing that a user can do: its name, what is promised, and what must come out.

    `what` names things of `offered.txt`; a name that begins with a dot belongs to the same object
    as the one before it: `moment.round .turn`. After a stroke comes what is looked at of the thing:
    `question: income / figure`.
    """

    what: str
    promise: str
    get: Callable[[], object]
    en: object = True
    de: object = None
    """None if the language makes no difference."""

    @property
    def names(self) -> list[str]:
        """Everything that `what` names."""
        if ": " in self.what or self.what.startswith("khronos-lab"):
            return [self.what.partition(" / ")[0]]
        found: list[str] = []
        for name in re.split(r",? +(?=[.\w])", self.what):
            owner = found[-1].rpartition(".")[0] if name.startswith(".") else ""
            found.append(owner + name)
        return found


class Both(NamedTuple):
    """What comes out in English and in German."""

    en: object
    de: object


def every(
    pattern: str, promise: str, get: Callable[..., object], rows: Mapping[str, object]
) -> Iterator[Entry]:
    """An entry for every row: what `get` gives for its name must be what stands beside it."""
    for name, expected in rows.items():
        said = expected if isinstance(expected, Both) else Both(expected, None)
        yield Entry(pattern.format(name), promise, partial(get, name), *said)


class Like:
    """What a value must be like."""

    def __init__(self, told: str, holds: Callable[[str], bool]) -> None:
        self.told, self.holds = told, holds

    def __repr__(self) -> str:
        return self.told


def begins(text: str) -> Like:
    """A text that begins like this."""
    return Like(f"begins with {text!r}", lambda said: said.startswith(text))


def has(*parts: str) -> Like:
    """A text, or texts, with all of these in it."""
    return Like(f"has {parts!r}", lambda said: all(part in said for part in parts))


def like(pattern: str) -> Like:
    """A text in which this pattern is found."""
    return Like(f"is like {pattern!r}", lambda said: re.search(pattern, said, re.S) is not None)


def text_of(value: Any) -> str:
    """A value in words; a list of texts line by line."""
    if type(value) in (list, tuple, set, dict):
        value = "\n".join(map(str, value))
    return str(value).replace("\N{NO-BREAK SPACE}", " ")


def agrees(expected: object, found: object) -> bool:
    """True if what was found is as expected: equal, like it, or true if no more is asked."""
    if isinstance(expected, Like):
        return expected.holds(text_of(found))
    if expected is True:
        return bool(found)
    if isinstance(expected, str):
        return text_of(found) == expected
    if isinstance(expected, list) and isinstance(found, Iterable):
        return list(found) == expected
    return bool(found == expected)


def inventory(*entries: Entry):
    """A test for every entry, in each language that it speaks."""
    cases = [
        pytest.param(entry, language, id=entry.what + (" (de)" if language == "de" else ""))
        for entry in entries
        for language in ("en", "de")
        if getattr(entry, language) is not None
    ]

    @pytest.mark.parametrize(("entry", "language"), cases)
    def test(entry: Entry, language: str) -> None:
        expected = getattr(entry, language)
        # Nobody has learnt anything yet.
        os.environ["KHRONOS_LAB_PROGRESS"] = str(new_file("progress.json"))
        with speaking(language):
            found = entry.get()
            if not agrees(expected, found):
                said = text_of(found)[:1500]
                pytest.fail(
                    f"{entry.what}: {entry.promise}\nexpected: {expected}\nfound: {said}", False
                )

    return test
