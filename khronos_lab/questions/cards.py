"""Cards: what hands hold, and whether better hands end richer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import polars as pl

from khronos_lab.analysis import KIND
from khronos_lab.drawing import Drawing, charts
from khronos_lab.players import LEVEL
from khronos_lab.questions.adjustment import fared, fared_means
from khronos_lab.questions.columns import fills_of, kind_word_fill, label_of, labels_of
from khronos_lab.questions.intervals import DIGITS, resampled
from khronos_lab.questions.question import (
    FEW,
    By,
    Question,
    Ratio,
    ends,
    first_row,
    group_text,
    points_text,
    way,
)
from khronos_lab.questions.streams import Schema, joined, personal, with_players
from khronos_lab.rulebook import (
    KINDS,
    RANKS,
    VALUES,
    KhronosError,
    Values,
    number_of,
    number_text,
    percent_text,
    quoted,
    read_fields,
    say,
)

_HANDS: Final = {kind.word: f"hand_{kind.word}" for kind in KINDS}
STRENGTHS: Final = (0.0, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0)
"""Limits of the groups of `hand_results`."""


def hands(turns: pl.LazyFrame, games: pl.LazyFrame) -> pl.LazyFrame:
    """The hand with which each turn began, and its `strength`; hidden hands are left out.

    `strength` is the value of the largest building that the hand pays for alone on plain land (A1,
    S2): 4 for four military cards, 3 for three civil ones, 1 for one of each kind. It says nothing
    of what the board allows, of upgrades, or of cards that work together. Values are those of the
    rules of each game.
    """
    known = turns.filter(pl.all_horizontal(pl.col(list(_HANDS.values())).is_not_null()))
    best = _strength(VALUES)
    for numbers, values in _other_values(games):
        if "numbers" not in known.collect_schema():
            rules = games.filter(pl.col("seat") == 0).select("game", "numbers")
            known = known.join(rules, on="game", how="left", maintain_order="left")
        best = pl.when(pl.col("numbers") == numbers).then(_strength(values)).otherwise(best)
    return known.select(
        "game", "step", "turn", "round", "seat", **_HANDS, strength=best.cast(pl.UInt8)
    )


def _other_values(games: pl.LazyFrame) -> list[tuple[str, Values]]:
    """The rule sets of some games in which buildings have other values, by `numbers` (S2)."""
    told = games.select("numbers").unique().sort("numbers").collect()["numbers"]
    found = [(each, read_fields(each or "").get("values", VALUES)) for each in told]
    return [(each, values) for each, values in found if values != VALUES]


def _strength(values: Values) -> pl.Expr:
    """The value of the largest building that the cards of one kind pay for."""
    return pl.max_horizontal(
        pl.when(pl.col(_HANDS[kind.word]) >= values[kind][rank])
        .then(pl.lit(values[kind][rank]))
        .otherwise(pl.lit(0))
        for kind in KINDS
        for rank in RANKS
    )


class CardsHeld(Ratio):
    """What hands hold when turns begin: cards of each kind, by round, player, or `games`.

    The deck has 18, 18 and 19 cards (S4), or 11 each (V1), so a share near a third is what chance
    gives. Exchanged or swapped cards are not seen: it is what was held, not only what was dealt.
    """

    parts, digits, family = ("round",), 2, "winning"

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        tables, by = self.asked.tables, self.within(by)
        known = hands(tables.turns, tables.games)
        found = with_players(known, tables.games, [*personal(by), "cluster"])
        cards = [pl.col(kind).cast(pl.Int64).sum() for kind in _HANDS]
        held = found.group_by(*by, "cluster").agg(*cards, hands=pl.len().cast(pl.Int64))
        index = [*by, "cluster"]
        long = held.unpivot(list(_HANDS), index=index, variable_name="kind", value_name="cards")
        long = long.with_columns(pl.col("kind").cast(KIND))
        return long.select(*by, "kind", "cluster", "cards"), held.select(*index, "hands")

    def within(self, by: Sequence[str]) -> list[str]:
        return [each for each in by if each != "kind"]

    def rows(self, by: By = ("won",)) -> pl.LazyFrame:
        return self.quotients([*by, "kind"])

    def draw(self, sheet: charts.Sheet) -> Drawing:
        groups = self.stacks(self.keys, lambda row: row["kind"], "mean")
        fills = fills_of("kind", {kind.word: kind_word_fill(kind.word) for kind in KINDS})
        self.bars(sheet, groups, fills, say("axis-cards_in_hand"), columns=3)
        number = sum(group["hands"][0] for group in charts.groups_of(self.frame, self.keys))
        said = f"{number_text(number, 0)} {say('caption-hands')}"
        return sheet.finished(said, charts.line_note(sheet, self.frame))

    def tell(self) -> str:
        groups = self.frame.select(self.keys) if self.keys else self.frame.head(1)
        if groups.n_unique() > 1:  # the kind in which groups are furthest apart
            kinds = self.estimates(("kind",)).groups
            gaps = {each["kind"]: self._apart(each["kind"]) for each in kinds}
            return self._of_kind(max(gaps, key=lambda kind: gaps[kind]))
        found = self.estimates(("kind",))
        return self.largest("finding-cards_held", found, lambda row: label_of("kind", row["kind"]))

    def _apart(self, kind: str) -> float:
        known = self.frame.filter(pl.col("kind") == kind, pl.col("clusters") >= FEW)["mean"]
        return float(known.max() - known.min()) if known.len() else 0.0  # type: ignore[operator, arg-type]

    def _of_kind(self, kind: str) -> str:
        found = self.estimates([*self.keys, "kind"]).where(kind=kind)
        noun = say("what-cards_held", kind=say(f"kind-{kind}"))
        return self.compared(self.keys, noun, found, len(KINDS))


def _rounds(rounds: object) -> tuple[int, ...]:
    if isinstance(rounds, Iterable) and not isinstance(rounds, str | bytes):
        return tuple(number_of(each, "a round", 1) for each in rounds)
    raise KhronosError(f"rounds= is a list of rounds: rounds=[1], and not {quoted(rounds)}.")


class _OfHands(Question):
    """A question about the mean strength of a player's hands."""

    @classmethod
    def checked(cls, *given: Any, **options: Any) -> dict[str, Any]:  # noqa: ANN401
        found = super().checked(*given, **options)
        return found | {"rounds": _rounds(found["rounds"])}

    def strengths(self, rounds: Sequence[int]) -> pl.LazyFrame:
        """The mean strength of the hands of each player of each game."""
        dealt = hands(self.asked.tables.turns, self.asked.tables.games)
        if rounds:
            dealt = dealt.filter(pl.col("round").is_in(list(rounds)))
        return dealt.group_by("game", "seat").agg(strength=pl.col("strength").mean())


class Hands(_OfHands):
    """How players fare by the mean strength of their hands; `rounds=[1]`: of first hands.

    `strength` is the lower limit of a group. A hand that was exchanged counts as it was dealt.
    """

    winning, limit, family = True, "limit-hand_results", "winning"

    def rows(self, rounds: Sequence[int] = ()) -> pl.LazyFrame:
        limits = list(STRENGTHS[1:])
        group = pl.sum_horizontal(
            (pl.col("strength") >= high).cast(pl.Float64) * (high - low)
            for low, high in zip(STRENGTHS[:-1], limits, strict=True)
        )
        rows = joined(self.strengths(rounds).with_columns(strength=group), fared(self.asked))
        return fared_means(rows, ["strength"])

    def draw(self, sheet: charts.Sheet) -> Drawing:
        rows = self.frame.sort("strength")
        known = rows.filter(pl.col("clusters") > 1)
        rows = rows if known.is_empty() else known
        labels = [
            f"{charts.plain_number(strength)}\nn = {number_text(number, 0)}"
            for strength, number in rows.select("strength", "rows").iter_rows()
        ]
        charts.draw_columns(sheet.ax, charts.dots_of(rows, "advantage"), labels)
        charts.zero_line(sheet.ax, upright=False)
        charts.percent_axis(sheet.ax.yaxis)
        sheet.ax.set_xlabel(say("axis-hand_strength"))
        sheet.ax.set_ylabel(say("axis-advantage"))
        return sheet.finished(charts.interval_note(sheet, rows))

    def tell(self) -> str:
        known = self.frame.filter(pl.col("clusters") >= FEW)
        if known.height < 2:
            return say("finding-hands_few", least=FEW)
        best = first_row(known, "strength")
        return say(
            "finding-hands", way=way(best, "advantage"),
            strength=number_text(best["strength"], 2),
            points=points_text(best["advantage"], 1),
            ends=ends(best, "advantage", points_text),
        )  # fmt: skip


LUCK: Final[Schema] = {
    "explained": pl.Float64(),
    "explained_low": pl.Float64(),
    "explained_high": pl.Float64(),
    "slope": pl.Float64(),
    "slope_low": pl.Float64(),
    "slope_high": pl.Float64(),
    "rows": pl.UInt32(),
    "clusters": pl.UInt32(),
}
LUCK_DRAWS: Final = 999


class Luck(_OfHands):
    """How much of the differences in coins goes with the cards; `rounds=[1]`: first hands.

    `slope` is the lead in coins that goes with one more point of mean hand strength, compared with
    the others at the same table; `explained` is the share of the spread of leads that strength
    accounts for. Strength is a poor measure of what cards are worth, so it is the least that can
    be luck. Intervals draw whole deals.
    """

    report, winning, family = {"by": (), "rounds": ()}, True, "winning"

    def rows(self, by: By = (), rounds: Sequence[int] = ()) -> pl.LazyFrame:
        own = fared(self.asked).select("game", "seat", "cluster", "lead")
        rows = joined(own, self.strengths(rounds))
        x = pl.col("strength") - pl.col("strength").mean().over("game")
        y = pl.col("lead")
        sums = (
            with_players(rows, self.asked.tables.games, by)
            .with_columns(_x=x)
            .group_by(*by, "cluster")
            .agg(
                rows=pl.len(),
                xx=(pl.col("_x") ** 2).sum().round(DIGITS),
                xy=(pl.col("_x") * y).sum().round(DIGITS),
                yy=(y * y).sum().round(DIGITS),
            )
            .sort(*by, "cluster")
        )
        known = sums.collect_schema()
        schema = {**{key: known[key] for key in by}, **LUCK}
        return sums.map_batches(partial(_luck, by=list(by), seed=0), schema=pl.Schema(schema))

    def draw(self, sheet: charts.Sheet) -> Drawing:
        drawing = self.dots(sheet, "explained", say("axis-explained"), percent=True)
        sheet.ax.set_xlim(left=0)
        return drawing

    def strength(self) -> float:
        return float(max([0.0, *self.frame["explained_low"].drop_nulls()]))

    def tell(self) -> str:
        rows = self.frame.filter(pl.col("explained").is_not_null()).rows(named=True)
        if not rows:
            return say("finding-none")
        if not self.keys and rows[0]["clusters"] < FEW:
            return say("finding-luck_few", least=FEW)
        if len(rows) == 1:
            where = f"{labels_of(self.keys, rows[0])}: " if self.keys else ""
            return where + say(
                "finding-luck", share=percent_text(rows[0]["explained"], 1),
                ends=ends(rows[0], "explained", percent_text),
            )  # fmt: skip
        known = [row for row in rows if row["clusters"] >= FEW]
        groups = tuple(
            group_text(
                labels_of(self.keys, row), percent_text(row["explained"], 1),
                ends(row, "explained", percent_text),
            )
            for row in known
        )  # fmt: skip
        if len(known) < 2:
            key = "finding-groups_one" if groups else "finding-groups_few"
            return say(key, what=say("what-luck"), groups=groups, n=len(rows), least=FEW)
        low, high = ([row[f"explained_{end}"] for row in known] for end in ("low", "high"))
        return say("finding-luck_groups", groups=groups, apart=max(low) > min(high))


def _luck(sums: pl.DataFrame, *, by: list[str], seed: int) -> pl.DataFrame:
    groups = sums.partition_by(by, maintain_order=True) if by else [sums]
    told = [{**group.row(0, named=True), **_luck_of(group, seed)} for group in groups if len(group)]
    known = {key: sums.schema[key] for key in by}
    return pl.DataFrame(
        [{key: row[key] for key in (*by, *LUCK)} for row in told], {**known, **LUCK}
    )


def _luck_of(group: pl.DataFrame, seed: int) -> dict[str, float | int | None]:
    """Slope and share of one group, with their ends from samples of clusters."""
    values = group.select(pl.col("xx", "xy", "yy").cast(pl.Float64)).to_numpy()
    number = len(values)
    drawn = resampled(values, draws=LUCK_DRAWS, rng=np.random.default_rng(seed))
    every = np.vstack([values.sum(axis=0), drawn])
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = every[:, 1] / every[:, 0]
        shares = every[:, 1] ** 2 / (every[:, 0] * every[:, 2])
    found: dict[str, float | int | None] = {"rows": int(group["rows"].sum()), "clusters": number}
    for name, column in (("explained", shares), ("slope", slopes)):
        ends = np.quantile(column[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        for end, value in (("", column[0]), ("_low", ends[0]), ("_high", ends[1])):
            sure = np.isfinite(value) and (number > 1 or not end)
            found[name + end] = float(value) if sure else None
    return found
