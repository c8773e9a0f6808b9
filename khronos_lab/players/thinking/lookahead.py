"""Foresight: plans played on in the head for a few turns, with unknown cards dealt again.

What a table is worth is a guess that gets better the nearer the taxes are. So the best plans of a
turn are played on: the next turns are played quickly, by estimates, with one deal of the unseen
cards after another, the same for all plans. Half of the plans drop out after a few deals, and the
rest get more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from khronos_lab.core import GameState, Travel
from khronos_lab.engine import Choices, Family, choices
from khronos_lab.players.thinking.judgement import standing_of
from khronos_lab.players.thinking.placement_estimates import Estimator, Spot
from khronos_lab.players.thinking.table_value import Taste
from khronos_lab.players.thinking.tried_actions import after, journey
from khronos_lab.players.thinking.unknown_hands import table_after
from khronos_lab.players.views import deal_hidden
from khronos_lab.rulebook import TRAVEL_COST

LEAST: Final = 0.05
"""What a quick action has to gain by card, beyond what a journey to it costs."""


class Foresight(NamedTuple):
    """How far and how often plans are played on."""

    plans: int
    """How many of the best plans are looked at."""
    deals: tuple[int, ...]
    """How many deals the plans get, half as many plans each time."""
    turns: int = 0
    """How many turns are played on, fewer if the game ends; 0: until the player has had one."""
    trust: int = 0
    """How many deals the worth of a table counts for that is guessed before it is played on."""


@lru_cache(maxsize=64)
def selfish(taste: Taste) -> Taste:
    """Everybody is taken to care for his own coins; those of others are weighed at the end."""
    return Taste(envy=0.0, learned=taste.learned)


def foremost(tables: Sequence[GameState], taste: Taste, rng: Random, foresight: Foresight) -> int:
    """The number of the table from which the player to act comes out best, a few turns on.

    The tables are as his plans leave them, his turn not ended yet. Of equal ones he takes the
    first.
    """
    tables = [travelled(table, taste) for table in tables]
    turns = foresight.turns or len(tables[0].players)
    futures = [Futures(table, taste, turns) for table in tables]
    left = list(range(len(tables)))
    sums = [0.0] * len(tables)
    if foresight.trust:
        sums = [foresight.trust * standing_of(each, each.seat, taste) for each in tables]
    for deals in foresight.deals:
        seeds = [rng.getrandbits(32) for _ in range(deals)]
        for number in left if len(left) > 1 else ():
            sums[number] += sum([futures[number].standing(seed) for seed in seeds])
        left.sort(key=lambda number: -sums[number])
        del left[max(1, len(left) // 2) :]
    return left[0]


class Futures:
    """How a player stands some turns after this one, deal by deal of what nobody knows.

    Whoever comes next meets the same boards in every deal, so his estimates are shared.
    """

    def __init__(self, view: GameState, taste: Taste, turns: int) -> None:
        self._view = view
        self._taste = taste
        self._turns = turns
        table = table_after(view)
        self._next = None if table.over else Estimator(table, selfish(taste))

    def standing(self, seed: int) -> float:
        """How the player to act stands in the end if the hidden cards are dealt by this seed."""
        rng = Random(seed)
        table, estimator = table_after(deal_hidden(self._view, rng)), self._next
        for _ in range(self._turns):
            if table.over:
                break
            table = quick_turn(table, rng, selfish(self._taste), estimator)
            estimator = None
        return standing_of(table, self._view.seat, self._taste, over=False)


def quick_turn(
    view: GameState, rng: Random, taste: Taste, estimator: Estimator | None = None
) -> GameState:
    """The table after a turn that takes what looks best by card, without trying anything out.

    Whoever plays several hands at one table gives them the same `estimator`.
    """
    *_, table = quick_tables(view, rng, taste, estimator)
    return table


def quick_tables(
    view: GameState, rng: Random, taste: Taste, estimator: Estimator | None = None
) -> Iterator[GameState]:
    """The same turn table by table: after each action, the journeys to taxes, and the end."""
    estimator = estimator or Estimator(view, taste)
    pick = rng.getrandbits(16)
    while True:
        options = choices(view)
        spot = _best(view, options.families, estimator)
        there = after(view, spot.action(pick)) if spot else _elsewhere(view, options, estimator)
        if there is None:
            break
        yield (view := there)
    if view.round in view.rules.tax_rounds:
        yield (view := travelled(view, taste))
    yield table_after(view)


def _best(view: GameState, families: list[Family], estimator: Estimator) -> Spot | None:
    most, found = LEAST, None
    for family in families:
        spot = estimator.spots(view, family)[0]
        if spot.gain > most * spot.price:
            most, found = spot.gain / spot.price, spot
    return found


def _elsewhere(view: GameState, options: Choices, estimator: Estimator) -> GameState | None:
    """The table after the journey to where the cards that are left gain most, if it pays."""
    if not any(view.player.hand):
        return None
    most, found = TRAVEL_COST + LEAST, None
    for action in options.plain:
        if isinstance(action, Travel):
            there = after(view, action)
            for family in choices(there).families:
                if family.age is action.target:
                    gain = estimator.spots(there, family)[0].gain
                    if gain > most:
                        most, found = gain, there
    return found


def travelled(view: GameState, taste: Taste) -> GameState:
    """The table when adventurers have gone where taxes will be, as far as that pays."""
    while (action := journey(view, taste)) is not None:
        view = after(view, action)
    return view
