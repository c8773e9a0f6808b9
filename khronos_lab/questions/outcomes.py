"""Results: how each player of each finished game fared, against what chance would give.

A *lead* is the same everywhere: coins at the end less the mean of the whole table, oneself
included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.questions.adjustment import alike
from khronos_lab.questions.intervals import cluster_means
from khronos_lab.questions.selection import Selection
from khronos_lab.questions.streams import MOMENT, Schema, players, shaped

RESULTS: Final[Schema] = {
    **MOMENT,
    "seat": pl.UInt8(),
    "place": pl.UInt8(),
    "player": pl.String(),
    "players": pl.UInt8(),
    "cluster": pl.String(),
    "coins": pl.Int32(),
    "win": pl.Float64(),
    "advantage": pl.Float64(),
    "lead": pl.Float64(),
}
"""Columns of `results`."""


def results(games: pl.LazyFrame) -> pl.LazyFrame:
    """How each player of each finished game fared, against what chance would give.

    `win` is 1 for the winner, shared equally by equal winners (T7); `advantage` is `win` less
    1 / players; `lead` is coins less the mean of the table. `place` counts from who starts every
    round. `cluster` is the seed, or the game where none is told.
    """
    win = pl.col("won") / pl.col("won").sum().over("game")
    found = players(games.filter(pl.col("finished"))).with_columns(
        win=win,
        advantage=win - 1 / pl.col("players"),
        lead=pl.col("coins") - pl.col("coins").mean().over("game"),
    )
    return shaped(found, RESULTS)


def fared(asked: Selection) -> pl.LazyFrame:
    """How the players that count fared against everybody at their tables, and with whom.

    A row for each player of each game, worked out once: many questions begin with it.
    """

    def work() -> pl.LazyFrame:
        found = asked.counted(alike(results(asked.whole.games))).collect(engine="streaming")
        # Words as numbers in the order of the words: several times faster to group and to sort.
        words = (found[name].unique().sort() for name in ("who", "company", "cluster"))
        return found.with_columns(pl.col(each.name).cast(pl.Enum(each)) for each in words).lazy()

    return asked.once("fared", work)


def fared_means(rows: pl.LazyFrame, by: Sequence[str], *, moment: bool = False) -> pl.LazyFrame:
    """Win share, advantage and lead of groups of `results`, with intervals by cluster.

    What chance gives is known, so the advantage is as unsure as the win share, and never larger
    than a share can be.
    """
    found = cluster_means(rows, by, ["win", "advantage", "lead"], moment)
    off = pl.col("advantage") - pl.col("win")
    return found.with_columns(
        (pl.col(f"win{end}") + off).alias(f"advantage{end}") for end in ("_low", "_high")
    )
