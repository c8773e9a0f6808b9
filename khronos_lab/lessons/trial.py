"""Trial: an action in a position and what the engine says of it; everything is asked about one.

Answers are read off its log, nothing is worked out a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

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
    OpenChoice,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
    cards_text,
    name,
    owned,
    player_marks,
)
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, play, play_token, read_token, why_not
from khronos_lab.rulebook import Age, Cards, Said, Thing, Violation, building_thing

E = TypeVar("E", bound=e.Event)


@dataclass(frozen=True, slots=True)
class Trial:
    """An action in a state and what comes of it: forbidden, done, or up to an open question."""

    before: GameState
    action: Action
    answers: tuple[int, ...]
    violation: Violation | None
    log: tuple[Entry, ...]
    questions: tuple[OpenChoice, ...]
    """Everything asked on the way; one without an answer is the last."""
    after: GameState | None
    """None if the action is forbidden or a question is open."""

    @property
    def placing(self) -> Build | Upgrade | None:
        """The action, if it builds or upgrades."""
        return self.action if isinstance(self.action, Build | Upgrade) else None

    @property
    def built(self) -> Build | Upgrade | None:
        """The same, if it is allowed."""
        return None if self.violation else self.placing

    @property
    def building(self) -> Building:
        """What it builds; asked only where it builds something."""
        action = self.placing
        assert action is not None
        return Building(action.kind, action.rank, action.square)

    @property
    def mask(self) -> int:
        """The squares that it builds on; 0 if it builds nothing."""
        return self.building.mask if self.placing else 0

    @property
    def age(self) -> Age | None:
        """The age in which somebody acts, if it is one."""
        age = getattr(self.action, "age", None)
        return age if isinstance(age, Age) else None

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

    def events(self, sort: type[E]) -> list[E]:
        """The events of one type."""
        return [event for _, event in self.told(sort)]

    @property
    def conflict(self) -> Conflict | None:
        """The first conflict."""
        return next(conflicts(self), None)

    @property
    def strengths(self) -> list[int]:
        """What is compared in the first conflict; empty if nothing is."""
        return [value for _, value in self.conflict.compared] if self.conflict else []

    @property
    def own(self) -> bool:
        """True if the player to act has one of the buildings in the first conflict."""
        rivals = self.conflict.event.buildings if self.conflict else ()
        return any(each.owner == self.before.seat for each in rivals)


def attempt(
    state: GameState, action: Action, answers: tuple[int, ...] = (), drawn: Cards | None = None
) -> Trial:
    """Ask the engine about an action; without enough answers it stops at an open question."""
    broken = why_not(state, action)
    if broken is not None:
        return Trial(state, action, (), broken, (), (), None)
    asked: list[OpenChoice] = []
    for given in range(len(answers) + 1):
        result = play(state, Move(action, answers[:given], drawn), trusted=True)
        if isinstance(result, Outcome):
            return Trial(state, action, answers, None, result.log, tuple(asked), result.state)
        asked.append(result)
    return Trial(state, action, answers, None, result.log, tuple(asked), None)


def attempt_token(state: GameState, token: str) -> Trial:
    """Ask the engine about a move in record notation, which names all its answers."""
    action, _, drawn = read_token(state, token)
    if why_not(state, action) is not None:
        return attempt(state, action)
    move, _ = play_token(state, token, player_marks(state.names))
    return attempt(state, action, move.answers, drawn)


def completed(trial: Trial) -> Trial:
    """The same with every choice that is left open made by its first option."""
    while not trial.done and trial.violation is None:
        trial = attempt(trial.before, trial.action, (*trial.answers, 0))
    return trial


def all_ways(trial: Trial, most: int = 40) -> list[Trial] | None:
    """The trial with every way to choose on its way; None if there are more than that."""
    found: list[Trial] = []
    pending = [attempt(trial.before, trial.action)]
    while pending:
        each = pending.pop()
        if each.violation is not None or each.done:
            found.append(each)
        else:
            options = range(len(each.questions[-1].options))
            pending += [attempt(each.before, each.action, (*each.answers, n)) for n in options]
        if len(found) + len(pending) > most:
            return None
    return found


def still(state: GameState) -> Trial:
    """A position in which nothing is done."""
    return Trial(state, EndTurn(), (), None, (), (), state)


# ------------------------------------------------------------------ conflicts


class Conflict(NamedTuple):
    """A conflict of the log and how it was settled, as far as the log goes."""

    number: int
    event: e.ConflictFound
    strengths: int | None
    """The number of the comparison in the log; None if no strengths count (C3)."""
    compared: tuple[tuple[int, int], ...]
    """The strengths, each with a square of its domain."""
    chosen: bool
    """True if somebody chooses which building shrinks."""
    loser: Building | None
    """None if it is still to be chosen."""
    end: int | None
    """The number of the shrinking in the log."""


def conflicts(trial: Trial) -> Iterator[Conflict]:
    """The conflicts of a move, in order."""
    found = [*trial.told(e.ConflictFound)]
    ends = [*(number for number, _ in found[1:]), len(trial.log)]
    for (number, event), following in zip(found, ends, strict=False):
        strengths = end = loser = None
        compared: tuple[tuple[int, int], ...] = ()
        chosen = False
        for later in range(number + 1, following):
            match trial.log[later].event:
                case e.StrengthsCompared(strengths=compared):
                    strengths = later
                case e.ChoiceMade(clause="C2" | "C3"):
                    chosen = True
                case e.BuildingShrunk(old=old):
                    loser, end = old, later
                case e.BuildingDestroyed(building=old):
                    loser, end = old, later
        if end is None and trial.questions:
            question = trial.questions[-1]
            chosen = chosen or question.clause in ("C2", "C3")
            loser = question.subject if question.clause == "C4" else None
        yield Conflict(number, event, strengths, compared, chosen, loser, end)


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
                new = Building(action.kind, action.rank, action.square)
                inside = [
                    each
                    for each in state.boards[action.age].overlapping(new.mask)
                    if each.kind is new.kind and each.rank < new.rank
                ]
                if len(inside) != 1:
                    return Said("does-Upgrade", told)
                told["area"] = f"{name(new.squares[0])}–{name(new.squares[-1])}"
                return Said("caption-BuildingUpgraded", {**told, "old": _which(inside[0], state)})
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


def _which(building: Building, state: GameState) -> Thing:
    """A building; whose it is need not be said if it belongs to the player to act."""
    thing = owned(building, state.names)
    return thing._replace(which="which-own") if building.owner == state.seat else thing
