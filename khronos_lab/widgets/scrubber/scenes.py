"""Scenes: a drawing function made a picture that can be asked for any frame of a game, quickly.

Three sorts. Boards keep their ground as pixels and draw only the pieces; curves over a whole game
are drawn once, and only a cursor moves; whatever else there is gets its axes cleared and is called
again. `scene_for` is the one place that knows which function is of which sort.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import numpy as np
from matplotlib.collections import LineCollection

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.drawing import (
    DPI,
    INK,
    BoardScene,
    Drawing,
    KeptFigure,
    PngWriter,
    draw_boards,
    draw_changes,
    draw_control,
    draw_domains,
    draw_income,
    draw_shadow_chains,
    draw_shadows,
    draw_sources,
    ends_of,
    new_figure,
    pixels_of,
    shadow_graph_legend,
    theme,
)
from khronos_lab.kit import turn_before
from khronos_lab.rulebook import KhronosError
from khronos_lab.scenes import shadow_chains

Figure = str | Callable[..., Any]
"""A name (`shadows`), one of our drawing functions, or a function of a frame and axes."""

CHAINS: Final = "shadow_chains"
VIEW_NAMES: Final = {"changes": "difference"}
"""By figure: the view that it shows, where it has another name."""
BOARDS: Final[dict[str, Callable[..., Drawing]]] = {
    each.__name__.removeprefix("draw_"): each
    for each in (
        draw_boards,
        draw_shadows,
        draw_control,
        draw_domains,
        draw_changes,
        draw_shadow_chains,
    )
}
CURVES: Final[dict[str, Callable[..., Drawing]]] = {"income": draw_income, "sources": draw_sources}
LEGEND: Final = 900
"""Pixels from which boards have room for their legend."""


class Scene(Protocol):
    """A picture of a game at any of its frames."""

    def draw(self, frame: Frame) -> bytes:
        """The picture of a frame as PNG."""


def scene_for(figure: Figure, timeline: Timeline, width: int, ratio: float = 1.0) -> Scene:
    """What draws a figure over the frames of a game, at a width in pixels."""
    name = _name_of(figure)
    if name in BOARDS:
        return _Boards(timeline, name, width, ratio)
    if name in CURVES:
        return _Curve(timeline, CURVES[name], width, ratio)
    if not callable(figure):
        known = ", ".join([*BOARDS, *CURVES])
        raise KhronosError(
            f"there is no figure {figure!r}; give a function of a frame and axes, or one of {known}"
        )
    return _Anew(timeline, figure, width, ratio)


def _name_of(figure: Figure) -> str:
    """The name of one of our own figures, whatever it is wrapped in; empty for others."""
    if not callable(figure):
        return str(figure).removeprefix("draw_")
    bare: Any = inspect.unwrap(figure)
    ours = {inspect.unwrap(draw): name for name, draw in BOARDS.items()}
    ours |= {inspect.unwrap(draw): name for name, draw in CURVES.items()}
    if bare in ours:
        return ours[bare]
    inside = str(getattr(bare, "__module__", "")).startswith("khronos_lab.")
    name = str(getattr(bare, "__name__", "")).removeprefix("draw_")
    return name if inside and name in (*BOARDS, *CURVES) else ""


class _Boards:
    """The three ages: the ground is kept, the pieces are drawn."""

    def __init__(self, timeline: Timeline, figure: str, width: int, ratio: float) -> None:
        self._timeline = timeline
        start, legend = timeline.start, width >= LEGEND
        size = {"width": width / DPI, "ratio": ratio}
        if figure == CHAINS:
            signs = shadow_graph_legend(start.names) if legend else ()
            chains = lambda frame, _: shadow_chains(frame.state)  # noqa: E731
            self._scene = BoardScene(start, chains, legend=signs, **size)
        else:
            view = VIEW_NAMES.get(figure, figure)
            self._scene = BoardScene(start, view, legend=legend, **size)

    def draw(self, frame: Frame) -> bytes:
        return self._scene.draw(frame, turn_before(self._timeline, frame))


class _Curve:
    """A drawing over the turns of a game, made once; a cursor in each of its axes moves."""

    def __init__(
        self, timeline: Timeline, draw: Callable[..., Drawing], width: int, ratio: float
    ) -> None:
        self._ends = ends_of(timeline).frames
        with theme():
            drawing = draw(timeline)
            figure = drawing.figure
            wide, tall = figure.get_size_inches()
            # Words keep their size: a narrow picture is less flat than a wide one.
            figure.set_size_inches(width / DPI, min(tall, max(3.0, width / DPI * tall / wide)))
            if figure.legends and width / DPI < wide:
                # One row of words would be cut off at both ends.
                figure.legends[0].remove()
                words = drawing.ax.get_legend_handles_labels()
                figure.legend(*words, loc="outside lower center", ncols=4)
            figure.set_dpi(DPI * ratio)
            self._axes = drawing.axes
            self._cursor = LineCollection([], colors=INK, linewidths=1.4, zorder=9)
            self._cursor.set_transform(None)
            figure.add_artist(self._cursor)
            self._kept = KeptFigure(figure, self._cursor, ratio)

    def draw(self, frame: Frame) -> bytes:
        x = float(np.interp(frame.index, self._ends, range(len(self._ends))))
        lines = []
        for ax in self._axes:
            across, _ = ax.transData.transform((x, 0))
            lines.append([(across, ax.bbox.y0), (across, ax.bbox.y1)])
        self._cursor.set_segments(lines)
        return self._kept.png()


class _Anew:
    """Any function: it is called again for every frame, into the same cleared axes.

    It gets what its parameters ask for by name (`frame`, `state`, `log`, `timeline`, `before`,
    `after`, `ax`), or else a frame and axes.
    """

    def __init__(
        self, timeline: Timeline, function: Callable[..., Any], width: int, ratio: float
    ) -> None:
        self._timeline, self._function = timeline, function
        self._wanted = _wanted(function)
        self._ratio, self._width = ratio, width
        self._figure = new_figure(width / DPI, max(2.6, width / DPI * 0.6), dpi=DPI * ratio)
        self._figure.set_layout_engine("constrained")
        self._ax = self._figure.add_subplot()
        self._writer = PngWriter()

    def draw(self, frame: Frame) -> bytes:
        for extra in self._figure.axes:
            if extra is not self._ax:
                extra.remove()
        self._ax.clear()
        values = self._values(frame)
        if self._wanted is None:
            made = self._function(values["frame"], values["ax"])
        else:
            made = self._function(**{name: values[name] for name in self._wanted})
        if isinstance(made, Drawing) and made.figure is not self._figure:
            inches = made.figure.get_size_inches()[0]
            return made.png(self._ratio * self._width / DPI / inches)
        return self._writer.write(pixels_of(self._figure))

    def _values(self, frame: Frame) -> dict[str, Any]:
        before = frame.state if frame.span is None else frame.span.before
        return {
            **{"frame": frame, "timeline": self._timeline, "ax": self._ax, "log": frame.so_far},
            **{"state": frame.state, "before": before, "after": frame.state},
        }


NAMES: Final = ("frame", "state", "log", "timeline", "before", "after", "ax")


def _wanted(function: Callable[..., Any]) -> Sequence[str] | None:
    """The parameters to fill in by name; None if there are others, so that places decide.

    Our own drawings make a figure of the size they need, so they get no axes.
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    needed = [each.name for each in parameters if each.default is each.empty]
    return needed if needed and set(needed) <= set(NAMES) else None
