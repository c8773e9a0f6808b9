"""Marks as strokes: pieces, and what each sort of mark of a scene looks like.

`mark_strokes` is the only place that knows how a fact looks. Matplotlib shows the strokes of all
marks level by level; the browser gets the same strokes as shapes, a layer for each level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from functools import cache, lru_cache
from itertools import repeat
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from matplotlib.colors import to_hex
from matplotlib.path import Path

from khronos_lab.core import Building, GameState, bits, column_of, cubes_on, first, row_of
from khronos_lab.drawing.layout import TOP, BoardLayout, Box
from khronos_lab.drawing.strokes import (
    BADGE,
    BUILDINGS,
    CUBES,
    NOTHING,
    PAWNS,
    SYMBOLS,
    Corner,
    Look,
    Stroke,
    circle,
    closed,
    opened,
    placed,
    rectangle,
    rounded,
    together,
    word,
    word_width,
)
from khronos_lab.drawing.themes import (
    GLYPH,
    GRID,
    HEAT,
    INK,
    KIND,
    MARKS,
    MUTED,
    PAPER,
    PLAYERS,
    mixed,
    named,
)
from khronos_lab.rulebook import AGES, Age, Kind
from khronos_lab.scenes import (
    Arrow,
    CubesHome,
    DomainArea,
    Dot,
    Erased,
    Ghost,
    HeatMark,
    Highlight,
    Holding,
    Lettered,
    Mark,
    NewPawn,
    Note,
    Owners,
    Piece,
    Planned,
    ShadowLink,
    SharedDomain,
    Spotlight,
    Touching,
    Wished,
)

# ------------------------------------------------------------------ buildings

INSET: Final = 0.05  # between a tile and the edge of its squares
ROUND: Final = 0.17  # the radius of a tile's corners
DROP: Final = 0.08  # how far below a tile its shade lies
FACE: Final = {1: 0.15, 2: 0.18, 3: 0.21}
"""By rank: between an owner's tile, which has his colour around it, and the edge of its squares."""
CUBE: Final = 0.54  # the size of a cube
LARGE_CUBE: Final = {1: 0.52, 2: 0.64, 3: 0.8}
"""By rank: the size of a cube on a building, if all have room."""
GLYPH_SIZE: Final = {
    "tile": {1: 0.72, 2: 1.28, 3: 2.0},
    "owned": {1: 0.62, 2: 1.18, 3: 1.88},
    "printed": {1: 0.66},
    "ruin": {1: 0.6, 2: 1.08, 3: 1.7},
    "half": {1: 0.6, 2: 1.08, 3: 1.7},
}
"""By sort and rank."""
NODE_SIZE: Final = {1: 0.86, 2: 1.3, 3: 1.8}  # by rank: the diameter of a node
NODE_GLYPH: Final = 0.58  # the size of the glyph on a node, in diameters


class Tone(NamedTuple):
    """How strongly pieces are shown: below a map of control they are pale."""

    share: float  # of paper mixed into every colour
    cubes: bool = True

    def of(self, colour: str) -> str:
        return mixed(colour, PAPER, self.share) if self.share else colour


FULL: Final = Tone(0.0)
PALE: Final = Tone(0.68, cubes=False)
GONE: Final = Tone(0.42)  # a building that is gone fades to 58 %
PLAN: Final = Tone(0.6, cubes=False)
"""A building that somebody wants: its tile and glyph, very pale."""

Layer = tuple[int, Look, str]
"""What covers what within a building, lowest first; and what becomes one stroke."""
_DROP, _OWNER, _TILE, _SHINE, _CRACKS, _HALF, _GLYPH, _CUBES = range(8)


def buildings(
    pairs: Iterable[tuple[Age, Building]],
    table: BoardLayout,
    tone: Tone = FULL,
    *,
    only_cubes: bool = False,
) -> list[Stroke]:
    """These buildings with their cubes, each in its age; what looks alike is one stroke.

    With `only_cubes` the cubes alone, to be drawn once more above an outline.
    """
    layers: dict[Layer, list[tuple[Path, Corner]]] = {}
    for age, building in pairs:
        shown = table.part_shown(building.square, building.rank)
        if shown is None:
            continue
        corner = table.corner(age, building.square)
        for layer, path in _parts(building._replace(square=0), shown, tone):
            if layer[0] == _CUBES or not only_cubes:
                layers.setdefault(layer, []).append((path, corner))
    return [
        Stroke(together(*zip(*layers[layer], strict=True)), *layer[1:])
        for layer in sorted(layers, key=itemgetter(0))
    ]


@lru_cache(maxsize=4096)
def _parts(building: Building, shown: Box, tone: Tone) -> list[tuple[Layer, Path]]:
    """The layers of a building, seen from its first corner, as far as it is shown."""
    kind, rank, seats, sort = building.kind, building.rank, cubes_on(building), _sort(building)
    surface = "half" if building.ruin and building.cubes else sort
    owner = None if building.ruin or not tone.cubes else building.owner
    found: list[tuple[Layer, Path]] = []

    def add(layer: int, path: Path, look: Look, label: str) -> None:
        found.append(((layer, look, label), path))

    def within(inset: float) -> Box:
        return shown[0] + inset, shown[1] + inset, shown[2] - inset, shown[3] - inset

    def is_shown(x: float, y: float) -> bool:
        return shown[0] <= x <= shown[2] and shown[1] <= y <= shown[3]

    inset = INSET if owner is None else FACE[rank]
    box = within(inset + (0.04 if sort != "tile" else 0.0))
    if sort == "tile" and tone == FULL:
        left, top, right, bottom = within(INSET)
        drop = rounded(left, top + DROP, right, bottom + DROP, ROUND)
        add(_DROP, drop, Look(named("drop")), "drop")
    if owner is not None:
        # The owner's cube is small; where a square has a dozen pixels, the frame says whose it is.
        style = PLAYERS[owner]
        look = Look(tone.of(style.colour), tone.of(style.edge), 0.5)
        add(_OWNER, rounded(*within(INSET - 0.01), ROUND), look, f"owner {owner}")
    face = rounded(*box, ROUND if owner is None else 0.1)
    add(_TILE, face, tile_look(kind, sort, tone), f"{sort} {kind.word}")
    if sort == "tile" and tone == FULL:
        shine = opened([(box[0] + 0.13, box[1] + 0.05), (box[2] - 0.13, box[1] + 0.05)])
        add(_SHINE, shine, Look(line=named("shine"), width=0.9), "shine")
    if building.ruin:
        look = Look(line=named("crack"), width=1.9, opacity=1 - tone.share)
        add(_CRACKS, cracks(*box), look, f"cracks {kind.word}")
    if surface == "half":
        corners = rectangle(*box)
        half = closed([corners[0], corners[2], corners[3]])
        add(_HALF, half, tile_look(kind, "half", tone), f"half {kind.word}")
    # On one square glyph and cube share the room: the glyph moves to the upper left.
    middle = rank / 2 - (0.06 if rank == 1 and seats else 0.0)
    if is_shown(rank / 2, rank / 2):
        size = GLYPH_SIZE[surface if owner is None else "owned"][rank]
        glyph = placed(BUILDINGS[kind][rank], [(middle, middle)], [size])
        add(_GLYPH, glyph, glyph_look(kind, surface, tone), f"glyph {surface} {kind.word}")
    size = min(LARGE_CUBE[rank], (rank - 0.1) / (1.12 * max(1, len(seats))))
    for place, seat in enumerate(seats if tone.cubes else ()):
        # In a row along the lower edge, from the right.
        x, y = rank - 0.03 - size * 0.54 - size * 1.12 * place, rank - 0.03 - size * 0.54
        if is_shown(x, y):
            cube = cube_stroke(seat, [(x, y)], size)
            look = cube.look._replace(fill=tone.of(cube.look.fill), line=tone.of(cube.look.line))
            add(_CUBES, cube.path, look, cube.label)
    return found


def _sort(building: Building) -> str:
    return "ruin" if building.ruin else "printed" if building.printed else "tile"


def cracks(x0: float, y0: float, x1: float, y1: float) -> Path:
    lines = []
    step, start = 0.424, x0 + y0
    for number in range(1, int((x1 - x0 + y1 - y0) / step) + 1):
        total = start + number * step
        xa, xb = max(x0, total - y1), min(x1, total - y0)
        if xb - xa > 0.05:
            lines.append([(xa, total - xa), (xb, total - xb)])
    return opened(*lines)


@cache
def tile_look(kind: Kind, sort: str, tone: Tone = FULL) -> Look:
    """A tile, a printed hamlet (pale, with a thin line), a ruin (pale, dashed), half a ruin."""
    colour, tint, dark = KIND[kind], named(f"{kind.word}-tint"), named(f"{kind.word}-ruin")
    fill, line, width, dash = {
        "tile": (colour, mixed(colour, INK, 0.5), 0.7, ()),
        "printed": (tint, mixed(dark, tint, 0.45), 0.7, ()),
        "ruin": (tint, dark, 1.0, (2.8, 2.0)),
        "half": (colour, colour, 0.0, ()),
    }[sort]
    return Look(tone.of(fill), tone.of(line), width, dash)


@cache
def glyph_look(kind: Kind, sort: str, tone: Tone = FULL) -> Look:
    """The glyph: light on a dark tile, dark on a light one."""
    if sort == "half":
        # It lies on both the dark half and the pale one.
        return Look(tone.of(INK), PAPER, 0.7)
    return Look(tone.of(GLYPH[kind] if sort == "tile" else named(f"{kind.word}-ruin")))


def cube_stroke(seat: int, spots: list[Corner], size: float = CUBE) -> Stroke:
    """A player's cubes at these places."""
    style = PLAYERS[seat]
    path = placed(CUBES[seat], spots, [size] * len(spots))
    return Stroke(path, Look(style.colour, style.edge, 0.9), f"cubes {seat}")


def node_strokes(age: Age, building: Building, table: BoardLayout) -> Iterator[Stroke]:
    """One building as a node with its cubes."""
    kind, rank, sort = building.kind, building.rank, _sort(building)
    size, (x, y) = NODE_SIZE[rank], middle_of(building, age, table)
    yield Stroke(placed(BADGE, [(x, y)], [size]), tile_look(kind, sort), f"node {sort}")
    glyph = placed(BUILDINGS[kind][rank], [(x, y)], [size * NODE_GLYPH])
    yield Stroke(glyph, glyph_look(kind, sort), "glyph")
    for number, seat in enumerate(cubes_on(building)):
        yield cube_stroke(seat, [(x + size * 0.36 - number * 0.42, y + size * 0.36)], 0.42)


def middle_of(building: Building, age: Age, table: BoardLayout) -> Corner:
    x, y = table.corner(age, building.square)
    return x + building.rank / 2, y + building.rank / 2


# ------------------------------------------------------------------ adventurers

PAWN: Final = 1.25


class _Row(NamedTuple):
    """Where pawns stand above a board: every seat has its own place, from the right."""

    size: float
    seat: float  # from one seat's first pawn to the next's
    step: float  # from one pawn of a seat to the next
    edge: float  # between the last pawn and the edge of the board
    y: float


_BESIDE: Final = _Row(PAWN, 2.35, 0.95, 0.4, -1.55)  # beside the name of the age
_LOW: Final = _Row(0.8, 1.3, 0.58, 0.32, -1.3)  # the same where boards have little room above them
_NAME: Final = 4.0
"""Squares that the name of an age takes; where pawns do not fit beside it, they stand above it."""


def _row(table: BoardLayout, players: int) -> _Row:
    if table.top < TOP:
        return _LOW
    columns, needed = table.window.columns, players * _BESIDE.seat
    if columns - _NAME >= needed:
        return _BESIDE
    scale = min(0.62, columns / needed)
    size, seat, step, edge = (each * scale for each in _BESIDE[:4])
    return _Row(size, seat, step, edge, -1.95)


def room_beside(table: BoardLayout, players: int, title: float) -> bool:
    """True if everybody's small pawns fit beside the name of an age, `title` squares wide."""
    return table.window.columns - title - 0.15 >= players * _LOW.seat


def pawn_spot(table: BoardLayout, players: int, age: Age, seat: int, number: int) -> Corner:
    """The place of a player's pawn above a board."""
    row = _row(table, players)
    right = table.left(age) + table.window.columns - row.edge
    return right - (players - seat - 1) * row.seat + (number - 1) * row.step, row.y


def pawn_size(table: BoardLayout, players: int) -> float:
    """Pawns of all players fit beside the name of an age, or above it and smaller."""
    return _row(table, players).size


def pawn_stroke(seat: int, spots: list[Corner], size: float = PAWN) -> Stroke:
    """A player's pawns at these places."""
    path = placed(PAWNS[seat], spots, [size] * len(spots))
    return Stroke(path, Look(PLAYERS[seat].colour, INK, 0.9), f"pawns {seat}")


def adventurers(state: GameState, table: BoardLayout) -> list[Stroke]:
    players, strokes = len(state.players), []
    for seat, player in enumerate(state.players):
        spots = [
            pawn_spot(table, players, age, seat, number)
            for age in AGES
            for number in range(player.adventurers.count(age))
        ]
        strokes.append(pawn_stroke(seat, spots, pawn_size(table, players)))
    return strokes


# ------------------------------------------------------------------ from mark to strokes


class ZOrder(IntEnum):
    """What lies above what, lowest first."""

    UNDER = 0
    EDGES = 1
    PIECES = 2
    PAWNS = 3
    GHOSTS = 4
    AREAS = 5
    TRAIL = 6
    LINES = 7
    ARROWS = 8
    OWNERS = 9
    CARDS = 10
    TOP = 11


Drawn = Iterable[tuple[ZOrder, Stroke]]
DOMAIN: Final = 0.06
"""How far inside its squares a domain is lined, in all its marks: a page knows the path once."""
ACCENT: Final = named("accent")


def mark_strokes(mark: Mark, table: BoardLayout, players: int) -> Drawn:  # noqa: C901  # one case a mark
    """The strokes of a mark with the levels that they lie on."""
    match mark:
        case Piece(age, building):
            return on(ZOrder.GHOSTS, buildings([(age, building)], table))
        case Ghost(age, building):
            return on(ZOrder.GHOSTS, _pale(age, building, table, GONE))
        case Owners(age, building):
            return on(ZOrder.OWNERS, buildings([(age, building)], table, only_cubes=True))
        case Planned():
            return on(ZOrder.GHOSTS, _planned(mark, table))
        case Wished():
            return _wished(mark, table)
        case Highlight():
            return _highlight(mark, table)
        case Arrow():
            return _arrow(mark, table)
        case ShadowLink():
            return _shadow_link(mark, table)
        case Holding():
            return (
                *on(ZOrder.AREAS, _area(mark, table)),
                *on(ZOrder.CARDS, _tax_card(mark, table)),
            )
        case Lettered():
            return _lettered(mark, table)
        case CubesHome():
            return on(ZOrder.TOP, _cubes_home(mark, table))
        case Dot(age, square) | Erased(age, square) | HeatMark(age, square) if not (
            table.squares >> square & 1
        ):
            return ()
        case Dot(age, square, sort):
            return on(ZOrder.GHOSTS, _dot(middle_of_square(age, square, table), sort))
        case HeatMark():
            return _heat(mark, table)
        case Erased(age, square):
            path = placed(SYMBOLS["times"], [middle_of_square(age, square, table)], [1.2])
            look = Look(ARROWS["erased"].colour, PAPER, 1.2)
            return on(ZOrder.ARROWS, [Stroke(path, look, "end erased")])
        case Note(age, building, text):
            return on(ZOrder.CARDS, card(text, middle_of(building, age, table), CARD))
        case NewPawn(age, seat, number):
            x, y = pawn_spot(table, players, age, seat, number)
            left, down, size = (0.5, 0.55, 0.55) if table.top >= TOP else (0.35, 0.3, 0.45)
            return on(ZOrder.CARDS, badge("new", (x - left, y + down), size))
        case DomainArea(age, mask):
            look = Look(PAPER, MUTED, 1.0, (2.0, 2.0), 0.75)
            return on(ZOrder.UNDER, [Stroke(table.outline(age, mask, DOMAIN), look, "domain")])
        case Touching(age, one, other, sides):
            ends = opened([middle_of(each, age, table) for each in (one, other)])
            look = Look(line=INK, width=1.2 + 1.4 * sides)
            return on(ZOrder.EDGES, [Stroke(ends, look, f"edges {sides}")])
        case SharedDomain(age, mask):
            look = Look(line=INK, width=1.6, dash=(4.0, 2.0))
            path = table.outline(age, mask, -0.04)
            return on(ZOrder.LINES, haloed(path, look, "one domain", 3.4))
        case Spotlight(age, mask):
            if not mask & table.squares:
                return ()
            look = Look(line=named("spot"), width=3.0)
            return on(ZOrder.ARROWS, haloed(table.outline(age, mask, 0.03), look, "look", 5.4))


def on(level: ZOrder, strokes: Iterable[Stroke]) -> Drawn:
    return zip(repeat(level), strokes, strict=False)


def haloed(path: Path, look: Look, label: str, halo: float) -> list[Stroke]:
    """A line with paper on both sides, so that it is seen on any ground."""
    edge = Look(line=PAPER, width=halo, opacity=look.opacity)
    return [Stroke(path, edge, "halo"), Stroke(path, look, label)]


def middle_of_square(age: Age, square: int, table: BoardLayout) -> Corner:
    x, y = table.corner(age, square)
    return x + 0.5, y + 0.5


# ------------------------------------------------------------------ buildings that are not there

SHEER: Final = 0.4  # how dense the pale tile of a plan is on forest, mountain and river


def _pale(age: Age, building: Building, table: BoardLayout, tone: Tone) -> list[Stroke]:
    strokes = buildings([(age, building)], table, tone)
    return [stroke._replace(label=f"ghost {stroke.label}") for stroke in strokes]


def _planned(mark: Planned, table: BoardLayout) -> Iterator[Stroke]:
    drawn = _pale(mark.age, mark.building, table, PLAN)
    if not drawn:
        return  # it would lie beside the map
    tile, *glyphs = drawn
    shown = mark.building.mask & table.squares
    for mask, opacity in ((shown & ~mark.rough, 1.0), (shown & mark.rough, SHEER)):
        if mask:
            look = tile.look._replace(line=NOTHING, opacity=opacity)
            yield Stroke(table.outline(mark.age, mask), look, tile.label)
    # What stands there lies above the pale tile, whose own picture would be taken for a second one.
    yield from buildings(((mark.age, each) for each in mark.there), table) or glyphs


def _wished(mark: Wished, table: BoardLayout) -> Drawn:
    """Paper that lets the ground through, and the glyph in the accent; a ruin has its cracks."""
    building, (x, y) = mark.building, table.corner(mark.age, mark.building.square)
    if not building.mask & table.squares:
        return
    box = (x + 0.06, y + 0.06, x + building.rank - 0.06, y + building.rank - 0.06)
    face, style = rounded(*box, 0.18), MARKS["added"]
    yield ZOrder.GHOSTS, Stroke(face, Look(PAPER, opacity=0.72), "wished")
    if building.ruin:
        sheer = Look(line=ACCENT, width=1.0, opacity=0.4)
        yield ZOrder.GHOSTS, Stroke(cracks(*box), sheer, "wished cracks")
    yield ZOrder.GHOSTS, Stroke(face, Look(line=style.colour, width=1.4, dash=style.dash), "added")
    middle = [middle_of(building, mark.age, table)]
    glyph = placed(BUILDINGS[building.kind][building.rank], middle, [building.rank * 0.55])
    yield ZOrder.GHOSTS, Stroke(glyph, Look(ACCENT), "wished glyph")
    yield from on(ZOrder.CARDS, badge("added", badge_spot(mark.age, building.mask, table)))


# ------------------------------------------------------------------ outlines and symbols

BADGE_SIZE: Final = 0.66
_CORNERS: Final = {
    **dict.fromkeys(("gone", "touched", "left_out"), (1, 0)),
    **dict.fromkeys(("conflict", "join", "split", "pay"), (0, 1)),
}
"""Where the symbol sits (right? bottom?) if not at the upper left: marks of one place lie apart."""
_INSETS: Final = {"gone": 0.1, "join": DOMAIN, "split": DOMAIN, "pay": DOMAIN}
_WASHES: Final = {"shadow": Look(named("veil")), "left_out": Look(PAPER, opacity=0.45)}
"""By mark: what lies over its squares. A shadow darkens them; what is left out pales."""


def _highlight(mark: Highlight, table: BoardLayout) -> Drawn:
    if not mark.mask & table.squares:
        return
    style = MARKS[mark.mark]
    path = table.outline(mark.age, mark.mask, _INSETS.get(mark.mark, 0.0))
    if mark.mark in _WASHES:
        yield ZOrder.GHOSTS, Stroke(path, _WASHES[mark.mark], f"wash {mark.mark}")
    if not mark.strong:
        look = Look(line=style.colour, width=1.3, dash=style.dash, opacity=0.7)
        yield from on(ZOrder.TRAIL, haloed(path, look, f"trail {mark.mark}", 2.6))
        return
    look = Look(line=style.colour, width=1.9, dash=style.dash)
    yield from on(ZOrder.LINES, haloed(path, look, mark.mark, 3.6))
    if mark.badge:
        spot = badge_spot(mark.age, mark.mask, table, *_CORNERS.get(mark.mark, (0, 0)))
        yield from on(ZOrder.CARDS, badge(mark.mark, spot))


def badge(mark: str, spot: Corner, size: float = BADGE_SIZE) -> list[Stroke]:
    style = MARKS[mark]
    disc, sign = (placed(each, [spot], [size]) for each in (BADGE, SYMBOLS[style.symbol]))
    return [
        Stroke(disc, Look(style.colour, PAPER, 1.0), f"badge {mark}"),
        Stroke(sign, Look(PAPER), f"symbol {mark}"),
    ]


def badge_spot(age: Age, mask: int, table: BoardLayout, right: int = 0, bottom: int = 0) -> Corner:
    """The corner of squares where a symbol sits: of their topmost or their lowest row."""
    squares = list(bits(mask & table.squares))
    row = row_of(squares[-1] if bottom else squares[0])
    in_row = [sq for sq in squares if row_of(sq) == row]
    x, y = table.corner(age, max(in_row, key=column_of) if right else min(in_row, key=column_of))
    left, window = table.left(age), table.window
    # Not over the edge of the board, where the coordinates are.
    return (
        min(max(x + right, left + 0.2), left + window.columns - 0.2),
        min(max(y + bottom, 0.2), window.rows - 0.2),
    )


# ------------------------------------------------------------------ shadows


class ArrowStyle(NamedTuple):
    """How one sort of shadow looks: colour, dash and arrowhead."""

    colour: str
    dash: tuple[float, ...]
    end: str  # `head`, `bar`, `times` or `ring`


ARROWS: Final[Mapping[str, ArrowStyle]] = MappingProxyType(
    {
        "falls": ArrowStyle(named("shadow"), (1.8, 1.6), "head"),
        "cast": ArrowStyle(named("new"), (), "head"),
        "replaced": ArrowStyle(named("replaced"), (7.0, 2.0), "head"),
        "blocked": ArrowStyle(named("blocked"), (1.5, 1.8), "bar"),
        "missing": ArrowStyle(named("missing"), (1.0, 3.6), "bar"),
        "erased": ArrowStyle(named("gone"), (), "times"),
        "withdrawn": ArrowStyle(named("gone"), (4.0, 2.5), "times"),
        "overgrown": ArrowStyle(named("replaced"), (7.0, 2.0), "ring"),
    }
)
"""By what became of a shadow, as `legend-shadow-…` words it; one that falls has its mark's dots."""

MOVE_SORTS: Final = ("cast", "replaced", "blocked", "missing", "erased", "withdrawn")
"""Those of one move; in a position something else may stand where a shadow was."""


def _arrow(mark: Arrow, table: BoardLayout) -> Drawn:
    """From the same squares one age earlier; what is erased only has its symbol."""
    style, building, rank = ARROWS[mark.sort], mark.building, mark.building.rank
    if mark.sort == "erased":
        if building.mask & table.squares:
            spot = badge_spot(mark.age, building.mask, table, *_CORNERS["gone"])
            disc, sign = badge("gone", spot)
            yield from on(ZOrder.CARDS, [disc._replace(label="end erased"), sign])
        return
    x, y = table.corner(Age(mark.age - 1), building.square)
    u, v = table.corner(mark.age, building.square)
    start, end = (x + rank - 0.15, y + rank / 2), (u + 0.05, v + rank / 2)
    look = Look(line=style.colour, width=2.2, dash=style.dash)
    yield from on(ZOrder.ARROWS, haloed(bow(start, end), look, mark.sort, 5.0))
    yield ZOrder.ARROWS, tip(style, start, end, mark.sort)
    if mark.clause and mark.sort in ("blocked", "missing"):
        yield from on(ZOrder.CARDS, card(mark.clause, (end[0] + 1.15, end[1])))


def _shadow_link(mark: ShadowLink, table: BoardLayout) -> Drawn:
    style, rank = ARROWS[mark.sort], mark.origin.rank
    x, y = table.corner(Age(mark.age - 1), mark.origin.square)
    u, v = table.corner(mark.age, mark.square)
    start, end = (x + rank - 0.1, y + rank / 2), (u + 0.02, v + mark.rank / 2)
    look = Look(line=style.colour, width=1.3, dash=style.dash)
    yield ZOrder.UNDER, Stroke(bow(start, end, 0.35), look, mark.sort)
    yield ZOrder.ARROWS, tip(style, start, end, mark.sort, 0.75)
    if mark.clause:
        yield from on(ZOrder.CARDS, card(mark.clause, (end[0] + 1.15, end[1])))


def bow(start: Corner, end: Corner, height: float = 0.9) -> Path:
    """A line that is bent a little upwards, so that it leaves the row it starts in."""
    (x, y), (u, v) = start, end
    top = min(y, v) - (height if abs(u - x) > 4 else height / 2)
    codes = [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4]
    return Path([start, (x + (u - x) * 0.3, top), (x + (u - x) * 0.7, top), end], codes)


def tip(style: ArrowStyle, start: Corner, end: Corner, label: str, size: float = 1.0) -> Stroke:
    x, y = end
    if style.end in ("times", "ring"):
        sign = SYMBOLS["times" if style.end == "times" else "coin"]
        path, edge = placed(sign, [(x + 0.25, y)], [1.5 * size]), 1.2
    elif style.end == "bar":
        path, edge = closed(rectangle(x - 0.12, y - 0.55, x + 0.10, y + 0.55)), 1.0
    else:
        direction = np.array([1.0, 0.35]) if abs(x - start[0]) > 1 else np.array([0.0, 1.0])
        direction /= np.hypot(*direction)
        side = np.array([-direction[1], direction[0]])
        point = np.array([x + 0.18, y])
        back = point - direction * 0.75 * size
        head = [point, back + side * 0.36 * size, back - side * 0.36 * size]
        path, edge = closed([(float(a), float(b)) for a, b in head]), 0.9
    return Stroke(path, Look(style.colour, PAPER, edge), f"end {label}")


# ------------------------------------------------------------------ words

CARD: Final = 0.4  # squares: how high the letters of a small card are


def card(text: str, spot: Corner, height: float = 0.62) -> list[Stroke]:
    """A word on a white card with a line around it."""
    half = word_width(text) * height / 2 + 0.22
    x, y = spot
    frame = closed(rectangle(x - half, y - height * 0.85, x + half, y + height * 0.85))
    return [Stroke(frame, Look(PAPER, INK, 1.0), "card"), words(text, spot, height, Look(INK))]


def words(text: str, spot: Corner, height: float, look: Look) -> Stroke:
    return Stroke(placed(word(text), [spot], [height]), look, f"word {text}", text)


# ------------------------------------------------------------------ domains

BAND: Final = 3.4  # points of the line around a domain


def _area(holding: Holding, table: BoardLayout) -> Iterator[Stroke]:
    """A domain's area: filled and lined by its controller, dashed by turns if contested."""
    path = table.outline(holding.age, holding.mask, DOMAIN)
    label, number = holding.sort, len(holding.seats)
    if not holding.seats:
        yield Stroke(path, Look(PAPER, MUTED, 1.3, (1.5, 2.5), opacity=0.55), label)
        return
    # A thin edge of the band: dark around light colours, light around dark ones.
    style = PLAYERS[holding.seats[0]]
    yield Stroke(path, Look(style.colour, opacity=0.16), "fill")
    yield Stroke(path, Look(line=style.edge, width=BAND + 2.0), "casing")
    yield Stroke(path, Look(line=style.colour, width=BAND), label)
    # Each of those tied has a stretch of the line in turn.
    stretch = 7.0
    for place, other in enumerate(holding.seats[1:], 1):
        dash = (0.0, stretch * place, stretch, stretch * (number - place - 1) + 0.001)
        yield Stroke(path, Look(line=PLAYERS[other].colour, width=BAND, dash=dash), label)


def _tax_card(holding: Holding, table: BoardLayout) -> Iterator[Stroke]:
    """The controllers' cubes and the tax; in brackets if nobody is there to collect it (X4).

    It lies in the middle of the domain. What a domain without controller would pay is a small
    number, no card.
    """
    x, y = table.badge_spot(holding.age, holding.mask)
    text = str(holding.amount) if holding.collecting or not holding.seats else f"({holding.amount})"
    if not holding.seats:
        half = word_width(text) * 0.42 / 2 + 0.12
        x, y = x + 0.42 - half, y + 0.14
        if holding.amount:
            box = rectangle(x - half, y - 0.3, x + half, y + 0.3)
            yield Stroke(closed(box), Look(PAPER, opacity=0.85), "tag")
            yield words(text, (x, y), 0.42, Look(MUTED))
        return
    letter, size, board = 0.62, 0.72, table.left(holding.age)
    wide, cubes_wide = word_width(text) * letter, len(holding.seats) * size * 1.1
    half = (cubes_wide + wide + 0.5) / 2
    x = min(max(x, board + half), board + table.window.columns - half)
    fill, colour = (PAPER, INK) if holding.collecting else (GRID, MUTED)
    frame = closed(rectangle(x - half, y - 0.56, x + half, y + 0.56))
    yield Stroke(frame, Look(fill, INK, 1.0), f"card {holding.sort}")
    left = x - half + 0.2
    for number, seat in enumerate(holding.seats):
        path = placed(CUBES[seat], [(left + size * (0.55 + 1.1 * number), y)], [size])
        yield Stroke(path, Look(PLAYERS[seat].colour, INK, 0.8), f"cube {seat}")
    yield words(text, (left + cubes_wide + wide / 2 + 0.06, y), letter, Look(colour))


LETTERS: Final = (
    (named("join"), ()),
    (named("letter-1"), (7.0, 2.5)),
    (named("letter-2"), (2.5, 1.6)),
    (named("letter-3"), (7.0, 2.0, 2.0, 2.0)),
)
"""Colour and dash of domains that are told apart; each has its letter, too."""


def _lettered(mark: Lettered, table: BoardLayout) -> Drawn:
    colour, dash = LETTERS[mark.number % len(LETTERS)]
    path = table.outline(mark.age, mark.mask, 0.09)
    yield ZOrder.ARROWS, Stroke(path, Look(fill=colour, opacity=0.12), "wash")
    look = Look(line=colour, width=3.2, dash=dash)
    yield from on(ZOrder.ARROWS, haloed(path, look, "domain", 5.4))
    inside = ((mark.age, each) for each in mark.inside)
    yield from on(ZOrder.OWNERS, buildings(inside, table, only_cubes=True))
    x, y = table.corner(mark.age, first(mark.mask))
    small = mark.mask.bit_count() == 1
    spot = (x + 0.16 + 0.13 * len(mark.text), y + (-0.08 if small else 0.22))
    yield from on(ZOrder.CARDS, card(mark.text, spot, CARD))


# ------------------------------------------------------------------ squares

_RING: Final = closed(circle(0.5), circle(0.3)[::-1])


def _dot(spot: Corner, sort: str) -> Iterator[Stroke]:
    if sort == "place":
        yield Stroke(placed(BADGE, [spot], [0.42]), Look(named("new"), PAPER, 1.0), "places")
        return
    yield Stroke(placed(BADGE, [spot], [0.46]), Look(PAPER, opacity=0.75), "halo")
    glyph = BADGE if sort == "dot" else _RING
    yield Stroke(placed(glyph, [spot], [0.36]), Look(named("new")), "allowed")


def _heat(mark: HeatMark, table: BoardLayout) -> Drawn:
    """A disc, larger and darker the more a square is worth: it reads in grey, too."""
    x, y = middle_of_square(mark.age, mark.square, table)
    look = Look(to_hex(HEAT(0.1 + 0.75 * mark.share)), PAPER, 0.8)
    disc = placed(BADGE, [(x, y)], [0.34 + 0.52 * mark.share])
    yield ZOrder.GHOSTS, Stroke(disc, look, "heat")
    if mark.text:
        yield from on(ZOrder.CARDS, card(mark.text, (x, y - 0.85), CARD))


def _cubes_home(mark: CubesHome, table: BoardLayout) -> Iterator[Stroke]:
    """Large cubes that go home, with an arrow that leads away from the board."""
    building = mark.building
    x, y = table.corner(mark.age, building.square)
    x, y = x + building.rank - 0.3, y + building.rank - 0.3
    u, v = x + 0.55, y - 0.95
    yield from haloed(bow((x, y), (u, v), 0.2), Look(line=INK, width=2.0), "home", 4.6)
    head = closed([(u - 0.24, v + 0.16), (u + 0.2, v + 0.2), (u + 0.06, v - 0.2)])
    yield Stroke(head, Look(INK, PAPER, 0.8), "home head")
    for number, seat in enumerate(mark.seats):
        spot = (x - 0.62 * number, y)
        disc = placed(BADGE, [spot], [CUBE * 1.75])
        yield Stroke(disc, Look(PAPER, INK, 1.0), "home disc")
        yield cube_stroke(seat, [spot], CUBE * 1.1)
