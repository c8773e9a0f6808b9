"""`khronos-lab convert`: records to JSON Lines and back, and to tables."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from khronos_lab.commands.terminal import EXIT_CODES, echo, one_line, refuse_existing, tell_twin
from khronos_lab.commands.validate import counted
from khronos_lab.records.game_files import BadGame, is_json, read_games
from khronos_lab.records.identity import with_twins
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import local_path, refusal
from khronos_lab.records.saving import write_records
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import own_or_shipped

FORMATS = ("khr", "jsonl", "parquet")


@click.command(short_help="Convert games to JSON Lines and back, or to tables.", epilog=EXIT_CODES)
@click.argument("source", type=click.Path(), metavar="IN")
@click.argument("target", type=click.Path(), metavar="OUT")
@click.option("--to", "form", type=click.Choice(FORMATS), help="The format, whatever OUT is named.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--tolerant", is_flag=True, help="Keep the good beginning of a game with a bad move.")
@click.pass_context
def convert(
    context: click.Context, source: str, target: str, form: str | None, force: bool, tolerant: bool
) -> None:
    """Convert the games of IN, a file or folder, to OUT.

    Name OUT *.khr for a record, *.jsonl for JSON Lines (either may end in .gz), or a folder
    (with a / at the end) for Parquet tables of games, turns and events. Bad games are reported
    and left out; then the exit code is 1. OUT is written whole or not at all. In tables a game that
    is there twice counts once, and has the same id whatever folder it comes from.

    \b
    Examples:
      khronos-lab convert friday.khr friday.jsonl
      khronos-lab convert friday.jsonl.gz friday.khr
      khronos-lab convert club tables/
    """  # noqa: D301
    if not target:
        raise click.UsageError("OUT is empty; name a file or folder")
    form = form or _form(target)
    if form != "parquet":
        refuse_existing(target, force=force)
    elif _holds_something(local_path(target)) and not force:
        raise KhronosError(f"{target}: exists already; --force replaces it")
    games = _Games(source, tolerant=tolerant)
    said = _write(target, form, games, force=force)
    echo(f"{one_line(target)}: {said}")
    if games.bad:
        context.exit(1)


def _form(target: str) -> str:
    """The format that a name asks for."""
    name = target.lower().removesuffix(".gz")
    if is_json(target):
        return "jsonl"
    if name.endswith(".khr"):
        return "khr"
    if target.endswith(("/", os.sep)) or Path(target).is_dir():
        return "parquet"
    raise click.UsageError(f"{target} ends in none of .khr, .jsonl, .khr.gz, .jsonl.gz and /")


def _holds_something(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists()


class _Games:
    """The good games of a source; bad ones are told as they come and counted."""

    def __init__(self, source: str, *, tolerant: bool) -> None:
        self._source, self._tolerant = source, tolerant
        self.good = self.moves = self.bad = 0

    def __iter__(self) -> Iterator[GameRecord]:
        for game in read_games(own_or_shipped(self._source), tolerant=self._tolerant):
            fault = game.error if isinstance(game, BadGame) else game.problem
            if fault is not None:
                self.bad += 1
                echo(f"khronos-lab: {one_line(str(fault))}", err=True)
            if isinstance(game, GameRecord):
                self.good += 1
                self.moves += len(game.line.nodes)
                yield game
        if not self.good:
            raise KhronosError(f"{self._source}: there is no good game, so nothing was written")

    def once(self) -> Iterator[GameRecord]:
        """The same for counting: a game that comes again is told and left out."""
        for number, (_, record, twin_of) in enumerate(with_twins(self), 1):
            if twin_of is None:
                yield record
            else:
                self.good -= 1
                tell_twin((self._source, number), (self._source, twin_of + 1))


def _write(target: str, form: str, games: _Games, *, force: bool) -> str:
    """Write the games; what was written is said in a few words."""
    if form == "parquet":
        _write_tables(target, games, force=force)
    else:
        write_records(target, games, replace=force, json=form == "jsonl")
    bad = f"; {counted(games.bad, 'bad game')} told above" if games.bad else ""
    return f"{counted(games.good, 'game')}, {counted(games.moves, 'move')}{bad}"


def _write_tables(target: str, games: _Games, *, force: bool) -> None:
    from khronos_lab.analysis.tables.game_tables import tables_of
    from khronos_lab.analysis.tables.parquet_files import write_tables

    try:
        write_tables(target, tables_of(games.once()), overwrite=force)
    except OSError as fault:
        raise refusal(target, "written", fault) from fault
