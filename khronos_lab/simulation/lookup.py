"""From the id of a game in a table back to the game: the simulation it belongs to, played again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from khronos_lab.analysis.tables.dataset_folder import PLAN_FILE
from khronos_lab.records.model import GameRecord
from khronos_lab.simulation.run import play_again


class Place(NamedTuple):
    """Where a game can be played again: the folder of its simulation, and its number there."""

    folder: Path
    number: int


def place_of(folder: str | Path, game: str) -> Place | None:
    """Where the game with this id of the tables is; None if no simulation below a folder has it.

    The id is the short name of a simulation and the number of the game in it.
    """
    simulation, _, number = game.rpartition("-")
    if not simulation or not number.isdecimal():
        return None
    home = dict(_simulations(Path(folder))).get(simulation)
    return None if home is None else Place(home, int(number))


def game_again(place: Place) -> GameRecord:
    """The record of a game, played again move for move."""
    return play_again(place.folder, place.number)


def _simulations(folder: Path) -> Iterator[tuple[str, Path]]:
    for plan in sorted(folder.rglob(PLAN_FILE)):
        try:
            name = json.loads(plan.read_text("utf-8"))["simulation"]
        except (OSError, ValueError, KeyError, TypeError):
            continue  # no plan of ours
        if isinstance(name, str):
            yield name, plan.parent
