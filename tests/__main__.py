"""The one test runner: `python -m tests [part ...]`, from the root of the repository.

Without a part it runs them all, goes on after a failure and ends with a summary. Where nothing but
tests in a browser have failed, their files are run once more, alone: servers, kernels and a browser
on a busy computer may be late, but what is broken fails twice. Such files are named in the summary.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAILED = ROOT / ".pytest_cache/v/cache/lastfailed"
FAULTY = "FAILED"

# Two workers: more of them gain little, because the slow tests start servers and kernels. A file
# stays with one worker: tests in a browser share a page and go on where the one before them was.
PARTS = {
    "lint": ("ruff", "check"),
    "format": ("ruff", "format", "--check"),
    "types": ("mypy",),
    "native": ("tests.native.strict",),
    "test": ("pytest", "-n", "2", "--dist", "loadfile"),
}


def run(part: str) -> str:
    """Run one part, its output going straight to the screen; how it went, in a word or two."""
    module, *arguments = PARTS[part]
    FAILED.unlink(missing_ok=True)
    code = start(part, module, *arguments)
    if part == "test" and code == 1 and (late := browser_files_that_failed()):
        code = start(f"{part}, once more", module, *late)
        return f"ok, at the second try: {' '.join(late)}" if code == 0 else FAULTY
    return "ok" if code == 0 else FAULTY


def start(what: str, module: str, *arguments: str) -> int:
    """Run a module of Python and give its exit code."""
    print(f"== {what}: {module} {' '.join(arguments)}".rstrip(), flush=True)
    return subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT).returncode


def browser_files_that_failed() -> list[str]:
    """The files of the tests that failed, if all of them are tests in a browser."""
    if not FAILED.exists():
        return []
    files = sorted({test.partition("::")[0] for test in json.loads(FAILED.read_text())})
    return files if all(file.startswith("tests/browser/") for file in files) else []


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
    return 1 if FAULTY in (went for went, _ in summary.values()) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("tests: interrupted")
