"""What the viewer costs: making a game's data, its bytes, and a step on the page and in JupyterLab.

Run from the project's root::

    python -m tests.benchmarks.replay
    python -m tests.benchmarks.replay --browser
    python -m tests.benchmarks.replay --browser --before FOLDER

For every shipped game: the processor time to make its data, the bytes that go to a notebook, and
the bytes of its page; and the same for a game of four to which 500 variations of random moves were
added. With `--browser`, a page and JupyterLab are opened in Chromium: milliseconds
from a key to the picture on the screen, the script's own time for a step, and steps a second while
playing; beside them those of a widget that only fills a rectangle, which is what JupyterLab and the
frames of the screen take for themselves. `FOLDER` is a checkout of another version: its own
benchmark runs right after this one, on the same machine.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from khronos_lab.analysis import Timeline
from khronos_lab.board import GameData, page_html
from khronos_lab.core import Action, OpenChoice
from khronos_lab.desk import deflated
from khronos_lab.engine import Choices, play
from khronos_lab.records import GameRecord, Study, read_games
from khronos_lab.rulebook import data_file
from tests.browser.fixtures import FLAGS
from tests.browser.lab import jupyterlab, write_notebook
from tests.browser.watch import WATCH, drawn_after, focus, pace, rate_of_playing, ready, slid_to

GAME = "data/games/03-four-players-valley.khr"
SECONDS = 1.5
"""Of processor time for the data of a game of four."""
BYTES = 100_000
"""Of the page of a game of four."""
VARIATIONS = 500
MANY = f"the valley, {VARIATIONS} variations"


def record_of(path: Path) -> GameRecord:
    """The game of a file."""
    record = next(iter(read_games(path)))
    assert isinstance(record, GameRecord)
    return record


def with_variations(record: GameRecord, count: int = VARIATIONS, seed: int = 1) -> GameRecord:
    """The record with so many more variations, each a legal move of chance or two."""
    rng, spans = Random(seed), Timeline.of(record).moves
    while count:
        number = rng.randrange(len(spans))
        state, moves = spans[number].before, list[Action]()
        while len(moves) < 2 and not state.over:
            action = Choices(state).pick(rng)
            outcome = play(state, action)
            if isinstance(outcome, OpenChoice):
                break
            moves.append(action)
            state = outcome.state
        if not moves:
            continue
        more = Study(record).go((), number).play(moves).record
        count -= more is not record
        record = more
    return record


def in_python() -> bool:
    """Print what the data of every game costs; True if the limits are kept."""
    print(f"\nin Python; load {os.getloadavg()[0]:.1f}")
    print(f"{'game':34}{'players':>8}{'steps':>7}{'s':>7}{'notebook':>10}{'page':>9}")
    fine = True
    games = {path.name: record_of(path) for path in sorted(data_file("games").glob("*.khr"))}
    for name, record in (*games.items(), (MANY, with_variations(games[Path(GAME).name]))):
        start = time.process_time()
        made = GameData(record.start)
        facts = made.whole(made.lines(Timeline.of(record), record.line.comment))
        took, page = time.process_time() - start, len(page_html(record).encode())
        steps, players = len(facts["lines"]["[]"]["steps"]), len(record.names)
        sent = len(deflated(facts))
        print(f"{name:34}{players:8}{steps:7}{took:7.2f}{sent:10,}{page:9,}")
        if players == 4 and name != MANY:
            fine = fine and took <= SECONDS and page <= BYTES
    print(f"largest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return fine


# ------------------------------------------------------------------ in a browser

SCRIPT = """kv => {
  const times = [];
  for (let n = 1; n < 480; n += 1) {
    const start = performance.now();
    kv.viewer.go(n);
    times.push(performance.now() - start);
  }
  for (let n = 0; n < 60; n += 1) {
    const start = performance.now();
    kv.viewer.go((n * 197) % 480);
    times.push(performance.now() - start);
  }
  return [times.slice(0, 479), times.slice(479)];
}"""

EMPTY = '''import anywidget
class Empty(anywidget.AnyWidget):
    _esm = """export default { render({ el }) {
      el.innerHTML = `<div class="empty"><div class="kv" tabindex="0" data-ready="yes"
        data-frame="0" data-lm-suppress-shortcuts="true"><svg class="kv-boards">
        <rect width="300" height="150"/></svg></div></div>`;
      const kv = el.querySelector(".kv"), rect = el.querySelector("rect");
      kv.addEventListener("keydown", (event) => {
        event.preventDefault();
        event.stopPropagation();
        kv.dataset.frame = Number(kv.dataset.frame) + 1;
        rect.style.fill = kv.dataset.frame % 2 ? "red" : "green";
      });
    } };"""
Empty()'''


def in_a_browser() -> None:
    """Print how long a page and JupyterLab take."""
    from playwright.sync_api import sync_playwright

    folder, home = (Path(tempfile.mkdtemp()) for _ in range(2))
    (folder / "game.html").write_text(page_html(record_of(Path(GAME))), "utf-8")
    cell = f"import khronos_lab as kl\nkl.load({GAME!r}).replay()"
    write_notebook(folder / "replay.ipynb", cell)
    write_notebook(folder / "empty.ipynb", EMPTY)
    try:
        with jupyterlab(folder, home) as lab, sync_playwright() as playwright:
            path = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
            # The policy of a page forbids what Playwright asks with; for a benchmark it may.
            context = browser.new_context(viewport={"width": 1400, "height": 900}, bypass_csp=True)
            page = context.new_page()
            page.goto((folder / "game.html").as_uri())
            measure(page, "body", "an exported page")
            lab.open(page, "empty.ipynb")
            ready(page)
            empty = steps(watched(page, ".empty"), ["ArrowRight"] * 30)
            lab.shut(page)
            lab.open(page, "replay.ipynb")
            step = measure(page, ".kl-replay", "in JupyterLab")
            lab.shut(page)
            print(f"\na step in JupyterLab beside an empty widget: {step:.0f} ms, {empty:.0f} ms")
            browser.close()
    finally:
        for each in (folder, home):
            shutil.rmtree(each, ignore_errors=True)


def watched(page: Any, where: str) -> Any:
    """The root of a viewer that has the keys."""
    root = page.locator(where).first
    root.evaluate(WATCH)
    focus(root)
    return root


def steps(root: Any, keys: list[str], name: str = "an empty widget") -> float:
    """Press keys; print and give the milliseconds to the picture, in the median."""
    times = []
    for key in keys:
        times.append(drawn_after(root.page, key))
        root.page.wait_for_timeout(60)
    print(f"{name:28}{median(times):6.0f} ms, slowest {max(times):.0f} ms")
    return median(times)


def measure(page: Any, where: str, title: str) -> float:
    """Steps, jumps, the slider, and playing; gives the milliseconds of a step."""
    ready(page)
    root = watched(page, where)
    kv = root.locator(".kv")
    kv.evaluate("kv => { kv.viewer ??= window.viewer; }")
    print(f"\n{title}; load {os.getloadavg()[0]:.1f}, a frame of the screen {pace(page):.0f} ms")
    step = steps(root, ["ArrowRight"] * 30, "one effect on")
    steps(root, ["ArrowDown"] * 15, "one action on")
    steps(root, ["p", "p", "p", "P", "P", "p"] * 2, "next paradox and back")
    times = [slid_to(page, root, index) for index in Random(1).sample(range(300, 480), 12)]
    print(f"{'slider to a far step':28}{median(times):6.0f} ms, slowest {max(times):.0f} ms")
    of_steps, jumps = kv.evaluate(SCRIPT)
    for name, took in (("script of a step", of_steps), ("script of a jump", jumps)):
        print(f"{name:28}{median(took):6.1f} ms, slowest {max(took):.0f} ms")
    focus(root)
    page.keyboard.press("Home")
    rate, seen = rate_of_playing(page, root, 100)
    print(f"playing: {rate:.1f} steps a second, {seen['blank']} blank of {seen['frames']} frames")
    return step


def main() -> int:
    """Measure, and say whether the limits of the data are kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--browser", action="store_true", help="also measure in a browser")
    parser.add_argument("--before", help="a checkout of another version to measure, too")
    options = parser.parse_args()
    fine = in_python()
    if options.browser:
        in_a_browser()
    print("all limits kept" if fine else "a limit is broken")
    if options.before:
        print(f"\n---- {options.before}")
        more = ["--browser"] if options.browser else []
        command = [sys.executable, "-m", "tests.benchmarks.replay", *more]
        # Its own modules first, wherever this version is installed.
        settings = {**os.environ, "PYTHONPATH": options.before}
        subprocess.run(command, cwd=options.before, env=settings, check=False)
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
