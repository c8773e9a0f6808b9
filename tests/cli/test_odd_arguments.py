"""Arguments nobody means: told at once, in one sentence, and nothing is written."""

from __future__ import annotations

import os
import time

import pytest

from tests.cli.calls import assert_one_sentence, khronos_lab

GAME = "data/games/08-lesson-three-ages.khr"
MANY = "1" + "0" * 30
LONG = "x" * 300
TWO = ("--players", "random,random")
ODD = {
    "a word for a scheduler": (("simulate", "--out", "run", "--dask", "nonsense"), 1, "address"),
    "games without end": (("simulate", "--games", MANY, *TWO, "--out", "x"), 1, "is too large"),
    "deals without end": (("ladder", "--deals", MANY, "--players", "random,greedy", "--out", "x"),
                          1, "is too large"),
    "workers without end": (("simulate", "--games", "2", *TWO, "--out", "x", "--workers", MANY), 2,
                            "is not in the range"),
    "no folder for a report": (("report", "run", "-o", "no/x.html"), 1, "is no folder no"),
    "no folder for a film": (("export", GAME, "-o", "no/x.gif"), 1, "there is no folder no"),
    "no folder for a review": (("review", GAME, "-o", "no/x.khr"), 1, "there is no folder no"),
    "no bucket": (("simulate", "--games", "1", *TWO, "--out", "s3://"), 1, "on this computer"),
    "nothing to show": (("show", ""), 1, "without a name"),
    "nothing to convert to": (("convert", GAME, ""), 2, "OUT is empty"),
    "nowhere to simulate": (("simulate", "--games", "1", *TWO, "--out", ""), 1, "without a name"),
    "a long name to write to": (("convert", GAME, f"{LONG}.khr"), 1, "File name too long"),
    "a game without end": (("review", GAME, "--game", MANY), 1, "is no game 1000"),
    "a review of nobody": (("review", GAME, "--player", "nobody"), 1, "no player \"nobody\""),
    "a review to no file of games": (("review", GAME, "-o", "x.html"), 1, "is named *.khr"),
    "a folder without games to explore": (("explore", "run"), 1, "there is no game"),
}  # fmt: skip


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run").mkdir()
    return tmp_path


@pytest.mark.parametrize("case", ODD)
def test_an_odd_argument_is_told_at_once(here, case):
    arguments, code, words = ODD[case]
    start = time.perf_counter()
    result = khronos_lab(*arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert_one_sentence(result.stderr, words)
    assert "[Errno" not in result.stderr
    assert time.perf_counter() - start < 30
    assert [path.name for path in here.iterdir()] == ["run"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without them")
def test_a_pipe_is_not_replaced(here):
    # Never a real device: where the check is missing, and root runs the tests, it would be gone.
    os.mkfifo(here / "pipe.khr")
    for command in (("convert", GAME), ("new-map",), ("review", GAME, "-o")):
        result = khronos_lab(*command, "pipe.khr", "--force")
        assert (result.exit_code, "not an ordinary file" in result.stderr) == (1, True)


def test_no_advice_that_a_command_does_not_take(here):
    khronos_lab("simulate", "--games", "1", *TWO, "--out", "games", "--quiet")
    (here / "mine.khr").write_text("mine")
    result = khronos_lab("simulate", "--out", "games", "--game", "0", "--save", "mine.khr")
    assert "exists already; name another file" in result.stderr
    assert "--force" not in result.stderr


def test_a_game_number_of_thirty_digits_is_one_that_is_not_there(here):
    khronos_lab("simulate", "--games", "1", *TWO, "--out", "games", "--quiet")
    result = khronos_lab("simulate", "--out", "games", "--game", MANY)
    assert (result.exit_code, result.stdout) == (1, "")
    assert_one_sentence(result.stderr, "game")
    assert "defect" not in result.stderr
