"""A small run of every fuzz program; `python -m tests.fuzz all 100000` runs as many as asked."""

from __future__ import annotations

import os
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


# ------------------------------------------------------------------ does it notice?


def attempt(rng: Random, _: Path) -> str:
    """As a kind of input itself: the inputs of seed 0 end as `FAULTS` says."""
    match FAULTS.get(rng.random(), "none"):
        case "raises":
            raise ZeroDivisionError("from inside")
        case "aborts":
            os.abort()
        case "works":
            until = time.process_time() + 0.3
            while time.process_time() < until:
                pass
    return "accepted"


FAULTS = {
    Random(f"fuzz test_fuzz 0 {number}").random(): fault
    for number, fault in enumerate(("none", "raises", "aborts", "none", "works"))
}


def test_whatever_goes_wrong_inside_is_bad_and_the_next_input_is_tried():
    found = list(endings_elsewhere("test_fuzz", range(4), seed=0))
    assert [each.outcome for each in found] == ["accepted", "bad", "bad", "accepted"]
    told = [each.told for each in found]
    assert "ZeroDivisionError: from inside" in told[1]
    assert told[2] == "the process ended with -6"


def test_an_input_that_works_too_long_is_bad(monkeypatch):
    monkeypatch.setattr(running, "SLOW", 0.1)
    (found,) = endings("test_fuzz", range(4, 5), seed=0)
    assert found.outcome == "bad"
    assert "s of processor time" in found.told


def test_a_row_tells_how_inputs_ended(capfd):
    counts, row = fuzz("texts", range(5), seed=3)
    assert counts.total() == 5
    assert row.split()[:2] == ["texts", "5"]
