"""Questions asked of small tables: their rows as lazy frames, all of them, or a figure of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from khronos_lab.analysis import LazyTables
from khronos_lab.drawing import Drawing
from khronos_lab.questions import QUESTIONS, Question, Selection
from tests.questions.rows import EMPTY

OTHERS: dict[str, dict[str, object]] = {
    "cards_spent": {"by": ("clause", "age", "kind")},
    "fates": {"by": ("age", "kind")},
    "hands": {"rounds": ()},
    "cards_held": {"by": ("won",)},
    "duels": {},
    "rules": {},
}
"""Questions that reports leave out."""
NEEDED: dict[str, dict[str, Any]] = {
    "pays": {"event": "TurnEnded"},
    "compare": {"other": None, "names": ("one", "other")},
    "balance": {"variants": {}},
    "measure": {"name": "coins"},
}
"""What has no default."""
NOTHING = LazyTables(EMPTY["games"], EMPTY["turns"], EMPTY["events"])


def frames(tables: LazyTables, keep: int = 10**9) -> dict[str, pl.DataFrame]:
    """The rows of every question; tables of more than `keep` events are not kept in memory."""
    asked = Selection(tables).for_report(keep)
    given = {name: each.report for name, each in QUESTIONS.items() if each.report is not None}
    return {
        name: QUESTIONS[name](asked, **options).frame
        for name, options in {**given, **OTHERS}.items()
    }


def asked(name: str, tables: LazyTables = NOTHING, **known: pl.LazyFrame) -> Question:
    """A question of some tables; `known` are tables that it would work out by itself."""
    memo: dict[object, pl.LazyFrame] = {name: rows for name, rows in known.items()}  # noqa: C416
    return QUESTIONS[name](Selection(tables, memo=memo), **NEEDED.get(name, {}))


def answer(
    question: str, tables: LazyTables = NOTHING, /, *given: Any, **options: Any
) -> pl.LazyFrame:
    """The rows of a question."""
    return asked(question, tables).rows(*given, **options).lazy()


def of_fared(name: str, fared: pl.LazyFrame, *given: Any, **options: Any) -> pl.LazyFrame:
    """The rows of a question about players who fared like this."""
    known = fared
    if "company" not in fared.collect_schema():
        company = pl.col("player").sort().str.join(", ").over("game")
        known = fared.with_columns(who=pl.col("player"), company=company)
    return asked(name, fared=known).rows(*given, **options).lazy()


def figure(
    question: str,
    frame: pl.DataFrame,
    /,
    *,
    by: Sequence[str] | None = None,
    games: int = 20,
    ax: Any = None,
    **options: Any,
) -> Drawing:
    """The figure of rows that somebody gives."""
    found = asked(question)
    found.__dict__.update(frame=frame, games=games)
    if by is not None:
        found.keys = tuple(by)
    found.options |= options
    return found.plot(ax)
