"""What to expect: a review as curves, and how games that go on from a position end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from khronos_lab.analysis import Review, ReviewedTurn, between, signed
from khronos_lab.core import seed_of, step
from khronos_lab.drawing.charts import (
    Sheet,
    level_note,
    name_curves,
    notes_right,
    percent_axis,
    rows_down,
)
from khronos_lab.drawing.figures.income import Ends, draw_rounds
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.themes import INK, MARKS, MUTED, PAPER, PLAYERS, player_line
from khronos_lab.players import Estimate, Rollouts, contrast
from khronos_lab.rulebook import KhronosError, number_text, say

WIDTH: Final = 9.6
"""Inches of a figure of its own."""


@themed
def draw_review(review: Review, *, ax: Axes | None = None, language: str | None = None) -> Drawing:
    """Draw each player's chance to win and expected coins after every turn, with intervals.

    Rounds with taxes are shaded; turns with a mark have it above.
    """
    sheet = Sheet.of(ax, "title-review", 5.6, WIDTH)
    if not review.start.games or not review.reviewed:
        return sheet.nothing()
    wins, coins = _panels(sheet.ax)
    # Turns that were not looked at yet have no place on the curves.
    shown = [each for each in review.turns if each.branch.games]
    ends = Ends((0, *(each.step for each in shown)), tuple(each.round for each in shown))
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


def _panels(ax: Axes) -> tuple[Axes, Axes]:
    """Two panels, one above the other, in place of the axes."""
    _empty(ax)
    return ax.inset_axes((0.06, 0.52, 0.83, 0.42)), ax.inset_axes((0.06, 0.08, 0.83, 0.40))


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
    """A line at the end of a turn, with its mark above."""
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


def _empty(ax: Axes) -> None:
    """Take away what axes show that only hold panels."""
    ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False, which="both")
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    ax.patch.set_visible(False)


# ------------------------------------------------------------------ prospects

ROW: Final = 0.36
LEVEL: Final = 0.95


class _Row(NamedTuple):
    """One player in one branch."""

    seat: int
    branch: int
    ends: Rollouts


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
    rows = [
        _Row(seat, number, ends)
        for seat in range(len(names))
        for number, ends in enumerate(many.values())
    ]
    sheet = Sheet.of(ax, "title-prospects", 1.7 + ROW * len(rows))
    if not many or not all(each.games for each in many.values()):
        return sheet.nothing()
    coins, wins = _prospect_panels(sheet)
    for place, row in enumerate(rows):
        _draw_coins(coins, place, row)
        _draw_wins(wins, place, row)
        if actual is not None:
            coins.plot(
                actual[row.seat], place, marker="*", ms=11, color=PAPER, mec=INK, mew=1.1, zorder=6
            )
    labels = [_label(row, names, list(many)) for row in rows]
    rows_down(coins, labels, letters=26)
    wins.set_ylim(coins.get_ylim())
    wins.tick_params(axis="y", length=0, labelleft=False)
    wins.grid(visible=False, axis="y")
    _stripe(coins, wins, len(many), len(names))
    notes_right(coins, [_note(row, rows[row.seat * len(many)].ends) for row in rows])
    sheet.legend(_prospect_handles(actual is not None), 3, over_panels=True)
    least = min(each.games for each in many.values())
    shared = say("prospects-paired") if len(many) > 1 else ""
    per = say("prospects-each") if len(many) > 1 else ""
    crew = f"{say('prospects-played_by')} {played_by}" if played_by else ""
    count = " ".join(filter(None, (say("n-games", n=least), per, crew)))
    return sheet.finished(count, shared, level_note(LEVEL), panels=(coins, wins))


def _prospect_panels(sheet: Sheet) -> tuple[Axes, Axes]:
    """The coins, with room for notes beside them, and the shares of wins."""
    ax = sheet.ax
    _empty(ax)
    coins = ax.inset_axes((0.0, 0.0, 0.50, 1.0))
    wins = ax.inset_axes((0.74, 0.0, 0.26, 1.0))
    coins.set_xlabel(say("axis-final_coins"))
    coins.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=7))
    wins.set_xlabel(say("axis-win_chance"))
    wins.set_xlim(-0.03, 1.03)
    wins.set_xticks([0.0, 0.5, 1.0])
    percent_axis(wins.xaxis)
    ax.xaxis.labelpad = 24
    return coins, wins


def _draw_coins(ax: Axes, place: int, row: _Row) -> None:
    """One dot per game, spread out, and above them the middle half with the median."""
    style = PLAYERS[row.seat]
    coins = row.ends.by_seat[row.seat]
    ax.plot(
        coins, place + _apart(coins), linestyle="", marker=style.marker, ms=3.2, alpha=0.55,
        color=style.colour, mec=style.line if style.colour == PAPER else style.colour, mew=0.5,
        zorder=3,
    )  # fmt: skip
    low, middle, high = row.ends.coin_quantiles(4)[row.seat]
    ax.plot([low, high], [place, place], color=INK, lw=2.2, solid_capstyle="butt", zorder=4)
    ax.plot(middle, place, marker="|", ms=13, mew=2.4, color=INK, zorder=5)


def _apart(coins: Sequence[int]) -> np.ndarray:
    """Small heights for dots, the same for the same games."""
    chance = seed_of("dots", len(coins))
    heights = []
    for _ in coins:
        chance, number = step(chance)
        heights.append((number / 2**64 - 0.5) * 0.62)
    return np.array(heights)


def _draw_wins(ax: Axes, place: int, row: _Row) -> None:
    share, (low, high) = row.ends.win_shares[row.seat], row.ends.win_intervals[row.seat]
    style = PLAYERS[row.seat]
    ax.plot(
        [low, high], [place, place], color=style.line, lw=1.8, marker="|", ms=7, mew=1.4, zorder=3
    )
    ax.plot(share, place, marker=style.marker, ms=8, color=style.colour, mec=INK, mew=0.8, zorder=4)


def _label(row: _Row, names: Sequence[str], branches: Sequence[str]) -> str:
    branch = branches[row.branch]
    return f"{names[row.seat]} · {branch}" if branch else names[row.seat]


def _stripe(coins: Axes, wins: Axes, branches: int, players: int) -> None:
    """Pale stripes behind every second player."""
    for seat in range(1, players, 2):
        for ax in (coins, wins):
            first = seat * branches - 0.5
            ax.axhspan(first, first + branches, color=MUTED, alpha=0.08, lw=0, zorder=0)


def _note(row: _Row, first: Rollouts) -> str:
    """The mean with its standard error; for a later branch what it is more than the first."""
    if row.branch == 0:
        mean, error = row.ends.mean_coins[row.seat], row.ends.coin_errors[row.seat]
        spread = "?" if error == float("inf") else number_text(error, 1)
        return f"Ø {number_text(mean, 1)} ± {spread}"
    more = contrast(first, row.ends)
    ends = between(more.coin_intervals[row.seat], 1)
    return f"{signed(more.coins[row.seat], 1)} ({ends})"


def _prospect_handles(actual: bool) -> list[Line2D]:
    dot = Line2D([], [], linestyle="", marker="o", ms=3.5, color=MUTED)
    dot.set_label(say("prospects-game"))
    half = Line2D([], [], color=INK, lw=2.2, marker="|", ms=10, mew=2.2)
    half.set_label(say("prospects-half"))
    star = Line2D([], [], linestyle="", marker="*", ms=10, color=PAPER, mec=INK)
    star.set_label(say("prospects-actual"))
    return [dot, half, star] if actual else [dot, half]
