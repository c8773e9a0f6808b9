"""Whole games of built-in players in the compiled engine, from seed to end."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from khronos_lab.core import Grid, Move, load_map, seed_of
from khronos_lab.engine import seat_names
from khronos_lab.native import layout as c
from khronos_lab.native.levels import Level, crew_of
from khronos_lab.native.position import NativePosition, read_move, setup_of
from khronos_lab.rulebook import RuleSet

LONGEST = 10_000
"""Moves of a game that are noted; games of built-in players have some hundred."""


class PlayedGame(NamedTuple):
    """A game with all its moves."""

    start: NativePosition
    moves: tuple[Move, ...]
    end: NativePosition


def play_games(
    players: Sequence[str | Level],
    seeds: Sequence[int | str],
    *,
    grid: Grid | str = "valley",
    rules: RuleSet | None = None,
    threads: int = 1,
) -> list[tuple[int, ...]]:
    """By game and seat, the coins at the end of games of built-in players (`LEVELS`).

    A seed deals as `new_game` does, and decides what the players leave to chance.
    """
    setup = setup_of(_map(grid), rules or RuleSet(), seat_names(len(players)))
    crew, number = crew_of(players, len(players)), len(seeds)
    chances = (ctypes.c_uint64 * number)(*(seed_of("khronos", seed) for seed in seeds))
    lots = (ctypes.c_uint64 * c.SEATS * number)(*(_lots(seed, len(players)) for seed in seeds))
    coins = (ctypes.c_int32 * c.SEATS * number)()
    share = -(-number // max(1, threads))

    def run(first: int) -> None:
        many = min(share, number - first)
        places = (ctypes.byref(array, first * size) for array, size in ((chances, 8), (lots, 40)))
        to = ctypes.byref(coins, first * 20)
        c.library().khronos_games(setup.table, crew, *places, many, to)

    with ThreadPoolExecutor(max(1, threads)) as pool:
        list(pool.map(run, range(0, number, max(1, share))))
    return [tuple(row[: len(players)]) for row in coins]


def play_game(
    players: Sequence[str | Level],
    seed: int | str,
    *,
    grid: Grid | str = "valley",
    rules: RuleSet | None = None,
) -> PlayedGame:
    """One game of `play_games`, move by move."""
    names = seat_names(len(players))
    start = NativePosition.new(names, seed, _map(grid), rules)
    setup = setup_of(_map(grid), rules or RuleSet(), names)
    crew, lots, data = crew_of(players, len(players)), _lots(seed, len(players)), c.StateStruct()
    moves = (c.MoveStruct * LONGEST)()
    chance = seed_of("khronos", seed)
    number = c.library().khronos_game(setup.table, crew, chance, lots, moves, LONGEST, data)
    return PlayedGame(start, tuple(map(read_move, moves[:number])), NativePosition(setup, data))


def _map(grid: Grid | str) -> Grid:
    return load_map(grid) if isinstance(grid, str) else grid


def _lots(seed: int | str, players: int) -> ctypes.Array[ctypes.c_uint64]:
    """What each seat decides by: another player in one seat leaves the lots of the others alone."""
    return (ctypes.c_uint64 * c.SEATS)(*(seed_of(seed, "lot", seat) for seat in range(players)))
