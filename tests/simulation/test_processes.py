"""Several processes, or a Dask cluster: the same bytes whoever works, dies or is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from khronos_lab.rulebook import KhronosError
from khronos_lab.simulation import dask_client, simulate
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


# ------------------------------------------------------------------ a Dask cluster


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


@pytest.fixture
def cluster(tmp_path):
    """The address of a scheduler and its two workers, each a process of its own."""
    pytest.importorskip("distributed")
    address_file = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    file = ["--scheduler-file", str(address_file), "--no-dashboard"]
    host = ["--host", "127.0.0.1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "99"}
    environment["KHRONOS_LAB_TEST_DELAY"] = "0.004"
    scheduler = started([*dask, "scheduler", *file, *host, "--port", "0"], environment)
    wait_for(address_file.exists)
    folder = ["--local-directory", str(tmp_path / "dask")]
    workers = [
        started(
            [*dask, "worker", *file, *host, *folder, "--no-nanny", "--nthreads", "1"], environment
        )
        for _ in range(2)
    ]
    try:
        yield json.loads(address_file.read_text())["address"], workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def started(command, environment):
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet)


def test_a_killed_worker_of_a_cluster_loses_nothing(tmp_path, cluster):
    address, workers = cluster
    asked = ("--games", str(GAMES), "--players", ",".join(SLOW), "--shard-games", "1")
    running = command(tmp_path / "run", *asked, "--dask", address)
    wait_for(lambda: written(tmp_path / "run") >= 3 or running.poll() is not None)
    random_moment(0.2)
    workers[0].send_signal(signal.SIGKILL)
    killed_at = written(tmp_path / "run")
    said, fault = running.communicate(timeout=PATIENCE)
    assert (running.returncode, "Traceback" in fault) == (0, False)
    assert f"{GAMES} games in {GAMES} shards; " in said
    assert 3 <= killed_at < GAMES
    assert workers[0].wait() == -signal.SIGKILL
    simulate(GAMES, SLOW, tmp_path / "alone", shard_games=1, workers=1)
    assert content(tmp_path / "run") == content(tmp_path / "alone")


def test_without_dask_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(KhronosError, match=r'pip install "khronos-lab\[dask\]"$'), dask_client("x"):
        pass
