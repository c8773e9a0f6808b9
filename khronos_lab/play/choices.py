"""Legal actions: listed, counted, or one of them drawn at random without listing.

Actions come in *families*: all builds of one kind, rank and surcharge in one age, for example, are
a mask of squares and a few ways to pay. Counting multiplies, drawing picks a number and looks it
up, listing spells it all out. The order is stable: the order of the families, then reading order,
then payments; and no action is there twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from khronos_lab.core.actions import (
    Action,
    Build,
    Demolish,
    EndTurn,
    Exchange,
    Populate,
    Restore,
    Swap,
    Travel,
    Upgrade,
)
from khronos_lab.core.grid import surcharges
from khronos_lab.core.purses import allowance
from khronos_lab.core.squares import bits, nth
from khronos_lab.core.state import GameState, PlayerState
from khronos_lab.rulebook.pieces import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    DEMOLITION_COST,
    EXCHANGE_COST,
    KINDS,
    REASON,
    TRAVEL_COST,
    VALUES,
    Age,
    Cards,
    Kind,
)
from khronos_lab.rules.room import Room, room_of

Verb = type[Build] | type[Upgrade] | type[Demolish] | type[Populate] | type[Restore]


class Family(NamedTuple):
    """Actions alike but for their square and, with a surcharge, their payment."""

    verb: Verb
    age: Age
    kind: Kind
    rank: int
    anchors: int
    payments: tuple[Cards, ...]
    size: int

    def member(self, anchor: int, payment: Cards) -> Action:
        """The action of this family at a square for a payment."""
        verb = self.verb
        if verb is Build or verb is Upgrade:
            return verb(self.age, self.kind, self.rank, anchor, payment)
        if verb is Demolish:
            return Demolish(self.age, anchor)
        return Populate(anchor) if verb is Populate else Restore(anchor)


class Choices:
    """The legal actions of a position: `len`, iteration, indexing, `count_by_kind`, `pick`."""

    __slots__ = ("_count", "families", "last", "plain")

    def __init__(self, state: GameState) -> None:
        self.plain: tuple[Action, ...] = ()
        self.families: list[Family] = []
        self.last: tuple[Action, ...] = ()
        if not state.over:
            self.plain = (*_openings(state), *_journeys(state))
            self.families = list(_families(state))
            self.last = _endings(state.rules.keeps_cards, state.player.hand)
        self._count = (
            len(self.plain) + sum(family.size for family in self.families) + len(self.last)
        )

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Action]:
        yield from self.plain
        for family in self.families:
            for anchor in bits(family.anchors):
                for payment in family.payments:
                    yield family.member(anchor, payment)
        yield from self.last

    def __getitem__(self, index: int) -> Action:
        """The action with this number in the order of iteration."""
        if not -self._count <= index < self._count:
            raise IndexError(f"there are {self._count} legal actions, no number {index}")
        index %= self._count
        if index < len(self.plain):
            return self.plain[index]
        index -= len(self.plain)
        for family in self.families:
            if index < family.size:
                square, payment = divmod(index, len(family.payments))
                return family.member(nth(family.anchors, square), family.payments[payment])
            index -= family.size
        return self.last[index]

    def pick(self, rng: Random) -> Action:
        """One of them, each as likely as any other."""
        return self[rng.randrange(self._count)]

    def count_by_kind(self) -> dict[str, int]:
        """How many there are of each kind of action, in stable order."""
        counts: dict[str, int] = {}
        for action in (*self.plain, *self.last):
            key = type(action).__name__
            counts[key] = counts.get(key, 0) + 1
        for family in self.families:
            key = family.verb.__name__
            counts[key] = counts.get(key, 0) + family.size
        return dict(sorted(counts.items()))


def choices(state: GameState) -> Choices:
    """The legal actions as a collection that is not spelled out."""
    return Choices(state)


def legal_actions(state: GameState) -> list[Action]:
    """All legal actions, card choices for surcharges included."""
    return list(Choices(state))


def count_actions(state: GameState) -> int:
    """How many legal actions there are."""
    return len(Choices(state))


def random_action(state: GameState, rng: Random) -> Action:
    """A legal action, each as likely as any other."""
    return Choices(state).pick(rng)


# ------------------------------------------------------------------ ways to choose cards


@lru_cache(maxsize=4096)
def subsets(hand: Cards) -> tuple[Cards, ...]:
    """Every choice of cards from a hand, none and all included."""
    military, religious, civil = hand
    return tuple(product(range(military + 1), range(religious + 1), range(civil + 1)))


@lru_cache(maxsize=4096)
def payments(hand: Cards, kind: Kind, price: int, extra: int) -> tuple[Cards, ...]:
    """Every way to pay a price in one colour and so many more cards of any colour (G2)."""
    return tuple(
        cards for cards in subsets(hand) if sum(cards) == price + extra and cards[kind] >= price
    )


# ------------------------------------------------------------------ the families


def _openings(state: GameState) -> Iterator[Action]:
    """Phase I: exchange (T2) and the open cards (V2)."""
    turn, player = state.turn, state.player
    if turn.acted:
        return
    if not turn.exchanged and player.coins >= EXCHANGE_COST:
        yield from _exchanges(player.hand)
    if state.rules.holdem and not turn.swapped:
        yield from _swaps(player.hand, state.open_cards)


@lru_cache(maxsize=4096)
def _exchanges(hand: Cards) -> tuple[Action, ...]:
    return tuple(Exchange(cards) for cards in subsets(hand) if any(cards))


@lru_cache(maxsize=4096)
def _swaps(hand: Cards, open_cards: Cards) -> tuple[Action, ...]:
    return tuple(
        Swap(kind, cards)
        for kind in KINDS
        for cards in subsets(hand)
        if 1 <= sum(cards) <= open_cards[kind]
    )


def _journeys(state: GameState) -> tuple[Action, ...]:
    """T4."""
    player = state.player
    return _journeys_from(player.adventurers) if player.coins >= TRAVEL_COST else ()


@lru_cache(maxsize=64)
def _journeys_from(adventurers: tuple[Age, ...]) -> tuple[Action, ...]:
    return tuple(
        Travel(origin, target)
        for origin in AGES
        for target in AGES
        if origin in adventurers and origin is not target
    )


@lru_cache(maxsize=4096)
def _endings(keeps_cards: bool, hand: Cards) -> tuple[Action, ...]:
    """T6: one way to end a turn, or in the first edition one for each choice of cards (V1)."""
    return tuple(EndTurn(cards) for cards in subsets(hand)) if keeps_cards else (EndTurn(),)


def _families(state: GameState) -> Iterator[Family]:
    player, purses = state.player, state.turn.purses
    if not any(player.hand):
        return
    for age in BUILDING_AGES:
        if age in player.adventurers:
            allowed = allowance(purses, age)
            if allowed:
                yield from _building(state, player, age, allowed)
    if REASON in player.adventurers and allowance(purses, REASON):
        yield from _settling(player, room_of(state.boards[REASON]))


def _building(state: GameState, player: PlayerState, age: Age, allowed: int) -> Iterator[Family]:
    """A1, A2 and A4 in one age."""
    room = room_of(state.boards[age])
    terrain = surcharges(state.grid, len(state.players))
    hand = player.hand
    for kind in KINDS:
        held = min(hand[kind], allowed)
        if not held:
            continue
        owner = None if kind is CIVIL else state.turn.seat
        tiles = state.supply[kind]
        for rank, value in enumerate(VALUES[kind]):
            if not rank or not tiles[rank]:
                continue
            if value <= held and (owner is None or player.cubes):
                anchors = room.build(kind, rank)
                yield from _priced(Build, age, kind, rank, anchors, value, allowed, hand, terrain)
            for old_rank in range(1, rank):
                price = value - VALUES[kind][old_rank]
                if price <= held:
                    anchors = room.upgrade(kind, old_rank, rank, owner)
                    yield from _priced(
                        Upgrade, age, kind, rank, anchors, price, allowed, hand, terrain
                    )
        if player.coins >= DEMOLITION_COST:
            anchors = room.demolish(kind)
            if anchors:
                yield Family(Demolish, age, kind, 1, anchors, ((0, 0, 0),), anchors.bit_count())


def _priced(
    verb: type[Build] | type[Upgrade],
    age: Age,
    kind: Kind,
    rank: int,
    anchors: int,
    price: int,
    allowed: int,
    hand: Cards,
    terrain: tuple[tuple[tuple[int, int], ...], ...],
) -> Iterator[Family]:
    """Split anchors by what their terrain costs (G2) and keep what can be paid (T5)."""
    if not anchors:
        return
    for extra, ground in terrain[rank]:
        if price + extra > allowed:
            break
        here = anchors & ground
        if here:
            ways = payments(hand, kind, price, extra)
            if ways:
                yield Family(verb, age, kind, rank, here, ways, here.bit_count() * len(ways))


def _settling(player: PlayerState, room: Room) -> Iterator[Family]:
    """A5 and A6 in Reason."""
    one: tuple[Cards, ...] = ((0, 0, 0),)
    if player.hand[CIVIL] and player.cubes:
        anchors = room.populate()
        if anchors:
            yield Family(Populate, REASON, CIVIL, 0, anchors, one, anchors.bit_count())
    for kind in KINDS[:2]:
        if player.hand[kind]:
            anchors = room.restore(kind, cubes=player.cubes > 0)
            if anchors:
                yield Family(Restore, REASON, kind, 0, anchors, one, anchors.bit_count())
