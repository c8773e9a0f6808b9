"""Two datasets side by side: editions, Hold'em, maps, styles of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final
from zlib import crc32

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import Schema, shaped
from khronos_lab.analysis.statistics.computing.intervals import (
    DIGITS,
    FOLDS,
    LEVEL,
    Floats,
    student_quantile,
)
from khronos_lab.rulebook import KhronosError

DRAWS: Final = 1999
LEAST: Final = 10
"""Independent deals that either side needs."""
NO_MEASURES: Final = ("step", "seat", "place", "players", "turn", "round")
"""Numbers that name or count rather than measure."""

COMPARISON: Final[Schema] = {
    "measure": pl.String(),
    "one": pl.Float64(),
    "other": pl.Float64(),
    "difference": pl.Float64(),
    "difference_low": pl.Float64(),
    "difference_high": pl.Float64(),
    "ratio": pl.Float64(),
    "ratio_low": pl.Float64(),
    "ratio_high": pl.Float64(),
    "effect": pl.Float64(),
    "effect_low": pl.Float64(),
    "effect_high": pl.Float64(),
    "p": pl.Float64(),
    "p_of_all": pl.Float64(),
    "differs": pl.Boolean(),
    "rows_one": pl.UInt32(),
    "rows_other": pl.UInt32(),
    "clusters_one": pl.UInt32(),
    "clusters_other": pl.UInt32(),
    "clusters_both": pl.UInt32(),
}
"""Columns of `compare`."""


def compare(
    one: pl.LazyFrame,
    other: pl.LazyFrame,
    measures: Sequence[str] | None = None,
    *,
    seed: int = 0,
) -> pl.LazyFrame:
    """Means of two sets of games (or players) with their difference, ratio and effect size.

    Both are frames like `game_measures` or `player_measures`: numbers and a column `cluster`. The
    difference is other less one, the ratio other by one (null where one is 0 or a measure can be
    negative), the effect the difference in standard deviations of single rows (the pooled one,
    taken as known). Intervals count clusters, never rows, with Student's distribution. Seeds that
    occur on both sides (`clusters_both`) compare with themselves.

    `p` is the chance of at least such a difference if there were none, found by flipping the signs
    of whole clusters; `p_of_all` is the chance that any of the measures shows one as clear, and
    `differs` says that this is less than 1 in 20. So among measures that do not differ, all
    together are called different once in twenty comparisons, not each of them.
    Fewer than ten independent deals on a side are refused: nothing honest can be said. And two
    datasets that differ in more than one thing (players and edition, say) do not tell which of them
    made the difference.
    """
    names = list(_common(one, other) if measures is None else measures)
    both = pl.concat(
        [
            frame.select(
                pl.lit(side).alias("side"),
                pl.col("cluster").cast(pl.String),
                *(_number(name) for name in names),
            )
            for side, frame in enumerate((one, other))
        ]
    )
    sums = both.group_by("side", "cluster").agg(
        pl.len().alias("rows"),
        *(pl.col(name).sum().round(DIGITS).alias(f"sum {name}") for name in names),
        *(pl.col(name).count().alias(f"size {name}") for name in names),
        *((pl.col(name) ** 2).sum().round(DIGITS).alias(f"square {name}") for name in names),
        *(pl.col(name).min().alias(f"least {name}") for name in names),
    )
    work = partial(_compared, names=names, seed=seed)
    return sums.sort("side", "cluster").map_batches(work, schema=pl.Schema(COMPARISON))


def balanced(usual: pl.LazyFrame, variants: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Measures of games under the usual rules and under variants, as `compare` tells them.

    All are frames like `balance_measures` of games with the same deals, so every deal is compared
    with itself. `usual` and `changed` are the means; `p_of_all` counts the measures of all variants
    together.
    """
    drop = pl.selectors.starts_with("ratio", "rows")
    parts = [
        compare(usual, frame)
        .drop(drop)
        .rename({"one": "usual", "other": "changed"})
        .select(pl.lit(name).alias("variant"), pl.all())
        for name, frame in variants.items()
    ]
    every = (pl.col("p_of_all") * len(parts)).clip(upper_bound=1.0)
    return pl.concat(parts).with_columns(
        p_of_all=every, differs=(every < 1 - LEVEL).fill_null(value=False)
    )


def _number(name: str) -> pl.Expr:
    return pl.col(name).cast(pl.Float64)


def _common(one: pl.LazyFrame, other: pl.LazyFrame) -> list[str]:
    """The measures of both frames."""
    known = other.collect_schema()
    return [
        name
        for name, dtype in one.collect_schema().items()
        if dtype.is_numeric() and name in known and name not in NO_MEASURES
    ]


def _compared(sums: pl.DataFrame, *, names: list[str], seed: int) -> pl.DataFrame:
    sides = [sums.filter(pl.col("side") == side) for side in (0, 1)]
    clusters = [side["cluster"].to_list() for side in sides]
    if min(map(len, clusters)) < LEAST:
        raise KhronosError(
            f"{len(clusters[0])} and {len(clusters[1])} independent deals are too few to compare: "
            f"each side needs at least {LEAST}. Look at single games, or play more."
        )
    every = sorted({*clusters[0], *clusters[1]})
    means, pulls = zip(*(_pulls(side, names, every) for side in sides), strict=True)
    one, other = means
    spread = _pooled(sides, names)
    difference = other - one
    free = min(map(len, clusters)) - 1
    reach = student_quantile(LEVEL, free)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        width = reach * _error(pulls[1] - pulls[0])
        ratio = np.where(_least(sides, names) < 0, np.nan, other / one)
        turn = np.exp(reach * _error(pulls[1] / other - pulls[0] / one))
        columns = {
            "one": one,
            "other": other,
            **_with_ends("difference", difference, difference - width, difference + width),
            **_with_ends("ratio", ratio, ratio / turn, ratio * turn),
            **_with_ends(
                "effect",
                difference / spread,
                (difference - width) / spread,
                (difference + width) / spread,
            ),
        }
    alone, of_all = _chances(pulls[1] - pulls[0], difference, every, seed)
    numbers = {
        **{f"rows_{side}": sides[place]["rows"].sum() for place, side in _SIDES},
        **{f"clusters_{side}": len(clusters[place]) for place, side in _SIDES},
        "clusters_both": len({*clusters[0]} & {*clusters[1]}),
    }
    frame = pl.DataFrame({"measure": names, **columns, "p": alone, "p_of_all": of_all})
    frame = frame.with_columns(pl.when(pl.selectors.float().is_finite()).then(pl.selectors.float()))
    told = frame.with_columns(
        (pl.col("p_of_all") < 1 - LEVEL).fill_null(value=False).alias("differs"),
        *(pl.lit(value).alias(name) for name, value in numbers.items()),
    )
    return shaped(told, COMPARISON)


_SIDES: Final = ((0, "one"), (1, "other"))


def _with_ends(name: str, value: Floats, low: Floats, high: Floats) -> dict[str, Floats]:
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def _values(side: pl.DataFrame, names: list[str]) -> tuple[Floats, Floats]:
    """Sums and sizes of the clusters of one side, in its order."""
    sums, sizes = (
        side.select(pl.col([f"{part} {name}" for name in names]).cast(pl.Float64)).to_numpy()
        for part in ("sum", "size")
    )
    return sums, sizes


def _pulls(side: pl.DataFrame, names: list[str], every: list[str]) -> tuple[Floats, Floats]:
    """The means of a side, and how much each of all clusters pulls at them."""
    sums, sizes = _values(side, names)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = sums.sum(axis=0) / sizes.sum(axis=0)
        pull = (sums - mean * sizes) / sizes.sum(axis=0)
    number = len(pull)
    place = {name: row for row, name in enumerate(every)}
    found = np.zeros((len(every), len(names)))
    found[[place[name] for name in side["cluster"]]] = pull * np.sqrt(number / (number - 1))
    return mean, found


def _error(pulls: Floats) -> Floats:
    return np.asarray(np.sqrt((pulls**2).sum(axis=0)))


def _least(sides: list[pl.DataFrame], names: list[str]) -> Floats:
    """The least value of each measure."""
    both = pl.concat([side.select(f"least {name}" for name in names) for side in sides])
    return np.asarray(both.min().cast(pl.Float64).to_numpy()[0])


def _pooled(sides: list[pl.DataFrame], names: list[str]) -> Floats:
    """The standard deviation of single rows within their side."""
    squares = np.zeros(len(names))
    rows = np.zeros(len(names))
    for side in sides:
        total, size = (each.sum(axis=0) for each in _values(side, names))
        square = side.select(f"square {name}" for name in names).sum().to_numpy()[0]
        with np.errstate(divide="ignore", invalid="ignore"):
            squares += square - total**2 / size
        rows += size - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.sqrt(squares.clip(0) / rows))


def _chances(
    pulls: Floats, difference: Floats, names: Sequence[str], seed: int
) -> tuple[Floats, Floats]:
    """The chance of each difference if there were none: alone, and among all measures."""
    if len(pulls) > FOLDS:
        fold = np.array([crc32(name.encode()) % FOLDS for name in names])
        pulls = np.column_stack([np.bincount(fold, column, FOLDS) for column in pulls.T])
    signs = np.random.default_rng(seed).integers(0, 2, (DRAWS, len(pulls))) * 2.0 - 1.0
    drawn = signs @ pulls
    with np.errstate(divide="ignore", invalid="ignore"):
        # Each draw by its own error, as the true difference is by its own.
        error = np.sqrt((pulls**2).sum(axis=0))
        size = np.sqrt((error**2 - drawn**2 / len(pulls)).clip(1e-300))
        clear = np.nan_to_num(np.abs(difference) / error)
        found = np.nan_to_num(np.abs(drawn) / size)
    alone = ((found >= clear).sum(axis=0) + 1) / (DRAWS + 1)
    most = found.max(axis=1, keepdims=True)
    of_all = ((most >= clear).sum(axis=0) + 1) / (DRAWS + 1)
    unknown = error <= 1e-300
    return np.where(unknown, np.nan, alone), np.where(unknown, np.nan, of_all)
