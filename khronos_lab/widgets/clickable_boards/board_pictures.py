"""The picture of a lesson: small boards drawn large, kept as a figure of which only ink changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from threading import RLock
from typing import Final, NamedTuple

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from khronos_lab.core.grid import Grid
from khronos_lab.core.state import GameState
from khronos_lab.drawing.board_layout import LEFT, Table
from khronos_lab.drawing.figures.boards import CELL
from khronos_lab.drawing.map_background import draw_ground
from khronos_lab.drawing.output.cached_figure import KeptFigure
from khronos_lab.drawing.strokes import Ink, Stroke
from khronos_lab.drawing.theme import DPI, new_figure, theme
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import AGES
from khronos_lab.widgets.clickable_boards.board_strokes import LOW_TOP, room_beside
from khronos_lab.widgets.kit.frame_pictures import NARROWEST, RATIOS, WIDEST

LARGEST: Final = 54
"""Pixels of a square on a very small board."""
SMALLEST: Final = 8
WIDTH: Final = 1100
"""Pixels for whoever does not say how much room there is."""
SCENES: Final = 8
BYTES: Final = 16 * 2**20
"""So much is kept of pictures that were drawn."""
TITLE: Final = 1.45
"""How much larger than its coordinates the name of an age is."""
THICKEST: Final = 1.75
"""Lines and words do not grow with the squares for ever."""
POINTS: Final = 72
"""In an inch, the measure of letters."""


class LessonLook(NamedTuple):
    """How pictures are drawn."""

    language: str = "en"
    width: int = WIDTH
    ratio: float = 1.0

    def checked(self) -> LessonLook:
        """The same within bounds."""
        width = min(max(int(self.width), NARROWEST), WIDEST)
        ratio = min(max(float(self.ratio), RATIOS[0]), RATIOS[1])
        return self._replace(width=width, ratio=ratio)


class Geometry(NamedTuple):
    """Where the squares lie, in shares of the picture, so that the browser can find them."""

    lefts: tuple[float, ...]
    """By age: the left edge of its board."""
    top: float
    wide: float
    """Of one square, as a share of the width."""
    tall: float
    """Of one square, as a share of the height."""
    columns: int
    rows: int
    first: int
    """The column letter of the first square, as a number."""
    first_row: int


class LessonScene:
    """Three boards of one map in one size."""

    def __init__(self, grid: Grid, players: int, look: LessonLook) -> None:
        self.table = Table.of(grid)
        cell = max(SMALLEST, min(LARGEST, int(look.width / self.table.width)) // 2 * 2)
        font = 8.0 * min(cell / DPI / CELL, 1.35)
        title = _title_width(look.language) * font * TITLE * DPI / POINTS / cell
        if room_beside(self.table, players, title):
            self.table = Table.of(grid, top=LOW_TOP)
        wide, tall = self.table.width * cell, self.table.height * cell
        scale = cell / DPI / CELL
        with theme():
            figure = new_figure(wide / DPI, tall / DPI, dpi=DPI * look.ratio)
            self.axes = ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
            draw_ground(ax, grid, self.table, language=look.language, font=font, title=font * TITLE)
            self._ink = Ink(ax, scale=min(scale, THICKEST))
            self._kept = KeptFigure(figure, self._ink.artist, look.ratio)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height on the screen."""
        return self._kept.size

    @property
    def geometry(self) -> Geometry:
        """Where the squares lie."""
        table, window = self.table, self.table.window
        wide, tall = 1 / table.width, 1 / table.height
        lefts = tuple((LEFT + table.left(age)) * wide for age in AGES)
        return Geometry(
            lefts, table.top * tall, wide, tall, window.columns, window.rows, window.left,
            window.top,
        )  # fmt: skip

    def draw(self, strokes: Sequence[Stroke]) -> bytes:
        """The picture with these strokes, as PNG."""
        self._ink.show(strokes)
        return self._kept.png()


@cache
def _title_width(language: str) -> float:
    """The width of the longest name of an age in bold letters, for letters of size 1."""
    bold = FontProperties(weight="bold")
    with theme():
        names = [TextPath((0, 0), say(age, language), size=100, prop=bold) for age in AGES]
    return max(float(name.get_extents().x1) for name in names) / 100


class LessonPictures:
    """The figures and the last pictures of one widget; one lock, as matplotlib needs it."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._scenes: OrderedDict[tuple[Grid, int, LessonLook], LessonScene] = OrderedDict()
        self._drawn: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._bytes = 0

    def scene(self, state: GameState, look: LessonLook) -> LessonScene:
        """The figure for the map of a state."""
        with self._lock:
            key = (state.grid, len(state.players), look)
            if key not in self._scenes:
                self._scenes[key] = LessonScene(*key)
                while len(self._scenes) > SCENES:
                    self._scenes.popitem(last=False)
            self._scenes.move_to_end(key)
            return self._scenes[key]

    def png(
        self,
        state: GameState,
        look: LessonLook,
        name: tuple[object, ...],
        strokes: Callable[[Table], Sequence[Stroke]],
    ) -> bytes:
        """A picture, drawn if it is not kept under its name."""
        with self._lock:
            key = (*name, look)
            drawn = self._drawn.get(key)
            if drawn is None:
                scene = self.scene(state, look)
                drawn = scene.draw(strokes(scene.table))
                self._keep(key, drawn)
            return drawn

    def _keep(self, key: tuple[object, ...], png: bytes) -> None:
        self._drawn[key] = png
        self._bytes += len(png)
        while self._bytes > BYTES and len(self._drawn) > 1:
            _, old = self._drawn.popitem(last=False)
            self._bytes -= len(old)

    def clear(self) -> None:
        """Forget all of it."""
        with self._lock:
            self._scenes.clear()
            self._drawn.clear()
            self._bytes = 0
