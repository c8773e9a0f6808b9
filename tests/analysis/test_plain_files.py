"""Tables in files as strangers find them: the declared columns, what they mean, few bytes."""

from __future__ import annotations

import json

import duckdb
import polars as pl
import pytest

from khronos_lab.analysis import COLUMNS, SCHEMAS, read_tables, write_tables
from khronos_lab.rulebook import data_file
from tests.analysis.test_files import some_tables


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
