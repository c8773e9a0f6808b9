"""Drawing: what every plot function returns, how it is saved, kept figures, and PNG in a hurry.

The only place that talks to matplotlib's Agg canvas, most of which has no types.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, ParamSpec

import numpy as np
from numpy.typing import NDArray

from khronos_lab.analysis import forgiving
from khronos_lab.drawing.themes import DPI, at_night, is_night, new_figure, theme
from khronos_lab.records import PathName, local_path, whole_file
from khronos_lab.rulebook import KhronosError, multilingual

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.backend_bases import RendererBase
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure


P = ParamSpec("P")
Pixels = NDArray[np.uint8]  # rows, columns, and red, green, blue, opacity

FORMATS: Final = ("pdf", "png", "svg")
PRINT_DPI: Final = 300


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished picture: the figure, and the axes that were drawn into.

    At the end of a notebook's cell it shows itself. Whoever wants to go on with matplotlib takes
    `figure` or `ax`; nothing is registered with pyplot, so nothing has to be closed.
    """

    figure: Figure
    axes: tuple[Axes, ...]

    @property
    def ax(self) -> Axes:
        """The first axes, the only ones of most pictures."""
        return self.axes[0]

    def pixels(self, ratio: float = 2.0) -> Pixels:
        """The picture as red, green, blue and alpha, this many for each pixel of a screen."""
        before = self.figure.dpi
        try:
            self.figure.set_dpi(DPI * ratio)
            with theme():
                return pixels_of(self.figure)
        finally:
            self.figure.set_dpi(before)

    def png(self, ratio: float = 2.0) -> bytes:
        """The picture as PNG, with this many pixels for each of an ordinary screen."""
        return PngWriter(6).write(self.pixels(ratio))

    def save(self, path: PathName) -> Path:
        """Write the picture; see `save`."""
        return save(self, path)

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, Any], dict[str, Any]]:
        width, height = (round(inches * DPI) for inches in self.figure.get_size_inches())
        size = {"image/png": {"width": width, "height": height}}
        return {"image/png": self.png(), "text/plain": repr(self)}, size


def save(drawing: Drawing, path: PathName) -> Path:
    """Write a picture as PDF, SVG or PNG, by the end of its name; whole or not at all."""
    target = local_path(path)
    ending = target.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise KhronosError(
            f"{target}: pictures are saved as {', '.join(FORMATS)}; end the name with one of these"
        )
    data = io.BytesIO()
    # A date in the file would make two equal pictures differ.
    about: dict[str, Any] = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}.get(ending, {})
    with theme(), in_theme(drawing.figure):
        drawing.figure.savefig(data, format=ending, dpi=PRINT_DPI, metadata=about)
    with whole_file(target) as file:
        file.buffer.write(data.getvalue())
    return target


# ------------------------------------------------------------------ for plot functions


def themed(function: Callable[P, Drawing]) -> Callable[P, Drawing]:
    """Run a plot function under the theme, and leave matplotlib's settings as they were.

    Its arguments may be anything that leads to what it needs; see `analysis.inputs`. A sentence
    that refuses one calls the figure what people type, `kl.draw.shadows`.
    """

    @wraps(function)
    def figure(*args: P.args, **kwargs: P.kwargs) -> Drawing:
        return function(*args, **kwargs)

    figure.__name__ = function.__name__.replace("draw_", "kl.draw.")
    draw = forgiving(figure)

    @multilingual
    @wraps(function)
    def under_the_theme(*args: P.args, **kwargs: P.kwargs) -> Drawing:
        with theme():
            return draw(*args, **kwargs)

    return under_the_theme


def axes_for(ax: Axes | None, width: float, height: float) -> Axes:
    """The axes given, or those of a new figure with room for labels around them."""
    if ax is not None:
        return ax
    figure = new_figure(width, height)
    figure.set_layout_engine("constrained")
    return figure.add_subplot()


def axes_at(figure: Figure, left: float, bottom: float, width: float, height: float) -> Axes:
    """New axes at a place of a figure, all in inches."""
    wide, tall = figure.get_size_inches()
    return figure.add_axes((left / wide, bottom / tall, width / wide, height / tall))


def figure_of(ax: Axes) -> Figure:
    """The whole figure in which axes lie."""
    from matplotlib.figure import SubFigure

    figure = ax.figure
    while isinstance(figure, SubFigure):
        figure = figure.figure
    assert figure is not None
    return figure


# ------------------------------------------------------------------ pixels


def agg_of(figure: Figure) -> FigureCanvasAgg:
    """The figure's canvas, or a new one if another sort of canvas holds it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = figure.canvas
    return canvas if isinstance(canvas, FigureCanvasAgg) else FigureCanvasAgg(figure)


def renderer_of(figure: Figure) -> RendererBase:
    renderer: RendererBase = agg_of(figure).get_renderer()  # type: ignore[no-untyped-call]
    return renderer


def pixels_of(figure: Figure) -> Pixels:
    """All of a figure, drawn now; the canvas it had is its canvas again afterwards."""
    before = figure.canvas
    agg = agg_of(figure)
    try:
        with in_theme(figure):
            agg.draw()  # type: ignore[no-untyped-call]
        return np.asarray(agg.buffer_rgba())  # type: ignore[no-untyped-call]
    finally:
        figure.set_canvas(before)


COLOURS: Final = ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor")


@contextmanager
def in_theme(*artists: Artist) -> Iterator[None]:
    """Inside a `with` block artists have the colours of the theme that was chosen."""
    undo: list[Callable[[], object]] = []
    for artist in artists if is_night() else ():
        if hasattr(artist, "draw_without_rendering"):
            artist.draw_without_rendering()  # ticks are made when they are needed
        for each in _with_parts(artist):
            ink = getattr(each, "ink", None)
            if ink is not None:
                ink.colour(night=True)
                undo.append(ink.colour)
                continue
            for name in COLOURS:
                get, put = (getattr(each, f"{verb}_{name}", None) for verb in ("get", "set"))
                if get is None or put is None:
                    continue
                old = get()
                rows = old if isinstance(old, np.ndarray) else [old]
                # What is not seen stays so: an artist's own opacity would count again.
                if any(isinstance(row, str) or row[-1] for row in rows):
                    new = [at_night(row) for row in rows]
                    put(new if rows is old else new[0])
                    undo.append(partial(put, old))
    try:
        yield
    finally:
        for back in reversed(undo):
            back()


def _with_parts(artist: Artist) -> Iterator[Artist]:
    from matplotlib.text import Text

    for each in artist.findobj():
        yield each
        if isinstance(each, Text):
            yield from filter(None, (each.get_bbox_patch(), getattr(each, "arrow_patch", None)))


class KeptFigure:
    """A figure of which only one artist changes."""

    def __init__(self, figure: Figure, artist: Artist, ratio: float) -> None:
        """Draw all but the artist, once; `ratio` are pixels for one of an ordinary screen."""
        artist.set_animated(True)
        self.figure, self._artist, self._ratio = figure, artist, ratio
        self._agg = agg_of(figure)
        with in_theme(figure):
            self._agg.draw()  # type: ignore[no-untyped-call]
        self._ground = self._agg.copy_from_bbox(figure.bbox)  # type: ignore[no-untyped-call]
        self._renderer = renderer_of(figure)
        # What is drawn over an opaque ground stays opaque.
        self._writer = PngWriter(opaque=bool((self._drawn()[..., 3] == 255).all()))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height on the screen, in pixels of an ordinary one."""
        wide, tall = self._agg.get_width_height()
        return round(wide / self._ratio), round(tall / self._ratio)

    def pixels(self) -> Pixels:
        """The picture with the artist as it is now; the next one uses the same memory."""
        self._agg.restore_region(self._ground)  # type: ignore[no-untyped-call]
        with in_theme(self._artist):
            self._artist.draw(self._renderer)
        return self._drawn()

    def _drawn(self) -> Pixels:
        return np.asarray(self._agg.buffer_rgba())  # type: ignore[no-untyped-call]

    def png(self) -> bytes:
        """The same as PNG."""
        return self._writer.write(self.pixels())


# ------------------------------------------------------------------ PNG

BAND: Final = 32  # rows that are compressed together

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER = b"\x78\x01"
_ZLIB_END = b"\x03\x00"  # an empty last block
_ADLER = 65521


class _Packed(NamedTuple):
    data: bytes
    check: int
    length: int


class PngWriter:
    """Writes pictures of one size one after the other.

    Of `opaque` pictures the opacity is left out: a quarter less to compress.
    """

    def __init__(self, level: int = 1, *, opaque: bool = False) -> None:
        self._level = level
        self._samples = 3 if opaque else 4
        self._last: Pixels | None = None
        self._bands: list[_Packed] = []

    def write(self, pixels: Pixels) -> bytes:
        """The picture as a PNG file; the pixels come back exactly."""
        height, width, _ = pixels.shape
        last, self._last = self._last, None  # should this fail, the next picture is the first
        if last is None or last.shape != pixels.shape:
            last, self._bands = pixels.copy(), []
        for number, top in enumerate(range(0, height, BAND)):
            band, before = pixels[top : top + BAND], last[top : top + BAND]
            if number == len(self._bands):
                self._bands.append(self._pack(band))
            elif (band != before).any():
                before[:] = band
                self._bands[number] = self._pack(band)
        self._last = last
        return _file(width, height, self._samples, self._bands)

    def _pack(self, band: Pixels) -> _Packed:
        """One band: its first row as it is, every other as the difference to the one above."""
        height, width, samples = band.shape
        if samples != self._samples:
            kept = np.empty((height, width, self._samples), np.uint8)
            # One colour after the other is five times as quick as all of them at once.
            for sample in range(self._samples):
                kept[..., sample] = band[..., sample]
            band = kept
        rows = band.reshape(height, width * self._samples)
        raw = np.empty((height, 1 + width * self._samples), np.uint8)
        raw[0, 0] = 0
        raw[0, 1:] = rows[0]
        raw[1:, 0] = 2
        np.subtract(rows[1:], rows[:-1], out=raw[1:, 1:])
        packer = zlib.compressobj(self._level, zlib.DEFLATED, -15)
        data = packer.compress(raw.data) + packer.flush(zlib.Z_FULL_FLUSH)
        return _Packed(data, zlib.adler32(raw.data), raw.size)


def _file(width: int, height: int, samples: int, bands: list[_Packed]) -> bytes:
    low, high = 1, 0  # Adler-32 of all bands, from theirs and their lengths
    for band in bands:
        high = (high + (band.check >> 16) + band.length * (low - 1)) % _ADLER
        low = (low + (band.check & 0xFFFF) - 1) % _ADLER
    stream = [
        _ZLIB_HEADER,
        *(band.data for band in bands),
        _ZLIB_END,
        struct.pack(">HH", high, low),
    ]
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if samples == 3 else 6, 0, 0, 0)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", b"".join(stream)), _chunk(b"IEND", b""))
    return _SIGNATURE + b"".join(chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    length = struct.pack(">I", len(data))
    return length + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
