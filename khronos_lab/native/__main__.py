"""Compile the engine again: `python -m khronos_lab.native`.

With `--sanitize` a second library is made beside it that checks itself; `KHRONOS_LAB_NATIVE_FILE`
names the one to load.
"""

from __future__ import annotations

import shlex
import sys

from khronos_lab.native.compiling import LIBRARY, SANITIZED, CannotCompile, build


def main() -> None:
    """Compile, and say with what."""
    sanitize = "--sanitize" in sys.argv[1:]
    try:
        command = build(SANITIZED if sanitize else LIBRARY, sanitize=sanitize)
    except CannotCompile as error:
        sys.exit(f"not compiled: {error}")
    print("compiled with", shlex.join(command))


if __name__ == "__main__":
    main()
