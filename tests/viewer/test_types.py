"""The scripts of the package under TypeScript's check: JSDoc says the types, nothing is built."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.support import PACKAGE

PAGE = Path(__file__).with_name("page.d.ts")
OPTIONS = (
    "--allowJs", "--checkJs", "--noEmit", "--strict", "--target", "es2022", "--module", "esnext",
    "--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable", "--noUnusedLocals",
    "--noImplicitAny", "false",
)  # fmt: skip
SCRIPTS = sorted(PACKAGE.rglob("*.js"))


def test_every_script_keeps_its_types(node, typescript):
    assert len(SCRIPTS) > 15
    call = [node, str(typescript), *OPTIONS, str(PAGE), *map(str, SCRIPTS)]
    run = subprocess.run(call, cwd=typescript.parent, capture_output=True, text=True)
    assert run.stdout.splitlines() + run.stderr.splitlines() == []
