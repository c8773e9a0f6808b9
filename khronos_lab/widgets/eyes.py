"""Eyes: whose cards are shown. Everybody's, nobody's, or those of one player.

What others draw is then told by number only. Whatever is played or discarded lies open (S4). What
eyes are called, and what they know of a game, is in `play/players/knowledge.py`.
"""

from __future__ import annotations

import re
from typing import Final

from khronos_lab.core.actions import Action
from khronos_lab.core.script import Entry
from khronos_lab.play.players.knowledge import ALL, NO_SEAT, NOBODY, witnessed
from khronos_lab.play.records.notation import DRAWING

STAR: Final = "*"
"""A card that is not shown."""

Eyes = str
"""`all`, `nobody`, or the number of a seat as text; see `knowledge.eyes_of`."""


def sees(eyes: Eyes, seat: int) -> bool:
    """True if these eyes see the hand of a seat."""
    return eyes in (ALL, str(seat))


def seen(entry: Entry, eyes: Eyes) -> Entry:
    """An entry of the log as these eyes see it."""
    if eyes == ALL:
        return entry
    event = witnessed(entry.event, NO_SEAT if eyes == NOBODY else int(eyes))
    return entry if event is entry.event else entry._replace(event=event)


_CARD: Final = re.compile("[mrc]")


def seen_notation(notation: str, action: Action | None, seat: int, eyes: Eyes) -> str:
    """A move in notation as these eyes see it: cards drawn by others are stars.

    >>> from khronos_lab.core.actions import EndTurn, Exchange
    >>> seen_notation(">mmrc", EndTurn(), 0, "1"), seen_notation(">mmrc", EndTurn(), 1, "1")
    ('>****', '>mmrc')
    >>> seen_notation("xmm>rc", Exchange((2, 0, 0)), 0, "1")
    'xmm>**'
    """
    if sees(eyes, seat) or not isinstance(action, DRAWING):
        return notation
    discarded, arrow, drawn = notation.rpartition(">")
    return f"{discarded}{arrow}{_CARD.sub(STAR, drawn)}"
