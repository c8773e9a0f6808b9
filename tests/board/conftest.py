"""Node and TypeScript for the tests of the browser's modules."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TYPESCRIPT = "typescript@5.9.3"
"""Exactly this one: a newer compiler finds new faults, and that should not happen overnight."""


def program(name: str) -> str:
    """The path of a program; where tests run by themselves, it must be there."""
    path = shutil.which(name)
    if path is None:
        reason = f"there is no {name} on this computer"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def node() -> str:
    return program("node")


@pytest.fixture(scope="session")
def typescript(node, tmp_path_factory) -> Path:
    """The compiler; no package of Python carries a sound one, so npm brings it."""
    folder = tmp_path_factory.mktemp("typescript")
    asked = [program("npm"), "install", "--prefix", str(folder), "--ignore-scripts"]
    quiet = ["--no-audit", "--no-fund", "--no-save", TYPESCRIPT]
    run = subprocess.run([*asked, *quiet], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder / "node_modules" / "typescript" / "bin" / "tsc"
