"""Accounts: what stands beside the boards at a moment, as a flat table of short values.

====== ==================================================================
`c0`   coins of seat 0, `?` if they are hidden; `h0` hand, `u0` cubes left,
       `x0` what taxes would pay now
`t`    whose turn it is, the round, and the cards left to play by age
`sm`   tiles of military ranks 1 to 3 in the supply
`q`    the size of the draw pile; `o` open cards
====== ==================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from khronos_lab.core import Action, Entry, GameState, allowance, cards_text, pile_size
from khronos_lab.rulebook import KINDS, NO_CARDS, RANKS
from khronos_lab.scenes import Holding

Accounts = dict[str, Any]


class Sight(NamedTuple):
    """What those who look on may see; nothing else of a game is sent to a browser."""

    entry: Callable[[Entry], Entry] = lambda entry: entry
    """What happens, as they see it."""
    hand: Callable[[int], bool] = lambda seat: True
    """True if they see the hand of a seat."""
    purses: Callable[[GameState], tuple[int, ...]] = lambda state: tuple(range(len(state.players)))
    """The seats whose coins they see."""
    notation: Callable[[str, Action | None, int], str] = lambda text, action, seat: text
    """A move of a seat in notation, as they see it."""


EVERYTHING = Sight()


def accounts(state: GameState, held: list[Holding], sight: Sight = EVERYTHING) -> Accounts:
    """The table of a state."""
    return dict(_accounts(state, held, sight))


def _accounts(state: GameState, held: list[Holding], sight: Sight) -> Iterator[tuple[str, Any]]:
    purses = sight.purses(state)
    for seat, player in enumerate(state.players):
        hand = player.hand if sight.hand(seat) else NO_CARDS
        hidden = player.hidden + sum(player.hand) - sum(hand)
        yield f"c{seat}", player.coins if seat in purses else "?"
        yield f"h{seat}", cards_text(hand, hidden)
        yield f"u{seat}", player.cubes
        yield f"x{seat}", sum(each.amount for each in held if seat in each.collecting)
    ages = sorted(set(state.player.adventurers))
    left = [[int(age), allowance(state.turn.purses, age)] for age in ages]
    yield "t", [state.seat, state.round, [] if state.over else left]
    yield "q", pile_size(state)
    for kind in KINDS:
        yield f"s{kind.letter}", [state.supply[kind][rank] for rank in RANKS]
    if any(state.open_cards):
        yield "o", cards_text(state.open_cards)
