"""The C as strictly as it goes: `python -m tests.native.strict [--sanitize]`.

clang-format has nothing to change, and the compiler's strictest warnings are errors. Where there is
no compiler only the first is looked at. With `--sanitize` the sanitized library is compiled, and
the tests of the engine and the fuzz run under it (some minutes; gcc or clang).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from khronos_lab.native import HERE, SANITIZED, SUFFIX, build, compiler

ROOT = Path(__file__).resolve().parents[2]
MOST_LINES = 3670


def files() -> list[str]:
    """All sources of the engine."""
    return sorted(str(path) for path in HERE.glob("*.[ch]"))


def main() -> int:
    """0 if all is well."""
    lines = sum(Path(path).read_text("utf-8").count("\n") for path in files())
    print(f"{lines:,} lines of C, {MOST_LINES:,} at most")
    if lines > MOST_LINES:
        return 1
    check = "from clang_format import clang_format; clang_format()"
    arguments = ["--dry-run", "--Werror", *files()]
    if subprocess.run([sys.executable, "-c", check, *arguments]).returncode:
        return 1
    if compiler() is None:
        print("no C compiler: its warnings are not looked at")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        command = build(Path(folder) / f"strict{SUFFIX}", strict=True)
    print("no warnings of", *command)
    return sanitized() if "--sanitize" in sys.argv[1:] else 0


def sanitized() -> int:
    """The tests and the fuzz, under address and undefined behaviour sanitizers."""
    command = build(SANITIZED, sanitize=True)
    runtime = subprocess.run(
        [*command, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    settings = {
        **os.environ,
        "KHRONOS_LAB_NATIVE_FILE": str(SANITIZED),
        "LD_PRELOAD": runtime,
        # Without the first a write past a small array is not seen; Python's own leaks are not ours.
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    # pytest's usual capture would swallow the report.
    tests = ["pytest", "-q", "--capture=sys", "-p", "no:cacheprovider", "tests/native/test_door.py"]
    for arguments in (
        tests,
        ["tests.native", "--dense", "3000", "--games", "20"],
        ["tests.native.fuzz"],
    ):
        print("==", *arguments, flush=True)
        if subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, env=settings).returncode:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
