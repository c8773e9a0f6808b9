"""`python -m tests` runs browser tests that failed once more, and excuses only a busy computer."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.__main__ import ROOT, loads_at_failures, run

REPLAY, LESSONS = "tests/browser/test_replay.py", "tests/browser/test_lessons.py"


def outcome(part: str, codes: list[int], loads: dict[str, float]) -> tuple[str, list[tuple]]:
    """The word for a part on two cores, and its calls, which end with these codes in turn."""
    calls: list[tuple] = []

    def start(*call: str) -> int:
        calls.append(call)
        return codes[len(calls) - 1]

    return run(part, start, lambda: loads, lambda: 2), calls


def test_what_passes_is_run_once():
    went, calls = outcome("test", [0], {})
    assert (went, len(calls)) == ("ok", 1)


@pytest.mark.parametrize(
    ("part", "code", "loads"),
    [
        ("types", 1, {REPLAY: 9.0}),
        ("test", 1, {REPLAY: 9.0, "tests/core/test_board.py": 9.0}),
        ("test", 2, {REPLAY: 9.0}),  # interrupted
        ("test", 1, {}),
    ],
)
def test_only_tests_in_a_browser_get_a_second_try(part, code, loads):
    went, calls = outcome(part, [code], loads)
    assert (went, len(calls)) == ("FAILED", 1)


def test_what_fails_twice_has_failed_on_a_busy_computer_too():
    assert outcome("test", [1, 1], {REPLAY: 18.0})[0] == "FAILED"


def test_a_second_try_is_excused_by_load_and_says_so():
    went, calls = outcome("test", [1, 0], {REPLAY: 18.0, LESSONS: 6.1})
    assert went == (
        "ok at the second try, the computer being busy: "
        f"{LESSONS} (at load 6.1), {REPLAY} (at load 18.0)"
    )
    assert calls[1] == ("test, once more", "pytest", LESSONS, REPLAY)


def test_a_second_try_on_a_quiet_computer_fails_the_run_and_says_so():
    went, _ = outcome("test", [1, 0], {REPLAY: 18.0, LESSONS: 6.0})
    assert went.startswith("FAILED at the first try, and the load does not explain it: ")
    assert f"{LESSONS} (at load 6.0)" in went


def test_the_load_is_noted_with_the_files_that_fail(tmp_path):
    bad = "def test_a(): assert False\n\n\ndef test_b(): assert False\n"
    (tmp_path / "test_bad.py").write_text(bad)
    (tmp_path / "test_good.py").write_text("def test_c(): pass\n")
    call = ["-m", "pytest", "-q", "-p", "tests.failures", "-n", "2", "-c", os.devnull]
    done = subprocess.run(
        [sys.executable, *call, f"--rootdir={tmp_path}", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr
    loads = loads_at_failures(tmp_path)
    assert list(loads) == ["test_bad.py"]
    assert isinstance(loads["test_bad.py"], float)
