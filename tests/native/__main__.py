"""The long run of the differential test: `python -m tests.native`, some minutes.

It stops at the first difference and names its seed; at the end it counts the cases by clause.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.native.differential import Cases, run_dense, run_game


def main() -> None:
    """Compare the engines on many positions and games."""
    parser = argparse.ArgumentParser(prog="python -m tests.native")
    parser.add_argument("--dense", type=int, default=50_000, help="dense positions")
    parser.add_argument("--games", type=int, default=2_000, help="whole games")
    parser.add_argument("--first", type=int, default=10**6, help="the first seed")
    given = parser.parse_args()
    cases: Cases = Counter()
    begin = time.perf_counter()
    for run, number in ((run_dense, given.dense), (run_game, given.games)):
        for seed in range(given.first, given.first + number):
            try:
                run(seed, cases)
            except AssertionError as difference:
                sys.exit(f"{run.__name__}({seed}): {difference}")
    print(f"0 differences, {time.perf_counter() - begin:.0f} s")
    for case, number in sorted(cases.items()):
        print(f"{number:9,}  {case}")


if __name__ == "__main__":
    main()
