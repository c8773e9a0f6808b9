"""The recorder in a real JupyterLab: moves by clicks, a killed kernel, a correction."""

from __future__ import annotations

import os
import signal

import pytest

from khronos_lab.records import GameRecord, read_games, steps_of
from tests.browser.boards import (
    FAITH,
    MIGHT,
    click,
    picture,
    settle,
    wait_for_picture,
)
from tests.browser.lab import READY, RUN, SECONDS, write_notebook
from tests.widgets.clicks import Clerk

CELLS = (
    "import os, pathlib, khronos_lab\npathlib.Path('pid').write_text(str(os.getpid()))",
    "khronos_lab.record_game('form.khr')",
    "khronos_lab.record_game('small.khr', ['Ann <i>', 'Ben'])",
)
SHOWN = "() => document.querySelectorAll('.klc-boards[data-version]').length === 2"


@pytest.fixture(scope="module")
def page(window, folder):
    notebook = write_notebook(folder / "recorder.ipynb", *CELLS)
    with window.run(notebook, size=(1400, 2600), fresh=True) as page:
        page.wait_for_function(SHOWN)
        yield page


class Mouse:
    """Does to a recorder on the page what a person does, and waits until it is confirmed."""

    def __init__(self, page, number):
        self.page = page
        self.root = page.locator(".kl-clickboard").nth(number)

    def choose(self, control, value):
        self.root.locator(f"[data-name='{control}.{value}']").check(force=True)
        self._settle()

    def press(self, button):
        self.root.locator(f"[data-name='{button}'], [data-press='{button}']").first.click()
        self._settle()

    def click(self, age, sq):
        click(self.root, age, sq)
        self._settle()

    def pick(self, entry):
        self.root.locator(f".kl-menu [data-name='{entry}']").click()
        self._settle()

    def offers(self, entry):
        return self.root.locator(f".kl-menu:not([hidden]) [data-name='{entry}']").count() > 0

    def shows(self, control):
        return self.root.locator(f"[data-name^='{control}.']").count() > 0

    def write(self, control, value):
        self.root.locator(f"[data-name='{control}']").fill(value)
        self.page.keyboard.press("Enter")
        self._settle()

    def escape(self):
        self.page.keyboard.press("Escape")
        self.root.locator(".kl-menu").wait_for(state="hidden")

    def status(self):
        return self.root.locator(".klc-status").text_content()

    def _settle(self):
        settle(self.root)


def nodes_in(path):
    [record] = read_games(path)
    assert isinstance(record, GameRecord)
    return record.line.nodes


def plain(nodes):
    """Moves without what was said about them."""
    return [(node.label, node.text, node.move, node.digest) for node in nodes]


def kill(page, folder):
    """Kill the kernel as a crash would, wait for the new one, and run all cells again."""
    pid = folder / "pid"
    os.kill(int(pid.read_text()), signal.SIGKILL)
    pid.unlink()
    # JupyterLab starts another one by itself and says so.
    page.locator(".jp-Dialog .jp-mod-accept").click()
    page.wait_for_function(READY, timeout=1000 * SECONDS)
    page.evaluate("() => document.querySelectorAll('.klc-boards').forEach(c => c.remove())")
    assert page.evaluate(RUN)
    page.wait_for_function(SHOWN, timeout=1000 * SECONDS)


def test_a_game_is_entered_by_clicks_over_a_killed_kernel(page, folder):
    [record] = read_games("data/games/09-typed-by-hand.khr")
    assert isinstance(record, GameRecord)
    path, mouse = folder / "form.khr", Mouse(page, 0)
    for name, value in (("setup.name.0", "Paula"), ("setup.name.1", "Theo")):
        mouse.write(name, value)
    assert not path.exists()
    mouse.press("begin")
    tools, menus = Clerk(mouse), Clerk(mouse, menus=True)
    moves = list(steps_of(record))[:14]
    for number, (before, node, _, _) in enumerate(moves, 1):
        if number == 10:  # on without tools
            mouse.choose("tool", "")
        (tools if number < 10 else menus).enter(before, node)
        assert f"{number} move" in mouse.status()
        assert len(nodes_in(path)) == number
        if number == 7:
            # A mistake was found: half corrected, the kernel dies.
            mouse.press("pick:0")
            mouse.write("typed", "M+m2h8")
            waiting = mouse.root.locator(".klc-panel-waiting").text_content()
            assert "no longer fits" in waiting
            kill(page, folder)
            found = mouse.root.locator(".klc-panel-waiting").text_content()
            assert found.split() == waiting.replace("Undo the correction", "").split()
            mouse.press("pick:0")
            mouse.write("typed", "M+m2g7")
            assert "7 moves" in mouse.status()
            tools.tool = ""
    assert plain(nodes_in(path)) == plain(record.line.nodes[: len(moves)])
    assert sorted(each.name for each in folder.glob("*khr*")) == ["form.khr", "small.khr"]


def test_boards_stay_when_a_click_is_refused_or_asks_and_keys_build(page, folder):
    path, mouse = folder / "small.khr", Mouse(page, 1)
    boards = mouse.root.locator(".klc-boards")
    assert "Ann <i>" in mouse.root.locator(".klc-acting").inner_text()
    mouse.write("typed", "M+m2c5 > M+c2f4 >")
    top = boards.bounding_box()["y"]
    mouse.choose("tool", "m2")
    mouse.click(MIGHT, "f4")
    assert "Not free in Might" in mouse.root.locator(".klc-refusal").text_content()
    assert boards.bounding_box()["y"] == top
    # Cards for terrain are asked for, a move of the list is picked.
    mouse.choose("tool", "m1")
    mouse.click(MIGHT, "a1")
    assert mouse.offers("pay mmm")
    assert boards.bounding_box()["y"] == top
    mouse.press("cancel")
    mouse.press("pick:0")
    assert mouse.shows("manner")
    assert boards.bounding_box()["y"] == top
    mouse.press("leave")
    mouse.choose("tool", "m2")
    mouse.click(MIGHT, "f4")
    # With the keyboard: arrows move the cursor, Enter builds, Ctrl+Z takes back.
    mouse.root.locator(".klc-frame").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    mouse.root.locator(".klc-status", has_text="5 moves").wait_for()
    assert nodes_in(path)[-1].text == "M+m2f7"
    page.keyboard.press("Control+z")
    mouse.root.locator(".klc-status", has_text="4 moves").wait_for()


def test_the_menu_shows_what_would_happen_and_nothing_moves(page, folder):
    path, mouse = folder / "small.khr", Mouse(page, 1)
    mouse.choose("tool", "")
    moves, before = len(nodes_in(path)), picture(mouse.root)
    parts = [mouse.root.locator(each) for each in (".klc-boards", ".klc-panels", ".klc-acting")]
    places = [each.bounding_box() for each in parts]
    mouse.click(MIGHT, "e14")
    entry = mouse.root.locator(".kl-menu [data-name^='build m2']")
    entry.hover()
    mouse.root.locator(".kl-menu-said", has_text="builds a keep").wait_for()
    wait_for_picture(page, mouse.root, before)
    # All three ages are shown as they would be: the keep, its copy and its ruin.
    assert [each.bounding_box() for each in parts] == places
    # What cannot be done says why in the menu, and a click on it changes nothing.
    mouse.escape()
    mouse.click(MIGHT, "f4")
    mouse.root.locator(".kl-menu [data-name='build m1 56']").hover()
    mouse.root.locator(".kl-menu-said.kl-why", has_text="Not free in Might: f4 (A1).").wait_for()
    assert [each.bounding_box() for each in parts] == places
    mouse.escape()
    mouse.click(MIGHT, "e14")
    mouse.escape()
    wait_for_picture(page, mouse.root, before, same=True)
    assert len(nodes_in(path)) == moves
    # By keys: Enter opens it, arrows choose, Enter plays, Ctrl+Z takes back.
    page.keyboard.press("Enter")
    mouse.root.locator(".kl-menu:not([hidden])").wait_for()
    page.keyboard.press("ArrowRight")
    mouse.root.locator(".kl-menu [data-name^='build m2']:focus").wait_for()
    page.keyboard.press("Enter")
    mouse.root.locator(".klc-status", has_text=f"{moves + 1} moves").wait_for()
    assert nodes_in(path)[-1].text == "M+m2e14"
    mouse.root.locator(".klc-frame").focus()
    page.keyboard.press("Control+z")
    mouse.root.locator(".klc-status", has_text=f"{moves} moves").wait_for()


def test_on_a_phone_in_german_nothing_is_wider_than_the_screen(page):
    mouse = Mouse(page, 1)
    mouse.root.locator(".klc-language").select_option("de")
    mouse.root.locator(".klc-status", has_text="gespeichert in small.khr, 4 Aktionen").wait_for()
    page.set_viewport_size({"width": 390, "height": 2600})
    mouse.root.locator(".kb-thumb", has_text="Glaube").click()
    mouse.click(FAITH, "c8")
    mouse.root.locator(".kl-menu:not([hidden])").wait_for()
    inside = mouse.root.evaluate(
        """root => {
          const whole = root.getBoundingClientRect();
          const menu = root.querySelector('.kl-menu').getBoundingClientRect();
          return root.scrollWidth <= root.clientWidth
            && menu.left >= whole.left && menu.right <= whole.right;
        }"""
    )
    assert inside
