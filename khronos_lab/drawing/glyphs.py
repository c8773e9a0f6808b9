r"""Glyphs: small pictures of buildings, cubes, pawns and symbols as polygons in a unit square.

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
from typing import Final

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from numpy.typing import NDArray

from khronos_lab.rulebook.pieces import CIVIL, MILITARY, RELIGIOUS, Kind

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
    """One path of open lines."""
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


def together(paths: Iterable[Path]) -> Path:
    """One path of several."""
    parts = [path for path in paths if len(points(path))]
    if not parts:
        return EMPTY
    codes = [np.asarray(path.codes) for path in parts]
    return Path(np.concatenate([points(path) for path in parts]), np.concatenate(codes))


def rectangle(left: float, top: float, right: float, bottom: float) -> list[Corner]:
    """A rectangle as a polygon."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


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


def _military() -> dict[int, Path]:
    return {
        1: closed(_tower(-0.30, 0.30, -0.46, -0.16, 3), rectangle(-0.20, -0.17, 0.20, 0.48)),
        2: closed(_tower(-0.42, 0.42, -0.42, 0.46, 4), hole(-0.11, 0.12, 0.11, 0.46)),
        3: closed(
            _tower(-0.48, -0.20, -0.46, 0.46, 2),
            _tower(0.20, 0.48, -0.46, 0.46, 2),
            _tower(-0.21, 0.21, -0.14, 0.46, 3),
            hole(-0.09, 0.16, 0.09, 0.46),
        ),
    }


def _religious() -> dict[int, Path]:
    return {
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
    }


def _civil() -> dict[int, Path]:
    return {
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
    }


BUILDINGS: Final[Mapping[Kind, Mapping[int, Path]]] = MappingProxyType(
    {MILITARY: _military(), RELIGIOUS: _religious(), CIVIL: _civil()}
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


def _pawn(head: Path) -> Path:
    top = Path(points(head) * 0.52 + np.array([0.0, -0.30]), head.codes)
    return together([closed(_BODY), top])


PAWNS: Final = tuple(_pawn(head) for head in CUBES)
"""By seat: an adventurer, whose head has the shape of the player's cubes."""

# ------------------------------------------------------------------ symbols on badges

_PLUS = [
    (-0.08, -0.32), (0.08, -0.32), (0.08, -0.08), (0.32, -0.08), (0.32, 0.08), (0.08, 0.08),
    (0.08, 0.32), (-0.08, 0.32), (-0.08, 0.08), (-0.32, 0.08), (-0.32, -0.08), (-0.08, -0.08),
]  # fmt: skip
_SLANT = float(np.sqrt(0.5))
_TIMES = [((x - y) * _SLANT, (x + y) * _SLANT) for x, y in _PLUS]

SYMBOLS: Final[Mapping[str, Path]] = MappingProxyType(
    {
        "plus": closed(_PLUS),
        "times": closed(_TIMES),
        "bar": closed(rectangle(-0.32, -0.10, 0.32, 0.10)),
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
    """How wide a word is at height 1."""
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


_DIGIT: Final = 0.73
"""How high a digit of size 1 is in the font that matplotlib brings along."""
