"""Taxations: where adventurers stand at the first and the last one, and how large domains are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.analysis import AGE
from khronos_lab.drawing import Drawing, charts
from khronos_lab.questions.columns import age_fill, label_of, labels_of
from khronos_lab.questions.measures import players_table
from khronos_lab.questions.question import By, Ratio, Row
from khronos_lab.questions.selection import Selection
from khronos_lab.questions.streams import NUMBER
from khronos_lab.rulebook import AGES, say

TAXATION: Final = pl.Enum(["first", "last"])


def taxed(asked: Selection) -> pl.LazyFrame:
    """One row per player, taxation and age: `present`, coins, domains that pay, their squares."""
    rows = asked.once("players", lambda: players_table(asked).with_columns(NUMBER))
    parts = []
    for when in TAXATION.categories:
        stood = [pl.col(f"adventurer_{number}_{when}") for number in (1, 2)]
        for age in AGES:
            name = age.title.lower()
            there = pl.any_horizontal(each.eq(age.title).fill_null(value=False) for each in stood)
            part = rows.filter(stood[0].is_not_null()).with_columns(
                pl.lit(when, TAXATION).alias("taxation"),
                pl.lit(age.title, AGE).alias("age"),
                there.cast(pl.Int64).alias("present"),
                *(
                    pl.col(f"{column}_{name}_{when}").cast(pl.Int64).alias(column)
                    for column in ("domains", "squares")
                ),
                pl.col(f"tax_{name}_{when}").cast(pl.Int64).alias("paid"),
            )
            parts.append(part)
    return pl.concat(parts)


class _Taxed(Ratio):
    """A question about the first and the last taxation, by age."""

    parts, family = ("taxation", "age"), "money"

    def fullest(self, by: Sequence[str]) -> list[str]:
        """Some keys with those of the question."""
        return [*by, *(each for each in self.parts if each not in by)]

    def draw(self, sheet: charts.Sheet) -> Drawing:
        keys = [each for each in self.keys if each != "age"]
        groups = charts.groups_of(self.frame, keys)
        rows = [{row["age"]: row for row in group.iter_rows(named=True)} for group in groups]
        ages = [age.title for age in AGES]
        sheet.set_height(charts.room_for(len(ages) * len(groups), over=1.9))
        charts.draw_grouped(
            sheet, [(label_of("age", age), age_fill(age), [row.get(age) for row in rows])
                    for age in ages],
            [labels_of(keys, group.row(0, named=True)) for group in groups], self.number,
            across=say(f"axis-{self.name}"), percent=self.percent,
        )  # fmt: skip
        return sheet.finished(charts.line_note(sheet, self.frame, "caption-bar_whiskers"))

    def words(self, row: Row) -> str:
        """In which age, and at which taxation."""
        return say("taxation-where", age=row["age"], when=row["taxation"])

    def tell(self) -> str:
        split = self.own(self.keys)
        return self.compared(split) if split else self.most()

    def most(self) -> str:
        """The age and the taxation with the largest number."""
        return self.largest(f"finding-{self.name}", self.estimates(self.parts), self.words)


class Adventurers(_Taxed):
    """Where players have an adventurer at the first and the last taxation, and what they collect.

    `share` is that of players with at least one adventurer in the age, `coins` what those who have
    one collect there. Groups are compared by how many ages they stand in at a taxation.
    """

    percent, digits, number = True, 0, "share"

    def rows(self, by: By = ("taxation", "age")) -> pl.LazyFrame:
        keys = self.fullest(by)
        there = pl.col("present") > 0
        coins = taxed(self.asked).filter(there).group_by(keys).agg(coins=pl.col("paid").mean())
        found = self.quotients(keys).join(coins, on=keys, how="left", nulls_equal=True)
        return found.sort(keys)

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        sums = taxed(self.asked).group_by(*by, "cluster")
        players = "seats" if "players" in by else "players"
        return (
            sums.agg(pl.col("present").sum()),
            sums.agg(pl.len().cast(pl.Int64).alias(players)),
        )

    def within(self, by: Sequence[str]) -> list[str]:
        return list(by)

    def tell(self) -> str:
        split = self.own(self.keys)
        if self.frame.select(split).n_unique() < 2:
            return self.most()
        # The age in which groups are furthest apart at the last taxation.
        last = self.frame.filter(pl.col("taxation") == "last")
        spread = last.group_by("age").agg(apart=pl.col("share").max() - pl.col("share").min())
        age = spread.sort("apart", "age", descending=[True, False])["age"][0]
        keys = [*split, *self.parts]
        found = self.estimates(keys).where(taxation="last", age=age)
        noun = say("what-adventurers", age=label_of("age", age))
        return self.compared(split, noun, found, len(AGES))


class DomainSizes(_Taxed):
    """How many squares the domains have that pay a player at the first and the last taxation.

    `squares` is the mean size of a domain, `domains` how many there are that pay somebody, missed
    ones included (X4).
    """

    number, unanswered = "size", "finding-not_noted"

    def rows(self, by: By = ("taxation", "age")) -> pl.LazyFrame:
        return self.quotients(self.fullest(by))

    def sums(self, by: Sequence[str]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        known = taxed(self.asked).filter(pl.col("domains") > 0).group_by(*by, "cluster")
        return known.agg(pl.col("squares").sum()), known.agg(pl.col("domains").sum())

    def within(self, by: Sequence[str]) -> list[str]:
        return list(by)
