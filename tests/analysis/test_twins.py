"""A game counts once: whatever would count it twice, or mix two games, is refused or told."""

from __future__ import annotations

import shutil
from dataclasses import replace

import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.analysis import Tables, read_tables, tables_of, write_tables
from khronos_lab.records import Line, Study, game_at, game_id, write_records
from khronos_lab.rulebook import KhronosError, data_file
from khronos_lab.simulation import simulate
from tests.cli.calls import khronos_lab as called

GAMES = ("01-two-players-valley.khr", "06-holdem.khr", "08-lesson-three-ages.khr")


def game(name):
    return game_at(data_file("games", name))[0]


@pytest.fixture
def club(tmp_path):
    """A folder with three games, each converted into a folder of its own."""
    for name in GAMES:
        assert called("convert", f"data/games/{name}", f"{tmp_path}/club/{name}/").exit_code == 0
    return tmp_path / "club"


def bonus(tables) -> int:
    return tables.turns.select(pl.col("bonus").cast(pl.Int64).sum()).collect().item()


def test_converted_folders_under_one_parent_do_not_mix(club):
    records = map(game, GAMES)
    together = read_tables(club)
    assert together.games.select(pl.col("game").n_unique()).collect().item() == 3
    assert bonus(together) == sum(bonus(tables_of([record]).lazy()) for record in records)


def test_a_game_has_the_same_id_wherever_it_lies_and_whatever_is_said_about_it():
    record = game(GAMES[0])
    other = Study(record).remark(3, comment="Bold.").record
    assert game_id(other) == game_id(record)
    shorter = replace(record, line=Line(record.line.nodes[:5]))
    assert game_id(shorter) != game_id(record)


@pytest.mark.parametrize("more", ["", GAMES[0]], ids=["itself", "a part of it"])
def test_a_folder_that_would_be_read_twice_is_refused(club, more):
    with pytest.raises(KhronosError, match="would be read twice"):
        read_tables(club, club / more)


def test_a_copied_folder_is_refused(club):
    shutil.copytree(club / GAMES[0], club / "copy")
    with pytest.raises(KhronosError, match=r"both hold the game [0-9a-f]{16}, and it would count"):
        read_tables(club)


def test_the_records_of_a_simulation_are_its_games_under_another_name(tmp_path):
    simulate(3, ["random", "random"], tmp_path / "run", workers=1, records=True, shard_games=3)
    records = tmp_path / "run" / "records" / "00000.khr.gz"
    assert called("convert", str(records), f"{tmp_path}/again/").exit_code == 0
    with pytest.raises(KhronosError, match="3 games would count twice"):
        read_tables(tmp_path / "run", tmp_path / "again")


def test_a_table_with_a_game_twice_is_refused(tmp_path):
    tables = tables_of([game(GAMES[0])])
    doubled = Tables(*(pl.concat([each, each]) for each in (
        tables.games, tables.turns, tables.events)))  # fmt: skip
    write_tables(tmp_path, doubled)
    with pytest.raises(KhronosError, match=r"has the game [0-9a-f]{16} twice"):
        read_tables(tmp_path)


def test_records_that_are_one_game_are_refused_or_told(tmp_path):
    record = game(GAMES[0])
    with pytest.raises(KhronosError, match="records 0 and 1 are the same game"):
        tables_of([record, Study(record).remark(3, comment="Bold.").record])
    assert repr(kl.dataset([record, record])).endswith("; 1 game given twice counts once")
    assert len(kl.dataset([record, record])) == 1
    write_records(tmp_path / "club.khr", [record, record])
    result = called("convert", str(tmp_path / "club.khr"), f"{tmp_path}/tables/")
    assert result.exit_code == 0
    assert "game 2, is the same game as" in result.stderr
    assert "1 game," in result.stdout
    assert read_tables(tmp_path / "tables").games.collect()["game"].n_unique() == 1
