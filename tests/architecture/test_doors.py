"""A folder of the package is a door: who may import what, and from where."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from inspect import isclass, isroutine
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import khronos_lab
from tests.support import PACKAGE, ROOT

# From the ground up, with the third-party packages that come in with each folder: a folder imports
# from those before it, and may use what these use.
ORDER = {
    "rulebook": {"fluent", "lazy_loader"},
    "core": set[str](),
    "mechanics": set[str](),
    "engine": set[str](),
    "native": set[str](),
    "records": set[str](),
    "players": set[str](),
    "analysis": {"networkx", "numpy", "polars"},
    "scenes": set[str](),
    "drawing": {"IPython", "PIL", "matplotlib"},
    "questions": set[str](),
    "simulation": {"distributed", "tqdm"},
    "board": set[str](),
    "export": set[str](),
    "report": set[str](),
    "scrubber": {"ipywidgets"},
    "kit": {"anywidget", "traitlets"},
    "lessons": {"platformdirs"},
    "explorer": set[str](),
    "desk": set[str](),
    "draw": set[str](),
    "graphs": set[str](),
    "front": set[str](),
    "commands": {"click", "jupyter_core", "jupyterlab", "jupyterlab_server", "voila"},
}
COMES_WITH = {
    "IPython": "ipywidgets",
    "PIL": "matplotlib",
    "fluent": "fluent.syntax",
    "jupyter_core": "jupyterlab",
    "jupyterlab_server": "jupyterlab",
    "numpy": "matplotlib",
    "traitlets": "ipywidgets",
}


class Import(NamedTuple):
    """`from module import name` (or `import module`) in a line of a file."""

    place: str
    module: str
    name: str | None


def imports(path: Path, source: str) -> Iterator[Import]:
    """All imports of a source, late ones included."""
    where = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(f"{where}:{node.lineno}", each.name, None) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            for each in node.names:
                yield Import(f"{where}:{node.lineno}", node.module or "", each.name)


def folder_of(path: Path) -> str:
    """The folder, or the module beside the folders, that a file of the package belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def inside() -> Iterator[tuple[str, Import]]:
    """Every import of the package, with its folder; the build hook is the packager's."""
    for path in sorted(set(PACKAGE.rglob("*.py")) - {PACKAGE / "native" / "build_hook.py"}):
        for each in imports(path, path.read_text("utf-8")):
            yield folder_of(path), each


def examples() -> Iterator[tuple[str, Import]]:
    """Every import of an example in a docstring, with the folder it stands in."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        for line in re.findall(r">>> (from khronos_lab[\w.]* import [\w, ]+)", source):
            yield from ((folder_of(path), each) for each in imports(path, line))


def outside() -> Iterator[Import]:
    """Every import of tests and notebooks."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        yield from imports(path, path.read_text("utf-8"))
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "code" and not source.startswith("%%"):
                plain = re.sub(r"^(\s*)[%!].*", r"\1pass", source, flags=re.MULTILINE)
                yield from imports(path, plain)


def door(folder: str) -> set[str]:
    """The names that a folder offers: those of its stub."""
    stub = PACKAGE / folder / "__init__.pyi"
    if not stub.exists():
        return set(__import__(f"khronos_lab.{folder}", fromlist=["_"]).__all__)
    tree = ast.parse(stub.read_text("utf-8"))
    return {
        each.name for node in tree.body if isinstance(node, ast.ImportFrom) for each in node.names
    }


DOORS = {folder: door(folder) for folder in ORDER}
INSIDE = list(inside())
OUTSIDE = list(outside())


def not_through_a_door(each: Import) -> str | None:
    """A sentence about an import that goes past a door; None if it is all right."""
    top, *rest = each.module.split(".")
    if top != "khronos_lab" or (not rest and each.name not in ORDER):
        return None
    folder, *deeper = rest or [each.name or ""]
    if deeper:
        return f"{each.place} imports from {each.module}: import from khronos_lab.{folder}"
    if folder not in ORDER:
        return f"{each.place}: there is no folder {folder}"
    if rest and each.name not in DOORS[folder]:
        return f"{each.place}: {each.name} is not in the stub of khronos_lab.{folder}"
    return None


def test_other_folders_tests_and_notebooks_import_from_doors():
    own = [*INSIDE, *examples()]
    elsewhere = [each for folder, each in own if each.module.split(".")[1:2] != [folder]]
    assert [line for each in (*elsewhere, *OUTSIDE) if (line := not_through_a_door(each))] == []


def test_no_folder_imports_from_one_above_it_or_the_facade():
    ranks = {folder: rank for rank, folder in enumerate(ORDER)}
    for folder, each in INSIDE:
        top, *rest = each.module.split(".")
        if top == "khronos_lab" and folder in ranks and folder != "commands":
            other = rest[0] if rest else each.name
            assert other in ranks, f"{each.place} imports from the facade"
            assert ranks[other] <= ranks[folder], f"{each.place}: {other} stands above {folder}"


def test_a_folder_uses_only_the_third_party_packages_of_its_height():
    allowed: set[str] = set()
    by_folder = {folder: (allowed := allowed | more) for folder, more in ORDER.items()}
    by_folder["__init__"] = {"lazy_loader"}
    for folder, each in INSIDE:
        top = each.module.partition(".")[0]
        if top != "khronos_lab" and top not in sys.stdlib_module_names:
            assert top in by_folder.get(folder, set()), f"{each.place}: {folder} may not use {top}"


def test_every_third_party_package_is_a_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = (*project["dependencies"], *extras["dask"], *extras["explore"])
    declared = {re.split(r"[^\w.-]|>", line)[0] for line in lines}
    assert {COMES_WITH.get(name, name) for more in ORDER.values() for name in more} <= declared


@pytest.mark.parametrize("folder", [each for each in ORDER if (PACKAGE / each).is_dir()])
def test_a_door_offers_what_others_use(folder):
    facade = (PACKAGE / "__init__.pyi").read_text("utf-8")
    used = set(re.findall(rf"from \.{folder} import (\w+)", facade))
    for own, each in (*INSIDE, *(("", each) for each in OUTSIDE)):
        if own != folder and each.module == f"khronos_lab.{folder}" and each.name:
            used.add(each.name)
    shown = set(getattr(khronos_lab, folder).__all__) if folder in khronos_lab.__all__ else set()
    assert DOORS[folder] - used - shown == set(), "nobody uses these: take them out of the stub"


@pytest.mark.parametrize("folder", [each for each in ORDER if (PACKAGE / each).is_dir()])
def test_what_a_door_offers_says_what_it_is(folder):
    home = __import__(f"khronos_lab.{folder}", fromlist=["_"])
    offered = {name: getattr(home, name) for name in DOORS[folder]}
    explained = {
        name: thing for name, thing in offered.items() if isroutine(thing) or isclass(thing)
    }
    silent = [name for name, thing in explained.items() if not thing.__doc__]
    assert silent == [], "say in a docstring what a caller gets"


def test_nothing_is_named_like_a_module_beside_it():
    """Importing the module would put it in the place of the function, class or value."""
    for folder in (PACKAGE, *(PACKAGE / each for each in ORDER if (PACKAGE / each).is_dir())):
        modules = {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"}
        package = khronos_lab if folder == PACKAGE else None
        names = set(khronos_lab.__all__) if package else DOORS[folder.name]
        for name in modules & names:
            home = package or __import__(f"khronos_lab.{folder.name}", fromlist=["_"])
            assert isinstance(getattr(home, name), ModuleType), f"{folder.name}.{name}"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("from khronos_lab.core.board import Board", True),
        ("import khronos_lab.engine.moves", True),
        ("from khronos_lab.core import board", True),
        ("from khronos_lab.core import Board", False),
        ("from khronos_lab import draw, load", False),
    ],
)
def test_the_check_sees_what_goes_past_a_door(line, wrong):
    found = [not_through_a_door(each) for each in imports(PACKAGE / "x.py", line)]
    assert any(found) == wrong
