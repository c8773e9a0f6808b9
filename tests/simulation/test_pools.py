"""Pools: what a new process loads before it works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from khronos_lab.engine import new_game
from khronos_lab.players import play_on
from khronos_lab.simulation import process_pool, processors

LOADED = "{name.partition('.')[0] for name in __import__('sys').modules}"


def test_a_worker_that_plays_games_loads_no_tables_and_no_pictures():
    with process_pool(1) as pool:
        assert play_on(new_game(2, seed=1), "random", games=2, executor=pool).games == 2
        names = pool.submit(eval, LOADED).result()
    assert "khronos_lab" in names
    assert not names & {"polars", "matplotlib", "ipywidgets", "networkx", "tqdm"}


SCRIPT = """
import khronos_lab as kl
from khronos_lab.simulation import workers

workers.WORTH_A_POOL = 0
print("read", len(kl.simulate(4, ["random", "random"], out="games")))
"""


def test_a_script_that_does_not_ask_who_runs_it_works_alone(tmp_path):
    script = tmp_path / "friday.py"
    script.write_text(SCRIPT)
    run = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, check=True)
    assert run.stdout.split() == [b"read", b"4"]


def system(root: Path, group: str = "", **files: str) -> Path:
    """The files with which a system tells what its control groups may use."""
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(group)
    for name, text in files.items():
        path = root / "sys/fs/cgroup" / name.replace("__", "/").replace("cpu_", "cpu.")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("group", "files", "granted"),
    [
        ("", {}, 64),
        ("0::/\n", {"cpu_max": "max 100000"}, 64),
        ("0::/\n", {"cpu_max": "150000 100000"}, 2),
        ("0::/box/lab\n", {"box__cpu_max": "300000 100000", "box__lab__cpu_max": "max 100000"}, 3),
        ("4:cpu,cpuacct:/\n", {"cpu__cpu_cfs_quota_us": "200000",
                               "cpu__cpu_cfs_period_us": "100000"}, 2),
        ("4:cpu,cpuacct:/\n", {"cpu__cpu_cfs_quota_us": "-1",
                               "cpu__cpu_cfs_period_us": "100000"}, 64),
        ("nonsense", {"cpu_max": "1 0"}, 64),
    ],
)  # fmt: skip
def test_processors_are_those_that_the_container_grants(
    tmp_path, monkeypatch, group, files, granted
):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert processors(system(tmp_path, group, **files)) == granted


def test_a_process_that_is_bound_to_one_processor_has_one(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {5}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert processors(tmp_path) == 1
