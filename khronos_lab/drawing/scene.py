"""Scenes in matplotlib: the strokes of a scene, a canvas for them, and a figure that is kept.

A picture is the ground, which never changes, and one artist with the strokes of a scene. A kept
figure holds the ground as pixels: a step restores them, gives the artist other strokes, draws it
and writes a PNG in a few milliseconds, and so does any jump. Words that change with every step have
no place here: they belong beside the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.core import Building, GameState, Grid
from khronos_lab.drawing.layout import TITLE, BoardLayout, draw_ground
from khronos_lab.drawing.legend import LegendColumn, legend_height, view_legend, write_legend
from khronos_lab.drawing.marks import (
    FULL,
    PALE,
    ZOrder,
    adventurers,
    buildings,
    mark_strokes,
    node_strokes,
)
from khronos_lab.drawing.output import Drawing, KeptFigure, Pixels, axes_at, figure_of
from khronos_lab.drawing.strokes import Ink, Stroke, merged
from khronos_lab.drawing.themes import DPI, new_figure, theme
from khronos_lab.rulebook import AGES, Age
from khronos_lab.scenes import Scene, scene_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH: Final = 12.84
"""Inches of a picture of three boards."""
CELL: Final = 0.24
"""The size of a square, in inches, that line widths and font sizes are made for."""
LARGEST: Final = 0.36
"""Inches of a square on a small map."""
SMALLEST: Final = 7.0
"""The least font size of coordinates, if there is room: smaller ones cannot be read."""

# ------------------------------------------------------------------ strokes


def scene_strokes(scene: Scene, table: BoardLayout, *, pawns: bool = True) -> list[Stroke]:
    """Everything on the boards, the lowest first; few long paths suit matplotlib."""
    levels: list[list[Stroke]] = [[] for _ in ZOrder]
    levels[ZOrder.PIECES] = _pieces(scene, table)
    if pawns and scene.pieces != "none":
        levels[ZOrder.PAWNS] = adventurers(scene.state, table)
    players = len(scene.state.players)
    for mark in scene.marks:
        for level, stroke in mark_strokes(mark, table, players):
            levels[level].append(stroke)
    for level in (ZOrder.UNDER, ZOrder.EDGES, ZOrder.AREAS):  # these do not cover each other
        levels[level] = merged(levels[level])
    return [stroke for level in levels for stroke in level]


def _pieces(scene: Scene, table: BoardLayout) -> list[Stroke]:
    if scene.pieces == "none":
        return []
    if scene.pieces != "nodes":
        return buildings(_standing(scene.state), table, PALE if scene.pieces == "pale" else FULL)
    return merged(
        stroke
        for age, building in _standing(scene.state)
        for stroke in node_strokes(age, building, table)
    )


def _standing(state: GameState) -> Iterator[tuple[Age, Building]]:
    return ((age, each) for age in AGES for each in state.boards[age].buildings.values())


# ------------------------------------------------------------------ the canvas


class Canvas(NamedTuple):
    """A figure with the ground drawn, ready for pieces."""

    figure: Figure
    ax: Axes
    table: BoardLayout
    ink: Ink
    axes: tuple[Axes, ...]
    """The axes of the boards, then those of the legend if there is one."""


def draw_scene(
    scene: Scene,
    *,
    ax: Axes | None = None,
    legend: Sequence[LegendColumn] = (),
    table: BoardLayout | None = None,
    pawns: bool = True,
) -> Drawing:
    """Draw a scene into a new figure, or into axes, which have no legend."""
    columns = legend if ax is None else ()
    canvas = new_canvas(scene.state.grid, ax=ax, legend=columns, fade=scene.fade, table=table)
    canvas.ink.show(scene_strokes(scene, canvas.table, pawns=pawns))
    return Drawing(canvas.figure, canvas.axes)


def new_canvas(
    grid: Grid,
    *,
    ax: Axes | None = None,
    legend: Sequence[LegendColumn] = (),
    fade: float = 0.0,
    width: float = WIDTH,
    dpi: float = DPI,
    table: BoardLayout | None = None,
) -> Canvas:
    """A figure of three empty boards, or the given axes with them."""
    table = BoardLayout.of(grid) if table is None else table
    if ax is not None:
        scale = cell_points(ax, table) / (CELL * 72)
        draw_ground(ax, grid, table, fade=fade, font=8.0 * scale)
        return Canvas(figure_of(ax), ax, table, Ink(ax, scale=scale), (ax,))
    cell = _even(min(LARGEST, width / table.width))
    wide = max(width, table.width * cell) if legend else table.width * cell
    unit = wide / WIDTH * CELL
    rows = max((len(column.items) for column in legend), default=0)
    below = round(legend_height(rows) * unit * DPI) / DPI if legend else 0.0
    tall = table.height * cell + below
    figure = new_figure(wide, tall, dpi=dpi)
    ax = axes_at(figure, 0.0, below, table.width * cell, tall - below)
    scale = cell / CELL
    font = 8.0 * min(scale, 1.25)
    least = min(SMALLEST, 0.65 * cell * 72)
    draw_ground(ax, grid, table, fade=fade, font=max(font, least), title=font * TITLE)
    axes = [ax]
    if legend:
        axes.append(axes_at(figure, 0.0, 0.0, wide, below))
        write_legend(axes[1], legend, wide / unit)
    return Canvas(figure, ax, table, Ink(ax, scale=scale), tuple(axes))


def _even(cell: float) -> float:
    """Inches of a square that has an even number of pixels, so that half of one is whole, too."""
    return max(4, int(cell * DPI + 1e-6) // 2 * 2) / DPI


def cell_points(ax: Axes, table: BoardLayout) -> float:
    """How many points a square of the boards will have in given axes."""
    figure = figure_of(ax)
    box = ax.get_position(original=True)
    wide, tall = figure.get_size_inches()
    return float(72 * min(box.width * wide / table.width, box.height * tall / table.height))


# ------------------------------------------------------------------ a figure that is kept


class BoardScene:
    """The boards of one game in one view, drawn once and updated from step to step.

    >>> from khronos_lab.analysis import Timeline
    >>> from khronos_lab.engine import new_game
    >>> timeline = Timeline.of([], start=new_game(2, seed=7))
    >>> scene = BoardScene(timeline.start, width=6)
    >>> scene.draw(timeline[0])[1:4], scene.size
    (b'PNG', (600, 312))
    """

    def __init__(
        self,
        start: GameState,
        view: str = "boards",
        *,
        width: float = WIDTH,
        ratio: float = 1.0,
        legend: bool = True,
    ) -> None:
        """Prepare the picture; `ratio` is 2 for a screen with twice as many pixels."""
        self._view = view
        first = scene_of(Timeline(start, ())[0], view)
        columns = view_legend(view, start.names) if legend else ()
        with theme():
            canvas = new_canvas(
                start.grid, legend=columns, fade=first.fade, width=width, dpi=DPI * ratio
            )
            self.figure, self.ax, self.table, self._ink, _ = canvas
            self._kept = KeptFigure(self.figure, self._ink.artist, ratio)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height on the screen, in pixels of an ordinary one."""
        return self._kept.size

    def _show(self, frame: Frame, since: GameState | None) -> None:
        self._ink.show(scene_strokes(scene_of(frame, self._view, since), self.table))

    def pixels(self, frame: Frame, since: GameState | None = None) -> Pixels:
        """The picture of a frame; the same memory is used again by the next one.

        The difference view compares with `since`, or else with the state before the move.
        """
        self._show(frame, since)
        return self._kept.pixels()

    def draw(self, frame: Frame, since: GameState | None = None) -> bytes:
        """The picture of a frame as PNG."""
        self._show(frame, since)
        return self._kept.png()
