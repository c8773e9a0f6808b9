"""Strokes as SVG: the very paths and looks that matplotlib draws, as a browser reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
from matplotlib.path import Path

from khronos_lab.drawing import NOTHING, Look, css, points

POINTS: Final = 0.24 * 72
"""Points of a square, for which widths and dashes of the plots are meant."""

_CURVES: Final = {int(Path.CURVE3): "q", int(Path.CURVE4): "c"}
_MOVE, _CLOSE = int(Path.MOVETO), int(Path.CLOSEPOLY)


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
        if code == _CLOSE:
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


def short(spot: Iterable[float]) -> Iterator[float | int]:
    """Coordinates with no more digits than can be seen."""
    for part in spot:
        rounded = float(number(float(part)))
        yield int(rounded) if rounded == int(rounded) else rounded
