"""The review as curves: chances to win and expected coins after every turn, mistakes marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from khronos_lab.analysis.review.review import Estimate, Review, ReviewedTurn
from khronos_lab.drawing.figures.income import Ends, draw_rounds
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.statistics.figure_parts import (
    Sheet,
    level_note,
    name_curves,
    percent_axis,
)
from khronos_lab.drawing.theme import MARKS, MUTED, player_line
from khronos_lab.rulebook.language import say

WIDTH: Final = 9.6
"""Inches of a figure of its own."""


@themed
def draw_review(review: Review, *, ax: Axes | None = None, language: str | None = None) -> Drawing:
    """Draw each player's chance to win and expected coins after every turn, with intervals.

    Rounds with taxes are shaded; turns with a mark have it above.
    """
    sheet = Sheet.of(ax, "title-review", language, 5.6, WIDTH)
    if not review.start.games or not review.reviewed:
        return sheet.nothing()
    wins, coins = _panels(sheet.ax)
    # Turns that were not looked at yet have no place on the curves.
    shown = [each for each in review.turns if each.branch.games]
    ends = Ends((0, *(each.step for each in shown)), tuple(each.round for each in shown))
    for panel in (wins, coins):
        draw_rounds(panel, ends, language)
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
    percent_axis(wins.yaxis, language)
    wins.set_ylabel(say("axis-win_chance", language))
    wins.set_xlabel("")
    wins.tick_params(axis="x", labelbottom=False)
    coins.set_ylabel(say("axis-expected_coins", language))
    finals = [review.curve(seat)[-1][1].value for seat in range(len(review.names))]
    name_curves(coins, list(zip(finals, review.names, strict=True)))
    sheet.legend(_handles(review, language), 4)
    whole = review.reviewed == len(review.turns)
    stopped = "" if whole else say("review-unfinished", language)
    return sheet.finished("", level_note(0.95, language), stopped, panels=(wins, coins))


def _panels(ax: Axes) -> tuple[Axes, Axes]:
    """Two panels, one above the other, in place of the axes."""
    ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False, which="both")
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    ax.patch.set_visible(False)
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


def _handles(review: Review, language: str | None) -> list[Line2D | Patch]:
    found: list[Line2D | Patch] = [
        Line2D([], [], label=name, **player_line(seat)) for seat, name in enumerate(review.names)
    ]
    found.append(Patch(color=MUTED, alpha=0.25, label=say("legend-interval", language)))
    taxes = MARKS["pay"].colour
    found.append(Patch(color=taxes, alpha=0.15, label=say("legend-taxation", language)))
    if review.mistakes:
        said, colour = say("legend-mistake", language), MARKS["conflict"].colour
        found.append(Line2D([], [], label=said, color=colour, lw=1.1, ls=(0, (2.5, 1.5))))
    return found
