"""Sources: what a replay can be opened on, made a timeline."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.saving import Home, game_at
from khronos_lab.rulebook.errors import KhronosError

Source = PathName | GameRecord | Timeline


class Opened(NamedTuple):
    """A game that can be looked at."""

    timeline: Timeline
    tags: Mapping[str, str]
    comment: str = ""
    """What is said before the first move."""
    problem: str = ""
    """Why a tolerant reader stopped before the end of the game."""
    record: GameRecord | None = None
    """None for a timeline that came from elsewhere."""
    home: Home | None = None
    """Where the game was read; None for one that lies in no file."""


def opened(source: Source | Opened, game: int = 1) -> Opened:
    """The timeline of a source; `game` is the number of the game in a file that holds several."""
    if isinstance(source, Opened):
        return source
    if isinstance(source, Timeline):
        return Opened(source, {})
    home = None
    if isinstance(source, GameRecord):
        record = source
    else:
        record, home = _read(source, game)
    problem = "" if record.problem is None else str(record.problem)
    line = Timeline.of(record)
    return Opened(line, record.tags, record.line.comment, problem, record, home)


def _read(path: PathName, number: int) -> tuple[GameRecord, Home]:
    if not isinstance(path, str | os.PathLike):
        raise KhronosError(
            f"cannot replay a {type(path).__name__}; give a file of games (*.khr), a record or a "
            "timeline"
        )
    return game_at(path, number)
