"""Put random faults into the floors above the rules and count those that the tests catch.

    python -m tests.mutation 100 --seed 1
    python -m tests.mutation 20 --floor desk --without khronos_lab/desk/coach.py
    python -m tests.mutation 100 --seed 1 --save faults.json
    python -m tests.mutation --faults faults.json

The first run writes down which tests run which lines (`--record` does it again: after a change of
the code the lines are others). Each fault is then tried in a copy of the repository against the
tests that run its line, those of its own floor and quick ones first; the first that fails ends it.
Survivors are shown with their line: write a test, see that the line can go, or add it to
`equivalents.toml` with the reason why nobody could notice.

Saved faults outlive a rebuilding: each is found again by its floor, function and line,
wherever that line stands now; those whose line is gone are counted and left out.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

import coverage

from tests.mutation.faults import Fault, faults_of

ROOT = Path(__file__).resolve().parents[2]
LINES = ROOT / ".pytest_cache" / "mutation.coverage"
SECONDS = ROOT / ".pytest_cache" / "mutation.json"
PYTEST = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider")
BELOW = ("rulebook", "core", "mechanics", "native", "jupyter")
"""The rules have a program of their own (`tests.native.faults`) and a second reading."""
FLOORS = sorted({path.parent.name for path in ROOT.glob("khronos_lab/*/*.py")} - {*BELOW})
FOLDERS = {"commands": "cli", "front": "front_door", "desk": "widgets"}
"""Floors whose tests have a folder of another name."""

# Tests in other processes are not seen, and would be too slow for a hundred faults.
APART = ("architecture", "benchmarks", "browser", "mutation", "notebooks", "packaging")
SLOW = 6
"""Seconds: a test that takes longer is not used, for a hundred faults it would be too slow."""
FAILED, INTERRUPTED, NOT_BEGUN = 1, 2, 4
"""How pytest ends if a test fails, or if a file or what they all share cannot be loaded."""


def main() -> int:
    """Try faults, print each with its fate, and end with the share that was caught by floor."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("number", type=int, nargs="?", default=0)
    options.add_argument("--save", type=Path, help="write the drawn faults to a file, try none")
    options.add_argument("--faults", type=Path, help="try the faults of such a file")
    options.add_argument("--seed", default="1")
    options.add_argument("--floor", choices=FLOORS, action="append")
    options.add_argument("--without", metavar="PATH", action="append", default=[])
    options.add_argument("--record", metavar="TESTS", nargs="*")
    options.add_argument("--seconds", type=float, default=20, help="of tests for one fault")
    asked = options.parse_args()
    if asked.faults:
        chosen = found_again(json.loads(asked.faults.read_text("utf-8")))
    else:
        chosen = drawn(asked.number, asked.seed, asked.floor or FLOORS, asked.without)
    if asked.save:
        asked.save.write_text(json.dumps([saved(fault) for fault in chosen], indent=1), "utf-8")
        return 0
    if asked.record is not None or not SECONDS.exists():
        record(asked.record or files_of_tests())
    caught: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        unwanted = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__")
        shutil.copytree(ROOT, copy, ignore=unwanted)
        for fault in chosen:
            noticed_by = tried(fault, tests_for(fault, asked.seconds), copy)
            caught[floor_of(fault)] += bool(noticed_by)
            line = f"{floor_of(fault)}  {_path(fault)}:{fault.line}  {_change(fault)}"
            fate = f"caught    {line}  [{noticed_by}]" if noticed_by else f"SURVIVED  {line}"
            print(f"{fate}  {_line(fault)}", flush=True)
    of_floor = Counter(map(floor_of, chosen))
    for floor in filter(of_floor.get, FLOORS):
        print(f"{floor:12}{caught[floor]:4} of {of_floor[floor]:3}")
    share = caught.total() / max(1, len(chosen))
    print(f"{caught.total()} of {len(chosen)} faults caught ({share:.0%})")
    return 0


# ------------------------------------------------------------------ which faults


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
        and (_path(fault), _line(fault), _change(fault)) not in equivalent
    )
    return list(islice(wanted, number))


def saved(fault: Fault) -> dict[str, str]:
    """A fault as text that finds it again after its line has moved."""
    function = outer_function(fault.path.read_text("utf-8"), fault.line)
    return {
        "path": _path(fault), "function": function, "line": _line(fault), "change": _change(fault),
    }  # fmt: skip


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


def equivalents() -> set[tuple[str, str, str]]:
    """Path, line and change of the faults that nobody could notice."""
    read = tomllib.loads(Path(__file__).with_name("equivalents.toml").read_text("utf-8"))
    return {
        (each["path"], each["line"], change)
        for each in read["equivalent"]
        for change in each["changes"]
    }


def outer_function(source: str, line: int) -> str:
    """The outermost function around a line; empty for what runs when the module is loaded."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= _end(node):
            return node.name
    return ""


def _end(node: ast.FunctionDef) -> int:
    return node.end_lineno or node.lineno


def floor_of(fault: Fault) -> str:
    """The floor of the package that a fault is in."""
    return fault.path.relative_to(ROOT).parts[1]


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


# ------------------------------------------------------------------ which tests


def files_of_tests() -> list[str]:
    """All files with tests that run in one process, and the package for its examples."""
    named = (path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py"))
    wanted = (path.as_posix() for path in named if path.parts[1] not in APART)
    return ["khronos_lab", *sorted(wanted)]


def record(files: Sequence[str]) -> None:
    """Run the files once and keep which lines each test runs, and for how long."""
    LINES.parent.mkdir(exist_ok=True)
    print(f"noting which tests run which lines: {len(files)} files", flush=True)
    covered = ("-m", "coverage", "run", "--source=khronos_lab", f"--data-file={LINES}")
    recording = (*PYTEST, "-p", "tests.mutation.recording", *files)
    ways = {**os.environ, "MUTATION_SECONDS": str(SECONDS)}
    subprocess.run([sys.executable, *covered, *recording], cwd=ROOT, check=False, env=ways)


def tests_for(fault: Fault, budget: float) -> list[str]:
    """The tests that may notice a fault, likeliest first, for as many seconds as are granted.

    Those that run its line: its own floor's before others, quick ones before slow ones. A line that
    is run while modules are loaded is tried with all tests of its module, then of its floor.
    """
    seconds: dict[str, float] = json.loads(SECONDS.read_text("utf-8"))
    lines = coverage.CoverageData(str(LINES))
    lines.read()
    contexts = lines.contexts_by_lineno(str(fault.path))
    direct = {name for name in contexts.get(fault.line, []) if name}
    direct = direct or {name for names in contexts.values() for name in names if name}
    own = f"/{FOLDERS.get(floor_of(fault), floor_of(fault))}/"
    direct = direct or {name for name in seconds if own in name}
    quick = [name for name in direct if seconds.get(name, SLOW) < SLOW]
    chosen, spent = [], 0.0
    for name in sorted(quick, key=lambda name: (own not in name, seconds[name], name)):
        spent += seconds[name]
        if spent > budget:
            break
        chosen.append(name)
    return chosen


def tried(fault: Fault, tests: list[str], copy: Path) -> str:
    """The first of these tests that fails with the fault and not without; empty if none does."""
    target = copy / _path(fault)
    source = fault.path.read_text("utf-8")
    for _ in range(3):
        target.write_text(fault.applied(source), "utf-8")
        found = failing(tests, copy)
        target.write_text(source, "utf-8")
        if not found or found not in tests or not failing([found], copy):
            return found
        tests = [name for name in tests if name != found]
    return ""


def failing(tests: list[str], copy: Path) -> str:
    """The first of these tests that fails in a copy of the repository; empty if none does."""
    if not tests:
        return ""
    # Python takes what it compiled for a file of the same second and size.
    ways = {"CI": "true", "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, *PYTEST, "-x", *tests],
            cwd=copy, capture_output=True, text=True, check=False, timeout=300,
            env={**os.environ, **ways},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "it never ended"
    if done.returncode == 0:
        return ""
    failures = [each for each in done.stdout.splitlines() if each.startswith(("FAILED", "ERROR"))]
    if done.returncode == FAILED and failures:
        return failures[0].split(" - ")[0].split(" ", 1)[1]
    if done.returncode in (FAILED, INTERRUPTED, NOT_BEGUN):
        return "it does not load"
    raise RuntimeError(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
