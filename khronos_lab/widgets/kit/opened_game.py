"""Sources: what a replay can be opened on, made a timeline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from khronos_lab.analysis import Timeline, as_record
from khronos_lab.records import GameRecord, Home, PathName

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


def opened(source: object, game: int | None = None) -> Opened:
    """The timeline of a source; `game` is the number of the game in a file that holds several."""
    if isinstance(source, Opened):
        return source
    if isinstance(source, Timeline):
        return Opened(source, {})
    record, home = as_record(source, game)
    problem = "" if record.problem is None else str(record.problem)
    return Opened(Timeline.of(record), record.tags, record.line.comment, problem, record, home)
