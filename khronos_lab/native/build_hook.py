"""The build hook of hatchling: compile the engine, or install the package without it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

SWITCH = "KHRONOS_LAB_NATIVE"
"""`no`: do without the engine; `must`: fail rather than do without."""


def builder() -> ModuleType:
    """`compiling.py` beside this file, without importing the package."""
    place = Path(__file__).with_name("compiling.py")
    spec = importlib.util.spec_from_file_location("_native_build", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class NativeHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the engine with the first of $CC, cc, gcc, clang and zig that works."""

    folder = ""

    def dependencies(self) -> list[str]:
        """Zig as a compiler where there is no other; a front end installs it for the build only."""
        if os.environ.get(SWITCH) == "no" or builder().system_compiler():
            return []
        return ["ziglang>=0.13"] if obtainable("ziglang") else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into the tree for an editable install, else into the wheel alone."""
        if os.environ.get(SWITCH) == "no":
            return
        build = builder()
        library = build.LIBRARY
        if version != "editable":
            self.folder = tempfile.mkdtemp()
            library = Path(self.folder) / library.name
        try:
            command = build.build(library)
        except build.CannotCompile as error:
            if os.environ.get(SWITCH) == "must":
                raise
            self.app.display_warning(f"khronos-lab: installed without its compiled engine: {error}")
            return
        self.app.display_info(f"khronos-lab: engine compiled with {' '.join(command)}")
        if version != "editable":
            build_data["force_include"][str(library)] = f"khronos_lab/native/{library.name}"
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder."""
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)


def obtainable(name: str) -> bool:
    """True if pip finds this; a requirement that it does not find would stop the installation.

    Where there is no pip to ask (uv), yes.
    """
    # pip hides itself from a build by this variable.
    outside = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    pip = [sys.executable, "-m", "pip"]
    if subprocess.run([*pip, "--version"], env=outside, capture_output=True).returncode:
        return True
    # Of this platform only, and without fetching; 0.0.0 is an empty placeholder for any platform.
    ask = [*pip, "index", "versions", name]
    told = subprocess.run(ask, env=outside, capture_output=True, text=True).stdout
    return told.startswith(f"{name} (") and not told.startswith(f"{name} (0.0.0)")


def platform() -> str:
    """Tag of this machine, the plain one: manylinux is a promise about old systems."""
    return next(t for t in platform_tags() if "manylinux" not in t and "musllinux" not in t)
