"""What one action can upset: the actions worth a look, and which sorts of upset each brings about.

A position has thousands of legal actions, and most of them upset nothing. `suspects` finds those
that may with a few operations on masks (it may name too many, never too few: tests hold it to
trying everything), and `upset_of` reads from the log of one that was played what it did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple, TypeGuard

from khronos_lab.analysis.forecast import changed_domains
from khronos_lab.core import events as e
from khronos_lab.core.actions import Action, Build, Demolish, Populate, Travel, Upgrade
from khronos_lab.core.allowances import full_purses
from khronos_lab.core.board import Board, Building
from khronos_lab.core.domains import Domain
from khronos_lab.core.resolution import Entry
from khronos_lab.core.squares import anchors_meeting, bits, spread
from khronos_lab.core.state import GameState, Turn
from khronos_lab.engine.legal_actions import Family, choices
from khronos_lab.engine.moves import Outcome, play, why_not
from khronos_lab.rulebook.pieces import (
    AGES,
    CIVIL,
    FAITH,
    OWNED_KINDS,
    REASON,
    RELIGIOUS,
    Age,
    Kind,
)
from khronos_lab.rules.shadows import shadows_of
from khronos_lab.rules.taxes import RULING_KIND, dues_to, entitled


class Sort(Enum):
    """What an action upsets."""

    SPLIT = "split"
    """A domain falls apart."""
    JOIN = "join"
    """Domains become one."""
    ERASE = "erase"
    """A copy removes something in a later age, cubes of a printed hamlet included (B6)."""
    CONFLICT = "conflict"
    """Buildings of one kind share the highest rank of a domain, and one has to yield (C1)."""
    CONTROL = "control"
    """Something that pays taxes pays others than before (X2, X3)."""


class Attempt(NamedTuple):
    """An action that somebody could take, after journeys."""

    before: GameState
    """The position after the journeys, in which the action is legal."""
    travels: tuple[Travel, ...]
    action: Action


# ------------------------------------------------------------------ who can do what


def on_turn(state: GameState, seat: int) -> GameState:
    """The position with this player to act: in his turn as far as it is, or at its beginning."""
    if state.seat == seat:
        return state
    return state._replace(turn=Turn(seat, full_purses(state.players[seat].adventurers)))


def attempts(state: GameState, stakes: Stakes | None = None) -> Iterator[Attempt]:
    """What the player to act can do that may upset something, each thing once.

    With the stakes of another player, only what may take something from him. Journeys come first:
    none if that is enough, else one or two to the age of the action, from where they cost least
    taxes. Of several ways to pay a surcharge (G2) the first is named.
    """
    seen: dict[tuple[object, ...], int] = {}
    for travels, before in _journeys(state):
        for family in choices(before).families:
            if travels and family.age is not travels[-1].target:
                continue
            key = family[:4]
            known = seen.get(key, 0)
            seen[key] = known | family.anchors
            wanted = suspects(before, family)
            if stakes is not None:
                wanted &= reaching(stakes, family)
            for anchor in bits(family.anchors & ~known & wanted):
                yield Attempt(before, travels, family.member(anchor, family.payments[0]))


def _journeys(state: GameState) -> Iterator[tuple[tuple[Travel, ...], GameState]]:
    """No journey, then one, then two to the same age, as far as they can be paid (T4)."""
    layer: list[tuple[tuple[Travel, ...], GameState]] = [((), state)]
    yield from layer
    for _ in range(len(state.player.adventurers)):
        layer = [longer for route in layer for longer in _one_more(*route)]
        yield from layer


def _one_more(
    travels: tuple[Travel, ...], state: GameState
) -> Iterator[tuple[tuple[Travel, ...], GameState]]:
    targets = (travels[-1].target,) if travels else AGES
    origins = [age for age in AGES if age in state.player.adventurers]
    origins.sort(key=lambda age: _given_up(state, age))
    for target in targets:
        for origin in origins:
            journey = Travel(origin, target)
            if origin is not target and why_not(state, journey) is None:
                result = play(state, journey, trusted=True)
                assert isinstance(result, Outcome)
                yield (*travels, journey), result.state


def _given_up(state: GameState, age: Age) -> int:
    """What a player would collect less if one adventurer left an age."""
    if state.player.adventurers.count(age) > 1:
        return 0
    return sum(due.amount for due in dues_to(state.boards[age], age, state.seat))


# ------------------------------------------------------------------ what may upset something


def suspects(state: GameState, family: Family) -> int:
    """The anchors of a family at which its action may upset something."""
    verb, age, kind, rank = family[:4]
    if verb is Demolish or verb is Populate:
        return family.anchors
    if verb is not Build and verb is not Upgrade:
        return 0  # Restoring raises what a domain pays, and changes nothing else.
    board = state.boards[age]
    found = board.touch.two[rank] if kind is CIVIL else 0
    found |= _seizing(board, age, kind, rank)
    if rank > 1:
        for later in AGES[age + 1 :]:
            there = state.boards[later]
            found |= anchors_meeting(_erasable(there), rank) | there.touch.two[rank]
            if later is FAITH and kind is RELIGIOUS:
                found |= _seizing(there, FAITH, kind, rank)
    return found


def _seizing(board: Board, age: Age, kind: Kind, rank: int) -> int:
    """Anchors at which a building would be the highest of the ruling kind in a domain."""
    found = 0
    if RULING_KIND.get(age) is kind:
        for domain in board.domains:
            if domain.tops[kind] < rank:
                found |= domain.near[rank]
    return found


def _erasable(board: Board) -> int:
    """The squares of everything but empty printed hamlets, which lose nothing."""
    found = board.occupied
    for sq in bits(board.grid.hamlets & board.occupied):
        building = board.buildings.get(sq)
        if building is not None and building.printed and not building.cubes:
            found &= ~(1 << sq)
    return found


# ------------------------------------------------------------------ whom it may harm

Stakes = tuple[int, int, int]
"""By age: the squares of domains whose change may take something from a player."""


def stakes_of(state: GameState, seat: int) -> Stakes:
    """Where a player has something to lose: it may name too much, never too little.

    A domain matters to him if it pays him or holds a building or cube of his. It also matters if it
    holds a large building whose shadow would go with it from a later domain that matters (C5):
    nothing else that happens in one domain reaches another.
    """
    found = [0, 0, 0]
    for age in reversed(AGES):
        board = state.boards[age]
        later = 0
        for mask in found[age + 1 :]:
            later |= mask
        for domain in board.domains:
            members = board.members(domain)
            large = (each.mask for each in members if each.rank > 1 and each.kind in OWNED_KINDS)
            if (
                any(each.owner == seat or seat in each.cubes for each in members)
                or seat in entitled(board, age, domain)
                or any(mask & later for mask in large)
            ):
                found[age] |= domain.mask
    return (found[0], found[1], found[2])


def reaching(stakes: Stakes, family: Family) -> int:
    """The anchors of a family from which its action touches a domain that matters."""
    age, rank = family.age, family.rank
    if family.verb is Populate:
        return stakes[REASON]
    ages = AGES[age:] if rank > 1 else (age,)
    found = 0
    for each in ages:
        found |= anchors_meeting(spread(stakes[each]), rank)
    return found


# ------------------------------------------------------------------ what was upset


class Handover(NamedTuple):
    """Squares that pay taxes in an age, to whom before and to whom after."""

    age: Age
    squares: int
    """A mask."""
    before: tuple[int, ...]
    after: tuple[int, ...]


class Upset(NamedTuple):
    """What an action upset."""

    sorts: tuple[Sort, ...]
    """In the order of `Sort`; none if it upset nothing."""
    erased: tuple[e.Paradox, ...]
    """What copies took away, but for the shadow that they grew from."""
    handovers: tuple[Handover, ...]


def upset_of(before: GameState, action: Action, log: tuple[Entry, ...], after: GameState) -> Upset:
    """What an action, played to its end, has upset."""
    own = own_shadows(before, action, log)
    events = [entry.event for entry in log]
    erased = tuple(event for event in events if erases(event, own))
    handovers = tuple(control_changes(before, after))
    found = {_NOTED[event.about.stop] for event in events if event.about.stop in _NOTED}
    found |= {Sort.ERASE} if erased else set()
    found |= {Sort.CONTROL} if handovers else set()
    return Upset(tuple(sort for sort in Sort if sort in found), erased, handovers)


_NOTED: dict[str | None, Sort] = {
    "split": Sort.SPLIT,
    "join": Sort.JOIN,
    "conflict": Sort.CONFLICT,
}
"""By stop of the timeline."""


def own_shadows(
    before: GameState, action: Action, log: tuple[Entry, ...]
) -> list[tuple[Age, Building]]:
    """The shadows of a building that is upgraded: the new copy takes their place, no harm done."""
    if not isinstance(action, Upgrade):
        return []
    old = next(entry.event.old for entry in log if isinstance(entry.event, e.BuildingUpgraded))
    return shadows_of(before, action.age, old) if old.rank > 1 else []


def erases(event: e.Event, own: list[tuple[Age, Building]]) -> TypeGuard[e.Paradox]:
    """True if a copy takes away something that is not the shadow it grows from."""
    if isinstance(event, e.HamletCovered):
        return bool(event.building.cubes) and not event.lifted
    return isinstance(event, e.BuildingErased) and (event.age, event.building) not in own


def control_changes(before: GameState, after: GameState) -> list[Handover]:
    """What pays taxes before and after, but to others (X2, X3); coins are not looked at."""
    found = []
    for age in AGES:
        old, new = before.boards[age], after.boards[age]
        gone, come = changed_domains(old, new)
        was, is_now = payers(old, age, gone), payers(new, age, come)
        found += [
            Handover(age, one & other, then, now)
            for then, one in was.items()
            for now, other in is_now.items()
            if then != now and one & other
        ]
    return found


def payers(board: Board, age: Age, domains: Iterable[Domain]) -> dict[tuple[int, ...], int]:
    """By those entitled: the squares of the buildings that pay them."""
    kinds = OWNED_KINDS if age is REASON else (CIVIL,)
    found: dict[tuple[int, ...], int] = {}
    for domain in domains:
        mask = 0
        for building in board.members(domain):
            if building.kind in kinds:
                mask |= building.mask
        if mask:
            seats = entitled(board, age, domain)
            found[seats] = found.get(seats, 0) | mask
    return found
