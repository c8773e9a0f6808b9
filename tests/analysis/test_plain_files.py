"""Tables in files as strangers find them: the declared columns, what they mean, few bytes."""

from __future__ import annotations

import json

import duckdb
import polars as pl
import pytest

from khronos_lab.analysis import COLUMNS, SCHEMAS, described, read_mark, read_tables, write_tables
from khronos_lab.rulebook import KhronosError, RuleSet, data_file
from khronos_lab.simulation import simulate
from tests.analysis.test_files import LATER, some_tables
from tests.simulation.folders import edit


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    tables = some_tables(2)
    write_tables(folder, tables)
    return folder, tables


@pytest.mark.parametrize("table", ["games", "turns", "events"])
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


def test_a_game_of_four_greedy_players_takes_2200_bytes():
    # A file of 96 games; words are packed once a file, so one of 960 games took 1440 bytes a game.
    folder = data_file("sample", "4-greedy")
    sizes = [path.stat().st_size for path in folder.rglob("*.parquet")]
    games = read_tables(folder).games.select(pl.col("game").n_unique()).collect().item()
    assert sum(sizes) / games <= 2200


OLD = "cd200c75287be7b6"
"""The print of the columns in marks from before there were the later ones."""


def lacking_columns(folder, shard: int) -> None:
    """Make a shard what it was before there were the later columns about rules."""
    played = folder / "games" / f"{shard:05}.parquet"
    pl.read_parquet(played).drop(LATER).write_parquet(played)
    mark = folder / "shards" / f"{shard:05}.json"
    files = json.loads(mark.read_text())["files"]
    data = played.read_bytes()
    new = described(f"games/{played.name}", data)
    files[0] = {"name": new.name, "bytes": new.bytes, "sha256": new.sha256}
    edit(mark, schema=OLD, files=files)


@pytest.mark.parametrize("old", [(1, 2), (0, 1, 2)])
def test_shards_from_before_a_rule_could_be_chosen_are_read(tmp_path, old):
    rules = RuleSet(erased_tiles_return=True)
    simulate(6, ("random", "random"), tmp_path, rules=[rules], shard_games=2, workers=1)
    expected = read_tables(tmp_path).collect()
    for shard in old:
        lacking_columns(tmp_path, shard)
    found = read_tables(tmp_path).collect()
    assert found.events.sort("game", "step").equals(expected.events.sort("game", "step"))
    assert found.games.sort("game", "seat").equals(expected.games.sort("game", "seat"))


@pytest.mark.parametrize(
    ("layout", "words"), [(4, "a newer khronos_lab"), (2, "make them again"), (None, "again")]
)
def test_another_layout_is_refused_by_name(tmp_path, layout, words):
    simulate(2, ("random", "random"), tmp_path, shard_games=2, workers=1)
    mark = tmp_path / "shards" / "00000.json"
    assert read_mark(mark.read_text(), mark.as_posix()).layout == 3
    edit(mark, layout=layout)
    with pytest.raises(KhronosError, match=rf"00000\.json belongs to tables of.*{words}"):
        read_tables(tmp_path)
