"""Pieces: everything that stands on the boards, as strokes. Pure functions, no figure needed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from matplotlib.path import Path

from khronos_lab.core import Building, GameState, cubes_on
from khronos_lab.drawing.layout import TOP, Box, Table
from khronos_lab.drawing.strokes import (
    BUILDINGS,
    CUBES,
    PAWNS,
    Corner,
    Look,
    Stroke,
    closed,
    opened,
    placed,
    rectangle,
    rounded,
    together,
)
from khronos_lab.drawing.themes import GLYPH, INK, KIND, PAPER, PLAYERS, mixed, named
from khronos_lab.rulebook import AGES, Age, Kind

INSET: Final = 0.05
"""Between a tile and the edge of its squares."""
ROUND: Final = 0.17
"""The radius of a tile's corners."""
DROP: Final = 0.08
"""How far below a tile its shade lies."""
FACE: Final = {1: 0.15, 2: 0.18, 3: 0.21}
"""By rank: between an owner's tile, which has his colour around it, and the edge of its squares."""

CUBE: Final = 0.54
"""The size of a cube."""
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

PAWN: Final = 1.25


class Tone(NamedTuple):
    """How strongly pieces are shown: below a map of control they are pale."""

    share: float
    """Of paper mixed into every colour."""
    cubes: bool = True

    def of(self, colour: str) -> str:
        """A colour in this tone."""
        return mixed(colour, PAPER, self.share) if self.share else colour


FULL: Final = Tone(0.0)
PALE: Final = Tone(0.68, cubes=False)


Layer = tuple[int, Look, str]
"""What covers what within a building, lowest first; and what becomes one stroke."""


def buildings(
    pairs: Iterable[tuple[Age, Building]],
    table: Table,
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


_DROP, _OWNER, _TILE, _SHINE, _CRACKS, _HALF, _GLYPH, _CUBES = range(8)


@lru_cache(maxsize=4096)
def _parts(building: Building, shown: Box, tone: Tone) -> list[tuple[Layer, Path]]:
    """The layers of a building, seen from its first corner, as far as it is shown."""
    kind, rank, seats = building.kind, building.rank, cubes_on(building)
    sort = "ruin" if building.ruin else "printed" if building.printed else "tile"
    surface = "half" if building.ruin and building.cubes else sort
    owner = None if building.ruin or not tone.cubes else building.owner
    inset = INSET if owner is None else FACE[rank]
    box = _inside(shown, inset + (0.04 if sort != "tile" else 0.0))
    found: list[tuple[Layer, Path]] = []

    def add(layer: int, path: Path, look: Look, label: str) -> None:
        found.append(((layer, look, label), path))

    if sort == "tile" and tone == FULL:
        left, top, right, bottom = _inside(shown, INSET)
        drop = rounded(left, top + DROP, right, bottom + DROP, ROUND)
        add(_DROP, drop, Look(named("drop")), "drop")
    if owner is not None:
        # The owner's cube is small; where a square has a dozen pixels, the frame says whose it is.
        style = PLAYERS[owner]
        look = Look(tone.of(style.colour), tone.of(style.edge), 0.5)
        add(_OWNER, rounded(*_inside(shown, INSET - 0.01), ROUND), look, f"owner {owner}")
    face = rounded(*box, ROUND if owner is None else 0.1)
    add(_TILE, face, tile_look(kind, sort, tone), f"{sort} {kind.word}")
    if sort == "tile" and tone == FULL:
        shine = opened([(box[0] + 0.13, box[1] + 0.05), (box[2] - 0.13, box[1] + 0.05)])
        add(_SHINE, shine, Look(line=named("shine"), width=0.9), "shine")
    if building.ruin:
        look = Look(line=named("crack"), width=1.9, opacity=1 - tone.share)
        add(_CRACKS, opened(*cracks(*box)), look, f"cracks {kind.word}")
    if surface == "half":
        corners = rectangle(*box)
        half = closed([corners[0], corners[2], corners[3]])
        add(_HALF, half, tile_look(kind, "half", tone), f"half {kind.word}")
    # On one square glyph and cube share the room: the glyph moves to the upper left.
    middle = rank / 2 - (0.06 if rank == 1 and seats else 0.0)
    if _is_in(shown, rank / 2, rank / 2):
        size = GLYPH_SIZE[surface if owner is None else "owned"][rank]
        glyph = placed(BUILDINGS[kind][rank], [(middle, middle)], [size])
        add(_GLYPH, glyph, glyph_look(kind, surface, tone), f"glyph {surface} {kind.word}")
    size = min(LARGE_CUBE[rank], (rank - 0.1) / (1.12 * max(1, len(seats))))
    for place, seat in enumerate(seats if tone.cubes else ()):
        # In a row along the lower edge, from the right.
        x, y = rank - 0.03 - size * 0.54 - size * 1.12 * place, rank - 0.03 - size * 0.54
        if _is_in(shown, x, y):
            cube = cube_stroke(seat, [(x, y)], size)
            look = cube.look._replace(fill=tone.of(cube.look.fill), line=tone.of(cube.look.line))
            add(_CUBES, cube.path, look, cube.label)
    return found


def _inside(box: Box, inset: float) -> Box:
    return box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset


def _is_in(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def cracks(x0: float, y0: float, x1: float, y1: float) -> list[list[Corner]]:
    """Diagonal lines over a ruin."""
    lines = []
    step, start = 0.424, x0 + y0
    count = int((x1 - x0 + y1 - y0) / step)
    for number in range(1, count + 1):
        total = start + number * step
        xa, xb = max(x0, total - y1), min(x1, total - y0)
        if xb - xa > 0.05:
            lines.append([(xa, total - xa), (xb, total - xb)])
    return lines


# ------------------------------------------------------------------ looks


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


# ------------------------------------------------------------------ adventurers


def adventurers(state: GameState, table: Table) -> list[Stroke]:
    """The pawns of every player above the age where they stand."""
    players = len(state.players)
    size = pawn_size(table, players)
    strokes = []
    for seat, player in enumerate(state.players):
        spots = [
            pawn_spot(table, players, age, seat, number)
            for age in AGES
            for number in range(player.adventurers.count(age))
        ]
        strokes.append(pawn_stroke(seat, spots, size))
    return strokes


class _Row(NamedTuple):
    """Where pawns stand above a board: every seat has its own place, from the right."""

    size: float
    seat: float
    """From one seat's first pawn to the next's."""
    step: float
    """From one pawn of a seat to the next."""
    edge: float
    """Between the last pawn and the edge of the board."""
    y: float


_BESIDE: Final = _Row(PAWN, 2.35, 0.95, 0.4, -1.55)
"""Beside the name of the age."""
_LOW: Final = _Row(0.8, 1.3, 0.58, 0.32, -1.3)
"""The same where boards have little room above them."""
_NAME: Final = 4.0
"""Squares that the name of an age takes; where pawns do not fit beside it, they stand above it."""


def _row(table: Table, players: int) -> _Row:
    if table.top < TOP:
        return _LOW
    columns, needed = table.window.columns, players * _BESIDE.seat
    if columns - _NAME >= needed:
        return _BESIDE
    scale = min(0.62, columns / needed)
    size, seat, step, edge = (each * scale for each in _BESIDE[:4])
    return _Row(size, seat, step, edge, -1.95)


def room_beside(table: Table, players: int, title: float) -> bool:
    """True if everybody's small pawns fit beside the name of an age, `title` squares wide."""
    return table.window.columns - title - 0.15 >= players * _LOW.seat


def pawn_spot(table: Table, players: int, age: Age, seat: int, number: int) -> Corner:
    """The place of a player's pawn above a board."""
    row = _row(table, players)
    right = table.left(age) + table.window.columns - row.edge
    return right - (players - seat - 1) * row.seat + (number - 1) * row.step, row.y


def pawn_size(table: Table, players: int) -> float:
    """Pawns of all players fit beside the name of an age, or above it and smaller."""
    return _row(table, players).size


def pawn_stroke(seat: int, spots: list[Corner], size: float = PAWN) -> Stroke:
    """A player's pawns at these places."""
    style = PLAYERS[seat]
    path = placed(PAWNS[seat], spots, [size] * len(spots))
    return Stroke(path, Look(style.colour, INK, 0.9), f"pawns {seat}")
