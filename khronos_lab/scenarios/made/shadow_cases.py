"""Cases of B: shadows that fall or fail, what they erase, and where the cubes go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from khronos_lab.core import anchors_inside, anchors_meeting, bits, footprint, spread
from khronos_lab.core import events as e
from khronos_lab.rulebook import (
    BUILDING_AGES,
    CIVIL,
    FAITH,
    KINDS,
    MIGHT,
    OWNED_KINDS,
    REASON,
    Age,
    Kind,
)
from khronos_lab.scenarios.made.placing_cases import beside, victim
from khronos_lab.scenarios.made.workshop import (
    SMALLER,
    Asked,
    Case,
    Fits,
    Sketch,
    Workshop,
    answered,
    appears,
    judges,
    sketches,
    stopped_by,
)
from khronos_lab.scenarios.questions.tried_action import Look

# ------------------------------------------------------------------ does it appear? B1 to B5

shadow_beside: Final = partial(beside, age=FAITH, ranks=(2, 2, 3))
"""A building in Might whose copy touches domains in Faith, perhaps with a leader to tie."""


def covering_the_rival(shop: Workshop, size: int) -> Look | None:
    """A copy on top of what would have forbidden it."""
    kind = shop.rng.choice(OWNED_KINDS)
    anchor, site = shop.site(MIGHT, 2)
    rival = shop.put_somewhere(FAITH, kind, 2, meeting=site)
    if rival is None or rival.mask == site:
        return None
    for _ in range(size):
        shop.behind(FAITH, site, rival, shop.other(kind), 1)
    shop.crowd(size, avoiding=spread(site))
    return shop.plan(MIGHT, kind, 2, anchor)


def growing_shadow(shop: Workshop, size: int) -> Look | None:
    """An upgrade in Might whose older shadow has neighbours in Faith."""
    rng, seat = shop.rng, shop.someone
    kind = rng.choice(OWNED_KINDS)
    anchor, site = shop.site(MIGHT, 3)
    if not shop.put(MIGHT, kind, 2, rng.choice(list(bits(anchors_inside(site, 2)))), seat):
        return None
    shop.beside(FAITH, site, shop.other(kind), rng.choice((1, 2)))
    shop.crowd(size, avoiding=spread(site))
    return shop.plan(MIGHT, kind, 3, anchor, seat)


@sketches
def plain_shadow(
    shop: Workshop, size: int, ages: tuple[Age, ...] = BUILDING_AGES,
    kinds: tuple[Kind, ...] = KINDS, ranks: tuple[int, ...] = (2, 3), *, tiles: int | None = None,
    cubes: int | None = None,
) -> Look | None:  # fmt: skip
    """A building somewhere, with others about it in later ages, perhaps with few pieces left."""
    rng, seat = shop.rng, shop.someone
    age, kind, rank = rng.choice(ages), rng.choice(kinds), rng.choice(ranks)
    anchor, site = shop.site(age, rank, wide=tiles is not None)
    victim(shop, FAITH, spread(site), seat if rng.randrange(2) else None)
    shop.crowd(size, avoiding=site)
    if tiles is not None:
        shop.few_tiles(kind, rank, tiles)
    if cubes is not None:
        shop.few_cubes(seat, cubes)
    return shop.plan(age, kind, rank, anchor, seat)


def scarce(tiles: int, cubes: int | None = None) -> Sketch:
    """A building with few tiles left, or whose owner has few cubes left."""
    ages, kinds = ((MIGHT, MIGHT, FAITH), KINDS) if cubes is None else ((MIGHT,), OWNED_KINDS)
    return plain_shadow(ages, kinds, (2, 2, 3), tiles=tiles, cubes=cubes)


# ------------------------------------------------------------------ what goes? B6 to B9


@sketches
def falling_on(
    shop: Workshop, size: int, number: int, *, cubes: bool = False, own: bool = False
) -> Look | None:
    """A copy that falls on buildings of a later age."""
    rng = shop.rng
    origin = rng.choice((MIGHT, MIGHT, FAITH)) if cubes else MIGHT
    kind = CIVIL if number > 1 and rng.randrange(2) else rng.choice(KINDS)
    rank = rng.choice((2, 2, 3)) if number < 3 else 3
    anchor, site = shop.site(origin, rank)
    actor, *others = shop.seats
    for _ in range(number):
        seat = actor if own else rng.choice(others)
        sort = CIVIL if cubes else rng.choice(OWNED_KINDS if own else KINDS)
        tall = rng.choice((1, 2, 2) if number == 1 or size > 1 else (1, 1, 2))
        taken = shop.state.boards[FAITH].occupied
        # One that stands half outside is missed most easily.
        shop.put_somewhere(FAITH, sort, tall, seat, meeting=site, avoiding=spread(taken))
    if cubes:
        shop.settle(2 + size, within=site)
    shop.crowd(size, avoiding=site)
    return shop.plan(origin, kind, rank, anchor, actor)


@sketches
def moving_up(shop: Workshop, size: int, strangers: bool) -> Look | None:
    """A civil upgrade with cubes in Reason, on the old building and perhaps on others."""
    rng = shop.rng
    age, rank = rng.choice(BUILDING_AGES), rng.choice((2, 2, 3))
    anchor, site = shop.site(age, rank)
    inside = rng.choice(list(bits(anchors_inside(site, rank - 1))))
    # A hamlet casts no shadow, so that Reason has it only if it is printed.
    if rank == 2:
        found = _around_hamlet(shop, age)
        if found is None:
            return None
        inside, anchor, site = found
    elif not shop.put(age, CIVIL, rank - 1, inside, shop.someone):
        return None
    old = footprint(inside, rank - 1)
    if strangers and age is MIGHT:
        # A town of Faith beside it, whose copy in Reason is covered, too.
        shop.put_somewhere(FAITH, CIVIL, 2, meeting=site & ~old, avoiding=old)
    shop.settle(2 + size, within=site)
    if rng.randrange(2):
        shop.settle(1, within=old)
    shop.crowd(size, avoiding=site)
    return shop.plan(age, CIVIL, rank, anchor)


def covering_a_hamlet(shop: Workshop, size: int) -> Look | None:
    """A printed hamlet of Might becomes a town, where something else stands in Faith."""
    found = _around_hamlet(shop, MIGHT)
    if found is None:
        return None
    _, anchor, town = found
    shop.put_somewhere(FAITH, shop.rng.choice(KINDS), shop.rng.choice((1, 1, 2)), meeting=town)
    shop.settle(size, within=town)
    shop.crowd(size, avoiding=town)
    return shop.plan(MIGHT, CIVIL, 2, anchor)


def baring_a_hamlet(shop: Workshop, size: int) -> Look | None:
    """A copy that erases a town above a printed hamlet, but leaves the hamlet's square free."""
    rng = shop.rng
    found = _around_hamlet(shop, FAITH)
    if found is None or not shop.put(FAITH, CIVIL, 2, found[1], shop.someone):
        return None
    home, anchor, town = found
    actor, other, third = shop.seats
    # Whose turn it is has most cubes as often as somebody else.
    for seat in rng.choice(((actor, actor, other), (other,), (other, actor), (actor,),
                            (other, third), (other, third, actor))):  # fmt: skip
        shop.populate(anchor, seat)
    kind, rank = rng.choice(KINDS), rng.choice((2, 2, 3))
    places = shop.free(MIGHT, rank, meeting=town & ~(1 << home))
    if not places:
        return None
    shop.crowd(size, avoiding=footprint(places[0], rank) | town)
    return shop.plan(MIGHT, kind, rank, places[0], actor)


def _around_hamlet(shop: Workshop, age: Age) -> tuple[int, int, int] | None:
    """A printed hamlet, an anchor from which a town covers it and free squares, and the town's."""
    grid, board = shop.state.grid, shop.state.boards[age]
    homes = [each.square for each in board if each.printed]
    if not homes:
        return None
    home = shop.rng.choice(homes)
    free = grid.area & ~((board.occupied | grid.hamlets) & ~(1 << home))
    anchors = list(bits(anchors_inside(free, 2) & anchors_meeting(1 << home, 2)))
    if not anchors:
        return None
    anchor = shop.rng.choice(anchors)
    return home, anchor, footprint(anchor, 2)


# ------------------------------------------------------------------ what is the case?


@judges
def erasing(asked: Asked, wanted: Callable[[Asked, int], bool]) -> bool:
    """By what a copy erases, and by its squares."""
    placed = asked.look.placing
    return placed is not None and asked.telling and wanted(
        asked, footprint(placed.square, placed.rank)
    )  # fmt: skip


def _partly(asked: Asked, mask: int) -> bool:
    return any(each.building.mask & ~mask for each in asked.gone)


def _own(asked: Asked, _: int) -> bool:
    return any(each.building.owner == asked.look.before.seat for each in asked.gone)


def _bared(asked: Asked) -> bool:
    return bool(asked.events(e.HamletRevealed))


def _cubes_gone(asked: Asked) -> list[e.Paradox]:
    """What goes in Reason with cubes on it."""
    return [x for x in asked.events(e.Paradox) if x.age is REASON and x.building.cubes]


def _tied_cubes(asked: Asked) -> bool:
    """True if several players have most cubes on what goes."""
    cubes = next((event.building.cubes for event in _cubes_gone(asked)), ())
    numbers = sorted((cubes.count(seat) for seat in set(cubes)), reverse=True)
    return len(numbers) > 1 and numbers[0] == numbers[1]


def in_reason(right: bool) -> Fits:
    """A ruin appears, or does not."""
    return lambda x: x.right is right and x.age is REASON


SHADOW, STOPPED, ERASED, EMPTIED = ("shadow",), ("stopped",), ("erased",), ("emptied",)
WHAT: Final = ("erased", "emptied")
CONNECTS: Final = (shadow_beside(2), stopped_by("B3a"))
TIES: Final = (shadow_beside(1, difference=0), stopped_by("B3b"))
SHADOWS: Final[dict[str, tuple[Case, ...]]] = {
    "B1": (
        Case("small", plain_shadow(ranks=(1,)), SHADOW, answered(False), SMALLER),
        Case("not small", plain_shadow(), SHADOW, answered(True), SMALLER),
    ),
    "B2": (
        Case("joins", shadow_beside(2, (CIVIL,)), SHADOW, lambda x: x.right is True and any(
            event.age is x.age for event in x.events(e.DomainsJoined))),
        Case("beside", shadow_beside(1, (CIVIL,), difference=0), SHADOW, appears),
        Case("not civil", CONNECTS[0], SHADOW, CONNECTS[1]),
        Case("no tile", scarce(2), SHADOW, answered(False)),
    ),
    "B3": (
        Case("allowed", shadow_beside(1, difference=1, ranks=(2,)), SHADOW, appears),
        Case("covers a rival", covering_the_rival, SHADOW, appears),
        Case("connects", CONNECTS[0], SHADOW, CONNECTS[1]),
        Case("ties", TIES[0], SHADOW, TIES[1]),
        Case("by which part: connects", CONNECTS[0], STOPPED, CONNECTS[1]),
        Case("by which part: ties", TIES[0], STOPPED, TIES[1]),
    ),
    "B3a": (
        Case("two domains", CONNECTS[0], SHADOW, CONNECTS[1]),
        Case("one domain", shadow_beside(1), SHADOW, appears),
        Case("covered", covering_the_rival, SHADOW, appears),
        Case("its older shadow", growing_shadow, SHADOW, stopped_by("B3a")),
    ),
    "B3b": (
        Case("equal", TIES[0], SHADOW, TIES[1]),
        Case("lower leader", shadow_beside(1, difference=-1), SHADOW, appears),
        Case("higher leader", shadow_beside(1, difference=1, ranks=(2,)), SHADOW, appears),
        Case("equal again", TIES[0], SHADOW, TIES[1]),
    ),
    "B4": (
        Case("from Faith", plain_shadow((FAITH,), OWNED_KINDS), SHADOW, in_reason(True)),
        Case("from Might", plain_shadow((MIGHT,), OWNED_KINDS), SHADOW, in_reason(True)),
        Case("none in Faith", CONNECTS[0], SHADOW, in_reason(False)),
        Case("small", plain_shadow((FAITH,), OWNED_KINDS, (1,)), SHADOW, answered(False)),
    ),
    "B5": (
        Case("no tile", scarce(1), SHADOW, answered(False)),
        Case("none for Reason", scarce(2), SHADOW, answered(False)),
        Case("one for Faith", scarce(2), SHADOW, answered(True)),
        Case("just enough", scarce(3), SHADOW, answered(True)),
        Case("no cube", scarce(4, 1), SHADOW, stopped_by("B5")),
        Case("last cube", scarce(4, 2), SHADOW, answered(True)),
    ),
    "B6": (
        Case("one", falling_on(1), ERASED,
             erasing(lambda x, mask: len(x.gone) == 1 and not _partly(x, mask))),
        Case("several", falling_on(2), WHAT, erasing(lambda x, _: len(x.gone) > 1)),
        Case("partly covered", falling_on(1), WHAT, erasing(_partly)),
        Case("cubes", falling_on(1, cubes=True), ("erased", "home"),
             lambda x: any(event.building.cubes for event in x.events(e.Paradox))),
        Case("own", falling_on(2, own=True), ERASED, erasing(_own)),
        Case("nothing", plain_shadow((MIGHT,)), ERASED, answered(())),
    ),
    "B7": (
        Case("move up", moving_up(strangers=False), ("cubes",),
             lambda x: bool(x.events(e.CubesMoved))),
        Case("others go home", moving_up(strangers=True), ("cubes", "home"),
             lambda x: len({event.building.square for event in _cubes_gone(x)}) > 1),
        Case("built, not upgraded", falling_on(1, cubes=True), ("cubes",), answered(0)),
    ),
    "B8": (
        Case("the most", baring_a_hamlet, ("keeps",), lambda x: not _tied_cubes(x)),
        Case("a tie", baring_a_hamlet, ("keeps",), _tied_cubes),
    ),
    "B9": (
        Case("hamlets come back", baring_a_hamlet, EMPTIED, _bared),
        Case("towns stay away", falling_on(2), EMPTIED, lambda x: not _bared(x)),
    ),
    "S5": (
        Case("comes back", baring_a_hamlet, EMPTIED, _bared),
        Case("is covered", covering_a_hamlet, ERASED, lambda x: x.telling and any(
            event.age is x.age for event in x.events(e.HamletCovered))),
    ),
}  # fmt: skip
