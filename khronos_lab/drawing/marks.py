"""Marks as strokes: each sort of mark of a scene is drawn by one function, on one or two levels.

`mark_strokes` is the only place that knows how a fact looks. Matplotlib shows the strokes of all
marks level by level; the browser gets the same strokes as shapes, a layer for each level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from functools import singledispatch
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from matplotlib.path import Path

from khronos_lab.core import Building, bits, column_of, cubes_on, first, row_of
from khronos_lab.drawing.layout import TOP, Table
from khronos_lab.drawing.pieces import (
    CUBE,
    Tone,
    buildings,
    cracks,
    cube_stroke,
    glyph_look,
    pawn_spot,
    tile_look,
)
from khronos_lab.drawing.strokes import (
    BADGE,
    BUILDINGS,
    CUBES,
    NOTHING,
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
    word,
    word_width,
)
from khronos_lab.drawing.themes import GRID, HEAT, INK, MARKS, MUTED, PAPER, PLAYERS, named
from khronos_lab.rulebook import Age
from khronos_lab.scenes import (
    Arrival,
    Arrow,
    CubesHome,
    DomainArea,
    Dot,
    Erased,
    Ghost,
    Heat,
    Highlight,
    Holding,
    Lettered,
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


class Level(IntEnum):
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


Drawn = Iterator[tuple[Level, Stroke]]
DOMAIN: Final = 0.06
"""How far inside its squares a domain is lined, in all its marks: a page knows the path once."""
GONE: Final = Tone(0.42)
"""A building that is gone fades to 58 %."""
PLAN: Final = Tone(0.6, cubes=False)
"""A building that somebody wants: its tile and glyph, very pale."""
ACCENT: Final = named("accent")
SPOT: Final = named("spot")
"""Where to look."""


@singledispatch
def mark_strokes(mark: Any, table: Table, players: int) -> Drawn:  # noqa: ANN401
    """The strokes of a mark with the levels that they lie on."""
    raise TypeError(f"nobody draws {mark!r}")


def haloed(path: Path, look: Look, label: str, halo: float) -> list[Stroke]:
    """A line with paper on both sides, so that it is seen on any ground."""
    return [Stroke(path, Look(line=PAPER, width=halo, opacity=look.opacity), "halo"),
            Stroke(path, look, label)]  # fmt: skip


def on(level: Level, strokes: Iterable[Stroke]) -> Drawn:
    """Strokes that all lie on one level."""
    return ((level, stroke) for stroke in strokes)


# ------------------------------------------------------------------ buildings


@mark_strokes.register
def _(mark: Piece, table: Table, players: int) -> Drawn:
    yield from on(Level.GHOSTS, buildings([(mark.age, mark.building)], table))


@mark_strokes.register
def _(mark: Ghost, table: Table, players: int) -> Drawn:
    yield from on(Level.GHOSTS, pale(mark, table, GONE))


def pale(mark: Ghost | Planned, table: Table, tone: Tone) -> list[Stroke]:
    """A building that is not there, in its tone."""
    strokes = buildings([(mark.age, mark.building)], table, tone)
    return [stroke._replace(label=f"ghost {stroke.label}") for stroke in strokes]


@mark_strokes.register
def _(mark: Wished, table: Table, players: int) -> Drawn:
    """Paper that lets the ground through, and the glyph in the accent; a ruin has its cracks."""
    building, (x, y) = mark.building, table.corner(mark.age, mark.building.square)
    if not building.mask & table.squares:
        return
    box = (x + 0.06, y + 0.06, x + building.rank - 0.06, y + building.rank - 0.06)
    face, middle = rounded(*box, 0.18), (x + building.rank / 2, y + building.rank / 2)
    glyph = placed(BUILDINGS[building.kind][building.rank], [middle], [building.rank * 0.55])
    style = MARKS["added"]
    yield Level.GHOSTS, Stroke(face, Look(PAPER, opacity=0.72), "wished")
    if building.ruin:
        sheer = Look(line=ACCENT, width=1.0, opacity=0.4)
        yield Level.GHOSTS, Stroke(opened(*cracks(*box)), sheer, "wished cracks")
    yield Level.GHOSTS, Stroke(face, Look(line=style.colour, width=1.4, dash=style.dash), "added")
    yield Level.GHOSTS, Stroke(glyph, Look(ACCENT), "wished glyph")
    yield from on(Level.CARDS, badge("added", badge_spot(mark.age, building.mask, table)))


SHEER: Final = 0.4
"""How dense the pale tile of a plan is on forest, mountain and river."""


@mark_strokes.register
def _(mark: Planned, table: Table, players: int) -> Drawn:
    age, new = mark.age, mark.building
    drawn = pale(mark, table, PLAN)
    if not drawn:
        return  # it would lie beside the map
    tile, *glyphs = drawn
    shown = new.mask & table.squares
    for mask, opacity in ((shown & ~mark.rough, 1.0), (shown & mark.rough, SHEER)):
        if mask:
            look = tile.look._replace(line=NOTHING, opacity=opacity)
            yield Level.GHOSTS, Stroke(table.outline(age, mask), look, tile.label)
    # What stands there lies above the pale tile, whose own picture would be taken for a second one.
    there = buildings(((age, each) for each in mark.there), table)
    yield from on(Level.GHOSTS, there or glyphs)


@mark_strokes.register
def _(mark: Owners, table: Table, players: int) -> Drawn:
    yield from on(Level.OWNERS, buildings([(mark.age, mark.building)], table, only_cubes=True))


# ------------------------------------------------------------------ outlines and symbols

BADGE_SIZE: Final = 0.66

_CORNERS: Final[dict[str, tuple[int, int]]] = {
    "new": (0, 0),
    "shadow": (0, 0),
    "blocked": (0, 0),
    "gone": (1, 0),
    "touched": (1, 0),
    "conflict": (0, 1),
    "join": (0, 1),
    "split": (0, 1),
    "pay": (0, 1),
    "left_out": (1, 0),
}
"""Where the symbol sits, so that several marks of one place can be seen: right?, bottom?"""

_INSETS: Final = {"gone": 0.1, "join": DOMAIN, "split": DOMAIN, "pay": DOMAIN}

_WASHES: Final = {"shadow": Look(named("veil")), "left_out": Look(PAPER, opacity=0.45)}
"""By mark: what lies over its squares. A shadow darkens them; what is left out pales."""


@mark_strokes.register
def _(mark: Highlight, table: Table, players: int) -> Drawn:
    if not mark.mask & table.squares:
        return
    style = MARKS[mark.mark]
    path = table.outline(mark.age, mark.mask, _INSETS.get(mark.mark, 0.0))
    if mark.mark in _WASHES:
        yield Level.GHOSTS, Stroke(path, _WASHES[mark.mark], f"wash {mark.mark}")
    if not mark.strong:
        look = Look(line=style.colour, width=1.3, dash=style.dash, opacity=0.7)
        yield from on(Level.TRAIL, haloed(path, look, f"trail {mark.mark}", 2.6))
        return
    look = Look(line=style.colour, width=1.9, dash=style.dash)
    yield from on(Level.LINES, haloed(path, look, mark.mark, 3.6))
    if mark.badge:
        spot = badge_spot(mark.age, mark.mask, table, *_CORNERS[mark.mark])
        yield from on(Level.CARDS, badge(mark.mark, spot))


def badge(mark: str, spot: Corner, size: float = BADGE_SIZE) -> list[Stroke]:
    """The symbol of a mark on a disc of its colour."""
    style = MARKS[mark]
    disc = placed(BADGE, [spot], [size])
    sign = placed(SYMBOLS[style.symbol], [spot], [size])
    return [
        Stroke(disc, Look(style.colour, PAPER, 1.0), f"badge {mark}"),
        Stroke(sign, Look(PAPER), f"symbol {mark}"),
    ]


def badge_spot(age: Age, mask: int, table: Table, right: int = 0, bottom: int = 0) -> Corner:
    """The corner of squares where a symbol sits: of their topmost or their lowest row."""
    squares = list(bits(mask & table.squares))
    row = row_of(squares[-1] if bottom else squares[0])
    in_row = [sq for sq in squares if row_of(sq) == row]
    square = max(in_row, key=column_of) if right else min(in_row, key=column_of)
    x, y = table.corner(age, square)
    window = table.window
    left = table.left(age)
    # Not over the edge of the board, where the coordinates are.
    return (
        min(max(x + right, left + 0.2), left + window.columns - 0.2),
        min(max(y + bottom, 0.2), window.rows - 0.2),
    )


@mark_strokes.register
def _(mark: Arrival, table: Table, players: int) -> Drawn:
    x, y = pawn_spot(table, players, mark.age, mark.seat, mark.number)
    left, down, size = (0.5, 0.55, 0.55) if table.top >= TOP else (0.35, 0.3, 0.45)
    yield from on(Level.CARDS, badge("new", (x - left, y + down), size))


@mark_strokes.register
def _(mark: Spotlight, table: Table, players: int) -> Drawn:
    if not mark.mask & table.squares:
        return
    path = table.outline(mark.age, mark.mask, 0.03)
    yield from on(Level.ARROWS, haloed(path, Look(line=SPOT, width=3.0), "look", 5.4))


@mark_strokes.register
def _(mark: SharedDomain, table: Table, players: int) -> Drawn:
    path = table.outline(mark.age, mark.mask, -0.04)
    look = Look(line=INK, width=1.6, dash=(4.0, 2.0))
    yield from on(Level.LINES, haloed(path, look, "one domain", 3.4))


# ------------------------------------------------------------------ shadows


class ArrowStyle(NamedTuple):
    """How one sort of shadow looks: colour, dash and arrowhead."""

    colour: str
    dash: tuple[float, ...]
    end: str
    """`head`, `bar`, `times` or `ring`."""


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


@mark_strokes.register
def _(mark: Arrow, table: Table, players: int) -> Drawn:
    """From the same squares one age earlier; what is erased only has its symbol."""
    style, rank = ARROWS[mark.sort], mark.building.rank
    if mark.sort == "erased":
        if not mark.building.mask & table.squares:
            return
        spot = badge_spot(mark.age, mark.building.mask, table, *_CORNERS["gone"])
        disc, sign = badge("gone", spot)
        yield from on(Level.CARDS, [disc._replace(label="end erased"), sign])
        return
    x, y = table.corner(Age(mark.age - 1), mark.building.square)
    u, v = table.corner(mark.age, mark.building.square)
    start, end = (x + rank - 0.15, y + rank / 2), (u + 0.05, v + rank / 2)
    look = Look(line=style.colour, width=2.2, dash=style.dash)
    yield from on(Level.ARROWS, haloed(bow(start, end), look, mark.sort, 5.0))
    yield from on(Level.ARROWS, tip(style, start, end, mark.sort))
    if mark.clause and mark.sort in ("blocked", "missing"):
        yield from on(Level.CARDS, card(mark.clause, (end[0] + 1.15, end[1])))


@mark_strokes.register
def _(mark: ShadowLink, table: Table, players: int) -> Drawn:
    style = ARROWS[mark.sort]
    x, y = table.corner(Age(mark.age - 1), mark.origin.square)
    u, v = table.corner(mark.age, mark.square)
    start = (x + mark.origin.rank - 0.1, y + mark.origin.rank / 2)
    end = (u + 0.02, v + mark.rank / 2)
    look = Look(line=style.colour, width=1.3, dash=style.dash)
    yield Level.UNDER, Stroke(bow(start, end, 0.35), look, mark.sort)
    yield from on(Level.ARROWS, tip(style, start, end, mark.sort, 0.75))
    if mark.clause:
        yield from on(Level.CARDS, card(mark.clause, (end[0] + 1.15, end[1])))


def bow(start: Corner, end: Corner, height: float = 0.9) -> Path:
    """A line that is bent a little upwards, so that it leaves the row it starts in."""
    (x, y), (u, v) = start, end
    lift = height if abs(u - x) > 4 else height / 2
    middle_one = (x + (u - x) * 0.3, min(y, v) - lift)
    middle_two = (x + (u - x) * 0.7, min(y, v) - lift)
    codes = [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4]
    return Path([start, middle_one, middle_two, end], codes)


def tip(
    style: ArrowStyle, start: Corner, end: Corner, label: str, size: float = 1.0
) -> Iterator[Stroke]:
    """The end of an arrow."""
    x, y = end
    if style.end in ("times", "ring"):
        sign = SYMBOLS["times" if style.end == "times" else "coin"]
        path = placed(sign, [(x + 0.25, y)], [1.5 * size])
        yield Stroke(path, Look(style.colour, PAPER, 1.2), f"end {label}")
    elif style.end == "bar":
        bar = closed(rectangle(x - 0.12, y - 0.55, x + 0.10, y + 0.55))
        yield Stroke(bar, Look(style.colour, PAPER, 1.0), f"end {label}")
    else:
        direction = np.array([1.0, 0.35]) if abs(x - start[0]) > 1 else np.array([0.0, 1.0])
        direction /= np.hypot(*direction)
        side = np.array([-direction[1], direction[0]])
        point = np.array([x + 0.18, y])
        back = point - direction * 0.75 * size
        head = [point, back + side * 0.36 * size, back - side * 0.36 * size]
        path = closed([(float(a), float(b)) for a, b in head])
        yield Stroke(path, Look(style.colour, PAPER, 0.9), f"end {label}")


@mark_strokes.register
def _(mark: Erased, table: Table, players: int) -> Drawn:
    x, y = table.corner(mark.age, mark.square)
    path = placed(SYMBOLS["times"], [(x + 0.5, y + 0.5)], [1.2])
    yield Level.ARROWS, Stroke(path, Look(ARROWS["erased"].colour, PAPER, 1.2), "end erased")


# ------------------------------------------------------------------ words

CARD: Final = 0.4
"""Squares: how high the letters of a small card are."""


def card(text: str, spot: Corner, height: float = 0.62) -> list[Stroke]:
    """A word on a white card with a line around it."""
    half = word_width(text) * height / 2 + 0.22
    x, y = spot
    frame = closed(rectangle(x - half, y - height * 0.85, x + half, y + height * 0.85))
    return [Stroke(frame, Look(PAPER, INK, 1.0), "card"), words(text, spot, height, Look(INK))]


def words(text: str, spot: Corner, height: float, look: Look) -> Stroke:
    """A word with its middle at a place."""
    return Stroke(placed(word(text), [spot], [height]), look, f"word {text}", text)


@mark_strokes.register
def _(mark: Note, table: Table, players: int) -> Drawn:
    x, y = table.corner(mark.age, mark.building.square)
    half = mark.building.rank / 2
    yield from on(Level.CARDS, card(mark.text, (x + half, y + half), CARD))


# ------------------------------------------------------------------ domains

BAND: Final = 3.4
"""Points of the line around a domain."""


@mark_strokes.register
def _(mark: Holding, table: Table, players: int) -> Drawn:
    yield from on(Level.AREAS, area(mark, table))
    yield from on(Level.CARDS, tax_card(mark, table))


def area(holding: Holding, table: Table) -> Iterator[Stroke]:
    """A domain's area: filled and lined by its controller, dashed by turns if contested."""
    path = table.outline(holding.age, holding.mask, DOMAIN)
    label = holding.sort
    if not holding.seats:
        look = Look(PAPER, MUTED, 1.3, (1.5, 2.5), opacity=0.55)
        yield Stroke(path, look, label)
        return
    seat = holding.seats[0]
    # A thin edge of the band: dark around light colours, light around dark ones.
    casing = PLAYERS[seat].edge
    yield Stroke(path, Look(PLAYERS[seat].colour, opacity=0.16), "fill")
    yield Stroke(path, Look(line=casing, width=BAND + 2.0), "casing")
    yield Stroke(path, Look(line=PLAYERS[seat].colour, width=BAND), label)
    # Each of those tied has a stretch of the line in turn.
    stretch, number = 7.0, len(holding.seats)
    for place, other in enumerate(holding.seats[1:], 1):
        dash = (0.0, stretch * place, stretch, stretch * (number - place - 1) + 0.001)
        yield Stroke(path, Look(line=PLAYERS[other].colour, width=BAND, dash=dash), label)


def tax_card(holding: Holding, table: Table) -> Iterator[Stroke]:
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


@mark_strokes.register
def _(mark: Lettered, table: Table, players: int) -> Drawn:
    colour, dash = LETTERS[mark.number % len(LETTERS)]
    path = table.outline(mark.age, mark.mask, 0.09)
    yield Level.ARROWS, Stroke(path, Look(fill=colour, opacity=0.12), "wash")
    look = Look(line=colour, width=3.2, dash=dash)
    yield from on(Level.ARROWS, haloed(path, look, "domain", 5.4))
    inside = ((mark.age, each) for each in mark.inside)
    yield from on(Level.OWNERS, buildings(inside, table, only_cubes=True))
    x, y = table.corner(mark.age, first(mark.mask))
    small = mark.mask.bit_count() == 1
    spot = (x + 0.16 + 0.13 * len(mark.text), y + (-0.08 if small else 0.22))
    yield from on(Level.CARDS, card(mark.text, spot, CARD))


@mark_strokes.register
def _(mark: DomainArea, table: Table, players: int) -> Drawn:
    path = table.outline(mark.age, mark.mask, DOMAIN)
    yield Level.UNDER, Stroke(path, Look(PAPER, MUTED, 1.0, (2.0, 2.0), 0.75), "domain")


@mark_strokes.register
def _(mark: Touching, table: Table, players: int) -> Drawn:
    ends = []
    for building in (mark.one, mark.other):
        x, y = table.corner(mark.age, building.square)
        ends.append((x + building.rank / 2, y + building.rank / 2))
    look = Look(line=INK, width=1.2 + 1.4 * mark.sides)
    yield Level.EDGES, Stroke(opened(ends), look, f"edges {mark.sides}")


NODE_SIZE: Final = {1: 0.86, 2: 1.3, 3: 1.8}
"""By rank: the diameter of a node."""
NODE_GLYPH: Final = 0.58
"""The size of the glyph on a node, in diameters."""


def node_strokes(age: Age, building: Building, table: Table) -> Iterator[Stroke]:
    """One building as a node with its cubes."""
    kind, rank = building.kind, building.rank
    size, sort = NODE_SIZE[rank], _sort(building)
    x, y = table.corner(age, building.square)
    spot = x, y = x + rank / 2, y + rank / 2
    disc = placed(BADGE, [spot], [size])
    yield Stroke(disc, tile_look(kind, sort), f"node {sort}")
    glyph = placed(BUILDINGS[kind][rank], [spot], [size * NODE_GLYPH])
    yield Stroke(glyph, glyph_look(kind, sort), "glyph")
    for number, seat in enumerate(cubes_on(building)):
        yield cube_stroke(seat, [(x + size * 0.36 - number * 0.42, y + size * 0.36)], 0.42)


def _sort(building: Building) -> str:
    return "ruin" if building.ruin else "printed" if building.printed else "tile"


# ------------------------------------------------------------------ squares

ALLOWED: Final = named("new")
_RING: Final = closed(circle(0.5), circle(0.3)[::-1])


@mark_strokes.register
def _(mark: Dot, table: Table, players: int) -> Drawn:
    if not table.squares >> mark.square & 1:
        return
    x, y = table.corner(mark.age, mark.square)
    spot = [(x + 0.5, y + 0.5)]
    if mark.sort == "place":
        look = Look(MARKS["new"].colour, PAPER, 1.0)
        yield Level.GHOSTS, Stroke(placed(BADGE, spot, [0.42]), look, "places")
        return
    halo = Look(PAPER, opacity=0.75)
    yield Level.GHOSTS, Stroke(placed(BADGE, spot, [0.46]), halo, "halo")
    glyph = BADGE if mark.sort == "dot" else _RING
    yield Level.GHOSTS, Stroke(placed(glyph, spot, [0.36]), Look(ALLOWED), "allowed")


@mark_strokes.register
def _(mark: Heat, table: Table, players: int) -> Drawn:
    """A disc, larger and darker the more a square is worth: it reads in grey, too."""
    from matplotlib.colors import to_hex

    x, y = table.corner(mark.age, mark.square)
    spot = (x + 0.5, y + 0.5)
    look = Look(to_hex(HEAT(0.1 + 0.75 * mark.share)), PAPER, 0.8)
    disc = placed(BADGE, [spot], [0.34 + 0.52 * mark.share])
    yield Level.GHOSTS, Stroke(disc, look, "heat")
    if mark.text:
        yield from on(Level.CARDS, card(mark.text, (x + 0.5, y - 0.35), CARD))


# ------------------------------------------------------------------ cubes that go home


@mark_strokes.register
def _(mark: CubesHome, table: Table, players: int) -> Drawn:
    """Large cubes, with an arrow that leads away from the board."""
    building = mark.building
    x, y = table.corner(mark.age, building.square)
    right, bottom = x + building.rank - 0.3, y + building.rank - 0.3
    yield from on(Level.TOP, _way_home((right, bottom)))
    for number, seat in enumerate(mark.seats):
        spot = (right - 0.62 * number, bottom)
        disc = placed(BADGE, [spot], [CUBE * 1.75])
        yield Level.TOP, Stroke(disc, Look(PAPER, INK, 1.0), "home disc")
        yield Level.TOP, cube_stroke(seat, [spot], CUBE * 1.1)


def _way_home(start: Corner) -> Iterator[Stroke]:
    """An arrow that leads away."""
    x, y = start
    end = (x + 0.55, y - 0.95)
    yield from haloed(bow(start, end, 0.2), Look(line=INK, width=2.0), "home", 4.6)
    left, right = (end[0] - 0.24, end[1] + 0.16), (end[0] + 0.2, end[1] + 0.2)
    head = closed([left, right, (end[0] + 0.06, end[1] - 0.2)])
    yield Stroke(head, Look(INK, PAPER, 0.8), "home head")
