"""The explorer in JupyterLab: brushed with the mouse, and on a phone."""

from __future__ import annotations

import pytest

import khronos_lab as kl
from tests.browser.lab import write_notebook

CELL = "import khronos_lab as kl\nkl.dataset('data/sample').explore()"
GAMES = len(kl.dataset("data/sample"))
ALL = f"{GAMES:,} of {GAMES:,} games"
SETTLED = "root => root.dataset.asked && root.dataset.asked === root.dataset.answered"
HEIGHTS = "area => [...area.querySelectorAll('g rect')].map((bar) => bar.getAttribute('height'))"
FARTHEST = """async (root) => {
  const middle = () => {
    const all = [...root.querySelectorAll(".klx-dots ellipse")];
    const least = Math.min(...all.map((each) => each.rx.baseVal.value));
    const dots = all.filter((each) => each.rx.baseVal.value === least);
    const far = dots.reduce((a, b) => (b.cx.baseVal.value > a.cx.baseVal.value ? b : a));
    const at = far.getBoundingClientRect();
    return [at.x + at.width / 2, at.y + at.height / 2];
  };
  let last = "";
  for (let still = 0; still < 30; ) {
    await new Promise(requestAnimationFrame);
    const now = String(middle());
    still = now === last ? still + 1 : 0;
    last = now;
  }
  return middle();
}"""
"""The middle of the dot of one game on the far right, once the page is at rest in its new size."""
SIZE = {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def page(window, folder):
    notebook = write_notebook(folder / "explore.ipynb", CELL)
    with window.run(notebook, size=(SIZE["width"], SIZE["height"])) as page:
        page.get_by_text(ALL).wait_for()
        yield page


@pytest.fixture
def root(page):
    page.set_viewport_size(SIZE)
    return page.locator(".kl-explorer")


def settle(page, root):
    page.wait_for_function(SETTLED, arg=root.element_handle())


def area(root, place):
    return root.locator(".klx-area").nth(place)


def test_all_pictures_follow_a_brush_and_everything_is_on_one_screen(page, root):
    box = root.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 900
    before = [area(root, place).evaluate(HEIGHTS) for place in range(8)]
    box = area(root, 1).bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.4 * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.7 * box["width"], middle, steps=10)
    page.mouse.up()
    settle(page, root)
    after = [area(root, place).evaluate(HEIGHTS) for place in range(8)]
    # A picture does not count its own brush.
    assert [one != other for one, other in zip(before, after, strict=True)] == [
        place != 1 for place in range(8)
    ]
    assert root.locator(".klx-said").text_content() != ALL
    code = root.locator(".klx-code").text_content()
    assert code.startswith("games.explore().brush(paradoxes=(")
    again = eval(code, {"games": kl.dataset("data/sample")})
    assert root.locator(".klx-said").text_content().startswith(f"{len(again):,} of ")
    assert root.locator(".klx-brush[visibility=visible]").count() == 2  # and in the scatter
    root.locator(".klx-reset").click()
    page.get_by_text(ALL).wait_for()
    root.locator(".klx-brush[visibility=visible]").first.wait_for(state="detached")
    assert not root.locator(".klx-coded").is_visible()


def test_on_a_phone_a_click_on_an_outlier_leads_to_its_moment_also_in_german(page, root):
    settle(page, root)
    page.set_viewport_size({"width": 390, "height": 844})
    root.locator(".klx-scatter").evaluate("each => each.scrollIntoView({ block: 'center' })")
    spot = root.evaluate(FARTHEST)
    page.mouse.click(*spot)
    replay = page.locator(".kl-replay")
    replay.locator(".kv-caption", has_text="wins with").wait_for()
    page.wait_for_function("node => node.getBoundingClientRect().top < innerHeight",
                           arg=replay.element_handle())  # fmt: skip
    root.locator(".klx-language").select_option("de")
    page.get_by_text(f"{GAMES:,} von {GAMES:,} Partien".replace(",", ".")).wait_for()
    assert root.evaluate("each => each.scrollWidth <= each.clientWidth")
