"""Figures about buildings and shadows: how long they stand, what ends them, what copies become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from khronos_lab.drawing.output.figure import Drawing
from khronos_lab.drawing.statistics.figure_parts import (
    Part,
    Sheet,
    count_notes,
    dots_of,
    draw_bars,
    draw_dots,
    figure_of_rows,
    groups_of,
    interval_note,
    keys_of,
    line_note,
    name_curves,
    percent_axis,
    reach,
    room_for,
    zero_line,
)
from khronos_lab.drawing.statistics.labels_and_fills import (
    CAUSES,
    FATES,
    OUTCOMES,
    VICTIMS,
    label_of,
    labels_of,
    line_of,
)
from khronos_lab.rulebook import number_text, percent_text, say

_SURVIVAL: Final = (
    "time", "at_risk", "died", "left", "survival", "survival_low", "survival_high", "clusters",
)  # fmt: skip
_FATES: Final = (
    "fate", "time", "at_risk", "number", "incidence", "incidence_low", "incidence_high", "clusters",
)  # fmt: skip
LOWEST: Final = 0.9
"""The axis of survival begins here or lower, so that small losses do not look large."""
DIED: Final = tuple(CAUSES)


# ------------------------------------------------------------------ how long buildings stand


@figure_of_rows("title-building_survival", "time", "at_risk", "survival")
def draw_survival(sheet: Sheet, rows: pl.DataFrame, *, unit: str = "turns") -> Drawing:
    """Draw the share of buildings that still stand after a time (Kaplan-Meier).

    The frame is that of `survival`, or of `survival_with_intervals` for bands that count games. One
    key (kind, rank, age, birth...) gives a curve for each of its values; of two keys the first
    gives panels. Ticks are times when buildings left the count alive: they grew, or the game ended.
    Curves end where nothing is known any more; their last steps rest on few buildings.
    """
    keys = keys_of(rows, *_SURVIVAL)
    panels = _key_panels(sheet, rows, keys[:-1])
    column = keys[-1] if keys else ""
    values = rows[column].unique(maintain_order=True).to_list() if keys else [None]
    for panel, part in panels:
        for place, value in enumerate(values):
            curve = part.filter(pl.col(column).eq_missing(value)) if keys else part
            if not curve.is_empty():
                _draw_curve(panel, curve, line_of(column, value, place))
    low = _lowest(rows)
    end = max(1, int(rows["time"].max() or 1))  # type: ignore[arg-type]
    for panel, _ in panels:
        panel.set_xlim(0, end * 1.02)
        panel.set_ylim(low, 1.0)
        panel.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        percent_axis(panel.yaxis)
    _say_curves(sheet, panels, rows, column, values)
    sheet.ax.set_xlabel(say(f"axis-{unit}_since"))
    (sheet.ax if len(panels) == 1 else panels[0][0]).set_ylabel(say("axis-standing"))
    notes = [say("caption-censored")]
    if "clusters" in rows.columns:
        notes.insert(0, interval_note(sheet, rows))
    if low > 0:
        notes.append(say("caption-cut"))
    return sheet.finished(*notes, panels=[panel for panel, _ in panels if panel is not sheet.ax])


def _key_panels(
    sheet: Sheet, rows: pl.DataFrame, keys: Sequence[str]
) -> list[tuple[Axes, pl.DataFrame]]:
    """Axes for every value of some keys, with the rows that belong there; without keys one."""
    if not keys:
        return [(sheet.ax, rows)]
    groups = rows.partition_by(keys, maintain_order=True)
    titles = [", ".join(label_of(key, part[key][0]) for key in keys)
              for part in groups]  # fmt: skip
    return list(zip(sheet.panels(titles), groups, strict=True))


def _draw_curve(ax: Axes, curve: pl.DataFrame, style: dict[str, Any]) -> None:
    """A step curve from 1, its band, and ticks where buildings left alive."""
    time = [0, *curve["time"].to_list()]
    ax.plot(
        time, [1.0, *curve["survival"].to_list()], drawstyle="steps-post", zorder=4, lw=1.8,
        color=style["color"], linestyle=style["linestyle"],
    )  # fmt: skip
    left = curve.filter(pl.col("left") > 0) if "left" in curve.columns else curve.head(0)
    ax.plot(
        left["time"], left["survival"], ls="", marker="+", ms=6, mew=1.0, color=style["color"],
        zorder=5,
    )  # fmt: skip
    if "survival_low" in curve.columns and not curve["survival_low"].has_nulls():
        ends = (curve["survival_low"].to_list(), curve["survival_high"].to_list())
        ax.fill_between(
            time, [1.0, *ends[0]], [1.0, *ends[1]], step="post", color=style["color"], alpha=0.18,
            lw=0, zorder=2,
        )  # fmt: skip


def _lowest(rows: pl.DataFrame) -> float:
    """Where the axis of survival begins: a tenth below the lowest end."""
    names = [name for name in ("survival", "survival_low") if name in rows.columns]
    least = min(float(rows[name].min() or 0.0) for name in names if rows[name].count())  # type: ignore[arg-type]
    return max(0.0, min(LOWEST, (least * 10) // 1 / 10))


def _say_curves(
    sheet: Sheet, panels: Sequence[tuple[Axes, pl.DataFrame]], rows: pl.DataFrame, column: str,
    values: Sequence[Any],
) -> None:  # fmt: skip
    """Names at the ends of curves; with several panels a legend for all of them."""
    if not column:
        return
    if len(panels) == 1:
        last = rows.group_by(column, maintain_order=True).agg(pl.col("survival").last())
        ends = [(height, label_of(column, value)) for value, height in last.iter_rows()]
        name_curves(sheet.ax, ends)
        return
    handles = []
    for place, value in enumerate(values):
        style = line_of(column, value, place)
        handles.append(
            Line2D([], [], color=style["color"], ls=style["linestyle"], lw=1.8,
                   label=label_of(column, value))
        )  # fmt: skip
    sheet.legend(handles, 5, over_panels=True)


# ------------------------------------------------------------------ what ends them


@figure_of_rows("title-fates", "fate", "time", "number", "incidence")
def draw_fates(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw what had become of buildings by the last time in `fates`: a bar for each group.

    The frame is that of `fates`, or of `fates_with_intervals` for lines that count games.

    Shares are those of Aalen and Johansen, counted as if no game ever ended: late times rest on few
    buildings, and the shares say what does happen, not what would without one of the fates.
    """
    keys = keys_of(rows, *_FATES)
    last = rows.sort("time").group_by([*keys, "fate"], maintain_order=True).last()
    groups = last.sort(keys).partition_by(keys, maintain_order=True) if keys else [last]
    sheet.set_height(room_for(len(groups), over=1.9))
    told = [{row["fate"]: row for row in group.iter_rows(named=True)} for group in groups]
    shares = [{fate: row["incidence"] for fate, row in group.items()} for group in told]
    for share in shares:
        share["standing"] = max(0.0, 1 - sum(share.values()))
    parts = [
        Part(
            label_of("fate", fate),
            [share.get(fate, 0.0) for share in shares],
            style,
            [reach(group[fate], "incidence") if fate in group else None for group in told],
        )
        for fate, style in FATES.items()
    ]
    labels = [labels_of(keys, group.row(0, named=True)) for group in groups]
    draw_bars(
        sheet, parts, labels, lambda value: percent_text(value, 0), least=0.045,
        columns=3, percent=True, across=say("axis-share_of_buildings"),
    )  # fmt: skip
    sheet.ax.set_xlim(0, 1)
    ended = int(rows["number"].sum())
    return sheet.finished(
        say("n-buildings", n=ended),
        line_note(sheet, rows),
    )  # fmt: skip


@figure_of_rows("title-causes_of_death", "fate", "time", "incidence")
def draw_causes_of_death(sheet: Sheet, rows: pl.DataFrame, *, unit: str = "turns") -> Drawing:
    """Draw what share of buildings each cause has ended by a time, as `fates` tells it.

    Bands are the intervals of `fates_with_intervals`, where the frame has them. Keys of the
    statistic give panels (one key, please: kind or age). Growth is no death and is left out here,
    though who has grown can no longer die; the curves say what does happen.
    """
    keys = keys_of(rows, *_FATES)
    died = rows.filter(pl.col("fate").cast(pl.String).is_in(DIED))
    if died.is_empty():
        return sheet.nothing()
    panels = _key_panels(sheet, died.sort([*keys, "fate", "time"]), keys)
    drawn: dict[str, Line2D] = {}
    for panel, part in panels:
        for (fate,), curve in part.group_by("fate", maintain_order=True):
            if curve["incidence"].sum():
                drawn.setdefault(str(fate), _draw_cause(panel, curve, str(fate)))
        panel.set_xlim(left=0)
        panel.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    first = panels[0][0]
    first.set_ylim(bottom=0)
    percent_axis(first.yaxis)
    sheet.ax.set_xlabel(say(f"axis-{unit}_since"))
    first.set_ylabel(say("axis-ended"))
    sheet.legend([drawn[fate] for fate in DIED if fate in drawn], 3, over_panels=len(panels) > 1)
    own = [panel for panel, _ in panels if panel is not sheet.ax]
    return sheet.finished(line_note(sheet, rows, "caption-bands"), panels=own)


def _draw_cause(ax: Axes, curve: pl.DataFrame, fate: str) -> Line2D:
    style = CAUSES[fate]
    lines = ax.plot(
        curve["time"], curve["incidence"], drawstyle="steps-post", lw=1.6, ms=6,
        markevery=max(1, curve.height // 5), label=label_of("fate", fate), **style,
    )  # fmt: skip
    if "incidence_low" in curve.columns and not curve["incidence_low"].has_nulls():
        ends = (curve["incidence_low"].to_list(), curve["incidence_high"].to_list())
        colour = lines[0].get_color()
        ax.fill_between(curve["time"].to_list(), *ends, step="post", color=colour, alpha=0.13, lw=0)
    return lines[0]


# ------------------------------------------------------------------ shadows


@figure_of_rows("title-shadow_outcomes", "outcome", "clause", "number")
def draw_shadow_outcomes(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw how copies end, as `shadow_outcomes` tells it: cast, blocked by which clause, missing.

    A copy that fails in Faith is never tried in Reason, so Reason counts only what came that far.
    Few blocked copies may mean that players see them coming.
    """
    keys = keys_of(
        rows, "outcome", "clause", "number", "share", "share_low", "share_high", "clusters",
        "game", "step",
    )  # fmt: skip
    groups = groups_of(rows, keys)
    sheet.set_height(room_for(len(groups)))
    found = [_outcomes(group) for group in groups]
    totals = [sum(each.values()) for each in found]
    parts = [
        Part(
            _outcome_word(outcome),
            [each.get(outcome, 0) / total for each, total in zip(found, totals, strict=True)],
            style,
        )
        for outcome, style in OUTCOMES.items()
    ]
    labels = [labels_of(keys, group.row(0, named=True)) for group in groups]
    draw_bars(
        sheet, parts, labels, lambda value: percent_text(value, 0), least=0.045,
        notes=[number_text(total, 0) for total in totals], percent=True,
        across=say("axis-share_of_copies"),
    )  # fmt: skip
    copies = f"{number_text(sum(totals), 0)} {say('word-copies')}"
    return sheet.finished(copies)


def _outcomes(group: pl.DataFrame) -> dict[str, int]:
    """By outcome, with the clause where one that is known blocked: how many copies."""
    found: dict[str, int] = {}
    for outcome, clause, number in group.select("outcome", "clause", "number").iter_rows():
        name = f"{outcome}.{clause}" if f"{outcome}.{clause}" in OUTCOMES else outcome
        found[name] = found.get(name, 0) + number
    return found


def _outcome_word(outcome: str) -> str:
    word, _, clause = outcome.partition(".")
    said = say(f"outcome-{word}")
    return f"{said} ({clause})" if clause else said


# ------------------------------------------------------------------ paradoxes


@figure_of_rows("title-paradoxes", "victim", "number")
def draw_paradoxes(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw which buildings paradoxes erase and whose they are, as `paradoxes` tells it.

    Bars count buildings (a game's worth if `games` is said); those that live on in their copy are
    not counted. Whose they are is seen from the player who acts.
    """
    keys = keys_of(
        rows, "victim", "number", "value", "per_game", "per_game_low", "per_game_high", "clusters",
        "game", "step",
    )  # fmt: skip
    groups = groups_of(rows, keys)
    sheet.set_height(room_for(len(groups)))
    share = 1 / sheet.games if sheet.games else 1.0
    counts = [dict(group.group_by("victim").agg(pl.col("number").sum()).iter_rows())
              for group in groups]  # fmt: skip
    parts = [
        Part(label_of("victim", victim),
             [each.get(victim, 0) * share for each in counts], style)
        for victim, style in VICTIMS.items()
    ]  # fmt: skip
    digits = 2 if sheet.games else 0
    labels = [labels_of(keys, group.row(0, named=True)) for group in groups]
    draw_bars(
        sheet, parts, labels, lambda value: number_text(value, digits), columns=3,
        across=say("axis-buildings_lost"),
    )  # fmt: skip
    if sheet.games:
        sheet.ax.set_xlabel(f"{sheet.ax.get_xlabel()}, {say('axis-a_game')}")
    lost = int(rows["number"].sum())
    return sheet.finished(say("n-buildings", n=lost))


@figure_of_rows("title-paradox_costs", "cost", "number", "clusters")
def draw_paradox_costs(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw what a building lost to a paradox costs its owner, as `paradox_costs` tells it."""
    keys = keys_of(
        rows, "cost", "cost_low", "cost_high", "number", "rows", "clusters", "game", "step"
    )
    sheet.set_height(room_for(rows.height))
    labels = [labels_of(keys, row) for row in rows.iter_rows(named=True)]
    across = say("axis-paradox_cost")
    notes = count_notes(rows["number"])
    draw_dots(sheet, dots_of(rows, "cost"), labels, notes, across=across)
    zero_line(sheet.ax)
    sheet.ax.margins(x=0.06)
    return sheet.finished(interval_note(sheet, rows))
