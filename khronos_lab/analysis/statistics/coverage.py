"""Rule coverage: which clause fired how often, and where to see it."""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Schema,
    first_moment,
    game_by_game,
    shaped,
)
from khronos_lab.analysis.tables.schema import CLAUSE, EVENT

_BY_BATCH: Final[Schema] = {
    **MOMENT,
    "clause": CLAUSE,
    "event": EVENT,
    "number": pl.UInt32(),
    "games": pl.UInt32(),
}


def clause_coverage(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every clause of the rules page with the events that name it, and how often they came.

    `number` of events, `games` they came in, and the first of them as `game` and `step`. A clause
    that never fired has one row with 0. Clauses that forbid, or that say what others mean (D1, H1,
    S2...), have no event of their own and stay at 0 however often they matter; a 0 elsewhere says
    only that it did not come up here.
    """
    read = events.select("game", "step", "clause", "event")
    found = (
        game_by_game(read, _coverage, _BY_BATCH)
        .group_by("clause", "event")
        .agg(pl.col("number", "games").sum(), **first_moment())
    )
    every = pl.LazyFrame({"clause": CLAUSE.categories}, {"clause": CLAUSE})
    return (
        every.join(found, on="clause", how="left")
        .with_columns(pl.col("number", "games").fill_null(0))
        .sort("clause", "event")
    )


def _coverage(batch: pl.DataFrame) -> pl.DataFrame:
    """The first row of each clause and event, how many there are, and in how many games.

    Clause and event are a small number together, so this counts into an array of them by game: no
    sorting, no hashing.
    """
    words = len(EVENT.categories)
    pair = pl.col("clause").to_physical().cast(pl.Int32) * words + pl.col("event").to_physical()
    pairs = batch.select(pair).to_series().to_numpy()
    found = np.flatnonzero(np.bincount(pairs))
    place = np.zeros(found[-1] + 1, dtype=np.int64)
    place[found] = np.arange(len(found))
    places = place[pairs]
    first = np.empty(len(found), dtype=np.uint32)
    first[places[::-1]] = np.arange(len(pairs))[::-1]  # what is written last stays
    cells = np.bincount(batch["number"].to_numpy().astype(np.int64) * len(found) + places)
    games = np.zeros((-(-len(cells) // len(found)), len(found)), dtype=np.int64)
    games.ravel()[: len(cells)] = cells
    counts = {"number": games.sum(axis=0), "games": (games > 0).sum(axis=0)}
    told = batch[first].with_columns(pl.Series(name, column) for name, column in counts.items())
    return shaped(told, _BY_BATCH)
