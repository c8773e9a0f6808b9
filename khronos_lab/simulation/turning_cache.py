"""The cache of turning points: a small file beside a record that keeps what has been worked out.

It is JSON with a version and a sum, written whole or not at all. Its key says which moves it is
about (not comments or variations, which may change), who played, how often and with which code: a
cache that does not fit is worked out anew, and so is one that cannot be read, which is told.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.players.player import Player
from khronos_lab.records.checked_json import SUM, read_sealed, sealed
from khronos_lab.records.identity import game_digest
from khronos_lab.records.safe_files import PathName, whole_file
from khronos_lab.rulebook.errors import KhronosError

VERSION: Final = 2
"""Of the form of the file; another one is worked out anew."""
ENDING: Final = ".turning.json"
LARGEST: Final = 64 << 20
"""Bytes of a cache; a larger file is not one of ours."""

Ends = tuple[tuple[int, ...], ...]
"""By game, then by seat: coins at the end."""


class TurnEnds(NamedTuple):
    """What is kept of one turn."""

    played: Ends
    moves: tuple[str, ...] = ()
    """The best turn found, in notation; empty if none was sought."""
    best: Ends = ()


@dataclass(frozen=True, slots=True)
class Key:
    """What turning points depend on."""

    game: str
    """A digest of the first position and the moves."""
    players: str
    adviser: str
    games: int
    seed: str
    code: str
    """A digest of the rules and players of this khronos_lab."""

    @property
    def lasting(self) -> bool:
        """False if a player has no text of its own: in another process it would be another."""
        return not re.search(r"\bat 0x[0-9a-f]+", self.players + self.adviser)


def key_of(
    timeline: Timeline,
    crew: Sequence[Player],
    adviser: Player | None,
    games: int,
    seed: int | str,
) -> Key:
    """The key of turning points with these arguments."""
    said = [repr(each) for each in crew]
    players = said[0] if len(set(said)) == 1 else ", ".join(said)
    seed_text = f"{type(seed).__name__} {seed}"
    return Key(_digest(timeline), players, repr(adviser), games, seed_text, code_digest())


def _digest(timeline: Timeline) -> str:
    """What tells the game of a timeline from all others."""
    nodes = [span.node for span in timeline.moves]
    if any(node is None for node in nodes):
        raise KhronosError("turning points need the moves of a record; make the timeline from one")
    return game_digest(timeline.start, (node for node in nodes if node))


@lru_cache(maxsize=1)
def code_digest() -> str:
    """A digest of the code that plays: with other rules or players a cache is worth nothing."""
    package = Path(__file__).resolve().parents[1]
    summed = hashlib.blake2b(digest_size=16)
    for floor in ("rulebook", "core", "rules", "engine", "records", "players"):
        for path in sorted((package / floor).rglob("*.py")):
            summed.update(path.relative_to(package).as_posix().encode())
            summed.update(path.read_bytes())
    summed.update(Path(__file__).with_name("turning_points.py").read_bytes())
    return summed.hexdigest()


# ------------------------------------------------------------------ the file


def cache_beside(path: PathName, game: int = 1) -> Path:
    """Where the turning points of a file's game are kept.

    >>> cache_beside("games/club.khr").name, cache_beside("games/club.khr", 3).name
    ('club.khr.turning.json', 'club.khr.3.turning.json')
    """
    which = f".{game}" if game != 1 else ""
    return Path(f"{os.fspath(path)}{which}{ENDING}")


@dataclass(slots=True)
class Cache:
    """A file that keeps turning points, and what there is to say about it."""

    path: Path | None
    """None keeps nothing."""
    notes: list[str] = field(default_factory=list)
    writable: bool = True

    def read(self, key: Key) -> tuple[TurnEnds, ...]:
        """The turns that are kept under this key, from the first on."""
        if self.path is None:
            return ()
        try:
            if self.path.stat().st_size > LARGEST:
                raise ValueError("it is too large")
            data = self.path.read_bytes()
        except FileNotFoundError:
            return ()
        except (OSError, ValueError) as fault:
            return self._unread(fault)
        try:
            return _turns(read_sealed(data), key)
        except (ValueError, TypeError, KeyError) as fault:
            return self._unread(fault)

    def _unread(self, fault: Exception) -> tuple[TurnEnds, ...]:
        reason = fault.strerror if isinstance(fault, OSError) else str(fault)
        self.notes.append(f"{self.path}: cannot be read ({reason}); everything is worked out anew")
        return ()

    def write(self, key: Key, turns: Sequence[TurnEnds]) -> None:
        """Keep the turns so far; where nothing can be written, that is told once."""
        if self.path is None or not self.writable:
            return
        if not key.lasting:
            self._silent("a player has no text of its own, so that nobody could tell whose it is")
            return
        try:
            with whole_file(self.path) as file:
                file.write(cache_text(key, turns))
        except KhronosError as fault:
            self._silent(str(fault).removeprefix(f"{self.path}: "))

    def _silent(self, reason: str) -> None:
        self.writable = False
        self.notes.append(f"{self.path}: nothing is kept ({reason})")


def cache_text(key: Key, turns: Sequence[TurnEnds]) -> str:
    """The text of a cache: a line for each turn."""
    rows = [each._asdict() for each in turns]
    head = {"khronos_turning": VERSION, "key": asdict(key)}
    seal = {SUM: sealed(head | {"turns": rows})[SUM]}
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in rows)
    return f'{json.dumps(head | seal, ensure_ascii=False)[:-1]}, "turns": [\n{lines}\n]}}\n'


def _turns(data: dict[str, Any], key: Key) -> tuple[TurnEnds, ...]:
    """The turns of a cache that fits; none of one that is about something else."""
    if "khronos_turning" not in data:
        raise ValueError("it is no cache of turning points")
    if data["khronos_turning"] != VERSION or data["key"] != asdict(key):
        return ()
    return tuple(
        TurnEnds(
            _ends(turn["played"], key.games),
            _moves(turn["moves"]),
            _ends(turn["best"], key.games) if turn["moves"] else (),
        )
        for turn in data["turns"]
    )


def _ends(rows: Any, games: int) -> Ends:  # noqa: ANN401
    ends = tuple(tuple(row) for row in rows)
    whole = all(type(coins) is int for row in ends for coins in row)
    if len(ends) != games or len({len(row) for row in ends}) != 1 or not whole:
        raise ValueError("a turn is not whole")
    return ends


def _moves(texts: Any) -> tuple[str, ...]:  # noqa: ANN401
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError("moves are texts")
    return tuple(texts)
