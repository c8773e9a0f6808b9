"""Scene: a position and the marks on it, as facts; and what each way to look at a moment shows.

A mark says what is so and where: this building went, this shadow was blocked by that clause, this
domain pays three coins to Ann. Nothing here knows how a mark is drawn: `drawing.scene` turns marks
into strokes for matplotlib, and `board` sends the same strokes to the browser.

`scene_of(frame, "control")` is the one door to the views. A new view is one more function in
`VIEWS`; figures, `scrub`, the page and the widgets offer it by its name, which the catalogues word
as `view-…`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from khronos_lab.analysis import Frame, building_changes, shadow_graph, shared_sides
from khronos_lab.core import (
    STRIDE,
    Action,
    Board,
    Build,
    Building,
    Demolish,
    Effect,
    EndTurn,
    Entry,
    GameState,
    Marks,
    Populate,
    Restore,
    Upgrade,
    bits,
    column_of,
    components,
    first,
    marks_of,
    row_of,
)
from khronos_lab.core import events as e
from khronos_lab.mechanics import dues
from khronos_lab.native import NativePosition
from khronos_lab.rulebook import AGES, MIGHT, PLAIN, REASON, Age, KhronosError, Kind, RuleSet


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
    rough: int = 0  # its squares on forest, mountain and river, which matter to it
    there: tuple[Building, ...] = ()  # what stands there: it is upgraded, or in the way


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

    mark: str  # a name in `drawing.MARKS`: `new`, `gone`, `shadow`, …
    age: Age
    mask: int
    strong: bool = True
    badge: bool = True  # false for a strong line without its symbol


class NewPawn(NamedTuple):
    """An adventurer who has just arrived: the last of a seat's in an age."""

    age: Age
    seat: int
    number: int


class Arrow(NamedTuple):
    """A shadow on its way: its fate, where it goes, and the clause to show."""

    sort: str  # a name in `drawing.ARROWS`: `cast`, `blocked`, …
    age: Age  # where it arrives
    building: Building
    clause: str = ""


class ShadowLink(NamedTuple):
    """An edge of the shadow graph: from a building to what has become of its shadow."""

    sort: str  # a name in `drawing.ARROWS`
    age: Age  # where it arrives
    origin: Building  # one age earlier
    square: int
    rank: int  # of what stands there, or of what would
    clause: str = ""


class Holding(NamedTuple):
    """Who controls a domain, and what it pays."""

    age: Age
    mask: int
    seats: tuple[int, ...]  # those entitled; none, one, or several that are tied
    collecting: tuple[int, ...]  # those of them who have an adventurer there
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
    number: int  # of the letters in one picture: each has a colour and a dash of its own
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
    """Words on a card in the middle of a building: the clause that keeps it away, say."""

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
    fade: float = 0.0  # how far the ground is mixed with paper

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


FADE: Final = 0.55  # how far the ground is mixed with paper below areas and graphs

# ------------------------------------------------------------------ what an event is about

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
"""By sort of event: the mark that stands for it."""


def highlights_of(event: e.Event, state: GameState, *, strong: bool = True) -> list[Highlight]:
    """What an event highlights; `state` is the one after it."""
    found = []
    for age, marks in zip(AGES, marks_of(event, state), strict=True):
        for field, mask in zip(Marks._fields, marks, strict=True):
            if mask:
                mark = domain_mark(event) if field == "domain" else field
                parts = components(mask)
                if field == "conflict":
                    there = state.boards[age].overlapping(mask)
                    parts = [each.mask for each in there] or parts
                found += [Highlight(mark, age, part, strong) for part in parts]
    return found


def domain_mark(event: e.Event) -> str:
    """What the `domain` of an event's marks means."""
    effect = event.about.effect
    return "join" if effect is None else EFFECT_MARKS[effect]


def trail(log: Sequence[Entry], state: GameState) -> list[Highlight]:
    """What earlier effects of the move did, thinly: only what came, went or was blocked."""
    found = [
        each
        for entry in log
        for each in highlights_of(entry.event, state, strong=False)
        if each.mark in ("new", "gone", "blocked")
    ]
    return list(dict.fromkeys(found))


def lost_by(event: e.Event, state: GameState) -> Iterator[Ghost]:
    """The building that an event took away, if nothing stands in its place."""
    if isinstance(event, e.Removal) and not state.boards[event.age].occupied & event.lost.mask:
        yield Ghost(event.age, event.lost)


def arrival(event: e.Event, state: GameState) -> Iterator[NewPawn]:
    """The adventurer whom an event brought."""
    if isinstance(event, e.AdventurerTravelled):
        count = state.players[event.seat].adventurers.count(event.target)
        yield NewPawn(event.target, event.seat, count - 1)


def arrows_of(log: Iterable[Entry]) -> list[Arrow]:
    """The arrows of a move, in the order of its log; Might has none before it."""
    return [
        Arrow(event.about.arrow, event.age, event.building, event.clause)
        for event, _, _ in log
        if event.about.arrow and isinstance(event, e.OfBuilding) and event.age is not MIGHT
    ]


def effects(log: Sequence[Entry], state: GameState) -> list[Mark]:
    """What a whole move did, on the position at its end: every place once for each mark."""
    found = [
        each
        for entry in log
        if entry.event.about.effect is not Effect.CONFLICTS
        for each in highlights_of(entry.event, state)
    ]
    fallen = {(each.age, each.mask) for each in found if each.mark in ("new", "blocked")}
    kept = [each for each in found if each.mark != "shadow" or (each.age, each.mask) not in fallen]
    gone = [each for entry in log for each in lost_by(entry.event, state)]
    trips = [each for entry in log for each in arrival(entry.event, state)]
    return [*gone, *dict.fromkeys(kept), *trips]


# ------------------------------------------------------------------ domains


def holdings(state: GameState) -> list[Holding]:
    """Every domain of every age, controlled or not."""
    return [
        Holding(
            age,
            mask,
            seats,
            tuple(seat for seat in seats if age in state.players[seat].adventurers),
            amount,
        )
        for age in AGES
        for mask, seats, amount in _dues(state.boards[age], state.boards[age].rules, age)
    ]


@lru_cache(maxsize=64)
def _dues(board: Board, rules: RuleSet, age: Age) -> list[tuple[int, tuple[int, ...], int]]:
    """Squares, entitled seats and tax of every domain; most steps of a game change one board."""
    pairs = zip(board.domains, dues(board, age), strict=True)
    return [(domain.mask, due.seats, due.amount) for domain, due in pairs]


# ------------------------------------------------------------------ views


def boards(frame: Frame, since: GameState) -> Scene:
    """The event of a frame, and in thin lines what its move did before."""
    event, state = frame.event, frame.state
    if event is None:
        return Scene(state)
    now = highlights_of(event, state)
    known = {(each.age, each.mask) for each in now}
    before = [each for each in trail(frame.so_far[:-1], state) if each[1:3] not in known]
    falls = falling(frame)
    shade = [] if falls in (None, event) else highlights_of(falls, state, strong=False)
    marks: tuple[Mark, ...] = (
        *shade,
        *lost_by(event, state),
        *before,
        *now,
        *arrival(event, state),
    )
    return Scene(state, marks)


def falling(frame: Frame) -> e.ShadowFalls | None:
    """The shadow that falls at a moment: its fate is not decided yet, or is to erase something."""
    for entry in reversed(frame.so_far):
        if isinstance(entry.event, e.ShadowFalls):
            return entry.event
        if entry.event.about.arrow not in (None, "erased"):
            return None
    return None


def shadows(frame: Frame, since: GameState) -> Scene:
    """The boards, with an arrow for each shadow of the move: on its way, or with its fate."""
    arrows, falls = arrows_of(frame.so_far), falling(frame)
    if falls is not None and falls.age is not MIGHT:
        arrows.append(Arrow("falls", falls.age, falls.building))
    return boards(frame, since).with_marks(*arrows)


def control(frame: Frame, since: GameState) -> Scene:
    """Every domain as an area of its controller, with the tax it would pay now."""
    return Scene(frame.state, tuple(holdings(frame.state)), "pale", FADE)


def domains(frame: Frame, since: GameState) -> Scene:
    """The domain graph: buildings as nodes, joined where they touch."""
    marks = (each for age in AGES for each in _graph(frame.state.boards[age], age))
    return Scene(frame.state, tuple(marks), "nodes", FADE)


@lru_cache(maxsize=64)
def _graph(board: Board, age: Age) -> list[Mark]:
    at = board.buildings
    return [
        *(DomainArea(age, each.mask) for each in board.domains),
        *(
            Touching(age, at[one], at[other], sides)
            for (one, other), sides in shared_sides(board).items()
        ),
    ]


def difference(frame: Frame, since: GameState) -> Scene:
    """What came since then in full colours, what went as ghosts, each marked; the rest is pale."""
    ghosts: list[Mark] = []
    shown: list[Mark] = []
    marks: list[Mark] = []
    for age in AGES:
        before, after = since.boards[age], frame.state.boards[age]
        changes = [] if before is after else list(building_changes(before, after, (age, age)))
        new = [each.second for each in changes if each.second and each.sort != "changed"]
        gone = [each.first for each in changes if each.first and each.sort != "changed"]
        touched = [each.second for each in changes if each.second and each.sort == "changed"]
        ghosts += [Ghost(age, each) for each in gone if not after.occupied & each.mask]
        shown += [Piece(age, each) for each in (*new, *touched)]
        covered = sum(each.mask for each in new)
        for each in gone:
            if not _grown(each, new):
                marks.append(Highlight("gone", age, each.mask & ~covered or each.mask))
        marks += [Highlight("new", age, each.mask) for each in new]
        marks += [Highlight("touched", age, each.mask) for each in touched]
    return Scene(frame.state, (*ghosts, *shown, *marks), "pale", FADE)


def _grown(building: Building, new: Sequence[Building]) -> bool:
    """True if a larger building of its kind covers it now: an upgrade takes nothing away."""
    return any(
        each.kind is building.kind and each.rank > building.rank and not building.mask & ~each.mask
        for each in new
    )


def shadow_chains(frame: Frame, since: GameState) -> Scene:
    """For every large building of a position, what has become of its shadow."""
    state = frame.state
    graph = shadow_graph(state)
    links = []
    for (_, start), (age, square), facts in graph.edges.data():
        sort = "cast" if facts["state"] == "copy" else facts["state"]
        origin = state.boards[Age(age - 1)].buildings[start]
        rank = graph.nodes[age, square]["rank"]
        clause = facts["clause"] if sort == "blocked" else ""
        links.append(ShadowLink(sort, age, origin, square, rank, clause or ""))
    return Scene(state, tuple(links), fade=FADE)


def build_values(
    state: GameState, kind: Kind | None = None, rank: int | None = None
) -> dict[tuple[Age, int], float]:
    """By age and first square: the coins that the best building there, or this one, brings.

    They are final coins that the player to act may expect, more than by ending the turn; the
    compiled engine values the positions.
    """
    tried, seat = NativePosition.of(state).try_all(), state.seat
    rest = max((coins[seat] for action, coins in tried if isinstance(action, EndTurn)), default=0.0)
    found: dict[tuple[Age, int], float] = {}
    for action, coins in tried:
        if isinstance(action, Build | Upgrade):
            if kind not in (None, action.kind) or rank not in (None, action.rank):
                continue
            place, value = (action.age, action.square), coins[seat] - rest
            found[place] = max(value, found.get(place, value))
    return found


def candidates(frame: Frame, since: GameState) -> Scene:
    """Where to build: the squares by what the best building there is worth."""
    values = {} if frame.state.over else build_values(frame.state)
    worth = {place: value for place, value in values.items() if value > 0.05}
    return heat(frame.state, worth or values, "+.1f")


def heat(state: GameState, values: Mapping[tuple[Age, int], float], text: str = "") -> Scene:
    """Squares by what a move there is worth: `text` formats a value for the best of them."""
    low, high = min((0.0, *values.values())), max((0.0, *values.values()))
    span = (high - low) or 1.0
    best = max(values, key=values.__getitem__, default=None)
    marks = (
        HeatMark(
            *place, (value - low) / span, format(value, text) if text and place == best else ""
        )
        for place, value in values.items()
    )
    return Scene(state, tuple(marks))


def better_turn(played: GameState, better: GameState) -> list[Mark]:
    """What another turn adds to the position after the one played, and what it leaves out."""
    found: list[Mark] = []
    for age in AGES:
        there = building_changes(played.boards[age], better.boards[age], (age, age))
        changes = [each for each in there if each.sort != "changed"]
        new = [each.second for each in changes if each.second is not None]
        covered = sum(each.mask for each in new)
        # What the other turn builds upon is not left out.
        old = [each.first.mask for each in changes if each.first is not None]
        found += [Highlight("left_out", age, mask) for mask in old if mask & ~covered]
        found += [Wished(age, each) for each in new]
    return found


View = Callable[[Frame, GameState], Scene]  # from a moment, and an earlier state to compare it with

VIEWS: Final[Mapping[str, View]] = MappingProxyType(
    {each.__name__: each for each in (boards, shadows, control, domains, difference)}
)
"""By name, as `view-…` of the words; a page has them all for every step."""
ASKED: Final[Mapping[str, View]] = MappingProxyType(
    {each.__name__: each for each in (candidates, shadow_chains)}
)
"""Those that are drawn when they are asked for: for every step they would be too much."""


def scene_of(frame: Frame, view: str = "boards", since: GameState | None = None) -> Scene:
    """The picture of a moment in a view; `difference` compares with `since` or the move before."""
    found = VIEWS.get(view) or ASKED.get(view)
    if found is None:
        raise KhronosError(f"there is no view {view!r}; there are {', '.join((*VIEWS, *ASKED))}")
    if since is None:
        since = frame.state if frame.span is None else frame.span.before
    return found(frame, since)


# ------------------------------------------------------------------ plans, and where to look


def plan_marks(
    state: GameState, action: Action, mark: str = "", *, badge: bool = True
) -> list[Mark]:
    """The footprint of an action: pale what would come, an outline around it.

    Without a `mark` of its own it has no symbol: that would say too much before there is one.
    """
    if isinstance(action, Build | Upgrade):
        new = Building(action.kind, action.rank, action.square, None, False, (), False)
        there = tuple(state.boards[action.age].overlapping(new.mask))
        rough = sum(1 << sq for sq in new.squares if state.grid.terrain(sq) is not PLAIN)
        outline = Highlight(mark or "shadow", action.age, new.mask, badge=bool(mark) and badge)
        return [Planned(action.age, new, rough, there), outline]
    if isinstance(action, Demolish):
        age = action.age
    elif isinstance(action, Populate | Restore):
        age = REASON
    else:
        return []
    building = state.boards[age].at(action.square)
    if building is None:
        return []
    usual = "gone" if isinstance(action, Demolish) else "touched"
    return [Highlight(mark or usual, age, building.mask, badge=badge), Owners(age, building)]


def allowed_marks(now: Mapping[Age, int], lacking: Mapping[Age, int]) -> list[Dot]:
    """Dots where a wish may be done, rings where only means are missing."""
    dots = [Dot(age, sq) for age in AGES for sq in bits(now.get(age, 0))]
    rings = [Dot(age, sq, "ring") for age in AGES for sq in bits(lacking.get(age, 0))]
    return [*dots, *rings]


def spotlights(state: GameState, squares: Iterable[tuple[Age, int]]) -> Iterator[Mark]:
    """Everything to look at: buildings as a whole with their owners, and bare squares."""
    masks: dict[Age, int] = {}
    for age, sq in squares:
        masks[age] = masks.get(age, 0) | 1 << sq
    for age, mask in masks.items():
        there = state.boards[age].overlapping(mask)
        bare = mask & ~state.boards[age].occupied
        for part in [*components(bare), *(each.mask for each in there)]:
            yield Spotlight(age, part)
        for each in there:
            yield Owners(age, each)


def lettered(state: GameState, age: Age, firsts: Sequence[int]) -> list[Lettered]:
    """The domains of a state with these first squares; one alone needs no letter."""
    board = state.boards[age]
    masks = [board.domain_at(sq).mask for sq in firsts if board.occupied >> sq & 1]
    return letters_on(state, age, list(dict.fromkeys(masks))) if len(masks) > 1 else []


def letters_on(
    state: GameState, age: Age, masks: Sequence[int], more: Sequence[str] = ()
) -> list[Lettered]:
    """Sets of squares with the letters A, B, … and perhaps a number each; no letter for none."""
    words = more or [""] * len(masks)
    texts = [
        (mask, f"{chr(ord('A') + number)}{words[number]}")
        for number, mask in enumerate(masks)
        if mask
    ]
    board = state.boards[age]
    return [
        Lettered(age, mask, text, number, tuple(board.overlapping(mask)))
        for number, (mask, text) in enumerate(texts)
    ]


def obstacle_marks(
    state: GameState, age: Age, domains: Sequence[int], squares: Iterable[int]
) -> list[Mark]:
    """What a broken clause is about: its domains by letter, or else its squares."""
    areas = lettered(state, age, domains)
    return [*areas] or [*spotlights(state, ((age, sq) for sq in squares))]
