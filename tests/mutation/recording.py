"""A plugin of pytest under coverage: each test is a context of its own, with its seconds.

`MUTATION_SECONDS` names the file that gets the seconds of the tests that passed, by name.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import coverage
import pytest

_seconds: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    running = coverage.Coverage.current()
    assert running is not None, "python -m coverage run -m pytest"
    running.switch_context(item.nodeid)
    start = time.process_time()
    try:
        return (yield)
    finally:
        running.switch_context("")
        _seconds.setdefault(item.nodeid, time.process_time() - start)


def pytest_runtest_logreport(report):
    if not report.passed:
        _seconds[report.nodeid] = float("inf")


def pytest_sessionfinish():
    passed = {name: each for name, each in _seconds.items() if each < float("inf")}
    Path(os.environ["MUTATION_SECONDS"]).write_text(json.dumps(passed), "utf-8")
