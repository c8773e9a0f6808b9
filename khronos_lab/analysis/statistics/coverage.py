"""Rule coverage: which clause fired how often, and where to see it."""

from __future__ import annotations

from typing import Final

import polars as pl

from khronos_lab.analysis.schema import CLAUSE, EVENT
from khronos_lab.analysis.statistics.streams import (
    MOMENT,
    Schema,
    first_moment,
    game_by_game,
    shaped,
)

_BY_GAME: Final[Schema] = {**MOMENT, "clause": CLAUSE, "event": EVENT, "number": pl.UInt32()}


def clause_coverage(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every clause of the rules page with the events that name it, and how often they came.

    `number` of events, `games` they came in, and the first of them as `game` and `step`. A clause
    that never fired has one row with 0. Clauses that forbid, or that say what others mean (D1, H1,
    S2...), have no event of their own and stay at 0 however often they matter; a 0 elsewhere says
    only that it did not come up here.
    """
    read = events.select("game", "step", "clause", "event")
    found = (
        game_by_game(read, _coverage, _BY_GAME)
        .group_by("clause", "event")
        .agg(
            pl.col("number").sum(),
            games=pl.len(),
            **first_moment(),
        )
    )
    every = pl.LazyFrame({"clause": CLAUSE.categories}, {"clause": CLAUSE})
    return (
        every.join(found, on="clause", how="left")
        .with_columns(pl.col("number", "games").fill_null(0))
        .sort("clause", "event")
    )


def _coverage(batch: pl.DataFrame) -> pl.DataFrame:
    """The first row of each clause and event in each game, and how many there are."""
    code = pl.col("number") * len(CLAUSE.categories) + pl.col("clause").to_physical()
    key = code * len(EVENT.categories) + pl.col("event").to_physical()
    keys = batch.select(key=key).with_row_index("row")
    found = keys.group_by("key").agg(pl.col("row").min(), number=pl.len()).sort("row")
    return shaped(batch[found["row"]].with_columns(found["number"]), _BY_GAME)
