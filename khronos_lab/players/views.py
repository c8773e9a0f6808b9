"""Views: a game as one seat may see it, and whole games that a view leaves possible."""

from __future__ import annotations

from random import Random
from typing import Final

from khronos_lab.core import GameState, PlayerState, add_cards, draw
from khronos_lab.rulebook import NO_CARDS, Cards

NO_CHANCE: Final = 0
"""The chance of every view: what is drawn in a view says nothing of what will be drawn."""


def seen_by(state: GameState, seat: int) -> GameState:
    """The game as the player of a seat sees it.

    The hands of others are hidden: only the number of cards shows, and what they hold is counted
    among the unseen cards of `pile`. The discards lie open (S4), and so do V2's open cards and
    everything on the boards. Coins are always there, too: every payment is made openly, so a
    table that hides its coins (S6) hides only what anybody could have counted.

    >>> from khronos_lab.engine import new_game
    >>> view = seen_by(new_game(2, seed=7), 0)
    >>> [(player.hand, player.hidden) for player in view.players]
    [((1, 1, 2), 0), ((0, 0, 0), 4)]
    """
    unseen = state.pile
    players = []
    for number, player in enumerate(state.players):
        if number != seat:
            unseen = add_cards(unseen, player.hand)
            player = hidden_hand(player)
        players.append(player)
    return state._replace(players=tuple(players), pile=unseen, chance=NO_CHANCE)


def hidden_hand(player: PlayerState) -> PlayerState:
    """The player as others see him: how many cards he holds, and none of them."""
    name, coins, hand, cubes, adventurers, hidden, _ = player
    return PlayerState(name, coins, NO_CARDS, cubes, adventurers, hidden + sum(hand), True)


def deal_hidden(view: GameState, rng: Random) -> GameState:
    """A whole game that looks like this view: what is hidden is dealt from the unseen cards.

    Every such game is as likely as its cards are. It has a chance of its own, so it can be
    played to its end; deal again for another. Every hand has a chance of its own, too: two views
    that differ in one hand are dealt alike elsewhere, as far as their cards allow.
    """
    pile = view.pile
    players = []
    for player in view.players:
        _, dealt, pile = draw(rng.getrandbits(64), pile, player.hidden)
        hand = add_cards(player.hand, dealt)
        players.append(player._replace(hand=hand, hidden=0, secret=False))
    discards: Cards
    _, discards, pile = draw(rng.getrandbits(64), pile, view.hidden_discards)
    return view._replace(
        players=tuple(players),
        pile=pile,
        discards=add_cards(view.discards, discards),
        hidden_discards=0,
        chance=rng.getrandbits(64),
    )
