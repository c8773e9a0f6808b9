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
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import matplotlib
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb, to_rgba

from khronos_lab.rulebook import (
    CIVIL,
    FOREST,
    MILITARY,
    MOUNTAIN,
    PLAIN,
    RELIGIOUS,
    RIVER,
    KhronosError,
    Kind,
    Terrain,
    quoted,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI: Final = 100  # pixels for an inch of a figure on an ordinary screen; twice that on a fine one

# ------------------------------------------------------------------ two themes

LIGHT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "paper": "#FFFFFF", "ink": "#1C1B19", "muted": "#5D5A54", "grid": "#D9D7D2",
        "plain": "#F5ECD3", "forest": "#C6CDB0", "mountain": "#E3E7E6", "river": "#B4D1E8",
        "plain-sign": "#B9A66C55", "forest-sign": "#5E6E4680", "mountain-sign": "#6F7D8099",
        "river-sign": "#3F7CAA90", "shore": "#00000018", "lines": "#00000012", "rim": "#1C1B1966",
        "military": "#E69F00", "religious": "#882255", "civil": "#0072B2",
        "military-glyph": "#1A1200", "religious-glyph": "#FFFFFF", "civil-glyph": "#FFFFFF",
        "military-tint": "#F3DDA6", "religious-tint": "#E2C6D3", "civil-tint": "#D5E6F1",
        "military-ruin": "#7A5200", "religious-ruin": "#6B1A43", "civil-ruin": "#00507F",
        "drop": "#1C1B1938", "shine": "#FFFFFF66", "crack": "#FFFFFF60",
        "player-0": "#000000", "player-1": "#FFFFFF", "player-2": "#56B4E9",
        "player-3": "#CC3311", "player-4": "#332288",
        "edge-0": "#FFFFFF", "edge-1": "#000000", "edge-2": "#000000", "edge-3": "#FFFFFF",
        "edge-4": "#FFFFFF",
        "line-0": "#000000", "line-1": "#767676", "line-2": "#217EB9", "line-3": "#C22E0E",
        "line-4": "#332288",
        "new": "#00523B", "gone": "#CC420C", "shadow": "#00664A", "blocked": "#000000",
        "conflict": "#D4004F", "touched": "#005F8A", "join": "#5B2A86", "pay": "#6B5600",
        "replaced": "#8A4B00", "missing": "#6B6B6B", "spot": "#8A00C2", "veil": "#1C1B1929",
        "letter-1": "#9A3B00", "letter-2": "#00556B",
        "letter-3": "#3F5F00",
        "hair": "#E2DFD8", "tint": "#F4F2EC", "line": "#8A867D", "bad": "#B3390A",
        "accent": "#00664A", "accent-tint": "#E6F1EC", "on-accent": "#FFFFFF", "tax": "#EFEADC",
    }
)  # fmt: skip
"""By name: the colours on white paper, which all figures have; some are sheer."""

DARK: Final[Mapping[str, str]] = MappingProxyType(
    {
        "paper": "#111315", "ink": "#ECEAE4", "muted": "#A6A39B", "grid": "#2C2F32",
        "plain": "#3C4044", "forest": "#2C3A34", "mountain": "#54595D", "river": "#234A69",
        "plain-sign": "#FFFFFF14", "forest-sign": "#8FB29A55", "mountain-sign": "#FFFFFF33",
        "river-sign": "#8FC3EA55", "shore": "#00000055", "lines": "#FFFFFF0C", "rim": "#00000000",
        "military": "#F0AE1E", "religious": "#A8437A", "civil": "#1B76B5",
        "military-glyph": "#1A1200", "religious-glyph": "#FFFFFF", "civil-glyph": "#FFFFFF",
        "military-tint": "#6A5526", "religious-tint": "#5B3348", "civil-tint": "#2C5573",
        "military-ruin": "#FFD987", "religious-ruin": "#F3BFD8", "civil-ruin": "#CFE8FA",
        "drop": "#00000080", "shine": "#FFFFFF40", "crack": "#FFFFFF24",
        "player-0": "#000000", "player-1": "#FFFFFF", "player-2": "#56B4E9",
        "player-3": "#E24A26", "player-4": "#6A56D6",
        "edge-0": "#F2F0EA", "edge-1": "#000000", "edge-2": "#000000", "edge-3": "#FFFFFF",
        "edge-4": "#FFFFFF",
        "line-0": "#F2F0EA", "line-1": "#9A9A9A", "line-2": "#6CC1F0", "line-3": "#FF7350",
        "line-4": "#9A8BF5",
        "new": "#5CCBA6", "gone": "#FF8A5C", "shadow": "#5CCBA6", "blocked": "#F2F0EA",
        "conflict": "#FF86AE", "touched": "#6CC1F0", "join": "#C9A2EE", "pay": "#E5C75E",
        "replaced": "#E8B06A", "missing": "#A6A39B", "spot": "#E08CFF", "veil": "#ECEAE42E",
        "letter-1": "#FFB088", "letter-2": "#74CBE4",
        "letter-3": "#B7D66A",
        "hair": "#2C2F32", "tint": "#1C1F22", "line": "#6D7075", "bad": "#FF8A5C",
        "accent": "#5CCBA6", "accent-tint": "#16302A", "on-accent": "#06211A", "tax": "#212427",
    }
)  # fmt: skip
"""By the same names: a page at night has its own colours, not inverted ones."""


_AT_NIGHT: Final[dict[str, str]] = {}
"""By hex code: its dark one, for artists that only keep the code; the first that has it counts."""


class Colour(str):
    """A colour of the light theme that knows its dark one, and its name in a style sheet.

    It is its hex code wherever a colour is asked for. Colours that look alike on paper but have
    different names are different.
    """

    __slots__ = ("css", "dark")
    css: str  # as a style sheet writes it: `var(--kb-ink)`, or a mix of such
    dark: str  # its hex code at night

    def __new__(cls, code: str, css: str, dark: str) -> Colour:
        made = super().__new__(cls, code)
        made.css, made.dark = css, dark
        _AT_NIGHT.setdefault(code[:7].lower(), dark)
        return made

    def __eq__(self, other: object) -> bool:
        same = str.__eq__(self, other)
        return bool(same is True and self.css == getattr(other, "css", self.css))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


def named(name: str) -> Colour:
    """The colour with a name in both themes."""
    return Colour(LIGHT[name], f"var(--kb-{name})", DARK[name])


def css(colour: str) -> str:
    """A colour as a style sheet writes it."""
    return getattr(colour, "css", colour)


def at_night(colour: Any) -> Any:  # noqa: ANN401  # whatever matplotlib takes for a colour
    """A colour of the light theme as the dark one has it; one that is in neither stays."""
    if isinstance(colour, Colour):
        return colour.dark
    if isinstance(colour, str) and colour in ("none", "auto"):
        return colour
    red, green, blue, alpha = to_rgba(colour)
    code = to_hex((red, green, blue))
    return (*to_rgb(_AT_NIGHT.get(code, code)), alpha)


_chosen = "light"


def set_theme(name: Literal["light", "dark"]) -> None:
    """Draw figures in the `light` or the `dark` theme from now on, as the page has it."""
    global _chosen
    if name not in ("light", "dark"):
        raise KhronosError(f"there is no theme {quoted(name)}; there are light, dark")
    _chosen = name


def is_night() -> bool:
    return _chosen == "dark"


INK: Final = named("ink")  # lines and words
PAPER: Final = named("paper")
MUTED: Final = named("muted")  # words and lines that matter less; still 5:1 against paper
GRID: Final = named("grid")

TERRAIN: Final[Mapping[Terrain, Colour]] = MappingProxyType(
    {PLAIN: named("plain"), FOREST: named("forest"), MOUNTAIN: named("mountain"),
     RIVER: named("river")}
)  # fmt: skip
KIND: Final[Mapping[Kind, Colour]] = MappingProxyType(
    {MILITARY: named("military"), RELIGIOUS: named("religious"), CIVIL: named("civil")}
)
GLYPH: Final[Mapping[Kind, Colour]] = MappingProxyType(
    {kind: named(f"{kind.word}-glyph") for kind in KIND}
)
"""By kind: the colour of the glyph on its fill."""


class PlayerStyle(NamedTuple):
    """How one player is shown: cube, pawn, curve, domain."""

    colour: str
    edge: str  # around the marker, so that it shows on any ground
    marker: str  # matplotlib's letter for the shape
    dash: str | tuple[float, tuple[float, ...]]
    line: str  # the colour of a curve: a white player's line is grey on paper, with a white marker


_DASHES: Final[tuple[str | tuple[float, tuple[float, ...]], ...]] = (
    "-",
    (0, (7.0, 2.0)),
    (0, (5.0, 1.5, 1.0, 1.5)),
    (0, (1.5, 1.5)),
    (0, (5.0, 1.0, 1.0, 1.0, 1.0, 1.0)),
)
PLAYERS: Final = tuple(
    PlayerStyle(named(f"player-{seat}"), named(f"edge-{seat}"), marker, dash, named(f"line-{seat}"))
    for seat, (marker, dash) in enumerate(zip("os^DP", _DASHES, strict=True))
)
"""By seat."""


class MarkStyle(NamedTuple):
    """How squares that an event is about are shown: an outline, and a symbol at its corner."""

    colour: str
    dash: tuple[float, ...]  # lengths in points, on and off; empty for a solid line
    symbol: str  # the name of the symbol in `strokes.SYMBOLS`


MARKS: Final[Mapping[str, MarkStyle]] = MappingProxyType(
    {
        "new": MarkStyle(named("new"), (), "plus"),
        "gone": MarkStyle(named("gone"), (4.0, 2.0), "times"),
        "shadow": MarkStyle(named("shadow"), (1.5, 1.5), "arrow"),
        "blocked": MarkStyle(named("blocked"), (1.5, 1.5), "slash"),
        "conflict": MarkStyle(named("conflict"), (2.5, 1.0), "bang"),
        "touched": MarkStyle(named("touched"), (), "cube"),
        "join": MarkStyle(named("join"), (), "join"),
        "split": MarkStyle(named("join"), (6.0, 3.0), "split"),
        "pay": MarkStyle(named("pay"), (6.0, 1.5, 1.5, 1.5), "coin"),
        "added": MarkStyle(named("accent"), (3.2, 2.0), "plus"),
        "left_out": MarkStyle(INK, (4.0, 2.6), "minus"),
    }
)
"""By what happens to the squares, in the words of `core.events`; a domain is joined, is split
or pays; the better turn adds or leaves out. Symbols or dashes differ."""


class SourceStyle(NamedTuple):
    """How one source of coins, or one way of spending them, is shown in stacked areas."""

    colour: str
    stripe: str  # matplotlib's hatch; in pictures that are drawn once it costs nothing that matters


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


LOCK: Final = RLock()
"""Held while matplotlib draws: one figure cannot be drawn from two threads, and settings are those
of the whole process; a notebook answers messages of pages in a thread of their own."""


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
    with LOCK, matplotlib.rc_context(changed):
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


def filled(colour: str, stripe: str = "") -> dict[str, Any]:
    return {"facecolor": colour, "hatch": stripe, "edgecolor": INK, "linewidth": 0.5}


def source_fill(source: str) -> dict[str, Any]:
    """How `ax.fill_between` or `ax.bar` draws a source of coins: colour and stripes."""
    return filled(*SOURCES[source])


def kind_fill(kind: Kind) -> dict[str, Any]:
    """How a bar or an area stands for a kind of building: colour and stripes."""
    stripes = {MILITARY: "//", RELIGIOUS: "\\\\", CIVIL: ".."}
    return filled(KIND[kind], stripes[kind])


def mixed(colour: str, other: str, share: float) -> Colour:
    """A colour between two, with this share of the second.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    told = f"color-mix(in srgb,{css(colour)},{css(other)} {share:.0%})" if share else css(colour)
    dark = _between(getattr(colour, "dark", colour), getattr(other, "dark", other), share)
    return Colour(_between(colour, other, share), told, dark)


def _between(colour: str, other: str, share: float) -> str:
    parts = zip(to_rgb(colour), to_rgb(other), strict=True)
    red, green, blue = (one * (1 - share) + two * share for one, two in parts)
    return to_hex((red, green, blue))
