"""Knowledge: what can be known of hidden cards. The one place that says what rollouts may use.

Whoever plays on from a position deals the cards that are hidden anew. Eyes say what stays:

`all` (or None)
    Everything that the record says. Hands that were written down stay as they are; those that
    nobody wrote down are dealt, and so is every draw to come.
a seat, by number or name
    What this player could know who watched and forgot nothing:

    - his own cards, those he discarded included;
    - every card that was played: it was paid openly (A1 to A6), and lies in the discards until
      those become the new pile (S4);
    - V2's open cards: what lies open, who took which and laid down which. A card taken stays known
      until it is played or all cards are discarded; whoever discards only some, face down, is
      taken to keep those (V1, T2);
    - of all others how many cards they hold, drew and discarded. What is discarded unused goes
      face down: the rules page is silent, and this is the careful reading;
    - what the deck holds (S4): every card that is not known lies among the unseen ones.

`nobody`
    The same for somebody at the table without cards: only what everybody could see.

All ways to deal the unseen cards are then equally likely. Two things that a very good player could
infer are left out: what the choices of others tell of their hands, and that a hand drawn before the
pile was last renewed cannot hold what lay in the discards at that moment.

`known_to` needs the whole log of a game; with a position alone `seen_with` does what it can, in
which all discards are known by number only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from khronos_lab.core import events as e
from khronos_lab.core.evolve import evolve
from khronos_lab.core.script import Entry
from khronos_lab.core.state import GameState, PlayerState, add_cards
from khronos_lab.play.players.views import NO_CHANCE, hidden_hand, seen_by
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import NO_CARDS
from khronos_lab.rules.turn import first_cards

ALL: Final = "all"
NOBODY: Final = "nobody"

Eyes = int | str | None
"""Whose eyes: `all` or None, `nobody`, a player's name, or a seat as number or text."""

NO_SEAT: Final = -1
"""The seat of somebody who watches and has no cards."""


def seat_of(eyes: Eyes, names: Sequence[str]) -> int | None:
    """The seat whose cards are seen; None for everybody's, `NO_SEAT` for nobody's.

    >>> seat_of("Rita", ["Sam", "Rita"]), seat_of("all", ["Sam"]), seat_of("nobody", ["Sam"])
    (1, None, -1)
    """
    if eyes is None or eyes == ALL:
        return None
    if eyes == NOBODY:
        return NO_SEAT
    if eyes in names:
        return list(names).index(str(eyes))
    text = str(eyes)
    if text.isascii() and text.isdigit() and int(text) < len(names):
        return int(text)
    known = ", ".join(repr(name) for name in (ALL, NOBODY, *names))
    raise KhronosError(f"nobody here is {eyes!r}; hands are seen by one of {known}")


def seen_with(state: GameState, eyes: Eyes) -> GameState:
    """A position as these eyes see it who have not seen how it came about."""
    seat = seat_of(eyes, state.names)
    return state if seat is None else seen_by(state, seat)


def known_to(start: GameState, log: Iterable[Entry], eyes: Eyes) -> GameState:
    """The position after everything in the log, as these eyes know it that have seen all of it.

    It is the state of a record in which the hands of others are hidden: a card that is played
    shows itself. For everybody's eyes it is the position as it is.
    """
    seat = seat_of(eyes, start.names)
    return watched(start if seat is None else _hidden(start, seat), log, eyes)


def watched(known: GameState, log: Iterable[Entry], eyes: Eyes) -> GameState:
    """What these eyes know after the log of what follows a position that they knew so far."""
    seat = seat_of(eyes, known.names)
    for entry in log:
        event = entry.event if seat is None else _witnessed(entry.event, known, seat)
        known = evolve(known, event)
    return known if seat is None else known._replace(chance=NO_CHANCE)


def _hidden(state: GameState, seat: int) -> GameState:
    """The first position: discards that it names lie open."""
    unseen = state.pile
    players: list[PlayerState] = []
    for number, player in enumerate(state.players):
        if number != seat:
            unseen = add_cards(unseen, player.hand)
            player = hidden_hand(player)
        players.append(player)
    return state._replace(players=tuple(players), pile=unseen)


def _witnessed(event: e.Event, state: GameState, seat: int) -> e.Event:
    """An event as it was seen from a seat; `state` is what was known before."""
    if isinstance(event, e.PileRenewed):
        return replace(event, cards=state.discards, hidden=state.hidden_discards)
    if not isinstance(event, e.CardsDrawn | e.CardsDiscarded) or event.seat == seat:
        return event
    number = sum(event.cards) + event.hidden
    if isinstance(event, e.CardsDrawn):
        return replace(event, cards=NO_CARDS, hidden=number)
    player = state.players[event.seat]
    face_down = min(number, player.hidden)
    known = first_cards(player.hand, player.hand, number - face_down)
    return replace(event, cards=known, hidden=face_down)
