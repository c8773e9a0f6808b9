r"""Strokes: what pictures are made of. A path, how it is filled and lined, and the glyphs.

A picture of a state is a list of *strokes*, made by pure functions. One artist of matplotlib, the
`Ink`, draws them all, so a kept figure only has to be given other strokes, and a fresh picture and
a kept one are drawn by the same code.

*Glyphs* are small pictures of buildings, cubes, pawns and symbols as polygons in a unit square.
Coordinates run from -0.5 to 0.5, y downwards as rows do. A polygon that runs the other way round
is a hole. All of them scale with the board, so they are as sharp in print as on the screen::

    watchtower  keep       castle      chapel  monastery  abbey     hamlet  town     city
    =  =  =     = == =    = =  = =       |         |      |   |       /\     /\/\    /\/\/\
     |  |       |    |    |_|==|_|      -+-       /+\     +/+\+      |__|    |_||_|   |_||_||_|
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from numpy.typing import NDArray

from khronos_lab.drawing.themes import at_night
from khronos_lab.rulebook import CIVIL, MILITARY, RELIGIOUS, Kind

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Points = NDArray[np.float64]
Corner = tuple[float, float]

_MOVE, _LINE, _CLOSE = int(Path.MOVETO), int(Path.LINETO), int(Path.CLOSEPOLY)

# ------------------------------------------------------------------ making paths


def closed(*polygons: Sequence[Corner]) -> Path:
    """One path of closed polygons."""
    vertices: list[Corner] = []
    codes: list[int] = []
    for polygon in polygons:
        vertices += [*polygon, polygon[0]]
        codes += [_MOVE, *[_LINE] * (len(polygon) - 1), _CLOSE]
    return Path(vertices, codes)


def opened(*lines: Sequence[Corner]) -> Path:
    vertices: list[Corner] = []
    codes: list[int] = []
    for line in lines:
        vertices += line
        codes += [_MOVE, *[_LINE] * (len(line) - 1)]
    return Path(vertices, codes) if vertices else EMPTY


EMPTY: Final = Path(np.empty((0, 2)), np.empty(0, np.uint8))


def points(path: Path) -> Points:
    """The corners of a path."""
    return np.asarray(path.vertices, dtype=float)


def placed(glyph: Path, centres: Sequence[Corner] | Points, scales: Sequence[float]) -> Path:
    """One path of a glyph at many places, each with its own size."""
    if not len(centres):
        return EMPTY
    spots = np.asarray(centres, float)[:, None, :]
    sizes = np.asarray(scales, float)[:, None, None]
    vertices = (points(glyph)[None] * sizes + spots).reshape(-1, 2)
    assert glyph.codes is not None
    return Path(vertices, np.tile(glyph.codes, len(spots)))


def together(paths: Sequence[Path], places: Sequence[Corner] = ()) -> Path:
    """One path of several, moved by their places if these are given."""
    if not paths:
        return EMPTY
    spots = [points(path) for path in paths]
    if places:
        spots = [each + place for each, place in zip(spots, np.array(places), strict=True)]
    return Path(np.concatenate(spots), np.concatenate([np.asarray(path.codes) for path in paths]))


def rectangle(left: float, top: float, right: float, bottom: float) -> list[Corner]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> Path:
    corners = rectangle(left, top, right, bottom)
    ways = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    spots: list[Corner] = []
    for (x, y), (dx, dy), (ex, ey) in zip(corners, [ways[-1], *ways[:-1]], ways, strict=True):
        spots += [(x - dx * radius, y - dy * radius), (x, y), (x + ex * radius, y + ey * radius)]
    codes = [_LINE, int(Path.CURVE3), int(Path.CURVE3)] * 4
    return Path([*spots, spots[0]], [_MOVE, *codes[1:], _CLOSE])


def hole(left: float, top: float, right: float, bottom: float) -> list[Corner]:
    """A rectangle that runs the other way round."""
    return rectangle(left, top, right, bottom)[::-1]


def circle(radius: float, x: float = 0.0, y: float = 0.0, corners: int = 28) -> list[Corner]:
    """A circle as a polygon."""
    turns = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return [(x + radius * float(np.cos(t)), y + radius * float(np.sin(t))) for t in turns]


# ------------------------------------------------------------------ buildings


def _tower(left: float, right: float, top: float, bottom: float, teeth: int) -> list[Corner]:
    """A tower with battlements, as one outline."""
    step = (right - left) / (2 * teeth - 1)
    depth = min(0.13, step * 1.2)
    outline = [(left, bottom)]
    for tooth in range(teeth):
        start = left + 2 * tooth * step
        outline += [(start, top), (start + step, top)]
        if tooth < teeth - 1:
            outline += [(start + step, top + depth), (start + 2 * step, top + depth)]
    return [*outline, (right, bottom)]


def _house(left: float, right: float, peak: float, eaves: float, bottom: float) -> list[Corner]:
    middle, over = (left + right) / 2, 0.05
    roof = [(left - over, eaves), (middle, peak), (right + over, eaves)]
    return [(left, bottom), (left, eaves), *roof, (right, eaves), (right, bottom)]


def _cross(x: float, top: float, bottom: float, arm: float, thick: float) -> list[Corner]:
    half, bar = thick / 2, top + (bottom - top) * 0.36
    return [
        (x - half, bottom), (x - half, bar + half), (x - arm, bar + half), (x - arm, bar - half),
        (x - half, bar - half), (x - half, top), (x + half, top), (x + half, bar - half),
        (x + arm, bar - half), (x + arm, bar + half), (x + half, bar + half), (x + half, bottom),
    ]  # fmt: skip


BUILDINGS: Final[Mapping[Kind, Mapping[int, Path]]] = MappingProxyType(
    {
        MILITARY: {
            1: closed(_tower(-0.30, 0.30, -0.46, -0.16, 3), rectangle(-0.20, -0.17, 0.20, 0.48)),
            2: closed(_tower(-0.42, 0.42, -0.42, 0.46, 4), hole(-0.11, 0.12, 0.11, 0.46)),
            3: closed(
                _tower(-0.48, -0.20, -0.46, 0.46, 2),
                _tower(0.20, 0.48, -0.46, 0.46, 2),
                _tower(-0.21, 0.21, -0.14, 0.46, 3),
                hole(-0.09, 0.16, 0.09, 0.46),
            ),
        },
        RELIGIOUS: {
            1: closed(_cross(0, -0.48, 0.48, 0.30, 0.17)),
            2: closed(
                _cross(0, -0.50, -0.12, 0.16, 0.09),
                _house(-0.34, 0.34, -0.18, 0.12, 0.48),
                hole(-0.08, 0.20, 0.08, 0.48),
            ),
            3: closed(
                _cross(0, -0.46, -0.12, 0.12, 0.07),
                _house(-0.22, 0.22, -0.16, 0.06, 0.48),
                _house(-0.46, -0.27, -0.34, -0.06, 0.48),
                _house(0.27, 0.46, -0.34, -0.06, 0.48),
                hole(-0.07, 0.20, 0.07, 0.48),
            ),
        },
        CIVIL: {
            1: closed(_house(-0.30, 0.30, -0.44, -0.02, 0.44), hole(-0.09, 0.12, 0.09, 0.44)),
            2: closed(
                _house(-0.42, -0.06, -0.22, 0.06, 0.42),
                _house(0.06, 0.42, -0.42, -0.10, 0.42),
                hole(-0.29, 0.20, -0.19, 0.42),
                hole(0.19, 0.14, 0.29, 0.42),
            ),
            3: closed(
                _house(-0.46, -0.22, -0.10, 0.10, 0.42),
                _house(-0.13, 0.13, -0.48, -0.20, 0.42),
                _house(0.22, 0.46, -0.24, -0.02, 0.42),
                hole(-0.37, 0.22, -0.31, 0.42),
                hole(-0.05, 0.10, 0.05, 0.42),
                hole(0.31, 0.16, 0.37, 0.42),
            ),
        },
    }
)
"""By kind and rank."""

# ------------------------------------------------------------------ players

CUBES: Final = (
    closed(circle(0.46)),
    closed(rectangle(-0.42, -0.42, 0.42, 0.42)),
    closed([(0.0, -0.52), (0.52, 0.42), (-0.52, 0.42)]),
    closed([(0.0, -0.54), (0.54, 0.0), (0.0, 0.54), (-0.54, 0.0)]),
    closed(
        [
            (-0.18, -0.5), (0.18, -0.5), (0.18, -0.18), (0.5, -0.18), (0.5, 0.18), (0.18, 0.18),
            (0.18, 0.5), (-0.18, 0.5), (-0.18, 0.18), (-0.5, 0.18), (-0.5, -0.18), (-0.18, -0.18),
        ]
    ),
)  # fmt: skip
"""By seat: the shapes of matplotlib's markers `o s ^ D P`."""

_BODY: Final = [(-0.13, -0.12), (0.13, -0.12), (0.20, 0.28), (0.34, 0.40), (0.34, 0.52),
                (-0.34, 0.52), (-0.34, 0.40), (-0.20, 0.28)]  # fmt: skip


PAWNS: Final = tuple(
    together([closed(_BODY), placed(head, [(0.0, -0.30)], [0.52])]) for head in CUBES
)
"""By seat: an adventurer, whose head has the shape of the player's cubes."""

# ------------------------------------------------------------------ symbols on badges

_PLUS = [
    (-0.08, -0.32), (0.08, -0.32), (0.08, -0.08), (0.32, -0.08), (0.32, 0.08), (0.08, 0.08),
    (0.08, 0.32), (-0.08, 0.32), (-0.08, 0.08), (-0.32, 0.08), (-0.32, -0.08), (-0.08, -0.08),
]  # fmt: skip
_SLANT = float(np.sqrt(0.5))
_BAR = rectangle(-0.08, -0.36, 0.08, 0.36)
_TIMES = [((x - y) * _SLANT, (x + y) * _SLANT) for x, y in _PLUS]

SYMBOLS: Final[Mapping[str, Path]] = MappingProxyType(
    {
        "plus": closed(_PLUS),
        "times": closed(_TIMES),
        "minus": closed(rectangle(-0.30, -0.08, 0.30, 0.08)),
        "slash": closed([((x - y) * _SLANT, (x + y) * _SLANT) for x, y in _BAR]),
        "bang": closed(rectangle(-0.07, -0.34, 0.07, 0.10), rectangle(-0.07, 0.19, 0.07, 0.33)),
        "cube": closed(rectangle(-0.22, -0.22, 0.22, 0.22)),
        "arrow": closed(
            [
                (-0.32, -0.08), (0.04, -0.08), (0.04, -0.26), (0.34, 0.0),
                (0.04, 0.26), (0.04, 0.08), (-0.32, 0.08),
            ]
        ),
        "join": closed(
            [(-0.36, -0.22), (-0.05, 0.0), (-0.36, 0.22)],
            [(0.36, 0.22), (0.05, 0.0), (0.36, -0.22)],
        ),
        "split": closed(
            [(-0.08, 0.24), (-0.38, 0.0), (-0.08, -0.24)],
            [(0.08, -0.24), (0.38, 0.0), (0.08, 0.24)],
        ),
        "coin": closed(circle(0.26), circle(0.13)[::-1]),
        "change": closed(
            [(-0.34, -0.20), (0.10, -0.20), (0.10, -0.34), (0.36, -0.13), (0.10, 0.06),
             (0.10, -0.07), (-0.34, -0.07)],
            [(0.34, 0.20), (-0.10, 0.20), (-0.10, 0.34), (-0.36, 0.13), (-0.10, -0.06),
             (-0.10, 0.07), (0.34, 0.07)],
        ),
    }
)  # fmt: skip
"""What happens, in one sign; drawn light on a dark badge."""

BADGE: Final = closed(circle(0.5))

# ------------------------------------------------------------------ words as polygons


def word(text: str) -> Path:
    """A short word, 1 high, its middle at the origin; for numbers that change with every step."""
    return _word(text)[0]


def word_width(text: str) -> float:
    return _word(text)[1]


@lru_cache(maxsize=256)
def _word(text: str) -> tuple[Path, float]:
    # Not by `TextPath`, which would load half of matplotlib.
    corners, codes = text_to_path.get_text_path(FontProperties(weight="bold"), text)
    path = Path(np.asarray(corners) * (1 / text_to_path.FONT_SCALE), codes)
    box = path.get_extents()
    middle = np.array([(box.x0 + box.x1) / 2, _DIGIT / 2])
    scaled = (points(path) - middle) / _DIGIT * np.array([1.0, -1.0])
    return Path(scaled, path.codes), float(box.width) / _DIGIT


_DIGIT: Final = 0.73  # how high a digit of size 1 is in the font that matplotlib brings along


# ------------------------------------------------------------------ strokes

NOTHING: Final = "none"

Dash = tuple[float, Sequence[float] | None]
"""Where it starts, and lengths on and off in widths of the line, as matplotlib takes them."""

SOLID: Final[Dash] = (0.0, None)


class Look(NamedTuple):
    """How a path is filled and lined; widths and dashes in points for a square of 0.24 inches."""

    fill: str = NOTHING
    line: str = NOTHING
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


class Stroke(NamedTuple):
    """One path with its look."""

    path: Path
    look: Look
    label: str = ""  # what it shows, for tests and for those who take a picture apart
    text: str = ""  # the word that the path writes: a browser has letters of its own


def moved(stroke: Stroke, right: float, down: float) -> Stroke:
    path = Path(points(stroke.path) + np.array([right, down]), stroke.path.codes)
    return stroke._replace(path=path)


def merged(strokes: Iterable[Stroke]) -> list[Stroke]:
    """Strokes that do not cover each other, those of one look made one: fewer are quicker."""
    groups: dict[tuple[Look, str], list[Path]] = {}
    for stroke in strokes:
        groups.setdefault((stroke.look, stroke.label), []).append(stroke.path)
    return [Stroke(together(paths), look, label) for (look, label), paths in groups.items()]


class Ink:
    """The artist that draws strokes, kept for as long as its axes."""

    def __init__(self, ax: Axes, *, scale: float = 1.0, zorder: float = 10.0) -> None:
        from matplotlib.collections import PathCollection

        self.scale = scale
        self.strokes: tuple[Stroke, ...] = ()
        self.artist = PathCollection([], transform=ax.transData, zorder=zorder)
        # Whoever draws the artist at night asks here: of its colours only numbers are left.
        self.artist.ink = self  # type: ignore[attr-defined]
        self.artist.set_clip_on(False)
        self.artist.set_capstyle("butt")
        self.artist.set_joinstyle("miter")
        ax.add_collection(self.artist, autolim=False)

    def show(self, strokes: Iterable[Stroke]) -> None:
        """Show these strokes and nothing else, the first ones lowest."""
        kept = tuple(stroke for stroke in strokes if len(points(stroke.path)))
        self.strokes = kept
        artist = self.artist
        artist.set_paths([stroke.path for stroke in kept])
        self.colour()
        # A collection repeats widths and dashes until both come to an end together: with 36 dashes
        # of the last picture and 37 widths of this one, 1332 times. So the dashes go first.
        artist.set_linestyle("solid")
        # There must be at least one of both.
        artist.set_linewidth([s.look.width * self.scale for s in kept] or [0.0])
        # Its types allow one dash only; its documentation, one for each path.
        dashes: Any = [_dash(s.look.dash, s.look.width) for s in kept] or [SOLID]
        artist.set_linestyle(dashes)

    def colour(self, *, night: bool = False) -> None:
        """Colour the strokes for paper, or for the night."""
        looks = [stroke.look for stroke in self.strokes]
        self.artist.set_facecolor([_rgba(each.fill, each.opacity, night) for each in looks])
        self.artist.set_edgecolor([_rgba(each.line, each.opacity, night) for each in looks])


@lru_cache(maxsize=1024)
def _rgba(colour: str, opacity: float, night: bool) -> tuple[float, float, float, float]:
    red, green, blue, own = to_rgba(at_night(colour) if night else colour)
    return red, green, blue, own * opacity


@lru_cache(maxsize=512)
def _dash(dash: tuple[float, ...], width: float) -> Dash:
    """A dash whose lengths do not depend on the width of the line, as matplotlib's do."""
    if not dash or not width:
        return SOLID
    return (0.0, tuple(length / width for length in dash))
