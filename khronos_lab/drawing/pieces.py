"""Pieces: everything that stands on the boards, as strokes. Pure functions, no figure needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from khronos_lab.core import Building, GameState, cubes_on
from khronos_lab.drawing.board_layout import TOP, Table
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
from khronos_lab.rulebook import AGES, KINDS, RANKS, Age, Kind

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


def buildings(
    pairs: Iterable[tuple[Age, Building]], table: Table, tone: Tone = FULL
) -> list[Stroke]:
    """These buildings with their cubes, each in its age."""
    parts = _Parts()
    for age, building in pairs:
        _sort(parts, table, age, building)
    return list(_strokes(parts, tone))


def cubes(pairs: Iterable[tuple[Age, Building]], table: Table) -> list[Stroke]:
    """Only the cubes on these buildings, to be drawn once more above an outline."""
    parts = _Parts()
    for age, building in pairs:
        _sort(parts, table, age, building)
    return list(_cubes(parts))


class _Parts:
    """What is to be drawn in one look each."""

    def __init__(self) -> None:
        self.tiles: dict[tuple[Kind, str], list[list[Corner]]] = defaultdict(list)
        self.drops: list[list[Corner]] = []
        """The shade that tiles throw on the ground."""
        self.cracks: dict[Kind, list[list[Corner]]] = defaultdict(list)
        self.frames: dict[tuple[int, bool], list[list[Corner]]] = defaultdict(list)
        """By owner, and whether the building is small."""
        self.glyphs: dict[tuple[Kind, int, str], list[Corner]] = defaultdict(list)
        self.cubes: dict[int, list[tuple[Corner, float]]] = defaultdict(list)
        """By seat: places and sizes."""


def _sort(parts: _Parts, table: Table, age: Age, building: Building) -> None:
    """Put a building where it belongs."""
    x, y = table.corner(age, building.square)
    rank, kind = building.rank, building.kind
    box = table.clipped(age, x, y, x + rank, y + rank)
    if box is None:
        return
    x0, y0, x1, y1 = box
    sort = _sort_of(building)
    tile = rectangle(x0 + INSET, y0 + INSET, x1 - INSET, y1 - INSET)
    soft = tile if building.ruin else _softened(tile)
    parts.tiles[kind, "ruin" if building.ruin else sort].append(soft)
    if sort == "tile":
        parts.drops.append([(a + DROP[0], b + DROP[1]) for a, b in soft])
    if building.ruin:
        parts.cracks[kind] += _cracks(x0 + INSET, y0 + INSET, x1 - INSET, y1 - INSET)
        if building.cubes:
            parts.tiles[kind, "half"].append([tile[0], tile[2], tile[3]])
    if building.owner is not None:
        inset = _FRAMES[rank == 1].inset
        frame = rectangle(x0 + inset, y0 + inset, x1 - inset, y1 - inset)
        parts.frames[building.owner, rank == 1].append(frame)
    middle = (x + rank / 2, y + rank / 2)
    seats = cubes_on(building)
    # On one square glyph and cube share the room: the glyph moves to the upper left.
    shift = 0.07 if rank == 1 and seats else 0.0
    if table.shows(age, *middle):
        parts.glyphs[kind, rank, sort].append((middle[0] - shift, middle[1] - shift))
    size = SMALL_CUBE if rank == 1 else CUBE
    for seat, spot in zip(seats, _spots(len(seats), x + rank, y + rank, size), strict=True):
        if table.shows(age, *spot):
            parts.cubes[seat].append((spot, size))


def _sort_of(building: Building) -> str:
    if building.ruin:
        return "half" if building.cubes else "ruin"
    return "printed" if building.printed else "tile"


def _spots(number: int, right: float, bottom: float, size: float) -> list[Corner]:
    """Where cubes lie: in a row along the lower edge, from the right."""
    right, bottom = right - 0.05 - size / 2, bottom - 0.05 - size / 2
    step = size * 1.12
    return [(right - step * place, bottom) for place in range(number)]


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


def _strokes(parts: _Parts, tone: Tone) -> Iterator[Stroke]:
    if parts.drops and tone.cubes:
        yield Stroke(closed(*parts.drops), Look(SHADE, opacity=0.22), "drop")
    for kind in KINDS:
        for sort in ("tile", "printed", "ruin", "half"):
            tiles = parts.tiles.get((kind, sort))
            if tiles:
                look = tile_look(kind, sort, tone)
                yield Stroke(closed(*tiles), look, f"{sort} {kind.word}")
                if sort == "ruin":
                    cracks = opened(*parts.cracks[kind])
                    yield Stroke(cracks, crack_look(kind, tone), f"cracks {kind.word}")
    if tone.cubes:
        yield from _owners(parts)
    for kind in KINDS:
        yield from _glyphs(parts, kind, tone)
    if tone.cubes:
        yield from _cubes(parts)


class _Frame(NamedTuple):
    inset: float
    width: float
    edge: float


_FRAMES: Final = {False: _Frame(INSET + 0.09, 2.6, 1.2), True: _Frame(INSET + 0.02, 1.7, 0.7)}
"""Around the smallest tiles the frame is thin and at the edge: their picture needs the room."""


def _owners(parts: _Parts) -> Iterator[Stroke]:
    """A frame inside each building in its owner's colour.

    The owner's cube is small; where a square has a dozen pixels, the frame says whose it is.
    """
    for seat, small in sorted(parts.frames):
        style, path = PLAYERS[seat], closed(*parts.frames[seat, small])
        _, width, edge = _FRAMES[small]
        casing = Look(line=style.edge, width=width + edge)
        yield Stroke(path, casing, "casing")
        yield Stroke(path, Look(line=style.colour, width=width), f"owner {seat}")


def _glyphs(parts: _Parts, kind: Kind, tone: Tone) -> Iterator[Stroke]:
    """One stroke for all glyphs of a kind that share a colour."""
    for sort in ("tile", "printed", "ruin", "half"):
        paths = []
        for rank in RANKS:
            spots = parts.glyphs.get((kind, rank, sort), [])
            if spots:
                sizes = [GLYPH_SIZE[rank]] * len(spots)
                paths.append(placed(BUILDINGS[kind][rank], spots, sizes))
        if paths:
            look = glyph_look(kind, sort, tone)
            yield Stroke(together(paths), look, f"glyph {sort} {kind.word}")


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
    return _cube_stroke(seat, [(spot, size) for spot in spots])


def _cubes(parts: _Parts) -> Iterator[Stroke]:
    return (_cube_stroke(seat, parts.cubes[seat]) for seat in sorted(parts.cubes))


def _cube_stroke(seat: int, cubes: list[tuple[Corner, float]]) -> Stroke:
    style = PLAYERS[seat]
    path = placed(CUBES[seat], [spot for spot, _ in cubes], [size for _, size in cubes])
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
