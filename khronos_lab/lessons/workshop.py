"""Workshop: a small board on which the positions of exercises are built.

Everybody may place anything anywhere and pays nothing, but every building goes through the engine:
shadows fall, paradoxes erase and conflicts are settled, so that whatever stands there in the end is
legal. `turn` then deals the cards and says whose move it is.
"""

from __future__ import annotations

from random import Random
from typing import Final

from khronos_lab.core import (
    STRIDE,
    Action,
    Build,
    Building,
    GameState,
    Grid,
    PlayerState,
    Populate,
    Question,
    Restore,
    Turn,
    Upgrade,
    anchors_inside,
    anchors_meeting,
    bits,
    footprint,
    full_purses,
    halo,
    spread,
)
from khronos_lab.engine import new_game, play_through, price_of, why_not
from khronos_lab.lessons.trial import Trial, attempt
from khronos_lab.rulebook import (
    AGES,
    BUILDING_AGES,
    CIVIL,
    HAND_SIZE,
    KINDS,
    RANKS,
    REASON,
    ROUNDS,
    Age,
    Cards,
    Kind,
)

PLAYERS: Final = ("Ann", "Ben", "Cleo")
COLUMNS, ROWS = 8, 7
_INNER: Final = sum(
    1 << (row * STRIDE + column) for row in range(1, ROWS - 1) for column in range(1, COLUMNS - 1)
)
PLENTY: Final = 9
"""Coins, and cards of each kind, while a position is built."""
CROWDS: Final = {1: 1, 2: 6, 3: 12}
"""By size of an exercise: how many more buildings are tried to be put on the boards."""
TRIES: Final = 6
"""Places that are tried for one building."""


class Workshop:
    """A position in the making; `rng` decides everything that is left open."""

    def __init__(self, rng: Random, grid: Grid | None = None) -> None:
        self.rng = rng
        self.state = new_game(PLAYERS, rng.getrandbits(32), grid=grid or small_grid(rng))

    @property
    def seats(self) -> list[int]:
        """The seats in some order."""
        return self.rng.sample(range(len(PLAYERS)), len(PLAYERS))

    @property
    def someone(self) -> int:
        """Any seat."""
        return self.rng.randrange(len(PLAYERS))

    def other(self, kind: Kind) -> Kind:
        """A kind that is not this one."""
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
        """Company as it suits the size of an exercise."""
        self.company(CROWDS[size], avoiding=avoiding)

    def settle(self, number: int, *, within: int | None = None) -> None:
        """Cubes on civil buildings in Reason."""
        mask = self.state.grid.area if within is None else within
        for _ in range(number):
            board = self.state.boards[REASON]
            homes = [each for each in board.overlapping(mask) if each.kind is CIVIL]
            if homes:
                self.populate(self.rng.choice(homes).square, self.someone)

    def populate(self, anchor: int, seat: int) -> bool:
        """A cube on a civil building in Reason, if there is room."""
        return self._play(self._rich(REASON, seat), Populate(anchor))

    def restore(self, anchor: int, seat: int) -> bool:
        """A card on a ruin."""
        return self._play(self._rich(REASON, seat), Restore(anchor))

    def few_tiles(self, kind: Kind, rank: int, number: int) -> None:
        """Leave only this many tiles of a sort in the supply."""
        rows = [list(row) for row in self.state.supply]
        rows[kind][rank] = number
        self.state = self.state._replace(supply=tuple((a, b, c, d) for a, b, c, d in rows))

    def few_cubes(self, seat: int, number: int) -> None:
        """Leave a player only this many cubes."""
        player = self.state.players[seat]._replace(cubes=number)
        players = (*self.state.players[:seat], player, *self.state.players[seat + 1 :])
        self.state = self.state._replace(players=players)

    def _play(self, state: GameState, action: Action) -> bool:
        if why_not(state, action) is not None:
            return False
        _, outcome = play_through(state, action, self._choose, trusted=True)
        self.state = outcome.state
        return True

    def _choose(self, _: GameState, question: Question) -> int:
        return self.rng.randrange(len(question.options))

    def _rich(self, age: Age, seat: int) -> GameState:
        """The state with a player to act who can afford everything."""
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
        hands = []
        for number in range(len(PLAYERS)):
            hand = list(cards) if number == seat else [0, 0, 0]
            while sum(hand) < HAND_SIZE:
                kind = rng.choices(KINDS, left)[0]
                hand[kind] += 1
                left[kind] -= 1
            hands.append((hand[0], hand[1], hand[2]))
        players = tuple(
            player._replace(
                hand=hand, coins=rng.randrange(2, 10),
                adventurers=tuple(sorted(rng.choice(AGES) for _ in player.adventurers)),
            )
            for player, hand in zip(self.state.players, hands, strict=True)
        )  # fmt: skip
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
    paid = [0, 0, 0]
    paid[kind] = price_of(state, age, kind, rank, anchor, verb is Upgrade)
    # Of another kind, as people pay it: what the colour of the building costs stays visible.
    paid[(kind + 1) % 3] += state.grid.surcharge_at(state.terrain_cost, rank, anchor)
    return verb(age, kind, rank, anchor, (paid[0], paid[1], paid[2]))


def _acting(
    state: GameState, seat: int, adventurers: tuple[Age, ...], hand: Cards, coins: int
) -> GameState:
    where = tuple(sorted(adventurers))
    player: PlayerState = state.players[seat]._replace(adventurers=where, hand=hand, coins=coins)
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return state._replace(players=players, turn=Turn(seat, full_purses(where)))


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
