"""Which tests run which blocks of the package: recorded once, kept beside pytest's own cache."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.mutation.faults import Fault
from tests.mutation.recording import ROOT, named_blocks

KEPT = ROOT / ".pytest_cache" / "mutation.json"

# Tests in other processes are not seen, and would be too slow for a hundred faults.
APART = ("architecture", "benchmarks", "browser", "mutation", "notebooks", "packaging")

# They start the threads of polars while they are loaded, which a child of the process would miss.
THREADS = (
    "tests/core/test_refusals.py",
    "tests/rulebook/test_catalogue.py",
)

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
    """A test with its time and the blocks that it runs, each as `file:function#number`."""

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
    return ["khronos_lab", *sorted(each for each in wanted if each not in THREADS)]


def record(files: Sequence[str], processes: int) -> None:
    """Run the files in a few processes and keep which blocks each of their tests runs."""
    known = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    shares = [share for first in range(processes) if (share := files[first::processes])]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(processes) as pool:
        running = [pool.submit(_run, share, Path(folder)) for share in shares]
        seen: set[Path] = set()
        while not all(each.done() for each in running) or {*Path(folder).rglob("*.json")} - seen:
            for path in sorted({*Path(folder).rglob("*.json")} - seen):
                with suppress(json.JSONDecodeError):  # not yet written to its end
                    read = json.loads(path.read_text("utf-8"))
                    known |= read
                    seen.add(path)
                    _tell(read)
            time.sleep(1)
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(known), "utf-8")


def _run(files: Sequence[str], folder: Path) -> None:
    own = Path(tempfile.mkdtemp(dir=folder))
    ways = {"HYPOTHESIS_PROFILE": "recording", "MUTATION_RECORD": str(own)}
    subprocess.run(
        [sys.executable, *PYTEST, *files],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        check=False,
        env={**os.environ, **ways},
    )


def _tell(read: dict[str, dict]) -> None:
    for file, tests in read.items():
        seconds = sum(test["seconds"] for test in tests.values())
        print(f"{seconds:6.1f} s  {len(tests):4} tests  {file}", flush=True)


def kept_tests() -> list[Test]:
    """The tests of the kept map that passed."""
    known = json.loads(KEPT.read_text("utf-8"))
    found = {name: test for tests in known.values() for name, test in tests.items()}
    return [
        Test(name, test["seconds"], frozenset(test["blocks"]))
        for name, test in found.items()
        if test["passed"]
    ]


def block_at(path: Path, line: int, root: Path = ROOT) -> str | None:
    """The innermost block around a line; None for what runs when the module is loaded."""
    around = [
        ((block[-1].end_lineno or 0) - block[0].lineno, name)
        for name, block in named_blocks(ast.parse(path.read_text("utf-8")))
        if block[0].lineno <= line <= (block[-1].end_lineno or 0)
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
