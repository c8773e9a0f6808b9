"""The one place for words on the screen, in English and German.

>>> term("domain"), term("domain", "de")
('domain', 'Domäne')
>>> with speaking("de"):
...     print(age_word(Age.FAITH), building_word(Kind.MILITARY, 2), coins(3))
Glaube Burg 3 Taler

A key is a plain word of the rules page (`domain`), or a word with its drawer before a dot
(`view.boards`). The tables are in `vocabulary.py` (the game), `happenings.py` (actions, events,
effects), `labels.py` (pictures and widgets), `teaching.py` (lessons), `moving.py` (choosing a
move), `recording.py` (writing a game down), `what_if.py` (playing on), `reports.py` (reports) and
`showing.py` (values in a notebook): a line there, with both languages, is a new key.

Data and errors are not translated: a table's column, a record and the message of an error say the
same to everybody, so that they can be compared, searched for and read by programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Final

from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language.happenings import HAPPENINGS
from khronos_lab.rulebook.language.labels import LABELS
from khronos_lab.rulebook.language.moving import MOVING
from khronos_lab.rulebook.language.recording import RECORDING
from khronos_lab.rulebook.language.reports import REPORTS
from khronos_lab.rulebook.language.showing import SHOWING
from khronos_lab.rulebook.language.teaching import TEACHING
from khronos_lab.rulebook.language.vocabulary import AND, COUNTED, LANGUAGE_NAMES, OR, VOCABULARY
from khronos_lab.rulebook.language.what_if import WHAT_IF
from khronos_lab.rulebook.pieces import BUILDING_NAMES, Age, Kind, Terrain

LANGUAGES: Final = tuple(LANGUAGE_NAMES)
"""The known languages; the first is spoken unless somebody says otherwise."""

TERMS: Final = {
    **VOCABULARY,
    **HAPPENINGS,
    **LABELS,
    **TEACHING,
    **MOVING,
    **RECORDING,
    **WHAT_IF,
    **REPORTS,
    **SHOWING,
}
"""Every key with its words, in the order of `LANGUAGES`."""

_SPOKEN: Final = {
    language: {key: words[number] for key, words in TERMS.items()}
    for number, language in enumerate(LANGUAGES)
}

# One setting for the whole process, like matplotlib's: whoever opens a notebook sets it once, in
# one cell, and every later cell and every callback of a widget follows. A context variable would
# be forgotten at the end of the cell, and passing it on by hand would end at `print(log)`.
_language = LANGUAGES[0]


# ------------------------------------------------------------------ the setting


def language() -> str:
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
    ...     print(term("shadow"))
    Zeitschatten
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
    if asked in _SPOKEN:
        return asked
    known = ", ".join(f"{code!r} ({title})" for code, title in LANGUAGE_NAMES.items())
    raise KhronosError(f"no words in the language {asked!r}; there are {known}")


# ------------------------------------------------------------------ words


def term(key: str, language: str | None = None) -> str:
    """The words for a key.

    >>> term("view.shadows"), term("view.shadows", "de")
    ('Shadows', 'Zeitschatten')
    """
    found = _SPOKEN[spoken(language)].get(key)
    if found is None:
        near = get_close_matches(key, TERMS, 3)
        hint = f"; near are {', '.join(near)}" if near else ""
        raise KhronosError(f"there are no words for the key {key!r}{hint}")
    return found


def drawer(name: str, language: str | None = None) -> dict[str, str]:
    """All words whose keys begin with this name and a dot, by the rest of the key.

    >>> drawer("age", "de")
    {'might': 'Macht', 'faith': 'Glaube', 'reason': 'Vernunft'}
    """
    start = f"{name}."
    words = _SPOKEN[spoken(language)]
    return {key.removeprefix(start): said for key, said in words.items() if key.startswith(start)}


def age_word(age: Age, language: str | None = None) -> str:
    """`Might` or `Macht`."""
    return term(f"age.{age.name.lower()}", language)


def kind_word(kind: Kind, language: str | None = None) -> str:
    """`military` or `militärisch`."""
    return term(f"kind.{kind.word}", language)


def terrain_word(terrain: Terrain, language: str | None = None) -> str:
    """`river` or `Fluss`."""
    return term(f"terrain.{terrain.name.lower()}", language)


def building_word(kind: Kind, rank: int, language: str | None = None, *, ruin: bool = False) -> str:
    """The name of a building or of its ruin.

    >>> building_word(Kind.RELIGIOUS, 3, "de", ruin=True)
    'Abteiruine'
    """
    return term(f"{'ruin' if ruin else 'building'}.{BUILDING_NAMES[kind][rank]}", language)


# ------------------------------------------------------------------ numbers and lists


def counted(number: int, noun: str, language: str | None = None) -> str:
    """A number with its noun in the singular or plural.

    >>> counted(1, "cube"), counted(2, "cube"), counted(2, "card", "de")
    ('1 cube', '2 cubes', '2 Karten')
    """
    if noun not in COUNTED:
        raise KhronosError(f"cannot count {noun!r}; nouns with a plural are {', '.join(COUNTED)}")
    one, several = COUNTED[noun][LANGUAGES.index(spoken(language))]
    return f"{number} {one if number == 1 else several}"


def coins(number: int, language: str | None = None) -> str:
    """`1 coin`, `3 coins`, `3 Taler`."""
    return counted(number, "coin", language)


def listed(words: Iterable[str], language: str | None = None) -> str:
    """Words one after the other, `and` before the last; no words give an empty text.

    >>> listed(["a1", "d1", "f1"]), listed(["a1", "d1"], "de")
    ('a1, d1 and f1', 'a1 und d1')
    """
    return _joined(words, AND[spoken(language)])


def either(words: Iterable[str], language: str | None = None) -> str:
    """Words one after the other, `or` before the last."""
    return _joined(words, OR[spoken(language)])


def _joined(words: Iterable[str], last: str) -> str:
    said = list(words)
    if len(said) < 2:
        return "".join(said)
    return f"{', '.join(said[:-1])} {last} {said[-1]}"


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
