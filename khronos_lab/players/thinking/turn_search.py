"""Turns that the coach looks at: a search of the turn within a fixed number of evaluations.

A plan is a sequence of journeys, swaps and actions with cards. Plans are compared by the table
they lead to (`judgement.standing_of`), and kept on shelves by the cards that are left to play:
from the best plans of one shelf the search goes on to the next. Estimates say which actions are
worth an evaluation.

The budget counts evaluations, never seconds, so the same position gives the same plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from typing import Final, NamedTuple

from khronos_lab.core import Action, GameState, Swap, Travel, seed_of
from khronos_lab.engine import Family, choices
from khronos_lab.players.thinking.judgement import standing_of
from khronos_lab.players.thinking.placement_estimates import Estimator, Spot
from khronos_lab.players.thinking.table_value import PLAIN
from khronos_lab.players.thinking.tried_actions import after

CARD_WORTH: Final = 0.8
"""What a card that can still be played this turn is likely to gain."""
SHARES: Final = 10
"""Each shelf's share of the budget grows with the cards still to play: 4 + 3 + 2 + 1 parts."""


class Plan(NamedTuple):
    """Actions of one turn, the table they lead to and what it is worth."""

    value: float
    view: GameState
    steps: tuple[Action, ...] = ()


class Look(NamedTuple):
    """An action worth an evaluation: what it promises, and how to get there."""

    promise: float
    plan: Plan
    before: GameState
    """The table after the journey or swap that comes first, if one does."""
    first: tuple[Action, ...]
    spot: Spot


def plans_of(view: GameState, budget: int) -> list[Plan]:
    """The plans found with this number of evaluations, best first; one of them is to do nothing.

    With three players and more it takes a quarter of them. They lead to different tables.
    """
    seat, estimator = view.seat, Estimator(view, PLAIN)
    budget = budget if len(view.players) == 2 else budget // 4
    cards = _cards_left(view)
    # Of squares that look alike the same is taken all turn long, so that a plan is found
    # again when it is half done; but not the same in every turn.
    pick = seed_of(view.round, seat)
    shelves: list[list[Plan]] = [[] for _ in range(cards + 1)]
    shelves[cards].append(Plan(standing_of(view, seat), view))
    for left in range(cards, 0, -1):
        for look in _looks(shelves[left], estimator, max(2, budget * left // SHARES)):
            action = look.spot.action(pick)
            table = after(look.before, action)
            steps = (*look.plan.steps, *look.first, action)
            plan = Plan(standing_of(table, seat), table, steps)
            shelves[_cards_left(table)].append(plan)
    # Of equal plans the one that spends fewer cards comes first.
    return _different([plan for shelf in reversed(shelves) for plan in shelf])


def _cards_left(view: GameState) -> int:
    """How many cards the player to act can still play this turn (T5)."""
    player = view.player
    left = max([sum([each for _, each in account]) for account in view.turn.purses])
    return min(left, sum(player.hand) + player.hidden)


def _different(plans: list[Plan]) -> list[Plan]:
    """The plans, best first, without those that only take another way to the same table."""
    found: dict[object, Plan] = {}
    for plan in sorted(plans, key=lambda each: -each.value):
        player = plan.view.player
        found.setdefault((round(plan.value, 6), player.hand, player.adventurers), plan)
    return list(found.values())


def _looks(plans: list[Plan], estimator: Estimator, number: int) -> list[Look]:
    """The actions that promise most after the best plans of a shelf."""
    few = _different(plans)[: max(1, number // 4)]
    found = [look for plan in few for look in _looks_after(plan, estimator)]
    return nlargest(number, found, key=lambda look: look.promise)


def _looks_after(plan: Plan, estimator: Estimator) -> Iterator[Look]:
    """Every action with cards, alone or after a journey or a swap that allows it."""
    options = choices(plan.view)
    yield from _looks_at(plan, plan.view, (), options.families, estimator)
    for first in options.plain:
        if isinstance(first, Travel):
            before = after(plan.view, first)
            families = [each for each in choices(before).families if each.age is first.target]
            yield from _looks_at(plan, before, (first,), families, estimator)
        elif isinstance(first, Swap):
            before = after(plan.view, first)
            yield from _looks_at(plan, before, (first,), choices(before).families, estimator)


def _looks_at(
    plan: Plan,
    before: GameState,
    first: tuple[Action, ...],
    families: list[Family],
    estimator: Estimator,
) -> Iterator[Look]:
    paid = plan.view.player.coins - before.player.coins
    left = _cards_left(before)
    for family in families:
        for spot in estimator.spots(before, family):
            promise = plan.value - paid + spot.gain + CARD_WORTH * (left - spot.price)
            yield Look(promise, plan, before, first, spot)
