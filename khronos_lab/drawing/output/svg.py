"""Strokes as SVG: the paths and looks of the plots, for the viewer and for what lies over boards.

Nothing is drawn or coloured a second time here: paths are written as SVG writes them, and looks as
attributes or as rules of a style.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from matplotlib.path import Path

from khronos_lab.drawing.strokes import NOTHING, Corner, Look
from khronos_lab.drawing.themes import css

POINTS: Final = 0.24 * 72
"""Points of a square, for which widths and dashes of the plots are meant."""

_COMMANDS: Final = {
    int(Path.MOVETO): "M",
    int(Path.LINETO): "L",
    int(Path.CURVE3): "Q",
    int(Path.CURVE4): "C",
}
_CLOSE, _LINE = int(Path.CLOSEPOLY), int(Path.LINETO)
_CURVES: Final = (int(Path.CURVE3), int(Path.CURVE4))


def svg_path(spots: Sequence[Sequence[float]], codes: Sequence[int]) -> str:
    """Points as SVG writes a path; the codes are matplotlib's and say what leads to each point.

    >>> svg_path([(0, 0), (1.5, 0), (0, 0.25), (0, 0)], [1, 2, 2, 79])
    'M0 0H1.5L0 .25z'
    """
    words: list[str] = []
    before, at_x, at_y = 0, "", ""
    for spot, code in zip(spots, codes, strict=True):
        x, y = number(spot[0]), number(spot[1])
        if code == _CLOSE:
            words.append("z")
        elif code == _LINE and (x == at_x or y == at_y):
            words.append(f"H{x}" if y == at_y else f"V{y}")
        else:
            # The points of one curve follow each other without a letter between them.
            curved = code == before and code in _CURVES
            words.append(f"{' ' if curved else _COMMANDS[code]}{x} {y}")
        before, at_x, at_y = code, x, y
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
            found += ["stroke-dasharray", dashes(look.dash, lines)]
    if look.opacity != 1:
        found += ["opacity", number(look.opacity)]
    return found


def dashes(lengths: Sequence[float], lines: float = 1.0) -> str:
    """The lengths of a dash in squares."""
    return " ".join(number(length * lines / POINTS) for length in lengths)


def relative_path(lines: Sequence[Sequence[Corner]]) -> str:
    """Lines in steps from the point before, so that they can begin anywhere."""
    words = []
    here = (0.0, 0.0)
    for line in lines:
        for place, point in enumerate(line):
            step = number(point[0] - here[0]), number(point[1] - here[1])
            words.append(f"{'l' if place else 'm'}{step[0]} {step[1]}")
            here = (here[0] + float(step[0]), here[1] + float(step[1]))
    return "".join(words)
