"""Kept: a figure whose unchanging part is kept as pixels, while one artist is drawn again.

The only place that talks to matplotlib's Agg canvas, most of which has no types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from khronos_lab.drawing.output.png import Pixels, PngWriter

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.backend_bases import RendererBase
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure


def agg_of(figure: Figure) -> FigureCanvasAgg:
    """The figure's canvas, or a new one if another sort of canvas holds it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = figure.canvas
    return canvas if isinstance(canvas, FigureCanvasAgg) else FigureCanvasAgg(figure)


def renderer_of(figure: Figure) -> RendererBase:
    """What measures and draws for a figure."""
    renderer: RendererBase = agg_of(figure).get_renderer()  # type: ignore[no-untyped-call]
    return renderer


def pixels_of(figure: Figure) -> Pixels:
    """All of a figure, drawn now; the canvas it had is its canvas again afterwards."""
    before = figure.canvas
    agg = agg_of(figure)
    try:
        agg.draw()  # type: ignore[no-untyped-call]
        return np.asarray(agg.buffer_rgba())  # type: ignore[no-untyped-call]
    finally:
        figure.set_canvas(before)


class KeptFigure:
    """A figure of which only one artist changes."""

    def __init__(self, figure: Figure, artist: Artist, ratio: float) -> None:
        """Draw all but the artist, once; `ratio` are pixels for one of an ordinary screen."""
        artist.set_animated(True)
        self.figure, self._artist, self._ratio = figure, artist, ratio
        self._agg = agg_of(figure)
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
        self._artist.draw(self._renderer)
        return self._drawn()

    def _drawn(self) -> Pixels:
        return np.asarray(self._agg.buffer_rgba())  # type: ignore[no-untyped-call]

    def png(self) -> bytes:
        """The same as PNG."""
        return self._writer.write(self.pixels())
