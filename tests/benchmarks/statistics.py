"""What all questions of a report cost on a million events, as ratios.

Run from the project's root::

    python -m tests.benchmarks.statistics

The report against a plain scan-and-count (every column of the table's files read, its values
counted) for each question. Best of several; processor seconds are printed beside.
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from pathlib import Path

import polars as pl

from khronos_lab.analysis import LazyTables, TableBuilder, Tables
from khronos_lab.questions import Selection
from khronos_lab.report import standard_answers
from tests.analysis.games import random_game
from tests.benchmarks.timing import Took, took
from tests.questions.asked import frames

NAMES = ("games", "turns", "events")
TURNS_ONLY = ("wealth", "spending", "cards_held", "hands", "luck", "lead_changes", "comebacks")
GAMES_ONLY = ("seats", "ratings", "duels")


def base_games(number: int) -> Tables:
    """Tables of random 4-player games."""
    builder = TableBuilder()
    for seed in range(number):
        start, steps = random_game(seed)
        builder.add_game(f"{seed:05}", start, steps, seed=seed)
    return builder.tables()


def write_copies(folder: Path, tables: Tables, events: int) -> None:
    """Shards of the same games under new ids, until there are so many events."""
    for name in NAMES:
        (folder / name).mkdir()
        for copy in range(-(-events // tables.events.height)):
            frame = getattr(tables, name).with_columns(
                game=pl.lit(f"{copy:03}-") + pl.col("game"),
            )
            if name == "games":
                frame = frame.with_columns(seed=pl.lit(f"{copy}-") + pl.col("seed"))
            frame.write_parquet(folder / name / f"{copy:05}.parquet")


def scanned(folder: Path) -> LazyTables:
    return LazyTables(*(pl.scan_parquet(folder / name / "*.parquet") for name in NAMES))


def count(folder: Path, name: str) -> pl.DataFrame:
    """Read all columns of a table and count their values."""
    files = pl.scan_parquet(folder / name / "*.parquet")
    return files.select(pl.all().count()).collect(engine="streaming")


def plain_scans(folder: Path, questions: list[str], times: int) -> tuple[Took, Took]:
    """A scan-and-count for each question: of the table it reads, and the cheapest imaginable."""
    whole = {name: took(partial(count, folder, name), times) for name in NAMES}
    tables = [
        "turns" if name in TURNS_ONLY else "games" if name in GAMES_ONLY else "events"
        for name in questions
    ]
    events = pl.scan_parquet(folder / "events" / "*.parquet")
    least = took(lambda: events.group_by("event").len().collect(engine="streaming"), times)
    every = Took(sum(whole[name].wall for name in tables), sum(whole[name].cpu for name in tables))
    return every, Took(least.wall * len(tables), least.cpu * len(tables))


def our_report(folder: Path, times: int) -> tuple[Took, dict[str, pl.DataFrame]]:
    found: dict[str, pl.DataFrame] = {}

    def work() -> None:
        found.update(frames(scanned(folder)))

    return took(work, times), found


def slowest(folder: Path, number: int) -> str:
    """What bounds the report: its slowest questions, each alone."""
    answers = standard_answers(Selection(scanned(folder)))
    alone = {name: took(partial(getattr, each, "frame"), 1) for name, each in answers.items()}
    first = sorted(alone, key=lambda name: -alone[name].cpu)[:number]
    whole = sum(each.cpu for each in alone.values())
    parts = ", ".join(f"{name} {alone[name].cpu / whole:.0%}" for name in first)
    return f"{parts} of {whole:.2f} processor seconds asked one by one"


def main() -> None:
    """Print all ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=500, help="games played before copying")
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = base_games(options.games)
        write_copies(folder, tables, options.events)
        events = scanned(folder).events.select(pl.len()).collect().item()
        report, found = our_report(folder, options.times)
        scans, least = plain_scans(folder, list(found), options.times)
        print(f"{events} events of random 4-player games, {len(found)} questions: {report}")
        print(
            f"  a scan-and-count of all columns for each takes {scans}; the report takes "
            f"{report.wall / scans.wall:.2f} times that "
            f"({report.cpu / scans.cpu:.2f} on processors)"
        )
        print(
            f"  counting by event alone, one column, for each: {least}; "
            f"{report.wall / least.wall:.2f} times that"
        )
        print(f"  what it is spent on: {slowest(folder, 6)}")


if __name__ == "__main__":
    main()
