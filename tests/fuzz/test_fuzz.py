"""A small run of every fuzz program; `python -m tests.fuzz all 100000` runs as many as asked."""

from __future__ import annotations

import pytest

from tests.fuzz.__main__ import KINDS, run

INPUTS = {"command_line": 25, "tables": 60, "python_calls": 200, "figures": 40}


@pytest.mark.parametrize("kind", KINDS)
def test_spoiled_inputs_end_in_a_value_or_a_sentence(kind, capsys):
    counts, _ = run(kind, INPUTS.get(kind, 120), seed=21)
    told = capsys.readouterr().out
    assert [outcome for outcome in counts if "BAD" in outcome and "slow" not in outcome] == [], told
