"""The replay where JupyterLab is not: in Notebook 7, in Voila, and in a host as VS Code's."""

from __future__ import annotations

import json
import secrets
from base64 import b64encode
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from khronos_lab.rulebook import data_folder
from khronos_lab.widgets import LATER, replay
from tests.browser.lab import (
    READY,
    RUN,
    SECONDS,
    free_port,
    served,
    server_arguments,
    watched_page,
    write_notebook,
)
from tests.browser.watch import caption, focus, picture, shows, wait_until

NOTEBOOK = "game.ipynb"
GAME = "games/08-lesson-three-ages.khr"


@pytest.fixture
def folder(tmp_path):
    """A folder with a notebook of one line."""
    line = f"import khronos_lab\nkhronos_lab.load({str(data_folder() / GAME)!r}).replay()"
    folder = tmp_path / "notebooks"
    folder.mkdir()
    write_notebook(folder / NOTEBOOK, line)
    return folder


watched = partial(watched_page, patience=1000 * SECONDS)


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
    with (
        served(arguments, folder, tmp_path, port) as address,
        watched_page(chromium, patience=1000 * SECONDS) as page,
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
        watched_page(chromium, patience=1000 * SECONDS) as page,
    ):
        page.goto(address)
        look_through(page)


# ------------------------------------------------------------------ a host that is none of these

HOST = """async ([script, style, state]) => {
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  const hearers = new Map();
  let changed = {};
  const call = (name, ...told) => (hearers.get(name) ?? []).forEach((hear) => hear(...told));
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = changed[name] = value; },
    save_changes: () => { tell({ method: 'update', state: changed }); changed = {}; },
    on: (name, hear) => hearers.set(name, [...hearers.get(name) ?? [], hear]),
    off: (name, hear) => hearers.set(name, (hearers.get(name) ?? []).filter((it) => it !== hear)),
    send: (content) => { tell({ method: 'custom', content }); },
  };
  // One message after the other, as a connection to a kernel has them.
  let last = Promise.resolve();
  function tell(message) {
    const text = JSON.stringify(message);
    last = last.then(async () => {
      for (const answer of await window.kernel(text)) {
        if (answer.method === 'update') {
          Object.assign(state, answer.state);
          Object.keys(answer.state).forEach((name) => call(`change:${name}`));
        } else {
          const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          const views = answer.buffers.map((each) => new DataView(bytes(each).buffer));
          call('msg:custom', answer.content, views);
        }
      }
    });
  }
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const made = (await import(address)).default;
  const widget = typeof made === 'function' ? await made() : made;
  window.leave = await widget.render({ model, el: document.getElementById('widget') });
}"""
"""A model and nothing more: what anywidget promises its modules in any host."""
CELL = """<body class="vscode-dark"><div class="cell_container">
  <div class="output_container"><div id="widget"></div></div>
  <div class="output_container">{later}</div></div></body>"""


def test_the_replay_needs_no_more_than_a_model(chromium):
    """As in VS Code: the module from a blob, plain messages, and none of JupyterLab's objects."""
    shown = replay(data_folder() / GAME)
    sent: list[dict] = []

    def send(content, buffers=None) -> None:
        whole = [b64encode(each).decode() for each in buffers or ()]
        sent.append({"method": "custom", "content": content, "buffers": whole})

    def kernel(text: str) -> list[dict]:
        message, before = json.loads(text), shown.get_state()
        sent.clear()
        if message["method"] == "update":
            shown.set_state(message["state"])
        else:
            shown._handle_custom_msg(message["content"], [])
        now = shown.get_state()
        news = {name: value for name, value in now.items() if value != before[name]}
        return json.loads(json.dumps([{"method": "update", "state": news}, *sent]))

    shown.send = send
    state = shown.get_state()
    script, style = state.pop("_esm"), state.pop("_css")
    state = {name: value for name, value in state.items() if not name.startswith("_")}
    with watched(chromium) as page:
        page.expose_function("kernel", kernel)
        page.set_content(CELL.format(later=LATER + shown.page()))
        fallback = page.locator(".kl-fallback")
        assert fallback.is_visible()  # a saved notebook, whose kernel is gone
        page.evaluate(HOST, [script, style, json.loads(json.dumps(state))])
        look_through(page)
        assert fallback.is_hidden()
        root = page.locator(".kl-replay")
        expect(root).to_have_attribute("data-theme", "dark")
        root.locator(".kv-language").select_option(label="Deutsch")
        expect(root.locator(".kl-what-if")).to_have_text("Was wäre wenn")
        root.locator(".kl-what-if").click()
        expect(root.locator(".kl-tray")).to_be_visible()
        assert shown.trying
        page.evaluate("() => window.leave()")
    shown.close()
