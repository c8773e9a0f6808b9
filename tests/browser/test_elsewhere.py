"""The replay where JupyterLab is not: in Notebook 7 and in Voila."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest

from khronos_lab.rulebook.resources import data_folder
from tests.browser.lab import READY, RUN, SECONDS, free_port, served, server_arguments
from tests.browser.watch import caption, focus, picture, shows, wait_until

NOTEBOOK = "game.ipynb"
GAME = "games/08-lesson-three-ages.khr"


@pytest.fixture
def folder(tmp_path):
    """A folder with a notebook of one line."""
    line = f"import khronos_lab\nkhronos_lab.load({str(data_folder() / GAME)!r}).replay()"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(line)])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    folder = tmp_path / "notebooks"
    folder.mkdir()
    nbformat.write(notebook, folder / NOTEBOOK)
    return folder


@contextmanager
def watched(chromium) -> Iterator:
    """A page on which no script may fail but those of the server itself."""
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    page.set_default_timeout(1000 * SECONDS)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(fault.stack or str(fault)))
    yield page
    page.close()
    # Notebook 7.6 stumbles over a setting of its own while it starts.
    assert [each for each in faults if "/static/notebook/" not in where(each)] == []


def where(stack: str) -> str:
    """The line of a stack that says in which script it failed."""
    return next((line for line in stack.splitlines() if "://" in line or "blob:" in line), "")


def look_through(page) -> None:
    """Step, click a square, switch the view: each shows something else."""
    root = page.locator(".kl-replay")
    shows(root, 0)
    assert root.count() == 1
    focus(root)
    pictures, captions = {picture(root)}, {caption(root)}
    for index in (1, 2, 3, 4):
        # A notebook that has just run its cells may still take the focus.
        root.locator(".kv").press("ArrowRight")
        shows(root, index)
        captions.add(caption(root))
    assert len(captions) == 5
    page.keyboard.press("p")
    says = "([caption]) => caption.textContent.startsWith('Paradox: the town at i2 in Faith')"
    wait_until(page, says, root.locator(".kv-caption"))
    pictures.add(picture(root))

    boards = root.locator(".kv-boards")
    box = boards.bounding_box()
    boards.click(position={"x": 0.51 * box["width"], "y": 0.4 * box["height"]})
    root.locator(".kv-card h4", has_text="Faith").wait_for()
    assert root.locator(".kv-chosen").is_visible()
    page.keyboard.press("Escape")

    for name, view in (("Control map", "control"), ("Domain graph", "domains")):
        root.get_by_role("button", name=name).click()
        root.locator(f".kv[data-view='{view}']").wait_for()
        pictures.add(picture(root))
    assert len(pictures) == 4
    assert not root.locator(".kl-error").is_visible()


def test_the_replay_works_in_notebook_7(chromium, folder: Path, tmp_path: Path):
    port, token = free_port(), secrets.token_hex(16)
    arguments = [
        *("notebook", *server_arguments(folder, port, token)),
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]
    with served(arguments, folder, tmp_path, port) as address, watched(chromium) as page:
        page.goto(f"{address}/notebooks/{NOTEBOOK}?token={token}")
        page.wait_for_function(READY)
        assert page.evaluate(RUN)
        look_through(page)


def test_the_replay_works_in_voila(chromium, folder: Path, tmp_path: Path):
    port = free_port()
    arguments = [
        *("voila", NOTEBOOK, "--no-browser", "--Voila.ip=127.0.0.1"),
        *(f"--Voila.port={port}", "--Voila.port_retries=0"),
        "--VoilaConfiguration.show_tracebacks=True",
    ]
    with served(arguments, folder, tmp_path, port) as address, watched(chromium) as page:
        page.goto(address)
        look_through(page)
