"""Shapes: every drawing that a game needs, once, as SVG paths with the attributes of their looks.

A shape is made of the very strokes that matplotlib draws, seen from a corner of its own. What lies
on the boards is then a number and a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from matplotlib.path import Path

from khronos_lab.drawing import EMPTY, Look, Stroke, look_attributes, number, points, svg_path

Found = TypeVar("Found")

KEPT: Final = 200
"""How many findings are kept."""

Key = tuple[Any, ...]
"""What a shape shows: a word, and what else tells it apart."""

Shape = list[Any]
"""The number of a look and a path, and so on by turns, the lowest first. In place of a path there
may be words with their middle and size, `["B5", 1.2, 0, 0.62]`; another shape with its place,
`[12, 0.5, 1]`, whose look is not asked for; or the number of a shape whose first path it is."""


class Placed(NamedTuple):
    """A shape that is part of another one."""

    number: int
    x: float = 0.0
    y: float = 0.0


class Traced(NamedTuple):
    """The first path of another shape, in another look."""

    number: int
    look: Look


class Shapes:
    """Numbers shapes and looks in the order in which they are first asked for."""

    def __init__(self) -> None:
        self._numbers: dict[Key, int] = {}
        self._keys: list[Key] = []
        self._looks: dict[Look, int] = {}
        self.all: list[Shape] = []
        self.looks: list[list[str]] = []
        """By number: names and values of SVG attributes by turns."""
        self._once: dict[tuple[str, int], tuple[object, Any]] = {}
        self._items: dict[Key, Any] = {}

    def once(self, sort: str, source: object, find: Callable[[], Found]) -> Found:
        """What was found for this very source, a board perhaps, not long ago; or is found now.

        Most steps change one board or none, and variations leave the game where others did.
        """
        known = self._once.get((sort, id(source)))
        if known is None:
            if len(self._once) >= KEPT:
                del self._once[next(iter(self._once))]
            # With the source itself: as long as it is here, no other has its number.
            known = self._once[sort, id(source)] = source, find()
        found: Found = known[1]
        return found

    def item(self, key: Key, find: Callable[[], Found]) -> Found:
        """What was found for a key, which says all that it depends on; or is found now."""
        found: Found | None = self._items.get(key)
        if found is None:
            found = self._items[key] = find()
        return found

    def keys(self, sort: str, start: int = 0) -> Iterator[tuple[int, Any]]:
        """Numbers and keys of shapes whose key begins with this word, from a number on."""
        for place, key in enumerate(self._keys[start:], start):
            if key[0] == sort:
                yield place, key

    def of(
        self,
        key: Key,
        draw: Callable[[], Iterable[Stroke | Traced | Placed]],
        x: float = 0.0,
        y: float = 0.0,
    ) -> int:
        """The number of the shape with this key; `draw` makes its strokes around (x, y)."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.all)
            self._keys.append(key)
            # Its place first: its parts may be shapes that are drawn now, too.
            self.all.append([])
            self.all[number] = self._shape(draw(), x, y)
        return number

    def _shape(self, strokes: Iterable[Stroke | Traced | Placed], x: float, y: float) -> Shape:
        shape: Shape = []
        drawn, path = EMPTY, ""  # the last path, and how it is written
        for stroke in strokes:
            if isinstance(stroke, Placed):
                shape += [0, [stroke.number, *short((stroke.x - x, stroke.y - y))]]
            elif isinstance(stroke, Traced):
                shape += [self.look(stroke.look), stroke.number]
            elif stroke.label.startswith(WORD):
                shape += [self.look(stroke.look), _words(stroke, x, y)]
            elif len(stroke.path):
                if stroke.path is not drawn:
                    drawn, path = stroke.path, outline(moved(stroke.path, -x, -y))
                shape += [self.look(stroke.look), path]
        # A path that is drawn several times, as with its halo, is written once.
        for place in range(len(shape) - 1, 2, -2):
            if shape[place] == shape[place - 2]:
                shape[place] = ""
        return shape

    def look(self, look: Look) -> int:
        """The number of a look."""
        number = self._looks.get(look)
        if number is None:
            number = self._looks[look] = len(self.looks)
            self.looks.append(look_attributes(look))
        return number


def outline(path: Path) -> str:
    """A path as SVG writes it; polygons that stand for circles as two arcs each.

    A hole goes the other way round:

    >>> from khronos_lab.drawing import circle, closed
    >>> outline(closed(circle(0.5), circle(0.2)[::-1]))
    'M-.5 0A.5 .5 0 1 1 .5 0A.5 .5 0 1 1 -.5 0zM-.2 0A.2 .2 0 1 0 .2 0A.2 .2 0 1 0 -.2 0z'
    """
    spots, codes = points(path).tolist(), np.asarray(path.codes, int).tolist()
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
    x, y = middle = (spots.min(axis=0) + spots.max(axis=0)) / 2
    across, along = (spots - middle).T
    far = np.hypot(across, along)
    if np.ptp(far) > 1e-6:
        return ""
    turns = int(across[0] * along[1] > across[1] * along[0])
    radius = number(far[0])
    left, right, down = number(x - far[0]), number(x + far[0]), number(y)
    arc = f"A{radius} {radius} 0 1 {turns} "
    return f"M{left} {down}{arc}{right} {down}{arc}{left} {down}z"


def short(spot: Iterable[float]) -> list[float | int]:
    """Coordinates with no more digits than can be seen."""
    parts = [float(number(part)) for part in spot]
    return [int(part) if part == int(part) else part for part in parts]


WORD: Final = "word "
"""What the label of a stroke begins with that writes words."""


def _words(stroke: Stroke, x: float, y: float) -> list[Any]:
    """Words as text: letters as outlines would be most of a game."""
    spots = points(stroke.path)
    low, high = spots.min(axis=0), spots.max(axis=0)
    middle, words = (low + high) / 2, stroke.label.removeprefix(WORD)
    parts = (middle[0] - x, middle[1] - y, float(high[1] - low[1]) / HEIGHTS.get(words[0], 1.0))
    return [words, *(float(number(part)) for part in parts)]


HEIGHTS: Final = {"(": 1.25}
"""By the first letter of words: how much taller they are than a capital."""


def moved(path: Path, right: float, down: float) -> Path:
    """A path somewhere else."""
    shift = np.array([right, down])
    return Path(points(path) + shift, path.codes) if right or down else path
