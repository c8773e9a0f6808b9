"""Look: what the engine says about one action that questions are asked about, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from khronos_lab.core import (
    FULL,
    STRIDE,
    Action,
    Board,
    Build,
    Building,
    Demolish,
    EndTurn,
    Entry,
    Exchange,
    GameState,
    Move,
    Populate,
    Question,
    Restore,
    Swap,
    Travel,
    Upgrade,
    cards_text,
    footprint,
    name,
    owned,
)
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, play, why_not
from khronos_lab.rulebook import Age, Cards, Said, Thing, Violation, building_thing

E = TypeVar("E", bound=e.Event)


@dataclass(frozen=True, slots=True)
class Look:
    """An action in a state and what comes of it: forbidden, done, or up to an open question."""

    before: GameState
    action: Action
    answers: tuple[int, ...]
    violation: Violation | None
    log: tuple[Entry, ...]
    questions: tuple[Question, ...]
    """Everything asked on the way; one without an answer is the last."""
    after: GameState | None
    """None if the action is forbidden or a question is open."""

    @property
    def placing(self) -> Build | Upgrade | None:
        """The action, if it builds or upgrades."""
        return self.action if isinstance(self.action, Build | Upgrade) else None

    @property
    def mask(self) -> int:
        """The squares that it builds on; 0 if it builds nothing."""
        action = self.placing
        return 0 if action is None else footprint(action.square, action.rank)

    @property
    def done(self) -> bool:
        """True if nothing is left open."""
        return self.after is not None

    def told(self, sort: type[E]) -> Iterator[tuple[int, E]]:
        """The events of one type with their numbers in the log."""
        for number, entry in enumerate(self.log):
            if isinstance(entry.event, sort):
                yield number, entry.event

    def numbers(self, *sorts: type[e.Event], age: Age | None = None) -> list[int]:
        """The places in the log of events of these types, if wanted of one age."""
        return [
            number
            for number, entry in enumerate(self.log)
            if isinstance(entry.event, sorts) and age in (None, entry.event.age)
        ]


def look(
    state: GameState, action: Action, answers: tuple[int, ...] = (), drawn: Cards | None = None
) -> Look:
    """Ask the engine about an action; without enough answers it stops at an open question."""
    broken = why_not(state, action)
    if broken is not None:
        return Look(state, action, (), broken, (), (), None)
    asked: list[Question] = []
    for given in range(len(answers) + 1):
        result = play(state, Move(action, answers[:given], drawn), trusted=True)
        if isinstance(result, Outcome):
            return Look(state, action, answers, None, result.log, tuple(asked), result.state)
        asked.append(result)
    return Look(state, action, answers, None, result.log, tuple(asked), None)


def domains_around(board: Board, mask: int) -> set[int]:
    """The domains at the sides and at the corners of some squares, as masks."""
    row = mask | mask << 1 | mask >> 1
    around = (row | row << STRIDE | row >> STRIDE) & FULL
    return {board.domain_at(each.square).mask for each in board if each.mask & around}


# ------------------------------------------------------------------ in words


def label(building: Building, names: tuple[str, ...]) -> Said:
    """A building as one of several to choose from: `b1: keep (Ann)`, `c2: printed hamlet`."""
    thing = owned(building, names)
    told = {"place": name(building.square), "building": thing, "owner": thing.owner}
    return Said("choice-building", {**told, "owned": building.owner is not None})


def title(state: GameState, action: Action) -> Said:
    """What somebody does, with a capital and without a full stop."""
    return Said("sentence-title", {"said": does(state, action)})


def does(state: GameState, action: Action) -> Said:
    """What somebody does: `Ann builds a keep at b1 in Might`; payments are left out."""
    told: dict[str, object] = {"who": state.player.name}
    match action:
        case Build() | Upgrade():
            told["building"] = building_thing(action.kind, action.rank)
            told |= {"place": name(action.square), "age": action.age}
            if isinstance(action, Upgrade):
                return _upgrades(state, action, told)
            return Said("caption-BuildingBuilt", told)
        case Demolish(age=age, square=square):
            building = state.boards[age].buildings.get(square)
            if building is None:
                return Said("does-Demolish", {**told, "place": name(square), "age": age})
            told |= {"building": _which(building, state), "age": age, "players": 0}
            return Said("caption-BuildingDemolished", told)
        case Travel(origin=origin, target=target):
            return Said("caption-AdventurerTravelled", {**told, "origin": origin, "target": target})
        case Swap(kind=kind, cards=cards):
            told |= {"n": sum(cards), "given": cards_text(cards)}
            return Said("caption-OpenCardsSwapped", {**told, "taken": kind.letter * sum(cards)})
        case Exchange(cards=cards, hidden=hidden):
            return Said("does-Exchange", {**told, "cards": cards_text(cards, hidden)})
        case Populate(square=square) | Restore(square=square):
            return Said(f"does-{type(action).__name__}", {**told, "place": name(square)})
        case EndTurn():
            return Said("does-EndTurn", told)
    raise AssertionError(action)


def _upgrades(state: GameState, action: Upgrade, told: dict[str, object]) -> Said:
    new = Building(action.kind, action.rank, action.square)
    inside = [
        each
        for each in state.boards[action.age].overlapping(new.mask)
        if each.kind is new.kind and each.rank < new.rank
    ]
    if len(inside) != 1:
        return Said("does-Upgrade", told)
    area = f"{name(new.squares[0])}–{name(new.squares[-1])}"
    return Said("caption-BuildingUpgraded", {**told, "old": _which(inside[0], state), "area": area})


def _which(building: Building, state: GameState) -> Thing:
    """A building; whose it is need not be said if it belongs to the player to act."""
    thing = owned(building, state.names)
    return thing._replace(which="which-own") if building.owner == state.seat else thing
