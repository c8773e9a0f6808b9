"""Pictures of every screen, to be looked at: both languages, five widths, light and dark.

Run by hand from the project's root::

    python -m tests.browser.looks FOLDER
    python -m tests.browser.looks FOLDER --only replay what_if --language de --width 390
    python -m tests.browser.looks FOLDER --only replay --width 1440 --sidebar

One JupyterLab shows a notebook per language with a cell per screen; each screen is used a little (a
menu is open, a card is shown) before its picture is taken. The exported page has no theme of a
notebook: it follows the system's.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, ViewportSize, sync_playwright

import khronos_lab as kl
from khronos_lab.core import square
from khronos_lab.rulebook import data_file
from tests.browser.fixtures import FLAGS
from tests.browser.lab import DONE, SCROLL, Lab, jupyterlab, write_notebook
from tests.browser.watch import still

SIZES = {1440: 900, 1280: 720, 1072: 800, 632: 900, 390: 844}
TALL = 2400
"""The height of the window for what need not fit a screen."""
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
START = "output => output.scrollIntoView({ block: 'start' })"
LANGUAGES = ("en", "de")
GAME = "03-four-players-valley.khr"
STEP = 262
CELLS = {
    "replay": f"kl.load({GAME!r}).replay(step={STEP})",
    "what_if": f"kl.load({GAME!r}).replay(step={STEP}).what_if()",
    "recorder": "kl.record_game('LANGUAGE.khr', ['Ann', 'Ben', 'Cleo'])",
    "play_against": "kl.play_against('greedy', 'random', seed=1, path='LANGUAGE-play.khr')",
    "sandbox": "kl.sandbox(11)",
    "explainer": "kl.explain(kl.load('03-four-players-valley.khr').state(150))",
    "map_editor": "kl.edit_map('LANGUAGE.txt', 'valley')",
    "lesson": "kl.lesson([12, 46])",
    "explorer": "kl.dataset('data/sample').explore()",
    "scrub": f"kl.scrub({GAME!r}, kl.draw.shadows, kl.draw.income, start={STEP})",
}


def write_notebooks(folder: Path) -> None:
    """A notebook per language, and what its cells open."""
    shutil.copy(data_file("games", GAME), folder)
    for language in LANGUAGES:
        first = f"import khronos_lab as kl\nkl.set_language({language!r})"
        rest = (source.replace("LANGUAGE", language) for source in CELLS.values())
        write_notebook(folder / f"{language}.ipynb", first, *rest)
        kl.load(folder / GAME).export(folder / f"{language}.html", language=language)


# ------------------------------------------------------------------ using a screen a little


def open_card(root: Locator, *, age: int = 1, name: str = "f4") -> None:
    root.locator(".kv-boards").scroll_into_view_if_needed()
    spot = root.locator(".kv").evaluate(
        """(kv, at) => {
          const shown = kv.viewer ?? viewer;
          if (shown.board.zoomed() !== null) shown.zoom(at.age);
          const { x, y } = shown.board.middle(at);
          return [x, y];
        }""",
        {"age": age, "sq": square(name)},
    )
    root.page.mouse.click(*spot)


def open_menu_of_viewer(root: Locator) -> None:
    open_card(root, age=0, name="d8")
    point_at_an_entry(root)


def point_at_an_entry(root: Locator) -> None:
    entries = root.locator(".kl-menu:not([hidden]) .kl-entry:not([aria-disabled])")
    entries.first.wait_for(timeout=10_000)
    entries.first.hover()


def look_at_the_answer(root: Locator) -> None:
    shown = root.locator("[data-name=show]")
    if shown.is_visible():
        shown.click()
    step = root.locator("[data-name=step_on]")
    for _ in range(2):
        if step.is_enabled():
            step.click(timeout=10_000)


def open_a_game(root: Locator) -> None:
    """The replay of the first game below the explorer's pictures."""
    root.locator(".klx-game").first.click(timeout=10_000)
    root.locator(".kv[data-ready]").first.wait_for(timeout=20_000)


def nothing(root: Locator) -> None:
    """The screen as it opens."""


USES: dict[str, Callable[[Locator], None]] = {
    "replay": open_card,
    "what_if": open_menu_of_viewer,
    "recorder": open_menu_of_viewer,
    "play_against": open_menu_of_viewer,
    "sandbox": nothing,
    "explainer": open_menu_of_viewer,
    "map_editor": nothing,
    "lesson": look_at_the_answer,
    "explorer": open_a_game,
    "scrub": nothing,
}
FITS = ("replay", "what_if")
"""Screens that are made to fit a window; of others all is taken."""


# ------------------------------------------------------------------ taking pictures


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(FLAGS)
        )
        yield browser
        browser.close()


def take_cells(
    page: Page, lab: Lab, language: str, names: list[str], wanted, out: Path, *, sidebar: bool
) -> None:
    """Pictures of the cells of a notebook."""
    page.set_viewport_size({"width": 1440, "height": 900})
    lab.open(page, f"{language}.ipynb", sidebar=sidebar)
    page.wait_for_function(DONE)
    widths, themes = wanted
    for theme in themes:
        change = "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })"
        page.evaluate(change, THEMES[theme])
        for width in widths:
            for name in names:
                height = SIZES[width] if name in FITS else TALL
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(SCROLL, CELLS[name].replace("LANGUAGE", language))
                root = page.locator(".jp-Cell").nth(1 + list(CELLS).index(name))
                root.locator(".jp-OutputArea").first.evaluate(START)
                still(root)
                try:
                    USES[name](root)
                except Exception as fault:
                    print(f"{name} {language} {width} {theme}: {str(fault)[:200]}")
                still(root)
                path = out / f"{name}-{width}-{language}-{theme}.png"
                output = root.locator(".jp-OutputArea").first
                if name in FITS:
                    page.screenshot(path=path)
                else:
                    output.screenshot(path=path)
                page.keyboard.press("Escape")
                page.keyboard.press("Escape")
    lab.shut(page)


def take_page(browser: Browser, folder: Path, language: str, wanted, out: Path) -> None:
    """Pictures of the exported page."""
    widths, themes = wanted
    for theme in themes:
        for width in widths:
            size: ViewportSize = {"width": width, "height": SIZES[width]}
            page = browser.new_page(viewport=size, color_scheme=theme)
            page.goto((folder / f"{language}.html").as_uri() + f"#step={STEP}")
            page.wait_for_selector(".kv[data-ready]")
            open_card(page.locator("body"))
            still(page.locator("body"))
            page.screenshot(path=out / f"page-{width}-{language}-{theme}.png")
            page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=["page", *CELLS], default=["page", *CELLS])
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--width", nargs="+", type=int, choices=SIZES, default=list(SIZES))
    parser.add_argument("--theme", nargs="+", choices=THEMES, default=list(THEMES))
    parser.add_argument("--sidebar", action="store_true", help="JupyterLab's is open")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    cells, wanted = [name for name in CELLS if name in asked.only], (asked.width, asked.theme)
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        folder, home = Path(place, "lab"), Path(place, "home")
        folder.mkdir()
        home.mkdir()
        write_notebooks(folder)
        if "page" in asked.only:
            for language in asked.language:
                take_page(browser, folder, language, wanted, asked.folder)
        if not cells:
            return
        with jupyterlab(folder, home) as lab:
            page = browser.new_page()
            page.set_default_timeout(120_000)
            for language in asked.language:
                take_cells(page, lab, language, cells, wanted, asked.folder, sidebar=asked.sidebar)


if __name__ == "__main__":
    main()
