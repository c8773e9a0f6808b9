"""Contrast, by axe: every word on a page of a game and of a lesson, in both themes and all views.

axe reads words of HTML. Words inside the boards' pictures have the colours that
`tests/drawing/test_theme.py` computes with.
"""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from khronos_lab.board import page_html
from khronos_lab.lessons import lesson_page
from khronos_lab.scenes import VIEWS
from tests.browser.lab import write_notebook
from tests.simulation.reviewed import game as reviewed_game
from tests.simulation.reviewed import glanced

GAME = "data/games/03-four-players-valley.khr"
THEMES = ("light", "dark")
WIDTHS = (1072, 390)
CHECKS = {"runOnly": ["color-contrast"]}


def faint(page, within: str | None = None) -> list[str]:
    """Every element whose words do not stand out enough, with axe's reckoning."""
    found = Axe().run(page, context=within, options=CHECKS).response
    assert found["passes"], "axe has looked at nothing"
    return [
        f"{node['target']}: {node['any'][0]['message']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_words_of_a_game_stand_out_in_every_view(chromium, tmp_path, theme):
    path = tmp_path / "game.html"
    path.write_text(page_html(reviewed_game(), glanced()), "utf-8")
    for width in WIDTHS:
        size = {"width": width, "height": 800}
        with chromium.new_context(color_scheme=theme, viewport=size) as context:
            page = context.new_page()
            page.goto(f"{path.as_uri()}#step=30")
            page.wait_for_selector("body[data-ready]")
            page.locator(".kv-legend summary").click()
            page.locator(".kv-luck summary").click()
            page.locator("#record summary").click()
            for view in VIEWS:
                page.select_option(".kv-views", view)
                assert faint(page) == [], (theme, width, view)
            page.locator(".kv-chip").last.click()
            page.locator(".kv-more").click()
            assert faint(page) == [], (theme, width, "why and the menu")


@pytest.mark.parametrize("theme", THEMES)
def test_words_of_a_lesson_stand_out_at_every_stage(chromium, tmp_path, theme):
    path = tmp_path / "lesson.html"
    lesson_page("covered").save(path)
    for width in WIDTHS:
        size = {"width": width, "height": 800}
        with chromium.new_context(color_scheme=theme, viewport=size) as context:
            page = context.new_page()
            page.goto(path.as_uri())
            page.wait_for_selector("body[data-ready]")
            assert faint(page) == [], (theme, width, "introduced")
            for name, stage in (("last", "shown"), ("next", "asked"), ("hint", "helped")):
                page.locator(f".kl-lesson [data-name={name}]").last.click()
                assert faint(page) == [], (theme, width, stage)
            page.locator(".kll-squares").fill("a1")
            page.locator(".kl-lesson [data-name=check]").last.click()
            assert faint(page) == [], (theme, width, "judged")


def test_words_of_widgets_stand_out_in_both_themes_of_jupyterlab(window, folder):
    cells = (
        f"import khronos_lab as kl\nkl.load({GAME!r}).replay(step=262)",
        "kl.lesson([12, 46])",
        "kl.dataset('data/sample').explore()",
    )
    with window.run(write_notebook(folder / "contrast.ipynb", *cells)) as page:
        page.locator(".kl-replay .kv[data-ready]").wait_for()
        for theme in ("JupyterLab Dark", "JupyterLab Light"):
            change = "theme => jupyterapp.commands.execute('apputils:change-theme', { theme })"
            page.evaluate(change, theme)
            light = str(theme.endswith("Light")).lower()
            page.locator(f"body[data-jp-theme-light={light}]").wait_for(state="attached")
            for part in (".kl-replay", ".kl-lesson", ".kl-explorer"):
                page.locator(part).first.scroll_into_view_if_needed()
                assert faint(page, part) == [], (theme, part)
