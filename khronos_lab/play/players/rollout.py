"""Rollouts: a position played to its end many times, with what is hidden dealt anew each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean
from typing import Final

from khronos_lab.core.actions import Action, Move
from khronos_lab.core.chance import seed_of
from khronos_lab.core.script import Question
from khronos_lab.core.state import GameState
from khronos_lab.play.players.games import moves_of_game
from khronos_lab.play.players.greedy import GreedyPlayer
from khronos_lab.play.players.planner import Plan, PlannerPlayer
from khronos_lab.play.players.protocol import Player
from khronos_lab.play.players.views import deal_hidden
from khronos_lab.rules.turn import winners

SURE: Final = 1.96
"""Standard errors to either side of a share that hold 95 of 100 of them."""


@dataclass(frozen=True, slots=True)
class Rollouts:
    """How games ended that went on from one position."""

    coins: tuple[tuple[int, ...], ...]
    """By game, then by seat: the coins at the end."""

    @property
    def mean_coins(self) -> tuple[float, ...]:
        """By seat: coins at the end, on average."""
        return tuple(fmean(each) for each in zip(*self.coins, strict=True))

    @property
    def win_shares(self) -> tuple[float, ...]:
        """By seat: the share of games won; a shared win (T7) counts in parts.

        >>> Rollouts(((9, 4), (7, 7))).win_shares
        (0.75, 0.25)
        """
        best = [winners(each) for each in self.coins]
        return tuple(
            sum([1 / len(won) for won in best if seat in won]) / len(best)
            for seat in range(len(self.coins[0]))
        )

    @property
    def win_intervals(self) -> tuple[tuple[float, float], ...]:
        """By seat: between which shares the true one lies, 95 times of 100."""
        return tuple(interval(share, len(self.coins)) for share in self.win_shares)


def interval(share: float, games: int) -> tuple[float, float]:
    """Between which shares the true one lies, 95 times of 100 (Wilson 1927).

    >>> [round(each, 2) for each in interval(0.5, 100)]
    [0.4, 0.6]
    """
    square = SURE * SURE / games
    middle = (share + square / 2) / (1 + square)
    spread = SURE * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def rollouts(view: GameState, players: Sequence[Player], games: int, seed: int | str) -> Rollouts:
    """Play on from a position so many times, with these players in seat order.

    Every time what is hidden is dealt anew, and so are all draws to come; what the position
    shows stays as it is. Give a `seen_by` view to hide from a position what its player hides.
    """
    return Rollouts(tuple([_end(view, players, seed, number) for number in range(games)]))


def _end(
    view: GameState, players: Sequence[Player], seed: int | str, number: int
) -> tuple[int, ...]:
    state = deal_hidden(view, Random(seed_of(seed, "deal", number)))
    for _, _, outcome in moves_of_game(players, state, seed_of(seed, "game", number)):
        state = outcome.state
    return tuple(player.coins for player in state.players)


@dataclass(frozen=True, slots=True)
class RolloutPlayer:
    """Plays the planner's best plans out to the end of the game and takes the one that ends best.

    Slow: made to study single positions. All plans meet the same deals and the same draws.
    """

    planner: PlannerPlayer = field(default_factory=PlannerPlayer)
    policy: Player = field(default_factory=GreedyPlayer)
    """Who plays on after the plan, in every seat."""
    plans: int = 4
    games: int = 6
    """For each plan."""

    def choose(self, view: GameState, rng: Random) -> Action:
        """The first action of the plan that ends best on average."""
        plans = self.planner.plans(view)[: self.plans]
        if len(plans) == 1 and not plans[0].steps:
            return self.planner.choose(view, rng)
        seed = rng.getrandbits(64)
        leads = [self._lead(view, plan, seed) for plan in plans]
        plan = plans[leads.index(max(leads))]
        return plan.steps[0] if plan.steps else self.planner.choose(view, rng)

    def answer(self, view: GameState, move: Move, question: Question, rng: Random) -> int:
        """The planner's answer."""
        return self.planner.answer(view, move, question, rng)

    def _lead(self, view: GameState, plan: Plan, seed: int) -> float:
        """How far ahead of the best opponent the player ends on average after a plan."""
        players = [self.policy] * len(view.players)
        ends = rollouts(plan.view, players, self.games, seed).coins
        seat = view.seat
        return fmean(coins[seat] - max(coins[:seat] + coins[seat + 1 :]) for coins in ends)
