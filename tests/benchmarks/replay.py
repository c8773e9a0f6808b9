"""What a step of the replay costs: in the kernel, against drawing anew, and on the page.

Run from the project's root::

    python -m tests.benchmarks.replay
    python -m tests.benchmarks.replay --browser

In the kernel a step is one message of the page: the picture and everything said beside it are made
and sent. All frames of a shipped game of four are asked for in order, then in random order (jumps);
nothing is drawn ahead. `anew` makes, draws and writes the same picture from scratch with
matplotlib's usual PNG. Both the wall clock and the process's own time are printed: on a busy
machine the second is the fairer.

With `--browser`, JupyterLab and Chromium are started: milliseconds from a key to the picture on the
screen, and pictures a second while playing.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import nbformat

from khronos_lab.analysis.timeline import Frame
from khronos_lab.drawing.figures.board_scene import VIEWS
from khronos_lab.drawing.figures.boards import draw_boards
from khronos_lab.drawing.figures.changes import draw_changes
from khronos_lab.drawing.figures.control import draw_control
from khronos_lab.drawing.figures.networks import draw_domains
from khronos_lab.drawing.figures.shadows import draw_shadows
from khronos_lab.drawing.output.figure import Drawing
from khronos_lab.widgets.kit.frame_pictures import WIDTH
from khronos_lab.widgets.replay.widget import Replay, replay
from tests.browser.conftest import FLAGS
from tests.browser.lab import jupyterlab
from tests.browser.watch import FORGET, WATCH, drawn_after, rate_of_playing, wait_for_ahead

GAME = "data/games/03-four-players-valley.khr"
LIMITS = {"boards": 20.0}
OTHERS = 40.0
ANEW = 5
"""Pictures drawn anew for each view: they take long."""


def timed(work: Callable[[int], object], indices: Iterable[int]) -> tuple[list[float], list[float]]:
    """Wall clock and own time of the work for each frame, in milliseconds."""
    walls, owns = [], []
    for index in indices:
        wall, own = time.perf_counter(), time.process_time()
        work(index)
        walls.append(1000 * (time.perf_counter() - wall))
        owns.append(1000 * (time.process_time() - own))
    return walls, owns


def asked(widget: Replay, view: str) -> Callable[[int], None]:
    """One message of the page that asks for a frame with its words."""
    # There is no page: what would be sent to it is dropped.
    object.__setattr__(widget, "send", lambda *_: None)

    def ask(index: int) -> None:
        widget._pictures._kept.clear()
        widget._pictures.bytes = 0
        content = {
            "kind": "want", "id": "1", "look": [view, "en", WIDTH, 1], "line": [], "eyes": "all",
            "coins": "open",
            "items": [[index, True, True]],
        }  # fmt: skip
        widget._handle_custom_msg(content, [])
        assert not widget.error, widget.error

    return ask


def anew(view: str, frame: Frame) -> Drawing:
    """The picture of a frame, made from scratch."""
    state, log = frame.state, () if frame.entry is None else (frame.entry,)
    if view == "boards":
        return draw_boards(state, log=log)
    if view == "shadows":
        return draw_shadows(state, log)
    if view == "difference":
        return draw_changes(state if frame.span is None else frame.span.before, state)
    return {"control": draw_control, "domains": draw_domains}[view](state)


def in_the_kernel() -> bool:
    """Print what steps and jumps cost; True if all limits are kept."""
    print(f"\nin the kernel, {WIDTH} pixels wide; load {os.getloadavg()[0]:.1f}")
    head = (
        f"{'view':12}{'step':>8}{'own':>8}{'95 %':>8}{'jump':>8}{'own':>8}{'anew':>9}{'ratio':>8}"
    )
    print(head)
    widget = replay(GAME)
    everything = list(range(len(widget.timeline)))
    shuffled = Random(1).sample(everything, len(everything))
    fine = True
    for view in VIEWS:
        ask = asked(widget, view)
        ask(0)
        steps, own_steps = timed(ask, everything)
        jumps, own_jumps = timed(ask, shuffled)

        def from_scratch(index: int, view: str = view) -> None:
            drawing = anew(view, widget.timeline[index])
            drawing.figure.savefig(io.BytesIO(), format="png")

        _, fresh = timed(from_scratch, shuffled[:ANEW])
        late = sorted(steps)[int(0.95 * len(steps))]
        ratio = median(fresh) / median(own_steps)
        fine = fine and median(own_steps) <= LIMITS.get(view, OTHERS)
        print(
            f"{view:12}{median(steps):8.1f}{median(own_steps):8.1f}{late:8.1f}"
            f"{median(jumps):8.1f}{median(own_jumps):8.1f}{median(fresh):9.1f}{ratio:8.0f}"
        )
    print(f"largest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return fine


def on_the_page() -> None:
    """Print how long the page takes."""
    from playwright.sync_api import sync_playwright

    folder, home = (Path(tempfile.mkdtemp()) for _ in range(2))
    cell = f"from khronos_lab.widgets.replay.widget import replay\nreplay({GAME!r})"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, folder / "replay.ipynb")
    try:
        with jupyterlab(folder, home) as lab, sync_playwright() as playwright:
            path = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            lab.open(page, "replay.ipynb")
            page.wait_for_selector(".kl-canvas[data-index]")
            measure_page(page)
            lab.shut(page)
            browser.close()
    finally:
        for each in (folder, home):
            shutil.rmtree(each, ignore_errors=True)


def measure_page(page: Any) -> None:
    """Steps, jumps to frames that are not there yet, and playing."""
    root = page.locator(".kl-replay")
    root.evaluate(WATCH)
    root.focus()
    wait_for_ahead(page, root, 100)
    print(f"\non the page; load {os.getloadavg()[0]:.1f}")
    for title, keys in (
        ("one effect on", ["ArrowRight"] * 30),
        ("one action on", ["ArrowDown"] * 15),
        ("next paradox and back", ["p", "p", "p", "P", "P", "p"] * 2),
    ):
        times = []
        for key in keys:
            times.append(drawn_after(page, key))
            page.wait_for_timeout(150)
        print(f"{title:28}{median(times):6.0f} ms, slowest {max(times):.0f} ms")
    times = [drawn_at(page, root, index) for index in Random(1).sample(range(300, 480), 12)]
    print(f"{'slider to a far frame':28}{median(times):6.0f} ms, slowest {max(times):.0f} ms")
    page.keyboard.press("Home")
    rate, seen = rate_of_playing(page, root, 100)
    print(f"playing: {rate:.1f} pictures a second, {seen['blank']} blank of {seen['frames']}")


def drawn_at(page: Any, root: Any, index: int) -> float:
    """Drag the slider to a frame; milliseconds until its picture is on the screen."""
    page.evaluate(FORGET)
    start = root.locator(".kl-slider").evaluate(
        """(slider, index) => {
          slider.value = index;
          slider.dispatchEvent(new Event('input'));
          return performance.now();
        }""",
        index,
    )
    page.wait_for_function("() => window.seen.drawn.length > 0", polling=5)
    page.wait_for_timeout(900)
    return float(page.evaluate("() => window.seen.drawn[0]")) - float(start)


def main() -> int:
    """Measure, and say whether the limits of the kernel are kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--browser", action="store_true", help="also measure on a page")
    options = parser.parse_args()
    fine = in_the_kernel()
    if options.browser:
        on_the_page()
    print("all limits kept" if fine else "a limit is broken")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
