"""The map editor in JupyterLab: drag, keys, refusals, undo; nothing moves; 390 px in German."""

from __future__ import annotations

import pytest

from tests.browser.boards import MIGHT, boards, click, middle, settle, square
from tests.browser.lab import write_notebook

CELL = "import khronos_lab as kl\nkl.edit_map('our-board.txt', 'valley')"
AT = "name => document.querySelector('.klc-cursor')?.dataset.square === name"


@pytest.fixture(scope="module")
def root(window, folder):
    notebook = write_notebook(folder / "map.ipynb", CELL)
    with window.run(notebook, size=(1440, 900)) as page:
        page.wait_for_selector(".klc-boards[data-version]")
        yield page.locator(".kl-clickboard")


def rows(folder) -> list[str]:
    return (folder / "our-board.txt").read_text().splitlines()


def drag(root, start, end) -> None:
    mouse = root.page.mouse
    mouse.move(*middle(root, MIGHT, square(start)))
    mouse.down()
    mouse.move(*middle(root, MIGHT, square(end)), steps=2)
    mouse.up()
    settle(root)


def test_a_river_is_dragged_and_undone_and_nothing_moves(root, folder):
    boards(root).scroll_into_view_if_needed()
    place = boards(root).bounding_box()
    root.locator("[data-name='brush.river']").check(force=True)
    drag(root, "c5", "g5")
    assert rows(folder)[4][2:7] == "~~~~~"
    assert root.locator(".klc-painted").count() == 0
    drag(root, "c6", "e6")
    root.page.keyboard.press("Control+z")
    root.locator("[data-name=redo]:enabled").wait_for()
    settle(root)
    assert "~~~~~" in rows(folder)[4]
    assert rows(folder)[5][2:5] != "~~~"
    root.locator("[data-name='brush.hamlet']").check(force=True)
    click(root, MIGHT, "c5")
    root.locator(".klc-refusal", has_text="c5 is river: a hamlet needs plain or forest").wait_for()
    assert boards(root).bounding_box() == place
    # Everything that is needed is in sight.
    for name in (".klc-boards", ".klc-panel-checks", ".klc-panel-use"):
        box = root.locator(name).bounding_box()
        assert box["y"] + box["height"] <= 900, name


def test_keys_paint(root, folder):
    page = root.page
    root.locator(".klc-frame").focus()
    page.keyboard.press("2")
    click(root, MIGHT, "d12")
    settle(root)
    for key in ("Shift+ArrowRight", "Shift+ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    settle(root)
    page.wait_for_function(AT, arg="e15")
    found = rows(folder)
    assert (found[11][3:5], found[12][4], found[13][4], found[14][4]) == ("ff", "f", ".", "f")
    # The edge of the map is the end: there is no other board beside it.
    click(root, MIGHT, "p20")
    settle(root)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.wait_for_function(AT, arg="p19")


def test_on_a_phone_in_german_nothing_is_wider_than_the_screen(root):
    root.page.set_viewport_size({"width": 390, "height": 800})
    root.locator("select.klc-language").select_option("de")
    root.get_by_text("Was eine Karte braucht (S5)").wait_for()
    assert root.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert boards(root).bounding_box()["width"] <= root.bounding_box()["width"]
    assert not root.locator(".kb-thumbs").is_visible()
