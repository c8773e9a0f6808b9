"""A real JupyterLab for tests in a browser: servers, and a window in which notebooks are run."""

from __future__ import annotations

import os
import re
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import nbformat

from khronos_lab.commands import PACKAGE
from khronos_lab.lessons import VARIABLE
from tests.jupyter import own_folders

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SECONDS = 120

# The toolbar says "idle" before there is a kernel, so the session itself is asked.
READY = """() => {
  const panel = window.jupyterapp?.shell.currentWidget;
  const session = panel?.context?.sessionContext;
  const kernel = session?.session?.kernel;
  return !!kernel && session.isReady && kernel.connectionStatus === 'connected'
    && kernel.status === 'idle';
}"""
RUN = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
# Every code cell has its number and no kernel works any more.
DONE = """() => {
  const panel = window.jupyterapp.shell.currentWidget;
  const cells = [...panel.content.model.cells].filter(cell => cell.type === 'code');
  return cells.length && cells.every(cell => cell.executionCount)
    && panel.context.sessionContext.session?.kernel?.status === 'idle';
}"""
# JupyterLab need not have the cells in the page that are out of sight.
SCROLL = """part => {
  const { content } = window.jupyterapp.shell.currentWidget;
  return content.scrollToItem(
    content.widgets.findIndex(({ model }) => model.sharedModel.source.includes(part)), 'start');
}"""
SHUT = "() => window.jupyterapp.shell.currentWidget.context.sessionContext.shutdown()"
SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"
# As JupyterLab's own addresses do it: "doc" hides the sidebar and all documents but one.
SHOW = """async ([path, kernel, sidebar]) => {
  const { commands, shell } = window.jupyterapp;
  shell.mode = sidebar ? 'multiple-document' : 'single-document';
  if (sidebar) shell.expandLeft(); else shell.collapseLeft();
  shell.collapseRight();
  const panel = await commands.execute('docmanager:open', { path, factory: 'Notebook', kernel });
  await panel.context.ready;
}"""
TELL = """async code => {
  const { kernel } = window.jupyterapp.shell.currentWidget.context.sessionContext.session;
  const { content } = await kernel.requestExecute({ code, store_history: false }).done;
  return [kernel.id, content.status];
}"""
CLOSE = "() => window.jupyterapp.shell.currentWidget?.dispose()"
# Nothing of the notebooks before; and nobody's own progress is touched.
CLEAN = """
get_ipython().run_line_magic("reset_selective", "-f .")
import os, ipywidgets
ipywidgets.Widget.close_all()
os.chdir({folder!r})
os.environ[{variable!r}] = os.path.join({folder!r}, "progress.json")
"""
# anywidget gives a module two seconds to load and is deaf to the kernel if it takes longer, as it
# may on a busy computer ("Failed to initialize model").
PATIENT = """const limit = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => limit(60 * milliseconds);"""
PATIENCE = 60_000
"""Milliseconds after which something that should have happened is missed."""


class Lab(NamedTuple):
    """Where the server is reached."""

    address: str
    token: str

    def open(self, page, notebook: str, *, sidebar: bool = False) -> None:
        """Open a notebook of the folder, by itself or beside the sidebar, and run all its cells."""
        mode = "lab" if sidebar else "doc"
        page.goto(f"{self.address}/{mode}/tree/{notebook}?reset&token={self.token}")
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=1000 * SECONDS)
        page.wait_for_function(READY, timeout=1000 * SECONDS)
        assert page.evaluate(RUN)

    def shut(self, page) -> None:
        """End the kernel of the notebook that is open."""
        page.evaluate(SHUT)


@contextmanager
def jupyterlab(folder: Path, home: Path, port: int | None = None) -> Iterator[Lab]:
    """A server on a free port that shows a folder and keeps everything of its own in `home`."""
    port, token = port or free_port(), secrets.token_hex(16)
    arguments = [
        *("jupyterlab", *server_arguments(folder, port, token)),
        *("--LabApp.news_url=None", "--LabApp.expose_app_in_browser=True"),
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    with served(arguments, folder, home, port) as address:
        yield Lab(address, token)


class Window:
    """One JupyterLab in one page: notebooks are run in it one after the other, in one kernel."""

    def __init__(self, browser: Browser, lab: Lab, folder: Path) -> None:
        self.folder = folder
        self._lab = lab
        self._context = browser.new_context()
        self._page: Page | None = None
        self._faults: list[str] = []
        self._kernel: str | None = None

    @contextmanager
    def run(
        self,
        notebook: Path,
        *,
        size: tuple[int, int] = (1400, 900),
        sidebar: bool = False,
        fresh: bool = False,
    ) -> Iterator[Page]:
        """A notebook, all its cells run; no script may fail. A `fresh` kernel is its own."""
        page = self._opened()
        self._faults.clear()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        kernel = None if fresh or self._kernel is None else {"id": self._kernel}
        page.evaluate(SHOW, [notebook.relative_to(self.folder).as_posix(), kernel, sidebar])
        page.wait_for_function(READY, timeout=1000 * SECONDS)
        clean = CLEAN.format(folder=str(notebook.parent), variable=VARIABLE)
        number, status = page.evaluate(TELL, clean)
        assert status == "ok"
        if not fresh:
            self._kernel = number
        assert page.evaluate(RUN)
        yield page
        if fresh:
            self._lab.shut(page)
        page.evaluate(CLOSE)
        assert_ours_are_none(self._faults)

    def _opened(self) -> Page:
        if self._page is None:
            self._page = page = self._context.new_page()
            watch_faults(page, self._faults)
            page.goto(f"{self._lab.address}/lab?reset&token={self._lab.token}")
            restored = "() => window.jupyterapp?.restored.then(() => true)"
            page.wait_for_function(restored, timeout=1000 * SECONDS)
        return self._page

    def renew(self) -> None:
        """Forget page and kernel: nobody knows what a test that failed has left behind."""
        if self._page is not None:
            self._page.close()
        self._page = self._kernel = None

    def close(self) -> None:
        self._context.close()


@contextmanager
def watched_page(browser: Browser, *, size: tuple[int, int] = (1400, 900)) -> Iterator[Page]:
    """A page on which no script may fail but those of the server itself."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    faults: list[str] = []
    watch_faults(page, faults)
    yield page
    page.close()
    assert_ours_are_none(faults)


def watch_faults(page: Page, faults: list[str]) -> None:
    """Note the scripts that fail on a page, which is given time."""
    page.set_default_timeout(PATIENCE)
    page.add_init_script(PATIENT)
    page.on("pageerror", lambda fault: faults.append(fault.stack or str(fault)))


def assert_ours_are_none(faults: list[str]) -> None:
    ours = [fault for fault in faults if not is_the_servers(fault)]
    assert not ours, "\n".join(ours)


def is_the_servers(fault: str) -> bool:
    """Whether JupyterLab or Notebook stumbled over itself.

    JupyterLab cancels what it has asked a kernel that ends, and catches that nowhere. Notebook 7.6
    fails at a setting of its own while it starts.
    """
    where = next((line for line in fault.splitlines() if "://" in line or "blob:" in line), "")
    return fault.startswith("Error: Canceled future for ") or "/static/notebook/" in where


def write_notebook(path: Path, *sources: str) -> Path:
    """Write a notebook with a cell of code for each source."""
    cells = [nbformat.v4.new_code_cell(source.strip()) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, path)
    return path


def server_arguments(folder: Path, port: int, token: str) -> list[str]:
    """Arguments of every Jupyter server."""
    arguments = [
        *("--no-browser", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"),
        *("--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"),
        f"--ServerApp.root_dir={folder}",
        # It is there for a test of its own, and takes seconds to be imported.
        "--ServerApp.jpserver_extensions=voila.server_extension=False",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--ServerApp.allow_root=True")
    return arguments


@contextmanager
def served(arguments: list[str], folder: Path, home: Path, port: int) -> Iterator[str]:
    """A module of Python that serves pages, once it has said where; gives its address."""
    settings = {**own_folders(home), "JUPYTER_CONFIG_PATH": str(PACKAGE / "jupyter")}
    with started(
        [sys.executable, "-m", *arguments], folder, settings, rf"http://[\d.]+:{port}"
    ) as at:
        yield at


@contextmanager
def started(command: list[str], folder: Path, settings: dict[str, str], says: str) -> Iterator[str]:
    """A server, once it answers at the address that it has said; gives the address."""
    server = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    log: list[str] = []
    found: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        with server.stdout or nullcontext(()) as lines:
            for line in lines:
                log.append(line)
                if match := re.search(says, line):
                    found.put(match[0])
        found.put("")

    reader = Thread(target=read, daemon=True)
    reader.start()
    try:
        address = found.get(timeout=SECONDS)
        assert address, "".join(log)
        wait_until_it_listens(server, address)
        yield address
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        reader.join()


def wait_until_it_listens(server: subprocess.Popen, address: str) -> None:
    """Wait for the first connection: Jupyter says its address before it listens there."""
    place = urlsplit(address)
    while True:
        try:
            socket.create_connection((place.hostname, place.port)).close()
            return
        except ConnectionRefusedError:
            with suppress(subprocess.TimeoutExpired):
                raise RuntimeError(f"it has ended with {server.wait(0.05)}") from None


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
