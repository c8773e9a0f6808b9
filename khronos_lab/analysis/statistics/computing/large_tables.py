"""Tables too large for memory, read in pieces of whole games: what adds up is added up.

A join of payments with players holds all players; a group for each seed holds all seeds, in hash
tables of hundreds of bytes each. So a question of large tables is put in three steps:

    a piece of some thousand games  ->  rows for each seed      (joins stay within the piece)
    rows of seeds that are complete ->  sums and squares of them, which add up
    sums of all pieces              ->  the answer

Of tables in memory the steps are one plan, the same functions one after the other. What grows with
the games while pieces go by: about 25 bytes a game, to know it and its seed again, and the rows of
seeds whose games lie in several pieces, which wait for the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.io.plugins import register_io_source

from khronos_lab.analysis.statistics.computing.game_streams import (
    CLUSTER,
    ROWS,
    summed,
    whole_games,
)
from khronos_lab.analysis.tables.game_tables import LazyTables
from khronos_lab.analysis.tables.schema import SCHEMAS
from khronos_lab.rulebook.errors import KhronosError

EVENTS: Final = 500_000
"""Events of a piece, about; a game is never cut."""
GAMES: Final = 20_000
"""Rows of the table of games that are read at a time."""

Hashes = NDArray[np.uint64]


class Part(NamedTuple):
    """Rows that add up: how they are worked out, and how the rows of several pieces become one."""

    work: Callable[..., pl.LazyFrame]
    again: Callable[[pl.LazyFrame], pl.LazyFrame]


def adding(work: Callable[..., pl.LazyFrame], keys: Sequence[str]) -> Part:
    """Rows with some keys and numbers; numbers of the same keys are added."""

    def again(rows: pl.LazyFrame) -> pl.LazyFrame:
        names = rows.collect_schema().names()
        sums = [pl.col(name).sum() for name in names if name not in keys]
        return summed(rows, keys, *sums).select(names)

    return Part(work, again)


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a question.

    `clusters` work on tables and give rows with a column `cluster`; `sums` work on these, all of
    them at once, and give rows without; `others` work on tables and give rows that add up whatever
    hangs together. `finish` takes the rows of all sums and others.
    """

    finish: Callable[..., pl.LazyFrame]
    clusters: Sequence[Part] = ()
    sums: Sequence[Part] = ()
    others: Sequence[Part] = ()

    def asked(self, tables: LazyTables) -> pl.LazyFrame:
        """One step after the other, as one plan."""
        rows = [part.work(tables) for part in self.clusters]
        sums = [part.work(*rows) for part in self.sums]
        return self.finish(*sums, *(part.work(tables) for part in self.others))


def in_pieces(
    tables: LazyTables,
    steps: Steps,
    *,
    turns: pl.LazyFrame | None = None,
    events: pl.LazyFrame | None = None,
) -> pl.LazyFrame:
    """The answer to a question; of large tables piece by piece when it is asked for.

    `turns` and `events` are as much of these tables as the question needs, rows and columns; of
    large tables its steps get no more. Large tables must have their games in the same order, as
    every table that khronos_lab writes has; rows of games that are not in `games` are left out.
    """
    if not tables.large:
        return steps.asked(tables)
    nothing = LazyTables(*(pl.LazyFrame(schema=schema) for schema in SCHEMAS.values()))
    schema = steps.asked(nothing).collect_schema()
    rest = [
        nothing.turns if turns is None else turns,
        nothing.events if events is None else events,
    ]

    def source(
        columns: list[str] | None, predicate: pl.Expr | None, limit: int | None, _: int | None
    ) -> Iterator[pl.DataFrame]:
        found = steps.finish(*(rows.lazy() for rows in _added(steps, tables.games, rest)))
        # As reports of tables in memory do it: polars' engines divide by a constant differently.
        yield _asked(found, columns, predicate, limit).collect(engine="streaming")

    return register_io_source(source, schema=schema, is_pure=True)


def remembered(frame: pl.LazyFrame) -> pl.LazyFrame:
    """A small result that is worked out when it is first asked for, and kept for the next."""
    found: list[pl.DataFrame] = []
    one = Lock()

    def source(
        columns: list[str] | None, predicate: pl.Expr | None, limit: int | None, _: int | None
    ) -> Iterator[pl.DataFrame]:
        with one:
            if not found:
                found.append(frame.collect(engine="streaming"))
        yield _asked(found[0].lazy(), columns, predicate, limit).collect(engine="streaming")

    return register_io_source(source, schema=frame.collect_schema(), is_pure=True)


def _asked(
    frame: pl.LazyFrame, columns: list[str] | None, predicate: pl.Expr | None, limit: int | None
) -> pl.LazyFrame:
    """As much of a result as polars asks a source for."""
    if predicate is not None:
        frame = frame.filter(predicate)
    if columns is not None:
        frame = frame.select(columns)
    return frame if limit is None else frame.head(limit)


def _added(
    steps: Steps, games: pl.LazyFrame, rest: Sequence[pl.LazyFrame]
) -> Iterator[pl.DataFrame]:
    """The rows of all sums, then of all others, over all pieces."""
    plan = _Plan.of(games)
    waiting, sums, others = (
        [_Heap(part) for part in parts] for parts in (steps.clusters, steps.sums, steps.others)
    )

    def close(rows: Sequence[pl.DataFrame]) -> None:
        asked = [part.work(*(each.lazy() for each in rows)) for part in steps.sums]
        _add(sums, pl.collect_all(asked, engine="in-memory"))

    works = [part.work for part in (*steps.clusters, *steps.others)]
    for piece in _pieces(games, rest, plan):
        found = pl.collect_all([work(piece) for work in works], engine="in-memory")
        rows = found[: len(waiting)]
        is_open = [plan.is_open(each) for each in rows]
        _add(waiting, [each.filter(mask) for each, mask in zip(rows, is_open, strict=True)])
        close([each.filter(~mask) for each, mask in zip(rows, is_open, strict=True)])
        _add(others, found[len(waiting) :])
    close([heap.whole() for heap in waiting])
    return (heap.whole() for heap in (*sums, *others))


def _add(heaps: Sequence[_Heap], frames: Sequence[pl.DataFrame]) -> None:
    for heap, rows in zip(heaps, frames, strict=True):
        heap.add(rows)


class _Heap:
    """Rows of a part, made one from time to time, when they have doubled."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._frames: list[pl.DataFrame] = []
        self._settled = 0

    def add(self, rows: pl.DataFrame) -> None:
        self._frames.append(rows)
        if sum(frame.height for frame in self._frames) > 2 * self._settled + ROWS:
            self._settled = self.whole().height

    def whole(self) -> pl.DataFrame:
        rows = pl.concat(self._frames).lazy()
        self._frames = [self._part.again(rows).collect(engine="in-memory")]
        return self._frames[0]


# ------------------------------------------------------------------ reading side by side


class _Plan(NamedTuple):
    """Which games there are, how they make pieces, and which clusters lie in several of them."""

    known: Hashes
    piece: NDArray[np.uint32]
    """By game, in the order of the table: the number of its piece."""
    open: Hashes

    @classmethod
    def of(cls, games: pl.LazyFrame) -> _Plan:
        length = (pl.col("step").cast(pl.Int64) + 1).fill_null(0)
        read = games.select("game", CLUSTER.hash().alias("cluster"), length.alias("length"))
        empty = pl.DataFrame(schema={"game": pl.UInt64, "cluster": pl.UInt64, "length": pl.Int64})
        batches = (
            batch.unique("number", keep="first", maintain_order=True).select(
                pl.col("game").hash(), "cluster", "length"
            )
            for batch in whole_games(read, GAMES)
        )
        found = pl.concat([empty, *batches]).with_columns(
            piece=(pl.col("length").cum_sum() // EVENTS).cast(pl.UInt32)
        )
        piece = pl.col("piece")
        spread = found.group_by("cluster").agg(first=piece.min(), last=piece.max())
        several = spread.filter(pl.col("first") < pl.col("last"))["cluster"]
        known = np.unique(found["game"].to_numpy())
        return cls(known, found["piece"].to_numpy(), several.to_numpy())

    def is_open(self, rows: pl.DataFrame) -> pl.Series:
        """True for rows of clusters that another piece adds to."""
        return pl.Series(np.isin(rows["cluster"].to_numpy(), self.open))


def _pieces(games: pl.LazyFrame, rest: Sequence[pl.LazyFrame], plan: _Plan) -> Iterator[LazyTables]:
    """The tables in pieces of whole games; at least one, which may be empty."""
    readers = [_Reader(frame, plan.known) for frame in rest]
    for rows in _pieces_of_games(games, plan):
        wanted = np.unique(_hashes(rows["game"]))
        yield LazyTables(rows.lazy(), *(reader.take(wanted).lazy() for reader in readers))
    for reader in readers:
        reader.check_end()


def _pieces_of_games(games: pl.LazyFrame, plan: _Plan) -> Iterator[pl.DataFrame]:
    """The rows of games, cut as planned."""
    done = 0
    last = 0
    waiting = [pl.DataFrame(schema=games.collect_schema())]
    for batch in whole_games(games, GAMES):
        piece = plan.piece[done + batch["number"].to_numpy()]
        done += batch["number"][-1] + 1
        for rows in batch.drop("number").with_columns(_piece=piece).partition_by("_piece"):
            if waiting[-1].height and rows["_piece"][0] != last:
                yield pl.concat(waiting)
                waiting = waiting[:1]
            waiting.append(rows.drop("_piece"))
            last = rows["_piece"][0]
    yield pl.concat(waiting)


def _hashes(names: pl.Series) -> Hashes:
    return names.hash().to_numpy()


class _Reader:
    """Reads one table as its games are asked for, in their order."""

    def __init__(self, frame: pl.LazyFrame, known: Hashes) -> None:
        self._known = known
        self.empty = pl.DataFrame(schema=frame.collect_schema())
        self._batches = frame.collect_batches(
            chunk_size=ROWS, maintain_order=True, engine="streaming"
        )
        self._rest = self.empty

    def take(self, wanted: Hashes) -> pl.DataFrame:
        """The rows of some games, which come next."""
        found = [self.empty]
        while self._more():
            runs = self._rest["game"].rle().struct.unnest()
            here = np.isin(_hashes(runs["value"]), wanted)
            number = len(here) if here.all() else int(np.argmin(here))
            rows = int(runs["len"][:number].sum())
            found.append(self._rest.head(rows))
            self._rest = self._rest.slice(rows)
            if number < len(here):
                break
        return pl.concat(found)

    def check_end(self) -> None:
        """Refuse rows that no game has asked for: their order was another one."""
        if self._more():
            raise KhronosError(
                "tables of one set have their games in different orders; give them as they were "
                "written, or sort all of them by game"
            )

    def _more(self) -> bool:
        """True if there are rows left; those of unknown games are not counted."""
        while self._rest.is_empty():
            batch = next(self._batches, None)
            if batch is None:
                return False
            runs = batch["game"].rle().struct.unnest()
            here = np.isin(_hashes(runs["value"]), self._known)
            mask = np.repeat(here, runs["len"].to_numpy())
            self._rest = batch if here.all() else batch.filter(pl.Series(mask))
        return True
