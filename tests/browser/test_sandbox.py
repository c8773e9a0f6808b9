"""The sandbox and the explainer in a real JupyterLab: click, see a fault, undo, save; ask why."""

from __future__ import annotations

import pytest

from khronos_lab.scenarios import load_scenario
from tests.browser.boards import (
    BLANK,
    FAITH,
    MIGHT,
    WATCH,
    boards,
    click,
    picture,
    wait_for_picture,
)
from tests.browser.lab import write_notebook

CELLS = (
    "import khronos_lab as kl\nkl.sandbox(11)",
    "from khronos_lab.scenarios import scenario\nkl.explain(scenario(11).state)",
)
BOTH = "() => document.querySelectorAll('.klc-boards[data-version]').length === 2"


@pytest.fixture(scope="module")
def page(window, folder):
    with window.run(write_notebook(folder / "sandbox.ipynb", *CELLS), size=(1400, 2000)) as page:
        page.wait_for_function(BOTH)
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


def test_the_menu_of_the_sandbox_places_through_the_rules(page):
    root = page.locator(".kl-clickboard").first
    root.locator("[data-name='tool.menu']").check()
    before = picture(root)
    click(root, MIGHT, "b1")
    root.locator(".kl-menu:not([hidden]) [data-name='place m2']").click()
    wait_for_picture(page, root, before)
    root.locator(".klc-panel-log", has_text="builds a keep at b1").wait_for()
    assert not root.locator(".kl-menu").is_visible()
    root.locator("[data-name=undo]").click()
    wait_for_picture(page, root, before, same=True)


def test_the_explainer_is_asked_by_keys_by_clicks_and_in_german(page):
    root = page.locator(".kl-clickboard").nth(1)
    # Each widget has its own choices: those of one do not clear those of another.
    for each in page.locator(".kl-clickboard").all():
        assert each.locator(".klc-segment input:checked").count() >= 2
    place = boards(root).bounding_box()
    root.locator("[data-name='tool.r2']").check()
    click(root, FAITH, "b1")
    root.get_by_text("would connect the domains at a1 and d1 (D1)").first.wait_for()
    root.locator(".klc-frame").focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    root.locator(".klc-status", has_text="d1, Might (plain)").wait_for()
    click(root, MIGHT, "b1")
    root.locator(".klc-panel-log", has_text="No shadow in Faith").wait_for()
    assert boards(root).bounding_box() == place
    root.locator("[data-name='tool.']").check()
    click(root, MIGHT, "b1")
    # The menu offers everything else; what is forbidden says why in its own place.
    menu = root.locator(".kl-menu")
    before = picture(root)
    menu.locator("[data-name='build m2 1']").hover()
    menu.locator(".kl-menu-said", has_text="(A1)").wait_for()
    wait_for_picture(page, root, before)
    page.keyboard.press("Escape")
    menu.wait_for(state="hidden")
    wait_for_picture(page, root, before, same=True)
    root.locator(".klc-language").select_option("de")
    root.locator(".klc-status", has_text="b1, Macht (Ebene)").wait_for()
    assert not boards(root).evaluate(BLANK)
