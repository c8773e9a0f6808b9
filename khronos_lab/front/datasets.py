"""Dataset: many games as one thing to ask.

>>> games = dataset("data/sample")
>>> games
Dataset: 1,104 games, 2 to 5 players (data/sample)
>>> games.games.collect().columns[:3]
['game', 'seat', 'step']
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property, partial
from glob import glob
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast
from weakref import finalize

import polars as pl

from khronos_lab.analysis import COLUMNS, SCHEMAS, LazyTables, domain_graph, read_tables, tables_of
from khronos_lab.engine import as_age, listed_names
from khronos_lab.front.game import Game
from khronos_lab.questions import (
    DERIVED,
    LIVES,
    WHO,
    Answer,
    Asking,
    Buildings,
    Compare,
    Measure,
    Progress,
    Selection,
    conditions_of,
    players_table,
    tax_rounds,
)
from khronos_lab.records import (
    GameRecord,
    PathName,
    game_files,
    local_path,
    read_games,
    whole_file,
    with_twins,
)
from khronos_lab.rulebook import (
    KhronosError,
    RuleSet,
    a_or_an,
    multilingual,
    nearest,
    number_of,
    number_text,
    own_or_shipped,
    quoted,
    say,
    text_of,
)
from khronos_lab.simulation import record_of, simulations_with_records

if TYPE_CHECKING:
    import networkx as nx

    from khronos_lab.core import GameState, Grid
    from khronos_lab.desk import Replay
    from khronos_lab.explorer import Explorer
    from khronos_lab.front.mistakes import Mistakes, Place
    from khronos_lab.rulebook import Age
    from khronos_lab.simulation import Bar, Seats


By = str | Sequence[str]
Source = str | os.PathLike[str] | GameRecord | Game
SHORT: Final = 3
FIRST: Final = 10
"""Rows of a lazy table that are shown."""
USUAL_RULES: Final = RuleSet()


class LazyRows(pl.LazyFrame):
    """A lazy polars table that shows its first rows; `.collect()` gives all of them."""

    @classmethod
    def of(cls, frame: pl.LazyFrame) -> LazyRows:
        """The same table, and what is selected or filtered from it."""
        rows = frame.clone()
        rows.__class__ = cls
        return cast("LazyRows", rows)

    def _first(self) -> tuple[pl.DataFrame, str]:
        rows = self.head(FIRST + 1).collect()
        return rows.head(FIRST), say("shown-first_rows", n=FIRST) if rows.height > FIRST else ""

    def __repr__(self) -> str:
        rows, note = self._first()
        return f"{rows}\n{note}".rstrip()

    __str__ = __repr__

    def _repr_html_(self) -> str:
        rows, note = self._first()
        return f"{rows._repr_html_()}<small>{note}</small>"


@dataclass(frozen=True, slots=True)
class Position:
    """A position just before an event, and the event as its row in `events`."""

    game: str
    state: GameState
    event: Mapping[str, Any]

    def domains(self, age: str | Age | None = None) -> nx.Graph:
        """The buildings of an age (that of the event), joined where they touch."""
        return domain_graph(self.state, as_age(self.event["age"] if age is None else age))


class Dataset(Asking):
    """Many games: `games`, `players`, `turns` and `events` are lazy polars tables.

    Make one with `khronos_lab.dataset(...)`. `describe()` says what is in it, `game(id)` opens one,
    `filter(...)` takes some of them. Each question (`income()`, `seats()`, ...) gives an `Answer`.
    """

    def __init__(
        self,
        tables: LazyTables,
        *,
        name: str = "",
        folders: Sequence[Path] = (),
        records: Mapping[str, GameRecord] | None = None,
        twins: int = 0,
        places: Mapping[str, Place] | None = None,
        held: object = None,
    ) -> None:
        if not isinstance(tables, LazyTables):
            raise KhronosError(f"Games are read by kl.dataset: write kl.dataset({quoted(tables)}).")
        self._chosen = Selection(tables)
        self.name = name
        self._folders = tuple(folders)
        self._records = dict(records or {})
        self._twins = twins
        self._places = dict(places or {})
        self._held = held
        """A folder that lives as long as this dataset."""

    # -------------------------------------------------------------- tables

    @property
    def tables(self) -> LazyTables:
        """All tables together: games, turns and totals of the players that count, all events."""
        return self._chosen.tables

    @property
    def games(self) -> pl.LazyFrame:
        """One row per player of each game."""
        return LazyRows.of(self.tables.games)

    @property
    def players(self) -> pl.LazyFrame:
        """One row per player of each finished game: income, actions, domains, paradoxes, lead."""
        return LazyRows.of(players_table(self._chosen))

    @property
    def turns(self) -> pl.LazyFrame:
        """One row per turn."""
        return LazyRows.of(self.tables.turns)

    @property
    def events(self) -> pl.LazyFrame:
        """One row per event."""
        return LazyRows.of(self.tables.events)

    @property
    def columns(self) -> pl.DataFrame:
        """Every column of the four tables with its meaning."""
        rows = [
            (table, column.name, str(column.dtype), column.meaning)
            for table, columns in COLUMNS.items()
            for column in columns
        ]
        types = self.players.collect_schema()
        rows += [("players", name, str(types[name]), said) for name, said in DERIVED.items()]
        return pl.DataFrame(rows, ["table", "column", "type", "meaning"], orient="row")

    @cached_property
    def _count(self) -> tuple[int, int, int]:
        """How many games, and the fewest and most players of one."""
        players = pl.col("players")
        number = pl.col("game").n_unique().alias("games")
        told = self.games.select(number, players.min(), players.max().alias("most"))
        found = told.collect().row(0)
        return found[0], found[1] or 0, found[2] or 0

    def __len__(self) -> int:
        return self._count[0]

    def __getitem__(self, number: str | int) -> Game:
        return self.game(number)

    def __iter__(self) -> Iterator[Game]:
        return (self.game(each) for each in self._ids)

    @cached_property
    def _ids(self) -> list[str]:
        return self.games.select("game").unique(maintain_order=True).collect()["game"].to_list()

    def describe(self) -> pl.DataFrame:
        """Who played, how often, on which maps and by which rules: one row per kind of table.

        What the columns of its tables mean is told by `columns`.
        """
        rules = ("players", "edition", "holdem")
        return (
            self._chosen.whole.games.sort("game", "seat")
            .group_by("game", *rules, "map", maintain_order=True)
            .agg(WHO.sort())
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
        ids = self._ids
        if isinstance(number, int) and not -len(ids) <= number < len(ids):
            raise KhronosError(f"There are {len(ids):,} games, so there is no game {number}.")
        game = str(ids[number]) if isinstance(number, int) else text_of(number, "the id of a game")
        if not game.isprintable() or game not in ids:
            raise KhronosError(f"There is no game {quoted(game)} in {self.name}.")
        if self._records:
            return Game(self._records[game])
        found = Game(record_of(self._folder_of(game), game, trust=trust))
        self._check_same(game, found)
        return found

    def _check_same(self, game: str, found: Game) -> None:
        """Refuse a game that was played again and took another course than the tables tell."""
        rows = self._chosen.whole.games.filter(pl.col("game") == game).sort("seat").collect()
        told = (rows["step"][0], rows["coins"].to_list())
        final = found[-1].state
        if told != (len(found) - 1, [player.coins for player in final.players]):
            raise KhronosError(say("finding-other_course", game=game))

    def _folder_of(self, game: str) -> Path:
        """The folder whose tables have a game."""
        *others, last = self._folders
        for folder in others:
            games = read_tables(folder, verify=False).games
            if games.filter(pl.col("game") == game).head(1).collect().height:
                return folder
        return last

    # -------------------------------------------------------------- questions

    def filter(
        self,
        *conditions: pl.Expr,
        who: Sequence[str] | None = None,
        **values: Any,  # noqa: ANN401
    ) -> Dataset:
        """Some of the games: `players=4, map="valley"`, several values in a list, or polars.

        `who=["planner", "greedy"]` keeps the games that exactly these players play. Other
        columns are those of `games`, and `place` in turn order. What is said of a game (players,
        map, edition, holdem...) keeps or drops whole games. What is said of a player (player, seat,
        place, won, coins...) keeps the games with such a player and all their events, and from then
        on statistics of players count only that player, still against everybody at the table.
        """
        named = values if who is None else {**values, "who": who}
        words = [*(f"{name}={value}" for name, value in named.items()), *map(str, conditions)]
        chosen = self._chosen.where(*conditions, who=who, **values)
        return self._some(chosen, f"{self.name}: {', '.join(words)}" if words else self.name)

    def _some(self, chosen: Selection, name: str) -> Dataset:
        found = copy(self)
        for each in ("_count", "_ids"):
            found.__dict__.pop(each, None)
        found._chosen, found.name = chosen, name
        return found

    def explore(
        self,
        of: str = "games",
        *,
        measures: Mapping[str, pl.Expr] | None = None,
        language: str | None = None,
    ) -> Explorer[Dataset]:
        """Linked pictures of games, players' games or turns: brush one, and all others follow.

        `of` is "games", "players" or "turns". `measures` are your own, as polars expressions of
        their columns: `{"coins per card": pl.col("coins") / pl.col("cards_played")}`. What is
        brushed is a dataset again, `x.selection`; a click on a game of the list opens its replay at
        the moment.
        """
        from khronos_lab.explorer import Explorer

        if measures is not None and not isinstance(measures, Mapping):
            example = '{"coins per card": pl.col("coins") / pl.col("cards_played")}'
            raise KhronosError(f"Your own measures have names: measures={example}.")
        for name, expr in (measures or {}).items():
            if not isinstance(expr, pl.Expr):
                raise KhronosError(f"{name} is a polars expression, not {quoted(expr)}.")
        return Explorer(
            self.tables, self._selected, self._open, of=of, measures=measures, language=language
        )

    def _selected(self, rows: pl.DataFrame) -> Dataset:
        name = f"{self.name}: {say('explore-selection')}"
        return self._some(self._chosen.among(rows.lazy()), name)

    def open(self, row: Mapping[str, Any] | pl.DataFrame | pl.LazyFrame) -> Replay:
        """The replay at the moment of a row: anything with a `game` and a `step`."""
        rows = row.collect() if isinstance(row, pl.LazyFrame) else row
        found: object = rows.row(0, named=True) if isinstance(rows, pl.DataFrame) else rows
        if not isinstance(found, Mapping) or None in (found.get("game"), found.get("step")):
            raise KhronosError(say("finding-no_moment"))
        return self._open(found["game"], found["step"])

    def _open(self, game: str, step: int) -> Replay:
        return self.game(game).replay(step=step)

    @property
    def _opener(self) -> Callable[[str, int], Replay]:  # type: ignore[override]
        return self._open

    def buildings(self, *conditions: pl.Expr, **values: Any) -> Buildings:  # noqa: ANN401
        """Buildings, or some of them: `building="keep"`, `kind="military"`, `birth="cast"`."""
        asked = conditions_of("Buildings", LIVES, conditions, values)
        return Buildings(self._chosen, self._open, tuple(asked))

    def measure(
        self, name: str, expr: str | pl.Expr | None = None, by: By = (), of: str = "players"
    ) -> Answer:
        """A measure of your own with its interval: a column, or a polars expression of columns.

        `of` says of what it is a mean: "players" (rows of `players`), "games", or "turns".
        `measure("coins per card", pl.col("income") / pl.col("cards_played"), by="player")`.
        """
        return Measure(self._chosen, name, expr, by, of, opener=self._open)

    def compare(
        self,
        other: Dataset,
        measures: Sequence[str] | Mapping[str, pl.Expr] | None = None,
        names: tuple[str, str] | None = None,
    ) -> Answer:
        """Two sets of games side by side; if one is filtered by player, their players.

        It first says in what the sets differ. `measures` are some of the measures by name, or your
        own: `{"coins per card": pl.col("coins") / pl.col("cards_played")}`. Each side needs at
        least ten independent deals.
        """
        if not isinstance(other, Dataset):
            raise KhronosError("Compare with another dataset: games.compare(kl.dataset(...)).")
        sources = {each.name.partition(": ")[0] for each in (self, other)}
        if names is None and len(sources) > 1:
            names = (self.name, other.name)
        return Compare(self._chosen, other._chosen, names, measures, opener=self._open)

    def positions(
        self,
        *conditions: pl.Expr,
        games: int | None = None,
        **values: Any,  # noqa: ANN401
    ) -> Iterator[Position]:
        """The position before each event for which all conditions hold, in the first `games` games.

        `positions(event="TaxCollected", games=10)`; for work with networkx,
        `position.domains("Might")` is the graph of its buildings.
        """
        if games is not None:
            number_of(games, "how many games to look at")
        asked = conditions_of("Events", SCHEMAS["events"], conditions, values)
        rows = self.events.filter(
            *(each.expr for each in asked), pl.col("game").is_in(self._ids[:games])
        )

        def found() -> Iterator[Position]:
            for part in rows.collect(engine="streaming").partition_by("game", maintain_order=True):
                game = self.game(part["game"][0])
                for row in part.iter_rows(named=True):
                    yield Position(row["game"], game[row["step"] - 1].state, row)

        return found()

    def mistakes(self, player: str | None = None, *, progress: bool | None = None) -> Mistakes:
        """The mistakes of one player, or of all, the costliest first: `.open(row)` shows one.

        Every game is reviewed, up to a minute for one of four players; what is worked out is kept
        beside files of your own. Games must be at hand as records.
        """
        from khronos_lab.front.mistakes import mistakes_of

        if not self._records:
            raise KhronosError(say("review-no_records"))
        ids = set(self.games.select("game").collect()["game"])
        chosen = {game: record for game, record in self._records.items() if game in ids}
        return mistakes_of(chosen, self._places, player, progress)

    def progress(self, player: str, *, progress: bool | None = None) -> Answer:
        """Am I getting better? What a player gives away in later games, and in earlier ones.

        By phase and by sort of mistake. Every game of the player is reviewed (see `mistakes`);
        twenty are needed.
        """
        from khronos_lab.front.mistakes import reviewed_turns

        found = reviewed_turns(self.mistakes(player, progress=progress), player)
        taxed = int(tax_rounds(self.games)["round"].min() or 0)  # type: ignore[arg-type]
        return Progress(self._chosen, found, player, taxed, opener=self._open)

    def evaluate(
        self,
        keep: PathName | None = None,
        *,
        short_games: int = 4,
        progress: bool | None = None,
        trust: str | Sequence[str] = (),
    ) -> Dataset:
        """The same games with `turns.value` and `turns.win_chance` filled in.

        Half a second a game of four on one processor, all of them are used. With a folder to
        `keep` what is done in, the same call goes on where it was interrupted. More `short_games`
        after every turn tell more exactly.
        """
        from khronos_lab.simulation import evaluated

        number_of(short_games, "the number of short games")
        values = evaluated(
            self._ids,
            lambda game: self.game(game, trust=trust).record,
            short_games=max(2, short_games),
            keep=keep,
            progress=progress,
        )
        whole = self._chosen.whole
        columns = whole.turns.collect_schema().names()
        turns = (
            whole.turns.drop("value", "win_chance")
            .join(values.lazy(), on=["game", "turn"], how="left", maintain_order="left")
            .select(columns)
        )
        return self._some(replace(self._chosen, whole=replace(whole, turns=turns)), self.name)

    @multilingual
    def report(
        self,
        path: PathName,
        *,
        title: str = "",
        date: str | None = None,
        replays: int = 3,
        trust: str | Sequence[str] = (),
        language: str | None = None,
    ) -> Path:
        """Write one page: the findings that are large and sure, moments, methods, an appendix.

        `title` and `date` stand above it; without them it says how many games it is about, and
        today's date.
        """
        from khronos_lab.report import dataset_html
        from khronos_lab.simulation import own_version

        target = local_path(path)  # what is no name of a file is refused before the work
        text = dataset_html(
            self._chosen,
            title=title,
            name=self.name,
            folder=self._folders[0].as_posix() if len(self._folders) == 1 else "",
            date=datetime.now(tz=UTC).date().isoformat() if date is None else date,
            record=lambda game: self.game(game, trust=trust).record,
            prefer=[each for folder in self._folders for each in simulations_with_records(folder)],
            most=replays,
            version=own_version(),
        )
        with whole_file(path) as file:
            file.write(text)
        return target

    def __getattr__(self, name: str) -> NoReturn:
        """Answer a name that a dataset does not have by the nearest thing that it has."""
        if name.startswith("_"):
            raise AttributeError(name)
        if callable(getattr(Buildings, name, None)):
            raise AttributeError(f"Ask that of buildings: games.buildings(...).{name}().")
        near = nearest(name, [each for each in dir(type(self)) if not each.startswith("_")])
        told = f"Did you mean games.{near}?" if near else "dir(games) lists what it has."
        raise AttributeError(f"A Dataset has no {name}. {told}")

    def __repr__(self) -> str:
        games, fewest, most = self._count
        seats = f"{fewest}" if fewest == most else f"{fewest} {say('caption-to')} {most}"
        told = say("finding-dataset", games=number_text(games, 0), seats=seats, name=self.name)
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
        raise KhronosError('Name the games: kl.dataset("data/sample").')
    name = ", ".join(str(each) for each in flat[:SHORT] if isinstance(each, Path)) or "given games"
    folders = [each for each in flat if isinstance(each, Path) and _has_tables(each)]
    others = [each for each in flat if each not in folders]
    if folders and others:
        raise KhronosError(
            f"{folders[0]} holds tables and {others[0]} holds records: load them as two datasets."
        )
    if folders:
        first, *more = folders
        tables = read_tables(first, *more, tell=_tell)
        return Dataset(tables, name=name, folders=folders)
    pairs = [pair for each in others for pair in _records(each)]
    found = list(with_twins(record for record, _ in pairs))
    places = {
        each.id: place
        for each, (_, place) in zip(found, pairs, strict=True)
        if place is not None and each.twin_of is None
    }
    records = {each.id: each.record for each in found if each.twin_of is None}
    if not records:
        raise KhronosError(f"There are no games in {name}.")
    tables = tables_of(records.values(), game_ids=records).lazy()
    twins = len(found) - len(records)
    return Dataset(tables, name=name, records=records, twins=twins, places=places)


def simulate(
    games: int,
    players: Sequence[str] = ("greedy",) * 4,
    out: PathName | None = None,
    *,
    seed: int | str = 0,
    maps: Sequence[str | Grid] = ("valley",),
    rules: RuleSet | Sequence[RuleSet] = USUAL_RULES,
    seats: Seats = "rotate",
    paired: bool = False,
    records: bool = False,
    events: bool = True,
    workers: int | None = None,
    cluster: Any = None,  # noqa: ANN401
    progress: Bar | bool | None = None,
) -> Dataset:
    """Play games and give them as a dataset: `simulate(1000, players=["planner", "greedy"])`.

    With a folder `out` the games are kept there; stopped, the same call goes on where it was, and
    with more games it plays the rest. Without one they are forgotten with the dataset. Players are
    named as in the roster, or `"my_file:MyPlayer"`; several maps and rule sets take turns. With
    `events=False` only the ends of the games are noted, which takes a fraction of the time; turns
    and events are told as soon as a question needs them. `cluster` is the client of a Dask cluster
    that sees the folder, too. All is told by `khronos_lab.simulation.run.simulate`.

    >>> simulate(2, ["random", "random"], progress=False)
    Dataset: 2 games, 2 players (random, random)
    """
    from khronos_lab.simulation import simulate as run

    held = _HeldFolder() if out is None else None
    folder = out if held is None else held.path
    assert folder is not None
    run(
        games, players, folder, seed=seed, maps=maps,
        rules=[rules] if isinstance(rules, RuleSet) else rules, seats=seats, paired=paired,
        records=records, events=events, workers=workers, cluster=cluster, progress=progress,
    )  # fmt: skip
    own = [each.partition(":")[0] for each in map(str, listed_names(players)) if ":" in each]
    name = os.fspath(folder) if held is None else ", ".join(map(str, listed_names(players)))
    tables = read_tables(folder, tell=partial(_tell, trust=own, progress=progress))
    return Dataset(tables, name=name, folders=[Path(folder)], held=held)


def _tell(folder: Path, **options: Any) -> None:  # noqa: ANN401
    from khronos_lab.simulation import tell

    tell(folder, **options)


class _HeldFolder:
    """A folder that lives as long as this object."""

    def __init__(self) -> None:
        self.path = mkdtemp(prefix="khronos-")
        finalize(self, rmtree, self.path, ignore_errors=True)


def compare(
    one: Dataset,
    other: Dataset,
    measures: Sequence[str] | Mapping[str, pl.Expr] | None = None,
    names: tuple[str, str] | None = None,
) -> Answer:
    """Two sets of games side by side; with too few games it says so (see `Dataset.compare`)."""
    if not isinstance(one, Dataset):
        raise KhronosError("Compare two datasets: kl.compare(kl.dataset(...), kl.dataset(...)).")
    return one.compare(other, measures, names)


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
                f"I can't read games from {a_or_an(type(source).__name__)}. Give folders, files, "
                "games or records."
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


def _records(source: Path | GameRecord) -> Iterable[tuple[GameRecord, Place | None]]:
    """Games, each with its place if it comes from a file."""
    if isinstance(source, GameRecord):
        yield source, None
        return
    for file in game_files(source):
        for number, game in enumerate(read_games(file), 1):
            if not isinstance(game, GameRecord):
                raise game.error
            yield game, (Path(file), number)
