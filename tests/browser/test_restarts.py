"""Saved notebooks whose kernel is gone, and lessons that go on in a new server."""

from __future__ import annotations

import nbformat
import pytest
from playwright.sync_api import expect

from khronos_lab.lessons import VARIABLE
from tests.browser.lab import READY, RUN, SAVE, free_port, jupyterlab, watched_page, write_notebook
from tests.browser.watch import ready

CELLS = (
    "import khronos_lab as kl\nkl.load('data/games/08-lesson-three-ages.khr').replay(step=5)",
    "kl.lesson('two-domains')",
)


def test_a_saved_notebook_says_what_to_do_and_goes_on_after_a_restart_of_the_server(
    chromium, tmp_path, monkeypatch
):
    home, port = tmp_path / "home", free_port()
    home.mkdir()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "progress.json"))
    notebook = write_notebook(tmp_path / "a.ipynb", *CELLS)
    with watched_page(chromium, size=(1400, 2000)) as page:
        lesson, fallback = page.locator(".kl-lesson"), page.locator("iframe.kl-fallback")
        gone, inner = page.locator(".kl-gone"), page.frame_locator("iframe.kl-fallback")
        with jupyterlab(tmp_path, home, port) as lab:
            lab.open(page, "a.ipynb")
            ready(page)
            assert fallback.is_hidden()
            press(lesson, "next")
            for number, words in (("2", "Not quite."), ("1", "Right.")):
                lesson.locator(".kll-number").fill(number)
                press(lesson, "check")
                verdict(lesson, words)
            assert gone.is_hidden()
            page.evaluate(SAVE)
            assert not inner.locator(".kv").count()  # nothing is drawn where nobody sees it
            page.goto("about:blank")  # the server takes its kernels with it
        [first, _] = nbformat.read(notebook, as_version=4).cells
        assert sum(len(str(each.get("data", {}))) for each in first.outputs) <= 100_000
        with jupyterlab(tmp_path, home, port) as lab:
            page.goto(f"{lab.address}/doc/tree/a.ipynb?token={lab.token}")
            gone.filter(has_text="goes on where you stopped").wait_for()
            # A page stands in for the replay.
            inner.locator(".kv[data-frame='5']").wait_for()
            inner.locator(".kv").press("ArrowRight")
            inner.locator(".kv[data-frame='6']").wait_for()
            # Where the widgets were, nothing is seen: neither they nor "model not found".
            assert not page.locator(".jp-OutputArea-child").first.is_visible()
            assert page.get_by_text("model not found").locator("visible=true").count() == 0
            page.wait_for_function(READY)
            page.evaluate(RUN)
            ready(page)
            lesson.locator(".kll-progress", has_text="1/3 right").wait_for()
            assert lesson.locator(".kll-list option").all_inner_texts()[1].endswith("✓")
            assert "a town at b1" in lesson.locator(".kll-prompt").inner_text()
            for answer in ("yes", "B2"):
                lesson.locator(".kll-choice", has_text=answer).first.locator("input").check()
                press(lesson, "check")
            verdict(lesson, "Right.")
            lab.shut(page)


KERNEL = "jupyterapp.shell.currentWidget.sessionContext.session.kernel"
ENDS = {
    "restarted": f"() => {KERNEL}.restart()",
    "shut down": f"() => {KERNEL}.shutdown()",
}


@pytest.mark.parametrize("end", ENDS)
def test_a_desk_whose_kernel_is_gone_says_so_over_the_last_picture(end, window, folder):
    with window.run(write_notebook(folder / "dead.ipynb", CELLS[0]), fresh=True) as page:
        ready(page)
        root = page.locator(".kl-replay").first
        assert root.locator(".kv-gone").is_hidden()
        page.evaluate(ENDS[end])  # nobody has to click to be told
        told = "Run this cell again; your game is saved."
        expect(root.locator(".kv-gone")).to_have_text(told)
        assert root.locator(".kv-boards [data-layer=b] > g").count() > 10


def press(lesson, name: str) -> None:
    lesson.locator(f"[data-name={name}]").click()


def verdict(lesson, words: str) -> None:
    lesson.locator(".kll-verdict-head", has_text=words).wait_for()
