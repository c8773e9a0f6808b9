"""Marks: the squares that an event is about, by what happens to them.

Every field is a mask, a set of squares as `khronos_lab.core.squares` describes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from khronos_lab.core.board import Board
from khronos_lab.rulebook.pieces import AGES

if TYPE_CHECKING:
    from khronos_lab.core.events.families import Event
    from khronos_lab.core.state import GameState


class Marks(NamedTuple):
    """The squares to highlight in one age; each field is a mask."""

    new: int = 0
    """Where something has come to stand."""
    gone: int = 0
    """Where something stood that is gone; something else may stand there now."""
    blocked: int = 0
    """Where a copy would have come, but is forbidden or lacks something."""
    conflict: int = 0
    """Buildings in conflict, those that forbid a copy, and what was chosen to yield."""
    shadow: int = 0
    """Where a copy is about to come."""
    touched: int = 0
    """Buildings whose cubes or side changed."""
    domain: int = 0
    """The domains that were joined, fell apart, are compared or pay."""


NO_MARKS: Final = (Marks(), Marks(), Marks())


def marks_of(event: Event, state: GameState) -> tuple[Marks, Marks, Marks]:
    """By age: the squares that an event is about; `state` is the one after it."""
    if event.age is None:
        return NO_MARKS
    marks = event.marks(state.boards[event.age])
    might, faith, reason = (marks if each is event.age else Marks() for each in AGES)
    return might, faith, reason


def domains_at(board: Board, firsts: Iterable[int]) -> int:
    """The domains on these squares; a square whose building has gone since has none."""
    found = 0
    for sq in firsts:
        if board.occupied >> sq & 1:
            found |= board.domain_at(sq).mask
    return found


def buildings_at(board: Board, anchors: Iterable[int]) -> int:
    """The buildings with these first squares."""
    found = 0
    for anchor in anchors:
        building = board.buildings.get(anchor)
        found |= 1 << anchor if building is None else building.mask
    return found
