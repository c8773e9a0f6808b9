"""How sure survival curves and shares of fates are: intervals that count games, not buildings.

Buildings of one game fall together, so an interval from the number of buildings would be far too
narrow. Here games are dealt into folds, the curve is worked out without each fold in turn, and how
much it moves says how sure it is (the jackknife that deletes a group).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from statistics import NormalDist
from typing import Final
from zlib import crc32

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import FATE, FATES
from khronos_lab.analysis.statistics.buildings.survival import (
    DEATHS,
    MET,
    Unit,
    fates,
    life_table,
    survival,
)
from khronos_lab.analysis.statistics.computing.game_streams import CLUSTER, NUMBER, players
from khronos_lab.analysis.statistics.computing.intervals import LEVEL, Floats

FOLDS: Final = 40
"""Folds of games; more would change an interval little."""


def folds_of(games: pl.LazyFrame, folds: int = FOLDS) -> pl.LazyFrame:
    """Deal games into folds, a row for each: games of one seed always into the same."""
    own = games.filter(pl.col("seat") == 0).select("game", cluster=CLUSTER)
    schema = {"game": pl.String(), "fold": pl.UInt16(), "cluster": pl.String()}

    def deal(batch: pl.DataFrame) -> pl.DataFrame:
        # Not polars' own hash: that may change with its version, and the intervals with it.
        fold = [crc32(name.encode()) % folds for name in batch["cluster"]]
        return batch.select("game", pl.Series("fold", fold, pl.UInt16()), "cluster")

    return own.map_batches(deal, schema=schema)


def folded_life_table(
    lives: pl.LazyFrame,
    games: pl.LazyFrame,
    by: Sequence[str] = ("age", "kind", "rank"),
    *,
    unit: Unit = "turns",
    folds: int = FOLDS,
) -> pl.LazyFrame:
    """The life table of `life_table` for each fold of games, with the number of `clusters`.

    It is all that intervals need, and small however many games there are.
    """
    rows = life_rows(lives, games, by, unit=unit, folds=folds)
    return with_clusters(rows, number_of(clusters_of(games)))


def life_rows(
    lives: pl.LazyFrame,
    games: pl.LazyFrame,
    by: Sequence[str] = ("age", "kind", "rank"),
    *,
    unit: Unit = "turns",
    folds: int = FOLDS,
) -> pl.LazyFrame:
    """The numbers of a `folded_life_table`, which add up."""
    dealt = folds_of(games, folds)
    joined = lives.join(dealt.select("game", "fold"), on="game")
    return life_table(joined, ("fold", *by), unit=unit)


def clusters_of(games: pl.LazyFrame) -> pl.LazyFrame:
    """What hangs together, a row for each."""
    return players(games).select(NUMBER).unique()


def number_of(clusters: pl.LazyFrame) -> pl.LazyFrame:
    """How many there are, as one cell called `clusters`."""
    return clusters.select(clusters=pl.len().cast(pl.Int64))


def with_clusters(rows: pl.LazyFrame, clusters: pl.LazyFrame) -> pl.LazyFrame:
    """A life table with the number of clusters."""
    known = rows.collect_schema().names()
    keys = [name for name in known if name not in ("fate", "time", "number")]
    number = clusters.select(clusters=pl.col("clusters").cast(pl.UInt32))
    return rows.sort(*keys, "time", "fate").join(number, how="cross")


def survival_with_intervals(
    table: pl.LazyFrame,
    by: Sequence[str] = ("kind", "rank"),
    *,
    deaths: Sequence[str] = DEATHS,
    level: float = LEVEL,
) -> pl.LazyFrame:
    """The curves of `survival` with `survival_low` and `survival_high`, and `clusters` behind them.

    The table is a `folded_life_table`. Intervals are the usual ones with the normal distribution,
    cut at 0 and 1; with fewer than about thirty independent games they are too narrow, and where
    all games lie in one fold they are null. Each holds for its own time, not for the whole curve
    at once. What `survival` can't say, this can't say, either.
    """
    curves = survival(table, by, deaths=deaths).collect_schema()
    work = partial(_survival, by=list(by), deaths=deaths, level=level)
    return table.map_batches(work, schema=pl.Schema({**curves, **_ends("survival")}))


def fates_with_intervals(
    table: pl.LazyFrame, by: Sequence[str] = ("kind", "rank"), *, level: float = LEVEL
) -> pl.LazyFrame:
    """The shares of `fates` with `incidence_low` and `incidence_high`, and `clusters` behind them.

    The table is a `folded_life_table`, and intervals are those of `survival_with_intervals`. The
    fates of a group are no independent shares: when one is larger, others must be smaller. What
    `fates` can't say, this can't say, either.
    """
    shares = fates(table, by).collect_schema()
    work = partial(_fates, by=list(by), level=level)
    return table.map_batches(work, schema=pl.Schema({**shares, **_ends("incidence")}))


def _ends(name: str) -> dict[str, pl.DataType]:
    return {f"{name}_low": pl.Float64(), f"{name}_high": pl.Float64(), "clusters": pl.UInt32()}


# ------------------------------------------------------------------ leaving out a fold


def _survival(
    table: pl.DataFrame, *, by: list[str], deaths: Sequence[str], level: float
) -> pl.DataFrame:
    whole = survival(table.lazy(), by, deaths=deaths).collect(engine="in-memory")
    group, counts = _without_each(table, whole, by)
    died = counts[..., [fate in deaths for fate in FATES]].sum(axis=-1)
    curves = np.asarray(np.cumprod(1 - _share(died, _at_risk(counts)), axis=2), dtype=np.float64)
    found = curves[:, group, whole["time"].to_numpy()]
    return _with_ends(whole, table, "survival", found, level)


def _fates(table: pl.DataFrame, *, by: list[str], level: float) -> pl.DataFrame:
    whole = fates(table.lazy(), by).collect(engine="in-memory")
    group, counts = _without_each(table, whole, by)
    met = counts[..., : len(MET)]
    at_risk = _at_risk(counts)
    staying = np.cumprod(1 - _share(met.sum(axis=-1), at_risk), axis=2)
    before = np.concatenate([np.ones_like(staying[:, :, :1]), staying[:, :, :-1]], axis=2)
    shares = np.cumsum(_share(met, at_risk[..., None]) * before[..., None], axis=2)
    fate = whole["fate"].to_physical().to_numpy()
    found = shares[:, group, whole["time"].to_numpy(), fate]
    return _with_ends(whole, table, "incidence", found, level)


def _without_each(
    table: pl.DataFrame, whole: pl.DataFrame, by: list[str]
) -> tuple[np.ndarray, Floats]:
    """For rows of a result the number of their group; and counts of buildings without each fold.

    Counts are those by fold left out, group, time and fate.
    """
    groups = table.select(by).unique(maintain_order=True).with_row_index("group")
    places = (
        table["fold"].rank("dense").to_numpy() - 1,
        _numbered(table, groups, by)["group"].to_numpy(),
        table["time"].to_numpy(),
        table["fate"].cast(FATE).to_physical().to_numpy(),
    )
    shape = (*(int(place.max(initial=0)) + 1 for place in places[:-1]), len(FATES))
    cells = np.ravel_multi_index(tuple(place.astype(np.int64) for place in places), shape)
    numbers = table["number"].to_numpy()
    counts = np.bincount(cells, numbers, minlength=math.prod(shape)).reshape(shape)
    return _numbered(whole, groups, by)["group"].to_numpy(), counts.sum(axis=0) - counts


def _numbered(frame: pl.DataFrame, groups: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    if not by:
        return frame.with_columns(group=pl.lit(0, pl.UInt32))
    return frame.join(groups, on=by, nulls_equal=True, maintain_order="left")


def _at_risk(counts: Floats) -> Floats:
    """How many had not gone before a time."""
    return np.asarray(np.cumsum(counts.sum(axis=-1)[:, :, ::-1], axis=2)[:, :, ::-1])


def _share(part: Floats, whole: Floats) -> Floats:
    """Quotients; where nothing is left, nothing more happens."""
    return np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)


def _with_ends(
    whole: pl.DataFrame, table: pl.DataFrame, name: str, curves: Floats, level: float
) -> pl.DataFrame:
    """A result with the interval that its values without each fold give."""
    folds = len(curves)
    clusters = pl.lit(table["clusters"].first(), pl.UInt32())
    if folds < 2:
        nothing = pl.lit(None, pl.Float64())
        low, high = nothing, nothing
    else:
        spread = ((curves - curves.mean(axis=0)) ** 2).sum(axis=0) * (folds - 1) / folds
        width = pl.Series(NormalDist().inv_cdf((1 + level) / 2) * np.sqrt(spread))
        low, high = (pl.col(name) - width).clip(0, 1), (pl.col(name) + width).clip(0, 1)
    return whole.with_columns(
        low.alias(f"{name}_low"), high.alias(f"{name}_high"), clusters=clusters
    )
