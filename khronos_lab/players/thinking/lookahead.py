"""Quick turns: what looks best by card is done, by estimates, without trying anything out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from khronos_lab.core import GameState, Travel
from khronos_lab.engine import Choices, Family, choices
from khronos_lab.players.thinking.placement_estimates import Estimator, Spot
from khronos_lab.players.thinking.table_value import Taste
from khronos_lab.players.thinking.tried_actions import after, journey
from khronos_lab.players.thinking.unknown_hands import table_after
from khronos_lab.rulebook import TRAVEL_COST

LEAST: Final = 0.05
"""What a quick action has to gain by card, beyond what a journey to it costs."""


def quick_tables(
    view: GameState, rng: Random, taste: Taste, estimator: Estimator | None = None
) -> Iterator[GameState]:
    """A turn table by table: after each action, the journeys to taxes, and the end.

    Whoever plays several hands at one table gives them the same `estimator`.
    """
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
