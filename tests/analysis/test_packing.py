"""Tables in files: fewer bytes, the same tables, and a question reads no more than it needs."""

from __future__ import annotations

import json
from dataclasses import asdict

import polars as pl
import pytest

from khronos_lab.analysis.tables.column_packing import EVENTS_IN_FILES, packed, unpacked
from khronos_lab.analysis.tables.dataset_folder import described, read_mark, schema_print
from khronos_lab.analysis.tables.parquet_files import file_of, read_tables, write_tables
from khronos_lab.analysis.tables.schema import AGE, CLAUSE, KIND, LATER, SCHEMAS
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import data_file
from khronos_lab.simulation.run import simulate
from tests.analysis.test_files import same, some_tables
from tests.simulation.folders import edit


def test_events_are_kept_as_distances_and_numbers(tmp_path):
    tables = some_tables(1)
    write_tables(tmp_path, tables)
    kept = pl.read_parquet(file_of(tmp_path, "events"))
    assert kept.schema == EVENTS_IN_FILES
    gone = {"cause", "square", "clause", "age", "kind", "rank"}
    assert gone.isdisjoint(kept.columns)
    assert kept["back"].null_count() == tables.events["cause"].null_count() > 0
    assert kept["place"].null_count() == tables.events["square"].null_count() > 0
    assert same(read_tables(tmp_path).collect(), tables)


@pytest.mark.parametrize("folder", ["4-greedy", "5-mixed"])
def test_every_row_of_many_games_comes_back(folder):
    events = read_tables(data_file("sample", folder)).events.head(50_000).collect()
    assert unpacked(packed(events).lazy(), EVENTS_IN_FILES).collect().equals(events)


def test_every_word_and_null_comes_back():
    count = max(len(words.categories) for words in (CLAUSE, AGE, KIND))
    rows = []
    for number in range(count + 1):
        words = {"clause": CLAUSE, "age": AGE, "kind": KIND}
        row = {name: each.categories[number % len(each.categories)] for name, each in words.items()}
        rows += [row, {**row, "rank": number % 3 + 1}, {"rank": number % 3 + 1}]
        rows += [{name: row[name]} for name in row]
    events = pl.DataFrame([{"step": n, **row} for n, row in enumerate(rows)], SCHEMAS["events"])
    assert unpacked(packed(events).lazy(), EVENTS_IN_FILES).collect().equals(events)


def test_a_rank_that_no_building_has_is_not_written():
    events = pl.DataFrame([{"step": 0, "rank": 4}], SCHEMAS["events"])
    with pytest.raises(KhronosError, match="a rank that is not 1 to 3"):
        packed(events)


def test_other_tables_are_kept_as_they_are():
    tables = some_tables(1)
    assert packed(tables.games) is tables.games
    assert packed(tables.turns) is tables.turns


def plan_of(question: pl.LazyFrame) -> str:
    """What polars makes of a question, in one line."""
    return " ".join(question.explain().split())


def test_a_question_reads_only_its_columns_and_rows(tmp_path):
    write_tables(tmp_path, some_tables(1))
    events = read_tables(tmp_path).events
    built = plan_of(events.filter(pl.col("event") == "BuildingBuilt").select("seat"))
    assert 'PROJECT 2/12 COLUMNS SELECTION: col("event")' in built
    assert "PROJECT 2/12 COLUMNS" in plan_of(events.select("cause"))
    assert "PROJECT 1/12 COLUMNS" in plan_of(events.select("square"))


def as_before(folder, shard: int) -> None:
    """Make a shard what it was before there were layouts and the later columns about rules."""
    path = folder / "events" / f"{shard:05}.parquet"
    frame = read_tables(folder).events.collect()
    games = pl.read_parquet(path)["game"].unique()
    data = frame.filter(pl.col("game").is_in(games.implode())).select(SCHEMAS["events"].names())
    data.write_parquet(path)
    played = folder / "games" / path.name
    pl.read_parquet(played).drop(LATER).write_parquet(played)
    mark = folder / "shards" / f"{shard:05}.json"
    names = [file["name"] for file in json.loads(mark.read_text())["files"]]
    files = [asdict(described(name, (folder / name).read_bytes())) for name in names]
    edit(mark, layout=None, schema=schema_print(len(LATER)), files=files)


@pytest.mark.parametrize("old", [(0,), (1, 2), (0, 1, 2)])
def test_shards_of_before_are_read_with_and_without_new_ones(tmp_path, old):
    simulate(tmp_path, 6, ("random", "random"), shard_games=2, workers=1)
    expected = read_tables(tmp_path).collect()
    for shard in old:
        as_before(tmp_path, shard)
    found = read_tables(tmp_path).collect()
    assert found.events.sort("game", "step").equals(expected.events.sort("game", "step"))
    assert found.games.sort("game", "seat").equals(expected.games.sort("game", "seat"))


def test_a_layout_to_come_is_refused_by_name(tmp_path):
    simulate(tmp_path, 2, ("random", "random"), shard_games=2, workers=1)
    mark = tmp_path / "shards" / "00000.json"
    assert read_mark(mark.read_text(), mark.as_posix()).layout == 2
    edit(mark, layout=3)
    with pytest.raises(KhronosError, match=r"00000\.json counts tables of layout 3 and"):
        read_tables(tmp_path)
