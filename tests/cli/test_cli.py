"""The `khronos-lab` command: what it prints, what it starts, and how it says no."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from khronos_lab.commands import server
from tests.browser.lab import free_port
from tests.cli.calls import PATIENCE, assert_refused, khronos_lab

NOTEBOOK = "00_start_here.ipynb"


@pytest.fixture
def launched(monkeypatch):
    """What would be handed to JupyterLab, on a computer with a browser."""
    calls: list[list[str]] = []
    monkeypatch.setattr(server, "why_no_browser", lambda: "")
    monkeypatch.setattr(server, "launch", lambda *given: calls.append(given[2]))
    return calls


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The package as it lies in site-packages, and an empty current folder."""
    bundled = tmp_path / "site-packages" / "khronos_lab" / "notebooks"
    (bundled / "pictures").mkdir(parents=True)
    (bundled / "de").mkdir()
    (bundled / NOTEBOOK).write_text("new", "utf-8")
    (bundled / "de" / NOTEBOOK).write_text("neu", "utf-8")
    (bundled / "pictures" / "map.txt").write_text("map", "utf-8")
    monkeypatch.setattr(server, "PACKAGE", bundled.parent)
    current = tmp_path / "current"
    current.mkdir()
    monkeypatch.chdir(current)
    return current


def test_lab_in_a_checkout_opens_the_first_notebook_where_it_lies(launched):
    assert khronos_lab("lab").exit_code == 0
    [arguments] = launched
    assert f"--ServerApp.root_dir={server.PACKAGE.parent}" in arguments
    assert f"--LabApp.default_url=/lab/tree/notebooks/{NOTEBOOK}" in arguments
    assert "--ServerApp.ip=127.0.0.1" in arguments
    assert not any("port" in argument or "browser" in argument for argument in arguments)


def test_lab_passes_its_options_on(launched):
    port = free_port()
    assert khronos_lab("lab", "--no-browser", "--port", str(port)).exit_code == 0
    assert {f"--ServerApp.port={port}", "--ServerApp.open_browser=False"} <= set(launched[0])


def test_lab_begins_with_closed_sidebars_in_a_workspace_of_its_own(tmp_path, monkeypatch):
    monkeypatch.delenv(server.WORKSPACES, raising=False)
    assert server.closed_sidebar(tmp_path) == [f"--LabApp.workspaces_dir={tmp_path}"]
    [workspace] = tmp_path.iterdir()
    layout = json.loads(workspace.read_text("utf-8"))["data"]["layout-restorer:data"]
    assert [layout[side]["collapsed"] for side in ("left", "right")] == [True, True]


def test_lab_of_an_installed_package_copies_the_notebooks(launched, installed):
    assert khronos_lab("lab").exit_code == 0
    copied = installed / "khronos_lab_notebooks"
    assert (copied / NOTEBOOK).read_text("utf-8") == "new"
    assert (copied / "pictures" / "map.txt").read_text("utf-8") == "map"
    assert f"--ServerApp.root_dir={installed}" in launched[0]
    assert f"--LabApp.default_url=/lab/tree/khronos_lab_notebooks/{NOTEBOOK}" in launched[0]


def test_lab_never_overwrites_a_notebook(launched, installed):
    mine = installed / "khronos_lab_notebooks" / NOTEBOOK
    mine.parent.mkdir()
    mine.write_text("mine", "utf-8")
    assert khronos_lab("lab").exit_code == 0
    assert mine.read_text("utf-8") == "mine"
    assert (mine.parent / "pictures" / "map.txt").exists()


def test_lab_says_when_the_notebooks_are_missing(launched, tmp_path, monkeypatch):
    monkeypatch.setattr(server, "PACKAGE", tmp_path / "khronos_lab")
    assert_refused(khronos_lab("lab"), 1, NOTEBOOK)


def test_ctrl_c_while_jupyterlab_is_being_loaded_is_told_in_one_sentence(tmp_path):
    fake = tmp_path / "jupyterlab"
    fake.mkdir()
    (fake / "__init__.py").touch()
    source = "import signal, time\nsignal.raise_signal(signal.SIGINT)\ntime.sleep(60)"
    (fake / "labapp.py").write_text(source, "utf-8")
    answer = subprocess.run(
        [sys.executable, "-m", "khronos_lab", "lab", "--no-browser"],
        capture_output=True,
        text=True,
        cwd=server.PACKAGE.parent,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        timeout=PATIENCE,
    )
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[1:] == ["khronos-lab: stopped before JupyterLab was up."]
