"""Words for people: one catalogue per language, one function that says them.

>>> say("n-coins", n=3)
'3 coins'
>>> with speaking("de"):
...     print(say("caption-GameEnded", winners=("Ines",), several=False, n=9))
Ines gewinnt mit 9 Talern

The language is a context: whoever speaks asks nobody. It is set at the edges, for the process
(`set_language`) or for what is done inside a block (`speaking`), and public calls that take
`language=` are `multilingual`. Work that is done later or in another thread is handed over as
`keeping_language(work)`, to another process by `in_language`.

The catalogues are `en.ftl` and `de.ftl` beside this file, in the syntax of Project Fluent
(projectfluent.org); how they work is said at their top. They are read when the first word is asked
for: a simulation never does.

Data and errors are not translated: a table's column, a record and the message of an error say the
same to everybody, so that they can be compared, searched for and read by programs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache, wraps
from inspect import isgeneratorfunction
from pathlib import Path
from reprlib import repr as shortened
from typing import TYPE_CHECKING, Final, NamedTuple, ParamSpec, Protocol, TypeVar

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
        """The words in this language; without one in the language that is spoken."""
        with speaking(language):
            return say(self.key, **self.values)

    def __str__(self) -> str:
        return self.text()


def capital(text: str) -> str:
    """The text with its first letter in upper case, if that is one letter, too."""
    first = text[:1].upper()
    return first + text[1:] if len(first) == 1 else text


LANGUAGE_NAMES: Final = {"en": "English", "de": "Deutsch"}
LANGUAGES: Final = tuple(LANGUAGE_NAMES)
"""The known languages; the first is spoken unless somebody says otherwise."""


def say(what: str | HasThing, /, **values: object) -> str:
    """A message of the catalogue with its values filled in: plain text, never HTML.

    What to say is a key, or something that has a noun of its own: an age, a kind, a terrain.

    A value is a text, a whole number (shown with the language's separator), whatever has a `thing`
    (its noun), another message (`Said`), or a tuple of these, joined by "and".

    >>> say("n-cards", n=2), say("age-faith")
    ('2 cards', 'Faith')
    """
    return catalogue().say(what if isinstance(what, str) else what.thing.key, values)


def catalogue() -> Catalogue:
    """The catalogue of the language that is spoken now."""
    return _catalogue(current_language())


@cache
def _catalogue(language: str) -> Catalogue:
    from khronos_lab.rulebook.language.messages import Catalogue  # Only whoever speaks needs it.

    page = Path(__file__).with_name(f"{language}.ftl")
    return Catalogue(language, page.read_text("utf-8"))


# ------------------------------------------------------------------ the language that is spoken

# Like matplotlib's settings: whoever opens a notebook sets it once, in one cell, and every later
# cell and every callback of a widget follows. A context variable alone would be forgotten in
# other threads.
_default = LANGUAGES[0]
_spoken: Final[ContextVar[str | None]] = ContextVar("language", default=None)
"""The language inside `speaking`; None where the default of the process holds."""

P = ParamSpec("P")
Result = TypeVar("Result")


def current_language() -> str:
    """The language that is spoken now, `en` or `de`."""
    return _spoken.get() or _default


def set_language(new: str) -> None:
    """Speak this language from now on, in every cell and widget."""
    global _default
    _default = known_language(new)


def speaking(new: str | None) -> AbstractContextManager[None]:
    """Speak a language inside a `with` block, only in this thread; None changes nothing.

    >>> with speaking("de"):
    ...     print(say("age-might"))
    Macht
    """
    return nullcontext() if new is None else _Speaking(known_language(new))


class _Speaking(AbstractContextManager[None]):
    """Block of `speaking`, as a class: a generator takes longer, and every trait comes by here."""

    __slots__ = ("_before", "_new")

    def __init__(self, new: str) -> None:
        self._new = new

    def __enter__(self) -> None:
        self._before = _spoken.set(self._new)

    def __exit__(self, *_: object) -> None:
        _spoken.reset(self._before)


def spoken(asked: str | None) -> str:
    """The language asked for, or the one that is spoken for None; an unknown one is refused."""
    return current_language() if asked is None else known_language(asked)


def known_language(asked: object) -> str:
    """A language that has a catalogue; anything else is refused."""
    if type(asked) is str and asked in LANGUAGE_NAMES:
        return asked
    known = ", ".join(f"{code!r} ({title})" for code, title in LANGUAGE_NAMES.items())
    raise KhronosError(f"no words in the language {shortened(asked)}; there are {known}")


def multilingual(function: Callable[P, Result]) -> Callable[P, Result]:
    """Let the argument `language` of a public call choose what is spoken while it runs.

    >>> @multilingual
    ... def coins(n, language=None):
    ...     return say("n-coins", n=n)
    >>> coins(3, "de"), coins(3, language="en")
    ('3 Taler', '3 coins')
    """
    # Its words would be made outside of the block, and the caller's inside of it.
    assert not isgeneratorfunction(function)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    place = names.index("language") if "language" in names else None

    @wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> Result:
        asked = kwargs.get("language")
        if asked is None and place is not None and place < len(args):
            asked = args[place]
        if asked is None:
            return function(*args, **kwargs)
        with _Speaking(known_language(asked)):
            return function(*args, **kwargs)

    return called


def cached_by_language(
    maxsize: int | None = None,
) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """`functools.lru_cache` for what says something: kept for each language."""

    def cached(function: Callable[P, Result]) -> Callable[P, Result]:
        @lru_cache(maxsize)
        def kept(_: str, /, *args: P.args, **kwargs: P.kwargs) -> Result:
            return function(*args, **kwargs)

        @wraps(function)
        def called(*args: P.args, **kwargs: P.kwargs) -> Result:
            return kept(current_language(), *args, **kwargs)  # type: ignore[arg-type]

        return called

    return cached


def keeping_language(function: Callable[P, Result]) -> Callable[P, Result]:
    """A function that speaks, whenever and wherever it is called, the language of now."""
    now = current_language()

    @wraps(function)
    def later(*args: P.args, **kwargs: P.kwargs) -> Result:
        with speaking(now):
            return function(*args, **kwargs)

    return later


def in_language(
    asked: str | None, function: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs
) -> Result:
    """Call a function in a language; work for another process is handed over so."""
    with speaking(asked):
        return function(*args, **kwargs)


def in_each_language(words: Callable[[], Result]) -> list[Result]:
    """Words in all languages, in the order of `LANGUAGES`.

    >>> in_each_language(lambda: say("age-might"))
    ['Might', 'Macht']
    """
    found = []
    for each in LANGUAGES:
        with speaking(each):
            found.append(words())
    return found


# ------------------------------------------------------------------ numbers


def number_text(value: float, digits: int = 0) -> str:
    """A number with separators as the language has them.

    >>> in_each_language(lambda: number_text(1234.5, 1))
    ['1,234.5', '1.234,5']
    """
    text = f"{value:,.{digits}f}"
    return text if current_language() == "en" else text.translate(_GERMAN_SEPARATORS)


def percent_text(share: float, digits: int = 0) -> str:
    """A share of 1 as per cent.

    >>> in_each_language(lambda: percent_text(0.255, 1))
    ['25.5%', '25,5\N{NO-BREAK SPACE}%']
    """
    gap = "" if current_language() == "en" else "\N{NO-BREAK SPACE}"
    return f"{number_text(100 * share, digits)}{gap}%"


_GERMAN_SEPARATORS: Final = str.maketrans({",": ".", ".": ","})
