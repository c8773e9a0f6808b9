"""Every event, in the order of the rules page: what players do, and all that follows from it."""

from __future__ import annotations

from khronos_lab.core.board import Board, Building
from khronos_lab.core.events.families import (
    UNOWNED,
    VALUE,
    Arrival,
    CardMove,
    CubeAdded,
    Effect,
    Event,
    Explanation,
    Fact,
    Marks,
    NoShadow,
    OfBuilding,
    Paradox,
    Payment,
    Regrouping,
    Removal,
    Replacement,
    Retouch,
    Shrinking,
    Taxation,
    TurnOver,
    buildings_at,
    domains_at,
    event,
    one_kind,
)
from khronos_lab.rulebook import REASON, Age, Cards, Kind, RuleSet

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


# ------------------------------------------------------------------ time shadows and paradox (B)


@event
class ShadowFalls(OfBuilding, Explanation, effect=None, mark="shadow"):
    """A copy is about to be placed: nothing forbids it and nothing is missing."""

    age: Age
    building: Building
    clause: str


@event
class ShadowBlocked(NoShadow, arrow="blocked", weight=25):
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

    def marks(self, board: Board) -> Marks:
        """Where it would have come, and what forbids it."""
        return Marks(blocked=self.building.mask, conflict=buildings_at(board, self.squares))


@event
class ShadowMissing(NoShadow, arrow="missing", weight=20):
    """A copy lacks its tile or its cube."""

    age: Age
    building: Building
    lacking: str
    """`tile` or `cube`."""
    clause: str = "B5"


@event
class BuildingErased(Paradox, arrow="erased", fate="paradox", weight=50):
    """Paradox: a copy removes what it covers; the cubes on it go home."""

    age: Age
    building: Building
    clause: str = "B6"
    lifted: bool = False
    out_of_game: bool = False


@event
class HamletCovered(Paradox, fills=UNOWNED):
    """A copy covers a printed hamlet, which is no tile; the cubes on it go home."""

    age: Age
    building: Building
    clause: str = "B6"
    lifted: bool = False


@event
class HamletRevealed(Arrival, fills=UNOWNED):
    """A printed hamlet re-appears because what covered it is gone."""

    age: Age
    building: Building
    clause: str = "S5"


@event
class ShadowCast(Arrival, arrow="cast", birth="cast"):
    """A copy stands in a later age."""

    age: Age
    building: Building
    clause: str


@event
class CubesMoved(Retouch, counts="cubes that move"):
    """Cubes of a civil building that was replaced move onto the new one."""

    building: Building
    cubes: tuple[int, ...]
    clause: str = "B7"
    age: Age = REASON

    @property
    def amount(self) -> int:
        """How many cubes move."""
        return len(self.cubes)


@event
class CubeKept(CubeAdded):
    """A player keeps one cube on a printed hamlet that re-appeared."""

    seat: int
    building: Building
    clause: str = "B8"
    age: Age = REASON


# ------------------------------------------------------------------ domains (C)


@event
class DomainsJoined(
    Regrouping, effect=Effect.JOINS, stop="join", counts="domains before", weight=45
):
    """Domains have become one."""

    age: Age
    domains: tuple[int, ...]
    """First squares of the domains before."""
    square: int
    """First square of the domain now."""
    clause: str = "C2"

    def marks(self, board: Board) -> Marks:
        """The squares of the joined domain."""
        return Marks(domain=domains_at(board, (self.square,)))


@event
class DomainSplit(
    Regrouping, effect=Effect.SPLITS, stop="split", counts="domains after", weight=40
):
    """A domain has fallen apart."""

    age: Age
    square: int
    """First square of the domain before."""
    domains: tuple[int, ...]
    """First squares of the parts."""
    clause: str = "C3"

    def marks(self, board: Board) -> Marks:
        """The squares of each part."""
        return Marks(domain=domains_at(board, self.domains))


@event
class ConflictFound(
    Explanation,
    effect=Effect.CONFLICTS,
    stop="conflict",
    fills=("age", "kind", "rank", "square", "amount"),
    counts="buildings in conflict",
    ripple=True,
):
    """Several buildings of one kind share the highest rank of a domain."""

    age: Age
    kind: Kind
    buildings: tuple[Building, ...]
    domain: int
    clause: str = "C1"

    def marks(self, board: Board) -> Marks:
        """The rivals, and their domain."""
        rivals = buildings_at(board, (each.square for each in self.buildings))
        return Marks(conflict=rivals, domain=domains_at(board, (self.domain,)))

    @property
    def amount(self) -> int:
        """How many buildings share the highest rank."""
        return len(self.buildings)

    def fact(self, rules: RuleSet) -> Fact:
        """Kind and rank of the rivals, and their domain."""
        rank = self.buildings[0].rank
        return (+self.age, +self.kind, rank, None, self.domain, self.amount)


@event
class StrengthsCompared(
    Explanation,
    effect=Effect.CONFLICTS,
    fills=("age", "kind", "square", "amount"),
    counts="strength of the strongest domain, the first of them",
    ripple=True,
):
    """The strengths of the original domains that hold a conflicting building."""

    age: Age
    kind: Kind
    strengths: tuple[tuple[int, int], ...]
    """Pairs: first square of the original domain, its strength."""
    clause: str = "C2"

    def marks(self, board: Board) -> Marks:
        """The domains compared."""
        return Marks(domain=domains_at(board, (sq for sq, _ in self.strengths)))

    @property
    def amount(self) -> int:
        """The strength of the strongest domain."""
        return max(strength for _, strength in self.strengths)

    def fact(self, rules: RuleSet) -> Fact:
        """The first of the strongest domains."""
        most = self.amount
        square = next(sq for sq, strength in self.strengths if strength == most)
        return (+self.age, +self.kind, None, None, square, most)


@event
class ChoiceMade(
    Explanation,
    effect=Effect.CONFLICTS,
    fills=("age", "kind", "rank", "owner", "square"),
    ripple=True,
):
    """Somebody answered a question."""

    seat: int
    age: Age
    choice: Building | int
    """The building, square or seat chosen, as in the question's options."""
    clause: str

    def marks(self, board: Board) -> Marks:
        """The building (C2, C3) or place (C4) chosen; a seat (B8) has none."""
        if isinstance(self.choice, Building):
            return Marks(conflict=self.choice.mask)
        return Marks() if self.clause == "B8" else Marks(conflict=1 << self.choice)

    def fact(self, rules: RuleSet) -> Fact:
        """All of a building (C2, C3), the square of a place (C4), the owner of a cube (B8)."""
        choice, age = self.choice, +self.age
        if isinstance(choice, Building):
            return (age, +choice.kind, choice.rank, choice.owner, choice.square, None)
        if self.clause == "B8":
            return (age, None, None, choice, None, None)
        return (age, None, None, None, choice, None)


@event
class BuildingShrunk(Shrinking, stop="shrink", birth="shrunk", fate="shrunk", weight=55):
    """A building is replaced by a smaller one inside its squares."""

    age: Age
    old: Building
    building: Building
    clause: str = "C4"


@event
class BuildingDestroyed(Removal, stop="shrink", fate="destroyed", weight=60):
    """A building that cannot shrink any further goes; its cube goes home."""

    age: Age
    building: Building
    clause: str = "C4"


@event
class ShadowWithdrawn(Removal, arrow="withdrawn", fate="withdrawn"):
    """The shadow of a shrunk or destroyed building vanishes; cubes on it go home."""

    age: Age
    building: Building
    clause: str = "C5"


@event
class ShadowReplaced(Shrinking, arrow="replaced", birth="replaced", fate="replaced"):
    """The shadow of a shrunk rank 3 building gives way to its successor's."""

    age: Age
    old: Building
    building: Building
    clause: str = "C5"


@event
class TaxCollected(Taxation, Payment, coins=1, weight=15):
    """A player is paid by one domain."""

    seat: int
    age: Age
    domain: int
    """First square of the domain."""
    amount: int
    clause: str


@event
class TaxMissed(Taxation, Explanation, counts="coins that would have been paid"):
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
