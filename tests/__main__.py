"""The one test runner: `python -m tests [part ...]`, from the root of the repository.

Without a part it runs them all, goes on after a failure and ends with a summary. Where nothing but
tests in a browser have failed, their files are run once more, alone. What is broken fails twice;
what passes at the second try fails the run all the same, unless the computer was so busy when it
failed that servers, kernels and a browser had to be late. The summary says so in either case.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.failures import FILE

ROOT = Path(__file__).resolve().parent.parent
FAULTY = "FAILED"
BUSY = 3
"""So many programs that want to run, for each core, excuse a test that was late."""

# Two workers: more of them gain little, because the slow tests start servers and kernels. A file
# stays with one worker: tests in a browser share a page and go on where the one before them was.
# Files come as they are found: xdist would begin with those of many tests, and the slowest files,
# with few, would be left for the end.
PACKING = ("--dist", "loadfile", "--no-loadscope-reorder")
PARTS = {
    "lint": ("ruff", "check"),
    "format": ("ruff", "format", "--check"),
    "types": ("mypy",),
    "native": ("tests.native.strict",),
    "test": ("pytest", "-p", "tests.failures", "-n", "2", *PACKING),
}


def start(what: str, module: str, *arguments: str) -> int:
    """Run a module of Python, its output going straight to the screen; gives its exit code."""
    print(f"== {what}: {module} {' '.join(arguments)}".rstrip(), flush=True)
    return subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT).returncode


def loads_at_failures(root: Path = ROOT) -> dict[str, float]:
    """The files whose tests failed, with the load average when they began to."""
    loads: dict[str, float] = json.loads((root / FILE).read_text("utf-8"))
    return loads


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def run(
    part: str,
    start: Callable[..., int] = start,
    failures: Callable[[], dict[str, float]] = loads_at_failures,
    cores: Callable[[], int] = cores,
) -> str:
    """Run one part; how it went, beginning with "ok" or "FAILED"."""
    module, *arguments = PARTS[part]
    code = start(part, module, *arguments)
    loads = failures() if part == "test" and code == 1 else {}
    if not loads or not all(file.startswith("tests/browser/") for file in loads):
        return "ok" if code == 0 else FAULTY
    if start(f"{part}, once more", module, *sorted(loads)) != 0:
        return FAULTY
    tried = ", ".join(f"{file} (at load {load:.1f})" for file, load in sorted(loads.items()))
    if min(loads.values()) > BUSY * cores():
        return f"ok at the second try, the computer being busy: {tried}"
    return f"{FAULTY} at the first try, and the load does not explain it: {tried}"


def main(wanted: list[str]) -> int:
    """Run the wanted parts; 0 if all are well, 1 if one failed, 2 if one does not exist."""
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        print(f"there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    summary = {}
    for part in wanted or PARTS:
        begin = time.perf_counter()
        summary[part] = run(part), time.perf_counter() - begin
    print("== summary")
    for part, (went, seconds) in summary.items():
        print(f"{part:8}{seconds:6.1f} s  {went}")
    return 1 if any(went.startswith(FAULTY) for went, _ in summary.values()) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("tests: interrupted")
