"""Streams of games: files and folders of any size, one game in memory at a time.

A file holds any number of games, plain or compressed with gzip; a game begins at a line that starts
with `[Khronos "` and ends where the next one begins. A game that cannot be read is reported and the
rest goes on::

    for game in read_games("club"):
        print(game.error if isinstance(game, BadGame) else game.names)

Files named `*.jsonl` or `*.jsonl.gz` hold games as JSON Lines (see `records/format/jsonl.py`) and
are read alike.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from khronos_lab.records.format.jsonl import LONGEST_JSON, read_json_record
from khronos_lab.records.format.reader import read_record
from khronos_lab.records.format.writer import LONGEST_GAME
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import PathName, Stretch, refusal, stretches
from khronos_lab.rulebook.errors import KhronosError, RecordError

# With or without a byte order mark; written so that a flood of empty lines costs little.
_GAME = re.compile(rb'(?:\n|\n\xef\xbb\xbf)\[Khronos[ \t]{1,8}"')
_JSON_GAME = re.compile(rb'(?:\n|\n\xef\xbb\xbf)\{[ \t]{0,8}"khronos"')
_GAME_NAMES = (".khr", ".khr.gz")
_JSON_NAMES = (".jsonl", ".jsonl.gz")


class GameText(NamedTuple):
    """The text of one game, and where it stands."""

    file: str
    first_line: int
    text: str
    problem: RecordError | None = None
    """Why the text cannot be read; the text is empty then."""


class BadGame(NamedTuple):
    """A game that cannot be read, and why."""

    file: str
    line: int
    error: KhronosError


# ------------------------------------------------------------------ texts


def is_json(file: PathName) -> bool:
    """True if a file's name says that it holds JSON Lines."""
    return os.fspath(file).lower().endswith(_JSON_NAMES)


def game_files(path: PathName) -> list[Path]:
    """The file itself, or in sorted order all games of a folder and the folders in it."""
    root = Path(path)
    if not root.is_dir():
        return [root]
    found: list[Path] = []

    def refuse(fault: OSError) -> None:
        raise refusal(fault.filename or path, "read", fault) from fault

    for folder, _, names in os.walk(root, onerror=refuse):
        files = (Path(folder, name) for name in names if name.lower().endswith(_GAME_NAMES))
        found += [file for file in files if file.is_file()]
    if not found:
        raise KhronosError(f"{root}: there is no game in this folder; games are named *.khr")
    return sorted(found)


def game_texts(path: PathName) -> Iterator[GameText]:
    """The texts of all games of a file or folder, one after the other, none of them read yet."""
    files = game_files(path)
    for file in files:
        try:
            yield from _texts_of(file)
        except KhronosError as fault:
            if not Path(path).is_dir():
                raise
            yield GameText(str(file), 1, "", RecordError(_reason(fault, file), str(file), 1, 1))


def _reason(fault: KhronosError, file: Path) -> str:
    """The reason without the name of the file."""
    return str(fault).removeprefix(f"{file}: ")


def _texts_of(file: Path) -> Iterator[GameText]:
    beginning, longest = (_JSON_GAME, LONGEST_JSON) if is_json(file) else (_GAME, LONGEST_GAME)
    number = 0
    for stretch in stretches(file, beginning, longest):
        if stretch.problem or stretch.data.removeprefix(b"\n\xef\xbb\xbf").strip():
            number += 1
            yield _text(str(file), stretch)
    if not number:
        yield GameText(str(file), 1, "", RecordError("the file holds no game", str(file), 1, 1))


def _text(file: str, stretch: Stretch) -> GameText:
    line, data = stretch.line, stretch.data
    if line == 0:  # what stands before the first game; the newline is not in the file
        line, data = 1, data[1:]
    if stretch.problem:
        return GameText(file, line, "", RecordError(stretch.problem, file, line, 1))
    try:
        return GameText(file, line, data.decode("utf-8"))
    except UnicodeDecodeError as fault:
        before = data[: fault.start].decode("utf-8")
        place = line + before.count("\n"), len(before) - before.rfind("\n")
        reason = f"the byte {data[fault.start]:#04x} is not UTF-8: save the file as UTF-8 text"
        return GameText(file, line, "", RecordError(reason, file, *place))


# ------------------------------------------------------------------ games


def read_game(text: GameText, *, tolerant: bool = False) -> GameRecord | BadGame:
    """Read one game; a bad one comes back as a `BadGame` instead of an error."""
    if text.problem is not None:
        return BadGame(text.file, text.problem.line, text.problem)
    read = read_json_record if is_json(text.file) else read_record
    try:
        return read(text.text, text.file, first_line=text.first_line, tolerant=tolerant)
    except RecordError as fault:
        return BadGame(text.file, fault.line, fault)


def read_games(path: PathName, *, tolerant: bool = False) -> Iterator[GameRecord | BadGame]:
    """Read all games of a file or folder, one at a time.

    A tolerant reader keeps the good beginning of a game with a bad move; see `read_record`.
    """
    for text in game_texts(path):
        yield read_game(text, tolerant=tolerant)
