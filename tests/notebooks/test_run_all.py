"""Every notebook runs from top to bottom in a fresh kernel, without an error or a warning."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.jupyter import own_folders

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
IN_A_BROWSER = ("00_start_here.ipynb", "01_replay_a_game.ipynb")
"""Run in JupyterLab by tests/browser/test_front_door.py: no error and no warning there, either."""
# The German ones have the same code (test_german.py), so it is enough that one runs, a short one.
NAMES = [
    *sorted(path.name for path in FOLDER.glob("*.ipynb") if path.name not in IN_A_BROWSER),
    "de/03_paradoxes.ipynb",
]
SECONDS_A_CELL = 600
"""Long enough for a busy computer: it is there for a cell that never ends."""


@pytest.fixture
def working_copy(tmp_path, monkeypatch):
    for name, folder in own_folders(tmp_path / "jupyter").items():
        monkeypatch.setenv(name, folder)
    return shutil.copytree(FOLDER, tmp_path / "notebooks")


def run(path: Path) -> list[str]:
    """Execute a notebook in its own folder; the lines it wrote to the error stream."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS_A_CELL,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return [output.text for output in outputs if output.get("name") == "stderr"]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_in_a_fresh_kernel(name, working_copy):
    assert run(working_copy / name) == []
