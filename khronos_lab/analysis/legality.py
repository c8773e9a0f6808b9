"""Whether something may be done at a square, by which clauses, and what would happen.

Pure functions on states, for `desk/explain_mode.py` and for anybody else.
Nothing recomputes a rule: legality is `why_not`, what would happen is `play`, the map is `Choices`.

>>> from khronos_lab.core import square
>>> from khronos_lab.engine import new_game
>>> state = new_game(2, seed=2)
>>> told = explained(state, Wish("build", Kind.MILITARY, 2), (Age.MIGHT, square("f4")))
>>> told.allowed, told.price, told.money[state.seat]
(True, Price(kind=<Kind.MILITARY: 0>, cards=2, extra=0, coins=0), Money(coins=1, there=1, next=1))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from khronos_lab.analysis.forecasts import Money, finish, money_of
from khronos_lab.core import (
    Building,
    Entry,
    GameState,
    OpenChoice,
    Turn,
    allowance,
    cards_of,
    footprint,
    full_purses,
)
from khronos_lab.core import actions as a
from khronos_lab.engine import (
    Outcome,
    at_leisure,
    choices,
    coin_changes,
    grafted,
    means_of,
    payments,
    play,
    why_not,
)
from khronos_lab.mechanics import dominion, hierarchy, river, touched_domains
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    DEMOLITION_COST,
    NO_CARDS,
    OWNED_KINDS,
    REASON,
    TRAVEL_COST,
    Age,
    Cards,
    KhronosError,
    Kind,
    Violation,
)

PLACING: Final = ("build", "upgrade")
"""Verbs that need a kind and a rank."""
AGES_OF: Final = {
    "build": BUILDING_AGES,
    "upgrade": BUILDING_AGES,
    "demolish": BUILDING_AGES,
    "populate": (REASON,),
    "restore": (REASON,),
    "travel": AGES,
}
"""The ages where a verb can be used at all."""
VERBS: Final = tuple(AGES_OF)


class Wish(NamedTuple):
    """An action that a player would like to take, before choosing a square."""

    verb: str
    kind: Kind = Kind.MILITARY
    rank: int = 1
    origin: Age | None = None
    """The age where a journey begins; None is one where an adventurer stands."""


class Price(NamedTuple):
    """The price of an action."""

    kind: Kind
    cards: int
    """Cards of this kind."""
    extra: int
    """Cards of any kind besides, for the terrain (G2)."""
    coins: int


@dataclass(frozen=True)
class Explained:
    """Everything about one action."""

    state: GameState
    """The position, with the turn of whoever would act."""
    action: a.Action
    broken: tuple[Violation, ...]
    """Why it is forbidden; none if it is allowed. The first is what `why_not` says."""
    beyond: tuple[Violation, ...]
    """The reasons that have nothing to do with cards, coins or adventurers."""
    price: Price | None
    """None where there is nothing to pay for."""
    ways: tuple[Cards, ...]
    """The ways in which the player could pay; none if the hand is short of cards."""
    log: tuple[Entry, ...]
    """Everything that would happen; empty if it is forbidden even with enough cards."""
    question: OpenChoice | None
    """The first choice that players would have to make; the log takes the likeliest answer."""
    after: GameState | None
    """The position afterwards, cards and turn aside."""
    money: tuple[Money, ...]
    """By seat: coins at once and the change of taxes; empty if nothing would happen."""

    @property
    def allowed(self) -> bool:
        """True if it may be done now."""
        return not self.broken

    @property
    def placeable(self) -> bool:
        """True if only cards, coins or adventurers stand in the way, or nothing."""
        return not self.beyond

    @property
    def age(self) -> Age:
        """The age that it is about; of a journey the one it leads to."""
        return Age(getattr(self.action, "age", getattr(self.action, "target", REASON)))


# ------------------------------------------------------------------ from a wish to an action


def in_turn_of(state: GameState, seat: int | None) -> GameState:
    """The position if it were the beginning of a player's turn; None leaves it as it is."""
    if seat is None or seat == state.seat:
        return state
    if not 0 <= seat < len(state.players):
        raise KhronosError(f"there are {len(state.players)} players, so there is no seat {seat}")
    return state._replace(turn=Turn(seat, full_purses(state.players[seat].adventurers)))


def action_at(
    state: GameState, wish: Wish, age: Age, sq: int, cards: Cards | None = None
) -> a.Action:
    """The action that a wish means at a square; without `cards` it is paid as well as possible.

    A building is put down with its first square there; whatever is demolished, populated or
    restored may be named by any of its squares.
    """
    if wish.verb == "travel":
        return a.Travel(_origin(state, wish, age), age)
    if wish.verb in PLACING:
        placing = a.Build if wish.verb == "build" else a.Upgrade
        price = price_of(state, wish, age, sq)
        if price and not cards:
            found = payments(means_of(state), price.kind, price.cards, price.extra)
            cards = found[0] if found else cards_of(price.kind, price.cards + price.extra)
        return placing(age, wish.kind, wish.rank, sq, cards or NO_CARDS)
    standing = state.boards[REASON if wish.verb != "demolish" else age].at(sq)
    anchor = sq if standing is None else standing.square
    if wish.verb == "demolish":
        return a.Demolish(age, anchor)
    return a.Populate(anchor) if wish.verb == "populate" else a.Restore(anchor)


def _origin(state: GameState, wish: Wish, target: Age) -> Age:
    if wish.origin is not None:
        return wish.origin
    elsewhere = [age for age in state.player.adventurers if age is not target]
    return elsewhere[0] if elsewhere else state.player.adventurers[0]


def price_of(state: GameState, wish: Wish, age: Age, sq: int) -> Price | None:
    """The price of a wish at a square; None if there is nothing there that it could mean."""
    if wish.verb == "travel":
        return Price(Kind.MILITARY, 0, 0, TRAVEL_COST)
    if wish.verb in PLACING:
        values = state.rules.values[wish.kind]
        extra = state.grid.surcharge_at(state.terrain_cost, wish.rank, sq)
        old = grown_from(state, wish, age, sq) if wish.verb == "upgrade" else None
        return Price(wish.kind, values[wish.rank] - (values[old.rank] if old else 0), extra, 0)
    standing = state.boards[age].at(sq)
    if standing is None:
        return None
    if wish.verb == "populate":
        return Price(CIVIL, 1, 0, 0)
    return Price(standing.kind, 1, 0, DEMOLITION_COST if wish.verb == "demolish" else 0)


def grown_from(state: GameState, wish: Wish, age: Age, sq: int) -> Building | None:
    """The smaller building of the kind that an upgrade there would replace."""
    inside = state.boards[age].overlapping(footprint(sq, wish.rank) & state.grid.area)
    found = [each for each in inside if each.kind is wish.kind and each.rank < wish.rank]
    return found[0] if found else None


# ------------------------------------------------------------------ explaining


def explained(
    state: GameState, wish: Wish, place: tuple[Age, int], *, cards: Cards | None = None
) -> Explained:
    """Explain a wish of the player to act at a square; `in_turn_of` makes it another's turn."""
    age, sq = place
    action = action_at(state, wish, age, sq, cards)
    beyond = tuple(_beyond(state, action))
    first = why_not(state, action)
    broken = [] if first is None else [first]
    broken += [each for each in beyond if str(each) not in map(str, broken)]
    price = price_of(state, wish, age, sq)
    ways = _ways(state, price, action)
    if beyond:
        return Explained(state, action, tuple(broken), beyond, price, ways, (), None, None, ())
    if first is not None:
        broken += [each for each in _means(state, action, price) if str(each) != str(first)]
    ready = state if first is None else at_leisure(state, state.seat, a.paying_age(action))
    opened = play(ready, a.Move(action), trusted=True)
    _, outcome = finish(ready, action)
    after = _after(state, outcome.state, action)
    coins = coin_changes(outcome.log, len(state.players))
    question = None if isinstance(opened, Outcome) else opened
    return Explained(
        state, action, tuple(broken), (), price, ways, outcome.log, question, after,
        money_of(state, after, coins),
    )  # fmt: skip


def _after(state: GameState, outcome: GameState, action: a.Action) -> GameState:
    """The position with what the action changed, without the cards and adventurers lent for it."""
    after = grafted(state, outcome)
    if not isinstance(action, a.Travel) or action.origin not in state.player.adventurers:
        return after
    places = list(state.player.adventurers)
    places[places.index(action.origin)] = action.target
    moved = state.player._replace(adventurers=tuple(sorted(places)))
    return after.with_player(state.seat, moved)


def _ways(state: GameState, price: Price | None, action: a.Action) -> tuple[Cards, ...]:
    """The payments that the hand and the adventurers of that age allow."""
    if price is None:
        return ()
    age = a.paying_age(action)
    here = allowance(state.turn.purses, age) if age in state.player.adventurers else 0
    if price.cards + price.extra > here:
        return ()
    return payments(means_of(state), price.kind, price.cards, price.extra)


def _means(state: GameState, action: a.Action, price: Price | None) -> Iterator[Violation]:
    """The reasons of the cards and of the adventurers, each looked at alone."""
    if price is None or isinstance(action, a.Travel):
        return
    hand = cards_of(price.kind, price.cards + price.extra)
    with_cards = state.with_player(state.seat, state.player._replace(hand=hand, hidden=0))
    paid = replace(action, cards=hand) if isinstance(action, a.Build | a.Upgrade) else action
    places = (a.paying_age(action),) * len(state.player.adventurers)
    there = state.with_player(state.seat, state.player._replace(adventurers=places))
    with_adventurers = there._replace(turn=state.turn._replace(purses=full_purses(places)))
    for broken in (why_not(with_cards, paid), why_not(with_adventurers, action)):
        if broken is not None:
            yield broken


def _beyond(state: GameState, action: a.Action) -> Iterator[Violation]:
    """Why an action is forbidden even with all the cards, coins and adventurers it needs.

    `why_not` stops at the first reason; for a building G1, D1 and H1 are each asked as well.
    """
    found: list[Violation] = []
    if state.over:
        found += [each for each in [why_not(state, action)] if each is not None]
    free = at_leisure(state, state.seat, a.paying_age(action))
    first = why_not(free, action)
    if first is not None:
        found.append(first)
        found += _placement(state, action)
    told: set[str] = set()
    for each in found:
        if str(each) not in told:
            told.add(str(each))
            yield each


def _placement(state: GameState, action: a.Action) -> Iterator[Violation]:
    """G1, D1 and H1 for a building that lies on the map and on nothing else."""
    if not isinstance(action, a.Build | a.Upgrade) or action.age not in BUILDING_AGES:
        return
    board = state.boards[action.age]
    mask = footprint(action.square, action.rank)
    taken = board.occupied & mask and isinstance(action, a.Build)
    if mask & ~board.grid.area or taken:
        return
    owner = state.seat if action.kind in OWNED_KINDS else None
    building = Building(action.kind, action.rank, action.square, owner)
    reasons = [river(board, building)]
    if action.kind is not CIVIL:
        touched = touched_domains(board, mask)
        reasons += [dominion(board, building, touched), hierarchy(board, building, touched)]
    yield from (each for each in reasons if each is not None)


# ------------------------------------------------------------------ the map


class Where(NamedTuple):
    """Where a wish is allowed in one age, as masks of first squares."""

    now: int
    """With the cards, coins and adventurers that the player has."""
    free: int
    """With all that it needs."""


@lru_cache(maxsize=32)
def where_allowed(state: GameState, wish: Wish) -> tuple[Where, Where, Where]:
    """By age: the squares where a wish of the player to act may be done.

    A building's is its first square; of a journey there is no map.
    """
    if wish.verb == "travel":
        return (Where(0, 0),) * 3
    might, faith, reason = (
        Where(_allowed(state, wish, age), _allowed(at_leisure(state, state.seat, age), wish, age))
        if age in AGES_OF[wish.verb]
        else Where(0, 0)
        for age in AGES
    )
    return might, faith, reason


_VERBS: Final = {
    "build": a.Build,
    "upgrade": a.Upgrade,
    "demolish": a.Demolish,
    "populate": a.Populate,
    "restore": a.Restore,
}


def _allowed(state: GameState, wish: Wish, age: Age) -> int:
    found = 0
    for family in choices(state).families:
        same = family.verb is _VERBS[wish.verb] and family.age is age
        if same and (wish.verb not in PLACING or family[2:4] == (wish.kind, wish.rank)):
            found |= family.anchors
    return found
