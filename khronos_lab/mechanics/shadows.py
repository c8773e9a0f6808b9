"""B: time shadows. Copies into later ages, what forbids them, and the paradoxes they cause."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_lab.core import (
    Board,
    Building,
    Domain,
    GameState,
    Join,
    Script,
    bared_hamlets,
    first,
    printed_hamlet,
    spread,
)
from khronos_lab.core import events as e
from khronos_lab.rulebook import AGES, CIVIL, FAITH, MIGHT, REASON, Age, implements

Erased = tuple[tuple[int, Building], ...]
"""Buildings that a copy erased in Faith for good, each with the number of that event."""
Bared = tuple[Building, Building, int]
"""A printed hamlet, what was erased above it, and the number of the event behind it (B8)."""


@implements("B1", "B9")
def cast_shadows(
    script: Script, age: Age, building: Building, old: Building | None, cause: int
) -> None:
    """Copy what was built or upgraded in an age into the later ones, earliest first.

    A copy that fails is not tried again, and no later age gets one (B5, B9).
    """
    if building.rank == 1 or age is REASON:
        return
    if building.kind is CIVIL:
        copy_civil(script, age, building, old, cause)
        return
    older = {} if old is None else dict(shadows_of(script.state, age, old))
    if age is MIGHT:
        copy_to_faith(script, building, older, cause)
    else:
        copy_to_reason(script, building, older, cause)


@implements("B2", "B5")
def copy_civil(
    script: Script, age: Age, building: Building, old: Building | None, cause: int
) -> None:
    """Copy a town or city into every later age; one age without a tile ends it."""
    erased: Erased = ()
    for later in AGES[age + 1 :]:
        if lacks(script, later, building, cause):
            erase_shadows(script, erased)
            return
        cause, erased = lay(script, later, building, "B2", cause, old)


@implements("B3")
def copy_to_faith(
    script: Script, building: Building, older: dict[Age, Building], cause: int
) -> None:
    """Copy a military or religious building of Might, with its owner's cube, and then its ruin."""
    blocked = forbidden_in_faith(script.state.boards[FAITH], building, older.get(FAITH))
    if blocked is not None:
        script.tell(blocked, cause)
        return
    if lacks(script, FAITH, building, cause):
        return
    cause, erased = lay(script, FAITH, building, "B3", cause)
    copy_to_reason(script, building, older, cause, erased)


@implements("B4")
def copy_to_reason(
    script: Script, building: Building, older: dict[Age, Building], cause: int, erased: Erased = ()
) -> None:
    """Copy a military or religious building of Faith as a ruin, which nothing forbids (ruling).

    `erased` is what the copy in Faith erased: without a ruin its shadows go all the same (B6).
    """
    ruin = Building(building.kind, building.rank, building.square, ruin=True)
    if script.state.rules.ruins_respect_domains:
        blocked = connects(script.state.boards[REASON], ruin, REASON, "B4", older.get(REASON))
        if blocked is not None:
            script.tell(blocked, cause)
            erase_shadows(script, erased)
            return
    if lacks(script, REASON, ruin, cause):
        erase_shadows(script, erased)
        return
    lay(script, REASON, ruin, "B4", cause)


@implements("C6")
def shadows_of(state: GameState, age: Age, building: Building) -> list[tuple[Age, Building]]:
    """The very same building in later ages: kind, rank and squares, and in Faith the owner.

    Identity is a matter of these alone. From Might, Reason is reached only through Faith, and
    rank 1 buildings have no shadows.
    """
    if building.rank == 1:
        return []
    found: list[tuple[Age, Building]] = []
    if age is MIGHT:
        shadow = state.boards[FAITH].buildings.get(building.square)
        if shadow is None or shadow[:4] != building[:4]:
            return []
        found.append((FAITH, shadow))
    ruin = state.boards[REASON].buildings.get(building.square)
    if ruin is not None and ruin[:3] == building[:3]:
        found.append((REASON, ruin))
    return found


# ------------------------------------------------------------------ what stops a copy


def forbidden_in_faith(
    board: Board, copy: Building, older: Building | None = None
) -> e.ShadowBlocked | None:
    """Why a copy is forbidden in Faith, in the order in which reasons are reported (B5)."""
    return connects(board, copy, FAITH, "B3a", older) or equals_highest(board, copy)


@implements("B3a")
def connects(
    board: Board, copy: Building, age: Age, clause: str, older: Building | None = None
) -> e.ShadowBlocked | None:
    """A copy may not connect domains.

    Counted are the buildings that touch it and are not covered by it, by their domains before
    the copy; a printed hamlet that re-appears beside it counts with the domain of what stood
    on it, and so does an `older` shadow of the very building that was upgraded (rulings).
    """
    touched, beside = touched_by_copy(board, copy, older)
    if len(touched) < 2:
        return None
    firsts = _firsts(touched)
    others = _firsts(touched_by_copy(board, copy)[0])
    own = next((sq for sq in firsts if sq not in others), None)
    return e.ShadowBlocked(age, copy, clause, _anchors(board, beside), firsts, own)


def touched_by_copy(
    board: Board, copy: Building, older: Building | None = None
) -> tuple[list[Domain], int]:
    """The domains before a copy that it touches and leaves, and the squares where it does.

    The domain of an `older` shadow of the same building counts, although the copy covers it.
    """
    covered = board.overlapping(copy.mask)
    gone = _squares(covered)
    bared = _squares(printed_hamlet(sq) for sq in bared_hamlets(board.grid, covered, copy.mask))
    beside = spread(copy.mask) & ~copy.mask & (board.occupied & ~gone | bared)
    if older is not None:
        beside |= older.mask
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
    script: Script, age: Age, copy: Building, clause: str, cause: int, old: Building | None = None
) -> tuple[int, Erased]:
    """Place a copy: paradox first, whatever it covers is removed; then it stands.

    `old` is what a civil upgrade replaced. Gives the number of the event that cast the copy, and
    what it erased for good.
    """
    falls = script.tell(e.ShadowFalls(age, copy, clause), cause)
    before = script.state.boards[age]
    covered = before.overlapping(copy.mask)
    gone = _squares(covered)
    cubes: tuple[int, ...] = ()
    erased: list[tuple[int, Building]] = []
    bared: list[tuple[Building, Building]] = []  # a hamlet, and the town above it
    for building in covered:
        if building.kind is copy.kind is CIVIL and not building.mask & ~copy.mask:
            # It lives on in the copy, as what is upgraded does in its own age.
            gone &= ~building.mask
        lifted = old is not None and hands_on_cubes(building, old, copy)
        cubes = building.cubes if lifted else cubes
        lost = not lives_on(building, copy)
        number, hamlets = erase(script, age, building, copy.mask, falls, lost=lost, lifted=lifted)
        if lost:
            erased.append((number, building))
        bared += [(hamlet, building) for hamlet in hamlets]
        gone &= ~_squares(hamlets)
    cast = script.tell(e.ShadowCast(age, copy, clause), falls)
    if cubes:
        script.tell(e.CubesMoved(copy, cubes), cast)
    script.note_domains(age, before, gone, cast)
    if age is REASON:
        settle_hamlets(script, [(hamlet, town, cast) for hamlet, town in bared])
    elif copy.kind is CIVIL:
        script.joins[age] = Join(before)
    return cast, tuple(erased)


@implements("B6", "S3")
def lives_on(stood: Building, copy: Building) -> bool:
    """True of what a copy merely enlarges or renews: same kind and owner, wholly inside it.

    Its shadow in Reason is not lost (B6), and its tile stays in the game (S3). A ruin belongs to
    nobody, so any ruin of the kind inside a new one lives on in this sense.
    """
    return stood.kind is copy.kind and stood.owner == copy.owner and not stood.mask & ~copy.mask


@implements("B6", "S3")
def erase(
    script: Script,
    age: Age,
    building: Building,
    cover: int,
    cause: int,
    *,
    lost: bool,
    lifted: bool = False,
) -> tuple[int, list[Building]]:
    """Remove a building by paradox; gives the event and the printed hamlets that re-appear."""
    out = lost and not script.state.rules.erased_tiles_return
    event = (
        e.HamletCovered(age, building, lifted=lifted)
        if building.printed
        else e.BuildingErased(age, building, lifted=lifted, out_of_game=out)
    )
    number = script.tell(event, cause)
    grid = script.state.boards[age].grid
    hamlets = [printed_hamlet(sq) for sq in bared_hamlets(grid, (building,), cover)]
    for hamlet in hamlets:
        script.tell(e.HamletRevealed(age, hamlet), number)
    return number, hamlets


@implements("B6")
def erase_shadows(script: Script, erased: Erased) -> None:
    """What a copy erased in Faith has never existed: without a copy in Reason its shadow goes too.

    (Ruling after the book's "as if this building had never really existed".) Hamlets are settled
    when all of it is gone (B8).
    """
    bared: list[Bared] = []
    for cause, building in erased:
        for age, shadow in shadows_of(script.state, FAITH, building):
            before = script.state.boards[age]
            number, hamlets = erase(script, age, shadow, 0, cause, lost=True)
            script.note_domains(age, before, shadow.mask & ~_squares(hamlets), number)
            bared += [(hamlet, shadow, number) for hamlet in hamlets]
    settle_hamlets(script, bared)


@implements("B7")
def hands_on_cubes(stood: Building, old: Building, copy: Building) -> bool:
    """After a civil upgrade the cubes of the building that stood for the old one move up.

    It is the one in Reason that covers all the old one's squares and lies inside the new ones,
    wherever it came from; only there do civil buildings carry cubes.
    """
    inside = not stood.mask & ~copy.mask
    return stood.kind is CIVIL and bool(stood.cubes) and inside and not old.mask & ~stood.mask


@implements("B8")
def settle_hamlets(script: Script, bared: list[Bared]) -> None:
    """On each printed hamlet bared in Reason, one cube of the town that stood above it stays."""
    for hamlet, town, cause in sorted(bared, key=lambda each: each[0].square):
        keepers = heirs(town.cubes, script.seat)
        if keepers:
            seat = script.ask("B8", script.seat, REASON, keepers, subject=hamlet, cause=cause)
            assert isinstance(seat, int)
            script.tell(e.CubeKept(seat, hamlet), cause)


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
