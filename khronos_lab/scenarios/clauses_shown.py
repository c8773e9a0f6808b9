"""Shown: which clauses a move makes visible.

Most are the clauses of its events. Where an event's clause says less than a lesson wants (any
joining carries C2, but only a comparison of strengths shows it), or where a clause shows in what
does *not* happen (B1, B9), the evidence is spelled out here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from khronos_lab.core import events as e
from khronos_lab.core.board import Board, Building
from khronos_lab.core.squares import spread
from khronos_lab.mechanics.placement import touched_domains
from khronos_lab.rulebook.clauses import clauses
from khronos_lab.rulebook.pieces import (
    BUILDING_AGES,
    CARDS_PER_ADVENTURER,
    CIVIL,
    FAITH,
)
from khronos_lab.scenarios.questions.conflicts import conflicts, made_possible
from khronos_lab.scenarios.questions.tried_action import Look


def clauses_shown(look: Look) -> tuple[str, ...]:
    """The clauses that a move shows, in the order of the rules page."""
    if look.violation is not None:
        found = {look.violation.clause}
    else:
        found = {entry.event.clause for entry in look.log} - set(_EVIDENCE)
        found |= {label for label, evidence in _EVIDENCE.items() if evidence(look)}
    found |= {label[:-1] for label in found if label[-1].isalpha()}
    return tuple(label for label in clauses() if label in found)


# ------------------------------------------------------------------ places and cards


def _respects_domains(look: Look) -> bool:
    """D1: a civil building connects domains, or another one has a second at its corner only."""
    action = look.placing
    if action is None:
        return False
    if action.kind is CIVIL:
        return any(event.age is action.age for _, event in look.told(e.DomainsJoined))
    board = look.before.boards[action.age]
    mask = Building(action.kind, action.rank, action.square).mask
    near = {board.domain_at(x.square).mask for x in board if x.mask & spread(spread(mask))}
    return len(touched_domains(board, mask)) == 1 and len(near) > 1


def _fits_hierarchy(look: Look) -> bool:
    """H1: a lower or higher building joins a domain that has one of its kind."""
    action = look.placing
    if action is None or action.kind is CIVIL:
        return False
    board = look.before.boards[action.age]
    mask = Building(action.kind, action.rank, action.square).mask
    return any(domain.tops[action.kind] for domain in touched_domains(board, mask))


def _on_river(look: Look) -> bool:
    """G1: a town or city on the river."""
    return _covers(look, "river")


def _on_rough_ground(look: Look) -> bool:
    """G2: forest or mountain, whatever it costs with this number of players."""
    return _covers(look, "forest") or _covers(look, "mountain")


def _covers(look: Look, terrain: str) -> bool:
    action = look.placing
    if action is None:
        return False
    mask = Building(action.kind, action.rank, action.square).mask
    return bool(mask & getattr(look.before.grid, terrain))


def _pools(look: Look) -> bool:
    """T5: more cards than one adventurer may play, or cards of a turn that has played before."""
    played = [sum(event.cards) for _, event in look.told(e.CardsPlayed)]
    full = all(
        left == CARDS_PER_ADVENTURER for account in look.before.turn.purses for _, left in account
    )
    return bool(played) and (max(played) > CARDS_PER_ADVENTURER or not full)


# ------------------------------------------------------------------ shadows


def _no_shadow_of_small(look: Look) -> bool:
    """B1: a rank 1 building, or nothing in the age before."""
    action = look.placing
    return action is not None and (action.rank == 1 or action.age is FAITH)


def _not_tried_again(look: Look) -> bool:
    """B9: a copy that was forbidden would be allowed now, but is not made; or a hamlet is back."""
    if any(True for _ in look.told(e.HamletRevealed)):
        return True
    return any(True for _ in made_possible(look))


def _out_of_game(look: Look) -> bool:
    """S3: an erased tile does not come back, where a group plays so."""
    return any(event.out_of_game for _, event in look.told(e.BuildingErased))


def _bared(look: Look) -> bool:
    """S5: a printed hamlet is covered or re-appears."""
    return any(isinstance(x.event, e.HamletCovered | e.HamletRevealed) for x in look.log)


# ------------------------------------------------------------------ domains


def _by_strength(look: Look) -> bool:
    """C2: strengths are compared."""
    return any(True for _ in look.told(e.StrengthsCompared))


def _without_strength(look: Look) -> bool:
    """C3: a conflict without them."""
    return any(each.strengths is None for each in conflicts(look) if _settled(look, each.number))


def _settled(look: Look, number: int) -> bool:
    """True unless the log ends at the conflict because an answer is missing."""
    return look.done or number + 1 < len(look.log) or bool(look.questions)


def _same_building(look: Look) -> bool:
    """C6: a shrunk rank 2 or 3 building has its shadow found, or another one left alone there."""
    for building, age in _shrunk(look):
        later = look.before.boards[age + 1]
        if _overlap(later, building):
            return True
    return False


def _shrunk(look: Look) -> Iterator[tuple[Building, int]]:
    for _, event in look.told(e.BuildingShrunk):
        if event.age in BUILDING_AGES and event.old.rank > 1:
            yield event.old, event.age


def _overlap(board: Board, building: Building) -> bool:
    return bool(board.occupied & building.mask)


def _in_order(look: Look) -> bool:
    """O1: copies and then conflicts, or conflicts in Might and then in Faith."""
    cast = [number for number, _ in look.told(e.ShadowCast)]
    ages = [event.age for _, event in look.told(e.ConflictFound)]
    return bool(ages) and (bool(cast) or len(set(ages)) > 1)


# ------------------------------------------------------------------ taxes


def _collects(look: Look) -> bool:
    """X1: taxes are paid."""
    return any(True for _ in look.told(e.TaxCollected))


def _values_matter(look: Look) -> bool:
    """S2: values are added up."""
    return _by_strength(look) or _collects(look)


def _seven_rounds(look: Look) -> bool:
    """T1: a turn ends."""
    return any(isinstance(x.event, e.TurnOver) for x in look.log)


_EVIDENCE: Final[dict[str, Callable[[Look], bool]]] = {
    "S2": _values_matter,
    "S3": _out_of_game,
    "S5": _bared,
    "T1": _seven_rounds,
    "T5": _pools,
    "G1": _on_river,
    "G2": _on_rough_ground,
    "D1": _respects_domains,
    "H1": _fits_hierarchy,
    "O1": _in_order,
    "B1": _no_shadow_of_small,
    "B9": _not_tried_again,
    "C2": _by_strength,
    "C3": _without_strength,
    "C6": _same_building,
    "X1": _collects,
}
"""What stands for the clauses that events alone do not tell."""
