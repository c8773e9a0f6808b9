"""Tables too large for memory: pieces of games, the same answers, little memory."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from khronos_lab.analysis.statistics.computing import large_tables as pieces
from khronos_lab.analysis.statistics.income import income
from khronos_lab.analysis.statistics.standard_report import collect_report, standard_report
from khronos_lab.analysis.tables.game_tables import LazyTables, Tables
from khronos_lab.rulebook.errors import KhronosError
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


@pytest.mark.parametrize("events", [2_000, 10_000_000])
@pytest.mark.parametrize("seeds", [None, 2])
def test_any_pieces_give_the_report_of_tables_in_memory(monkeypatch, events, seeds):
    monkeypatch.setattr(pieces, "EVENTS", events)
    monkeypatch.setattr(pieces, "GAMES", 50)
    tables = copied(played_tables(), 3, seeds=seeds).lazy()
    same(collect_report(standard_report(tables)), collect_report(standard_report(tables, keep=0)))


def test_seeds_in_several_pieces_are_one_cluster(monkeypatch):
    monkeypatch.setattr(pieces, "EVENTS", 1)
    tables = replace(copied(played_tables(), 5, seeds=2).lazy(), large=True)
    clusters = tables.games.select(pl.col("seed").n_unique()).collect().item()
    assert set(income(tables).collect()["clusters"]) == {clusters}


def test_rows_of_games_that_were_left_out_are_left_out(monkeypatch):
    monkeypatch.setattr(pieces, "EVENTS", 700)
    tables = copied(played_tables(), 3).lazy()
    some = replace(tables, games=tables.games.filter(pl.col("game").str.starts_with("001")))
    same(collect_report({"income": income(some)}), {"income": income(_large(some)).collect()})


def _large(tables: LazyTables) -> LazyTables:
    return replace(tables, large=True)


def test_tables_in_another_order_are_refused(monkeypatch):
    monkeypatch.setattr(pieces, "EVENTS", 1)
    tables = played_tables()
    turned = tables.games.sort("game", descending=True, maintain_order=True)
    mixed = _large(Tables(turned, tables.turns, tables.events).lazy())
    with pytest.raises(Exception, match="different orders") as fault:
        income(mixed).collect()
    assert KhronosError.__name__ in repr(fault.value) or isinstance(fault.value, KhronosError)


# ------------------------------------------------------------------ memory

UNDER_A_LIMIT = """
import resource
import sys
import polars as pl
from khronos_lab.analysis.statistics.computing import game_streams as streams
from khronos_lab.analysis.statistics.computing import large_tables as pieces
from khronos_lab.analysis.statistics.standard_report import collect_report, kept, standard_report
from khronos_lab.analysis.tables.game_tables import LazyTables

streams.ROWS = pieces.ROWS = 30_000
pieces.EVENTS = 150_000
folder, room, way = sys.argv[1], int(sys.argv[2]), sys.argv[3]
names = ("games", "turns", "events")
tables = LazyTables(*(pl.scan_parquet(f"{folder}/{name}/*.parquet") for name in names))
tables.games.select(pl.len()).collect(engine="streaming")  # threads have stacks of their own
status = open("/proc/self/status").read()
data = int(status.split("VmData:")[1].split()[0]) * 1024
resource.setrlimit(resource.RLIMIT_DATA, (data + room, data + room))
if way == "at once":
    print(kept(tables, 10**9).events.select(pl.len()).collect().item())
else:
    report = standard_report(tables, keep=1_000_000)
    assert not report.kept
    found = collect_report(report)
    print(found["clause_coverage"]["number"].sum())
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


def under_a_limit(folder: Path, room: int, way: str) -> subprocess.CompletedProcess[str]:
    """A process that gets no more memory than so many bytes above what it starts with."""
    return subprocess.run(
        [sys.executable, "-c", UNDER_A_LIMIT, str(folder), str(room), way],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=600,
        env={**os.environ, **SPARING},
    )  # fmt: skip


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does")
def test_the_whole_report_of_tables_larger_than_the_memory_there_is(tmp_path):
    few = copied(played_tables(), -(-160_000 // played_tables().events.height))
    size = write_shards(tmp_path, few)
    room = size // 2
    at_once = under_a_limit(tmp_path, room, "at once")
    assert at_once.returncode != 0, f"{room} bytes were enough for all tables"
    assert "memory allocation" in at_once.stderr
    report = under_a_limit(tmp_path, room, "in pieces")
    assert report.returncode == 0, report.stderr[-2000:]
    assert int(report.stdout) == few.events.height * COPIES
