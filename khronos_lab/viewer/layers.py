"""Layers and views: what lies on the boards at a moment, as keys and items that a browser can draw.

A layer is a function from a `Moment` to items by key; a view is a list of layers. So a new view is
one function here and one entry of `VIEWS`: the browser knows neither, it adds up what is new from
step to step and draws the layers of the chosen view, one above the other.

A key is the letter of its layer, then mostly a place (`b0.34`: age 0, square 34). An item is the
number of a shape, drawn at the place of its key; or a list of the shape, x, y and perhaps facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from operator import is_not
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from khronos_lab.analysis import Frame, shared_sides
from khronos_lab.core import (
    STRIDE,
    Board,
    Building,
    Entry,
    GameState,
    bits,
    column_of,
    first,
    row_of,
)
from khronos_lab.drawing import (
    JOURNEY_SIZE,
    MARKS,
    PAWN,
    Arrow,
    Changes,
    Highlight,
    Holding,
    Stroke,
    Table,
    Window,
    area,
    arrow_line,
    arrows_of,
    badge,
    badge_spot,
    buildings,
    card,
    changes_between,
    clause_card_spot,
    domain_area,
    edge_stroke,
    ghost,
    highlights_of,
    holdings,
    journey_spot,
    lost_by,
    node_strokes,
    outline_strokes,
    pawn_size,
    pawn_spot,
    pawn_stroke,
    tax_card,
    tax_card_spot,
    trail,
)
from khronos_lab.rulebook import AGES, FAITH, MIGHT
from khronos_lab.viewer.shapes import Key, Placed, Shapes, Traced, short

Item = int | list[Any]
Items = dict[str, Item]
Part = Stroke | Traced | Placed

_CLOSE: Final = Table(Window(0, 0, 3, 3))
"""Room for one building."""


class Moment:
    """A frame, and what its layers are made with; what several of them need is found once."""

    def __init__(
        self, frame: Frame, since: GameState, table: Table, shapes: Shapes, held: list[Holding]
    ) -> None:
        self.frame, self.state, self.table, self.shapes = frame, frame.state, table, shapes
        self.held = held
        self.happened: tuple[Entry, ...] = frame.so_far
        self.shining = [] if frame.event is None else highlights_of(frame.event, self.state)
        """What the event lets shine."""
        self.changes: Changes = changes_between(since, self.state)
        """What is new since the turn before."""


# ------------------------------------------------------------------ pieces


def pieces(moment: Moment) -> Items:
    """Buildings, ruins and printed hamlets with their cubes."""
    return _by_board(
        "b",
        moment,
        lambda age, board: {f"b{age}.{each.square}": piece(each, moment.shapes) for each in board},
    )


def _by_board(sort: str, moment: Moment, find: Callable[[int, Board], Items]) -> Items:
    """The items of all ages, of which each follows from its board alone."""
    found: Items = {}
    for age in map(int, AGES):
        board = moment.state.boards[age]
        found |= moment.shapes.once(f"{sort}{age}", board, partial(find, age, board))
    return found


def piece(building: Building, shapes: Shapes) -> int:
    """The shape of a building, seen from its first corner."""
    return shapes.item(("building", building), partial(_piece, building, shapes))


def _piece(building: Building, shapes: Shapes) -> int:
    here = building._replace(square=0)
    return shapes.of(("piece", here), lambda: buildings([(MIGHT, here)], _CLOSE))


def pawns(moment: Moment) -> Items:
    """The adventurers above the boards."""
    players = moment.state.players
    found: Items = {}
    for seat, player in enumerate(players):
        key, find = ("pawns", seat, player.adventurers), partial(_pawns, moment, seat)
        found |= moment.shapes.item(key, find)
    return found


def _pawns(moment: Moment, seat: int) -> Items:
    players = moment.state.players
    shape = pawn(seat, moment.shapes, pawn_size(moment.table, len(players)))
    return {
        f"w{seat}{int(age)}{each}": [
            shape, *short(pawn_spot(moment.table, len(players), age, seat, each)),
        ]
        for age in AGES
        for each in range(players[seat].adventurers.count(age))
    }  # fmt: skip


def pawn(seat: int, shapes: Shapes, size: float = PAWN) -> int:
    """The shape of an adventurer, seen from its middle."""
    return shapes.of(("pawn", seat, size), lambda: [pawn_stroke(seat, [(0, 0)], size)])


def _ghost(building: Building, shapes: Shapes) -> int:
    here = building._replace(square=0, cubes=(), owner=None)
    return shapes.of(("ghost", here), lambda: ghost(_CLOSE, MIGHT, here))


# ------------------------------------------------------------------ what happens


def ghosts(moment: Moment) -> Items:
    """What the event took away, pale."""
    event = moment.frame.event
    gone = None if event is None else lost_by(event, moment.state)
    if gone is None:
        return {}
    return {f"g{int(gone[0])}.{gone[1].square}": _ghost(gone[1], moment.shapes)}


def before(moment: Moment) -> Items:
    """Thin lines around what earlier effects of the same move did."""
    known = {each[1:3] for each in moment.shining}
    earlier = trail(moment.happened[:-1], moment.state)
    return _marked("t", [each for each in earlier if each[1:3] not in known], moment)


def marks(moment: Moment) -> Items:
    """Lines around what the event is about, with their symbols."""
    found = _marked("m", moment.shining, moment)
    event = moment.frame.event
    spot = None if event is None else journey_spot(event, moment.state, moment.table)
    if spot is not None:
        found["mw"] = [_badge("new", JOURNEY_SIZE, moment.shapes), *short(spot)]
    return found


def _marked(letter: str, highlights: Iterable[Highlight], moment: Moment) -> Items:
    found: Items = {}
    for each in highlights:
        place, shape = moment.shapes.item(("marked", each), partial(_mark, each, moment))
        found[f"{letter}{place}"] = shape
    return found


def _mark(highlight: Highlight, moment: Moment) -> tuple[str, int]:
    """The place and the shape of a mark."""
    table, shapes = moment.table, moment.shapes
    corner = _corner(highlight.mask)
    here = highlight._replace(age=MIGHT, mask=highlight.mask >> corner)
    x, y = table.corner(highlight.age, corner)
    across, down = badge_spot(highlight, table)
    # At the edge of a board a symbol moves, so where it lies is part of the shape.
    spot = short((across - x, down - y)) if highlight.strong else []

    def draw() -> Iterator[Part]:
        yield from outline_strokes(here, table)
        if spot:
            yield Placed(_badge(here.mark, None, shapes), *spot)

    # Marks of one place differ in their sort, or in where their squares begin.
    start = first(highlight.mask) - corner
    sort = f"{_SORTS[highlight.mark]}.{start}" if start else _SORTS[highlight.mark]
    shape = shapes.of(("marked", here, *spot), draw)
    return f"{int(highlight.age)}.{corner}.{sort}", shape


_SORTS: Final = {mark: str(number) for number, mark in enumerate(MARKS)}


def _badge(mark: str, size: float | None, shapes: Shapes) -> int:
    sized = () if size is None else (size,)
    return shapes.of(("badge", mark, size), lambda: badge(mark, (0.0, 0.0), *sized))


@lru_cache(4096)
def _corner(mask: int) -> int:
    """The square in the upper left corner of the box around a set of squares."""
    squares = list(bits(mask))
    return row_of(squares[0]) * STRIDE + min(map(column_of, squares))


def arrows(moment: Moment) -> Items:
    """Where the shadows of the move went, and the clauses that forbade them."""
    lines: Items = {}
    cards: Items = {}
    for arrow in arrows_of(moment.happened):
        if arrow.age is not MIGHT:
            key = f"{int(arrow.age)}.{arrow.building.square}.{arrow.sort}"
            lines[f"a{key}"] = _arrow(arrow, moment)
            spot = clause_card_spot(arrow, moment.table)
            if spot is not None:
                cards[f"c{key}"] = [_clause(arrow.clause, moment.shapes), *short(spot)]
    return lines | cards


def _arrow(arrow: Arrow, moment: Moment) -> int:
    table, rank = moment.table, arrow.building.rank
    here = Arrow(arrow.sort, FAITH, arrow.building._replace(square=0))
    key, corner = ("arrow", arrow.sort, rank), table.corner(FAITH, 0)
    return moment.shapes.of(key, lambda: arrow_line(here, table), *corner)


def _clause(clause: str, shapes: Shapes) -> int:
    return shapes.of(("clause", clause), lambda: card(clause, (0.0, 0.0)))


# ------------------------------------------------------------------ control


def control(moment: Moment) -> Items:
    """Every domain in the marks of its holders, with what it pays."""
    table, shapes = moment.table, moment.shapes

    def find() -> Items:
        return dict(
            shapes.item(("held", each), partial(_domain, each, table, shapes))
            for each in moment.held
        )

    return shapes.once("d", moment.held, find)


def _domain(holding: Holding, table: Table, shapes: Shapes) -> tuple[str, int]:
    """The key and the shape of a domain."""
    corner, start = _corner(holding.mask), first(holding.mask)
    place = f"d{int(holding.age)}.{corner}" + (f".{start - corner}" if start != corner else "")
    here = holding._replace(age=MIGHT, mask=holding.mask >> corner)
    x, y = table.corner(holding.age, corner)
    across, down = tax_card_spot(holding, table)
    spot = short((across - x, down - y))

    def draw() -> Iterator[Part]:
        yield Placed(_area(here.mask, here.seats, table, shapes))
        if holding.seats or holding.amount:
            yield Placed(_tax(holding, table, shapes), *spot)

    return place, shapes.of(("domain", here.mask, *here[2:], *spot), draw)


def _area(mask: int, seats: tuple[int, ...], table: Table, shapes: Shapes) -> int:
    here = Holding(MIGHT, mask, seats, (), 0)
    return shapes.of(("area", mask, seats), lambda: area(here, table))


def _tax(holding: Holding, table: Table, shapes: Shapes) -> int:
    def draw() -> list[Stroke]:
        return [stroke for part in tax_card(holding, table) for stroke in part]

    key = ("tax", holding.amount, holding.seats, bool(holding.collecting))
    return shapes.of(key, draw, *tax_card_spot(holding, table))


# ------------------------------------------------------------------ the domain graph


def edges(moment: Moment) -> Items:
    """Lines between buildings that touch."""

    def find(age: int, board: Board) -> Items:
        at = board.buildings
        return {
            f"h{age}.{one}.{other - one}": _edge(at[one], at[other], sides, moment.shapes)
            for (one, other), sides in shared_sides(board).items()
        }

    return _by_board("h", moment, find)


def node(key: Key, shapes: Shapes, _: Table) -> int:
    """A building as a node, by the key of its piece."""
    return shapes.of(("node", key[1]), lambda: node_strokes(key[1]))


def domain_ground(key: Key, shapes: Shapes, table: Table) -> int:
    """The plain area of a domain, by the key of its shape in the layer of control."""
    mask, seats = key[1:3]
    look = domain_area(table, MIGHT, mask).look
    return shapes.of(("graph", mask), lambda: [Traced(_area(mask, seats, table, shapes), look)])


def _edge(one: Building, other: Building, sides: int, shapes: Shapes) -> int:
    right = column_of(other.square) - column_of(one.square)
    down = row_of(other.square) - row_of(one.square)
    start = (one.rank / 2, one.rank / 2)
    end = (right + other.rank / 2, down + other.rank / 2)
    return shapes.of(("edge", start, end, sides), lambda: [edge_stroke([[start, end]], sides)])


# ------------------------------------------------------------------ the difference


def difference(moment: Moment) -> Items:
    """What came and changed since the turn before in full, what went pale, and their marks."""
    found: Items = {}
    for age, building in moment.changes.ghosts:
        found[f"o{int(age)}.{building.square}"] = _ghost(building, moment.shapes)
    for age, building in moment.changes.shown:
        found[f"p{int(age)}.{building.square}"] = piece(building, moment.shapes)
    return found | _marked("q", moment.changes.marks, moment)


# ------------------------------------------------------------------ the registry


class Layer(NamedTuple):
    """A layer: the letters its keys begin with, lowest first, and what makes its items."""

    letters: str
    items: Callable[[Moment], Items] = lambda moment: {}


LAYERS: Final[Mapping[str, Layer]] = MappingProxyType(
    {
        "pieces": Layer("b", pieces),
        "ghosts": Layer("g", ghosts),
        "pawns": Layer("w", pawns),
        "before": Layer("t", before),
        "arrows": Layer("ac", arrows),
        "marks": Layer("m", marks),
        "control": Layer("d", control),
        "areas": Layer("f"),
        "edges": Layer("h", edges),
        "nodes": Layer("i"),
        "difference": Layer("opq", difference),
    }
)


class Twin(NamedTuple):
    """A layer that shows what another one has, in other shapes: nothing of it has to be told."""

    letter: str
    """Of the other layer."""
    sort: str
    """What the keys of its shapes begin with."""
    shape: Callable[[Key, Shapes, Table], int]


TWINS: Final[Mapping[str, Twin]] = MappingProxyType(
    {"f": Twin("d", "domain", domain_ground), "i": Twin("b", "piece", node)}
)
"""By letter."""


class View(NamedTuple):
    """A way to look at a moment: its layers, the lowest first, and what is shown pale."""

    layers: tuple[str, ...]
    pale: str = ""
    """Letters of layers; `_` stands for the ground."""


VIEWS: Final[Mapping[str, View]] = MappingProxyType(
    {
        "boards": View(("pieces", "ghosts", "pawns", "before", "marks")),
        "shadows": View(("pieces", "ghosts", "pawns", "before", "arrows", "marks")),
        "control": View(("pieces", "pawns", "control"), "_b"),
        "domains": View(("pawns", "areas", "edges", "nodes"), "_"),
        "difference": View(("pieces", "pawns", "difference"), "_b"),
    }
)
"""By name, as `view-…` of the words."""


def all_items(moment: Moment) -> Items:
    """The items of all layers."""
    found: Items = {}
    for layer in LAYERS.values():
        found |= layer.items(moment)
    return found


class Holdings:
    """Who holds what; most steps change neither boards nor the places of adventurers."""

    def __init__(self) -> None:
        self._seen: list[object] = []
        self._held: list[Holding] = []

    def of(self, state: GameState) -> list[Holding]:
        """Every domain of a state with its holders."""
        seen: list[object] = [*state.boards, *(player.adventurers for player in state.players)]
        if len(seen) != len(self._seen) or any(map(is_not, seen, self._seen)):
            self._seen, self._held = seen, holdings(state)
        return self._held


def change(old: Items, new: Items) -> tuple[Items | dict[str, Any], str]:
    """What is new, with None for a key that is gone; and the letters of layers to empty before.

    A layer of which nothing stays is emptied in one go.

    >>> change({"b0.3": 7, "m0.3": 1, "m0.5": 2}, {"b0.3": 7, "m0.9": 1})
    ({'m0.9': 1}, 'm')
    >>> change({"b0.3": 7, "b0.4": 7}, {"b0.4": 8, "b0.5": 7})
    ({'b0.4': 8, 'b0.5': 7, 'b0.3': None}, '')
    """
    stay = {key[0] for key in old if key in new}
    emptied = "".join(sorted({key[0] for key in old} - stay))
    found: dict[str, Any] = {key: item for key, item in new.items() if old.get(key) != item}
    gone = {key: None for key in old if key not in new and key[0] in stay}
    return found | gone, emptied
