"""Charts: sheets with captions, bars, dots with intervals, curves.

What stands behind a figure (games, independent deals, the level of
intervals) is written below it, so that it is not lost when the picture is passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import ceil
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from matplotlib.transforms import ScaledTranslation

from khronos_lab.drawing.output import Drawing, axes_for, figure_of
from khronos_lab.drawing.themes import GRID, INK, MUTED, PAPER
from khronos_lab.drawing.themes import filled as filled
from khronos_lab.players import LEVEL
from khronos_lab.rulebook import keeping_language, number_text, percent_text, say

if TYPE_CHECKING:
    import polars as pl

WIDTH: Final = 7.0
NARROW: Final = 4.1  # inches of a figure for a telephone
HEIGHT: Final = 4.0
ROW: Final = 0.30  # inches of a row of bars or dots
LETTERS: Final = 15  # letters of a caption in an inch
POINT: Final = 1 / 72
LINE: Final = 0.19  # inches of a line of a legend
LEFT: Final = 0.012  # where titles, legends and captions of a figure begin
ENOUGH: Final = 30
"""With fewer independent deals, intervals by the normal distribution are too narrow."""


def groups_of(rows: pl.DataFrame, keys: Sequence[str]) -> list[pl.DataFrame]:
    """The rows of each group, in their order; without keys there is one."""
    return rows.partition_by(keys, maintain_order=True) if keys else [rows]


def room_for(rows: int, *, least: float = 2.4, over: float = 1.5) -> float:
    """The height in inches of a figure with this number of rows."""
    return max(least, over + ROW * rows)


# ------------------------------------------------------------------ the sheet

_paper: Final = ContextVar("paper", default=WIDTH)


@contextmanager
def narrow() -> Iterator[None]:
    """Draw figures that fit a telephone."""
    before = _paper.set(NARROW)
    try:
        yield
    finally:
        _paper.reset(before)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where a figure is drawn: the axes, whether the figure is ours, and what is said below it."""

    figure: Figure
    ax: Axes
    own: bool
    games: int | None = None
    level: float = LEVEL

    @classmethod
    def of(
        cls,
        ax: Axes | None,
        title: str,
        height: float = HEIGHT,
        width: float | None = None,
        *,
        games: int | None = None,
        level: float = LEVEL,
    ) -> Sheet:
        """The axes given, or those of a new figure, with the words of a title."""
        own = ax is None
        ax = axes_for(ax, width or _paper.get(), height)
        sheet = cls(figure_of(ax), ax, own, games, level)
        if own:
            sheet.figure.suptitle(say(title), fontweight="bold").set_in_layout(False)
            sheet.set_height(height)
        else:
            ax.set_title(say(title))
        return sheet

    def set_height(self, height: float) -> None:
        """Give the figure its height in inches, if it is ours."""
        if self.own:
            self.figure.set_figheight(height)
            # From the edge of the figure, not of the axes: long words would not fit otherwise.
            top = 1 - 0.09 / height
            self.figure.suptitle(
                self.figure.get_suptitle(), x=LEFT, y=top, ha="left", va="top", fontsize=11
            )
            self._leave_room(0)

    @property
    def _width(self) -> float:
        """Inches of the figure, or of the axes if the figure is another's."""
        width = float(self.figure.get_size_inches()[0])
        return width if self.own else width * self.ax.get_position().width

    def _leave_room(self, lines: int) -> float:
        """Leave room above the axes for a title and a legend; returns where the legend begins."""
        height = float(self.figure.get_size_inches()[1])
        top = 0.34 / height
        room = (0, 0, 1, 1 - top - (LINE * lines + (0.06 if lines else 0)) / height)
        self.figure.set_layout_engine("constrained", w_pad=0.09, h_pad=0.07, rect=room)
        return 1 - top

    def panels(self, titles: Sequence[str], *, gap: float = 0.06) -> list[Axes]:
        """Axes side by side within the axes, which keep title and labels for all of them."""
        number = len(titles)
        empty(self.ax)
        width = (1 - gap * (number - 1)) / number
        found: list[Axes] = []
        for place, title in enumerate(titles):
            where = (place * (width + gap), 0.0, width, 1.0)
            shared: dict[str, Any] = {"sharey": found[0]} if found else {}
            panel = self.ax.inset_axes(where, **shared)
            panel.set_title(
                title, fontsize=9 if number < 4 else 8, fontweight="normal", loc="center"
            )
            if found:
                panel.tick_params(labelleft=False)
            found.append(panel)
        if not self.own:
            self.ax.set_title(self.ax.get_title(loc="left"), pad=22)
        self.ax.xaxis.labelpad = 18
        return found

    def legend(self, handles: Sequence[Any], columns: int, *, over_panels: bool = False) -> None:
        """A legend between the title and what is drawn, in as many columns as fit."""
        if not handles:
            return
        longest = max(len(str(handle.get_label())) for handle in handles)
        columns = max(1, min(columns, int(self._width / (0.55 + 0.068 * longest))))
        lines = ceil(len(handles) / columns)
        shape: dict[str, Any] = {
            "handles": list(handles), "ncols": columns, "borderaxespad": 0.0, "borderpad": 0.0,
            "handlelength": 1.8, "columnspacing": 1.4, "labelspacing": 0.35,
        }  # fmt: skip
        if self.own:
            top = self._leave_room(lines)
            self.figure.legend(loc="upper left", bbox_to_anchor=(LEFT, top), **shape)
            return
        lift = 19.0 if over_panels else 3.0
        move = ScaledTranslation(0, lift * POINT, self.figure.dpi_scale_trans)
        place = {"bbox_to_anchor": (0.0, 1.0), "bbox_transform": self.ax.transAxes + move}
        self.ax.legend(loc="lower left", **place, **shape)
        self.ax.set_title(self.ax.get_title(loc="left"), pad=lift + 14.5 * lines + 5)

    def nothing(self) -> Drawing:
        """A picture that says that there is nothing to show."""
        self.ax.set_axis_off()
        self.ax.text(
            0.5, 0.5, say("caption-no_data"), ha="center", va="center",
            transform=self.ax.transAxes, color=MUTED, fontsize=12,
        )  # fmt: skip
        return Drawing(self.figure, (self.ax,))

    def finished(self, *notes: str, panels: Sequence[Axes] = ()) -> Drawing:
        """The drawing, with what stands behind it written below."""
        games = "" if self.games is None else say("n-games", n=self.games)
        told = "; ".join(note for note in (games, *notes) if note)
        said = fill(told, round(self._width * LETTERS))
        if said and self.own:
            self.figure.supxlabel(said, x=LEFT, ha="left", fontsize=8, color=MUTED)
        elif said:
            self.ax.set_xlabel("\n".join(filter(None, (self.ax.get_xlabel(), said))))
        return Drawing(self.figure, (self.ax, *panels))


def empty(ax: Axes) -> None:
    """Take away what axes show that only hold panels."""
    ax.tick_params(left=False, bottom=False, labelleft=False, labelbottom=False, which="both")
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    ax.patch.set_visible(False)


# ------------------------------------------------------------------ captions


def interval_note(sheet: Sheet, rows: pl.DataFrame) -> str:
    """What intervals are, and by how many independent deals they are counted."""
    found = rows["clusters"].drop_nulls()
    least, most = (int(end or 0) for end in (found.min(), found.max()))  # type: ignore[arg-type]
    span = number_text(most, 0)
    if least != most:
        span = f"{number_text(least, 0)} {say('caption-to')} {span}"
    said = f"{level_note(sheet.level)}; {span} {say('caption-clusters')}"
    return f"{said} ({say('caption-too_narrow')})" if least < ENOUGH else said


def line_note(sheet: Sheet, rows: pl.DataFrame, what: str = "caption-whiskers") -> str:
    """What lines or bands show; nothing if there are no intervals."""
    if "clusters" not in rows.columns:
        return say("caption-no_interval")
    return f"{say(what)} {interval_note(sheet, rows)}"


def reach(row: Mapping[str, Any], value: str) -> tuple[float, float] | None:
    """How far an interval reaches below and above a value; None if it has none."""
    low, high = row.get(f"{value}_low"), row.get(f"{value}_high")
    return None if low is None or high is None else (row[value] - low, high - row[value])


def level_note(level: float) -> str:
    """How sure intervals are meant to be."""
    return f"{say('caption-interval')} {percent_text(level, 0)}"


def shortened(text: str, letters: int = 30) -> str:
    """A text, shortened if it is longer than this number of letters."""
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


# ------------------------------------------------------------------ axes


def percent_axis(axis: Axis) -> None:
    """Write the numbers of an axis as per cent, with the digits that they need."""
    write_numbers(axis, lambda value: percent_text(value, _digits(100 * value)))


def number_axis(axis: Axis) -> None:
    """Write the numbers of an axis as the language has them."""
    write_numbers(axis, plain_number)


def write_numbers(axis: Axis, text: Callable[[float], str]) -> None:
    """Write the numbers of an axis in the language of now: they are written when it is shown."""
    written = keeping_language(text)
    axis.set_major_formatter(FuncFormatter(lambda value, _: written(value)))


def label_across(sheet: Sheet, across: str, *, percent: bool = False) -> None:
    """What the axis from left to right shows, and its numbers as the language has them."""
    (percent_axis if percent else number_axis)(sheet.ax.xaxis)
    sheet.ax.set_xlabel(across)


def count_notes(numbers: Iterable[int]) -> list[str]:
    """How many cases each row has."""
    return [f"n = {number_text(number, 0)}" for number in numbers]


def plain_number(value: float) -> str:
    """A number with as many digits as it needs, at most two.

    >>> plain_number(12.0), plain_number(0.25), plain_number(-0.0)
    ('12', '0.25', '0')
    """
    return number_text(value + 0.0, _digits(value))


def _digits(value: float) -> int:
    return next((n for n in (0, 1) if abs(round(value, n) - value) < 1e-9), 2)


def rows_down(ax: Axes, labels: Sequence[str], *, letters: int = 30, lines: int = 1) -> None:
    """Rows from top to bottom with their labels, in one line or several."""
    said = [fill(shortened(label, letters * lines), letters + 2) for label in labels]
    ax.set_yticks(range(len(labels)), said)
    ax.set_ylim(len(labels) - 0.4, -0.6)
    ax.grid(visible=False, axis="y")
    ax.tick_params(axis="y", length=0)


def notes_right(ax: Axes, notes: Sequence[str]) -> None:
    """A short note to the right of every row."""
    for place, note in enumerate(notes):
        ax.annotate(
            note, (1.0, place), xytext=(5, 0), xycoords=ax.get_yaxis_transform(),
            textcoords="offset points", va="center", fontsize=8, color=MUTED,
            annotation_clip=False,
        )  # fmt: skip


# ------------------------------------------------------------------ bars


class BarPart(NamedTuple):
    """One colour of stacked bars: its words, its length in every row, and how it is filled."""

    label: str
    values: Sequence[float]
    style: dict[str, Any]
    ends: Sequence[tuple[float, float] | None] = ()
    """How far the interval of a value reaches below and above it, where that is known."""


Text = Callable[[float], str]


def stacked(ax: Axes, parts: Sequence[BarPart], text: Text, *, least: float = 0.06) -> list[Any]:
    """Draw bars whose parts lie one after the other; a part that is wide enough says its value.

    Gives a handle for each part that occurs, for the legend.
    """
    number = len(parts[0].values)
    totals = [sum(part.values[row] for part in parts) for row in range(number)]
    widest = longest = max([*totals, 1e-9])
    ends = [0.0] * number
    handles = []
    for part in parts:
        if not any(part.values):
            continue
        bars = ax.barh(
            range(number), part.values, left=ends, height=0.68, label=part.label, **part.style
        )
        handles.append(bars)
        for row, value in enumerate(part.values):
            if value / longest >= least:
                inside(ax, ends[row] + value / 2, row, text(value))
        ends = [end + value for end, value in zip(ends, part.values, strict=True)]
        for row, reached in enumerate(part.ends):
            if reached is not None and part.values[row]:
                # Low on the bar, where no number stands.
                whisker(ax, ends[row], row + 0.2, reached)
                widest = max(widest, ends[row] + reached[1])
    ax.set_xlim(0, widest)
    return handles


def draw_bars(
    sheet: Sheet,
    parts: Sequence[BarPart],
    labels: Sequence[str],
    text: Text,
    *,
    across: str,
    columns: int = 4,
    least: float = 0.06,
    notes: Sequence[str] = (),
    percent: bool = False,
) -> None:
    """Draw stacked bars with their labels, notes to the right, axis and legend."""
    handles = stacked(sheet.ax, parts, text, least=least)
    rows_down(sheet.ax, labels)
    notes_right(sheet.ax, notes)
    label_across(sheet, across, percent=percent)
    sheet.legend(handles, columns)


def draw_grouped(
    sheet: Sheet,
    bars: Sequence[tuple[str, dict[str, Any], Sequence[Mapping[str, Any] | None]]],
    labels: Sequence[str],
    value: str,
    *,
    across: str,
    text: Text | None = None,
    percent: bool = False,
) -> None:
    """Draw a bar of each sort beside those of the others in every row, with its interval.

    A sort has words, a style, and for each label what is known there; `text` writes its value.
    """
    height, handles = 0.8 / len(bars), []
    for place, (label, style, rows) in enumerate(bars):
        down = [row - 0.4 + height * (place + 0.5) for row in range(len(labels))]
        lengths = [0.0 if row is None else row[value] for row in rows]
        handles.append(sheet.ax.barh(down, lengths, height=height * 0.92, label=label, **style))
        for at, length, row in zip(down, lengths, rows, strict=True):
            ends = None if row is None else reach(row, value)
            if ends:
                whisker(sheet.ax, length, at, (min(ends[0], length), ends[1]))
            if text is not None:
                sheet.ax.annotate(
                    text(length) if length else "0", (length + (ends[1] if ends else 0), at),
                    xytext=(3, 0), textcoords="offset points", va="center", fontsize=7.5,
                )  # fmt: skip
    rows_down(sheet.ax, labels)
    label_across(sheet, across, percent=percent)
    if any(label for label, *_ in bars):
        sheet.legend(handles, 3)


def whisker(ax: Axes, end: float, down: float, reached: tuple[float, float]) -> None:
    """The interval of a bar or a part of one, at its right end."""
    ends = (end - reached[0], end + reached[1])
    for colour, width in ((PAPER, 3.0), (INK, 1.4)):
        ax.plot(ends, (down, down), color=colour, lw=width, zorder=3, solid_capstyle="butt")


def inside(ax: Axes, x: float, y: float, text: str) -> None:
    """A few letters on a bar, on a white ground so that stripes do not disturb them."""
    box = {"boxstyle": "round,pad=0.15", "fc": PAPER, "ec": "none", "alpha": 0.88}
    ax.text(x, y, text, ha="center", va="center", fontsize=7.5, bbox=box)


# ------------------------------------------------------------------ dots with intervals


class ChartPoint(NamedTuple):
    """A value with the ends of its interval, if it has one."""

    value: float | None
    low: float | None = None
    high: float | None = None


def dots_of(rows: pl.DataFrame, value: str) -> list[ChartPoint]:
    """The values of a column with the ends that stand beside it."""
    names = [name for name in (value, f"{value}_low", f"{value}_high") if name in rows.columns]
    return [ChartPoint(*row) for row in rows.select(names).iter_rows()]


def dotted(ax: Axes, dots: Sequence[ChartPoint], *, upright: bool = False) -> None:
    """Draw dots with their intervals, in rows or (upright) in columns.

    A dot without an interval is hollow: nothing is known of how sure it is.
    """
    for place, (value, low, high) in enumerate(dots):
        if value is None:
            continue
        known = low is not None and high is not None
        if low is not None and high is not None:
            ends, both = (low, high), (place, place)
            ax.plot(
                *((both, ends) if upright else (ends, both)), color=INK, lw=1.6, zorder=3,
                solid_capstyle="butt", marker="_" if upright else "|", ms=7, mew=1.4,
            )  # fmt: skip
        ax.plot(
            *((place, value) if upright else (value, place)), marker="o", ms=6.5, zorder=4,
            color=INK, markerfacecolor=INK if known else PAPER, markeredgecolor=INK,
        )  # fmt: skip


def draw_dots(
    sheet: Sheet,
    dots: Sequence[ChartPoint],
    labels: Sequence[str],
    notes: Sequence[str],
    *,
    across: str,
    letters: int = 30,
    lines: int = 1,
    percent: bool = False,
) -> None:
    """Draw rows of dots with their labels, notes to the right and the axis."""
    dotted(sheet.ax, dots)
    rows_down(sheet.ax, labels, letters=letters, lines=lines)
    striped_rows(sheet.ax, len(labels))
    notes_right(sheet.ax, notes)
    label_across(sheet, across, percent=percent)


def draw_columns(ax: Axes, dots: Sequence[ChartPoint], labels: Sequence[str]) -> None:
    """Draw dots side by side, each above its label."""
    dotted(ax, dots, upright=True)
    ax.set_xticks(range(len(dots)), labels)
    ax.set_xlim(-0.6, len(dots) - 0.4)
    ax.grid(visible=False, axis="x")


def zero_line(ax: Axes, at: float = 0.0, *, upright: bool = True) -> None:
    """The line that values are compared with."""
    (ax.axvline if upright else ax.axhline)(at, color=MUTED, lw=1.0, ls=(0, (4, 2)), zorder=1)


def striped_rows(ax: Axes, rows: int) -> None:
    """Pale stripes behind every second row, to lead the eye."""
    for place in range(1, rows, 2):
        ax.axhspan(place - 0.5, place + 0.5, color=GRID, alpha=0.35, lw=0, zorder=0)


# ------------------------------------------------------------------ curves


def name_curves(ax: Axes, ends: Sequence[tuple[float, str]], *, letters: int = 26) -> None:
    """Names at the right ends of curves, moved apart where they are close."""
    low, high = ax.get_ylim()
    right = ax.get_xlim()[1]
    room = (high - low) * 0.068
    order = sorted(range(len(ends)), key=lambda place: ends[place][0])
    heights: list[float] = []
    for place in order:
        height = ends[place][0]
        heights.append(max(height, heights[-1] + room) if heights else height)
    limit = high
    for number in reversed(range(len(heights))):
        heights[number] = min(heights[number], limit)
        limit = heights[number] - room
    for place, height in zip(order, heights, strict=True):
        value, label = ends[place]
        ax.annotate(
            shortened(label, letters), (right, value), xytext=(right, height), va="center",
            ha="left", fontsize=8.5, annotation_clip=False,
            textcoords=ax.transData + ScaledTranslation(14 * POINT, 0, ax.figure.dpi_scale_trans),
            arrowprops={"arrowstyle": "-", "color": MUTED, "lw": 0.6, "shrinkA": 0, "shrinkB": 2},
        )  # fmt: skip
