"""Every event as an English sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from khronos_lab.core import events as e
from khronos_lab.core.board import Building
from khronos_lab.core.squares import name
from khronos_lab.core.state import cards_text
from khronos_lab.rulebook.language import coins, counted, listed
from khronos_lab.rulebook.pieces import Cards

Names = tuple[str, ...]

# English here whatever the setting says: the setting has chosen this module.
_coins = partial(coins, language="en")
_listed = partial(listed, language="en")


def owned(building: Building, names: Names, seat: int | None = None) -> str:
    """`Red's keep at f4`, or `the town at c2`; for that seat `their own keep at f4`."""
    whose = "the" if building.owner is None else f"{names[building.owner]}'s"
    if building.owner is not None and building.owner == seat:
        whose = "their own"
    printed = " printed" if building.printed else ""
    return f"{whose}{printed} {building}"


def _a(building: Building) -> str:
    """`a keep`, `an abbey`."""
    return f"{'an' if building.name[0] in 'aeiou' else 'a'} {building.name}"


def _cards(cards: Cards, hidden: int = 0) -> str:
    return f"{counted(sum(cards) + hidden, 'card', 'en')} ({cards_text(cards, hidden)})"


def _squares(squares: tuple[int, ...]) -> str:
    return _listed(name(sq) for sq in squares)


def _home(building: Building, names: Names) -> str:
    """What is said of the cubes of a building that goes."""
    seats = building.cubes if building.owner is None else (building.owner, *building.cubes)
    if not seats:
        return ""
    return f"; {_cubes(seats, names)} {'go' if len(seats) > 1 else 'goes'} home"


def _cubes(seats: tuple[int, ...], names: Names) -> str:
    """`Red's cube`, `Red's and White's cubes`, `Red's cube and White's 2 cubes`."""
    players = list(dict.fromkeys(seats))
    if len(players) == len(seats):
        owners = _listed(f"{names[seat]}'s" for seat in seats)
        return f"{owners} cube{'s' * (len(seats) > 1)}"
    return _listed(_own_cubes(names[seat], seats.count(seat)) for seat in players)


def _own_cubes(who: str, number: int) -> str:
    return f"{who}'s cube" if number == 1 else f"{who}'s {number} cubes"


def _left(event: e.BuildingErased | e.HamletCovered, names: Names) -> str:
    """What is said of the cubes of a building that a copy covers."""
    if event.lifted:
        several = len(event.building.cubes) > 1
        return f"; its {'cubes are' if several else 'cube is'} lifted off"
    return _home(event.building, names)


def _erased(event: e.BuildingErased, names: Names) -> str:
    tile = "; its tile is out of the game" if event.out_of_game else ""
    building = owned(event.building, names)
    return f"paradox: {building} in {event.age.title} is erased{_left(event, names)}{tile}"


def _swapped(event: e.OpenCardsSwapped, names: Names) -> str:
    taken, given = cards_text(event.taken), cards_text(event.given)
    cards = "card" if sum(event.taken) == 1 else "cards"
    return f"{names[event.seat]} takes the open {cards} {taken} and lays down {given}"


def _upgraded(event: e.BuildingUpgraded, names: Names) -> str:
    old, new = event.old, event.building
    # The place is told once, unless the larger building begins elsewhere.
    place = "" if new.square == old.square else f" at {name(new.square)}"
    return (
        f"{names[event.seat]} upgrades {owned(old, names, event.seat)} in {event.age.title} "
        f"to {_a(new)}{place}"
    )


def _blocked(event: e.ShadowBlocked, names: Names) -> str:
    start = f"{event.age.title} blocks the shadow of {owned(event.building, names)}"
    if event.clause == "B3b":
        return f"{start}: it would equal the highest of its kind at {_squares(event.squares)}"
    if event.older is not None:
        others = tuple(sq for sq in event.domains if sq != event.older)
        domains = "domain" if len(others) == 1 else "domains"
        return (
            f"{start}: it would connect the domain of its own older shadow at {name(event.older)} "
            f"with the {domains} at {_squares(others)}"
        )
    return f"{start}: it would connect the domains at {_squares(event.domains)}"


def _missing(event: e.ShadowMissing, names: Names) -> str:
    tile = event.building.name.removesuffix(" ruin")
    lacking = f"no {tile} tile is" if event.lacking == "tile" else "its owner has no cube"
    return f"{owned(event.building, names)} casts no shadow on {event.age.title}: {lacking} left"


def _moved(event: e.CubesMoved, names: Names) -> str:
    verb = "move" if len(event.cubes) > 1 else "moves"
    return f"{_cubes(event.cubes, names)} {verb} onto {owned(event.building, names)}"


def _kept(event: e.CubeKept, names: Names) -> str:
    return f"{names[event.seat]} keeps a cube on {owned(event.building, names)} in Reason"


def _conflict(event: e.ConflictFound, names: Names) -> str:
    rivals = _listed(owned(each, names) for each in event.buildings)
    return (
        f"{rivals} are the highest {event.kind.word} buildings of one domain in {event.age.title}"
    )


def _strengths(event: e.StrengthsCompared, names: Names) -> str:
    parts = _listed(f"{strength} for the domain at {name(sq)}" for sq, strength in event.strengths)
    return f"{event.kind.word} strength in {event.age.title}: {parts}"


def _choice(event: e.ChoiceMade, names: Names) -> str:
    what = event.choice
    if isinstance(what, Building):
        return f"{names[event.seat]} decides that {owned(what, names, event.seat)} yields"
    if event.clause == "B8":
        return f"{names[event.seat]} decides that {names[what]} keeps a cube"
    return f"{names[event.seat]} chooses {name(what)} for the smaller building"


def _shrunk(event: e.BuildingShrunk, names: Names) -> str:
    new = event.building
    old = owned(event.old, names)
    return f"{old} in {event.age.title} shrinks to {_a(new)} at {name(new.square)}"


def _shadow_replaced(event: e.ShadowReplaced, names: Names) -> str:
    cubes = _home(event.old._replace(owner=None), names)
    new = event.building
    return (
        f"the shadow of {owned(event.old, names)} in {event.age.title} gives way to "
        f"{_a(new)} at {name(new.square)}{cubes}"
    )


def _ended(event: e.GameEnded, names: Names) -> str:
    verb = "win" if len(event.winners) > 1 else "wins"
    return (
        f"{_listed(names[seat] for seat in event.winners)} {verb} with {_coins(max(event.coins))}"
    )


SENTENCES: dict[type[e.Event], Callable[[Any, Names], str]] = {
    e.CoinsSpent: lambda v, n: f"{n[v.seat]} pays {_coins(v.amount)}",
    e.CardsPlayed: lambda v, n: f"{n[v.seat]} plays {_cards(v.cards)} in {v.age.title}",
    e.CardsDiscarded: lambda v, n: f"{n[v.seat]} discards {_cards(v.cards, v.hidden)}",
    e.CardsDrawn: lambda v, n: f"{n[v.seat]} draws {_cards(v.cards, v.hidden)}",
    e.PileRenewed: lambda v, n: (
        f"{_cards(v.cards, v.hidden)} of the discards "
        f"{'is' if sum(v.cards) + v.hidden == 1 else 'are'} shuffled "
        "into a new pile"
    ),
    e.OpenCardsSwapped: _swapped,
    e.AdventurerTravelled: lambda v, n: (
        f"an adventurer of {n[v.seat]} travels from {v.origin.title} to {v.target.title}"
    ),
    e.BuildingBuilt: lambda v, n: (
        f"{n[v.seat]} builds {_a(v.building)} at {name(v.building.square)} in {v.age.title}"
    ),
    e.BuildingUpgraded: _upgraded,
    e.BonusPaid: lambda v, n: f"{n[v.seat]} gets a bonus of {_coins(v.amount)} in {v.age.title}",
    e.BuildingDemolished: lambda v, n: (
        f"{n[v.seat]} demolishes {owned(v.building, n, v.seat)} in {v.age.title}"
        f"{_home(v.building, n)}"
    ),
    e.CubePlaced: lambda v, n: f"{n[v.seat]} puts a cube on {owned(v.building, n)} in Reason",
    e.RuinBegun: lambda v, n: f"{n[v.seat]} begins to restore {owned(v.building, n)} with a cube",
    e.RuinRestored: lambda v, n: (
        f"{n[v.seat]} restores {owned(v.building, n)}{_home(v.building, n)}"
    ),
    e.ShadowFalls: lambda v, n: f"the shadow of {owned(v.building, n)} falls on {v.age.title}",
    e.ShadowBlocked: _blocked,
    e.ShadowMissing: _missing,
    e.BuildingErased: _erased,
    e.HamletCovered: lambda v, n: (
        f"{owned(v.building, n)} in {v.age.title} is covered{_left(v, n)}"
    ),
    e.HamletRevealed: lambda v, n: f"{owned(v.building, n)} re-appears in {v.age.title}",
    e.ShadowCast: lambda v, n: f"{owned(v.building, n)} now stands in {v.age.title}, too",
    e.CubesMoved: _moved,
    e.CubeKept: _kept,
    e.DomainsJoined: lambda v, n: (
        f"the domains at {_squares(v.domains)} in {v.age.title} are joined"
    ),
    e.DomainSplit: lambda v, n: (
        f"the domain at {name(v.square)} in {v.age.title} falls apart: {_squares(v.domains)}"
    ),
    e.ConflictFound: _conflict,
    e.StrengthsCompared: _strengths,
    e.ChoiceMade: _choice,
    e.BuildingShrunk: _shrunk,
    e.BuildingDestroyed: lambda v, n: (
        f"{owned(v.building, n)} in {v.age.title} is destroyed{_home(v.building, n)}"
    ),
    e.ShadowWithdrawn: lambda v, n: (
        f"the shadow of {owned(v.building, n)} vanishes from {v.age.title}{_home(v.building, n)}"
    ),
    e.ShadowReplaced: _shadow_replaced,
    e.TaxCollected: lambda v, n: (
        f"{n[v.seat]} collects {_coins(v.amount)} from the domain at {name(v.domain)} "
        f"in {v.age.title}"
    ),
    e.TaxMissed: lambda v, n: (
        f"{n[v.seat]} has no adventurer in {v.age.title} and misses {_coins(v.amount)} "
        f"from the domain at {name(v.domain)}"
    ),
    e.TurnEnded: lambda v, n: (
        f"{n[v.seat]} ends the turn; {n[v.next_seat]} is next, round {v.round}"
    ),
    e.GameEnded: _ended,
}
