"""`scrub`: any drawing of a game under a slider, several side by side.

>>> from khronos_lab.drawing import draw_income
>>> moving = scrub("data/games/01-two-players-valley.khr", "boards", draw_income, start=12)
>>> moving
<scrub over 255 frames, now 12>
>>> moving.slider.value += 1
>>> moving.frame.index
13
"""

from __future__ import annotations

import inspect
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, Final

import ipywidgets as ui
import numpy as np
from matplotlib.collections import LineCollection

from khronos_lab.analysis import Frame, Stop, Timeline, as_timeline
from khronos_lab.board import Markup, tag
from khronos_lab.drawing import (
    DPI,
    INK,
    LOCK,
    BoardScene,
    Drawing,
    KeptFigure,
    PngWriter,
    draw_income,
    draw_sources,
    ends_of,
    new_figure,
    pixels_of,
    theme,
)
from khronos_lab.rulebook import (
    KhronosError,
    current_language,
    number_of,
    quoted,
    say,
    speaking,
    whole_text,
)
from khronos_lab.scenes import ASKED, VIEWS

ROOM: Final = 1260  # pixels of a cell's output in a window of 1440
GAP: Final = 12
NARROWEST: Final = 420  # pixels below which boards can't be read; then pictures go into another row
UNITS: Final[dict[Stop, int]] = {"effect": 300, "move": 700, "turn": 1200}
"""What a step can be, and milliseconds for one while it plays."""


STYLE: Final = Markup(
    "<style>.kl-scrub img{border-radius:4px}"
    '[data-jp-theme-light="false"] .kl-scrub img,.vscode-dark .kl-scrub img'
    "{filter:brightness(.85)}</style>"
)
"""On a dark page the paper of figures is as grey as that of the viewer."""


class Scrub(ui.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A slider with a play button over pictures of a game; make one with `scrub`.

    `slider` counts steps (effects, actions or turns, as `unit` says), `frame` is the moment shown.
    Arrow keys move the slider once it was clicked.
    """

    def __init__(
        self, timeline: Timeline, pictures: list[Picture], widths: list[int], start: int
    ) -> None:
        self._timeline, self._pictures = timeline, pictures
        self._language = current_language()
        self._frame = timeline[start]
        self._stops: tuple[int, ...] = ()
        self._counting = False
        self.images = [
            ui.Image(format="png", layout=ui.Layout(width=f"{wide}px", margin="0"))
            for wide in widths
        ]
        self.caption = ui.HTML(layout=ui.Layout(margin="0 0 4px 0"))
        self.play = ui.Play(show_repeat=False, layout=ui.Layout(flex="none"))
        wide = ui.Layout(flex="1 1 160px", width="auto")
        self.slider = ui.IntSlider(readout=False, layout=wide)
        said = [(say(f"scrub-{unit}"), unit) for unit in UNITS]
        self.unit = ui.Dropdown(
            options=said, value="effect", description=say("scrub-step"),
            layout=ui.Layout(width="190px"),
        )  # fmt: skip
        self._choose_stops()
        self._show()
        ui.jslink((self.play, "value"), (self.slider, "value"))
        self.slider.observe(self._slid, "value")
        self.unit.observe(self._choose_stops, "value")
        self.unit.observe(self._slid, "value")
        row = ui.HBox(
            [self.play, self.slider, self.unit],
            layout=ui.Layout(align_items="center", flex_flow="row wrap"),
        )
        pictures = ui.HBox(
            self.images, layout=ui.Layout(flex_flow="row wrap", grid_gap=f"{GAP}px",
                                          align_items="flex-start"),
        )  # fmt: skip
        super().__init__(
            [row, self.caption, pictures, ui.HTML(STYLE, layout=ui.Layout(display="none"))],
            layout=ui.Layout(width=f"{ROOM}px", max_width="100%"),
        )
        self.add_class("kl-scrub")

    @property
    def frame(self) -> Frame:
        """The moment that is shown."""
        return self._frame

    def go(self, index: int) -> None:
        """Show a frame, or the last step before it."""
        wanted = self._timeline[index].index
        self.slider.value = max(0, bisect_right(self._stops, wanted) - 1)

    def _choose_stops(self, _: object = None) -> None:
        """Count in another unit, and stay at the moment shown or go back to the step before it."""
        unit: Stop = self.unit.value
        # An unfinished turn ends with the game.
        self._stops = tuple(sorted({*self._timeline.stops(unit), len(self._timeline) - 1}))
        place = max(0, bisect_right(self._stops, self._frame.index) - 1)
        self._counting = True
        for control in (self.slider, self.play):
            control.max = max(1, len(self._stops) - 1)
            control.value = place
        self._counting = False
        self.play.interval = UNITS[unit]

    def _slid(self, _: object) -> None:
        if self._counting:
            return
        self._frame = self._timeline[self._stops[min(self.slider.value, len(self._stops) - 1)]]
        try:
            self._show()
        except Exception as error:
            with speaking(self._language):
                said = f"{say('panel-error')}: {type(error).__name__}: {error}"
            self.caption.value = tag("p", said, style="color:var(--jp-error-color1,#b3001b)")

    def _show(self) -> None:
        with LOCK:
            drawn = [picture(self._frame) for picture in self._pictures]
        for image, png in zip(self.images, drawn, strict=True):
            image.value = png
        # Figures speak for themselves: one of your own may follow the setting.
        with speaking(self._language):
            self.caption.value = self._said()

    def _said(self) -> Markup:
        """Where we are, and the event with its clause; the clause itself when pointed at."""
        frame, last = self._frame, len(self._timeline) - 1
        step, said, rule = say("button-start"), say("panel-game_start"), None
        if frame.entry is not None:
            step = say("viewer-step", n=frame.index, all=last)
            said, rule = frame.entry.text(), whole_text(frame.entry.event.clause)
        where = (step, say("viewer-round", n=frame.round), frame.state.players[frame.seat].name)
        now = tag("div", " · ".join(where), style="color:var(--jp-ui-font-color2,#555)")
        event = tag("b", said, title=rule)
        # Two lines high at least, so that pictures stay where they are.
        return tag("div", now, event, style="min-height:3em;line-height:1.4")

    def __repr__(self) -> str:
        return f"<scrub over {len(self._timeline)} frames, now {self._frame.index}>"


def scrub(
    game: Any,  # noqa: ANN401
    *figures: Figure,
    start: int = 0,
    width: int = ROOM,
    ratio: float | None = None,
) -> Scrub:
    """Put drawings of a game under one slider with a play button.

    `game` is a game, a record, a timeline or a file. A figure is one of ours (`draw.boards`,
    `draw.shadows`, `draw.control`, `draw.income`, …, or its name), or a function of your own:
    `lambda frame, ax: ax.bar(names, frame.coins)`. Without one the boards are shown.

    `width` is the room for all of them in pixels. `ratio` is 2 for a screen with fine pixels; left
    out, small pictures are made that fine and large ones are not, so that a step stays quick.
    """
    timeline = as_timeline(game)
    number_of(width, "the width of all pictures", 1)
    if not isinstance(ratio, int | float | None):
        raise KhronosError(f"ratio= is 1 or 2 and not {quoted(ratio)}")
    last = len(timeline) - 1
    if not isinstance(start, int) or not -last <= start <= last:  # type: ignore[redundant-expr]
        raise KhronosError(f"there are frames 0 to {last}, so there is no {quoted(start)}")
    figures = figures or ("boards",)
    wide = _width_of_one(len(figures), width)
    sharp = (2.0 if wide <= ROOM // 2 else 1.0) if ratio is None else ratio
    with LOCK:
        pictures = [picture_of(figure, timeline, wide, sharp) for figure in figures]
    return Scrub(timeline, pictures, [wide] * len(pictures), start)


def _width_of_one(number: int, room: int) -> int:
    """Pixels of each picture: side by side as long as they can be read, else in rows.

    >>> [_width_of_one(number, 1260) for number in (1, 2, 3)]
    [1260, 624, 624]
    """
    columns = min(number, max(1, (room + GAP) // (NARROWEST + GAP)), 2)
    return (room - GAP * (columns - 1)) // columns


# ------------------------------------------------------------------ pictures of frames

Figure = str | Callable[..., Any]
"""A name (`shadows`), one of our drawing functions, or a function of a frame and axes."""
Picture = Callable[[Frame], bytes]  # from a frame to its PNG, quickly

BOARDS: Final = {{"difference": "changes"}.get(view, view): view for view in (*VIEWS, *ASKED)}
"""By figure of the boards: the view that it shows."""
CURVES: Final[dict[str, Callable[..., Drawing]]] = {"income": draw_income, "sources": draw_sources}
LEGEND: Final = 900  # pixels from which boards have room for their legend
NAMES: Final = ("frame", "state", "log", "timeline", "before", "after", "ax")


def picture_of(figure: Figure, timeline: Timeline, width: int, ratio: float = 1.0) -> Picture:
    """What draws a figure over the frames of a game, at a width in pixels.

    Boards keep their ground as pixels and draw only the pieces; curves over a whole game are drawn
    once, and only a cursor moves; whatever else there is gets its axes cleared and is called again.
    """
    name = _name_of(figure)
    if name in BOARDS:
        return _boards(timeline, name, width, ratio)
    if name in CURVES:
        return _curve(timeline, CURVES[name], width, ratio)
    if not callable(figure):
        known = ", ".join([*BOARDS, *CURVES])
        raise KhronosError(
            f"there is no figure {figure!r}; give a function of a frame and axes, or one of {known}"
        )
    return _anew(timeline, figure, width, ratio)


def _name_of(figure: Figure) -> str:
    """The name of one of our own figures, whatever it is wrapped in; empty for others."""
    if not callable(figure):
        return figure.removeprefix("draw_")
    bare: Any = inspect.unwrap(figure)
    ours = str(getattr(bare, "__module__", "")).startswith("khronos_lab.")
    return str(getattr(bare, "__name__", "")).removeprefix("draw_") if ours else ""


def _boards(timeline: Timeline, figure: str, width: int, ratio: float) -> Picture:
    scene = BoardScene(
        timeline.start, BOARDS[figure], width=width / DPI, ratio=ratio, legend=width >= LEGEND
    )

    def draw(frame: Frame) -> bytes:
        before = timeline.previous(frame.index, "turn")
        return scene.draw(frame, None if before is None else timeline.state_at(before))

    return draw


def _curve(timeline: Timeline, plot: Callable[..., Drawing], width: int, ratio: float) -> Picture:
    """A drawing over the turns of a game, made once; a cursor in each of its axes moves."""
    ends = ends_of(timeline).frames
    with theme():
        drawing = plot(timeline)
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
        cursor = LineCollection([], colors=INK, linewidths=1.4, zorder=9)
        cursor.set_transform(None)
        figure.add_artist(cursor)
        kept = KeptFigure(figure, cursor, ratio)

    def draw(frame: Frame) -> bytes:
        x = float(np.interp(frame.index, ends, range(len(ends))))
        lines = []
        for ax in drawing.axes:
            across, _ = ax.transData.transform((x, 0))
            lines.append([(across, ax.bbox.y0), (across, ax.bbox.y1)])
        cursor.set_segments(lines)
        return kept.png()

    return draw


def _anew(timeline: Timeline, function: Callable[..., Any], width: int, ratio: float) -> Picture:
    """Any function: it is called again for every frame, into the same cleared axes.

    It gets what its parameters ask for by name (see `NAMES`), or else a frame and axes.
    """
    wanted = _wanted(function)
    figure = new_figure(width / DPI, max(2.6, width / DPI * 0.6), dpi=DPI * ratio)
    figure.set_layout_engine("constrained")
    ax = figure.add_subplot()
    writer = PngWriter()

    def draw(frame: Frame) -> bytes:
        for extra in figure.axes:
            if extra is not ax:
                extra.remove()
        ax.clear()
        before = frame.state if frame.span is None else frame.span.before
        values = (frame, frame.state, frame.so_far, timeline, before, frame.state, ax)
        by_name = dict(zip(NAMES, values, strict=True))
        if wanted is None:
            made = function(frame, ax)
        else:
            made = function(**{name: by_name[name] for name in wanted})
        if isinstance(made, Drawing) and made.figure is not figure:
            inches = made.figure.get_size_inches()[0]
            return made.png(ratio * width / DPI / inches)
        return writer.write(pixels_of(figure))

    return draw


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
