"""Datasets: whole shards, resumed to the byte; what fails, is broken or foreign is named."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import time
import types
from typing import Any

import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.analysis import read_tables, tables_of
from khronos_lab.native import is_there
from khronos_lab.questions import cascades, longest_cascades
from khronos_lab.records import GameRecord, read_games, steps_of
from khronos_lab.rulebook import Edition, KhronosError, RuleSet, data_file, speaking
from khronos_lab.simulation import announced, planned, play_again, record_of, resume, simulate
from tests.simulation.folders import FAULTY, SLOW, TWO, as_version_0_2_0, content, edit, forget

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


def test_a_dataset_has_tables_records_a_plan_and_a_manifest(whole):
    folders = ("events", "games", "players", "records", "turns")
    names = {name.partition("/")[0] for name in content(whole)}
    assert names == {*folders, "simulation.json", "manifest.json"}
    assert len(content(whole)) == 2 + 5 * 4


def test_the_tables_hold_every_game_once(whole):
    tables = read_tables(whole).collect()
    assert tables.games.group_by("game").len()["len"].to_list() == [2] * GAMES
    assert tables.games["seed"].n_unique() == GAMES
    assert tables.games["finished"].all()
    assert tables.turns.group_by("game").len()["len"].to_list() == [14] * GAMES
    assert tables.events["game"].n_unique() == GAMES
    both = tables.games.join(tables.players, on=["game", "seat"], how="inner")
    assert both.height == tables.games.height
    assert both["coins"].to_list() == both["coins_right"].to_list()


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
    assert one.players.equals(other.players)


@pytest.mark.parametrize("player", ["random", "greedy", "planner"])
def test_the_first_shards_are_small_so_that_a_kill_loses_seconds(player):
    plan = planned(3000, [player] * 4)
    sizes = [len(plan.numbers(shard)) for shard in range(plan.shards)]
    assert sum(sizes) == 3000
    assert sizes[0] * plan.seconds <= 1
    assert sizes[:-1] == sorted(sizes[:-1])
    assert sizes[-2] * plan.seconds <= 11


# ------------------------------------------------------------------ going on


@pytest.mark.parametrize("lost", ["", "events/00002.parquet"])
def test_a_run_that_was_killed_while_it_wrote_ends_with_the_same_bytes(whole, copy, lost):
    """A run killed just before the manifest, or earlier, with a part of a file left behind."""
    forget(copy, 2)
    if lost:
        (copy / lost).unlink()
    (copy / "turns" / ".00002.parquet.12345678.part").write_bytes(b"half")
    report = again(copy)
    assert (report.made, report.kept) == (1, 3)
    assert content(copy) == content(whole)


def test_a_run_can_go_on_without_being_told_what_it_was(whole, copy):
    forget(copy, 3)
    assert resume(copy).made == 1
    assert content(copy) == content(whole)


@pytest.mark.parametrize(("size", "some", "all_"), [(2, 5, 7), (4, 5, 7), (None, 55, 60)])
def test_more_games_are_added(tmp_path, size, some, all_):
    simulate(some, TWO, tmp_path / "run", shard_games=size, workers=1)
    report = simulate(all_, TWO, tmp_path / "run", workers=1)
    assert report.kept >= 1
    simulate(all_, TWO, tmp_path / "whole", shard_games=size, workers=1)
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


def test_fewer_games_are_another_simulation(copy):
    with pytest.raises(KhronosError, match="games 7 there, 5 asked"):
        simulate(5, TWO, copy, seed=3, records=True, workers=1)


def test_two_writers_are_one_too_many(tmp_path):
    program = (
        "import os, sys; from khronos_lab.simulation import simulate;"
        f"simulate(60, {SLOW!r}, sys.argv[1], shard_games=1, workers=1)"
    )
    asked = [sys.executable, "-c", program, str(tmp_path / "run")]
    other = subprocess.Popen(asked, env={**os.environ, "KHRONOS_LAB_TEST_DELAY": "0.01"})
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / "run" / "simulation.json").exists():
            assert other.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        with pytest.raises(KhronosError, match=r"somebody else is simulating into .*run right now"):
            simulate(60, SLOW, tmp_path / "run", shard_games=1, workers=1)
    finally:
        other.kill()
        other.wait()
    # The lock ends with the process that had it.
    assert resume(tmp_path / "run", workers=1, trust="tests.simulation.players").games == 60


def test_where_a_byte_of_a_file_is_locked_two_writers_are_one_too_many_as_well(
    tmp_path, monkeypatch
):
    """Windows has no fcntl, and refuses with another error."""
    import fcntl

    def locking(handle: int, mode: int, size: int) -> None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    windows = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
    monkeypatch.setattr("khronos_lab.records.files.fcntl", None)
    monkeypatch.setattr("khronos_lab.records.files.msvcrt", windows, raising=False)
    some(tmp_path / "run")
    other = os.open(tmp_path / "run" / ".lock", os.O_RDWR)
    locking(other, 2, 1)
    with pytest.raises(KhronosError, match="somebody else is simulating into"):
        some(tmp_path / "run")
    os.close(other)
    assert some(tmp_path / "run").kept == 4


def test_another_version_of_khronos_lab_is_refused(copy):
    edit(copy / "simulation.json", khronos_lab="9.9")
    with pytest.raises(KhronosError, match=r"made by khronos_lab 9\.9 and this is another"):
        again(copy)


def test_a_dataset_of_version_0_2_0_is_read_and_not_gone_on_with(tmp_path):
    simulate(6, SLOW, tmp_path, shard_games=2, records=True, workers=1)
    new = read_tables(tmp_path).collect()
    last = new.games["game"][-1]
    as_version_0_2_0(tmp_path)
    old = read_tables(tmp_path).collect()
    assert old.games.equals(new.games)
    assert old.turns.equals(new.turns)
    assert old.events.equals(new.events)
    told = ["game", "seat", "lead", "bonus", "cards_played", "coins_first", "tax_might_last"]
    assert old.players.select(told).equals(new.players.select(told))
    assert old.players["domains_might_first"].null_count() == 12
    trust = "tests.simulation.players"
    assert record_of(tmp_path, last).line == play_again(tmp_path, 5, trust=trust).line
    with pytest.raises(KhronosError, match=r"made by khronos_lab 0\.2\.0"):
        simulate(6, SLOW, tmp_path)
    (tmp_path / "turns" / "00001.parquet").unlink()
    with pytest.raises(KhronosError, match=r"turns/00001\.parquet is missing; run the same"):
        read_tables(tmp_path)


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
    "games/00003.parquet is damaged, or belongs to another dataset": lambda f: shutil.copy(
        f / "games/00002.parquet", f / "games/00003.parquet"
    ),
}


@pytest.mark.parametrize("words", BROKEN)
def test_a_broken_shard_is_named_and_made_again_by_the_same_call(whole, copy, words):
    BROKEN[words](copy)
    with pytest.raises(KhronosError, match=f"{words}.*; run the same simulation again, which"):
        read_tables(copy)
    report = again(copy)
    assert (report.made, report.kept) == (1, 3)
    assert content(copy) == content(whole)


@pytest.mark.parametrize("damage", [b"", b"{", b'{"format": 2, "shards": 7}', b"[]"])
def test_a_damaged_manifest_is_told_and_made_again_by_the_same_call(whole, copy, damage):
    (copy / "manifest.json").write_bytes(damage)
    with pytest.raises(KhronosError, match=r"manifest\.json (is damaged|belongs to another)"):
        read_tables(copy)
    assert again(copy).made == 4
    assert content(copy) == content(whole)


def test_a_newer_folder_is_refused(copy):
    edit(copy / "manifest.json", format=3)
    with pytest.raises(KhronosError, match="a newer khronos_lab"):
        read_tables(copy)


@pytest.mark.parametrize("name", ["games/00099.parquet", "games/notes.txt"])
def test_a_foreign_file_is_named_and_never_touched(copy, name):
    (copy / name).write_text("mine")
    with pytest.raises(KhronosError, match=f"{name} does not belong to this simulation"):
        again(copy)
    assert (copy / name).read_text() == "mine"


# ------------------------------------------------------------------ reading


def test_a_shard_that_is_not_in_the_manifest_does_not_count(copy):
    forget(copy, 1)
    assert read_tables(copy).games.collect()["game"].n_unique() == GAMES - SHARD
    (copy / "manifest.json").unlink()
    with pytest.raises(KhronosError, match="has no finished shard yet"):
        read_tables(copy)


def test_datasets_in_folders_are_read_as_one(whole, copy, tmp_path):
    home = tmp_path / "home"
    shutil.copytree(whole, home / "first")
    some(home / "more" / "second", seed=4)
    tables = read_tables(home)
    assert tables.games.collect()["game"].n_unique() == 2 * GAMES
    assert tables.events.select(pl.col("game").n_unique()).collect().item() == 2 * GAMES
    with pytest.raises(KhronosError, match=r"first and .*copy both hold the game .*7 games would"):
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


# ------------------------------------------------------------------ the compiled engine


needs_native = pytest.mark.skipif(not is_there(), reason="the compiled engine is not built")


@needs_native
@pytest.mark.parametrize(
    "players", [("greedy", "random"), ("random",) * 5, ("planner", "faith-raider", "greedy")]
)
@pytest.mark.parametrize("rules", [RuleSet(), RuleSet(Edition.FIRST, holdem=True)])
def test_a_game_ends_alike_whether_its_events_are_told_or_not(tmp_path, players, rules):
    options: dict[str, Any] = {
        "rules": [rules],
        "maps": ["delta", "generated"],
        "workers": 1,
        "records": True,
    }
    simulate(6, players, tmp_path / "told", **options)
    simulate(6, players, tmp_path / "ends", **{**options, "records": False}, events=False)
    assert json.loads((tmp_path / "told" / "simulation.json").read_text())["native"]
    told, ends = (read_tables(tmp_path / each).games.collect() for each in ("told", "ends"))
    assert ends["step"].null_count() == ends.height
    assert told.drop("step").equals(ends.drop("step"))
    *_, last = steps_of(play_again(tmp_path / "ends", 5))
    assert [each.coins for each in last.after.players] == told["coins"].tail(len(players)).to_list()


def test_a_player_of_ones_own_plays_among_the_others_at_the_readable_engines_rate(tmp_path):
    simulate(2, ("tests.simulation.players:Slow", "greedy"), tmp_path / "told", workers=1)
    simulate(
        2, ("tests.simulation.players:Slow", "greedy"), tmp_path / "ends", workers=1, events=False
    )
    told, ends = (read_tables(tmp_path / each).games.collect() for each in ("told", "ends"))
    assert told.drop("step").equals(ends.drop("step"))


def test_events_that_were_left_are_told_when_somebody_asks(tmp_path):
    simulate(5, TWO, tmp_path / "told", workers=1)
    simulate(5, TWO, tmp_path / "ends", workers=1, events=False)
    with pytest.raises(Exception, match="holds only how its games end"):
        read_tables(tmp_path / "ends").turns.collect()
    games = kl.dataset(tmp_path / "ends")
    assert games.games.collect()["step"].null_count() == 10
    assert games.income().frame.equals(kl.dataset(tmp_path / "told").income().frame)
    assert games.games.collect()["step"].null_count() == 0
    told, now = (read_tables(tmp_path / each).collect() for each in ("told", "ends"))
    assert now.events.equals(told.events)
    assert now.players.equals(told.players)


def test_events_that_were_left_are_told_by_the_same_call(tmp_path):
    simulate(5, TWO, tmp_path / "told", workers=1)
    simulate(3, TWO, tmp_path / "ends", workers=1, events=False)
    assert simulate(5, TWO, tmp_path / "ends", workers=1).kept == 0
    assert content(tmp_path / "ends") == content(tmp_path / "told")
    assert simulate(5, TWO, tmp_path / "ends", workers=1, events=False).made == 0


def test_a_table_of_unknown_players_is_refused_before_anything_is_written(tmp_path):
    with speaking("en"), pytest.raises(KhronosError, match='There is no player "nobody"'):
        simulate(1, ("nobody", "random"), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_the_bar_is_shown_when_asked(tmp_path, capsys):
    some(tmp_path / "run", progress=True)
    said = capsys.readouterr().err
    assert "playing and telling events:" in said
    assert "7/7" in said
    assert "game/s" in said
    some(tmp_path / "other")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "playing, about {} min:"), ("de", "Partien laufen, etwa {} min:")],
)
def test_what_takes_long_is_said_beforehand(capsys, language, words):
    plans = [planned(games, ["planner"] * 4, events=False) for games in (4_000, 1_000)]
    with speaking(language), announced(plans, 0, 2, None, progress=True) as bar:
        bar.update(1)
    said = capsys.readouterr().err
    minutes = round(5_000 * plans[0].seconds / 2 / 60)
    assert minutes > 1
    assert words.format(minutes) in said
    assert "1/5000" in said


# ------------------------------------------------------------------ from a row back to its game

SAMPLE = data_file("sample")


def test_the_event_of_a_row_is_at_its_step_of_the_kept_record():
    place = SAMPLE / "2-levels"
    [row] = longest_cascades(cascades(read_tables(place).events), 1).collect().rows(named=True)
    told = tables_of([record_of(SAMPLE, row["game"])]).events.filter(step=row["step"])
    columns = ["step", "turn", "round", "seat", "event", "age", "kind", "rank"]
    assert told.select(columns).rows(named=True) == [{name: row[name] for name in columns}]


def test_the_last_game_of_every_shard_is_found():
    place = SAMPLE / "2-levels"
    games = read_tables(place).games.filter(pl.col("seat") == 0).collect()
    for game, seed in games[57:61].select("game", "seed").iter_rows():
        assert record_of(place, game).tags["Seed"] == seed


def test_a_game_without_a_kept_record_is_played_once_more(tmp_path):
    place = tmp_path / "four"
    simulate(2, ("planner", "greedy", "greedy", "random"), place, workers=1)
    game = read_tables(place).games.select("game").last().collect().item()
    record = record_of(tmp_path, game)
    assert record.line == play_again(place, 1).line
    *_, last = steps_of(record)
    coins = read_tables(place).games.filter(game=game).select("coins").collect()
    assert [player.coins for player in last.after.players] == coins["coins"].to_list()


@pytest.mark.parametrize("game", ["00000000-00000001", "7", "94803d52-x", ""])
def test_an_unknown_game_is_named(game):
    with pytest.raises(KhronosError, match=f"has no game {game}; ids are"):
        record_of(SAMPLE, game)
