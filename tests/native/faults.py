"""Faults put into the C by hand, one a clause family: `python -m tests.native.faults [number ...]`.

Each is compiled into a library of its own, and the differential test of the suite must notice it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from khronos_lab.native import compiling

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/native/test_differential.py")


class Fault(NamedTuple):
    """One line of the C, and what it becomes."""

    clause: str
    file: str
    right: str
    wrong: str


FAULTS = (
    Fault("S3", "b_shadows.c", "lost && !script->table->erased_tiles_return", "lost"),
    Fault("S4", "s_setup.c", "if (pick < pile[kind])", "if (pick <= pile[kind])"),
    Fault(
        "T5", "t_turn.c", "share <= most && share <= number; share++", "share <= 0; share++"
    ),
    Fault("V1", "t_turn.c", "kept < HAND_SIZE ? HAND_SIZE - kept : 0", "HAND_SIZE"),
    Fault("A2", "a_actions.c", "down <= rank - old; down++", "down < rank - old; down++"),
    Fault("A6", "a_actions.c", "(cube || rank == 2 ||", "(cube ||"),
    Fault("G2", "s_setup.c", "if (extra <= MAX_EXTRA)", "if (extra <= 1)"),
    Fault("D1", "a_actions.c", "two.w[i] |= with.w[i] & rest.w[i];", "two.w[i] |= 0 & rest.w[i];"),
    Fault("H1", "a_actions.c", "return without(cells, &near);", "return cells;"),
    Fault("B3a", "b_shadows.c", "if (older != NO_CELL) add(&beside, older);", ""),
    Fault("B6", "b_shadows.c", "losses[i].b) != NO_CELL)", "losses[i].b) > CELLS)"),
    Fault("B8", "b_shadows.c", "(leaders == 1 || seat != acting)", "(leaders >= 1)"),
    Fault("C2", "c_repair.c", "if (strengths[i] < strongest) return rivals[i];", ""),
    Fault("C3", "c_repair.c", "for (int own = 1; own >= 0", "for (int own = 0; own >= 0"),
    Fault("C5", "c_repair.c", "Building copy = rank_of(new) == 2 ? new : 0;", "Building copy = 0;"),
    Fault("X3", "x_taxes.c", "tied ? 1 : most - second > 1 ? 3 : 2", "tied ? 1 : most > 1 ? 3 : 2"),
    Fault("value", "value.c", "LATER_JOURNEY = 0.6", "LATER_JOURNEY = 0.7"),
)  # fmt: skip


def library_with(fault: Fault, folder: Path) -> Path:
    """A library with one fault that says it is of these very sources."""
    digest = compiling.digest()
    for path in compiling.HERE.glob("*.[ch]"):
        shutil.copy(path, folder)
    source = folder / fault.file
    text = source.read_text("utf-8")
    if text.count(fault.right) != 1:
        sys.exit(f"{fault.clause}: {fault.right!r} is not once in {fault.file}")
    source.write_text(text.replace(fault.right, fault.wrong), "utf-8")
    library = folder / f"faulty{compiling.SUFFIX}"
    command, whole = compiling.compiler(), str(folder / compiling.SOURCE)
    assert command is not None
    flags = (*compiling.FLAGS, "-fPIC", "-shared", f'-DNATIVE_DIGEST="{digest}"')
    subprocess.run([*command, *flags, "-o", str(library), whole], check=True)
    return library


def is_caught(fault: Fault) -> bool:
    """True if the differential test fails."""
    with tempfile.TemporaryDirectory() as folder:
        library = library_with(fault, Path(folder))
        settings = {**os.environ, "KHRONOS_LAB_NATIVE_FILE": str(library)}
        done = subprocess.run(
            [sys.executable, "-m", *TESTS], cwd=ROOT, env=settings, capture_output=True, text=True
        )
    return done.returncode == 1 and "Difference" in done.stdout


def main() -> int:
    """0 if every fault is caught."""
    wanted = [int(each) for each in sys.argv[1:]] or range(len(FAULTS))
    missed = []
    for number in wanted:
        fault, begin = FAULTS[number], time.perf_counter()
        caught = is_caught(fault)
        seconds = time.perf_counter() - begin
        went = "caught" if caught else "MISSED"
        print(f"{number:3}  {fault.clause:6}{went}  {seconds:.0f} s", flush=True)
        missed += [] if caught else [fault.clause]
    print(f"{len(wanted) - len(missed)} of {len(wanted)} caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
