"""B: time shadows. Copies into later ages, what forbids them, and the paradoxes they cause."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_lab.core import events as e
from khronos_lab.core.board import Board, Building, bared_hamlets, printed_hamlet
from khronos_lab.core.domains import Domain
from khronos_lab.core.script import Script
from khronos_lab.core.squares import first, spread
from khronos_lab.core.state import GameState
from khronos_lab.rulebook.clauses import implements
from khronos_lab.rulebook.pieces import AGES, CIVIL, FAITH, MIGHT, REASON, Age
from khronos_lab.rules.joins import Joins, join_by


@implements("B1", "B9")
def cast_shadows(
    script: Script, joins: Joins, age: Age, building: Building, old: Building | None, cause: int
) -> None:
    """Copy what was built or upgraded in an age into the later ones, earliest first.

    A copy that fails is not tried again, and no later age gets one (B5, B9).
    """
    if building.rank == 1 or age is REASON:
        return
    if building.kind is CIVIL:
        copy_civil(script, joins, age, building, old, cause)
    elif age is MIGHT:
        copy_to_faith(script, joins, building, cause)
    else:
        copy_to_reason(script, joins, building, cause)


@implements("B2", "B5")
def copy_civil(
    script: Script, joins: Joins, age: Age, building: Building, old: Building | None, cause: int
) -> None:
    """Copy a town or city into every later age; one age without a tile ends it."""
    for later in AGES[age + 1 :]:
        if lacks(script, later, building, cause):
            return
        cause = lay(script, joins, later, building, "B2", cause, old)
        settle_hamlets(script, later, cause)


@implements("B3")
def copy_to_faith(script: Script, joins: Joins, building: Building, cause: int) -> None:
    """Copy a military or religious building of Might, with its owner's cube, and then its ruin."""
    blocked = forbidden_in_faith(script.state.boards[FAITH], building)
    if blocked is not None:
        script.tell(blocked, cause)
        return
    if lacks(script, FAITH, building, cause):
        return
    cause = lay(script, joins, FAITH, building, "B3", cause)
    copy_to_reason(script, joins, building, cause)


@implements("B4")
def copy_to_reason(script: Script, joins: Joins, building: Building, cause: int) -> None:
    """Copy a military or religious building of Faith as a ruin, which nothing forbids (ruling)."""
    ruin = Building(building.kind, building.rank, building.square, ruin=True)
    if script.state.rules.ruins_respect_domains:
        blocked = connects(script.state.boards[REASON], ruin, REASON, "B4")
        if blocked is not None:
            script.tell(blocked, cause)
            return
    if lacks(script, REASON, ruin, cause):
        return
    cause = lay(script, joins, REASON, ruin, "B4", cause)
    settle_hamlets(script, REASON, cause)


# ------------------------------------------------------------------ what stops a copy


def forbidden_in_faith(board: Board, copy: Building) -> e.ShadowBlocked | None:
    """Why a copy is forbidden in Faith, in the order in which reasons are reported (B5)."""
    return connects(board, copy, FAITH, "B3a") or equals_highest(board, copy)


@implements("B3a")
def connects(board: Board, copy: Building, age: Age, clause: str) -> e.ShadowBlocked | None:
    """A copy may not connect domains.

    Counted are the buildings that touch it and are not covered by it, by their domains before
    the copy; a printed hamlet that re-appears beside it counts with the domain of what stood
    on it (ruling).
    """
    touched, beside = touched_by_copy(board, copy)
    if len(touched) < 2:
        return None
    return e.ShadowBlocked(age, copy, clause, _anchors(board, beside), _firsts(touched))


def touched_by_copy(board: Board, copy: Building) -> tuple[list[Domain], int]:
    """The domains before a copy that it touches and leaves, and the squares where it does."""
    covered = board.overlapping(copy.mask)
    gone = _squares(covered)
    bared = _squares(printed_hamlet(sq) for sq in bared_hamlets(board.grid, covered, copy.mask))
    beside = spread(copy.mask) & ~copy.mask & (board.occupied & ~gone | bared)
    return [domain for domain in board.domains if domain.mask & beside], beside


@implements("B3b")
def equals_highest(board: Board, copy: Building) -> e.ShadowBlocked | None:
    """A copy may not equal the highest other building of its kind in the domain it joins."""
    rest, joined = joined_by_copy(board, copy)
    if max((domain.tops[copy.kind] for domain in joined), default=0) != copy.rank:
        return None
    rivals = [
        each.square for domain in joined for each in rest.members(domain) if each[:2] == copy[:2]
    ]
    return e.ShadowBlocked(FAITH, copy, "B3b", tuple(sorted(rivals)), _firsts(joined))


def joined_by_copy(board: Board, copy: Building) -> tuple[Board, list[Domain]]:
    """The board without what a copy covers, printed hamlets back, and the domains it joins."""
    covered = board.overlapping(copy.mask)
    rest = board.change(removed=covered) if covered else board
    for sq in bared_hamlets(board.grid, covered, copy.mask):
        rest = rest.change(added=printed_hamlet(sq))
    reach = spread(copy.mask)
    return rest, [domain for domain in rest.domains if domain.mask & reach]


@implements("B5")
def lacks(script: Script, age: Age, copy: Building, cause: int) -> bool:
    """A copy needs a tile and, with an owner, one of his cubes; say what is missing.

    Looked at before the copy removes anything, but a cube that it sends home itself may be used
    (rulings).
    """
    lacking = missing_piece(script.state, age, copy)
    if lacking is None:
        return False
    script.tell(e.ShadowMissing(age, copy, lacking), cause)
    return True


@implements("B5")
def missing_piece(state: GameState, age: Age, copy: Building) -> str | None:
    """`tile`, `cube` or nothing."""
    if state.supply[copy.kind][copy.rank] == 0:
        return "tile"
    if copy.owner is None or state.players[copy.owner].cubes > 0:
        return None
    returning = state.boards[age].overlapping(copy.mask)
    return None if any(each.owner == copy.owner for each in returning) else "cube"


# ------------------------------------------------------------------ what a copy does


@implements("B6")
def lay(
    script: Script,
    joins: Joins,
    age: Age,
    copy: Building,
    clause: str,
    cause: int,
    old: Building | None = None,
) -> int:
    """Place a copy: paradox first, whatever it covers is removed; then it stands.

    `old` is what a civil upgrade replaced. Gives the number of the event that cast the copy.
    """
    falls = script.tell(e.ShadowFalls(age, copy, clause), cause)
    before = script.state.boards[age]
    covered = before.overlapping(copy.mask)
    gone = _squares(covered)
    cubes: tuple[int, ...] = ()
    for building in covered:
        if building.kind is copy.kind is CIVIL and not building.mask & ~copy.mask:
            # It lives on in the copy, as what is upgraded does in its own age.
            gone &= ~building.mask
        removal = e.HamletCovered if building.printed else e.BuildingErased
        lifted = old is not None and hands_on_cubes(building, old, copy)
        cubes = building.cubes if lifted else cubes
        number = script.tell(removal(age, building, lifted=lifted), falls)
        for sq in bared_hamlets(before.grid, (building,), copy.mask):
            script.tell(e.HamletRevealed(age, printed_hamlet(sq)), number)
            gone &= ~(1 << sq)
    cast = script.tell(e.ShadowCast(age, copy, clause), falls)
    if cubes:
        script.tell(e.CubesMoved(copy, cubes), cast)
    script.note_domains(age, before, gone, cast)
    if copy.kind is CIVIL and age is FAITH:
        joins[age] = join_by(before, script.state.boards[age], copy)
    return cast


@implements("B7")
def hands_on_cubes(stood: Building, old: Building, copy: Building) -> bool:
    """After a civil upgrade the cubes of the building that stood for the old one move up.

    It is the one in Reason that covers all the old one's squares and lies inside the new ones,
    wherever it came from; only there do civil buildings carry cubes.
    """
    inside = not stood.mask & ~copy.mask
    return stood.kind is CIVIL and bool(stood.cubes) and inside and not old.mask & ~stood.mask


@implements("B8")
def settle_hamlets(script: Script, age: Age, cast: int) -> None:
    """On each printed hamlet that a copy bared in Reason, one cube of the town above it stays."""
    if age is not REASON:
        return
    bared = [
        (entry.event.building, script.log[entry.cause or 0].event)
        for entry in script.log
        if isinstance(entry.event, e.HamletRevealed) and entry.event.age is REASON
    ]
    for hamlet, removal in sorted(bared, key=lambda pair: pair[0].square):
        assert isinstance(removal, e.BuildingErased)
        keepers = heirs(removal.building.cubes, script.seat)
        if keepers:
            seat = script.ask("B8", script.seat, REASON, keepers, subject=hamlet, cause=cast)
            assert isinstance(seat, int)
            script.tell(e.CubeKept(seat, hamlet), cast)


@implements("B8")
def heirs(cubes: tuple[int, ...], acting: int) -> tuple[int, ...]:
    """Who may keep a cube: the player with most; if tied, the acting player drops out first.

    >>> heirs((0, 1, 1), 0), heirs((0, 1), 0), heirs((1, 2), 0)
    ((1,), (1,), (1, 2))
    """
    if not cubes:
        return ()
    most = max(cubes.count(seat) for seat in cubes)
    tied = tuple(sorted({seat for seat in cubes if cubes.count(seat) == most}))
    return tied if len(tied) == 1 else tuple(seat for seat in tied if seat != acting)


def _squares(buildings: Iterable[Building]) -> int:
    mask = 0
    for building in buildings:
        mask |= building.mask
    return mask


def _firsts(domains: list[Domain]) -> tuple[int, ...]:
    return tuple(first(domain.mask) for domain in domains)


def _anchors(board: Board, mask: int) -> tuple[int, ...]:
    return tuple(building.square for building in board.overlapping(mask))
