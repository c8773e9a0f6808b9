"""G, D, H: where a building may stand. Each function names what is broken, or gives None.

`Room`, at the end, answers the same questions for a whole board at once; the tests hold it to
these functions square by square.
"""

from __future__ import annotations

from khronos_lab.core import Board, Building, Domain, bits, first, name, spread
from khronos_lab.rulebook import CIVIL, Violation, implements, violation


@implements("G1")
def river(board: Board, building: Building) -> Violation | None:
    """Only towns and cities may cover the river."""
    wet = board.grid.drowned(building.kind, building.rank, building.square)
    if not wet:
        return None
    return violation(
        "G1",
        "refusal-river",
        tuple(bits(wet)),
        building=building,
        places=tuple(map(name, bits(wet))),
    )


@implements("D1")
def dominion(board: Board, building: Building, touched: list[Domain]) -> Violation | None:
    """Only a civil building may connect domains.

    For an upgrade the domain of the old building, inside the new footprint, counts as one.
    """
    if len(touched) < 2:
        return None
    firsts = tuple(first(domain.mask) for domain in touched)
    return violation(
        "D1",
        "refusal-connects",
        contact_squares(board, building.mask),
        firsts,
        building=building,
        places=tuple(map(name, firsts)),
    )


@implements("H1")
def hierarchy(board: Board, building: Building, touched: list[Domain]) -> Violation | None:
    """The highest building of a kind is the only one of its rank in its domain.

    `board` is the one before: for an upgrade the old building still stands there, lower in rank,
    so it is never the equal that is looked for.
    """
    for domain in touched:
        if domain.tops[building.kind] == building.rank:
            rivals = [each for each in board.members(domain) if each[:2] == building[:2]]
            return violation(
                "H1",
                "refusal-equals",
                tuple(each.square for each in rivals),
                (first(domain.mask),),
                building=building,
                kind=building.kind,
                rival=rivals[0],
            )
    return None


def standing(board: Board, building: Building) -> Violation | None:
    """D1, then H1, for what is put down on this board; neither says anything of civil buildings."""
    if building.kind is CIVIL:
        return None
    touched = touched_domains(board, building.mask)
    return dominion(board, building, touched) or hierarchy(board, building, touched)


def touched_domains(board: Board, mask: int) -> list[Domain]:
    """The domains that share a side, or a square, with these squares, in reading order."""
    reach = spread(mask)
    return [domain for domain in board.domains if domain.mask & reach]


def contact_squares(board: Board, mask: int) -> tuple[int, ...]:
    """The squares of buildings that touch these squares from outside."""
    return tuple(bits(spread(mask) & ~mask & board.occupied))
