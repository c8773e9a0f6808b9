"""Which tests run which blocks of the package: recorded once, kept beside pytest's own cache."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from tests.mutation.faults import Fault
from tests.mutation.recording import ROOT, block_lines

KEPT = ROOT / ".pytest_cache" / "mutation.json"

# Tests in other processes are not seen, and would be too slow for a hundred faults.
APART = ("architecture", "benchmarks", "browser", "mutation", "notebooks", "packaging")

# It starts the threads of polars while it is loaded, which a child of the process would miss.
THREADS = "tests/analysis/statistics/test_large.py"

# Floors whose tests have a folder of another name.
FOLDERS = {"commands": "cli", "front": "front_door"}

PYTEST = (
    "-m",
    "pytest",
    "-q",
    "-n",
    "0",
    "-p",
    "no:cacheprovider",
    "-p",
    "tests.mutation.recording",
)


class Test(NamedTuple):
    """A test with its time and the blocks that it runs, each as `file:first line`."""

    name: str
    seconds: float
    blocks: frozenset[str]

    @property
    def file(self) -> str:
        """The file that holds it."""
        return self.name.partition("::")[0]


def files_of_tests(root: Path = ROOT) -> list[str]:
    """All files with tests that run in one process, and the package for its examples."""
    tests = (root / "tests").rglob("test_*.py")
    named = (path.relative_to(root) for path in tests)
    wanted = (path.as_posix() for path in named if path.parts[1] not in APART)
    return ["khronos_lab", *sorted(wanted)]


def record(files: Iterable[str], processes: int) -> None:
    """Run each file in a process of its own, so that nothing is found ready, and keep the map."""
    known = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    with ThreadPoolExecutor(processes) as pool:
        for done in as_completed([pool.submit(_recorded, file) for file in files]):
            file, tests = done.result()
            known[file] = tests
            seconds = sum(test["seconds"] for test in tests.values())
            print(f"{seconds:6.1f} s  {len(tests):4} tests  {file}", flush=True)
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text(json.dumps(known), "utf-8")


def _recorded(file: str) -> tuple[str, dict]:
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "map.json"
        ways = {"HYPOTHESIS_PROFILE": "recording", "MUTATION_RECORD": str(written)}
        command = [sys.executable, *PYTEST, file]
        subprocess.run(
            command, cwd=ROOT, capture_output=True, check=False, env={**os.environ, **ways}
        )
        return file, json.loads(written.read_text("utf-8")) if written.exists() else {}


def kept_tests() -> list[Test]:
    """The tests of the kept map that passed."""
    known = json.loads(KEPT.read_text("utf-8"))
    found = {name: test for tests in known.values() for name, test in tests.items()}
    return [
        Test(name, test["seconds"], frozenset(test["blocks"]))
        for name, test in found.items()
        if test["passed"] and not name.startswith(THREADS)
    ]


def block_at(path: Path, line: int, root: Path = ROOT) -> str | None:
    """The innermost block around a line; None for what runs when the module is loaded."""
    around = [
        (last - first, first)
        for first, last in block_lines(ast.parse(path.read_text("utf-8"))).values()
        if first <= line <= last
    ]
    return f"{path.relative_to(root).as_posix()}:{min(around)[1]}" if around else None


def tests_for(fault: Fault, tests: list[Test], budget: float) -> list[Test]:
    """The tests that may notice a fault, likeliest first, for as many seconds as are granted.

    First those that run the block of the fault (or, for a line outside functions, any block of its
    module): its own floor's tests before others, quick ones before slow ones. Then the rest of
    their files: a game that is made once in a file is seen with the first test only.
    """
    module = fault.path.relative_to(ROOT).as_posix()
    block = block_at(fault.path, fault.line)
    floor = module.split("/")[1]

    def runs(test: Test) -> bool:
        if block is not None:
            return block in test.blocks
        return test.file == module or any(each.startswith(module + ":") for each in test.blocks)

    direct = [test for test in tests if runs(test)]
    files = {test.file for test in direct}
    names = {test.name for test in direct}
    around = [test for test in tests if test.file in files and test.name not in names]
    if not direct:
        # Run by other processes only, or never: the tests of the floor are all there is.
        around = [test for test in tests if f"/{FOLDERS.get(floor, floor)}/" in test.file]

    def near(test: Test) -> tuple[bool, float, str]:
        own = test.file == module or f"/{FOLDERS.get(floor, floor)}/" in test.file
        return not own, test.seconds, test.name

    chosen: list[Test] = []
    spent = 0.0
    for test in sorted(direct, key=near) + sorted(around, key=near):
        if spent + test.seconds <= budget:
            chosen.append(test)
            spent += test.seconds
    return chosen
