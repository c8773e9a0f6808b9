"""Selection: the games that a question is asked of, and reading their tables game by game.

Polars streams what is counted row by row. What needs the order of a game (which building did this
event end?) would pull a whole table into memory if it were said as a join or a window. So such
work is done on batches of whole games, and its result is a lazy table like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, Final, NamedTuple, TypeVar
from zlib import crc32

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.io.plugins import register_io_source

from khronos_lab.analysis import EVENT, SCHEMAS, LazyTables
from khronos_lab.questions.columns import building_of, label_of
from khronos_lab.rulebook import (
    TAX_ROUNDS,
    KhronosError,
    near,
    quoted,
    read_fields,
    say,
    there_is_no,
)

OF_A_PLAYER: Final = ("player", "seat", "place", "is_start", "coins", "won", "rank")
"""Columns that say something about one player of a game; all others are about the whole game."""
OUTCOMES: Final = frozenset({"coins", "won", "rank", "lead", "win"})
"""Of a player: known only when the game is over."""
KNOWN: Final = {**SCHEMAS["games"], "place": pl.UInt8()}
GAME_COLUMNS: Final = tuple(
    name
    for name in SCHEMAS["games"]
    if name not in (*OF_A_PLAYER, "game", "step", "seed", "start_seat", "finished")
)
PLAYER_COLUMNS: Final = tuple(name for name in OF_A_PLAYER if name != "coins")
SEVERAL: Final = list | tuple | set | frozenset | range
KEPT: Final = 5_000_000
"""Events up to which many questions read their tables once and keep them: about 200 MB."""

READINGS: Final[dict[str, Callable[[Sequence[str]], Reading]]] = {}
"""What questions need of the events, told apart by further columns: each adds its own. A report
needs all of them without any, read in one go."""


@dataclass(frozen=True)
class Condition:
    """One thing that was asked of games, players, events or buildings, and its words."""

    expr: pl.Expr
    name: str = ""
    value: object = None
    of: str = "Games"

    @property
    def columns(self) -> set[str]:
        """The columns that it looks at."""
        return set(self.expr.meta.root_names())

    @property
    def words(self) -> str:
        """It as one says it: "4 players", "round 1, 2 or 3"; polars as it is written."""
        if not self.name:
            return _plain(str(self.expr))
        if self.name == "won" and self.value is False:
            return say("caption-non_winners")
        values = list(self.value) if isinstance(self.value, SEVERAL) else [self.value]
        said = [label_of(self.name, each) for each in values]
        if self.name == "rank" and self.of == "Games":  # that of a player, not of a building
            said = [f"{say('report-rank')} {each}" for each in values]
        # The words with which all of several begin: "round " of "round 1" and "round 2".
        first = said[0].rpartition(" ")[0] + " " if len(said) > 1 and " " in said[0] else ""
        common = first if all(each.startswith(first) for each in said) else ""
        return common + say("list-or", options=tuple(each.removeprefix(common) for each in said))


def _plain(text: str) -> str:
    """A polars expression as somebody would write it: `coins > 40`."""
    text = re.sub(r'col\("([^"]+)"\)', r"\1", text)
    text = re.sub(r"dyn (?:int|float|str): ?", "", text)
    for _ in range(6):
        text = re.sub(r"\(([\w.\"' -]+)\)", r"\1", text)
        text = re.sub(r"\[([^\[\]]*)\]", r"\1", text)
    return " ".join(text.split())


@dataclass(frozen=True)
class Selection:
    """Whole games, and those of their players that count.

    A condition on the game (players, map, holdem...) keeps or drops whole games. A condition on a
    player (player, seat, place, won...) keeps the games that have such a player, with all their
    events, and from then on statistics of players count only them; their rivals are still there
    to be compared with.
    """

    whole: LazyTables
    seats: pl.LazyFrame | None = None
    """Game and seat of the players that count; None: everybody."""
    conditions: tuple[Condition, ...] = ()
    kept: bool = False
    """The tables are in memory."""
    in_report: bool = False
    """All questions of a report are asked, so the events are read once for all of them."""
    memo: dict[object, pl.LazyFrame] = field(default_factory=dict, repr=False, compare=False)

    def for_report(self, most: int = KEPT) -> Selection:
        """The same for many questions; tables of up to `most` events are read into memory.

        The table of games always is: every question looks at it.
        """
        if self.kept:
            return replace(self, in_report=True, memo={})
        kept = self.whole.events.select(pl.len()).collect().item() <= most
        seats = None if self.seats is None else self.seats.collect().lazy()
        tables = self.whole.collect().lazy() if kept else self.whole
        games = players(tables.games).collect(engine="streaming").lazy()
        tables = replace(
            self.whole, games=games, turns=tables.turns, events=tables.events,
            players=tables.players,
        )  # fmt: skip
        return Selection(tables, seats, self.conditions, kept, in_report=True)

    def read(self, name: str, more: Sequence[str] = ()) -> pl.LazyFrame:
        """What one of `READINGS` finds in the events, told apart by `more` columns.

        For a report all are read at once, and each is handed out once, so that no more is kept in
        memory than questions still need.
        """
        if self.in_report and not more and (found := self._read.pop(name, None)) is not None:
            return found
        return self._together({name: READINGS[name](more)})[name]

    @cached_property
    def _read(self) -> dict[str, pl.LazyFrame]:
        return self._together({name: reading(()) for name, reading in READINGS.items()})

    def _together(self, readings: Mapping[str, Reading]) -> dict[str, pl.LazyFrame]:
        games = folds_of(self.whole.games).with_columns(NUMBER)
        return read_together(self.whole.events, readings, games)

    def once(self, key: object, work: Callable[[], pl.LazyFrame]) -> pl.LazyFrame:
        """A table that several questions need, worked out the first time."""
        if key not in self.memo:
            self.memo[key] = work().collect(engine="streaming").lazy()
        return self.memo[key]

    @property
    def tables(self) -> LazyTables:
        """Games and turns of the players that count, and all events of their games."""
        if self.seats is None:
            return self.whole
        games, turns, players = (
            self.counted(each) for each in (self.whole.games, self.whole.turns, self.whole.players)
        )
        return replace(self.whole, games=games, turns=turns, players=players)

    def counted(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        """Those of some rows with a game and a seat whose player counts."""
        if self.seats is None:
            return rows
        return rows.join(self.seats, on=["game", "seat"], how="semi", maintain_order="left")

    def with_games(self, rows: pl.LazyFrame, columns: Sequence[str]) -> pl.LazyFrame:
        """Rows with a game, with its cluster and some columns of games."""
        if not columns and "cluster" in rows.collect_schema():
            return rows
        return rows.drop("cluster", "fold", strict=False).join(
            self._clusters(columns), on="game", maintain_order="left"
        )

    def games_by(self, columns: Sequence[str]) -> pl.LazyFrame:
        """How many games each cluster has, by some columns of games."""
        counted = self._clusters(columns).group_by(*columns, "cluster")
        return counted.agg(games=pl.len().cast(pl.Int64))

    def _clusters(self, columns: Sequence[str]) -> pl.LazyFrame:
        games = players(self.whole.games).filter(pl.col("seat") == 0)
        return games.select("game", *columns, NUMBER)

    @cached_property
    def who(self) -> list[str]:
        """The players that count, by name: `greedy#2` is `greedy`."""
        return self.tables.games.select(WHO.unique().sort()).collect()["player"].to_list()

    @cached_property
    def number(self) -> int:
        """How many games there are."""
        return int(self.whole.games.select(pl.col("game").n_unique()).collect().item())

    @cached_property
    def clusters(self) -> int:
        """How many of them are independent: games of one seed count once."""
        found = players(self.whole.games).select(pl.col("cluster").n_unique())
        return int(found.collect().item())

    @cached_property
    def chance(self) -> float:
        """How often a player would win if all were equal."""
        rows = self.whole.games.filter("finished").select((1 / pl.col("players")).mean())
        return float(rows.collect().item() or 0.0)

    @property
    def outcomes(self) -> list[Condition]:
        """The conditions that look at what is known only at the end of a game."""
        return [each for each in self.conditions if OUTCOMES & each.columns]

    def where(self, *conditions: pl.Expr, who: object = None, **values: object) -> Selection:
        """Those for which all conditions hold: `players=4`, `map=["valley"]`, or polars.

        `who` are all the players of a game: exactly these, in any order of seats.
        """
        asked = conditions_of("Games", KNOWN, conditions, values)
        for name in ("map", "player"):
            if name in values:
                self._check_name(name, values[name])
        rows = players(self.tables.games).filter(*(each.expr for each in asked))
        if who is not None:
            names = sorted(str(each) for each in (who if isinstance(who, SEVERAL) else [who]))
            self._check_name("player", names)
            table = players(self.whole.games).group_by("game").agg(pl.col("player").sort())
            same = pl.col("player").list.join("\n") == "\n".join(names)
            rows = rows.join(table.filter(same), on="game", how="semi", maintain_order="left")
            asked.append(Condition(pl.lit(value=True), "who", names))
        about_players = any(set(OF_A_PLAYER) & each.columns for each in asked)
        chosen = self.among(rows.select("game", "seat") if about_players else rows.select("game"))
        return replace(chosen, conditions=(*self.conditions, *asked))

    def _check_name(self, column: str, value: object) -> None:
        """A map or a player that no game has is a slip of the pen, not an empty dataset."""
        names = WHO if column == "player" else pl.col(column).drop_nulls()
        known = self.tables.games.select(names.unique().sort()).collect()[column].to_list()
        for each in value if isinstance(value, SEVERAL) else [value]:
            if each is not None and each not in known:
                named = known or [f"none that has a {column}"]
                raise KhronosError(there_is_no(column, each, named))

    def among(self, rows: pl.LazyFrame) -> Selection:
        """The games of these rows; if they have seats, only those players count."""
        kept = rows.select("game").unique()
        about_players = "seat" in rows.collect_schema()
        seats = rows.select("game", "seat") if about_players else self.seats
        whole = self.whole
        games, turns, events, players = (
            each.join(kept, on="game", how="semi", maintain_order="left")
            for each in (whole.games, whole.turns, whole.events, whole.players)
        )
        tables = replace(whole, games=games, turns=turns, events=events, players=players)
        return Selection(tables, seats, self.conditions, self.kept)


def conditions_of(
    what: str, known: Schema, given: Sequence[object], values: Mapping[str, object]
) -> list[Condition]:
    """What is asked of some rows; refused if no row can be chosen by it."""
    found = list[Condition]()
    rows = pl.LazyFrame(schema=known)
    named = [Condition(_condition(*each, known), *each, what) for each in values.items()]
    for condition in (*given, *named):
        each = condition if isinstance(condition, Condition) else Condition(condition)  # type: ignore[arg-type]
        if not isinstance(each.expr, pl.Expr):
            raise KhronosError(
                "A filter is a column with a value, players=4, or a polars expression, "
                'pl.col("coins") > 40.'
            )
        for name in each.columns:
            if name not in known:
                how = ' Buildings are chosen so: games.buildings(building="keep").'
                hint = how if name == "building" else near(name, known)
                raise KhronosError(f"{what} have no column {name!r}.{hint}")
        try:
            rows.filter(each.expr).collect()
        except pl.exceptions.PolarsError as fault:
            reason = str(fault).partition("\n")[0]
            raise KhronosError(f"{what} can't be filtered by that: {reason}.") from None
        found.append(each)
    return found


def _condition(name: str, value: object, known: Schema) -> pl.Expr:
    """What a keyword asks for: one value or one of several; `greedy` in any seat."""
    wanted = sorted(value, key=str) if isinstance(value, SEVERAL) else [value]
    if name == "building" and {"kind", "rank"} <= set(known):
        named = (building_of(each) for each in wanted)
        same = [pl.col("kind").eq(kind) & pl.col("rank").eq(rank) for kind, rank in named]
        return pl.any_horizontal(same)
    column = WHO if name == "player" else pl.col(name)
    if len({type(each) for each in wanted if each is not None}) > 1:
        raise KhronosError(f"{name}= lists values of one sort, not {quoted(value)}.")
    dtype = known.get(name)
    words = dtype.categories.to_list() if isinstance(dtype, pl.Enum) else []
    for each in wanted:
        if not isinstance(each, str | int | float | None) or not str(each).isprintable():
            raise KhronosError(f"{name}= is a value of the column, or a list, not {quoted(each)}.")
        if words and each is not None and each not in words:
            raise KhronosError(f"There is no {name} {each!r}. There are: {', '.join(words)}.")
    if isinstance(value, SEVERAL):
        return column.is_in(wanted)
    return column.is_null() if value is None else column.eq(value)


# ------------------------------------------------------------------ game by game


ROWS: Final = 100_000
"""Rows of a batch; what is kept in memory at a time is a few times as much."""

Work = Callable[[pl.DataFrame], pl.DataFrame | pl.LazyFrame]
BatchWork = Callable[[pl.DataFrame, pl.DataFrame], pl.DataFrame | pl.LazyFrame]
Schema = Mapping[str, pl.DataType]
Frame = TypeVar("Frame", pl.DataFrame, pl.LazyFrame)

MOMENT: Final[dict[str, pl.DataType]] = {"game": pl.String(), "step": pl.UInt32()}
"""The columns with which a row can be opened in the replay."""

OWN: Final = ("source", "purpose", "age", "round")
"""Keys that belong to a payment or a turn; all others belong to a player of a game."""


CLUSTER: Final = pl.coalesce("s" + pl.col("seed"), "g" + pl.col("game"))
"""A cluster: games of the same seed; a game without a seed stands alone."""
WHO: Final = pl.col("player").str.replace(r"#\d+$", "")
"""Who sits in a seat: `greedy#2` is `greedy` a second time at one table."""
NUMBER: Final = pl.col("cluster").hash()
"""A cluster as a number of 64 bits, in a third of the memory of its name; to tell clusters apart,
never to order them. Two of a million have the same one with a chance below 1 in ten millions."""

SEAT: Final = (pl.col("game").hash() + pl.col("seat")).alias("_seat")
"""A player of a game as a number: in half the time of both."""


def game_by_game(
    frame: pl.LazyFrame, work: Work, schema: Schema, *, beside: pl.LazyFrame | None = None
) -> pl.LazyFrame:
    """Work on batches of whole games, one after the other, when the result is asked for.

    A batch has one more column, `number`, which tells its games apart and counts them from 0; rows
    of a game are in the order of their steps. Work that gives a lazy frame is spared the columns
    that nobody asks for. `beside` has a row for each game that is wanted, and its columns are those
    of all rows of that game: a join that looks up games, not rows.
    The rows of a game must stand together, as in every table that khronos_lab writes; a frame that
    was sorted by something else is refused. In memory are a batch, a game, and a number for each
    game to notice one that comes twice.
    """

    def source(
        columns: list[str] | None, predicate: pl.Expr | None, limit: int | None, _: int | None
    ) -> Iterator[pl.DataFrame]:
        left = limit
        known = None if beside is None else Beside(beside)
        for numbered in whole_games(frame, ROWS):
            batch = numbered if known is None else known.join(numbered)
            if batch.is_empty():
                continue
            asked = work(batch).lazy()
            if predicate is not None:
                asked = asked.filter(predicate)
            if columns is not None:
                asked = asked.select(columns)
            found = asked.collect(engine="in-memory")
            if left is not None:
                found = found.head(left)
                left -= found.height
            yield found
            if left == 0:
                return

    return register_io_source(source, schema=dict(schema), is_pure=True)


class Reading(NamedTuple):
    """What a question needs of the events, when several of them are read at once."""

    events: Sequence[str]
    """The events that it reads."""
    columns: Sequence[str | pl.Expr]
    """What it reads of them; the game is told by its `number`."""
    work: BatchWork
    """Of the rows of a batch of whole games, and of the columns of these games, what is found. A
    `game` in it is the number of the game, and becomes its columns."""
    first_round: bool = False
    """It needs no more than the first round."""


def read_together(
    events: pl.LazyFrame, readings: Mapping[str, Reading], beside: pl.LazyFrame
) -> dict[str, pl.LazyFrame]:
    """What several readings find, by name: the events are gone through once, in whole games.

    `beside` has a row for each game, with the columns that readings get. The rows of a reading are
    in the order of the batches, and within a batch as it gives them.
    """
    opening = {name for each in readings.values() if each.first_round for name in each.events}
    lasting = {name for each in readings.values() if not each.first_round for name in each.events}
    event, begun = pl.col("event"), pl.col("round") == 1
    wanted = event.is_in(sorted(lasting)) | (event.is_in(sorted(opening - lasting)) & begun)
    columns = {name for each in readings.values() for name in _roots(each.columns)}
    wanted_rows = events.filter(wanted).select(sorted({"game", "event", "round", *columns}))
    nothing = wanted_rows.head(0).collect().with_columns(number=pl.lit(0, pl.UInt64))
    masks = {
        name: EVENT.categories.is_in(each.events).to_numpy() for name, each in readings.items()
    }
    found = {name: list[pl.DataFrame]() for name in readings}
    every_game = list[pl.DataFrame]()
    number = 0
    for batch, games in map(
        Beside(beside).lookup, chain([nothing], whole_games(wanted_rows, 4 * ROWS))
    ):
        codes, first = batch["event"].to_physical().to_numpy(), batch["round"].to_numpy() == 1
        for name, reading in readings.items():
            asked = masks[name][codes] & first if reading.first_round else masks[name][codes]
            own = batch.lazy().filter(pl.Series(asked)).select(*reading.columns, "number").collect()
            if own.height or not every_game:
                told = reading.work(own, games).lazy().collect(engine="in-memory")
                if "game" in told.columns:  # until the end a number, which takes little room
                    told = told.with_columns(_game=(pl.col("game") + number).cast(pl.UInt32))
                found[name].append(told.drop("game", strict=False))
        every_game.append(games)
        number += games.height
    names = pl.concat(every_game).lazy().with_row_index("_game")
    tables = {name: pl.concat(parts).lazy() for name, parts in found.items()}
    return {
        name: rows.join(names, on="_game", maintain_order="left").drop("_game")
        if "_game" in rows.collect_schema()
        else rows
        for name, rows in tables.items()
    }


def _roots(columns: Iterable[str | pl.Expr]) -> Iterator[str]:
    for each in columns:
        yield from [each] if isinstance(each, str) else each.meta.root_names()


class Beside:
    def __init__(self, frame: pl.LazyFrame) -> None:
        games = frame.with_columns(pl.col("game").hash()).sort("game")
        self._columns = games.collect(engine="streaming")
        self._keys = np.append(self._columns["game"].to_numpy(), np.uint64(0))

    def join(self, batch: pl.DataFrame) -> pl.DataFrame:
        """The rows of known games, numbered anew, with the columns of their game."""
        batch, games = self.lookup(batch)
        columns = games.drop("game")
        return batch.with_columns(columns[batch["number"]]) if columns.width else batch

    def lookup(self, batch: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The rows of known games, numbered anew; and by number these games and their columns."""
        number = batch["number"].to_numpy()
        games = batch["game"].gather(run_starts(number))
        names = games.hash().to_numpy()
        place = np.searchsorted(self._keys[:-1], names)
        known = self._keys[place] == names
        if not known.all():
            batch = batch.filter(pl.Series(known[number]))
            number = (np.cumsum(known) - 1).astype(np.uint64)[batch["number"].to_numpy()]
            batch = batch.with_columns(number=pl.Series(number))
        columns = self._columns[place[known]]
        return batch, columns.with_columns(games.filter(pl.Series(known)))


def shaped(frame: Frame, schema: Schema) -> Frame:
    return frame.select(pl.col(name).cast(dtype) for name, dtype in schema.items())


def run_starts(values: NDArray[Any]) -> NDArray[np.int64]:
    """Where runs of equal values begin."""
    begins = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=begins[1:])
    return np.flatnonzero(begins)


def whole_games(frame: pl.LazyFrame, rows: int) -> Iterator[pl.DataFrame]:
    """Batches that end where a game ends, with the number of the game in the batch."""
    # Once so large a block was freed, glibc keeps smaller ones; else every batch would fetch its
    # arrays from the system anew, which takes a third of the time.
    np.empty(16 << 20, dtype=np.uint8)
    seen: set[int] = set()
    rest: pl.DataFrame | None = None
    for piece in frame.collect_batches(chunk_size=rows, maintain_order=True, engine="streaming"):
        if not piece.height:
            continue
        batch = piece if rest is None else pl.concat([rest, piece])
        runs = batch["game"].rle().struct.unnest()
        rest = batch.tail(runs["len"][-1])
        if runs.height > 1:
            yield _numbered(batch.head(-rest.height), runs.head(-1), seen)
    if rest is not None:
        yield _numbered(rest, rest["game"].rle().struct.unnest(), seen)


def _numbered(batch: pl.DataFrame, runs: pl.DataFrame, seen: set[int]) -> pl.DataFrame:
    """A batch with the numbers of its games; one that comes in several places is refused."""
    names = runs["value"].hash().to_list()
    before = len(seen)
    seen.update(names)
    if len(seen) != before + len(names):
        raise KhronosError(
            "the rows of a game do not stand together, or a game is there twice; give the table as "
            "it was written, or sort it by game and step"
        )
    numbers = np.repeat(np.arange(runs.height, dtype=np.uint64), runs["len"].to_numpy())
    batch = batch.with_columns(number=pl.Series(numbers))
    if "step" not in batch.columns:
        return batch
    step = batch["step"].to_numpy()
    ordered = (step[1:] > step[:-1]) | (numbers[1:] > numbers[:-1])
    return batch if ordered.all() else batch.sort("number", "step", maintain_order=True)


def with_players(frame: pl.LazyFrame, games: pl.LazyFrame, columns: Sequence[str]) -> pl.LazyFrame:
    """Add columns of the table of games to rows with a game and a seat.

    Only these columns of `games` are kept in memory, a row for each player of each game. All that
    could be added are named, so that questions with other columns have this step in common when
    they are asked together; polars leaves out what none of them uses. `cluster` is its number.
    """
    if not set(columns) - {"seat"}:
        return frame
    known = frame.collect_schema().names()
    people = players(games).with_columns(NUMBER)
    more = [name for name in people.collect_schema() if name not in known or name in columns]
    people = people.select("game", "seat", *(name for name in more if name not in ("game", "seat")))
    taken = [name for name in known if name in columns and name != "seat"]
    return joined(frame.drop(taken), people)


def joined(frame: pl.LazyFrame, people: pl.LazyFrame) -> pl.LazyFrame:
    """Rows with a game and a seat, with other columns of that player of that game."""
    keyed = people.with_columns(SEAT).drop("game", "seat", strict=False)
    known = "_seat" in frame.collect_schema()
    return (frame if known else frame.with_columns(SEAT)).join(keyed, on="_seat").drop("_seat")


def players(games: pl.LazyFrame) -> pl.LazyFrame:
    """The table of games with `place`: 0 for who starts every round, 1 for the next (S1).

    And with `cluster`, the group of games that depend on each other. One program is one player,
    whatever seats it fills: `greedy#2` is `greedy`.
    """
    if "cluster" in games.collect_schema():
        return games
    turn = pl.col("seat") + pl.col("players") - pl.col("start_seat")
    return games.with_columns(WHO, place=turn % pl.col("players"), cluster=CLUSTER)


FOLDS: Final = 40
"""Folds of games; more would change an interval little."""


def folds_of(games: pl.LazyFrame, folds: int = FOLDS) -> pl.LazyFrame:
    """Deal games into folds, a row for each: games of one seed always into the same."""
    own = games.filter(pl.col("seat") == 0).select("game", cluster=CLUSTER)
    schema = {"game": pl.String(), "fold": pl.UInt16(), "cluster": pl.String()}

    def deal(batch: pl.DataFrame) -> pl.DataFrame:
        # Not polars' own hash: that may change with its version, and the intervals with it.
        return batch.select("game", dealt(batch["cluster"], folds), "cluster")

    return own.map_batches(deal, schema=schema)


def dealt(names: pl.Series, folds: int) -> pl.Series:
    """The fold of each name, the same on every machine."""
    sums = map(crc32, names.cast(pl.String).cast(pl.Binary).to_list())
    return (pl.Series("fold", list(sums), pl.UInt32()) % folds).cast(pl.UInt16)


def tax_rounds(games: pl.LazyFrame) -> pl.DataFrame:
    """The rounds that end with taxes under each rule set of some games, by `numbers` (T1)."""
    told = games.select("numbers").unique().sort("numbers").collect()["numbers"]
    rounds = [list(read_fields(each or "").get("tax_rounds", TAX_ROUNDS)) for each in told]
    lists = {"round": pl.List(pl.UInt8())}
    return pl.DataFrame({"numbers": told, "round": rounds}, schema_overrides=lists).explode("round")


def summed(
    frame: pl.LazyFrame, by: Sequence[str], *sums: pl.Expr, **named: pl.Expr
) -> pl.LazyFrame:
    """What rows add up to by group; without keys all of them are one group."""
    if by:
        return frame.group_by(by).agg(*sums, **named)
    return frame.select(*sums, **named)


def first_moment() -> dict[str, pl.Expr]:
    """The first row of a group, in the order of the table, as game and step."""
    return {"game": pl.col("game").first(), "step": pl.col("step").first()}


def first_by_name(rows: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """The first moment of each group, by the name of the game."""
    first = pl.col("game") == pl.col("game").min()
    return rows.group_by(by).agg(pl.col("game").min(), step=pl.col("step").filter(first).min())


def counted(by: Sequence[str], *sums: pl.Expr) -> BatchWork:
    """How many rows a group has in each game, what they add up to, and the step of the first."""

    def work(batch: pl.DataFrame, _: pl.DataFrame) -> pl.DataFrame:
        groups = batch.group_by(*by, game="number", maintain_order=True)
        return groups.agg(pl.len().cast(pl.Int64).alias("rows"), *sums, pl.col("step").first())

    return work


def in_order(frame: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    return frame.sort(by) if by else frame


def personal(by: Sequence[str]) -> list[str]:
    """Those of some keys that belong to a player of a game."""
    return [key for key in by if key not in OWN]


def shared(part: str, by: Sequence[str]) -> pl.Expr:
    """What share of its group a row has."""
    whole = pl.col(part).sum()
    return pl.col(part) / (whole.over(list(by)) if by else whole)
