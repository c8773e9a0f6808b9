"""Cases of C, and of X, S2 and T7: joinings, splits, what shrinks; who collects, and who wins."""

from __future__ import annotations

from typing import Final

from khronos_lab.core import STRIDE, Building, Demolish, EndTurn, cards_of, spread
from khronos_lab.core import events as e
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    FAITH,
    MIGHT,
    MILITARY,
    OWNED_KINDS,
    REASON,
    RELIGIOUS,
    ROUNDS,
    TAX_ROUNDS,
    Age,
)
from khronos_lab.scenarios.made.workshop import (
    Asked,
    Case,
    Fits,
    Workshop,
    answered,
    judges,
    sketches,
)
from khronos_lab.scenarios.questions.tried_action import Look

# ------------------------------------------------------------------ joining


@sketches
def joining(
    shop: Workshop, size: int, sides: int = 2, *, even: bool | None = None, own: int | None = None,
    ranks: tuple[int, ...] = (1, 2, 2, 3), ages: tuple[Age, ...] = BUILDING_AGES,
    second: bool = False, changed: bool = False,
) -> Look | None:  # fmt: skip
    """A civil building that joins domains with equal leaders.

    `even` makes their strengths equal or not, `own` is how many of the leaders belong to the
    player to act, `second` adds leaders of the other kind, `changed` lets a shadow of a leader grow
    in Faith, so that it is no longer the same building (C6).
    """
    rng = shop.rng
    age, kind = rng.choice(ages), rng.choice(OWNED_KINDS)
    rank = rng.choice(ranks)
    if even is False:
        rank = max(2, rank)  # Small leaders have nobody below them: they always tie.
    # A town of Might joins in Faith, too, if that is where the domains are.
    origin = MIGHT if age is FAITH and rng.randrange(2) else age
    joint = 2 if origin is not age else rng.choice((1, 1, 2))
    anchor, site = shop.site(age, joint)
    actor, owners = _owners(shop, sides, own)
    leaders = [shop.beside(age, site, kind, rank, owner) for owner in owners]
    found = [each for each in leaders if each is not None]
    if len(found) < sides:
        return None
    strongest = _strengthen(shop, age, site, found, even, size)
    if second:
        other = RELIGIOUS if kind is MILITARY else MILITARY
        for leader in found:
            shop.behind(age, site, leader, other, 1)
    if changed and age is MIGHT:
        _grow_shadow(shop, next(each for each in found if each is not strongest))
    shop.crowd(size, avoiding=spread(site))
    return shop.plan(origin, CIVIL, joint, anchor, actor)


def _owners(shop: Workshop, number: int, own: int | None) -> tuple[int, list[int]]:
    """The player to act and the owners of the rivals, this many of them the same."""
    actor, *others = shop.seats
    if own is None:
        return actor, [shop.someone for _ in range(number)]
    mine = [actor] * own + [shop.rng.choice(others) for _ in range(number - own)]
    return actor, shop.rng.sample(mine, number)


def _strengthen(
    shop: Workshop, age: Age, site: int, leaders: list[Building], even: bool | None, size: int
) -> Building:
    """Add lower buildings of the kind, which count, and civil ones; give the strongest leader."""
    rng, rank = shop.rng, leaders[0].rank
    strongest = rng.choice(leaders)
    for leader in leaders:
        more = rng.randrange(size + 1) if even is None else 0
        if even is False:
            more = rng.choice((1, 2)) if leader is strongest else rng.randrange(2) * (size > 1)
        added = [(leader.kind, rng.choice((1, 1, rank - 1))) for _ in range(more * (rank > 1))]
        added += [(CIVIL, 1)] * (rng.randrange(3) < size)
        for kind, lower in added:
            shop.behind(age, site, leader, kind, lower, hidden=rng.randrange(2) == 0)
    return strongest


def _grow_shadow(shop: Workshop, leader: Building) -> None:
    """Upgrade the shadow of a building in Faith by its owner."""
    assert leader.owner is not None
    steps = (0, -1, -STRIDE, -1 - STRIDE)
    for step in shop.rng.sample(steps, len(steps)):
        if shop.put(FAITH, leader.kind, 3, leader.square + step, leader.owner):
            return


# ------------------------------------------------------------------ splitting


@sketches
def tearing_apart(shop: Workshop, size: int, own: int | None = None) -> Look | None:
    """A demolition that cuts two equal buildings off from the one above them."""
    rng = shop.rng
    age, kind = rng.choice(BUILDING_AGES), rng.choice(OWNED_KINDS)
    rank = rng.choice((2, 2, 3))
    actor, owners = _owners(shop, 2, own)
    link, bond = shop.site(age, 1)
    top = shop.beside(age, bond, kind, rank)
    if top is None or not shop.put(age, CIVIL, 1, link, actor):
        return None
    away = spread(top.mask)
    for owner in owners:
        cut = shop.put_somewhere(age, kind, rank - 1, owner, meeting=spread(bond), avoiding=away)
        if cut is None:
            return None
        bond = cut.mask
    shop.crowd(size, avoiding=spread(1 << link))
    state = shop.turn(actor, (age, rng.choice((age, MIGHT))), cards_of(CIVIL))
    return shop.see(state, Demolish(age, link))


def beheading(shop: Workshop, size: int) -> Look | None:
    """A copy that erases the highest building of a domain in Faith, above two equal ones."""
    rng = shop.rng
    kind, rank = rng.choice(OWNED_KINDS), rng.choice((2, 2, 3))
    actor, owners = _owners(shop, 2, None)
    anchor, site = shop.site(FAITH, rank)
    if not shop.put(FAITH, kind, rank, anchor, shop.someone):
        return None
    for owner in owners:
        top = shop.state.boards[FAITH].at(anchor)
        if top is None or not shop.behind(FAITH, 0, top, kind, rank - 1, owner):
            return None
    shop.crowd(size, avoiding=spread(site))
    copy = rng.choice((2, 3))
    places = shop.free(MIGHT, copy, meeting=site)
    return shop.plan(MIGHT, shop.other(kind), copy, places[0], actor) if places else None


# ------------------------------------------------------------------ what is the case?


def _who(asked: Asked) -> bool:
    """The question is who yields, not where it stands then."""
    return "C4" not in asked.exercise.asks


@judges
def _yields(asked: Asked, rank: int) -> bool:
    """The first building that yields has this rank."""
    first = asked.conflict
    return first is not None and first.loser is not None and first.loser.rank == rank


def _place_of(who: bool) -> Fits:
    """The place of the smaller building is chosen by the player to act, or by another."""
    return lambda x: not _who(x) and (x.right == (x.look.before.seat,)) is who


def _rivals(number: int) -> Fits:
    """The first conflict is between this number of buildings."""
    return lambda x: x.conflict is not None and len(x.conflict.event.buildings) == number


def _split(own: bool | None = None) -> Fits:
    """The first conflict does not come from a join."""
    return lambda x: x.conflict is not None and not x.strengths and own in (None, x.own) and _who(x)


def _tie(own: bool) -> Fits:
    """The strongest are equal, and the player to act has one of the buildings, or none."""
    return lambda x: len(set(x.strengths)) == 1 and x.own is own and _who(x)


def _one_weaker(asked: Asked) -> bool:
    return asked.weaker == 1 and asked.telling and _who(asked)


def _another(asked: Asked) -> bool:
    return asked.right is False and asked.telling


WHO, SETTLED, VANISHES = ("shrinks", "decides"), ("settled",), ("vanishes",)
IN_MIGHT: Final = (MIGHT,)
UNEVEN: Final = joining(even=False)
CHANGED: Final = joining(even=False, ranks=(2,), ages=IN_MIGHT, changed=True)
CONFLICTS: Final[dict[str, tuple[Case, ...]]] = {
    "C1": (
        Case("two", joining(), ("conflict",), _rivals(2)),
        Case("three", joining(3), ("conflict",), _rivals(3)),
        Case("both kinds", joining(second=True, ranks=(1, 2)), ("conflict",),
             lambda x: len({event.kind for event in x.events(e.ConflictFound)}) > 1, (2, 3)),
        Case("after a split", tearing_apart(), ("conflict",), _split()),
        Case("not by strength", tearing_apart(), SETTLED, answered("C3")),
        Case("by strength", joining(), SETTLED, answered("C2")),
    ),
    "C2": (
        Case("one side stronger", UNEVEN, ("shrinks", "strength"), _one_weaker),
        Case("one side stronger: who decides", UNEVEN, ("decides", "strength"), _one_weaker),
        Case("two weaker sides", joining(3, even=False, ranks=(2,)),
             ("shrinks", "shrunk", "strength"), lambda x: x.weaker == 2 and x.telling, (2, 3)),
        Case("tie with own", joining(even=True, own=1), WHO, _tie(own=True)),
        Case("tie without own", joining(even=True, own=0), ("decides",), _tie(own=False)),
        Case("falls apart", joining(even=False, ranks=(2, 3)), ("shrinks", "shrunk"),
             lambda x: bool(x.strengths and x.events(e.DomainSplit)) and x.telling, (2, 3)),
    ),
    "C3": (
        Case("one own", tearing_apart(1), WHO, _split(own=True)),
        Case("none own", tearing_apart(0), ("decides",), _split(own=False)),
        Case("beheaded", beheading, WHO, _split()),
        Case("split or joining: a split", beheading, SETTLED, answered("C3")),
        Case("split or joining: a joining", UNEVEN, SETTLED, answered("C2")),
    ),
    "C4": (
        Case("another chooses the place", UNEVEN, ("decides",), _place_of(False)),
        Case("the player chooses the place", joining(own=1), ("decides",), _place_of(True)),
        Case("one rank lower", joining(ranks=(2, 3)), ("emptied",), _yields(2)),
        Case("destroyed", joining(ranks=(1,), own=1), ("emptied", "shrinks"), _yields(1)),
        Case("a large one", joining(ranks=(3,)), ("emptied",), _yields(3), (2,)),
    ),
    "C5": (
        Case("vanish", joining(ranks=(2,), ages=IN_MIGHT), VANISHES, answered(True)),
        Case("bare ground", joining(ranks=(2, 3), ages=IN_MIGHT), ("emptied",),
             lambda x: x.age is not MIGHT),
        Case("a large one", joining(ranks=(3,), ages=IN_MIGHT), VANISHES, answered(True), (2, 3)),
        Case("another building", CHANGED, VANISHES, _another),
    ),
    "C6": (
        Case("the same", joining(ranks=(2, 3), ages=IN_MIGHT), VANISHES, answered(True)),
        Case("another", CHANGED, VANISHES, _another),
    ),
}  # fmt: skip


# ------------------------------------------------------------------ taxes


@sketches
def taxing(
    shop: Workshop, size: int, ages: tuple[Age, ...] = AGES, *, last: bool = False
) -> Look | None:
    """A turn that ends in a round with taxes, with adventurers in some of these ages.

    The last one of the game ends with little between the players.
    """
    rng = shop.rng
    shop.company(4 * size)
    shop.settle(2 + 2 * size)
    ruins = [each.square for each in shop.state.boards[REASON] if each.ruin]
    for anchor in rng.sample(ruins, min(size, len(ruins))):
        shop.restore(anchor, shop.someone)
    where = (rng.choice(ages), rng.choice(ages if size == 1 else AGES))
    if not last:
        return shop.see(shop.turn(shop.someone, where, rounds=TAX_ROUNDS), EndTurn())
    seat = (shop.state.start - 1) % len(shop.state.players)
    state = shop.turn(seat, where, rounds=(ROUNDS,))
    players = tuple(each._replace(coins=4 + rng.randrange(3)) for each in state.players)
    return shop.see(state._replace(players=players), EndTurn())


@judges
def collected(asked: Asked, *ages: Age) -> bool:
    """Something is collected there, and the question is about it."""
    paid = any(event.age in ages for event in asked.events(e.TaxCollected))
    return paid and (asked.age is None or asked.age in ages)


def _missed(asked: Asked) -> bool:
    """Somebody who is entitled is not there."""
    gone = any(asked.age in (None, event.age) for event in asked.events(e.TaxMissed))
    return gone and asked.telling


@judges
def ruled(asked: Asked, number: int, *ages: Age) -> bool:
    """Who rules a domain in one of these ages: nobody, one, or several."""
    assert isinstance(asked.right, tuple)
    return asked.age in ages and asked.telling and min(len(asked.right), 2) == number


TAX, RULER = ("tax",), ("ruler",)
ANYWHERE: Final = collected(*AGES)
TAXES: Final[dict[str, tuple[Case, ...]]] = {
    "S2": (
        Case("strength", joining(even=False), ("strength",), lambda x: x.telling),
        Case("tax", taxing(), TAX, ANYWHERE),
    ),
    "T7": (Case("who wins", taxing(last=True), ("winner",), lambda _: True),),
    "X1": (
        Case("all ages", taxing(), TAX, lambda x: x.age is None and ANYWHERE(x)),
        Case("one age", taxing(), TAX, lambda x: x.age is not None and ANYWHERE(x)),
    ),
    "X2": (
        Case("Might: who", taxing(), RULER, ruled(1, MIGHT)),
        Case("Faith: who", taxing(), RULER, ruled(1, FAITH)),
        Case("nobody", taxing(), RULER, ruled(0, MIGHT, FAITH)),
        Case("how much in Might", taxing((MIGHT,)), TAX, collected(MIGHT)),
        Case("how much in Faith", taxing((FAITH,)), TAX, collected(FAITH)),
    ),
    "X3": (
        Case("most cubes", taxing(), RULER, ruled(1, REASON)),
        Case("a tie", taxing(), RULER, ruled(2, REASON)),
        Case("how much", taxing((REASON,)), TAX, collected(REASON)),
    ),
    "X4": (
        Case("not there", taxing(), TAX, _missed),
        Case("there", taxing(), TAX, ANYWHERE),
    ),
}
