"""Events at the end of a turn: taxes and the end of the game (X, T)."""

from __future__ import annotations

from khronos_lab.core.events.families import (
    Note,
    Payment,
    Tax,
    TurnOver,
    event,
)
from khronos_lab.rulebook.pieces import Age


@event
class TaxCollected(Tax, Payment, coins=1, weight=15):
    """A player is paid by one domain."""

    seat: int
    age: Age
    domain: int
    """First square of the domain."""
    amount: int
    clause: str


@event
class TaxMissed(Tax, Note, counts="coins that would have been paid"):
    """A player has no adventurer where a domain would pay him."""

    seat: int
    age: Age
    domain: int
    amount: int
    clause: str = "X4"


@event
class TurnEnded(TurnOver, fills=()):
    """The next player is on turn."""

    seat: int
    next_seat: int
    round: int
    """The round of the next turn."""
    clause: str = "T1"


@event
class GameEnded(TurnOver, fills=("amount",), counts="coins of the richest"):
    """The richest win."""

    winners: tuple[int, ...]
    coins: tuple[int, ...]
    clause: str = "T7"

    @property
    def amount(self) -> int:
        """What the richest has."""
        return max(self.coins)
