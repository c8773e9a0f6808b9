"""The modules that draw boards and menus, by themselves on an empty page."""

from __future__ import annotations

import json

import pytest

from khronos_lab.core import plain_grid, square
from khronos_lab.drawing import Look, Stroke
from khronos_lab.rulebook import FAITH, REASON
from khronos_lab.widgets import (
    SCRIPTS,
    Control,
    Group,
    Menu,
    MenuEntry,
    ground_of,
    joined,
    picture,
    sizes_of,
    told_group,
    told_menu,
)
from tests.browser.boards import middle

GRID = plain_grid(6, 4)
SIZES = sizes_of(GRID, 2)
OFFERED = "makeBoards, makeMenu, makeForm, strokeNodes, squareName, squareNamed, extent"


@pytest.fixture(scope="module")
def page(chromium):
    page = chromium.new_page(viewport={"width": 900, "height": 600})
    script = f"{joined(*SCRIPTS, 'kit/form.js')}\nObject.assign(window, {{ {OFFERED} }});"
    page.set_content(f"<body style='margin:0'></body><script type='module'>{script}</script>")
    page.wait_for_function("() => window.makeMenu")
    style = joined("kit/boards.css", "move_input/menu.css")
    page.add_style_tag(content=style)
    yield page
    page.close()


@pytest.fixture
def root(page):
    """Boards of six columns, and what a menu did."""
    page.evaluate(
        """([ground, picture]) => {
          document.body.innerHTML = '<div id="root" class="kl-widget"></div>';
          const root = document.getElementById('root');
          root.style.position = 'relative';
          window.boards = makeBoards();
          boards.stand(ground);
          boards.show(picture);
          window.done = [];
          window.menu = makeMenu({
            choose: (name) => done.push(['choose', name]),
            hover: (name) => done.push(['hover', name]),
            close: () => done.push(['close']),
          });
          root.append(boards.element, menu.element);
        }""",
        [ground_of(GRID, 2), picture(strokes(), SIZES.lines)],
    )
    return page.locator("#root")


def strokes():
    red = Look("#FF0000", "#0000FF", 1.0, (2.0, 1.0), 0.5)
    return [
        Stroke(SIZES.table.outline(age, 1 << square("b3")), red, "red") for age in (FAITH, REASON)
    ]


def open_menu(page, *entries, said="", focus=False):
    menu = told_menu(Menu((FAITH, square("b3")), "<b>title</b>", entries, said))
    page.evaluate(
        """([menu, looks, focus]) => window.menu.show(
          menu, looks, boards.onScreen, () => ({ width: 900, bottom: 600 }), focus)""",
        [json.loads(json.dumps(menu)), ground_of(GRID, 2), focus],
    )


def test_a_module_is_joined_without_its_imports_and_exports():
    text = joined(*SCRIPTS, "kit/form.js", "clickable_boards/clickboard.js")
    assert [line for line in text.splitlines() if line.startswith(("import ", "export "))] == [
        "export default { render };"
    ]
    assert "\nfunction makeMenu(" in text


def test_strokes_are_drawn_with_their_looks_where_they_lie(page, root):
    found = root.locator(".kl-picture path")
    assert found.count() == 2
    assert found.first.get_attribute("stroke-dasharray") == ".11 .05"
    inside = page.evaluate("([x, y]) => document.elementFromPoint(x, y).getAttribute('fill')",
                           middle(root, FAITH, square("b3")))  # fmt: skip
    assert inside == "#FF0000"


def test_a_click_finds_its_square_at_any_size(page, root):
    for width in (900, 400):
        page.set_viewport_size({"width": width, "height": 600})
        for age, name in ((0, "a1"), (1, "f4"), (2, "c2")):
            x, y = middle(root, age, square(name))
            found = page.evaluate("([x, y]) => boards.squareAt({ clientX: x, clientY: y })", [x, y])
            assert found == [age, square(name)]
        assert page.evaluate("() => boards.squareAt({ clientX: 1, clientY: 1 })") is None
    page.set_viewport_size({"width": 900, "height": 600})


def test_squares_have_names_and_lie_beside_each_other(page, root):
    names = page.evaluate("() => ['a1', 'F4', 'p16', 'q1', 'a', 'a1b'].map(squareNamed)")
    assert names == [square("a1"), square("f4"), square("p16"), None, None, None]
    assert page.evaluate("n => squareName(n)", square("f12")) == "f12"
    assert page.evaluate("all => extent(all)", [square("b3"), square("c4")]) == [square("b3"), 2, 2]
    steps = [[[0, square("f1")], [1, 0]], [[1, 0], [-1, 0]], [[0, 0], [0, -1]], [[], [1, 0]]]
    found = page.evaluate("steps => steps.map(([at, by]) => boards.beside(at, by))", steps)
    assert found == [[1, 0], [0, square("f1")], [0, 0], [0, 0]]


def test_words_of_others_stay_words(page, root):
    open_menu(
        page, MenuEntry("x", "<img src=x onerror=alert(1)>", why="<i>no</i>"), said="<u>u</u>"
    )
    menu = root.locator(".kl-menu")
    assert menu.locator("img, i, u, b").count() == 0
    assert menu.locator(".kl-menu-title").text_content() == "<b>title</b>"
    assert menu.locator(".kl-entry-words").text_content() == "<img src=x onerror=alert(1)>"


def test_the_menu_leaves_its_squares_in_sight_and_stays_on_the_page(page, root):
    open_menu(page, MenuEntry("x", "keep", "mm", "m2"))
    box = root.locator(".kl-menu").bounding_box()
    x, y = middle(root, FAITH, square("b3"))
    assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 900


def test_the_menu_is_used_by_keys(page, root):
    entries = [
        MenuEntry("one", "one", why="no"), MenuEntry("two", "two", ways=(("two m", "+ m"),)),
        MenuEntry("three", "three"),
    ]  # fmt: skip
    open_menu(page, *entries, focus=True)
    focused = "() => document.activeElement.dataset.name"
    assert page.evaluate(focused) == "two"  # the first that can be done
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "two m"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert root.locator(".kl-menu-said.kl-why").text_content() == "no"
    page.wait_for_function("() => done.some(([kind, name]) => kind === 'hover' && name === 'one')")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    done = page.evaluate("() => done")
    assert [each for each in done if each[0] != "hover"] == [["choose", "three"], ["close"]]


def test_what_an_entry_would_do_stands_where_the_reason_would(page, root):
    open_menu(page, MenuEntry("one", "one", why="no"), MenuEntry("two", "two"), said="point")
    said = root.locator(".kl-menu-said")
    size = said.bounding_box()
    assert said.text_content() == "point"
    root.locator("[data-name=two]").hover()
    page.evaluate("() => menu.tell('A keep stands there. '.repeat(20))")
    assert said.text_content().startswith("A keep stands there.")
    assert said.bounding_box() == size


def test_what_was_chosen_stays_until_the_kernel_has_answered(page, root):
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
          document.getElementById('root').append(tools);
          // The kernel's page, and its answer to the oldest message.
          window.tell = (...values) => {
            group.controls.forEach((control, number) => (control.value = values[number]));
            form.showGroups([group], tools, drawers);
          };
          window.answer = async () => { asked.shift()(); await null; };
          tell('a', false, '');
        }""",
        told_group(Group("tools", "", controls)),
    )
    tool = "() => document.querySelector('#root input[type=radio]:checked').value"
    for name in ("b", "c"):
        root.locator(f"[data-name='tool.{name}']").check()
    root.locator("[data-name=cast]").check()
    root.locator("[data-name=file]").fill("mine")
    page.keyboard.press("Tab")
    page.evaluate("async () => { tell('b', false, ''); await answer(); }")
    assert page.evaluate(tool) == "c"
    assert root.locator("[data-name=cast]").is_checked()
    assert root.locator("[data-name=file]").input_value() == "mine"
    # The kernel refuses the second and takes the others.
    page.evaluate(
        "async () => { for (const _ of [1, 2, 3]) { tell('b', true, 'mine'); await answer(); } }"
    )
    assert page.evaluate(tool) == "b"
    assert root.locator("[data-name=cast]").is_checked()
    assert root.locator("[data-name=file]").input_value() == "mine"
