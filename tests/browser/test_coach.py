"""The coach in a real JupyterLab: a game reviewed, a mistake looked at, practised, kept.

The tests go on where the one before them was, as a person does.
"""

from __future__ import annotations

import re
import shutil

import pytest
from playwright.sync_api import expect

from khronos_lab.rulebook import data_file
from tests.browser.lab import run_notebook, write_notebook
from tests.browser.watch import ready
from tests.simulation.reviewed import reviewed

GAME = "mine.khr"
OPEN = f"""
import khronos_lab as kl
kl.load({GAME!r}).replay()
"""
PATIENCE = 120_000


@pytest.fixture(scope="module")
def lab_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    shutil.copy(data_file("games", "08-lesson-three-ages.khr"), folder / GAME)
    write_notebook(folder / "one.ipynb", OPEN.strip())
    return folder


@pytest.fixture(scope="module")
def page(chromium, lab_folder, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    size = (1440, 1400)
    expect.set_options(timeout=PATIENCE)
    with run_notebook(
        chromium, lab_folder, home, "one.ipynb", size=size, patience=PATIENCE
    ) as page:
        ready(page)
        yield page


@pytest.fixture
def root(page):
    return page.locator(".kl-replay").first


def press(root, name: str) -> None:
    root.locator(f"[data-name='coach.{name}']").click()


def frame(page) -> str:
    """The step that the replay shows, as its slider says."""
    return page.locator(".kl-replay input[type=range]").first.input_value()


def test_a_game_is_reviewed_and_its_mistakes_are_marked(root, lab_folder):
    root.locator(".kl-coach-button").click()
    panel = root.locator(".kl-coach")
    expect(panel).to_contain_text("Luck and skill")
    mistakes = reviewed().mistakes
    expect(panel.locator("a[data-turn]")).to_have_count(len(mistakes))
    expect(panel).to_contain_text(mistakes[0].why)
    marked = root.locator(".kv-who[data-mark^='?']")
    expect(marked).to_have_count(len(mistakes))
    # Beside its own file the review is kept.
    assert (lab_folder / f"{GAME}.review.json").exists()


def test_a_mistake_is_one_click_away_and_both_branches_lie_over_the_boards(page, root):
    turn = reviewed().mistakes[-1]
    root.locator(f".kl-coach a[data-turn='{turn.turn}']").click()
    expect(root.locator(".kl-coach b")).to_contain_text(turn.label)
    assert frame(page) == str(turn.first)
    expect(root.locator(".kl-coach")).to_contain_text(turn.better)


def test_keys_lead_from_mistake_to_mistake(page, root):
    first, *_, before, last = sorted(reviewed().mistakes, key=lambda each: each.turn)
    viewer, told = root.locator(".kv"), root.locator(".kl-coach b")
    # A mistake in the very first turn is not skipped.
    viewer.press("Home")
    viewer.press("m")
    expect(told).to_contain_text(first.label)
    viewer.press("End")
    viewer.press("Shift+M")
    expect(told).to_contain_text(last.label)
    viewer.press("Shift+M")
    expect(told).to_contain_text(before.label)
    assert frame(page) == str(before.first)
    viewer.press("m")
    expect(told).to_contain_text(last.label)


def test_practice_hides_the_answer_and_gives_it_hint_by_hint(root):
    first = min(reviewed().mistakes, key=lambda each: each.turn)
    press(root, "practice")
    panel = root.locator(".kl-coach")
    expect(panel).to_contain_text(first.label)
    expect(panel).not_to_contain_text(first.better)
    for _ in range(3):
        press(root, "hint")
    expect(panel).to_contain_text(first.better)
    expect(panel).to_contain_text(first.why)
    press(root, "leave")
    expect(root.locator("[data-name='coach.practice']")).to_be_visible()


def test_the_better_turn_is_kept_as_a_variation(root):
    press(root, "keep")
    expect(root.locator(".kv-moves")).to_contain_text(re.compile("Better turn"))
