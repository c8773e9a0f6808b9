"""Players: a first two that play by themselves, and the game they leave behind as a record.

`RandomPlayer` takes any legal action. `GreedyPlayer` looks no further than the end of its own turn:
it tries what it can do, values the table by coins and the taxes that still come, keeps the few best
tables and goes on from them. Both use no chance but the `Random` that they are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Final, NamedTuple, Protocol

from khronos_lab.core.actions import Action, Build, EndTurn, Exchange, Swap, Travel
from khronos_lab.core.board import Board, Building
from khronos_lab.core.script import Option, Question
from khronos_lab.core.squares import anchors_inside, bits, footprint, halo, nth
from khronos_lab.core.state import GameState
from khronos_lab.play.choices import Family, choices
from khronos_lab.play.engine import play_through
from khronos_lab.play.records.model import GameRecord, Recorder
from khronos_lab.rulebook.pieces import AGES, CIVIL, EXCHANGE_COST, REASON, TAX_ROUNDS, Age
from khronos_lab.rules.taxes import RULING_KIND, Due, dues


class Player(Protocol):
    """Somebody who plays: one action at a time, and the answers to what it asks."""

    def choose(self, state: GameState, rng: Random) -> Action:
        """A legal action for the player to act."""

    def answer(self, state: GameState, question: Question, rng: Random) -> int:
        """The index of an option; `state` is the table before the action that asks."""


class RandomPlayer:
    """Every legal action is as likely as any other."""

    def choose(self, state: GameState, rng: Random) -> Action:
        """Any legal action."""
        return choices(state).pick(rng)

    def answer(self, state: GameState, question: Question, rng: Random) -> int:
        """Any option."""
        return rng.randrange(len(question.options))


class Plan(NamedTuple):
    """Actions of one turn, the table they lead to and what it is worth."""

    value: float
    state: GameState
    steps: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Searches its own turn for the best table, and never looks at the next player's turn."""

    width: int = 2
    """How many tables are followed after each action."""
    envy: float = 0.4
    """What a coin of the strongest opponent counts."""
    boredom: float = 2.0
    """Cards with which a turn gains less are exchanged, if that can be paid (T2)."""

    def choose(self, state: GameState, rng: Random) -> Action:
        """The first action of the best turn that a narrow search finds."""
        forecast = Forecast(self.envy)
        plan = self._plan(state, forecast, rng)
        unused = plan.state.player.hand
        if self._bored(state, plan.value - forecast.value(state)) and any(unused):
            return Exchange(unused)
        return plan.steps[0] if plan.steps else _journey(state, forecast) or _ending(state)

    def answer(self, state: GameState, question: Question, rng: Random) -> int:
        """A sensible option."""
        return sensible(state, question)

    def _bored(self, state: GameState, gain: float) -> bool:
        _, _, *used = state.turn
        return not any(used) and gain < self.boredom and state.player.coins > EXCHANGE_COST

    def _plan(self, state: GameState, forecast: Forecast, rng: Random) -> Plan:
        best = Plan(forecast.value(state), state)
        layer = [best]
        while layer:
            found: dict[object, Plan] = {}
            for plan in layer:
                for steps, after in _tries(plan.state, rng):
                    value = forecast.value(after)
                    key = (round(value, 6), after.player.hand, after.player.adventurers)
                    found.setdefault(key, Plan(value, after, (*plan.steps, *steps)))
            layer = sorted(found.values(), key=lambda each: -each.value)[: self.width]
            if layer and layer[0].value > best.value + 1e-9:
                best = layer[0]
        return best


# ------------------------------------------------------------------ what can be tried


def _tries(state: GameState, rng: Random) -> Iterator[tuple[tuple[Action, ...], GameState]]:
    """Every action with cards worth a try, alone or after a journey or a swap that allows it."""
    options = choices(state)
    yield from _played(state, (), options.families, rng)
    for first in options.plain:
        if isinstance(first, Travel | Swap):
            after = _after(state, first)
            families = choices(after).families
            if isinstance(first, Travel):
                families = [each for each in families if each.age is first.target]
            yield from _played(after, (first,), families, rng)


def _played(
    state: GameState, before: tuple[Action, ...], families: list[Family], rng: Random
) -> Iterator[tuple[tuple[Action, ...], GameState]]:
    for family in families:
        for anchors in _alike(state, family):
            anchor = nth(anchors, rng.randrange(anchors.bit_count()))
            action = family.member(anchor, family.payments[0])
            yield (*before, action), _after(state, action)


def _alike(state: GameState, family: Family) -> list[int]:
    """The anchors of a family, those put together that meet the same domains in each age.

    One of each lot is enough for a first look: this is what keeps the search small.
    """
    if family.verb is not Build:
        return [1 << anchor for anchor in bits(family.anchors)]
    lots = [family.anchors]
    rank = family.rank
    for board in state.boards[family.age : 3 if rank > 1 else family.age + 1]:
        free = anchors_inside(board.grid.area & ~board.occupied, rank)
        for mask in (free, *(domain.near[rank] for domain in board.domains)):
            lots = [part for lot in lots for part in (lot & mask, lot & ~mask) if part]
    return lots


def _after(state: GameState, action: Action) -> GameState:
    return play_through(state, action, sensible, trusted=True)[1].state


def _journey(state: GameState, forecast: Forecast) -> Action | None:
    """A journey to where this turn's taxes are, if it pays."""
    journeys = [each for each in choices(state).plain if isinstance(each, Travel)]
    values = [forecast.value(_after(state, each)) for each in journeys]
    best = max(values, default=0.0)
    pays = bool(journeys) and best > forecast.value(state, journeys=False) + 1e-9
    return journeys[values.index(best)] if pays else None


def _ending(state: GameState) -> EndTurn:
    """The end of the turn; in the first edition pairs are kept for the next one (V1)."""
    if not state.rules.keeps_cards:
        return EndTurn()
    one, two, three = (number if number == 1 else 0 for number in state.player.hand)
    return EndTurn((one, two, three), state.player.hidden)


def sensible(state: GameState, question: Question) -> int:
    """An answer for whoever decides.

    Of his own buildings the first yields, of others' the richest player's; what shrinks stays where
    it touches most; the poorest keeps a cube (B8).
    """
    board = state.boards[question.age]

    def liking(option: Option) -> float:
        if isinstance(option, Building):
            owner = option.owner
            return 0.0 if owner is None or owner == question.seat else state.players[owner].coins
        if question.clause == "B8":
            return -state.players[option].coins
        subject = question.subject
        assert subject is not None
        place = footprint(option, max(1, subject.rank - 1))
        return (halo(place) & board.occupied & ~subject.mask).bit_count()

    likings = [liking(option) for option in question.options]
    return likings.index(max(likings))


# ------------------------------------------------------------------ what a table is worth

SECURITY: Final = (0.0, 0.45, 0.75, 0.95)
"""By rank of the ruling building, or lead in cubes: the chance to keep a domain until it pays."""
PATIENCE: Final = 0.93
"""What a coin is worth that comes a round later."""


class Forecast:
    """Values tables for the player to act; what it knows of a board it works out once."""

    def __init__(self, envy: float) -> None:
        self._envy = envy
        self._known: dict[int, tuple[Board, list[tuple[int, float]]]] = {}

    def value(self, state: GameState, *, journeys: bool = True) -> float:
        """Own coins and taxes to come, less a share of the strongest opponent's."""
        income = [self._income(state, age) for age in AGES]
        worth = [
            self._worth(state, seat, [each[seat] for each in income], journeys=journeys)
            for seat in range(len(state.players))
        ]
        own = worth.pop(state.seat)
        return own - self._envy * max(worth)

    def _worth(
        self, state: GameState, seat: int, income: list[tuple[int, float]], *, journeys: bool
    ) -> float:
        player = state.players[seat]
        total = float(player.coins)
        acting = seat == state.seat
        for number in _taxes_left(state, seat):
            now = acting and number == state.round
            gains = [exact if now else likely for exact, likely in income]
            most = (player.coins if journeys else 0) if now else len(player.adventurers)
            collected = _collected(gains, player.adventurers, most)
            total += PATIENCE ** (number - state.round) * collected
        return total

    def _income(self, state: GameState, age: Age) -> list[tuple[int, float]]:
        """By seat: what the domains of an age pay now, and what they are likely to pay later."""
        board = state.boards[age]
        known = self._known.get(id(board))
        if known is None:
            known = self._known[id(board)] = (board, _incomes(board, age, len(state.players)))
        return known[1]


def _incomes(board: Board, age: Age, players: int) -> list[tuple[int, float]]:
    exact, likely = [0] * players, [0.0] * players
    for due in dues(board, age):
        for seat in due.seats if due.amount else ():
            exact[seat] += due.amount
            likely[seat] += due.amount * _security(board, due)
    return list(zip(exact, likely, strict=True))


def _security(board: Board, due: Due) -> float:
    domain = board.domain_at(due.domain)
    if due.age is not REASON:
        return SECURITY[domain.tops[RULING_KIND[due.age]]]
    cubes = [seat for each in board.members(domain) if each.kind is CIVIL for seat in each.cubes]
    counts = sorted(cubes.count(seat) for seat in {*cubes, -1})
    return SECURITY[min(3, 1 + counts[-1] - counts[-2])]


def _taxes_left(state: GameState, seat: int) -> list[int]:
    """The rounds whose taxes a player has not collected yet."""
    players = len(state.players)
    place = (seat - state.start) % players
    turn = (state.seat - state.start) % players
    return [each for each in TAX_ROUNDS if each + (place >= turn) > state.round]


def _collected(gains: Sequence[float], standing: tuple[Age, ...], most: int) -> float:
    """The best that two adventurers can collect with so many journeys at most, these paid."""
    return max(
        sum([gains[age] for age in ages]) - journeys
        for ages, journeys in _stations(standing)
        if journeys <= most
    )


@lru_cache(maxsize=64)
def _stations(standing: tuple[Age, ...]) -> tuple[tuple[tuple[Age, ...], int], ...]:
    """Where two adventurers may stand, and how many journeys that takes."""
    found = {}
    for pair in combinations_with_replacement(AGES, len(standing)):
        found[tuple(sorted(set(pair)))] = (Counter(pair) - Counter(standing)).total()
    return tuple(found.items())


# ------------------------------------------------------------------ games


def play_game(
    players: Sequence[Player], start: GameState, rng: Random, tags: Mapping[str, str] | None = None
) -> GameRecord:
    """Let players, in seat order, play a game to its end."""
    recorder = Recorder(start, tags)
    state = start
    while not state.over:
        action = players[state.seat].choose(state, rng)
        move, outcome = play_through(
            state,
            action,
            lambda table, question: players[question.seat].answer(table, question, rng),
        )
        recorder.add(state, move, outcome)
        state = outcome.state
    return recorder.record()
