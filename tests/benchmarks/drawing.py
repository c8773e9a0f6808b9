"""What a step of the replay costs in the kernel: the kept figure against drawing anew.

Run from the project's root::

    python -m tests.benchmarks.drawing

Every frame of a shipped game of four is drawn in order, then frames in random order (jumps). Both
the wall clock and the process's own time are printed: on a busy machine the second is the fairer.
`anew` is what the same picture costs when its figure is made, drawn and written each time, with
the same strokes and matplotlib's usual PNG.
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import matplotlib

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.drawing import VIEWS, BoardScene, new_canvas, theme
from tests.drawing.games import timeline

FOUR_PLAYERS = 3
ANEW = 5
"""Pictures drawn anew for each view: they take long."""


class Times(NamedTuple):
    """Milliseconds of each picture."""

    wall: list[float]
    own: list[float]

    def __str__(self) -> str:
        late = sorted(self.wall)[int(0.95 * len(self.wall))]
        wall, own = statistics.median(self.wall), statistics.median(self.own)
        return f"{wall:7.1f} ms (own time {own:6.1f}, 95 % below {late:6.1f})"


def times(work: Callable[[Frame], object], frames: list[Frame]) -> Times:
    """How long the work takes for each frame."""
    found = Times([], [])
    for frame in frames:
        wall, own = time.perf_counter(), time.process_time()
        work(frame)
        found.wall.append(1000 * (time.perf_counter() - wall))
        found.own.append(1000 * (time.process_time() - own))
    return found


def anew(view: str, game: Timeline) -> Callable[[Frame], bytes]:
    """Draws a frame on a figure of its own."""

    def draw(frame: Frame) -> bytes:
        chosen = VIEWS[view]
        with theme():
            canvas = new_canvas(
                game.start.grid,
                legend=chosen.legend(game.start.names),
                fade=chosen.fade,
            )
            canvas.ink.show(chosen.strokes(frame, None, canvas.table))
            data = io.BytesIO()
            canvas.figure.savefig(data, format="png")
        return data.getvalue()

    return draw


def views(game: Timeline, ratio: float) -> None:
    """Steps, jumps and drawing anew in every view."""
    frames = list(game)
    rng = Random(7)
    jumps = [frames[rng.randrange(len(frames))] for _ in range(len(frames) // 4)]
    print(f"\n{len(frames)} frames, {ratio:g} pixels for one of an ordinary screen")
    for view in VIEWS:
        start = time.process_time()
        scene = BoardScene(game.start, view, ratio=ratio)
        made = 1000 * (time.process_time() - start)
        steps, leaps = times(scene.draw, frames), times(scene.draw, jumps)
        size = statistics.median(len(scene.draw(frame)) for frame in jumps[:20]) / 1000
        print(f"  {view:10} step {steps}, {size:.0f} kB; made in {made:.0f} ms of own time")
        print(f"  {'':10} jump {leaps}")
        if ratio == 1:
            slow = times(anew(view, game), jumps[:ANEW])
            factor = statistics.median(slow.own) / statistics.median(steps.own)
            print(f"  {'':10} anew {slow}: {factor:.0f} times a step")


def memory(game: Timeline, steps: int = 1000) -> None:
    """How much more memory a thousand steps take."""
    scene = BoardScene(game.start)
    frames = list(game)
    for frame in frames[:100]:
        scene.draw(frame)
    before = resident()
    for number in range(steps):
        scene.draw(frames[number % len(frames)])
    print(f"\n{steps} steps: {(resident() - before) / 2**20:+.1f} MB")


def resident() -> int:
    """Bytes of memory that the process holds now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--fine", action="store_true", help="also with twice as many pixels")
    fine = parser.parse_args().fine
    game = timeline(FOUR_PLAYERS)
    load = os.getloadavg()[0]
    print(f"matplotlib {matplotlib.__version__}, {os.cpu_count()} processors, load {load:.1f}")
    for ratio in (1, 2) if fine else (1,):
        views(game, ratio)
    memory(game)


if __name__ == "__main__":
    main()
