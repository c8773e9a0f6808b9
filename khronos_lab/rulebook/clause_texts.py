"""The text of a clause in the language of the reader.

The rules page is English; `clauses_de.md` beside it is a German reading with the same numbers. It
is a module of its own because words need the pieces, and these need the clauses.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from khronos_lab.rulebook.clauses import clause, clauses, numbered_items
from khronos_lab.rulebook.words import spoken


@cache
def clause_texts(language: str) -> dict[str, str]:
    """All clauses by id, in the page's order."""
    if language == "en":
        return {label: each.text for label, each in clauses().items()}
    page = Path(__file__).parent / f"clauses_{language}.md"
    return numbered_items(page.read_text(encoding="utf-8"))


def clause_text(label: str, language: str | None = None) -> str:
    """The text of a clause.

    >>> clause_text("x4"), clause_text("x4", "de")  # doctest: +NORMALIZE_WHITESPACE
    ('If the one entitled has no adventurer there, nobody collects.',
     'Hat der Berechtigte dort keinen Abenteurer, so kassiert niemand.')
    """
    return clause_texts(spoken(language))[clause(label).id]
