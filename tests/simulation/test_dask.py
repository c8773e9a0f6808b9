"""A real cluster of worker processes, one of them killed: nothing is lost."""

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
from tests.simulation.folders import SLOW, content, written

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
GAMES = 14


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
        yield address_of(address_file), workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def started(command, environment):
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet)


def address_of(file):
    return json.loads(file.read_text())["address"]


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


def test_a_killed_worker_of_a_cluster_loses_nothing(tmp_path, cluster):
    address, workers = cluster
    command = [sys.executable, "-m", "khronos_lab", "simulate", "--out", str(tmp_path / "run")]
    asked = ["--games", str(GAMES), "--players", ",".join(SLOW), "--shard-games", "1"]
    running = subprocess.Popen(
        [*command, *asked, "--dask", address],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
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
