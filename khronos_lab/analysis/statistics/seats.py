"""Whether the seat matters, and who plays first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.computing.adjusting import adjusted_effects, alike, contrast
from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Schema,
    game_by_game,
    players,
    shaped,
)
from khronos_lab.analysis.statistics.computing.intervals import cluster_means

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
    round. `cluster` is the seed, or the game where none is told. Coins of different games are hard
    to compare, leads less so.
    """
    read = players(games.filter(pl.col("finished"))).select(
        "game", "seat", "step", "place", "player", "players", "coins", "won", "cluster"
    )
    return game_by_game(read, _results, RESULTS)


def _results(batch: pl.DataFrame) -> pl.DataFrame:
    win = pl.col("won") / pl.col("won").sum().over("number")
    found = batch.with_columns(
        win=win,
        advantage=win - 1 / pl.col("players"),
        lead=pl.col("coins") - pl.col("coins").mean().over("number"),
    )
    return shaped(found, RESULTS)


def seat_effects(results: pl.LazyFrame, by: Sequence[str] = ("players", "place")) -> pl.LazyFrame:
    """Win share, advantage and lead by place (or seat, player...), with intervals by seed.

    `place` 0 plays first in every round. Where the same seed was played with the players permuted,
    its games are one cluster: the deal and, if each player sat everywhere, the players' skill
    cancel out, and the interval is that of the seat. Without such pairs a strong player who always
    sits first looks like an advantage of the first seat, and nothing here can tell them apart.
    """
    return fared_means(results, by)


def fared_means(rows: pl.LazyFrame, by: Sequence[str], *, moment: bool = False) -> pl.LazyFrame:
    """Win share, advantage and lead of groups of `results`.

    What chance gives is known, so the advantage is as unsure as the win share, and never larger
    than a share can be.
    """
    found = cluster_means(rows, by, ["win", "advantage", "lead"], moment)
    off = pl.col("advantage") - pl.col("win")
    return found.with_columns(
        (pl.col(f"win{end}") + off).alias(f"advantage{end}") for end in ("_low", "_high")
    )


def fair_seats(results: pl.LazyFrame) -> pl.LazyFrame:
    """What the place in turn order adds to the chance to win, with the players' strength taken out.

    Each player is compared with itself in the same company at other places. `win` is the chance
    that an average player has there, with its interval; `p` the chance of places that differ at
    least as much if none mattered. A player that always sits at one place tells nothing.
    """
    effects = adjusted_effects(
        alike(results), ["players", "place"], "advantage", ["who", "company"]
    )
    chances = [
        (1 / pl.col("players") + pl.col(f"effect{end}")).clip(0, 1).alias(f"win{end}")
        for end in ("", "_low", "_high")
    ]
    return effects.with_columns(chances).sort("players", "place")


def first_seat(results: pl.LazyFrame) -> pl.LazyFrame:
    """One number for all tables: how much more often who plays first wins, and who does not.

    Two rows, `first` false and true; as in `fair_seats` players are compared with themselves.
    `gain` is how much more often they win at this place than at the others.
    """
    rows = alike(results).with_columns(first=pl.col("place") == 0)
    return contrast(adjusted_effects(rows, ["first"], "advantage", ["who", "company"]))
