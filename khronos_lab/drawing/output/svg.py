"""Shapes and colours of an exported page, taken from the plots' own strokes.

Nothing is drawn or coloured a second time here: a building is drawn by `pieces`, an arrow by
`arrows`, and their paths and looks are written as SVG paths and as classes of a style sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from matplotlib.path import Path

from khronos_lab.core.board import Building
from khronos_lab.core.squares import STRIDE, first, footprint
from khronos_lab.drawing.arrows import ARROWS, Arrow, arrow_strokes
from khronos_lab.drawing.board_layout import LEFT, Table, Window
from khronos_lab.drawing.figures.boards import CELL
from khronos_lab.drawing.glyphs import SYMBOLS, Corner, points
from khronos_lab.drawing.highlights import Highlight, shine
from khronos_lab.drawing.map_background import TEXTURES
from khronos_lab.drawing.pieces import buildings, cube_stroke, pawn_stroke
from khronos_lab.drawing.strokes import NOTHING, Look, Stroke
from khronos_lab.drawing.theme import (
    GRID,
    INK,
    MARKS,
    MUTED,
    PAPER,
    PLAYERS,
    TERRAIN,
    mixed,
)
from khronos_lab.rulebook.pieces import FAITH, KINDS, MIGHT, OWNED_KINDS, RANKS, RELIGIOUS, Terrain

Shape = list[list[str]]
"""Paths one above the other, each with the class of its look."""

POINTS: Final = CELL * 72
"""Points of a square, for which widths and dashes of the plots are meant."""

_COMMANDS: Final = {
    int(Path.MOVETO): "M",
    int(Path.LINETO): "L",
    int(Path.CURVE3): "Q",
    int(Path.CURVE4): "C",
}


def svg_path(path: Path) -> str:
    """A path as SVG writes it.

    >>> svg_path(Path([(0, 0), (1.5, 0), (0, 0.25), (0, 0)], [1, 2, 2, 79]))
    'M0 0H1.5L0 .25z'
    """
    words: list[str] = []
    codes = np.asarray(path.codes, int)
    before, at_x, at_y = 0, "", ""
    for spot, code in zip(points(path), codes, strict=True):
        x, y = number(spot[0]), number(spot[1])
        if code == Path.CLOSEPOLY:
            words.append("z")
        elif code == Path.LINETO and (x == at_x or y == at_y):
            words.append(f"H{x}" if y == at_y else f"V{y}")
        else:
            # The points of one curve follow each other without a letter between them.
            curved = code == before and code in (Path.CURVE3, Path.CURVE4)
            words.append(f"{' ' if curved else _COMMANDS[int(code)]}{x} {y}")
        before, at_x, at_y = int(code), x, y
    return "".join(words)


def middle(path: Path) -> list[float]:
    """The middle of a path's corners."""
    spots = points(path)
    low, high = spots.min(axis=0), spots.max(axis=0)
    return [float(number(part)) for part in (low + high) / 2]


def number(value: float) -> str:
    """A number with at most two digits after the point, as short as it can be.

    >>> number(0.25), number(-0.5), number(3.0), number(-0.001)
    ('.25', '-.5', '3', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", "0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


class Looks:
    """Gives every look a class, and writes the style sheet of all of them."""

    def __init__(self) -> None:
        self._classes: dict[Look, str] = {}

    def of(self, look: Look) -> str:
        """The class of a look."""
        return self._classes.setdefault(look, f"k{len(self._classes)}")

    def shape(self, strokes: Iterable[Stroke]) -> Shape:
        """Strokes with classes; empty ones are left out."""
        return [
            [self.of(stroke.look), svg_path(stroke.path)] for stroke in strokes if len(stroke.path)
        ]

    def sheet(self) -> str:
        """The rules of all classes."""
        return "".join(f".{name}{{{look_rules(look)}}}\n" for look, name in self._classes.items())


def look_rules(look: Look) -> str:
    """A look as rules of a style sheet."""
    rules = [f"fill:{look.fill}"]
    if look.line != NOTHING and look.width:
        rules += [f"stroke:{look.line}", f"stroke-width:{number(look.width / POINTS)}"]
        if look.dash:
            rules.append(f"stroke-dasharray:{dashes(look.dash)}")
    if look.opacity != 1:
        rules.append(f"opacity:{number(look.opacity)}")
    return ";".join(rules)


def look_attributes(look: Look) -> list[str]:
    """A look as SVG attributes, names and values by turns.

    >>> look_attributes(Look("#FFFFFF", "#000000", 1.0))
    ['fill', '#FFFFFF', 'stroke', '#000000', 'stroke-width', '.06']
    """
    found = ["fill", look.fill]
    if look.line != NOTHING and look.width:
        found += ["stroke", look.line, "stroke-width", number(look.width / POINTS)]
        if look.dash:
            found += ["stroke-dasharray", dashes(look.dash)]
    if look.opacity != 1:
        found += ["opacity", number(look.opacity)]
    return found


def dashes(lengths: Sequence[float]) -> str:
    """The lengths of a dash in squares."""
    return " ".join(number(length / POINTS) for length in lengths)


# ------------------------------------------------------------------ the catalogue


def catalogue(looks: Looks, players: int) -> dict[str, object]:
    """Everything a page can put on a board, by the names that its data uses.

    A building is named by kind, rank and side as in `m2t`: tile, `p`rinted, `r`uin, `h`alf
    restored; on one square it looks a little different with a cube on it (`c1t+`).
    """
    return {
        "buildings": {code: looks.shape(_building(each)) for code, each in _sorts().items()},
        "cubes": [looks.shape([cube_stroke(seat, [(0, 0)])]) for seat in range(players)],
        "pawns": [looks.shape([pawn_stroke(seat, [(0, 0)])]) for seat in range(players)],
        "symbols": {mark: svg_path(SYMBOLS[style.symbol]) for mark, style in MARKS.items()},
        "textures": [relative_path(TEXTURES[terrain]) for terrain in Terrain],
    }


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


def _sorts() -> dict[str, Building]:
    found = {}
    for kind in KINDS:
        for rank in RANKS:
            plain = Building(kind, rank, 0)
            found[sort_of(plain)] = plain
            if rank == 1:
                # Cubes of seat 0 only: which ones they are does not move the glyph.
                populated = plain._replace(cubes=(0,))
                found[f"{sort_of(plain)}+"] = populated
    printed = Building(KINDS[-1], 1, 0, printed=True)
    found |= {sort_of(printed): printed, f"{sort_of(printed)}+": printed._replace(cubes=(0,))}
    for kind in OWNED_KINDS:
        for rank in RANKS[1:]:
            ruin = Building(kind, rank, 0, ruin=True)
            half = ruin._replace(cubes=(0,))
            found |= {sort_of(ruin): ruin, sort_of(half): half}
    return found


def sort_of(building: Building) -> str:
    """The name of a building's drawing, without its cubes.

    >>> sort_of(Building(RELIGIOUS, 3, 40, ruin=True, cubes=(1,)))
    'r3h'
    """
    side = "t"
    if building.printed:
        side = "p"
    elif building.ruin:
        side = "h" if building.cubes else "r"
    return f"{building.kind.letter}{building.rank}{side}"


def _building(building: Building) -> list[Stroke]:
    """The strokes of a building on the first square, its cubes left out."""
    table = Table(Window(0, 0, 3, 3))
    strokes = buildings([(MIGHT, building)], table)
    return [stroke for stroke in strokes if not stroke.label.startswith("cubes")]


# ------------------------------------------------------------------ marks and arrows

_SPOT: Final = 5 * STRIDE + 5
"""A square away from every edge, where signs lie as they usually do."""


def moving(table: Table) -> dict[str, object]:
    """Marks and arrows of buildings, seen from the building's corner, by name and rank (`new2`)."""
    marks = {
        f"{mark}{rank}": _mark(Highlight(mark, MIGHT, footprint(_SPOT, rank)), table, _SPOT)
        for mark in MARKS
        for rank in RANKS
    }
    arrows = {f"{sort}{rank}": _arrow(sort, rank, table) for sort in ARROWS for rank in RANKS}
    return {"marks": marks, "arrows": arrows}


def mark_of(highlight: Highlight, table: Table, domains: Mapping[int, int]) -> list[Any]:
    """A highlight: of a building by age, first square and rank.

    A domain is named by its number in `domains`, with the place of its symbol; whatever else
    shines comes with its outline.
    """
    mark, age, mask, _ = highlight
    anchor = first(mask)
    for rank in RANKS:
        if mask == footprint(anchor, rank):
            usual = _mark(Highlight(mark, MIGHT, footprint(_SPOT, rank)), table, _SPOT)
            if _mark(highlight, table, anchor) == usual:
                return [mark, int(age), anchor, rank]
    outline, x, y = _mark(highlight, table, None)
    if mask in domains:
        return [mark, int(age), domains[mask], 0, x, y]
    return [mark, outline, x, y]


def _mark(highlight: Highlight, table: Table, origin: int | None) -> list[Any]:
    """The outline of a highlight and the place of its symbol, seen from a square of its age."""
    strokes = {stroke.label: stroke.path for stroke in shine([highlight], table)}
    x, y = (0.0, 0.0) if origin is None else table.corner(highlight.age, origin)
    outline, badge = strokes[highlight.mark], strokes[f"badge {highlight.mark}"]
    return [svg_path(_moved(outline, -x, -y)), *middle(_moved(badge, -x, -y))]


def arrow_of(arrow: Arrow) -> list[Any]:
    """An arrow: its sort, where it arrives, and the clause on its card."""
    building = arrow.building
    told = [arrow.clause] if arrow.sort in ("blocked", "missing") else []
    return [arrow.sort, int(arrow.age), building.square, building.rank, *told]


def _arrow(sort: str, rank: int, table: Table) -> list[Any]:
    """The line of an arrow, its end, and where its card lies if it has one."""
    arrow = Arrow(sort, FAITH, Building(RELIGIOUS, rank, _SPOT), "B5")
    x, y = table.corner(FAITH, _SPOT)
    strokes = {
        stroke.label: _moved(stroke.path, -x, -y) for stroke in arrow_strokes([arrow], table)
    }
    line = svg_path(strokes[sort]) if sort in strokes else ""
    card = middle(strokes["card"]) if "card" in strokes else []
    return [line, svg_path(strokes[f"end {sort}"]), *card]


def _moved(path: Path, right: float, down: float) -> Path:
    return Path(points(path) + np.array([right, down]), path.codes)


# ------------------------------------------------------------------ the style sheet


def palette() -> str:
    """The theme as a style sheet: variables, terrains, players, marks."""
    colours = {"ink": INK, "paper": PAPER, "muted": MUTED, "grid": GRID}
    colours["focus"] = MARKS["touched"].colour
    colours["wash"] = mixed(GRID, PAPER, 0.62)
    colours["sun"] = mixed(TERRAIN[Terrain.PLAIN], PAPER, 0.45)
    rules = [_variables(colours)]
    for terrain in Terrain:
        colour = TERRAIN[terrain]
        dark = mixed(colour, "#000000", 0.34)
        rules += [f".g{int(terrain)}{{fill:{colour}}}", f".x{int(terrain)}{{stroke:{dark}}}"]
    for seat, player in enumerate(PLAYERS):
        casing = INK if player.edge == "#000000" else PAPER
        rules += [
            f".fill{seat}{{fill:{player.colour}}}",
            f".edge{seat}{{stroke:{player.colour}}}",
            f".casing{seat}{{stroke:{casing}}}",
            f".curve{seat}{{stroke:{player.line};stroke-dasharray:{_curve(player.dash)}}}",
        ]
    for name, mark in MARKS.items():
        dash = dashes(mark.dash) or "none"
        rules += [
            f".mark-{name}{{stroke:{mark.colour};stroke-dasharray:{dash}}}",
            f".badge-{name}{{fill:{mark.colour}}}",
        ]
    for sort, arrow in ARROWS.items():
        dash = dashes(arrow.dash) or "none"
        rules += [
            f".arrow-{sort}{{stroke:{arrow.colour};stroke-dasharray:{dash}}}",
            f".tip-{sort}{{fill:{arrow.colour}}}",
        ]
    return "\n".join(rules) + "\n"


def _variables(colours: Mapping[str, str]) -> str:
    said = "".join(f"--{name}:{colour};" for name, colour in colours.items())
    return f":root{{{said}}}"


def _curve(dash: str | tuple[float, tuple[float, ...]]) -> str:
    """A curve's dash in pixels."""
    return "none" if isinstance(dash, str) else " ".join(number(length * 1.6) for length in dash[1])


# ------------------------------------------------------------------ over another picture


def overlay(strokes: Iterable[Stroke], table: Table) -> str:
    """Strokes as SVG with the extent of a picture of boards without its legend.

    >>> from khronos_lab.core.grid import plain_grid
    >>> overlay([], Table.of(plain_grid(4, 4)))
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -2.5 17.5 7" \
preserveAspectRatio="none"></svg>'
    """
    box = " ".join(number(each) for each in (-LEFT, -table.top, table.width, table.height))
    paths = [
        f'<path style="{look_rules(stroke.look)}" d="{svg_path(stroke.path)}"/>'
        for stroke in strokes
        if len(stroke.path)
    ]
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="{box}" preserveAspectRatio="none"'
    return f"<svg {head}>{''.join(paths)}</svg>"
