"""What messages can speak of beside texts and numbers: things with declined nouns, other messages.

Whatever has a property `thing` (an age, a kind, a building) may be given to a message as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class Thing(NamedTuple):
    """A building, an age or a kind, as the catalogues know it."""

    key: str
    """The message of its noun, `building-keep`; its attributes are the noun's forms."""
    which: str = ""
    """The message that tells which one it is, `which-owned`; empty if there is only one."""
    owner: str = ""
    place: str = ""

    @property
    def thing(self) -> Thing:
        """Itself: messages ask everything they speak of for its thing."""
        return self


class HasThing(Protocol):
    """Whatever messages can call by a noun."""

    @property
    def thing(self) -> Thing:
        """How the catalogues know it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message with its values, to be read later in any language.

    >>> Said("n-coins", {"n": 3}).text("de")
    '3 Taler'
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def text(self, language: str | None = None) -> str:
        """The words in this language; without one in the language that is set."""
        from khronos_lab.rulebook.language import say

        return say(self.key, language, **self.values)

    def __str__(self) -> str:
        return self.text()


def capital(text: str) -> str:
    """The text with its first letter in upper case, if that is one letter, too."""
    first = text[:1].upper()
    return first + text[1:] if len(first) == 1 else text
