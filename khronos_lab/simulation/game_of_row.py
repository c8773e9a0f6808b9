"""From a row of a result back to its game: the record to open in the replay."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

from khronos_lab.analysis.tables.dataset_folder import (
    MARKS,
    PLAN_FILE,
    Mark,
    read_mark,
    shard_name,
    simulation_name,
)
from khronos_lab.records.game_files import read_games
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.simulation.run import play_again


def record_of(folder: str | os.PathLike[str], game: str) -> GameRecord:
    """The record of a game by its id in the tables of a folder, as every row of a result has it.

    The folder is on this computer and holds a simulated dataset, or folders of them. A dataset that
    was made with records has it; for any other the game is played once more, which gives the same
    game as long as the players are those that played it. Open it with `replay(record, step=step)`.
    """
    simulation, _, number = game.rpartition("-")
    place = _dataset(Path(folder), simulation)
    if place is None or not number.isdecimal():
        raise KhronosError(f"{os.fspath(folder)} has no game {game}; ids are those of its tables")
    return _kept(place, simulation, int(number)) or play_again(place, int(number))


def _dataset(folder: Path, simulation: str) -> Path | None:
    """The folder of a simulation, at or below a folder."""
    for plan in sorted(folder.rglob(PLAN_FILE)):
        if simulation_name(plan.read_bytes(), str(plan)) == simulation:
            return plan.parent
    return None


def _kept(place: Path, simulation: str, number: int) -> GameRecord | None:
    """The record of a game as its shard has it; None if there is none."""
    for path in sorted((place / MARKS).glob("*.json")):
        mark = read_mark(path.read_bytes(), path.as_posix(), simulation)
        if mark.first <= number < mark.first + mark.games:
            return _in_shard(place / shard_name("records", mark.shard), mark, number)
    return None


def _in_shard(file: Path, mark: Mark, number: int) -> GameRecord | None:
    failed = {failure.number for failure in mark.failures}
    if number in failed or not file.is_file():
        return None
    place = sum(each not in failed for each in range(mark.first, number))
    found = next(islice(read_games(file), place, None), None)
    return found if isinstance(found, GameRecord) else None
