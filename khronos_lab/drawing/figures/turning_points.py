"""Turning points as curves: chances to win and expected coins after every turn, swings named."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from khronos_lab.analysis.review.turning_points import Swing, TurningPoints
from khronos_lab.analysis.review.turning_words import signed, turn_text
from khronos_lab.drawing.figures.income import Ends, draw_rounds
from khronos_lab.drawing.output.figure import Drawing, axes_for, figure_of, themed
from khronos_lab.drawing.statistics.figure_parts import (
    Sheet,
    level_note,
    name_curves,
    percent_axis,
    shortened,
)
from khronos_lab.drawing.theme import DPI, INK, MARKS, MUTED, new_figure, player_line
from khronos_lab.players.intervals import Span
from khronos_lab.rulebook.language import percent_text, say
from khronos_lab.rulebook.pieces import TAX_ROUNDS

WIDTH: Final = 9.6
"""Inches of a figure of its own."""
LETTERS: Final = 140
"""Letters of a line below it."""
SWINGS: Final = 3
"""How many of the largest swings are named."""


@themed
def draw_turning_points(
    points: TurningPoints,
    *,
    swings: int = SWINGS,
    ax: Axes | None = None,
    language: str | None = None,
) -> Drawing:
    """Draw each player's chance to win and expected final coins after every turn, with intervals.

    Rounds with taxes are shaded, and the largest swings are marked and told below.
    """
    largest = points.swings(swings)
    told = [_told(points, swing, number, language) for number, swing in enumerate(largest, 1)]
    lines = sum(text.count("\n") + 1 for text in told)
    sheet = Sheet.of(ax, "title-turning", language, 5.6 + 0.15 * lines, WIDTH)
    if not points.values:
        return sheet.nothing()
    wins, coins = _panels(sheet.ax)
    ends = _ends(points)
    for panel in (wins, coins):
        draw_rounds(panel, ends, language)
        panel.set_xlim(0, max(1, points.turns))
        for number, swing in enumerate(largest, 1):
            _mark(panel, swing, number if panel is wins else 0)
    for seat in range(len(points.names)):
        chance, money = points.curve(seat)
        own = _own_turns(points, seat)
        _draw(wins, seat, chance, [each.win_intervals[seat] for each in points.values], own)
        _draw(coins, seat, money, [each.ends.coin_intervals[seat] for each in points.values], own)
    wins.set_ylim(0, 1)
    wins.set_yticks([0.0, 0.25, 0.5, 0.75, 1.0])
    percent_axis(wins.yaxis, language)
    wins.set_ylabel(say("axis-win_chance", language))
    wins.set_xlabel("")
    wins.tick_params(axis="x", labelbottom=False)
    coins.set_ylabel(say("axis-expected_coins", language))
    finals = [points.curve(seat)[1][-1] for seat in range(len(points.names))]
    name_curves(coins, list(zip(finals, points.names, strict=True)))
    sheet.legend(_handles(points, largest, language), 4)
    note = f"{say('n-games', language, n=points.games)} {say('prospects-each', language)}, "
    note += f"{say('prospects-played_by', language)} {points.players}"
    stopped = "" if points.complete else say("turning-stopped", language)
    drawing = sheet.finished(note, level_note(0.95, language), stopped, panels=(wins, coins))
    _write(sheet, told)
    return drawing


def _panels(ax: Axes) -> tuple[Axes, Axes]:
    """Two panels, one above the other, in place of the axes."""
    ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False, which="both")
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    ax.patch.set_visible(False)
    return ax.inset_axes((0.06, 0.52, 0.83, 0.42)), ax.inset_axes((0.06, 0.08, 0.83, 0.40))


def _ends(points: TurningPoints) -> Ends:
    """The rounds of all turns, those not valued yet included."""
    values = points.values
    rounds = [each.round for each in values[1:]]
    while len(rounds) < points.turns:
        rounds.append(values[0].round + len(rounds) // len(points.names))
    return Ends(tuple(each.frame for each in values), tuple(rounds))


def _own_turns(points: TurningPoints, seat: int) -> list[int]:
    return [each.turn for each in points.values if each.turn and each.seat == seat]


def _draw(
    ax: Axes, seat: int, values: Sequence[float], spans: Sequence[Span], own: list[int]
) -> None:
    """A player's curve, marked where the turn was his, with the band of its intervals."""
    x = np.arange(len(values))
    style = player_line(seat, markevery=own)
    shown = [(low, high) if high != float("inf") else (np.nan, np.nan) for low, high in spans]
    low, high = zip(*shown, strict=True)
    ax.fill_between(x, low, high, color=style["color"], alpha=0.13, linewidth=0, zorder=2)
    ax.plot(x, values, zorder=4, clip_on=False, **style)


def _mark(ax: Axes, swing: Swing, number: int) -> None:
    """A line at the end of a turn, with its number above."""
    turn = swing.value.turn
    ax.axvline(turn, color=MARKS["conflict"].colour, lw=1.1, ls=(0, (2.5, 1.5)), zorder=3)
    if number:
        ax.annotate(
            f"{number}: {swing.value.label}", (turn, 1.0), xytext=(0, 3 + 11 * (number % 2)),
            xycoords=("data", "axes fraction"), textcoords="offset points", ha="center",
            va="bottom", fontsize=8, fontweight="bold", color=MARKS["conflict"].colour,
            annotation_clip=False,
        )  # fmt: skip


def _told(points: TurningPoints, swing: Swing, number: int, language: str | None) -> str:
    """A swing in one line."""
    before = points.values[swing.value.turn - 1].ends.win_shares[swing.seat]
    after = swing.value.ends.win_shares[swing.seat]
    chances = f"{percent_text(before, 0, language)} → {percent_text(after, 0, language)}"
    coins = f"{signed(swing.coins, 1, language)} {say('word-coins', language)}"
    turn = turn_text(swing.value, points.names, language)
    said = f"{number}  {points.names[swing.seat]} {chances}, {coins}. {turn}"
    return fill(shortened(said, 2 * LETTERS), LETTERS, subsequent_indent="    ")


def _write(sheet: Sheet, lines: Sequence[str]) -> None:
    """The swings below the panels; in axes of somebody else there is no room for them."""
    if not sheet.own or not lines:
        return
    sheet.ax.set_xlabel("\n".join(lines), fontsize=8, loc="left", color=INK)
    sheet.ax.xaxis.labelpad = 12


def _handles(
    points: TurningPoints, largest: Sequence[Swing], language: str | None
) -> list[Line2D | Patch]:
    found: list[Line2D | Patch] = [
        Line2D([], [], label=name, **player_line(seat)) for seat, name in enumerate(points.names)
    ]
    found.append(Patch(color=MUTED, alpha=0.25, label=say("legend-interval", language)))
    colour = MARKS["pay"].colour
    found.append(Patch(color=colour, alpha=0.15, label=say("legend-taxation", language)))
    if largest:
        found.append(
            Line2D(
                [], [], color=MARKS["conflict"].colour, lw=1.1, ls=(0, (2.5, 1.5)),
                label=say("legend-swing", language),
            )
        )  # fmt: skip
    return found


# ------------------------------------------------------------------ under a slider


@themed
def draw_turning_strip(
    points: TurningPoints,
    frames: int,
    *,
    swings: int = SWINGS,
    ax: Axes | None = None,
    language: str | None = None,
) -> Drawing:
    """Draw the chances to win as a low strip whose width is the game's `frames`, for a slider.

    The left edge of the axes is frame 0 and the right edge the last one.
    """
    ax = axes_for(ax, 8.0, 1.2)
    ax.set_xlim(0, max(1, frames - 1))
    ax.set_ylim(-0.04, 1.04)
    ax.set_yticks([0, 0.5, 1])
    percent_axis(ax.yaxis, language)
    ax.tick_params(axis="both", labelsize=7, length=2)
    ax.set_xticks([])
    ax.grid(visible=False, axis="x")
    if not points.values:
        return Drawing(figure_of(ax), (ax,))
    x = [each.frame for each in points.values]
    _shade_taxes(ax, points)
    for swing in points.swings(swings):
        ax.axvline(
            swing.value.frame, color=MARKS["conflict"].colour, lw=0.9, ls=(0, (2.5, 1.5)), zorder=2
        )
    for seat in range(len(points.names)):
        style = player_line(seat, markersize=3.5, linewidth=1.3)
        style["markevery"] = _own_turns(points, seat)
        ax.plot(x, points.curve(seat)[0], zorder=4, clip_on=False, **style)
    return Drawing(figure_of(ax), (ax,))


def _shade_taxes(ax: Axes, points: TurningPoints) -> None:
    for before, value in zip(points.values, points.values[1:], strict=False):
        if value.round in TAX_ROUNDS:
            colour = MARKS["pay"].colour
            ax.axvspan(before.frame, value.frame, color=colour, alpha=0.10, lw=0, zorder=0)


KNOB: Final = 8
"""Pixels that a slider leaves free beside its track: half its knob."""
STRIP: Final = 84
"""Pixels of the height of the curves."""
LETTER: Final = 6.2
"""Pixels of the width of a letter of the legend, on average."""


@themed
def draw_slider_strip(
    points: TurningPoints, frames: int, width: int, *, language: str | None = None
) -> Drawing:
    """Draw the strip as wide as the slider above it, in pixels, with rounds and a legend."""
    handles = _strip_handles(points, language)
    rows = _rows([len(str(handle.get_label())) for handle in handles], width)
    columns = -(-len(handles) // rows)
    legend, ticks = 16 * rows + 4, 16
    height = STRIP + ticks + legend
    figure = new_figure(width / DPI, height / DPI)
    box = (KNOB / width, (legend + ticks) / height, 1 - 2 * KNOB / width, (STRIP - 4) / height)
    ax = figure.add_axes(box)
    draw_turning_strip(points, frames, ax=ax, language=language)
    _write_inside(ax, language)
    _name_rounds(ax, points, language)
    figure.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(0, 0), ncols=columns, fontsize=8,
        frameon=False, borderaxespad=0, borderpad=0.1, labelspacing=0.3, handlelength=2.6,
        columnspacing=1.2,
    )  # fmt: skip
    return Drawing(figure, (ax,))


def _rows(letters: Sequence[int], width: float) -> int:
    """How many rows a legend with entries of these lengths needs; it is filled column by column."""
    for rows in range(1, len(letters)):
        columns = [max(letters[first : first + rows]) for first in range(0, len(letters), rows)]
        if sum(each * LETTER + 50 for each in columns) <= width:
            return rows
    return len(letters)


def _write_inside(ax: Axes, language: str | None) -> None:
    """What the height means, inside: beside the ends of a slider there is no room."""
    ax.set_yticklabels([])
    ax.tick_params(axis="y", length=0)
    for share, side in ((1.0, "top"), (0.0, "bottom")):
        said = percent_text(share, 0, language)
        said = f"{said} {say('axis-win_chance', language)}" if share else said
        ax.text(
            0.004, share, said, transform=ax.get_yaxis_transform(), fontsize=7.5, color=INK,
            va=side, zorder=6, bbox={"facecolor": "white", "alpha": 0.75, "pad": 0.6, "lw": 0},
        )  # fmt: skip


def _name_rounds(ax: Axes, points: TurningPoints, language: str | None) -> None:
    """The numbers of the rounds below, and a line where one begins."""
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    for before, value in zip(points.values, points.values[1:], strict=False):
        starts.setdefault(value.round, before.frame)
        ends[value.round] = value.frame
    ax.set_xticks([(starts[each] + ends[each]) / 2 for each in starts])
    first = min(starts, default=0)
    said = [f"{say('axis-round', language)} {n}" if n == first else str(n) for n in starts]
    ax.set_xticklabels(said, fontsize=8)
    ax.tick_params(axis="x", length=0, pad=2)
    for frame in list(starts.values())[1:]:
        ax.axvline(frame, color=MUTED, lw=0.6, alpha=0.5, zorder=1)


def _strip_handles(points: TurningPoints, language: str | None) -> list[Line2D | Patch]:
    style = {"markersize": 4.5, "linewidth": 1.4}
    found: list[Line2D | Patch] = [
        Line2D([], [], label=shortened(name, 18), **player_line(seat, **style))
        for seat, name in enumerate(points.names)
    ]
    swing = say("legend-swing", language)
    colour = MARKS["conflict"].colour
    found.append(Line2D([], [], color=colour, lw=0.9, ls=(0, (2.5, 1.5)), label=swing))
    taxes = say("legend-taxation", language)
    found.append(Patch(color=MARKS["pay"].colour, alpha=0.15, label=taxes))
    return found
