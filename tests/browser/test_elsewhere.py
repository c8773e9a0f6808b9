"""The replay where JupyterLab is not: in Notebook 7, in Voila, and in a host as VS Code's."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest
from playwright.sync_api import expect

from khronos_lab.desk import LATER, replay
from tests.browser.hosted import Hosted
from tests.browser.lab import (
    READY,
    RUN,
    free_port,
    served,
    server_arguments,
    watched_page,
    write_notebook,
)
from tests.browser.watch import caption, choose, focus, picture, shows, wait_until

NOTEBOOK = "game.ipynb"
GAME = "data/games/08-lesson-three-ages.khr"


@pytest.fixture
def folder(tmp_path):
    """A folder with a notebook of one line."""
    line = f"import khronos_lab\nkhronos_lab.load({GAME!r}).replay()"
    folder = tmp_path / "notebooks"
    folder.mkdir()
    write_notebook(folder / NOTEBOOK, line)
    return folder


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
    assert root.locator(".kb-chosen").is_visible()
    page.keyboard.press("Escape")

    for view in ("control", "domains"):
        root.locator(".kv-views").select_option(view)
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
    with (
        served(arguments, folder, tmp_path, port) as address,
        watched_page(chromium) as page,
    ):
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
    with (
        served(arguments, folder, tmp_path, port) as address,
        watched_page(chromium) as page,
    ):
        page.goto(address)
        look_through(page)


# ------------------------------------------------------------------ a host that is none of these

CELL = """<body class="vscode-dark"><div class="cell_container">
  <div class="output_container"><div id="host"></div></div>
  <div class="output_container">{later}</div></div></body>"""


def test_the_replay_needs_no_more_than_a_model(chromium):
    """As in VS Code: the module from a blob, plain messages, and none of JupyterLab's objects."""
    shown = replay(GAME)
    with watched_page(chromium) as page:
        hosted = Hosted(page, CELL.format(later=LATER + shown.page()))
        fallback = page.locator(".kl-fallback")
        assert fallback.is_visible()  # a saved notebook, whose kernel is gone
        hosted.show(shown)
        look_through(page)
        assert fallback.is_hidden()
        root = page.locator(".kl-replay")
        expect(root).to_have_attribute("data-theme", "dark")
        choose(root, "language", label="Deutsch")
        expect(root.locator("[data-mode=try]")).to_have_text("Probieren")
        root.locator("[data-mode=try]").click()
        expect(root.locator(".kl-tray")).to_be_visible()
        assert shown.trying
        page.evaluate("() => window.forgetWidget()")
    shown.close()
