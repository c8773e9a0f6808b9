"""Games a second: told and untold, beside another version, on one process and on two.

Run from the project's root::

    python -m tests.benchmarks.simulation                    # some minutes
    python -m tests.benchmarks.simulation --beside FOLDER    # beside a checkout of another version
    python -m tests.benchmarks.simulation --many 10000       # only plays so many greedy games

Rates are of processor time, in processes of their own that take turns, so that other work on the
machine counts for little; only two processes against one are measured by the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from khronos_lab.simulation import processors, simulate

ROOT = Path(__file__).resolve().parents[2]
TIMED = """
import json, sys, tempfile, time
from pathlib import Path
from khronos_lab.simulation.run import simulate
players, games, seed, options = json.loads(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    simulate(2, players, Path(folder) / "first", workers=1, seed="warm", progress=False, **options)
    begin = time.process_time()
    simulate(games, players, Path(folder) / "run", workers=1, seed=seed, progress=False, **options)
    print(time.process_time() - begin)
"""


def rate(checkout: Path, player: str, games: int, seed: int, **options: object) -> float:
    """Games of four a second of the processor, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", TIMED, json.dumps([[player] * 4, games, seed, options])],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "POLARS_MAX_THREADS": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    return games / float(done.stdout.split()[-1])


def rates(beside: Path | None, rounds: int, amounts: dict[str, tuple[int, int]]) -> None:
    """Print the rates of players at tables of four; `amounts`: games here, games there."""
    for player, (many, few) in amounts.items():
        told, ends, there = [], [], []
        for seed in range(rounds):
            told.append(rate(ROOT, player, many, seed))
            ends.append(rate(ROOT, player, many, seed, events=False))
            if beside is not None:
                there.append(rate(beside, player, few, seed))
        middle = statistics.median
        line = f"{player:10} told {middle(told):8.1f}   ends only {middle(ends):9.1f} games/s"
        minutes = (10_000 / middle(each) / 60 for each in (told, ends))
        line += "   10,000 games: {:.1f} and {:.1f} min".format(*minutes)
        if there:
            other = middle(there)
            line += f"   there {other:7.1f}   told {middle(told) / other:.1f} x"
            line += f", ends only {middle(ends) / other:.1f} x"
        print(line, flush=True)


class Cost(NamedTuple):
    """What a simulation takes from end to end, starting its processes included."""

    seconds: float
    cpu: float
    """Seconds of processor, all processes together."""
    bytes: dict[str, int]
    """Of the tables."""


def conditions() -> str:
    """Processors and how busy they are."""
    return f"{processors()} processors, load {os.getloadavg()[0]:.1f}"


def cost_of(games: int, players: tuple[str, ...], workers: int) -> Cost:
    """Simulate and measure."""
    with tempfile.TemporaryDirectory() as folder:
        start, cpu = time.perf_counter(), sum(os.times()[:4])
        simulate(games, players, Path(folder) / "run", workers=workers)
        sizes = dict[str, int]()
        for path in Path(folder).glob("run/*/*.parquet"):
            sizes[path.parent.name] = sizes.get(path.parent.name, 0) + path.stat().st_size
        return Cost(time.perf_counter() - start, sum(os.times()[:4]) - cpu, sizes)


def two_processes(games: int, players: tuple[str, ...], rounds: int) -> None:
    """Print two processes against one on the same work, and what the tables weigh."""
    ones, twos = [], []
    for _ in range(rounds):  # in turn, so that both meet the same neighbours
        ones.append(cost_of(games, players, 1))
        twos.append(cost_of(games, players, 2))
    one, two = (min(each.seconds for each in costs) for costs in (ones, twos))
    extra = min(each.cpu for each in twos) / min(each.cpu for each in ones)
    print(f"{games} games of {', '.join(players)}: best of {rounds}, {conditions()}")
    print(f"  two processes give {one / two:.2f} times one (at least 1.7 wanted)")
    print(f"  they use {extra:.2f} times its processor time: {2 / extra:.2f} on two idle ones")
    parts = ", ".join(f"{table} {size / games:.0f}" for table, size in ones[0].bytes.items())
    print(f"  {sum(ones[0].bytes.values()) / games:.0f} bytes a game: {parts}")


def many_games(games: int) -> None:
    """Really play so many greedy games of four on two processes."""
    cost = cost_of(games, ("greedy",) * 4, 2)
    print(
        f"{games:,} greedy 4-player games, two processes: {cost.seconds:.0f} s from end to end, "
        f"{cost.cpu:.0f} s of processor ({conditions()})"
    )


def main() -> None:
    """Print all rates."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.simulation")
    parser.add_argument("--many", type=int, help="play so many greedy games and nothing else")
    parser.add_argument("--beside", type=Path, help="a checkout of another version")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if options.many is None:
        amounts = {"random": (600, 60), "greedy": (120, 24), "planner": (60, 12)}
        rates(options.beside, options.rounds, amounts)
        two_processes(2000, ("random",) * 4, options.rounds)
        two_processes(400, ("greedy",) * 4, options.rounds)
    many_games(options.many or 1000)


if __name__ == "__main__":
    main()
