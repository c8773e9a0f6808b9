"""Two datasets side by side: editions, Hold'em, maps, styles of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import Schema, shaped
from khronos_lab.analysis.statistics.computing.intervals import DIGITS, LEVEL, Floats, resampled
from khronos_lab.rulebook.errors import KhronosError

DRAWS: Final = 2000
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
    draws: int = DRAWS,
    level: float = LEVEL,
) -> pl.LazyFrame:
    """Means of two sets of games (or players) with their difference, ratio and effect size.

    Both are frames like `game_measures` or `player_measures`: numbers and a column `cluster`. The
    difference is other less one, the ratio other by one (null where one is 0), the effect the
    difference in standard deviations of single rows (the pooled one, taken as known).
    Intervals are percentiles of a bootstrap that draws whole clusters, never rows. Seeds that occur
    on both sides (`clusters_both`) are drawn for both at once, so that the same deal played twice
    compares with itself; the others are drawn for each side. One `seed` gives one answer.

    With few clusters (below about thirty) the intervals are too narrow. Many measures at once give
    some that differ by chance alone. And two datasets that differ in more than one thing (players
    and edition, say) do not tell which of them made the difference.
    """
    names = list(_common(one, other) if measures is None else measures)
    both = pl.concat(
        [
            frame.select(pl.lit(side).alias("side"), "cluster", *(_number(name) for name in names))
            for side, frame in enumerate((one, other))
        ]
    )
    sums = both.group_by("side", "cluster").agg(
        pl.len().alias("rows"),
        *(pl.col(name).sum().round(DIGITS).alias(f"sum {name}") for name in names),
        *(pl.col(name).count().alias(f"size {name}") for name in names),
        *((pl.col(name) ** 2).sum().round(DIGITS).alias(f"square {name}") for name in names),
    )
    work = partial(_compared, names=names, seed=seed, draws=draws, level=level)
    return sums.sort("side", "cluster").map_batches(work, schema=pl.Schema(COMPARISON))


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


def _compared(
    sums: pl.DataFrame, *, names: list[str], seed: int, draws: int, level: float
) -> pl.DataFrame:
    sides = [sums.filter(pl.col("side") == side) for side in (0, 1)]
    if any(side.is_empty() for side in sides):
        raise KhronosError("there is nothing to compare: one of the two sides has no games")
    one, other = (_means(_values(side, names).sum(axis=0, keepdims=True))[0] for side in sides)
    spread = _pooled(sides, names)
    drawn = _drawn(sides, names, draws=draws, rng=np.random.default_rng(seed))
    ends = ((1 - level) / 2, (1 + level) / 2)
    clusters = [set(side["cluster"].to_list()) for side in sides]
    with np.errstate(divide="ignore", invalid="ignore"):
        differences = drawn[1] - drawn[0]
        ratios = drawn[1] / drawn[0]
        columns = {
            "one": one,
            "other": other,
            **_with_ends("difference", other - one, differences, ends),
            **_with_ends("ratio", other / one, ratios, ends),
            **_with_ends("effect", (other - one) / spread, differences / spread, ends),
        }
    numbers = {
        **{f"rows_{side}": sides[place]["rows"].sum() for place, side in _SIDES},
        **{f"clusters_{side}": len(clusters[place]) for place, side in _SIDES},
        "clusters_both": len(clusters[0] & clusters[1]),
    }
    frame = pl.DataFrame({"measure": names, **columns}).with_columns(
        pl.when(pl.selectors.float().is_finite()).then(pl.selectors.float())
    )
    told = frame.with_columns(pl.lit(value).alias(name) for name, value in numbers.items())
    return shaped(told, COMPARISON)


_SIDES: Final = ((0, "one"), (1, "other"))


def _with_ends(
    name: str, value: Floats, draws: Floats, ends: tuple[float, float]
) -> dict[str, Floats]:
    low, high = np.quantile(draws, ends, axis=0)
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def _values(side: pl.DataFrame, names: list[str]) -> Floats:
    """Sums and sizes of the clusters of one side, in its order."""
    columns = [f"{part} {name}" for part in ("sum", "size") for name in names]
    return side.select(pl.col(columns).cast(pl.Float64)).to_numpy()


def _means(values: Floats) -> Floats:
    sums, sizes = np.hsplit(values, 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(sums / sizes)


def _pooled(sides: list[pl.DataFrame], names: list[str]) -> Floats:
    """The standard deviation of single rows within their side."""
    squares = np.zeros(len(names))
    rows = np.zeros(len(names))
    for side in sides:
        total, size = np.hsplit(_values(side, names).sum(axis=0), 2)
        square = side.select(f"square {name}" for name in names).sum().to_numpy()[0]
        with np.errstate(divide="ignore", invalid="ignore"):
            squares += square - total**2 / size
        rows += size - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.sqrt(squares / rows))


def _drawn(
    sides: list[pl.DataFrame], names: list[str], *, draws: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Means of both sides for each draw; clusters of both sides are drawn together."""
    total = [np.zeros((draws, 2 * len(names))) for _ in sides]
    for parts in _strata(sides, names):
        width = parts[0].shape[1]
        found = resampled(parts[0], parts[1], draws=draws, rng=rng)
        total[0] += found[:, :width]
        total[1] += found[:, width:]
    return _means(total[0]), _means(total[1])


def _strata(sides: list[pl.DataFrame], names: list[str]) -> Iterator[tuple[Floats, Floats]]:
    """Clusters of both sides, of the first alone, of the second alone; each with both's values."""
    keys = sides[0].select("cluster").join(sides[1].select("cluster"), on="cluster").sort("cluster")
    shared = [keys.join(side, on="cluster", maintain_order="left") for side in sides]
    yield _values(shared[0], names), _values(shared[1], names)
    for place in (0, 1):
        alone = sides[place].join(keys, on="cluster", how="anti").sort("cluster")
        values = _values(alone, names)
        nothing = np.zeros_like(values)
        yield (values, nothing) if place == 0 else (nothing, values)
