"""`import khronos_lab` is light: the rules load without any third-party package."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.support import ROOT

HEAVY = {"polars", "matplotlib", "ipywidgets", "networkx", "numpy"}
PROBE = """
import json, sys, time
before, start = set(sys.modules), time.perf_counter()
import khronos_lab
seconds = time.perf_counter() - start
print(json.dumps([seconds, sorted({name.partition(".")[0] for name in set(sys.modules) - before})]))
"""


def loaded_by_the_import() -> set[str]:
    answer = subprocess.run(
        [sys.executable, "-c", PROBE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    seconds, names = json.loads(answer.stdout)
    print(f"import khronos_lab took {1000 * seconds:.0f} ms")
    return set(names)


def test_a_game_is_opened_without_what_draws_figures_graphs_tables_and_bars():
    opened = """
import sys
import khronos_lab as kl
kl.load("data/games/03-four-players-valley.khr").replay()._repr_mimebundle_()
print(*sys.modules)
"""
    loaded = subprocess.run(
        [sys.executable, "-c", opened], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert "khronos_lab.board.page" in loaded
    slow = {"matplotlib.axes", "matplotlib.figure", "networkx", "polars", "tqdm"}
    assert slow.isdisjoint(loaded)


def test_the_import_loads_no_third_party_package():
    loaded = loaded_by_the_import()
    assert "khronos_lab" in loaded
    assert loaded & HEAVY == set()
    assert loaded - sys.stdlib_module_names == {"khronos_lab", "lazy_loader"}
