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
    together,
)
from khronos_lab.drawing.themes import GLYPH, INK, KIND, PAPER, PLAYERS, mixed
from khronos_lab.rulebook import AGES, Age, Kind

INSET: Final = 0.06
"""Between a tile and the edge of its squares."""

SOFT: Final = 0.08
"""How much of the corners of a tile is cut."""
DROP: Final = (0.035, 0.055)
"""How far to the right and down the shade of a tile lies."""
SHADE: Final = "#000000"

CUBE: Final = 0.54
"""The size of a cube."""

SMALL_CUBE: Final = 0.42
"""On a building of one square: it covers no more of the glyph than its corner."""

GLYPH_SIZE: Final = {1: 0.70, 2: 1.25, 3: 1.95}
"""By rank."""

PAWN: Final = 1.25


class Tone(NamedTuple):
    """How strongly pieces are shown: below a map of control they are pale."""

    share: float
    """Of paper mixed into every colour."""
    cubes: bool = True


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


_DROP, _TILE, _CRACKS, _HALF, _CASING, _OWNER, _GLYPH, _CUBES = range(8)


@lru_cache(maxsize=4096)
def _parts(building: Building, shown: Box, tone: Tone) -> list[tuple[Layer, Path]]:
    """The layers of a building, seen from its first corner, as far as it is shown."""
    kind, rank, seats = building.kind, building.rank, cubes_on(building)
    inner = _inside(shown, INSET)
    tile = rectangle(*inner)
    sort = "ruin" if building.ruin else "printed" if building.printed else "tile"
    surface = "half" if building.ruin and building.cubes else sort
    found: list[tuple[Layer, Path]] = []

    def add(layer: int, path: Path, look: Look, label: str) -> None:
        found.append(((layer, look, label), path))

    if sort == "tile" and tone.cubes:
        drop = [(x + DROP[0], y + DROP[1]) for x, y in _softened(tile)]
        add(_DROP, closed(drop), Look(SHADE, opacity=0.22), "drop")
    face = closed(tile if building.ruin else _softened(tile))
    add(_TILE, face, tile_look(kind, sort, tone), f"{sort} {kind.word}")
    if building.ruin:
        cracks = opened(*_cracks(*inner))
        add(_CRACKS, cracks, crack_look(kind, tone), f"cracks {kind.word}")
    if surface == "half":
        half = closed([tile[0], tile[2], tile[3]])
        add(_HALF, half, tile_look(kind, "half", tone), f"half {kind.word}")
    if building.owner is not None and tone.cubes:
        # The owner's cube is small; where a square has a dozen pixels, the frame says whose it is.
        frame, style = _FRAMES[rank == 1], PLAYERS[building.owner]
        path = closed(rectangle(*_inside(shown, frame.inset)))
        add(_CASING, path, Look(line=style.edge, width=frame.width + frame.edge), "casing")
        add(_OWNER, path, Look(line=style.colour, width=frame.width), f"owner {building.owner}")
    # On one square glyph and cube share the room: the glyph moves to the upper left.
    middle = rank / 2 - (0.07 if rank == 1 and seats else 0.0)
    if _is_in(shown, rank / 2, rank / 2):
        glyph = placed(BUILDINGS[kind][rank], [(middle, middle)], [GLYPH_SIZE[rank]])
        add(_GLYPH, glyph, glyph_look(kind, surface, tone), f"glyph {surface} {kind.word}")
    size = SMALL_CUBE if rank == 1 else CUBE
    for place, seat in enumerate(seats if tone.cubes else ()):
        # In a row along the lower edge, from the right.
        x, y = rank - 0.05 - size / 2 - size * 1.12 * place, rank - 0.05 - size / 2
        if _is_in(shown, x, y):
            cube = cube_stroke(seat, [(x, y)], size)
            add(_CUBES, cube.path, cube.look, cube.label)
    return found


def _inside(box: Box, inset: float) -> Box:
    return box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset


def _is_in(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _cracks(x0: float, y0: float, x1: float, y1: float) -> list[list[Corner]]:
    """Diagonal lines over a ruin."""
    lines = []
    step, start = 0.36, x0 + y0
    count = int((x1 - x0 + y1 - y0) / step)
    for number in range(1, count + 1):
        total = start + number * step
        xa, xb = max(x0, total - y1), min(x1, total - y0)
        if xb - xa > 0.05:
            lines.append([(xa, total - xa), (xb, total - xb)])
    return lines


def _softened(tile: list[Corner]) -> list[Corner]:
    """A rectangle whose corners are cut a little, which looks round on the screen."""
    (left, top), _, (right, bottom), _ = tile
    cut = SOFT
    return [
        (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
        (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
    ]  # fmt: skip


class _Frame(NamedTuple):
    inset: float
    width: float
    edge: float


_FRAMES: Final = {False: _Frame(INSET + 0.09, 2.6, 1.2), True: _Frame(INSET + 0.02, 1.7, 0.7)}
"""Around the smallest tiles the frame is thin and at the edge: their picture needs the room."""

# ------------------------------------------------------------------ looks


@cache
def tile_look(kind: Kind, sort: str, tone: Tone = FULL) -> Look:
    """A tile, a printed hamlet (pale, with a thin line), a ruin (pale, dashed), half a ruin."""
    colour = KIND[kind]
    fill, width, dash = {
        "tile": (colour, 0.8, ()),
        "printed": (mixed(colour, PAPER, 0.80), 0.8, ()),
        "ruin": (mixed(colour, PAPER, 0.78), 1.0, (3.0, 1.6)),
        "half": (colour, 0.0, ()),
    }[sort]
    edge = mixed(colour, INK, 0.6) if sort != "printed" else colour
    line = mixed(edge, PAPER, tone.share)
    return Look(mixed(fill, PAPER, tone.share), line, width, dash)


@cache
def crack_look(kind: Kind, tone: Tone = FULL) -> Look:
    """The lines over a ruin."""
    return Look(line=mixed(KIND[kind], PAPER, max(0.35, tone.share)), width=0.8)


@cache
def glyph_look(kind: Kind, sort: str, tone: Tone = FULL) -> Look:
    """The glyph: light on a dark tile, dark on a light one."""
    if sort == "half":
        # It lies on both the dark half and the pale one.
        return Look(mixed(INK, PAPER, tone.share), PAPER, 0.7)
    dark = {"tile": GLYPH[kind]}.get(sort, mixed(KIND[kind], INK, 0.35))
    if sort == "tile" and tone.share and GLYPH[kind] == PAPER:
        return Look(PAPER)
    return Look(mixed(dark, PAPER, tone.share * 0.8))


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
