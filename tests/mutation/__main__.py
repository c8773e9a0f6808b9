"""Put random faults into the floors above the rules and count those that the tests catch.

    python -m tests.mutation 100 --seed 1
    python -m tests.mutation 20 --floor widgets

Each fault is tried in a copy of the repository against the tests of its floor; the first failing
test ends it. Survivors are shown with their line: write a test, or see that the line can go.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.mutation.faults import Fault, faults_of

ROOT = Path(__file__).resolve().parents[2]
TESTS = {
    "engine": ("engine", "rules/test_worked_examples.py", "golden"),
    "records": ("records",),
    "players": ("players",),
    "scenarios": ("scenarios",),
    "analysis": ("analysis", "report"),
    "simulation": ("simulation",),
    "drawing": ("drawing",),
    "viewer": ("viewer",),
    "export": ("export",),
    "report": ("report",),
    "widgets": ("widgets",),
    "front": ("front_door",),
    "commands": ("cli",),
}
PATIENCE = 600


def main() -> int:
    """Try faults, print each with its fate, and end with the share that was caught."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("number", type=int)
    options.add_argument("--seed", default="1")
    options.add_argument("--floor", choices=TESTS)
    asked = options.parse_args()
    floors = [asked.floor] if asked.floor else list(TESTS)
    modules = [
        path for floor in floors for path in sorted((ROOT / "khronos_lab" / floor).rglob("*.py"))
    ]
    every = [fault for path in modules for fault in faults_of(path)]
    chosen = Random(f"faults {asked.seed}").sample(every, min(asked.number, len(every)))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__"))
        survivors = [fault for fault in chosen if not caught(fault, copy)]
    share = 1 - len(survivors) / max(1, len(chosen))
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} faults caught ({share:.0%})")
    return 0


def caught(fault: Fault, copy: Path) -> bool:
    """True if a test of its floor fails with the fault in the code."""
    relative = fault.path.relative_to(ROOT)
    source = fault.path.read_text("utf-8")
    target = copy / relative
    target.write_text(fault.applied(source), "utf-8")
    floor = relative.parts[1]
    paths = [f"tests/{each}" for each in TESTS[floor]] + [str(relative)]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        *paths,
    ]
    try:
        done = subprocess.run(
            command, cwd=copy, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        noticed = done.returncode != 0
    except subprocess.TimeoutExpired:
        noticed = True
    finally:
        target.write_text(source, "utf-8")
    line = source.splitlines()[fault.line - 1].strip()
    change = f"{source[fault.start : fault.end]!r} -> {fault.new!r}"
    print(
        f"{'caught  ' if noticed else 'SURVIVED'} {relative}:{fault.line} {change}  {line}",
        flush=True,
    )
    return noticed


if __name__ == "__main__":
    sys.exit(main())
