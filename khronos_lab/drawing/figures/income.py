"""Income: coins over the turns of a game with its taxations, their sources, and many games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, pairwise
from typing import Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from khronos_lab.analysis import Timeline
from khronos_lab.core import events as e
from khronos_lab.drawing.output.figure import Drawing, axes_for, figure_of, themed
from khronos_lab.drawing.themes import (
    INK,
    MARKS,
    MUTED,
    PAPER,
    SOURCES,
    new_figure,
    player_line,
    source_fill,
)
from khronos_lab.rulebook import AGES, TAX_ROUNDS, say

# ------------------------------------------------------------------ one game


class Ends(NamedTuple):
    """The ends of a game's turns."""

    frames: tuple[int, ...]
    """Their frames; the first position is the first."""
    rounds: tuple[int, ...]
    """The round of each turn."""
    taxed: tuple[int, ...] = TAX_ROUNDS
    """The rounds with taxes."""


def ends_of(timeline: Timeline) -> Ends:
    """Where the turns of a game end; an unfinished turn ends with the game."""
    frames = list(timeline.stops("turn"))
    if frames[-1] != len(timeline) - 1:
        frames.append(len(timeline) - 1)
    rounds = tuple(timeline[frame].round for frame in frames[1:])
    return Ends(tuple(frames), rounds, timeline.start.rules.tax_rounds)


@themed
def draw_income(
    timeline: Timeline,
    *,
    ax: Axes | None = None,
    seats: Sequence[int] | None = None,
    language: str | None = None,
) -> Drawing:
    """Draw the coins of each player after every turn, with the taxations marked.

    With `seats` only the coins of these players are drawn; the others keep theirs hidden (S6).
    """
    ax = axes_for(ax, 10.0, 4.2)
    ends = ends_of(timeline)
    seats = range(len(timeline.coins)) if seats is None else seats
    draw_rounds(ax, ends)
    for seat in seats:
        values = [timeline.coins[seat][frame] for frame in ends.frames]
        own = [n for n, frame in enumerate(ends.frames[1:], 1) if timeline[frame].seat == seat]
        style = player_line(seat, markevery=own)
        # The last marker lies on the edge of the axes: nothing of it is cut off.
        ax.plot(
            range(len(values)), values, label=timeline.start.names[seat], zorder=4, clip_on=False,
            **style,
        )  # fmt: skip
    if seats:
        _name_ends(ax, timeline, seats)
        _mark_taxations(ax, timeline, ends, seats)
    else:
        ax.set_yticks([])
        ax.text(
            0.5, 0.5, say("panel-coins-none"), transform=ax.transAxes, ha="center",
            va="center", color=MUTED,
        )  # fmt: skip
    ax.set_ylabel(say("axis-coins"))
    ax.set_title(say("title-income"))
    return Drawing(figure_of(ax), (ax,))


def draw_rounds(ax: Axes, ends: Ends) -> None:
    """Rounds as ticks, those with taxes shaded."""
    turns = len(ends.rounds)
    starts = [0, *(n for n, (one, two) in enumerate(pairwise(ends.rounds), 1) if one != two), turns]
    taxed = False
    for first, last in pairwise(starts):
        if last > first and ends.rounds[first] in ends.taxed:
            label = None if taxed else say("legend-taxation")
            ax.axvspan(first, last, color=MARKS["pay"].colour, alpha=0.10, lw=0, label=label)
            taxed = True
    ax.set_xticks([(one + two) / 2 for one, two in pairwise(starts)])
    ax.set_xticklabels([str(ends.rounds[first]) for first in starts[:-1] if first < turns])
    ax.set_xticks(starts, minor=True)
    ax.tick_params(axis="x", which="major", length=0)
    ax.tick_params(axis="x", which="minor", length=4)
    ax.grid(visible=False, axis="x", which="major")
    ax.grid(visible=True, axis="x", which="minor")
    ax.set_xlim(0, max(1, turns))  # a game may have no turn yet
    ax.set_xlabel(say("axis-round"))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))


def _mark_taxations(ax: Axes, timeline: Timeline, ends: Ends, seats: Sequence[int]) -> None:
    """What each player collected, written at the point of his turn or near it, where it is free."""
    # The share of the axes that one of these numbers takes in a narrow picture.
    wide, high = 0.09 * ax.get_xlim()[1], 0.07 * ax.get_ylim()[1]
    shown = [each for each in timeline.taxations if each.collected and each.seat in seats]
    turns = [int(np.searchsorted(ends.frames, each.last)) for each in shown]
    points = [
        (turn, timeline.coins[each.seat][ends.frames[turn]])
        for turn, each in zip(turns, shown, strict=True)
    ]
    taken: list[tuple[int, float]] = []

    def is_free(turn: int, height: float) -> bool:
        """Clear of the other numbers, and of the points of the curves to its left."""
        return all(abs(turn - x) >= wide or abs(height - y) >= high for x, y in taken) and not any(
            turn - wide < x < turn and 0 < y - height < 1.4 * high for x, y in points
        )

    for taxation, (turn, coins) in zip(shown, points, strict=True):
        spots = (coins + way * high * n / 4 for n in count() for way in (1, -1))
        height = next(spot for spot in spots if is_free(turn, spot))
        taken.append((turn, height))
        ax.annotate(
            f"+{taxation.collected}", (turn, height), xytext=(-3, 7),
            textcoords="offset points", ha="right", va="bottom", fontsize=8,
            fontweight="bold", color=MARKS["pay"].colour, zorder=6,
            bbox={"boxstyle": "round,pad=0.12", "fc": PAPER, "ec": "none", "alpha": 0.8},
        )  # fmt: skip


def _name_ends(ax: Axes, timeline: Timeline, seats: Sequence[int]) -> None:
    """Every player's name and coins at the end of his curve, moved apart where they are close."""
    finals = sorted((timeline.coins[seat][-1], seat) for seat in seats)
    top = max(max(timeline.coins[seat]) for seat in seats) * 1.12 + 1
    ax.set_ylim(0, top)
    room = top * 0.062
    height = -room
    right = ax.get_xlim()[1]
    for coins, seat in finals:
        height = max(coins, height + room)
        ax.annotate(
            f"{timeline.start.names[seat]}  {coins}", (right, coins),
            xytext=(right * 1.022, height), va="center", ha="left", fontsize=9,
            annotation_clip=False,
            # From the edge of the words: from their middle it would cross the name below.
            arrowprops={
                "arrowstyle": "-", "color": MUTED, "lw": 0.6, "shrinkA": 1, "shrinkB": 2,
                "relpos": (0.0, 0.5),
            },
        )  # fmt: skip


# ------------------------------------------------------------------ sources


def income_by_source(timeline: Timeline, seat: int) -> dict[str, list[int]]:
    """By source: a player's income so far, after every turn; `spent` is what he has paid."""
    ends = ends_of(timeline)
    sums = {source: [0] for source in SOURCES}
    sums["start"] = [timeline.start.players[seat].coins]
    for first, last in pairwise(ends.frames):
        for rows in sums.values():
            rows.append(rows[-1])
        for frame in range(first + 1, last + 1):
            span = timeline.span_at(frame)
            assert span is not None
            event = span.log[frame - span.first].event
            source = _source(event)
            if source and event.seat == seat:
                sums[source][-1] += event.amount or 0
    return sums


def _source(event: e.Event) -> str:
    if isinstance(event, e.BonusPaid):
        return "bonus"
    if isinstance(event, e.TaxCollected):
        return f"tax_{event.age.name.lower()}"
    return "spent" if isinstance(event, e.CoinsSpent) else ""


SOURCE_WORDS: Final = {
    "start": "source-start",
    "bonus": "source-bonus",
    **{f"tax_{age.name.lower()}": f"source-tax-{age.name.lower()}" for age in AGES},
    "spent": "source-spent",
}


@themed
def draw_sources(
    timeline: Timeline, *, figure: Figure | None = None, language: str | None = None
) -> Drawing:
    """Draw where each player's coins came from: one panel per player, sources stacked.

    What was paid away lies on top; the line below it is what the player has.
    """
    players = len(timeline.start.players)
    if figure is None:
        figure = new_figure(2.6 * players + 0.6, 4.0)
    figure.set_layout_engine("constrained")
    axes = figure.subplots(1, players, sharey=True, squeeze=False)[0]
    ends = ends_of(timeline)
    heights = []
    for seat, ax in enumerate(axes):
        draw_rounds(ax, ends)
        heights.append(_stack(ax, income_by_source(timeline, seat)))
        ax.set_title(timeline.start.names[seat])
        have = [timeline.coins[seat][frame] for frame in ends.frames]
        ax.plot(
            range(len(have)), have, color=INK, lw=1.6, zorder=5, drawstyle="steps-pre",
            label=say("word-coins"),
        )  # fmt: skip
    axes[0].set_ylim(0, 1.05 * max(heights))  # of all panels: they share it
    axes[0].set_ylabel(say("axis-cumulative_income"))
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    return Drawing(figure, tuple(axes))


def _stack(ax: Axes, sums: dict[str, list[int]]) -> float:
    """Stacked areas: all that a player ever had is what he has now and what he spent.

    Gives how high they are.
    """
    base = np.zeros(len(sums["start"]))
    x = np.arange(len(base))
    for source, words in SOURCE_WORDS.items():
        if source == "spent":
            continue
        top = base + np.array(sums[source])
        ax.fill_between(x, base, top, step="pre", label=say(words), zorder=2, **source_fill(source))
        base = top
    spent = np.array(sums["spent"])
    ax.fill_between(
        x, base - spent, base, step="pre", label=say(SOURCE_WORDS["spent"]), zorder=3,
        facecolor="#FFFFFFB0", hatch=SOURCES["spent"].stripe, edgecolor=INK, linewidth=0.5,
    )  # fmt: skip
    return float(base.max())
