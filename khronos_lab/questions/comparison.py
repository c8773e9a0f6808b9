"""Comparison: two sets of games, the same deals under other rules, one player over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import polars as pl
from matplotlib.lines import Line2D

from khronos_lab.drawing import INK, PAPER, PLAYERS, Drawing, charts, player_line
from khronos_lab.players import LEVEL, student_quantile
from khronos_lab.questions.adjustment import adjusted_difference
from khronos_lab.questions.columns import label_of, measure_word
from khronos_lab.questions.intervals import DIGITS, FOLDS, Floats
from khronos_lab.questions.measures import (
    balance_measures,
    game_measures,
    measured,
    player_measures,
    players_table,
)
from khronos_lab.questions.question import Question, ends, first_row, keys_of, signed_text, way
from khronos_lab.questions.selection import Schema, Selection, dealt, players, shaped
from khronos_lab.rulebook import (
    KhronosError,
    multilingual,
    number_text,
    percent_text,
    quoted,
    say,
)

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


def compare(
    one: pl.LazyFrame, other: pl.LazyFrame, measures: Sequence[str] | None = None, *, seed: int = 0
) -> pl.LazyFrame:
    """Means of two sets of games (or players) with their difference, ratio and effect size.

    Both are frames like `game_measures` or `player_measures`: numbers and a column `cluster`. The
    difference is other less one, the ratio other by one (null where one is 0 or a measure can be
    negative), the effect the difference in standard deviations of single rows (the pooled one,
    taken as known). Intervals count clusters, never rows, with Student's distribution. Seeds that
    occur on both sides (`clusters_both`) compare with themselves.

    `p` is the chance of at least such a difference if there were none, found by flipping the signs
    of whole clusters; `p_of_all` is the chance that any of the measures shows one as clear, and
    `differs` says that this is less than 1 in 20.
    """
    known = other.collect_schema()
    if measures is None:
        measures = [
            name
            for name, dtype in one.collect_schema().items()
            if dtype.is_numeric() and name in known and name not in NO_MEASURES
        ]
    names = list(measures)
    both = pl.concat(
        frame.select(
            pl.lit(side).alias("side"), pl.col("cluster").cast(pl.String),
            pl.col(names).cast(pl.Float64),
        )
        for side, frame in enumerate((one, other))
    )  # fmt: skip
    every = pl.col(names)
    sums = both.group_by("side", "cluster").agg(
        pl.len().alias("rows"),
        every.sum().round(DIGITS).name.prefix("sum "),
        every.count().name.prefix("size "),
        (every**2).sum().round(DIGITS).name.prefix("square "),
        every.min().name.prefix("least "),
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


class _Side:
    """One of two sets: its clusters, and of each measure the mean, its spread and its pulls."""

    def __init__(self, sums: pl.DataFrame, names: list[str]) -> None:
        def values(part: str) -> Floats:
            columns = sums.select(pl.col(f"{part} {name}").cast(pl.Float64) for name in names)
            return columns.to_numpy()

        total, size = values("sum"), values("size")
        self.rows, self.clusters = int(sums["rows"].sum()), sums["cluster"].to_list()
        self.number, self.least = size.sum(axis=0), np.fmin.reduce(values("least"))
        number = sums.height
        with np.errstate(divide="ignore", invalid="ignore"):
            self.mean = total.sum(axis=0) / self.number
            self.squares = values("square").sum(axis=0) - total.sum(axis=0) ** 2 / self.number
            pulls = (total - self.mean * size) / self.number
            self.pulls = pulls * np.sqrt(number / np.float64(number - 1))

    def among(self, every: Sequence[str]) -> Floats:
        place = {name: row for row, name in enumerate(every)}
        found = np.zeros((len(every), len(self.mean)))
        found[[place[name] for name in self.clusters]] = self.pulls
        return found


def _compared(sums: pl.DataFrame, *, names: list[str], seed: int) -> pl.DataFrame:
    sides = [sums.filter(pl.col("side") == side) for side in (0, 1)]
    numbers = [each.height for each in sides]
    if min(numbers) < LEAST:
        raise KhronosError(
            f"{numbers[0]} and {numbers[1]} independent deals are too few to compare: "
            f"each side needs at least {LEAST}. Look at single games, or play more."
        )
    one, other = (_Side(each, names) for each in sides)
    every = sorted({*one.clusters, *other.clusters})
    pulls = one.among(every), other.among(every)
    reach = student_quantile(LEVEL, min(numbers) - 1)
    difference = other.mean - one.mean
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        # The standard deviation of single rows within their side.
        spread = np.sqrt((one.squares + other.squares).clip(0) / (one.number + other.number - 2))
        width = reach * _error(pulls[1] - pulls[0])
        ratio = np.where(np.fmin(one.least, other.least) < 0, np.nan, other.mean / one.mean)
        turn = np.exp(reach * _error(pulls[1] / other.mean - pulls[0] / one.mean))
        ends = (difference, difference - width, difference + width)
        columns = {
            "difference": ends, "ratio": (ratio, ratio / turn, ratio * turn),
            "effect": [each / spread for each in ends],
        }  # fmt: skip
    alone, of_all = _chances(pulls[1] - pulls[0], difference, every, seed)
    told = {"one": one.mean, "other": other.mean, "p": alone, "p_of_all": of_all} | {
        name + end: value
        for name, values in columns.items()
        for end, value in zip(("", "_low", "_high"), values, strict=True)
    }
    frame = pl.DataFrame({"measure": names, **told})
    frame = frame.with_columns(pl.when(pl.selectors.float().is_finite()).then(pl.selectors.float()))
    counts = {
        "rows_one": one.rows, "rows_other": other.rows, "clusters_one": numbers[0],
        "clusters_other": numbers[1], "clusters_both": sum(numbers) - len(every),
    }  # fmt: skip
    differs = (pl.col("p_of_all") < 1 - LEVEL).fill_null(value=False)
    lits = {name: pl.lit(value) for name, value in counts.items()}
    return shaped(frame.with_columns(differs=differs, **lits), COMPARISON)


def _error(pulls: Floats) -> Floats:
    return np.asarray(np.sqrt((pulls**2).sum(axis=0)))


def _chances(
    pulls: Floats, difference: Floats, names: Sequence[str], seed: int
) -> tuple[Floats, Floats]:
    """The chance of each difference if there were none: alone, and among all measures."""
    if len(pulls) > FOLDS:
        fold = dealt(pl.Series(names), FOLDS).to_numpy()
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


# ------------------------------------------------------------------ the questions

ALIKE: Final = ("players", "map", "edition", "holdem")
"""Two games are of one sort if they have these in common."""


class Compare(Question):
    """Two sets of games side by side; if one is filtered by player, their players.

    It first says in what the sets differ. Games that are in both count for the smaller set only.
    `difference` is other less one, as the sets are; `stratified` compares games of the same table
    size, map, edition and Hold'em only. Each side needs at least ten independent deals.
    """

    method, about, title, family = False, "games", "title-comparison", "strength"
    value, outcome_key = "effect", "finding-outcome"

    @classmethod
    def checked(cls, *given: Any, **options: Any) -> dict[str, Any]:  # noqa: ANN401
        found = super().checked(*given, **options)
        names, measures = found["names"], found["measures"]
        two = isinstance(names, tuple | list) and [type(each) for each in names] == [str, str]
        if names is not None and not two:
            raise KhronosError(f'names= are two texts, ("before", "after"), not {quoted(names)}.')
        if measures is not None and not isinstance(measures, Mapping):
            measures = keys_of(measures, "measures")
        return found | {"measures": measures}

    def rows(
        self,
        other: Selection,
        names: tuple[str, str] | None = None,
        measures: Sequence[str] | Mapping[str, pl.Expr] | None = None,
    ) -> pl.DataFrame:
        by_player = self.asked.seats is not None or other.seats is not None
        self.overlap, sides = self._apart(other)
        own = measures if isinstance(measures, Mapping) else {}
        work = player_measures if by_player else game_measures
        frames = [
            measured(players_table(side), own, "players") if own else work(side).collect()
            for side in sides
        ]
        chosen = list(own) or (None if measures is None else list(measures))
        one, two = (each.lazy() for each in frames)
        found = compare(one, two, chosen).collect()
        self.sides = sides
        return found.with_columns(**self._stratified(frames, found["measure"].to_list()))

    def _apart(self, other: Selection) -> tuple[int, tuple[Selection, Selection]]:
        """How many games are in both sets, and the sets without them in the larger one."""
        one, two = (
            set(each.whole.games.select("game").unique().collect()["game"])
            for each in (self.asked, other)
        )
        both = one & two
        if not both or self.asked.seats is not None or other.seats is not None:
            return 0, (self.asked, other)
        larger, rest = (other, two - both) if len(two) >= len(one) else (self.asked, one - both)
        if not rest:
            raise KhronosError(say("compare-same"))
        left = larger.among(pl.LazyFrame({"game": sorted(rest)}, {"game": pl.String}))
        return len(both), (self.asked, left) if larger is other else (left, other)

    def _stratified(
        self, frames: Sequence[pl.DataFrame], names: Sequence[str]
    ) -> dict[str, pl.Series]:
        """By measure: the difference among games of the same sort, with its interval."""
        both = pl.concat(
            frame.select(
                pl.lit(bool(side)).alias("side"), *ALIKE, pl.col("cluster").cast(pl.String),
                pl.col(names).cast(pl.Float64),
            )
            for side, frame in enumerate(frames)
        )  # fmt: skip
        # What no game has in common is what is compared.
        sides = both.partition_by("side")
        self.alike = [
            name for name in ALIKE if set.intersection(*(set(side[name]) for side in sides))
        ]
        rows = []
        for name in names:
            known = both.filter(pl.col(name).is_not_null())
            rows.append(adjusted_difference(known, "side", name, self.alike) or (None, None, None))
        columns = ("stratified", "stratified_low", "stratified_high")
        frame = pl.DataFrame(rows, dict.fromkeys(columns, pl.Float64()), orient="row")
        return frame.to_dict()

    @property
    def _names(self) -> tuple[str, str]:
        """Names of the two selections: given, or the conditions that only one of them has."""
        other, names = self.options["other"], self.options["names"]
        if names is None:
            sets = (self.asked.conditions, other.conditions)
            words = [[each.words for each in conditions] for conditions in sets]
            common = set(words[0]) & set(words[1])
            names = [", ".join(each for each in own if each not in common) for own in words]
        first, second = (each or say("compare-rest") for each in names)
        return first, second

    def differing(self) -> str:
        self.frame  # noqa: B018 - the sides come with the rows
        one, two = map(_setting, self.sides)
        said = [
            say("compare-setting", what=say(f"compare-{key}"), one=one[key], other=two[key])
            for key in one
            if one[key] != two[key]
        ]
        overlap = [say("compare-overlap", n=self.overlap)] if self.overlap else []
        both = int(self.frame["clusters_both"][0]) if self.frame.height else 0
        common = [say("compare-common", n=both)] if both else []
        start = say("compare-differ", said=tuple(said)) if said else say("compare-alike")
        return " ".join([start, *overlap, *common])

    @multilingual
    def behind(self, language: str | None = None) -> str:
        self.frame  # noqa: B018 - the sides come with the rows
        one, other = (each.number for each in self.sides)
        words = [{each.words for each in side.conditions} for side in self.sides]
        where = ", ".join(sorted(words[0] & words[1]))
        return say("compare-behind", one=one, other=other, where=where, some=bool(where))

    def draw(self, sheet: charts.Sheet) -> Drawing:
        names = self._names
        known = self.frame.filter(pl.col("effect").is_not_null())
        if known.is_empty():
            return sheet.nothing()
        pairs = known.select("one", "other").iter_rows()
        more = say("caption-more_in")
        ways = f"← {more} {names[0]}   |   {more} {names[1]} →"
        numbers = [number_text(known[f"clusters_{side}"][0], 0) for side in ("one", "other")]
        sides = ", ".join(f"{name}: {each}" for name, each in zip(names, numbers, strict=True))
        drawing = self.dots(
            sheet, f"{say('axis-effect_size')}\n{ways}", rows=known, zero=True,
            labels=[measure_word(each) for each in known["measure"]], letters=34, over=1.7,
            notes=[" → ".join(_mean(each) for each in pair) for pair in pairs],
            below=(charts.level_note(sheet.level), f"{say('caption-clusters')}: {sides}",
                   say("caption-by_chance")),
        )  # fmt: skip
        for place, (value, clear) in enumerate(known.select("effect", "differs").iter_rows()):
            if not clear:
                sheet.ax.plot(value, place, marker="o", ms=6.5, color=INK, mfc=PAPER, zorder=5)
        return drawing

    def tell(self) -> str:
        rows, (first, second) = self.frame, self._names
        clear = rows.filter("differs")
        if clear.is_empty() and rows.height > 1:
            return f"{self.differing()} {say('finding-compare_none', all=rows.height)}"
        shown = rows if clear.is_empty() else clear
        most = first_row(shown, pl.col("effect").abs())
        said = say(
            "finding-compare", n=clear.height, all=rows.height,
            measure=measure_word(most["measure"]), one=number_text(most["one"], 2),
            other=number_text(most["other"], 2), first=first, second=second,
            difference=signed_text(most["difference"], 2), ends=ends(most, "difference", digits=2),
        )  # fmt: skip
        one, two = map(_setting, self.sides)
        if all(one[each] == two[each] for each in self.alike):
            return f"{self.differing()} {said}"
        key = "compare-stratified" if most["stratified"] is not None else "compare-no_strata"
        return f"{self.differing()} {said} " + say(
            key, what=tuple(say(f"compare-{each}") for each in self.alike),
            difference=signed_text(most["stratified"] or 0.0, 2),
            ends=ends(most, "stratified", digits=2),
        )  # fmt: skip


def _setting(asked: Selection) -> dict[str, str]:
    games = players(asked.tables.games).select("game", *ALIKE).unique().collect()
    told = {"who": ", ".join(asked.who) or say("caption-unknown")}
    for column in ALIKE:
        counts = games.group_by(column).len().sort(column)
        told[column] = ", ".join(
            label_of(column, value)
            + (f" {percent_text(number / games.height, 0)}" if counts.height > 1 else "")
            for value, number in counts.iter_rows()
        )
    return told


class Balance(Question):
    """What variants of the rules change, deal by deal: `kl.balance` plays and asks."""

    method, about, family = False, "games", "strength"

    def rows(self, variants: Mapping[str, Selection]) -> pl.LazyFrame:
        others = {name: balance_measures(each) for name, each in variants.items()}
        return balanced(balance_measures(self.asked), others)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows = self.frame
        building = pl.col("measure").str.contains("^(chosen|wins)_")
        clear = pl.col("differs").any().over("measure")
        shown = rows.filter(pl.col("effect").is_not_null() & (clear | ~building))
        measures = shown["measure"].unique(maintain_order=True).to_list()
        variants = shown["variant"].unique(maintain_order=True).to_list()
        if not measures:
            return sheet.nothing()
        sheet.set_height(charts.room_for(len(measures), over=1.9))
        ax, handles = sheet.ax, []
        for number, variant in enumerate(variants):
            down = 0.5 * ((number + 0.5) / len(variants) - 0.5)
            look = player_line(number % len(PLAYERS))
            look = {"color": look["color"], "marker": look["marker"], "ms": 6}
            for row in shown.filter(pl.col("variant") == variant).iter_rows(named=True):
                place = measures.index(row["measure"]) + down
                ends = [row["effect_low"], row["effect_high"]]
                ax.plot(ends, [place] * 2, color=look["color"], lw=1.4)
                face = look["color"] if row["differs"] else PAPER
                ax.plot(row["effect"], place, ls="", mfc=face, zorder=4, **look)
            handles.append(Line2D([], [], lw=1.4, label=variant, **look))
        charts.rows_down(ax, [measure_word(each) for each in measures], letters=44)
        charts.striped_rows(ax, len(measures))
        means = shown.unique("measure", keep="first", maintain_order=True)["usual"]
        charts.notes_right(ax, [_mean(each) for each in means])
        charts.label_across(sheet, say("axis-balance"))
        charts.zero_line(ax)
        sheet.legend(handles, len(handles))
        deals = f"{number_text(int(shown['clusters_both'][0]), 0)} {say('caption-clusters')}"
        notes = (say("caption-by_chance"), say("caption-balance_means"))
        return sheet.finished(charts.level_note(sheet.level), deals, *notes)

    def tell(self) -> str:
        said = []
        for rows in self.frame.partition_by("variant", maintain_order=True):
            coins = rows.filter(pl.col("measure") == "coins").row(0, named=True)
            told: dict[str, object] = {
                "variant": coins["variant"], "all": rows.height,
                "coins": signed_text(coins["difference"]),
                "ends": ends(coins, "difference"),
            }  # fmt: skip
            clear = rows.filter("differs")
            if clear.is_empty():
                said.append(say("finding-balance_none", **told))
                continue
            most = first_row(clear, pl.col("effect").abs())
            told |= {
                "n": clear.height, "measure": measure_word(most["measure"]),
                "usual": number_text(most["usual"], 2),
                "changed": number_text(most["changed"], 2),
            }  # fmt: skip
            said.append(say("finding-balance", **told))
        return " ".join(said)


def _mean(value: float | None) -> str:
    return "?" if value is None else number_text(value, 2 if abs(value) < 10 else 1)


# ------------------------------------------------------------------ one player over time

REVIEWED: Final = {
    "game": pl.String(),
    "round": pl.UInt8(),
    "mark": pl.String(),
    "coins": pl.Float64(),
}
"""Of a reviewed turn of the player, in the order of the games: what it gave away."""
MARKS: Final = {"?!": "inaccuracies", "?": "mistakes", "??": "blunders"}


class Progress(Question):
    """Am I getting better? What a player gives away in the later half of the games, and before.

    Coins given away a turn, in all and by phase (up to the first taxation, and after it), and how
    many turns of a game have each mark. Games count in the order in which they were loaded; each
    half needs ten.
    """

    method, family, digits = False, "strength", 2
    value, axis = "effect", "axis-progress"

    def rows(self, reviewed: pl.DataFrame, player: str, taxed: int = 4) -> pl.DataFrame:
        games = reviewed["game"].unique(maintain_order=True)
        half = games.len() // 2
        if half < LEAST:
            raise KhronosError(
                say("finding-progress_few", player=player, n=games.len(), least=2 * LEAST)
            )
        early = pl.col("round") <= taxed
        told = reviewed.group_by("game", maintain_order=True).agg(
            given_away=pl.col("coins").mean(),
            given_away_early=pl.col("coins").filter(early).mean(),
            given_away_late=pl.col("coins").filter(~early).mean(),
            **{name: (pl.col("mark") == mark).sum() for mark, name in MARKS.items()},
        )
        told = told.with_columns(cluster="game").drop("game")
        return compare(told.head(half).lazy(), told.tail(half).lazy()).collect()

    def draw(self, sheet: charts.Sheet) -> Drawing:
        known = self.frame.filter(pl.col("effect").is_not_null())
        pairs = known.select("one", "other").iter_rows()
        return self.dots(
            sheet, rows=known, zero=True, letters=34,
            labels=[measure_word(each) for each in known["measure"]],
            notes=[" → ".join(number_text(each, 2) for each in pair) for pair in pairs],
            below=(charts.level_note(sheet.level), say("caption-by_chance")),
        )  # fmt: skip

    def tell(self) -> str:
        row = self.frame.row(0, named=True)
        said = say(
            "finding-progress", player=self.options["player"], way=way(row, "difference"),
            earlier=self.text(row["one"]), later=self.text(row["other"]),
            difference=number_text(row["difference"], 2), ends=ends(row, "difference", digits=2),
            n=int(row["rows_one"] + row["rows_other"]),
        )  # fmt: skip
        clear = self.frame.filter("differs")
        if clear.is_empty():
            return f"{said} {say('finding-compare_none', all=self.frame.height)}"
        most = first_row(clear, pl.col("effect").abs())
        return f"{said} " + say(
            "finding-progress_sort", measure=measure_word(most["measure"]),
            one=self.text(most["one"]), other=self.text(most["other"]),
        )  # fmt: skip
