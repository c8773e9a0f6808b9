"""A small board on which the positions of exercises are built, and the sketches for it.

Everybody may place anything anywhere and pays nothing, but every building goes through the engine:
shadows fall, paradoxes erase and conflicts are settled, so that whatever stands there in the end is
legal. `turn` then deals the cards and says whose move it is.

A sketch takes a workshop, a size from small (1) to large (3) and settings of its own, builds a
position towards a case and plays a move; it gives None if there was no room. Whether that is the
case that was wanted is judged afterwards, by what the engine says, never by what the sketch meant.
"""

from __future__ import annotations

from random import Random
from typing import Final

from khronos_lab.core import (
    STRIDE,
    Action,
    Build,
    Building,
    Demolish,
    EndTurn,
    GameState,
    Grid,
    OpenChoice,
    Populate,
    Restore,
    Turn,
    Upgrade,
    add_cards,
    anchors_inside,
    anchors_meeting,
    bits,
    cards_of,
    footprint,
    full_purses,
    halo,
    minus_cards,
    pay_cards,
    restock,
    spread,
)
from khronos_lab.engine import new_game, play_through, price_of, why_not
from khronos_lab.lessons.exercise import Trial, attempt
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    FAITH,
    HAND_SIZE,
    KINDS,
    MIGHT,
    MILITARY,
    OWNED_KINDS,
    RANKS,
    REASON,
    RELIGIOUS,
    ROUNDS,
    TAX_ROUNDS,
    Age,
    Cards,
    Kind,
)

PLAYERS: Final = ("Ann", "Ben", "Cleo")
COLUMNS, ROWS = 8, 7
_INNER: Final = sum(
    1 << (row * STRIDE + column) for row in range(1, ROWS - 1) for column in range(1, COLUMNS - 1)
)
PLENTY: Final = 9  # coins, and cards of each kind, while a position is built
CROWDS: Final = {1: 1, 2: 6, 3: 12}
"""By size of an exercise: how many more buildings are tried to be put on the boards."""
TRIES: Final = 6  # places that are tried for one building


class Workshop:
    """A position in the making; `rng` decides everything that is left open."""

    def __init__(self, rng: Random, grid: Grid | None = None) -> None:
        self.rng = rng
        self.state = new_game(PLAYERS, rng.getrandbits(32), grid=grid or small_grid(rng))

    @property
    def seats(self) -> list[int]:
        return self.rng.sample(range(len(PLAYERS)), len(PLAYERS))

    @property
    def someone(self) -> int:
        return self.rng.randrange(len(PLAYERS))

    def other(self, kind: Kind) -> Kind:
        return self.rng.choice([each for each in KINDS if each is not kind])

    # -------------------------------------------------------------- building

    def put(self, age: Age, kind: Kind, rank: int, anchor: int, seat: int) -> bool:
        """Build or upgrade there, if the rules allow it; a city grows out of a town."""
        if rank == 3 and kind is CIVIL and not self.state.boards[age].at(anchor):
            return self.put(age, kind, 2, anchor, seat) and self.put(age, kind, 3, anchor, seat)
        if anchor < 0 or footprint(anchor, rank) & ~self.state.grid.area:
            return False
        state = self._rich(age, seat)
        return self._play(state, placing(state, age, kind, rank, anchor))

    def put_somewhere(
        self, age: Age, kind: Kind, rank: int, seat: int | None = None, *,
        meeting: int | None = None, avoiding: int = 0,
    ) -> Building | None:  # fmt: skip
        """The same where the footprint meets one mask, not another; by a player or anybody."""
        seat = self.someone if seat is None else seat
        for anchor in self.free(age, rank, meeting=meeting, avoiding=avoiding):
            if self.put(age, kind, rank, anchor, seat):
                found = self.state.boards[age].at(anchor)
                if found is not None and found.rank == rank:
                    return found
        return None

    def site(self, age: Age, rank: int, *, wide: bool = True) -> tuple[int, int]:
        """An anchor with its free squares in an age, with nothing beside them if it is wide."""
        board = self.state.boards[age]
        taken = spread(board.occupied) if wide else board.occupied
        free = anchors_inside(self.state.grid.area & ~taken & ~self.state.grid.river, rank)
        # Not in a corner if there is a choice: something shall stand around it.
        inner = free & anchors_inside(_INNER, rank)
        anchor = self.rng.choice(list(bits(inner or free)) or [0])
        return anchor, footprint(anchor, rank)

    def beside(
        self, age: Age, site: int, kind: Kind, rank: int, seat: int | None = None
    ) -> Building | None:
        """A building that touches a site and, for the time being, nothing else."""
        taken = spread(self.state.boards[age].occupied)
        return self.put_somewhere(age, kind, rank, seat, meeting=halo(site), avoiding=site | taken)

    def behind(
        self, age: Age, site: int, first: Building, kind: Kind, rank: int, seat: int | None = None,
        *, hidden: bool = False,
    ) -> Building | None:  # fmt: skip
        """One more in the domain of a building; a hidden one does not touch the site itself."""
        board = self.state.boards[age]
        domain = board.domain_at(first.square).mask
        near = (spread(site) if hidden else site) | spread(board.occupied & ~domain)
        return self.put_somewhere(age, kind, rank, seat, meeting=halo(domain), avoiding=near)

    def free(
        self, age: Age, rank: int, *, meeting: int | None = None, avoiding: int = 0
    ) -> list[int]:
        """Some anchors of free squares in an age, which meet one mask and avoid another."""
        area = self.state.grid.area
        inside = anchors_inside(area & ~avoiding & ~self.state.boards[age].occupied, rank)
        squares = list(bits(inside & anchors_meeting(area if meeting is None else meeting, rank)))
        return self.rng.sample(squares, min(TRIES, len(squares)))

    def company(self, number: int, *, avoiding: int = 0) -> None:
        """More buildings anywhere, so that there is something to look through."""
        for _ in range(number):
            age, kind = self.rng.choice(BUILDING_AGES), self.rng.choice(KINDS)
            rank = self.rng.choices(RANKS, (5, 4, 1))[0]
            self.put_somewhere(age, kind, rank, avoiding=avoiding)

    def crowd(self, size: int, *, avoiding: int = 0) -> None:
        self.company(CROWDS[size], avoiding=avoiding)

    def settle(self, number: int, *, within: int | None = None) -> None:
        mask = self.state.grid.area if within is None else within
        for _ in range(number):
            board = self.state.boards[REASON]
            homes = [each for each in board.overlapping(mask) if each.kind is CIVIL]
            if homes:
                self.populate(self.rng.choice(homes).square, self.someone)

    def populate(self, anchor: int, seat: int) -> bool:
        return self._play(self._rich(REASON, seat), Populate(anchor))

    def restore(self, anchor: int, seat: int) -> bool:
        return self._play(self._rich(REASON, seat), Restore(anchor))

    def few_tiles(self, kind: Kind, rank: int, number: int) -> None:
        supply = self.state.supply
        change = number - supply[kind][rank]
        self.state = self.state._replace(supply=restock(supply, kind, rank, change))

    def few_cubes(self, seat: int, number: int) -> None:
        player = self.state.players[seat]._replace(cubes=number)
        self.state = self.state.with_player(seat, player)

    def _play(self, state: GameState, action: Action) -> bool:
        if why_not(state, action) is not None:
            return False
        _, outcome = play_through(state, action, self._choose, trusted=True)
        self.state = outcome.state
        return True

    def _choose(self, _: GameState, question: OpenChoice) -> int:
        return self.rng.randrange(len(question.options))

    def _rich(self, age: Age, seat: int) -> GameState:
        return _acting(self.state, seat, (age, age), (PLENTY, PLENTY, PLENTY), PLENTY)

    # -------------------------------------------------------------- whose turn it is

    def turn(
        self, seat: int, adventurers: tuple[Age, ...], cards: Cards = (0, 0, 0), *,
        rounds: tuple[int, ...] = tuple(range(2, ROUNDS + 1)),
    ) -> GameState:  # fmt: skip
        """The position with a player to act who holds these cards among others."""
        rng = self.rng
        # All cards are dealt anew; the others hold four of any kinds.
        left = [number - hand for number, hand in zip(self.state.rules.deck, cards, strict=True)]
        hands: list[Cards] = []
        for number in range(len(PLAYERS)):
            hand = cards if number == seat else (0, 0, 0)
            while sum(hand) < HAND_SIZE:
                kind = rng.choices(KINDS, left)[0]
                hand = add_cards(hand, cards_of(kind))
                left[kind] -= 1
            hands.append(hand)
        players = tuple(
            player._replace(
                hand=hand,
                coins=rng.randrange(2, 10),
                adventurers=tuple(sorted(rng.choice(AGES) for _ in player.adventurers)),
            )
            for player, hand in zip(self.state.players, hands, strict=True)
        )
        state = self.state._replace(
            players=players,
            pile=(left[0], left[1], left[2]),
            discards=(0, 0, 0),
            round=rng.choice(rounds),
        )
        return _acting(state, seat, adventurers, hands[seat], players[seat].coins)

    def plan(
        self, age: Age, kind: Kind, rank: int, anchor: int, seat: int | None = None
    ) -> Trial | None:
        """What the engine says if somebody builds or upgrades there; None if no hand pays it."""
        seat = self.someone if seat is None else seat
        action = placing(_acting(self.state, seat, (age,), (0, 0, 0), 0), age, kind, rank, anchor)
        number = sum(action.cards)
        where = (age, age) if number > 2 else (age, self.rng.choice(AGES))
        return (
            self.see(self.turn(seat, where, action.cards), action) if number <= HAND_SIZE else None
        )

    def see(self, state: GameState, action: Action) -> Trial:
        """What the engine says of an action; choices on the way are made by chance."""
        seen = attempt(state, action)
        while not seen.done and seen.violation is None:
            chosen = self._choose(state, seen.questions[-1])
            seen = attempt(state, action, (*seen.answers, chosen))
        return seen


def placing(state: GameState, age: Age, kind: Kind, rank: int, anchor: int) -> Build | Upgrade:
    """To build there, or to upgrade what stands there, with the cards that it costs."""
    inside = state.boards[age].overlapping(footprint(anchor, rank))
    verb = Upgrade if any(each.kind is kind and each.rank < rank for each in inside) else Build
    price = cards_of(kind, price_of(state, age, kind, rank, anchor, verb is Upgrade))
    # Of another kind, as people pay it: what the colour of the building costs stays visible.
    extra = state.grid.surcharge_at(state.terrain_cost, rank, anchor)
    return verb(age, kind, rank, anchor, add_cards(price, cards_of(KINDS[(kind + 1) % 3], extra)))


def _acting(
    state: GameState, seat: int, adventurers: tuple[Age, ...], hand: Cards, coins: int
) -> GameState:
    where = tuple(sorted(adventurers))
    player = state.players[seat]._replace(adventurers=where, hand=hand, coins=coins)
    return state.with_player(seat, player)._replace(turn=Turn(seat, full_purses(where)))


def small_grid(rng: Random, *, river: bool | None = None) -> Grid:
    """A board for exercises: some printed hamlets, a wood, a mountain, perhaps a river."""
    squares = [row * STRIDE + column for row in range(ROWS) for column in range(COLUMNS)]
    water = 0
    if rng.randrange(3) == 0 if river is None else river:
        column = rng.randrange(1, COLUMNS - 1)
        water = sum(1 << (row * STRIDE + column) for row in range(ROWS))
    hamlets = 0
    for sq in rng.sample(squares, len(squares)):
        if hamlets.bit_count() < 3 and not (1 << sq) & (water | hamlets | halo(hamlets)):
            hamlets |= 1 << sq
    # A wood of four squares and a mountain of two beside it, as far as there is ground.
    corner = rng.randrange(ROWS - 1) * STRIDE + rng.randrange(COLUMNS - 3)
    ground = ~(water | hamlets)
    forest = footprint(corner, 2) & ground
    mountain = (1 << (corner + 2) | 1 << (corner + 2 + STRIDE)) & ground
    return Grid(COLUMNS, ROWS, forest, mountain, water, hamlets)


# ------------------------------------------------------------------ D1 and H1: neighbours


def beside(
    shop: Workshop, size: int, number: int, kinds: tuple[Kind, ...] = OWNED_KINDS, *,
    difference: int | None = None, ranks: tuple[int, ...] = (1, 2), age: Age | None = None,
    grows: bool = False, more: int = 0,
) -> Trial | None:  # fmt: skip
    """A building whose squares touch some domains, in its own age or in a later one.

    With a difference the first of them has a leader of its kind that is higher by it. What grows
    stood there before as a small one. `more` buildings of a domain may touch it, too.
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
        for _ in range(size - 1 + more):
            shop.behind(there, site, first, shop.other(kind), 1)
    if here is not there and rng.randrange(2):
        victim(shop, there, site)
    shop.crowd(size, avoiding=spread(site))
    return shop.plan(here, kind, rank, anchor, actor)


def victim(shop: Workshop, age: Age, site: int, seat: int | None = None) -> None:
    kind, rank = shop.rng.choice(KINDS), shop.rng.choice((1, 1, 2))
    taken = spread(shop.state.boards[age].occupied)
    shop.put_somewhere(age, kind, rank, seat, meeting=site, avoiding=taken)


def growing_to_equal(shop: Workshop, size: int) -> Trial | None:
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


def ground(shop: Workshop, size: int, terrains: tuple[str, ...] = ()) -> Trial | None:
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


def by_the_river(
    shop: Workshop, size: int, kinds: tuple[Kind, ...] = OWNED_KINDS,
    ranks: tuple[int, ...] = (1, 2), *, on: bool = True,
) -> Trial | None:  # fmt: skip
    shop = Workshop(shop.rng, small_grid(shop.rng, river=True))
    rng, river = shop.rng, shop.state.grid.river
    shop.crowd(size, avoiding=spread(river))
    age, kind, rank = rng.choice(BUILDING_AGES), rng.choice(kinds), rng.choice(ranks)
    anchors = shop.free(
        age, rank, meeting=river if on else spread(river), avoiding=0 if on else river
    )
    return shop.plan(age, kind, rank, anchors[0]) if anchors else None


def growing(shop: Workshop, size: int) -> Trial | None:
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


def pooling(shop: Workshop, size: int, here: int, spent: int) -> Trial | None:
    """A building for several cards, with one or both adventurers there; perhaps one is spent."""
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
        # One card has been played that this action does not need.
        hand = state.players[seat].hand
        spare = next((x for x in KINDS if hand[x] > action.cards[x]), None)
        played = (0, 0, 0) if spare is None else cards_of(spare)
        player = state.players[seat]._replace(hand=minus_cards(hand, played))
        state = state.with_player(seat, player)._replace(discards=played)
    return shop.see(state, action)


# ------------------------------------------------------------------ A4, A5, A6


def tearing_down(
    shop: Workshop, size: int, kinds: tuple[Kind, ...] = OWNED_KINDS, rank: int = 1, *,
    own: bool = False, printed: bool = False,
) -> Trial | None:  # fmt: skip
    """A demolition of a tile of this kind and rank, or of a printed hamlet."""
    rng = shop.rng
    age, (seat, other, _) = rng.choice(BUILDING_AGES), shop.seats
    target = shop.put_somewhere(age, rng.choice(kinds), rank, seat if own else other)
    shop.put_somewhere(age, rng.choice(OWNED_KINDS), 1, seat)
    shop.crowd(size)
    if printed:
        homes = [each for each in shop.state.boards[age] if each.printed]
        target = rng.choice(homes) if homes else None
    if target is None or not shop.state.boards[age].standing(target):
        return None
    state = shop.turn(seat, (age, age), cards_of(target.kind))
    return shop.see(state, Demolish(age, target.square))


def moving_in(shop: Workshop, size: int) -> Trial | None:
    rng = shop.rng
    shop.crowd(size)
    homes = [each for each in shop.state.boards[REASON] if each.kind is CIVIL]
    target = max(rng.sample(homes, min(2, len(homes))), key=lambda each: each.rank)
    for _ in range(shop.state.rules.cube_limit(target.rank) - rng.randrange(2)):
        shop.populate(target.square, shop.someone)
    shop.settle(2 * size)
    state = shop.turn(shop.someone, (REASON, REASON), cards_of(CIVIL))
    return shop.see(state, Populate(target.square))


def rebuilding(shop: Workshop, size: int) -> Trial | None:
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


def covering_the_rival(shop: Workshop, size: int, *, equal_stays: bool = False) -> Trial | None:
    """A copy on top of what would have forbidden it; perhaps a second one of its rank stays.

    What covers the leader of a domain is measured by the next highest that is left (B3b).
    """
    kind = shop.rng.choice(OWNED_KINDS)
    anchor, site = shop.site(MIGHT, 2)
    leader = shop.put_somewhere(FAITH, kind, 3 if equal_stays else 2, meeting=site)
    if leader is None or leader.mask == site:
        return None
    if equal_stays:
        next_highest = shop.behind(FAITH, spread(site), leader, kind, 2)
        left = leader.mask & ~site
        # It must still belong to what the copy joins when the leader is gone.
        bridge = next_highest and shop.put_somewhere(
            FAITH, shop.rng.choice((CIVIL, shop.other(kind))), 1, avoiding=leader.mask | site,
            meeting=spread(site) & spread(next_highest.mask) & ~left,
        )  # fmt: skip
        if not bridge and not (next_highest and spread(site) & next_highest.mask):
            return None
    for _ in range(size):
        shop.behind(FAITH, site, leader, shop.other(kind), 1)
    shop.crowd(size, avoiding=spread(site))
    return shop.plan(MIGHT, kind, 2, anchor)


def growing_shadow(shop: Workshop, size: int, *, alone: bool = False) -> Trial | None:
    """An upgrade in Might whose older shadow has neighbours in Faith, of its own domain or not."""
    rng, seat = shop.rng, shop.someone
    kind = rng.choice(OWNED_KINDS)
    anchor, site = shop.site(MIGHT, 3)
    if not shop.put(MIGHT, kind, 2, rng.choice(list(bits(anchors_inside(site, 2)))), seat):
        return None
    older = shop.state.boards[FAITH].overlapping(site)
    if alone and older:
        shop.behind(FAITH, site, next(iter(older)), shop.other(kind), 1)
    else:
        shop.beside(FAITH, site, shop.other(kind), rng.choice((1, 2)))
    shop.crowd(size, avoiding=spread(site))
    return shop.plan(MIGHT, kind, 3, anchor, seat)


def plain_shadow(
    shop: Workshop, size: int, ages: tuple[Age, ...] = BUILDING_AGES,
    kinds: tuple[Kind, ...] = KINDS, ranks: tuple[int, ...] = (2, 3), *, tiles: int | None = None,
    cubes: int | None = None,
) -> Trial | None:  # fmt: skip
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


# ------------------------------------------------------------------ what goes? B6 to B9


def falling_on(
    shop: Workshop, size: int, number: int = 1, *, cubes: bool = False, own: bool = False
) -> Trial | None:
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


def moving_up(shop: Workshop, size: int, strangers: bool) -> Trial | None:
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


def covering_a_hamlet(shop: Workshop, size: int) -> Trial | None:
    """A printed hamlet of Might becomes a town, where something else stands in Faith."""
    found = _around_hamlet(shop, MIGHT)
    if found is None:
        return None
    _, anchor, town = found
    shop.put_somewhere(FAITH, shop.rng.choice(KINDS), shop.rng.choice((1, 1, 2)), meeting=town)
    shop.settle(size, within=town)
    shop.crowd(size, avoiding=town)
    return shop.plan(MIGHT, CIVIL, 2, anchor)


def baring_a_hamlet(shop: Workshop, size: int) -> Trial | None:
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


# ------------------------------------------------------------------ joining


def joining(
    shop: Workshop, size: int, sides: int = 2, *, even: bool | None = None, own: int | None = None,
    ranks: tuple[int, ...] = (1, 2, 2, 3), ages: tuple[Age, ...] = BUILDING_AGES,
    second: bool = False, changed: bool = False, copied: bool = False,
) -> Trial | None:  # fmt: skip
    """A civil building that joins domains with equal leaders.

    `even` makes their strengths equal or not, `own` is how many of the leaders belong to the
    player to act, `second` adds leaders of the other kind, `changed` lets a shadow of a leader grow
    in Faith, so that it is no longer the same building (C6). What is `copied` is a town of Might
    that joins them in Faith.
    """
    rng = shop.rng
    age, kind = rng.choice(ages), rng.choice(OWNED_KINDS)
    rank = rng.choice(ranks)
    if even is False:
        rank = max(2, rank)  # Small leaders have nobody below them: they always tie.
    # A town of Might joins in Faith, too, if that is where the domains are.
    age = FAITH if copied else age
    origin = MIGHT if age is FAITH and (copied or rng.randrange(2)) else age
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
    assert leader.owner is not None
    steps = (0, -1, -STRIDE, -1 - STRIDE)
    for step in shop.rng.sample(steps, len(steps)):
        if shop.put(FAITH, leader.kind, 3, leader.square + step, leader.owner):
            return


# ------------------------------------------------------------------ splitting


def tearing_apart(shop: Workshop, size: int, own: int | None = None) -> Trial | None:
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


def beheading(
    shop: Workshop, size: int, *, own: int | None = None, town: bool = False
) -> Trial | None:
    """A copy that erases the highest building of a domain in Faith, above two equal ones."""
    rng = shop.rng
    kind, rank = rng.choice(OWNED_KINDS), rng.choice((2, 2, 3))
    actor, owners = _owners(shop, 2, own)
    anchor, site = shop.site(FAITH, rank)
    if not shop.put(FAITH, kind, rank, anchor, shop.someone):
        return None
    for owner in owners:
        top = shop.state.boards[FAITH].at(anchor)
        if top is None or not shop.behind(FAITH, 0, top, kind, rank - 1, owner):
            return None
    shop.crowd(size, avoiding=spread(site))
    copy = 2 if town else rng.choice((2, 3))
    places = shop.free(MIGHT, copy, meeting=site)
    built = CIVIL if town else shop.other(kind)
    return shop.plan(MIGHT, built, copy, places[0], actor) if places else None


# ------------------------------------------------------------------ taxes


def taxing(
    shop: Workshop, size: int, ages: tuple[Age, ...] = AGES, *, last: bool = False
) -> Trial | None:
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
