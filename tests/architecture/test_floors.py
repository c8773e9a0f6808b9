"""Nothing points upward, nothing heavy on the ground floors, no shared random numbers."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.architecture import floors
from tests.architecture.floors import FACADE, FLOORS, PACKAGE, ROOT

MODULES = [pytest.param(path, id=str(path.relative_to(ROOT))) for path in floors.modules()]


@pytest.mark.parametrize("path", MODULES)
def test_a_module_stands_on_a_known_floor(path):
    assert floors.floor_of(path) in {*FLOORS, FACADE}, "add the new floor to DESIGN and floors.py"


@pytest.mark.parametrize("path", MODULES)
def test_a_module_imports_only_what_its_floor_may(path):
    assert floors.broken_imports(path.read_text("utf-8"), floors.floor_of(path)) == []


@pytest.mark.parametrize("path", MODULES)
def test_a_module_uses_no_shared_random_numbers(path):
    assert floors.global_random(path.read_text("utf-8")) == []


def test_every_third_party_package_is_a_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = (*project["dependencies"], *extras["dask"], *extras["explore"])
    declared = {re.split(r"[^\w-]", line)[0] for line in lines}
    allowed = frozenset().union(*floors.THIRD_PARTY.values())
    assert {floors.COMES_WITH.get(name, name) for name in allowed} <= declared


@pytest.mark.parametrize(
    ("floor", "source"),
    [
        ("rulebook", "from khronos_lab.core.board import Board"),
        ("core", "def late():\n    from khronos_lab.mechanics import order"),
        ("core", "if TYPE_CHECKING:\n    import khronos_lab.engine.moves"),
        ("core", "import importlib\nimportlib.import_module('khronos_lab.mechanics')"),
        ("core", "from khronos_lab import engine"),
        ("engine", "from khronos_lab import new_game"),
        ("mechanics", "from .order import move"),
        ("engine", "import networkx as nx"),
        ("analysis", "from matplotlib import pyplot"),
        ("drawing", "import ipywidgets"),
        ("widgets", "import click"),
        ("widgets", "from khronos_lab import draw"),
        (FACADE, "from khronos_lab.analysis import tables"),
        (FACADE, "import polars"),
    ],
)
def test_the_check_sees_a_forbidden_import(floor, source):
    assert len(floors.broken_imports(source, floor)) == 1


@pytest.mark.parametrize(
    ("floor", "source"),
    [
        ("mechanics", "from khronos_lab.core import board\nimport khronos_lab.rulebook.pieces"),
        ("core", "from __future__ import annotations\nimport collections.abc\nimport tomllib"),
        ("engine", "from khronos_lab import mechanics"),
        ("front", "from khronos_lab import draw, graphs"),
        ("analysis", "import polars as pl\nimport networkx as nx"),
        ("cli", "import khronos_lab\nimport click\nfrom jupyterlab.labapp import LabApp"),
        (FACADE, "import lazy_loader"),
    ],
)
def test_the_check_allows_what_the_table_allows(floor, source):
    assert floors.broken_imports(source, floor) == []


@pytest.mark.parametrize(
    "source",
    [
        "import random\nrandom.seed(1)",
        "import random as dice\nx = dice.choice([1, 2])",
        "from random import shuffle",
        "import random\npick = random.choice",
        "import numpy as np\nnp.random.rand(3)",
        "from numpy import random as r\nr.seed(1)",
        "from numpy.random import rand",
    ],
)
def test_the_check_sees_shared_random_numbers(source):
    assert len(floors.global_random(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "import random\nrng = random.Random(1)\nrng.shuffle(cards)",
        "from random import Random\ndef draw(rng: Random): return rng.random()",
        "import numpy as np\nrng = np.random.default_rng(1)",
    ],
)
def test_the_check_allows_a_generator_that_is_passed_on(source):
    assert floors.global_random(source) == []


def test_the_package_has_modules():
    assert PACKAGE / "cli.py" in floors.modules()
