"""Whole games, watched: what `checks.py` lists holds after every action."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from tests.properties import strategies
from tests.properties.checks import Watcher
from tests.properties.players import game
from tests.properties.starts import STARTS


@pytest.mark.parametrize("name", STARTS)
def test_the_starts_hold_to_the_page(name):
    Watcher(STARTS[name])


@given(strategies.new_games(), strategies.drivers(), strategies.SEEDS)
def test_invariants_hold_in_any_game(start, driver, seed):
    watcher = Watcher(start)
    for step in game(start, driver, Random(seed), actions=20):
        watcher.see(step)


@given(strategies.composed_states(), strategies.drivers(), strategies.SEEDS)
def test_invariants_hold_from_positions_no_game_led_to(start, driver, seed):
    watcher = Watcher(start)
    for step in game(start, driver, Random(seed), actions=6):
        watcher.see(step)


@given(strategies.crowded_states(), strategies.drivers(), strategies.SEEDS)
def test_invariants_hold_where_little_room_is_left(start, driver, seed):
    watcher = Watcher(start)
    for step in game(start, driver, Random(seed), actions=6):
        watcher.see(step)
