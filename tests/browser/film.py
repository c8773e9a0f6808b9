"""A film of the desk for the README: `python -m tests.browser.film data/pictures/viewer.webp`.

The coach judges Farid's turn: a city is built in Might; its shadow travels through the later ages
and erases what stands there. Every picture is taken with the motion stopped at a chosen moment, so
slow machines make the same film.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import khronos_lab as kl
from tests.browser.fixtures import FLAGS

GAME = "data/games/03-four-players-valley.khr"
STEPS = range(232, 247)
"""Farid's city, from the cards for it to the last thing that its shadow changes."""
MOMENTS = (20, 90, 160, 220)
"""Milliseconds of the motion that are shown."""
SHORT, HOLD, END = 60, 900, 2500
"""Milliseconds that a picture stays: in motion, after it, and the last one."""
STOP = """at => document.getAnimations().forEach(
  motion => { motion.pause(); motion.currentTime = at; })"""


def film(page: Page) -> list[tuple[Image.Image, int]]:
    """The pictures, and how long each stays."""
    found = []
    for step in STEPS:
        page.keyboard.press("ArrowRight")
        for moment in MOMENTS:
            page.evaluate(STOP, moment)
            found.append((Image.open(io.BytesIO(page.screenshot())).convert("RGB"), SHORT))
        found[-1] = (found[-1][0], END if step == STEPS[-1] else HOLD)
    return found


def main(path: str) -> None:
    """Make the film."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        game = kl.load(GAME)
        game.review(progress=False)  # the verdict stands beside the boards
        place = game.export(Path(folder) / "game.html")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(FLAGS)
        )
        page = browser.new_page(viewport={"width": 1180, "height": 686})
        page.goto(f"{place.as_uri()}#step={STEPS[0] - 1}")
        page.wait_for_selector(".kv-boards")
        pictures = film(page)
        browser.close()
    (first, _), *rest = pictures
    first.save(
        path,
        save_all=True,
        append_images=[picture for picture, _ in rest],
        duration=[time for _, time in pictures],
        loop=0,
        quality=60,
        method=6,
    )
    print(f"{path}: {Path(path).stat().st_size / 1000:.0f} kB, {len(pictures)} pictures")


if __name__ == "__main__":
    main(*sys.argv[1:])
