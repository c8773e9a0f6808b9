"""What a lesson draws on the boards: pieces, the plan, where to look, domains by letter.

Everything is made of the strokes of `khronos_lab.drawing`; here they are chosen for somebody who
sees them for the first time, so there are more of them than in a replay: who is compared with whom,
and where to look. The effects of a move, one after the other, are drawn by `lessons.steps`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from khronos_lab.analysis import Timeline
from khronos_lab.core import (
    Action,
    Build,
    Building,
    Demolish,
    GameState,
    Populate,
    Restore,
    Upgrade,
    components,
    first,
)
from khronos_lab.core import events as e
from khronos_lab.drawing import (
    NOTHING,
    PAPER,
    TOP,
    Corner,
    Highlight,
    Look,
    Stroke,
    Table,
    buildings,
    card,
    cubes,
    ghost,
    pawn_stroke,
    shine,
)
from khronos_lab.rulebook import AGES, PLAIN, REASON, Age

DOMAINS: Final = (
    ("#5B2A86", ()),
    ("#9A3B00", (7.0, 2.5)),
    ("#00556B", (2.5, 1.6)),
    ("#3F5F00", (7.0, 2.0, 2.0, 2.0)),
)
"""Colour and dash of domains that are told apart; each has its letter, too."""
CARD: Final = 0.4
"""Squares: how high the letters of a card are."""
LOOK: Final = "#8A00C2"
"""Where to look."""


PAWN: Final = 0.8
_PAWN_STEP: Final = 0.58
_SEAT_STEP: Final = 1.3
LOW_TOP: Final = 2.0
"""Squares above boards that need no row of their own for pawns."""
SHEER: Final = 0.4
"""How dense the pale tile of a plan is on forest, mountain and river, which matter to it."""


class Area(NamedTuple):
    """A domain with its letter and, if it is compared or pays, a number."""

    age: Age
    mask: int
    text: str


# ------------------------------------------------------------------ who stands where


def position(state: GameState, table: Table) -> list[Stroke]:
    """All pieces of a state; pawns are smaller than in a replay, where boards are wider."""
    standing = [
        stroke
        for age in AGES
        for building in state.boards[age].buildings.values()
        for stroke in _standing(table, age, building)
    ]
    return [*standing, *_pawns(state, table)]


def _pawns(state: GameState, table: Table) -> list[Stroke]:
    """The adventurers, one by one, with a pale line that parts them from a dark page."""
    pawns = [
        pawn_stroke(seat, [pawn_spot(table, len(state.players), age, seat, number)], PAWN)
        for seat, player in enumerate(state.players)
        for age in AGES
        for number in range(player.adventurers.count(age))
    ]
    halos = [Stroke(each.path, Look(line=PAPER, width=2.6), "halo") for each in pawns]
    return [*halos, *pawns]


@lru_cache(maxsize=2048)
def _standing(table: Table, age: Age, building: Building) -> tuple[Stroke, ...]:
    """One building by itself: its strokes have the same shapes wherever it stands."""
    return tuple(buildings([(age, building)], table))


def pawn_spot(table: Table, players: int, age: Age, seat: int, number: int) -> Corner:
    """The place of a pawn: beside the name of the age, or above it where there is no room."""
    right = table.left(age) + table.window.columns
    x = right - (players - seat) * _SEAT_STEP + 0.4 + number * _PAWN_STEP
    return x, -2.05 if table.top >= TOP else -1.3


def room_beside(table: Table, players: int, title: float) -> bool:
    """True if everybody's pawns fit beside the name of an age, which is `title` squares wide."""
    return table.window.columns - title - 0.15 >= players * _SEAT_STEP


# ------------------------------------------------------------------ before the move


def question_strokes(state: GameState, action: Action, table: Table) -> list[Stroke]:
    """The position, and what somebody wants to do."""
    return [*position(state, table), *plan_strokes(state, action, table)]


def plan_strokes(state: GameState, action: Action, table: Table, mark: str = "") -> list[Stroke]:
    """The footprint of an action: pale what would come, an outline around it."""
    if isinstance(action, Build | Upgrade):
        new = Building(action.kind, action.rank, action.square, None, False, (), False)
        outline = shine([Highlight(mark or "shadow", action.age, new.mask)], table)
        # The symbol of a shadow would say too much before there is one.
        plain = [each for each in outline if mark or each.label in ("halo", "shadow")]
        return [*_planned(state, action.age, new, table), *plain]
    found = _target(state, action)
    if found is None:
        return []
    age, building = found
    usual = "gone" if isinstance(action, Demolish) else "touched"
    outline = shine([Highlight(mark or usual, age, building.mask)], table)
    return [*outline, *cubes([found], table)]


def _planned(state: GameState, age: Age, new: Building, table: Table) -> list[Stroke]:
    """A building that somebody wants: pale, and it hides neither the ground nor what stands there.

    What is upgraded, or in the way, is what the move is about: it lies above the pale tile, whose
    own picture would be taken for a second building.
    """
    there = [(age, each) for each in state.boards[age].overlapping(new.mask)]
    rough = sum(1 << sq for sq in new.squares if state.grid.terrain(sq) is not PLAIN)
    strokes = []
    for stroke in ghost(table, age, new):
        if not stroke.label.startswith("ghost tile"):
            strokes += [] if there else [stroke]
            continue
        for mask, opacity in ((new.mask & ~rough, 1.0), (rough, SHEER)):
            if mask:
                look = stroke.look._replace(line=NOTHING, opacity=opacity)
                strokes.append(Stroke(table.outline(age, mask), look, stroke.label))
    return [*strokes, *buildings(there, table)]


def _target(state: GameState, action: Action) -> tuple[Age, Building] | None:
    """The building that an action is about, if there is one."""
    if isinstance(action, Demolish):
        building = state.boards[action.age].at(action.square)
        return None if building is None else (action.age, building)
    if isinstance(action, Populate | Restore):
        building = state.boards[REASON].at(action.square)
        return None if building is None else (REASON, building)
    return None


def look_strokes(
    state: GameState, squares: Iterable[tuple[Age, int]], table: Table
) -> list[Stroke]:
    """A thick line around everything to look at: buildings as a whole, and bare squares.

    Whose a building is must be seen all the same, so its cubes lie above the line.
    """
    masks: dict[Age, int] = {}
    for age, sq in squares:
        masks[age] = masks.get(age, 0) | 1 << sq
    strokes = []
    outlined: list[tuple[Age, Building]] = []
    for age, mask in masks.items():
        there = state.boards[age].overlapping(mask)
        bare = mask & ~state.boards[age].occupied
        outlined += [(age, each) for each in there]
        for part in [*components(bare), *(each.mask for each in there)]:
            path = table.outline(age, part, 0.03)
            strokes.append(Stroke(path, Look(line=PAPER, width=5.4), "halo"))
            strokes.append(Stroke(path, Look(line=LOOK, width=3.0), "look"))
    return [*strokes, *cubes(outlined, table)]


# ------------------------------------------------------------------ domains


def areas_of(timeline: Timeline, index: int) -> list[Area]:
    """The domains that an effect is about, each with its letter and what it counts."""
    frame = timeline[index]
    event, state = frame.event, frame.state
    if isinstance(event, e.DomainsJoined):
        masks = _originals(timeline, index, event.age, event.domains)
        return _areas([_left(state, event.age, mask) for mask in masks], event.age)
    if isinstance(event, e.StrengthsCompared):
        firsts = [sq for sq, _ in event.strengths]
        masks = _originals(timeline, index, event.age, firsts)
        numbers = [f" {strength}" for _, strength in event.strengths]
        return _areas([_left(state, event.age, mask) for mask in masks], event.age, numbers)
    if isinstance(event, e.DomainSplit | e.ShadowBlocked):
        return lettered(state, event.age, event.domains)
    if isinstance(event, e.Tax):
        sign = "+" if event.changes else "0 / "
        mask = state.boards[event.age].domain_at(event.domain).mask
        return [Area(event.age, mask, f"{sign}{event.amount}")]
    return []


def _originals(timeline: Timeline, index: int, age: Age, firsts: Sequence[int]) -> list[int]:
    """The domains with these first squares, as they last were while they were apart."""
    for earlier in range(index, -1, -1):
        board = timeline.state_at(earlier).boards[age]
        if all(board.occupied >> sq & 1 for sq in firsts):
            masks = [board.domain_at(sq).mask for sq in firsts]
            if len(set(masks)) == len(masks):
                return masks
    return [1 << sq for sq in firsts]


def _left(state: GameState, age: Age, mask: int) -> int:
    """What still stands of an original domain; what covers a part of it now is not of it."""
    left = 0
    for each in state.boards[age].overlapping(mask):
        if not each.mask & ~mask:
            left |= each.mask
    return left


def lettered(state: GameState, age: Age, firsts: Sequence[int]) -> list[Area]:
    """The domains of a state with these first squares; one alone needs no letter."""
    board = state.boards[age]
    masks = [board.domain_at(sq).mask for sq in firsts if board.occupied >> sq & 1]
    return _areas(list(dict.fromkeys(masks)), age) if len(masks) > 1 else []


def _areas(masks: Sequence[int], age: Age, more: Sequence[str] = ()) -> list[Area]:
    words = more or [""] * len(masks)
    return [
        Area(age, mask, f"{chr(ord('A') + number)}{words[number]}")
        for number, mask in enumerate(masks)
        if mask
    ]


def area_strokes(areas: Sequence[Area], state: GameState, table: Table) -> list[Stroke]:
    """Each domain washed and lined in a colour of its own, its cubes, and its card."""
    strokes: list[Stroke] = []
    cards: list[Stroke] = []
    for number, area in enumerate(areas):
        colour, dash = DOMAINS[number % len(DOMAINS)]
        path = table.outline(area.age, area.mask, 0.09)
        strokes.append(Stroke(path, Look(fill=colour, opacity=0.12), "wash"))
        strokes.append(Stroke(path, Look(line=PAPER, width=5.4), "halo"))
        strokes.append(Stroke(path, Look(line=colour, width=3.2, dash=dash), "domain"))
        x, y = table.corner(area.age, first(area.mask))
        small = area.mask.bit_count() == 1
        spot = (x + 0.16 + 0.13 * len(area.text), y + (-0.08 if small else 0.22))
        cards += card(area.text, spot, CARD)
    inside = [(area.age, each) for area in areas for each in _inside(state, area)]
    return [*strokes, *cubes(inside, table), *cards]


def _inside(state: GameState, area: Area) -> tuple[Building, ...]:
    return tuple(state.boards[area.age].overlapping(area.mask))
