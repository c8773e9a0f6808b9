"""Calling the command in tests, and what a refusal must look like."""

from __future__ import annotations

import os
import subprocess
import sys

from click.testing import CliRunner

from khronos_lab.commands import cli, server

PATIENCE = 120


def khronos_lab(*arguments):
    """The command inside this process."""
    result = CliRunner().invoke(cli.main, [str(each) for each in arguments])
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def assert_refused(result, code, *words):
    """One sentence on the error stream and nothing else."""
    assert (result.exit_code, result.stdout) == (code, "")
    assert_one_sentence(result.stderr, *words)


def assert_one_sentence(told, *words):
    assert told.startswith("khronos-lab: "), told
    assert told.count("\n") == 1, told
    assert [word for word in words if word not in told] == [], told


def real_command(*arguments, code="", folder=None, **variables):
    """The command as a process of its own, after `code` has spoiled what it stands on."""
    call = "import sys\nfrom khronos_lab.commands import main\nmain(prog_name='khronos-lab')"
    program = f"{code}\n{call}"
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=folder or server.PACKAGE.parent,
        env={**os.environ, "PYTHONPATH": str(server.PACKAGE.parent), **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
