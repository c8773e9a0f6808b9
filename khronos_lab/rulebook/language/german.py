"""German grammar for buildings and ages: articles, cases, endings, worked out once.

An age is spoken of as `das Zeitalter der Macht`. A player's name may be any text, so it stands only
where it needs no ending: after `von`, `an`, `für`, or as the subject.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import BUILDING_NAMES, KINDS, RANKS, Kind

Case = Literal["nom", "acc", "dat", "gen"]
CASES: Final[tuple[Case, ...]] = ("nom", "acc", "dat", "gen")


class Noun(NamedTuple):
    """A German noun: its gender (`m`, `f`, `n`) and the forms that cannot be guessed."""

    word: str
    gender: str
    genitive: str
    plural: str

    def form(self, case: Case) -> str:
        """The singular in a case."""
        return self.genitive if case == "gen" else self.word


def _noun(key: str, gender: str, plural: str, genitive: str = "") -> Noun:
    """A noun of the vocabulary; a feminine one has no ending in the genitive."""
    word = say(key.replace(".", "-"), "de")
    return Noun(word, gender, word + genitive, plural)


NOUNS: Final = {
    "watchtower": _noun("building.watchtower", "m", "Wachtürme", "s"),
    "keep": _noun("building.keep", "f", "Burgen"),
    "castle": _noun("building.castle", "f", "Festungen"),
    "chapel": _noun("building.chapel", "f", "Kirchen"),
    "monastery": _noun("building.monastery", "n", "Klöster", "s"),
    "abbey": _noun("building.abbey", "f", "Abteien"),
    "hamlet": _noun("building.hamlet", "m", "Weiler", "s"),
    "town": _noun("building.town", "n", "Dörfer", "s"),
    "city": _noun("building.city", "f", "Städte"),
}
"""By English name."""

RUIN_NOUNS: Final = {
    name: _noun(f"ruin.{name}", "f", say(f"ruin-{name}", "de") + "n")
    for name in ("keep", "castle", "monastery", "abbey")
}

_ARTICLES: Final = {
    "the": {
        "m": ("der", "den", "dem", "des"),
        "f": ("die", "die", "der", "der"),
        "n": ("das", "das", "dem", "des"),
    },
    "a": {
        "m": ("ein", "einen", "einem", "eines"),
        "f": ("eine", "eine", "einer", "einer"),
        "n": ("ein", "ein", "einem", "eines"),
    },
    "no": {
        "m": ("kein", "keinen", "keinem", "keines"),
        "f": ("keine", "keine", "keiner", "keiner"),
        "n": ("kein", "kein", "keinem", "keines"),
    },
}


def phrase(article: str, noun: Noun, case: Case, adjective: str = "") -> str:
    """Article (`the`, `a`, `no`) and noun in a case, after `the` with an adjective's stem if given.

    >>> phrase("the", NOUNS["hamlet"], "acc", "gedruckt"), phrase("a", NOUNS["keep"], "dat")
    ('den gedruckten Weiler', 'einer Burg')
    """
    said = _ARTICLES[article][noun.gender][CASES.index(case)]
    if not adjective:
        return f"{said} {noun.form(case)}"
    is_plain = case == "nom" or (case == "acc" and noun.gender != "m")
    return f"{said} {adjective}{'e' if is_plain else 'en'} {noun.form(case)}"


def _every(article: str, adjective: str = "") -> dict[tuple[Kind, int, bool, Case], str]:
    """A phrase for every building and ruin in every case: captions are looked up, not made."""
    return {
        (kind, rank, nouns is RUIN_NOUNS, case): phrase(article, nouns[name], case, adjective)
        for kind in KINDS
        for rank in RANKS
        for nouns in (NOUNS, RUIN_NOUNS)
        for case in CASES
        if (name := BUILDING_NAMES[kind][rank]) in nouns
    }


THE: Final = _every("the")
"""By kind, rank, ruin and case: `der Burg`."""
A: Final = _every("a")
NO: Final = _every("no")
OWN: Final = _every("the", "eigen")
"""`die eigene Burg`."""
PRINTED: Final = {case: phrase("the", NOUNS["hamlet"], case, "gedruckt") for case in CASES}

_GENITIVES: Final = ("der Macht", "des Glaubens", "der Vernunft")
AGE: Final = tuple(f"das Zeitalter {whose}" for whose in _GENITIVES)
"""By age: subject or object."""
IN_AGE: Final = tuple(f"im Zeitalter {whose}" for whose in _GENITIVES)
INTO_AGE: Final = tuple(f"ins Zeitalter {whose}" for whose in _GENITIVES)
FROM_AGE: Final = tuple(f"vom Zeitalter {whose}" for whose in _GENITIVES)
OUT_OF_AGE: Final = tuple(f"aus dem Zeitalter {whose}" for whose in _GENITIVES)

KIND_STEMS: Final = tuple(say(kind, "de") for kind in KINDS)
"""By kind: the adjective without its ending."""


def inside(place: str) -> str:
    """`in` before a phrase in the dative.

    >>> inside("dem Dorf"), inside("der Stadt")
    ('im Dorf', 'in der Stadt')
    """
    return f"im {place[4:]}" if place.startswith("dem ") else f"in {place}"


def towards(place: str) -> str:
    """`zu` before a phrase in the dative: `zum Dorf`, `zur Stadt`."""
    return f"{'zum' if place.startswith('dem ') else 'zur'} {place[4:]}"


def coins_of(amount: int) -> str:
    """Coins after `mit` or `von`: `1 Taler`, `3 Talern`."""
    return f"{amount} Taler{'n' * (amount != 1)}"
