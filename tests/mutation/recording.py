"""A plugin of pytest that writes down which blocks of the package each test runs.

`MUTATION_RECORD` names the file to write. The package is loaded with a call at the head of every
block of statements; a test in another process (a worker, a kernel, a browser) is not seen.
`MUTATION_ORDER` names a file with tests to be run in that order, and no others.
"""

from __future__ import annotations

import ast
import builtins
import importlib.machinery
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[2]
RECORD = os.environ.get("MUTATION_RECORD")
ORDER = os.environ.get("MUTATION_ORDER")
HEAD = "__block_runs__"
PATIENCE = 6
"""Seconds: a test that takes longer is not used, for a hundred faults it would be too slow."""


def blocks_of(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Each block of statements below a function: its body, and those of its branches and loops."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for each in ast.walk(node):
                for name in ("body", "orelse", "finalbody"):
                    block = getattr(each, name, None)
                    if isinstance(block, list) and not isinstance(each, ast.ClassDef):
                        yield block


def block_lines(tree: ast.AST) -> dict[int, tuple[int, int]]:
    """First and last line of every block, by its first line."""
    return {
        block[0].lineno: (block[0].lineno, block[-1].end_lineno or block[-1].lineno)
        for block in blocks_of(tree)
        if block
    }


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of the package with a call at the head of every block."""

    def get_code(self, fullname):
        tree = ast.parse(self.get_data(self.path))
        name = Path(self.path).resolve().relative_to(ROOT).as_posix()
        done: set[int] = set()
        for block in blocks_of(tree):
            if not block or id(block) in done:
                continue
            done.add(id(block))
            first = block[0]
            call = ast.parse(f"{HEAD}({name + ':' + str(first.lineno)!r})").body[0]
            for node in ast.walk(call):
                ast.copy_location(node, first)
            is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            block.insert(1 if is_docstring else 0, call)
        return compile(tree, self.path, "exec", dont_inherit=True)


class Finder:
    """Finds the modules of the package for the loader."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] != "khronos_lab":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = Loader(name, spec.loader.path)
        return spec


if RECORD:
    _running: set[str] = set()
    _tests: dict[str, dict] = {}
    setattr(builtins, HEAD, _running.add)
    sys.meta_path.insert(0, Finder)

    settings.register_profile("recording", deadline=None, max_examples=5, derandomize=True)
    signal.signal(signal.SIGPROF, lambda *_: pytest.fail("too slow"))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(item):
        _running.clear()
        start = time.process_time()
        _tests[item.nodeid] = {"passed": True}
        result = yield
        _tests[item.nodeid]["blocks"] = sorted(_running)
        _tests[item.nodeid]["seconds"] = round(time.process_time() - start, 3)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(item):
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(report):
        _tests[report.nodeid]["passed"] &= report.passed

    def pytest_sessionfinish():
        Path(str(RECORD)).write_text(json.dumps(_tests), "utf-8")


if ORDER:

    def pytest_collection_modifyitems(config, items):
        wanted = json.loads(Path(str(ORDER)).read_text("utf-8"))
        place = {name: number for number, name in enumerate(wanted)}
        dropped = [item for item in items if item.nodeid not in place]
        config.hook.pytest_deselected(items=dropped)
        items[:] = sorted(
            (item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid]
        )
