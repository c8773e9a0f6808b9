"""The sandbox in a real JupyterLab: click, see a fault, undo, save."""

from __future__ import annotations

import pytest

from khronos_lab.lessons import load_scenario
from tests.browser.boards import (
    FAITH,
    WATCH,
    boards,
    click,
    picture,
    wait_for_picture,
)
from tests.browser.lab import write_notebook

CELL = "import khronos_lab as kl\nkl.sandbox(11)"


@pytest.fixture(scope="module")
def page(window, folder):
    with window.run(write_notebook(folder / "sandbox.ipynb", CELL), size=(1400, 2000)) as page:
        page.wait_for_selector(".klc-boards[data-version]")
        yield page


def test_a_building_is_placed_by_click_its_fault_is_told_undone_and_the_rest_saved(page, folder):
    root = page.locator(".kl-clickboard").first
    boards(root).evaluate(WATCH)
    before = picture(root)
    root.locator("[data-name='tool.place']").check()
    root.locator("[data-name='building.m1']").check()
    click(root, FAITH, "b1")
    tie = "The watchtower at a1 and the watchtower at b1 tie as the highest military buildings"
    root.get_by_text(f"{tie} of one domain in Faith (H1).").wait_for()
    cursor = root.locator(".klc-cursor")
    assert [cursor.get_attribute(f"data-{each}") for each in ("age", "square")] == ["1", "b1"]
    wait_for_picture(page, root, before)
    # With the keyboard: from the board, the key for undo.
    root.locator(".klc-frame").focus()
    page.keyboard.press("Control+z")
    root.get_by_text("The position keeps the rules.").first.wait_for()
    wait_for_picture(page, root, before, same=True)
    # What is refused is shown in the widget.
    root.locator("[data-name=cast]").check()
    click(root, FAITH, "a1")
    root.locator(".kl-error:not([hidden])", has_text="not free in Faith").wait_for()
    # Saving: the form opens, the file is there, a second time it is refused.
    root.get_by_text("Save as a scenario").click()
    for name, value in (("move", "M+r2b1"), ("title_de", "Über <b>"), ("file", "mine")):
        root.locator(f"[data-name={name}]").fill(value)
        page.keyboard.press("Tab")
    root.locator("[data-name=save]").click()
    root.locator(".klc-status", has_text="Saved: mine.khs").wait_for()
    made = load_scenario(folder / "mine.khs")
    assert (made.title.de, made.move) == ("Über <b>", "M+r2b1")
    root.locator("[data-name=save]").click()
    root.locator(".kl-error:not([hidden])", has_text="exists already").wait_for()
    assert page.evaluate("() => window.looked") > 5
    assert page.evaluate("() => window.blanks") == 0
