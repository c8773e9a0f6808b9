"""Shadows: how copies end, what they erase, and what that costs.

Three things are told apart everywhere. A building is *erased* when a copy covers it (B6). If the
copy is of its kind and owner and covers all of it, the building *lives on* in it (`succeeded`);
every other erasure is a *paradox*, and only those are counted as losses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import polars as pl

from khronos_lab.analysis import AGE, KIND, SQUARE
from khronos_lab.drawing import Drawing, charts
from khronos_lab.players import LEVEL, student_quantile
from khronos_lab.questions.adjustment import ALIKE, adjusted_slopes, fared
from khronos_lab.questions.building_lives import COVERING, NUMBERS, copies_over, lives_on
from khronos_lab.questions.columns import OUTCOMES, VICTIMS, fills_of, labels_of
from khronos_lab.questions.intervals import quotients
from khronos_lab.questions.question import (
    COINS,
    FEW,
    By,
    Question,
    Ratio,
    Row,
    ends,
    group_text,
    span,
    turned,
    way,
)
from khronos_lab.questions.selection import READINGS, Selection
from khronos_lab.questions.streams import (
    MOMENT,
    Reading,
    Schema,
    counted,
    first_moment,
    game_by_game,
    in_order,
    in_step_order,
    shaped,
    summed,
)
from khronos_lab.rulebook import number_text, percent_text, say

_OUTCOMES: Final = ("ShadowFalls", "ShadowReplaced", "ShadowBlocked", "ShadowMissing")
"""Each copy ends with one of these; the first two cast it."""
OUTCOME: Final = pl.Enum(["cast", "blocked", "missing"])
# Not `replace_strict`, for which polars would take all copies into memory.
_OUTCOME: Final = (
    pl.when(pl.col("event") == "ShadowBlocked")
    .then(pl.lit("blocked", OUTCOME))
    .when(pl.col("event") == "ShadowMissing")
    .then(pl.lit("missing", OUTCOME))
    .otherwise(pl.lit("cast", OUTCOME))
)
READINGS["copies"] = Reading(
    _OUTCOMES,
    ("step", "age", "kind", "rank", "clause", _OUTCOME.alias("outcome")),
    lambda batch, _: counted(batch, ("age", "kind", "rank", "outcome", "clause")),
)


class Shadows(Question):
    """What becomes of copies: cast, blocked (the clause says by what), or missing a tile or cube.

    A copy that fails in Faith is never tried in Reason (B3, B5), so Reason counts only those that
    came that far.
    """

    report, limit = {"by": ("age", "kind", "rank")}, "limit-shadow_outcomes"
    title, family = "title-shadow_outcomes", "buildings"
    parts, about, percent = ("age", "kind", "rank", "round"), "games", True
    counts_games = True

    def _copies(self, by: Sequence[str]) -> pl.LazyFrame:
        read = self.asked.read("copies") if set(by) <= {"age", "kind", "rank"} else None
        if read is not None:
            return read
        events = self.asked.whole.events.filter(pl.col("event").is_in(_OUTCOMES))
        told = events.with_columns(rows=pl.lit(1, pl.Int64), outcome=_OUTCOME)
        return self.asked.with_games(told, self.own(by))

    def rows(self, by: By = ("age", "kind", "rank")) -> pl.LazyFrame:
        keys, copies = [*by, "outcome", "clause"], self._copies(by)
        parts = copies.group_by(*keys, "cluster").agg(number=pl.col("rows").sum()).cache()
        wholes = parts.group_by(*by, "cluster").agg(copies=pl.col("number").sum())
        first = copies.group_by(keys).agg(**first_moment())
        found = quotients(parts, wholes, keys, by, "share")
        return (
            found.join(first, on=keys, nulls_equal=True)
            .sort(keys)
            .select(*keys, pl.col("number").cast(pl.UInt32), "share", "share_low", "share_high",
                    "clusters", "game", "step")
        )  # fmt: skip

    def cells(self, by: Sequence[str]) -> pl.LazyFrame:
        failed = (pl.col("outcome") != "cast").cast(pl.Int64) * pl.col("rows")
        copies = self._copies(by).group_by(*by, "cluster")
        return copies.agg(part=failed.sum(), whole=pl.col("rows").sum())

    def draw(self, sheet: charts.Sheet) -> Drawing:
        groups = self.stacks(self.keys, _outcome, "share")
        totals = [int(group["number"].sum()) for group in charts.groups_of(self.frame, self.keys)]
        fills = {name: (_outcome_word(name), style) for name, style in OUTCOMES.items()}
        self.bars(
            sheet, groups, fills, say("axis-share_of_copies"), text=percent_text, least=0.045,
            notes=[number_text(each, 0) for each in totals], whiskers=False,
        )  # fmt: skip
        return sheet.finished(f"{number_text(sum(totals), 0)} {say('word-copies')}")

    def tell(self) -> str:
        counts = dict(self.frame.group_by("outcome").agg(pl.col("number").sum()).iter_rows())
        whole = sum(counts.values())
        share = {
            name: percent_text(part, 2 if 0 < part < 0.0005 else 1)
            for name in OUTCOME.categories
            for part in [counts.get(name, 0) / whole]
        }
        said = say(
            "finding-shadows", n=whole, share=share["cast"], blocked=share["blocked"],
            missing=share["missing"], lack=bool(counts.get("missing")),
        )  # fmt: skip
        # In a report the copies were handed out once, and its sentence needs no groups.
        if not self.keys or self.asked.in_report:
            return said
        return f"{said} {self.compared(self.keys)}"


def _outcome(row: Row) -> str:
    """How a copy ends, with the clause where one that is known blocked it."""
    name = f"{row['outcome']}.{row['clause']}"
    return name if name in OUTCOMES else str(row["outcome"])


def _outcome_word(outcome: str) -> str:
    word, _, clause = outcome.partition(".")
    said = say(f"outcome-{word}")
    return f"{said} ({clause})" if clause else said


# ------------------------------------------------------------------ paradoxes

VICTIM: Final = pl.Enum(["own", "another's", "nobody's"])
"""Whose building a copy erased, seen from the acting player."""

ERASURES: Final[Schema] = {
    **MOMENT,
    "turn": pl.UInt16(),
    "round": pl.UInt8(),
    "seat": pl.UInt8(),
    "age": AGE,
    "kind": KIND,
    "rank": pl.UInt8(),
    "owner": pl.UInt8(),
    "square": SQUARE,
    "value": pl.Int32(),
    "victim": VICTIM,
    "succeeded": pl.Boolean(),
    "copy_kind": KIND,
    "copy_rank": pl.UInt8(),
    "copy_owner": pl.UInt8(),
}
"""Columns of `erasures`."""


def erasures(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every building that a copy removed (B6), with the copy: a row for each.

    `seat` is the acting player, `value` what the building was worth (S2), `victim` whose it was,
    `succeeded` is true where the copy is of its kind and owner and covers all of it, so that it
    lives on rather than being lost. Covered printed hamlets are left out.
    """
    read = events.filter(pl.col("event").is_in(COVERING)).select(_READ)
    return game_by_game(read, _erasures, ERASURES)


_READ: Final = (
    "game", "step", "turn", "round", "seat", "age", "kind", "rank", "owner", "square", "amount",
    *NUMBERS,
)  # fmt: skip


def _erasures(batch: pl.DataFrame, schema: Schema = ERASURES) -> pl.DataFrame:
    batch = in_step_order(batch)
    rows, copies = copies_over(batch)
    succeeded = pl.Series(lives_on(batch, rows, copies))
    known = pl.Series(copies >= 0)
    copied = batch.select(pl.col("kind", "rank", "owner").name.prefix("copy_"))[
        np.maximum(copies, 0)
    ]
    whose = (
        pl.when(pl.col("owner").is_null()).then(pl.lit("nobody's"))
        .when(pl.col("owner") == pl.col("seat")).then(pl.lit("own"))
        .otherwise(pl.lit("another's"))
    )  # fmt: skip
    found = batch[rows].with_columns(
        copied.with_columns(pl.when(known).then(pl.all())),
        value="amount",
        victim=whose.cast(VICTIM),
        succeeded=succeeded,
    )
    return shaped(found, schema)


def _lost(batch: pl.DataFrame) -> pl.DataFrame:
    found = _erasures(batch.with_columns(game="number"), {**ERASURES, "game": pl.UInt64()})
    return found.filter(~pl.col("succeeded"))


READINGS["lost"] = Reading(COVERING, _READ[1:], lambda batch, _: _lost(batch))


def erased(asked: Selection) -> pl.LazyFrame:
    """Every building that a paradox took, as `erasures` tells it; read once."""

    def work() -> pl.LazyFrame:
        if (found := asked.read("lost")) is not None:
            return found
        return erasures(asked.whole.events).filter(~pl.col("succeeded"))

    return asked.once("lost", work)


class Paradoxes(Ratio):
    """What falling shadows erase, and whose it was.

    Buildings that live on in their copy are not counted. `value` is that of the tile (S2), not of
    the income it stood for: a rank 1 chapel can rule a city.
    """

    report, family = {"by": ("age", "kind", "rank")}, "buildings"
    parts, about, digits = ("age", "kind", "rank", "victim", "round"), "games", 2
    number = "per_game"
    counts_games = True

    def _lost(self, by: Sequence[str]) -> pl.LazyFrame:
        return self.asked.with_games(erased(self.asked), self.own(by))

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        numbers = (
            self._lost(by)
            .group_by(*by, "cluster")
            .agg(number=pl.len().cast(pl.Int64), value=pl.col("value").cast(pl.Int64).sum())
        )
        return numbers, self.asked.games_by(self.own(by))

    def rows(self, by: By = ("age", "kind", "rank")) -> pl.LazyFrame:
        keys = tuple(by) if "victim" in by else (*by, "victim")
        first = summed(self._lost(keys), keys, **first_moment())
        joined = self.quotients(keys).join(first, on=keys, nulls_equal=True)
        whole = pl.col("number", "value").cast(pl.UInt32)
        ends = ("per_game", "per_game_low", "per_game_high")
        return in_order(joined, keys).select(*keys, whole, *ends, "clusters", "game", "step")

    def draw(self, sheet: charts.Sheet) -> Drawing:
        keys = [each for each in self.keys if each != "victim"]
        groups = self.stacks(keys, lambda row: row["victim"], "per_game")
        across = f"{say('axis-buildings_lost')}, {say('axis-a_game')}"
        fills = fills_of("victim", VICTIMS)
        self.bars(sheet, groups, fills, across, columns=3, whiskers=False)
        return sheet.finished(say("n-buildings", n=int(self.frame["number"].sum())))

    def tell(self) -> str:
        rows = self.frame
        whole = int(rows["number"].sum())
        own = int(rows.filter(pl.col("victim") == "own")["number"].sum())
        total = self.estimates(())
        said = say(
            "finding-paradoxes", mean=self.text(whole / self.games),
            ends=span(*total.interval(0), self.text), share=percent_text(own / whole, 0),
        )  # fmt: skip
        usual = self.keys == ("age", "kind", "rank")
        others = [each for each in self.keys if each != "victim"]
        split = [] if usual else others or self.keys
        return f"{said} {self.compared(split)}" if split else said


class ParadoxCosts(Question):
    """What a building lost to a paradox costs its owner in coins, by kind, rank, age...

    `cost` compares players who are alike and lost more or fewer such buildings; a negative one is
    a gain. Buildings of nobody cost nobody in particular and are left out.
    """

    report, winning, family = {"by": ("kind",)}, True, "buildings"
    parts, about = ("kind", "rank", "age", "victim", "round"), "buildings"

    def rows(self, by: By = ("kind",)) -> pl.LazyFrame:
        keys = list(by)
        lost = erased(self.asked).filter(pl.col("owner").is_not_null())
        counts = lost.group_by(*keys, "game", seat="owner").agg(lost=pl.len().cast(pl.Float64))
        people = fared(self.asked).select("game", "seat", "cluster", "lead", *ALIKE)
        groups = lost.select(keys).unique() if keys else pl.LazyFrame({"_all": [0]})
        rows = people.join(groups, how="cross").join(
            counts, on=[*keys, "game", "seat"], how="left", nulls_equal=True
        )
        slopes = adjusted_slopes(
            rows.with_columns(pl.col("lost").fill_null(0.0)), keys, "lost", "lead", ALIKE
        )
        first = summed(lost, keys, number=pl.len(), **first_moment())
        told = (
            slopes.join(first, on=keys, nulls_equal=True)
            if keys
            else slopes.join(first, how="cross")
        )
        ends = {"cost": "slope", "cost_low": "slope_high", "cost_high": "slope_low"}
        return in_order(told, keys).select(
            *keys, "number", *((-pl.col(each)).alias(name) for name, each in ends.items()),
            "rows", "clusters", "game", "step",
        )  # fmt: skip

    def draw(self, sheet: charts.Sheet) -> Drawing:
        notes = charts.count_notes(self.frame["number"])
        return self.dots(sheet, "cost", say("axis-paradox_cost"), notes=notes, zero=True)

    def strength(self) -> float:
        known = self.frame.filter(pl.col("number") >= FEW, pl.col("cost_low").is_not_null())
        rows = [_widened(row, known.height) for row in known.iter_rows(named=True)]
        return max([0.0, *(row["cost_low"] / COINS for row in rows)])

    def tell(self) -> str:
        known = self.frame.filter(pl.col("number") >= FEW, pl.col("cost_low").is_not_null())
        if known.is_empty():
            return say("finding-paradox_costs_few", least=FEW)
        if known.height == 1 and not self.keys:
            row = known.row(0, named=True)
            less = row["cost"] < 0
            return say(
                "finding-paradox_costs", way=way(row, "cost"), less=less,
                cost=number_text(abs(row["cost"]), 1),
                ends=ends(turned(row, "cost") if less else row, "cost"),
            )  # fmt: skip
        # Of several groups some look costly by chance: their intervals are widened for that.
        rows = [_widened(row, known.height) for row in known.iter_rows(named=True)]
        rows = sorted(rows, key=lambda row: -row["cost"])
        groups = tuple(
            group_text(labels_of(self.keys, row), number_text(row["cost"], 1), ends(row, "cost"))
            for row in rows
        )
        costly = tuple(labels_of(self.keys, row) for row in rows if way(row, "cost") == "more")
        sure = say("list-or", options=costly) if costly else ""
        return say("finding-paradox_costs_by", groups=groups, sure=sure, any=bool(costly))


def _widened(row: dict[str, float], number: int) -> dict[str, float]:
    """A row whose interval holds for all of several at once (Bonferroni)."""
    free = max(1, int(row["clusters"]) - 1)
    by = student_quantile(1 - (1 - LEVEL) / number, free) / student_quantile(LEVEL, free)
    low, high = (row["cost"] + (row[f"cost_{end}"] - row["cost"]) * by for end in ("low", "high"))
    return {**row, "cost_low": low, "cost_high": high}
