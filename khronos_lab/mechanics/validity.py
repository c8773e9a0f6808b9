"""Validity: what the rules say can never stand on the boards; for positions made by hand.

A game that is played never breaks any of this, which the property tests hold. A position from text
or from an editor may; each fault is a `Violation` with its clause and squares.
"""

from __future__ import annotations

from collections.abc import Iterator

from khronos_lab.core import Board, Building, GameState, bits, highest
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    OWNED_KINDS,
    Age,
    Violation,
    implements,
    violation,
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
                yield violation(
                    "H1",
                    "refusal-conflict",
                    squares,
                    (domain.anchors[0],),
                    buildings=tuple(rivals),
                    kind=kind,
                    age=age,
                )


def _building_faults(board: Board, age: Age, building: Building) -> Iterator[Violation]:
    here = (building.square,)
    about = {"building": building, "age": age}
    if board.grid.drowned(building.kind, building.rank, building.square):
        yield violation("G1", "refusal-covers_river", here, **about)
    hamlets = building.mask & board.grid.hamlets
    covered = tuple(bits(hamlets))
    if hamlets and building.kind is not CIVIL:
        yield violation("A1", "refusal-on_hamlet", covered, **about)
    if hamlets.bit_count() > 1:
        yield violation("A2", "refusal-several_hamlets", covered, **about)
    if hamlets and building.rank == 1 and not building.printed:
        yield violation("S5", "refusal-hamlet_twice", here, **about)
    if building.kind is CIVIL and len(building.cubes) > board.rules.cube_limit(building.rank):
        yield violation(
            "A5", "refusal-overcrowded", here, n=board.rules.cube_limit(building.rank), **about
        )
    if building.ruin and len(building.cubes) > 1:
        yield violation("A6", "refusal-ruin_cubes", here, **about)
