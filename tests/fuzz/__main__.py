"""Spoiled inputs by the thousand: `python -m tests.fuzz records 100000 --seed 1`.

Kinds are those of `KINDS`, or `all`, which gives each an equal share. Every input must end in a
value or in one printable sentence, within five seconds; what was read must be what was written.
Whatever else happens is printed with the number of its input, which makes it again. Ctrl-C ends a
kind with what it has found so far.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.fuzz import (
    command_line,
    figures,
    json_files,
    maps,
    positions,
    python_calls,
    records,
    scenarios,
    tables,
)

KINDS: dict[str, Callable[[Random, Path], str]] = {
    module.__name__.rpartition(".")[2]: module.attempt
    for module in (
        records, tables, positions, maps, scenarios, json_files, command_line, python_calls,
        figures,
    )
}  # fmt: skip
SLOW = 5.0
"""Seconds; no small input may take so long."""


def run(kind: str, inputs: int, seed: int, *, first: int = 0) -> tuple[Counter[str], float]:
    """Try so many inputs; gives how they ended, and how long the slowest took."""
    counts, slowest = Counter[str](), 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + inputs):
            rng = Random(f"fuzz {kind} {seed} {number}")
            start = time.process_time()  # others may be at work here, too
            try:
                outcome = KINDS[kind](rng, Path(folder))
            except KeyboardInterrupt:
                break
            except Exception as fault:
                outcome = f"BAD {type(fault).__name__}"
                if counts[outcome] < 3:
                    told = "".join(traceback.format_exception(fault))
                    print(f"{kind} {number}:\n{told[-3000:]!a}".replace("\\n", "\n"))
            seconds = time.process_time() - start
            slowest = max(slowest, seconds)
            if seconds > SLOW:
                print(f"{kind} {number}: {seconds:.1f} s")
                outcome = f"BAD slow, {outcome}"
            counts[outcome] += 1
    return counts, slowest


def main() -> None:
    """Fuzz and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=[*KINDS, "all"])
    parser.add_argument("inputs", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    options = parser.parse_args()
    kinds = list(KINDS) if options.kind == "all" else [options.kind]
    bad = False
    for kind in kinds:
        asked = options.inputs // len(kinds)
        counts, slowest = run(kind, asked, options.seed, first=options.first)
        bad = bad or any(outcome.startswith("BAD") for outcome in counts)
        told = dict(sorted(counts.items()))
        number = sum(counts.values())
        print(f"{kind}: {number} inputs, seed {options.seed}: {told}; slowest {slowest:.2f} s")
    sys.exit(bad)


if __name__ == "__main__":
    main()
