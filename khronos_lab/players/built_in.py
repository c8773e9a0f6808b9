"""The built-in players that think: greedy, planner and master, thin over the compiled engine.

A turn is thought about once, as a whole, and then carried out action by action. After an exchange
it is thought about again, with the cards that were drawn. Without the compiled engine these players
say how to get it (`NativeMissing`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from random import Random

from khronos_lab.core import Action, Exchange, GameState, Move, OpenChoice
from khronos_lab.engine import Outcome, play
from khronos_lab.native import ENVY, LEVELS, Level, NativePosition, TurnPlan
from khronos_lab.players.player import Described, sensible

GREEDY, PLANNER, MASTER = (LEVELS[name] for name in ("greedy", "planner", "master"))

Begun = dict[object, tuple[Move, ...]]
"""What is left to do of a turn, by the moment that it was thought of for."""


def best_plans(view: GameState, number: int = 8) -> list[TurnPlan]:
    """The best ways to play the rest of a turn, best first, every action tried.

    Each has its `moves`, all but the end of the turn, and its `standing`: coins likely at the end,
    less a share of what others will have.
    """
    return NativePosition.of(view).plans(number)


def likely_coins(view: GameState) -> tuple[float, ...]:
    """By seat: the coins that are likely at the end, as the built-in players judge."""
    return NativePosition.of(view).evaluate().coins


@dataclass(frozen=True, slots=True, repr=False)
class NativePlayer(Described, ABC):
    """A player that thinks as a level of the compiled engine does."""

    _begun: Begun = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    @abstractmethod
    def level(self) -> Level:
        """How it thinks."""

    def choose(self, view: GameState, rng: Random) -> Action:
        """The next action of the turn that was thought of, or the first of a new one."""
        lot = rng.getrandbits(64)
        moves = self._begun.get(_moment(view)) if self._begun else None
        self._begun.clear()
        if moves is None:
            moves = tuple(NativePosition.of(view).turn(self.level, lot))
        self._begun[_moment(view)] = moves
        first, rest = moves[0], moves[1:]
        if rest and not isinstance(first.action, Exchange):
            after = NativePosition.of(view).play(first.action, first.answers)
            assert isinstance(after, NativePosition)
            self._begun[_moment(after.state())] = rest
        return first.action

    def answer(self, view: GameState, move: Move, question: OpenChoice, rng: Random) -> int:
        """The answer that was thought of; otherwise the option after which the player stands best.

        Nobody thinks ahead of what others ask him (C4).
        """
        planned = next(iter(self._begun.get(_moment(view), ())), None)
        given = len(move.answers)
        if (
            planned is not None
            and planned.action == move.action
            and planned.answers[:given] == move.answers
            and given < len(planned.answers)
            and planned.answers[given] < len(question.options)
        ):
            return planned.answers[given]
        values = [
            self._standing(view, Move(move.action, (*move.answers, option)), question.seat)
            for option in range(len(question.options))
        ]
        return values.index(max(values))

    def _standing(self, view: GameState, move: Move, seat: int) -> float:
        """How a player stands after a move; what it still asks is answered sensibly."""
        while not isinstance(result := play(view, move, trusted=True), Outcome):
            move = Move(move.action, (*move.answers, sensible(view, result)))
        coins = NativePosition.of(result.state).evaluate(over=True).coins
        others = coins[:seat] + coins[seat + 1 :]
        return coins[seat] - self.level.envy * (max(others) + sum(others) / len(others)) / 2


def _moment(view: GameState) -> object:
    """What tells one moment of a turn from another; until cards are drawn, the rest follows."""
    return (view.round, view.turn, view.players, view.boards)


@dataclass(frozen=True, slots=True, repr=False)
class GreedyPlayer(NativePlayer):
    """Takes the action that gains most at once: coins now and the change in expected taxes.

    Every legal action is tried, and every one that a journey makes possible.
    """

    exchanges: bool = True
    """Cards with which little gains are exchanged (T2)."""
    envy: float = ENVY
    """What a coin of others counts."""

    @property
    def level(self) -> Level:
        """How it thinks."""
        draws = GREEDY.draws if self.exchanges else 0
        return GREEDY._replace(draws=draws, envy=self.envy)


@dataclass(frozen=True, slots=True, repr=False)
class PlannerPlayer(NativePlayer):
    """Plans its whole turn: every action is tried after each of the best beginnings."""

    width: int = PLANNER.width
    """How many beginnings are kept for each number of cards left; four times as many take four
    times as long."""
    draws: int = PLANNER.draws
    """How many draws stand for all that an exchange may bring (T2); 0: it never exchanges."""
    envy: float = ENVY
    """What a coin of others counts."""
    likes: tuple[float, float, float] = PLANNER.likes
    """By age: what a coin of income counts more than it is worth; see the styles of `roster`."""

    @property
    def level(self) -> Level:
        """How it thinks."""
        return PLANNER._replace(
            width=self.width, draws=self.draws, envy=self.envy, likes=self.likes
        )


@dataclass(frozen=True, slots=True, repr=False)
class MasterPlayer(NativePlayer):
    """Plays its best plans on, until everybody has had a turn, and takes what comes out best.

    All plans meet the same deals of the unseen cards; half of them drop out again and again.
    """

    budget: int = MASTER.budget
    """Positions looked at in a turn, about; a million takes about a second."""
    plans: int = MASTER.plans
    """How many plans are played on."""
    draws: int = MASTER.draws
    """How many draws stand for all that an exchange may bring (T2); 0: it never exchanges."""
    envy: float = ENVY
    """What a coin of others counts."""

    @property
    def level(self) -> Level:
        """How it thinks."""
        return MASTER._replace(
            budget=self.budget, plans=self.plans, draws=self.draws, envy=self.envy
        )
