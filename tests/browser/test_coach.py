"""The coach in a real JupyterLab: a game reviewed, a mistake looked at, practised, kept.

The tests go on where the one before them was, as a person does.
"""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

import khronos_lab as kl
from tests.browser.lab import write_notebook
from tests.browser.watch import ready

GAME = "08-lesson-three-ages.khr"
CELL = f"import khronos_lab as kl\nkl.load({GAME!r}).replay()"


@pytest.fixture(scope="module")
def mistakes(folder):
    """The mistakes of the review that the notebook has kept beside its game, by turn."""
    assert (folder / f"{GAME}.review.json").exists()
    return sorted(kl.load(folder / GAME).mistakes, key=lambda each: each.turn)


@pytest.fixture(scope="module")
def root(window, folder):
    shutil.copy(f"data/games/{GAME}", folder)
    with window.run(write_notebook(folder / "one.ipynb", CELL), size=(1440, 1400)) as page:
        ready(page)
        root = page.locator(".kl-replay").first
        root.locator(".kl-coach-button").click()
        expect(root.locator(".kl-coach")).to_contain_text("Luck and skill")
        yield root


def press(root, name: str) -> None:
    root.locator(f"[data-name='coach.{name}']").click()


def shows(root, index: int) -> None:
    expect(root.locator(".kv")).to_have_attribute("data-frame", str(index))


def test_mistakes_are_marked_and_one_click_away(root, mistakes):
    panel = root.locator(".kl-coach")
    expect(panel.locator("a[data-turn]")).to_have_count(len(mistakes))
    expect(root.locator(".kv-who[data-mark^='?']")).to_have_count(len(mistakes))
    last = mistakes[-1]
    panel.locator(f"a[data-turn='{last.turn}']").click()
    expect(panel.locator("b")).to_contain_text(last.label)
    shows(root, last.first)
    expect(panel).to_contain_text(last.better)


def test_keys_lead_from_mistake_to_mistake(root, mistakes):
    first, *_, before, last = mistakes
    viewer, told = root.locator(".kv"), root.locator(".kl-coach b")
    # A mistake in the very first turn is not skipped.
    for key, found in (("Home m", first), ("End M", last), ("M", before), ("m", last)):
        for each in key.split():
            viewer.press(each)
        expect(told).to_contain_text(found.label)
        shows(root, found.first)
