"""The compiled engine plays as the readable one does, move by move; about 30 seconds.

`python -m tests.native` is the long run.
"""

from __future__ import annotations

from collections import Counter

import pytest

from khronos_lab.core import square
from khronos_lab.native import NativeChoice, NativePosition
from khronos_lab.rulebook import MIGHT, REASON
from tests.mechanics.moves import upgrade
from tests.mechanics.pictures import legal
from tests.mechanics.test_b_cubes import VANISHING
from tests.native.differential import Cases, run_dense, run_game
from tests.native.engine import needs_engine

pytestmark = needs_engine

DENSE, GAMES = 4000, 32
THIN = {
    "B3a": 100, "B3a older shadow": 8, "B3b": 20, "B6 equal building": 30, "B6 twin in Reason": 120,
    "B7 cubes move up": 200, "B8 cube kept": 200, "C2 by strength": 300, "C3 conflict": 60,
    "C4 asked": 200, "C5 successor": 50,
}  # fmt: skip
"""Rare cases, and how often the dense positions meet each at least."""


def test_dense_positions_are_alike():
    cases: Cases = Counter()
    for seed in range(DENSE):
        run_dense(seed, cases)
    assert {case: cases[case] for case in THIN if cases[case] < THIN[case]} == {}
    assert cases["refused"] > DENSE / 2


@pytest.mark.parametrize("part", range(4))
def test_games_are_alike(part):
    cases: Cases = Counter()
    for seed in range(part, GAMES, 4):
        run_game(seed, cases)
    assert cases["games"] == GAMES // 4


def test_b8_is_asked_when_all_shadows_that_vanish_are_gone():
    position = NativePosition.of(legal(VANISHING))
    choice = position.play(upgrade(MIGHT, "c2", "d3", "cc"))
    assert choice == NativeChoice("B8", 2, REASON, (0, 1), square("c3"))
