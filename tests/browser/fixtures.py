"""One headless Chromium and one JupyterLab for all tests of a worker."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.browser.lab import PATIENCE, Window, jupyterlab

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests; where tests run by themselves, it must be there."""
    path = shutil.which("chromium")
    if path is None:
        reason = "there is no chromium on this computer"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def window(chromium, tmp_path_factory):
    """JupyterLab in a page of its own, in which notebooks are run one after the other."""
    folder, home = tmp_path_factory.mktemp("lab"), tmp_path_factory.mktemp("home")
    with jupyterlab(folder, home) as lab:
        window = Window(chromium, lab, folder)
        yield window
        window.close()


@pytest.fixture(scope="module")
def folder(window, request):
    """A folder of the server for the notebooks of one file of tests."""
    failed = request.session.testsfailed
    folder = window.folder / request.module.__name__.rpartition(".")[2]
    folder.mkdir()
    yield folder
    if request.session.testsfailed > failed:
        window.renew()
