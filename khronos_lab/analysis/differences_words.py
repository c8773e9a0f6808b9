"""Differences between two positions in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khronos_lab.analysis.differences import (
    BuildingChange,
    Differences,
    DomainChange,
    DomainSide,
    PlayerChange,
)
from khronos_lab.core.board import Building, owned
from khronos_lab.core.squares import name
from khronos_lab.rulebook.language import Said, say

Names = tuple[str, ...]
Side = str | Said
"""What one of the two positions is called in a sentence: `after 3.A`, `in Faith`."""


def difference_lines(
    found: Differences,
    language: str | None = None,
    labels: tuple[str, str] | None = None,
    purses: Sequence[int] | None = None,
) -> list[str]:
    """A line for each difference; one that says so if there is none.

    Labels name the two sides (`after 3.A`); between two ages they are the ages. `purses` are the
    seats whose coins are told, None for all.
    """
    if not found:
        return [say("differences-none", language)]
    lines = [
        *(_line(each, _building(each, found.names, labels)) for each in found.buildings),
        *(_line(each, _domain(each, found.names, labels)) for each in found.domains if _told(each)),
    ]
    return [each.text(language) for each in lines] + [
        f"{found.names[each.seat]}: {'; '.join(_parts(each, purses, language))}."
        for each in found.players
    ]


def _line(change: BuildingChange | DomainChange, said: Said) -> Said:
    age, other = change.ages
    return Said("difference-line", {"same": age is other, "age": age, "said": said})


def _sides(
    change: BuildingChange | DomainChange, labels: tuple[str, str] | None
) -> tuple[Side, Side]:
    one, other = change.ages
    if one is not other:
        return Said("difference-in", {"age": one}), Said("difference-in", {"age": other})
    return labels or (Said("differences-first"), Said("differences-second"))


# ------------------------------------------------------------------ buildings


def _building(change: BuildingChange, names: Names, labels: tuple[str, str] | None) -> Said:
    first, second = change.first, change.second
    if first is None or second is None:
        building, side = first or second, _sides(change, labels)[first is None]
        assert building is not None
        return Said("difference-only", {"building": _with_cubes(building, names), "side": side})
    if change.sort == "changed" and first.ruin == second.ruin:
        told = {"was": _cubes(first, names), "now": _cubes(second, names)}
        return Said("difference-cubes", {"building": owned(first, names), **told})
    told = {"was": _with_cubes(first, names), "now": _with_cubes(second, names)}
    return Said("difference-became", told)


def _with_cubes(building: Building, names: Names) -> Said:
    told = {"building": owned(building, names), "cubes": _cubes(building, names)}
    return Said("difference-building", {**told, "n": len(building.cubes)})


def _cubes(building: Building, names: Names) -> Side:
    """The cubes on a building, player by player."""
    seats = sorted(set(building.cubes))
    each = (f"{names[seat]} {building.cubes.count(seat)}" for seat in seats)
    return ", ".join(each) or Said("n-cubes", {"n": 0})


# ------------------------------------------------------------------ domains


def _told(change: DomainChange) -> bool:
    """A domain that is only new or gone is told by its buildings, unless it pays somebody."""
    if change.sort not in ("new", "gone"):
        return True
    return any(side.seats and side.amount for side in (*change.first, *change.second))


def _domain(change: DomainChange, names: Names, labels: tuple[str, str] | None) -> Said:
    first, second = _sides(change, labels)
    was, now = (tuple(name(each.square) for each in side) for side in (change.first, change.second))
    told = {"was": was, "now": now, "first": first, "second": second}
    said = Said(f"difference-{change.sort}", told)
    before, after = _pay(change.first, names), _pay(change.second, names)
    if before == after:
        return said
    pays = {"was": before, "now": after, "said": said}
    return Said("difference-pays", {**pays, "control": change.sort == "control"})


def _pay(sides: tuple[DomainSide, ...], names: Names) -> Said:
    """Whom domains pay, and how much."""
    shares = tuple(
        {"who": tuple(names[seat] for seat in side.seats), "n": side.amount}
        for side in sides
        if side.seats and side.amount
    )
    return Said("difference-paid", {"n": len(shares), "shares": shares})


# ------------------------------------------------------------------ players


def _parts(
    change: PlayerChange, purses: Sequence[int] | None, language: str | None
) -> Iterator[str]:
    """What differs for a player, one thing after the other."""
    one, other = change.first, change.second
    more = other.coins - one.coins
    if more and (purses is None or change.seat in purses):
        yield f"{one.coins} → {say('n-coins', language, n=other.coins)}"
    elif more:
        sign = "+" if more > 0 else "\N{MINUS SIGN}"
        yield f"{sign}{say('n-coins', language, n=abs(more))}"
    for key, was, now in (
        ("differences-cubes_left", one.cubes, other.cubes),
        ("word-adventurers", one.adventurers, other.adventurers),
        ("word-cards", one.cards, other.cards),
        ("differences-taxes", one.taxes, other.taxes),
    ):
        if was != now:
            sides = (say("list-and", language, items=each) for each in (was, now))
            yield f"{say(key, language)} {' → '.join(sides)}"
