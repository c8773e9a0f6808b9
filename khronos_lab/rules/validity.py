"""Validity: what the rules say can never stand on the boards; for positions made by hand.

A game that is played never breaks any of this, which the property tests hold. A position from text
or from an editor may; each fault is a `Violation` with its clause and squares.
"""

from __future__ import annotations

from collections.abc import Iterator

from khronos_lab.core.actions import Violation
from khronos_lab.core.board import Board, Building, highest
from khronos_lab.core.squares import bits, name
from khronos_lab.core.state import GameState
from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.pieces import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    OWNED_KINDS,
    Age,
    cube_limit,
)


def faults(state: GameState) -> list[Violation]:
    """Everything on the boards that the rules could not have brought about, age by age."""
    found: list[Violation] = []
    for age in AGES:
        board = state.boards[age]
        for building in board:
            found += _building_faults(board, age, building)
        if age in BUILDING_AGES:
            found += hierarchy_faults(board, age)
    return found


@implements("H1")
def hierarchy_faults(board: Board, age: Age) -> Iterator[Violation]:
    """Domains of Might or Faith whose highest building of a kind is not alone (C1)."""
    for domain in board.domains:
        for kind in OWNED_KINDS:
            if domain.peers[kind] > 1:
                rivals = highest(board, domain, kind)
                squares = tuple(each.square for each in rivals)
                places = ", ".join(name(sq) for sq in squares)
                reason = f"{len(rivals)} {rivals[0].name}s are highest in one domain of {age.title}"
                yield Violation("H1", f"{reason}: {places}", squares, (domain.anchors[0],))


def _building_faults(board: Board, age: Age, building: Building) -> Iterator[Violation]:
    where = f"the {building} in {age.title}"
    here = (building.square,)
    if board.grid.drowned(building.kind, building.rank, building.square):
        yield Violation("G1", f"{where} covers the river", here)
    hamlets = building.mask & board.grid.hamlets
    if hamlets and building.kind is not CIVIL:
        yield Violation("A1", f"{where} stands on a printed hamlet", tuple(bits(hamlets)))
    if hamlets.bit_count() > 1:
        yield Violation("A2", f"{where} covers several printed hamlets", tuple(bits(hamlets)))
    if hamlets and building.rank == 1 and not building.printed:
        yield Violation("S5", f"{where} lies on a printed hamlet", here)
    if building.kind is CIVIL and len(building.cubes) > cube_limit(building.rank):
        yield Violation("A5", f"{where} holds more than {cube_limit(building.rank)} cubes", here)
    if building.ruin and len(building.cubes) > 1:
        yield Violation("A6", f"{where} carries more than one cube", here)
