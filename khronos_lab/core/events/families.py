"""What an event declares about itself, and the families of events that have much in common.

An event is declared once, in `events.py`. The fields of its class are what it tells; the keywords
behind its family are facts about it, the fields of `About`, and stand for every event of the class.
Everybody else asks for a family or a fact and names no event:

>>> from khronos_lab.core.events import BuildingErased, ShadowWithdrawn
>>> BuildingErased.about.stop, BuildingErased.about.effect is ShadowWithdrawn.about.effect
('paradox', True)
>>> issubclass(BuildingErased, Removal), issubclass(ShadowWithdrawn, Removal)
(True, True)

A fact without which an event cannot be shown or counted has no default, so that an event that
lacks it cannot be imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
)

from khronos_lab.core.board import Board, Building
from khronos_lab.rulebook import AGES, NO_CARDS, Age, Cards, RuleSet

if TYPE_CHECKING:
    from khronos_lab.core.state import GameState


class Marks(NamedTuple):
    """The squares to highlight in one age; each field is a mask."""

    new: int = 0
    """Where something has come to stand."""
    gone: int = 0
    """Where something stood that is gone; something else may stand there now."""
    blocked: int = 0
    """Where a copy would have come, but is forbidden or lacks something."""
    conflict: int = 0
    """Buildings in conflict, those that forbid a copy, and what was chosen to yield."""
    shadow: int = 0
    """Where a copy is about to come."""
    touched: int = 0
    """Buildings whose cubes or side changed."""
    domain: int = 0
    """The domains that were joined, fell apart, are compared or pay."""


NO_MARKS: Final = (Marks(), Marks(), Marks())


def marks_of(event: Event, state: GameState) -> tuple[Marks, Marks, Marks]:
    """By age: the squares that an event is about; `state` is the one after it."""
    if event.age is None:
        return NO_MARKS
    marks = event.marks(state.boards[event.age])
    might, faith, reason = (marks if each is event.age else Marks() for each in AGES)
    return might, faith, reason


def domains_at(board: Board, firsts: Iterable[int]) -> int:
    """The domains on these squares; a square whose building has gone since has none."""
    found = 0
    for sq in firsts:
        if board.occupied >> sq & 1:
            found |= board.domain_at(sq).mask
    return found


def buildings_at(board: Board, anchors: Iterable[int]) -> int:
    """The buildings with these first squares."""
    found = 0
    for anchor in anchors:
        building = board.buildings.get(anchor)
        found |= 1 << anchor if building is None else building.mask
    return found


Fact = tuple[int | None, int | None, int | None, int | None, int | None, int | None]
"""Age, kind, rank, owner, square and amount, as plain numbers: `+age` makes one of an age.

Facts are looked up in a dictionary, and the hash of an enumeration member costs more than all the
rest.
"""

EventStop = Literal["paradox", "blocked", "join", "split", "conflict", "shrink"]
"""The stops of a timeline at which events lie."""


class Effect(Enum):
    """What an event means to somebody who looks at an age."""

    APPEARS = "appears"
    VANISHES = "vanishes"
    BLOCKED = "is blocked"
    JOINS = "joins"
    SPLITS = "splits"
    CONFLICTS = "conflicts"
    SHRINKS = "shrinks"
    CUBES = "cubes"
    PAYS = "pays"
    CARDS = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The facts that hold for all events of a class."""

    effect: Effect | None
    """What it means in a preview; None is left out there."""
    fills: tuple[str, ...]
    """What it can fill of age, kind, rank, owner, square and amount in the table of events."""
    counts: str = ""
    """What its amount counts there."""
    ripple: bool
    """It can be part of a cascade: an action on a building, or what that sets off."""
    action: str = ""
    """The action that a player does with it, if it is one."""
    mark: str = ""
    """The field of `Marks` for its building."""
    stop: EventStop | None = None
    """The stop of the timeline at which it lies."""
    arrow: str = ""
    """The arrow from the age before that stands for it; `drawing.marks` has them."""
    birth: str = ""
    """How the building that it puts up came to be, in statistics."""
    fate: str = ""
    """What became of the building that it takes away, in statistics."""
    weight: int = 0
    """How much it is worth telling of a turn; 0 is never told first."""
    coins: Literal[-1, 0, 1] = 0
    """Whether its amount goes to the player (1) or to the bank (-1)."""
    cards: Literal["", "open", "open when done", "secret"] = ""
    """Whether others see the cards that it names."""

    def __post_init__(self) -> None:
        """Refuse facts that contradict each other."""
        if ("amount" in self.fills) != bool(self.counts):
            raise TypeError("an event fills `amount` just if it says what that counts")
        if self.mark and self.mark not in Marks._fields:
            raise TypeError(f"there is no mark {self.mark!r}")
        if self.stop is not None and self.stop not in get_args(EventStop):
            raise TypeError(f"there is no stop {self.stop!r}")


class Event:
    """What all happenings share: a clause, and whether they alter the state."""

    __slots__ = ()
    changes: ClassVar[bool] = True
    facts: ClassVar[Mapping[str, Any]] = {}
    """What the class and its families declare."""
    about: ClassVar[About]
    """The same, complete; only events have it, families do not."""
    clause: str

    def __init_subclass__(cls, **facts: object) -> None:
        declared: dict[str, Any] = {}
        for sort in reversed(cls.__mro__):
            # Its own are there already when a dataclass with slots makes the class anew.
            declared |= vars(sort).get("facts", {})
        cls.facts = declared | facts

    @property
    def seat(self) -> int | None:
        """The player whom it names."""
        return None

    @property
    def age(self) -> Age | None:
        """Where it happens."""
        return None

    @property
    def amount(self) -> int | None:
        """Its number; `about.counts` says what it counts."""
        return None

    @property
    def lost(self) -> Building | None:
        """What it takes away or makes smaller."""
        return None

    @property
    def touched(self) -> int:
        """The squares on which it puts, changes or takes away a building, as a mask."""
        return 0

    def marks(self, board: Board) -> Marks:
        """The squares that it is about, on the board of its age after it."""
        return Marks()

    def fact(self, rules: RuleSet) -> Fact:
        """What it fills in the table of events."""
        age = self.age
        return (None if age is None else +age, None, None, None, None, self.amount)


E = TypeVar("E", bound=Event)

EVENTS: Final[list[type[Event]]] = []
"""Every event in the order in which they are declared; `EVENT_TYPES` when all of them are."""


@dataclass_transform(frozen_default=True)
def event(cls: type[E]) -> type[E]:
    """Make an event of a class: a frozen dataclass whose facts are complete."""
    fields = cls.__annotations__
    for name in fields:
        if name not in vars(cls):
            # Else the property that it has from its family would be taken for a default.
            setattr(cls, name, field())
    made = dataclass(frozen=True, slots=True)(cls)
    try:
        made.about = About(**made.facts)
        if "Cards" in fields.values() and not made.about.cards:
            raise TypeError("who sees its `cards`?")
        if made.marks is OfBuilding.marks and not made.about.mark:
            raise TypeError("which `mark` has its building?")
    except TypeError as error:
        raise TypeError(f"{cls.__name__}: {error}") from None
    EVENTS.append(made)
    return made


# ------------------------------------------------------------------ families


class Explanation(Event):
    """A happening that explains and alters nothing."""

    __slots__ = ()
    changes: ClassVar[bool] = False


BUILDING: Final = ("age", "kind", "rank", "owner", "square", "amount")
UNOWNED: Final = ("age", "kind", "rank", "square", "amount")
VALUE: Final = "value of the building, a ruin at ruin value (S2)"


class OfBuilding(Event, fills=BUILDING, counts=VALUE, ripple=True):
    """Something that happens to one building, or to its copy."""

    __slots__ = ()
    age: Age
    building: Building

    def counted(self, rules: RuleSet) -> int:
        """Its number: a value, unless `about.counts` says something else."""
        return self.building.value(rules)

    @property
    def touched(self) -> int:
        """The squares of the building, if the event changes what stands there."""
        return self.building.mask if self.changes else 0

    def marks(self, board: Board) -> Marks:
        """The squares of the building."""
        return Marks(**{self.about.mark: self.building.mask})

    def fact(self, rules: RuleSet) -> Fact:
        """The age, and kind, rank, owner, first square and amount of the building."""
        kind, rank, square, owner, _, _, _ = self.building
        return (+self.age, +kind, rank, owner, square, self.counted(rules))


class Arrival(OfBuilding, effect=Effect.APPEARS, mark="new"):
    """A building has come to stand."""

    __slots__ = ()


class Removal(OfBuilding, effect=Effect.VANISHES, mark="gone"):
    """A building is gone; the cubes on it go home."""

    __slots__ = ()
    lifted: bool = False
    """Its cubes will stand on the copy (B7): they are home only until it is cast."""
    out_of_game: bool = False
    """Its tile does not go back to the supply (S3, unless erased tiles return)."""

    @property
    def lost(self) -> Building:
        """The building that is gone."""
        return self.building


class Paradox(Removal, stop="paradox"):
    """A copy removes what it covers."""

    __slots__ = ()


class Replacement(OfBuilding):
    """A building stands in place of another of its kind."""

    __slots__ = ()
    old: Building

    def counted(self, rules: RuleSet) -> int:
        """The difference in value."""
        return abs(self.building.value(rules) - self.old.value(rules))

    @property
    def touched(self) -> int:
        """The squares of both."""
        return self.building.mask | self.old.mask

    def marks(self, board: Board) -> Marks:
        """The new one, and what it leaves of the old one's squares."""
        new = self.building.mask
        return Marks(new=new, gone=self.old.mask & ~new)


class Shrinking(Replacement, effect=Effect.SHRINKS, counts="value lost"):
    """A building becomes smaller."""

    __slots__ = ()

    @property
    def lost(self) -> Building:
        """The building as it was, before it shrank."""
        return self.old


class Retouch(OfBuilding, effect=Effect.CUBES, mark="touched", fills=UNOWNED):
    """The cubes or the side of a building change."""

    __slots__ = ()


class CubeAdded(Retouch, counts="cubes that now stand on it"):
    """A player's cube is put on a building."""

    __slots__ = ()
    seat: int

    def counted(self, rules: RuleSet) -> int:
        """How many cubes stand there, the new one included."""
        return len(self.building.cubes) + 1


class NoShadow(OfBuilding, Explanation, effect=Effect.BLOCKED, mark="blocked", stop="blocked"):
    """A copy does not come."""

    __slots__ = ()


class Regrouping(Explanation, fills=("age", "square", "amount"), ripple=True):
    """Domains have become one, or one has become several."""

    __slots__ = ()
    age: Age
    square: int
    """First square of the one domain."""
    domains: tuple[int, ...]
    """First squares of the parts."""

    @property
    def amount(self) -> int:
        """How many domains became one, or came of one."""
        return len(self.domains)

    def fact(self, rules: RuleSet) -> Fact:
        """The whole domain, and the number of its parts."""
        return (+self.age, None, None, None, self.square, len(self.domains))


class Payment(Event, effect=Effect.PAYS, counts="coins"):
    """Coins come from the bank or go there."""

    __slots__ = ()
    seat: int
    amount: int


class Taxation(Event, effect=Effect.PAYS, fills=("age", "square", "amount"), ripple=False):
    """What a domain pays a player, or would pay."""

    __slots__ = ()
    seat: int
    age: Age
    domain: int
    """First square of the domain."""
    amount: int

    def marks(self, board: Board) -> Marks:
        """The squares of the domain that pays."""
        return Marks(domain=domains_at(board, (self.domain,)))

    def fact(self, rules: RuleSet) -> Fact:
        """The domain and the coins."""
        return (+self.age, None, None, None, self.domain, self.amount)


class CardMove(Event, fills=("kind", "amount"), counts="cards, hidden ones included", ripple=False):
    """Cards go from one place to another."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]
    cards: Cards
    hidden: int = 0
    """How many more moved that nobody wrote down."""

    @property
    def amount(self) -> int:
        """How many cards move, seen or not."""
        military, religious, civil = self.cards
        return military + religious + civil + self.hidden

    def fact(self, rules: RuleSet) -> Fact:
        """Their kind if they are all alike and known, and their number."""
        age = self.age
        kind = one_kind(self.cards, self.hidden)
        return (None if age is None else +age, kind, None, None, None, self.amount)

    def concealed(self) -> Self:
        """The same as it is for somebody who does not see the cards."""
        return replace(self, cards=NO_CARDS, hidden=self.amount)


def one_kind(cards: Cards, hidden: int = 0) -> int | None:
    """The kind of cards that are all alike and known.

    >>> one_kind((0, 3, 0)), one_kind((1, 0, 1)), one_kind((0, 3, 0), 1)
    (1, None, None)
    """
    if hidden or cards.count(0) != 2:
        return None
    military, religious, _ = cards
    return 0 if military else 1 if religious else 2


class TurnOver(Event, effect=None, ripple=False):
    """Nothing more happens in this turn."""

    __slots__ = ()
