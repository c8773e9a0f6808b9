"""Cards: what hands hold, and whether better hands end richer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
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
from khronos_lab.questions.selection import SEAT, Schema, joined, personal, with_players
from khronos_lab.rulebook import (
    KINDS,
    RANKS,
    VALUES,
    KhronosError,
    Values,
    number_of,
    number_text,
    quoted,
    read_fields,
    say,
)

_HANDS: Final = {kind.word: f"hand_{kind.word}" for kind in KINDS}
STRENGTHS: Final = (0.0, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0)
"""Limits of the groups of `Hands`."""


def hands(turns: pl.LazyFrame, games: pl.LazyFrame) -> pl.LazyFrame:
    """The hand with which each turn began, and its `strength`; hidden hands are left out.

    `strength` is the value of the largest building that the hand pays for alone on plain land (A1,
    S2): 4 for four military cards, 3 for three civil ones, 1 for one of each kind. It says nothing
    of what the board allows, of upgrades, or of cards that work together. Values are those of the
    rules of each game.
    """
    known = turns.filter(pl.all_horizontal(pl.col(list(_HANDS.values())).is_not_null()))
    best = _strength(VALUES)
    told = games.select("numbers").unique().sort("numbers").collect()["numbers"]
    rules = [(each, read_fields(each or "").get("values", VALUES)) for each in told]
    others = [(each, values) for each, values in rules if values != VALUES]
    if others:
        own = games.filter(pl.col("seat") == 0).select("game", "numbers")
        known = known.join(own, on="game", how="left", maintain_order="left")
    for numbers, values in others:
        best = pl.when(pl.col("numbers") == numbers).then(_strength(values)).otherwise(best)
    return known.select(
        "game", "step", "turn", "round", "seat", **_HANDS, strength=best.cast(pl.UInt8)
    )


def _strength(values: Values) -> pl.Expr:
    """The value of the largest building that the cards of one kind pay for."""
    worth = [(_HANDS[kind.word], values[kind][rank]) for kind in KINDS for rank in RANKS]
    return pl.max_horizontal((pl.col(hand) >= value) * pl.lit(value) for hand, value in worth)


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
        fills = fills_of("kind", {kind.word: kind_word_fill(kind.word) for kind in KINDS})
        groups = self.stacks(self.keys, "kind")
        self.bars(sheet, groups, fills, say("axis-cards_in_hand"), columns=3)
        number = sum(group["hands"][0] for group in charts.groups_of(self.frame, self.keys))
        said = f"{number_text(number, 0)} {say('caption-hands')}"
        return sheet.finished(said, charts.line_note(sheet, self.frame))

    def tell(self) -> str:
        if not self.keys or self.frame.select(self.keys).n_unique() < 2:
            found = self.estimates(("kind",))
            words = partial(label_of, "kind")
            return self.largest("finding-cards_held", found, lambda row: words(row["kind"]))
        # The kind in which groups are furthest apart.
        known = pl.col("mean").filter(pl.col("clusters") >= FEW)
        apart = self.frame.group_by("kind").agg(apart=(known.max() - known.min()).fill_null(0.0))
        kind = apart.sort("apart", "kind", descending=[True, False])["kind"][0]
        found = self.estimates([*self.keys, "kind"]).where(kind=kind)
        noun = say("what-cards_held", kind=say(f"kind-{kind}"))
        return self.compared(self.keys, noun, found, len(KINDS))


class _OfHands(Question):
    """A question about the mean strength of a player's hands."""

    winning, family = True, "winning"

    @classmethod
    def checked(cls, *given: Any, **options: Any) -> dict[str, Any]:  # noqa: ANN401
        found = super().checked(*given, **options)
        rounds = found["rounds"]
        if not isinstance(rounds, Iterable) or isinstance(rounds, str | bytes):
            raise KhronosError(
                f"rounds= is a list of rounds: rounds=[1], and not {quoted(rounds)}."
            )
        return found | {"rounds": tuple(number_of(each, "a round", 1) for each in rounds)}

    def strengths(self, rounds: Sequence[int]) -> pl.LazyFrame:
        """The mean strength of the hands of each player of each game."""
        dealt = hands(self.asked.tables.turns, self.asked.tables.games)
        if rounds:
            dealt = dealt.filter(pl.col("round").is_in(list(rounds)))
        return dealt.group_by(SEAT).agg(strength=pl.col("strength").mean())


class Hands(_OfHands):
    """How players fare by the mean strength of their hands; `rounds=[1]`: of first hands.

    `strength` is the lower limit of a group. A hand that was exchanged counts as it was dealt.
    """

    limit = "limit-hand_results"

    def rows(self, rounds: Sequence[int] = ()) -> pl.LazyFrame:
        group = pl.sum_horizontal(
            (pl.col("strength") >= high).cast(pl.Float64) * (high - low)
            for low, high in pairwise(STRENGTHS)
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

    report, percent = {"by": (), "rounds": ()}, True
    value, axis = "explained", "axis-explained"

    def rows(self, by: By = (), rounds: Sequence[int] = ()) -> pl.LazyFrame:
        own = fared(self.asked).select("game", "seat", "cluster", "lead")
        rows = own.with_columns(SEAT).join(self.strengths(rounds), on="_seat").drop("_seat")
        x, y = pl.col("strength") - pl.col("strength").mean().over("game"), pl.col("lead")
        sums = with_players(rows.with_columns(_x=x), self.asked.tables.games, by)
        x = pl.col("_x")
        products = {"xx": x**2, "xy": x * y, "yy": y * y}
        sums = sums.group_by(*by, "cluster").agg(
            rows=pl.len(), **{name: each.sum().round(DIGITS) for name, each in products.items()}
        )
        sums = sums.sort(*by, "cluster")
        known = sums.collect_schema()
        schema = {**{key: known[key] for key in by}, **LUCK}
        return sums.map_batches(partial(_luck, by=list(by), seed=0), schema=pl.Schema(schema))

    def draw(self, sheet: charts.Sheet) -> Drawing:
        drawing = self.dots(sheet)
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
            return where + say("finding-luck", **self.numbers(rows[0]))
        known = [row for row in rows if row["clusters"] >= FEW]
        told = [(labels_of(self.keys, row), self.numbers(row)) for row in known]
        groups = tuple(group_text(name, each["share"], each["ends"]) for name, each in told)
        if len(known) < 2:
            key = "finding-groups_one" if groups else "finding-groups_few"
            return say(key, what=say("what-luck"), groups=groups, n=len(rows), least=FEW)
        low, high = ([row[f"explained_{end}"] for row in known] for end in ("low", "high"))
        return say("finding-luck_groups", groups=groups, apart=max(low) > min(high))


def _luck(sums: pl.DataFrame, *, by: list[str], seed: int) -> pl.DataFrame:
    """Slope and R² of each group, with cluster-bootstrap confidence intervals."""
    told = []
    for group in sums.partition_by(by, maintain_order=True) if by else [sums][: sums.height]:
        values, number = group.select("xx", "xy", "yy").to_numpy(), group.height
        drawn = resampled(values, draws=LUCK_DRAWS, rng=np.random.default_rng(seed))
        xx, xy, yy = np.vstack([values.sum(axis=0), drawn]).T
        row = group.row(0, named=True) | {"rows": group["rows"].sum(), "clusters": number}
        with np.errstate(divide="ignore", invalid="ignore"):
            columns = {"explained": xy**2 / (xx * yy), "slope": xy / xx}
        for name, column in columns.items():
            ends = np.quantile(column[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
            for end, value in (("", column[0]), ("_low", ends[0]), ("_high", ends[1])):
                sure = np.isfinite(value) and (number > 1 or not end)
                row[name + end] = float(value) if sure else None
        told.append({key: row[key] for key in (*by, *LUCK)})
    return pl.DataFrame(told, {**{key: sums.schema[key] for key in by}, **LUCK})
