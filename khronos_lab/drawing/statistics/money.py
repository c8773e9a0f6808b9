"""Figures about money over many games: what players live on, what they spend, how it was won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from khronos_lab.analysis.statistics.computing.intervals import LEVEL
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.statistics.figure_parts import (
    Frame,
    Part,
    Sheet,
    collected,
    dots_of,
    dotted,
    games_note,
    interval_note,
    keys_of,
    notes_right,
    number_axis,
    percent_axis,
    reach,
    room_for,
    rows_down,
    stacked,
    striped_rows,
    whisker_note,
)
from khronos_lab.drawing.statistics.labels_and_fills import (
    PARTS,
    PURPOSES,
    kind_word_fill,
    label_of,
    labels_of,
    part_fill,
    part_of,
    part_word,
)
from khronos_lab.drawing.theme import INK, MUTED, SOURCES
from khronos_lab.rulebook.language import number_text, percent_text, say
from khronos_lab.rulebook.pieces import KINDS

_SUMS: Final = (
    "source", "age", "purpose", "coins", "payments", "players", "mean", "mean_low", "mean_high",
    "clusters", "share", "share_low", "share_high",
)  # fmt: skip
_ACTIONS: Final = {
    "A1": "action-Build",
    "A2": "action-Upgrade",
    "A4": "action-Demolish",
    "A5": "action-Populate",
    "A6": "action-Restore",
}
"""By clause: the action that cards are played for."""


@themed
def draw_income_sources(
    frame: Frame,
    *,
    ax: Axes | None = None,
    language: str | None = None,
    games: int | None = None,
    level: float = LEVEL,
) -> Drawing:
    """Draw what players live on, as `income` tells it: a bar for each group, sources stacked.

    `by` of the statistic should have source and age, then what bars are for: round, place, player,
    edition... Lengths are coins of a player in a game. A line at the end of a part is the interval
    of that part alone; for the parts side by side see `draw_income_means`.
    """
    rows = collected(frame, "source", "mean")
    found = _grouped(rows, keys_of(rows, *_SUMS), _income_part, language)
    sheet = Sheet.of(ax, "title-income_sources", language, room_for(len(found)))
    if rows.is_empty():
        return sheet.nothing()
    parts = [_part(found, part, part_word(part, language), part_fill(part)) for part in PARTS]
    _draw_bars(sheet, list(found), parts)
    return sheet.finished(games_note(games, language), *_means_notes(rows, level, language))


def _income_part(row: dict[str, Any]) -> str:
    return part_of(row["source"], row.get("age"))


def _grouped(
    rows: pl.DataFrame,
    keys: Sequence[str],
    part: Callable[[dict[str, Any]], str],
    language: str | None,
) -> _Groups:
    """By the words of a group: the mean of each part, and how far its interval reaches."""
    found: _Groups = {}
    ordered = rows.sort(keys, nulls_last=True) if keys else rows
    for row in ordered.iter_rows(named=True):
        group = found.setdefault(labels_of(keys, row, language), {})
        name = part(row)
        before = group.get(name)
        # What adds up several means has no interval of its own.
        group[name] = (
            (row["mean"], reach(row, "mean")) if before is None else (before[0] + row["mean"], None)
        )
    return found


_Mean = tuple[float, tuple[float, float] | None]
_Groups = dict[str, dict[str, _Mean]]


def _part(found: _Groups, name: str, label: str, style: dict[str, Any]) -> Part:
    means = [group.get(name, (0.0, None)) for group in found.values()]
    return Part(label, [mean for mean, _ in means], style, [ends for _, ends in means])


def _draw_bars(sheet: Sheet, labels: Sequence[str], parts: Sequence[Part]) -> None:
    """Bars of coins with their sums to the right."""
    ax, language = sheet.ax, sheet.language
    totals = [sum(part.values[row] for part in parts) for row in range(len(labels))]
    digits = 1 if max(totals) >= 2 else 2
    handles = stacked(ax, parts, lambda value: number_text(value, digits, language))
    rows_down(ax, labels)
    notes_right(ax, [number_text(total, digits, language) for total in totals])
    number_axis(ax.xaxis, language)
    ax.set_xlabel(say("axis-coins_a_player", language))
    sheet.legend(handles, 4)


def _players_note(rows: pl.DataFrame, language: str | None) -> str:
    """How many players the means are taken over, from the fewest of a group to the most."""
    ends = sorted({int(rows["players"].min() or 0), int(rows["players"].max() or 0)})  # type: ignore[arg-type]
    span = f" {say('caption-to', language)} ".join(number_text(end, 0, language) for end in ends)
    return f"{span} {say('caption-of_players', language)}"


def _means_notes(rows: pl.DataFrame, level: float, language: str | None) -> tuple[str, str]:
    return _players_note(rows, language), whisker_note(rows, level, language)


@themed
def draw_income_means(
    frame: Frame, *, ax: Axes | None = None, language: str | None = None, level: float = LEVEL
) -> Drawing:
    """Draw the income of a player by source with intervals: a panel for each source.

    The frame is `cluster_means` of `player_measures`, by one or two columns (player, place,
    edition...), with any of bonus, tax_might, tax_faith and tax_reason as values. Groups keep their
    order. Intervals count independent deals, and say nothing of players that were not there.
    """
    rows = collected(frame, "clusters")
    values = [part for part in PARTS if part in rows.columns]
    sheet = Sheet.of(ax, "title-income_means", language, room_for(rows.height, over=1.7))
    if rows.is_empty() or not values:
        return sheet.nothing()
    ends = [f"{value}_{end}" for value in values for end in ("low", "high")]
    keys = keys_of(rows, "rows", "clusters", "game", "step", *values, *ends)
    labels = [labels_of(keys, row, language) for row in rows.iter_rows(named=True)]
    panels = sheet.panels([part_word(value, language) for value in values])
    for panel, value in zip(panels, values, strict=True):
        rows_down(panel, labels, letters=22)
        striped_rows(panel, len(labels))
        marker = _MARKERS[values.index(value)]
        dotted(panel, dots_of(rows, value), marker=marker, colour=_dark(value))
        panel.set_xlim(left=min(0.0, panel.get_xlim()[0]))
        panel.xaxis.set_major_locator(MaxNLocator(4))
        number_axis(panel.xaxis, language)
    sheet.ax.set_xlabel(say("axis-coins_a_player", language))
    return sheet.finished(interval_note(rows, level, language), panels=panels)


_MARKERS: Final = "os^D"


def _dark(part: str) -> str:
    """The colour of a source, or ink where it would be too pale for a dot on paper."""
    return INK if part in ("bonus", "taxes") else SOURCES[part].colour


@themed
def draw_spending(
    frame: Frame,
    *,
    ax: Axes | None = None,
    language: str | None = None,
    games: int | None = None,
    level: float = LEVEL,
) -> Drawing:
    """Draw what coins are spent on, as `spending` tells it: a bar for each group.

    A line at the end of a part is the interval of that part. Buildings cost cards, not coins, so
    short bars do not mean that little was done; see `draw_cards_spent`.
    """
    rows = collected(frame, "purpose", "mean")
    found = _grouped(rows, keys_of(rows, *_SUMS), lambda row: row["purpose"], language)
    sheet = Sheet.of(ax, "title-spending", language, room_for(len(found)))
    if rows.is_empty():
        return sheet.nothing()
    parts = [
        _part(found, name, label_of("purpose", name, language), style)
        for name, style in PURPOSES.items()
    ]
    _draw_bars(sheet, list(found), parts)
    return sheet.finished(games_note(games, language), *_means_notes(rows, level, language))


@themed
def draw_cards_spent(
    frame: Frame, *, ax: Axes | None = None, language: str | None = None, games: int | None = None
) -> Drawing:
    """Draw what cards are played for, as `cards_spent` tells it: a bar for each action, by kind.

    Cards that were thrown away unused (T6) are not in it.
    """
    rows = collected(frame, "clause", "kind", "cards")
    sheet = Sheet.of(ax, "title-cards_spent", language, room_for(len(_ACTIONS)))
    whole = int(rows["cards"].sum())
    if rows.is_empty() or not whole:
        return sheet.nothing()
    sums: dict[tuple[str, str | None], float] = {}
    for clause, kind, cards in rows.select("clause", "kind", "cards").iter_rows():
        sums[clause, kind] = sums.get((clause, kind), 0.0) + cards / whole
    parts = [
        Part(
            say("caption-several_kinds", language) if kind is None
            else label_of("kind", kind, language),
            [sums.get((clause, kind), 0.0) for clause in _ACTIONS],
            kind_word_fill(kind),
        )
        for kind in (*(kind.word for kind in KINDS), None)
    ]  # fmt: skip
    handles = stacked(sheet.ax, parts, lambda value: percent_text(value, 0, language))
    said = [f"{say(words, language)} ({clause})" for clause, words in _ACTIONS.items()]
    rows_down(sheet.ax, said)
    totals = [sum(part.values[row] for part in parts) for row in range(len(_ACTIONS))]
    notes_right(sheet.ax, [percent_text(total, 1, language) for total in totals])
    percent_axis(sheet.ax.xaxis, language)
    sheet.ax.set_xlabel(say("axis-share_of_cards", language))
    sheet.legend(handles, 4)
    return sheet.finished(games_note(games, language), say("n-cards", language, n=whole))


@themed
def draw_how_won(
    frame: Frame,
    *,
    ax: Axes | None = None,
    language: str | None = None,
    games: int | None = None,
    level: float = LEVEL,
) -> Drawing:
    """Draw what winners and others lived on, as `how_won` tells it: shares of all they were paid.

    To the right stands what one of them was paid in a game, and a line at the end of a part is the
    interval of its share. That winners have more from an age does
    not say that the age wins: the rich are rich in several ways at once.
    """
    rows = collected(frame, "won", "source", "age", "share", "mean")
    sheet = Sheet.of(ax, "title-how_won", language, room_for(2))
    if rows.is_empty():
        return sheet.nothing()
    sides = [side for side in (True, False) if side in rows["won"].to_list()]
    shares: _Groups = {str(side): {} for side in sides}
    means = dict.fromkeys(sides, 0.0)
    for row in rows.iter_rows(named=True):
        group, name = shares[str(row["won"])], _income_part(row)
        before = group.get(name)
        # Bonuses of several ages are one part, and their sum has no interval of its own.
        ends = reach(row, "share") if before is None else None
        group[name] = ((before[0] if before else 0.0) + row["share"], ends)
        means[row["won"]] += row["mean"]
    parts = [_part(shares, part, part_word(part, language), part_fill(part)) for part in PARTS]
    handles = stacked(sheet.ax, parts, lambda value: percent_text(value, 0, language), least=0.04)
    sheet.ax.set_xlim(0, 1)
    _mark_borders(sheet.ax, parts)
    rows_down(sheet.ax, [label_of("won", side, language) for side in sides])
    coins = say("word-coins", language)
    notes_right(sheet.ax, [f"{number_text(means[side], 1, language)} {coins}" for side in sides])
    percent_axis(sheet.ax.xaxis, language)
    sheet.ax.set_xlabel(say("axis-share_of_income", language))
    sheet.legend(handles, 4)
    return sheet.finished(games_note(games, language), *_means_notes(rows, level, language))


def _mark_borders(ax: Axes, parts: Sequence[Part]) -> None:
    """Thin lines from bar to bar, along the ends of the same part."""
    ends = [0.0] * len(parts[0].values)
    for part in parts[:-1]:
        ends = [end + value for end, value in zip(ends, part.values, strict=True)]
        for row, (one, other) in enumerate(pairwise(ends)):
            ax.plot([one, other], [row + 0.34, row + 0.66], color=MUTED, lw=0.7, zorder=1)
