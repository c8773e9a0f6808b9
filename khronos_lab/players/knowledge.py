"""Knowledge: what can be known of hidden cards. The one place that says what rollouts may use.

Whoever plays on from a position deals the hidden cards again. Eyes say what stays as it is:

`all` (or None)
    Everything in the record. Hands that were written down stay; those that nobody wrote down are
    dealt, and so is every draw to come.
a seat, by number or name
    What a player at that seat knows who watched the game and forgot nothing:

    - this player's own cards;
    - the discards. Whatever is played (A1 to A6) or discarded (T2, T6, V1) lies open there until
      the discards become the new pile (S4);
    - V2's open cards: which lie open, who took which and laid down which. A card that was taken
      stays known until it is played or discarded;
    - how many cards everybody else holds and draws;
    - what the deck holds (S4): every card that is not known to be elsewhere is an unseen one.

`nobody`
    The same for somebody at the table without cards.

All ways to deal the unseen cards are then equally likely. A very good player could infer two more
things, which are left out: what the choices of others tell about their hands, and that a hand drawn
before the pile was last renewed cannot hold the cards that lay in the discards at that moment. Once
the pile is renewed, those cards are simply unseen again.

A discard that nobody wrote down (a star in the record) stays hidden from everybody.

`known_to` reads the whole log of a game. A position alone (`seen_with`) shows almost as much: only
the open cards (V2) that others took into their hands are forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from khronos_lab.core import Entry, GameState, PlayerState, add_cards, draw, evolve
from khronos_lab.core import events as e
from khronos_lab.rulebook import NO_CARDS, Cards, KhronosError

ALL: Final = "all"
NOBODY: Final = "nobody"

Eyes = int | str | None
"""Whose eyes: `all` or None, `nobody`, a player's name, or a seat as number or text."""

NO_SEAT: Final = -1
"""The seat of somebody who watches and has no cards."""


def seat_of(eyes: Eyes, names: Sequence[str]) -> int | None:
    """The seat whose cards are seen; None for everybody's, `NO_SEAT` for nobody's.

    A number is always a seat, even if somebody is called `1`.

    >>> seat_of("Rita", ["Sam", "Rita"]), seat_of("all", ["Sam"]), seat_of("nobody", ["Sam"])
    (1, None, -1)
    """
    if eyes is None or eyes == ALL:
        return None
    if eyes == NOBODY:
        return NO_SEAT
    text = str(eyes)
    if text.isascii() and text.isdigit() and int(text) < len(names):
        return int(text)
    if text in names:
        return list(names).index(text)
    known = ", ".join(repr(name) for name in (ALL, NOBODY, *names))
    raise KhronosError(f"nobody here is {eyes!r}; hands are seen by one of {known}")


def eyes_of(asked: Eyes, names: Sequence[str]) -> str:
    """The same as text, as widgets keep it: `all`, `nobody`, or the number of the seat.

    >>> eyes_of("Rita", ["Sam", "Rita"]), eyes_of(None, ["Sam"]), eyes_of(0, ["Sam"])
    ('1', 'all', '0')
    """
    seat = seat_of(asked, names)
    if seat is None:
        return ALL
    return NOBODY if seat == NO_SEAT else str(seat)


def seen_with(state: GameState, eyes: Eyes) -> GameState:
    """A position as these eyes see it if they have not watched the game so far."""
    seat = seat_of(eyes, state.names)
    return state if seat is None else seen_by(state, seat)


def known_to(start: GameState, log: Iterable[Entry], eyes: Eyes) -> GameState:
    """The position after everything in the log, as these eyes know it if they have watched it all.

    The hands of others are hidden; a card that is played or discarded shows itself. With the eyes
    of `all` it is the position as it is.
    """
    return watched(seen_with(start, eyes), log, eyes)


def watched(known: GameState, log: Iterable[Entry], eyes: Eyes) -> GameState:
    """What these eyes know after the log of what follows a position that they knew so far."""
    seat = seat_of(eyes, known.names)
    for entry in log:
        known = evolve(known, entry.event if seat is None else witnessed(entry.event, seat))
    return known if seat is None else known._replace(chance=NO_CHANCE)


def witnessed(event: e.Event, seat: int) -> e.Event:
    """An event as it is seen from a seat: what others draw is hidden, and nothing else.

    What they discard lies open, so everybody knows which cards a renewed pile is made of.
    """
    if isinstance(event, e.CardMove) and event.about.cards == "secret" and event.seat != seat:
        return event.concealed()
    return event


# ------------------------------------------------------------------ views

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
