"""The slider over drawings in a real JupyterLab: arrow keys bring other pictures."""

from __future__ import annotations

import pytest

from tests.browser.lab import run_notebook, write_notebook

NOTEBOOK = "scrub.ipynb"
CELL = (
    "from khronos_lab import draw\n"
    "from khronos_lab.widgets.scrubber.widget import scrub\n"
    "scrub('data/games/08-lesson-three-ages.khr', draw.shadows, draw.income, start=3)"
)
SUMS = """() => Promise.all([...document.querySelectorAll('img.widget-image')].map(async img => {
  const bytes = await (await fetch(img.src)).arrayBuffer();
  return [...new Uint8Array(bytes)].reduce((sum, byte) => (sum * 31 + byte) % 1000003, 7);
}))"""


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    write_notebook(folder / NOTEBOOK, CELL)
    home = tmp_path_factory.mktemp("home")
    with run_notebook(chromium, folder, home, NOTEBOOK, size=(1440, 1000)) as page:
        page.wait_for_selector("img.widget-image")
        yield page


def test_arrow_keys_move_the_slider_and_the_pictures(page):
    before = page.evaluate(SUMS)
    assert len(before) == 2
    said = page.locator(".widget-html b").inner_text()
    page.locator(".widget-slider .noUi-handle").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "said => document.querySelector('.widget-html b').innerText !== said", arg=said
    )
    after = page.evaluate(SUMS)
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, True]


def test_two_pictures_stand_side_by_side(page):
    one, other = (each.bounding_box() for each in page.locator("img.widget-image").all())
    assert one["y"] == other["y"]
    assert other["x"] >= one["x"] + one["width"]
    assert other["x"] + other["width"] <= 1440
