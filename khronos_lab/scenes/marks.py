"""Scene: a position and the marks on it, as facts. Nothing here knows how a mark is drawn.

A mark says what is so and where: this building went, this shadow was blocked by that clause, this
domain pays three coins to Ann. `drawing.scene` turns marks into strokes for matplotlib, and
`board` sends the same strokes to the browser. So a new view is a function that lists marks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from khronos_lab.core import STRIDE, Building, GameState, bits, column_of, first, row_of
from khronos_lab.rulebook import Age


class Piece(NamedTuple):
    """A building drawn in full where it stands, over pieces that are pale."""

    age: Age
    building: Building


class Ghost(NamedTuple):
    """A building that is gone."""

    age: Age
    building: Building


class Planned(NamedTuple):
    """A building that somebody wants; it hides neither the ground nor what stands there."""

    age: Age
    building: Building
    rough: int = 0
    """Its squares on forest, mountain and river, which matter to it."""
    there: tuple[Building, ...] = ()
    """What stands there: it is upgraded, or in the way."""


class Wished(NamedTuple):
    """A building that another turn would have put up."""

    age: Age
    building: Building


class Owners(NamedTuple):
    """The cubes on a building once more: whose it is must be seen above every line."""

    age: Age
    building: Building


class Highlight(NamedTuple):
    """An outline: what it means, where, and whether it is the event shown or an earlier one."""

    mark: str
    """A name in `drawing.MARKS`: `new`, `gone`, `shadow`, …"""
    age: Age
    mask: int
    strong: bool = True
    badge: bool = True
    """False for a strong line without its symbol."""


class NewPawn(NamedTuple):
    """An adventurer who has just arrived: the last of a seat's in an age."""

    age: Age
    seat: int
    number: int


class Arrow(NamedTuple):
    """A shadow on its way: its fate, where it goes, and the clause to show."""

    sort: str
    """A name in `drawing.ARROWS`: `cast`, `blocked`, …"""
    age: Age
    """Where it arrives."""
    building: Building
    clause: str = ""


class ShadowLink(NamedTuple):
    """An edge of the shadow graph: from a building to what has become of its shadow."""

    sort: str
    """A name in `drawing.ARROWS`."""
    age: Age
    """Where it arrives."""
    origin: Building
    """One age earlier."""
    square: int
    rank: int
    """Of what stands there, or of what would."""
    clause: str = ""


class Holding(NamedTuple):
    """Who controls a domain, and what it pays."""

    age: Age
    mask: int
    seats: tuple[int, ...]
    """Those entitled; none, one, or several that are tied."""
    collecting: tuple[int, ...]
    """Those of them who have an adventurer there."""
    amount: int

    @property
    def sort(self) -> str:
        """`controlled`, `contested` or `uncontrolled`."""
        if not self.seats:
            return "uncontrolled"
        return "controlled" if len(self.seats) == 1 else "contested"


class DomainArea(NamedTuple):
    """The squares of a domain, whoever controls it."""

    age: Age
    mask: int


class Touching(NamedTuple):
    """Two buildings that share sides: an edge of the domain graph."""

    age: Age
    one: Building
    other: Building
    sides: int


class Lettered(NamedTuple):
    """A domain with its letter and, if it is compared or pays, a number."""

    age: Age
    mask: int
    text: str
    number: int
    """Of the letters in one picture: each has a colour and a dash of its own."""
    inside: tuple[Building, ...] = ()


class SharedDomain(NamedTuple):
    """The domain that has room for one building of those in conflict."""

    age: Age
    mask: int


class Spotlight(NamedTuple):
    """Where to look."""

    age: Age
    mask: int


class Dot(NamedTuple):
    """A square where something may be done; a ring where only means are missing."""

    age: Age
    square: int
    sort: Literal["dot", "ring", "place"] = "dot"


class HeatMark(NamedTuple):
    """What a square is worth, from 0 to 1 of the best."""

    age: Age
    square: int
    share: float
    text: str = ""


class Erased(NamedTuple):
    """A cross where a paradox has left bare ground."""

    age: Age
    square: int


class Note(NamedTuple):
    """Words on a card in the middle of a building's squares: the clause that keeps it away."""

    age: Age
    building: Building
    text: str


class CubesHome(NamedTuple):
    """Cubes that leave a building for their owners' supplies."""

    age: Age
    building: Building
    seats: tuple[int, ...]


Mark = (
    Piece
    | Ghost
    | Planned
    | Wished
    | Owners
    | Highlight
    | NewPawn
    | Arrow
    | ShadowLink
    | Holding
    | DomainArea
    | Touching
    | Lettered
    | SharedDomain
    | Spotlight
    | Dot
    | HeatMark
    | Erased
    | Note
    | CubesHome
)

Pieces = Literal["full", "pale", "nodes", "none"]
"""Buildings as tiles, as pale tiles below other marks, as nodes of a graph, or not at all."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of the three boards: a position, how its pieces are shown, and marks on it."""

    state: GameState
    marks: tuple[Mark, ...] = ()
    pieces: Pieces = "full"
    fade: float = 0.0
    """How far the ground is mixed with paper."""

    def with_marks(self, *marks: Mark) -> Scene:
        """The same picture with more on it."""
        return replace(self, marks=(*self.marks, *marks))


def place_of(mark: Mark) -> tuple[Age, int, str]:
    """Where a mark lies: age, the square at its upper left corner, and what else tells it apart."""
    match mark:
        case Highlight(sort, age, mask):
            return age, corner_of(mask), f".{'h' if sort == 'shadow' else sort[0]}{_start(mask)}"
        case Holding(age, mask) | DomainArea(age, mask):
            return age, corner_of(mask), _start(mask)
        case Lettered(age, mask, text):
            return age, corner_of(mask), f".{text}"
        case SharedDomain(age, mask) | Spotlight(age, mask):
            return age, corner_of(mask), ""
        case Arrow(sort, age, building):
            return age, building.square, f".{sort}"
        case ShadowLink(_, age, origin, square):
            return age, square, f".{origin.square}"
        case Touching(age, one, other):
            return age, one.square, f".{other.square - one.square}"
        case Note(age, building, text):
            return age, building.square, f".{text}"
        case Dot(age, square) | HeatMark(age, square) | Erased(age, square):
            return age, square, ""
        case NewPawn(age):
            return age, 0, ""
        case _:
            return mark.age, mark.building.square, ""


def _start(mask: int) -> str:
    start = first(mask) - corner_of(mask)
    return f".{start}" if start else ""


@lru_cache(maxsize=20_000)
def corner_of(mask: int) -> int:
    """The square in the upper left corner of the box around a set of squares."""
    squares = list(bits(mask))
    return row_of(squares[0]) * STRIDE + min(map(column_of, squares))
