"""Figures about domains and rules: joins, splits, cascades, changes of rule, coverage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import polars as pl
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from khronos_lab.drawing.output.figure import Drawing
from khronos_lab.drawing.statistics.figure_parts import (
    Sheet,
    figure_of_rows,
    groups_of,
    keys_of,
    line_note,
    number_axis,
    percent_axis,
    reach,
    room_for,
    rows_down,
    whisker,
)
from khronos_lab.drawing.statistics.labels_and_fills import age_fill, label_of, line_of
from khronos_lab.drawing.themes import GRID, INK, PAPER
from khronos_lab.rulebook import number_text, say

FEW: Final = 10
"""Fewer cases than these are shown hollow: a share of them says little."""
LEAST: Final = 0.33
"""Where the axis of clauses begins: it counts in powers of ten, and none has 0."""
_NO_FILL: Final[Mapping[str, Any]] = {"facecolor": GRID, "edgecolor": INK, "linewidth": 0.5}


@figure_of_rows("title-domain_events", "event", "per_game")
def draw_domain_events(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw how often domains join, split and come into conflict in a game, age by age.

    The frame is that of `domain_events`, by age or by nothing; `level` is that of its intervals. In
    Reason nothing conflicts (H1).
    """
    ages = rows.sort("age")["age"].unique(maintain_order=True) if "age" in rows.columns else [None]
    events = rows["event"].unique(maintain_order=True).to_list()
    sheet.set_height(room_for(2 * len(events)))
    height = 0.8 / len(ages)
    handles = []
    for place, age in enumerate(ages):
        own = rows.filter(pl.col("age") == age) if age else rows
        means = {row["event"]: row for row in own.iter_rows(named=True)}
        lengths = [means[event]["per_game"] if event in means else 0.0 for event in events]
        reached = [reach(means[event], "per_game") if event in means else None for event in events]
        down = [row - 0.4 + height * (place + 0.5) for row in range(len(events))]
        bars = sheet.ax.barh(
            down, lengths, height=height * 0.92, **(age_fill(age) if age else _NO_FILL),
            label=label_of("age", age) if age else "",
        )  # fmt: skip
        handles.append(bars)
        for at, length, ends in zip(down, lengths, reached, strict=True):
            if ends:
                whisker(sheet.ax, length, at, (min(ends[0], length), ends[1]))
            said = number_text(length, 2) if length else "0"
            sheet.ax.annotate(
                said, (length + (ends[1] if ends else 0), at), xytext=(3, 0),
                textcoords="offset points", va="center", fontsize=7.5,
            )  # fmt: skip
    rows_down(sheet.ax, [label_of("event", event) for event in events])
    sheet.ax.margins(x=0.08)
    number_axis(sheet.ax.xaxis)
    sheet.ax.set_xlabel(say("axis-per_game"))
    if "age" in rows.columns:
        sheet.legend(handles, 3)
    return sheet.finished(line_note(sheet, rows, "caption-bar_whiskers"))


@figure_of_rows("title-cascades", "length", "number", "share")
def draw_cascades(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw how long chains of causes are, as `cascade_lengths` tells it: a curve for each action.

    Actions without any effect are not in it. Long chains are rare: what is hollow was seen fewer
    than ten times.
    """
    keys = keys_of(rows, "length", "number", "share", "effects", "game", "step")
    handles = []
    groups = groups_of(rows, keys)
    for place, group in enumerate(groups):
        style = line_of("", None, place)
        said = ", ".join(label_of(key, group[key][0]) for key in keys)
        label = f"{said} ({number_text(int(group['number'].sum()), 0)})"
        sheet.ax.plot(
            group["length"], group["share"], color=style["color"], ls=style["linestyle"], lw=1.5
        )
        for length, number, share in group.select("length", "number", "share").iter_rows():
            sheet.ax.plot(
                length, share, marker=style["marker"], ms=6.5, markeredgecolor=style["color"],
                markerfacecolor=PAPER if number < FEW else style["color"], zorder=4,
            )  # fmt: skip
        handles.append(
            Line2D([], [], color=style["color"], ls=style["linestyle"], marker=style["marker"],
                   ms=6.5, lw=1.5, label=label)
        )  # fmt: skip
    sheet.ax.set_yscale("log")
    sheet.ax.set_ylim(top=1.3)
    percent_axis(sheet.ax.yaxis)
    sheet.ax.yaxis.set_minor_locator(NullLocator())
    sheet.ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    sheet.ax.set_xlabel(say("axis-length"))
    sheet.ax.set_ylabel(say("axis-share_of_cascades"))
    sheet.legend(handles, 2)
    few = say("caption-few") if int(rows["number"].min() or 0) < FEW else ""  # type: ignore[arg-type]
    return sheet.finished(few)


@figure_of_rows("title-coverage", "clause", "number")
def draw_coverage(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw how often each clause of the rules page came up, as `clause_coverage` tells it.

    Clauses that forbid, or that say what others mean, have no event of their own and stay hollow
    however often they matter; a hollow dot elsewhere says only that it did not come up here.
    """
    counts = rows.group_by("clause", maintain_order=True).agg(pl.col("number").sum())
    names = counts["clause"].cast(pl.String).to_list()
    numbers = counts["number"].to_list()
    letters = [name[0] for name in names]
    came = [place for place, number in enumerate(numbers) if number]
    never = [place for place, number in enumerate(numbers) if not number]
    tops = [numbers[place] for place in came]
    sheet.ax.vlines(came, LEAST, tops, colors=INK, lw=1.2, zorder=3)
    sheet.ax.plot(came, tops, ls="", marker="o", ms=5, color=INK, zorder=4)
    sheet.ax.plot(
        never, [0.5] * len(never), ls="", marker="o", ms=5, color=INK, markerfacecolor=PAPER
    )
    for shade, letter in enumerate(dict.fromkeys(letters)):
        if shade % 2:
            first = letters.index(letter)
            last = first + letters.count(letter)
            sheet.ax.axvspan(first - 0.5, last - 0.5, color=GRID, alpha=0.45, lw=0, zorder=0)
    sheet.ax.set_yscale("log")
    sheet.ax.set_ylim(LEAST, max([*numbers, 5]) * 2)
    sheet.ax.yaxis.set_major_locator(LogLocator(numticks=8))
    sheet.ax.yaxis.set_minor_locator(NullLocator())
    number_axis(sheet.ax.yaxis)
    sheet.ax.set_xlim(-0.7, len(names) - 0.3)
    sheet.ax.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
    sheet.ax.tick_params(axis="x", length=0)
    sheet.ax.grid(visible=False, axis="x")
    sheet.ax.set_ylabel(say("axis-number_of_events"))
    events = f"{number_text(sum(numbers), 0)} {say('axis-events')}"
    said = f"{len(came)} / {len(names)} {say('caption-clauses')}"
    hollow = say("caption-never") if never else ""
    return sheet.finished(events, said, hollow)
