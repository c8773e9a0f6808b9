"""Small tables written as text, and games to count in."""

from __future__ import annotations

from functools import cache

import polars as pl

from khronos_lab.analysis import SCHEMAS, LazyTables, TableBuilder, Tables
from tests.analysis.games import RULES, random_game


def table(name: str, text: str) -> pl.LazyFrame:
    """A table from a header and rows of words; `-` is null, and so is what has no column."""
    header, *lines = (line.split() for line in text.strip().splitlines())
    columns = {
        column: [None if line[place] == "-" else line[place] for line in lines]
        for place, column in enumerate(header)
    }
    frame = pl.DataFrame(columns, schema=dict.fromkeys(header, pl.String()))
    schema = SCHEMAS[name]
    cells = [
        _cell(column, dtype) if column in header else pl.lit(None, dtype).alias(column)
        for column, dtype in schema.items()
    ]
    return frame.select(cells).lazy()


def _cell(column: str, dtype: pl.DataType) -> pl.Expr:
    if dtype == pl.Boolean():
        return pl.col(column).replace_strict({"yes": True, "no": False}, return_dtype=dtype)
    return pl.col(column).cast(dtype)


EMPTY = {name: pl.DataFrame(schema=schema).lazy() for name, schema in SCHEMAS.items()}


def tables(games: str = "", turns: str = "", events: str = "") -> LazyTables:
    """Three tables from texts; one that is not given is empty."""
    texts = {"games": games, "turns": turns, "events": events}
    return LazyTables(*(table(name, text) if text else EMPTY[name] for name, text in texts.items()))


def rows(frame: pl.LazyFrame | pl.DataFrame, *columns: str) -> list[tuple]:
    """The rows of a result, worked out by streaming; floats rounded."""
    found = frame.lazy().collect(engine="streaming")
    assert found.schema == frame.collect_schema()
    return (
        (found.select(columns) if columns else found)
        .with_columns(pl.selectors.float().round(6))
        .rows()
    )


@cache
def played_games() -> tuple:
    """Random games of all rules and numbers of players: id and steps with the first state."""
    return tuple(
        (f"{seed:03}", *random_game(seed, 2 + seed % 4, RULES[seed % len(RULES)]))
        for seed in range(16)
    )


@cache
def played_tables() -> Tables:
    builder = TableBuilder()
    for game, start, steps in played_games():
        builder.add_game(game, start, steps, seed=int(game) // 2)
    return builder.tables()
