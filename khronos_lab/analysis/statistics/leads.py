"""Who is in front, when that is settled, and how often somebody comes back from behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Schema,
    game_by_game,
    players,
    shaped,
)
from khronos_lab.analysis.statistics.computing.intervals import LEVEL, cluster_means
from khronos_lab.analysis.statistics.seats import results
from khronos_lab.analysis.tables.game_tables import LazyTables

LEADS: Final[Schema] = {
    **MOMENT,
    "seat": pl.UInt8(),
    "round": pl.UInt8(),
    "behind": pl.Int32(),
    "leads": pl.Boolean(),
    "settled": pl.Boolean(),
    "decides": pl.Boolean(),
    "changed": pl.Boolean(),
}
"""Columns of `leads`."""

LIMITS: Final = (0, 1, 3, 6, 10, 15, 25)
"""Coins behind from which the groups of `comebacks` begin."""


def leads(turns: pl.LazyFrame, games: pl.LazyFrame) -> pl.LazyFrame:
    """How everybody stands after each round of a finished game: a row for each player and round.

    `behind` is what the player has less than the richest, `leads` is true for the richest, alone or
    shared. `settled` is true if from here to the end the leaders are those who win, `decides` in
    the first such round; `changed` if they are not those of the round before. `step` is the first
    event of the player's turn.
    """
    won = games.filter("finished").select("game", "seat", pl.col("won"))
    ended = turns.filter("ended").select("game", "seat", "turn", "step", "round", "coins_after")
    return game_by_game(ended.join(won, on=["game", "seat"], maintain_order="left"), _leads, LEADS)


def _leads(batch: pl.DataFrame) -> pl.DataFrame:
    stand = batch.sort("number", "round", "turn")
    # One number for two keys: windows over it cost half.
    stand = stand.with_columns(
        _moment=pl.col("number") * 256 + pl.col("round"),
        _own=pl.col("number") * 256 + pl.col("seat"),
    )
    moment, own = "_moment", "_own"
    found = stand.with_columns(
        behind=pl.col("coins_after").max().over(moment) - pl.col("coins_after")
    )
    found = found.with_columns(leads=pl.col("behind") == 0)
    found = found.with_columns(
        _same=(pl.col("leads") == pl.col("won")).all().over(moment),
        _other=pl.col("leads") != pl.col("leads").shift(1).over(own),
    ).with_columns(changed=pl.col("_other").fill_null(value=False).any().over(moment))
    settled = pl.col("_same").cast(pl.UInt8).reverse().cum_min().reverse().over(own) == 1
    before = pl.col("settled").shift(1, fill_value=False).over(own)
    found = found.with_columns(settled=settled).with_columns(decides=pl.col("settled") & ~before)
    return shaped(found, LEADS)


def decided(tables: LazyTables, by: Sequence[str] = (), *, level: float = LEVEL) -> pl.LazyFrame:
    """In which round games are decided: from its end on, those in front are those who win.

    `share` is the share of games that were decided in a round, `changes` the share of games in
    which another player was in front than a round before; both with intervals by seed. A game of
    the last round was open until the last taxation. `by` are columns of `games` that all players
    of a game share (players, map, holdem...). It can't say when a game could still have been
    turned, only when it was.
    """
    told = leads(tables.turns, tables.games).cache()
    own = players(tables.games).filter(pl.col("seat") == 0).select("game", "cluster", *by)
    rows = told.filter(pl.col("seat") == 0).join(own, on="game", maintain_order="left")
    rows = rows.with_columns(
        share=pl.col("decides").cast(pl.Float64),
        changes=pl.col("changed").cast(pl.Float64),
    )
    keys = [*by, "round"]
    found = cluster_means(rows, keys, ["share", "changes"], level=level)
    winning = told.filter(pl.col("settled") & pl.col("leads")).select("game", "step", "round")
    taken = rows.filter(pl.col("share") == 1).select("game", *keys)
    return found.join(
        _first(winning.join(taken, on=["game", "round"]), keys),
        on=keys,
        how="left",
        maintain_order="left",
    )


def _first(rows: pl.LazyFrame, keys: Sequence[str]) -> pl.LazyFrame:
    """The first moment of each group, by name of game."""
    seen = rows.select(*keys, "game", "step").sort("game", "step")
    return seen.unique(keys, keep="first", maintain_order=True)


def comebacks(
    tables: LazyTables,
    fared: pl.LazyFrame | None = None,
    by: Sequence[str] = (),
    *,
    level: float = LEVEL,
) -> pl.LazyFrame:
    """The chance to win after a round by the number of coins behind, with intervals by seed.

    `behind` is the lower end of a group (see `LIMITS`); equal winners share a win (T7). `game` and
    `step` are one who won from there. `fared` are the results of the players that count. They are
    as they are: who is behind is often the weaker one, so this is no measure of how much can still
    happen.
    """
    told = leads(tables.turns, tables.games)
    rows = results(tables.games) if fared is None else fared
    people = rows.select("game", "seat", "cluster", "win").join(
        players(tables.games).select("game", "seat", *by), on=["game", "seat"]
    )
    group = pl.lit(0, pl.Int32)
    for limit in LIMITS[1:]:
        group = pl.when(pl.col("behind") >= limit).then(pl.lit(limit, pl.Int32)).otherwise(group)
    rows = told.join(people, on=["game", "seat"]).with_columns(behind=group)
    keys = [*by, "round", "behind"]
    found = cluster_means(rows, keys, ["win"], level=level)
    won = _first(rows.filter(pl.col("win") > 0), keys)
    return found.join(won, on=keys, how="left", maintain_order="left")
