"""Marks: which squares of each age an event is about, by what happens to them.

Every field is a mask, a set of squares as `khronos_lab.core.squares` describes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from khronos_lab.core import events as e
from khronos_lab.core.board import Board, Building
from khronos_lab.core.state import GameState
from khronos_lab.rulebook.pieces import AGES, Age


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


def marks_of(event: e.Event, state: GameState) -> tuple[Marks, Marks, Marks]:
    """By age: the squares that an event is about; `state` is the one after it."""
    reader = _READERS.get(type(event))
    age = getattr(event, "age", None)
    if reader is None or not isinstance(age, Age):
        return NO_MARKS
    marks = reader(event, state.boards[age])
    might, faith, reason = (marks if each is age else Marks() for each in AGES)
    return might, faith, reason


def _domains(board: Board, firsts: Iterable[int]) -> int:
    """The domains on these squares; a square whose building has gone since has none."""
    found = 0
    for sq in firsts:
        if board.occupied >> sq & 1:
            found |= board.domain_at(sq).mask
    return found


def _anchored(board: Board, anchors: Iterable[int]) -> int:
    """The buildings with these first squares."""
    found = 0
    for anchor in anchors:
        building = board.buildings.get(anchor)
        found |= 1 << anchor if building is None else building.mask
    return found


def _new(event: e.BuildingBuilt | e.ShadowCast, _: Board) -> Marks:
    return Marks(new=event.building.mask)


def _gone(event: e.BuildingErased | e.BuildingDemolished, _: Board) -> Marks:
    return Marks(gone=event.building.mask)


def _replaced(event: e.BuildingUpgraded | e.BuildingShrunk | e.ShadowReplaced, _: Board) -> Marks:
    new = event.building.mask
    return Marks(new=new, gone=event.old.mask & ~new)


def _touched(event: e.CubePlaced | e.CubesMoved, _: Board) -> Marks:
    return Marks(touched=event.building.mask)


def _blocked(event: e.ShadowBlocked, board: Board) -> Marks:
    return Marks(blocked=event.building.mask, conflict=_anchored(board, event.squares))


def _chosen(event: e.ChoiceMade, _: Board) -> Marks:
    choice = event.choice
    if isinstance(choice, Building):
        return Marks(conflict=choice.mask)
    # B8 chooses a seat; C4 the place of the smaller building, whose rank is not told yet.
    return Marks() if event.clause == "B8" else Marks(conflict=1 << choice)


def _conflict(event: e.ConflictFound, board: Board) -> Marks:
    return Marks(
        conflict=_anchored(board, (each.square for each in event.buildings)),
        domain=_domains(board, (event.domain,)),
    )


_READERS: dict[type[e.Event], Callable[[Any, Board], Marks]] = {
    e.BuildingBuilt: _new,
    e.BuildingUpgraded: _replaced,
    e.BuildingDemolished: _gone,
    e.CubePlaced: _touched,
    e.RuinBegun: _touched,
    e.RuinRestored: _touched,
    e.ShadowFalls: lambda v, _: Marks(shadow=v.building.mask),
    e.ShadowBlocked: _blocked,
    e.ShadowMissing: lambda v, _: Marks(blocked=v.building.mask),
    e.BuildingErased: _gone,
    e.HamletCovered: _gone,
    e.HamletRevealed: _new,
    e.ShadowCast: _new,
    e.CubesMoved: _touched,
    e.CubeKept: _touched,
    e.DomainsJoined: lambda v, board: Marks(domain=_domains(board, (v.square,))),
    e.DomainSplit: lambda v, board: Marks(domain=_domains(board, v.domains)),
    e.ConflictFound: _conflict,
    e.StrengthsCompared: lambda v, board: Marks(
        domain=_domains(board, (sq for sq, _ in v.strengths))
    ),
    e.ChoiceMade: _chosen,
    e.BuildingShrunk: _replaced,
    e.BuildingDestroyed: _gone,
    e.ShadowWithdrawn: _gone,
    e.ShadowReplaced: _replaced,
    e.TaxCollected: lambda v, board: Marks(domain=_domains(board, (v.domain,))),
    e.TaxMissed: lambda v, board: Marks(domain=_domains(board, (v.domain,))),
}
"""By event type: what it marks in its age; the others mark nothing."""
