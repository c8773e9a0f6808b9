"""Moves tried in a real JupyterLab: a move chosen, handed over, saved, read by another kernel.

The tests go on where the one before them was, as a person does.
"""

from __future__ import annotations

import re
import shutil
from functools import cache

import pytest
from playwright.sync_api import expect

from khronos_lab.analysis import Wish, where_allowed
from khronos_lab.core import bits, column_of, row_of, square
from khronos_lab.core import name as square_name
from khronos_lab.desk import replay
from khronos_lab.records import Study, game_at
from khronos_lab.rulebook import Age, Kind, Terrain
from tests.browser.lab import write_notebook
from tests.browser.watch import click, focus, ready, still

GAME = "data/games/03-four-players-valley.khr"
MOVE = 55
"""So many moves have been played when something else is tried."""
BRANCH = f".kv-move[data-line='[[{MOVE},0]]']"
OPEN = f"""
from khronos_lab.desk import replay
game = replay("mine.khr").show_line((), {MOVE - 1})
game
"""
PHONE = {"width": 390, "height": 844}
CUT = """part =>
  Math.max(part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth)"""


@pytest.fixture(scope="module")
def root(window, folder):
    shutil.copy(GAME, folder / "mine.khr")
    with window.run(write_notebook(folder / "one.ipynb", OPEN), size=(1400, 1300)) as page:
        ready(page)
        yield page.locator(".kl-replay").first


@cache
def state():
    """The position in this process, to know what is allowed."""
    return replay(GAME).show_line((), MOVE - 1).what_if().spot.state


@cache
def where():
    """The squares where a keep may be built in Might: now, and if means were no object."""
    return where_allowed(state(), Wish("build", Kind.MILITARY, 2))[Age.MIGHT]


@cache
def place() -> int:
    """A square where a keep may be built, without terrain that could be paid in several ways."""
    grid = state().grid
    return next(sq for sq in bits(where().now) if grid.terrain(sq) is Terrain.PLAIN)


@cache
def wrong() -> int:
    """A square where no keep may be built, whatever the means."""
    return next(bits(state().grid.area & ~where().free))


def keys_between(start: int, sq: int) -> list[str]:
    """The keys from one square to another."""
    right, down = column_of(sq) - column_of(start), row_of(sq) - row_of(start)
    return ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right) + [
        "ArrowDown" if down > 0 else "ArrowUp"
    ] * abs(down)


def choose(root, name: str) -> None:
    root.locator(f"[data-name='{name}']").check(force=True)


def press(root, name: str) -> None:
    root.locator(f"[data-name='{name}']").click()


def write(root, name: str, text: str) -> None:
    field = root.locator(f"[data-name='{name}']")
    field.fill(text)
    field.press("Enter")


def marks(root):
    """Overlays that the kernel has drawn on the boards."""
    return root.locator(".kv-boards .kb-over > *")


def status(root):
    return root.locator(".kv-note")


def boxes(root) -> list:
    """Where the boards, the caption and the controls are: nothing may move them."""
    parts = (".kv-boards", ".kv-caption", ".kv-players", ".kv-moves")
    return [root.locator(each).bounding_box() for each in parts]


def menu(root):
    return root.locator(".kl-menu")


def entry(root, name: str):
    return menu(root).locator(f"[data-name='{name}']")


def test_nothing_moves_when_it_begins_and_the_hand_is_in_sight(root):
    before, page = boxes(root)[:2], root.page
    root.get_by_role("tab", name="Try").click()
    expect(status(root)).to_have_text("Click a square to see what can be done there.")
    assert boxes(root)[:2] == before
    player = state().player
    expect(root.locator(".kv-acting .kv-name")).to_have_text(player.name)
    expect(root.locator(".kv-acting .kv-hand svg")).to_have_count(sum(player.hand))
    expect(root.locator(".kl-tray .kl-icon")).to_have_count(9)
    expect(root.locator(".kv-time")).to_be_hidden()
    # In a narrow window nothing of the tray is cut off.
    size = page.viewport_size
    page.set_viewport_size({"width": 1000, "height": 800})
    still(root)
    for part in (".kl-tray", ".kv-players .kv-coins >> nth=0"):
        assert root.locator(part).evaluate(CUT) <= 1, part
    page.set_viewport_size(size)
    still(root)


def test_on_a_phone_the_menu_leaves_its_square_in_sight(root):
    page, size = root.page, root.page.viewport_size
    page.set_viewport_size(PHONE)
    root.locator(".kv-one-age").wait_for()
    root.evaluate("root => root.scrollIntoView()")
    find = """(kv, sq) => {
      kv.viewer.zoom(0);
      const { x, y } = kv.viewer.board.middle({ age: 0, sq });
      return [x, y];
    }"""
    for name in ("c2", "h8", "h10", "h19"):
        page.mouse.click(*root.locator(".kv").evaluate(find, square(name)))
        expect(menu(root)).to_be_visible()
        shown = menu(root).bounding_box()
        below = shown["y"] + shown["height"]
        assert 0 <= shown["y"] <= below <= PHONE["height"]
        chosen = root.locator(".kb-chosen").bounding_box()
        assert chosen["y"] + chosen["height"] <= shown["y"] + 2 or chosen["y"] >= below - 2
        page.keyboard.press("Escape")
        expect(menu(root)).to_be_hidden()
    page.set_viewport_size(size)
    root.locator(".kv:not(.kv-one-age)").wait_for()


def test_the_menu_says_what_can_be_done_and_why_not_and_previews_all_ages(root):
    page, before, sq = root.page, boxes(root), place()
    boards, hand = root.locator(".kv-boards"), root.locator(".kv-acting .kv-hand")
    said = menu(root).locator(".kl-menu-said")
    click(root, Age.MIGHT, sq)
    expect(menu(root).locator(".kl-pictured")).to_have_count(9)
    menu(root).locator(".kl-entry[aria-disabled]").first.hover()
    expect(said).to_have_text(re.compile(r"\([A-Z]\d[a-z]?\)\."))
    cards = hand.inner_html()
    entry(root, f"build m2 {sq}").hover()
    expect(boards).to_have_attribute("data-tried", f"build m2 {sq}")
    expect(said).to_contain_text("in Might (A1)")
    expect(marks(root).first).to_be_attached()
    # Cards are spent in the table, too.
    assert hand.inner_html() != cards
    assert boxes(root) == before
    page.mouse.move(5, 5)
    expect(boards).to_have_attribute("data-tried", "")
    assert hand.inner_html() == cards
    expect(root.locator(".kl-unsaved")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(menu(root)).to_be_hidden()


def test_a_building_of_the_tray_marks_its_squares_and_a_wrong_click_says_why(root):
    before = boxes(root)
    choose(root, "tool.m2")
    expect(marks(root).first).to_be_attached()
    click(root, Age.MIGHT, wrong())
    expect(root).to_have_class(re.compile("kl-refused"))
    expect(status(root)).to_have_text(re.compile(r"\([A-Z]\d[a-z]?\)\.$"))
    assert boxes(root) == before
    choose(root, "tool.")


def test_keys_choose_a_square_play_and_take_back(root):
    """Enter leads to the boards, arrows go from square to square, Enter opens the menu there."""
    sq, keyboard = place(), root.page.keyboard
    focus(root)
    # At once: what is clicked is the square that was reached, not the one that is framed yet. The
    # cursor begins where the last click was.
    for key in ("Enter", *keys_between(wrong(), sq), "Enter"):
        keyboard.press(key)
    expect(menu(root)).to_be_visible()
    expect(entry(root, f"build m1 {sq}")).to_be_focused()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(root.locator(BRANCH).first).to_have_attribute("title", f"M+m2{square_name(sq)}")
    keyboard.press("Escape")
    keyboard.press("Control+z")
    expect(root.locator(BRANCH)).to_have_count(0)
    expect(root.locator(".kl-unsaved")).to_be_hidden()
    # Nothing of it reached the notebook.
    assert root.locator(".kv").get_attribute("data-line") == "[]"


def test_what_is_played_is_a_variation_with_any_name_and_a_player_finishes_the_turn(root):
    sq, moves = place(), root.locator(BRANCH)
    click(root, Age.MIGHT, sq)
    entry(root, f"build m2 {sq}").click()
    expect(moves.first).to_have_text(re.compile("builds a keep at "))
    expect(moves.first).to_have_attribute("aria-current", "step")
    expect(menu(root)).to_be_hidden()
    expect(root.locator(".kl-unsaved")).to_be_visible()
    expect(root.locator(".kv-chip").first).to_have_text(re.compile(r"^[A-Z]\d"))
    write(root, "branch.name", "Keep <first>")
    expect(root.locator(".kl-tray h3")).to_contain_text("Keep <first>")
    write(root, "branch.comment", "Why & {why} not?")
    expect(root.locator(".kv-moves")).to_contain_text("Why & {why} not?")
    root.locator("[data-name='branch.mark']").select_option("!?")
    expect(moves.first).to_have_attribute("title", re.compile(r"^M\+m2.*!\?$"))
    choose(root, "branch.player.greedy")
    press(root, "branch.turn")
    expect(moves.last).to_have_attribute("title", re.compile("^>"))
    expect(moves.last).to_have_attribute("aria-current", "step")


def test_many_games_can_be_stopped_and_what_is_done_is_shown(root):
    count, title = root.locator(".kl-what-work"), root.locator(".kl-tray h3")
    write(root, "branch.games", "1500")
    press(root, "branch.many")
    expect(count).to_contain_text(re.compile(r"[1-9]\d*/1500"))
    # The page lives on meanwhile.
    where = title.inner_text()
    root.locator(".kv").press("ArrowLeft")
    expect(title).not_to_have_text(where)
    press(root, "branch.stop")
    expect(count).to_be_hidden()
    picture = root.locator(".kl-what-picture")
    expect(picture).to_be_hidden()
    link = root.locator(".klc-panel-branch_elsewhere a")
    expect(link).to_contain_text("Keep <first>")
    # How it ends belongs to its position: the link leads back there.
    link.click()
    expect(picture).to_have_attribute("alt", re.compile(r"^here \(\d+\): "))


def test_it_is_saved_where_it_came_from(root, folder):
    press(root, "branch.save")
    expect(root.locator(".kl-unsaved")).to_be_hidden()
    study = Study(*game_at(folder / "mine.khr"))
    assert study.name_of(((MOVE, 0),)) == "Keep <first>"
    assert len(list(study.lines())) == len(list(Study(*game_at(GAME)).lines())) + 1


def test_another_kernel_reads_the_same_tree_and_it_all_speaks_german(root, window, folder):
    titles = "all => all.map((each) => each.title)"
    moves = root.locator(".kv-move").evaluate_all(titles)
    with window.run(
        write_notebook(folder / "other.ipynb", OPEN), size=(1400, 1300), fresh=True
    ) as page:
        other = page.locator(".kl-replay:visible").first
        other.locator(".kv[data-ready]").wait_for()
        assert other.locator(".kv-move").evaluate_all(titles) == moves
        other.locator(BRANCH).first.click()
        other.locator(".kv-more").click()
        other.locator(".kv-language").select_option(label="Deutsch")
        other.locator(".kv").press("w")
        expect(other.locator(".kl-tray h3")).to_contain_text("Was wäre wenn, ab: Runde")
        press(other, "branch.delete")
        expect(other.locator(BRANCH)).to_have_count(0)
        expect(other.locator(".kl-unsaved")).to_have_text("● Noch nicht gespeichert")
