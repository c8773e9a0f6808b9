"""Worth: how many coins turns with each action were worth, where turns have been evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.drawing import Drawing, charts
from khronos_lab.questions.intervals import cluster_means
from khronos_lab.questions.question import By, Question
from khronos_lab.questions.streams import with_players
from khronos_lab.rulebook import KhronosError, say

ACTIONS: Final = {
    "builds": "Build", "upgrades": "Upgrade", "demolitions": "Demolish", "populates": "Populate",
    "restores": "Restore", "exchanges": "Exchange", "swaps": "Swap", "travels": "Travel",
}  # fmt: skip
"""By column of `turns`: the action that it counts."""


class Worth(Question):
    """What each action was worth: coins that a turn with it gained, as players judge positions.

    Needs `turns.value`, which an evaluation fills. A turn with several actions counts for each of
    them, so these numbers do not add up.
    """

    parts, family = ("action", "round"), "money"

    def _turns(self, by: Sequence[str]) -> pl.LazyFrame:
        tables = self.asked.tables
        known = tables.turns.filter(pl.col("value").is_not_null())
        if known.head(1).collect().is_empty():
            raise KhronosError(say("finding-worth_unknown"))
        keys = [each for each in by if each != "action"]
        rows = with_players(known, tables.games, [*self.own(keys), "cluster"])
        rows = rows.with_columns(pl.col("value").cast(pl.Float64))
        names = pl.Enum(list(ACTIONS.values()))
        parts = [
            rows.filter(pl.col(column) > 0).with_columns(pl.lit(action, names).alias("action"))
            for column, action in ACTIONS.items()
        ]
        return pl.concat(parts) if "action" in by else rows

    def rows(self, by: By = ("action",)) -> pl.LazyFrame:
        found = cluster_means(self._turns(by), list(by), ["value"], moment=bool(by))
        return found.sort(*by) if by else found

    def cells(self, by: Sequence[str]) -> pl.LazyFrame:
        turns = self._turns(by).group_by(*by, "cluster")
        return turns.agg(part=pl.col("value").sum(), whole=pl.len())

    def draw(self, sheet: charts.Sheet) -> Drawing:
        return self.dots(sheet, "value", say("axis-worth"), zero=True)

    def tell(self) -> str:
        return self.compared(self.keys)
