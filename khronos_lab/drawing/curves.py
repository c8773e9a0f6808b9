"""The figures of one game over its turns: coins, their sources, a review, and how it may end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from typing import Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from khronos_lab.analysis import Review, ReviewedTurn, Timeline, between, signed
from khronos_lab.core import events as e
from khronos_lab.core import seed_of, step
from khronos_lab.drawing.charts import (
    Sheet,
    empty,
    level_note,
    name_curves,
    notes_right,
    percent_axis,
    rows_down,
)
from khronos_lab.drawing.output import Drawing, axes_for, figure_of, themed
from khronos_lab.drawing.themes import (
    INK,
    MARKS,
    MUTED,
    PAPER,
    PLAYERS,
    SOURCES,
    new_figure,
    player_line,
    source_fill,
)
from khronos_lab.players import LEVEL, Estimate, Rollouts, contrast
from khronos_lab.rulebook import AGES, TAX_ROUNDS, KhronosError, number_text, say


class TurnEnds(NamedTuple):
    """The ends of a game's turns."""

    frames: tuple[int, ...]  # their frames; the first position is the first
    rounds: tuple[int, ...]  # the round of each turn
    taxed: tuple[int, ...] = TAX_ROUNDS  # the rounds with taxes


def ends_of(timeline: Timeline) -> TurnEnds:
    """Where the turns of a game end; an unfinished turn ends with the game."""
    frames = list(timeline.stops("turn"))
    if frames[-1] != len(timeline) - 1:
        frames.append(len(timeline) - 1)
    rounds = tuple(timeline[frame].round for frame in frames[1:])
    return TurnEnds(tuple(frames), rounds, timeline.start.rules.tax_rounds)


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
        ax.set_ylim(0, max(max(timeline.coins[seat]) for seat in seats) * 1.12 + 1)
        finals = [(timeline.coins[seat][-1], timeline.start.names[seat]) for seat in seats]
        name_curves(ax, [(coins, f"{name}  {coins}") for coins, name in finals])
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


def draw_rounds(ax: Axes, ends: TurnEnds) -> None:
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


def _mark_taxations(ax: Axes, timeline: Timeline, ends: TurnEnds, seats: Sequence[int]) -> None:
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


# ------------------------------------------------------------------ a review


WIDTH: Final = 9.6  # inches of a figure of its own


@themed
def draw_review(review: Review, *, ax: Axes | None = None, language: str | None = None) -> Drawing:
    """Draw each player's chance to win and expected coins after every turn, with intervals.

    Rounds with taxes are shaded; turns with a mark have it above.
    """
    sheet = Sheet.of(ax, "title-review", 5.6, WIDTH)
    if not review.start.games or not review.reviewed:
        return sheet.nothing()
    empty(sheet.ax)
    wins = sheet.ax.inset_axes((0.06, 0.52, 0.83, 0.42))
    coins = sheet.ax.inset_axes((0.06, 0.08, 0.83, 0.40))
    # Turns that were not looked at yet have no place on the curves.
    shown = [each for each in review.turns if each.branch.games]
    ends = TurnEnds((0, *(each.step for each in shown)), tuple(each.round for each in shown))
    for panel in (wins, coins):
        draw_rounds(panel, ends)
        panel.set_xlim(0, max(1, len(shown)))
    for number, each in enumerate(shown, 1):
        if each.mark:
            _mark(wins, coins, number, each)
    for seat in range(len(review.names)):
        curve = review.curve(seat)
        own = [number for number, each in enumerate(shown, 1) if each.seat == seat]
        _draw(coins, seat, [each for _, each, _ in curve], own)
        _draw(wins, seat, [each for _, _, each in curve], own)
    wins.set_ylim(0, 1)
    wins.set_yticks([0.0, 0.25, 0.5, 0.75, 1.0])
    percent_axis(wins.yaxis)
    wins.set_ylabel(say("axis-win_chance"))
    wins.set_xlabel("")
    wins.tick_params(axis="x", labelbottom=False)
    coins.set_ylabel(say("axis-expected_coins"))
    finals = [review.curve(seat)[-1][1].value for seat in range(len(review.names))]
    name_curves(coins, list(zip(finals, review.names, strict=True)))
    sheet.legend(_handles(review), 4)
    whole = review.reviewed == len(review.turns)
    stopped = "" if whole else say("review-unfinished")
    return sheet.finished("", level_note(0.95), stopped, panels=(wins, coins))


def _draw(ax: Axes, seat: int, values: Sequence[Estimate], own: list[int]) -> None:
    """A player's curve, marked where the turn was his, with the band of its intervals."""
    x = np.arange(len(values))
    style = player_line(seat, markevery=own)
    band = np.array([(each.low, each.high) for each in values])
    ax.fill_between(
        x, band[:, 0], band[:, 1], color=style["color"], alpha=0.13, linewidth=0, zorder=2
    )
    ax.plot(x, [each.value for each in values], zorder=4, clip_on=False, **style)


def _mark(wins: Axes, coins: Axes, number: int, turn: ReviewedTurn) -> None:
    colour = MARKS["conflict" if turn.is_mistake else "new"].colour
    for ax in (wins, coins):
        ax.axvline(number, color=colour, lw=1.1, ls=(0, (2.5, 1.5)), zorder=3)
    wins.annotate(
        f"{turn.label}{turn.mark}", (number, 1.0), xytext=(0, 3 + 11 * (number % 2)),
        xycoords=("data", "axes fraction"), textcoords="offset points", ha="center",
        va="bottom", fontsize=8, fontweight="bold", color=colour, annotation_clip=False,
    )  # fmt: skip


def _handles(review: Review) -> list[Line2D | Patch]:
    found: list[Line2D | Patch] = [
        Line2D([], [], label=name, **player_line(seat)) for seat, name in enumerate(review.names)
    ]
    found.append(Patch(color=MUTED, alpha=0.25, label=say("legend-interval")))
    taxes = MARKS["pay"].colour
    found.append(Patch(color=taxes, alpha=0.15, label=say("legend-taxation")))
    if review.mistakes:
        said, colour = say("legend-mistake"), MARKS["conflict"].colour
        found.append(Line2D([], [], label=said, color=colour, lw=1.1, ls=(0, (2.5, 1.5))))
    return found


# ------------------------------------------------------------------ prospects

ROW: Final = 0.36


@themed
def draw_prospects(
    branches: Mapping[str, Rollouts] | Rollouts,
    names: Sequence[str],
    *,
    actual: Sequence[int] | None = None,
    played_by: str = "",
    ax: Axes | None = None,
    language: str | None = None,
) -> Drawing:
    """Draw the final coins of each player and the shares of wins, branch beside branch.

    Parameters
    ----------
    branches
        What `play_on` gave, or several of these by name; with the same seed they meet the same
        luck, and the difference to the first branch is written with its interval.
    names
        The players, in seat order.
    actual
        The coins with which the game itself ended, to be marked.
    played_by
        Who finished the games, for the caption.
    """
    many = {"": branches} if isinstance(branches, Rollouts) else dict(branches)
    for each in many.values():
        if each.games and len(each.coins[0]) != len(names):
            raise KhronosError(f"these are games of {len(each.coins[0])} players, not {len(names)}")
    rows = [(seat, name, ends) for seat in range(len(names)) for name, ends in many.items()]
    sheet = Sheet.of(ax, "title-prospects", 1.7 + ROW * len(rows))
    if not many or not all(each.games for each in many.values()):
        return sheet.nothing()
    empty(sheet.ax)
    # The coins, with room for notes beside them, and the shares of wins.
    coins = sheet.ax.inset_axes((0.0, 0.0, 0.50, 1.0))
    wins = sheet.ax.inset_axes((0.74, 0.0, 0.26, 1.0))
    sheet.ax.xaxis.labelpad = 24
    coins.set_xlabel(say("axis-final_coins"))
    coins.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=7))
    wins.set_xlabel(say("axis-win_chance"))
    wins.set_xlim(-0.03, 1.03)
    wins.set_xticks([0.0, 0.5, 1.0])
    percent_axis(wins.xaxis)
    first, notes = next(iter(many.values())), []
    for place, (seat, _, ends) in enumerate(rows):
        _draw_branch(coins, wins, place, seat, ends)
        if actual is not None:
            coins.plot(
                actual[seat], place, marker="*", ms=11, color=PAPER, mec=INK, mew=1.1, zorder=6
            )
        if ends is first:
            error = ends.coin_errors[seat]
            spread = "?" if error == float("inf") else number_text(error, 1)
            notes.append(f"Ø {number_text(ends.mean_coins[seat], 1)} ± {spread}")
        else:
            more = contrast(first, ends)
            interval = between(more.coin_intervals[seat], 1)
            notes.append(f"{signed(more.coins[seat], 1)} ({interval})")
    labels = [f"{names[seat]} · {name}" if name else names[seat] for seat, name, _ in rows]
    rows_down(coins, labels, letters=26)
    wins.set_ylim(coins.get_ylim())
    wins.tick_params(axis="y", length=0, labelleft=False)
    wins.grid(visible=False, axis="y")
    for seat in range(1, len(names), 2):
        # Pale stripes behind every second player.
        top = seat * len(many) - 0.5
        for panel in (coins, wins):
            panel.axhspan(top, top + len(many), color=MUTED, alpha=0.08, lw=0, zorder=0)
    notes_right(coins, notes)
    handles = [
        Line2D([], [], linestyle="", marker="o", ms=3.5, color=MUTED, label=say("prospects-game")),
        Line2D([], [], color=INK, lw=2.2, marker="|", ms=10, mew=2.2, label=say("prospects-half")),
    ]
    if actual is not None:
        star = Line2D([], [], linestyle="", marker="*", ms=10, color=PAPER, mec=INK)
        star.set_label(say("prospects-actual"))
        handles.append(star)
    sheet.legend(handles, 3, over_panels=True)
    least = min(each.games for each in many.values())
    crew = f"{say('prospects-played_by')} {played_by}" if played_by else ""
    several = len(many) > 1
    count = (say("n-games", n=least), say("prospects-each") if several else "", crew)
    shared = say("prospects-paired") if several else ""
    return sheet.finished(
        " ".join(filter(None, count)), shared, level_note(LEVEL), panels=(coins, wins)
    )


def _draw_branch(coins: Axes, wins: Axes, place: int, seat: int, ends: Rollouts) -> None:
    """A player in a branch: a dot for each game, the middle half with the median; the wins."""
    style, values = PLAYERS[seat], ends.by_seat[seat]
    coins.plot(
        values, place + _apart(values), linestyle="", marker=style.marker, ms=3.2, alpha=0.55,
        color=style.colour, mec=style.line, mew=0.5, zorder=3,
    )  # fmt: skip
    low, middle, high = ends.coin_quantiles(4)[seat]
    coins.plot([low, high], [place, place], color=INK, lw=2.2, solid_capstyle="butt", zorder=4)
    coins.plot(middle, place, marker="|", ms=13, mew=2.4, color=INK, zorder=5)
    interval, share = ends.win_intervals[seat], ends.win_shares[seat]
    wins.plot(interval, [place] * 2, color=style.line, lw=1.8, marker="|", ms=7, mew=1.4, zorder=3)
    wins.plot(
        share, place, marker=style.marker, ms=8, color=style.colour, mec=INK, mew=0.8, zorder=4
    )


def _apart(coins: Sequence[int]) -> np.ndarray:
    """Small heights for dots, the same for the same games."""
    chance = seed_of("dots", len(coins))
    heights = []
    for _ in coins:
        chance, number = step(chance)
        heights.append((number / 2**64 - 0.5) * 0.62)
    return np.array(heights)
