"""Eyes: whose cards and coins are shown. Everybody's, nobody's, or those of one player.

What others draw is then told by number only. Whatever is played or discarded lies open (S4). What
eyes are called, and what they know of a game, is in `players/knowledge.py`.

Coins lie open or hidden as each table likes (S6). Where they are hidden, only the players whose
hands are shown have their coins shown, too; the others' purses are opened when the game is over.
Everybody still sees what is paid and collected, so nothing is hidden from whoever counts along, and
nothing changes for players, rollouts and forecasts.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from khronos_lab.core import Action, CardMove, Entry, GameState
from khronos_lab.engine import DRAWING
from khronos_lab.kit.safe_widget import one_of
from khronos_lab.players import ALL, NO_SEAT, NOBODY, witnessed

STAR: Final = "*"
"""A card that is not shown."""

Eyes = str
"""`all`, `nobody`, or the number of a seat as text; see `knowledge.eyes_of`."""

OPEN: Final = "open"
HIDDEN: Final = "hidden"

Coins = str
"""How coins lie on the table: `open` or `hidden` (S6)."""


class Audience(NamedTuple):
    """Who looks on: whose cards are shown, and how coins lie."""

    eyes: Eyes = ALL
    coins: Coins = OPEN


def coins_of(asked: str) -> Coins:
    """How coins shall lie, refused if it is neither `open` nor `hidden`."""
    return one_of(asked, (OPEN, HIDDEN), "way to lay out coins called")


def purses_seen(state: GameState, eyes: Eyes, coins: Coins) -> tuple[int, ...]:
    """The seats whose coins are shown."""
    return tuple(
        seat
        for seat, player in enumerate(state.players)
        if coins == OPEN or state.over or (sees(eyes, seat) and not player.secret)
    )


def sees(eyes: Eyes, seat: int) -> bool:
    """True if these eyes see the hand of a seat."""
    return eyes in (ALL, str(seat))


def seen(entry: Entry, eyes: Eyes) -> Entry:
    """An entry of the log as these eyes see it."""
    if eyes == ALL:
        return entry
    event = witnessed(entry.event, NO_SEAT if eyes == NOBODY else int(eyes))
    return entry if event is entry.event else entry._replace(event=event)


def expected(entry: Entry, eyes: Eyes) -> Entry:
    """An entry of what a move would do, as these eyes may foresee it.

    Cards lie open once they are discarded (S4). Before that they are part of a hand, so a player
    whose hand is hidden discards a number of cards, and no more is known.
    """
    event = entry.event
    if not isinstance(event, CardMove) or event.about.cards != "open when done":
        return seen(entry, eyes)
    if event.seat is not None and sees(eyes, event.seat):
        return entry
    return entry._replace(event=event.concealed())


_CARD: Final = re.compile("[mrc]")


def seen_notation(notation: str, action: Action | None, seat: int, eyes: Eyes) -> str:
    """A move in notation as these eyes see it: cards drawn by others are stars.

    >>> from khronos_lab.core import EndTurn, Exchange
    >>> seen_notation(">mmrc", EndTurn(), 0, "1"), seen_notation(">mmrc", EndTurn(), 1, "1")
    ('>****', '>mmrc')
    >>> seen_notation("xmm>rc", Exchange((2, 0, 0)), 0, "1")
    'xmm>**'
    """
    if sees(eyes, seat) or not isinstance(action, DRAWING):
        return notation
    discarded, arrow, drawn = notation.rpartition(">")
    return f"{discarded}{arrow}{_CARD.sub(STAR, drawn)}"
