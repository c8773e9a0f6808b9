"""The slider over drawings in a real JupyterLab: arrow keys bring other pictures."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.lab import write_notebook

CELL = """
import khronos_lab as kl
kl.scrub("data/games/08-lesson-three-ages.khr", kl.draw.shadows, kl.draw.income, start=3)
"""
SUMS = """() => Promise.all([...document.querySelectorAll('img.widget-image')].map(async img => {
  const bytes = await (await fetch(img.src)).arrayBuffer();
  return [...new Uint8Array(bytes)].reduce((sum, byte) => (sum * 31 + byte) % 1000003, 7);
}))"""
BOTH_CHANGED = f"async before => (await ({SUMS})()).every((sum, n) => sum !== before[n])"


def test_arrow_keys_move_the_slider_and_both_pictures_which_stand_side_by_side(window, folder):
    notebook = write_notebook(folder / "scrub.ipynb", CELL)
    with window.run(notebook, size=(1440, 1000)) as page:
        pictures, said = page.locator("img.widget-image"), page.locator(".widget-html b")
        pictures.nth(1).wait_for()
        one, other = (each.bounding_box() for each in pictures.all())
        assert one["y"] == other["y"]
        assert one["x"] + one["width"] <= other["x"] <= 1440 - other["width"]
        before, caption = page.evaluate(SUMS), said.inner_text()
        page.locator(".widget-slider .noUi-handle").focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function(BOTH_CHANGED, arg=before)
        expect(said).not_to_have_text(caption)
