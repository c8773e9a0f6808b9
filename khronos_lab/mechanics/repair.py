"""C: putting domains right. Conflicts, who yields, shrinking, and what becomes of the shadows."""

from __future__ import annotations

from khronos_lab.core import (
    Board,
    Building,
    Domain,
    GameState,
    Join,
    Script,
    anchors_inside,
    bits,
    highest,
)
from khronos_lab.core import events as e
from khronos_lab.mechanics.shadows import shadows_of
from khronos_lab.rulebook import (
    BUILDING_AGES,
    FAITH,
    MIGHT,
    MILITARY,
    OWNED_KINDS,
    RELIGIOUS,
    Age,
    BrokenInvariant,
    Kind,
    implements,
)

SETTLING_ORDER = {MIGHT: (MILITARY, RELIGIOUS), FAITH: (RELIGIOUS, MILITARY)}
"""C1: which kind of conflict is settled first in an age."""

STEP_LIMIT = 1000
"""Every step lowers the sum of values in Might and Faith, so no move comes near this."""


@implements("O1")
def put_right(script: Script) -> None:
    """Settle all conflicts, first in Might, then in Faith; Reason needs none of it."""
    might, faith, _ = script.state.boards
    if not might.clashes and not faith.clashes:
        return  # No conflict in either, so nothing can follow: by far the usual case.
    for age, join in script.joins.items():
        join.trace(script.state.boards[age])
    for age in BUILDING_AGES:
        note_conflicts_of_joining(script, age)
        for _ in range(STEP_LIMIT):
            conflict = first_conflict(script.state, age)
            if conflict is None:
                break
            settle(script, age, *conflict)
        else:
            raise BrokenInvariant(f"putting {age.title} right does not end: {script.log[-20:]}")


@implements("C1")
def first_conflict(state: GameState, age: Age) -> tuple[Kind, Domain] | None:
    """The conflict to settle now: by kind, then by first square in reading order (ruling)."""
    board = state.boards[age]
    if not board.clashes:
        return None
    for kind in SETTLING_ORDER[age]:
        for domain in board.domains:
            if domain.peers[kind] > 1:
                return kind, domain
    return None


@implements("C2")
def note_conflicts_of_joining(script: Script, age: Age) -> None:
    """The conflicts in a joined domain when the putting right of its age begins.

    They stay conflicts of the joining, whatever falls off the domain in the meantime.
    """
    join = script.joins.get(age)
    if join is not None:
        board = script.state.boards[age]
        join.contested = [
            highest(board, domain, kind)
            for domain in board.domains
            for kind in OWNED_KINDS
            if domain.peers[kind] > 1 and join.joined(domain)
        ]


def settle(script: Script, age: Age, kind: Kind, domain: Domain) -> None:
    """One step: find out which building of a conflict yields, and shrink it."""
    board = script.state.boards[age]
    rivals = highest(board, domain, kind)
    found = e.ConflictFound(age, kind, tuple(rivals), domain.anchors[0])
    cause = script.tell(found, script.latest_change(age, domain.mask))
    join = script.joins.get(age)
    if join is not None and join.settles(rivals):
        loser = yield_by_strength(script, join, age, kind, rivals, cause)
    else:
        loser = yield_by_choice(script, age, rivals, "C3", cause)
    shrink(script, age, loser, cause)


@implements("C2")
def yield_by_strength(
    script: Script, join: Join, age: Age, kind: Kind, rivals: list[Building], cause: int
) -> Building:
    """After a joining: the first in a weaker original domain; if there is none, as in C3."""
    strengths = join.strengths(script.state.boards[age], kind, rivals)
    cause = script.tell(e.StrengthsCompared(age, kind, tuple(strengths.items())), cause)
    strongest = max(strengths.values())
    for rival in rivals:
        if strengths[join.origin(rival)] < strongest:
            return rival
    return yield_by_choice(script, age, rivals, "C2", cause)


@implements("C3")
def yield_by_choice(
    script: Script, age: Age, rivals: list[Building], clause: str, cause: int
) -> Building:
    """The acting player gives up one of his own; if none is his, any one."""
    own = [rival for rival in rivals if rival.owner == script.seat]
    chosen = script.ask(clause, script.seat, age, tuple(own or rivals), cause=cause)
    assert isinstance(chosen, Building)
    return chosen


@implements("C4")
def shrink(script: Script, age: Age, building: Building, cause: int) -> None:
    """Replace a building by the next smaller one there is a tile for; its owner says where."""
    rank = next_lower(script.state, building)
    before = script.state.boards[age]
    if rank == 0:
        new = None
        number = script.tell(e.BuildingDestroyed(age, building), cause)
    else:
        places = tuple(bits(anchors_inside(building.mask, rank)))
        assert building.owner is not None
        square = script.ask("C4", building.owner, age, places, subject=building, cause=cause)
        assert isinstance(square, int)
        new = building._replace(rank=rank, square=square)
        number = script.tell(e.BuildingShrunk(age, building, new), cause)
    note_shrinking(script, age, building, new, number, before=before)
    if building.rank > 1:
        withdraw_shadows(script, age, building, new, number)


def next_lower(state: GameState, building: Building) -> int:
    """The highest rank below a building's for which there is a tile; 0 for none."""
    tiles = state.supply[building.kind]
    return next((rank for rank in range(building.rank - 1, 0, -1) if tiles[rank]), 0)


@implements("C5")
def withdraw_shadows(
    script: Script, age: Age, old: Building, new: Building | None, cause: int
) -> None:
    """Old shadows vanish; a rank 2 successor takes their place where there is a tile for it."""
    for later, shadow in shadows_of(script.state, age, old):
        before = script.state.boards[later]
        copy = None
        if new is not None and new.rank == 2:
            copy = new if later is FAITH else Building(new.kind, 2, new.square, ruin=True)
            if not script.state.supply[copy.kind][2]:
                cause = script.tell(e.ShadowMissing(later, copy, "tile", "C5"), cause)
                copy = None
        if copy is None:
            number = script.tell(e.ShadowWithdrawn(later, shadow), cause)
        else:
            number = script.tell(e.ShadowReplaced(later, shadow, copy), cause)
        note_shrinking(script, later, shadow, copy, number, before=before)
        cause = number


def note_shrinking(
    script: Script, age: Age, old: Building, new: Building | None, number: int, *, before: Board
) -> None:
    """Note what fell apart and let a joined domain follow its building."""
    gone = old.mask & ~(new.mask if new is not None else 0)
    script.note_domains(age, before, gone, number)
    if age in script.joins:
        script.joins[age].follow(old, new)
