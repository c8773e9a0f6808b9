"""The modes of the desk in a browser: write, play, edit, explain and paint with mouse and keys."""

from __future__ import annotations

import os
import signal

import pytest

import khronos_lab as kl
from khronos_lab.lessons import load_scenario
from khronos_lab.records import GameRecord, read_games, steps_of
from tests.browser.boards import (
    FAITH,
    MIGHT,
    WATCH,
    boards,
    click,
    middle,
    picture,
    square,
    wait_for_picture,
)
from tests.browser.hosted import Hosted
from tests.browser.lab import READY, RUN, SECONDS, write_notebook
from tests.widgets.clicks import Clerk


@pytest.fixture(scope="module")
def host(chromium):
    page = chromium.new_page(viewport={"width": 1100, "height": 900})
    yield Hosted(page)
    page.close()


class Mouse:
    """Does to a desk on the page what a person does, and waits until it is answered."""

    def __init__(self, host, desk):
        self.page = host.page
        self.page.set_viewport_size({"width": 1100, "height": 900})
        host.show(desk)
        self.root = self.page.locator(".kl-replay")
        self.root.locator(".kv[data-ready]").wait_for()
        self.settle()

    def settle(self):
        self.page.evaluate("() => window.settled()")

    def choose(self, control, value):
        self.root.locator(f"[data-name='{control}.{value}']").check(force=True)
        self.settle()

    def press(self, button):
        self.root.locator(f"[data-name='{button}'], [data-press='{button}']").first.click()
        self.settle()

    def click(self, age, sq):
        click(self.root, age, sq)
        self.settle()

    def pick(self, entry):
        self.root.locator(f".kl-menu [data-name='{entry}']").click()
        self.settle()

    def offers(self, entry):
        return self.root.locator(f".kl-menu:not([hidden]) [data-name='{entry}']").count() > 0

    def write(self, control, value):
        self.root.locator(f"[data-name='{control}']").fill(value)
        self.page.keyboard.press("Enter")
        self.settle()

    def key(self, *keys):
        self.root.locator(".kv").focus()
        for key in keys:
            # One by one: this host has no echo that JupyterLab's widgets know how to ignore.
            self.page.keyboard.press(key)
            self.settle()

    def says(self, *texts):
        for text in texts:
            self.root.get_by_text(text).locator("visible=true").first.wait_for()


def nodes_in(path):
    [record] = read_games(path)
    assert isinstance(record, GameRecord)
    return record.line.nodes


# ------------------------------------------------------------------ write


def test_a_game_is_entered_by_clicks_and_an_early_mistake_corrected(host, tmp_path):
    [record] = read_games("data/games/09-typed-by-hand.khr")
    assert isinstance(record, GameRecord)
    path = tmp_path / "form.khr"
    mouse = Mouse(host, kl.record_game(path))
    for name, value in (("setup.name.0", "Paula"), ("setup.name.1", "Theo")):
        mouse.write(name, value)
    assert not path.exists()
    mouse.press("begin")
    tools, menus = Clerk(mouse), Clerk(mouse, menus=True)
    for number, (before, node, _, _) in enumerate(list(steps_of(record))[:14], 1):
        if number == 10:  # on without tools
            mouse.choose("tool", "")
        (tools if number < 10 else menus).enter(before, node)
        assert len(nodes_in(path)) == number
    mouse.says("saved in form.khr, 14 moves")
    # The first move of the list is looked at, and corrected; what no longer fits is told.
    mouse.root.locator(".kv-move").first.click()
    mouse.settle()
    mouse.press("pick:0")
    mouse.write("typed", "M+m2h8")
    assert "no longer fits" in mouse.root.locator(".klc-panel-waiting").inner_text()
    mouse.press("revert")
    said = [(node.label, node.text, node.move, node.digest) for node in record.line.nodes[:14]]
    kept = [(node.label, node.text, node.move, node.digest) for node in nodes_in(path)]
    assert kept == said


def test_boards_stay_when_a_click_is_refused_or_asks_and_keys_build(host, tmp_path):
    path = tmp_path / "small.khr"
    mouse = Mouse(host, kl.record_game(path, ["Ann <i>", "Ben"]))
    assert "Ann <i>" in mouse.root.locator(".kv-players").inner_text()
    mouse.write("typed", "M+m2c5 > M+c2f4 >")
    place = boards(mouse.root).bounding_box()
    mouse.choose("tool", "m2")
    mouse.click(MIGHT, "f4")
    mouse.says("Not free in Might")
    assert boards(mouse.root).bounding_box() == place
    # Cards for terrain are asked for.
    mouse.choose("tool", "m1")
    mouse.click(MIGHT, "a1")
    assert mouse.offers("pay mmm")
    assert boards(mouse.root).bounding_box() == place
    mouse.press("cancel")
    mouse.choose("tool", "m2")
    mouse.click(MIGHT, "f4")
    # With the keyboard: arrows move the cursor, Enter builds, Ctrl+Z takes back.
    mouse.key("Enter", "ArrowDown", "ArrowDown", "ArrowDown", "Enter")
    assert nodes_in(path)[-1].text == "M+m2f7"
    mouse.key("Control+z")
    assert len(nodes_in(path)) == 4


def test_a_killed_kernel_loses_nothing(window, folder):
    cells = (
        "import os, pathlib, khronos_lab\npathlib.Path('pid').write_text(str(os.getpid()))",
        "khronos_lab.record_game('form.khr')",
    )
    notebook = write_notebook(folder / "recorder.ipynb", *cells)
    with window.run(notebook, size=(1400, 1200), fresh=True) as page:
        root = page.locator(".kl-replay")
        for seat, name in enumerate(("Paula", "Theo")):
            root.locator(f"[data-name='setup.name.{seat}']").fill(name)
            page.keyboard.press("Enter")
        root.locator("[data-name=begin]").click()
        root.get_by_text("saved in form.khr, 0 moves").first.wait_for()
        root.locator("[data-name=typed]").fill("M+m2g7 >")
        page.keyboard.press("Enter")
        root.get_by_text("saved in form.khr, 2 moves").first.wait_for()
        os.kill(int((folder / "pid").read_text()), signal.SIGKILL)
        # JupyterLab starts another one by itself and says so; the desk says what to do.
        page.locator(".jp-Dialog .jp-mod-accept").click()
        page.wait_for_function(READY, timeout=1000 * SECONDS)
        root.get_by_text("Run this cell again").first.wait_for()
        assert page.evaluate(RUN)
        root.get_by_text("going on with").first.wait_for()
    assert [node.text for node in nodes_in(folder / "form.khr")] == ["M+m2g7", ">****"]
    assert sorted(each.name for each in folder.glob("*khr*")) == ["form.khr"]


# ------------------------------------------------------------------ play


def test_a_turn_is_played_and_what_the_others_did_is_told(host):
    mouse = Mouse(host, kl.play_against("greedy", seed=1, warn=False))
    mouse.press("skip")
    mouse.press("verb:end")
    frame = mouse.root.locator(".kv").get_attribute("data-frame")
    mouse.press("on")
    assert mouse.root.locator(".kv").get_attribute("data-frame") != frame
    mouse.press("skip")
    mouse.says("Since your last turn", "greedy ends the turn", "Round 2, Guest")
    # Stepping back with the usual keys shows it again; a click is about the present.
    mouse.key("PageUp")
    mouse.click(MIGHT, "f7")
    assert mouse.root.locator(".kl-menu:not([hidden])").count() == 1
    assert mouse.root.locator("[data-mode=try]").count() == 0, "nothing is tried in a game"


# ------------------------------------------------------------------ edit, explain


def test_a_building_is_placed_its_fault_is_told_undone_and_the_rest_saved(host, tmp_path):
    mouse = Mouse(host, kl.sandbox(11))
    root = mouse.root
    boards(root).evaluate(WATCH)
    before = picture(root)
    mouse.choose("tool", "place")
    mouse.choose("building", "m1")
    mouse.click(FAITH, "b1")
    tie = "The watchtower at a1 and the watchtower at b1 tie as the highest military buildings"
    mouse.says(f"{tie} of one domain in Faith (H1).")
    wait_for_picture(mouse.page, root, before)
    mouse.key("Control+z")
    mouse.says("The position is legal.")
    wait_for_picture(mouse.page, root, before, same=True)
    # What is refused is shown.
    root.locator("[data-name=cast]").check()
    mouse.click(FAITH, "a1")
    root.locator(".kl-error:not([hidden])", has_text="not free in Faith").wait_for()
    # Saving: the form opens, the file is there, a second time it is refused.
    root.get_by_text("Save as a scenario").first.click()
    path = tmp_path / "mine"
    for name, value in (("move", "M+r2b1"), ("title_de", "Über <b>"), ("file", str(path))):
        mouse.write(name, value)
    mouse.press("save")
    made = load_scenario(path.with_suffix(".khs"))
    assert (made.title.de, made.move) == ("Über <b>", "M+r2b1")
    mouse.press("save")
    root.locator(".kl-error:not([hidden])", has_text="exists already").wait_for()
    assert mouse.page.evaluate("() => window.looked") > 5
    assert mouse.page.evaluate("() => window.blanks") == 0


def test_every_corner_of_the_map_is_explained(host):
    mouse = Mouse(host, kl.explain(kl.new_game(2, seed=1)))
    for corner in ("a1", "p1", "a20", "p20"):
        mouse.click(MIGHT, corner)
        for entry in mouse.root.locator(".kl-menu .kl-entry").all():
            entry.hover()
            mouse.page.wait_for_timeout(70)  # the pointer rests on it
            mouse.settle()
        assert not mouse.root.locator(".kl-error").is_visible()
        mouse.pick(mouse.root.locator(".kl-menu .kl-entry").first.get_attribute("data-name"))
        assert mouse.root.locator(".klc-panel-verdict").inner_text().strip()


# ------------------------------------------------------------------ maps


def test_a_river_is_dragged_undone_and_keys_paint(host, tmp_path):
    path = tmp_path / "our-board.txt"
    mouse = Mouse(host, kl.edit_map(path, "valley"))
    place = boards(mouse.root).bounding_box()

    def rows() -> list[str]:
        return path.read_text().splitlines()

    def drag(start: str, end: str) -> None:
        mouse.page.mouse.move(*middle(mouse.root, MIGHT, square(start)))
        mouse.page.mouse.down()
        mouse.page.mouse.move(*middle(mouse.root, MIGHT, square(end)), steps=2)
        mouse.page.mouse.up()
        mouse.settle()

    mouse.choose("brush", "river")
    drag("c5", "g5")
    assert rows()[4][2:7] == "~~~~~"
    assert mouse.root.locator(".kl-painted").count() == 0
    drag("c6", "e6")
    mouse.key("Control+z")
    assert rows()[4][2:7] == "~~~~~"
    assert rows()[5][2:5] != "~~~"
    mouse.choose("brush", "hamlet")
    mouse.click(MIGHT, "c5")
    mouse.says("c5 is river: a hamlet needs plain or forest")
    assert boards(mouse.root).bounding_box() == place
    mouse.key("2")
    mouse.click(MIGHT, "e12")
    mouse.key("Enter", "ArrowDown", "ArrowDown", "Enter", "Shift+ArrowRight")
    assert (rows()[11][4], rows()[12][4], rows()[13][4:6]) == ("f", ".", "ff")


# ------------------------------------------------------------------ a phone, in German


@pytest.mark.parametrize("name", ["write", "play", "edit", "map"])
def test_on_a_phone_in_german_nothing_is_wider_than_the_screen_or_hidden(host, name, tmp_path):
    desk = {
        "write": lambda: kl.record_game(tmp_path / "p.khr", ["Ann", "Ben"], language="de").enter(
            "M>F > M>F >"
        ),
        "play": lambda: kl.play_against("random", seed=3, language="de"),
        "edit": lambda: kl.sandbox(11, language="de"),
        "map": lambda: kl.edit_map(tmp_path / "p.txt", "valley", language="de"),
    }[name]()
    mouse = Mouse(host, desk)
    mouse.page.set_viewport_size({"width": 390, "height": 800})
    mouse.page.wait_for_timeout(100)
    assert mouse.root.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert boards(mouse.root).bounding_box()["width"] <= mouse.root.bounding_box()["width"]
    # Nor does the list of moves lie over the table of players.
    moves, table = (
        mouse.root.locator(each).bounding_box() for each in (".kv-moves", ".kv-players")
    )
    assert not (moves and table) or moves["y"] + moves["height"] <= table["y"] + 1
