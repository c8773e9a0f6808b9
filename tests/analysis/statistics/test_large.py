"""Tables too large for memory: the same answers, in little memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from khronos_lab.analysis import LazyTables, Tables, income
from khronos_lab.analysis.statistics.computing import game_streams as streams
from tests.analysis.statistics.asked import frames
from tests.analysis.statistics.rows import played_tables

ROOT = Path(__file__).parents[3]


def copied(tables: Tables, copies: int, *, seeds: int | None = None) -> Tables:
    """The same games under other ids; of the same seeds again after so many copies."""

    def copy(frame: pl.DataFrame, number: int) -> pl.DataFrame:
        return frame.with_columns(game=pl.lit(f"{number:03}-") + pl.col("game"))

    games = [
        copy(tables.games, number).with_columns(
            seed=pl.lit(f"{number % (seeds or copies)}-") + pl.col("seed")
        )
        for number in range(copies)
    ]
    turns = [copy(tables.turns, number) for number in range(copies)]
    events = [copy(tables.events, number) for number in range(copies)]
    return Tables(pl.concat(games), pl.concat(turns), pl.concat(events))


def same(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> None:
    """The same answers: whole numbers and words exactly, quotients to the last digits."""
    assert list(one) == list(other)
    for name, frame in one.items():
        assert_frame_equal(frame, other[name], check_exact=False, rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize("seeds", [None, 2])
def test_any_batches_give_the_report_of_tables_in_memory(monkeypatch, seeds):
    tables = copied(played_tables(), 3, seeds=seeds).lazy()
    whole = frames(tables)
    monkeypatch.setattr(streams, "ROWS", 500)
    same(whole, frames(tables, keep=0))


def test_seeds_in_several_copies_are_one_cluster():
    tables = copied(played_tables(), 5, seeds=2).lazy()
    clusters = tables.games.select(pl.col("seed").n_unique()).collect().item()
    assert set(income(tables).collect()["clusters"]) == {clusters}


@pytest.mark.parametrize("keep", [0, 10**9])
def test_filtered_tables_in_any_order_of_games_give_the_report_of_their_games(keep):
    own = pl.col("game").str.starts_with("001")
    alone, tables = (copied(played_tables(), copies).lazy() for copies in (2, 3))
    turned = tables.games.sort("game", descending=True, maintain_order=True)
    some = LazyTables(*(each.filter(own) for each in (turned, tables.turns, tables.events)))
    alone = LazyTables(*(each.filter(own) for each in (alone.games, alone.turns, alone.events)))
    same(frames(alone), frames(some, keep=keep))


# ------------------------------------------------------------------ memory

PEAK = """
import sys
import polars as pl
from khronos_lab.analysis.statistics.computing import game_streams as streams
from khronos_lab.analysis import LazyTables
from tests.analysis.statistics.asked import frames

def resident(what):
    return int(open("/proc/self/status").read().split(what)[1].split()[0]) * 1024

streams.ROWS = 30_000
folder, way = sys.argv[1:]
names = ("games", "turns", "events")
tables = LazyTables(*(pl.scan_parquet(f"{folder}/{name}/*.parquet") for name in names))
tables.games.select(pl.len()).collect(engine="streaming")
before = resident("VmRSS:")
if way == "at once":
    events = tables.collect().events.height
else:
    events = frames(tables, keep=1_000_000)["rules"]["number"].sum()
print(events, resident("VmHWM:") - before)
"""

COPIES = 100
SPARING = {"POLARS_MAX_THREADS": "2", "_RJEM_MALLOC_CONF": "dirty_decay_ms:0,muzzy_decay_ms:0"}
"""What is no longer needed goes back at once, so that needs are measured and not habits."""


def write_shards(folder: Path, few: Tables) -> int:
    """Copies of some games, a file for each copy as a simulation writes them; how large they are.

    One scan of many files is read file by file. A `concat` of many scans is not: polars begins all
    of them, and holds what it has read until its turn comes.
    """
    size = 0
    for name in ("games", "turns", "events"):
        (folder / name).mkdir()
        frame = getattr(few, name)
        size += frame.estimated_size() * COPIES
        for copy in range(COPIES):
            changed = {"game": pl.lit(f"{copy:03}-") + pl.col("game")}
            if name == "games":
                changed["seed"] = pl.lit(f"{copy:03}-") + pl.col("seed")
            frame.with_columns(**changed).write_parquet(folder / name / f"{copy:05}.parquet")
    return size


def peak(folder: Path, way: str) -> tuple[int, int]:
    """How many events a process of its own counted, and how many bytes it grew by at most."""
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(folder), way],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=600,
        env={**os.environ, **SPARING},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    events, grown = done.stdout.split()
    return int(events), int(grown)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux for its memory")
def test_the_whole_report_of_tables_larger_than_the_memory_it_takes(tmp_path):
    few = copied(played_tables(), -(-160_000 // played_tables().events.height))
    size = write_shards(tmp_path, few)
    events, grown = peak(tmp_path, "at once")
    assert grown > 0.9 * size
    counted, least = peak(tmp_path, "streamed")
    assert counted == events == few.events.height * COPIES
    assert least < size / 2
