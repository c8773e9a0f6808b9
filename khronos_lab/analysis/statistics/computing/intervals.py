"""Means, quantiles and intervals that do not take rows for independent.

Rows of one game, and games of one seed, depend on each other: a rich game makes all its players
rich. So uncertainty is always counted in clusters: seeds where they are known, else games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from khronos_lab.analysis.statistics.computing.game_streams import (
    NUMBER,
    in_order,
    personal,
    players,
    shaped,
    summed,
)

LEVEL: Final = 0.95
QUANTILES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)

SHARES: Final = ("share", "win", "changes")
"""Numbers from 0 to 1: their intervals stay there."""
DIGITS: Final = 9
"""Decimals to which sums of a cluster are rounded, so that the order of adding does not show."""
UNIT: Final = 60 * 10**DIGITS
"""Values are added as whole numbers of 1/UNIT: no order of adding shows, and halves to sixths, the
shares of a table of players, stay exact."""

Floats = NDArray[np.float64]


def quantiles_of(
    frame: pl.LazyFrame, by: Sequence[str], value: str, quantiles: Sequence[float] = QUANTILES
) -> pl.LazyFrame:
    """Quantiles of a whole number by group, a row for each; exact, and counted in little memory.

    A quantile q is the least value that at least a share q of the rows does not exceed. It says
    how rows spread, not how sure anything is.
    """
    counts = frame.group_by(*by, value).agg(rows=pl.len()).sort(*by, value)
    running = pl.col("rows").cum_sum()
    whole = pl.col("rows").sum()
    reached = (running.over(by) if by else running, whole.over(by) if by else whole)
    counts = counts.with_columns(_share=reached[0] / reached[1], _all=reached[1])
    # Shares are quotients of whole numbers: what is less than a millionth apart is the same.
    parts = [
        summed(
            counts.filter(pl.col("_share") >= q - 1e-9),
            by,
            pl.col(value).min(),
            rows=pl.col("_all").first(),
        ).with_columns(quantile=pl.lit(float(q)))
        for q in quantiles
    ]
    return pl.concat(parts).select(*by, "quantile", value, "rows").sort(*by, "quantile")


def cluster_means(
    frame: pl.LazyFrame,
    by: Sequence[str],
    values: Sequence[str],
    moment: bool = False,
) -> pl.LazyFrame:
    """Means by group with cluster-robust intervals; the frame has a column `cluster`.

    For a value `x` there are `x`, `x_low` and `x_high`; `rows` and `clusters` say how much is
    behind them. With `moment`, `game` and `step` are one of the rows: the first by name of game.
    The interval is the usual one for a ratio of sums over clusters with Student's distribution,
    for a share (see `SHARES`) in the form of Wilson; with one cluster it is null. It says
    nothing about bias: clusters that were not drawn at random do not become so.
    """
    rows = _cluster_rows(frame, by, values)
    found = _means_of(_cluster_sums(rows, by, values), by, values)
    if not moment:
        return found
    first = frame.select(*by, "game", "step").sort("game", "step").unique(by, keep="first")
    return found.join(first, on=by, nulls_equal=True, maintain_order="left")


def _cluster_rows(frame: pl.LazyFrame, by: Sequence[str], values: Sequence[str]) -> pl.LazyFrame:
    """A row for each group and cluster: how many rows it has, and the sums of values, in UNITs.

    The cluster is a number of 64 bits for its name.
    """
    sums = [(pl.col(value) * UNIT).round().cast(pl.Int64).sum() for value in values]
    return frame.group_by(*by, NUMBER).agg(pl.len().cast(pl.Int64).alias("n"), *sums)


def _cluster_sums(rows: pl.LazyFrame, by: Sequence[str], values: Sequence[str]) -> pl.LazyFrame:
    """Sums, squares and products over clusters: all that means and their intervals need.

    Whole numbers, so that no order of adding shows: the same digits on every machine.
    """
    number = pl.col("n")
    return summed(
        rows,
        by,
        *(part for value in values for part in _moments(value)),
        rows=number.sum(),
        clusters=pl.len().cast(pl.Int64),
        squares=(number * number).sum(),
    )


def _means_of(sums: pl.LazyFrame, by: Sequence[str], values: Sequence[str]) -> pl.LazyFrame:
    known = sums.collect_schema()
    columns = [name for value in values for name in (value, f"{value}_low", f"{value}_high")]
    schema = {
        **{key: known[key] for key in by},
        "rows": pl.UInt32(),
        "clusters": pl.UInt32(),
        **dict.fromkeys(columns, pl.Float64()),
    }
    units = {"_sum": UNIT, "_squares": UNIT**2, "_cross": UNIT}
    small = sums.filter(pl.col("rows") > 0).with_columns(
        (pl.col(value + part).cast(pl.Float64) / float(unit)).alias(value + part)
        for value in values
        for part, unit in units.items()
    )
    means = small.with_columns(
        (pl.col(f"{value}_sum") / pl.col("rows")).alias(value) for value in values
    )
    ends = means.with_columns(end for value in values for end in _interval(value))
    return shaped(in_order(ends, by), schema)


def _moments(value: str) -> list[pl.Expr]:
    total = pl.col(value).cast(pl.Int128)
    return [
        total.sum().alias(f"{value}_sum"),
        (total * total).sum().alias(f"{value}_squares"),
        (total * pl.col("n")).sum().alias(f"{value}_cross"),
    ]


def _interval(value: str) -> list[pl.Expr]:
    squares, cross = pl.col(f"{value}_squares"), pl.col(f"{value}_cross")
    error = _error(pl.col(value), squares, cross, pl.col("squares"), pl.col("rows"))
    return _ends(value, error)


def _error(
    mean: pl.Expr, squares: pl.Expr, cross: pl.Expr, sizes: pl.Expr, size: pl.Expr
) -> pl.Expr:
    """The error of a ratio of sums over `clusters`, from the sums of their squares."""
    spread = (squares - 2 * mean * cross + mean**2 * sizes).clip(lower_bound=0)
    clusters = pl.col("clusters")
    error = (spread * clusters / (clusters - 1)).sqrt() / size
    return pl.when(clusters > 1).then(error)


def _ends(name: str, error: pl.Expr) -> list[pl.Expr]:
    """Both ends of an interval: Student's, or Wilson's for a share, which stays within 0 and 1."""
    mean, clusters = pl.col(name), pl.col("clusters")
    z = _student(clusters - 1)
    if name not in SHARES:
        ends = (mean - z * error, mean + z * error)
    else:
        # As if this number of independent rows were behind it; all alike, they count as clusters.
        even = mean * (1 - mean)
        rows = pl.when(error > _NOTHING).then(even / error**2).otherwise(clusters)
        rows = pl.when(even > _NOTHING).then(rows).otherwise(clusters)
        part = z**2 / rows
        middle = (mean + part / 2) / (1 + part)
        half = z / (1 + part) * (even.clip(lower_bound=0) / rows + part / (4 * rows)).sqrt()
        known = pl.when(clusters > 1)
        ends = (
            known.then((middle - half).clip(0, 1)),
            known.then((middle + half).clip(0, 1)),
        )
    return [ends[0].alias(f"{name}_low"), ends[1].alias(f"{name}_high")]


_NOTHING: Final = 1e-12


def share_interval(share: float, number: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval for a share of a `number` of independent cases.

    >>> [round(end, 3) for end in share_interval(0.0, 20)]
    [0.0, 0.161]
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    part = z**2 / number
    middle = (share + part / 2) / (1 + part)
    half = z / (1 + part) * math.sqrt(share * (1 - share) / number + part / (4 * number))
    return max(0.0, middle - half), min(1.0, middle + half)


def _student(free: pl.Expr) -> pl.Expr:
    """`student_quantile` for a column of degrees of freedom."""
    few = {number: student_quantile(LEVEL, number) for number in range(1, EXACT + 1)}
    return free.cast(pl.Int64).replace_strict(
        list(few), list(few.values()), default=_series(LEVEL, free), return_dtype=pl.Float64
    )


@cache
def student_quantile(level: float, free: int) -> float:
    """How many standard errors an interval reaches to either side (Student's t).

    >>> [round(student_quantile(0.95, free), 2) for free in (1, 2, 9, 1000)]
    [12.71, 4.3, 2.26, 1.96]
    """
    if free > EXACT:
        return float(_series(level, float(free)))
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, free) < level else (low, middle)
    return math.sqrt(free) * math.tan(low)


EXACT: Final = 40
"""Degrees of freedom up to which the quantile is found from the distribution itself."""


def _within(angle: float, free: int) -> float:
    """The chance of Student's t between -t and t, where t is sqrt(free) times the tangent."""
    term = math.cos(angle) if free % 2 else 1.0
    total = term if free > 1 else 0.0
    for number in range(2 + free % 2, free - 1, 2):
        term *= (number - 1) / number * math.cos(angle) ** 2
        total += term
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if free % 2 else total


def _series(level: float, free: Any) -> Any:  # noqa: ANN401 - a number, or a column of them
    """The expansion of Cornish and Fisher: right to seven digits beyond forty degrees."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / free**power for power, term in enumerate(terms, 1))


def per_player(coins: pl.LazyFrame, games: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """Coins of groups with their `mean` for a player, and its interval by cluster.

    `coins` has a row for each group and cluster. All players of `games` who could have had a part
    count, those with nothing included.
    """
    who = personal(by)
    people = players(games).group_by(*who, NUMBER).agg(players=pl.len().cast(pl.Int64))
    return in_order(quotients(coins, people, by, who, "mean"), by)


def quotients(
    parts: pl.LazyFrame,
    wholes: pl.LazyFrame,
    by: Sequence[str],
    within: Sequence[str],
    name: str,
) -> pl.LazyFrame:
    """Sums of parts by sums of wholes, with an interval that counts clusters.

    `parts` has a row for each group of `by` and cluster, `wholes` one for each group of `within`
    and cluster. Of the parts the first number is divided, by the one number of the wholes; all must
    be whole numbers, so that no order of adding shows. A cluster without a part has a part of 0.
    """
    sums = [column for column in parts.collect_schema() if column not in (*by, "cluster")]
    [size] = [column for column in wholes.collect_schema() if column not in (*within, "cluster")]
    part, whole, mean = pl.col(sums[0]).cast(pl.Int64), pl.col(size), pl.col(name)
    both = parts.join(wholes, on=[*within, "cluster"], nulls_equal=True)
    squares = {"_squares": (part**2).sum(), "_cross": (part * whole).sum()}
    found = summed(both, by, pl.col(sums).sum(), **squares)
    clusters = pl.len().cast(pl.Int64)
    every = summed(wholes, within, whole.sum(), _sizes=(whole**2).sum(), clusters=clusters)
    joined = (
        found.join(every, on=within, nulls_equal=True) if within else found.join(every, how="cross")
    )
    error = _error(mean, pl.col("_squares"), pl.col("_cross"), pl.col("_sizes"), whole)
    return joined.with_columns((part / whole).alias(name)).select(
        *by, *sums, size, mean,
        *_ends(name, error),
        pl.col("clusters").cast(pl.UInt32),
    )  # fmt: skip


def resampled(sums: Floats, *, draws: int, rng: np.random.Generator) -> Floats:
    """Sums of bootstrap samples of clusters: a row for each draw.

    There is a row for each cluster; whole clusters are drawn, never what is in them, and of very
    many clusters whole folds of them, each as large as the others.
    """
    if len(sums) > FOLDS:
        sums = np.add.reduceat(sums, np.linspace(0, len(sums), FOLDS, endpoint=False, dtype=int))
    number = len(sums)
    found = np.zeros((draws, sums.shape[1]))
    if number:
        for draw in range(draws):
            weights = np.bincount(rng.integers(number, size=number), minlength=number)
            found[draw] = weights @ sums
    return found


FOLDS: Final = 1000
"""The most groups of clusters that are drawn, or whose signs are flipped: more would change an
interval or a chance little."""
