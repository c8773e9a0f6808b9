"""Scenes in matplotlib: strokes, a canvas for them, its legend, and a figure that is kept.

A picture is the ground, which never changes, and one artist with the strokes of a scene. A kept
figure holds the ground as pixels: a step restores them, gives the artist other strokes, draws it
and writes a PNG in a few milliseconds, and so does any jump. Words that change with every step have
no place here: they belong beside the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.core import STRIDE, Building, GameState, Grid
from khronos_lab.drawing.layout import (
    LEFT,
    TEXTURES,
    TITLE,
    BoardLayout,
    Window,
    draw_ground,
    texture_look,
)
from khronos_lab.drawing.marks import (
    FULL,
    MOVE_SORTS,
    PALE,
    ZOrder,
    adventurers,
    buildings,
    cube_stroke,
    mark_strokes,
    node_strokes,
    pawn_stroke,
)
from khronos_lab.drawing.output import (
    Drawing,
    KeptFigure,
    Pixels,
    axes_at,
    figure_of,
    renderer_of,
)
from khronos_lab.drawing.strokes import (
    Ink,
    Look,
    Stroke,
    closed,
    merged,
    moved,
    placed,
    rectangle,
)
from khronos_lab.drawing.themes import DPI, INK, TERRAIN, new_figure, theme
from khronos_lab.rulebook import (
    AGES,
    CIVIL,
    FAITH,
    KINDS,
    MIGHT,
    MILITARY,
    RANKS,
    RELIGIOUS,
    Kind,
    Terrain,
    building_thing,
    capital,
    say,
)
from khronos_lab.scenes import (
    Arrow,
    DomainArea,
    Highlight,
    Holding,
    Mark,
    Piece,
    Scene,
    Touching,
    scene_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH: Final = 12.84  # inches of a picture of three boards
CELL: Final = 0.24  # the size of a square, in inches, that line widths and font sizes are made for
LARGEST: Final = 0.36  # inches of a square on a small map
SMALLEST: Final = 7.0
"""The least font size of coordinates, if there is room: smaller ones cannot be read."""

# ------------------------------------------------------------------ strokes


def scene_strokes(scene: Scene, table: BoardLayout, *, pawns: bool = True) -> list[Stroke]:
    """Everything on the boards, the lowest first; few long paths suit matplotlib."""
    levels: list[list[Stroke]] = [[] for _ in ZOrder]
    state, players = scene.state, len(scene.state.players)
    standing = [(age, each) for age in AGES for each in state.boards[age].buildings.values()]
    if scene.pieces == "nodes":
        nodes = (stroke for age, each in standing for stroke in node_strokes(age, each, table))
        levels[ZOrder.PIECES] = merged(nodes)
    elif scene.pieces != "none":
        tone = PALE if scene.pieces == "pale" else FULL
        levels[ZOrder.PIECES] = buildings(standing, table, tone)
    if pawns and scene.pieces != "none":
        levels[ZOrder.PAWNS] = adventurers(state, table)
    for mark in scene.marks:
        for level, stroke in mark_strokes(mark, table, players):
            levels[level].append(stroke)
    for level in (ZOrder.UNDER, ZOrder.EDGES, ZOrder.AREAS):  # these do not cover each other
        levels[level] = merged(levels[level])
    return [stroke for level in levels for stroke in level]


# ------------------------------------------------------------------ legends

ROW: Final = 1.17  # from one line of a legend to the next, in squares of 0.24 inches
FONT: Final = 8.5
ROWS: Final = 5


class LegendItem(NamedTuple):
    """A sign with its name."""

    strokes: tuple[Stroke, ...]  # with their middle at the origin
    label: str
    width: float = 1.1  # of the sign

    def paint(self, x: float, y: float) -> list[Stroke]:
        return [moved(stroke, x, y) for stroke in self.strokes]


class LegendColumn(NamedTuple):
    """Items below each other, under a heading."""

    title: str
    items: tuple[LegendItem, ...]


def legend_height(rows: int = ROWS) -> float:
    """The height of a legend in squares of 0.24 inches."""
    return (rows + 1) * ROW + 0.3


def write_legend(ax: Axes, columns: Sequence[LegendColumn], width: float) -> None:
    """Draw a legend into axes that are `width` squares wide, smaller if words need more room."""
    from matplotlib.text import Text

    figure = figure_of(ax)

    def wide(words: str, weight: str = "normal") -> float:
        text = Text(0, 0, words, fontsize=FONT, fontweight=weight, figure=figure)
        return float(text.get_window_extent(renderer_of(figure)).width) / (figure.dpi * 0.24)

    widths = [
        max(wide(title, "bold"), *(item.width + 0.3 + wide(item.label) for item in items)) + 1.1
        for title, items in columns
    ]
    need = LEFT + sum(widths)
    scale, spare = min(1.0, width / need), max(0.0, width - need) / len(columns)
    ax.set_axis_off()
    ax.set_xlim(0, width)
    ax.set_ylim(legend_height(max(len(column.items) for column in columns)), 0)
    words: dict[str, Any] = {"fontsize": FONT * scale, "va": "center_baseline"}
    x, strokes = LEFT * scale, []
    for (title, items), room in zip(columns, widths, strict=True):
        ax.text(x, 0.75, title, fontweight="bold", **words)
        for row, item in enumerate(items, 1):
            y, sign = 0.75 + ROW * row, item.width * scale
            ax.text(x + sign + 0.3 * scale, y, item.label, **words)
            strokes += item.paint(x + sign / 2, y)
        x += room * scale + spare
    Ink(ax, scale=scale).show(strokes)


# ------------------------------------------------------------------ signs


_SIGNS: Final = BoardLayout(Window(0, 0, 7, 5))
HERE: Final = STRIDE + 1  # a square with room for symbols around it


def sign(
    *marks: Mark, width: float = 1.0, size: int = 1, scale: float = 1.0, more: Iterable[Stroke] = ()
) -> tuple[Stroke, ...]:
    """Marks as a board shows them from `HERE` on, `width` squares wide; `more` lies above them.

    A building of a larger `size` is made as small as a square.
    """
    levels = (pair for mark in marks for pair in mark_strokes(mark, _SIGNS, 2))
    strokes = [stroke for _, stroke in sorted(levels, key=lambda pair: pair[0])]
    x, y = _SIGNS.badge_spot(MIGHT, 1 << HERE)
    x, y = x + (width * size - 1) / 2, y + (size - 1) / 2
    centred = (moved(each, -x, -y) for each in (*strokes, *more))
    return tuple(
        each._replace(path=placed(each.path, [(0, 0)], [scale / size])) for each in centred
    )


def _piece(kind: Kind, rank: int, **more: Any) -> tuple[Stroke, ...]:  # noqa: ANN401
    return sign(Piece(MIGHT, Building(kind, rank, HERE, **more)), size=rank)


def _terrain(terrain: Terrain) -> tuple[Stroke, ...]:
    ground = closed(rectangle(-0.5, -0.5, 0.5, 0.5))
    texture = placed(TEXTURES[terrain], [(-0.5, -0.5)], [1.0])
    return (
        Stroke(ground, Look(TERRAIN[terrain], INK, 0.5), f"terrain {terrain.name}"),
        Stroke(texture, texture_look(terrain), "texture"),
    )


# ------------------------------------------------------------------ columns


def base_columns(names: Sequence[str]) -> list[LegendColumn]:
    """What lies on every board: terrain, buildings, and the players' pieces."""
    ground = [LegendItem(_terrain(each), say(each)) for each in Terrain]
    printed = LegendItem(_piece(CIVIL, 1, printed=True), say("legend-printed"))
    terrain = LegendColumn(capital(say("legend-terrain")), (*ground, printed))
    columns = []
    for rank in RANKS:
        items = [LegendItem(_piece(kind, rank), say(building_thing(kind, rank))) for kind in KINDS]
        if rank == 1:
            half = _piece(RELIGIOUS, 2, ruin=True, cubes=(1,))
            items += [
                LegendItem(_piece(MILITARY, 2, ruin=True), say("legend-ruin")),
                LegendItem(half, say("legend-half_restored")),
            ]
        title = capital(say("word-buildings")) if rank == 1 else ""
        columns.append(LegendColumn(title, tuple(items)))
    pieces = tuple(
        LegendItem(
            (cube_stroke(seat, [(-0.55, 0)], 0.62), pawn_stroke(seat, [(0.45, 0)], 0.92)), name, 2.1
        )
        for seat, name in enumerate(names)
    )
    owners = f"{capital(say('legend-cube'))}, {say('legend-adventurer')}"
    return [terrain, *columns, LegendColumn(owners, pieces)]


MARK_WORDS: Final = {
    "new": "legend-appeared",
    "gone": "legend-vanished",
    "shadow": "event-ShadowFalls",
    "blocked": "legend-shadow-blocked",
    "conflict": "word-conflict",
    "touched": "legend-changed",
    "join": "event-DomainsJoined",
    "split": "event-DomainSplit",
    "pay": "legend-taxation",
}
"""By mark: the key of its name."""


def mark_columns(
    words: Mapping[str, str] = MARK_WORDS, *, title: str = "legend-last_action", rows: int = ROWS
) -> list[LegendColumn]:
    """What outlines and symbols mean; `words` are the keys of their names, by mark."""
    items = [
        LegendItem(sign(Highlight(mark, MIGHT, 1 << HERE), scale=0.72), say(word))
        for mark, word in words.items()
    ]
    return [
        LegendColumn(capital(say(title)) if start == 0 else "", tuple(items[start : start + rows]))
        for start in range(0, len(items), rows)
    ]


def _arrow_column(sorts: Mapping[str, str]) -> LegendColumn:
    tower = Building(MILITARY, 1, 0)
    table = BoardLayout(Window(0, 0, 1, 1))
    items = []
    for sort, word in sorts.items():
        drawn = mark_strokes(Arrow(sort, FAITH, tower), table, 2)
        # What is erased has only its symbol.
        x, y = (3.0, 0.2) if sort == "erased" else (2.05, 0.5)
        strokes = tuple(moved(stroke, -x, -y) for _, stroke in drawn)
        items.append(LegendItem(strokes, say(f"legend-shadow-{word}"), 3.0))
    return LegendColumn(say("title-shadows"), tuple(items))


# ------------------------------------------------------------------ legends of views


def view_legend(view: str, names: Sequence[str]) -> list[LegendColumn]:
    """The legend of a view; one that has none of its own explains pieces and marks."""
    match view:
        case "shadows":
            marks = {mark: word for mark, word in MARK_WORDS.items() if mark != "blocked"}
            arrows = _arrow_column({sort: sort for sort in MOVE_SORTS})
            more = [arrows, *mark_columns(marks, rows=len(MOVE_SORTS))]
        case "control":
            more = [_control_column(1 if len(names) > 1 else 0)]
        case "domains":
            more = [_graph_column()]
        case "difference":
            marks = {mark: MARK_WORDS[mark] for mark in ("new", "gone", "touched")}
            more = mark_columns(marks, title="view-difference")
        case "shadow_chains":
            # A position does not tell why there is no shadow.
            known = {each: each for each in ("cast", "overgrown", "blocked")}
            more = [_arrow_column({**known, "missing": "nothing"})]
        case "candidates":
            more = []
        case _:
            more = mark_columns()
    return [*base_columns(names), *more]


def _control_column(other: int) -> LegendColumn:
    """Little domains of one row with their cards; `other` is a second player, if there is one."""
    samples = {
        "legend-controlled": ((0,), (0,)),
        "legend-contested": ((0, other), (0, other)),
        "legend-uncontrolled": ((), ()),
        "legend-tax_lost": ((other,), ()),
    }
    items = tuple(
        LegendItem(sign(Holding(MIGHT, 0b11111 << HERE, *seats, 3), width=5), say(word), 5.3)
        for word, seats in samples.items()
    )
    return LegendColumn(say("title-control"), items)


def _graph_column() -> LegendColumn:
    items = [LegendItem(sign(DomainArea(MIGHT, 0b11 << HERE), width=2), say("word-domain"), 2.4)]
    ends = [Building(MILITARY, 1, square) for square in (HERE, HERE + 2)]
    nodes = [stroke for each in ends for stroke in node_strokes(MIGHT, each, _SIGNS)]
    items += [
        LegendItem(
            sign(Touching(MIGHT, ends[0], ends[1], sides), width=3, more=nodes),
            say(f"legend-sides-{sides}"),
            3.0,
        )
        for sides in (1, 2, 3)
    ]
    return LegendColumn(say("view-domains"), tuple(items))


# ------------------------------------------------------------------ the canvas


class Canvas(NamedTuple):
    """A figure with the ground drawn, ready for pieces."""

    figure: Figure
    ax: Axes
    table: BoardLayout
    ink: Ink
    axes: tuple[Axes, ...]  # the axes of the boards, then those of the legend if there is one


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
    # An even number of pixels for a square, so that half of one is whole, too.
    cell = max(4, int(min(LARGEST, width / table.width) * DPI + 1e-6) // 2 * 2) / DPI
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
