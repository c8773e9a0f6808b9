"""Every event as a German sentence.

Cards keep the letters of records and positions: `c` is a bürgerliche Karte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from khronos_lab.core import events as e
from khronos_lab.core.board import Building
from khronos_lab.core.squares import name
from khronos_lab.core.state import cards_text
from khronos_lab.rulebook.language import coins, counted, listed
from khronos_lab.rulebook.language.german import (
    AGE,
    FROM_AGE,
    IN_AGE,
    INTO_AGE,
    KIND_STEMS,
    NO,
    OUT_OF_AGE,
    OWN,
    PRINTED,
    THE,
    A,
    Case,
    capital,
    coins_of,
    inside,
)
from khronos_lab.rulebook.pieces import Cards

Names = tuple[str, ...]


# ------------------------------------------------------------------ parts of sentences


def the(building: Building, names: Names, case: Case = "nom", seat: int | None = None) -> str:
    """`die Burg von Rot auf f4`; for the player on that seat `die eigene Burg auf f4`."""
    place = name(building.square)
    if building.printed:
        return f"{PRINTED[case]} auf {place}"
    key = (building.kind, building.rank, building.ruin, case)
    if building.owner is None:
        return f"{THE[key]} auf {place}"
    if building.owner == seat:
        return f"{OWN[key]} auf {place}"
    return f"{THE[key]} von {names[building.owner]} auf {place}"


def a(building: Building, case: Case) -> str:
    """`einer Burg auf f4`."""
    key = (building.kind, building.rank, building.ruin, case)
    return f"{A[key]} auf {name(building.square)}"


def _cards(cards: Cards, hidden: int = 0) -> str:
    return f"{counted(sum(cards) + hidden, 'card', 'de')} ({cards_text(cards, hidden)})"


def _coins(amount: int) -> str:
    return coins(amount, "de")


def squares_text(squares: tuple[int, ...]) -> str:
    """`a1, d1 und f1`."""
    return listed((name(sq) for sq in squares), "de")


def _number(seats: tuple[int, ...]) -> str:
    return "ein Kontrollwürfel" if len(seats) == 1 else f"{len(seats)} Kontrollwürfel"


def _shares(seats: tuple[int, ...], names: Names, word: str) -> str:
    """`1 von Rot und 2 von Weiß`."""
    players = sorted(set(seats))
    return listed((f"{seats.count(seat)} {word} {names[seat]}" for seat in players), "de")


def _home(building: Building, names: Names) -> str:
    """What is said of the cubes of a building that goes."""
    seats = building.cubes if building.owner is None else (building.owner, *building.cubes)
    if not seats:
        return ""
    if len(set(seats)) > 1:
        return f"; {_number(seats)} gehen zurück, {_shares(seats, names, 'an')}"
    verb = "gehen" if len(seats) > 1 else "geht"
    return f"; {_number(seats)} {verb} an {names[seats[0]]} zurück"


def _left(event: e.BuildingErased | e.HamletCovered, names: Names) -> str:
    """What is said of the cubes of a building that a copy covers."""
    if event.lifted:
        if len(event.building.cubes) > 1:
            return "; die Kontrollwürfel darauf werden abgehoben"
        return "; der Kontrollwürfel darauf wird abgehoben"
    return _home(event.building, names)


def _erased(event: e.BuildingErased, names: Names) -> str:
    tile = "; das Plättchen ist aus dem Spiel" if event.out_of_game else ""
    building = f"{capital(the(event.building, names))} {IN_AGE[event.age]}"
    return f"Zeitparadoxon: {building} wird ausgelöscht{_left(event, names)}{tile}"


# ------------------------------------------------------------------ sentences


def _renewed(event: e.PileRenewed, names: Names) -> str:
    verb = "wird" if sum(event.cards) + event.hidden == 1 else "werden"
    cards = _cards(event.cards, event.hidden)
    return f"{cards} vom Ablagestapel {verb} zu einem neuen Nachziehstapel gemischt"


def _swapped(event: e.OpenCardsSwapped, names: Names) -> str:
    taken, given = cards_text(event.taken), cards_text(event.given)
    cards = "offene Karte" if sum(event.taken) == 1 else "offenen Karten"
    return f"{names[event.seat]} nimmt die {cards} {taken} und legt dafür {given} aus"


def _upgraded(event: e.BuildingUpgraded, names: Names) -> str:
    old = the(event.old, names, "acc", event.seat)
    new = event.building
    grown = a(new, "dat")
    if new.square == event.old.square:
        # The place is told once.
        grown = A[new.kind, new.rank, new.ruin, "dat"]
    return f"{names[event.seat]} baut {old} {IN_AGE[event.age]} zu {grown} aus"


def _demolished(event: e.BuildingDemolished, names: Names) -> str:
    building = the(event.building, names, "acc", event.seat)
    cubes = _home(event.building, names)
    return f"{names[event.seat]} reißt {building} {IN_AGE[event.age]} ab{cubes}"


def _blocked(event: e.ShadowBlocked, names: Names) -> str:
    building = the(event.building, names, "gen")
    start = f"{IN_AGE[event.age]} ist der Zeitschatten {building} verboten"
    if event.clause == "B3b":
        where = squares_text(event.squares)
        return f"{start}: Er wäre so groß wie das höchste Gebäude seiner Art auf {where}"
    if event.older is not None:
        others = tuple(sq for sq in event.domains if sq != event.older)
        return (
            f"{start}: Er würde die Domäne des eigenen älteren Zeitschattens bei "
            f"{name(event.older)} mit {'der' if len(others) == 1 else 'den'} bei "
            f"{squares_text(others)} verbinden"
        )
    return f"{start}: Er würde die Domänen bei {squares_text(event.domains)} verbinden"


def _missing(event: e.ShadowMissing, names: Names) -> str:
    building = event.building
    if event.lacking == "tile":
        lacking = f"Im Vorrat ist {NO[building.kind, building.rank, False, 'nom']} mehr"
    else:
        whose = "" if building.owner is None else f" von {names[building.owner]}"
        lacking = f"Es ist kein Kontrollwürfel{whose} mehr da"
    return f"{the(building, names)} wirft keinen Zeitschatten auf {AGE[event.age]}: {lacking}"


def _moved(event: e.CubesMoved, names: Names) -> str:
    seats = event.cubes
    target = the(event.building, names, "acc")
    if len(set(seats)) > 1:
        return f"{_number(seats)} ziehen in {target} um, {_shares(seats, names, 'von')}"
    verb = "ziehen" if len(seats) > 1 else "zieht"
    return f"{_number(seats)} von {names[seats[0]]} {verb} in {target} um"


def _kept(event: e.CubeKept, names: Names) -> str:
    where = inside(the(event.building, names, "dat"))
    return f"{names[event.seat]} behält {IN_AGE[event.age]} einen Kontrollwürfel {where}"


def _conflict(event: e.ConflictFound, names: Names) -> str:
    rivals = listed((the(each, names) for each in event.buildings), "de")
    highest = f"die höchsten {KIND_STEMS[event.kind]}en Gebäude derselben Domäne"
    return f"{rivals} sind {highest} {IN_AGE[event.age]}"


def _strengths(event: e.StrengthsCompared, names: Names) -> str:
    parts = (f"{strength} für die Domäne bei {name(sq)}" for sq, strength in event.strengths)
    return f"{KIND_STEMS[event.kind]}e Stärke {IN_AGE[event.age]}: {listed(parts, 'de')}"


def _choice(event: e.ChoiceMade, names: Names) -> str:
    what = event.choice
    if isinstance(what, Building):
        return f"{names[event.seat]} entscheidet, dass {the(what, names, 'nom', event.seat)} weicht"
    if event.clause == "B8":
        return f"{names[event.seat]} entscheidet, dass {names[what]} einen Kontrollwürfel behält"
    return f"{names[event.seat]} wählt {name(what)} für das kleinere Gebäude"


def _shrunk(event: e.BuildingShrunk, names: Names) -> str:
    new = a(event.building, "dat")
    return f"{the(event.old, names)} {IN_AGE[event.age]} schrumpft zu {new}"


def _shadow_replaced(event: e.ShadowReplaced, names: Names) -> str:
    cubes = _home(event.old._replace(owner=None), names)
    old, new = the(event.old, names, "gen"), a(event.building, "dat")
    return f"der Zeitschatten {old} {IN_AGE[event.age]} weicht {new}{cubes}"


def _ended(event: e.GameEnded, names: Names) -> str:
    winners = listed((names[seat] for seat in event.winners), "de")
    several = len(event.winners) > 1
    verb, each = ("gewinnen", "je ") if several else ("gewinnt", "")
    return f"{winners} {verb} mit {each}{coins_of(max(event.coins))}"


SENTENCES: dict[type[e.Event], Callable[[Any, Names], str]] = {
    e.CoinsSpent: lambda v, n: f"{n[v.seat]} zahlt {_coins(v.amount)}",
    e.CardsPlayed: lambda v, n: f"{n[v.seat]} spielt {_cards(v.cards)} {IN_AGE[v.age]}",
    e.CardsDiscarded: lambda v, n: f"{n[v.seat]} wirft {_cards(v.cards, v.hidden)} ab",
    e.CardsDrawn: lambda v, n: f"{n[v.seat]} zieht {_cards(v.cards, v.hidden)}",
    e.PileRenewed: _renewed,
    e.OpenCardsSwapped: _swapped,
    e.AdventurerTravelled: lambda v, n: (
        f"ein Abenteurer von {n[v.seat]} reist {FROM_AGE[v.origin]} {INTO_AGE[v.target]}"
    ),
    e.BuildingBuilt: lambda v, n: f"{n[v.seat]} baut {a(v.building, 'acc')} {IN_AGE[v.age]}",
    e.BuildingUpgraded: _upgraded,
    e.BonusPaid: lambda v, n: f"{n[v.seat]} erhält {IN_AGE[v.age]} {_coins(v.amount)} Bonus",
    e.BuildingDemolished: _demolished,
    e.CubePlaced: lambda v, n: (
        f"{n[v.seat]} bevölkert {the(v.building, n, 'acc')} {IN_AGE[v.age]} "
        "mit einem Kontrollwürfel"
    ),
    e.RuinBegun: lambda v, n: (
        f"{n[v.seat]} beginnt mit einem Kontrollwürfel, {the(v.building, n, 'acc')} zu restaurieren"
    ),
    e.RuinRestored: lambda v, n: (
        f"{n[v.seat]} restauriert {the(v.building, n, 'acc')}{_home(v.building, n)}"
    ),
    e.ShadowFalls: lambda v, n: (
        f"der Zeitschatten {the(v.building, n, 'gen')} fällt auf {AGE[v.age]}"
    ),
    e.ShadowBlocked: _blocked,
    e.ShadowMissing: _missing,
    e.BuildingErased: _erased,
    e.HamletCovered: lambda v, n: (
        f"{the(v.building, n)} {IN_AGE[v.age]} wird überdeckt{_left(v, n)}"
    ),
    e.HamletRevealed: lambda v, n: f"{the(v.building, n)} erscheint {IN_AGE[v.age]} wieder",
    e.ShadowCast: lambda v, n: f"{the(v.building, n)} steht nun auch {IN_AGE[v.age]}",
    e.CubesMoved: _moved,
    e.CubeKept: _kept,
    e.DomainsJoined: lambda v, n: (
        f"die Domänen bei {squares_text(v.domains)} {IN_AGE[v.age]} werden vereinigt"
    ),
    e.DomainSplit: lambda v, n: (
        f"die Domäne bei {name(v.square)} {IN_AGE[v.age]} zerfällt in Teile bei "
        f"{squares_text(v.domains)}"
    ),
    e.ConflictFound: _conflict,
    e.StrengthsCompared: _strengths,
    e.ChoiceMade: _choice,
    e.BuildingShrunk: _shrunk,
    e.BuildingDestroyed: lambda v, n: (
        f"{the(v.building, n)} {IN_AGE[v.age]} wird zerstört{_home(v.building, n)}"
    ),
    e.ShadowWithdrawn: lambda v, n: (
        f"der Zeitschatten {the(v.building, n, 'gen')} verschwindet "
        f"{OUT_OF_AGE[v.age]}{_home(v.building, n)}"
    ),
    e.ShadowReplaced: _shadow_replaced,
    e.TaxCollected: lambda v, n: (
        f"{n[v.seat]} kassiert {_coins(v.amount)} von der Domäne bei {name(v.domain)} "
        f"{IN_AGE[v.age]}"
    ),
    e.TaxMissed: lambda v, n: (
        f"{n[v.seat]} hat {IN_AGE[v.age]} keinen Abenteurer und verpasst {_coins(v.amount)} "
        f"von der Domäne bei {name(v.domain)}"
    ),
    e.TurnEnded: lambda v, n: (
        f"{n[v.seat]} beendet den Zug; nun ist {n[v.next_seat]} an der Reihe, Runde {v.round}"
    ),
    e.GameEnded: _ended,
}
