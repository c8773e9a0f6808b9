"""A plugin of pytest: the load of the computer when the tests of a file began to fail.

`python -m tests` reads it to tell a fault that comes and goes from a computer that was too busy.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

NAME = "tests/load_at_failure"
FILE = Path(".pytest_cache/v") / NAME


class Failures:
    """Notes the load average of the minute before the first failure of each file."""

    def __init__(self, cache: pytest.Cache) -> None:
        self._cache = cache
        self._loads: dict[str, float] = {}
        self._cache.set(NAME, self._loads)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
            self._loads.setdefault(report.nodeid.partition("::")[0], load)
            self._cache.set(NAME, self._loads)


def pytest_configure(config: pytest.Config) -> None:
    # Workers report to the process that has started them.
    if not hasattr(config, "workerinput") and config.cache is not None:
        config.pluginmanager.register(Failures(config.cache))
