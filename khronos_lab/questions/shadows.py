"""Shadows: how copies end, what they erase, and what that costs.

Three things are told apart everywhere. A building is *erased* when a copy covers it (B6). If the
copy is of its kind and owner and covers all of it, the building *lives on* in it (`succeeded`);
every other erasure is a *paradox*, and only those are counted as losses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from khronos_lab.analysis import AGE, KIND, SQUARE
from khronos_lab.drawing import Drawing, charts
from khronos_lab.questions.adjustment import ALIKE, adjusted_slopes, fared
from khronos_lab.questions.buildings import COVERING, NUMBERS, copies_over, lives_on
from khronos_lab.questions.columns import OUTCOMES, VICTIMS, fills_of, labels_of
from khronos_lab.questions.intervals import beside, quotients, widened
from khronos_lab.questions.question import (
    COINS,
    FEW,
    By,
    Question,
    Ratio,
    Row,
    ends,
    gain_text,
    group_text,
    span,
    way,
)
from khronos_lab.questions.selection import (
    MOMENT,
    READINGS,
    Reading,
    Schema,
    Selection,
    counted,
    first_moment,
    game_by_game,
    in_order,
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
READINGS["copies"] = lambda more: Reading(
    _OUTCOMES,
    ("step", "age", "kind", "rank", "clause", _OUTCOME.alias("outcome"), *more),
    counted(("age", "kind", "rank", "outcome", "clause", *more)),
)


class Shadows(Question):
    """What becomes of copies: cast, blocked (the clause says by what), or missing a tile or cube.

    A copy that fails in Faith is never tried in Reason (B3, B5), so Reason counts only those that
    came that far.
    """

    report, limit = {"by": ("age", "kind", "rank")}, "limit-shadow_outcomes"
    title, family = "title-shadow_outcomes", "buildings"
    parts, about, percent = ("age", "kind", "rank", "round"), "games", True
    value, counts_games = "share", True

    def _copies(self, by: Sequence[str]) -> pl.LazyFrame:
        found = self.asked.read("copies", [each for each in by if each == "round"])
        return self.asked.with_games(found, self.own(by))

    def rows(self, by: By = ("age", "kind", "rank")) -> pl.LazyFrame:
        keys, copies = [*by, "outcome", "clause"], self._copies(by)
        parts = copies.group_by(*keys, "cluster").agg(number=pl.col("rows").sum()).cache()
        wholes = parts.group_by(*by, "cluster").agg(copies=pl.col("number").sum())
        first = copies.group_by(keys).agg(**first_moment())
        found = beside(quotients(parts, wholes, keys, by, "share"), first, keys).sort(keys)
        ends = ("share", "share_low", "share_high", "clusters", "game", "step")
        return found.select(*keys, pl.col("number").cast(pl.UInt32), *ends)

    def cells(self, by: Sequence[str]) -> pl.LazyFrame:
        failed = (pl.col("outcome") != "cast").cast(pl.Int64) * pl.col("rows")
        copies = self._copies(by).group_by(*by, "cluster")
        return copies.agg(part=failed.sum(), whole=pl.col("rows").sum())

    def draw(self, sheet: charts.Sheet) -> Drawing:
        def ending(row: Row) -> str:  # with the clause where one that is known blocked it
            name = f"{row['outcome']}.{row['clause']}"
            return name if name in OUTCOMES else str(row["outcome"])

        def words(name: str) -> str:
            word, _, clause = name.partition(".")
            return say(f"outcome-{word}") + (f" ({clause})" if clause else "")

        totals = [int(group["number"].sum()) for group in charts.groups_of(self.frame, self.keys)]
        fills = {name: (words(name), style) for name, style in OUTCOMES.items()}
        self.bars(
            sheet, self.stacks(self.keys, ending), fills, say("axis-share_of_copies"), least=0.045,
            text=percent_text, notes=[number_text(each, 0) for each in totals], whiskers=False,
        )  # fmt: skip
        return sheet.finished(f"{number_text(sum(totals), 0)} {say('word-copies')}")

    def tell(self) -> str:
        counts = dict(self.frame.group_by("outcome").agg(pl.col("number").sum()).iter_rows())
        whole = sum(counts.values())
        shares = [counts.get(name, 0) / whole for name in OUTCOME.categories]
        cast, blocked, missing = (percent_text(e, 2 if 0 < e < 0.0005 else 1) for e in shares)
        said = say(
            "finding-shadows", n=whole, share=cast, blocked=blocked, missing=missing,
            lack=bool(counts.get("missing")),
        )  # fmt: skip
        # In a report the copies were handed out once, and its sentence needs no groups.
        alone = not self.keys or self.asked.in_report
        return said if alone else f"{said} {self.compared(self.keys)}"


# ------------------------------------------------------------------ paradoxes

VICTIM: Final = pl.Enum(["own", "another's", "nobody's"])
"""Whose building a copy erased, seen from the acting player."""

ERASURES: Final[Schema] = {
    **MOMENT,
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
}


def erasures(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every building that a copy removed (B6): a row for each.

    `seat` is the acting player, `value` what the building was worth (S2), `victim` whose it was,
    `succeeded` is true where the copy is of its kind and owner and covers all of it, so that it
    lives on rather than being lost. Covered printed hamlets are left out.
    """
    read = events.filter(pl.col("event").is_in(COVERING)).select(_READ)
    return game_by_game(read, _erasures, ERASURES)


_READ: Final = (
    "game", "step", "round", "seat", "age", "kind", "rank", "owner", "square", "amount",
    *NUMBERS,
)  # fmt: skip


def _erasures(batch: pl.DataFrame, schema: Schema = ERASURES) -> pl.DataFrame:
    rows, copies = copies_over(batch)
    whose = (
        pl.when(pl.col("owner").is_null()).then(pl.lit("nobody's"))
        .when(pl.col("owner") == pl.col("seat")).then(pl.lit("own"))
        .otherwise(pl.lit("another's"))
    )  # fmt: skip
    found = batch[rows].with_columns(
        value="amount",
        victim=whose.cast(VICTIM),
        succeeded=pl.Series(lives_on(batch, rows, copies)),
    )
    return shaped(found, schema)


def _lost(batch: pl.DataFrame, _: pl.DataFrame) -> pl.DataFrame:
    found = _erasures(batch.with_columns(game="number"), {**ERASURES, "game": pl.UInt64()})
    return found.filter(~pl.col("succeeded"))


READINGS["lost"] = lambda _: Reading(COVERING, _READ[1:], _lost)


def erased(asked: Selection) -> pl.LazyFrame:
    return asked.once("lost", lambda: asked.read("lost"))


class Paradoxes(Ratio):
    """What falling shadows erase, and whose it was.

    Buildings that live on in their copy are not counted. `value` is that of the tile (S2), not of
    the income it stood for: a rank 1 chapel can rule a city.
    """

    report, family = {"by": ("age", "kind", "rank")}, "buildings"
    parts, about, digits = ("age", "kind", "rank", "victim", "round"), "games", 2
    value, counts_games = "per_game", True

    def _lost(self, by: Sequence[str]) -> pl.LazyFrame:
        return self.asked.with_games(erased(self.asked), self.own(by))

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        value = pl.col("value").cast(pl.Int64).sum()
        lost = self._lost(by).group_by(*by, "cluster")
        numbers = lost.agg(number=pl.len().cast(pl.Int64), value=value)
        return numbers, self.asked.games_by(self.own(by))

    def rows(self, by: By = ("age", "kind", "rank")) -> pl.LazyFrame:
        keys = tuple(by) if "victim" in by else (*by, "victim")
        first = summed(self._lost(keys), keys, **first_moment())
        whole = pl.col("number", "value").cast(pl.UInt32)
        ends = ("per_game", "per_game_low", "per_game_high", "clusters", "game", "step")
        found = beside(self.quotients(keys), first, keys)
        return in_order(found, keys).select(*keys, whole, *ends)

    def draw(self, sheet: charts.Sheet) -> Drawing:
        groups = self.stacks([each for each in self.keys if each != "victim"], "victim")
        across = f"{say('axis-buildings_lost')}, {say('axis-a_game')}"
        fills = fills_of("victim", VICTIMS)
        self.bars(sheet, groups, fills, across, columns=3, whiskers=False)
        return sheet.finished(say("n-buildings", n=int(self.frame["number"].sum())))

    def tell(self) -> str:
        whole = int(self.frame["number"].sum())
        own = int(self.frame.filter(pl.col("victim") == "own")["number"].sum())
        said = say(
            "finding-paradoxes", mean=self.text(whole / self.games),
            ends=span(*self.estimates(()).interval(0), self.text),
            share=percent_text(own / whole, 0),
        )  # fmt: skip
        if self.keys in ((), ("age", "kind", "rank")):
            return said
        others = [each for each in self.keys if each != "victim"]
        return f"{said} {self.compared(others or self.keys)}"


class ParadoxCosts(Question):
    """What a building lost to a paradox costs its owner in coins, by kind, rank, age...

    `cost` compares players who are alike and lost more or fewer such buildings; a negative one is
    a gain. Buildings of nobody cost nobody in particular and are left out.
    """

    report, winning, family = {"by": ("kind",)}, True, "buildings"
    parts, about = ("kind", "rank", "age", "victim", "round"), "buildings"
    value, axis = "cost", "axis-paradox_cost"

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
        ends = {"cost": "slope", "cost_low": "slope_high", "cost_high": "slope_low"}
        return in_order(beside(slopes.lazy(), first, keys), keys).select(
            *keys, "number", *((-pl.col(each)).alias(name) for name, each in ends.items()),
            "rows", "clusters", "game", "step",
        )  # fmt: skip

    def draw(self, sheet: charts.Sheet) -> Drawing:
        return self.dots(sheet, notes=charts.count_notes(self.frame["number"]), zero=True)

    def _known(self) -> list[dict[str, Any]]:
        """The groups that are told, the costliest first; of several some look costly by chance.

        So their intervals hold for all of them at once (Bonferroni).
        """
        known = self.frame.filter(pl.col("number") >= FEW, pl.col("cost_low").is_not_null())
        rows = known.sort("cost", descending=True, maintain_order=True).rows(named=True)
        for row in rows:
            by = widened(len(rows), row["clusters"])
            for end in ("cost_low", "cost_high"):
                row[end] = row["cost"] + (row[end] - row["cost"]) * by
        return rows

    def strength(self) -> float:
        return max([0.0, *(float(row["cost_low"]) / COINS for row in self._known())])

    def tell(self) -> str:
        rows = self._known()
        if not rows:
            return say("finding-paradox_costs_few", least=FEW)
        if not self.keys:
            return say("finding-paradox_costs", **gain_text(rows[0], "cost"))
        groups = tuple(
            group_text(labels_of(self.keys, row), number_text(row["cost"], 1), ends(row, "cost"))
            for row in rows
        )
        costly = tuple(labels_of(self.keys, row) for row in rows if way(row, "cost") == "more")
        sure = say("list-or", options=costly) if costly else ""
        return say("finding-paradox_costs_by", groups=groups, sure=sure, any=bool(costly))
