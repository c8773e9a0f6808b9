"""What if in a real JupyterLab: a move chosen, handed over, saved, read by another kernel.

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
from khronos_lab.drawing import LEFT, Table
from khronos_lab.records import all_lines, game_at, name_of
from khronos_lab.rulebook import Age, Kind, Terrain, data_file
from khronos_lab.widgets import replay
from tests.browser.lab import jupyterlab, watched_page, write_notebook
from tests.browser.watch import focus, ready

GAME = "mine.khr"
MOVE = 55
"""So many moves have been played when something else is tried."""
OPEN = f"""
from khronos_lab.widgets import replay
game = replay({GAME!r}).show_line((), {MOVE - 1})
game
"""
PATIENCE = 60_000


@pytest.fixture(scope="module")
def lab_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    shutil.copy(data_file("games", "03-four-players-valley.khr"), folder / GAME)
    for name in ("one.ipynb", "other.ipynb"):
        write_notebook(folder / name, OPEN.strip())
    return folder


@pytest.fixture(scope="module")
def lab(lab_folder, tmp_path_factory):
    with jupyterlab(lab_folder, tmp_path_factory.mktemp("home")) as lab:
        yield lab


@pytest.fixture(scope="module")
def page(chromium, lab):
    expect.set_options(timeout=PATIENCE)
    with watched_page(chromium, size=(1400, 1300), patience=PATIENCE) as page:
        lab.open(page, "one.ipynb")
        ready(page)
        yield page
        lab.shut(page)


@pytest.fixture
def root(page):
    return page.locator(".kl-replay").first


def choose(root, name: str) -> None:
    root.locator(f"[data-name='{name}']").check(force=True)


def press(root, name: str) -> None:
    root.locator(f"[data-name='{name}']").click()


def write(root, name: str, text: str) -> None:
    field = root.locator(f"[data-name='{name}']")
    field.fill(text)
    field.press("Enter")


def click(root, age: Age, sq: int) -> None:
    """Click the middle of a square."""
    canvas = root.locator(".kv-boards")
    canvas.scroll_into_view_if_needed()
    table, box = Table.of(state().grid), canvas.bounding_box()
    assert box is not None
    x, y = table.corner(age, sq)
    across, down = (LEFT + x + 0.5) / table.width, (table.top + y + 0.5) / table.height
    canvas.click(position={"x": across * box["width"], "y": down * box["height"]})


@cache
def state():
    """The position in this process, to know what is allowed."""
    widget = replay(data_file("games", "03-four-players-valley.khr")).show_line((), MOVE - 1)
    return widget.what_if().spot.state


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


def marks(root):
    """What the kernel has drawn over the boards."""
    return root.locator(".kv-boards .kv-over > *")


def status(root):
    return root.locator(".kl-what-status")


# ------------------------------------------------------------------ one after the other


def boxes(root) -> list:
    """Where the boards, the caption and the controls are: nothing may move them."""
    parts = (".kv-boards", ".kv-caption", ".kv-deck", ".kv-players", ".kv-aside")
    return [root.locator(each).bounding_box() for each in parts]


def menu(root):
    return root.locator(".kl-menu")


def entry(root, name: str):
    return menu(root).locator(f"[data-name='{name}']")


def test_nothing_moves_when_it_begins_and_the_hand_is_in_sight(root):
    before = boxes(root)[:3]
    root.get_by_role("button", name="What if: try other moves").click()
    expect(status(root)).to_have_text("Click a square to see what can be done there.")
    assert boxes(root)[:3] == before
    player = state().player
    expect(root.locator(".kl-what-acting")).to_contain_text(player.name)
    expect(root.locator(".kl-what-acting .kl-card")).to_have_count(sum(player.hand))
    expect(root.locator(".kl-tray .kl-icon")).to_have_count(9)
    expect(root.locator(".kv-income")).to_be_hidden()


def test_in_a_narrow_window_nothing_of_the_tray_is_cut_off(page, root):
    size = page.viewport_size
    page.set_viewport_size({"width": 1000, "height": 800})
    root.locator(".kv-beside").wait_for()
    cut = """part =>
      Math.max(part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth)"""
    for part in (".kl-tray", ".kv-players .kv-coins >> nth=0"):
        assert root.locator(part).evaluate(cut) <= 1, part
    page.set_viewport_size(size)
    root.locator(".kv:not(.kv-beside)").wait_for()


@pytest.mark.parametrize("name", ["c2", "h8", "h10", "h19"])
def test_on_a_phone_the_menu_leaves_the_sentence_and_its_square_in_sight(page, root, name):
    size = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    root.locator(".kv-one-age:not(.kv-beside)").wait_for()
    root.evaluate("root => root.scrollIntoView()")
    find = """(kv, sq) => {
      kv.viewer.zoom(0);
      const { x, y } = kv.viewer.scene.pixel({ age: 0, sq });
      return [x, y];
    }"""
    page.mouse.click(*root.locator(".kv").evaluate(find, square(name)))
    expect(menu(root)).to_be_visible()
    told, shown = root.locator(".kv-told").bounding_box(), menu(root).bounding_box()
    assert shown["y"] >= told["y"] + told["height"]
    assert shown["y"] + shown["height"] <= 844
    chosen = root.locator(".kv-chosen").bounding_box()
    assert chosen["y"] + chosen["height"] <= shown["y"] + 2 or chosen["y"] >= (
        shown["y"] + shown["height"] - 2
    )
    page.keyboard.press("Escape")
    expect(menu(root)).to_be_hidden()
    page.set_viewport_size(size)
    root.locator(".kv:not(.kv-one-age)").wait_for()


def test_the_menu_at_a_square_says_what_can_be_done_and_why_not(root):
    before = boxes(root)
    click(root, Age.MIGHT, place())
    expect(menu(root)).to_be_visible()
    expect(menu(root).locator(".kl-pictured")).to_have_count(9)
    refused = menu(root).locator(".kl-entry[aria-disabled]").first
    refused.hover()
    expect(menu(root).locator(".kl-menu-said")).to_have_text(re.compile(r"\([A-Z]\d[a-z]?\)\."))
    assert boxes(root) == before


def test_pointing_at_an_entry_previews_all_ages_and_the_accounts(page, root):
    sq = place()
    boards, before = root.locator(".kv-boards"), boxes(root)
    coins = root.locator(".kv-acting .kv-hand").inner_html()
    entry(root, f"build m2 {sq}").hover()
    expect(boards).to_have_attribute("data-tried", f"build m2 {sq}")
    expect(menu(root).locator(".kl-menu-said")).to_contain_text("in Might (A1)")
    expect(marks(root).first).to_be_attached()
    # Cards are spent in the table, too.
    assert root.locator(".kv-acting .kv-hand").inner_html() != coins
    assert boxes(root) == before
    page.mouse.move(5, 5)
    expect(boards).to_have_attribute("data-tried", "")
    assert root.locator(".kv-acting .kv-hand").inner_html() == coins
    expect(root.locator(".kl-unsaved")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(menu(root)).to_be_hidden()


def test_a_building_of_the_tray_marks_its_squares_and_a_wrong_click_says_why(root):
    before = boxes(root)
    choose(root, "tool.m2")
    expect(marks(root).first).to_be_attached()
    click(root, Age.MIGHT, wrong())
    expect(status(root)).to_have_class(re.compile("kl-refused"))
    expect(status(root)).to_have_text(re.compile(r"\([A-Z]\d[a-z]?\)\.$"))
    # It is said beside the boards, too, where one looks.
    assert root.locator(".kv-note").inner_text() == status(root).inner_text()
    assert boxes(root) == before
    choose(root, "tool.")


def test_keys_choose_a_square_and_play(page, root):
    """Enter leads to the boards, arrows go from square to square, Enter opens the menu there."""
    sq = place()
    focus(root)
    page.keyboard.press("Enter")
    for key in keys_between(wrong(), sq):  # the cursor is where the last click was
        page.keyboard.press(key)
    # At once: what is clicked is the square that was reached, not the one that is framed yet.
    page.keyboard.press("Enter")
    expect(menu(root)).to_be_visible()
    expect(entry(root, "build m1 " + str(sq))).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    move = root.locator(f".kv-move[data-line='[[{MOVE},0]]']").first
    expect(move).to_have_attribute("title", f"M+m2{square_name(sq)}")
    page.keyboard.press("Escape")


def test_ctrl_z_takes_back(page, root):
    page.keyboard.press("Control+z")
    expect(root.locator(f".kv-move[data-line='[[{MOVE},0]]']")).to_have_count(0)
    expect(root.locator(".kl-unsaved")).to_be_hidden()
    # Nothing of it reached the notebook.
    assert root.locator(".kv").get_attribute("data-line") == "[]"


def test_what_is_played_is_a_variation(root):
    sq = place()
    click(root, Age.MIGHT, sq)
    entry(root, f"build m2 {sq}").click()
    variation = root.locator(f".kv-move[data-line='[[{MOVE},0]]']")
    expect(variation.first).to_have_attribute("title", re.compile(r"^M\+m2"))
    expect(variation.first).to_have_text(re.compile("builds a keep at "))
    expect(variation.first).to_have_attribute("aria-current", "step")
    expect(menu(root)).to_be_hidden()
    expect(root.locator(".kl-unsaved")).to_be_visible()
    expect(root.locator(".kv-chip").first).to_have_text(re.compile(r"^[A-Z]\d"))


def test_a_variation_is_named_and_commented_with_anything(root):
    write(root, "branch.name", "Keep <first>")
    expect(root.locator(".kl-what-title")).to_contain_text("Keep <first>")
    write(root, "branch.comment", "Why & {why} not?")
    expect(root.locator(".kv-moves")).to_contain_text("Why & {why} not?")
    root.locator("[data-name='branch.mark']").select_option("!?")
    move = root.locator(f".kv-move[data-line='[[{MOVE},0]]']").first
    expect(move).to_have_attribute("title", re.compile(r"!\?$"))


def test_a_player_finishes_the_turn(root):
    choose(root, "branch.player.greedy")
    links = root.locator(f".kv-move[data-line='[[{MOVE},0]]']")
    press(root, "branch.turn")
    expect(links.last).to_have_attribute("title", re.compile("^>"))
    expect(status(root)).to_have_text("Click a square to see what can be done there.")


def test_many_games_can_be_stopped_and_what_is_done_is_shown(root):
    write(root, "branch.games", "1500")
    press(root, "branch.many")
    count = root.locator(".kl-what-work")
    expect(count).to_be_visible()
    expect(count).to_contain_text(re.compile(r"[1-9]\d*/1500"))
    # The page lives on meanwhile.
    root.locator(".kv").press("ArrowLeft")
    expect(marks(root)).to_have_count(0)
    press(root, "branch.stop")
    expect(count).to_be_hidden()
    picture = root.locator(".kl-what-picture")
    expect(picture).to_be_hidden()
    link = root.locator(".klc-panel-branch_elsewhere a")
    expect(link).to_contain_text("Keep <first>")
    # How it ends belongs to its position: the link leads back there.
    link.click()
    expect(picture).to_have_attribute("alt", re.compile(r"^here \(\d+\): "))


def test_it_is_saved_where_it_came_from(root, lab_folder):
    press(root, "branch.save")
    expect(root.locator(".kl-unsaved")).to_be_hidden()
    record, _ = game_at(lab_folder / GAME)
    assert name_of(record, ((MOVE, 0),)) == "Keep <first>"
    before, _ = game_at(data_file("games", "03-four-players-valley.khr"))
    assert len(list(all_lines(record))) == len(list(all_lines(before))) + 1


def test_another_kernel_reads_the_same_tree(chromium, lab, root):
    """And it all speaks German."""
    moves = root.locator(".kv-moves").inner_text()
    page = chromium.new_page(viewport={"width": 1400, "height": 1300})
    page.set_default_timeout(PATIENCE)
    lab.open(page, "other.ipynb")
    ready(page)
    other = page.locator(".kl-replay").first
    assert other.locator(".kv-moves").inner_text() == moves
    other.locator(f".kv-move[data-line='[[{MOVE},0]]']").first.click()
    other.locator(".kv-language").select_option(label="Deutsch")
    other.locator(".kv").press("w")
    expect(other.locator(".kl-what-title")).to_contain_text("Was wäre wenn, ab: Runde")
    press(other, "branch.delete")
    expect(other.locator(f".kv-move[data-line='[[{MOVE},0]]']")).to_have_count(0)
    expect(other.locator(".kl-unsaved")).to_have_text("● Noch nicht gespeichert")
    lab.shut(page)
    page.close()


def test_columns_and_rows_are_those_of_the_boards():
    """What the clicks of these tests rest on."""
    table, sq = Table.of(state().grid), place()
    assert table.corner(Age.MIGHT, 0) == (0.0, 0.0)
    assert table.corner(Age.MIGHT, sq) == (column_of(sq), row_of(sq))
