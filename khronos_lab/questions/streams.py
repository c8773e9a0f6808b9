"""Reading tables game by game, in bounded memory, and the names that players go by.

Polars streams what is counted row by row. What needs the order of a game (which building did this
event end?) would pull a whole table into memory if it were said as a join or a window. So such
work is done on batches of whole games, and its result is a lazy table like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple, TypeVar
from zlib import crc32

import numpy as np
import polars as pl
from polars.io.plugins import register_io_source

from khronos_lab.analysis import EVENT
from khronos_lab.rulebook import TAX_ROUNDS, KhronosError, read_fields

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

    A batch has one more column, `number`, which tells its games apart and counts them from 0. Work
    that gives a lazy frame is spared the columns that nobody asks for. `beside` has a row for each
    game that is wanted, and its columns are those of all rows of that game: a join that looks up
    games, not rows.
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
    """Columns of games, found by the name of a game."""

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
        first = np.flatnonzero(np.diff(number, prepend=number[:1] + 1))
        games = batch["game"].gather(first)
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
    """The columns of a schema, in its order and types."""
    return frame.select(pl.col(name).cast(dtype) for name, dtype in schema.items())


def in_step_order(batch: pl.DataFrame) -> pl.DataFrame:
    """A batch of games with the events of each in their order, as every table has them."""
    game, step = batch["number"].to_numpy(), batch["step"].to_numpy()
    ordered = bool(((game[1:] > game[:-1]) | (step[1:] > step[:-1])).all())
    return batch if ordered else batch.sort("number", "step")


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
    return batch.with_columns(number=pl.Series(numbers))


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


def clusters_of(games: pl.LazyFrame) -> pl.LazyFrame:
    """A row for each game, with the number of its cluster."""
    return players(games).select("game", NUMBER).unique(maintain_order=True)


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
    """Groups in the order of their keys."""
    return frame.sort(by) if by else frame


def personal(by: Sequence[str]) -> list[str]:
    """Those of some keys that belong to a player of a game."""
    return [key for key in by if key not in OWN]


def shared(part: str, by: Sequence[str]) -> pl.Expr:
    """What share of its group a row has."""
    whole = pl.col(part).sum()
    return pl.col(part) / (whole.over(list(by)) if by else whole)
