"""How much processor time a step of a brush takes for a million games.

`python -m tests.benchmarks.explorer`
"""

from __future__ import annotations

import statistics
import time

import numpy as np
import polars as pl

from khronos_lab.widgets import ROW_UNITS, Counter, Sheet

GAMES = 1_000_000


def million() -> Sheet:
    """Games that were never played, with the measures of real ones."""
    rng = np.random.default_rng(1)
    measures = ROW_UNITS["games"].measures
    named = {"player": 5, "map": 3, "edition": 2, "holdem": 2}
    columns = {
        name: pl.Series(rng.integers(0, named[name], GAMES)).cast(pl.String)
        if name in named
        else pl.Series(rng.normal(50, 9, GAMES).round().astype(np.int32))
        for name in measures
    }
    return Sheet.of(pl.DataFrame(columns), measures)


def main() -> None:
    """Print the median and the worst of each sort of step."""
    sheet = million()
    first = ROW_UNITS["games"].first
    views = [*((name,) for name in first), tuple(first[:2])]
    for colour in (None, "player"):
        counter = Counter(sheet, views, colour)
        rng = np.random.default_rng(2)

        def brushes(rng: np.random.Generator = rng) -> dict[str, tuple[int, int]]:
            low = int(rng.integers(5, 30))
            return {"coins": (low, low + int(rng.integers(2, 15))), "erased": (10, 40)}

        for title, hand, fresh in (
            ("first step of a brush (cubes)", "coins", True),
            ("further steps", "coins", False),
            ("both ways at once (scatter)", "", False),
        ):
            taken = []
            for _ in range(15):
                if fresh:
                    counter._held = None
                begun = time.process_time()
                found = counter.counts(brushes(), hand)
                b"".join(each.tobytes() for each in found)
                taken.append(1000 * (time.process_time() - begun))
            middle, worst = statistics.median(taken), max(taken)
            print(
                f"{colour or 'plain':7} {title:32} median {middle:6.1f} ms, worst {worst:6.1f} ms"
            )


if __name__ == "__main__":
    main()
