"""`khronos-lab validate`: whether games are what the rules allow."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import click

from khronos_lab.commands.new_map import terrain_counts
from khronos_lab.commands.terminal import EXIT_CODES, echo, one_line, safe
from khronos_lab.core.maps import load_map, map_text
from khronos_lab.records.game_files import BadGame, GameText, game_files, game_texts, read_game
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import own_or_shipped


@click.command(short_help="Check games against the rules.", epilog=EXIT_CODES)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@click.option("--tolerant", is_flag=True, help="For a bad game, say how many moves are good.")
@click.pass_context
def validate(context: click.Context, files: tuple[str, ...], tolerant: bool) -> None:
    """Replay every game of FILE... by the rules and say what is wrong with it.

    A FILE is a record (.khr, .jsonl, or either with .gz), a folder of records, or a map (.txt).
    The exit code is 0 if everything is good and 1 if something is not.

    \b
    Examples:
      khronos-lab validate friday.khr club
      khronos-lab validate --tolerant friday.khr
      khronos-lab validate hills.txt
    """  # noqa: D301
    bad = 0
    for file in files:
        try:
            paths = game_files(own_or_shipped(file))
        except KhronosError as error:
            bad += _told(error)
            continue
        for path in paths:
            check = _validate_map if _is_map(path) else _validate
            bad += check(str(path), tolerant=tolerant)
    context.exit(1 if bad else 0)


def _validate(file: str, *, tolerant: bool) -> int:
    """Print a line for a file, after those for its bad games; gives the number of bad ones."""
    good = moves = bad = 0
    try:
        for text in game_texts(file):
            game = read_game(text, tolerant=tolerant)
            fault = game.error if isinstance(game, BadGame) else game.problem
            if fault is not None:
                bad += _told(fault, _kept(text, game))
            elif isinstance(game, GameRecord):
                good, moves = good + 1, moves + len(game.line.nodes)
    except KhronosError as error:
        return bad + _told(error)
    _summary(file, good, moves, bad)
    return bad


def _is_map(path: Path) -> bool:
    return path.suffix.lower() == ".txt"


def _validate_map(file: str, *, tolerant: bool) -> int:
    """Print a line for a map; a bad one has no good beginning to be tolerant about."""
    try:
        grid = load_map(os.path.join(os.curdir, file))
    except KhronosError as error:
        return _told(error)
    echo(f"{one_line(file)}: ok, a map with {terrain_counts(map_text(grid))}")
    return 0


def _summary(file: str, good: int, moves: int, bad: int) -> None:
    if good or not bad:
        ok = f"ok, {counted(good, 'game')}, {counted(moves, 'move')}"
        echo(f"{one_line(file)}: {ok}{f'; {bad} bad' if bad else ''}")


def _kept(text: GameText, game: GameRecord | BadGame) -> str:
    """What a tolerant reader keeps of a game with a fault."""
    if isinstance(game, BadGame):
        return ""
    moves = counted(len(game.line.nodes), "move")
    return f"The game at line {text.first_line} is good up to there: {moves}."


def _told(error: KhronosError, more: str = "") -> int:
    """Print an error, with the boards if it has a position; it counts as one."""
    echo(one_line(str(error)))
    for text in _details(error, more):
        echo(indent(safe(text).rstrip("\n"), "    "))
    return 1


def _details(error: KhronosError, more: str) -> Iterator[str]:
    if more:
        yield more
    position = getattr(error, "position", None)
    if position:
        yield position


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "game"), counted(1200, "move")
    ('1 game', '1,200 moves')
    """
    return f"{number:,} {thing}{'s' * (number != 1)}"
