"""Taxes counted a second time, slowly and plainly, sharing no code with `khronos_lab.mechanics`.

Only the buildings of a state are read. Squares are taken apart into columns and rows, domains are
found by walking from square to square, and the values are written out once more from S2.
"""

from __future__ import annotations

from collections.abc import Iterable

from khronos_lab.core import Building, GameState, column_of, row_of
from khronos_lab.rulebook import Age, Kind

WORTH = {"MILITARY": (1, 2, 4), "RELIGIOUS": (1, 2, 4), "CIVIL": (1, 3, 5)}
RUIN_WORTH = {2: 1, 3: 2}
RULER = {Age.MIGHT: Kind.MILITARY, Age.FAITH: Kind.RELIGIOUS}

Place = tuple[int, int]


def naive_taxes(state: GameState, seat: int) -> int:
    """What a player would collect now in all ages where an adventurer of his stands."""
    return sum(naive_taxes_by_age(state, seat).values())


def naive_taxes_by_age(state: GameState, seat: int) -> dict[Age, int]:
    """The same by age; ages without an adventurer are left out."""
    present = set(state.players[seat].adventurers)
    return {
        age: sum(
            pays(age, domain)
            for domain in naive_domains(state.boards[age])
            if seat in entitled(age, domain)
        )
        for age in Age
        if age in present
    }


def places(building: Building) -> list[Place]:
    """The squares of a building as columns and rows."""
    column, row = column_of(building.square), row_of(building.square)
    sides = range(building.rank)
    return [(column + right, row + down) for down in sides for right in sides]


def naive_domains(board: Iterable[Building]) -> list[list[Building]]:
    """Groups of buildings that touch along sides, found square by square."""
    on = {place: building for building in board for place in places(building)}
    groups: list[list[Building]] = []
    seen: set[Place] = set()
    for start in sorted(on):
        if start in seen:
            continue
        seen.add(start)
        todo, group = [start], []
        while todo:
            column, row = todo.pop()
            if on[column, row] not in group:
                group.append(on[column, row])
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                beside = (column + step[0], row + step[1])
                if beside in on and beside not in seen:
                    seen.add(beside)
                    todo.append(beside)
        groups.append(group)
    return groups


def worth(building: Building) -> int:
    """The value of a building or ruin (S2)."""
    if building.ruin:
        return RUIN_WORTH[building.rank]
    return WORTH[building.kind.name][building.rank - 1]


def entitled(age: Age, domain: list[Building]) -> set[int]:
    """Who collects from a domain, adventurers aside (X2, X3)."""
    if age is Age.REASON:
        counts: dict[int, int] = {}
        for building in domain:
            if building.kind is Kind.CIVIL:
                for seat in building.cubes:
                    counts[seat] = counts.get(seat, 0) + 1
        return {seat for seat, number in counts.items() if number == max(counts.values())}
    rulers = [building for building in domain if building.kind is RULER[age]]
    top = max((building.rank for building in rulers), default=0)
    owners = [building.owner for building in rulers if building.rank == top]
    assert len(owners) <= 1, f"two highest buildings in one domain: {domain}"
    return {owner for owner in owners if owner is not None}


def pays(age: Age, domain: list[Building]) -> int:
    """What a domain pays to each of those entitled."""
    return sum(
        worth(building)
        for building in domain
        if (building.kind is Kind.CIVIL) == (age is not Age.REASON)
    )
