"""Pictures: frames drawn by kept figures, and the last ones kept as long as there is room.

A figure is kept for each *look* (view, language, size). Whoever runs a cell again opens another
replay, and the old one stays where it is; so only the albums used last keep anything, the others
draw anew when somebody comes back to them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import RLock
from typing import Final, NamedTuple

from khronos_lab.analysis.timeline import Frame, Timeline
from khronos_lab.core.state import GameState
from khronos_lab.drawing.figures.board_scene import VIEWS, BoardScene
from khronos_lab.drawing.figures.boards import CELL
from khronos_lab.drawing.figures.income import draw_income, ends_of
from khronos_lab.drawing.legend import Column, legend_height, write_legend
from khronos_lab.drawing.output.figure import Drawing, themed
from khronos_lab.drawing.theme import DPI, new_figure
from khronos_lab.records.tree import Branches
from khronos_lab.rulebook.errors import KhronosError

WIDTH: Final = 963
"""Pixels of a picture for whoever does not say how much room there is."""
NARROWEST: Final = 320
WIDEST: Final = 1700
RATIOS: Final = (1.0, 3.0)
BYTES: Final = 32 * 2**20
"""So much is kept of pictures that were drawn."""
ONE_ROW: Final = 1150
"""Pixels from which a legend fits into one row."""
SCENES: Final = 6
"""How many figures are kept: one for every view, and one more."""


ALBUMS: Final = 4
"""How many replays keep their figures and pictures."""

# Matplotlib cannot draw one figure from two threads, and its settings belong to the whole process;
# a notebook answers messages of pages in a thread of their own.
LOCK: Final = RLock()
_IN_USE: Final[OrderedDict[int, Pictures]] = OrderedDict()


class Look(NamedTuple):
    """How frames are shown."""

    view: str = "boards"
    language: str = "en"
    width: int = WIDTH
    """Pixels of an ordinary screen."""
    ratio: float = 1.0
    """Pixels of this screen for one of an ordinary one."""

    def checked(self) -> Look:
        """The same within bounds; a view that is not there is refused."""
        if self.view not in VIEWS:
            raise KhronosError(f"there is no view {self.view!r}; there are {', '.join(VIEWS)}")
        width = min(max(int(self.width), NARROWEST), WIDEST)
        ratio = min(max(float(self.ratio), RATIOS[0]), RATIOS[1])
        return self._replace(width=width, ratio=ratio)


_Key = tuple[Branches, int, Look]


class Pictures:
    """The pictures of one game."""

    def __init__(self, start: GameState, room: int = BYTES) -> None:
        self._start = start
        self._room = room
        self._scenes: OrderedDict[Look, BoardScene] = OrderedDict()
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        self.bytes = 0
        """What is kept now."""

    def of(self, timeline: Timeline, branches: Branches, index: int, look: Look) -> bytes:
        """The picture of a frame of a line, as PNG."""
        with LOCK:
            scene = self._scene(look)
            key = (branches, index, look)
            png = self._kept.get(key)
            if png is None:
                frame = timeline[index]
                png = scene.draw(frame, turn_before(timeline, frame))
                self._keep(key, png)
            else:
                self._kept.move_to_end(key)
            return png

    def scene(self, look: Look) -> BoardScene:
        """The figure that draws a look."""
        with LOCK:
            return self._scene(look)

    def clear(self) -> None:
        """Forget all figures and pictures."""
        with LOCK:
            _IN_USE.pop(id(self), None)
            self._scenes.clear()
            self._kept.clear()
            self.bytes = 0

    def _scene(self, look: Look) -> BoardScene:
        self._use()
        scene = self._scenes.get(look)
        if scene is None:
            scene = BoardScene(
                self._start,
                look.view,
                width=look.width / DPI,
                ratio=look.ratio,
                legend=False,
                language=look.language,
            )
            self._scenes[look] = scene
            while len(self._scenes) > SCENES:
                self._scenes.popitem(last=False)
        else:
            self._scenes.move_to_end(look)
        return scene

    def _use(self) -> None:
        """Be the album used last; the one that was not used for longest keeps nothing."""
        _IN_USE[id(self)] = self
        _IN_USE.move_to_end(id(self))
        while len(_IN_USE) > ALBUMS:
            next(iter(_IN_USE.values())).clear()

    def _keep(self, key: _Key, png: bytes) -> None:
        self._kept[key] = png
        self.bytes += len(png)
        while self.bytes > self._room and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self.bytes -= len(old)

    def still(self, drawing: Callable[[], Drawing], ratio: float) -> bytes:
        """A picture that does not change from frame to frame, as PNG."""
        with LOCK:
            return drawing().png(ratio)


# ------------------------------------------------------------------ pictures that stand still


@themed
def draw_legend(names: Sequence[str], look: Look) -> Drawing:
    """The legend of a view, in two rows where the words of one would become too small."""
    columns = VIEWS[look.view].legend(names, look.language)
    rows = [columns] if look.width >= ONE_ROW else two_rows(columns)
    heights = [legend_height(max(len(column.items) for column in row)) for row in rows]
    wide, tall = look.width / DPI, sum(heights) * CELL
    figure = new_figure(wide, tall)
    top = 1.0
    for row, height in zip(rows, heights, strict=True):
        share = height * CELL / tall
        top -= share
        write_legend(figure.add_axes((0.0, top, 1.0, share)), row, wide / CELL)
    return Drawing(figure, tuple(figure.axes))


def two_rows(columns: Sequence[Column]) -> list[Sequence[Column]]:
    """The columns in two rows about as long; what stands under one heading stays together."""
    starts = [number for number, column in enumerate(columns) if number and column.title]
    if not starts:
        return [columns]
    half = min(starts, key=lambda number: abs(2 * number - len(columns)))
    return [columns[:half], columns[half:]]


CURVE_SIZE: Final = (3.6, 3.0)
CURVE_BOX: Final = (0.075, 0.14, 0.675, 0.84)


@themed
def draw_curve(timeline: Timeline, language: str, seats: Sequence[int] | None = None) -> Drawing:
    """The coins of a line over its turns, small; the browser moves a cursor over it.

    With `seats` only theirs: the coins of the others are hidden.
    """
    figure = new_figure(*CURVE_SIZE)
    ax = figure.add_axes(CURVE_BOX)
    draw_income(timeline, ax=ax, seats=seats, language=language)
    ax.set_title("")
    ax.set_ylabel("")
    for text in list(ax.texts):
        # There is no room for what each taxation paid.
        if text.get_text().startswith("+"):
            text.remove()
    return Drawing(figure, (ax,))


class Curve(NamedTuple):
    """Where the cursor goes over the picture of `draw_curve`."""

    left: float
    """Where the first frame is, as a share of the width."""
    right: float
    frames: tuple[int, ...]
    """The frames at even distances from left to right."""


def curve_of(timeline: Timeline) -> Curve:
    """Where the frames of a line lie in its curve."""
    left, _, width, _ = CURVE_BOX
    return Curve(left, left + width, ends_of(timeline).frames)


def turn_before(timeline: Timeline, frame: Frame) -> GameState | None:
    """The state at the end of the turn before, with which the difference view compares."""
    index = timeline.previous(frame.index, "turn")
    return None if index is None else timeline.state_at(index)
