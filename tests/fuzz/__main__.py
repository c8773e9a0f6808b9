"""Spoiled inputs by the thousand: `python -m tests.fuzz all 100000 --seed 1`.

`all` spreads the inputs over the kinds as `MIX` says; a kind can be asked for alone. Every input
must end in a value or in one printable sentence, within five seconds of processor time; what was
read must be what was written. Whatever else happens is printed with the command that makes it
again, and the exit code is 1. Each kind works in a process of its own: where an input ends it or
never comes back, that is told, and the next input begins in a new one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.fuzz.running import endings_elsewhere

MIX: dict[str, int] = {
    "records": 30, "texts": 44, "tables": 10, "python_calls": 8, "command_line": 5, "figures": 3,
}  # fmt: skip
"""Each kind's share of a hundred inputs; cheap readers get more than slow figures."""


def fuzz(kind: str, inputs: range, seed: int) -> tuple[Counter[str], str]:
    """Try inputs, print the bad ones; gives how they ended, and a row of the table."""
    counts, slowest, seconds = Counter[str](), 0.0, 0.0
    for ending in endings_elsewhere(kind, inputs, seed):
        counts[ending.outcome] += 1
        slowest, seconds = max(slowest, ending.seconds), seconds + ending.seconds
        if ending.outcome == "bad":
            again = f"python -m tests.fuzz {kind} 1 --seed {seed} --first {ending.number}"
            printable = ascii(ending.told).replace("\\n", "\n")
            print(f"BAD: {again}\n{printable}\n", flush=True)
    numbers = [counts.total(), *(counts[each] for each in ("refused", "accepted", "bad"))]
    columns = "".join(f"{number:>10,}" for number in numbers)
    return counts, f"{kind:14}{columns}{slowest:>10.2f}{seconds:>10.0f}"


def main() -> int:
    """Fuzz and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=[*MIX, "all"])
    parser.add_argument("inputs", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    options = parser.parse_args()
    shares = MIX if options.kind == "all" else {options.kind: sum(MIX.values())}
    every = Counter[str]()
    titles = ("inputs", "refused", "accepted", "bad", "slowest s", "all s")
    print(f"seed {options.seed:<9}" + "".join(f"{title:>10}" for title in titles), flush=True)
    for kind, share in shares.items():
        number = -(-options.inputs * share // sum(MIX.values()))
        inputs = range(options.first, options.first + number)
        counts, row = fuzz(kind, inputs, options.seed)
        every += counts
        print(row, flush=True)
    numbers = [every.total(), *(every[each] for each in ("refused", "accepted", "bad"))]
    print(f"{'all':14}" + "".join(f"{number:>10,}" for number in numbers))
    return 1 if every["bad"] else 0


if __name__ == "__main__":
    sys.exit(main())
