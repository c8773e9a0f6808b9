"""The identity of a game: its first position and its moves.

Comments, marks, variations, tags and the file may change: it is still the same game and counts
once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from khronos_lab.core.state import GameState
from khronos_lab.records.format.writer import record_text
from khronos_lab.records.model import GameRecord, Line, Node


def game_digest(start: GameState, nodes: Iterable[Node]) -> str:
    """A digest of a first position and its moves, without comments and marks."""
    bare = tuple(node._replace(mark="", comment="", variations=()) for node in nodes)
    text = record_text(GameRecord({}, start, Line(bare)))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def game_id(record: GameRecord) -> str:
    """The id of a record's game in tables: the same in every folder and run."""
    return game_digest(record.start, record.line.nodes)[:16]


class Found(NamedTuple):
    """A game among many, with its id; `twin_of` is the number of the same game before it."""

    id: str
    record: GameRecord
    twin_of: int | None


def with_twins(records: Iterable[GameRecord]) -> Iterator[Found]:
    """Every record with its id, and whether the same game came before; they count from 0."""
    first: dict[str, int] = {}
    for number, record in enumerate(records):
        game = game_id(record)
        before = first.setdefault(game, number)
        yield Found(game, record, None if before == number else before)
