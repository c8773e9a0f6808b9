"""The file of a review: it lies beside a record and keeps what has been worked out.

It is JSON with a version and a sum, written whole or not at all. Its key says which moves it is
about (not comments or variations, which may change) and with which code: a file that does not fit
is worked out again; so is one that cannot be read, and that is said.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from khronos_lab.analysis import Timeline
from khronos_lab.native import CoinSources
from khronos_lab.players import Branch
from khronos_lab.records import SUM, PathName, game_digest, read_sealed, sealed, whole_file
from khronos_lab.rulebook import KhronosError

VERSION: Final = 3
"""Of the form of the file; another one is worked out again."""
ENDING: Final = ".review.json"
LARGEST: Final = 64 << 20
"""Bytes of such a file; a larger one is not ours."""


class TurnNotes(NamedTuple):
    """What is kept of one turn; number 0 is the first position."""

    played: Branch
    moves: tuple[str, ...] = ()
    """The best other turn found, in notation; empty if there is none."""
    other: Branch = Branch(())
    draw: float | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """What a review depends on."""

    game: str
    """A digest of the first position and the moves."""
    seed: str
    code: str
    """A digest of the rules and players of this khronos_lab."""


def key_of(timeline: Timeline, seed: int | str) -> Key:
    """The key of the review of a game."""
    nodes = [span.node for span in timeline.moves]
    if any(node is None for node in nodes):
        raise KhronosError("a review needs the moves of a record; make the timeline from one")
    digest = game_digest(timeline.start, (node for node in nodes if node))
    return Key(digest, f"{type(seed).__name__} {seed}", code_digest())


@lru_cache(maxsize=1)
def code_digest() -> str:
    """A digest of the code that judges: with other rules or players a file is worth nothing."""
    package = Path(__file__).resolve().parents[1]
    summed = hashlib.blake2b(digest_size=16)
    for floor in ("rulebook", "core", "mechanics", "engine", "records", "native", "players"):
        for path in sorted((package / floor).rglob("*")):
            if path.suffix in (".py", ".json", ".c", ".h"):
                summed.update(path.relative_to(package).as_posix().encode())
                summed.update(path.read_bytes())
    summed.update(Path(__file__).with_name("review.py").read_bytes())
    return summed.hexdigest()


# ------------------------------------------------------------------ the file


def review_beside(path: PathName, game: int = 1) -> Path:
    """Where the review of a file's game is kept.

    >>> review_beside("games/club.khr").name, review_beside("games/club.khr", 3).name
    ('club.khr.review.json', 'club.khr.3.review.json')
    """
    which = f".{game}" if game != 1 else ""
    return Path(f"{os.fspath(path)}{which}{ENDING}")


@dataclass(slots=True)
class ReviewFile:
    """A file that keeps a review, and what there is to say about it."""

    path: Path | None
    """None keeps nothing."""
    notes: list[str] = field(default_factory=list)
    writable: bool = True

    def read(self, key: Key) -> dict[int, TurnNotes]:
        """By number: the turns that are kept under this key."""
        if self.path is None:
            return {}
        try:
            if self.path.stat().st_size > LARGEST:
                raise ValueError("it is too large")
            return _turns(read_sealed(self.path.read_bytes()), key)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, OverflowError) as fault:
            reason = fault.strerror if isinstance(fault, OSError) else str(fault)
            self.notes.append(
                f"{self.path}: it cannot be read ({reason}); everything is worked out again"
            )
            return {}

    def write(self, key: Key, turns: Mapping[int, TurnNotes]) -> None:
        """Keep the turns so far; where nothing can be written, that is told once."""
        if self.path is None or not self.writable:
            return
        try:
            with whole_file(self.path) as file:
                file.write(review_text(key, turns))
        except KhronosError as fault:
            self.writable = False
            reason = str(fault).removeprefix(f"{self.path}: ")
            self.notes.append(f"{self.path}: nothing is kept ({reason})")


def review_text(key: Key, turns: Mapping[int, TurnNotes]) -> str:
    """The text of such a file: a line for each turn."""
    rows = [{"turn": turn, **_row(turns[turn])} for turn in sorted(turns)]
    head = {"khronos_review": VERSION, "key": asdict(key)}
    seal = {SUM: sealed(head | {"turns": rows})[SUM]}
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in rows)
    return f'{json.dumps(head | seal, ensure_ascii=False)[:-1]}, "turns": [\n{lines}\n]}}\n'


def _row(notes: TurnNotes) -> dict[str, Any]:
    return {
        "moves": list(notes.moves),
        "draw": notes.draw,
        "played": _numbers(notes.played),
        "other": _numbers(notes.other),
    }


def _numbers(branch: Branch) -> dict[str, Any]:
    return branch._asdict()


def _turns(data: dict[str, Any], key: Key) -> dict[int, TurnNotes]:
    """The turns of a file that fits; none of one that is about something else."""
    if "khronos_review" not in data:
        raise ValueError("it is not a review")
    if data["khronos_review"] != VERSION or data["key"] != asdict(key):
        return {}
    found = {}
    for row in data["turns"]:
        draw = row["draw"]
        found[int(row["turn"])] = TurnNotes(
            _branch(row["played"]),
            _moves(row["moves"]),
            _branch(row["other"]),
            None if draw is None else float(draw),
        )
    return found


def _moves(texts: Any) -> tuple[str, ...]:  # noqa: ANN401
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError("moves are texts")
    return tuple(texts)


def _branch(row: Any) -> Branch:  # noqa: ANN401
    held = tuple(int(each) for each in row["held"])
    kinds = [
        tuple(tuple(_account(each) for each in game) for game in row[kind])
        for kind in ("greedy", "planner")
    ]
    if any(len(game) != len(held) for games in kinds for game in games):
        raise ValueError("a turn is not whole")
    return Branch(held, *kinds)


def _account(row: Any) -> CoinSources:  # noqa: ANN401
    return CoinSources(*(float(each) for each in row))
