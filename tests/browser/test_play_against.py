"""A game against computer players in a real JupyterLab: a move, its preview, their turns."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.lab import write_notebook

SOURCE = """
import khronos_lab as kl
kl.play_against("greedy", "random", seed=1, path="game.khr", warn=False)
"""


def test_a_turn_is_played_and_the_others_are_watched_and_nothing_moves(window, folder):
    notebook = write_notebook(folder / "game.ipynb", SOURCE)
    with window.run(notebook, size=(1280, 1000)) as page:
        root = page.locator(".kl-clickboard")
        boards, status = root.locator(".klc-boards"), root.locator(".klc-status")
        expect(root.locator(".klc-acting")).to_contain_text("Guest")
        # Your hand lies open, the others' are hidden.
        expect(root.locator(".klc-acting .kl-card")).to_have_count(4)
        place = boards.bounding_box()
        # A square in the middle of Might.
        boards.click(position={"x": place["width"] * 0.16, "y": place["height"] * 0.6})
        entry = root.locator(".kl-menu .kl-entry:not([aria-disabled])").first
        entry.hover()
        expect(boards).to_have_attribute("data-tried", re.compile(".+"))
        entry.click()
        expect(root.locator(".kl-menu")).to_be_hidden()
        assert boards.bounding_box() == place
        root.locator("[data-name='verb:end']").click()
        expect(status).to_contain_text("more to see")
        root.locator("[data-name='on']").click()
        root.locator("[data-name='skip']").click()
        expect(status).to_contain_text("Round 2, Guest")
        assert boards.bounding_box() == place
        assert (folder / "game.khr").exists()
        # On a phone, in German, nothing is wider than the screen.
        page.set_viewport_size({"width": 390, "height": 844})
        root.locator(".klc-language").select_option("de")
        expect(status).to_contain_text("Runde 2")
        for part in (".klc-tools", ".klc-acting", ".klc-head"):
            wide, most = root.locator(part).evaluate("part => [part.scrollWidth, part.clientWidth]")
            assert wide <= most, part
