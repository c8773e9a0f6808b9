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
from tests.engine.digests import SPECS, Spec, digest_from, digest_of, told

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


def test_played_again_here_a_game_is_the_same():
    assert tuple(digest_of(spec) for spec in SPECS) == here()


@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295", "random"])
def test_another_order_of_hashes_makes_no_difference(hash_seed):
    assert in_a_process_with(hash_seed) == here()


@pytest.mark.parametrize("workers", [1, 2])
def test_the_number_of_workers_makes_no_difference(workers):
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        found = pool.map(digest_of, SPECS, chunksize=1)
        pool.close()
        pool.join()
    assert tuple(found) == here()


def test_a_game_goes_on_in_another_process_as_it_does_here():
    given = [(middle(spec), spec.seed) for spec in SPECS[:4]]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(digest_from, given, chunksize=1)
        pool.close()
        pool.join()
    assert found == [digest_from(each) for each in given]


def test_other_seeds_and_other_rules_give_other_games():
    assert len(set(here())) == len(SPECS)
    assert digest_of(Spec(2, 1)) != digest_of(Spec(2, 2))
    assert digest_of(Spec(2, 1)) != digest_of(Spec(2, 1, holdem=True))


def test_a_digest_is_of_whole_games():
    lines = told(SPECS[0].start(), SPECS[0].seed)
    assert "round 7" in lines[-1]
    assert "over" in lines[-1]
    assert any("reaches Reason" in line for line in lines)
