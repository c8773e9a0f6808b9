"""Figures about who is in front: when games are decided, comebacks, what pays, card luck."""

from __future__ import annotations

import polars as pl

from khronos_lab.drawing.output.figure import Drawing
from khronos_lab.drawing.statistics.figure_parts import (
    Sheet,
    count_notes,
    dots_of,
    draw_columns,
    draw_dots,
    figure_of_rows,
    groups_of,
    interval_note,
    keys_of,
    percent_axis,
    room_for,
    zero_line,
)
from khronos_lab.drawing.statistics.labels_and_fills import label_of, labels_of, line_of
from khronos_lab.drawing.themes import PLAYERS
from khronos_lab.rulebook import say

_DECIDED = (
    "round", "rows", "clusters", "share", "share_low", "share_high", "changes", "changes_low",
    "changes_high", "game", "step",
)  # fmt: skip
_LUCK = (
    "explained", "explained_low", "explained_high", "slope", "slope_low", "slope_high", "rows",
    "clusters",
)  # fmt: skip


@figure_of_rows("title-decided", "round", "share", "clusters")
def draw_decided(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw in which round games are decided, as `decided` tells it; a panel for each group."""
    keys = keys_of(rows, *_DECIDED)
    groups = groups_of(rows, keys)
    titles = [labels_of(keys, group.row(0, named=True)) for group in groups]
    panels = sheet.panels(titles) if keys else [sheet.ax]
    for panel, group in zip(panels, groups, strict=True):
        draw_columns(panel, dots_of(group, "share"), [str(each) for each in group["round"]])
    panels[0].set_ylim(bottom=0)
    percent_axis(panels[0].yaxis)
    panels[0].set_ylabel(say("axis-share_decided"))
    sheet.ax.set_xlabel(say("axis-round"))
    return sheet.finished(interval_note(sheet, rows), panels=panels if keys else [])


@figure_of_rows("title-comebacks", "round", "behind", "win", "clusters")
def draw_comebacks(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw the chance to win by the number of coins behind: a curve for each of the last rounds."""
    rounds = sorted(set(rows["round"]))
    rounds = rounds[:-1] or rounds  # after the last one nothing is open
    rows = rows.filter(rows["round"].is_in(rounds[-len(PLAYERS) :]))  # a style for each curve
    groups = rows.partition_by("round", maintain_order=True)
    ends = []
    places = {value: place for place, value in enumerate(sorted(set(rows["behind"])))}
    for number, group in enumerate(groups):
        across = [places[value] for value in group["behind"]]
        sheet.ax.plot(across, group["win"], **line_of("round", number, number), ms=5)
        ends.append((float(group["win"][-1]), label_of("round", group["round"][0])))
        low, high = group["win_low"].to_list(), group["win_high"].to_list()
        known = [each for each in zip(across, low, high, strict=True) if each[1] is not None]
        colour = line_of("round", number, number)["color"]
        if known:
            at, lows, highs = zip(*known, strict=True)
            sheet.ax.fill_between(at, lows, highs, color=colour, alpha=0.12, lw=0)
    sheet.ax.set_xticks(list(places.values()), [f"{value}+" if value else "0" for value in places])
    sheet.ax.set_ylim(bottom=0)
    sheet.ax.legend(
        sheet.ax.get_lines(), [name for _, name in ends], loc="upper right", frameon=False
    )
    percent_axis(sheet.ax.yaxis)
    sheet.ax.set_xlabel(say("axis-behind"))
    sheet.ax.set_ylabel(say("axis-wins"))
    return sheet.finished(interval_note(sheet, rows))


@figure_of_rows("title-payoff", "did", "effect", "rows", "clusters")
def draw_payoff(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw the lead of those who did something and of those who did not, as `payoff` tells it."""
    sheet.set_height(room_for(rows.height))
    labels = [say("caption-did" if did else "caption-did_not") for did in rows["did"]]
    notes = count_notes(rows["rows"])
    draw_dots(sheet, dots_of(rows, "effect"), labels, notes, across=say("axis-lead_alike"))
    zero_line(sheet.ax)
    sheet.ax.margins(x=0.06)
    return sheet.finished(interval_note(sheet, rows))


@figure_of_rows("title-luck", "explained", "rows", "clusters")
def draw_luck(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw how much of the spread of leads goes with the strength of hands, as `luck` tells it."""
    keys = keys_of(rows, *_LUCK)
    sheet.set_height(room_for(rows.height))
    labels = [labels_of(keys, row) for row in rows.iter_rows(named=True)]
    notes = count_notes(rows["rows"])
    draw_dots(
        sheet,
        dots_of(rows, "explained"),
        labels,
        notes,
        across=say("axis-explained"),
        percent=True,
    )
    sheet.ax.set_xlim(left=0)
    return sheet.finished(interval_note(sheet, rows))
