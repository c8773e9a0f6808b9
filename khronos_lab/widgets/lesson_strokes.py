"""What a lesson draws on the boards: the plan, each effect, domains by letter, numbers, cubes.

Everything is made of the strokes of `khronos_lab.plots`; here they are chosen for somebody who sees
them for the first time, so there are more of them than in a replay: who is compared with whom, and
where a cube goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from khronos_lab.analysis.timeline import Frame, Timeline
from khronos_lab.core import events as e
from khronos_lab.core.actions import Action, Build, Demolish, Populate, Restore, Upgrade
from khronos_lab.core.board import Building
from khronos_lab.core.domains import components
from khronos_lab.core.squares import first
from khronos_lab.core.state import GameState
from khronos_lab.plots.arrows import Arrow, arrow_strokes, bow, card
from khronos_lab.plots.glyphs import BADGE, Corner, closed, placed
from khronos_lab.plots.highlights import Highlight, badge, shine
from khronos_lab.plots.ink import Look, Stroke
from khronos_lab.plots.pieces import (
    CUBE,
    cube_stroke,
    cubes,
    cubes_on,
    ghost,
    pawn_stroke,
    standing,
)
from khronos_lab.plots.scene import VIEWS
from khronos_lab.plots.table import Table
from khronos_lab.plots.theme import INK, PAPER
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import AGES, REASON, Age
from khronos_lab.widgets.lesson_items import Item

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
_TITLE: Final = 0.112
"""The share of the picture that the name of an age takes."""


class Area(NamedTuple):
    """A domain with its letter and, if it is compared or pays, a number."""

    age: Age
    mask: int
    text: str


def picture_strokes(item: Item, question: int, name: str, table: Table) -> list[Stroke]:
    """A picture: of the question (`ask`), with where to look (`told`), or of a step (`step 3`)."""
    if name.startswith("step "):
        step = int(name.removeprefix("step "))
        if not 0 <= step <= item.last:
            raise KhronosError(f"this move has the steps 0 to {item.last}, so there is no {step}")
        return step_strokes(item, step, table)
    asked = question_strokes(item, table)
    if name != "told" or not item.exercises:
        return asked
    because = item.exercises[question].because
    squares = ((each.age, sq) for each in because if each.age is not None for sq in each.squares)
    return [*asked, *look_strokes(item.look.before, squares, table)]


# ------------------------------------------------------------------ who stands where


def position(state: GameState, table: Table) -> list[Stroke]:
    """All pieces of a state; pawns are smaller than in a replay, where boards are wider."""
    return [*standing(state, table), *pawns(state, table)]


def pawns(state: GameState, table: Table) -> list[Stroke]:
    """The adventurers above the age where they stand."""
    strokes = []
    for seat, player in enumerate(state.players):
        spots = [
            pawn_spot(table, len(state.players), age, seat, number)
            for age in AGES
            for number in range(player.adventurers.count(age))
        ]
        strokes.append(pawn_stroke(seat, spots, PAWN))
    return strokes


def pawn_spot(table: Table, players: int, age: Age, seat: int, number: int) -> Corner:
    """The place of a pawn: beside the name of the age, or above it where there is no room."""
    right = table.left(age) + table.window.columns
    x = right - (players - seat) * _SEAT_STEP + 0.4 + number * _PAWN_STEP
    return x, -1.3 if room_beside(table, players) else -2.0


def room_beside(table: Table, players: int) -> bool:
    """True if the pawns of all fit beside the name of an age."""
    title = max(2.2, _TITLE * table.width)
    return table.window.columns - title >= players * _SEAT_STEP


# ------------------------------------------------------------------ before the move


def question_strokes(item: Item, table: Table) -> list[Stroke]:
    """The position, and what somebody wants to do."""
    state = item.look.before
    return [*position(state, table), *plan_strokes(state, item.look.action, table)]


def plan_strokes(state: GameState, action: Action, table: Table, mark: str = "") -> list[Stroke]:
    """The footprint of an action: pale what would come, an outline around it."""
    if isinstance(action, Build | Upgrade):
        new = Building(action.kind, action.rank, action.square, None, False, (), False)
        outline = shine([Highlight(mark or "shadow", action.age, new.mask)], table)
        # The symbol of a shadow would say too much before there is one.
        plain = [each for each in outline if mark or each.label in ("halo", "shadow")]
        return [*ghost(table, action.age, new), *plain]
    found = _target(state, action)
    if found is None:
        return []
    age, building = found
    usual = "gone" if isinstance(action, Demolish) else "touched"
    return shine([Highlight(mark or usual, age, building.mask)], table)


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


# ------------------------------------------------------------------ step by step


def step_strokes(item: Item, index: int, table: Table) -> list[Stroke]:
    """The boards after one effect, and what it is about."""
    timeline = item.timeline
    if index >= len(timeline):
        return _end_strokes(item, table)
    frame = timeline[index]
    if frame.event is None:
        return question_strokes(item, table)
    return [
        *_effect(frame, table),
        *_falling(frame, table),
        *area_strokes(areas_of(timeline, index), frame.state, table),
        *_rivals(frame, table),
        *_reason_cards(frame, table),
        *_homeward(frame, table),
    ]


def _effect(frame: Frame, table: Table) -> list[Stroke]:
    """A frame as the replay shows it, without what a lesson draws in its own way."""
    event = frame.event
    left_out = {
        label
        for mark in _OWN_WAY.get(type(frame.event), ())
        for label in (mark, f"badge {mark}", f"symbol {mark}")
    }
    if isinstance(event, e.ShadowBlocked):
        left_out -= {"blocked"}
        if len(event.domains) > 1:
            left_out |= {"conflict", "badge conflict", "symbol conflict"}
    strokes: list[Stroke] = []
    for stroke in VIEWS["shadows"].strokes(frame, None, table):
        if stroke.label not in left_out and not stroke.label.startswith(_DROPPED):
            strokes.append(stroke)
        elif strokes and strokes[-1].label == "halo":
            # The white line under an outline goes with it.
            strokes.pop()
    strokes += pawns(frame.state, table)
    if isinstance(event, e.AdventurerTravelled):
        count = frame.state.players[event.seat].adventurers.count(event.target)
        players = len(frame.state.players)
        x, y = pawn_spot(table, players, event.target, event.seat, count - 1)
        strokes += badge("new", (x - 0.35, y + 0.3), 0.45)
    return strokes


_DROPPED: Final = ("pawns ", "card", "word ")

_OWN_WAY: Final[dict[type[object], tuple[str, ...]]] = {
    e.ConflictFound: ("conflict",),
    e.StrengthsCompared: ("conflict",),
    e.DomainSplit: ("split",),
    e.DomainsJoined: ("join",),
    e.ShadowBlocked: ("blocked",),
    e.TaxCollected: ("pay",),
    e.TaxMissed: ("pay",),
    e.AdventurerTravelled: ("new",),
}
"""By event: the marks for which domains with letters, cards, or small pawns stand here."""


def _rivals(frame: Frame, table: Table) -> list[Stroke]:
    """The buildings in conflict, strongly, and thinly the domain that has room for one."""
    event = frame.event
    if not isinstance(event, e.ConflictFound):
        return []
    domain = frame.state.boards[event.age].domain_at(event.domain).mask
    path = table.outline(event.age, domain, -0.04)
    around = [
        Stroke(path, Look(line=PAPER, width=3.4), "halo"),
        Stroke(path, Look(line=INK, width=1.6, dash=(4.0, 2.0)), "one domain"),
    ]
    marks = [Highlight("conflict", event.age, each.mask) for each in event.buildings]
    return [*around, *shine(marks, table)]


def _reason_cards(frame: Frame, table: Table) -> list[Stroke]:
    """The clause that keeps a shadow away, on the squares where it would have been."""
    span = frame.span
    assert span is not None
    strokes: list[Stroke] = []
    for entry in span.log[: frame.index - span.first + 1]:
        event = entry.event
        if isinstance(event, e.ShadowBlocked | e.ShadowMissing):
            x, y = table.corner(event.age, event.building.square)
            half = event.building.rank / 2
            strokes += card(event.clause, (x + half, y + half), CARD)
    return strokes


def _end_strokes(item: Item, table: Table) -> list[Stroke]:
    """A move that is refused, or ends at a choice that is left open."""
    broken, question = item.look.violation, item.open
    if broken is not None:
        state = item.look.before
        age = getattr(item.look.action, "age", None)
        strokes = [
            *position(state, table),
            *plan_strokes(state, item.look.action, table, "blocked"),
        ]
        if isinstance(age, Age):
            areas = _lettered(state, age, broken.domains)
            squares = () if areas else broken.squares
            strokes += look_strokes(state, ((age, sq) for sq in squares), table)
            strokes += area_strokes(areas, state, table)
        return strokes
    strokes = step_strokes(item, len(item.timeline) - 1, table)
    if question is not None and isinstance(question.options[0], Building):
        options = [sq for each in question.options for sq in getattr(each, "squares", ())]
        strokes += look_strokes(
            item.timeline[-1].state, ((question.age, sq) for sq in options), table
        )
    return strokes


def _falling(frame: Frame, table: Table) -> list[Stroke]:
    """The arrow of a shadow that is on its way: it has not been cast yet."""
    span = frame.span
    assert span is not None
    happened = [entry.event for entry in span.log[: frame.index - span.first + 1]]
    cast = {each.age for each in happened if isinstance(each, e.ShadowCast)}
    return [
        stroke
        for each in happened
        if isinstance(each, e.ShadowFalls) and each.age not in cast
        for stroke in arrow_strokes([Arrow("cast", each.age, each.building)], table)
    ]


# ------------------------------------------------------------------ domains


def areas_of(timeline: Timeline, index: int) -> list[Area]:
    """The domains that an effect is about, each with its letter and what it counts."""
    frame = timeline[index]
    event, state = frame.event, frame.state
    if isinstance(event, e.DomainsJoined):
        return _areas(_originals(timeline, index, event.age, event.domains), event.age)
    if isinstance(event, e.StrengthsCompared):
        firsts = [sq for sq, _ in event.strengths]
        masks = _originals(timeline, index, event.age, firsts)
        standing = state.boards[event.age].occupied
        numbers = [f" {strength}" for _, strength in event.strengths]
        return _areas([mask & standing for mask in masks], event.age, numbers)
    if isinstance(event, e.DomainSplit | e.ShadowBlocked):
        return _lettered(state, event.age, event.domains)
    if isinstance(event, e.TaxCollected | e.TaxMissed):
        sign = "+" if isinstance(event, e.TaxCollected) else "0 / "
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


def _lettered(state: GameState, age: Age, firsts: Sequence[int]) -> list[Area]:
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


# ------------------------------------------------------------------ cubes

_REMOVES: Final = (
    e.BuildingErased, e.HamletCovered, e.BuildingDestroyed, e.BuildingDemolished,
    e.ShadowWithdrawn,
)  # fmt: skip


def cubes_home(event: e.Event) -> tuple[int, ...]:
    """The seats whose cubes an event sends home, one for each cube."""
    if isinstance(event, _REMOVES):
        return () if getattr(event, "lifted", False) else cubes_on(event.building)
    if isinstance(event, e.RuinRestored):
        return event.building.cubes
    if isinstance(event, e.ShadowReplaced):
        stay = list(cubes_on(event.building))
        return tuple(seat for seat in cubes_on(event.old) if seat not in stay)
    return ()


def _homeward(frame: Frame, table: Table) -> list[Stroke]:
    """Cubes that leave the board, large, with an arrow that leads away from it."""
    event = frame.event
    seats = () if event is None else cubes_home(event)
    age = getattr(event, "age", None)
    if not seats or not isinstance(age, Age):
        return []
    building = getattr(event, "old", None) or getattr(event, "building", None)
    assert isinstance(building, Building)
    x, y = table.corner(age, building.square)
    right, bottom = x + building.rank - 0.3, y + building.rank - 0.3
    strokes = list(_way_home((right, bottom)))
    for number, seat in enumerate(seats):
        spot = (right - 0.62 * number, bottom)
        disc = placed(BADGE, [spot], [CUBE * 1.75])
        strokes.append(Stroke(disc, Look(PAPER, INK, 1.0), "home disc"))
        strokes.append(cube_stroke(seat, [spot], CUBE * 1.1))
    return strokes


def _way_home(start: Corner) -> Iterator[Stroke]:
    """An arrow that leads away."""
    x, y = start
    end = (x + 0.55, y - 0.95)
    curve = bow(start, end, 0.2)
    yield Stroke(curve, Look(line=PAPER, width=4.6), "halo")
    yield Stroke(curve, Look(line=INK, width=2.0), "home")
    left, right = (end[0] - 0.24, end[1] + 0.16), (end[0] + 0.2, end[1] + 0.2)
    head = closed([left, right, (end[0] + 0.06, end[1] - 0.2)])
    yield Stroke(head, Look(INK, PAPER, 0.8), "home head")
