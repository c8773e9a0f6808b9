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
FAULTY = {
    "argument": ("/** @param {number} n */\nconst twice = (n) => n * 2;\ntwice('a');\n", "TS2345"),
    "missing": ("document.querySelector('p').remove();\n", "TS2531"),
    "name": ("''.lenght;\n", "TS2551"),
    "module": ("import { gone } from './other.js';\ngone();\n", "TS2307"),
    "unused": ("export {};\nconst unused = 1;\n", "TS6133"),
}
"""Scripts with a fault each: whoever checks the others must find it."""


def test_every_script_keeps_its_types_and_faults_are_seen(node, typescript, tmp_path):
    """One run for both: most of its time goes into reading the types of a browser."""
    assert len(SCRIPTS) > 15
    bad = {tmp_path / f"faulty_{name}.js": fault for name, fault in FAULTY.items()}
    for path, (source, _) in bad.items():
        path.write_text(source, "utf-8")
    call = [node, str(typescript), *OPTIONS, str(PAGE), *map(str, SCRIPTS), *map(str, bad)]
    run = subprocess.run(call, cwd=typescript.parent, capture_output=True, text=True)
    told = run.stdout.splitlines() + run.stderr.splitlines()
    assert [line for line in told if "faulty_" not in line] == []
    for path, (_, code) in bad.items():
        assert [line for line in told if path.name in line and code in line], path.name
    assert len(told) == len(bad)
