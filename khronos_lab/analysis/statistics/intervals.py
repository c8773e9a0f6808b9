"""Means, quantiles and intervals that do not take rows for independent.

Rows of one game, and games of one seed, hang together: a rich game makes all its players rich.
So uncertainty is always counted in clusters, which are seeds where they are known, else games.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from khronos_lab.analysis.statistics.streams import in_order, shaped, summed

LEVEL: Final = 0.95
QUANTILES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)

CLUSTER: Final = pl.coalesce("s" + pl.col("seed"), "g" + pl.col("game"))
"""What hangs together: games of the same seed; a game without one stands alone."""

DIGITS: Final = 9
"""Sums of a cluster are rounded to so many decimals, so that no order of adding shows in them."""

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
    *,
    level: float = LEVEL,
    moment: bool = False,
) -> pl.LazyFrame:
    """Means by group with cluster-robust intervals; the frame has a column `cluster`.

    For a value `x` there are `x`, `x_low` and `x_high`; `rows` and `clusters` say how much is
    behind them. With `moment`, `game` and `step` are one of the rows: the first by name of game.
    The interval is the usual one for a ratio of sums over clusters with the normal distribution:
    with fewer than about thirty clusters it is too narrow, and with one it is null. It says
    nothing about bias: clusters that were not drawn at random do not become so.
    """
    sums = [pl.col(value).sum().round(DIGITS).alias(f"{value}_sum") for value in values]
    game = pl.col("game").min()
    first = [game, pl.col("step").filter(pl.col("game") == game).min()] if moment else []
    clusters = frame.group_by(*by, "cluster").agg(
        pl.len().cast(pl.Float64).alias("n"), *sums, *first
    )
    known = clusters.collect_schema()
    columns = [name for value in values for name in (value, f"{value}_low", f"{value}_high")]
    schema = {
        **{key: known[key] for key in by},
        "rows": pl.UInt32(),
        "clusters": pl.UInt32(),
        **dict.fromkeys(columns, pl.Float64()),
        **({"game": known["game"], "step": known["step"]} if moment else {}),
    }

    def work(few: pl.DataFrame) -> pl.DataFrame:
        small = summed(
            few.lazy(),
            by,
            *(part for value in values for part in _moments(value)),
            *first,
            rows=pl.col("n").sum(),
            clusters=pl.len(),
            squares=(pl.col("n") ** 2).sum(),
        )
        means = small.with_columns(
            (pl.col(f"{value}_sum") / pl.col("rows")).alias(value) for value in values
        )
        ends = means.with_columns(end for value in values for end in _interval(value, level))
        return shaped(in_order(ends, by).collect(engine="in-memory"), schema)

    # Sums of floats depend on their order. So the last ones are not left to threads: one seed
    # gives the same digits on every machine.
    return clusters.sort(*by, "cluster").map_batches(work, schema=schema)


def _moments(value: str) -> list[pl.Expr]:
    total = pl.col(f"{value}_sum").cast(pl.Float64)
    return [
        total.sum().alias(f"{value}_sum"),
        (total**2).sum().alias(f"{value}_squares"),
        (total * pl.col("n")).sum().alias(f"{value}_cross"),
    ]


def _interval(value: str, level: float) -> list[pl.Expr]:
    mean = pl.col(value)
    spread = (
        pl.col(f"{value}_squares")
        - 2 * mean * pl.col(f"{value}_cross")
        + mean**2 * pl.col("squares")
    ).clip(lower_bound=0)
    clusters = pl.col("clusters")
    error = (spread * clusters / (clusters - 1)).sqrt() / pl.col("rows")
    width = pl.when(clusters > 1).then(NormalDist().inv_cdf((1 + level) / 2) * error)
    return [(mean - width).alias(f"{value}_low"), (mean + width).alias(f"{value}_high")]


def resampled(sums: Floats, sizes: Floats, *, draws: int, rng: np.random.Generator) -> Floats:
    """Sums of bootstrap samples of clusters, side by side with their sizes: a row for each draw.

    Both have a row for each cluster; whole clusters are drawn, never what is in them.
    """
    both = np.hstack([sums, sizes])
    number = len(both)
    found = np.zeros((draws, both.shape[1]))
    if number:
        for draw in range(draws):
            weights = np.bincount(rng.integers(number, size=number), minlength=number)
            found[draw] = weights @ both
    return found
