"""Threats and hopes: what a turn with unknown cards can gain at a table, near enough.

Nobody knows the cards of the next player, or his own of the next round, so hands are dealt from
the unseen cards, and what can be done with them is estimated, not played.
"""

from __future__ import annotations

from random import Random
from typing import Final

from khronos_lab.core import GameState, Turn, add_cards, draw, full_purses
from khronos_lab.engine import Outcome, choices, play
from khronos_lab.players.thinking.placement_estimates import Estimator
from khronos_lab.players.thinking.table_value import PLAIN, Taste
from khronos_lab.players.thinking.tried_actions import ending
from khronos_lab.rulebook import HAND_SIZE, ROUNDS

HANDS: Final = 2
"""How many hands stand for all that a player may hold."""
SECOND: Final = 0.3
"""What the second best of his actions counts: it may need the cards of the best."""


def table_after(view: GameState) -> GameState:
    """The table when the turn ends now."""
    outcome = play(view, ending(view), trusted=True)
    assert isinstance(outcome, Outcome)
    return outcome.state


def threat(table: GameState, rng: Random, *, learned: bool = True) -> float:
    """What the player to act is likely to gain, or to take from others, at once."""
    return 0.0 if table.over else _chances(table, Taste(envy=1.0, learned=learned), rng)


def hope(table: GameState, seat: int, rng: Random, taste: Taste = PLAIN) -> float:
    """What a player who has just ended his turn is likely to gain at once in the next round."""
    following = table.round + (table.seat != table.start)
    if table.over or following > ROUNDS:
        return 0.0
    turn = Turn(seat, full_purses(table.players[seat].adventurers))
    return _chances(table._replace(turn=turn, round=following), taste, rng)


def _chances(table: GameState, taste: Taste, rng: Random) -> float:
    estimator = Estimator(table, taste)
    return promise_of_new_hand(table, estimator, rng)


def promise_of_new_hand(table: GameState, estimator: Estimator, rng: Random) -> float:
    """What a hand that the player to act may draw is likely to gain at once."""
    return sum([hand_promise(_dealt(table, rng), estimator) for _ in range(HANDS)]) / HANDS


def _dealt(table: GameState, rng: Random) -> GameState:
    """The table with a hand that the player to act may well hold.

    What the table says of that hand was only drawn in the head, so those cards are dealt, too.
    """
    seat, player = table.seat, table.player
    unseen = add_cards(table.pile, player.hand)
    _, hand, pile = draw(rng.getrandbits(64), unseen, HAND_SIZE)
    known = player._replace(hand=hand, hidden=0)
    players = (*table.players[:seat], known, *table.players[seat + 1 :])
    return table._replace(players=players, pile=pile)


def hand_promise(table: GameState, estimator: Estimator) -> float:
    """What the cards of the player to act are likely to gain at once."""
    gains = [estimator.spots(table, family)[0].gain for family in choices(table).families]
    best, second = sorted((*gains, 0.0, 0.0), reverse=True)[:2]
    return best + SECOND * second
