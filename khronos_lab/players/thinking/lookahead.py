"""Foresight: plans played on in the head for a few turns, with cards that nobody knows dealt anew.

What a table is worth is a guess that gets better the nearer the taxes are. So the best plans of a
turn are played on: the next turns are played quickly, by estimates, with one deal of the unseen
cards after another, the same for all plans. Half of the plans drop out after a few deals, and the
rest get more.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from khronos_lab.core.actions import Travel
from khronos_lab.core.state import GameState
from khronos_lab.engine.legal_actions import Choices, Family, choices
from khronos_lab.players.thinking.placement_estimates import Estimator, Spot
from khronos_lab.players.thinking.table_value import Taste, standing_of
from khronos_lab.players.thinking.tried_actions import after, journey
from khronos_lab.players.thinking.unknown_hands import table_after
from khronos_lab.players.views import deal_hidden
from khronos_lab.rulebook.pieces import TAX_ROUNDS, TRAVEL_COST

TURNS: Final = 4
"""How many turns are played on; fewer if the game ends."""
DEALS: Final = (2, 3, 5)
"""How many deals the plans get, half as many plans each time."""
LEAST: Final = 0.05
"""What a quick action has to gain by card, beyond what a journey to it costs."""

OWN: Final = Taste(envy=0.0)
"""Everybody is taken to care for his own coins; those of others are weighed at the end."""


def foremost(tables: Sequence[GameState], taste: Taste, rng: Random) -> int:
    """The number of the table from which the player to act comes out best, a few turns on.

    The tables are as his plans leave them, his turn not ended yet. Of equal ones he takes the
    first.
    """
    tables = [travelled(table, taste) for table in tables]
    left = list(range(len(tables)))
    sums = [0.0] * len(tables)
    for deals in DEALS:
        seeds = [rng.getrandbits(32) for _ in range(deals)]
        for number in left if len(left) > 1 else ():
            table = tables[number]
            sums[number] += sum([foreseen(table, table.seat, taste, seed) for seed in seeds])
        left.sort(key=lambda number: -sums[number])
        del left[max(1, len(left) // 2) :]
    return left[0]


def foreseen(view: GameState, seat: int, taste: Taste, seed: int) -> float:
    """How a player stands a few turns after this one, by one deal of what nobody knows."""
    rng = Random(seed)
    table = table_after(deal_hidden(view, rng))
    for _ in range(TURNS):
        if table.over:
            break
        table = quick_turn(table, rng)
    return standing_of(table, seat, taste)


def quick_turn(view: GameState, rng: Random) -> GameState:
    """The table after a turn that takes what looks best by card, without trying anything out."""
    estimator = Estimator(view, OWN)
    pick = rng.getrandbits(16)
    while True:
        options = choices(view)
        spot = _best(view, options.families, estimator)
        there = after(view, spot.action(pick)) if spot else _elsewhere(view, options, estimator)
        if there is None:
            return table_after(travelled(view, OWN) if view.round in TAX_ROUNDS else view)
        view = there


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
