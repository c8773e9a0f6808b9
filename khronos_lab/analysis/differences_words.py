"""Differences in words, English and German."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from khronos_lab.analysis.differences import (
    BuildingChange,
    Differences,
    DomainChange,
    DomainSide,
    PlayerChange,
)
from khronos_lab.core.board import Building
from khronos_lab.core.captions.english import owned
from khronos_lab.core.captions.german import the
from khronos_lab.core.squares import name
from khronos_lab.rulebook.language import say, spoken
from khronos_lab.rulebook.language.german import IN_AGE
from khronos_lab.rulebook.language.old_tables import age_word, coins, counted, listed
from khronos_lab.rulebook.pieces import AGES

Names = tuple[str, ...]
Labels = tuple[str, str]

_AGES: Final = {"en": tuple(f"in {age.title}" for age in AGES), "de": IN_AGE}
_BUILDING: Final[dict[str, Callable[[Building, Names], str]]] = {"en": owned, "de": the}


def difference_lines(
    found: Differences,
    language: str | None = None,
    labels: Labels | None = None,
    purses: Sequence[int] | None = None,
) -> list[str]:
    """A line for each difference; one that says so if there is none.

    Labels name the two sides (`after 3.A`); between two ages they are the ages. `purses` are the
    seats whose coins are told, None for all.
    """
    language = spoken(language)
    if not found:
        return [say("differences-none", language)]
    lines = [_building(each, found.names, labels, language) for each in found.buildings]
    lines += [_domain(each, found.names, labels, language) for each in found.domains if _told(each)]
    lines += [
        _player(each, found.names, language, purses is None or each.seat in purses)
        for each in found.players
    ]
    return lines


def _head(ages: tuple[object, ...], where: str) -> str:
    return f"{where}: " if ages[0] is ages[1] else ""


def _sides(change: BuildingChange | DomainChange, labels: Labels | None, language: str) -> Labels:
    """What the two sides are called in a sentence."""
    one, other = change.ages
    if one is not other:
        return _AGES[language][one], _AGES[language][other]
    if labels is not None:
        return labels
    return say("differences-first", language), say("differences-second", language)


# ------------------------------------------------------------------ buildings


def _building(change: BuildingChange, names: Names, labels: Labels | None, language: str) -> str:
    say = _BUILDING[language]
    head = _head(change.ages, age_word(change.ages[0], language))
    sides = _sides(change, labels, language)
    only = {"en": "only", "de": "nur"}[language]
    if change.first is None or change.second is None:
        alone, side = (
            (change.second, sides[1]) if change.first is None else (change.first, sides[0])
        )
        assert alone is not None
        return _sentence(head, f"{say(alone, names)}{_cubes(alone, names)} {only} {side}")
    first, second = change.first, change.second
    if change.sort == "changed" and first.ruin == second.ruin:
        was, now = _cube_list(first, names, language), _cube_list(second, names, language)
        return _sentence(head, f"{say(first, names)}: {was} → {now}")
    return _sentence(
        head,
        f"{say(first, names)}{_cubes(first, names)} → {say(second, names)}{_cubes(second, names)}",
    )


def _cubes(building: Building, names: Names) -> str:
    """The cubes on a building, in brackets."""
    if not building.cubes:
        return ""
    return f" ({_by_player(building, names)})"


def _cube_list(building: Building, names: Names, language: str) -> str:
    return _by_player(building, names) or counted(0, "cube", language)


def _by_player(building: Building, names: Names) -> str:
    seats = sorted(set(building.cubes))
    return ", ".join(f"{names[seat]} {building.cubes.count(seat)}" for seat in seats)


def _sentence(head: str, text: str) -> str:
    text = text if head else text[:1].upper() + text[1:]
    return f"{head}{text}."


# ------------------------------------------------------------------ domains


def _told(change: DomainChange) -> bool:
    """A domain that is only new or gone is told by its buildings, unless it pays somebody."""
    if change.sort not in ("new", "gone"):
        return True
    return any(side.seats and side.amount for side in (*change.first, *change.second))


def _domain(change: DomainChange, names: Names, labels: Labels | None, language: str) -> str:
    head = _head(change.ages, age_word(change.ages[0], language))
    sides = _sides(change, labels, language)
    was = _places(change.first, language)
    now = _places(change.second, language)
    before = _pay(change.first, names, language)
    after = _pay(change.second, names, language)
    said = _WORDS[language][change.sort](was, now, sides[0], sides[1])
    pays = {"en": "pays", "de": "zahlt"}[language]
    join = " " if change.sort == "control" else "; "
    return _sentence(head, f"{said}{join}{pays} {before} → {after}" if before != after else said)


def _places(sides: tuple[DomainSide, ...], language: str) -> str:
    return listed((name(side.square) for side in sides), language)


def _pay(sides: tuple[DomainSide, ...], names: Names, language: str) -> str:
    """Whom domains pay, and how much."""
    paid = [
        f"{listed((names[seat] for seat in side.seats), language)} {side.amount}"
        for side in sides
        if side.seats and side.amount
    ]
    return ", ".join(paid) or {"en": "nobody", "de": "niemandem"}[language]


Say = Callable[[str, str, str, str], str]

_WORDS: Final[dict[str, dict[str, Say]]] = {
    "en": {
        "new": lambda was, now, first, second: f"a domain at {now} only {second}",
        "gone": lambda was, now, first, second: f"a domain at {was} only {first}",
        "joined": lambda was, now, first, second: f"the domains at {was} are one {second}",
        "split": lambda was, now, first, second: (
            f"the domain at {was} is in parts {second}, at {now}"
        ),
        "regrouped": lambda was, now, first, second: (
            f"the domains at {was} are others {second}, at {now}"
        ),
        "control": lambda was, now, first, second: f"the domain at {now}",
    },
    "de": {
        "new": lambda was, now, first, second: f"eine Domäne bei {now} nur {second}",
        "gone": lambda was, now, first, second: f"eine Domäne bei {was} nur {first}",
        "joined": lambda was, now, first, second: f"die Domänen bei {was} sind {second} vereinigt",
        "split": lambda was, now, first, second: (
            f"die Domäne bei {was} ist {second} zerfallen, in {now}"
        ),
        "regrouped": lambda was, now, first, second: (
            f"die Domänen bei {was} sind {second} andere, bei {now}"
        ),
        "control": lambda was, now, first, second: f"die Domäne bei {now}",
    },
}


# ------------------------------------------------------------------ players


def _player(change: PlayerChange, names: Names, language: str, shown: bool) -> str:
    return f"{names[change.seat]}: {'; '.join(_parts(change, language, shown))}."


def _parts(change: PlayerChange, language: str, shown: bool) -> Iterator[str]:
    """What differs for a player, one thing after the other; `shown` if the coins are."""
    one, other = change.first, change.second
    more = other.coins - one.coins
    if more and shown:
        yield f"{one.coins} → {coins(other.coins, language)}"
    elif more:
        sign = "+" if more > 0 else "\N{MINUS SIGN}"
        yield f"{sign}{coins(abs(more), language)}"
    if one.cubes != other.cubes:
        left = say("differences-cubes_left", language)
        yield f"{left} {one.cubes} → {other.cubes}"
    if one.adventurers != other.adventurers:
        places = [
            listed((age_word(age, language) for age in side.adventurers), language)
            for side in (one, other)
        ]
        yield f"{say('word-adventurers', language)} {' → '.join(places)}"
    if one.cards != other.cards:
        yield f"{say('word-cards', language)} {one.cards} → {other.cards}"
    if one.taxes != other.taxes:
        yield f"{say('differences-taxes', language)} {one.taxes} → {other.taxes}"
