"""Compiling the engine. The build hook loads this file by its path: standard library only."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
SUFFIX: Final = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
SOURCE: Final = "door.c"
"""It includes the others."""
# With a dot in their names nobody takes them for modules of Python.
LIBRARY: Final = HERE / f"_native.compiled{SUFFIX}"
SANITIZED: Final = HERE / f"_native.sanitized{SUFFIX}"
FLAGS: Final = ("-std=c11", "-O3", "-ffp-contract=off", "-fvisibility=hidden")
STRICT: Final = (
    "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wstrict-prototypes",
    "-Wundef", "-Wcast-qual", "-Wvla", "-Werror",
)  # fmt: skip
"""Warnings that the sources have to be free of; an ordinary build does not ask for them, because a
newer compiler may know new ones."""
SANITIZE: Final = (
    "-g", "-O1", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
)  # fmt: skip
ZIG: Final = [sys.executable, "-m", "ziglang", "cc"]


class CannotCompile(RuntimeError):
    """There is no compiler, or it failed."""


def digest() -> str:
    """Sources and flags in 16 hex digits; the library carries it."""
    total = hashlib.sha256(" ".join(FLAGS).encode())
    for path in sorted(HERE.glob("*.[ch]")):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(path.name.encode() + b"\0" + text + b"\0")
    return total.hexdigest()[:16]


def system_compiler() -> list[str] | None:
    """The first working one of $CC, cc, gcc and clang.

    Being on the PATH is not enough: macOS has a `cc` that only asks to install Xcode.
    """
    names = [os.environ["CC"]] if os.environ.get("CC") else ["cc", "gcc", "clang"]
    for name in names:
        command = shlex.split(name, posix=os.name != "nt")
        if command and shutil.which(command[0]) and _works(command):
            return command
    return None


def compiler() -> list[str] | None:
    """A system compiler, else zig's, else none."""
    if found := system_compiler():
        return found
    return ZIG if importlib.util.find_spec("ziglang") else None


def build(library: Path = LIBRARY, *, sanitize: bool = False, strict: bool = False) -> list[str]:
    """Compile to `library`, at once or not at all; give the compiler that did it."""
    command = compiler()
    if command is None:
        raise CannotCompile("no C compiler (cc, gcc, clang or $CC) and no ziglang package")
    flags = [*FLAGS, *(SANITIZE if sanitize else ()), *(STRICT if strict else ())]
    flags.append(f'-DNATIVE_DIGEST="{digest()}"')
    if command == ZIG:
        flags.append("-mcpu=baseline")  # zig means this very processor otherwise
    if os.name != "nt":
        flags.append("-fPIC")
    # A new file moved into place: a library that a running Python has loaded is never written to.
    with tempfile.TemporaryDirectory(dir=library.parent) as folder:
        new = Path(folder) / library.name
        _run(command, [*flags, "-shared", "-o", str(new), str(HERE / SOURCE)])
        os.replace(new, library)
    return command


def _works(command: list[str]) -> bool:
    """True if this compiler makes a shared library of an empty function."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <stdint.h>\nint probe(void);\nint probe(void) { return 0; }\n")
        try:
            _run(command, ["-shared", "-fPIC", "-o", str(Path(folder) / f"p{SUFFIX}"), str(source)])
        except CannotCompile:
            return False
    return True


def _run(command: list[str], arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as cache:
        # Zig keeps what it compiles (its own runtime too) in the home folder unless told otherwise.
        own = {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
        try:
            done = subprocess.run(
                [*command, *arguments], capture_output=True, text=True, env={**own, **os.environ}
            )
        except OSError as error:
            raise CannotCompile(f"{command[0]}: {error}") from error
    if done.returncode:
        raise CannotCompile(f"{shlex.join(command)} failed:\n{done.stderr.strip()}")
