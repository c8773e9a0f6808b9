"""The README's very command opens JupyterLab on notebook 00; 00 and 01 run to their ends."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.browser.lab import DONE, READY, RUN, SCROLL, SECONDS, started
from tests.jupyter import own_folders
from tests.notebooks.test_run_all import FOLDER, IN_A_BROWSER

ROOT = Path(__file__).resolve().parents[2]
FIRST, SECOND = IN_A_BROWSER
COMMAND = "khronos-lab lab"
PATH = "window.jupyterapp.shell.currentWidget?.context?.path"
ERRORS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter(cell => cell.type === 'code')
  .flatMap(cell => cell.outputs.toJSON())
  .filter(output => output.output_type === 'error' || output.name === 'stderr')
  .map(output => output.evalue ?? output.text)"""


def command_of_the_readme() -> list[str]:
    """The README's start line, once everything is installed."""
    readme = (ROOT / "README.md").read_text("utf-8")
    [line] = [line for line in readme.splitlines() if line.endswith(COMMAND)]
    assert line.startswith("python3 -m venv .venv && .venv/bin/pip install")
    program, *arguments = line.rpartition("&& ")[2].split()
    assert program == ".venv/bin/khronos-lab"
    installed = Path(sys.executable).with_name("khronos-lab")
    assert installed.is_file(), "install the project into the environment of the tests"
    return [str(installed), *arguments]


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory):
    """JupyterLab as it opens at the address that the command prints."""
    home = tmp_path_factory.mktemp("door")
    # What tests need and nobody else: pages that can be asked from outside. It is read after what
    # the command adds, and says nothing about anything that the command says.
    config = home / "settings" / "jupyter_server_config.py"
    config.parent.mkdir()
    config.write_text("c.LabApp.expose_app_in_browser = True\n", "utf-8")
    settings = {**own_folders(home), "JUPYTER_CONFIG_PATH": str(config.parent)}
    # The command has a folder of its own for workspaces, unless the user names one.
    settings["JUPYTERLAB_WORKSPACES_DIR"] = ""
    # The notebooks of the checkout stay as they are.
    saving = Path(settings["JUPYTERLAB_SETTINGS_DIR"], "@jupyterlab", "docmanager-extension")
    saving.mkdir(parents=True)
    (saving / "plugin.jupyterlab-settings").write_text('{"autosave": false}', "utf-8")
    before = {path: path.read_bytes() for path in FOLDER.glob("*.ipynb")}
    command = [*command_of_the_readme(), "--no-browser"]
    says = r"http://127\.0\.0\.1:\d+/lab/tree/\S+token=\w+"
    with started(command, ROOT, settings, says) as address:
        opened = chromium.new_page(viewport={"width": 1500, "height": 950})
        opened.set_default_timeout(1000 * SECONDS)
        opened.goto(address)
        opened.wait_for_selector(".jp-NotebookPanel .jp-Cell")
        yield opened
        opened.close()
    assert {path: path.read_bytes() for path in before} == before
    assert not list(home.rglob("*.jupyterlab-workspace"))


def run(page) -> list[str]:
    """Run the notebook that is open; its errors, and the lines it wrote to the error stream."""
    page.wait_for_function(READY)
    assert page.evaluate(RUN)
    page.wait_for_function(DONE)
    errors: list[str] = page.evaluate(ERRORS)
    return errors


def test_the_first_notebook_is_open_with_its_picture_and_runs_to_its_end(page):
    assert page.evaluate(PATH) == f"notebooks/{FIRST}"
    picture = "() => document.querySelector('.jp-NotebookPanel img')?.naturalWidth > 300"
    page.wait_for_function(picture)
    # It has the window for itself.
    sides = "() => ['left', 'right'].map((each) => jupyterapp.shell[`${each}Collapsed`])"
    assert page.evaluate(sides) == [True, True]
    assert page.evaluate("() => jupyterapp.shell.mode") == "multiple-document"
    assert run(page) == []
    # A replay draws when it comes into sight.
    page.evaluate(SCROLL, "game.replay(")
    drawn = "() => document.querySelector('.kv-boards')?.getBoundingClientRect().width > 300"
    page.wait_for_function(drawn)


def test_its_link_leads_to_the_second_which_runs_to_its_end(page):
    page.evaluate(SCROLL, "[01 Replay a game](")
    link = page.locator(".jp-RenderedMarkdown a", has_text="01 Replay a game").first
    link.scroll_into_view_if_needed()
    link.click()
    page.wait_for_function(f"() => {PATH} === 'notebooks/{SECOND}'")
    assert run(page) == []
