"""GreedyPlayer: exactly one action ahead, and quick enough for datasets of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest
from random import Random
from typing import Final

from khronos_lab.core import Action, Exchange, GameState, Move, Question, Swap, Travel, seed_of
from khronos_lab.engine import Choices, choices
from khronos_lab.players.player import Described
from khronos_lab.players.thinking.judgement import standing_of
from khronos_lab.players.thinking.placement_estimates import Estimator, Spot
from khronos_lab.players.thinking.table_value import Taste
from khronos_lab.players.thinking.tried_actions import after, best_answer, ending, journey
from khronos_lab.players.thinking.unknown_hands import hand_promise, promise_of_new_hand
from khronos_lab.rulebook import AGES, EXCHANGE_COST, Age

OWN: Final = Taste(envy=0.0)
"""Cares for its own coins and nobody else's."""
WORTHWHILE: Final = 0.5
"""What other cards have to promise more, in coins, before they are taken."""


@dataclass(frozen=True, slots=True, repr=False)
class GreedyPlayer(Described):
    """Takes the action that gains most at once: coins now and the change in expected taxes."""

    looks: int = 2
    """How many actions that look best in an age are played in the head before one is taken."""
    taste: Taste = OWN
    content: float = 5.0
    """Cards that promise more coins than this are never exchanged (T2)."""

    def choose(self, view: GameState, rng: Random) -> Action:
        """Better cards, then the best action with them; at last a journey to taxes or the end."""
        estimator = Estimator(view, self.taste)
        return (
            self._better_cards(view, estimator)
            or self._best(view, estimator, rng)
            or journey(view, self.taste)
            or ending(view)
        )

    def answer(self, view: GameState, move: Move, question: Question, rng: Random) -> int:
        """The option after which the player stands best."""
        return best_answer(view, move, question, self.taste)

    def _best(self, view: GameState, estimator: Estimator, rng: Random) -> Action | None:
        """The action that gains most by card, or the journey to it, its price taken off."""
        now = standing_of(view, view.seat, self.taste)
        best, found = 1e-9, None
        for way, table, spot in self._looks(view, estimator):
            if spot.gain > 0:
                action = spot.action(rng.randrange(1 << 16))
                value = standing_of(after(table, action), view.seat, self.taste)
                if (value - now) / spot.price > best:
                    best, found = (value - now) / spot.price, way or action
        return found

    def _looks(
        self, view: GameState, estimator: Estimator
    ) -> Iterator[tuple[Travel | None, GameState, Spot]]:
        """What is played in the head: what looks best in each age, here and after each journey.

        Estimates are too low for an age where the player is not yet likely to be when taxes are
        paid, so they do not choose between ages.
        """
        options = choices(view)
        for age in AGES:
            for spot in _best_in(age, view, options, estimator, self.looks):
                yield None, view, spot
        for way in options.plain if view.player.hidden or any(view.player.hand) else ():
            if isinstance(way, Travel):
                there = after(view, way)
                for spot in _best_in(way.target, there, choices(there), estimator, 1):
                    yield way, there, spot

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


def _best_in(
    age: Age, view: GameState, options: Choices, estimator: Estimator, number: int
) -> list[Spot]:
    """The actions of an age that look best by card, one of each sort."""
    spots = [estimator.spots(view, each)[0] for each in options.families if each.age is age]
    return nlargest(number, spots, key=lambda spot: spot.gain / spot.price)
