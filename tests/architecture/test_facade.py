"""The facade offers what it says: every name loads from where it is said to be."""

from __future__ import annotations

import subprocess
import sys

import pytest

import khronos_lab
from tests.architecture.floors import ROOT

PROBE = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import khronos_lab
heavy = {"polars", "matplotlib", "ipywidgets", "networkx", "numpy"} & set(sys.modules)
data, _ = shell.display_formatter.format(khronos_lab.new_game(2, seed=1))
print(sorted(heavy), sorted(data))
"""


@pytest.mark.parametrize("name", khronos_lab.__all__)
def test_a_name_is_there(name):
    assert getattr(khronos_lab, name).__module__.startswith("khronos_lab") or name.isupper()


def test_names_that_load_later_are_offered():
    assert set(khronos_lab._LATER) <= set(khronos_lab.__all__)
    assert sorted(khronos_lab.__all__) == sorted(set(khronos_lab.__all__))


def test_in_a_notebook_a_state_shows_its_picture_and_nothing_heavy_loads_before():
    answer = subprocess.run(
        [sys.executable, "-c", PROBE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.splitlines()[-1] == "[] ['text/html', 'text/plain']"
