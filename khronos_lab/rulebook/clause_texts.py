"""The text of a clause in the language of the reader.

The rules page is English; `clauses_de.md` beside it is a German reading with the same numbers. It
is a module of its own because words need the pieces, and these need the clauses.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from khronos_lab.rulebook.clauses import clause, clauses, numbered_items
from khronos_lab.rulebook.language import spoken


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


def whole_text(label: str, language: str | None = None) -> str:
    """The text of a clause with its parts; a part (B3a) comes after the sentence it completes.

    >>> whole_text("B3b", "en")[-52:]
    'The building in Might is still legal and still pays.'
    >>> "a) if it would connect" in whole_text("B3", "en")
    True
    """
    text = clause_text(label, language).replace("`", "")
    if label[-1].isalpha():
        for word in (", or", ", oder"):
            text = text.removesuffix(word)
        text = text if text.endswith(".") else f"{text}."
        return f"{clause_text(label[:-1], language)} {label[-1]}) {text}"
    parts = [each for each in clauses() if each[:-1] == label and each[-1].isalpha()]
    return " ".join([text, *(f"{each[-1]}) {clause_text(each, language)}" for each in parts)])
