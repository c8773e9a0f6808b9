"""Chooses the cards for an action whose player named none."""

from __future__ import annotations

from dataclasses import replace

from khronos_lab.core.actions import UNPAID, Action, Build, Upgrade
from khronos_lab.core.squares import footprint
from khronos_lab.core.state import GameState, cards_of
from khronos_lab.engine.legal_actions import means_of, payments
from khronos_lab.engine.notation import price_of
from khronos_lab.rulebook.pieces import KINDS, RANKS, Cards


def paid(state: GameState, action: Action) -> Action:
    """The action with the cards it costs; unchanged if it names its cards."""
    if not isinstance(action, Build | Upgrade) or action.cards != UNPAID:
        return action
    return replace(action, cards=price_in_cards(state, action))


def price_in_cards(state: GameState, action: Build | Upgrade) -> Cards:
    """The price in the building's colour; the terrain's extra leaves the most even hand (G2).

    Who lacks the cards is given the price all the same, so that the rules can say what is missing.
    """
    kind, rank, sq = action.kind, action.rank, action.square
    if kind not in KINDS or rank not in RANKS or sq < 0 or footprint(sq, rank) & ~state.grid.area:
        return UNPAID
    price = price_of(state, action.age, kind, rank, sq, isinstance(action, Upgrade))
    extra = state.grid.surcharge_at(state.terrain_cost, rank, sq)
    ways = payments(means_of(state), kind, price, extra)
    hand = state.player.hand
    if not ways:
        return cards_of(kind, price + extra)
    return min(ways, key=lambda way: sum(max(0, hand[each] - way[each]) ** 2 for each in KINDS))
