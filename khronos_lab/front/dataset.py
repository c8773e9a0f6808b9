"""Dataset: many games as one thing to ask.

>>> games = dataset("data/sample")
>>> games
Dataset: 2,076 games, 2 to 5 players (data/sample)
>>> games.games.collect().columns[:3]
['game', 'seat', 'step']
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from glob import glob
from pathlib import Path
from typing import Final

import polars as pl

from khronos_lab.analysis.tables.game_tables import LazyTables, tables_of
from khronos_lab.analysis.tables.parquet_files import read_tables
from khronos_lab.analysis.tables.schema import COLUMNS
from khronos_lab.front.game import Game
from khronos_lab.records.game_files import game_files, read_games
from khronos_lab.records.identity import with_twins
from khronos_lab.records.model import GameRecord
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.resources import own_or_shipped
from khronos_lab.simulation.game_of_row import record_of

Source = str | os.PathLike[str] | GameRecord | Game
SHORT: Final = 3


class Dataset:
    """Many games: `games`, `turns` and `events` are lazy polars tables, read as far as asked.

    Make one with `khronos_lab.dataset(...)`. `describe()` says what is in it, `game(id)` opens one.
    """

    def __init__(
        self,
        tables: LazyTables,
        *,
        name: str,
        folders: Sequence[Path] = (),
        records: Mapping[str, GameRecord] | None = None,
        twins: int = 0,
    ) -> None:
        self.tables = tables
        """All three tables together, as `khronos_lab.statistics` takes them."""
        self.name = name
        self._folders = tuple(folders)
        self._records = dict(records or {})
        self._twins = twins

    @property
    def games(self) -> pl.LazyFrame:
        """One row per player of each game."""
        return self.tables.games

    @property
    def turns(self) -> pl.LazyFrame:
        """One row per turn."""
        return self.tables.turns

    @property
    def events(self) -> pl.LazyFrame:
        """One row per event."""
        return self.tables.events

    @property
    def columns(self) -> pl.DataFrame:
        """Every column of the three tables with its meaning."""
        rows = [
            (table, column.name, str(column.dtype), column.meaning)
            for table, columns in COLUMNS.items()
            for column in columns
        ]
        return pl.DataFrame(rows, ["table", "column", "type", "meaning"], orient="row")

    @cached_property
    def _count(self) -> tuple[int, int, int]:
        """How many games, and the fewest and most players of one."""
        first = self.games.filter(pl.col("seat") == 0)
        players = pl.col("players")
        found = first.select(pl.len(), players.min(), players.max().alias("most")).collect().row(0)
        return found[0], found[1] or 0, found[2] or 0

    def __len__(self) -> int:
        return self._count[0]

    def describe(self) -> pl.DataFrame:
        """Who played, how often, on which maps and by which rules: one row per kind of table."""
        rules = ("players", "edition", "holdem")
        return (
            self.games.sort("game", "seat")
            .group_by("game", *rules, "map", maintain_order=True)
            .agg(pl.col("player").sort())
            .with_columns(pl.col("player").list.join(", ").alias("who"))
            .group_by(*rules, "who")
            .agg(pl.len().alias("games"), pl.col("map").unique().sort().alias("maps"))
            .sort(*rules, "who")
            .collect()
        )

    def game(self, number: str | int = 0, *, trust: str | Sequence[str] = ()) -> Game:
        """One game: by its id, as every table and result has it, or by its place.

        Where no record was kept its players play it again. Those of your own need your word:
        `trust="my_players"` names their module.
        """
        ids = self.games.select("game").unique(maintain_order=True).collect()["game"]
        if isinstance(number, int) and not -len(ids) <= number < len(ids):
            raise KhronosError(f"There are {len(ids):,} games, so there is no game {number}.")
        game = str(ids[number]) if isinstance(number, int) else number
        if game not in ids:
            raise KhronosError(f"There is no game {game!r} in {self.name}.")
        if self._records:
            return Game(self._records[game])
        return Game(record_of(self._folder_of(game), game, trust=trust))

    def _folder_of(self, game: str) -> Path:
        """The folder whose tables have a game."""
        wanted = pl.col("game") == game
        for folder in self._folders:
            games = read_tables(folder, verify=False).games
            if games.filter(wanted).head(1).collect().height:
                return folder
        raise KhronosError(f"There is no game {game!r} in {self.name}.")

    def __repr__(self) -> str:
        games, fewest, most = self._count
        seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        told = f"Dataset: {games:,} games, {seats} players ({self.name})"
        if self._twins:
            told += f"; {say('files-given_twice', n=self._twins)}"
        return "; ".join([told, *self.tables.missing()])

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p><b>{escape(repr(self))}</b></p>{self.describe()._repr_html_()}"


def dataset(*sources: Source | Iterable[Source]) -> Dataset:
    """Many games as one dataset.

    A source is a folder of Parquet tables (`simulate` writes them), a folder or file of records
    (`*.khr`), a pattern such as `"club/*.khr"`, a game, a record, or a list of these. Tables and
    records are two kinds of data: give one kind at a time. A game that is there twice, whatever is
    said about it, counts once; tables with a game twice are refused.
    """
    flat = list(_flat(sources))
    if not flat:
        raise KhronosError('Name the games: khronos_lab.dataset("data/sample").')
    name = ", ".join(str(each) for each in flat[:SHORT] if isinstance(each, Path)) or "given games"
    folders = [each for each in flat if isinstance(each, Path) and _has_tables(each)]
    others = [each for each in flat if each not in folders]
    if folders and others:
        raise KhronosError(
            f"{folders[0]} holds tables and {others[0]} holds records: load them as two datasets."
        )
    if folders:
        first, *more = folders
        return Dataset(read_tables(first, *more), name=name, folders=folders)
    found = list(with_twins(record for each in others for record in _records(each)))
    records = {each.id: each.record for each in found if each.twin_of is None}
    if not records:
        raise KhronosError(f"There are no games in {name}.")
    tables = tables_of(records.values(), game_ids=records).lazy()
    return Dataset(tables, name=name, records=records, twins=len(found) - len(records))


def _flat(sources: Iterable[object]) -> Iterable[Path | GameRecord]:
    for source in sources:
        if isinstance(source, Game):
            yield source.record
        elif isinstance(source, GameRecord):
            yield source
        elif isinstance(source, str | os.PathLike):
            yield from _paths(os.fspath(source))
        elif isinstance(source, Iterable):
            yield from _flat(source)
        else:
            raise KhronosError(
                f"I can't read games from a {type(source).__name__}. Give folders, files, games or "
                "records."
            )


def _paths(text: str) -> list[Path]:
    path = own_or_shipped(text)
    if path.exists():
        return [path]
    found = [Path(each) for each in sorted(glob(text, recursive=True))]
    if not found:
        raise KhronosError(f"{text} is not there: name a folder or file of games.")
    return found


def _has_tables(path: Path) -> bool:
    return path.is_dir() and any(path.rglob("*.parquet"))


def _records(source: Path | GameRecord) -> Iterable[GameRecord]:
    if isinstance(source, GameRecord):
        yield source
        return
    for file in game_files(source):
        for game in read_games(file):
            if not isinstance(game, GameRecord):
                raise game.error
            yield game
