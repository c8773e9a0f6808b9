"""The coach in a real JupyterLab: a game reviewed, its mistakes looked at, tried, practised.

The tests go on where the one before them was, as a person does.
"""

from __future__ import annotations

import re
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
    with window.run(write_notebook(folder / "one.ipynb", CELL), size=(1440, 900)) as page:
        ready(page)
        root = page.locator(".kl-replay").first
        root.get_by_role("button", name="Review the game").click()
        expect(root.locator(".kv-luck")).to_be_visible()
        yield root


def verdict(root):
    return root.locator(".kv-verdict")


def test_mistakes_are_marked_on_the_curve_and_in_the_list(root, mistakes):
    for place in (".kv-turn-mark.kv-bad", ".kv-who .kv-bad:not(:empty)"):
        assert root.locator(place).all_inner_texts() == [each.mark for each in mistakes]
    last = mistakes[-1]
    root.locator(".kv-turn-mark.kv-bad").last.click()
    expect(verdict(root)).to_contain_text(last.better)
    expect(verdict(root).locator("h2")).to_have_text(re.compile(f"{last.label}.*{last.player}"))
    expect(root.locator(".kv-move[aria-current]")).to_be_in_viewport()


def test_keys_lead_from_mistake_to_mistake_and_the_verdict_comes_with_the_picture(root, mistakes):
    first, *_, before, last = mistakes
    for keys, found in (("Home m", first), ("End M", last), ("M", before), ("m", last)):
        for each in keys.split():
            root.locator(".kv").press(each)
        # In the same frame of the screen, so nothing is waited for.
        assert found.better in verdict(root).inner_text()
        frame = int(root.locator(".kv").get_attribute("data-frame") or 0)
        assert found.first < frame <= found.step


def test_the_better_turn_is_tried_from_before_the_mistake(root, mistakes):
    verdict(root).get_by_role("button", name="Try it").click()
    expect(root.get_by_role("tab", name="Try")).to_have_attribute("aria-selected", "true")
    expect(root.locator(".kv")).to_have_attribute("data-frame", str(mistakes[-1].first))
    expect(root.locator(".kb-ghosts > *")).to_have_count(0)
    root.get_by_role("tab", name="Look").click()
    expect(root.locator(".kl-tray")).to_be_hidden()


def test_practice_takes_the_verdicts_place(root, mistakes):
    root.locator(".kv").press("Home")
    root.locator(".kv").press("m")
    verdict(root).get_by_role("button", name="Practise").click()
    expect(root.locator(".kl-side")).to_contain_text(f"Mistake 1 of {len(mistakes)}")
    expect(verdict(root)).to_be_hidden()
    expect(root.locator(".kv")).to_have_attribute("data-frame", str(mistakes[0].first))
    root.get_by_role("button", name="Leave practice").click()
    expect(verdict(root)).to_be_visible()
