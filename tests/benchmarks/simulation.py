"""What a simulation costs, as ratios: two processes against one, tables against play, bytes a game.

Run from the project's root::

    python -m tests.benchmarks.simulation               # some minutes
    python -m tests.benchmarks.simulation --full        # really plays 10,000 greedy games
    python -m tests.benchmarks.simulation --many 300    # only plays so many of them

Seconds vary with the machine and with who else uses it; the load is printed.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from khronos_lab.analysis import TABLES, TableBuilder, parquet_bytes
from khronos_lab.core import Action, GameState, Move, Question
from khronos_lab.players import Player, moves_of_game, player_named
from khronos_lab.simulation import game_of, planned, simulate, steps_of

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
        simulate(games, players, Path(folder) / "run", shard_games=shard, workers=workers)
        return Cost(time.perf_counter() - start, sum(os.times()[:4]) - cpu)


def processes(games: int, players: tuple[str, ...], rounds: int) -> None:
    """Print two processes against one on the same work."""
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
    sizes = {table: len(parquet_bytes(table, getattr(tables, table))) for table in TABLES}
    taken = time.process_time() - start
    print(f"{games} games of {', '.join(players)} in one shard (small shards take more bytes)")
    events = tables.events.height / games
    print(f"  {1000 * playing / games:.1f} ms of play and {events:.0f} events a game")
    print(f"  tables take {taken / playing:.1%} of that (at most 10 % wanted)")
    parts = ", ".join(f"{table} {size / games:.0f}" for table, size in sizes.items())
    print(f"  {sum(sizes.values()) / games:.0f} bytes a game (at most 1,500 wanted): {parts}")


class Timed:
    """A player whose thinking is timed."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds = 0.0

    def choose(self, view: GameState, rng: Random) -> Action:
        """What the player chooses."""
        start = time.process_time()
        action = self.player.choose(view, rng)
        self.seconds += time.process_time() - start
        return action

    def answer(self, view: GameState, move: Move, question: Question, rng: Random) -> int:
        """What the player answers."""
        start = time.process_time()
        option = self.player.answer(view, move, question, rng)
        self.seconds += time.process_time() - start
        return option


def bounds(games: int, players: tuple[str, ...]) -> None:
    """Print where the processor time of a simulation goes, in one process."""
    plan = planned(games, players)
    crews = [[Timed(player_named(name)) for name in players] for _ in range(games)]
    builder, tables_taken, start = TableBuilder(), 0.0, time.process_time()
    for number, crew in enumerate(crews):
        game = game_of(plan, number)
        steps = [
            (before, move, outcome.state, outcome.log)
            for before, move, outcome in moves_of_game(crew, game.start(), game.seed)
        ]
        begun = time.process_time()
        builder.add_game(game.id, game.start(), steps, seed=game.seed)
        tables_taken += time.process_time() - begun
    begun = time.process_time()
    tables = builder.tables()
    for table in TABLES:
        parquet_bytes(table, getattr(tables, table))
    tables_taken += time.process_time() - begun
    whole = time.process_time() - start
    thinking = sum(player.seconds for crew in crews for player in crew)
    print(
        f"  what bounds it ({games} games in one process): the players' thinking "
        f"{thinking / whole:.0%}, tables and packing {tables_taken / whole:.1%}, "
        f"the rules of the game itself {(whole - thinking - tables_taken) / whole:.0%}"
    )


def many_games(games: int) -> None:
    """Really play so many greedy games of four on two processes; print time and what bounds it."""
    four = ("greedy",) * 4
    cost = cost_of(games, four, 2, min(SHARD, max(1, games // 8)))
    print(
        f"{games:,} greedy 4-player games, two processes: {cost.seconds:.0f} s from end to end, "
        f"{cost.cpu:.0f} s of processor ({conditions()})"
    )
    print(f"  the processors worked {cost.cpu / 2 / cost.seconds:.0%} of that time for it")
    if games < MANY:
        print(
            f"  {MANY:,} would take {MANY * cost.seconds / games:.0f} s at this pace, "
            f"{MANY * cost.cpu / games / 2:.0f} s on two idle processors"
        )
    bounds(min(games, 40), four)


def main() -> None:
    """Print all ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--full", action="store_true", help="play all 10,000 greedy games")
    parser.add_argument("--many", type=int, help="play so many greedy games and nothing else")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    if options.many is not None:
        many_games(options.many)
        return
    processes(2000, ("random",) * 4, options.rounds)
    processes(40, ("greedy",) * 4, options.rounds)
    for player in ("random", "greedy"):
        writing(SHARD, (player,) * 4)
    writing(40, ("planner",) * 4)
    many_games(MANY if options.full else 200)


if __name__ == "__main__":
    main()
