"""Effects with the players' strength taken out: like is compared with like.

A strong player who likes an opening makes the opening look strong. So rows are compared only with
rows of the same *stratum*: the same player in the same company, say. What is left is what goes
with the opening, the seat or the castle itself (a regression with fixed effects of the strata).
Intervals and the joint test count clusters, as everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import permutations
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from khronos_lab.players import LEVEL, student_quantile
from khronos_lab.questions.intervals import (
    DIGITS,
    FOLDS,
    Estimates,
    Floats,
    Whole,
    cluster_means,
    places_in,
)
from khronos_lab.questions.selection import (
    MOMENT,
    WHO,
    Schema,
    Selection,
    dealt,
    in_order,
    players,
    shaped,
    summed,
)

DRAWS: Final = 1999
_TINY: Final = 1e-9

ALIKE: Final = ("who", "company", "place")
"""Players are alike who are the same program, in the same company, at the same place in turn."""


def alike(results: pl.LazyFrame) -> pl.LazyFrame:
    """Add `who` (the player behind the name at a seat) and `company` (all at the table)."""
    if "company" in results.collect_schema():
        return results
    company = pl.col("who").sort().str.join(", ").over("game")
    return results.with_columns(who=WHO).with_columns(company=company)


def adjusted_effects(
    frame: pl.LazyFrame, by: Sequence[str], value: str, within: Sequence[str], *,
    level: float = LEVEL, seed: int = 0,
) -> pl.LazyFrame:  # fmt: skip
    """Adjusted effects: difference in means of `value` between groups, by strata `within`.

    The frame has a column `cluster`. `effect` is the difference to the mean of all groups that can
    be compared (weighted by rows), with `effect_low` and `effect_high`; `rows` and `clusters` say
    how much is behind it. `p` is the chance of differences at least as large if no group differed
    from any other, found by flipping the signs of whole clusters. A group that never meets another
    one in a stratum has no effect: null.
    """
    known = frame.collect_schema()
    cells = (
        frame.group_by(*by, *within, "cluster")
        .agg(_n=pl.len().cast(pl.Float64), _sum=pl.col(value).cast(pl.Float64).sum().round(DIGITS))
        .sort(*by, *within, "cluster")
    )
    work = partial(_effects, by=list(by), within=list(within), level=level, seed=seed)
    return cells.map_batches(work, schema={**{key: known[key] for key in by}, **EFFECT})


EFFECT: Final[Schema] = {
    **dict.fromkeys(("effect", "effect_low", "effect_high", "p"), pl.Float64()),
    **dict.fromkeys(("rows", "clusters"), pl.UInt32()),
}


def contrast(effects: pl.LazyFrame) -> pl.LazyFrame:
    """Of two groups: `gain`, how much more the second has than the first, with its interval.

    Effects are differences to the mean of both, so the gap between them is wider.
    """
    rest = 1 - pl.col("rows") / pl.col("rows").sum()
    gains = (
        pl.when(rest > 0).then(pl.col(f"effect{end}") / rest).alias(f"gain{end}")
        for end in ("", "_low", "_high")
    )
    return effects.with_columns(gains)


STRATA: Final = ("players", "edition", "holdem", "map", "who")
"""What effects are told apart by, to see whether they agree."""
LEAST: Final = 10
"""Independent deals that a stratum needs to be told of."""


class Stratum(NamedTuple):
    """The effect among rows that have one value in a column, with its interval."""

    value: object
    gain: float
    low: float
    high: float
    error: float


def disagreement(
    frame: pl.LazyFrame, did: str, value: str, within: Sequence[str]
) -> tuple[str, list[Stratum]] | None:
    """The column of `STRATA` in which the gain of `did` has opposite signs beyond chance.

    The gains of its strata come with it, each with an interval that allows for their number; None
    where no two strata contradict each other, so that one number may stand for all.
    """
    known = [each for each in STRATA if each in frame.collect_schema()]
    rows = frame.select(did, *dict.fromkeys((*within, *known)), "cluster", value)
    told = rows.collect(engine="streaming")
    # As one number, in half the time of several columns.
    stratum = places_in(told, told.select(within).unique(maintain_order=True))
    told = told.with_columns(_stratum=pl.Series(stratum))
    for column in known:
        if told[column].n_unique() < 2:
            continue  # what all games have in common tells nothing apart
        found = _strata(told, column, did, value)
        # Two of opposite sign are further apart than chance would put any two of any column.
        pairs = len(found) * (len(found) - 1) // 2 * len(STRATA)
        reach = NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / max(1, pairs))
        if any(
            one.gain > 0 > other.gain
            and one.gain - other.gain > reach * math.hypot(one.error, other.error)
            for one, other in permutations(found, 2)
        ):
            return column, found
    return None


def adjusted_difference(
    rows: pl.DataFrame, did: str, value: str, within: Sequence[str]
) -> tuple[float, float, float] | None:
    """Adjusted difference in means of `value` with and without `did`, by strata `within`.

    With its 95 % confidence interval; None where no stratum has rows of both sorts.
    """
    found = _gain(rows, did, value, list(within), LEVEL)
    return None if found is None else found[:3]


def _gain(
    rows: pl.DataFrame, did: str, value: str, within: list[str], level: float
) -> tuple[float, float, float, int] | None:
    if rows[did].n_unique() < 2:
        return None
    keys = [*dict.fromkeys([did, *within]), "cluster"]
    cells = rows.group_by(keys).agg(_n=pl.len().cast(pl.Float64), _sum=pl.col(value).sum())
    effects = _effects(cells.sort(keys), by=[did], within=within, level=level, seed=None)
    row = contrast(effects.lazy()).filter(pl.col(did)).collect().row(0, named=True)
    if row["gain_low"] is None:
        return None
    return row["gain"], row["gain_low"], row["gain_high"], row["clusters"]


def _strata(rows: pl.DataFrame, column: str, did: str, value: str) -> list[Stratum]:
    parts = [
        part
        for part in rows.partition_by(column, maintain_order=True)
        if part["cluster"].n_unique() >= LEAST and part[did].n_unique() == 2
    ]
    level = 1 - (1 - LEVEL) / max(1, len(parts))
    found = []
    for part in sorted(parts, key=lambda each: (each[column][0] is None, each[column][0])):
        if (gain := _gain(part, did, value, ["_stratum"], level)) is not None:
            mean, low, high, clusters = gain
            error = (high - mean) / student_quantile(level, max(1, clusters - 1))
            if round(error, DIGITS):  # players who always lose say nothing about a gain
                found.append(Stratum(part[column][0], mean, low, high, error))
    return found


def adjusted_slopes(
    frame: pl.LazyFrame, by: Sequence[str], cause: str, value: str, within: Sequence[str]
) -> pl.DataFrame:
    """Adjusted slopes of `value` on a cause, by strata `within`, with `rows` and `clusters`.

    A line for each group by itself, with the error that counts clusters; a group in which no two
    alike rows differ in the cause has none.
    """
    x, y = (pl.col(each) - pl.col(each).mean().over(*by, *within) for each in (cause, value))
    products = {"xx": pl.col("_x") ** 2, "xy": pl.col("_x") * pl.col("_y")}
    cells = frame.with_columns(_x=x, _y=y).group_by(*by, "cluster").agg(
        rows=pl.len(), **{name: each.sum().round(DIGITS) for name, each in products.items()}
    )  # fmt: skip
    told = cells.sort(*by, "cluster").collect(engine="streaming")
    keys = (*by, "cluster")
    found = Estimates.of(told.select(*keys, "xy"), told.select(*keys, "xx"), by, by)
    ends = np.array([found.interval(n) for n in range(len(found.values))]).reshape(-1, 2)
    lines = pl.DataFrame({"slope": found.values, "slope_low": ends[:, 0], "slope_high": ends[:, 1]})
    counts = summed(told.lazy(), by, pl.col("rows").sum(), clusters=pl.len().cast(pl.UInt32))
    known = lines.with_columns(pl.when(pl.all().is_finite()).then(pl.all()))
    return in_order(counts, by).collect().hstack(known).drop_nulls("slope")


def _effects(
    cells: pl.DataFrame, *, by: list[str], within: list[str], level: float, seed: int | None
) -> pl.DataFrame:
    """The effects of groups from cells; without a seed no chance is drawn."""
    groups = cells.select(by).unique(maintain_order=True)
    if cells.is_empty():
        return groups.with_columns(pl.lit(None, each).alias(n) for n, each in EFFECT.items())
    strata = cells.select(within).unique(maintain_order=True)
    group, stratum = places_in(cells, groups), places_in(cells, strata)
    # Clusters are numbered in the order of their names.
    names = cells["cluster"].unique().sort()
    cluster = cells["cluster"].rank("dense").to_numpy().astype(np.int64) - 1
    size, total = cells["_n"].to_numpy(), cells["_sum"].to_numpy()
    model = _Model(group, stratum, cluster, size, total)
    effects, spread = model.effects()
    clusters = cells.group_by(by, maintain_order=True).agg(pl.col("cluster").n_unique())["cluster"]
    width = np.array([student_quantile(level, n - 1) if n > 1 else np.nan for n in clusters])
    width = width * np.sqrt(spread)
    p = np.full(len(effects), np.nan if seed is None else model.chance(names, seed))
    columns = (effects, effects - width, effects + width, p, np.bincount(group, size), clusters)
    found = pl.DataFrame(dict(zip(EFFECT, columns, strict=True))).fill_nan(None)
    return groups.hstack(shaped(found, EFFECT))


def squares(scores: Floats) -> Floats:
    """Sums of products of all columns. Not `@`, whose threads wait for each other at full speed."""
    return np.asarray(np.einsum("ij,ik->jk", scores, scores))


def linked(links: NDArray[np.bool_]) -> list[list[int]]:
    """The groups whose members links lead to and back, in the order of their first members."""
    reached = links | np.eye(len(links), dtype=np.bool_)
    for _ in range(len(links).bit_length()):
        reached = reached @ reached
    groups = (np.flatnonzero(row).tolist() for row in reached & reached.T)
    return [group for place, group in enumerate(groups) if group[0] == place]


class _Model:
    """The regression: cells are rows of one group, stratum and cluster, with their sum."""

    def __init__(
        self, group: Whole, stratum: Whole, cluster: Whole, size: Floats, total: Floats
    ) -> None:
        self.group, self.stratum, self.cluster, self.size = group, stratum, cluster, size
        groups, strata = int(group.max()) + 1, int(stratum.max()) + 1
        table = np.bincount(stratum * groups + group, size, strata * groups)
        table = table.reshape(strata, groups)
        self.weights = table.sum(axis=0)
        sizes = table.sum(axis=1, keepdims=True)
        self.shares = table / sizes
        means = np.bincount(stratum, total, strata) / sizes[:, 0]
        self.left = total - size * means[stratum]
        """What a cell has more than its stratum would give it."""
        self.bread = np.diag(self.weights) - self.shares.T @ table

    def effects(self) -> tuple[Floats, Floats]:
        """The effect of each group and the square of its error; nan where nothing compares."""
        inverse = np.linalg.pinv(self.bread, rcond=_TINY, hermitian=True)
        centre = self._centred() @ inverse
        raw = inverse @ np.bincount(self.group, self.left, len(self.weights))
        expected = raw[self.group] - (self.shares @ raw)[self.stratum]
        scores = self._scores(self.left - self.size * expected)
        number = len(scores)
        meat = squares(scores) * (number / max(1, number - 1))
        alone = np.diag(self.bread) < _TINY * self.weights
        effects = np.where(alone, np.nan, self._centred() @ raw)
        return effects, np.where(alone, np.nan, np.diag(centre @ meat @ centre.T).clip(0))

    def _centred(self) -> Floats:
        """Takes from effects their weighted mean, over the groups that strata link."""
        matrix = np.eye(len(self.weights))
        for block in linked(np.abs(self.bread) > _TINY):
            share = self.weights[block] / self.weights[block].sum()
            matrix[np.ix_(block, block)] -= share[None, :]
        return matrix

    def _scores(self, left: Floats) -> Floats:
        """For each cluster what its rows pull at the effect of each group."""
        number = int(self.cluster.max()) + 1
        columns = [
            np.bincount(
                self.cluster,
                left * ((self.group == each) - self.shares[self.stratum, each]),
                number,
            )
            for each in range(len(self.weights))
        ]
        return np.column_stack(columns)

    def chance(self, names: pl.Series, seed: int) -> float:
        """How often flipped clusters pull at least as hard as the true ones, if nothing differs."""
        scores = self._scores(self.left)
        if len(scores) > FOLDS:
            fold = dealt(names, FOLDS).to_numpy()
            scores = np.column_stack([np.bincount(fold, column, FOLDS) for column in scores.T])
        inverse = np.linalg.pinv(squares(scores), rcond=_TINY, hermitian=True)
        signs = np.random.default_rng(seed).integers(0, 2, (DRAWS, len(scores))) * 2.0 - 1.0
        flipped = np.einsum("ij,jk->ik", signs, scores)
        pulls = np.vstack([scores.sum(axis=0, keepdims=True), flipped])
        strength = np.einsum("ij,jk,ik->i", pulls, inverse, pulls)
        if strength[0] < _TINY:
            return float("nan")
        return float((strength[1:] >= strength[0] * (1 - _TINY)).sum() + 1) / (DRAWS + 1)


# ------------------------------------------------------------------ how players fared

RESULTS: Final[Schema] = {
    **MOMENT,
    "seat": pl.UInt8(),
    "place": pl.UInt8(),
    "player": pl.String(),
    "players": pl.UInt8(),
    "cluster": pl.String(),
    "coins": pl.Int32(),
    "win": pl.Float64(),
    "advantage": pl.Float64(),
    "lead": pl.Float64(),
    "map": pl.String(),
    "edition": pl.String(),
    "holdem": pl.Boolean(),
}


def results(games: pl.LazyFrame) -> pl.LazyFrame:
    """One row per player and finished game: the result, and against its expectation by chance.

    `win` is 1 for the winner, shared equally by equal winners (T7); `advantage` is `win` less
    1 / players; `lead` is coins less the mean of the table. `place` counts from who starts every
    round. `cluster` is the seed, or the game where none is told.
    """
    win = pl.col("won") / pl.col("won").sum().over("game")
    found = players(games.filter(pl.col("finished"))).with_columns(
        win=win,
        advantage=win - 1 / pl.col("players"),
        lead=pl.col("coins") - pl.col("coins").mean().over("game"),
    )
    return shaped(found, RESULTS)


def fared(asked: Selection) -> pl.LazyFrame:
    """How the players that count fared against everybody at their tables, and with whom.

    A row for each player of each game, worked out once: many questions begin with it.
    """

    def work() -> pl.LazyFrame:
        found = asked.counted(alike(results(asked.whole.games))).collect(engine="streaming")
        # Words as numbers in the order of the words: several times faster to group and to sort.
        words = (found[name].unique().sort() for name in ("who", "company", "cluster"))
        return found.with_columns(pl.col(each.name).cast(pl.Enum(each)) for each in words).lazy()

    return asked.once("fared", work)


def fared_means(rows: pl.LazyFrame, by: Sequence[str], *, moment: bool = False) -> pl.LazyFrame:
    """Win share, advantage and lead of groups of `results`, with intervals by cluster.

    What chance gives is known, so the advantage is as unsure as the win share, and never larger
    than a share can be.
    """
    found = cluster_means(rows, by, ["win", "advantage", "lead"], moment)
    off = pl.col("advantage") - pl.col("win")
    return found.with_columns(
        (pl.col(f"win{end}") + off).alias(f"advantage{end}") for end in ("_low", "_high")
    )
