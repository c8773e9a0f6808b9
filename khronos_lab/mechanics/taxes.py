"""X: taxes. What each domain pays, to whom; pure questions that forecasts ask, too."""

from __future__ import annotations

from typing import NamedTuple

from khronos_lab.core import Board, Building, Domain, Script
from khronos_lab.core import events as e
from khronos_lab.rulebook import (
    AGES,
    CIVIL,
    FAITH,
    MIGHT,
    MILITARY,
    OWNED_KINDS,
    RANKS,
    REASON,
    RELIGIOUS,
    Age,
    Kind,
    implements,
)

RULING_KIND = {MIGHT: MILITARY, FAITH: RELIGIOUS}
"""X2: the kind whose highest building collects in an age."""


class Due(NamedTuple):
    """What one domain pays to each of those entitled to it."""

    age: Age
    domain: int
    """First square of the domain."""
    seats: tuple[int, ...]
    amount: int
    clause: str


@implements("X2", "X3")
def dues(board: Board, age: Age) -> list[Due]:
    """What the domains of an age would pay, and to whom, in reading order; nothing is left out."""
    clause = "X3" if age is REASON else "X2"
    return [
        Due(
            age, domain.anchors[0], entitled(board, age, domain), yields(board, age, domain), clause
        )
        for domain in board.domains
    ]


@implements("X2", "X3")
def entitled(board: Board, age: Age, domain: Domain) -> tuple[int, ...]:
    """The seats that a domain pays: one ruler in Might or Faith, in Reason all with most cubes."""
    if age is REASON:
        return majority(board.members(domain))
    ruler = ruler_of(board, domain, RULING_KIND[age])
    return () if ruler is None else (ruler,)


@implements("X2")
def ruler_of(board: Board, domain: Domain, kind: Kind) -> int | None:
    """The owner of a domain's highest building of a kind, if it has one."""
    top = domain.tops[kind]
    if top:
        for anchor in domain.anchors:
            building = board.buildings[anchor]
            if building.rank == top and building.kind is kind:
                return building.owner
    return None


@implements("X2", "X3")
def yields(board: Board, age: Age, domain: Domain) -> int:
    """What a domain pays: the values of civil buildings; in Reason those of all others."""
    paying = OWNED_KINDS if age is REASON else (CIVIL,)
    rules = board.rules
    return sum([each.value(rules) for each in board.members(domain) if each.kind in paying])


@implements("X3")
def majority(buildings: list[Building]) -> tuple[int, ...]:
    """The seats with most cubes on civil buildings; ties are all named, nobody if there is none."""
    cubes = [seat for each in buildings if each.kind is CIVIL for seat in each.cubes]
    if not cubes:
        return ()
    most = max(cubes.count(seat) for seat in cubes)
    return tuple(sorted({seat for seat in cubes if cubes.count(seat) == most}))


@implements("X1", "X4")
def collect_taxes(script: Script) -> None:
    """Pay the acting player in every age where he stands; note what he misses elsewhere."""
    if script.state.round not in script.state.rules.tax_rounds:
        return
    present = script.state.player.adventurers
    for age in AGES:
        for due in dues_to(script.state.boards[age], age, script.seat):
            if age in present:
                script.tell(e.TaxCollected(script.seat, age, due.domain, due.amount, due.clause))
            else:
                script.tell(e.TaxMissed(script.seat, age, due.domain, due.amount))


def stakes(board: Board, age: Age, seat: int) -> int:
    """First squares of the buildings without which a player is entitled to nothing in an age."""
    if age is not REASON:
        kind = RULING_KIND[age]
        one, two, three = (board.sites.get((kind, rank, seat), 0) for rank in RANKS)
        return one | two | three
    own = 0
    for anchor, building in board.buildings.items():
        if building.cubes and seat in building.cubes:
            own |= 1 << anchor
    return own


def dues_to(board: Board, age: Age, seat: int) -> list[Due]:
    """What the domains of an age would pay to one player, those that pay nothing left out."""
    clause = "X3" if age is REASON else "X2"
    found = []
    own = stakes(board, age, seat)
    for domain in board.domains:
        if not domain.mask & own:
            continue
        seats = entitled(board, age, domain)
        if seat in seats:
            amount = yields(board, age, domain)
            if amount:
                found.append(Due(age, domain.anchors[0], seats, amount, clause))
    return found
