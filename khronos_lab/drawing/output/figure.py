"""Drawing: what every plot function returns, and how it is saved."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec

from khronos_lab.analysis import forgiving
from khronos_lab.drawing.output.cached_figure import pixels_of
from khronos_lab.drawing.output.png import Pixels, png_bytes
from khronos_lab.drawing.themes import DPI, new_figure, theme
from khronos_lab.records import PathName, local_path, whole_file
from khronos_lab.rulebook import KhronosError, multilingual

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


P = ParamSpec("P")

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
        return png_bytes(self.pixels(ratio), level=6)

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
    with theme():
        drawing.figure.savefig(data, format=ending, dpi=PRINT_DPI, metadata=about)
    with whole_file(target) as file:
        file.buffer.write(data.getvalue())
    return target


# ------------------------------------------------------------------ for plot functions


_FIGURES: Final = ("khronos_lab.drawing.figures.", "khronos_lab.questions.")
"""Where the functions of `khronos_lab.draw` are."""


def themed(function: Callable[P, Drawing]) -> Callable[P, Drawing]:
    """Run a plot function under the theme, and leave matplotlib's settings as they were.

    Its arguments may be anything that leads to what it needs; see `analysis.inputs`. A sentence
    that refuses one calls the figure what people type, `kl.draw.shadows`.
    """

    @wraps(function)
    def figure(*args: P.args, **kwargs: P.kwargs) -> Drawing:
        return function(*args, **kwargs)

    if function.__module__.startswith(_FIGURES):
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


def figure_of(ax: Axes) -> Figure:
    """The whole figure in which axes lie."""
    from matplotlib.figure import SubFigure

    figure = ax.figure
    while isinstance(figure, SubFigure):
        figure = figure.figure
    assert figure is not None
    return figure
