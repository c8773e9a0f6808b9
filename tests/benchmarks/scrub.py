"""What a step under the slider of `scrub` costs, against drawing the same picture anew.

Run from the project's root::

    python -m tests.benchmarks.scrub
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

from khronos_lab import draw
from khronos_lab.front import load
from khronos_lab.scrubber import scrub

GAME = "data/games/03-four-players-valley.khr"
STEPS = 100
ANEW = 5


def milliseconds(work: Callable[[int], object], indices: list[int]) -> float:
    """The middle one of the times for each frame."""
    times = []
    for index in indices:
        start = time.perf_counter()
        work(index)
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def png(way: Callable[[int], draw.Drawing], index: int) -> bytes:
    """A frame made, drawn and written from scratch."""
    return way(index).png(1)


def main() -> None:
    """Print a line for each figure: steps in order, jumps, and drawing anew."""
    game = load(GAME)
    ways: dict[str, Callable[[int], draw.Drawing]] = {
        "boards": lambda index: draw.boards(game[index].state),
        "shadows": game.draw.shadows,
        "control": lambda index: draw.control(game[index].state),
        "shadow_chains": lambda index: draw.shadow_chains(game[index].state),
        "income": lambda _: draw.income(game.timeline),
        "sources": lambda _: draw.sources(game.timeline),
    }
    order = list(range(150, 150 + STEPS))
    jumps = Random(1).sample(range(len(game)), STEPS)
    print(f"{'figure':14}{'step':>8}{'jump':>8}{'anew':>8}   ms, and how many times quicker")
    for name, anew in ways.items():
        go = partial(setattr, scrub(game, name).slider, "value")
        step, jump = milliseconds(go, order), milliseconds(go, jumps)
        slow = milliseconds(partial(png, anew), jumps[:ANEW])
        print(f"{name:14}{step:8.1f}{jump:8.1f}{slow:8.1f}   {slow / jump:.0f}")


if __name__ == "__main__":
    main()
