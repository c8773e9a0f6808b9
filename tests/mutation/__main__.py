"""Put random faults into the floors above the rules and count those that the tests catch.

    python -m tests.mutation 100 --seed 1
    python -m tests.mutation 20 --floor desk --without khronos_lab/desk/coach.py
    python -m tests.mutation 100 --seed 1 --save faults.json
    python -m tests.mutation --faults faults.json

The first run writes down which tests run which lines (`--record` does it again, for all files of
tests or for those named). Each fault is then tried against the tests that run its block, quick ones
first; the first that fails ends it. Survivors are shown with their
line: write a test, see that the line can go, or add it to `equivalents.toml` with the reason why
nobody could notice.

Saved faults outlive a rebuilding: each is found again by its floor, function and line,
wherever that line stands now; those whose line is gone are counted and left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.mutation.faults import Fault, faults_of
from tests.mutation.forked import UNKNOWN, outer_function
from tests.mutation.map_of_tests import (
    KEPT,
    PYTEST,
    Test,
    block_at,
    files_of_tests,
    kept_tests,
    record,
    tests_for,
)
from tests.mutation.recording import ROOT

FLOORS = (
    *("engine", "records", "players", "analysis", "simulation", "drawing", "lessons"),
    *("questions", "board", "export", "report", "kit", "widgets", "desk", "front", "commands"),
)
FAILED, INTERRUPTED, NOT_BEGUN = 1, 2, 4
"""How pytest ends if a test fails, or if a file or what they all share cannot be loaded."""

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
    if asked.faults:
        chosen = found_again(json.loads(asked.faults.read_text("utf-8")))
    else:
        chosen = drawn(asked.number, asked.seed, asked.floor or FLOORS, asked.without)
    if asked.save:
        asked.save.write_text(json.dumps([saved(fault) for fault in chosen], indent=1), "utf-8")
        return 0
    if asked.record is not None or not KEPT.exists():
        record(asked.record or files_of_tests(), asked.processes)
    tests = kept_tests()
    tried = {fault: tests_for(fault, tests, asked.seconds) for fault in chosen}
    fates: dict[Fault, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for way in (in_children, in_a_copy):
            left = {fault: each for fault, each in tried.items() if fault not in fates}
            for fault, noticed_by in way(left, Path(folder)):
                fates[fault] = noticed_by
                tale = f"{floor_of(fault)}  {described(fault)}"
                print(f"caught    {tale}  [{noticed_by}]" if noticed_by else f"SURVIVED  {tale}")
                sys.stdout.flush()
    drawn_by_floor = Counter(map(floor_of, chosen))
    caught = Counter(floor_of(fault) for fault in chosen if fates[fault])
    for floor in filter(drawn_by_floor.get, FLOORS):
        print(f"{floor:12}{caught[floor]:4} of {drawn_by_floor[floor]:3}")
    number = caught.total()
    print(f"{number} of {len(chosen)} faults caught ({number / max(1, len(chosen)):.0%})")
    return 0


def _asked() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("number", type=int, nargs="?", default=0)
    options.add_argument("--save", type=Path, help="write the drawn faults to a file, try none")
    options.add_argument("--faults", type=Path, help="try the faults of such a file")
    options.add_argument("--seed", default="1")
    options.add_argument("--floor", choices=FLOORS, action="append")
    options.add_argument("--without", metavar="PATH", action="append", default=[])
    options.add_argument("--record", metavar="TESTS", nargs="*")
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--seconds", type=float, default=20, help="of tests for one fault")
    return options.parse_args()


def drawn(number: int, seed: str, floors: Sequence[str], without: Sequence[str]) -> list[Fault]:
    """So many faults of the wanted floors, the same for the same seed.

    All faults are shuffled and then picked, so that what is left out moves nothing else.
    """
    modules = [
        path for floor in FLOORS for path in sorted((ROOT / "khronos_lab" / floor).rglob("*.py"))
    ]
    every = [fault for path in modules for fault in faults_of(path)]
    Random(f"faults {seed}").shuffle(every)
    left_out, equivalent = [ROOT / each for each in without], equivalents()
    wanted = (
        fault
        for fault in every
        if floor_of(fault) in floors
        and not any(fault.path.is_relative_to(each) for each in left_out)
        and Equivalent(_path(fault), _line(fault), _change(fault)) not in equivalent
    )
    return list(islice(wanted, number))


def saved(fault: Fault) -> dict[str, str]:
    """A fault as text that finds it again after its line has moved."""
    function = outer_function(fault.path.read_text("utf-8"), fault.line)
    return {
        "path": _path(fault),
        "function": function.name if function else "",
        "line": _line(fault),
        "change": _change(fault),
    }


def found_again(kept: list[dict[str, str]]) -> list[Fault]:
    """The faults of a file where they stand now: same floor, function, line and change."""
    lines = {_key(each)[2] for each in kept}
    by_text: dict[tuple[str, ...], list[Fault]] = {}
    for path in sorted((ROOT / "khronos_lab").rglob("*.py")):
        for fault in faults_of(path):
            if _line(fault) in lines:
                by_text.setdefault(_key(saved(fault)), []).append(fault)
    found = []
    for each in kept:
        near = by_text.get(_key(each), [])
        found += [fault for fault in near if _path(fault) == each["path"]][:1] or near[:1]
    print(f"{len(kept) - len(found)} of {len(kept)} saved faults are gone with their line")
    return found


def _key(kept: dict[str, str]) -> tuple[str, ...]:
    # A line that only handed the language on is the same line without it.
    line = re.sub(r",? ?(language=)?(self\.)?_?language\b", "", kept["line"])
    return kept["path"].split("/")[1], kept["function"], line, kept["change"]


def equivalents() -> set[Equivalent]:
    """The faults that nobody could notice, as `equivalents.toml` lists them."""
    read = tomllib.loads(Path(__file__).with_name("equivalents.toml").read_text("utf-8"))
    return {
        Equivalent(each["path"], each["line"], change)
        for each in read["equivalent"]
        for change in each["changes"]
    }


Tried = dict[Fault, list[Test]]


def in_children(tried: Tried, folder: Path) -> Iterator[tuple[Fault, str]]:
    """Try faults inside functions: quick, because a child of one process has all things loaded."""
    inside = [
        fault
        for fault, tests in tried.items()
        if outer_function(fault.path.read_text("utf-8"), fault.line)
        # What no test runs may run while the package is loaded, which has happened by now.
        and any(block_at(fault.path, fault.line) in test.blocks for test in tests)
    ]
    tasks = [
        {
            "path": str(fault.path),
            "fault": fault[1:],
            "tests": [test.name for test in tried[fault]],
            "seconds": patience(tried[fault]),
        }
        for fault in inside
    ]
    (folder / "tasks").write_text(json.dumps(tasks), "utf-8")
    (folder / "fates").touch()
    files = dict.fromkeys(test.file for fault in inside for test in tried[fault])
    ways = {
        "CI": "true",
        "MUTATION_TASKS": str(folder / "tasks"),
        "MUTATION_FATES": str(folder / "fates"),
    }
    if not files:
        return
    with (folder / "output").open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, *PYTEST, "-p", "tests.mutation.forked", *files],
            cwd=ROOT,
            stdout=output,
            stderr=output,
            env={**os.environ, **ways},
        )
    with (folder / "fates").open(encoding="utf-8") as lines:
        for fault in inside:
            while not (line := lines.readline()):
                if process.poll() is not None:
                    raise RuntimeError((folder / "output").read_text("utf-8")[-3000:])
                time.sleep(0.1)
            if (told := json.loads(line)) != UNKNOWN:
                yield fault, told
    process.wait()


def in_a_copy(tried: Tried, folder: Path) -> Iterator[tuple[Fault, str]]:
    """Try the other faults, one by one, in a copy of the repository."""
    copy = folder / "copy"
    unwanted = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__")
    shutil.copytree(ROOT, copy, ignore=unwanted)
    for later, (fault, tests) in enumerate(tried.items(), 1):
        source = fault.path.read_text("utf-8")
        target = copy / _path(fault)
        before = target.stat().st_mtime
        while True:
            target.write_text(fault.applied(source), "utf-8")
            # Python takes what it compiled for a file of the same second and size.
            os.utime(target, (before + later, before + later))
            # Loading many files takes longer than most tests: the likeliest few come first.
            few = {test.file for test in tests[:FIRST]}
            first = [test for test in tests if test.file in few]
            rest = [test for test in tests if test.file not in few]
            found = failing(first, copy) or failing(rest, copy)
            target.write_text(source, "utf-8")
            os.utime(target, (before, before))
            # A test that fails in the copy without the fault as well is not heard.
            alone = [test for test in tests if test.name == found]
            if not failing(alone, copy):
                break
            tests = [test for test in tests if test.name != found]
        yield fault, found


def patience(tests: list[Test]) -> float:
    """Seconds after which tests are said never to end; other work may slow them down."""
    return 60 + 20 * sum(test.seconds for test in tests)


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
            timeout=patience(tests),
            env={**os.environ, **ways},
        )
    except subprocess.TimeoutExpired:
        return "it never ended"
    if done.returncode == NOT_BEGUN and "conftest.py" in done.stderr:
        return "it does not load"
    if done.returncode not in (0, FAILED, INTERRUPTED):
        raise RuntimeError(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    failures = [each for each in done.stdout.splitlines() if each.startswith(("FAILED", "ERROR"))]
    found = failures[0].split(" - ")[0].split(" ", 1)[1] if failures else "it does not load"
    return found if done.returncode else ""


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
    """What is replaced by what; `#2` if the line has the same text before it."""
    source = fault.path.read_text("utf-8")
    old = source[fault.start : fault.end]
    before = source[source.rfind("\n", 0, fault.start) + 1 : fault.start].count(old)
    return f"{old.strip()} -> {fault.new}" + (f" #{before + 1}" if before else "")


if __name__ == "__main__":
    sys.exit(main())
