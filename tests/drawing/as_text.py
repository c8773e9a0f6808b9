"""A figure as a short paragraph: what it says, and the numbers that it shows.

    What players live on
      below: 36 games; 36 seats; lines at the ends of parts: intervals of 95%
      legend: bonus, taxes
      across: coins a player and game (0 to 50.4)
      bonus, by row: greedy 9.08, planner 10.5, random 6.06

Bars are named by the legend and by the row they stand in, dots by their row, with their interval;
of a curve all values are told if they are few, else its ends. Boards are pictures: of them only the
words are told, and `marks` tells what lies on which squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import FillBetweenPolyCollection
from matplotlib.colors import to_hex, to_rgba
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator, FuncFormatter

from khronos_lab.core import name, square
from khronos_lab.drawing import BoardLayout, Drawing, Stroke, points
from khronos_lab.rulebook import AGES, COLUMNS, ROWS

WIDTH = 110
"""Letters of a line."""
FEW = 10
"""Values of a curve up to which all are told."""
COORDINATE = re.compile(r"[a-p]|\d{1,2}|\s*")


def drawing_lines(drawing: Drawing) -> Iterator[str]:
    """What a figure says, a thought a line."""
    figure = drawing.figure
    title = figure.get_suptitle()
    wide, tall = figure.get_size_inches()
    yield f"{title or 'figure'} ({wide:.3g} by {tall:.3g} inches)"
    others = [text for text in figure.texts if text.get_text() != title]
    for line in (*words("says", others), *_legends(figure.legends)):
        yield from wrapped(line)
    for ax in every_axes(figure.axes):
        for line in axes_lines(ax, figure.legends):
            yield from wrapped(line)


def words(what: str, texts: Iterable[Text]) -> Iterator[str]:
    """The words of some texts, without the coordinates of boards."""
    said = [" ".join(text.get_text().split()) for text in texts]
    if kept := [each for each in said if not COORDINATE.fullmatch(each)]:
        yield f"{what}: {' | '.join(kept)}"


def every_axes(axes: Iterable[Any]) -> Iterator[Axes]:
    """Axes, each followed by those inside of it."""
    for ax in axes:
        yield ax
        yield from every_axes(ax.child_axes)


def axes_lines(ax: Axes, legends: Iterable[Legend]) -> Iterator[str]:
    """One set of axes: labels, bars, dots, curves, cells and words."""
    legend = ax.get_legend()
    own = [*legends, *([legend] if legend else [])]
    if title := "".join(ax.get_title(loc=side) for side in ("left", "center", "right")):
        yield f"panel {title}"
    if ax.axison and (ax.has_data() or ax.get_xlabel() or ax.get_ylabel()):
        yield from (axis_line(name, axis) for name, axis in (("x", ax.xaxis), ("y", ax.yaxis)))
    yield from _legends([legend] if legend else [])
    if ax.axison:
        yield from bar_lines(ax, own)
        yield from line_lines(ax, own)
        yield from band_lines(ax)
    yield from image_lines(ax)
    yield from words("words", ax.texts)


def axis_line(name: str, axis: Axis) -> str:
    """What an axis counts, from where to where."""
    ends = [number(each) for each in axis.get_view_interval()]
    formatter = axis.get_major_formatter()
    if isinstance(formatter, FuncFormatter):
        ends = [" ".join(formatter(each).split()) for each in axis.get_view_interval()]
    ticks = ", ".join(tick_names(axis).values())
    label = " ".join(axis.get_label_text().split())
    return f"{name}: {label}".rstrip() + (f" [{ticks}]" if ticks else f" {ends[0]} to {ends[1]}")


def tick_names(axis: Axis) -> dict[float, str]:
    """By place: the words of the rows or columns of a figure."""
    if not isinstance(axis.get_major_locator(), FixedLocator):
        return {}
    said = [" ".join(text.get_text().split()) for text in axis.get_ticklabels()]
    if all(each.endswith("%") for each in said):
        return {}  # a scale, not rows
    return {place: each for place, each in zip(axis.get_ticklocs(), said, strict=False) if each}


def _legends(legends: Iterable[Legend]) -> Iterator[str]:
    for legend in legends:
        yield f"legend: {', '.join(text.get_text() for text in legend.get_texts())}"


# ------------------------------------------------------------------ bars, dots, curves


def at(place: float, axis: Axis) -> str:
    """A place by its words, or as a number."""
    names = tick_names(axis)
    near = min(names, key=lambda each: abs(each - place), default=None)
    return names[near] if near is not None and abs(near - place) <= 0.45 else number(place)


def bar_lines(ax: Axes, legends: Iterable[Legend]) -> Iterator[str]:
    """Bars by look, each with its row and how long it is; where it begins, if not at 0."""
    names = {
        (to_hex(handle.get_facecolor()), handle.get_hatch()): text.get_text()
        for legend in legends
        for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=True)
        if isinstance(handle, Rectangle)
    }
    found: dict[str, list[str]] = {}
    for bar in ax.patches:
        if isinstance(bar, Rectangle) and bar.get_transform().contains_branch(ax.transData):
            colour = to_hex(bar.get_facecolor())
            name = names.get((colour, bar.get_hatch()), f"bars {colour} {bar.get_hatch() or ''}")
            found.setdefault(name.strip(), []).append(_bar(bar, ax))
    yield from (f"{name}: {', '.join(filter(None, bars))}" for name, bars in found.items())


def _bar(bar: Rectangle, ax: Axes) -> str:
    across = (bar.get_y() + bar.get_height() / 2, ax.yaxis, bar.get_width(), bar.get_x())
    upright = (bar.get_x() + bar.get_width() / 2, ax.xaxis, bar.get_height(), bar.get_y())
    place, axis, length, start = upright if tick_names(ax.xaxis) else across
    begins = f" from {number(start)}" if abs(start) > 1e-9 else ""
    return f"{at(place, axis)} {number(length)}{begins}" if length else ""


def line_lines(ax: Axes, legends: Iterable[Legend]) -> Iterator[str]:
    """Dots with their intervals, row by row; then levels, and curves with their values."""
    names = {
        _look(handle): text.get_text()
        for legend in legends
        for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=True)
        if isinstance(handle, Line2D)
    }
    rows = bool(tick_names(ax.yaxis))
    dots: dict[str, list[str]] = {}
    levels, curves = [], []
    for line in ax.lines:
        x, y = (np.asarray(each, float) for each in line.get_data())
        values, places, axis = (x, y, ax.yaxis) if rows else (y, x, ax.xaxis)
        if not len(x) or (line.get_color() == "#FFFFFF" and line.get_linestyle() != "None"):
            continue  # only for the legend, or the light edge of another line
        whole = not line.get_transform().contains_branch(ax.transData)
        if (whole or line.get_linestyle() == "--") and len(x) == 2:
            levels.append(number(values[0] if values[0] == values[1] else places[0]))
        elif len(x) == 1 or (len(x) == 2 and places[0] == places[1]):
            ends = " to ".join(number(each) for each in values)
            hollow = " hollow" if line.get_markerfacecolor() == "#FFFFFF" else ""
            mine = dots.setdefault(f"{at(places[0], axis)}{_named(line, names)}", [])
            mine.append(f"({ends})" if len(x) == 2 else f"{ends}{hollow}")
        else:
            curves.append(f"{_named(line, names).strip() or 'curve'}: {_curve(x, y)}")
    if dots:
        told = (f"{key}: {' '.join(dict.fromkeys(each))}" for key, each in dots.items())
        yield f"dots: {', '.join(told)}"
    if levels:
        yield f"levels at {', '.join(dict.fromkeys(levels))}"
    yield from curves


def _named(line: Line2D, names: dict[Any, str]) -> str:
    label = str(line.get_label())
    found = names.get(_look(line)) if label.startswith("_") else label
    return f" {found}" if found else ""


def _look(line: Line2D) -> tuple[str, str, str]:
    return to_hex(to_rgba(line.get_color())), str(line.get_marker()), str(line.get_linestyle())


def _curve(x: np.ndarray, y: np.ndarray) -> str:
    if len(x) <= FEW:
        return ", ".join(f"{number(a)} {number(b)}" for a, b in zip(x, y, strict=True))
    ends = f"{number(x[0])} {number(y[0])} … {number(x[-1])} {number(y[-1])}"
    middle = f"mean {number(np.nanmean(y))}, from {number(np.nanmin(y))} to {number(np.nanmax(y))}"
    return f"{len(x)} points, {ends}; {middle}"


def band_lines(ax: Axes) -> Iterator[str]:
    """How wide bands are at both ends."""
    for band in ax.collections:
        if isinstance(band, FillBetweenPolyCollection):
            corners = np.concatenate([path.vertices for path in band.get_paths()])
            ends = [
                corners[corners[:, 0] == x, 1] for x in (corners[:, 0].min(), corners[:, 0].max())
            ]
            told = [f"{number(each.min())} to {number(each.max())}" for each in ends]
            yield f"band: {told[0]} at the left, {told[1]} at the right"


def image_lines(ax: Axes) -> Iterator[str]:
    """Cells: how many are not 0, the largest and the sum."""
    for image in ax.images:
        cells = np.nan_to_num(np.ma.getdata(np.asarray(image.get_array())).astype(float))
        size, most, sum_ = " by ".join(map(str, cells.shape)), cells.max(), cells.sum()
        yield (
            f"cells: {size}, {np.count_nonzero(cells)} of them not 0, the largest {number(most)}, "
            f"together {number(sum_)}"
        )


def number(value: float) -> str:
    """A number to three digits."""
    return f"{round(float(value), 6) + 0.0:.3g}"


def wrapped(line: str) -> list[str]:
    """A thought in lines."""
    return wrap(line, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


# ------------------------------------------------------------------ boards


def marks(strokes: Iterable[Stroke], table: BoardLayout) -> str:
    """What strokes show and where: "new Might c3-d4" lies on four squares of Might."""
    told = (f"{each.label} {where(each, table)}".strip() for each in strokes)
    return ", ".join(each for each in told if "glyph" not in each)


def where(stroke: Stroke, table: BoardLayout) -> str:
    """The age and the squares that a stroke lies on; nothing if it lies beside the boards."""
    low, high = (end(points(stroke.path), axis=0) for end in (np.min, np.max))
    for age in AGES:
        left, top = table.corner(age, square("a1"))
        first, last = np.floor(low - (left, top) + 0.3), np.ceil(high - (left, top) - 0.3) - 1
        if (first >= 0).all() and last[0] < COLUMNS and last[1] < ROWS:
            ends = [name(square("a1") + int(x) + _STRIDE * int(y)) for x, y in (first, last)]
            return f"{age.title} {'-'.join(dict.fromkeys(ends))}"
    return ""


_STRIDE = square("a2") - square("a1")
