"""Several processes: the same bytes whoever works, dies or is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from khronos_lab.simulation import simulate
from tests.killing import random_moment
from tests.simulation.folders import DEADLY, SLOW, TWO, content, written

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
GAMES = 14


def command(out, *more, **environment):
    return subprocess.Popen(
        [sys.executable, "-m", "khronos_lab", "simulate", "--out", str(out), *more],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def slow_run(out):
    """A run of two processes that is still going on when the first shards are there."""
    asked = ("--games", str(GAMES), "--players", ",".join(SLOW), "--shard-games", "1", "--records")
    running = command(out, *asked, "--workers", "2", KHRONOS_LAB_TEST_DELAY="0.004")
    deadline = time.monotonic() + PATIENCE
    while written(out) < 3 and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    return running


@pytest.fixture(scope="module")
def slow_whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slow") / "run"
    simulate(GAMES, SLOW, folder, shard_games=1, records=True, workers=1)
    return content(folder)


@pytest.mark.parametrize("players", [TWO, ("greedy", "planner"), (SLOW[0], "greedy")])
def test_two_processes_under_another_hash_seed_write_the_same_bytes(tmp_path, players):
    names = ",".join(players)
    asked = ("--games", "6", "--players", names, "--shard-games", "2", "--workers", "2")
    running = command(tmp_path / "two", *asked, PYTHONHASHSEED="4711", POLARS_MAX_THREADS="1")
    simulate(6, players, tmp_path / "one", shard_games=2, workers=1)
    said, fault = running.communicate(timeout=PATIENCE)
    assert (running.returncode, fault) == (0, "")
    assert "6 games in 3 shards; " in said
    assert content(tmp_path / "two") == content(tmp_path / "one")


def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(tmp_path, slow_whole):
    running = slow_run(tmp_path)
    random_moment(0.2)
    running.kill()
    # Its workers hold its streams open: this ends when they have ended, too.
    running.communicate(timeout=PATIENCE)
    assert running.returncode == -signal.SIGKILL
    done = written(tmp_path)
    assert 3 <= done < GAMES
    time.sleep(0.2)
    assert written(tmp_path) == done
    report = simulate(GAMES, SLOW, tmp_path, shard_games=1, records=True, workers=1)
    # The manifest is written once a second: what it lacks is made again.
    assert report.kept + report.made == GAMES
    assert report.kept <= done
    assert content(tmp_path) == slow_whole


def test_ctrl_c_ends_with_a_sentence_and_the_run_can_go_on(tmp_path, slow_whole):
    running = slow_run(tmp_path)
    running.send_signal(signal.SIGINT)
    said, fault = running.communicate(timeout=PATIENCE)
    assert (running.returncode, said) == (1, "")
    assert fault.startswith("khronos-lab: stopped after ")
    assert fault.endswith(f"kept in {tmp_path}; simulate once more into that folder to go on\n")
    assert fault.count("\n") == 1
    simulate(GAMES, SLOW, tmp_path, shard_games=1, records=True, workers=1)
    assert content(tmp_path) == slow_whole


def test_a_shard_whose_worker_dies_is_made_again(tmp_path, monkeypatch):
    counter = tmp_path / "lives"
    counter.write_text("1")
    monkeypatch.setenv("KHRONOS_LAB_TEST_LIVES", str(counter))
    report = simulate(4, DEADLY, tmp_path / "run", shard_games=2, workers=2)
    assert counter.read_text() == "0"
    assert (report.made, report.failed) == (2, 0)
    simulate(4, DEADLY, tmp_path / "calm", shard_games=2, workers=1)
    assert content(tmp_path / "run") == content(tmp_path / "calm")
