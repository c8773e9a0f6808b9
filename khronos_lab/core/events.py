"""Every happening, as a small frozen value with its clause.

A *change* alters the state, and `evolve` is its only reader who writes; a *note* explains and
alters nothing. Folding the changes alone gives the same states. What an event says in words is in
`captions.py`; what it is called in tables is the name of its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from khronos_lab.core.board import Building
from khronos_lab.rulebook.pieces import REASON, Age, Cards, Kind


class Event:
    """What all happenings share: a clause, and whether they alter the state."""

    __slots__ = ()
    changes: ClassVar[bool] = True
    clause: str


class Note(Event):
    """A happening that explains and alters nothing."""

    __slots__ = ()
    changes: ClassVar[bool] = False


# ------------------------------------------------------------------ cards, coins, journeys (T, V)


@dataclass(frozen=True, slots=True)
class CoinsSpent(Event):
    """A player pays the bank."""

    seat: int
    amount: int
    clause: str


@dataclass(frozen=True, slots=True)
class CardsPlayed(Event):
    """Cards leave the hand for an action in an age and use up allowance (T5)."""

    seat: int
    age: Age
    cards: Cards
    clause: str = "T5"


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """Cards leave the hand unused."""

    seat: int
    cards: Cards
    clause: str = "T6"
    hidden: int = 0
    """So many more that nobody wrote down."""


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """Cards come from the pile to the hand."""

    seat: int
    cards: Cards
    clause: str = "T6"
    hidden: int = 0
    """So many more that nobody wrote down."""


@dataclass(frozen=True, slots=True)
class PileRenewed(Event):
    """The discards become the new pile."""

    cards: Cards
    clause: str = "S4"
    hidden: int = 0
    """So many more that nobody wrote down."""


@dataclass(frozen=True, slots=True)
class OpenCardsSwapped(Event):
    """A player takes open cards and lays others in their place."""

    seat: int
    taken: Cards
    given: Cards
    clause: str = "V2"


@dataclass(frozen=True, slots=True)
class AdventurerTravelled(Event):
    """An adventurer goes to another age."""

    seat: int
    origin: Age
    target: Age
    clause: str = "T4"


# ------------------------------------------------------------------ actions on the boards (A)


@dataclass(frozen=True, slots=True)
class BuildingBuilt(Event):
    """A new building stands."""

    seat: int
    age: Age
    building: Building
    clause: str = "A1"


@dataclass(frozen=True, slots=True)
class BuildingUpgraded(Event):
    """A larger building stands in place of a smaller one."""

    seat: int
    age: Age
    old: Building
    building: Building
    clause: str = "A2"


@dataclass(frozen=True, slots=True)
class BonusPaid(Event):
    """A player is paid for a large building or an upgrade."""

    seat: int
    age: Age
    amount: int
    clause: str = "A3"


@dataclass(frozen=True, slots=True)
class BuildingDemolished(Event):
    """A rank 1 tile is taken away."""

    seat: int
    age: Age
    building: Building
    clause: str = "A4"


@dataclass(frozen=True, slots=True)
class CubePlaced(Event):
    """A cube is put on a civil building of Reason."""

    seat: int
    building: Building
    clause: str = "A5"
    age: Age = REASON


@dataclass(frozen=True, slots=True)
class RuinBegun(Event):
    """The first card on a rank 3 ruin: a cube marks it half restored."""

    seat: int
    building: Building
    clause: str = "A6"
    age: Age = REASON


@dataclass(frozen=True, slots=True)
class RuinRestored(Event):
    """A ruin turns to its intact side; a cube on it goes home."""

    seat: int
    building: Building
    clause: str = "A6"
    age: Age = REASON


# ------------------------------------------------------------------ time shadows and paradox (B)


@dataclass(frozen=True, slots=True)
class ShadowFalls(Note):
    """A copy is about to be placed: nothing forbids it and nothing is missing."""

    age: Age
    building: Building
    clause: str


@dataclass(frozen=True, slots=True)
class ShadowBlocked(Note):
    """A copy is forbidden, and no later age gets one."""

    age: Age
    building: Building
    clause: str
    squares: tuple[int, ...] = ()
    """First squares of the buildings that forbid it."""
    domains: tuple[int, ...] = ()
    """First squares of the domains that forbid it."""
    older: int | None = None
    """The one of them that counts only because the building's own older shadow is there (B3a)."""


@dataclass(frozen=True, slots=True)
class ShadowMissing(Note):
    """A copy lacks its tile or its cube."""

    age: Age
    building: Building
    lacking: str
    """`tile` or `cube`."""
    clause: str = "B5"


@dataclass(frozen=True, slots=True)
class BuildingErased(Event):
    """Paradox: a copy removes what it covers; the cubes on it go home."""

    age: Age
    building: Building
    clause: str = "B6"
    lifted: bool = False
    """Its cubes will stand on the copy (B7): they are home only until it is cast."""
    out_of_game: bool = False
    """Its tile does not go back to the supply (S3, if erased tiles do not return)."""


@dataclass(frozen=True, slots=True)
class HamletCovered(Event):
    """A copy covers a printed hamlet, which is no tile; the cubes on it go home."""

    age: Age
    building: Building
    clause: str = "B6"
    lifted: bool = False
    """Its cubes will stand on the copy (B7): they are home only until it is cast."""


@dataclass(frozen=True, slots=True)
class HamletRevealed(Event):
    """A printed hamlet re-appears because what covered it is gone."""

    age: Age
    building: Building
    clause: str = "S5"


@dataclass(frozen=True, slots=True)
class ShadowCast(Event):
    """A copy stands in a later age."""

    age: Age
    building: Building
    clause: str


@dataclass(frozen=True, slots=True)
class CubesMoved(Event):
    """Cubes of a civil building that was replaced move onto the new one."""

    building: Building
    cubes: tuple[int, ...]
    clause: str = "B7"
    age: Age = REASON


@dataclass(frozen=True, slots=True)
class CubeKept(Event):
    """A player keeps one cube on a printed hamlet that re-appeared."""

    seat: int
    building: Building
    clause: str = "B8"
    age: Age = REASON


# ------------------------------------------------------------------ domains (C)


@dataclass(frozen=True, slots=True)
class DomainsJoined(Note):
    """Domains have become one."""

    age: Age
    domains: tuple[int, ...]
    """First squares of the domains before."""
    square: int
    """First square of the domain now."""
    clause: str = "C2"


@dataclass(frozen=True, slots=True)
class DomainSplit(Note):
    """A domain has fallen apart."""

    age: Age
    square: int
    """First square of the domain before."""
    domains: tuple[int, ...]
    """First squares of the parts."""
    clause: str = "C3"


@dataclass(frozen=True, slots=True)
class ConflictFound(Note):
    """Several buildings of one kind share the highest rank of a domain."""

    age: Age
    kind: Kind
    buildings: tuple[Building, ...]
    domain: int
    clause: str = "C1"


@dataclass(frozen=True, slots=True)
class StrengthsCompared(Note):
    """The strengths of the original domains that hold a conflicting building."""

    age: Age
    kind: Kind
    strengths: tuple[tuple[int, int], ...]
    """Pairs: first square of the original domain, its strength."""
    clause: str = "C2"


@dataclass(frozen=True, slots=True)
class ChoiceMade(Note):
    """Somebody answered a question."""

    seat: int
    age: Age
    choice: Building | int
    """The building, square or seat chosen, as in the question's options."""
    clause: str


@dataclass(frozen=True, slots=True)
class BuildingShrunk(Event):
    """A building is replaced by a smaller one inside its squares."""

    age: Age
    old: Building
    building: Building
    clause: str = "C4"


@dataclass(frozen=True, slots=True)
class BuildingDestroyed(Event):
    """A building that cannot shrink any further goes; its cube goes home."""

    age: Age
    building: Building
    clause: str = "C4"


@dataclass(frozen=True, slots=True)
class ShadowWithdrawn(Event):
    """The shadow of a shrunk or destroyed building vanishes; cubes on it go home."""

    age: Age
    building: Building
    clause: str = "C5"


@dataclass(frozen=True, slots=True)
class ShadowReplaced(Event):
    """The shadow of a shrunk rank 3 building gives way to its successor's."""

    age: Age
    old: Building
    building: Building
    clause: str = "C5"


# ------------------------------------------------------------------ taxes and the end (X, T)


@dataclass(frozen=True, slots=True)
class TaxCollected(Event):
    """A player is paid by one domain."""

    seat: int
    age: Age
    domain: int
    """First square of the domain."""
    amount: int
    clause: str


@dataclass(frozen=True, slots=True)
class TaxMissed(Note):
    """A player has no adventurer where a domain would pay him."""

    seat: int
    age: Age
    domain: int
    amount: int
    clause: str = "X4"


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The next player is on turn."""

    seat: int
    next_seat: int
    round: int
    """The round of the next turn."""
    clause: str = "T1"


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The richest win."""

    winners: tuple[int, ...]
    coins: tuple[int, ...]
    clause: str = "T7"


EVENT_TYPES: tuple[type[Event], ...] = (
    CoinsSpent, CardsPlayed, CardsDiscarded, CardsDrawn, PileRenewed, OpenCardsSwapped,
    AdventurerTravelled, BuildingBuilt, BuildingUpgraded, BonusPaid, BuildingDemolished, CubePlaced,
    RuinBegun, RuinRestored, ShadowFalls, ShadowBlocked, ShadowMissing, BuildingErased,
    HamletCovered, HamletRevealed, ShadowCast, CubesMoved, CubeKept, DomainsJoined, DomainSplit,
    ConflictFound, StrengthsCompared, ChoiceMade, BuildingShrunk, BuildingDestroyed,
    ShadowWithdrawn, ShadowReplaced, TaxCollected, TaxMissed, TurnEnded, GameEnded,
)  # fmt: skip
"""The closed vocabulary of happenings, in the order of the rules page."""
