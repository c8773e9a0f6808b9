"""Datasets: whole shards, resumed to the byte; what fails, is broken or foreign is named."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor

import polars as pl
import pytest

from khronos_lab.analysis import read_tables
from khronos_lab.records import GameRecord, read_games
from khronos_lab.rulebook import KhronosError, RuleSet
from khronos_lab.simulation import play_again, resume, simulate
from tests.simulation.folders import FAULTY, TWO, content, edit

GAMES, SHARD = 7, 2


def some(out, **options):
    return simulate(GAMES, TWO, out, **{"seed": 3, "shard_games": SHARD, "workers": 1, **options})


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "run"
    some(folder, records=True)
    return folder


@pytest.fixture
def copy(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "copy")
    return tmp_path / "copy"


def again(folder, **options):
    return some(folder, **{"records": True, **options})


# ------------------------------------------------------------------ what is written


def test_a_dataset_has_tables_records_and_marks(whole):
    folders = ("events", "games", "records", "shards", "turns")
    names = {name.partition("/")[0] for name in content(whole)}
    assert names == {*folders, "simulation.json"}
    assert len(content(whole)) == 1 + 5 * 4


def test_the_tables_hold_every_game_once(whole):
    tables = read_tables(whole).collect()
    assert tables.games.group_by("game").len()["len"].to_list() == [2] * GAMES
    assert tables.games["seed"].n_unique() == GAMES
    assert tables.games["finished"].all()
    assert tables.turns.group_by("game").len()["len"].to_list() == [14] * GAMES
    assert tables.events["game"].n_unique() == GAMES


def test_the_records_are_the_games_of_the_tables(whole):
    records = recorded(whole)
    seeds = read_tables(whole).games.filter(seat=0).collect()["seed"].to_list()
    assert [record.tags["Seed"] for record in records] == seeds


def recorded(folder):
    records = [game for game in read_games(folder / "records") if isinstance(game, GameRecord)]
    assert len(records) == GAMES
    return records


def test_a_game_can_be_played_again(whole):
    records = recorded(whole)
    assert play_again(whole, 4).line == records[4].line
    with pytest.raises(KhronosError, match="there is no game 7; games are 0 to 6"):
        play_again(whole, 7)


def test_a_report_says_what_was_made(tmp_path):
    report = some(tmp_path / "run")
    assert (report.games, report.made, report.kept, report.failed) == (GAMES, 4, 0, 0)
    assert str(report) == f"{tmp_path / 'run'}: 7 games in 4 shards"
    report = some(tmp_path / "run")
    assert (report.made, report.kept) == (0, 4)
    assert str(report).endswith("7 games in 4 shards, 4 of them there before")


def test_shards_do_not_change_the_games(whole, tmp_path):
    some(tmp_path / "other", shard_games=5)
    one, other = read_tables(whole).collect(), read_tables(tmp_path / "other").collect()
    assert one.events.equals(other.events)
    assert one.games.equals(other.games)


# ------------------------------------------------------------------ going on


@pytest.mark.parametrize("left", ["shards/00002.json", "events/00002.parquet"])
def test_a_run_that_was_killed_while_it_wrote_ends_with_the_same_bytes(whole, copy, left):
    """A run killed just before the mark, or earlier, with a part of a file left behind."""
    (copy / "shards/00002.json").unlink()
    (copy / left).unlink(missing_ok=True)
    (copy / "turns" / ".00002.parquet.12345678.part").write_bytes(b"half")
    report = again(copy)
    assert (report.made, report.kept) == (1, 3)
    assert content(copy) == content(whole)


def test_a_run_can_go_on_without_being_told_what_it_was(whole, copy):
    (copy / "shards/00003.json").unlink()
    assert resume(copy).made == 1
    assert content(copy) == content(whole)


def test_more_games_are_added_where_shards_are_full(tmp_path):
    simulate(4, TWO, tmp_path / "run", shard_games=2, workers=1)
    report = simulate(6, TWO, tmp_path / "run", workers=1)
    assert (report.made, report.kept) == (1, 2)
    simulate(6, TWO, tmp_path / "whole", shard_games=2, workers=1)
    assert content(tmp_path / "run") == content(tmp_path / "whole")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seed": 4}, r'seed "3" there, "4" asked'),
        ({"maps": ["delta"]}, "maps .*valley.* there, .*delta.* asked"),
        ({"rules": [RuleSet(holdem=True)]}, "rules .*false.* there, .*true.* asked"),
        ({"records": False}, "records true there, false asked"),
        ({"paired": True, "seats": "all"}, "seats .* there, .*; paired false there, true asked"),
    ],
)
def test_another_simulation_is_not_put_into_the_same_folder(whole, copy, options, words):
    with pytest.raises(KhronosError, match=f"copy holds another simulation .*{words}.*another fol"):
        again(copy, **options)
    assert content(copy) == content(whole)


def test_more_games_are_refused_where_a_shard_is_not_full(copy):
    with pytest.raises(KhronosError, match="games 7 there, 9 asked"):
        simulate(9, TWO, copy, seed=3, records=True, workers=1)


def test_another_version_of_khronos_lab_is_refused(copy):
    edit(copy / "simulation.json", khronos_lab="9.9")
    with pytest.raises(KhronosError, match=r"made by khronos_lab 9\.9 and this is \S+"):
        again(copy)


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(KhronosError, match="is not empty and holds no simulation"):
        some(tmp_path)
    with pytest.raises(KhronosError, match=r"diary\.txt is a file; name a folder"):
        some(tmp_path / "diary.txt")
    assert content(tmp_path) == {"diary.txt": b"mine"}


# ------------------------------------------------------------------ broken and foreign shards


def flip(path):
    """Change one bit in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


BROKEN = {
    "turns/00001.parquet is damaged": lambda f: flip(f / "turns/00001.parquet"),
    "games/00000.parquet is missing": lambda f: (f / "games/00000.parquet").unlink(),
    "shards/00001.json is damaged, or not the mark": lambda f: flip(f / "shards/00001.json"),
    "shards/00003.json belongs to the simulation deadbeef": lambda f: edit(
        f / "shards/00003.json", simulation="deadbeef"
    ),
}


@pytest.mark.parametrize("words", BROKEN)
def test_a_broken_shard_is_named_and_not_replaced_until_it_is_said(whole, copy, words):
    BROKEN[words](copy)
    found = content(copy)
    with pytest.raises(KhronosError, match=words):
        again(copy)
    with pytest.raises(KhronosError, match=words):
        read_tables(copy, verify=True)
    assert content(copy) == found
    report = again(copy, repair=True)
    assert (report.made, report.kept) == (1, 3)
    assert content(copy) == content(whole)


@pytest.mark.parametrize("name", ["games/00099.parquet", "games/notes.txt"])
def test_a_foreign_file_is_named_and_never_touched(copy, name):
    (copy / name).write_text("mine")
    for repair in (False, True):
        with pytest.raises(KhronosError, match=f"{name} does not belong to this simulation"):
            again(copy, repair=repair)
    assert (copy / name).read_text() == "mine"


def test_a_file_in_the_place_of_a_shard_that_is_not_finished_is_not_replaced(whole, copy):
    (copy / "shards/00002.json").unlink()
    (copy / "turns/00002.parquet").write_text("mine")
    with pytest.raises(KhronosError, match=r"turns/00002\.parquet is there and is not what this"):
        again(copy)
    assert (copy / "turns/00002.parquet").read_text() == "mine"
    assert not (copy / "shards/00002.json").exists()
    (copy / "turns/00002.parquet").unlink()
    again(copy)
    assert content(copy) == content(whole)


# ------------------------------------------------------------------ reading


def test_a_shard_without_a_mark_does_not_count(copy):
    (copy / "shards/00001.json").unlink()
    assert read_tables(copy).games.collect()["game"].n_unique() == GAMES - SHARD
    shutil.rmtree(copy / "shards")
    with pytest.raises(KhronosError, match="has no finished shard yet"):
        read_tables(copy)


def test_datasets_in_folders_are_read_as_one(whole, copy, tmp_path):
    home = tmp_path / "home"
    shutil.copytree(whole, home / "first")
    some(home / "more" / "second", seed=4)
    tables = read_tables(home)
    assert tables.games.collect()["game"].n_unique() == 2 * GAMES
    assert tables.events.select(pl.col("game").n_unique()).collect().item() == 2 * GAMES
    with pytest.raises(KhronosError, match=r"first and .*copy hold games of the same simulation"):
        read_tables(home, copy)


# ------------------------------------------------------------------ failing games


def test_a_game_that_fails_is_kept_with_its_seed_and_the_run_goes_on(tmp_path):
    report = simulate(12, FAULTY, tmp_path, shard_games=4, workers=1)
    assert 0 < report.failed < 12
    assert report.failed == len(report.failures)
    failure = report.failures[0]
    assert failure.map == "valley"
    assert set(failure.players) == {FAULTY[0], "random"}
    assert failure.error.startswith("RuntimeError: lost my head in round ")
    assert failure.error.endswith(
        "<object object> (in choose, line 26 of tests.simulation.players)"
    )
    played = set(read_tables(tmp_path).games.collect()["game"])
    assert len(played) == 12 - report.failed
    assert played.isdisjoint({each.game for each in report.failures})
    with pytest.raises(RuntimeError, match="lost my head"):
        play_again(tmp_path, failure.number, trust="tests.simulation.players")
    assert simulate(12, FAULTY, tmp_path, workers=1).failures == report.failures


# ------------------------------------------------------------------ executors


def test_any_executor_gives_the_same_bytes(whole, tmp_path):
    with ThreadPoolExecutor(2) as executor:
        again(tmp_path / "threads", executor=executor, workers=2)
    assert content(tmp_path / "threads") == content(whole)


def test_a_shard_that_cannot_be_seen_from_here_is_told(tmp_path):
    class Elsewhere(ThreadPoolExecutor):
        def submit(self, fn, /, *args, **kwargs):
            args = (*args[:-1], args[-1]._replace(out=str(tmp_path / "elsewhere")))
            return super().submit(fn, *args, **kwargs)

    with Elsewhere(1) as executor, pytest.raises(KhronosError, match="not to be seen from here"):
        again(tmp_path / "run", executor=executor)


def test_the_bar_is_shown_when_asked(tmp_path, capsys):
    some(tmp_path / "run", progress=True)
    assert "7/7" in capsys.readouterr().err
    some(tmp_path / "other")
    assert capsys.readouterr().err == ""
