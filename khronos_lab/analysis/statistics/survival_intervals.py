"""How sure survival curves are: intervals that count games, not buildings.

Buildings of one game fall together, so an interval from the number of buildings would be far too
narrow. Here games are dealt into folds, the curve is worked out without each fold in turn, and how
much it moves says how sure it is (the jackknife that deletes a group).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import NormalDist
from typing import Final
from zlib import crc32

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.intervals import CLUSTER, LEVEL
from khronos_lab.analysis.statistics.survival import DEATHS, Unit, life_table, survival

FOLDS: Final = 40
"""Folds of games; more would change an interval little and cost a curve each."""


def folds_of(games: pl.LazyFrame, folds: int = FOLDS) -> pl.LazyFrame:
    """Deal games into folds, a row for each: games of one seed always into the same."""
    own = games.filter(pl.col("seat") == 0).select("game", cluster=CLUSTER)
    schema = {"game": pl.String(), "fold": pl.UInt16(), "cluster": pl.String()}

    def deal(batch: pl.DataFrame) -> pl.DataFrame:
        # Not polars' own hash: that may change with its version, and the intervals with it.
        fold = [crc32(name.encode()) % folds for name in batch["cluster"]]
        return batch.select("game", pl.Series("fold", fold, pl.UInt16()), "cluster")

    return own.map_batches(deal, schema=schema)


def survival_with_intervals(
    lives: pl.LazyFrame,
    games: pl.LazyFrame,
    by: Sequence[str] = ("kind", "rank"),
    *,
    unit: Unit = "turns",
    deaths: Sequence[str] = DEATHS,
    folds: int = FOLDS,
    level: float = LEVEL,
) -> pl.LazyFrame:
    """The curves of `survival` with `survival_low` and `survival_high`, and `clusters` behind them.

    `lives` are those of the table of events, `games` the table of games. Intervals are the usual
    ones with the normal distribution, cut at 0 and 1; with fewer than about thirty independent
    games they are too narrow, and where all games lie in one fold they are null. Each holds for its
    own time, not for the whole curve at once. What `survival` can't say, this can't say, either.
    """
    dealt = folds_of(games, folds)
    joined = lives.join(dealt.select("game", "fold"), on="game")
    table = life_table(joined, ("fold", *by), unit=unit)
    number = dealt.select(clusters=pl.col("cluster").n_unique().cast(pl.UInt32))
    curves = survival(table, by, deaths=deaths).collect_schema()
    ends = {"survival_low": pl.Float64(), "survival_high": pl.Float64()}
    work = partial(_with_ends, by=list(by), deaths=deaths, level=level)
    found = table.map_batches(work, schema=pl.Schema({**curves, **ends}))
    return found.join(number, how="cross")


def _with_ends(
    table: pl.DataFrame, *, by: list[str], deaths: Sequence[str], level: float
) -> pl.DataFrame:
    whole = survival(table.lazy(), by, deaths=deaths).collect(engine="in-memory")
    places = whole.select(*by, "time").with_row_index("row")
    folds = table["fold"].unique().sort().to_list()
    curves = np.empty((len(folds), whole.height))
    for number, fold in enumerate(folds):
        rest = table.lazy().filter(pl.col("fold") != fold)
        without = survival(rest, by, deaths=deaths).collect(engine="in-memory")
        met = places.join(without, on=[*by, "time"], how="left", nulls_equal=True).sort("row")
        # At a time when nothing ended without this fold, the curve stays where it was.
        stays = pl.col("survival").forward_fill()
        kept = met.select((stays.over(by) if by else stays).fill_null(1.0))
        curves[number] = kept.to_series().to_numpy()
    if len(folds) < 2:
        nothing = pl.lit(None, pl.Float64())
        return whole.with_columns(survival_low=nothing, survival_high=nothing)
    spread = ((curves - curves.mean(axis=0)) ** 2).sum(axis=0) * (len(folds) - 1) / len(folds)
    width = pl.Series(NormalDist().inv_cdf((1 + level) / 2) * np.sqrt(spread))
    return whole.with_columns(
        survival_low=(pl.col("survival") - width).clip(0, 1),
        survival_high=(pl.col("survival") + width).clip(0, 1),
    )
