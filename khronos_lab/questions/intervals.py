"""Cluster-robust intervals: means, shares and differences of groups.

Rows of one game, and games of one seed, depend on each other: a rich game makes all its players
rich. So uncertainty is always counted in clusters: seeds where they are known, else games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from khronos_lab.players import EXACT, LEVEL, student_quantile, student_series
from khronos_lab.questions.selection import NUMBER, first_by_name, in_order, summed

QUANTILES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)

SHARES: Final = ("share", "win", "changes")
"""Numbers from 0 to 1: their intervals stay there."""
DIGITS: Final = 9
"""Decimals to which sums of a cluster are rounded, so that the order of adding does not show."""
UNIT: Final = 60 * 10**DIGITS
"""Values are added as whole numbers of 1/UNIT: no order of adding shows, and halves to sixths, the
shares of a table of players, stay exact."""

FEWEST: Final = 3
"""Clusters that a sentence needs to tell an interval: that of two reaches anywhere."""

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


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
    frame: pl.LazyFrame, by: Sequence[str], values: Sequence[str], moment: bool = False
) -> pl.LazyFrame:
    """Means by group with cluster-robust intervals; the frame has a column `cluster`.

    For a value `x` there are `x`, `x_low` and `x_high`; `rows` and `clusters` say how much is
    behind them. With `moment`, `game` and `step` are one of the rows: the first by name of game.
    The interval is the usual one for a ratio of sums over clusters with Student's distribution,
    for a share (see `SHARES`) in the form of Wilson; with one cluster it is null. It says
    nothing about bias: clusters that were not drawn at random do not become so.
    """
    size = pl.col("n")
    sums = [(pl.col(value) * UNIT).round().cast(pl.Int64).sum() for value in values]
    rows = frame.group_by(*by, NUMBER).agg(pl.len().cast(pl.Int64).alias("n"), *sums)
    # Whole numbers, so that no order of adding shows: the same digits on every machine.
    products = {"rows": size.sum(), "squares": (size * size).sum(), "clusters": pl.len()}
    for value in values:
        total = pl.col(value).cast(pl.Int128)
        products |= {
            value: total.sum(),
            f"{value}_squares": (total * total).sum(),
            f"{value}_cross": (total * size).sum(),
        }
    found = summed(rows, by, **products).filter(pl.col("rows") > 0)
    found = found.with_columns(pl.col("clusters").cast(pl.Int64))
    for value in values:
        parts = ((value, UNIT), (f"{value}_squares", UNIT**2), (f"{value}_cross", UNIT))
        found = found.with_columns(pl.col(name).cast(pl.Float64) / float(by) for name, by in parts)
        mean, squares, cross = (pl.col(name) for name, _ in parts)
        found = found.with_columns(mean / pl.col("rows"))
        error = _error(mean, squares, cross, pl.col("squares"), pl.col("rows"))
        found = found.with_columns(_ends(value, error))
    counts = pl.col("rows", "clusters").cast(pl.UInt32)
    columns = [name for value in values for name in (value, f"{value}_low", f"{value}_high")]
    found = in_order(found, by).select(*by, counts, *columns)
    if not moment:
        return found
    first = first_by_name(frame, by)
    return found.join(first, on=by, nulls_equal=True, maintain_order="left")


def _error(
    mean: pl.Expr, squares: pl.Expr, cross: pl.Expr, sizes: pl.Expr, size: pl.Expr
) -> pl.Expr:
    """The error of a ratio of sums over `clusters`, from the sums of their squares."""
    spread = (squares - 2 * mean * cross + mean**2 * sizes).clip(lower_bound=0)
    clusters = pl.col("clusters")
    return pl.when(clusters > 1).then((spread * clusters / (clusters - 1)).sqrt() / size)


def _ends(name: str, error: pl.Expr) -> list[pl.Expr]:
    """Both ends of an interval: Student's, or Wilson's for a share, which stays within 0 and 1."""
    mean, clusters = pl.col(name), pl.col("clusters")
    few = {number: student_quantile(LEVEL, number) for number in range(1, EXACT + 1)}
    z = (clusters - 1).cast(pl.Int64).replace_strict(
        list(few), list(few.values()), default=student_series(LEVEL, clusters - 1),
        return_dtype=pl.Float64,
    )  # fmt: skip
    if name not in SHARES:
        low, high = mean - z * error, mean + z * error
    else:
        even = mean * (1 - mean)
        spreads = (error > _NOTHING) & (even > _NOTHING)
        rows = pl.when(spreads).then(even / error**2).otherwise(clusters)
        known = pl.when(clusters > 1)
        ends = wilson(mean, even.clip(lower_bound=0), rows, z)
        low, high = (known.then(each.clip(0, 1)) for each in ends)
    return [low.alias(f"{name}_low"), high.alias(f"{name}_high")]


_NOTHING: Final = 1e-12


def wilson(mean: Any, even: Any, rows: Any, z: Any) -> tuple[Any, Any]:  # noqa: ANN401 - numbers or columns
    """Wilson's interval of a share, as if this number of independent rows were behind it.

    `even` is mean * (1 - mean). Where all rows are alike, they count as clusters.
    """
    part = z**2 / rows
    middle = (mean + part / 2) / (1 + part)
    half = z / (1 + part) * (even / rows + part / (4 * rows)) ** 0.5
    return middle - half, middle + half


def quotients(
    parts: pl.LazyFrame, wholes: pl.LazyFrame, by: Sequence[str], within: Sequence[str], name: str
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
    error = _error(mean, pl.col("_squares"), pl.col("_cross"), pl.col("_sizes"), whole)
    return beside(found, every, within).with_columns((part / whole).alias(name)).select(
        *by, *sums, size, mean, *_ends(name, error), pl.col("clusters").cast(pl.UInt32)
    )  # fmt: skip


def beside(rows: pl.LazyFrame, more: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """Rows with the columns of their group; without keys all have those of the one row."""
    return rows.join(more, on=by, nulls_equal=True) if by else rows.join(more, how="cross")


def widened(number: int, clusters: int) -> float:
    """By how much an interval grows if it is to hold for all of a number at once (Bonferroni)."""
    free = max(1, clusters - 1)
    return student_quantile(1 - (1 - LEVEL) / number, free) / student_quantile(LEVEL, free)


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


# ------------------------------------------------------------------ groups against each other


class Gap(NamedTuple):
    """A difference of two groups with its interval, which allows for the number of pairs."""

    first: int
    second: int
    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Beyond chance: the interval leaves out 0."""
        return self.low > 0 or self.high < 0


@dataclass
class Estimates:
    """One number for each of several groups, and how each cluster pulls at it.

    Groups may share clusters (players of one game), so a difference has its own error: that of
    the difference of the pulls.
    """

    groups: Sequence[dict[str, Any]]
    values: Floats
    pulls: Floats
    clusters: Sequence[int]
    share: bool = False
    spans: Sequence[tuple[float, float]] = ()

    @classmethod
    def of(
        cls, parts: pl.DataFrame, wholes: pl.DataFrame, by: Sequence[str], within: Sequence[str], *,
        share: bool = False,
    ) -> Estimates:  # fmt: skip
        """Ratios of sums as `quotients` takes them; a cluster without a part has a part of 0."""
        [size] = [each for each in wholes.columns if each not in (*within, "cluster")]
        first = next(each for each in parts.columns if each not in (*by, "cluster"))
        groups, group = _groups(parts, by)
        wider, own = _groups(wholes, within)
        clusters, cluster = np.unique(_numbers(wholes["cluster"]), return_inverse=True)
        part = np.zeros((len(clusters) + 1, groups.height))
        whole = np.zeros((len(clusters), wider.height))
        part[np.searchsorted(clusters, _numbers(parts["cluster"])), group] = parts[first]
        whole[cluster, own] = wholes[size]
        part, seen = part[:-1], np.bincount(own, minlength=wider.height)
        if by:
            inside = places_in(groups, wider)
            seen, whole = seen[inside], whole[:, inside]
        total = whole.sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.where(total > 0, part.sum(axis=0) / total, np.nan)
            pulls = (part - values * whole) * (np.sqrt(seen / (seen - 1).clip(1)) / total)
        pulls[:, ~(total > 0)] = 0.0
        return cls(groups.rows(named=True), values, pulls, seen.tolist(), share)

    @classmethod
    def means(
        cls, rows: pl.LazyFrame, value: str, by: Sequence[str], *, share: bool = False
    ) -> Estimates:
        """Means of a column by group; the rows have a `cluster`."""
        cells = rows.group_by(*by, "cluster").agg(part=pl.col(value).sum(), whole=pl.len())
        told = cells.collect(engine="streaming")
        return cls.of(told.drop("whole"), told.drop("part"), by, by, share=share)

    def merged(self, keys: Sequence[str]) -> Estimates:
        """Groups that are alike in some keys as one: the sum of numbers with the same whole."""
        names = [tuple(group[key] for key in keys) for group in self.groups]
        order = list(dict.fromkeys(names))
        mixed = np.array([[name == each for each in order] for name in names], dtype=np.float64)
        return Estimates(
            [dict(zip(keys, name, strict=True)) for name in order], self.values @ mixed,
            np.einsum("ij,jk->ik", self.pulls, mixed),
            [self.clusters[names.index(name)] for name in order], self.share,
        )  # fmt: skip

    def only(self, places: Iterable[int]) -> Estimates:
        kept = list(places)
        return Estimates(
            [self.groups[each] for each in kept], self.values[kept], self.pulls[:, kept],
            [self.clusters[each] for each in kept], self.share,
            [self.spans[each] for each in kept] if self.spans else (),
        )  # fmt: skip

    def where(self, **values: object) -> Estimates:
        return self.only(
            place for place, group in enumerate(self.groups) if group | values == group
        )

    def known(self, least: int) -> Estimates:
        """The groups with at least this number of clusters."""
        enough = (np.asarray(self.clusters) >= least) & np.isfinite(self.values)
        return self.only(np.flatnonzero(enough).tolist())

    def leader(self) -> tuple[int, list[int]]:
        """The group with the largest number, and those that are not surely below it."""
        best, *others = (int(each) for each in (-self.values).argsort(kind="stable"))
        gaps = [self.gap(best, each, len(others)) for each in others]
        return best, [gap.second for gap in gaps if not gap.clear]

    def interval(self, place: int, pairs: int = 1) -> tuple[float, float]:
        """Confidence interval of a group's number; of one of several if it was chosen."""
        if self.spans and pairs == 1:
            return self.spans[place]
        if self.clusters[place] < FEWEST:
            return -np.inf, np.inf
        reach, mean = self._reach(self.clusters[place], pairs), float(self.values[place])
        error = float(np.sqrt((self.pulls[:, place] ** 2).sum()))
        if not self.share:
            return mean - reach * error, mean + reach * error
        even = mean * (1 - mean)
        rows = even / error**2 if min(error, even) > _NOTHING else self.clusters[place]
        low, high = wilson(mean, max(0.0, even), rows, reach)
        return max(0.0, low), min(1.0, high)

    def gap(self, first: int, second: int, pairs: int) -> Gap:
        """The first group's number less the second's; `pairs` differences are looked at."""
        one, two = self.pulls[:, first], self.pulls[:, second]
        ours, theirs = float(self.values[first]), float(self.values[second])
        value = ours - theirs
        if self.share and not (one.any() and two.any()):
            # Where all rows are alike nothing spreads, and much is still unknown: Newcombe's way
            # of two intervals.
            (low, high), (least, most) = (self.interval(each, pairs) for each in (first, second))
            below, above = (
                np.hypot(ours - low, most - theirs),
                np.hypot(high - ours, theirs - least),
            )
            return Gap(first, second, value, float(value - below), float(value + above))
        reach = self._reach(min(self.clusters[first], self.clusters[second]), pairs)
        error = float(np.sqrt(((one - two) ** 2).sum()))
        width = reach * error if np.isfinite(reach) else np.inf
        return Gap(first, second, value, value - width, value + width)

    def gaps(self, choices: int = 1) -> list[Gap]:
        """All differences, larger less smaller, the widest first; of one of several choices."""
        order = np.argsort(-self.values, kind="stable").tolist()
        pairs = choices * len(order) * (len(order) - 1) // 2
        found = [
            self.gap(one, other, pairs)
            for place, one in enumerate(order)
            for other in reversed(order[place + 1 :])
        ]
        return sorted(found, key=lambda gap: -gap.value)

    def _reach(self, clusters: int, pairs: int) -> float:
        level = 1 - (1 - LEVEL) / max(1, pairs)
        return student_quantile(level, clusters - 1) if clusters > 1 else float("inf")


def _groups(frame: pl.DataFrame, by: Sequence[str]) -> tuple[pl.DataFrame, Whole]:
    groups = frame.select(by).unique().sort(by) if by else pl.DataFrame(height=1)
    return groups, places_in(frame, groups)


def places_in(rows: pl.DataFrame, groups: pl.DataFrame) -> Whole:
    """The number of each row's group among some groups; without columns all are in the first."""
    if not (keys := groups.columns):
        return np.zeros(rows.height, dtype=np.int64)
    numbered = groups.with_row_index("_place")
    found = rows.select(keys).join(numbered, on=keys, nulls_equal=True, maintain_order="left")
    return found["_place"].to_numpy().astype(np.int64)


def _numbers(clusters: pl.Series) -> NDArray[np.generic]:
    named = clusters.dtype == pl.String
    return (clusters.hash() if named else clusters.to_physical()).to_numpy()


def mean_interval(
    frame: pl.DataFrame | pl.LazyFrame, value: str, by: Sequence[str] = ()
) -> pl.DataFrame:
    """Means of a column by group with 95 % intervals that count deals, not rows.

    The frame has a column `cluster`, or a `game` that stands for one: rows of one deal (or of one
    game) depend on each other.

    >>> rows = pl.DataFrame({"game": ["a", "a", "b", "c"], "coins": [30, 50, 44, 46]})
    >>> mean_interval(rows, "coins").columns
    ['rows', 'clusters', 'coins', 'coins_low', 'coins_high']
    """
    rows = frame.lazy()
    if "cluster" not in rows.collect_schema():
        rows = rows.with_columns(cluster="game")
    told = rows.filter(pl.col(value).is_not_null()).with_columns(pl.col(value).cast(pl.Float64))
    return cluster_means(told, list(by), [value]).collect()
