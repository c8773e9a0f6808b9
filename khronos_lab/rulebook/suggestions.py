"""Did you mean …?  The sentences for a name that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from khronos_lab.rulebook.errors import KhronosError


def near(said: object, known: Iterable[str]) -> str:
    """The known name most like this one, as a question before the next sentence; or nothing.

    >>> near("vally", ["delta", "valley"]), near("x", ["delta", "valley"])
    (' Did you mean valley?', '')
    """
    name = nearest(said, known)
    return f" Did you mean {name}?" if name else ""


def nearest(said: object, known: Iterable[str]) -> str:
    """The known name most like this one; empty if none is like it."""
    names = {each.casefold(): each for each in known}
    found = get_close_matches(str(said).casefold(), names, 1)
    return names[found[0]] if found else ""


def there_is_no(what: str, said: object, known: Iterable[str], also: str = "") -> str:
    """The sentence for an unknown name.

    >>> there_is_no("player", "gredy", ["random", "greedy"])
    'There is no player "gredy". Did you mean greedy? There are: random, greedy.'
    """
    names = list(known)
    there_are = f"There are: {', '.join(names)}{also}."
    return f"There is no {what} {quoted(said)}.{near(said, names)} {there_are}"


def quoted(said: object) -> str:
    """What somebody wrote, as it goes into a sentence: short, and in quotes if it is text.

    >>> quoted("kep"), quoted(42)
    ('"kep"', '42')
    """
    return f'"{excerpt(said)}"' if isinstance(said, str) else excerpt(said)


def excerpt(said: object) -> str:
    """The beginning of what somebody wrote, without quotes."""
    text = said if isinstance(said, str) else repr(said)
    text = text if text.isprintable() else repr(text)[1:-1]
    return text if len(text) <= 40 else f"{text[:39]}…"


def text_of(said: object, what: str) -> str:
    """What somebody gave where a text is needed; anything else is refused.

    >>> text_of("a1", "a square")
    'a1'
    """
    if isinstance(said, str):
        return said
    raise KhronosError(f"{what} is a text, not {quoted(said)}")


def number_of(said: object, what: str, least: int = 0) -> int:
    """What somebody gave where a whole number is needed; anything else is refused.

    >>> number_of(3, "a step")
    3
    """
    if isinstance(said, int) and not isinstance(said, bool) and said >= least:
        return said
    raise KhronosError(f"{what} is a whole number from {least} on, not {quoted(said)}")


def a_or_an(noun: str) -> str:
    """A noun with its article.

    >>> a_or_an("Outcome"), a_or_an("state")
    ('an Outcome', 'a state')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
