"""The one test runner: `python -m tests [part ...]`, from the root of the repository.

Without a part it runs them all, goes on after a failure and ends with a summary.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Two workers: more of them gain little, because the slow tests start servers and kernels. A file
# stays with one worker: tests in a browser share a page and go on where the one before them was.
PARTS = {
    "lint": ("ruff", "check"),
    "format": ("ruff", "format", "--check"),
    "types": ("mypy",),
    "test": ("pytest", "-n", "2", "--dist", "loadfile"),
}


def run(part: str) -> bool:
    """Run one part, its output going straight to the screen, and print how it went."""
    module, *arguments = PARTS[part]
    print(f"== {part}: {module} {' '.join(arguments)}".rstrip(), flush=True)
    return subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT).returncode == 0


def main(wanted: list[str]) -> int:
    """Run the wanted parts; 0 if all are well, 1 if one failed, 2 if one does not exist."""
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        print(f"there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    summary = {}
    for part in wanted or PARTS:
        start = time.perf_counter()
        summary[part] = run(part), time.perf_counter() - start
    print("== summary")
    for part, (is_well, seconds) in summary.items():
        print(f"{part:8}{'ok' if is_well else 'FAILED':8}{seconds:6.1f} s")
    return 0 if all(is_well for is_well, _ in summary.values()) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("tests: interrupted")
