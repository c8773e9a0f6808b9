"""Events of what players do: cards, coins, journeys (T, V) and actions on the boards (A)."""

from __future__ import annotations

from khronos_lab.core.board import Building
from khronos_lab.core.events.families import (
    VALUE,
    Arrival,
    CardMove,
    CubeAdded,
    Effect,
    Event,
    Fact,
    Payment,
    Removal,
    Replacement,
    Retouch,
    event,
    one_kind,
)
from khronos_lab.rulebook.pieces import REASON, Age, Cards
from khronos_lab.rulebook.ruleset import RuleSet

# ------------------------------------------------------------------ cards, coins, journeys (T, V)


@event
class CoinsSpent(
    Payment,
    fills=("amount",),
    counts="coins paid; the clause says for what: T2, T4 or A4",
    ripple=False,
    coins=-1,
):
    """A player pays the bank."""

    seat: int
    amount: int
    clause: str


@event
class CardsPlayed(
    CardMove,
    effect=Effect.CARDS,
    cards="open",
    fills=("age", "kind", "amount"),
    counts="cards; the clause says for what: A1 to A6",
):
    """Cards leave the hand for an action in an age and use up allowance (T5)."""

    seat: int
    age: Age
    cards: Cards
    clause: str = "T5"


@event
class CardsDiscarded(CardMove, effect=Effect.CARDS, cards="open when done"):
    """Cards leave the hand unused."""

    seat: int
    cards: Cards
    clause: str = "T6"
    hidden: int = 0


@event
class CardsDrawn(CardMove, effect=None, cards="secret"):
    """Cards come from the pile to the hand."""

    seat: int
    cards: Cards
    clause: str = "T6"
    hidden: int = 0


@event
class PileRenewed(CardMove, effect=None, cards="open"):
    """The discards become the new pile."""

    cards: Cards
    clause: str = "S4"
    hidden: int = 0


@event
class OpenCardsSwapped(
    Event,
    effect=Effect.CARDS,
    cards="open",
    fills=("kind", "amount"),
    counts="cards taken, of that kind",
    ripple=False,
    action="swap",
):
    """A player takes open cards and lays others in their place."""

    seat: int
    taken: Cards
    given: Cards
    clause: str = "V2"

    @property
    def amount(self) -> int:
        """How many open cards the player takes."""
        return sum(self.taken)

    def fact(self, rules: RuleSet) -> Fact:
        """The open cards that the player takes."""
        return (None, one_kind(self.taken), None, None, None, self.amount)


@event
class AdventurerTravelled(
    Event, effect=Effect.APPEARS, fills=("age",), ripple=False, action="travel", weight=1
):
    """An adventurer goes to another age."""

    seat: int
    origin: Age
    target: Age
    clause: str = "T4"

    @property
    def age(self) -> Age:
        """The age where the adventurer arrives."""
        return self.target


# ------------------------------------------------------------------ actions on the boards (A)


@event
class BuildingBuilt(Arrival, action="build", birth="built", weight=10):
    """A new building stands."""

    seat: int
    age: Age
    building: Building
    clause: str = "A1"


@event
class BuildingUpgraded(
    Replacement,
    effect=Effect.APPEARS,
    counts="value gained",
    action="upgrade",
    birth="upgraded",
    fate="upgraded",
    weight=10,
):
    """A larger building stands in place of a smaller one."""

    seat: int
    age: Age
    old: Building
    building: Building
    clause: str = "A2"


@event
class BonusPaid(Payment, fills=("age", "amount"), ripple=True, coins=1):
    """A player is paid for a large building or an upgrade."""

    seat: int
    age: Age
    amount: int
    clause: str = "A3"


@event
class BuildingDemolished(Removal, action="demolish", fate="demolished", weight=35):
    """A rank 1 tile is taken away."""

    seat: int
    age: Age
    building: Building
    clause: str = "A4"


@event
class CubePlaced(CubeAdded, ripple=False, action="populate", weight=6):
    """A cube is put on a civil building of Reason."""

    seat: int
    building: Building
    clause: str = "A5"
    age: Age = REASON


@event
class RuinBegun(CubeAdded, counts=VALUE, ripple=False, action="restore", weight=5):
    """The first card on a rank 3 ruin: a cube marks it half restored."""

    seat: int
    building: Building
    clause: str = "A6"
    age: Age = REASON

    def counted(self, rules: RuleSet) -> int:
        """The value of the building, which is still a ruin."""
        return self.building.value(rules)


@event
class RuinRestored(
    Retouch, effect=Effect.APPEARS, counts="value gained", ripple=False, action="restore", weight=8
):
    """A ruin turns to its intact side; a cube on it goes home."""

    seat: int
    building: Building
    clause: str = "A6"
    age: Age = REASON

    def counted(self, rules: RuleSet) -> int:
        """How much more the intact side is worth."""
        return self.building._replace(ruin=False).value(rules) - self.building.value(rules)
