"""Editing what players have: coins, hands, cubes at home, adventurers, the turn, the supply.

As in `position_editing.py` every function gives another state; cards come out of the pile and go
back to it (S4), and what cannot exist is refused with a `PositionError`.

>>> from khronos_lab.engine.position_editing import empty_position
>>> state = with_hand(empty_position(2), 0, (2, 0, 1))
>>> state.players[0].hand, state.pile
((2, 0, 1), (16, 18, 18))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from khronos_lab.core.allowances import full_purses
from khronos_lab.core.position.writer import usual_cubes, usual_supply
from khronos_lab.core.state import (
    GameState,
    PlayerState,
    Turn,
    add_cards,
    cards_text,
    minus_cards,
    restock,
)
from khronos_lab.engine.position_editing import check_seat
from khronos_lab.rulebook.errors import PositionError
from khronos_lab.rulebook.pieces import ADVENTURERS, RANKS, ROUNDS, Age, Cards, Kind, name_of

RICHEST: Final = 9999
"""Coins that a player can be given."""


def with_coins(state: GameState, seat: int, coins: int) -> GameState:
    """Give a player so many coins."""
    check_seat(state, seat)
    if not 0 <= coins <= RICHEST:
        raise PositionError(f"a player has 0 to {RICHEST} coins, not {coins}")
    return _with_player(state, seat, state.players[seat]._replace(coins=coins))


def with_hand(state: GameState, seat: int, hand: Cards, hidden: int = 0) -> GameState:
    """Give a player these cards, and so many that nobody sees; what he had goes back.

    Cards come from the pile and, if it has none left of a kind, from the discards (S4).
    """
    check_seat(state, seat)
    if min(hand) < 0 or hidden < 0:
        raise PositionError(f"a hand cannot hold {min(*hand, hidden)} cards")
    player = state.players[seat]
    pile = minus_cards(add_cards(state.pile, player.hand), hand)
    taken = (max(0, -pile[0]), max(0, -pile[1]), max(0, -pile[2]))
    pile, discards = add_cards(pile, taken), minus_cards(state.discards, taken)
    unseen = sum(each.hidden for each in state.players) - player.hidden + hidden
    if min(discards) < 0 or unseen + state.hidden_discards > sum(pile):
        deck = cards_text(state.rules.deck)
        raise PositionError(
            f"{player.name} cannot hold {cards_text(hand, hidden)}: the deck has {deck}, and the "
            "others are in other hands or lie open (S4)"
        )
    dealt = _with_player(state, seat, player._replace(hand=hand, hidden=hidden))
    return dealt._replace(pile=pile, discards=discards)


def with_cubes(state: GameState, seat: int, cubes: int) -> GameState:
    """Leave a player so many cubes at home; others are out of the game, to show what B5 says."""
    check_seat(state, seat)
    most = usual_cubes(state.boards, seat)
    if not 0 <= cubes <= most:
        who = state.players[seat].name
        raise PositionError(f"{who} has 0 to {most} cubes at home now, not {cubes} (S1)")
    return _with_player(state, seat, state.players[seat]._replace(cubes=cubes))


def with_adventurers(state: GameState, seat: int, ages: Iterable[Age]) -> GameState:
    """Send a player's two adventurers to these ages; in his turn each may play two cards (T5)."""
    check_seat(state, seat)
    places = tuple(sorted(Age(age) for age in ages))
    if len(places) != ADVENTURERS:
        raise PositionError(f"each player has {ADVENTURERS} adventurers, not {len(places)} (S1)")
    moved = _with_player(state, seat, state.players[seat]._replace(adventurers=places))
    if seat == state.seat:
        return moved._replace(turn=state.turn._replace(purses=full_purses(places)))
    return moved


def with_turn(
    state: GameState, *, round: int | None = None, seat: int | None = None, start: int | None = None
) -> GameState:
    """Begin another turn: its round, who acts, who starts each round; left out, they stay."""
    number = state.round if round is None else round
    acting = state.seat if seat is None else seat
    first = state.start if start is None else start
    if not 1 <= number <= ROUNDS:
        raise PositionError(f"a game has rounds 1 to {ROUNDS}, so there is no round {number} (T1)")
    check_seat(state, acting)
    check_seat(state, first)
    turn = Turn(acting, full_purses(state.players[acting].adventurers))
    return state._replace(round=number, start=first, turn=turn, over=False)


def with_supply(state: GameState, kind: Kind, rank: int, tiles: int) -> GameState:
    """Leave so many tiles of a sort in the supply; others are out of the game (B5, C4)."""
    most = usual_supply(state.boards)[kind][rank]
    if rank not in RANKS or not 0 <= tiles <= most:
        raise PositionError(
            f"0 to {most} tiles of a {name_of(kind, rank)} can be in the supply now, not {tiles} "
            "(S3)"
        )
    return state._replace(
        supply=restock(state.supply, kind, rank, tiles - state.supply[kind][rank])
    )


def _with_player(state: GameState, seat: int, player: PlayerState) -> GameState:
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return state._replace(players=players)
