"""What a simulation costs: two processes against one, and bytes a game.

Run from the project's root::

    python -m tests.benchmarks.simulation               # some minutes
    python -m tests.benchmarks.simulation --many 10000  # only plays so many greedy games

Seconds vary with the machine and with who else uses it; the load is printed.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from khronos_lab.simulation import simulate


class Cost(NamedTuple):
    """What a simulation takes from end to end, starting its processes included."""

    seconds: float
    cpu: float
    """Seconds of processor, all processes together."""
    bytes: dict[str, int]
    """Of the tables."""


def conditions() -> str:
    """Processors and how busy they are."""
    return f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"


def cost_of(games: int, players: tuple[str, ...], workers: int, shard: int) -> Cost:
    """Simulate and measure."""
    with tempfile.TemporaryDirectory() as folder:
        start, cpu = time.perf_counter(), sum(os.times()[:4])
        simulate(games, players, Path(folder) / "run", shard_games=shard, workers=workers)
        sizes = dict[str, int]()
        for path in Path(folder).glob("run/*/*.parquet"):
            sizes[path.parent.name] = sizes.get(path.parent.name, 0) + path.stat().st_size
        return Cost(time.perf_counter() - start, sum(os.times()[:4]) - cpu, sizes)


def processes(games: int, players: tuple[str, ...], rounds: int) -> None:
    """Print two processes against one on the same work, and what the tables weigh."""
    shard = max(1, games // 20)
    ones, twos = [], []
    for _ in range(rounds):  # in turn, so that both meet the same neighbours
        ones.append(cost_of(games, players, 1, shard))
        twos.append(cost_of(games, players, 2, shard))
    one, two = (min(each.seconds for each in costs) for costs in (ones, twos))
    extra = min(each.cpu for each in twos) / min(each.cpu for each in ones)
    print(f"{games} games of {', '.join(players)}: best of {rounds}, {conditions()}")
    print(f"  one process {games / one:.1f} games/s, two {games / two:.1f} games/s")
    print(f"  two processes give {one / two:.2f} times one (at least 1.7 wanted)")
    print(f"  they use {extra:.2f} times its processor time: {2 / extra:.2f} on two idle ones")
    parts = ", ".join(f"{table} {size / games:.0f}" for table, size in ones[0].bytes.items())
    print(f"  {sum(ones[0].bytes.values()) / games:.0f} bytes a game: {parts}")


def many_games(games: int) -> None:
    """Really play so many greedy games of four on two processes."""
    cost = cost_of(games, ("greedy",) * 4, 2, min(250, max(1, games // 8)))
    print(
        f"{games:,} greedy 4-player games, two processes: {cost.seconds:.0f} s from end to end, "
        f"{cost.cpu:.0f} s of processor ({conditions()})"
    )
    print(f"  the processors worked {cost.cpu / 2 / cost.seconds:.0%} of that time for it")


def main() -> None:
    """Print all ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--many", type=int, help="play so many greedy games and nothing else")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    if options.many is None:
        processes(2000, ("random",) * 4, options.rounds)
        processes(40, ("greedy",) * 4, options.rounds)
    many_games(options.many or 200)


if __name__ == "__main__":
    main()
