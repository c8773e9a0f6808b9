"""Cases of the clauses about actions: what may be built where, what it costs and earns."""

from __future__ import annotations

from typing import Final

from khronos_lab.core import (
    Demolish,
    GameState,
    Populate,
    Restore,
    anchors_inside,
    anchors_meeting,
    bits,
    cards_of,
    footprint,
    pay_cards,
    spread,
)
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    KINDS,
    MIGHT,
    OWNED_KINDS,
    REASON,
    Age,
    Cards,
    Kind,
)
from khronos_lab.scenarios.made.workshop import (
    SMALLER,
    Asked,
    Case,
    Workshop,
    answered,
    forbidden_by,
    judges,
    placing,
    sketches,
    small_grid,
)
from khronos_lab.scenarios.questions.tried_action import Look

# ------------------------------------------------------------------ D1 and H1: neighbours


@sketches
def beside(
    shop: Workshop, size: int, number: int, kinds: tuple[Kind, ...] = OWNED_KINDS, *,
    difference: int | None = None, ranks: tuple[int, ...] = (1, 2), age: Age | None = None,
    grows: bool = False,
) -> Look | None:  # fmt: skip
    """A building whose squares touch some domains, in its own age or in a later one.

    With a difference the first of them has a leader of its kind that is higher by it. What grows
    stood there before as a small one.
    """
    rng = shop.rng
    there = rng.choice(BUILDING_AGES) if age is None else age
    here = there if age is None else MIGHT
    kind, rank, actor = rng.choice(kinds), rng.choice(ranks), shop.someone
    if difference is not None:
        rank = rng.choice([each for each in ranks if 1 <= each + difference <= 3])
    anchor, site = shop.site(here, rank)
    if grows and not shop.put(here, kind, 1, rng.choice(list(bits(site))), actor):
        return None
    for each in range(number):
        leader = (shop.other(kind), rng.choice((1, 1, 2)))  # H1 and B3b have no word on it
        if each == 0 and difference is not None:
            leader = (kind, rank + difference)
        first = shop.beside(there, site, *leader)
        if first is None:
            return None
        for _ in range(size - 1):
            shop.behind(there, site, first, shop.other(kind), 1)
    if here is not there and rng.randrange(2):
        victim(shop, there, site)
    shop.crowd(size, avoiding=spread(site))
    return shop.plan(here, kind, rank, anchor, actor)


def victim(shop: Workshop, age: Age, site: int, seat: int | None = None) -> None:
    """Something small that stands on a site, alone."""
    kind, rank = shop.rng.choice(KINDS), shop.rng.choice((1, 1, 2))
    taken = spread(shop.state.boards[age].occupied)
    shop.put_somewhere(age, kind, rank, seat, meeting=site, avoiding=taken)


def growing_to_equal(shop: Workshop, size: int) -> Look | None:
    """An upgrade in a domain that has a higher building of its kind."""
    rng = shop.rng
    age, kind, seat = rng.choice(BUILDING_AGES), rng.choice(OWNED_KINDS), shop.someone
    leader = rng.choice((2, 3))
    first = shop.put_somewhere(age, kind, leader)
    inside = None if first is None else shop.behind(age, 0, first, kind, 1, seat)
    if inside is None:
        return None
    shop.crowd(size, avoiding=spread(spread(inside.mask)))
    rank = rng.choice((2, leader))
    taken = shop.state.boards[age].occupied & ~inside.mask
    free = anchors_inside(shop.state.grid.area & ~taken, rank)
    anchors = list(bits(free & anchors_meeting(inside.mask, rank)))
    return shop.plan(age, kind, rank, rng.choice(anchors), seat) if anchors else None


# ------------------------------------------------------------------ prices: A1, A2, A3, G1, G2, T5


@sketches
def ground(shop: Workshop, size: int, *terrains: str) -> Look | None:
    """A new building on free ground, or on these terrains all at once."""
    rng, grid = shop.rng, shop.state.grid
    shop.crowd(size)
    age, kind, seat = rng.choice(BUILDING_AGES), rng.choice(KINDS), shop.someone
    # On both it is an upgrade: a new building would cost more than four cards.
    both = len(terrains) > 1
    rank = 2 if both else rng.choice((1, 2) if terrains else (1, 2, 2, 3))
    masks = [getattr(grid, terrain) for terrain in terrains] or [grid.area]
    near = [anchors_meeting(mask, rank) for mask in masks]
    found = shop.free(age, rank, meeting=masks[-1])
    places = [anchor for anchor in found if all(1 << anchor & mask for mask in near)]
    if not places:
        return None
    if both:
        kind = rng.choice(OWNED_KINDS)
        shop.put(age, kind, 1, rng.choice(list(bits(footprint(places[0], rank)))), seat)
    return shop.plan(age, kind, rank, places[0], seat)


def by_the_river(shop: Workshop, size: int) -> Look | None:
    """A building on the river or beside it."""
    shop = Workshop(shop.rng, small_grid(shop.rng, river=True))
    rng, river = shop.rng, shop.state.grid.river
    shop.crowd(size, avoiding=spread(river))
    age, kind, rank = rng.choice(BUILDING_AGES), rng.choice(KINDS), rng.choice((1, 2, 2))
    on = rng.randrange(3) > 0
    anchors = shop.free(
        age, rank, meeting=river if on else spread(river), avoiding=0 if on else river
    )
    return shop.plan(age, kind, rank, anchors[0]) if anchors else None


def growing(shop: Workshop, size: int) -> Look | None:
    """An upgrade, now and then of somebody else's building, or of two at once."""
    rng = shop.rng
    age, kind, (seat, other, _) = rng.choice(BUILDING_AGES), rng.choice(KINDS), shop.seats
    old = rng.choice((1, 1, 2))
    rank = rng.choice([each for each in (2, 3) if each > old])
    anchor, site = shop.site(age, rank)
    trick = rng.randrange(4)
    inside = rng.choice(list(bits(anchors_inside(site, old))))
    if not shop.put(age, kind, old, inside, other if trick == 0 else seat):
        return None
    if trick == 1:
        shop.put_somewhere(age, kind, 1, seat, meeting=site, avoiding=~site)
    shop.crowd(size, avoiding=spread(site))
    return shop.plan(age, kind, rank, anchor, seat)


@sketches
def pooling(shop: Workshop, size: int, here: int, spent: int) -> Look | None:
    """A building that costs several cards, with one or both adventurers there, or a part spent."""
    rng, seat = shop.rng, shop.someone
    age = rng.choice(BUILDING_AGES)
    elsewhere = rng.choice([each for each in AGES if each is not age])
    shop.crowd(size)
    rank = rng.choice((1, 2, 2, 3))
    action = placing(shop.state, age, rng.choice(KINDS), rank, shop.site(age, rank)[0])
    if sum(action.cards) + spent > 4 or sum(action.cards) < 2 - spent:
        return None
    state = shop.turn(seat, (age,) * here + (elsewhere,) * (2 - here), action.cards)
    if spent:
        purses = pay_cards(state.turn.purses, age, spent)
        state = state._replace(turn=state.turn._replace(purses=purses, acted=True))
        state = _without(state, seat, spent, action.cards)
    return shop.see(state, action)


def _without(state: GameState, seat: int, number: int, keeping: Cards) -> GameState:
    """The state after this many cards of a hand were played."""
    player = state.players[seat]
    hand, played = list(player.hand), [0, 0, 0]
    for kind in KINDS:
        while sum(played) < number and hand[kind] > keeping[kind]:
            hand[kind] -= 1
            played[kind] += 1
    rest = player._replace(hand=(hand[0], hand[1], hand[2]))
    players = (*state.players[:seat], rest, *state.players[seat + 1 :])
    return state._replace(players=players, discards=(played[0], played[1], played[2]))


# ------------------------------------------------------------------ A4, A5, A6


def tearing_down(shop: Workshop, size: int) -> Look | None:
    """A demolition of a small tile, or of what may not be demolished."""
    rng = shop.rng
    age, (seat, other, _) = rng.choice(BUILDING_AGES), shop.seats
    for owner in (seat, other):
        shop.put_somewhere(age, rng.choice(OWNED_KINDS), 1, owner)
    shop.crowd(size)
    target = rng.choice(list(shop.state.boards[age]))
    return shop.see(
        shop.turn(seat, (age, age), cards_of(target.kind)), Demolish(age, target.square)
    )


def moving_in(shop: Workshop, size: int) -> Look | None:
    """A cube for a civil building in Reason, which may be full."""
    rng = shop.rng
    shop.crowd(size)
    homes = [each for each in shop.state.boards[REASON] if each.kind is CIVIL]
    target = max(rng.sample(homes, min(2, len(homes))), key=lambda each: each.rank)
    for _ in range(shop.state.rules.cube_limit(target.rank) - rng.randrange(2)):
        shop.populate(target.square, shop.someone)
    shop.settle(2 * size)
    state = shop.turn(shop.someone, (REASON, REASON), cards_of(CIVIL))
    return shop.see(state, Populate(target.square))


def rebuilding(shop: Workshop, size: int) -> Look | None:
    """A card on a ruin: medium, large, or large and begun."""
    rng = shop.rng
    age, kind, rank = rng.choice(BUILDING_AGES), rng.choice(OWNED_KINDS), rng.choice((2, 3, 3))
    anchor, site = shop.site(age, rank)
    if not shop.put(age, kind, rank, anchor, shop.someone):
        return None
    shop.crowd(size, avoiding=site)
    if rank == 3 and rng.randrange(2):
        shop.restore(anchor, shop.someone)
    state = shop.turn(shop.someone, (REASON, rng.choice((MIGHT, REASON))), cards_of(kind))
    return shop.see(state, Restore(anchor))


# ------------------------------------------------------------------ the table


@judges
def small_tile(asked: Asked, mine: bool) -> bool:
    """A small tile is demolished: the player's own, or another's."""
    action, state = asked.look.action, asked.look.before
    assert isinstance(action, Demolish)
    target = state.boards[action.age].buildings[action.square]
    return target.rank == 1 and target.owner is not None and (target.owner == state.seat) is mine


@judges
def covers(asked: Asked, *, forest: bool, mountain: bool) -> bool:
    """The building stands on forest or not, on a mountain or not."""
    placed, grid = asked.look.placing, asked.look.before.grid
    assert placed is not None
    mask = footprint(placed.square, placed.rank)
    return (bool(mask & grid.forest), bool(mask & grid.mountain)) == (forest, mountain)


def _allowed(asked: Asked) -> bool:
    return asked.look.violation is None


LEGAL, CARDS, AGAINST = ("legal",), ("cards",), ("against",)
YES, NO = answered(True), answered(False)
PLACING: Final[dict[str, tuple[Case, ...]]] = {
    "A1": (
        Case("1 card", ground(), CARDS, answered(1), (1,)),
        Case("2 cards", ground(), CARDS, answered(2), SMALLER),
        Case("3 cards", ground(), CARDS, answered(3), SMALLER),
        Case("4 cards", ground(), CARDS, answered(4), SMALLER),
    ),
    "A2": (
        Case("what it costs", growing, CARDS, answered(1, 2), SMALLER),
        Case("costs more", growing, CARDS, answered(3, 4), SMALLER),
        Case("allowed", growing, LEGAL, YES, SMALLER),
        Case("forbidden", growing, LEGAL, forbidden_by("A2"), SMALLER),
        Case("in the way", growing, AGAINST, forbidden_by("A2"), SMALLER),
    ),
    "A3": (
        Case("nothing", ground(), ("bonus",), answered(0), SMALLER),
        Case("Might", ground(), ("bonus",), answered(1), SMALLER),
        Case("Faith", ground(), ("bonus",), answered(2), SMALLER),
    ),
    "A4": (
        Case("own tile", tearing_down, LEGAL, small_tile(mine=True), SMALLER),
        Case("another's", tearing_down, LEGAL, small_tile(mine=False), SMALLER),
        Case("forbidden", tearing_down, LEGAL, NO, SMALLER),
        Case("forbidden too", tearing_down, LEGAL, NO, SMALLER),
    ),
    "A5": (
        Case("room", moving_in, LEGAL, YES, SMALLER),
        Case("full", moving_in, LEGAL, NO, SMALLER),
    ),
    "A6": (
        Case("at once", rebuilding, ("restored",), YES, SMALLER),
        Case("half", rebuilding, ("restored",), NO, SMALLER),
    ),
    "G1": (
        Case("on the river", by_the_river, LEGAL, forbidden_by("G1"), SMALLER),
        Case("which squares", by_the_river, AGAINST,
             lambda x: forbidden_by("G1")(x) and x.telling, SMALLER),
        Case("a bridge", by_the_river, LEGAL, YES, SMALLER),
    ),
    "G2": (
        Case("forest", ground("forest"), CARDS, covers(forest=True, mountain=False), SMALLER),
        Case("mountain", ground("mountain"), CARDS, covers(forest=False, mountain=True), SMALLER),
        Case("both", ground("forest", "mountain"), CARDS, covers(forest=True, mountain=True),
             SMALLER),
        Case("neither", ground(), CARDS, covers(forest=False, mountain=False), SMALLER),
    ),
    "T5": (
        Case("together", pooling(2, 0), LEGAL, YES, SMALLER),
        Case("alone", pooling(1, 0), LEGAL, forbidden_by("T5"), SMALLER),
        Case("enough left", pooling(2, 1), LEGAL, YES, SMALLER),
        Case("not enough left", pooling(1, 1), LEGAL, forbidden_by("T5"), SMALLER),
    ),
    "D1": (
        Case("connects", beside(2), LEGAL, forbidden_by("D1")),
        Case("in the way", beside(2), AGAINST, forbidden_by("D1")),
        Case("touches one", beside(1), ("legal", "touches"), _allowed),
        Case("civil connects", beside(2, (CIVIL,)), ("legal", "touches"), _allowed),
        Case("grows into another", beside(1, ranks=(2,), grows=True), LEGAL, forbidden_by("D1")),
        Case("touches three", beside(3, KINDS), ("touches",), answered(3)),
    ),
    "H1": (
        Case("equal", beside(1, difference=0, ranks=(1, 2, 3)), LEGAL, forbidden_by("H1")),
        Case("in the way", beside(1, difference=0, ranks=(1, 2, 3)), AGAINST, forbidden_by("H1")),
        Case("lower", beside(1, difference=1), LEGAL, YES),
        Case("higher", beside(1, difference=-1, ranks=(2, 3)), LEGAL, YES),
        Case("grows to an equal", growing_to_equal, LEGAL, forbidden_by("H1")),
    ),
}  # fmt: skip
