"""What a simulation costs, as ratios: two processes against one, tables against play, bytes a game.

Run from the project's root::

    python -m tests.benchmarks.simulation            # some minutes
    python -m tests.benchmarks.simulation --full     # really plays 10,000 greedy games

Seconds vary with the machine and with who else uses it; the load is printed.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from khronos_lab.analysis.datasets import TABLES
from khronos_lab.analysis.tables import TableBuilder
from khronos_lab.simulation.plan import game_of, planned
from khronos_lab.simulation.run import simulate
from khronos_lab.simulation.shards import parquet_bytes, steps_of

MANY = 10_000
SHARD = 250


def conditions() -> str:
    """Processors and how busy they are."""
    busy = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} processors{busy}"


class Cost(NamedTuple):
    """What a simulation takes from end to end, starting its processes included."""

    seconds: float
    cpu: float
    """Seconds of processor, all processes together."""


def cost_of(games: int, players: tuple[str, ...], workers: int, shard: int) -> Cost:
    """Simulate and measure."""
    with tempfile.TemporaryDirectory() as folder:
        start, cpu = time.perf_counter(), sum(os.times()[:4])
        simulate(Path(folder) / "run", games, players, shard_games=shard, workers=workers)
        return Cost(time.perf_counter() - start, sum(os.times()[:4]) - cpu)


def processes(games: int, players: tuple[str, ...], rounds: int) -> float:
    """Print two processes against one on the same work; gives seconds a game with two."""
    shard = max(1, games // 20)
    ones, twos = [], []
    for _ in range(rounds):  # in turn, so that both meet the same neighbours
        ones.append(cost_of(games, players, 1, shard))
        twos.append(cost_of(games, players, 2, shard))
    one, two = min(ones), min(twos)
    extra = min(each.cpu for each in twos) / min(each.cpu for each in ones)
    print(f"{games} games of {', '.join(players)}: best of {rounds}, {conditions()}")
    print(f"  one process {games / one.seconds:.1f} games/s, two {games / two.seconds:.1f} games/s")
    print(f"  two processes give {one.seconds / two.seconds:.2f} times one (at least 1.7 wanted)")
    print(f"  they use {extra:.2f} times its processor time: {2 / extra:.2f} on two idle ones")
    return two.seconds / games


def writing(games: int, players: tuple[str, ...]) -> None:
    """Print what building and packing tables takes against playing, and bytes a game."""
    plan = planned(games, players)
    start = time.process_time()
    played = [(game, list(steps_of(game))) for game in (game_of(plan, n) for n in range(games))]
    playing = time.process_time() - start
    start = time.process_time()
    builder = TableBuilder()
    for game, steps in played:
        builder.add_game(game.id, game.start(), steps, seed=game.seed)
    tables = builder.tables()
    sizes = {table: len(parquet_bytes(getattr(tables, table))) for table in TABLES}
    taken = time.process_time() - start
    print(f"{games} games of {', '.join(players)} in one shard")
    events = tables.events.height / games
    print(f"  {1000 * playing / games:.1f} ms of play and {events:.0f} events a game")
    print(f"  tables take {taken / playing:.1%} of that (at most 10 % wanted)")
    parts = ", ".join(f"{table} {size / games:.0f}" for table, size in sizes.items())
    print(f"  {sum(sizes.values()) / games:.0f} bytes a game (at most 1,500 wanted): {parts}")


def greedy_games(*, full: bool, rounds: int) -> None:
    """Print how long 10,000 greedy games of four take on two processes."""
    four = ("greedy",) * 4
    if full:
        seconds = cost_of(MANY, four, 2, SHARD).seconds
        print(f"{MANY:,} greedy 4-player games, two processes: {seconds:.0f} s ({conditions()})")
    else:
        seconds = MANY * processes(40, four, rounds)
        print(f"{MANY:,} greedy 4-player games, two processes: about {seconds:.0f} s by these 40")
    print("  what bounds it is the thinking of the players: see the share of the tables above")


def main() -> None:
    """Print all ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--full", action="store_true", help="play all 10,000 greedy games")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    processes(2000, ("random",) * 4, options.rounds)
    writing(SHARD, ("random",) * 4)
    writing(60, ("greedy",) * 4)
    greedy_games(full=options.full, rounds=options.rounds)


if __name__ == "__main__":
    main()
