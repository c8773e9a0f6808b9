"""Facts: what one event puts into the columns of the table of events; a function for each type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from khronos_lab.core import events as e
from khronos_lab.core.board import Building
from khronos_lab.rulebook.pieces import RUIN_VALUES, VALUES, Cards

Fact = tuple[int, int | None, int | None, int | None, int | None, int | None, int | None]
"""Seat, age, kind, rank, owner, square and amount, as plain numbers.

Facts are looked up in a dictionary, and the hash of an enumeration member costs more than all the
rest: `+age` makes it a plain number.
"""

Reader = Callable[[Any, int], Fact]
"""Gives the fact of an event; the second argument is the seat on turn."""


def one_kind(cards: Cards, hidden: int = 0) -> int | None:
    """The kind of cards that are all alike and known.

    >>> one_kind((0, 3, 0)), one_kind((1, 0, 1)), one_kind((0, 3, 0), 1)
    (1, None, None)
    """
    if hidden or cards.count(0) != 2:
        return None
    military, religious, _ = cards
    return 0 if military else 1 if religious else 2


def _cards(event: e.CardsDiscarded | e.CardsDrawn, _: int) -> Fact:
    cards, hidden = event.cards, event.hidden
    amount = cards[0] + cards[1] + cards[2] + hidden
    return (event.seat, None, one_kind(cards, hidden), None, None, None, amount)


def _played(event: e.CardsPlayed, _: int) -> Fact:
    cards = event.cards
    amount = cards[0] + cards[1] + cards[2]
    return (event.seat, +event.age, one_kind(cards), None, None, None, amount)


def _renewed(event: e.PileRenewed, seat: int) -> Fact:
    amount = sum(event.cards) + event.hidden
    return (seat, None, one_kind(event.cards, event.hidden), None, None, None, amount)


def _acted(event: e.BuildingBuilt | e.BuildingDemolished, _: int) -> Fact:
    """A player does something to a building."""
    kind, rank, square, owner, ruin, _cubes, _printed = event.building
    value = RUIN_VALUES[rank] if ruin else VALUES[kind][rank]
    return (event.seat, +event.age, +kind, rank, owner, square, value)


def _happened(event: e.ShadowCast | e.BuildingErased, seat: int) -> Fact:
    """Something happens to a building in the turn of a player."""
    kind, rank, square, owner, ruin, _cubes, _printed = event.building
    value = RUIN_VALUES[rank] if ruin else VALUES[kind][rank]
    return (seat, +event.age, +kind, rank, owner, square, value)


def _building(seat: int, age: int, new: Building, amount: int) -> Fact:
    """A building with an amount of its own."""
    return (seat, +age, +new.kind, new.rank, new.owner, new.square, amount)


def _upgraded(event: e.BuildingUpgraded, _: int) -> Fact:
    gained = event.building.value - event.old.value
    return _building(event.seat, event.age, event.building, gained)


def _lessened(event: e.BuildingShrunk | e.ShadowReplaced, seat: int) -> Fact:
    return _building(seat, event.age, event.building, event.old.value - event.building.value)


def _cube_added(event: e.CubePlaced | e.CubeKept, _: int) -> Fact:
    new = event.building
    return _building(event.seat, event.age, new, len(new.cubes) + 1)


def _restored(event: e.RuinRestored, _: int) -> Fact:
    old = event.building
    gained = VALUES[old.kind][old.rank] - RUIN_VALUES[old.rank]
    return _building(event.seat, event.age, old, gained)


def _strengths(event: e.StrengthsCompared, seat: int) -> Fact:
    square, strength = max(event.strengths, key=lambda pair: pair[1])
    return (seat, +event.age, +event.kind, None, None, square, strength)


def _conflict(event: e.ConflictFound, seat: int) -> Fact:
    rivals = event.buildings
    return (seat, +event.age, +event.kind, rivals[0].rank, None, event.domain, len(rivals))


def _choice(event: e.ChoiceMade, _: int) -> Fact:
    choice, age = event.choice, +event.age
    if isinstance(choice, Building):
        kind, rank = +choice.kind, choice.rank
        return (event.seat, age, kind, rank, choice.owner, choice.square, None)
    if event.clause == "B8":
        return (event.seat, age, None, None, choice, None, None)
    return (event.seat, age, None, None, None, choice, None)


def _taxed(event: e.TaxCollected | e.TaxMissed, _: int) -> Fact:
    return (event.seat, +event.age, None, None, None, event.domain, event.amount)


def _domains(event: e.DomainsJoined | e.DomainSplit, seat: int) -> Fact:
    return (seat, +event.age, None, None, None, event.square, len(event.domains))


READERS: dict[type[e.Event], Reader] = {
    e.CoinsSpent: lambda v, _: (v.seat, None, None, None, None, None, v.amount),
    e.CardsPlayed: _played,
    e.CardsDiscarded: _cards,
    e.CardsDrawn: _cards,
    e.PileRenewed: _renewed,
    e.OpenCardsSwapped: lambda v, _: (
        (v.seat, None, one_kind(v.taken), None, None, None, sum(v.taken))
    ),
    e.AdventurerTravelled: lambda v, _: (v.seat, +v.target, None, None, None, None, None),
    e.BuildingBuilt: _acted,
    e.BuildingUpgraded: _upgraded,
    e.BonusPaid: lambda v, _: (v.seat, +v.age, None, None, None, None, v.amount),
    e.BuildingDemolished: _acted,
    e.CubePlaced: _cube_added,
    e.RuinBegun: _acted,
    e.RuinRestored: _restored,
    e.ShadowFalls: _happened,
    e.ShadowBlocked: _happened,
    e.ShadowMissing: _happened,
    e.BuildingErased: _happened,
    e.HamletCovered: _happened,
    e.HamletRevealed: _happened,
    e.ShadowCast: _happened,
    e.CubesMoved: lambda v, seat: _building(seat, v.age, v.building, len(v.cubes)),
    e.CubeKept: _cube_added,
    e.DomainsJoined: _domains,
    e.DomainSplit: _domains,
    e.ConflictFound: _conflict,
    e.StrengthsCompared: _strengths,
    e.ChoiceMade: _choice,
    e.BuildingShrunk: _lessened,
    e.BuildingDestroyed: _happened,
    e.ShadowWithdrawn: _happened,
    e.ShadowReplaced: _lessened,
    e.TaxCollected: _taxed,
    e.TaxMissed: _taxed,
    e.TurnEnded: lambda v, _: (v.seat, None, None, None, None, None, None),
    e.GameEnded: lambda v, seat: (seat, None, None, None, None, None, max(v.coins)),
}
"""By event type: the function that gives its fact."""
