"""The top level stays tidy and notebooks come without outputs."""

from __future__ import annotations

import re
from fnmatch import fnmatch

import nbformat
import pytest

from tests.support import ROOT

TOP_LEVEL = {
    ".ci",
    ".git",
    ".gitattributes",
    ".gitignore",
    ".github",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "data",
    "docs",
    "khronos_lab",
    "notebooks",
    "pyproject.toml",
    "tests",
}
NOTEBOOKS = [
    pytest.param(path, id=path.name)
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb"))
    if ".ipynb_checkpoints" not in path.parts
]


def test_the_top_level_holds_only_what_belongs_there():
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    ignored = [line.strip("/") for line in lines if line and not line.startswith("#")]
    names = {path.name for path in ROOT.iterdir()}
    assert {name for name in names if not any(fnmatch(name, p) for p in ignored)} <= TOP_LEVEL


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_has_no_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.source for cell in cells if cell.outputs or cell.execution_count is not None] == []
    assert "widgets" not in notebook.metadata


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_notebook_opens_with_words(path):
    assert nbformat.read(path, as_version=4).cells[0].cell_type == "markdown"


def test_every_folder_of_tests_is_a_package():
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert {folder for folder in folders if not (folder / "__init__.py").is_file()} == set()


def test_ci_runs_the_test_command_of_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    command = next(line for line in readme.splitlines() if line.endswith("-m tests"))
    assert re.search(rf"^{re.escape(command)}$", (ROOT / ".ci" / "run").read_text("utf-8"), re.M)
