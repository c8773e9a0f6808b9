"""Files and folders of games of any size, read and written with one game in memory at a time.

A file holds any number of games, plain or compressed with gzip; a game begins at a line that starts
with `[Khronos "` and ends where the next one begins. A game that cannot be read is reported and the
rest goes on::

    for game in read_games("club"):
        print(game.error if isinstance(game, BadGame) else game.names)

A game is written to a new file, or back to the file it came from, whose other games stay: whole or
not at all. A file that somebody else has changed since it was read is left alone.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from khronos_lab.core import GameState
from khronos_lab.records.format.reader import read_record
from khronos_lab.records.format.writer import LONGEST_GAME, record_text
from khronos_lab.records.model import GameRecord, Line, Node
from khronos_lab.records.safe_files import (
    PathName,
    Stretch,
    local_path,
    locked_folder,
    refusal,
    stretches,
    whole_file,
)
from khronos_lab.rulebook import KhronosError, RecordError, is_shipped, own_or_shipped, quoted

# With or without a byte order mark; written so that a flood of empty lines costs little.
_GAME = re.compile(rb'(?:\n|\n\xef\xbb\xbf)\[Khronos[ \t]{1,8}"')
_GAME_NAMES = (".khr", ".khr.gz")


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
            reason = str(fault).removeprefix(f"{file}: ")
            yield GameText(str(file), 1, "", RecordError(reason, str(file), 1, 1))


def _texts_of(file: Path) -> Iterator[GameText]:
    number = 0
    for stretch in stretches(file, _GAME, LONGEST_GAME):
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
    try:
        return read_record(text.text, text.file, first_line=text.first_line, tolerant=tolerant)
    except RecordError as fault:
        return BadGame(text.file, fault.line, fault)


def read_games(path: PathName, *, tolerant: bool = False) -> Iterator[GameRecord | BadGame]:
    """Read all games of a file or folder, one at a time.

    A tolerant reader keeps the good beginning of a game with a bad move; see `read_record`.
    """
    for text in game_texts(path):
        yield read_game(text, tolerant=tolerant)


# ------------------------------------------------------------------ saving


class Home(NamedTuple):
    """Where a game stands: its file, its number in it, and the text that stood there."""

    path: Path
    number: int
    """From 1."""
    text: str

    @property
    def shipped(self) -> bool:
        """True if the file came with khronos_lab, so that nobody may write to it."""
        return is_shipped(self.path)


def game_at(path: PathName, number: int = 1) -> tuple[GameRecord, Home]:
    """The game with this number in a file or folder, read tolerantly, and where it stands.

    Games before it are not played. A path that begins with `data/` and is not here is found with
    the package.
    """
    if type(number) is not int or number < 1:
        raise KhronosError(f"games of a file count from 1, so there is no game {quoted(number)}")
    games, file, place = 0, "", 0
    for games, text in enumerate(game_texts(own_or_shipped(path)), 1):
        file, place = text.file, place + 1 if text.file == file else 1
        if games == number:
            game = read_game(text, tolerant=True)
            if isinstance(game, BadGame):
                raise game.error
            return game, Home(Path(file), place, text.text)
    raise KhronosError(
        f"{os.fspath(path)}: there is no game {number} in this file, which has {games}"
    )


def _with_new(home: Home, new: str) -> Iterator[str]:
    """The texts of all games of a file, one of them new."""
    found = False
    for number, each in enumerate(game_texts(home.path), 1):
        if each.problem is not None:
            raise KhronosError(
                f"{home.path.name} holds something that cannot be read (line {each.first_line}): "
                "save under another name"
            )
        if found and number == home.number + 1:
            yield "\n"
        if number != home.number:
            yield each.text
        elif each.text == home.text:
            found = True
            yield new
    if not found:
        raise KhronosError(
            f"{home.path.name} has been changed by somebody else since it was opened, perhaps in a "
            "second window, so nothing was saved: open it again, or save under another name"
        )


def _written(home: Home) -> str:
    return next(islice(game_texts(home.path), home.number - 1, None)).text


def save_as(path: PathName, record: GameRecord, *, replace: bool = False) -> Home:
    """Write a game to a file of its own; an existing file is replaced only if asked."""
    target = game_path(path)
    home = Home(target, 1, "")
    text = game_text(record, f"{target.name}: the game")
    with locked_folder(target):
        with whole_file(target, replace=replace) as file:
            file.write(text)
        return home._replace(text=_written(home))


def game_path(path: PathName) -> Path:
    """The path to write a game to; names that are not those of game files are refused."""
    target = local_path(path)
    if not target.name.lower().endswith(_GAME_NAMES):
        raise KhronosError(f"{target}: a file of games is named *.khr or *.khr.gz")
    refuse_shipped(target)
    return target


def refuse_shipped(path: Path) -> None:
    """Refuse to write over what came with khronos_lab."""
    if is_shipped(path):
        raise KhronosError(f"{path.name} came with khronos_lab: save it under another name")


def save(
    record: GameRecord, home: Home | None, path: PathName | None = None, *, replace: bool = False
) -> Home:
    """Write a game back to its place, or to a file of its own if a path is given.

    Gives the place as it is now.
    """
    if path is not None:
        return save_as(path, record, replace=replace)
    if home is None:
        raise KhronosError('this game lies in no file yet: name one, as in save("my-game.khr")')
    refuse_shipped(home.path)
    if record.problem is not None:
        raise KhronosError(
            f"{home.path.name} was read only up to a fault, and saving would lose the rest: "
            "save under another name"
        )
    new = game_text(record, f"{home.path.name}: the game")
    with locked_folder(home.path):
        with whole_file(home.path) as file:
            # One game in memory at a time; whatever is refused leaves the file as it was.
            for text in _with_new(home, new):
                file.write(text)
        return home._replace(text=_written(home))


def write_records(
    path: PathName, records: Iterable[GameRecord], *, replace: bool = True
) -> tuple[int, int]:
    """Write records to a file, whole or not at all; gives the numbers of games and moves.

    A name that ends in `.gz` makes a compressed file. With `replace=False` an existing file is an
    error.
    """
    games = moves = 0
    with whole_file(path, replace=replace) as file:
        for record in records:
            file.write("\n" * (games > 0) + game_text(record, f"game {games + 1}"))
            games, moves = games + 1, moves + len(record.line.nodes)
    return games, moves


def game_text(record: GameRecord, title: str) -> str:
    """The text of a game, refused if it is too long to be read again."""
    text = record_text(record)
    if len(text.encode()) > LONGEST_GAME:
        raise KhronosError(f"{title} is too long to be read again; delete some variations")
    return text


# ------------------------------------------------------------------ identity


def game_digest(start: GameState, nodes: Iterable[Node]) -> str:
    """The identity of a game: a digest of its first position and its moves.

    Comments, marks, variations, tags and the file may change: it still is the same game.
    """
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
