"""A plugin of pytest that writes down which blocks of the package each test runs.

`MUTATION_RECORD` names the folder to write into, a file for each file of tests. The package is
loaded with a call at the head of every block of statements; a test in another process (a worker, a
kernel, a browser) is not seen. `MUTATION_ORDER` names a file with tests to be run in that order,
and no others.
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
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[2]
RECORD = os.environ.get("MUTATION_RECORD")
ORDER = os.environ.get("MUTATION_ORDER")
HEAD = "__block_runs__"
PATIENCE = 6
"""Seconds: a test that takes longer is not used, for a hundred faults it would be too slow."""


def named_blocks(tree: ast.AST) -> Iterator[tuple[str, list[ast.stmt]]]:
    """Each block of statements below a function: its body, and those of its branches and loops.

    A block is named by its function and counted within it, so that the name outlives a change
    elsewhere in the file: `Replay.draw#2`.
    """
    numbers: Counter[str] = Counter()

    def below(node: ast.AST, name: str, inside: bool) -> Iterator[tuple[str, list[ast.stmt]]]:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{name}.{node.name}" if name else node.name
        is_class = isinstance(node, ast.ClassDef)
        inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for part in ("body", "orelse", "finalbody") if inside and not is_class else ():
            block = getattr(node, part, None)
            if isinstance(block, list) and block:
                numbers[name] += 1
                yield f"{name}#{numbers[name]}", block
        for child in ast.iter_child_nodes(node):
            yield from below(child, name, inside)

    yield from below(tree, "", inside=False)


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of the package with a call at the head of every block."""

    def get_code(self, fullname):
        tree = ast.parse(self.get_data(self.path))
        name = Path(self.path).resolve().relative_to(ROOT).as_posix()
        for block_name, block in [*named_blocks(tree)]:
            first = block[0]
            call = ast.parse(f"{HEAD}({name + ':' + block_name!r})").body[0]
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

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(session):
        """Run each file in a child of this process, so that it finds nothing ready."""
        folder = Path(str(RECORD))
        for number, (file, items) in enumerate(groupby(session.items, _file_of)):
            child = os.fork()
            if child == 0:
                try:
                    _run([*items])
                    (folder / f"{number}.json").write_text(json.dumps({file: _tests}), "utf-8")
                finally:
                    os._exit(0)
            os.waitpid(child, 0)
        return True

    def _file_of(item):
        return item.nodeid.partition("::")[0]

    def _run(items):
        for item, following in zip(items, [*items[1:], None], strict=True):
            _running.clear()
            start = time.process_time()
            _tests[item.nodeid] = {"passed": True}
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            _tests[item.nodeid]["blocks"] = sorted(_running)
            _tests[item.nodeid]["seconds"] = round(time.process_time() - start, 3)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(item):
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(report):
        _tests[report.nodeid]["passed"] &= report.passed


if ORDER:

    def pytest_collection_modifyitems(config, items):
        wanted = json.loads(Path(str(ORDER)).read_text("utf-8"))
        place = {name: number for number, name in enumerate(wanted)}
        dropped = [item for item in items if item.nodeid not in place]
        config.hook.pytest_deselected(items=dropped)
        items[:] = sorted(
            (item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid]
        )
