"""Dataset: many games as one thing to ask.

>>> games = dataset("data/sample")
>>> games
Dataset: 564 games, 2 to 5 players (data/sample)
>>> games.games.collect().columns[:3]
['game', 'seat', 'step']
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from glob import glob
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final, Literal
from weakref import finalize

import polars as pl

from khronos_lab.analysis import (
    COLUMNS,
    SCHEMAS,
    WHO,
    LazyTables,
    read_tables,
    tables_of,
)
from khronos_lab.answers import ChosenGames, conditions_of, words_of
from khronos_lab.engine import listed_names
from khronos_lab.front.game import Game
from khronos_lab.records import GameRecord, PathName, game_files, read_games, with_twins
from khronos_lab.rulebook import (
    KhronosError,
    RuleSet,
    multilingual,
    number_of,
    number_text,
    own_or_shipped,
    quoted,
    say,
    text_of,
)
from khronos_lab.simulation import record_of, simulations_with_records

if TYPE_CHECKING:
    from khronos_lab.answers import Answer, Buildings
    from khronos_lab.core import Grid
    from khronos_lab.drawing import What
    from khronos_lab.front.mistakes import Mistakes, Place
    from khronos_lab.front.positions import Position
    from khronos_lab.simulation import Seats
    from khronos_lab.widgets import Explorer, Replay


By = str | Sequence[str]
Source = str | os.PathLike[str] | GameRecord | Game
SHORT: Final = 3
MOST_ROWS: Final = 1_000_000
USUAL_RULES: Final = RuleSet()


class Dataset:
    """Many games: `games`, `turns` and `events` are lazy polars tables, read as far as asked.

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
        self._chosen = ChosenGames(tables)
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
        return self.tables.games

    @property
    def players(self) -> pl.LazyFrame:
        """One row per player of each game: income, actions, domains, paradoxes, rank, lead."""
        return self.tables.players

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
        """Every column of the four tables with its meaning."""
        rows = [
            (table, column.name, str(column.dtype), column.meaning)
            for table, columns in COLUMNS.items()
            for column in columns
        ]
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
        ids = self.games.select("game").unique(maintain_order=True).collect()["game"]
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

    def filter(self, *conditions: pl.Expr, **values: Any) -> Dataset:  # noqa: ANN401
        """Some of the games: `players=4, map="valley"`, several values in a list, or polars.

        Columns are those of `games`, and `place` in turn order. What is said of a game (players,
        map, edition, holdem...) keeps or drops whole games. What is said of a player (player, seat,
        place, won, coins...) keeps the games with such a player and all their events, and from then
        on statistics of players count only that player, still against everybody at the table.
        """
        found = copy(self)
        found.__dict__.pop("_count", None)
        found._chosen = self._chosen.where(*conditions, **values)
        said = words_of(conditions, values)
        found.name = f"{self.name}: {said}" if said else self.name
        return found

    def explore(self, of: str = "games", *, language: str | None = None) -> Explorer[Dataset]:
        """Linked pictures of games, players' games or turns: brush one, and all others follow.

        `of` is "games", "players" or "turns". What is brushed is a dataset again,
        `x.selection`; a click on a game of the list opens its replay at the moment.
        """
        from khronos_lab.widgets import Explorer

        return Explorer(self.tables, self._among, self._open, of=of, language=language)

    def _among(self, rows: pl.DataFrame) -> Dataset:
        found = copy(self)
        found.__dict__.pop("_count", None)
        found._chosen = self._chosen.among(rows.lazy())
        found.name = f"{self.name}: {say('explore-selection')}"
        return found

    def open(self, row: Mapping[str, Any] | pl.DataFrame | pl.LazyFrame) -> Replay:
        """The replay at the moment of a row: anything with a `game` and a `step`."""
        rows = row.collect() if isinstance(row, pl.LazyFrame) else row
        found: object = rows.row(0, named=True) if isinstance(rows, pl.DataFrame) else rows
        if not isinstance(found, Mapping) or None in (found.get("game"), found.get("step")):
            raise KhronosError(say("finding-no_moment"))
        return self._open(found["game"], found["step"])

    def _open(self, game: str, step: int) -> Replay:
        return self.game(game).replay(step=step)

    def _ask(self, name: str, **options: Any) -> Answer:  # noqa: ANN401
        from khronos_lab.answers import QUESTIONS, Answer

        return Answer(QUESTIONS[name], self._chosen, options, self._open).with_known_groups()

    def income(self, by: By = ("age", "round")) -> Answer:
        """Coins of a player in a game, by age, round, place, player, or any column of `games`."""
        return self._ask("income", by=_keys(by))

    def wealth(self, by: By = ()) -> Answer:
        """How coins spread among players after each round."""
        return self._ask("wealth", by=_keys(by))

    def how_won(self) -> Answer:
        """What winners and the others live on."""
        return self._ask("how_won")

    def spending(self, by: By = ("round",)) -> Answer:
        """What coins are spent on."""
        return self._ask("spending", by=_keys(("purpose", *_keys(by))))

    def cards_spent(self, by: By = ("clause", "age", "kind")) -> Answer:
        """What cards are played for."""
        return self._ask("cards_spent", by=_keys(by))

    def buildings(self, *conditions: pl.Expr, **values: Any) -> Buildings:  # noqa: ANN401
        """Buildings, or some of them: `kind="military", rank=2`, `birth="cast"` for shadows."""
        from khronos_lab.answers import Buildings

        return Buildings.of(self._chosen, self._open, conditions, values)

    def shadows(self, by: By = ("age", "kind", "rank")) -> Answer:
        """What becomes of copies: cast, blocked, or missing a tile or a cube."""
        return self._ask("shadows", by=_keys(by))

    def paradoxes(self, by: By = ("age", "kind", "rank")) -> Answer:
        """What falling shadows erase, and whose it was."""
        return self._ask("paradoxes", by=_keys(by))

    def paradox_costs(self, by: By = ("kind",)) -> Answer:
        """What a building lost to a paradox costs its owner in coins, by kind, rank, victim..."""
        return self._ask("paradox_costs", by=_keys(by))

    def domains(self, by: By = ("age",)) -> Answer:
        """How often domains join, split and come into conflict."""
        return self._ask("domains", by=_keys(by))

    def cascades(self, by: By = ("event",)) -> Answer:
        """How far one action ripples."""
        return self._ask("cascades", by=_keys(by))

    def longest_cascades(self, number: int = 10) -> Answer:
        """The actions that rippled furthest, the longest first: `open(0)` shows it."""
        wanted = min(number_of(number, "how many cascades to show", 1), MOST_ROWS)
        return self._ask("longest_cascades", number=wanted)

    def heat(self, what: What = "built", map: str | None = None) -> Answer:
        """How often each square is "built" on, "erased", "contested" or "controlled"."""
        chosen = self if map is None else self.filter(map=map)
        return chosen._ask("heat", what=what)

    def seats(self, adjust: Literal["player"] | None = "player") -> Answer:
        """Whether the place in turn order matters; with the players' strength taken out, or not."""
        if adjust is not None and text_of(adjust, "adjust") != "player":
            raise KhronosError(f'adjust is "player" or None, not {quoted(adjust)}.')
        return self._ask("seats", adjust=adjust)

    def openings(self, by: Literal["opening", "first_action"] = "opening") -> Answer:
        """First turns and how they ended, with the player's strength taken out."""
        if _keys(by) not in (("opening",), ("first_action",)):
            raise KhronosError(f'by= is "opening" or "first_action", not {quoted(by)}.')
        return self._ask("openings", by=_keys(by))

    def pays(self, *conditions: pl.Expr, **values: Any) -> Answer:  # noqa: ANN401
        """Whether something pays: an event that some players have and some don't.

        An early castle: `pays(event="BuildingBuilt", kind="military", rank=3, round=[1, 2, 3])`,
        or conditions on `events` as polars has them.
        """
        asked = conditions_of("Events", SCHEMAS["events"], conditions, values)
        if not asked:
            raise KhronosError('Say what may pay: `pays(kind="military", rank=3, round=[1, 2])`.')
        return self._ask("pays", done=pl.all_horizontal(asked))

    def luck(self, by: By = (), rounds: Sequence[int] = ()) -> Answer:
        """How much of the differences in coins goes with the cards; `rounds=[1]`: first hands."""
        return self._ask("luck", by=_keys(by), rounds=_rounds(rounds))

    def hands(self, rounds: Sequence[int] = ()) -> Answer:
        """How players fare by the strength of their hands."""
        return self._ask("hands", rounds=_rounds(rounds))

    def cards_held(self, by: By = ("won",)) -> Answer:
        """What hands hold."""
        return self._ask("cards_held", by=_keys(by))

    def lead_changes(self, by: By = ()) -> Answer:
        """When games are decided, and how often the lead changes."""
        return self._ask("lead_changes", by=_keys(by))

    def comebacks(self, by: By = ()) -> Answer:
        """The chance to win by the number of coins behind."""
        return self._ask("comebacks", by=_keys(by))

    def ratings(self, anchor: str | None = None, by: By = ()) -> Answer:
        """How much stronger players are than one of them; `by="players"`: each size of table."""
        return self._ask("ratings", by=_keys(by), anchor=anchor)

    def duels(self) -> Answer:
        """How often each player finishes ahead of each of the others."""
        return self._ask("duels")

    def rules(self) -> Answer:
        """Which clauses of the rules came up, and how often."""
        return self._ask("rules")

    def compare(
        self,
        other: Dataset,
        measures: Sequence[str] | None = None,
        names: tuple[str, str] | None = None,
    ) -> Answer:
        """Two sets of games side by side; if one is filtered by player, their players.

        Each side needs at least ten independent deals.
        """
        if not isinstance(other, Dataset):
            raise KhronosError("Compare with another dataset: games.compare(kl.dataset(...)).")
        sides: object = names or (self.name, other.name)
        if not isinstance(sides, tuple | list) or [type(each) for each in sides] != [str, str]:
            raise KhronosError(f'names= are two texts, ("before", "after"), not {quoted(names)}.')
        measures = None if measures is None else _keys(measures, "measures")
        return self._ask("compare", other=other._chosen, names=sides, measures=measures)

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
        from khronos_lab.front.positions import positions

        if games is not None:
            number_of(games, "how many games to look at")
        asked = conditions_of("Events", SCHEMAS["events"], conditions, values)
        return positions(self, asked, games)

    def mistakes(self, player: str | None = None, *, progress: bool | None = None) -> Mistakes:
        """The mistakes of one player, or of all, the costliest first: `.open(row)` shows one.

        Every game is reviewed, about 20 seconds for one of four players; what is worked out is kept
        beside files of your own. Games must be at hand as records.
        """
        from khronos_lab.front.mistakes import mistakes_of

        if not self._records:
            raise KhronosError(say("review-no_records"))
        ids = set(self.games.select("game").collect()["game"])
        chosen = {game: record for game, record in self._records.items() if game in ids}
        return mistakes_of(chosen, self._places, player, progress)

    @multilingual
    def report(
        self,
        path: PathName,
        *,
        replays: int = 3,
        trust: str | Sequence[str] = (),
        language: str | None = None,
    ) -> Path:
        """Write one page: five findings first, then the other questions, and games to replay."""
        from khronos_lab.records import whole_file
        from khronos_lab.report import dataset_html
        from khronos_lab.simulation import own_version

        text = dataset_html(
            self._chosen,
            title=self.name,
            record=lambda game: self.game(game, trust=trust).record,
            prefer=[each for folder in self._folders for each in simulations_with_records(folder)],
            most=replays,
            version=own_version(),
        )
        with whole_file(Path(path)) as file:
            file.write(text)
        return Path(path)

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
    progress: bool | None = None,
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
    measures: Sequence[str] | None = None,
    names: tuple[str, str] | None = None,
) -> Answer:
    """Two sets of games side by side; with too few games it says so (see `Dataset.compare`)."""
    if not isinstance(one, Dataset):
        raise KhronosError("Compare two datasets: kl.compare(kl.dataset(...), kl.dataset(...)).")
    return one.compare(other, measures, names)


def _keys(by: object, option: str = "by") -> tuple[str, ...]:
    """Columns to group by, or to measure: one name, or several; what is named twice counts once."""
    names = (by,) if isinstance(by, str) else by
    if isinstance(names, Iterable):
        names = tuple(names)
        if all(isinstance(name, str) and name.isprintable() for name in names):
            return tuple(dict.fromkeys(names))
    example = "coins" if option == "measures" else "player"
    raise KhronosError(f'{option}= names columns, as {option}="{example}", not {quoted(by)}.')


def _rounds(rounds: object) -> tuple[int, ...]:
    if isinstance(rounds, Iterable) and not isinstance(rounds, str | bytes):
        return tuple(number_of(each, "a round", 1) for each in rounds)
    raise KhronosError(f"rounds= is a list of rounds: rounds=[1], and not {quoted(rounds)}.")


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
