"""The map editor in JupyterLab: drag, keys, refusals, undo; nothing moves; 390 px in German."""

from __future__ import annotations

import pytest

from khronos_lab.core import square
from tests.browser.boards import boards, middle
from tests.browser.lab import run_notebook, write_notebook

NOTEBOOK = "map.ipynb"
CELL = "import khronos_lab as kl\nkl.edit_map('our-board.txt', 'valley')"
SETTLED = "root => root.dataset.asked === root.dataset.answered"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    write_notebook(folder / NOTEBOOK, CELL)
    return folder


@pytest.fixture(scope="module")
def page(chromium, folder, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    with run_notebook(chromium, folder, home, NOTEBOOK, size=(1440, 900)) as page:
        page.wait_for_selector(".klc-boards[data-version]")
        yield page


@pytest.fixture
def root(page):
    return page.locator(".kl-clickboard")


def settle(page, root):
    page.wait_for_function(SETTLED, arg=root.element_handle())


def rows(folder):
    return (folder / "our-board.txt").read_text().splitlines()


def drag(page, root, start, end):
    page.mouse.move(*middle(root, 0, square(start)))
    page.mouse.down()
    page.mouse.move(*middle(root, 0, square(end)), steps=2)
    page.mouse.up()
    settle(page, root)


def test_a_river_is_dragged_and_undone_and_nothing_moves(page, root, folder):
    place = boards(root).bounding_box()
    root.locator("[data-name='brush.river']").check(force=True)
    drag(page, root, "c5", "g5")
    assert rows(folder)[4][2:7] == "~~~~~"
    assert root.locator(".klc-painted").count() == 0
    drag(page, root, "c6", "e6")
    page.keyboard.press("Control+z")
    root.locator("[data-name=redo]:enabled").wait_for()
    settle(page, root)
    assert "~~~~~" in rows(folder)[4]
    assert rows(folder)[5][2:5] != "~~~"
    root.locator("[data-name='brush.hamlet']").check(force=True)
    page.mouse.click(*middle(root, 0, square("c5")))
    root.locator(".klc-refusal", has_text="c5 is river: a hamlet needs plain or forest").wait_for()
    assert boards(root).bounding_box() == place
    # Everything that is needed is in sight.
    for name in (".klc-boards", ".klc-panel-checks", ".klc-panel-use"):
        box = root.locator(name).bounding_box()
        assert box["y"] + box["height"] <= 900, name


def test_keys_paint(page, root, folder):
    root.locator(".klc-frame").focus()
    page.keyboard.press("2")
    page.mouse.click(*middle(root, 0, square("d12")))
    settle(page, root)
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    settle(page, root)
    page.wait_for_function("() => document.querySelector('.klc-cursor')?.dataset.square === 'e15'")
    found = rows(folder)
    assert (found[11][3:5], found[12][4], found[13][4], found[14][4]) == ("ff", "f", ".", "f")
    # The edge of the map is the end: there is no other board beside it.
    page.mouse.click(*middle(root, 0, square("p20")))
    settle(page, root)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("() => document.querySelector('.klc-cursor')?.dataset.square === 'p19'")


def test_on_a_phone_in_german_nothing_is_wider_than_the_screen(page, root):
    page.set_viewport_size({"width": 390, "height": 800})
    root.locator("select.klc-language").select_option("de")
    root.get_by_text("Was eine Karte braucht (S5)").wait_for()
    assert root.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert boards(root).bounding_box()["width"] <= root.bounding_box()["width"]
    assert not root.locator(".kl-tabs").is_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
