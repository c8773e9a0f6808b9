"""What if in a real JupyterLab: a move chosen, handed over, saved, read by another kernel.

The tests go on where the one before them was, as a person does.
"""

from __future__ import annotations

import re
import shutil

import nbformat
import pytest
from playwright.sync_api import expect

from khronos_lab.core.squares import bits, column_of, row_of
from khronos_lab.core.squares import name as square_name
from khronos_lab.drawing.board_layout import LEFT, Table
from khronos_lab.records.saving import game_at
from khronos_lab.records.tree import all_lines, name_of
from khronos_lab.rulebook.pieces import Age
from khronos_lab.rulebook.resources import data_file
from khronos_lab.widgets.replay.widget import replay
from tests.browser.lab import jupyterlab
from tests.browser.watch import focus, ready

GAME = "mine.khr"
MOVE = 55
"""So many moves have been played when something else is tried."""
OPEN = f"""
from khronos_lab.widgets.replay.widget import replay
game = replay({GAME!r}).show_line((), {MOVE - 1})
game
"""
PATIENCE = 60_000


@pytest.fixture(scope="module")
def lab_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    shutil.copy(data_file("games", "03-four-players-valley.khr"), folder / GAME)
    for name in ("one.ipynb", "other.ipynb"):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(OPEN.strip())])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, folder / name)
    return folder


@pytest.fixture(scope="module")
def lab(lab_folder, tmp_path_factory):
    with jupyterlab(lab_folder, tmp_path_factory.mktemp("home")) as lab:
        yield lab


@pytest.fixture(scope="module")
def page(chromium, lab):
    page = chromium.new_page(viewport={"width": 1400, "height": 1300})
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    lab.open(page, "one.ipynb")
    ready(page)
    yield page
    lab.shut(page)
    page.close()
    assert faults == []


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
    table, box = Table.of(_mover().state.grid), canvas.bounding_box()
    assert box is not None
    x, y = table.corner(age, sq)
    across, down = (LEFT + x + 0.5) / table.width, (table.top + y + 0.5) / table.height
    canvas.click(position={"x": across * box["width"], "y": down * box["height"]})


def _mover(building: str = "m2"):
    """The same choice in this process, to know what is allowed."""
    widget = replay(data_file("games", "03-four-players-valley.khr")).show_line((), MOVE - 1)
    return widget.what_if().choose("verb", "build").choose("building", building).mover


def keys_to(sq: int) -> list[str]:
    """The keys from where the cursor begins, in the middle of the first board, to a square."""
    grid = _mover().state.grid
    right, down = column_of(sq) - grid.columns // 2, row_of(sq) - grid.rows // 2
    return ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right) + [
        "ArrowDown" if down > 0 else "ArrowUp"
    ] * abs(down)


def marks(root):
    """What the kernel has drawn over the boards."""
    return root.locator(".kv-boards .kv-over > *")


def status(root):
    return root.locator(".kl-what-status")


# ------------------------------------------------------------------ one after the other


def test_squares_are_marked_and_an_illegal_click_says_why(root):
    root.get_by_role("button", name="What if: try other moves").click()
    expect(status(root)).to_have_text("Choose an action.")
    choose(root, "move.verb.build")
    choose(root, "move.building.m2")
    expect(status(root)).to_have_text("Click a square.")
    expect(marks(root).first).to_be_attached()
    where = _mover().where[Age.MIGHT]
    free = next(bits(_mover().state.grid.area & ~where.free))
    click(root, Age.MIGHT, free)
    expect(status(root)).to_have_class(re.compile("kl-refused"))
    expect(status(root)).to_have_text(re.compile(r"\([A-Z]\d[a-z]?\)\.$"))
    # It is said beside the boards, too, where one looks.
    assert root.locator(".kv-note").inner_text() == status(root).inner_text()


def test_a_legal_click_shows_what_would_happen_before_it_is_played(root):
    allowed = next(bits(_mover().where[Age.MIGHT].now))
    click(root, Age.MIGHT, allowed)
    expect(status(root)).to_have_text(re.compile("^Ready: build keep at "))
    expect(root.locator(".klc-panel-move_preview")).to_contain_text("in Might (A1)")
    expect(root.locator(".kl-unsaved")).to_be_hidden()


def test_keys_choose_a_square_as_a_click_does(page, root):
    """Enter leads to the boards, arrows go from square to square, Enter clicks there."""
    press(root, "move.back")
    expect(status(root)).to_have_text("Click a square.")
    sq = next(bits(_mover().where[Age.MIGHT].now))
    focus(root)
    page.keyboard.press("Enter")
    for key in keys_to(sq):
        page.keyboard.press(key)
    # At once: what is clicked is the square that was reached, not the one that is framed yet.
    page.keyboard.press("Enter")
    expect(status(root)).to_have_text(re.compile(f"^Ready: build keep at {square_name(sq)}"))
    page.keyboard.press("Escape")


def test_what_is_played_is_a_variation(root):
    press(root, "move.play")
    variation = root.locator(f".kv-move[data-line='[[{MOVE},0]]']")
    expect(variation.first).to_have_attribute("title", re.compile(r"^M\+m2"))
    expect(variation.first).to_have_text(re.compile("builds a keep at "))
    expect(variation.first).to_have_attribute("aria-current", "step")
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
    expect(status(root)).to_have_text("Choose an action.")


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
    expect(picture).to_have_attribute("alt", re.compile("Keep <first>"))
    root.locator(".kv").press("ArrowRight")


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
    table = Table.of(_mover().state.grid)
    assert table.corner(Age.MIGHT, 0) == (0.0, 0.0)
    sq = next(bits(_mover().where[Age.MIGHT].now))
    assert table.corner(Age.MIGHT, sq) == (column_of(sq), row_of(sq))
