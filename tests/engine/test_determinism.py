"""The same seed gives the same game, byte for byte, in every process."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from khronos_lab.core import GameState
from khronos_lab.engine import choices, play_through
from tests.engine.digests import SPECS, Spec, digest_from, digest_of

ROOT = Path(__file__).resolve().parents[2]


@cache
def here() -> tuple[str, ...]:
    """The digests as this process makes them."""
    return tuple(digest_of(spec) for spec in SPECS)


def in_a_process_with(hash_seed: str) -> tuple[str, ...]:
    """The digests of a fresh process that orders sets and dicts of strings in its own way."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.engine.digests"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return tuple(json.loads(answer.stdout))


def middle(spec: Spec) -> GameState:
    """A state from the middle of a game."""
    state, rng = spec.start(), Random(spec.seed)
    for _ in range(40):
        action = choices(state).pick(rng)
        _, outcome = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))
        state = outcome.state
        if state.round == 4:
            break
    return state


@pytest.mark.parametrize("hash_seed", ["0", "4294967295"])
def test_another_order_of_hashes_makes_no_difference(hash_seed):
    assert in_a_process_with(hash_seed) == here()


def test_a_game_goes_on_in_another_process_as_it_does_here():
    given = [(middle(spec), spec.seed) for spec in SPECS[:4]]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(digest_from, given, chunksize=1)
        pool.close()
        pool.join()
    assert found == [digest_from(each) for each in given]
