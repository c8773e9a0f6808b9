"""A game against computer players in a real JupyterLab: a move, its preview, what they do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lab import jupyterlab, write_notebook

SOURCE = """
import khronos_lab as kl
kl.play_against("greedy", "random", seed=1, path="game.khr", warn=False{more})
""".strip()
PATIENCE = 90_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    for name, more in (("game", ""), ("german", ', language="de"')):
        source = SOURCE.format(more=more).replace("game.khr", f"{name}.khr")
        write_notebook(folder / f"{name}.ipynb", source)
    return folder


@pytest.fixture(scope="module")
def lab(folder, tmp_path_factory):
    with jupyterlab(folder, tmp_path_factory.mktemp("home")) as lab:
        yield lab


def place_of_a_square(boards) -> dict:
    """A square in the middle of Might, in pixels of the boards."""
    box = boards.bounding_box()
    return {"x": box["width"] * 0.16, "y": box["height"] * 0.6}


def test_a_turn_is_played_and_the_others_are_watched_and_nothing_moves(chromium, lab, folder):
    page = chromium.new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(PATIENCE)
    lab.open(page, "game.ipynb")
    root = page.locator(".kl-clickboard")
    expect(root).to_be_visible(timeout=PATIENCE)
    boards, status = root.locator(".klc-boards"), root.locator(".klc-status")
    expect(root.locator(".klc-acting")).to_contain_text("Guest")
    # Your hand lies open, the others' are hidden.
    expect(root.locator(".klc-acting .kl-card")).to_have_count(4)
    place = boards.bounding_box()
    sq = place_of_a_square(boards)
    boards.click(position=sq)
    entry = root.locator(".kl-menu .kl-entry:not([aria-disabled])").first
    entry.hover()
    expect(boards).to_have_attribute("data-tried", re.compile(".+"))
    entry.click()
    expect(root.locator(".kl-menu")).to_be_hidden()
    assert boards.bounding_box() == place
    root.locator("[data-name='verb:end']").click()
    expect(status).to_contain_text("more to see", timeout=PATIENCE)
    root.locator("[data-name='on']").click()
    root.locator("[data-name='skip']").click()
    expect(status).to_contain_text("Round 2, Guest", timeout=PATIENCE)
    assert boards.bounding_box() == place
    assert (folder / "game.khr").exists()
    lab.shut(page)
    page.close()


def test_on_a_phone_in_german_nothing_is_wider_than_the_screen(chromium, lab):
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(PATIENCE)
    lab.open(page, "german.ipynb")
    root = page.locator(".kl-clickboard")
    expect(root.locator(".klc-status")).to_contain_text("Runde 1", timeout=PATIENCE)
    for part in (".klc-tools", ".klc-acting", ".klc-head"):
        wide = root.locator(part).evaluate("part => [part.scrollWidth, part.clientWidth]")
        assert wide[0] <= wide[1], part
    lab.shut(page)
    page.close()
