"""Eyes: whose cards are shown. Everybody's, nobody's, or those of one player.

What others draw and discard is then told by number only, as a player at the table sees it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from khronos_lab.core import events as e
from khronos_lab.core.actions import Action, EndTurn, Exchange
from khronos_lab.core.script import Entry
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import NO_CARDS

ALL: Final = "all"
NOBODY: Final = "nobody"
STAR: Final = "*"
"""A card that is not shown."""

Eyes = str
"""`all`, `nobody`, or the number of a seat as text."""


def eyes_of(asked: str | int | None, names: Sequence[str]) -> Eyes:
    """The eyes asked for: None is `all`, a player can be named or numbered by seat.

    >>> eyes_of("Rita", ["Sam", "Rita"]), eyes_of(None, ["Sam"]), eyes_of(0, ["Sam"])
    ('1', 'all', '0')
    """
    if asked is None or asked in (ALL, NOBODY):
        return ALL if asked is None else str(asked)
    if asked in names:
        return str(list(names).index(str(asked)))
    seat = str(asked)
    if seat.isascii() and seat.isdigit() and int(seat) < len(names):
        return str(int(seat))
    known = ", ".join(repr(name) for name in (ALL, NOBODY, *names))
    raise KhronosError(f"nobody here is {asked!r}; hands are seen by one of {known}")


def sees(eyes: Eyes, seat: int) -> bool:
    """True if these eyes see the hand of a seat."""
    return eyes in (ALL, str(seat))


def seen(entry: Entry, eyes: Eyes) -> Entry:
    """An entry of the log as these eyes see it."""
    event = entry.event
    if eyes == ALL or not isinstance(event, e.CardsDrawn | e.CardsDiscarded | e.PileRenewed):
        return entry
    if not isinstance(event, e.PileRenewed) and sees(eyes, event.seat):
        return entry
    count = event.hidden + sum(event.cards)
    return entry._replace(event=replace(event, cards=NO_CARDS, hidden=count))


_CARD: Final = re.compile("[mrc]")


def seen_notation(notation: str, action: Action | None, seat: int, eyes: Eyes) -> str:
    """A move in notation as these eyes see it: cards drawn and discarded by others are stars.

    >>> seen_notation(">mmrc", EndTurn(), 0, "1"), seen_notation(">mmrc", EndTurn(), 1, "1")
    ('>****', '>mmrc')
    """
    hidden = isinstance(action, Exchange | EndTurn) and not sees(eyes, seat)
    return _CARD.sub(STAR, notation) if hidden else notation
