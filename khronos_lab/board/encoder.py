"""Encoder: scenes for the browser, made of the very strokes that matplotlib draws.

A *shape* is a drawing seen from a corner of its own: looks and paths by turns, each shape once.
What lies on the boards is an *item* by key: `b0.34` is layer b, age 0, square 34. A *layer* holds
the marks of one sort that lie on the same levels and are shown in the same views; an item has a
part for each of these levels, as in `12,7 .5 .5`: the number of a shape, and how far from the
square it lies. Nobody lists layers: a view is what `VIEWS` says, and a mark that is in
several views is told once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from numpy.typing import NDArray

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.core import STRIDE, TERRAIN_LETTERS, Board, Building, GameState, Grid, bits
from khronos_lab.drawing import (
    EMPTY,
    FRAME,
    LEFT,
    LINES,
    NOTHING,
    SHORE,
    SHORES,
    SIDE,
    TERRAIN,
    TEXTURES,
    BoardLayout,
    Look,
    Stroke,
    Window,
    ZOrder,
    buildings,
    css,
    mark_strokes,
    node_strokes,
    pawn_size,
    pawn_spot,
    pawn_stroke,
    points,
    room_beside,
    texture_look,
    theme,
)
from khronos_lab.rulebook import (
    AGES,
    FAITH,
    KINDS,
    MIGHT,
    RANKS,
    Age,
    Terrain,
    cached_by_language,
    in_each_language,
    say,
)
from khronos_lab.scenes import (
    VIEWS,
    Arrow,
    CubesHome,
    Ghost,
    Holding,
    Lettered,
    Mark,
    Owners,
    Piece,
    Scene,
    place_of,
    scene_of,
)

Items = dict[str, str]
Shape = list[Any]
"""The number of a look and a path, and so on by turns, the lowest first. In place of a path there
may be words with their middle and size, `["B5", 1.2, 0, 0.62]`."""
Words = tuple[str, float, float, float]
Parts = tuple[tuple[Look, str | Words], ...]  # looks with their paths or words, the lowest first
Found = TypeVar("Found")

PIECES, PAWNS = "b", "w"
_LETTERS: Final = "acdefghijklmnopqrstuvxyzACDEFGHIJKLMNOPQRSTUVWXYZ"
"""Of layers, in the order in which they first occur."""
KEPT: Final = 400  # boards that are remembered
_CLOSE_UP: Final = BoardLayout(Window(0, 0, 3, 3))  # room for one building


class Encoder:
    """Numbers the shapes and looks of one game in the order in which they first occur."""

    def __init__(self, table: BoardLayout, players: int, lines: float = 1.0) -> None:
        """Encode for boards that lie like this; `lines` makes all lines wider."""
        self.table, self.players, self._lines = table, players, lines
        self.shapes: list[Shape] = []
        self.looks: list[list[str]] = []  # SVG attributes, name and value in turn, of each look
        self.layers: dict[str, list[Any]] = {}
        """Levels, sort of mark and views of each layer, under its letter."""
        self.pieces: dict[int, Building] = {}  # buildings, under the numbers of their shapes
        self._shapes: dict[Parts, int] = {}
        self._looks: dict[Look, int] = {}
        self._known: dict[Any, Any] = {}
        self._letters: dict[tuple[tuple[int, ...], str, tuple[str, ...]], str] = {}
        self._boards: dict[tuple[int, int], tuple[Board, Items]] = {}

    # -------------------------------------------------------------- one picture, or all views

    def scene(self, scene: Scene) -> Items:
        """Everything on the boards of one picture."""
        found = {} if scene.pieces == "none" else self.position(scene.state)
        for mark in scene.marks:
            found.update(self.mark(mark))
        return found

    def items(self, frame: Frame, since: GameState) -> Items:
        """Everything that any view shows of a moment."""
        found = self.position(frame.state)
        # With their types: tuples of the same values are equal, a ghost and a piece are not.
        shown: dict[tuple[type[Mark], Mark], dict[str, None]] = {}
        for view in VIEWS:
            for mark in scene_of(frame, view, since).marks:
                shown.setdefault((type(mark), mark), {})[view] = None
        for (sort, mark), views in shown.items():
            found.update(self._once((sort, mark, *views), partial(self.mark, mark, tuple(views))))
        return found

    def position(self, state: GameState) -> Items:
        """All pieces of a state."""
        found: Items = {}
        for age in map(int, AGES):
            board = state.boards[age]
            known = self._boards.get((age, id(board)))
            if known is None:
                if len(self._boards) > KEPT:
                    self._boards.clear()
                told = {f"{PIECES}{age}.{each.square}": str(self.piece(each)) for each in board}
                # With the board itself: as long as it is here, no other has its number.
                known = self._boards[age, id(board)] = board, told
            found.update(known[1])
        for seat, player in enumerate(state.players):
            found.update(self._once((seat, player.adventurers), partial(self._pawns, state, seat)))
        return found

    def mark(self, mark: Mark, views: tuple[str, ...] = ()) -> Items:
        """The item of a mark; none if nothing of it is seen."""
        levels, place, item = self._once((type(mark), mark), partial(self._marked, mark))
        if not levels:
            return {}
        layer = (levels, type(mark).__name__, views)
        letter = self._letters.get(layer)
        if letter is None:
            letter = self._letters[layer] = _LETTERS[len(self._letters)]
            self.layers[letter] = [list(levels), layer[1], list(views)]
        return {f"{letter}{place}": item}

    def piece(self, building: Building) -> int:
        """The shape of a building, seen from its first corner."""
        here = building._replace(square=0)
        shape = self._once((PIECES, here), lambda: self._number(_building_parts(here)))
        self.pieces.setdefault(shape, here)
        return shape

    def node(self, building: Building) -> int:
        """The shape of a building as a node of the domain graph."""
        return self._number(_building_parts(building, node=True))

    def pawn(self, seat: int, size: float | None = None) -> int:
        """The shape of an adventurer, seen from its middle."""
        sized = () if size is None else (size,)
        return self.shape([pawn_stroke(seat, [(0, 0)], *sized)])

    def views(self, start: GameState) -> dict[str, list[Any]]:
        """The views: the look of pieces, and the share of paper in the ground."""
        first = Timeline(start, ())[0]
        shown = ((view, scene_of(first, view)) for view in VIEWS)
        return {view: [scene.pieces, scene.fade] for view, scene in shown}

    # -------------------------------------------------------------- parts

    def _once(self, key: object, find: Callable[[], Found]) -> Found:
        found: Found | None = self._known.get(key)
        if found is None:
            found = self._known[key] = find()
        return found

    def _pawns(self, state: GameState, seat: int) -> Items:
        shape = self.pawn(seat, pawn_size(self.table, self.players))
        return {
            f"{PAWNS}{seat}{int(age)}{each}": placed_at(
                shape, pawn_spot(self.table, self.players, age, seat, each)
            )
            for age in AGES
            for each in range(state.players[seat].adventurers.count(age))
        }

    def _marked(self, mark: Mark) -> tuple[tuple[int, ...], str, str]:
        """The levels of a mark, its place, and its item."""
        age, square, detail = place_of(mark)
        place, corner = f"{int(age)}.{square}{detail}", self.table.corner(age, square)
        here = _at_origin(mark)
        if here is not None:
            mark, corner = here, self.table.corner(here.age, 0)
        levels: dict[ZOrder, list[Stroke]] = {}
        for level, stroke in mark_strokes(mark, self.table, self.players):
            levels.setdefault(level, []).append(stroke)
        parts = []
        for level, strokes in levels.items():
            if level is ZOrder.CARDS and not isinstance(mark, Lettered):
                # Cards and symbols look the same wherever they lie.
                x, y = short(middle(points(strokes[0].path)))
                spot = (x - corner[0], y - corner[1])
                parts.append(placed_at(self.shape(strokes, x, y), spot))
            else:
                parts.append(str(self.shape(strokes, *corner)))
        if isinstance(mark, Holding):
            seats, collecting = ("".join(map(str, each)) for each in (mark.seats, mark.collecting))
            parts.append(f"{mark.amount} {seats} {collecting}")
        return tuple(map(int, levels)), place, ",".join(parts)

    # -------------------------------------------------------------- shapes

    def shape(self, strokes: Iterable[Stroke], x: float = 0.0, y: float = 0.0) -> int:
        """The number of a drawing, seen from a place; the same drawing has the same number."""
        return self._number(_written(strokes, x, y))

    def _number(self, parts: Parts) -> int:
        known = self._shapes.get(parts)
        if known is None:
            known = self._shapes[parts] = len(self.shapes)
            shape: Shape = []
            before: str | Words = ""
            for look, path in parts:
                # A path that is drawn several times, as with its halo, is written once.
                told = list(path) if isinstance(path, tuple) else "" if path == before else path
                shape += [self.look(look), told]
                before = path
            self.shapes.append(shape)
        return known

    def look(self, look: Look) -> int:
        """The number of a look."""
        known = self._looks.get(look)
        if known is None:
            known = self._looks[look] = len(self.looks)
            self.looks.append(look_attributes(look, self._lines))
        return known


def _at_origin(mark: Mark) -> Any:  # noqa: ANN401
    """A mark moved to the first square, if it looks alike everywhere."""
    if isinstance(mark, Arrow):
        here = mark.building._replace(square=0)
        fixed = mark.clause or mark.sort == "erased"
        return None if fixed else mark._replace(age=FAITH, building=here)
    if isinstance(mark, Piece | Ghost | Owners | CubesHome):
        return mark._replace(age=MIGHT, building=mark.building._replace(square=0))
    return None


def placed_at(shape: int, spot: Iterable[float]) -> str:
    return f"{shape} {' '.join(map(number, spot))}"


def _written(strokes: Iterable[Stroke], x: float = 0.0, y: float = 0.0) -> Parts:
    parts: list[tuple[Look, str | Words]] = []
    drawn, path = EMPTY, ""  # the last path, and how it is written
    for stroke in strokes:
        if stroke.text:
            parts.append((stroke.look, _words(stroke, x, y)))
        elif len(stroke.path):
            if stroke.path is not drawn:
                drawn, path = stroke.path, outline(stroke.path, -x, -y)
            parts.append((stroke.look, path))
    return tuple(parts)


@lru_cache(maxsize=4096)
def _building_parts(building: Building, *, node: bool = False) -> Parts:
    if node:
        return _written(node_strokes(MIGHT, building, _CLOSE_UP))
    return _written(buildings([(MIGHT, building)], _CLOSE_UP))


def _words(stroke: Stroke, x: float, y: float) -> Words:
    """Words as text: letters as outlines would be most of a game."""
    spots = points(stroke.path)
    across, down = middle(spots) - (x, y)
    # A bracket is taller than a capital.
    height = float(np.ptp(spots[:, 1])) / (1.25 if stroke.text.startswith("(") else 1.0)
    across, down, height = short((across, down, height))
    return stroke.text, across, down, height


def middle(spots: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((spots.min(axis=0) + spots.max(axis=0)) / 2)


# ------------------------------------------------------------------ strokes as SVG

POINTS: Final = 0.24 * 72  # points of a square, for which widths and dashes of the plots are meant

_CURVES: Final = {int(Path.CURVE3): "q", int(Path.CURVE4): "c"}
_MOVE, _END = int(Path.MOVETO), int(Path.CLOSEPOLY)


def svg_path(spots: Sequence[Sequence[float]], codes: Sequence[int], start: str = "M") -> str:
    """Points as SVG writes a path; the codes are matplotlib's and say what leads to each point.

    It is written in steps from point to point: what is alike at two places is alike in letters,
    too, and packs well. With `m` to start with it can begin anywhere.

    >>> svg_path([(0, 0), (1.5, 0), (0, 0.25), (0, 0)], [1, 2, 2, 79])
    'M0 0h1.5l-1.5 .25z'
    """
    words: list[str] = []
    first = here = [0, 0]  # in hundredths
    curve = 0  # how many points of it were written
    for spot, code in zip(spots, codes, strict=True):
        if code == _END:
            words.append("z")
            here = first
            continue
        there = [round(100 * part) for part in spot]
        base = [0, 0] if code == _MOVE and start == "M" else here
        x, y = (number((one - two) / 100) for one, two in zip(there, base, strict=True))
        if code in _CURVES:
            words.append(f"{'' if curve else _CURVES[code]}{' ' if curve else ''}{x} {y}")
            curve = (curve + 1) % (2 if code == int(Path.CURVE3) else 3)
            here = here if curve else there
            continue
        if code == _MOVE:
            words.append(f"{start}{x} {y}")
            first = there
        else:
            words.append(f"h{x}" if y == "0" else f"v{y}" if x == "0" else f"l{x} {y}")
        here = there
    return "".join(words)


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """A number with at most two digits after the point, as short as it can be.

    >>> number(0.25), number(-0.5), number(3.0), number(-0.001)
    ('.25', '-.5', '3', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", "0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def look_attributes(look: Look, lines: float = 1.0) -> list[str]:
    """A look as SVG attributes, names and values by turns; `lines` makes its lines wider.

    >>> look_attributes(Look("#FFFFFF", "#000000", 1.0))
    ['fill', '#FFFFFF', 'stroke', '#000000', 'stroke-width', '.06']
    """
    found = ["fill", css(look.fill)]
    if look.line != NOTHING and look.width:
        found += ["stroke", css(look.line), "stroke-width", number(look.width * lines / POINTS)]
        if look.dash:
            dash = " ".join(number(length * lines / POINTS) for length in look.dash)
            found += ["stroke-dasharray", dash]
    if look.opacity != 1:
        found += ["opacity", number(look.opacity)]
    return found


def outline(path: Path, right: float = 0.0, down: float = 0.0) -> str:
    """A path as SVG writes it, moved; polygons that stand for circles as two arcs each."""
    spots = (points(path) + np.array([right, down])).tolist()
    codes = np.asarray(path.codes, int).tolist()
    starts = [place for place, code in enumerate(codes) if code == Path.MOVETO]
    return "".join(
        _disc(spots[start : end - 1]) or svg_path(spots[start:end], codes[start:end])
        for start, end in pairwise((*starts, len(codes)))
    )


def _disc(corners: list[list[float]]) -> str:
    """The corners of a circle as two arcs, the same way round; nothing for any other polygon."""
    if len(corners) < 20:
        return ""
    spots = np.array(corners)
    x, y = centre = middle(spots)
    across, along = (spots - centre).T
    far = np.hypot(across, along)
    if np.ptp(far) > 1e-6:
        return ""
    turns = int(across[0] * along[1] > across[1] * along[0])
    radius = number(far[0])
    left, right, down = number(x - far[0]), number(x + far[0]), number(y)
    arc = f"A{radius} {radius} 0 1 {turns} "
    return f"M{left} {down}{arc}{right} {down}{arc}{left} {down}z"


def short(spot: Iterable[float]) -> tuple[float, ...]:
    """Coordinates with no more digits than can be seen."""
    rounded = (float(number(float(part))) for part in spot)
    return tuple(int(each) if each == int(each) else each for each in rounded)


# ------------------------------------------------------------------ sizes

WHOLE: Final = 16  # columns of a whole map
WIDTH: Final = 1060
"""Pixels for which sizes are chosen: a cell of a notebook. Other widths are scaled."""
LARGEST: Final = 54  # pixels of a square on a very small board
USUAL: Final = 24  # pixels of a square for which widths of lines and sizes of words are meant
MORE: Final = 4
"""Pixels by which the squares of a single map may grow beyond that: it still fits a screen."""
LETTERS: Final = 14.0  # pixels of coordinates on such squares
GAP: Final = 1.0
"""Squares between two boards: only the first has row numbers, as long as all are shown."""
LOW_TOP: Final = 2.0  # squares above boards that need no row of their own for pawns
NAME: Final = 1.15  # the size of an age's name, in sizes of its coordinates
WORDS_GROW: Final = 1.35
LINES_GROW: Final = 1.75  # words and lines do not grow with the squares for ever


class Sizes(NamedTuple):
    """Sizes of the boards of a map."""

    table: BoardLayout
    letters: float  # the height of coordinates, in squares
    lines: float  # additional width of lines on small squares, in squares
    name: float  # the height of the name of an age, in squares


@cached_by_language(maxsize=64)
def sizes_of(grid: Grid, players: int) -> Sizes:
    """The layout: adventurers stand beside the names of the ages where these leave room."""
    table = BoardLayout.of(grid, gap=GAP)
    square = min(float(LARGEST), WIDTH / table.width)
    scale = square / USUAL
    letters = LETTERS * min(scale, WORDS_GROW) / square
    if room_beside(table, players, _name_width() * letters * NAME):
        table = BoardLayout.of(grid, top=LOW_TOP, gap=GAP)
    return Sizes(table, letters, min(scale, LINES_GROW) / scale, letters * NAME)


@cached_by_language()
def _name_width() -> float:
    bold = FontProperties(weight="bold")
    with theme():
        names = [TextPath((0, 0), say(age), size=100, prop=bold) for age in AGES]
    return max(float(name.get_extents().x1) for name in names) / 100


# ------------------------------------------------------------------ the ground


def replay_sizes(grid: Grid, players: int) -> Sizes:
    """The layout of a replay: adventurers have a row of their own beside the names of the ages.

    On a small map, whose squares are large, words grow only a little with them.
    """
    grown = max(1.0, WHOLE / grid.columns)
    words = min(grown, WORDS_GROW) / grown
    table, name = BoardLayout.of(grid, gap=GAP), 1.15 * words
    left, up = pawn_spot(table, players, MIGHT, 0, 0)
    if up > -1.9:  # else pawns stand above the names
        room = left - pawn_size(table, players) * 0.4 - 0.3
        name = min(name, room / max(in_each_language(_name_width)))
    return Sizes(table, 0.6 * words, 1.0, name)


def ground_data(grid: Grid, sizes: Sizes, ages: Sequence[Age] = AGES) -> dict[str, Any]:
    """Everything about the boards that stays: where squares lie, and the map."""
    table = sizes.table
    alone = len(ages) == 1
    width = LEFT + table.window.columns + SIDE if alone else table.width
    return {
        "rows": [
            "".join(TERRAIN_LETTERS[grid.terrain(row * STRIDE + x)] for x in range(grid.columns))
            for row in range(grid.rows)
        ],
        "terrains": TERRAIN_LETTERS,
        "stride": STRIDE,
        "box": [-LEFT, -table.top, width, table.height],
        "lefts": [table.left(age) for age in ages],
        "pitch": table.pitch,
        "largest": USUAL + MORE if alone else LARGEST,
        "letters": round(sizes.letters, 3),
        "name": round(sizes.name, 3),
        "paths": [
            [look_attributes(look, sizes.lines), path, letter]
            for path, look, letter in _ground(grid)
        ],
    }


def _ground(grid: Grid) -> Iterator[tuple[str, Look, str]]:
    """The map of one age by look: what is drawn on every square of a terrain.

    The letter of a terrain stands for its squares; without one a path is drawn as it is.
    """
    columns, rows = grid.columns, grid.rows
    for terrain in Terrain:
        yield "h1v1h-1z", Look(TERRAIN[terrain]), TERRAIN_LETTERS[terrain]
    table = BoardLayout.of(grid)
    for terrain in Terrain:
        path = TEXTURES[terrain]
        texture = svg_path(points(path).tolist(), np.asarray(path.codes, int).tolist(), "m")
        yield texture, texture_look(terrain), TERRAIN_LETTERS[terrain]
        squares = [sq for sq in bits(grid.area) if grid.terrain(sq) is terrain]
        if terrain in SHORES and squares:
            yield outline(table.outline(MIGHT, sum(1 << sq for sq in squares))), SHORE, ""
    thin = "".join(f"M{x} 0v{rows}" for x in range(1, columns))
    thin += "".join(f"M0 {y}h{columns}" for y in range(1, rows))
    yield thin, LINES, ""
    yield f"M0 0h{columns}v{rows}h-{columns}z", FRAME, ""


@cached_by_language(maxsize=16)
def ground_of(grid: Grid, players: int) -> dict[str, Any]:
    """The ground of boards that can be clicked, with their names and what menus show."""
    names = [say(age) for age in AGES]
    return {**ground_data(grid, sizes_of(grid, players)), "ages": names, **menu_looks()}


@cache
def menu_looks() -> dict[str, Any]:
    """Looks of buildings in the menu of a square, by kind and rank."""
    encoder = Encoder(BoardLayout(Window(0, 0, 3, 3)), 2)
    icons = {}
    for kind in KINDS:
        for rank in RANKS:
            # Small ones are larger than they are beside the others.
            size = _ICONS[rank]
            shape = encoder.piece(Building(kind, rank, 0))
            icons[f"{kind.letter}{rank}"] = [shape, round(1.5 - size / 2, 2), size / rank]
    return {"menu": {"shapes": encoder.shapes, "looks": encoder.looks, "icons": icons}}


_ICONS: Final = {1: 1.8, 2: 2.4, 3: 3.0}

# ------------------------------------------------------------------ pictures


def picture(scene: Scene, sizes: Sizes) -> dict[str, Any]:
    """A picture that needs no other: its items, and the shapes that they name."""
    encoder = Encoder(sizes.table, len(scene.state.players), sizes.lines)
    return {"items": encoder.scene(scene), **drawn_with(encoder)}


def drawn_with(encoder: Encoder) -> dict[str, Any]:
    """Shapes and looks that the items of pictures refer to."""
    return {"shapes": encoder.shapes, "looks": encoder.looks, "layers": encoder.layers}


def overlay(state: GameState, marks: Sequence[Mark]) -> dict[str, Any]:
    """Marks by themselves, to lie over the boards of a replay."""
    return picture(Scene(state, tuple(marks), "none"), replay_sizes(state.grid, len(state.players)))
