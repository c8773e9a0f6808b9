"""Writing games: to a new file, or back to the file they came from, whose other games stay.

A file is written whole or not at all, and one that somebody else has changed since it was read is
left alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from khronos_lab.records.format.jsonl import LONGEST_JSON, json_text
from khronos_lab.records.format.writer import LONGEST_GAME, record_text
from khronos_lab.records.game_files import BadGame, game_texts, is_json, read_game
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import PathName, local_path, whole_file
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import is_shipped, own_or_shipped
from khronos_lab.rulebook.suggestions import quoted


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


def save_game(home: Home, record: GameRecord) -> Home:
    """Write a game back to its place; gives the place as it is now."""
    refuse_shipped(home.path)
    if record.problem is not None:
        raise KhronosError(
            f"{home.path.name} was read only up to a fault, and saving would lose the rest: "
            "save under another name"
        )
    new = game_text(home.path, record)
    with whole_file(home.path) as file:
        # One game in memory at a time; whatever is refused on the way leaves the file as it was.
        for text in _with_new(home, new):
            file.write(text)
    return home._replace(text=_written(home))


def _with_new(home: Home, new: str) -> Iterator[str]:
    """The texts of all games of a file, one of them new."""
    found = False
    for number, each in enumerate(game_texts(home.path), 1):
        if each.problem is not None:
            raise KhronosError(
                f"{home.path.name} holds something that cannot be read (line {each.first_line}): "
                "save under another name"
            )
        if found and number == home.number + 1 and not is_json(home.path):
            yield "\n"
        if number != home.number:
            yield each.text
        elif each.text == home.text:
            found = True
            yield new
    if not found:
        raise KhronosError(
            f"{home.path.name} has been changed by somebody else since it was opened: save under "
            "another name, or open it again"
        )


def _written(home: Home) -> str:
    return next(islice(game_texts(home.path), home.number - 1, None)).text


def save_as(path: PathName, record: GameRecord, *, replace: bool = False) -> Home:
    """Write a game to a file of its own; an existing file is replaced only if asked."""
    target = game_path(path)
    home = Home(target, 1, "")
    text = game_text(target, record)
    with whole_file(target, replace=replace) as file:
        file.write(text)
    return home._replace(text=_written(home))


def game_path(path: PathName) -> Path:
    """The path to write a game to; names that are not those of game files are refused."""
    target = local_path(path)
    if not target.name.lower().endswith((".khr", ".khr.gz", ".jsonl", ".jsonl.gz")):
        raise KhronosError(f"{target}: a file of games is named *.khr, *.khr.gz or *.jsonl")
    refuse_shipped(target)
    return target


def refuse_shipped(path: Path) -> None:
    """Refuse to write over what came with khronos_lab."""
    if is_shipped(path):
        raise KhronosError(f"{path.name} came with khronos_lab: save it under another name")


def save(
    record: GameRecord, home: Home | None, path: PathName | None = None, *, replace: bool = False
) -> Home:
    """Write a game back to its place, or to a file of its own if a path is given."""
    if path is not None:
        return save_as(path, record, replace=replace)
    if home is None:
        raise KhronosError('this game lies in no file yet: name one, as in save("my-game.khr")')
    return save_game(home, record)


def write_records(
    path: PathName,
    records: Iterable[GameRecord],
    *,
    replace: bool = True,
    json: bool | None = None,
) -> tuple[int, int]:
    """Write records to a file, whole or not at all; gives the numbers of games and moves.

    With `json`, or by default if the name says so, it is a file of JSON Lines; a name that ends in
    `.gz` makes a compressed one. With `replace=False` an existing file is an error.
    """
    json = is_json(path) if json is None else json
    games = moves = 0
    with whole_file(path, replace=replace) as file:
        for record in records:
            between = "\n" if games and not json else ""
            file.write(between + _text(record, f"game {games + 1}", json=json))
            games, moves = games + 1, moves + len(record.line.nodes)
    return games, moves


def game_text(path: Path, record: GameRecord) -> str:
    """A game as a file of this name holds it, refused if it is too long to be read again."""
    return _text(record, f"{path.name}: the game", json=is_json(path))


def _text(record: GameRecord, title: str, *, json: bool) -> str:
    text = json_text(record) if json else record_text(record)
    if len(text.encode()) > (LONGEST_JSON if json else LONGEST_GAME):
        raise KhronosError(f"{title} is too long to be read again; delete some variations")
    return text


__all__ = [
    "Home",
    "game_at",
    "game_text",
    "refuse_shipped",
    "save",
    "save_as",
    "save_game",
    "write_records",
]
