"""A plugin of pytest that tries faults without loading anything again.

All tests are collected once. For each fault a child of this process gets the faulty code in place
of the good one, runs the tests that may notice it, and ends. `MUTATION_TASKS` names the file with
the faults and their tests, `MUTATION_FATES` the file that tells which test noticed each.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import signal
import time
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutation.faults import Fault

ROOT = Path(__file__).resolve().parents[2]
UNKNOWN = "?"
"""The fate of a fault whose function was not found among what is loaded, or that never ended."""


def outer_function(source: str, line: int) -> ast.FunctionDef | None:
    """The outermost function around a line, if the line is in its body."""
    nodes = [*ast.parse(source).body]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.ClassDef):
            nodes += node.body
        elif isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= (
            node.end_lineno or 0
        ):
            return node
    return None


def put_in(fault: Fault) -> bool:
    """Put a fault into the loaded package; False if its function is nowhere."""
    source = fault.path.read_text("utf-8")
    node = outer_function(source, fault.line)
    if node is None:
        return False
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    module = fault.path.relative_to(ROOT).with_suffix("")
    parts = module.parts[:-1] if module.name == "__init__" else module.parts
    importlib.import_module(".".join(parts))
    new = [
        code
        for code in _codes(compile(fault.applied(source), str(fault.path), "exec"))
        if (code.co_name, code.co_firstlineno) == (node.name, first)
    ]
    live = [
        each
        for each in gc.get_objects()
        if isinstance(each, types.FunctionType)
        and each.__code__.co_filename == str(fault.path)
        and (each.__code__.co_name, each.__code__.co_firstlineno) == (node.name, first)
    ]
    for function in live:
        function.__code__ = new[0]
    return bool(live)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _codes(each)


class Watch:
    """Remembers the first test that fails."""

    def __init__(self) -> None:
        self.failed = ""

    def pytest_runtest_logreport(self, report):
        if report.failed and not self.failed:
            self.failed = report.nodeid


def noticed_by(session, fault: Fault, items, seconds: float) -> str:
    """The test that notices a fault; one that fails without the fault as well is not heard."""
    while True:
        told = fate(session, fault, items, seconds)
        item = next((each for each in items if each.nodeid == told), None)
        if item is None or told in _trusted:
            return told
        if not fate(session, None, [item], seconds):
            _trusted.add(told)
            return told
        items = [each for each in items if each is not item]


_trusted: set[str] = set()


def fate(session, fault: Fault | None, items, seconds: float) -> str:
    """The test that fails with a fault, or without any, tried in a child of this process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            told = _tried(session, fault, items)
        except BaseException as problem:  # whatever happens, the child must not go on as pytest
            told = f"{type(problem).__name__}: {problem}"
        os.write(writing, told.encode()[:4000])
        os._exit(0)
    os.close(writing)
    end = time.monotonic() + seconds
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reading)
            return UNKNOWN
        time.sleep(0.02)
    with os.fdopen(reading, "rb") as pipe:
        return pipe.read().decode()


def _tried(session, fault: Fault | None, items) -> str:
    if fault is not None and not put_in(fault):
        return UNKNOWN
    watch = Watch()
    session.config.pluginmanager.register(watch)
    for item, following in zip(items, [*items[1:], None], strict=True):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if watch.failed:
            break
    return watch.failed


if "MUTATION_TASKS" in os.environ:

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(session):
        tasks = json.loads(Path(os.environ["MUTATION_TASKS"]).read_text("utf-8"))
        found = {item.nodeid: item for item in session.items}
        gc.collect()
        with Path(os.environ["MUTATION_FATES"]).open("a", encoding="utf-8") as fates:
            for task in tasks:
                fault = Fault(Path(task["path"]), *task["fault"])
                items = [found[name] for name in task["tests"] if name in found]
                print(json.dumps(noticed_by(session, fault, items, task["seconds"])), file=fates)
                fates.flush()
        return True
