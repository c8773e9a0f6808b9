"""GreedyPlayer: exactly one action ahead, and quick enough for datasets of any size."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from random import Random
from typing import Final

from khronos_lab.core.actions import Action, Exchange, Move, Swap, Travel
from khronos_lab.core.chance import seed_of
from khronos_lab.core.resolution import Question
from khronos_lab.core.state import GameState
from khronos_lab.engine.legal_actions import choices
from khronos_lab.players.player import Described
from khronos_lab.players.thinking.judgement import standing_of
from khronos_lab.players.thinking.placement_estimates import Estimator, Spot
from khronos_lab.players.thinking.table_value import Taste
from khronos_lab.players.thinking.tried_actions import after, best_answer, ending
from khronos_lab.players.thinking.unknown_hands import hand_promise, promise_of_new_hand
from khronos_lab.rulebook.pieces import EXCHANGE_COST, Age

OWN: Final = Taste(envy=0.0)
"""Cares for its own coins and nobody else's."""
WORTHWHILE: Final = 0.5
"""What other cards have to promise more, in coins, before they are taken."""


@dataclass(frozen=True, slots=True, repr=False)
class GreedyPlayer(Described):
    """Takes the action that gains most at once: coins now and the change in expected taxes."""

    looks: int = 2
    """How many actions that look best are played in the head before one is taken, at most."""
    taste: Taste = OWN
    content: float = 5.0
    """Cards that promise more coins than this are never exchanged (T2)."""

    def choose(self, view: GameState, rng: Random) -> Action:
        """Better cards, then the best action with them; if there is none a journey or the end."""
        estimator = Estimator(view, self.taste)
        return (
            self._better_cards(view, estimator)
            or self._best(view, estimator, rng)
            or self._journey(view, estimator)
            or ending(view)
        )

    def answer(self, view: GameState, move: Move, question: Question, rng: Random) -> int:
        """The option after which the player stands best."""
        return best_answer(view, move, question, self.taste)

    def _best(self, view: GameState, estimator: Estimator, rng: Random) -> Action | None:
        """The action that gains most by card.

        What looks best is played first, until nothing left looks better than what was played.
        """
        spots = [estimator.spots(view, family)[0] for family in choices(view).families]
        now = standing_of(view, view.seat, self.taste)
        best, found = 1e-9, None
        few = nlargest(self.looks, spots, key=_gain_by_card)
        for spot in few:
            if _gain_by_card(spot) <= best:
                break
            action = spot.action(rng.randrange(1 << 16))
            value = standing_of(after(view, action), view.seat, self.taste)
            if (value - now) / spot.price > best:
                best, found = (value - now) / spot.price, action
        return found

    def _better_cards(self, view: GameState, estimator: Estimator) -> Action | None:
        """A swap (V2) or an exchange (T2) after which the cards promise more, if there is one."""
        turn, player = view.turn, view.player
        if turn.acted or player.hidden or not any(player.hand):
            return None
        now = hand_promise(view, estimator)
        swaps = [each for each in choices(view).plain if isinstance(each, Swap)]
        promises = [hand_promise(after(view, each), estimator) for each in swaps]
        best = max(promises, default=0.0)
        if best > now + WORTHWHILE:
            return swaps[promises.index(best)]
        if turn.exchanged or player.coins <= EXCHANGE_COST or now > self.content:
            return None
        # Not by the player's own chance: two branches of a game are to meet the same luck.
        rng = Random(seed_of(view.round, view.seat))
        expected = promise_of_new_hand(view, estimator, rng)
        return Exchange(player.hand) if expected > now + EXCHANGE_COST + WORTHWHILE else None

    def _journey(self, view: GameState, estimator: Estimator) -> Action | None:
        """A journey to where taxes wait or cards can be played, if it pays."""
        now = standing_of(view, view.seat, self.taste, journeys=False)
        tries = []
        for action in choices(view).plain:
            if isinstance(action, Travel):
                there = after(view, action)
                taxes = standing_of(there, view.seat, self.taste) - now
                hope = taxes + self._prospect(there, action.target, estimator)
                tries.append((hope, taxes, action, there))
        for hope, taxes, action, there in sorted(tries, key=lambda each: -each[0]):
            if taxes > 1e-9 or (hope > 1e-9 and self._pays(there, now)):
                return action
        return None

    def _pays(self, there: GameState, now: float) -> bool:
        """Whether the best action with cards there is worth the way.

        It is played in the head: two ages that only promise something would send the adventurer to
        and fro until the purse is empty.
        """
        action = self._best(there, Estimator(there, self.taste), Random(0))
        return (
            action is not None and standing_of(after(there, action), there.seat, self.taste) > now
        )

    def _prospect(self, view: GameState, age: Age, estimator: Estimator) -> float:
        gains = [
            estimator.spots(view, family)[0].gain
            for family in choices(view).families
            if family.age is age
        ]
        return max(gains, default=0.0)


def _gain_by_card(spot: Spot) -> float:
    return spot.gain / spot.price
