"""Datasets: whole shards, resumed to the byte; what fails, is broken or foreign is named."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import polars as pl
import pytest

from khronos_lab.analysis import read_tables
from khronos_lab.analysis.tables import parquet_files as files
from khronos_lab.records import GameRecord, read_games, refusal
from khronos_lab.rulebook import KhronosError, RuleSet
from khronos_lab.simulation import (
    AHEAD,
    Alone,
    Job,
    LocalStore,
    Team,
    Trouble,
    game_of,
    make_shard,
    planned,
    play_again,
    resume,
    run,
    simulate,
)
from tests.simulation.folders import FAULTY, TWO, content, edit, marks

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
    plan = planned(GAMES, TWO, seed=3)
    expected = [game_of(plan, number) for number in range(GAMES)]
    rows = tables.games.rows(named=True)
    assert [(row["game"], row["player"]) for row in rows] == [
        (game.id, name) for game in expected for name in game.names
    ]
    assert [row["seed"] for row in rows[::2]] == [str(game.seed) for game in expected]
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


@pytest.mark.parametrize("full_at", ["games", "turns", "events", "records", "shards"])
def test_a_full_disk_leaves_no_mark_and_the_run_can_go_on(whole, tmp_path, monkeypatch, full_at):
    write = LocalStore._write

    def full(store, target, data):
        if target.parent.name == full_at and target.name.startswith("00001"):
            fault = OSError(errno.ENOSPC, "No space left on device")
            raise refusal(target, "written", fault)
        write(store, target, data)

    monkeypatch.setattr(LocalStore, "_write", full)
    with pytest.raises(
        KhronosError, match=rf"{full_at}/00001\S+: cannot be written: No space left"
    ):
        again(tmp_path / "run")
    assert marks(tmp_path / "run") == 1
    monkeypatch.undo()
    assert again(tmp_path / "run").kept == 1
    assert content(tmp_path / "run") == content(whole)


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


def test_another_version_of_khronos_lab_is_refused(copy, monkeypatch):
    monkeypatch.setattr(run, "own_version", lambda: "9.9")
    with pytest.raises(KhronosError, match=r"made by khronos_lab \S+ and this is 9.9"):
        again(copy)


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(KhronosError, match="is not empty and holds no simulation"):
        some(tmp_path)
    with pytest.raises(KhronosError, match=r"diary\.txt is a file; name a folder"):
        some(tmp_path / "diary.txt")
    assert content(tmp_path) == {"diary.txt": b"mine"}


def test_there_must_be_something_to_go_on_with(tmp_path):
    with pytest.raises(KhronosError, match="holds no simulation to go on with"):
        resume(tmp_path)


# ------------------------------------------------------------------ broken and foreign shards


def flip(path):
    """Change one bit in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


BROKEN = {
    "turns/00001.parquet is damaged": lambda f: flip(f / "turns/00001.parquet"),
    "events/00002.parquet is damaged": lambda f: (f / "events/00002.parquet").write_text("x"),
    "games/00000.parquet is missing": lambda f: (f / "games/00000.parquet").unlink(),
    "shards/00001.json is damaged, or not the mark": lambda f: (f / "shards/00001.json").write_text(
        "{"
    ),
    "shards/00001.json is the mark of another shard": lambda f: shutil.copy(
        f / "shards/00002.json", f / "shards/00001.json"
    ),
    "shards/00003.json belongs to the simulation deadbeef": lambda f: change_mark(
        f, simulation="deadbeef"
    ),
    "shards/00003.json counts tables with other columns": lambda f: change_mark(f, schema="0"),
    "shards/00003.json is of version 7": lambda f: change_mark(f, format=7),
    r"shards/00003.json is damaged, or not the mark": lambda f: change_mark(
        f, files=[{"name": "../../secret", "bytes": 1, "sha256": "0"}]
    ),
}


def change_mark(folder, **changes):
    path = folder / "shards/00003.json"
    edit(path, **changes)


@pytest.mark.parametrize("words", BROKEN)
def test_a_broken_shard_is_named_and_not_replaced_until_it_is_said(whole, copy, words):
    BROKEN[words](copy)
    found = content(copy)
    with pytest.raises(KhronosError, match=words):
        again(copy)
    assert content(copy) == found
    report = again(copy, repair=True)
    assert (report.made, report.kept) == (1, 3)
    assert content(copy) == content(whole)


@pytest.mark.parametrize("words", BROKEN)
def test_a_broken_shard_is_not_read(copy, words):
    BROKEN[words](copy)
    with pytest.raises(KhronosError, match=words):
        read_tables(copy, verify=True)


def test_sizes_are_compared_without_reading_everything(copy):
    (copy / "events/00002.parquet").write_text("x")
    with pytest.raises(KhronosError, match=r"events/00002\.parquet is damaged"):
        read_tables(copy)


@pytest.mark.parametrize("name", ["games/00099.parquet", "shards/00004.json", "games/notes.txt"])
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


def test_a_folder_can_be_a_url(whole):
    assert read_tables(whole.as_uri()).games.collect()["game"].n_unique() == GAMES


def test_polars_alone_finds_the_shards_of_an_object_store(whole, copy, tmp_path):
    """As it does for `s3://…`: a glob over marks, here over those of folders."""
    some(tmp_path / "more" / "second", seed=4)
    shutil.move(copy, tmp_path / "more" / "first")
    (tmp_path / "more" / "first" / "shards" / "00001.json").unlink()
    one, other = files._remote_parts((tmp_path / "more").as_posix())
    assert [path.rpartition("more/")[2] for path in one.paths["turns"]] == [
        f"first/turns/{shard:05}.parquet" for shard in (0, 2, 3)
    ]
    assert len(other.paths["games"]) == 4
    change_mark(tmp_path / "more" / "first", simulation="deadbeef")
    with pytest.raises(KhronosError, match=r"first/shards/00003\.json belongs to the simul"):
        list(files._remote_parts((tmp_path / "more").as_posix()))
    with pytest.raises(KhronosError, match=r"no simulated dataset can be read|no finished shard"):
        list(files._remote_parts((tmp_path / "nothing").as_posix()))


def test_any_fsspec_place_gets_the_same_bytes(whole):
    fsspec = pytest.importorskip("fsspec")
    url = "memory://khronos_lab_test/run"
    some(url, records=True)
    memory = fsspec.filesystem("memory")
    root = "/khronos_lab_test/run"
    there = {path.removeprefix(f"{root}/"): memory.cat_file(path) for path in memory.find(root)}
    assert there == content(whole)
    memory.rm_file(f"{root}/shards/00001.json")
    assert some(url, records=True).made == 1
    memory.pipe_file(f"{root}/turns/00001.parquet", b"x")
    with pytest.raises(KhronosError, match=r"memory://\S+/turns/00001.parquet is damaged"):
        some(url, records=True)
    assert some(url, records=True, repair=True).made == 1
    assert memory.cat_file(f"{root}/turns/00001.parquet") == there["turns/00001.parquet"]
    memory.rm("/khronos_lab_test", recursive=True)


def test_a_place_that_nothing_here_can_write_to_is_named():
    pytest.importorskip("fsspec")
    with pytest.raises(KhronosError, match=r"^nonsense://x cannot be used: "):
        some("nonsense://x")


# ------------------------------------------------------------------ failing games


def test_a_game_that_fails_is_kept_with_its_seed_and_the_run_goes_on(tmp_path):
    report = simulate(12, FAULTY, tmp_path, shard_games=4, workers=1)
    assert 0 < report.failed < 12
    assert report.failed == len(report.failures)
    failure = report.failures[0]
    game = game_of(planned(12, FAULTY), failure.number)
    assert (failure.game, failure.seed) == (game.id, str(game.seed))
    assert (failure.players, failure.map) == (game.names, "valley")
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


def test_a_player_that_a_worker_does_not_have_is_no_failing_game(tmp_path):
    plan = replace(planned(4, TWO), players=("random", "nobody"))
    result = make_shard(Job(plan, str(tmp_path), 0))
    assert isinstance(result, Trouble)
    assert 'There is no player "nobody"' in result.sentence


# ------------------------------------------------------------------ executors


def test_any_executor_gives_the_same_bytes(whole, tmp_path):
    with ThreadPoolExecutor(2) as executor:
        again(tmp_path / "threads", executor=executor, workers=2)
    assert content(tmp_path / "threads") == content(whole)


def test_few_shards_are_under_way_at_a_time(tmp_path):
    handed_out = finished = 0
    most = 0
    plan = planned(40, TWO, shard_games=1)

    def jobs():
        nonlocal handed_out, most
        for shard in range(plan.shards):
            handed_out += 1
            most = max(most, handed_out - finished)
            yield Job(plan, str(tmp_path), shard)

    with ThreadPoolExecutor(2) as executor:
        for _ in Team(executor, 2).work(jobs()):
            finished += 1
    assert finished == 40
    assert most <= AHEAD * 2 + 1


class Broken(ThreadPoolExecutor):
    def submit(self, fn, /, *args, **kwargs):
        future = super().submit(fn, *args, **kwargs)
        wrong: Future = Future()
        wrong.set_exception(ArithmeticError("no such thing"))
        return wrong if args[-1].shard == 2 else future


def test_what_an_executor_cannot_do_is_told_in_a_sentence(tmp_path):
    with Broken(1) as executor, pytest.raises(KhronosError) as error:
        again(tmp_path / "run", executor=executor)
    assert str(error.value) == (
        "shard 00002 (games 4 to 5) was not made: ArithmeticError: no such thing; "
        "run it again to go on: finished shards stay"
    )


def test_a_shard_that_cannot_be_seen_from_here_is_told(tmp_path):
    class Elsewhere(ThreadPoolExecutor):
        def submit(self, fn, /, *args, **kwargs):
            args = (*args[:-1], args[-1]._replace(out=str(tmp_path / "elsewhere")))
            return super().submit(fn, *args, **kwargs)

    with Elsewhere(1) as executor, pytest.raises(KhronosError, match="not to be seen from here"):
        again(tmp_path / "run", executor=executor)


def test_no_pool_is_started_for_a_second_of_work(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "Processes", None)
    monkeypatch.setattr(run, "WORTH_A_POOL", 1000.0)
    some(tmp_path / "run", workers=None)
    assert marks(tmp_path / "run") == 4


def test_no_pool_is_started_for_a_program_that_is_in_no_file(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "Processes", None)
    monkeypatch.setattr(run, "WORTH_A_POOL", 0.0)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    monkeypatch.setattr(sys.modules["__main__"], "__file__", "<stdin>", raising=False)
    monkeypatch.setattr(sys.modules["__main__"], "__spec__", None)
    some(tmp_path / "run", workers=None)
    assert marks(tmp_path / "run") == 4


def test_a_pool_is_started_where_it_pays(tmp_path, monkeypatch):
    asked = []

    def processes(workers):
        asked.append(workers)
        return Alone()

    monkeypatch.setattr(run, "Processes", processes)
    monkeypatch.setattr(run, "WORTH_A_POOL", 0.0)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    some(tmp_path / "run", workers=None)
    assert asked == [3]


def test_the_bar_is_shown_when_asked(tmp_path, capsys):
    some(tmp_path / "run", progress=True)
    assert "7/7" in capsys.readouterr().err
    some(tmp_path / "other")
    assert capsys.readouterr().err == ""
