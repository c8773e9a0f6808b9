"""The rollout player: plays its plans to the end of the game many times, and takes the best."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from statistics import fmean

from khronos_lab.core import Action, GameState, Move, Question
from khronos_lab.players.greedy import GreedyPlayer
from khronos_lab.players.planner import Plan, PlannerPlayer
from khronos_lab.players.player import Described, Player
from khronos_lab.players.rollout_results import ending


@dataclass(frozen=True, slots=True, repr=False)
class RolloutPlayer(Described):
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
        ends = [ending(plan.view, players, seed, number) for number in range(self.games)]
        seat = view.seat
        return fmean(coins[seat] - max(coins[:seat] + coins[seat + 1 :]) for coins in ends)
