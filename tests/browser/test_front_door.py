"""The README's very command opens JupyterLab on notebook 00; 00 and 01 run to their ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.browser.lab import DONE, READY, RUN, SCROLL
from tests.jupyter import own_folders

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
SECONDS = 240
COMMAND = "khronos-lab lab"
PATH = "window.jupyterapp.shell.currentWidget?.context?.path"
ERRORS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter(cell => cell.type === 'code')
  .flatMap(cell => cell.outputs.toJSON())
  .filter(output => output.output_type === 'error' || output.name === 'stderr')
  .map(output => output.evalue ?? output.text)"""


def command_of_the_readme() -> list[str]:
    """What the README's start line runs, once everything is installed."""
    readme = (ROOT / "README.md").read_text("utf-8")
    [line] = [line for line in readme.splitlines() if line.endswith(COMMAND)]
    assert line.startswith("python3 -m venv .venv && .venv/bin/pip install")
    program, *arguments = line.rpartition("&& ")[2].split()
    assert program == ".venv/bin/khronos-lab"
    installed = Path(sys.executable).with_name("khronos-lab")
    assert installed.is_file(), "install the project into the environment of the tests"
    return [str(installed), *arguments]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address that the command prints."""
    home = tmp_path_factory.mktemp("door")
    # What tests need and nobody else: pages that can be asked from outside. It is read after what
    # the command adds, and says nothing about anything that the command says.
    settings = home / "settings"
    settings.mkdir()
    (settings / "jupyter_server_config.py").write_text(
        "c.LabApp.expose_app_in_browser = True\n", "utf-8"
    )
    folders = own_folders(home)
    # The command has a folder of its own for workspaces, unless the user names one.
    folders["JUPYTERLAB_WORKSPACES_DIR"] = ""
    # The notebooks of the checkout stay as they are.
    saving = Path(folders["JUPYTERLAB_SETTINGS_DIR"], "@jupyterlab", "docmanager-extension")
    saving.mkdir(parents=True)
    (saving / "plugin.jupyterlab-settings").write_text('{"autosave": false}', "utf-8")
    before = {path: path.read_bytes() for path in NOTEBOOKS.glob("*.ipynb")}
    log = home / "log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [*command_of_the_readme(), "--no-browser"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            env={**os.environ, **folders, "JUPYTER_CONFIG_PATH": str(settings)},
        )
    try:
        yield told(process, log)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    assert {path: path.read_bytes() for path in before} == before
    assert not list(home.rglob("*.jupyterlab-workspace"))


def told(process, log: Path) -> str:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and process.poll() is None:
        found = re.search(r"http://127\.0\.0\.1:\d+/lab/tree/\S+token=\w+", log.read_text("utf-8"))
        if found:
            return found[0]
        time.sleep(0.2)
    pytest.fail(log.read_text("utf-8"))


@pytest.fixture(scope="module")
def page(chromium, address):
    """JupyterLab as it opens."""
    opened = chromium.new_page(viewport={"width": 1500, "height": 950})
    opened.goto(address)
    opened.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=1000 * SECONDS)
    yield opened
    opened.close()


def run(page) -> list[str]:
    """Run the notebook that is open; what it wrote to the error stream, and its errors."""
    page.wait_for_function(READY, timeout=1000 * SECONDS)
    assert page.evaluate(RUN)
    page.wait_for_function(DONE, timeout=1000 * SECONDS)
    errors: list[str] = page.evaluate(ERRORS)
    return errors


def test_the_first_notebook_is_open_with_its_picture_and_has_the_window_for_itself(page):
    assert page.evaluate(PATH) == "notebooks/00_start_here.ipynb"
    page.wait_for_function(
        "() => document.querySelector('.jp-NotebookPanel img')?.naturalWidth > 300"
    )
    sides = "() => ['left', 'right'].map((each) => jupyterapp.shell[`${each}Collapsed`])"
    assert page.evaluate(sides) == [True, True]
    assert page.evaluate("() => jupyterapp.shell.mode") == "multiple-document"


def test_the_first_notebook_runs_to_its_end(page):
    assert run(page) == []
    # A replay draws when it comes into sight.
    page.evaluate(SCROLL, "game.replay(")
    drawn = "() => document.querySelector('.kv-boards')?.getBoundingClientRect().width > 300"
    page.wait_for_function(drawn, timeout=1000 * SECONDS)


def test_its_link_leads_to_the_second_which_runs_to_its_end(page):
    page.evaluate(SCROLL, "[01 Replay a game](")
    link = page.locator(".jp-RenderedMarkdown a", has_text="01 Replay a game").first
    link.scroll_into_view_if_needed()
    link.click()
    page.wait_for_function(f"() => {PATH} === 'notebooks/01_replay_a_game.ipynb'",
                           timeout=1000 * SECONDS)  # fmt: skip
    assert run(page) == []
