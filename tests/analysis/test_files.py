"""Tables as Parquet files: read as written, by others too, never by halves, only if ours."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import replace

import duckdb
import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.analysis import (
    COLUMNS,
    SCHEMAS,
    TableBuilder,
    Tables,
    digest_of,
    read_tables,
    write_tables,
)
from khronos_lab.rulebook import KhronosError, data_file
from khronos_lab.simulation import simulate
from tests.analysis.games import random_game
from tests.simulation.folders import content, forget


def some_tables(*seeds: int) -> Tables:
    builder = TableBuilder()
    for seed in seeds:
        builder.add_game(f"game {seed}", *random_game(seed, 2), seed=seed)
    return builder.tables()


BOARDS = ("domains_", "squares_", "paradoxes_")
"""Columns of players that follow from boards alone."""
LATER = ("erased_tiles_return", "numbers")
"""Columns about rules that could not be chosen at first."""


def same(one: Tables, other: Tables) -> bool:
    return (
        one.games.equals(other.games)
        and one.turns.equals(other.turns)
        and one.events.equals(other.events)
        and one.players.equals(other.players)
    )


def test_tables_are_read_as_they_were_written(tmp_path):
    tables = some_tables(1, 2)
    folder = tmp_path / "new" / "folder"
    write_tables(folder, tables)
    found = read_tables(folder)
    assert same(found.collect(), tables)
    assert found.events.collect_schema() == SCHEMAS["events"]
    assert sorted(path.name for path in folder.iterdir()) == [
        "events.parquet",
        "games.parquet",
        "players.parquet",
        "tables.json",
        "turns.parquet",
    ]


def test_empty_tables_are_tables(tmp_path):
    write_tables(tmp_path, some_tables())
    assert same(read_tables(tmp_path).collect(), some_tables())


def test_folders_are_read_as_one(tmp_path):
    write_tables(tmp_path / "one", some_tables(1))
    write_tables(tmp_path / "two", some_tables(2))
    assert same(read_tables(tmp_path / "one", tmp_path / "two").collect(), some_tables(1, 2))


def test_files_are_not_replaced_unless_asked(tmp_path):
    write_tables(tmp_path, some_tables(1))
    with pytest.raises(KhronosError, match=r"games\.parquet is there already; overwrite=True"):
        write_tables(tmp_path, some_tables(2))
    assert same(read_tables(tmp_path).collect(), some_tables(1))
    write_tables(tmp_path, some_tables(2), overwrite=True)
    assert same(read_tables(tmp_path).collect(), some_tables(2))


def test_nothing_is_written_if_one_file_is_there(tmp_path):
    (tmp_path / "events.parquet").write_text("mine")
    with pytest.raises(KhronosError, match=r"events\.parquet is there already"):
        write_tables(tmp_path, some_tables(1))
    assert [path.name for path in tmp_path.iterdir()] == ["events.parquet"]
    assert (tmp_path / "events.parquet").read_text() == "mine"


def test_s3_in_games_from_before_it_could_be_chosen_erased_tiles_returned(tmp_path):
    tables = some_tables(1)
    write_tables(tmp_path, tables)
    tables.games.drop(LATER).write_parquet(tmp_path / "games.parquet")
    older = replace(tables, games=tables.games.with_columns(erased_tiles_return=pl.lit(True)))
    assert same(read_tables(tmp_path, verify=False).collect(), older)
    tables.games.drop("holdem", *LATER).write_parquet(tmp_path / "games.parquet")
    with pytest.raises(KhronosError, match="lacks the columns holdem"):
        read_tables(tmp_path, verify=False)


FOREIGN = {
    "lacks the columns square": lambda events: events.drop("square"),
    "has the unknown columns luck": lambda events: events.with_columns(luck=1),
    "has other types or words in the columns step": lambda events: events.cast({"step": pl.Int64}),
    "has other types or words in the columns age": lambda events: events.with_columns(
        age=pl.lit("Stone", pl.Enum(["Stone"]))
    ),
    "columns are in another order": lambda events: events.select(sorted(events.columns)),
}


@pytest.mark.parametrize("words", FOREIGN)
def test_a_foreign_table_is_neither_written_nor_read(tmp_path, words):
    tables = some_tables(1)
    foreign = Tables(tables.games, tables.turns, FOREIGN[words](tables.events))
    with pytest.raises(KhronosError, match=f"^the table events is not an events table.*{words}$"):
        write_tables(tmp_path / "folder", foreign)
    assert list(tmp_path.iterdir()) == []
    write_tables(tmp_path, tables)
    foreign.events.write_parquet(tmp_path / "events.parquet")
    with pytest.raises(KhronosError, match=rf"events\.parquet is not an events table.*{words}$"):
        read_tables(tmp_path, verify=False)


def test_a_file_that_is_no_parquet_is_refused(tmp_path):
    write_tables(tmp_path, some_tables(1))
    (tmp_path / "turns.parquet").write_text("turn;seat\n1;0\n")
    with pytest.raises(KhronosError, match=r"turns\.parquet cannot be read as a Parquet file$"):
        read_tables(tmp_path, verify=False)


def test_three_files_of_version_0_2_0_are_read(tmp_path):
    tables = some_tables(1)
    write_tables(tmp_path, tables)
    (tmp_path / "players.parquet").unlink()
    tables.turns.drop("value", "win_chance").write_parquet(tmp_path / "turns.parquet")
    files = [
        {"name": f"{table}.parquet", "bytes": 1, "sha256": digest_of(data)}
        for table in ("games", "turns", "events")
        for data in [(tmp_path / f"{table}.parquet").read_bytes()]
    ]
    old = {"format": 1, "layout": 3, "files": files, "sum": "0"}
    (tmp_path / "tables.json").write_text(json.dumps(old))
    found = read_tables(tmp_path).collect()
    assert found.turns.equals(tables.turns)
    known = [each for each in found.players.columns if not each.startswith(BOARDS)]
    assert found.players.select(known).equals(tables.players.select(known))
    assert found.players["paradoxes_caused"].null_count() == 2
    (tmp_path / "tables.json").write_text(json.dumps(old | {"layout": 2}))
    with pytest.raises(KhronosError, match=r"tables\.json belongs .* a khronos_lab before"):
        read_tables(tmp_path)


def test_a_missing_file_is_named(tmp_path):
    write_tables(tmp_path, some_tables(1))
    (tmp_path / "games.parquet").unlink()
    with pytest.raises(KhronosError, match=r"games\.parquet is missing"):
        read_tables(tmp_path, verify=False)


# ------------------------------------------------------------------ damaged, or not whole


def test_tables_without_sums_are_read_only_if_that_is_said(tmp_path):
    write_tables(tmp_path, some_tables(1))
    (tmp_path / "tables.json").unlink()
    with pytest.raises(KhronosError, match=r"has no tables\.json .* verify=False"):
        read_tables(tmp_path)
    assert same(read_tables(tmp_path, verify=False).collect(), some_tables(1))


def test_games_that_are_not_there_yet_are_told(tmp_path):
    simulate(3, ["random", "random"], tmp_path, workers=1, shard_games=1)
    assert read_tables(tmp_path).missing() == []
    forget(tmp_path, 1)
    assert read_tables(tmp_path).missing() == ["1 game of the plan is not there yet"]
    assert repr(kl.dataset(tmp_path)).endswith("; 1 game of the plan is not there yet")


# ------------------------------------------------------------------ whole or not at all


def full_disk(monkeypatch, after):
    """From the so-many-th file on, there is no room."""
    left = [after]
    real = os.fsync

    def fsync(handle):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("after", range(5))
def test_tables_on_a_full_disk_are_those_of_before(tmp_path, monkeypatch, after):
    write_tables(tmp_path, some_tables(1))
    before = content(tmp_path)
    full_disk(monkeypatch, after)
    with pytest.raises(KhronosError, match="cannot be written: No space left on device"):
        write_tables(tmp_path, some_tables(2), overwrite=True)
    assert content(tmp_path) == before


def test_a_run_that_was_killed_between_two_files_shows(tmp_path):
    write_tables(tmp_path, some_tables(1))
    old = (tmp_path / "turns.parquet").read_bytes()
    write_tables(tmp_path, some_tables(2), overwrite=True)
    (tmp_path / "turns.parquet").write_bytes(old)
    with pytest.raises(KhronosError, match=r"turns\.parquet is damaged"):
        read_tables(tmp_path)


# ------------------------------------------------------------------ as strangers find them


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    tables = some_tables(2)
    write_tables(folder, tables)
    return folder, tables


@pytest.mark.parametrize("table", ["games", "players", "turns", "events"])
def test_a_file_has_the_declared_columns_and_says_what_they_mean(written, table):
    folder, tables = written
    found = pl.read_parquet(folder / f"{table}.parquet")
    assert found.schema == SCHEMAS[table]
    assert found.equals(getattr(tables, table))
    told = pl.read_parquet_metadata(folder / f"{table}.parquet")
    assert json.loads(told["columns"]) == {each.name: each.meaning for each in COLUMNS[table]}
    assert told["table"] == table
    assert told["rows"].startswith("one per ")
    if table == "events":
        assert json.loads(told["amounts"])["TaxCollected"] == "coins"


def asked_elsewhere(question: str) -> list[tuple[object, ...]]:
    found = duckdb.sql(question)
    assert found is not None
    return found.fetchall()


def test_another_reader_finds_the_same_words_and_numbers(written):
    folder, tables = written
    assert asked_elsewhere(f"select * from '{folder / 'events.parquet'}'") == tables.events.rows()
    asked = f"""
        select result.kind, count(*)
        from '{folder / "events.parquet"}' result
        join '{folder / "events.parquet"}' origin
            on result.game = origin.game and result.cause = origin.step
        where origin.event = 'BuildingBuilt' and result.event = 'ShadowFalls'
        group by all order by all
    """
    events = tables.events
    origin = events.filter(pl.col("event") == "BuildingBuilt").select("game", cause="step")
    falls = events.filter(pl.col("event") == "ShadowFalls").join(origin, on=["game", "cause"])
    counted = falls.group_by(pl.col("kind").cast(pl.String)).len().sort("kind")
    assert asked_elsewhere(asked) == counted.rows()


def test_a_game_of_four_planners_takes_3500_bytes():
    # Four tables of 96 games, the first of them in small shards; words are packed once a file.
    folder = data_file("sample", "4-planners")
    sizes = [path.stat().st_size for path in folder.rglob("*.parquet")]
    games = read_tables(folder).games.select(pl.col("game").n_unique()).collect().item()
    assert sum(sizes) / games <= 3500
