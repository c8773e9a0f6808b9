"""The facade offers what it says: few names, each from where it is said to be, none too early."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest

import khronos_lab
from tests.support import PACKAGE, ROOT

PROBE = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import khronos_lab
heavy = {"polars", "matplotlib", "ipywidgets", "networkx", "numpy"} & set(sys.modules)
data, _ = shell.display_formatter.format(khronos_lab.new_game(2, seed=1))
print(sorted(heavy), "<img" in data["text/html"])
"""
NAMESPACES = ("draw", "graphs", "players", "records")


@pytest.mark.parametrize("name", khronos_lab.__all__)
def test_a_name_is_there(name):
    thing = getattr(khronos_lab, name)
    module = thing.__name__ if isinstance(thing, ModuleType) else thing.__module__
    assert module.startswith("khronos_lab") or name.isupper()


@pytest.mark.parametrize("name", NAMESPACES)
def test_a_namespace_offers_its_names_with_a_sentence_each(name):
    namespace = import_module(f"khronos_lab.{name}")
    assert namespace.__doc__
    for each in namespace.__all__:
        assert getattr(namespace, each).__doc__, each


def test_a_user_needs_few_names():
    assert len(khronos_lab.__all__) <= 48


def test_every_name_is_in_a_notebook_or_the_readme():
    shown = "".join(
        json.dumps(cell["source"])
        for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ) + (ROOT / "README.md").read_text("utf-8")
    missing = [name for name in khronos_lab.__all__ if not re.search(rf"\b{name}\b", shown)]
    assert missing == []


def test_the_list_is_in_order_and_nothing_is_in_it_twice():
    names = re.findall(r" as (\w+)$", (PACKAGE / "__init__.pyi").read_text("utf-8"), re.M)
    assert sorted(names) == sorted(set(names))
    assert set(names) == set(khronos_lab.__all__)


def test_in_a_notebook_a_state_shows_its_picture_and_nothing_heavy_loads_before():
    answer = subprocess.run(
        [sys.executable, "-c", PROBE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.splitlines()[-1] == "[] True"
