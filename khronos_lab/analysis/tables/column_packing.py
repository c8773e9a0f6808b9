"""Packing: how a table lies in its file, where that differs from what readers get.

Parquet packs every column by itself, so what two columns say together is kept twice. Six columns
of `events` are most of a file if they are kept as they are. The file has three other ones that say
the same in half the bytes, and reading works the columns of the schema out again, row by row, so
that a question still reads only the columns and, by `event` and `game`, the rows that it needs:

- `sort` instead of `clause`, `age`, `kind` and `rank`: one number for all of them. Of thousands of
  combinations less than two hundred ever happen.
- `back` instead of `cause`: how many steps back the cause is. The same ripples happen in all
  games, but at other steps.
- `place` instead of `square`: the number of the square among all squares. Parquet keeps words as
  numbers into a list of words; as a number, only the squares of the maps that were played count.

Files of before, with the columns of the schema, are read as they are.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from khronos_lab.analysis.tables.schema import AGE, CLAUSE, KIND, SCHEMAS, SQUARE
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import RANKS

LEVEL: Final = 15
"""Of zstd. Measured on greedy games: 7 writes 9 % more bytes in a third of the time, 19 takes twice
as long for 1 % less; playing a game takes hundreds of times as long."""

LAYOUT: Final = 2
"""How tables lie in files now; 1 is as the schema has them."""

_EVENTS: Final = SCHEMAS["events"]

_SORT: Final = (("clause", CLAUSE), ("age", AGE), ("kind", KIND))
"""The words that `sort` joins, the rank after them; each is 0 for null, then counts from 1."""
_HIGHEST_RANK: Final = max(RANKS)

_STORED: Final = {
    "cause": ("back", pl.UInt16()),
    "square": ("place", pl.UInt16()),
    "clause": ("sort", pl.UInt16()),
}
_DROPPED: Final = ("age", "kind", "rank")

EVENTS_IN_FILES: Final = pl.Schema(
    [_STORED.get(name, (name, dtype)) for name, dtype in _EVENTS.items() if name not in _DROPPED]
)


def packed(frame: pl.DataFrame) -> pl.DataFrame:
    """A table as it is written."""
    if frame.schema != _EVENTS:
        return frame
    if not frame["rank"].is_between(1, _HIGHEST_RANK).all():
        raise KhronosError(f"the table events has a rank that is not 1 to {_HIGHEST_RANK}")
    sort = pl.lit(0, pl.UInt16)
    for name, words in _SORT:
        number = (pl.col(name).to_physical().cast(pl.UInt16) + 1).fill_null(0)
        sort = sort * (len(words.categories) + 1) + number
    sort = sort * (_HIGHEST_RANK + 1) + pl.col("rank").fill_null(0)
    return frame.select(
        *(name for name in EVENTS_IN_FILES if name in _EVENTS),
        sort.alias("sort"),
        (pl.col("step") - pl.col("cause")).alias("back"),
        pl.col("square").to_physical().alias("place"),
    ).select(pl.col(name).cast(dtype) for name, dtype in EVENTS_IN_FILES.items())


def unpacked(frame: pl.LazyFrame, found: pl.Schema) -> pl.LazyFrame:
    """A table with the columns of the schema, whichever way it was written.

    >>> row = {"step": 7, "cause": 5, "clause": "B6", "age": "Faith", "square": "c4"}
    >>> events = pl.DataFrame([row], _EVENTS)
    >>> kept = packed(events)
    >>> kept["back"].item(), unpacked(kept.lazy(), kept.schema).collect().equals(events)
    (2, True)
    """
    if found != EVENTS_IN_FILES:
        return frame
    rest = pl.col("sort")
    columns = [_number(rest, _HIGHEST_RANK).cast(pl.UInt8).alias("rank")]
    rest = rest // (_HIGHEST_RANK + 1)
    for name, words in reversed(_SORT):
        number = _number(rest, len(words.categories)) - 1
        smallest = pl.UInt8() if len(words.categories) < 256 else pl.UInt16()
        columns.append(number.cast(smallest).cat.to(words).alias(name))
        rest = rest // (len(words.categories) + 1)
    return frame.with_columns(
        *columns,
        (pl.col("step") - pl.col("back")).alias("cause"),
        pl.col("place").cat.to(SQUARE).alias("square"),
    ).select(_EVENTS.names())


def _number(rest: pl.Expr, highest: int) -> pl.Expr:
    """The last number of a joined one, from 1; null for 0."""
    number = rest % (highest + 1)
    return pl.when(number > 0).then(number)
