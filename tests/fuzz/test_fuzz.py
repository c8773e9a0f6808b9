"""A small run of every fuzz program; `python -m tests.fuzz all 100000` runs as many as asked."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import running
from tests.fuzz.__main__ import MIX, fuzz
from tests.fuzz.running import endings, endings_elsewhere

INPUTS = {"command_line": 40, "tables": 60, "python_calls": 200, "figures": 40}


@pytest.mark.parametrize("kind", MIX)
def test_spoiled_inputs_end_in_a_value_or_a_sentence(kind):
    found = list(endings(kind, range(INPUTS.get(kind, 120)), seed=21))
    bad = [f"{each.number}: {each.told}" for each in found if each.outcome == "bad"]
    assert bad == []
    assert {each.outcome for each in found} >= {"accepted", "refused"}


def test_the_mix_is_of_a_hundred():
    assert sum(MIX.values()) == 100


# ------------------------------------------------------------------ does it notice?

FAULTS = ("none", "raises", "leaves", "aborts", "none", "works", "sleeps")


def attempt(rng: Random, _: Path) -> str:
    """As a kind of input itself: those of seed 0 end as `FAULTS` says."""
    match FAULT_OF.get(rng.random(), "none"):
        case "raises":
            raise ZeroDivisionError("from inside")
        case "leaves":
            raise SystemExit(0)
        case "aborts":
            os.abort()
        case "works":
            until = time.process_time() + 0.3
            while time.process_time() < until:
                pass
        case "sleeps":
            time.sleep(60)
    return "accepted"


FAULT_OF = {
    Random(f"fuzz test_fuzz 0 {number}").random(): fault for number, fault in enumerate(FAULTS)
}


def test_whatever_goes_wrong_inside_is_bad_and_the_next_input_is_tried():
    found = list(endings_elsewhere("test_fuzz", range(5), seed=0))
    assert [each.outcome for each in found] == ["accepted", "bad", "bad", "bad", "accepted"]
    told = [each.told for each in found]
    assert "ZeroDivisionError: from inside" in told[1]
    assert "SystemExit" in told[2]
    assert told[3] == "the process ended with -6"


def test_an_input_that_works_too_long_is_bad(monkeypatch):
    monkeypatch.setattr(running, "SLOW", 0.1)
    (found,) = endings("test_fuzz", range(5, 6), seed=0)
    assert found.outcome == "bad"
    assert "s of processor time" in found.told


def test_an_input_that_never_comes_back_ends_its_process():
    program = (
        "from tests.fuzz import running; running.STUCK = 0.5;"
        "list(running.endings('test_fuzz', range(6, 7), 0))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=50)
    assert done.returncode == 1
    assert b"Timeout" in done.stderr


def test_a_row_tells_how_inputs_ended(capfd):
    counts, row = fuzz("maps", range(5), seed=3)
    assert counts.total() == 5
    assert row.split()[:2] == ["maps", "5"]
