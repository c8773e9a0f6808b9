"""Opening tree: what players do first, what they do next, and how that ends."""

from __future__ import annotations

from typing import Final

import polars as pl

from khronos_lab.drawing import INK, Drawing, charts
from khronos_lab.questions.columns import opening_words
from khronos_lab.questions.intervals import cluster_means
from khronos_lab.questions.outcomes import fared
from khronos_lab.questions.question import FEW, Question, ends, first_row
from khronos_lab.questions.streams import joined
from khronos_lab.questions.winning import openings_in_order
from khronos_lab.rulebook import number_of, number_text, percent_text, say

DEEPEST: Final = 6
SHOWN: Final = 18
"""Branches that are drawn."""


class OpeningTree(Question):
    """First turns as a tree: the first action, then the second after it, and so on.

    `share` is that of the turns which began like the branch above, `win` how often they won. What
    was played in fewer than `least` games is left out.
    """

    winning, family = True, "winning"

    def rows(self, depth: int = 3, least: int = 10) -> pl.LazyFrame:
        deepest = min(number_of(depth, "how many actions deep", 1), DEEPEST)
        fewest = number_of(least, "in how many games at least", 1)
        told = joined(openings_in_order(self.asked.whole.events), fared(self.asked).drop("step"))
        levels = []
        above = told.with_columns(path=pl.lit(""))
        for level in range(1, deepest + 1):
            begun = pl.col("actions").list.head(level).list.join("; ")
            deeper = told.filter(pl.col("actions").list.len() >= level).with_columns(path=begun)
            found = cluster_means(deeper, ["path"], ["win"], moment=True)
            before = pl.col("path").str.split("; ").list.head(level - 1).list.join("; ")
            wholes = above.group_by("path").agg(turns=pl.len()).rename({"path": "before"})
            levels.append(
                found.with_columns(depth=pl.lit(level, pl.UInt8), before=before)
                .join(wholes, on="before", how="left")
                .with_columns(share=pl.col("rows") / pl.col("turns"))
            )
            above = deeper
        known = pl.concat(levels).filter(pl.col("rows") >= fewest).sort("path")
        return known.select(
            "depth", "path", "rows", "share", "win", "win_low", "win_high", "clusters", "game",
            "step",
        )  # fmt: skip

    def draw(self, sheet: charts.Sheet) -> Drawing:
        shown = self.frame.sort("rows", descending=True, maintain_order=True).head(SHOWN)
        shown = shown.sort("path")
        sheet.set_height(charts.room_for(shown.height))
        sheet.ax.barh(range(shown.height), shown["share"], height=0.5, color=INK, alpha=0.35)
        labels = [
            "    " * (depth - 1) + opening_words(path.split("; ")[-1])
            for depth, path in shown.select("depth", "path").iter_rows()
        ]
        charts.rows_down(sheet.ax, labels, letters=40)
        for label in sheet.ax.get_yticklabels():
            label.set_horizontalalignment("left")
        sheet.ax.tick_params(axis="y", pad=210)
        notes = [
            f"n = {number_text(rows, 0)}, {say('axis-wins')} {percent_text(win, 0)}"
            for rows, win in shown.select("rows", "win").iter_rows()
        ]
        charts.notes_right(sheet.ax, notes)
        charts.label_across(sheet, say("axis-opening_tree"), percent=True)
        cut = say("caption-only_commonest") if shown.height < self.frame.height else ""
        return sheet.finished(cut)

    def tell(self) -> str:
        """The commonest way through the tree."""
        first = first_row(self.frame.filter(pl.col("depth") == 1), "rows")
        said = say(
            "finding-opening_tree", action=opening_words(first["path"]),
            share=percent_text(first["share"], 0), win=percent_text(first["win"], 0),
            ends=ends(first, "win", percent_text, 0), n=int(first["rows"]),
        )  # fmt: skip
        after = self.frame.filter(
            pl.col("depth") == 2, pl.col("path").str.starts_with(first["path"] + "; ")
        )
        if after.is_empty() or first["clusters"] < FEW:
            return said
        second = first_row(after, "rows")
        return f"{said} " + say(
            "finding-opening_tree_then", share=percent_text(second["share"], 0),
            action=opening_words(second["path"].split("; ")[-1]),
        )  # fmt: skip
