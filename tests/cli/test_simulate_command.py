"""`khronos-lab simulate`: what it prints, writes and refuses."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from khronos_lab.analysis import read_tables
from khronos_lab.commands import cli
from tests.simulation.folders import FAULTY, content, forget

TWO = ("--players", "random,random", "--workers", "1")


def simulate(*arguments):
    result = CliRunner().invoke(cli.main, ["simulate", *map(str, arguments)])
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def assert_refused(result, code, *words):
    """One sentence on the error stream and nothing else."""
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("khronos-lab: ")
    assert result.stderr.count("\n") == 1
    assert [word for word in words if word not in result.stderr] == []


def test_it_ends_with_one_line(tmp_path):
    result = simulate("--out", tmp_path / "run", "--games", 3, *TWO)
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.fullmatch(r"\S+/run: 3 games in 3 shards; \d+\.\d s\n", result.stdout)


def test_only_the_ends_of_games_are_noted_until_events_are_asked_for(tmp_path):
    assert simulate("--out", tmp_path, "--games", 3, "--no-events", *TWO).exit_code == 0
    assert not (tmp_path / "events").exists()
    assert "3 games in 3 shards; " in simulate("--out", tmp_path, "--events").stdout
    assert read_tables(tmp_path).turns.collect().height == 3 * 14


def test_options_are_what_simulate_takes(tmp_path):
    players = ("--players", "random, random,random")
    switches = ("--holdem", "--ruins-respect-domains", "--erased-tiles-return")
    rules = ("--edition", "first", "--edition", "second", *switches)
    maps = ("--map", "delta", "--map", "generated:7")
    how = ("--seed", "x", "--paired", "--seats", "all", "--records", "--shard-games", 2)
    result = simulate("--out", tmp_path, "--games", 4, *players, *rules, *maps, *how)
    assert result.exit_code == 0
    games = read_tables(tmp_path).games.collect()
    assert set(games["map"]) == {"delta", "generated-7"}
    assert set(games["edition"]) == {"first", "second"}
    assert games["holdem"].all()
    assert games["ruins_respect_domains"].all()
    assert games["erased_tiles_return"].all()
    assert set(games["player"]) == {"random", "random#2", "random#3"}
    assert (tmp_path / "records" / "00001.khr.gz").is_file()


def test_it_goes_on_with_the_folder_alone(tmp_path):
    simulate("--out", tmp_path, "--games", 3, *TWO)
    before = content(tmp_path)
    forget(tmp_path, 1)
    result = simulate("--out", tmp_path)
    assert "3 games in 3 shards, 2 of them there before; " in result.stdout
    assert content(tmp_path) == before


def test_damaged_shards_are_made_again(tmp_path):
    simulate("--out", tmp_path, "--games", 3, *TWO)
    before = content(tmp_path)
    (tmp_path / "games" / "00001.parquet").write_text("x")
    result = simulate("--out", tmp_path)
    assert (result.exit_code, "2 of them there before" in result.stdout) == (0, True)
    assert content(tmp_path) == before


def test_failing_games_are_told_with_a_command_that_shows_one(tmp_path):
    players = ("--players", ",".join(FAULTY), "--workers", "1")
    result = simulate("--out", tmp_path, "--games", 12, *players)
    assert result.exit_code == 1
    (failed,) = map(int, re.findall(r"; (\d+) failed; ", result.stdout))
    lines = result.stderr.splitlines()
    assert len(lines) == min(failed, 5) + (failed > 5) + 1
    (number,) = re.findall(r"^khronos-lab: game (\d+) \(seed \d+\): RuntimeError: lost", lines[0])
    trust = ("--trust", "tests.simulation.players")
    assert lines[-1].endswith(
        f"khronos-lab simulate --out {tmp_path} --game {number} {' '.join(trust)}"
    )
    again = simulate("--out", tmp_path, "--game", number, *trust)
    assert_refused(again, 1, f"game {number}: RuntimeError: lost my head")


def test_a_good_game_is_played_again(tmp_path):
    simulate("--out", tmp_path, "--games", 3, *TWO)
    result = simulate("--out", tmp_path, "--game", 2)
    coins = read_tables(tmp_path).games.collect()["coins"].to_list()[2 * 2 :]
    assert result.stdout.endswith(f" moves; coins: random {coins[0]}, random#2 {coins[1]}\n")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 2, ["--games is missing", "goes on"]),
        (("--games", "3"), 2, ["--players is missing"]),
        (("--games", "0", *TWO), 2, ["--games"]),
        (("--games", "3", "--players", "random"), 1, ["2 to 5 players, not 1 (S1)"]),
        (("--games", "3", "--players", "random,bob"), 1, ['There is no player "bob"']),
        (("--games", "3", "--players", "random,no.such:Bob"), 1, ["'no.such:Bob' cannot be made"]),
        (("--games", "3", *TWO, "--map", "atlantis"), 1, ["no map of this name", "valley"]),
        (("--games", "3", *TWO, "--edition", "third"), 2, ["'third' is not one of"]),
        (("--games", "3", *TWO, "--workers", "0"), 2, ["--workers"]),
        (("--game", "7"), 1, ["holds no simulation"]),
    ],
)
def test_wrong_calls_are_refused_in_one_sentence(tmp_path, arguments, code, words):
    seeded = arguments or ("--seed", "1")
    assert_refused(simulate("--out", tmp_path / "run", *seeded), code, *words)
    assert not (tmp_path / "run").exists()
