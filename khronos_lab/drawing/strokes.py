"""Ink: what changes from step to step, drawn by one artist.

A picture of a state is a list of *strokes*, made by pure functions: a path and how it is filled and
lined. One artist of matplotlib draws them all, so a kept figure only has to be given other strokes,
and a fresh picture and a kept one are drawn by the same code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from matplotlib.colors import to_rgba
from matplotlib.path import Path

from khronos_lab.drawing.glyphs import points, together

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
    label: str = ""
    """What it shows, for tests and for those who take a picture apart."""


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
        artist.set_facecolor([_rgba(s.look.fill, s.look.opacity) for s in kept])
        artist.set_edgecolor([_rgba(s.look.line, s.look.opacity) for s in kept])
        # A collection repeats widths and dashes until both come to an end together: with 36 dashes
        # of the last picture and 37 widths of this one, 1332 times. So the dashes go first.
        artist.set_linestyle("solid")
        # There must be at least one of both.
        artist.set_linewidth([s.look.width * self.scale for s in kept] or [0.0])
        # Its types allow one dash only; its documentation, one for each path.
        dashes: Any = [_dash(s.look.dash, s.look.width) for s in kept] or [SOLID]
        artist.set_linestyle(dashes)


@lru_cache(maxsize=512)
def _rgba(colour: str, opacity: float) -> tuple[float, float, float, float]:
    return (0.0, 0.0, 0.0, 0.0) if colour == NOTHING else to_rgba(colour, opacity)


@lru_cache(maxsize=512)
def _dash(dash: tuple[float, ...], width: float) -> Dash:
    """A dash whose lengths do not depend on the width of the line, as matplotlib's do."""
    if not dash or not width:
        return SOLID
    return (0.0, tuple(length / width for length in dash))
