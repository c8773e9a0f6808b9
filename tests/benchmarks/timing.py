"""What something costs, on the clock and on the processors."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Took(NamedTuple):
    """Seconds on the clock and on the processors."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:.2f} s (processors {self.cpu:.2f} s)"


def took(work: Callable[[], object], times: int = 5) -> Took:
    """The best of several."""
    found = []
    for _ in range(times):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        found.append((time.perf_counter() - wall, time.process_time() - cpu))
    return Took(*map(min, zip(*found, strict=True)))
