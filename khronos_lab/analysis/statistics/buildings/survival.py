"""How long buildings stand, and what ends them: Kaplan-Meier and competing fates.

What is followed is one tile at one rank. It *dies* by a paradox, by demolition, by losing a
conflict (shrunk or destroyed) or with the building whose shadow it is. It does not die when it
grows: an upgraded building, or one that a copy of its own kind and owner covers, leaves the count
alive at that moment, as one does that stands when the game ends.

Buildings of one game fall together, so an interval from the number of buildings would be far too
narrow. For `survival_with_intervals` and `fates_with_intervals` games are dealt into folds, the
curve is worked out without each fold in turn, and how much it moves says how sure it is (the
jackknife that deletes a group).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from statistics import NormalDist
from typing import Final, Literal
from zlib import crc32

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import (
    FATE,
    FATES,
    NUMBERS,
    USED,
    followed,
    parts_of,
)
from khronos_lab.analysis.statistics.computing.game_streams import (
    CLUSTER,
    NUMBER,
    Reading,
    Schema,
    in_step_order,
    players,
)
from khronos_lab.analysis.statistics.computing.intervals import LEVEL, Floats
from khronos_lab.analysis.tables.schema import KIND

Unit = Literal["turns", "rounds"]

DEATHS: Final = ("paradox", "demolished", "shrunk", "destroyed", "withdrawn", "replaced")
"""The fates that count as a death."""
MET: Final = [fate for fate in FATES if fate != "standing"]
"""The fates that end a life at its rank."""


def life_table(
    lives: pl.LazyFrame, by: Sequence[str] = ("age", "kind", "rank"), *, unit: Unit = "turns"
) -> pl.LazyFrame:
    """How many buildings met each fate after each number of turns or rounds.

    `time` 0 is the turn of birth. `by` are columns of `lives`: age, kind, rank, birth, round... A
    game of more players has more turns in a round: mix them only with unit="rounds".
    """
    table = lives.group_by(*by, "fate", time=pl.col(unit).cast(pl.UInt16)).agg(number=pl.len())
    return table.sort(*by, "time", "fate")


def survival(
    table: pl.LazyFrame, by: Sequence[str] = ("kind", "rank"), *, deaths: Sequence[str] = DEATHS
) -> pl.LazyFrame:
    """The share of buildings that still stand after a time (Kaplan-Meier), from a life table.

    `at_risk` stood until then, `died` and `left` (grew, or the game ended) at that time, and
    `survival` is the share after it. `by` are keys of the life table. One cause of death alone:
    `deaths=("paradox",)`.

    It can't say what would have become of a building that grew: owners upgrade what is safe, or
    what is in danger, so leaving is not by chance. Buildings of one game fall together: how sure a
    curve is tells `survival_with_intervals`.
    """
    died = pl.col("number").filter(pl.col("fate").is_in(list(deaths))).sum()
    ends = table.group_by(*by, "time").agg(died=died, gone=pl.col("number").sum())
    ends = ends.sort(*by, "time").with_columns(at_risk=_at_risk("gone", by))
    step = 1 - pl.col("died") / pl.col("at_risk")
    return ends.select(
        *by,
        "time",
        "at_risk",
        "died",
        left=pl.col("gone") - pl.col("died"),
        survival=_within(step.cum_prod(), by),
    )


def fates(table: pl.LazyFrame, by: Sequence[str] = ("kind", "rank")) -> pl.LazyFrame:
    """What share of buildings has met each fate by a time (Aalen-Johansen), from a life table.

    `number` met it at that time, `incidence` is the share that had met it by then, counted as if
    no game ever ended; growth is a fate, too. All fates of a group add up to 1 less the share that
    still stands. It says what does happen, not what would if another fate were abolished. How sure
    a share is tells `fates_with_intervals`.
    """
    ends = table.group_by(*by, "time").agg(
        *(pl.col("number").filter(pl.col("fate") == fate).sum().alias(fate) for fate in MET),
        gone=pl.col("number").sum(),
    )
    ends = ends.sort(*by, "time").with_columns(at_risk=_at_risk("gone", by))
    staying = 1 - pl.sum_horizontal(MET) / pl.col("at_risk")
    before = _within(staying.cum_prod().shift(1, fill_value=1.0), by)
    long = ends.with_columns(_before=before).unpivot(
        MET, index=[*by, "time", "at_risk", "_before"], variable_name="fate", value_name="number"
    )
    part = pl.col("_before") * pl.col("number") / pl.col("at_risk")
    return (
        long.with_columns(pl.col("fate").cast(pl.Enum(MET)))
        .sort(*by, "fate", "time")
        .with_columns(incidence=_within(part.cum_sum(), [*by, "fate"]))
        .select(*by, "fate", "time", "at_risk", "number", "incidence")
    )


def _within(value: pl.Expr, by: Sequence[str]) -> pl.Expr:
    return value.over(list(by)) if by else value


def _at_risk(gone: str, by: Sequence[str]) -> pl.Expr:
    """How many had not gone before this time."""
    return _within(pl.col(gone).cum_sum(reverse=True), by)


# ------------------------------------------------------------------ how sure they are

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

    It is all that intervals need, and small however many games there are. Lives that have a column
    `fold` keep it, and those of `FOLDED`, which were counted before, their numbers.
    """
    known = lives.collect_schema()
    if "fold" not in known:
        lives = lives.join(folds_of(games, folds).select("game", "fold"), on="game")
    keys = ("fold", *by)
    if "number" in known:
        sums = lives.group_by(*keys, "fate", "time").agg(pl.col("number").sum())
        rows = sums.sort(*keys, "time", "fate")
    else:
        rows = life_table(lives, keys, unit=unit)
    number = players(games).select(clusters=NUMBER.n_unique().cast(pl.UInt32))
    return rows.join(number, how="cross", maintain_order="left")


def _folded(batch: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """One number for all keys is counted: many times as fast as to count by the keys."""
    batch = in_step_order(batch)
    born, until, fate = followed(batch)
    fold = games["fold"].to_numpy()[batch["number"].to_numpy()[born]]
    kind, rank, _ = parts_of(batch["site"].to_numpy()[born])
    rounds = batch["round"].to_numpy()
    keys = (fold, kind, rank, fate, rounds[until] - rounds[born])
    shape = [int(key.max(initial=0)) + 1 for key in keys]
    counts = np.bincount(np.ravel_multi_index(keys, shape))
    cells = np.flatnonzero(counts)
    told = np.array([*np.unravel_index(cells, shape), counts[cells]])
    return pl.DataFrame(told, _FOLDED, orient="col").with_columns(
        pl.col("kind").cat.to(KIND), pl.col("fate").cat.to(FATE)
    )


_FOLDED: Final[Schema] = {
    "fold": pl.UInt16(), "kind": pl.UInt8(), "rank": pl.UInt8(), "fate": pl.UInt8(),
    "time": pl.UInt16(), "number": pl.UInt32(),
}  # fmt: skip
COUNTED: Final = ("kind", "rank")
FOLDED: Final = Reading(USED, ("step", "round", *NUMBERS), _folded)
"""The life table in rounds by fold and all of `COUNTED`."""


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
    curves = np.asarray(
        np.cumprod(1 - _share(died, _still_at_risk(counts)), axis=2), dtype=np.float64
    )
    found = curves[:, group, whole["time"].to_numpy()]
    return _with_ends(whole, table, "survival", found, level)


def _fates(table: pl.DataFrame, *, by: list[str], level: float) -> pl.DataFrame:
    whole = fates(table.lazy(), by).collect(engine="in-memory")
    group, counts = _without_each(table, whole, by)
    met = counts[..., : len(MET)]
    at_risk = _still_at_risk(counts)
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


def _still_at_risk(counts: Floats) -> Floats:
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
