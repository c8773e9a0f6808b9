"""States put together piece by piece: no game need have led there, but no clause forbids them."""

from __future__ import annotations

from random import Random

from khronos_lab.core import (
    Board,
    Building,
    GameState,
    PlayerState,
    Turn,
    board_of,
    full_purses,
    pay_cards,
)
from khronos_lab.rulebook import AGES, CIVIL, KINDS, REASON, Age, Cards, Kind
from tests.properties import oracles

CUBE_LIMIT = {1: 1, 2: 3, 3: 5}


def compose(state: GameState, seed: int, pieces: int) -> GameState:
    """A start with up to so many buildings in each age, another hand, somewhere in some turn."""
    rng = Random(seed)
    for age in AGES:
        for _ in range(pieces):
            state = with_building(state, age, rng)
    for _ in range(pieces):
        state = with_cube(state, rng)
    return with_turn(state, rng)


def with_building(state: GameState, age: Age, rng: Random) -> GameState:
    """One more random building, if the rules page lets it stand there."""
    building = random_building(state, age, rng)
    board = state.boards[age]
    homes = oracles.hamlet_squares(board.grid)
    under = [each for each in board if oracles.covered(each) & oracles.covered(building)]
    on_homes = oracles.covered(building) & homes
    if any(not each.printed for each in under) or len(on_homes) > 1:
        return state
    if on_homes and (building.kind is not CIVIL or building.rank == 1):
        return state
    if not fits(board, building) or not state.supply[building.kind][building.rank]:
        return state
    if building.owner is not None and not state.players[building.owner].cubes:
        return state
    placed = board_of(
        board.grid, [*(each for each in board if each not in under), building], board.rules
    )
    if age is not REASON and oracles.first_conflict(placed, age):
        return state
    state = spend_tile(with_board(state, age, placed), building)
    return state if building.owner is None else spend_cube(state, building.owner)


def spend_tile(state: GameState, building: Building) -> GameState:
    """A tile leaves the supply."""
    supply = [list(row) for row in state.supply]
    supply[building.kind][building.rank] -= 1
    return state._replace(supply=tuple((row[0], row[1], row[2], row[3]) for row in supply))


def random_building(state: GameState, age: Age, rng: Random) -> Building:
    """Any building that an age can have, anywhere."""
    kind = rng.choice(KINDS)
    rank = rng.choice((2, 2, 3) if age is REASON else (1, 1, 2, 2, 3))
    sq = 17 * rng.randrange(state.grid.rows) + rng.randrange(state.grid.columns)
    if kind is CIVIL:
        return Building(kind, rank, sq)
    if age is REASON:
        return Building(kind, rank, sq, ruin=rng.random() < 0.7)
    return Building(kind, rank, sq, rng.randrange(len(state.players)))


def fits(board: Board, building: Building) -> bool:
    """On the map, and not on the river unless it may be there."""
    grid = board.grid
    squares = oracles.covered(building)
    wet = squares & oracles.terrain_squares(grid, grid.river)
    dry_only = building.kind is not CIVIL or building.rank == 1
    off = any(column >= grid.columns or row >= grid.rows for column, row in squares)
    return not off and not (wet and dry_only)


def with_cube(state: GameState, rng: Random) -> GameState:
    """One more cube on a civil building or half restored ruin of Reason, if there is room."""
    board = state.boards[REASON]
    building = rng.choice([*board, None])
    seat = rng.randrange(len(state.players))
    if building is None or not state.players[seat].cubes:
        return state
    half = 1 if building.ruin and building.rank == 3 else 0
    room = CUBE_LIMIT[building.rank] if building.kind is CIVIL else half
    if len(building.cubes) >= room:
        return state
    fuller = building._replace(cubes=tuple(sorted((*building.cubes, seat))))
    changed = board_of(
        board.grid, [each if each != building else fuller for each in board], board.rules
    )
    return spend_cube(with_board(state, REASON, changed), seat)


def spend_cube(state: GameState, seat: int) -> GameState:
    """A cube leaves home."""
    player = state.players[seat]
    return with_player(state, seat, player._replace(cubes=player.cubes - 1))


def with_board(state: GameState, age: Age, board: Board) -> GameState:
    """Another board in one age."""
    might, faith, reason = (board if each is age else state.boards[each] for each in AGES)
    return state._replace(boards=(might, faith, reason))


def with_player(state: GameState, seat: int, player: PlayerState) -> GameState:
    """Another account for one seat."""
    players = state.players
    return state._replace(players=(*players[:seat], player, *players[seat + 1 :]))


def with_turn(state: GameState, rng: Random) -> GameState:
    """Another seat and round, adventurers anywhere, a hand of any four cards, some of it used."""
    seat = rng.randrange(len(state.players))
    player = state.players[seat]
    deck = [kind for kind in KINDS for _ in range(state.pile[kind] + player.hand[kind])]
    rng.shuffle(deck)
    hand, pile = counted(deck[:4]), counted(deck[4:])
    ages = tuple(sorted(rng.choice(AGES) for _ in range(2)))
    player = player._replace(hand=hand, adventurers=ages, coins=rng.randrange(0, 5))
    state = with_player(state, seat, player)._replace(pile=pile)
    used = rng.randrange(0, 3)
    purses = full_purses(ages)
    if used:
        purses = pay_cards(purses, rng.choice(ages), used)
    turn = Turn(seat, purses, rng.random() < 0.3, rng.random() < 0.3, acted=used > 0)
    return state._replace(turn=turn, round=rng.randrange(1, 8))


def counted(deck: list[Kind]) -> Cards:
    """Cards as numbers of each kind."""
    return (deck.count(KINDS[0]), deck.count(KINDS[1]), deck.count(KINDS[2]))
