"""`evolve(state, event)`: the one place where a state follows from another.

Each family of events, or each event that has none, has one function; notes have none and leave the
state as it is. Nothing is decided or checked here: an event says what happens, rules decide whether
it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from khronos_lab.core import events as e
from khronos_lab.core.board import Building, cubes_on
from khronos_lab.core.chance import skip
from khronos_lab.core.state import (
    GameState,
    PlayerState,
    Turn,
    add_cards,
    full_purses,
    minus_cards,
    pay_cards,
    restock,
    set_board,
    set_player,
    shortage,
    travel,
)
from khronos_lab.rulebook import NO_CARDS, REASON, Cards, implements

Players = tuple[PlayerState, ...]
Writer = Callable[[GameState, Any], GameState]


def evolve(state: GameState, event: e.Event) -> GameState:
    """The state after an event."""
    writer = _WRITERS.get(type(event))
    return state if writer is None else writer(state, event)


# ------------------------------------------------------------------ helpers


def _cubes(players: Players, seats: Iterable[int], change: int) -> Players:
    for seat in seats:
        players = set_player(players, seat, cubes=change)
    return players


def _retouch(
    state: GameState, old: Building, new: Building, cubes: tuple[int, ...], change: int
) -> GameState:
    """Change the cubes or the side of a building of Reason; cubes go home (1) or come (-1)."""
    boards = set_board(state.boards, REASON, state.boards[REASON].retouch(old, new))
    return state._replace(boards=boards, players=_cubes(state.players, cubes, change))


def _join_cubes(state: GameState, building: Building, cubes: tuple[int, ...]) -> GameState:
    old = state.boards[REASON].buildings[building.square]
    new = Building(*old[:5], tuple(sorted(old.cubes + cubes)), old.printed)
    return _retouch(state, old, new, cubes, -1)


# ------------------------------------------------------------------ one function a family


@implements("S6")
def _paid(state: GameState, event: e.Payment) -> GameState:
    """Coins come from the bank, which is not counted because it never runs out."""
    change = event.about.coins * event.amount
    return state._replace(players=set_player(state.players, event.seat, coins=change))


@implements("S5")
def _placed(state: GameState, event: e.Arrival) -> GameState:
    """Put down a building: a tile comes from the supply, with its owner's cube."""
    age, building, supply = event.age, event.building, state.supply
    if not building.printed:
        supply = restock(supply, building.kind, building.rank, -1)
    boards = set_board(state.boards, age, state.boards[age].change(added=building))
    players = _cubes(state.players, cubes_on(building), -1)
    return state._replace(boards=boards, players=players, supply=supply)


@implements("S3")
def _removed(state: GameState, event: e.Removal) -> GameState:
    """Take a building away: its cubes go home, and its tile to the supply or out of the game."""
    age, building, supply = event.age, event.building, state.supply
    if not (building.printed or event.out_of_game):
        supply = restock(supply, building.kind, building.rank, 1)
    boards = set_board(state.boards, age, state.boards[age].change(removed=(building,)))
    players = _cubes(state.players, cubes_on(building), 1)
    return state._replace(boards=boards, players=players, supply=supply)


@implements("S3")
def _replaced(state: GameState, event: e.Replacement) -> GameState:
    """Exchange a tile for one of another rank in one step: an owner's cube stays."""
    age, old, new = event.age, event.old, event.building
    supply = restock(state.supply, new.kind, new.rank, -1)
    if not old.printed:
        supply = restock(supply, old.kind, old.rank, 1)
    boards = set_board(state.boards, age, state.boards[age].change(removed=(old,), added=new))
    players = _cubes(state.players, old.cubes, 1)
    return state._replace(boards=boards, players=players, supply=supply)


# ------------------------------------------------------------------ one function an event


def _without(state: GameState, seat: int, cards: Cards, hidden: int = 0) -> tuple[Players, Cards]:
    """The players after cards left a hand, and the unseen cards: what was hidden shows itself."""
    hand = state.players[seat].hand
    left = minus_cards(hand, cards)
    if min(left) >= 0:
        return set_player(state.players, seat, hand=left, hidden=-hidden), state.pile
    shown = shortage(hand, cards)
    left = add_cards(left, shown)
    players = set_player(state.players, seat, hand=left, hidden=-hidden - sum(shown))
    return players, minus_cards(state.pile, shown)


def _cards_played(state: GameState, event: e.CardsPlayed) -> GameState:
    purses = pay_cards(state.turn.purses, event.age, sum(event.cards))
    players, pile = _without(state, event.seat, event.cards)
    return state._replace(
        players=players,
        pile=pile,
        discards=add_cards(state.discards, event.cards),
        turn=state.turn._replace(purses=purses, acted=True),
    )


def _cards_discarded(state: GameState, event: e.CardsDiscarded) -> GameState:
    turn = state.turn._replace(exchanged=True) if event.clause == "T2" else state.turn
    players, pile = _without(state, event.seat, event.cards, event.hidden)
    return state._replace(
        players=players,
        pile=pile,
        discards=add_cards(state.discards, event.cards),
        turn=turn,
        hidden_discards=state.hidden_discards + event.hidden,
    )


def _cards_drawn(state: GameState, event: e.CardsDrawn) -> GameState:
    # Chance moves on by one step a card whoever decided them: a game replayed from a record
    # and the same game played from its seed are the same states.
    hand = add_cards(state.players[event.seat].hand, event.cards)
    return state._replace(
        players=set_player(state.players, event.seat, hand=hand, hidden=event.hidden),
        pile=minus_cards(state.pile, event.cards),
        chance=skip(state.chance, sum(event.cards) + event.hidden),
    )


def _pile_renewed(state: GameState, event: e.PileRenewed) -> GameState:
    pile = add_cards(state.pile, event.cards)
    return state._replace(pile=pile, discards=NO_CARDS, hidden_discards=0)


def _open_cards_swapped(state: GameState, event: e.OpenCardsSwapped) -> GameState:
    players, pile = _without(state, event.seat, event.given)
    hand = add_cards(players[event.seat].hand, event.taken)
    return state._replace(
        players=set_player(players, event.seat, hand=hand),
        pile=pile,
        open_cards=add_cards(minus_cards(state.open_cards, event.taken), event.given),
        turn=state.turn._replace(swapped=True),
    )


def _adventurer_travelled(state: GameState, event: e.AdventurerTravelled) -> GameState:
    player = state.players[event.seat]
    places = list(player.adventurers)
    places[places.index(event.origin)] = event.target
    moved = player._replace(adventurers=tuple(sorted(places)))
    purses = travel(state.turn.purses, event.origin, event.target)
    turn = state.turn._replace(purses=purses, acted=True)
    return state.with_player(event.seat, moved)._replace(turn=turn)


def _ruin_restored(state: GameState, event: e.RuinRestored) -> GameState:
    old = state.boards[REASON].buildings[event.building.square]
    return _retouch(state, old, old._replace(ruin=False, cubes=()), old.cubes, 1)


def _turn_ended(state: GameState, event: e.TurnEnded) -> GameState:
    purses = full_purses(state.players[event.next_seat].adventurers)
    return state._replace(round=event.round, turn=Turn(event.next_seat, purses))


_WRITING: dict[type[e.Event], Writer] = {
    e.Payment: _paid,
    e.Arrival: _placed,
    e.Removal: _removed,
    e.Replacement: _replaced,
    e.CubeAdded: lambda state, event: _join_cubes(state, event.building, (event.seat,)),
    e.CardsPlayed: _cards_played,
    e.CardsDiscarded: _cards_discarded,
    e.CardsDrawn: _cards_drawn,
    e.PileRenewed: _pile_renewed,
    e.OpenCardsSwapped: _open_cards_swapped,
    e.AdventurerTravelled: _adventurer_travelled,
    e.CubesMoved: lambda state, event: _join_cubes(state, event.building, event.cubes),
    e.RuinRestored: _ruin_restored,
    e.TurnEnded: _turn_ended,
    e.GameEnded: lambda state, _: state._replace(over=True),
}
"""By family or event: who writes."""


def _writer(sort: type[e.Event]) -> Writer:
    """Its own writer or that of its nearest family."""
    for family in sort.__mro__:
        if family in _WRITING:
            return _WRITING[family]
    raise TypeError(f"{sort.__name__} changes the state, but nothing says how")


_WRITERS: Final = {sort: _writer(sort) for sort in e.EVENT_TYPES if sort.changes}
