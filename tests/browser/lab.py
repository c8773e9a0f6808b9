"""A real JupyterLab on this computer for tests in a browser, and how to run a notebook in it."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import nbformat

from khronos_lab.commands import PACKAGE
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


@contextmanager
def run_notebook(
    chromium: Browser,
    folder: Path,
    home: Path,
    notebook: str,
    *,
    size: tuple[int, int] = (1400, 900),
    patience: int = 60_000,
    sidebar: bool = False,
) -> Iterator[Page]:
    """A notebook of a folder, all its cells run, on a page on which no script may fail."""
    with (
        jupyterlab(folder, home) as lab,
        watched_page(chromium, size=size, patience=patience) as page,
    ):
        lab.open(page, notebook, sidebar=sidebar)
        yield page
        lab.shut(page)


@contextmanager
def watched_page(
    chromium: Browser, *, size: tuple[int, int] = (1400, 900), patience: int = 60_000
) -> Iterator[Page]:
    """A page on which no script may fail but those of the server itself."""
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_default_timeout(patience)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(fault.stack or str(fault)))
    yield page
    page.close()
    ours = [fault for fault in faults if not is_the_servers(fault)]
    assert not ours, "\n".join(ours)


def is_the_servers(fault: str) -> bool:
    """Whether JupyterLab or Notebook stumbled over itself.

    JupyterLab cancels what it has asked a kernel that ends, and catches that nowhere. Notebook 7.6
    fails at a setting of its own while it starts.
    """
    where = next((line for line in fault.splitlines() if "://" in line or "blob:" in line), "")
    return fault.startswith("Error: Canceled future for ") or "/static/notebook/" in where


def write_notebook(path: Path, *sources: str) -> None:
    """Write a notebook with a cell of code for each source."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, path)


def server_arguments(folder: Path, port: int, token: str) -> list[str]:
    """What every server of Jupyter is told."""
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
    """A module of Python that serves pages, from its first answer on; gives its address."""
    settings = {
        **own_folders(home),
        "JUPYTER_CONFIG_PATH": str(PACKAGE / "jupyter"),
    }
    with (home / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=folder,
            env={**os.environ, **settings},
            stdout=log,
            stderr=log,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/api", server, home / "server.log")
        yield address
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str, server: subprocess.Popen, log: Path) -> None:
    """Wait until the server answers."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except urllib.error.HTTPError as answer:
            # Not every server has this page; but it is there.
            answer.close()
            return
        except (urllib.error.URLError, OSError):
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError(log.read_text(errors="replace")) from None
            time.sleep(0.1)
