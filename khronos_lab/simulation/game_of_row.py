"""From a row of a result back to its game: the record to open in the replay."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from khronos_lab.analysis.tables.dataset_folder import (
    MARKS,
    PLAN_FILE,
    Mark,
    asked_of,
    read_mark,
    shard_name,
)
from khronos_lab.records.game_files import game_texts, read_game
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import path_text
from khronos_lab.rulebook.suggestions import text_of
from khronos_lab.simulation.run import play_again


class Place(NamedTuple):
    """Where a game can be played again: the folder of its simulation, and its number there."""

    folder: Path
    simulation: str
    number: int


def record_of(
    folder: str | os.PathLike[str], game: str, *, trust: str | Sequence[str] = ()
) -> GameRecord:
    """The record of a game by its id in the tables of a folder, as every row of a result has it.

    The folder is on this computer and holds a simulated dataset, or folders of them. A dataset that
    was made with records has it; for any other the game is played once more, which gives the same
    game as long as the players are those that played it; `trust` names the modules of players that
    are not khronos_lab's, else they are not imported. Open it with `replay(record, step=step)`.
    """
    place = place_of(folder, game)
    if place is None:
        safe_id = game if game.isprintable() else repr(game)
        raise KhronosError(
            f"{path_text(folder)} has no game {safe_id}; ids are those of its tables"
        )
    return _kept(place) or play_again(place.folder, place.number, trust=trust)


def place_of(folder: str | os.PathLike[str], game: str) -> Place | None:
    """Where the game with this id is; None if no simulation at or below a folder has it.

    The id is the short name of a simulation and the number of the game in it.
    """
    simulation, _, number = text_of(game, "the id of a game").rpartition("-")
    if not simulation or not number.isdecimal():
        return None
    for found, name in _simulations(folder):
        if name == simulation:
            return Place(found, simulation, int(number))
    return None


def simulations_with_records(folder: str | os.PathLike[str]) -> list[str]:
    """The short names of the simulations at or below a folder that have kept their games."""
    return [name for found, name in _simulations(folder) if any(found.glob("records/*"))]


def _simulations(folder: str | os.PathLike[str]) -> Iterator[tuple[Path, str]]:
    """The folders of simulations, and their short names."""
    for plan in sorted(Path(path_text(folder)).rglob(PLAN_FILE)):
        with suppress(KhronosError, OSError):  # somebody else's file of this name
            yield plan.parent, asked_of(plan.read_bytes(), str(plan)).name


def _kept(place: Place) -> GameRecord | None:
    """The record of a game as its shard has it; None if there is none."""
    for path in sorted((place.folder / MARKS).glob("*.json")):
        mark = read_mark(path.read_bytes(), path.as_posix(), place.simulation)
        if mark.first <= place.number < mark.first + mark.games:
            shard = place.folder / shard_name("records", mark.shard)
            return _in_shard(shard, mark, place.number)
    return None


def _in_shard(file: Path, mark: Mark, number: int) -> GameRecord | None:
    failed = {failure.number for failure in mark.failures}
    if number in failed or not file.is_file():
        return None
    place = sum(each not in failed for each in range(mark.first, number))
    # Those before it are not read, only counted.
    text = next(islice(game_texts(file), place, None), None)
    found = None if text is None else read_game(text)
    return found if isinstance(found, GameRecord) else None
