"""Shipped games and their reviews, worked out once for all tests that ask for them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from khronos_lab.analysis import Branch, Review, Timeline
from khronos_lab.core import GameState
from khronos_lab.players import ShortGames, other_turns
from khronos_lab.records import GameRecord, Line, read_games
from khronos_lab.rulebook import data_file
from khronos_lab.simulation import Samples, TurnNotes, jobs_of, review_game
from khronos_lab.simulation.review import _judging, _reviewed

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


FEW = 6
"""Games after each turn: enough to see the worst mistakes."""


@cache
def glanced(number: int = LESSON) -> Review:
    """A quick review: each turn beside the first other one, with a few games after both."""
    start, *jobs = jobs_of(Timeline.of(game(number)))
    turns = []
    for job in jobs:
        assert job.held is not None
        other = other_turns(job.held, job.left, seed=0)[0]
        moves = tuple(node.text for node in other.nodes)
        notes = TurnNotes(_games(job.known), moves, _games(job.known_after(other)), draw=1.5)
        turns.append(_reviewed(job, 0, notes))
    return Review(game(number).names, Branch(_games(start.known)), tuple(turns))


def _games(known: GameState) -> Samples:
    return tuple(ShortGames(known, _judging(0)).samples(FEW))
