"""Arguments nobody means: told at once, in one sentence, and nothing is written."""

from __future__ import annotations

import os
import time

import pytest

from khronos_lab.simulation import review
from tests.cli.calls import assert_one_sentence, khronos_lab

GAME = "data/games/08-lesson-three-ages.khr"
MANY = "1" + "0" * 30
LONG = "x" * 300
TWO = ("--players", "random,random")
ODD = {
    "a word for a scheduler": (("simulate", "--out", "run", "--dask", "nonsense"), 1, "address"),
    "games without end": (("simulate", "--games", "1" + "0" * 12, *TWO, "--out", "x"), 1,
                          "is too large"),
    "deals without end": (("ladder", "--deals", MANY, "--players", "random,greedy", "--out", "x"),
                          1, "is too large"),
    "shards without end": (("simulate", "--games", "9" * 8, "--shard-games", "1", *TWO, "--out",
                            "x"), 1, "is too large"),
    "workers without end": (("simulate", "--games", "2", *TWO, "--out", "x", "--workers", MANY), 2,
                            "is not in the range"),
    "moments without end": (("report", "run", "-o", "x.html", "--moments", MANY), 2,
                            "is not in the range"),
    "a folder that is not there": (("report", "run", "-o", "no/x.html"), 1, "is no folder no"),
    "a folder that is not there for a film": (("export", GAME, "-o", "no/x.gif"), 1,
                                              "there is no folder no"),
    "no bucket": (("simulate", "--games", "1", *TWO, "--out", "s3://"), 1, "names no place"),
    "a ladder elsewhere": (("ladder", "--players", "random,greedy", "--out", "s3://b/x"), 1,
                           "on this computer"),
    "a ladder nowhere": (("ladder", "--players", "random,greedy", "--out", "file://"), 1,
                         "names no place"),
    "nothing to show": (("show", ""), 1, "without a name"),
    "nothing to convert": (("convert", "", "x.khr"), 1, "without a name"),
    "nothing to convert to": (("convert", GAME, ""), 2, "OUT is empty"),
    "nothing to report on": (("report", "", "-o", "x.html"), 1, "without a name"),
    "nowhere to simulate": (("simulate", "--games", "1", *TWO, "--out", ""), 1, "without a name"),
    "a long name": (("show", LONG), 1, "File name too long"),
    "a long name to write to": (("convert", GAME, f"{LONG}.khr"), 1, "File name too long"),
    "a long folder": (("simulate", "--games", "1", *TWO, "--out", LONG), 1, "File name too long"),
    "tables elsewhere": (("convert", GAME, "s3://b/"), 1, "on this computer"),
    "a film elsewhere": (("export", GAME, "-o", "s3://b/x.gif"), 1, "on this computer"),
    "a film without a name": (("export", GAME, "-o", ""), 1, "without a name"),
    "nothing to review": (("review", ""), 1, "without a name"),
    "a game without end to review": (("review", GAME, "--game", MANY), 1, "is no game 1000"),
    "a review of nobody": (("review", GAME, "--player", "nobody"), 1, "no player \"nobody\""),
    "a review to no file of games": (("review", GAME, "-o", "x.html"), 1, "is named *.khr"),
    "a review to a folder that is not there": (("review", GAME, "-o", "no/x.khr"), 1,
                                               "there is no folder no"),
    "a review elsewhere": (("review", GAME, "-o", "s3://"), 1, "on this computer"),
    "a review without a name": (("review", GAME, "-o", ""), 1, "without a name"),
    "a review with a long name": (("review", GAME, "-o", f"{LONG}.khr"), 1, "File name too long"),
    "nothing to explore": (("explore", ""), 1, "without a name"),
    "a folder without games to explore": (("explore", "run"), 1, "there is no game"),
    "a place that is not there to explore": (("explore", "s3://"), 1, "is not there"),
    "a long name to explore": (("explore", LONG), 1, "File name too long"),
    "a long player": (("simulate", "--games", "1", "--players", f"random,{LONG}", "--out", "x"), 1,
                      ""),
}  # fmt: skip


def never(*_: object, **__: object) -> None:
    raise AssertionError("this was to be refused before any work")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run").mkdir()
    return tmp_path


@pytest.mark.parametrize("case", ODD)
def test_an_odd_argument_is_told_at_once(here, case, monkeypatch):
    monkeypatch.setattr(review, "review_game", never)
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
