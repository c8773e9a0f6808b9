"""Figures about money over many games: what players live on, what they spend, how it was won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

import polars as pl
from matplotlib.axes import Axes

from khronos_lab.drawing.output.figure import Drawing
from khronos_lab.drawing.statistics.figure_parts import (
    Part,
    Sheet,
    draw_bars,
    figure_of_rows,
    keys_of,
    line_note,
    reach,
    room_for,
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
from khronos_lab.drawing.themes import MUTED
from khronos_lab.rulebook import KINDS, number_text, percent_text, say

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


@figure_of_rows("title-income_sources", "source", "mean")
def draw_income_sources(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw what players live on, as `income` tells it: a bar for each group, sources stacked.

    `by` of the statistic should have source and age, then what bars are for: round, place, player,
    edition... Lengths are coins of a player in a game. A line at the end of a part is the interval
    of that part alone.
    """
    found = _grouped(rows, keys_of(rows, *_SUMS), _income_part)
    sheet.set_height(room_for(len(found)))
    parts = [_part(found, part, part_word(part), part_fill(part)) for part in PARTS]
    return _coin_bars(sheet, rows, list(found), parts)


def _income_part(row: dict[str, Any]) -> str:
    return part_of(row["source"], row.get("age"))


def _grouped(
    rows: pl.DataFrame, keys: Sequence[str], part: Callable[[dict[str, Any]], str]
) -> _Groups:
    """By the words of a group: the mean of each part, and how far its interval reaches."""
    found: _Groups = {}
    ordered = rows.sort(keys, nulls_last=True) if keys else rows
    for row in ordered.iter_rows(named=True):
        group = found.setdefault(labels_of(keys, row), {})
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


def _coin_bars(
    sheet: Sheet, rows: pl.DataFrame, labels: Sequence[str], parts: Sequence[Part]
) -> Drawing:
    """Bars of coins with their sums to the right."""
    totals = [sum(part.values[row] for part in parts) for row in range(len(labels))]
    digits = 1 if max(totals) >= 2 else 2
    notes = [number_text(total, digits) for total in totals]
    draw_bars(
        sheet, parts, labels, lambda value: number_text(value, digits), notes=notes,
        across=say("axis-coins_a_player"),
    )  # fmt: skip
    return sheet.finished(*_means_notes(sheet, rows))


def _players_note(rows: pl.DataFrame) -> str:
    """How many players the means are taken over, from the fewest of a group to the most."""
    ends = sorted({int(rows["players"].min() or 0), int(rows["players"].max() or 0)})  # type: ignore[arg-type]
    span = f" {say('caption-to')} ".join(number_text(end, 0) for end in ends)
    return f"{span} {say('caption-of_players')}"


def _means_notes(sheet: Sheet, rows: pl.DataFrame) -> tuple[str, str]:
    return _players_note(rows), line_note(sheet, rows)


@figure_of_rows("title-spending", "purpose", "mean")
def draw_spending(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw what coins are spent on, as `spending` tells it: a bar for each group.

    A line at the end of a part is the interval of that part. Buildings cost cards, not coins, so
    short bars do not mean that little was done; see `draw_cards_spent`.
    """
    found = _grouped(rows, keys_of(rows, *_SUMS), lambda row: row["purpose"])
    sheet.set_height(room_for(len(found)))
    parts = [
        _part(found, name, label_of("purpose", name), style) for name, style in PURPOSES.items()
    ]
    return _coin_bars(sheet, rows, list(found), parts)


@figure_of_rows("title-cards_spent", "clause", "kind", "cards")
def draw_cards_spent(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw what cards are played for, as `cards_spent` tells it: a bar for each action, by kind.

    Cards that were thrown away unused (T6) are not in it.
    """
    sheet.set_height(room_for(len(_ACTIONS)))
    whole = int(rows["cards"].sum())
    if rows.is_empty() or not whole:
        return sheet.nothing()
    sums: dict[tuple[str, str | None], float] = {}
    for clause, kind, cards in rows.select("clause", "kind", "cards").iter_rows():
        sums[clause, kind] = sums.get((clause, kind), 0.0) + cards / whole
    parts = [
        Part(
            say("caption-several_kinds") if kind is None
            else label_of("kind", kind),
            [sums.get((clause, kind), 0.0) for clause in _ACTIONS],
            kind_word_fill(kind),
        )
        for kind in (*(kind.word for kind in KINDS), None)
    ]  # fmt: skip
    said = [f"{say(words)} ({clause})" for clause, words in _ACTIONS.items()]
    totals = [sum(part.values[row] for part in parts) for row in range(len(_ACTIONS))]
    draw_bars(
        sheet, parts, said, lambda value: percent_text(value, 0), percent=True,
        notes=[percent_text(total, 1) for total in totals],
        across=say("axis-share_of_cards"),
    )  # fmt: skip
    return sheet.finished(say("n-cards", n=whole))


@figure_of_rows("title-how_won", "won", "source", "age", "share", "mean")
def draw_how_won(sheet: Sheet, rows: pl.DataFrame) -> Drawing:
    """Draw what winners and others lived on, as `how_won` tells it: shares of all they were paid.

    To the right stands what one of them was paid in a game, and a line at the end of a part is the
    interval of its share. That winners have more from an age does
    not say that the age wins: the rich are rich in several ways at once.
    """
    sheet.set_height(room_for(2))
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
    parts = [_part(shares, part, part_word(part), part_fill(part)) for part in PARTS]
    coins = say("word-coins")
    draw_bars(
        sheet, parts, [label_of("won", side) for side in sides],
        lambda value: percent_text(value, 0), least=0.04, percent=True,
        notes=[f"{number_text(means[side], 1)} {coins}" for side in sides],
        across=say("axis-share_of_income"),
    )  # fmt: skip
    sheet.ax.set_xlim(0, 1)
    _mark_borders(sheet.ax, parts)
    return sheet.finished(*_means_notes(sheet, rows))


def _mark_borders(ax: Axes, parts: Sequence[Part]) -> None:
    """Thin lines from bar to bar, along the ends of the same part."""
    ends = [0.0] * len(parts[0].values)
    for part in parts[:-1]:
        ends = [end + value for end, value in zip(ends, part.values, strict=True)]
        for row, (one, other) in enumerate(pairwise(ends)):
            ax.plot([one, other], [row + 0.34, row + 0.66], color=MUTED, lw=0.7, zorder=1)
