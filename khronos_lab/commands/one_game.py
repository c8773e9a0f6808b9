"""The one game of a file that a command is about."""

from __future__ import annotations

from itertools import islice

import click

from khronos_lab.records.game_files import BadGame, game_texts, read_game
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.resources import own_or_shipped


def find_game(file: str, number: int) -> GameRecord:
    """The game with this number; those before it are not played."""
    file = str(own_or_shipped(file))
    text = next(islice(game_texts(file), number - 1, None), None)
    if text is None:
        games = sum(1 for _ in game_texts(file))
        raise click.UsageError(f"there is no game {number} in {file}, which has {games}")
    found = read_game(text, tolerant=True)
    if isinstance(found, BadGame):
        raise found.error
    return found
