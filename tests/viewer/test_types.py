"""The scripts of the package under TypeScript's check: JSDoc says the types, nothing is built."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.support import PACKAGE

PAGE = Path(__file__).with_name("page.d.ts")
OPTIONS = (
    "--allowJs", "--checkJs", "--noEmit", "--strict", "--target", "es2022", "--module", "esnext",
    "--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable", "--noUnusedLocals",
)  # fmt: skip
SCRIPTS = sorted(PACKAGE.rglob("*.js"))


def faults(node: str, compiler: Path, *files: Path, options: tuple[str, ...] = ()) -> list[str]:
    """What the compiler says of some scripts."""
    call = [node, str(compiler), *OPTIONS, *options, str(PAGE), *map(str, files)]
    run = subprocess.run(call, cwd=compiler.parent, capture_output=True, text=True)
    return run.stdout.splitlines() + run.stderr.splitlines()


def test_every_script_keeps_its_types(node, typescript):
    assert len(SCRIPTS) > 15
    assert faults(node, typescript, *SCRIPTS, options=("--noImplicitAny", "false")) == []
