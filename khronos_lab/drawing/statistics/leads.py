"""Figures about who is in front: when games are decided, comebacks, what pays, card luck."""

from __future__ import annotations

from matplotlib.axes import Axes

from khronos_lab.analysis.statistics.computing.intervals import LEVEL
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.statistics.figure_parts import (
    Frame,
    Sheet,
    collected,
    dots_of,
    dotted,
    interval_note,
    keys_of,
    notes_right,
    number_axis,
    percent_axis,
    room_for,
    rows_down,
    striped_rows,
    zero_line,
)
from khronos_lab.drawing.statistics.labels_and_fills import label_of, labels_of, line_of
from khronos_lab.drawing.theme import PLAYERS
from khronos_lab.rulebook.language import number_text, say

_DECIDED = (
    "round", "rows", "clusters", "share", "share_low", "share_high", "changes", "changes_low",
    "changes_high", "game", "step",
)  # fmt: skip
_LUCK = (
    "explained", "explained_low", "explained_high", "slope", "slope_low", "slope_high", "rows",
    "clusters",
)  # fmt: skip


@themed
def draw_decided(
    frame: Frame, *, ax: Axes | None = None, language: str | None = None, level: float = LEVEL
) -> Drawing:
    """Draw in which round games are decided, as `decided` tells it; a panel for each group."""
    rows = collected(frame, "round", "share", "clusters")
    keys = keys_of(rows, *_DECIDED)
    sheet = Sheet.of(ax, "title-decided", language)
    if rows.is_empty():
        return sheet.nothing()
    groups = rows.partition_by(keys, maintain_order=True) if keys else [rows]
    titles = [labels_of(keys, group.row(0, named=True), language) for group in groups]
    panels = sheet.panels(titles) if keys else [sheet.ax]
    for panel, group in zip(panels, groups, strict=True):
        dotted(panel, dots_of(group, "share"), upright=True)
        panel.set_xticks(range(group.height), [str(each) for each in group["round"]])
        panel.set_xlim(-0.6, group.height - 0.4)
        panel.grid(visible=False, axis="x")
    panels[0].set_ylim(bottom=0)
    percent_axis(panels[0].yaxis, language)
    panels[0].set_ylabel(say("axis-share_decided", language))
    sheet.ax.set_xlabel(say("axis-round", language))
    return sheet.finished(interval_note(rows, level, language), panels=panels if keys else [])


@themed
def draw_comebacks(
    frame: Frame, *, ax: Axes | None = None, language: str | None = None, level: float = LEVEL
) -> Drawing:
    """Draw the chance to win by the number of coins behind: a curve for each of the last rounds."""
    rows = collected(frame, "round", "behind", "win", "clusters")
    sheet = Sheet.of(ax, "title-comebacks", language)
    rounds = sorted(set(rows["round"]))
    rounds = rounds[:-1] or rounds  # after the last one nothing is open
    rows = rows.filter(rows["round"].is_in(rounds[-len(PLAYERS) :]))  # a style for each curve
    if rows.is_empty():
        return sheet.nothing()
    groups = rows.partition_by("round", maintain_order=True)
    ends = []
    places = {value: place for place, value in enumerate(sorted(set(rows["behind"])))}
    for number, group in enumerate(groups):
        across = [places[value] for value in group["behind"]]
        sheet.ax.plot(across, group["win"], **line_of("round", number, number), ms=5)
        ends.append((float(group["win"][-1]), label_of("round", group["round"][0], language)))
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
    percent_axis(sheet.ax.yaxis, language)
    sheet.ax.set_xlabel(say("axis-behind", language))
    sheet.ax.set_ylabel(say("axis-wins", language))
    return sheet.finished(interval_note(rows, level, language))


@themed
def draw_payoff(
    frame: Frame, *, ax: Axes | None = None, language: str | None = None, level: float = LEVEL
) -> Drawing:
    """Draw the lead of those who did something and of those who did not, as `payoff` tells it."""
    rows = collected(frame, "did", "effect", "rows", "clusters")
    sheet = Sheet.of(ax, "title-payoff", language, room_for(rows.height))
    if rows.is_empty():
        return sheet.nothing()
    dotted(sheet.ax, dots_of(rows, "effect"))
    rows_down(
        sheet.ax,
        [say("caption-did" if did else "caption-did_not", language) for did in rows["did"]],
    )
    striped_rows(sheet.ax, rows.height)
    notes_right(sheet.ax, [f"n = {number_text(each, 0, language)}" for each in rows["rows"]])
    zero_line(sheet.ax)
    sheet.ax.margins(x=0.06)
    number_axis(sheet.ax.xaxis, language)
    sheet.ax.set_xlabel(say("axis-lead_alike", language))
    return sheet.finished(interval_note(rows, level, language))


@themed
def draw_luck(
    frame: Frame, *, ax: Axes | None = None, language: str | None = None, level: float = LEVEL
) -> Drawing:
    """Draw how much of the spread of leads goes with the strength of hands, as `luck` tells it."""
    rows = collected(frame, "explained", "rows", "clusters")
    keys = keys_of(rows, *_LUCK)
    sheet = Sheet.of(ax, "title-luck", language, room_for(rows.height))
    if rows.is_empty():
        return sheet.nothing()
    dotted(sheet.ax, dots_of(rows, "explained"))
    rows_down(sheet.ax, [labels_of(keys, row, language) for row in rows.iter_rows(named=True)])
    striped_rows(sheet.ax, rows.height)
    notes_right(sheet.ax, [f"n = {number_text(each, 0, language)}" for each in rows["rows"]])
    sheet.ax.set_xlim(left=0)
    percent_axis(sheet.ax.xaxis, language)
    sheet.ax.set_xlabel(say("axis-explained", language))
    return sheet.finished(interval_note(rows, level, language))
