"""Shipped games and their reviews, worked out once for all tests that ask for them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from khronos_lab.analysis import Review
from khronos_lab.records import GameRecord, Line, read_games
from khronos_lab.rulebook import data_file
from khronos_lab.simulation import review_game

LESSON = 8
"""A hand-made position of two players with four turns: the quickest to review."""


@cache
def game(number: int = LESSON, moves: int | None = None) -> GameRecord:
    """A shipped game, or its first moves."""
    [path] = Path(str(data_file("games", ""))).glob(f"{number:02}-*.khr")
    record = next(iter(read_games(path)))
    assert isinstance(record, GameRecord)
    return replace(record, line=Line(record.line.nodes[:moves]))


@cache
def reviewed(number: int = LESSON, moves: int | None = None) -> Review:
    return review_game(game(number, moves), progress=False)


def glanced(number: int = LESSON) -> Review:
    """The review of a game in which most turns are mistakes."""
    return reviewed(number)
