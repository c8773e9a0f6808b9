"""Games and dense positions on which the two engines are compared.

A dense position is put together by chance on a small map: buildings with their shadows, cubes, few
tiles, a rich hand. No game need have led there, but the rules allow it.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from khronos_lab.core import (
    STRIDE,
    Board,
    Building,
    GameState,
    Grid,
    PlayerState,
    Turn,
    bits,
    board_of,
    full_purses,
    load_map,
    map_names,
    pay_cards,
)
from khronos_lab.engine import generate_map, new_game
from khronos_lab.players import seen_by
from khronos_lab.rulebook import (
    AGES,
    CIVIL,
    FAITH,
    KINDS,
    MIGHT,
    NUMBERS,
    OWNED_KINDS,
    REASON,
    Age,
    Cards,
    Edition,
    KhronosError,
    Kind,
    RuleSet,
    rules_with,
)

# ------------------------------------------------------------------ rules and maps


def random_rules(rng: Random) -> RuleSet:
    """Usual rules half of the time; else any switches and, sometimes, other numbers."""
    if rng.random() < 0.5:
        return RuleSet(erased_tiles_return=rng.random() < 0.3)
    switches = {
        "edition": rng.choice(list(Edition)),
        "holdem": rng.random() < 0.5,
        "ruins_respect_domains": rng.random() < 0.5,
        "erased_tiles_return": rng.random() < 0.5,
    }
    for _ in range(20):
        try:
            return rules_with(**switches, **random_numbers(rng))
        except KhronosError:  # values that do not rise with the rank
            continue
    return rules_with(**switches)


def random_numbers(rng: Random) -> dict[str, object]:
    """A few numbers of the rules changed, or none."""
    if rng.random() < 0.5:
        return {}
    found: dict[str, object] = {}
    for name in rng.sample(list(NUMBERS), rng.randrange(1, 6)):
        number = NUMBERS[name]
        found[name] = (
            tuple(sorted(rng.sample(range(1, 8), rng.randrange(1, 4))))
            if name == "tax_rounds"
            else rng.randint(number.least, min(number.most, number.least + 12))
        )
    return found


def small_grid(rng: Random) -> Grid:
    """A map of a few squares; hamlets never touch, and none is on river or mountain."""
    columns, rows = rng.randint(4, 11), rng.randint(4, 8)
    if rng.random() < 0.1:
        columns, rows = rng.choice(((16, 4), (4, 20)))  # the edges of the layout
    squares = [STRIDE * row + column for row in range(rows) for column in range(columns)]
    terrain = {sq: rng.choices("....f^~", (5, 5, 5, 5, 2, 1, 1))[0] for sq in squares}
    forest, mountain, river = (
        sum(1 << sq for sq, each in terrain.items() if each == letter) for letter in "f^~"
    )
    hamlets = 0
    for sq in rng.sample(squares, min(len(squares), rng.randint(0, 9))):
        beside = 1 << sq | 1 << sq + 1 | 1 << sq + STRIDE | (1 << sq >> 1) | (1 << sq >> STRIDE)
        if not (hamlets & beside or (river | mountain) >> sq & 1):
            hamlets |= 1 << sq
    return Grid(columns, rows, forest, mountain, river, hamlets)


@lru_cache(maxsize=64)
def _generated(seed: int) -> Grid:
    return generate_map(seed)


def random_grid(rng: Random) -> Grid:
    """A shipped or generated map, or a small one."""
    if rng.random() < 0.4:
        return small_grid(rng)
    return load_map(rng.choice(map_names())) if rng.random() < 0.7 else _generated(rng.randrange(9))


def random_start(rng: Random, seed: int) -> GameState:
    """The start of a game: any rules and map, with all pieces or few, poor or rich."""
    state = new_game(rng.randint(2, 5), seed, grid=random_grid(rng), rules=random_rules(rng))
    if rng.random() < 0.3:
        few = [[min(each, rng.randrange(1, 7)) for each in row[1:]] for row in state.supply]
        one, two, three = ((0, row[0], row[1], row[2]) for row in few)
        state = state._replace(supply=(one, two, three))
    if rng.random() < 0.4:
        cubes = rng.randint(3, 25)
        players = tuple(each._replace(coins=20, cubes=cubes) for each in state.players)
        state = state._replace(players=players)
    return state


# ------------------------------------------------------------------ dense positions


class Dense:
    """A position while it is put together."""

    def __init__(self, rng: Random, state: GameState) -> None:
        self.rng = rng
        self.state = state
        self.grid = state.grid
        self.pieces: dict[Age, dict[int, Building]] = {age: {} for age in AGES}
        self.covered = dict.fromkeys(AGES, 0)
        self.cubes = [25] * len(state.players)
        self.seat = rng.randrange(len(state.players))
        """Whose turn it will be."""

    def put(self, age: Age, building: Building) -> bool:
        """Put a building down if it fits and the rules let it stand there; its owner has a cube."""
        mask, grid = building.mask, self.grid
        if mask & (self.covered[age] | ~grid.area) or grid.drowned(
            building.kind, building.rank, building.square
        ):
            return False
        on = mask & grid.hamlets
        if on and (building.kind is not CIVIL or building.rank == 1 or on & (on - 1)):
            return False
        if building.owner is not None and not self.cubes[building.owner]:
            return False
        if age is not REASON and building.kind is not CIVIL:
            board = self.board(age, building)
            if board.clashes:
                return False
        self.pieces[age][building.square] = building
        self.covered[age] |= mask
        if building.owner is not None:
            self.cubes[building.owner] -= 1
        return True

    def board(self, age: Age, extra: Building | None = None) -> Board:
        """The board of an age, printed hamlets included, with one building more."""
        pieces = [*self.pieces[age].values(), *([] if extra is None else [extra])]
        covered = self.covered[age] | (0 if extra is None else extra.mask)
        pieces += [
            Building(CIVIL, 1, sq, printed=True) for sq in bits(self.grid.hamlets & ~covered)
        ]
        return board_of(self.grid, pieces, self.state.rules)

    def add(self) -> None:
        """One more building somewhere, often with its shadows."""
        rng = self.rng
        age = rng.choices(AGES, (5, 4, 1))[0]
        kind, rank = rng.choice(KINDS), rng.choices((1, 2, 3), (4, 4, 2))[0]
        sq = self.somewhere()
        owner = self.owner() if kind is not CIVIL else None
        if age is REASON:
            if rank > 1:
                self.put(REASON, Building(kind, rank, sq, ruin=self.is_ruin(kind)))
            return
        if not self.put(age, Building(kind, rank, sq, owner)) or rank == 1:
            return
        copied = rng.random() < 0.8
        if age is MIGHT and copied:
            copied = self.put(FAITH, Building(kind, rank, sq, owner))
        if copied and rng.random() < 0.9:
            self.put(REASON, Building(kind, rank, sq, ruin=self.is_ruin(kind)))

    def add_large(self, kind: Kind, rank: int, sq: int, age: Age = MIGHT) -> bool:
        """A large building with all its shadows, as far as they fit."""
        owner = self.owner() if kind is not CIVIL else None
        if not self.put(age, Building(kind, rank, sq, owner)):
            return False
        if age is MIGHT and not self.put(FAITH, Building(kind, rank, sq, owner)):
            return True
        self.put(
            REASON, Building(kind, rank, sq, ruin=kind is not CIVIL and self.rng.random() < 0.9)
        )
        return True

    def add_rivals(self) -> None:
        """Equal buildings with a gap of one square, which a civil building can join (C2)."""
        rng = self.rng
        kind, rank, number = (
            rng.choice(OWNED_KINDS),
            rng.choice((2, 3, 3, 3)),
            rng.choice((2, 2, 3)),
        )
        step, span = rank + 1, number * (rank + 1) - 1
        across = span <= self.grid.columns and rng.random() < 0.7
        sq = self.somewhere(span, rank) if across else self.somewhere(rank, span)
        age = rng.choice((MIGHT, MIGHT, FAITH))
        for each in range(number):
            self.add_large(kind, rank, sq + each * (step if across else STRIDE * step), age)

    def add_fork(self) -> None:
        """A high building held to two equal lower ones by a hamlet: its demolition splits (C3)."""
        rng = self.rng
        high = rng.choice((2, 3, 3))
        low = rng.randint(1, high - 1)
        sq = self.somewhere(high + 1 + low, 2 * low)
        kind, age = rng.choice(OWNED_KINDS), rng.choice((MIGHT, FAITH))
        owners = [self.owner() for _ in range(3)]
        self.put(age, Building(kind, high, sq, owners[0]))
        self.put(age, Building(CIVIL, 1, sq + high))
        self.put(age, Building(kind, low, sq + high + 1, owners[1]))
        self.put(age, Building(kind, low, sq + high + 1 + low * STRIDE, owners[2]))

    def add_home(self) -> None:
        """A town or city above a printed hamlet in Faith and Reason, open to a shadow (B6, B8)."""
        hamlets = list(bits(self.grid.hamlets))
        if hamlets:
            rank = self.rng.choice((2, 2, 3))
            back = self.rng.randrange(rank) + STRIDE * self.rng.randrange(rank)
            sq = self.rng.choice(hamlets) - back
            if sq >= 0 and self.put(FAITH, Building(CIVIL, rank, sq)):
                self.put(REASON, Building(CIVIL, rank, sq))

    def owner(self) -> int:
        """Any seat, the acting player's more often."""
        rng = self.rng
        return self.seat if rng.random() < 0.3 else rng.randrange(len(self.state.players))

    def add_growing(self) -> None:
        """The acting player's building with its shadows, and in Faith something near it (B3a)."""
        rng, rank = self.rng, self.rng.choice((1, 2, 2, 2))
        kind, sq = rng.choice(OWNED_KINDS), self.somewhere(rank + 2, rank + 1)
        if self.put(MIGHT, Building(kind, rank, sq, self.seat)) and rank > 1:
            self.put(FAITH, Building(kind, rank, sq, self.seat))
            self.put(REASON, Building(kind, rank, sq, ruin=True))
        for _ in range(2):
            self.put(FAITH, Building(CIVIL, 1, sq + rank + 1 + STRIDE * rng.randrange(3)))

    def somewhere(self, columns: int = 1, rows: int = 1) -> int:
        """A square with room on the map for these columns and rows, if there is one."""
        column = self.rng.randrange(max(1, self.grid.columns - columns + 1))
        return STRIDE * self.rng.randrange(max(1, self.grid.rows - rows + 1)) + column

    def is_ruin(self, kind: int) -> bool:
        """True of most military and religious buildings of Reason."""
        return kind != CIVIL and self.rng.random() < 0.8

    def populate(self) -> None:
        """Cubes on civil buildings and half restored ruins of Reason."""
        rng, board = self.rng, self.board(REASON)
        for building in board:
            limit = self.state.rules.cube_limit(building.rank) if building.kind is CIVIL else 0
            if building.ruin and building.rank == 3 and rng.random() < 0.5:
                limit = 1
            number = rng.choice((limit, rng.randint(0, limit)))
            seats = [rng.randrange(len(self.cubes)) for _ in range(number)]
            seats = sorted(seat for seat in seats if self.cubes[seat] > len(seats))
            for seat in seats:
                self.cubes[seat] -= 1
            self.pieces[REASON][building.square] = building._replace(cubes=tuple(seats))
            self.covered[REASON] |= building.mask

    def finished(self) -> GameState:
        """The position, conflicts left out, in the middle of some turn."""
        boards = [self.board(age) for age in AGES]
        rng, state = self.rng, self.state
        players = tuple(
            player._replace(
                cubes=cubes if rng.random() < 0.8 else min(cubes, rng.randrange(3)),
                coins=rng.randrange(12),
                adventurers=tuple(sorted(rng.choice(AGES) for _ in range(2))),
            )
            for player, cubes in zip(state.players, self.cubes, strict=True)
        )
        scarce = rng.random() < 0.6
        few = [rng.choice((0, 1, 2, 2, 3)) if scarce else rng.randint(1, 9) for _ in range(9)]
        one, two, three = ((0, few[i], few[i + 1], few[i + 2]) for i in (0, 3, 6))
        state = state._replace(
            boards=(boards[0], boards[1], boards[2]),
            players=players,
            supply=(one, two, three),
            start=rng.randrange(len(players)),
            round=rng.randint(1, 7),
        )
        return with_turn(state, self.seat, rng)


def with_turn(state: GameState, seat: int, rng: Random) -> GameState:
    """A player's turn, with a rich hand, mostly with both adventurers where players build."""
    player = state.players[seat]
    if rng.random() < 0.7:
        age = rng.choice((MIGHT, MIGHT, FAITH))
        player = player._replace(adventurers=(age, age))
    unseen = [number + held for number, held in zip(state.pile, player.hand, strict=True)]
    hand = [0, 0, 0]
    for _ in range(rng.randint(2, 9)):
        kind = rng.choices(KINDS, (3, 3, 4))[0]
        if unseen[kind]:
            unseen[kind] -= 1
            hand[kind] += 1
    held: Cards = (hand[0], hand[1], hand[2])
    used = rng.choice((0, 0, 0, 1, 2))
    purses = full_purses(player.adventurers)
    if used:
        purses = pay_cards(purses, rng.choice(player.adventurers), used)
    turn = Turn(seat, purses, rng.random() < 0.3, rng.random() < 0.3, used > 0)
    players: tuple[PlayerState, ...] = (
        *state.players[:seat], player._replace(hand=held), *state.players[seat + 1 :],
    )  # fmt: skip
    return state._replace(players=players, pile=(unseen[0], unseen[1], unseen[2]), turn=turn)


def dense_position(seed: int) -> GameState:
    """A crowded position, the same for the same seed; sometimes as one of the players sees it."""
    rng = Random(seed)
    rules = random_rules(rng)
    state = new_game(rng.randint(2, 5), seed, grid=small_grid(rng), rules=rules)
    dense = Dense(rng, state)
    makers = (dense.add_home, dense.add_rivals, dense.add_fork, dense.add_growing, dense.add_home)
    for add in rng.sample(makers, 3):
        add()
    for _ in range(rng.randint(0, 40)):
        dense.add()
    dense.populate()
    state = dense.finished()
    if any(board.clashes for board in state.boards[:2]):
        return dense_position(seed + 10**9)
    return seen_by(state, rng.randrange(-1, len(state.players))) if rng.random() < 0.1 else state
