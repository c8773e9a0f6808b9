"""All questions of a dataset at once, as frames by name."""

from __future__ import annotations

import polars as pl

from khronos_lab.analysis import LazyTables
from khronos_lab.answers import QUESTIONS, Answer, ChosenGames

OTHERS: dict[str, dict[str, object]] = {
    "cards_spent": {"by": ("clause", "age", "kind")},
    "fates": {"by": ("age", "kind")},
    "hands": {"rounds": ()},
    "cards_held": {"by": ("won",)},
    "duels": {},
    "rules": {},
}
"""Questions that reports leave out."""


def frames(tables: LazyTables, keep: int = 10**9) -> dict[str, pl.DataFrame]:
    """The rows of every question; tables of more than `keep` events are not kept in memory."""
    asked = ChosenGames(tables).for_report(keep)
    given = {name: each.in_report for name, each in QUESTIONS.items() if each.in_report is not None}
    return {
        name: Answer(QUESTIONS[name], asked, options).frame
        for name, options in {**given, **OTHERS}.items()
    }
