"""Put random faults into the floors above the rules and count those that the tests catch.

    python -m tests.mutation 100 --seed 1
    python -m tests.mutation 20 --floor widgets --without khronos_lab/widgets/replay

The first run writes down which tests run which lines (`--record` does it again, for all files of
tests or for those named). Each fault is then tried in a copy of the repository against the tests
that run its block, quick ones first; the first that fails ends it. Survivors are shown with their
line: write a test, see that the line can go, or add it to `equivalents.toml` with the reason why
nobody could notice.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.mutation.faults import Fault, faults_of
from tests.mutation.map_of_tests import (
    KEPT,
    PYTEST,
    ROOT,
    Test,
    files_of_tests,
    kept_tests,
    record,
    tests_for,
)

FLOORS = (
    *("engine", "records", "players", "scenarios", "analysis", "simulation", "drawing"),
    *("viewer", "export", "report", "widgets", "front", "commands"),
)
FAILED, INTERRUPTED = 1, 2  # how pytest ends if a test fails, or if a file cannot be loaded

FIRST = 4
"""So many tests lend their files to the first try."""


class Equivalent(NamedTuple):
    """A fault that changes nothing anybody could notice; `why` is for the reader."""

    path: str
    line: str
    change: str


def main() -> int:
    """Try faults, print each with its fate, and end with the share that was caught by floor."""
    asked = _asked()
    if asked.record is not None or not KEPT.exists():
        record(asked.record or files_of_tests(), asked.processes)
    tests = kept_tests()
    chosen = drawn(asked.number, asked.seed, asked.floor or FLOORS, asked.without)
    with tempfile.TemporaryDirectory() as folder:
        copies: queue.Queue[Path] = queue.Queue()
        for number in range(asked.processes):
            copy = Path(folder) / str(number)
            unwanted = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__")
            shutil.copytree(ROOT, copy, ignore=unwanted)
            copies.put(copy)

        def fate(fault: Fault) -> bool:
            copy = copies.get()
            try:
                noticed_by = noticed(fault, copy, tests_for(fault, tests, asked.seconds))
            finally:
                copies.put(copy)
            tale = f"{floor_of(fault)}  {described(fault)}"
            print(f"caught    {tale}  [{noticed_by}]" if noticed_by else f"SURVIVED  {tale}")
            sys.stdout.flush()
            return bool(noticed_by)

        with ThreadPoolExecutor(asked.processes) as pool:
            fates = list(pool.map(fate, chosen))
    tried = Counter(map(floor_of, chosen))
    caught = Counter(map(floor_of, itertools.compress(chosen, fates)))
    for floor in filter(tried.get, FLOORS):
        print(f"{floor:12}{caught[floor]:4} of {tried[floor]:3}")
    share = sum(fates) / max(1, len(fates))
    print(f"{sum(fates)} of {len(fates)} faults caught ({share:.0%}), seed {asked.seed}")
    return 0


def _asked() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("number", type=int)
    options.add_argument("--seed", default="1")
    options.add_argument("--floor", choices=FLOORS, action="append")
    options.add_argument("--without", metavar="PATH", action="append", default=[])
    options.add_argument("--record", metavar="TESTS", nargs="*")
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--seconds", type=float, default=20, help="of tests for one fault")
    return options.parse_args()


def drawn(number: int, seed: str, floors: tuple[str, ...], without: list[str]) -> list[Fault]:
    """So many faults of the wanted floors, the same for the same seed."""
    left_out = [ROOT / each for each in without]
    modules = [
        path
        for floor in floors
        for path in sorted((ROOT / "khronos_lab" / floor).rglob("*.py"))
        if not any(path.is_relative_to(each) for each in left_out)
    ]
    equivalent = equivalents()
    every = [
        fault
        for path in modules
        for fault in faults_of(path)
        if Equivalent(_path(fault), _line(fault), _change(fault)) not in equivalent
    ]
    return Random(f"faults {seed}").sample(every, min(number, len(every)))


def equivalents() -> set[Equivalent]:
    """The faults that nobody could notice, as `equivalents.toml` lists them."""
    read = tomllib.loads(Path(__file__).with_name("equivalents.toml").read_text("utf-8"))
    return {
        Equivalent(each["path"], each["line"], change)
        for each in read["equivalent"]
        for change in each["changes"]
    }


_later = itertools.count(1)


def noticed(fault: Fault, copy: Path, tests: list[Test]) -> str:
    """The test that fails with the fault in the code; empty if none does."""
    source = fault.path.read_text("utf-8")
    target = copy / _path(fault)
    _write(target, fault.applied(source))
    try:
        # Loading many files takes longer than most tests: the likeliest few come first.
        few = {test.file for test in tests[:FIRST]}
        first = [test for test in tests if test.file in few]
        rest = [test for test in tests if test.file not in few]
        return failing(first, copy) or failing(rest, copy)
    finally:
        _write(target, source)


def failing(tests: list[Test], copy: Path) -> str:
    """The first of these tests that fails in a copy of the repository; empty if none does."""
    if not tests:
        return ""
    order = copy / "order.json"
    order.write_text(json.dumps([test.name for test in tests]), "utf-8")
    files = dict.fromkeys(test.file for test in tests)
    ways = {"CI": "true", "MUTATION_ORDER": str(order), "PYTHONPATH": str(copy)}
    try:
        done = subprocess.run(
            [sys.executable, *PYTEST, "-x", *files],
            cwd=copy,
            capture_output=True,
            text=True,
            check=False,
            timeout=120 + 20 * sum(test.seconds for test in tests),
            env={**os.environ, **ways},
        )
    except subprocess.TimeoutExpired:
        return "it never ended"
    if done.returncode not in (0, FAILED, INTERRUPTED):
        raise RuntimeError(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    failures = [each for each in done.stdout.splitlines() if each.startswith(("FAILED", "ERROR"))]
    found = failures[0].split(" - ")[0].split(" ", 1)[1] if failures else "it does not load"
    return found if done.returncode else ""


def _write(target: Path, source: str) -> None:
    """Write a module with a time of its own: Python takes what it compiled for the same second."""
    target.write_text(source, "utf-8")
    moment = target.stat().st_mtime + next(_later)
    os.utime(target, (moment, moment))


def floor_of(fault: Fault) -> str:
    """The floor of the package that a fault is in."""
    return fault.path.relative_to(ROOT).parts[1]


def described(fault: Fault) -> str:
    """Where a fault is, what it changes, and the line."""
    return f"{_path(fault)}:{fault.line}  {_change(fault)}  {_line(fault)}"


def _path(fault: Fault) -> str:
    return fault.path.relative_to(ROOT).as_posix()


def _line(fault: Fault) -> str:
    return fault.path.read_text("utf-8").splitlines()[fault.line - 1].strip()


def _change(fault: Fault) -> str:
    return f"{fault.path.read_text('utf-8')[fault.start : fault.end].strip()} -> {fault.new}"


if __name__ == "__main__":
    sys.exit(main())
