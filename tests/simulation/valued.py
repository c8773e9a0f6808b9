"""Shipped games and how they are valued quickly, for the tests of turning points."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from khronos_lab.analysis.review.turning_points import TurningPoints
from khronos_lab.records.game_files import read_games
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.resources import data_file
from khronos_lab.simulation.turning_points import turning_points

QUICK: dict[str, Any] = {
    "players": "random",
    "games": 2,
    "seed": 3,
    "adviser": "greedy",
    "progress": False,
}
"""Random players are quick; how well anybody plays is not asked here."""


@cache
def game(number: int) -> GameRecord:
    [path] = Path(str(data_file("games", ""))).glob(f"{number:02}-*.khr")
    record = next(iter(read_games(path)))
    assert isinstance(record, GameRecord)
    return record


@cache
def quick(number: int) -> TurningPoints:
    return turning_points(game(number), **QUICK)
