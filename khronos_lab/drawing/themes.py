"""Theme: the one place for colours, marks and line styles, by what they mean.

Colours are safe for protanopia, deuteranopia and tritanopia, and in grey they are helped by a
second sign, because nothing is told by colour alone: terrains have a texture, kinds and ranks a
glyph, players a shape and a line style, events a symbol and a dash. A test computes the distances.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from threading import RLock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import matplotlib
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb

from khronos_lab.core import Effect
from khronos_lab.rulebook import (
    CIVIL,
    FOREST,
    MILITARY,
    MOUNTAIN,
    PLAIN,
    RELIGIOUS,
    RIVER,
    Kind,
    Terrain,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI: Final = 100
"""Pixels for an inch of a figure on an ordinary screen; twice that on a fine one."""

INK: Final = "#1A1A1A"
"""Lines and words."""
PAPER: Final = "#FFFFFF"
MUTED: Final = "#6B6B6B"
"""Words and lines that matter less; still 5:1 against paper."""
GRID: Final = "#D9D9D9"

TERRAIN: Final[Mapping[Terrain, str]] = MappingProxyType(
    {PLAIN: "#FFE592", FOREST: "#B7BDA4", MOUNTAIN: "#DAECEE", RIVER: "#94C1E7"}
)
KIND: Final[Mapping[Kind, str]] = MappingProxyType(
    {MILITARY: "#E69F00", RELIGIOUS: "#882255", CIVIL: "#0072B2"}
)
GLYPH: Final[Mapping[Kind, str]] = MappingProxyType(
    {MILITARY: "#000000", RELIGIOUS: "#FFFFFF", CIVIL: "#FFFFFF"}
)
"""By kind: the colour of the glyph on its fill."""


class PlayerStyle(NamedTuple):
    """How one player is shown: cube, pawn, curve, domain."""

    colour: str
    edge: str
    """Around the marker, so that it shows on any ground."""
    marker: str
    """Matplotlib's letter for the shape."""
    dash: str | tuple[float, tuple[float, ...]]
    line: str
    """The colour of a curve: a white player's line is grey on paper, with a white marker."""


PLAYERS: Final = (
    PlayerStyle("#000000", "#FFFFFF", "o", "-", "#000000"),
    PlayerStyle("#FFFFFF", "#000000", "s", (0, (7.0, 2.0)), "#8C8C8C"),
    PlayerStyle("#56B4E9", "#000000", "^", (0, (5.0, 1.5, 1.0, 1.5)), "#56B4E9"),
    PlayerStyle("#CC3311", "#FFFFFF", "D", (0, (1.5, 1.5)), "#CC3311"),
    PlayerStyle("#332288", "#FFFFFF", "P", (0, (5.0, 1.0, 1.0, 1.0, 1.0, 1.0)), "#332288"),
)
"""By seat."""


class MarkStyle(NamedTuple):
    """How squares that an event is about are shown: an outline, and a symbol at its corner."""

    colour: str
    dash: tuple[float, ...]
    """Lengths in points, on and off; empty for a solid line."""
    symbol: str
    """The name of the symbol in `strokes.SYMBOLS`."""


MARKS: Final[Mapping[str, MarkStyle]] = MappingProxyType(
    {
        "new": MarkStyle("#004D33", (), "plus"),
        "gone": MarkStyle("#D1410C", (4.0, 2.0), "times"),
        "shadow": MarkStyle("#4D4D4D", (1.5, 1.5), "arrow"),
        "blocked": MarkStyle("#000000", (1.5, 1.5), "bar"),
        "conflict": MarkStyle("#D4004F", (2.5, 1.0), "bang"),
        "touched": MarkStyle("#005F8A", (), "cube"),
        "join": MarkStyle("#5B2A86", (), "join"),
        "split": MarkStyle("#5B2A86", (6.0, 3.0), "split"),
        "pay": MarkStyle("#6B5600", (6.0, 1.5, 1.5, 1.5), "coin"),
    }
)
"""By what happens to the squares, in the words of `core.events`; a domain is joined, is split
or pays. Symbols and dashes differ where colours are alike."""

EFFECT_MARKS: Final[Mapping[Effect, str]] = MappingProxyType(
    {
        Effect.APPEARS: "new",
        Effect.VANISHES: "gone",
        Effect.BLOCKED: "blocked",
        Effect.JOINS: "join",
        Effect.SPLITS: "split",
        Effect.CONFLICTS: "conflict",
        Effect.SHRINKS: "gone",
        Effect.CUBES: "touched",
        Effect.PAYS: "pay",
        Effect.CARDS: "shadow",
    }
)
"""By sort of event: the mark whose colour and dash stand for it in charts."""


class SourceStyle(NamedTuple):
    """How one source of coins, or one way of spending them, is shown in stacked areas."""

    colour: str
    stripe: str
    """Matplotlib's hatch; in pictures that are drawn once it costs nothing that matters."""


SOURCES: Final[Mapping[str, SourceStyle]] = MappingProxyType(
    {
        "start": SourceStyle("#BDBDBD", ""),
        "bonus": SourceStyle("#F0E442", ""),
        "tax_might": SourceStyle("#E69F00", "//"),
        "tax_faith": SourceStyle("#882255", "\\\\"),
        "tax_reason": SourceStyle("#0072B2", ".."),
        "spent": SourceStyle("#FFFFFF", "xx"),
    }
)
"""By source; the tax of an age has the colour of the kind that rules it or pays there."""

GROUPS: Final = ("#0072B2", "#E69F00", "#882255", "#44AA99", "#999933", "#6B6B6B")
"""Groups in one picture, the most frequent first; safe for colour-blind people side by side."""

HEAT: Final = LinearSegmentedColormap.from_list(
    "khronos_heat", ["#FFFDF5", "#F6D68A", "#E08E4F", "#9C3D54", "#2E1A47"]
)
"""How often: light to dark in even steps, so it reads in grey and with any sight."""

RC: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "font.family": "sans-serif",
        "font.size": 9.0,
        # Names and comments are anybody's: a dollar sign is a dollar sign, not a formula.
        "text.parse_math": False,
        "axes.titlesize": 11.0,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.edgecolor": MUTED,
        "axes.labelcolor": INK,
        "axes.linewidth": 0.8,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "grid.color": GRID,
        "grid.linewidth": 0.6,
        "text.color": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "xtick.labelsize": 8.5,
        "ytick.labelsize": 8.5,
        "legend.frameon": False,
        "legend.fontsize": 8.5,
        "lines.linewidth": 1.8,
        "lines.markersize": 7.0,
        "hatch.linewidth": 0.6,
        "hatch.color": "#00000055",
        "svg.hashsalt": "khronos_lab",
        "pdf.fonttype": 42,
    }
)
"""Matplotlib's settings while one of our pictures is made and saved; nothing stays set."""

# ------------------------------------------------------------------ figures and styles


_ONE_AT_A_TIME: Final = RLock()


def theme() -> AbstractContextManager[None]:
    """Work under the theme inside a `with` block; afterwards matplotlib is as it was."""
    return matplotlib_set(RC)


@contextmanager
def matplotlib_set(settings: Mapping[str, Any]) -> Iterator[None]:
    """Settings of matplotlib inside a `with` block, one thread at a time.

    They are those of the whole process: two threads that set them side by side would each put
    back what the other has set.
    """
    changed: dict[Any, Any] = dict(settings)
    with _ONE_AT_A_TIME, matplotlib.rc_context(changed):
        yield


def new_figure(width: float, height: float, *, dpi: float = DPI) -> Figure:
    """A figure of this size in inches that no window or notebook shows by itself."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=dpi, facecolor=PAPER)
    FigureCanvasAgg(figure)
    return figure


def player_line(seat: int, **more: object) -> dict[str, Any]:
    """How `ax.plot` draws a player's curve: colour, dash and marker."""
    style = PLAYERS[seat]
    return {
        "color": style.line,
        "linestyle": style.dash,
        "marker": style.marker,
        "markerfacecolor": style.colour,
        "markeredgecolor": INK,
        "markeredgewidth": 0.8,
        **more,
    }


def source_fill(source: str) -> dict[str, Any]:
    """How `ax.fill_between` or `ax.bar` draws a source of coins: colour and stripes."""
    style = SOURCES[source]
    return {"facecolor": style.colour, "hatch": style.stripe, "edgecolor": INK, "linewidth": 0.5}


def kind_fill(kind: Kind) -> dict[str, Any]:
    """How a bar or an area stands for a kind of building: colour and stripes."""
    stripes = {MILITARY: "//", RELIGIOUS: "\\\\", CIVIL: ".."}
    return {"facecolor": KIND[kind], "hatch": stripes[kind], "edgecolor": INK, "linewidth": 0.5}


def mixed(colour: str, other: str, share: float) -> str:
    """A colour between two, with this share of the second.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    parts = zip(to_rgb(colour), to_rgb(other), strict=True)
    red, green, blue = (one * (1 - share) + two * share for one, two in parts)
    return to_hex((red, green, blue))
