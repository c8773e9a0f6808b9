"""Sources: what a replay can be opened on, made a timeline."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.play.records.files import BadGame, read_games
from khronos_lab.play.records.model import GameRecord
from khronos_lab.play.records.storage import PathName
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import own_or_shipped

Source = PathName | GameRecord | Timeline


class Opened(NamedTuple):
    """A game that can be looked at."""

    timeline: Timeline
    tags: Mapping[str, str]
    comment: str = ""
    """What is said before the first move."""
    problem: str = ""
    """Why a tolerant reader stopped before the end of the game."""


def opened(source: Source, game: int = 1) -> Opened:
    """The timeline of a source; `game` is the number of the game in a file that holds several."""
    if isinstance(source, Timeline):
        return Opened(source, {})
    record = source if isinstance(source, GameRecord) else _read(source, game)
    problem = "" if record.problem is None else str(record.problem)
    return Opened(Timeline.of(record), record.tags, record.line.comment, problem)


def _read(path: PathName, number: int) -> GameRecord:
    if not isinstance(path, str | os.PathLike):
        raise KhronosError(
            f"cannot replay a {type(path).__name__}; give a file of games (*.khr), a record or a "
            "timeline"
        )
    if number < 1:
        raise KhronosError(f"games of a file count from 1, so there is no game {number}")
    found = next(islice(read_games(own_or_shipped(path), tolerant=True), number - 1, None), None)
    if found is None:
        raise KhronosError(f"{path}: there is no game {number} in this file")
    if isinstance(found, BadGame):
        raise found.error
    return found
