"""What tables cost, as ratios: building them against playing the games, and bytes for a game.

Run from the project's root::

    python -m tests.benchmarks.tables

Random 4-player games on one core; seconds vary with the machine, ratios hardly.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from khronos_lab.analysis import TableBuilder, file_of, read_tables, tables_of, write_tables
from khronos_lab.engine import Outcome
from khronos_lab.records import Recorder, steps_of
from tests.analysis.games import random_game

T = TypeVar("T")


class Clock:
    """Adds up the seconds that something takes."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def time(self, work: Callable[[], T]) -> T:
        """Do it and add what it took."""
        start = time.perf_counter()
        result = work()
        self.seconds += time.perf_counter() - start
        return result


def measure(games: int) -> None:
    """Play, build, write and read, and print what each took against playing."""
    playing, building, writing, reading = Clock(), Clock(), Clock(), Clock()
    builder = TableBuilder()
    for seed in range(games):
        start, steps = playing.time(partial(random_game, seed))
        building.time(partial(builder.add_game, f"{seed:06}", start, steps, seed=seed))
    tables = building.time(builder.tables)
    with tempfile.TemporaryDirectory() as folder:
        writing.time(lambda: write_tables(folder, tables))
        reading.time(lambda: read_tables(folder).collect())
        sizes = {
            name: file_of(folder, name).stat().st_size for name in ("games", "turns", "events")
        }
    print(f"{games} random 4-player games, {tables.events.height / games:.0f} events each")
    print(f"  played in {1000 * playing.seconds / games:.1f} ms a game; against that")
    for what, clock in (("building", building), ("writing", writing), ("reading", reading)):
        print(f"  {what} tables takes {clock.seconds / playing.seconds:.1%}")
    parts = ", ".join(f"{name} {size / games:.0f}" for name, size in sizes.items())
    print(f"  Parquet: {sum(sizes.values()) / games:.0f} bytes a game ({parts})")


def from_records(games: int) -> None:
    """Tables of records against replaying them only."""
    records = []
    for seed in range(games):
        start, steps = random_game(seed)
        recorder = Recorder(start, {"Seed": str(seed)})
        for before, move, after, log in steps:
            recorder.add(before, move, Outcome(after, log))
        records.append(recorder.record())
    replaying, building = Clock(), Clock()
    replaying.time(lambda: [sum(1 for _ in steps_of(record)) for record in records])
    building.time(lambda: tables_of(records))
    print(
        f"{games} records: replay and tables take {building.seconds / replaying.seconds:.2f} "
        "times the replay"
    )


def main() -> None:
    """Print all ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    measure(games)
    from_records(max(1, games // 10))


if __name__ == "__main__":
    main()
