"""Figures about how players fared: seats, first turns, hands, two datasets, ratings."""

from __future__ import annotations

from math import nan
from typing import Any, Final

import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from khronos_lab.analysis import rating_text
from khronos_lab.drawing.output.figure import Drawing
from khronos_lab.drawing.statistics.figure_parts import (
    Dot,
    Part,
    Sheet,
    count_notes,
    dots_of,
    draw_bars,
    draw_columns,
    draw_dots,
    figure_of_rows,
    groups_of,
    interval_note,
    keys_of,
    label_across,
    level_note,
    line_note,
    notes_right,
    percent_axis,
    plain_number,
    reach,
    room_for,
    rows_down,
    striped_rows,
    zero_line,
)
from khronos_lab.drawing.statistics.labels_and_fills import (
    kind_word_fill,
    label_of,
    labels_of,
    measure_word,
    opening_words,
)
from khronos_lab.drawing.themes import HEAT, INK, MUTED, PAPER, PLAYERS, player_line
from khronos_lab.rulebook import KINDS, number_text, percent_text, say

COMMONEST: Final = 12
"""Openings that are shown."""
DARK: Final = 0.6
"""Shares from which on the letters of the table of duels are white."""


@figure_of_rows("title-seats", "players", "place", "win", "clusters")
def draw_seats(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw the share of wins by place in the order of turns, a panel for each number of players.

    The frame is `seat_effects` by players and place. The dashed line is what chance would give.
    Where deals were played with all orders of seats, the players' skill cancels out; without that a
    strong player who always sits first looks like an advantage of the first place.
    """
    rows = rows.sort("players", "place")
    groups = rows.partition_by("players", maintain_order=True)
    titles = [label_of("players", group["players"][0]) for group in groups]
    panels = sheet.panels(titles)
    for panel, group in zip(panels, groups, strict=True):
        draw_columns(panel, dots_of(group, "win"), [str(place + 1) for place in group["place"]])
        zero_line(panel, 1 / group["players"][0], upright=False)
    panels[0].set_ylim(bottom=min(0.0, panels[0].get_ylim()[0]))
    percent_axis(panels[0].yaxis)
    panels[0].set_ylabel(say("axis-wins"))
    sheet.ax.set_xlabel(say("axis-place"))
    chance = f"- - {say('caption-chance')}"
    return sheet.finished(interval_note(sheet, rows), chance, panels=panels)


@figure_of_rows("title-openings", "opening", "rows", "advantage", "clusters")
def draw_openings(sheet: Sheet, rows: pl.DataFrame, *, number: int = COMMONEST) -> Drawing:
    """Draw how players fared after the commonest first turns, as `opening_results` tells it.

    To the right stands how often each was played. It can't say that an opening wins: good players
    choose it, or good hands allow it; and of twenty intervals expect one to miss.
    """
    shown = rows.sort("rows", descending=True, maintain_order=True).head(number)
    sheet.set_height(room_for(shown.height))
    labels = [opening_words(each) for each in shown["opening"]]
    notes = count_notes(shown["rows"])
    draw_dots(
        sheet, dots_of(shown, "advantage"), labels, notes, percent=True, letters=44, lines=2,
        across=say("axis-advantage"),
    )  # fmt: skip
    zero_line(sheet.ax)
    sheet.ax.tick_params(axis="y", labelsize=7.5)
    sheet.ax.xaxis.set_major_locator(MaxNLocator(5))
    cut = say("caption-only_commonest") if shown.height < rows.height else ""
    return sheet.finished(interval_note(sheet, shown), cut)


# ------------------------------------------------------------------ cards


@figure_of_rows("title-hands", "strength", "advantage", "rows", "clusters")
def draw_hand_results(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw how players fared by the mean strength of their hands, as `hand_results` tells it.

    Strength is a poor measure of what cards are worth: a flat picture does not say that luck does
    not matter. Groups that rest on a single deal say nothing and are left out, if there are others.
    """
    rows = rows.sort("strength")
    known = rows.filter(pl.col("clusters") > 1)
    rows = rows if known.is_empty() else known
    labels = [
        f"{plain_number(strength)}\nn = {number_text(number, 0)}"
        for strength, number in rows.select("strength", "rows").iter_rows()
    ]
    draw_columns(sheet.ax, dots_of(rows, "advantage"), labels)
    zero_line(sheet.ax, upright=False)
    percent_axis(sheet.ax.yaxis)
    sheet.ax.set_xlabel(say("axis-hand_strength"))
    sheet.ax.set_ylabel(say("axis-advantage"))
    return sheet.finished(interval_note(sheet, rows))


@figure_of_rows("title-cards_held", "kind", "mean", "hands")
def draw_cards_held(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw how many cards of each kind a hand holds, as `cards_held` tells it: a bar for a group.

    `level` is that of its intervals. In the first edition players choose what they keep, so it is
    what was held, not what was dealt.
    """
    keys = keys_of(rows, "kind", "cards", "hands", "mean", "mean_low", "mean_high", "clusters")
    groups = groups_of(rows, keys)
    sheet.set_height(room_for(len(groups)))
    found = [{row["kind"]: row for row in group.iter_rows(named=True)} for group in groups]
    parts = [
        Part(
            label_of("kind", kind.word),
            [each[kind.word]["mean"] if kind.word in each else 0.0 for each in found],
            kind_word_fill(kind.word),
            [reach(each[kind.word], "mean") if kind.word in each else None for each in found],
        )
        for kind in KINDS
    ]
    labels = [labels_of(keys, group.row(0, named=True)) for group in groups]
    draw_bars(
        sheet, parts, labels, lambda value: number_text(value, 2), columns=3,
        across=say("axis-cards_in_hand"),
    )  # fmt: skip
    hands = sum(group["hands"][0] for group in groups)
    said = f"{number_text(hands, 0)} {say('caption-hands')}"
    return sheet.finished(said, line_note(sheet, rows))


# ------------------------------------------------------------------ comparing


@figure_of_rows("title-comparison", "measure", "one", "other", "effect", "effect_low", "differs")
def draw_comparison(
    sheet: Sheet, rows: pl.DataFrame, *, names: tuple[str, str] = ("one", "other")
) -> Drawing:
    """Draw how two sets of games differ, as `compare` tells it: effect sizes with intervals.

    `names` are those of the two sets, `one` first. Dots to the right mean more in the second; those
    that chance alone would give with this many measures are hollow. To the right stand both means.
    Sets that differ in several things do not tell which of
    them made the difference.
    """
    known = rows.filter(pl.col("effect").is_not_null())
    sheet.set_height(room_for(known.height, over=1.7))
    if known.is_empty():
        return sheet.nothing()
    sure = known["differs"].to_list()
    labels = [measure_word(each) for each in known["measure"]]
    pairs = known.select("one", "other").iter_rows()
    notes = [" → ".join(_mean(each) for each in pair) for pair in pairs]
    draw_dots(
        sheet,
        dots_of(known, "effect"),
        labels,
        notes,
        across=say("axis-effect_size"),
        letters=34,
    )
    for place, (value, clear) in enumerate(zip(known["effect"], sure, strict=True)):
        if not clear:
            sheet.ax.plot(value, place, marker="o", ms=6.5, color=INK, mfc=PAPER, zorder=5)
    zero_line(sheet.ax)
    sheet.ax.margins(x=0.06)
    more = say("caption-more_in")
    ways = f"← {more} {names[0]}   |   {more} {names[1]} →"
    sheet.ax.set_xlabel(f"{sheet.ax.get_xlabel()}\n{ways}")
    sides = _sides(known, names)
    return sheet.finished(level_note(sheet.level), sides, say("caption-by_chance"))


@figure_of_rows("title-balance", "variant", "measure", "usual", "changed", "effect", "differs")
def draw_balance(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw what variants of the rules change, as `balanced` tells it: effect sizes with intervals.

    Each variant has its own mark; a hollow one differs by no more than chance would with this many
    measures. Of the buildings only those are shown for which some variant makes a difference. To
    the right stands the mean under the usual rules.
    """
    building = pl.col("measure").str.contains("^(chosen|wins)_")
    clear = pl.col("differs").any().over("measure")
    shown = rows.filter(pl.col("effect").is_not_null() & (clear | ~building))
    measures = shown["measure"].unique(maintain_order=True).to_list()
    variants = shown["variant"].unique(maintain_order=True).to_list()
    if not measures:
        return sheet.nothing()
    sheet.set_height(room_for(len(measures), over=1.9))
    ax, handles = sheet.ax, []
    for number, variant in enumerate(variants):
        down = 0.5 * ((number + 0.5) / len(variants) - 0.5)
        style = player_line(number % len(PLAYERS))
        colour, marker = style["color"], style["marker"]
        for row in shown.filter(pl.col("variant") == variant).iter_rows(named=True):
            place = measures.index(row["measure"]) + down
            ax.plot([row["effect_low"], row["effect_high"]], [place] * 2, color=colour, lw=1.4)
            face = colour if row["differs"] else PAPER
            ax.plot(row["effect"], place, marker, ms=6, color=colour, mfc=face, zorder=4)
        handles.append(Line2D([], [], color=colour, marker=marker, ms=6, lw=1.4, label=variant))
    rows_down(ax, [measure_word(each) for each in measures], letters=44)
    striped_rows(ax, len(measures))
    means = shown.unique("measure", keep="first", maintain_order=True)["usual"]
    notes_right(ax, [_mean(each) for each in means])
    label_across(sheet, say("axis-balance"))
    zero_line(ax)
    sheet.legend(handles, len(handles))
    deals = number_text(int(shown["clusters_both"][0]), 0)
    return sheet.finished(
        level_note(sheet.level),
        f"{deals} {say('caption-clusters')}",
        say("caption-by_chance"),
        say("caption-balance_means"),
    )


def _mean(value: float | None) -> str:
    return "?" if value is None else number_text(value, 2 if abs(value) < 10 else 1)


def _sides(rows: pl.DataFrame, names: tuple[str, str]) -> str:
    """How many independent deals either side has."""
    numbers = [int(rows[f"clusters_{side}"][0]) for side in ("one", "other")]
    said = say("caption-clusters")
    parts = [f"{name}: {number_text(number, 0)}"
             for name, number in zip(names, numbers, strict=True)]  # fmt: skip
    return f"{said}: {', '.join(parts)}"


@figure_of_rows("title-ratings", "group", "player", "anchor", "rating", "duels", "clusters")
def draw_ratings(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw the ladder of players, as `ratings` tells it: best first, with intervals.

    An arrow is a bound: somebody who never won, or never lost, is at least so far away. One number
    cannot show that one player beats another and loses to a third: see `draw_duels`. Groups of
    players whom no meeting links are counted apart, with a line between them.
    """
    keys = keys_of(rows, *_RATED)
    sheet.set_height(room_for(rows.height))
    dots = dots_of(rows, "rating")
    for place, (value, low, high) in enumerate(dots):
        bound = low if high is None else high
        if value is None and bound is not None:
            marker = "<" if high is not None else ">"
            sheet.ax.plot(bound, place, marker=marker, ms=7, color=INK, mfc=PAPER, zorder=4)
    groups = rows.select(*keys, "group").rows()
    ranks = [groups[: place + 1].count(group) for place, group in enumerate(groups)]
    labels = [
        ", ".join(filter(None, (f"{rank}. {row['player']}", _size(keys, row))))
        for rank, row in zip(ranks, rows.iter_rows(named=True), strict=True)
    ]
    notes = [rating_text(*dot) for dot in dots]
    anchors = tuple(rows["anchor"].unique(maintain_order=True))
    axis = say("axis-rating", anchor=anchors)
    draw_dots(sheet, dots, labels, notes, across=axis)
    for place in (place for place, rank in enumerate(ranks) if place and rank == 1):
        sheet.ax.axhline(place - 0.5, color=INK, linewidth=1)
    zero_line(sheet.ax)
    sheet.ax.margins(x=0.06)
    apart = [say("caption-groups_apart")] if rows["group"].n_unique() > 1 else []
    return sheet.finished(interval_note(sheet, rows), *apart)


_RATED: Final = (
    "group", "player", "anchor", "rating", "rating_low", "rating_high", "duels", "clusters",
)  # fmt: skip


def _size(keys: list[str], row: dict[str, Any]) -> str:
    return labels_of(keys, row) if keys else ""


@figure_of_rows("title-duels", "one", "other", "share", "rows", "clusters")
def draw_duels(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw who ends above whom, as `duels` tells it: a square for every two players.

    Tables of different size are taken together, weighted by their meetings, and then there are no
    intervals; choose one size (`players`) for the interval below each share.
    """
    names = sorted({*rows["one"], *rows["other"]})
    sheet.set_height(room_for(len(names), over=2.0))
    sizes = rows["players"].n_unique() if "players" in rows.columns else 1
    shares = {
        (one, other): Dot(share, low, high)
        for one, other, share, low, high in _pairs(rows, sizes).iter_rows()
    }
    unknown = Dot(nan)
    image = [[shares.get((one, other), unknown).value or 0.0 for other in names] for one in names]
    sheet.ax.imshow(image, cmap=HEAT, vmin=0, vmax=1, aspect="auto")
    for down, one in enumerate(names):
        for right, other in enumerate(names):
            if (one, other) in shares:
                _say_share(sheet.ax, right, down, shares[one, other])
    sheet.ax.set_xticks(range(len(names)), names, rotation=20, ha="right")
    sheet.ax.set_yticks(range(len(names)), names)
    sheet.ax.grid(visible=False)
    sheet.ax.tick_params(length=0)
    sheet.ax.spines[:].set_visible(False)
    sheet.ax.set_xlabel(say("axis-rival"))
    note = interval_note(sheet, rows) if sizes == 1 else say(
        "caption-no_interval"
    )  # fmt: skip
    met = number_text(int(rows["rows"].sum()) // 2, 0)
    never = len(shares) < len(names) * (len(names) - 1)
    empty = (say("caption-never_met"),) if never else ()
    return sheet.finished(f"{met} {say('caption-meetings')}", note, *empty)


def _pairs(rows: pl.DataFrame, sizes: int) -> pl.DataFrame:
    """The share of every two players with its ends; those of several table sizes have none."""
    if sizes == 1:
        return rows.select("one", "other", "share", "share_low", "share_high")
    mean = (pl.col("share") * pl.col("rows")).sum() / pl.col("rows").sum()
    nothing = pl.lit(None, pl.Float64())
    return rows.group_by("one", "other").agg(
        mean.alias("share"), share_low=nothing, share_high=nothing
    )


def _say_share(ax: Axes, x: int, y: int, dot: Dot) -> None:
    value = dot.value or 0.0
    said = percent_text(value, 0)
    if dot.low is not None and dot.high is not None:
        ends = [percent_text(min(1.0, max(0.0, end)), 0) for end in (dot.low, dot.high)]
        said = f"{said}\n{ends[0]} {say('caption-to')} {ends[1]}"
    colour = PAPER if value > DARK else INK if value > 0 else MUTED
    ax.text(x, y, said, ha="center", va="center", fontsize=8, color=colour)
