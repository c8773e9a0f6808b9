"""`khronos-lab simulate`: what it prints, writes and refuses."""

from __future__ import annotations

import re

import pytest

from khronos_lab.analysis import read_tables
from tests.cli.calls import assert_refused, khronos_lab
from tests.simulation.folders import FAULTY, content

TWO = ("--players", "random,random", "--workers", "1")


def simulate(*arguments):
    return khronos_lab("simulate", *arguments)


def test_only_the_ends_of_games_are_noted_until_events_are_asked_for(tmp_path):
    assert simulate("--out", tmp_path, "--games", 3, "--no-events", *TWO).exit_code == 0
    assert not (tmp_path / "events").exists()
    assert "3 games in 1 shard; " in simulate("--out", tmp_path, "--events").stdout
    assert read_tables(tmp_path).turns.collect().height == 3 * 14


def test_damaged_shards_are_made_again(tmp_path):
    simulate("--out", tmp_path, "--games", 3, "--shard-games", 1, *TWO)
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
