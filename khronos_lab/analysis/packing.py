"""Packing: how a table lies in its file, where that differs from what readers get.

Two columns of `events` are most of a file if they are kept as they are. The file has other ones
that say the same in fewer bytes, and reading gives back the columns of the schema, row by row, so
that a question still reads only the columns and rows that it needs:

- `back` instead of `cause`: how many steps back the cause is. The same ripples happen in all
  games, but at other steps.
- `place` instead of `square`: the number of the square among all squares. Parquet keeps words as
  numbers into a list of words; as a number, only the squares of the map that was played count.

Files of before, with the columns of the schema, are read as they are.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from khronos_lab.analysis.schema import SCHEMAS, SQUARE

LEVEL: Final = 15
"""Of zstd. Measured on greedy games: 7 writes 9 % more bytes in a third of the time, 19 takes twice
as long for 1 % less; playing a game takes hundreds of times as long."""

LAYOUT: Final = 2
"""How tables lie in files now; 1 is as the schema has them."""

_PACKED: Final = {"cause": ("back", pl.UInt16()), "square": ("place", pl.UInt16())}
"""By column of the schema: the column that stands in for it."""

EVENTS_IN_FILES: Final = pl.Schema(
    [_PACKED.get(name, (name, dtype)) for name, dtype in SCHEMAS["events"].items()]
)


def packed(frame: pl.DataFrame) -> pl.DataFrame:
    """A table as it is written."""
    if frame.schema != SCHEMAS["events"]:
        return frame
    back = (pl.col("step") - pl.col("cause")).alias("back")
    place = pl.col("square").to_physical().alias("place")
    return frame.with_columns(back, place).select(EVENTS_IN_FILES.names()).cast(EVENTS_IN_FILES)


def unpacked(frame: pl.LazyFrame, found: pl.Schema) -> pl.LazyFrame:
    """A table with the columns of the schema, whichever way it was written.

    >>> events = pl.DataFrame([{"step": 7, "cause": 5}], SCHEMAS["events"])
    >>> kept = packed(events)
    >>> kept["back"].item(), unpacked(kept.lazy(), kept.schema).collect().equals(events)
    (2, True)
    """
    if found != EVENTS_IN_FILES:
        return frame
    cause = (pl.col("step") - pl.col("back")).alias("cause")
    square = pl.col("place").cat.to(SQUARE).alias("square")
    return frame.with_columns(cause, square).select(SCHEMAS["events"].names())
