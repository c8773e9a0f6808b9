"""What the program says to people: one catalogue per language, one function.

>>> say("n-coins", "de", n=3)
'3 Taler'
>>> with speaking("de"):
...     print(say("caption-GameEnded", winners=("Ines",), several=False, n=9))
Ines gewinnt mit 9 Talern

The catalogues are `en.ftl` and `de.ftl` beside this file, in the syntax of Project Fluent
(projectfluent.org); how they work is said at their top. They are read when the first word is asked
for: a simulation never does.

Data and errors are not translated: a table's column, a record and the message of an error say the
same to everybody, so that they can be compared, searched for and read by programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from reprlib import repr as shortened
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from khronos_lab.rulebook.errors import KhronosError

if TYPE_CHECKING:
    from khronos_lab.rulebook.language.messages import Catalogue


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
        return say(self.key, language, **self.values)

    def __str__(self) -> str:
        return self.text()


def capital(text: str) -> str:
    """The text with its first letter in upper case, if that is one letter, too."""
    first = text[:1].upper()
    return first + text[1:] if len(first) == 1 else text


LANGUAGE_NAMES: Final = {"en": "English", "de": "Deutsch"}
LANGUAGES: Final = tuple(LANGUAGE_NAMES)
"""The known languages; the first is spoken unless somebody says otherwise."""

# One setting for the whole process, like matplotlib's: whoever opens a notebook sets it once, in
# one cell, and every later cell and every callback of a widget follows. A context variable would
# be forgotten at the end of the cell, and passing it on by hand would end at `print(log)`.
_language = LANGUAGES[0]


def say(what: str | HasThing, language: str | None = None, /, **values: object) -> str:
    """A message of the catalogue with its values filled in: plain text, never HTML.

    What to say is a key, or something that has a noun of its own: an age, a kind, a terrain.

    A value is a text, a whole number (shown with the language's separator), whatever has a `thing`
    (its noun), another message (`Said`), or a tuple of these, joined by "and".

    >>> say("n-cards", n=2), say("age-faith.in", "de")
    ('2 cards', 'im Glauben')
    """
    return catalogue(language).say(what if isinstance(what, str) else what.thing.key, values)


def catalogue(language: str | None = None) -> Catalogue:
    """The catalogue of a language; without one that of the language that is set."""
    return _catalogue(_language if language is None else language)


@cache
def _catalogue(language: str) -> Catalogue:
    from khronos_lab.rulebook.language.messages import Catalogue  # Only whoever speaks needs it.

    page = Path(__file__).with_name(f"{spoken(language)}.ftl")
    return Catalogue(language, page.read_text("utf-8"))


# ------------------------------------------------------------------ the setting


def current_language() -> str:
    """The language that is spoken now, `en` or `de`."""
    return _language


def set_language(new: str) -> None:
    """Speak this language from now on, in every cell and widget."""
    global _language
    _language = spoken(new)


@contextmanager
def speaking(new: str) -> Iterator[None]:
    """Speak a language inside a `with` block; afterwards the one before.

    >>> with speaking("de"):
    ...     print(say("age-might"))
    Macht
    """
    before = _language
    set_language(new)
    try:
        yield
    finally:
        set_language(before)


def spoken(asked: str | None) -> str:
    """The language asked for, or the setting for None; an unknown one is refused."""
    if asked is None:
        return _language
    if asked in [code for code in LANGUAGE_NAMES if type(asked) is str]:  # whatever is asked for
        return asked
    known = ", ".join(f"{code!r} ({title})" for code, title in LANGUAGE_NAMES.items())
    raise KhronosError(f"no words in the language {shortened(asked)}; there are {known}")


# ------------------------------------------------------------------ numbers


def number_text(value: float, digits: int = 0, language: str | None = None) -> str:
    """A number with separators as the language has them.

    >>> number_text(1234.5, 1), number_text(1234.5, 1, "de")
    ('1,234.5', '1.234,5')
    """
    text = f"{value:,.{digits}f}"
    return text if spoken(language) == "en" else text.translate(_GERMAN_SEPARATORS)


def percent_text(share: float, digits: int = 0, language: str | None = None) -> str:
    """A share of 1 as per cent.

    >>> percent_text(0.255, 1), percent_text(0.255, 1, "de")
    ('25.5%', '25,5\N{NO-BREAK SPACE}%')
    """
    gap = "" if spoken(language) == "en" else "\N{NO-BREAK SPACE}"
    return f"{number_text(100 * share, digits, language)}{gap}%"


_GERMAN_SEPARATORS: Final = str.maketrans({",": ".", ".": ","})
