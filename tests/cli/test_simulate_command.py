"""`khronos-lab simulate`: what it prints, writes and refuses; mistakes in one's own players."""

from __future__ import annotations

import re
import sys

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


# ------------------------------------------------------------------ players of one's own

GOOD = "from khronos_lab.players import RandomPlayer\n"
CLASS = f"{GOOD}class Miser(RandomPlayer):\n    def __init__(self):\n        "
MISTAKES = {
    "syntax": ("class Miser(:\n    pass\n", 1, "SyntaxError: "),
    "import": ("import math\nimport nowhere_at_all\n", 2, "No module named 'nowhere_at_all'"),
    "name": (f"{GOOD}class Miser(Player):\n    pass\n", 2, "NameError: name 'Player'"),
    "exit": (f"{CLASS}raise SystemExit('bye')\n", 4, "SystemExit: bye"),
    "nul": ("\0", 0, "null bytes"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("command", ["simulate", "ladder"])
def test_a_mistake_is_told_with_its_file_and_line(tmp_path, monkeypatch, mistake, command):
    text, line, words = MISTAKES[mistake]
    (tmp_path / "my_players.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_players", raising=False)
    number = ["--games", "1"] if command == "simulate" else ["--deals", "1"]
    result = khronos_lab(
        command, "--players", "random,my_players:Miser", *number, "--out", "x", "--workers", "1"
    )
    monkeypatch.delitem(sys.modules, "my_players", raising=False)
    place = f"my_players.py, line {line}: " if line else "my_players:Miser"
    assert_refused(result, 1, place, words)
    assert not (tmp_path / "x").exists()
