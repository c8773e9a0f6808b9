"""A picture as lines of text: what is drawn where, artist by artist, without rendering anything.

A line can be read ("bar 0 1 wide 2.5"); of a path it says what is around it, how many points it has
and a checksum, because hundreds of corners cannot be read anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.image import AxesImage
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.text import Annotation, Text
from matplotlib.ticker import FixedLocator, FuncFormatter

from khronos_lab.drawing import Drawing, Stroke

FEW = 8
"""Points, or things that look alike, up to which they are written out."""


class Line(NamedTuple):
    """What looks how, and where; many in a row that look alike become one line."""

    look: str
    place: str


def drawing_lines(drawing: Drawing) -> Iterator[str]:
    """Everything that a drawing holds."""
    figure = drawing.figure
    yield f"figure {numbers(figure.get_size_inches())}, axes {len(drawing.axes)}"
    engine: Any = figure.get_layout_engine()
    if engine is not None:
        yield f"  layout {', '.join(f'{key} {_plain(engine.get()[key])}' for key in engine.get())}"
    for artist in (*figure.texts, *figure.legends, *figure.lines):
        yield from (f"  {line}" for line in shortened(artist_lines(artist)))
    for ax in every_axes(figure.axes):
        yield from axes_lines(ax)


def every_axes(axes: Iterable[Any]) -> Iterator[Axes]:
    """Axes, each followed by those inside of it."""
    for ax in axes:
        yield ax
        yield from every_axes(ax.child_axes)


def axes_lines(ax: Axes) -> Iterator[str]:
    """One set of axes."""
    box = ax.get_position(original=True).bounds
    yield f"axes in {numbers(box)}, {'shown' if ax.axison else 'hidden'}"
    for name, axis, ends in (("x", ax.xaxis, ax.get_xlim()), ("y", ax.yaxis, ax.get_ylim())):
        label = axis.get_label_text()
        yield f"  {name} {axis.get_scale()} {numbers(ends)} {label!r} {_ticks(axis, ends)}"
    for place in ("left", "center", "right"):
        if title := ax.get_title(loc=place):
            yield f"  title {place} {title!r}"
    frame = {*ax.spines.values(), ax.patch}
    drawn = [artist for artist in ax.get_children() if artist not in frame]
    every = (line for artist in drawn for line in artist_lines(artist))
    yield from (f"  {line}" for line in shortened(every))


def shortened(lines: Iterable[Line]) -> Iterator[str]:
    """Lines, with a checksum in place of the many that look alike."""
    for look, group in groupby(lines, lambda line: line.look):
        places = [line.place for line in group]
        if len(places) <= FEW:
            yield from (f"{look}: {place}" for place in places)
        else:
            yield f"{look}: {len(places)} times ~{crc32('|'.join(places).encode()):08x}"


def _ticks(axis: Axis, ends: tuple[float, float]) -> str:
    locator = axis.get_major_locator()
    formatter = axis.get_major_formatter()
    if isinstance(locator, FixedLocator):
        said = [text.get_text() for text in axis.get_ticklabels()]
        return f"at {numbers(axis.get_ticklocs())} {said}"
    if isinstance(formatter, FuncFormatter):
        return f"as {formatter(ends[0])!r} {formatter(ends[1])!r}"
    return ""


def artist_lines(artist: Any) -> Iterator[Line]:
    """What one artist draws."""
    match artist:
        case Text() if artist.get_text():
            yield text_line(artist)
        case Line2D():
            style = f"{artist.get_linestyle()} {artist.get_drawstyle()} {artist.get_marker()!r}"
            colours = f"{colour(artist.get_color())}/{colour(artist.get_markerfacecolor())}"
            points = np.column_stack([np.asarray(each, float) for each in artist.get_data()])
            every = f"every {artist.get_markevery()}"
            yield Line(f"line {style} {colours} {every}", points_text(points))
        case Rectangle():
            box = (artist.get_x(), artist.get_y(), artist.get_width(), artist.get_height())
            yield Line(f"bar {patch_look(artist)}", numbers(box))
        case Patch():
            yield Line(f"shape {patch_look(artist)}", points_text(artist.get_path().vertices))
        case Collection():
            yield from collection_lines(artist)
        case AxesImage():
            image = f"{numbers(artist.get_extent())} {array_text(artist.get_array())}"
            yield Line("image", image)
        case Legend():
            yield from legend_lines(artist)


def collection_lines(artist: Collection) -> Iterator[Line]:
    """Each path of a collection with its colours."""
    fills, lines = artist.get_facecolor(), artist.get_edgecolor()
    widths: Any = artist.get_linewidth()
    offsets = np.ma.getdata(artist.get_offsets())
    yield Line(type(artist).__name__, points_text(offsets))
    for number, path in enumerate(artist.get_paths()):
        looks = [each[number % len(each)] if len(each) else "none" for each in (fills, lines)]
        width = numbers([widths[number % len(widths)]])
        yield Line(f"- {'/'.join(map(colour, looks))} {width}", points_text(path.vertices))


def legend_lines(legend: Legend) -> Iterator[Line]:
    """Words, columns and place of a legend."""
    inches = legend.get_bbox_to_anchor().get_points() / legend.get_figure(root=True).dpi  # type: ignore[union-attr]
    said = [text.get_text() for text in legend.get_texts()]
    yield Line(f"legend in {legend._ncols} columns", f"{points_text(inches)} {said}")  # type: ignore[attr-defined]


def text_line(text: Text) -> Line:
    """A text with its place."""
    place = text.xyann if isinstance(text, Annotation) else text.get_position()
    to = f" of {numbers(text.xy)}" if isinstance(text, Annotation) else ""
    sides = f"{text.get_horizontalalignment()} {text.get_verticalalignment()}"
    ways = f"{sides} {text.get_rotation():.4g} {colour(text.get_color())}"
    return Line(f"text {ways}", f"{numbers(place)}{to} {text.get_text()!r}")


def stroke_lines(strokes: Iterable[Stroke]) -> Iterator[str]:
    """Strokes of boards."""
    return shortened(map(_stroke_line, strokes))


def _stroke_line(stroke: Stroke) -> Line:
    look = stroke.look
    dash = f" dash {numbers(look.dash)}" if look.dash else ""
    style = f"{look.fill}/{look.line} {look.width:.4g}{dash} {look.opacity:.4g}"
    return Line(f"{stroke.label or '-'} {style}", points_text(stroke.path.vertices))


def patch_look(patch: Patch) -> str:
    """Fill, edge and stripes of a patch."""
    look = f"{colour(patch.get_facecolor())}/{colour(patch.get_edgecolor())}"
    return f"{look} {patch.get_hatch() or ''}".strip()


def points_text(points: Any) -> str:
    """Points, written out if they are few."""
    points = np.asarray(points, float).reshape(-1, 2)
    if len(points) <= FEW:
        return " ".join(numbers(point, ",") for point in points)
    box = numbers([*np.nanmin(points, 0), *np.nanmax(points, 0)])
    return f"{len(points)} in {box} {array_text(points)}"


def array_text(values: Any) -> str:
    """A checksum of numbers, rounded so that the last bits of a processor do not matter."""
    rounded = np.round(np.nan_to_num(np.ma.getdata(values).astype(float)), 3) + 0.0
    return f"~{crc32(rounded.tobytes()):08x}"


def numbers(values: Any, between: str = " ") -> str:
    """Numbers, short."""
    return between.join(f"{round(float(value), 4) + 0.0:.4g}" for value in values)


def colour(value: Any) -> str:
    """A colour without its opacity; one that is not seen is none."""
    if isinstance(value, str) and value == "none":
        return "none"
    return "none" if len(value) == 4 and value[3] == 0 else to_hex(value)


def _plain(value: Any) -> str:
    return numbers(value) if isinstance(value, tuple) else f"{value}"
