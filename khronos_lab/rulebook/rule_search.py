"""Finding rules by what people call things: "paradox", "river", "who shrinks".

Every clause has a plain sentence (`motto-…` of the catalogue) and words it is looked up by
(`find-…`). These count most, then the sentence, then the exact text of the clause.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from khronos_lab.rulebook.clause_texts import whole_text
from khronos_lab.rulebook.clauses import clauses
from khronos_lab.rulebook.language import Said, say, spoken

_WORD: Final = re.compile(r"[\w']+")
_WEIGHTS: Final = (9, 4, 1)
"""For the words to find a clause by, its plain sentence, and its exact text."""


def plain_rule(label: str, language: str | None = None) -> str:
    """A clause in one plain sentence.

    >>> plain_rule("G1")
    'Only towns and cities may cover the river.'
    """
    return Said("sentence-plain", {"said": Said(f"motto-{label}")}).text(language)


def rules_about(asked: str, language: str | None = None) -> tuple[str, ...]:
    """The clauses that a few words ask for, the best first; all of them if nothing is asked.

    Where no clause has all the words, those with any of them.

    >>> (
    ...     rules_about("river")[0],
    ...     rules_about("who shrinks")[:2],
    ...     rules_about("b6"),
    ...     rules_about("zz"),
    ... )
    ('G1', ('C2', 'C3'), ('B6',), ())
    """
    named = asked.strip().casefold()
    starting = tuple(label for label in clauses() if named and label.casefold() == named)
    if starting:
        return starting
    small = say("index-small_words", language).split()
    wanted = [word for word in _WORD.findall(named) if word not in small] or _WORD.findall(named)
    if not wanted:
        return tuple(clauses())
    scores = {label: _scores(label, wanted, spoken(language)) for label in clauses()}
    found = [label for label in clauses() if all(scores[label])]
    found = found or [label for label in clauses() if any(scores[label])]
    return tuple(sorted(found, key=lambda label: -sum(scores[label])))


def _scores(label: str, wanted: list[str], language: str) -> list[int]:
    """By word: how well a clause fits it; 0 if it is in none of its texts."""
    weighed = tuple(zip(_WEIGHTS, _texts(label, language), strict=True))
    return [
        max((weight for weight, text in weighed if _has(text, word)), default=0) for word in wanted
    ]


@cache
def _texts(label: str, language: str) -> tuple[tuple[str, ...], ...]:
    said = (f"{label} {say(f'find-{label}', language)}", plain_rule(label, language))
    return tuple(tuple(_WORD.findall(t.casefold())) for t in (*said, whole_text(label, language)))


def _has(text: tuple[str, ...], word: str) -> bool:
    """True if a text has a word, whatever its ending: `shrinks` finds `shrink` and `shrinking`."""
    stem = word[: max(4, len(word) - 2)]
    return any(each.startswith(stem) if len(word) > 3 else each == word for each in text)
