"""The sandbox and the explainer in a real JupyterLab: click, see a fault, undo, save; ask why."""

from __future__ import annotations

import nbformat
import pytest

from khronos_lab.core.squares import square
from khronos_lab.rulebook.pieces import FAITH, MIGHT, REASON
from khronos_lab.scenarios.scenario_files import load_scenario
from tests.browser.lab import jupyterlab

NOTEBOOK = "sandbox.ipynb"
CELLS = (
    "from khronos_lab.widgets.sandbox.widget import sandbox\nsandbox(11)",
    "from khronos_lab.widgets.explainer.widget import explain\n"
    "from khronos_lab.scenarios.library import scenario\n"
    "explain(scenario(11).state)",
)
BLANK = """canvas => {
  const small = new OffscreenCanvas(32, 14).getContext('2d');
  small.drawImage(canvas, 0, 0, 32, 14);
  return new Set(new Uint32Array(small.getImageData(0, 0, 32, 14).data.buffer)).size < 4;
}"""
# Counts how often the canvas is cleared and shown without a picture.
WATCH = """canvas => {
  window.blanks = 0;
  window.frames = 0;
  const small = new OffscreenCanvas(16, 8).getContext('2d', { willReadFrequently: true });
  const look = () => {
    small.clearRect(0, 0, 16, 8);
    if (canvas.width) small.drawImage(canvas, 0, 0, 16, 8);
    const seen = new Set(new Uint32Array(small.getImageData(0, 0, 16, 8).data.buffer));
    window.frames += 1;
    if (seen.size < 3) window.blanks += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in CELLS])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, folder / NOTEBOOK)
    return folder


@pytest.fixture(scope="module")
def page(chromium, folder, tmp_path_factory):
    with jupyterlab(folder, tmp_path_factory.mktemp("home")) as lab:
        page = chromium.new_page(viewport={"width": 1400, "height": 2000})
        page.set_default_timeout(60_000)
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        lab.open(page, NOTEBOOK)
        page.wait_for_function(
            "() => document.querySelectorAll('.klc-canvas[data-version]').length === 2"
        )
        yield page
        lab.shut(page)
        page.close()
    assert faults == []


def click(page, root, age, place):
    """Click the middle of a square of the small map: 5 columns and 2 rows in each age."""
    box = root.locator(".klc-canvas").bounding_box()
    column, row = square(place) % 17, square(place) // 17
    across, down = 1 + int(age) * 7 + column + 0.5, 2 + row + 0.5
    page.mouse.click(box["x"] + box["width"] * across / 20.5, box["y"] + box["height"] * down / 4.5)


def test_a_building_is_placed_by_click_its_fault_is_told_undone_and_the_rest_saved(page, folder):
    root = page.locator(".kl-clickboard").first
    canvas = root.locator(".klc-canvas")
    canvas.evaluate(WATCH)
    before = canvas.evaluate("canvas => canvas.toDataURL()")
    root.locator("[data-name='building.m1']").check()
    click(page, root, FAITH, "b1")
    tie = "The watchtower at a1 and the watchtower at b1 tie as the highest military buildings"
    root.get_by_text(f"{tie} of one domain in Faith (H1).").wait_for()
    assert root.locator(".klc-cursor").get_attribute("data-square") == f"1:{square('b1')}"
    page.wait_for_function("old => document.querySelector('.klc-canvas').toDataURL() !== old",
                           arg=before)  # fmt: skip
    # With the keyboard: from the board, the key for undo.
    root.locator(".klc-frame").focus()
    page.keyboard.press("Control+z")
    root.get_by_text("The position keeps the rules.").first.wait_for()
    page.wait_for_function("old => document.querySelector('.klc-canvas').toDataURL() === old",
                           arg=before)  # fmt: skip
    # What is refused is shown in the widget.
    root.locator("[data-name=cast]").check()
    click(page, root, FAITH, "a1")
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
    assert page.evaluate("() => window.frames") > 5
    assert page.evaluate("() => window.blanks") == 0


def test_every_tool_of_the_sandbox_is_used_by_click(page):
    """Own, populate, ruin and remove, undone one by one: the board is as it was."""
    root = page.locator(".kl-clickboard").first
    canvas = root.locator(".klc-canvas")
    text = root.locator("[data-name=text]")
    root.locator("summary", has_text="As text").click()
    pictures = [canvas.evaluate("canvas => canvas.toDataURL()")]
    steps = (
        ("own", FAITH, "a1", "m1A"),
        ("cube", REASON, "d1", "c2:A"),
        ("take_cube", REASON, "d1", "c2 "),
        ("remove", FAITH, "a1", ""),
        ("place", REASON, "a1", "m2%"),
        ("turn_over", REASON, "a1", "m2 "),
    )
    for tool, age, place, written in steps:
        root.locator(f"[data-name='tool.{tool}']").check()
        if tool in ("own", "cube", "take_cube"):
            root.locator("[data-name='seat.0']").check()
        if tool == "place":
            root.locator("[data-name='building.m2']").check()
        if tool in ("place", "remove"):
            root.locator("[data-name=cast]").uncheck()
        click(page, root, age, place)
        page.wait_for_function(
            "([text, part, old]) => text.value.includes(part)"
            " && document.querySelector('.klc-canvas').toDataURL() !== old",
            arg=[text.element_handle(), written, pictures[-1]],
        )
        pictures.append(canvas.evaluate("canvas => canvas.toDataURL()"))
    assert "m1A" not in text.input_value()
    for old in reversed(pictures[:-1]):
        root.locator("[data-name=undo]").click()
        page.wait_for_function(
            "old => document.querySelector('.klc-canvas').toDataURL() === old", arg=old
        )


def test_the_explainer_is_asked_by_keys_by_typing_and_in_german(page):
    root = page.locator(".kl-clickboard").nth(1)
    # Each widget has its own choices: those of one do not clear those of another.
    for each in page.locator(".kl-clickboard").all():
        assert each.locator(".klc-segment input:checked").count() >= 2
    root.locator("[data-name='building.r2']").check()
    where = root.locator("[data-name=where]")
    where.fill("F b1")
    page.keyboard.press("Enter")
    root.get_by_text("would connect the domains at a1 and d1 (D1)").first.wait_for()
    root.locator(".klc-frame").focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    root.locator(".klc-status", has_text="d1, Might (plain)").wait_for()
    click(page, root, MIGHT, "b1")
    root.locator(".klc-panel-log", has_text="No shadow in Faith").wait_for()
    root.locator(".klc-language").select_option("de")
    root.locator(".klc-status", has_text="b1, Macht (Ebene)").wait_for()
    root.locator("[data-name='view.after']").check()
    page.wait_for_function(
        """() => {
          const root = document.querySelectorAll('.kl-clickboard')[1];
          return root.querySelector('[value=after]').checked;
        }"""
    )
    assert not root.locator(".klc-canvas").evaluate(BLANK)
