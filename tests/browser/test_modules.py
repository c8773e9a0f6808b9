"""Menu and form by themselves on an empty page: words of others, quick clicks, slow answers."""

from __future__ import annotations

import pytest

from khronos_lab.board import SCRIPTS, board_style, ground_of
from khronos_lab.core import plain_grid, square
from khronos_lab.desk import Control, Group, Menu, MenuEntry, told
from khronos_lab.kit import joined
from khronos_lab.rulebook import FAITH

GROUND = ground_of(plain_grid(6, 4), 2)


@pytest.fixture(scope="module")
def page(chromium):
    page = chromium.new_page(viewport={"width": 900, "height": 600})
    script = joined(*SCRIPTS, "../board/browser/menu.js", "../desk/browser/form.js")
    offer = "Object.assign(window, { makeBoard, makeMenu, makeForm });"
    page.set_content(f"<div id='root'></div><script type='module'>{script}\n{offer}</script>")
    page.wait_for_function("() => window.makeMenu")
    page.add_style_tag(content=board_style() + joined("../desk/browser/desk.css"))
    yield page
    page.close()


def test_the_menu_is_used_by_keys_and_words_of_others_stay_words(page):
    bad = "<img src=x onerror=alert(1)>"
    entries = (
        MenuEntry("one", bad, why="<i>no</i>"),
        MenuEntry("two", "two", ways=(("two m", "+ m"),)),
        MenuEntry("three", "three"),
    )
    page.evaluate(
        """([ground, menu]) => {
          const root = document.getElementById('root'), boards = makeBoard();
          boards.stand(ground);
          window.done = [];
          const note = (kind) => [kind, (name) => done.push([kind, name])];
          const made = makeMenu(Object.fromEntries(['choose', 'hover', 'close'].map(note)));
          root.replaceChildren(boards.box, made.element);
          const at = ([age, sq]) => boards.onScreen({ age, sq });
          made.show(menu, ground, at, () => ({ width: 900, bottom: 600 }), true);
        }""",
        [GROUND, told(Menu((FAITH, square("b3")), "<b>title</b>", entries, ""))],
    )
    menu, focused = page.locator(".kl-menu"), "() => document.activeElement.dataset.name"
    assert menu.locator("img, i, b").count() == 0
    assert menu.locator(".kl-menu-title").text_content() == "<b>title</b>"
    assert menu.locator(".kl-entry-words").first.text_content() == bad
    assert page.evaluate(focused) == "two"  # the first that can be done
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "two m"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert menu.locator(".kl-menu-said.kl-why").text_content() == "<i>no</i>"
    page.wait_for_function("() => done.some(([kind, name]) => kind === 'hover' && name === 'one')")
    for key in ("ArrowDown", "Enter", "Escape"):
        page.keyboard.press(key)
    done = page.evaluate("() => done.filter(([kind]) => kind !== 'hover')")
    assert done == [["choose", "three"], ["close", None]]


def test_what_was_chosen_stays_until_the_kernel_has_answered(page):
    """Two quick clicks: the page that answers the first does not undo the second."""
    controls = (
        Control("tool", "choice", "Tool", "a", (("a", "A"), ("b", "B"), ("c", "C"))),
        Control("cast", "check", "Cast", value=False),
        Control("file", "text", "File", ""),
    )
    page.evaluate(
        """group => {
          const asked = [], listen = (target, kind, work) => target.addEventListener(kind, work);
          const take = () => new Promise((answered) => asked.push(answered));
          const form = makeForm({ listen, take });
          const tools = document.createElement('div'), drawers = document.createElement('div');
          document.getElementById('root').replaceChildren(tools);
          // The kernel's page, and its answer to the oldest message.
          window.tell = (...values) => {
            group.controls.forEach((control, number) => (control.value = values[number]));
            form.showGroups([group], tools, drawers);
          };
          window.answer = async () => { asked.shift()(); await null; };
          tell('a', false, '');
        }""",
        told(Group("tools", "", controls)),
    )
    for name in ("tool.b", "tool.c", "cast"):
        page.locator(f"[data-name='{name}']").check()
    page.locator("[data-name=file]").fill("mine")
    page.keyboard.press("Tab")
    # The kernel answers the first, then refuses the second and takes the others.
    for tool, answers in (("c", "tell('b', false, ''); await answer();"),
                          ("b", "tell('b', true, 'mine'); await answer();" * 3)):  # fmt: skip
        page.evaluate(f"async () => {{ {answers} }}")
        assert page.locator("input[type=radio]:checked").get_attribute("value") == tool
        assert page.locator("[data-name=cast]").is_checked()
        assert page.locator("[data-name=file]").input_value() == "mine"
