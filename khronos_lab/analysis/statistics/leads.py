"""Who is in front, when that is settled, and how often somebody comes back from behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Schema,
    clusters_of,
    game_by_game,
    shaped,
    with_players,
)
from khronos_lab.analysis.statistics.computing.intervals import cluster_means
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
    "win": pl.Float64(),
    "cluster": pl.UInt64(),
}
"""Columns of `leads`."""

LIMITS: Final = (0, 1, 3, 6, 10, 15, 25)
"""Coins behind from which the groups of `comebacks` begin."""


def leads(turns: pl.LazyFrame, games: pl.LazyFrame) -> pl.LazyFrame:
    """How everybody stands after each round of a finished game: a row for each player and round.

    `behind` is what the player has less than the richest, `leads` is true for the richest, alone or
    shared. `settled` is true if from here to the end the leaders are those who win, `decides` in
    the first such round; `changed` if they are not those of the round before. `win` is 1 for the
    winner, shared equally by equal winners (T7), and `cluster` the number of the game's cluster.
    `step` is the first event of the player's turn.
    """
    finished = clusters_of(games.filter("finished"))
    ended = turns.filter("ended").select("game", "seat", "turn", "step", "round", "coins_after")
    return game_by_game(ended, _leads, LEADS, beside=finished)


def _leads(batch: pl.DataFrame) -> pl.DataFrame:
    """Rounds of a game end when all had their turn; who leads after the last has won (T7)."""
    stand = batch.sort("number", "round", "turn")
    number, seat, coins = (stand[name].to_numpy() for name in ("number", "seat", "coins_after"))
    moments = number * 256 + stand["round"].to_numpy()
    first = np.flatnonzero(np.diff(moments, prepend=moments[:1] + 1))
    sizes = np.diff(first, append=len(moments))
    behind = np.repeat(np.maximum.reduceat(coins, first), sizes) - coins
    in_front = behind == 0
    own = 1 << seat.astype(np.int64)
    # Leaders as a set of bits, a seat each: sets of two rounds are compared at once.
    front = np.add.reduceat(np.where(in_front, own, 0), first)
    game = number[first]
    begins = np.flatnonzero(np.diff(game, prepend=game[:1] + 1))
    rounds = np.diff(begins, append=len(game))
    won = np.repeat(front[begins + rounds - 1], rounds)
    place = np.arange(len(game))
    last_other = np.maximum.reduceat(np.where(front == won, -1, place), begins)
    settled = place > np.repeat(last_other, rounds)
    opens = np.zeros(len(game), dtype=np.bool_)
    opens[begins] = True
    told = {
        "settled": settled,
        "decides": settled & (opens | ~np.roll(settled, 1)),
        "changed": (front != np.roll(front, 1)) & ~opens,
    }
    equals = np.add.reduceat(in_front.astype(np.int64), first)[begins + rounds - 1]
    share = np.repeat(np.repeat(1 / equals, rounds), sizes)
    win = np.where(np.repeat(won, sizes) & own, share, 0.0)
    columns = {name: pl.Series(np.repeat(values, sizes)) for name, values in told.items()}
    columns |= {"behind": pl.Series(behind), "leads": pl.Series(in_front), "win": pl.Series(win)}
    return shaped(stand.with_columns(**columns), LEADS)


def decided(
    tables: LazyTables,
    by: Sequence[str] = (),
    *,
    stood: pl.LazyFrame | None = None,
) -> pl.LazyFrame:
    """In which round games are decided: from its end on, those in front are those who win.

    `share` is the share of games that were decided in a round, `changes` the share of games in
    which another player was in front than a round before; both with intervals by seed. A game of
    the last round was open until the last taxation. `by` are columns of `games` that all players
    of a game share (players, map, holdem...). `stood` are the `leads`, if they were worked out
    before. It can't say when a game could still have been turned, only when it was.
    """
    told = leads(tables.turns, tables.games) if stood is None else stood
    if by:
        own = tables.games.filter(pl.col("seat") == 0).select("game", *by)
        told = told.join(own, on="game", maintain_order="left")
    told = told.cache()
    rows = told.filter(pl.col("seat") == 0).with_columns(
        share=pl.col("decides").cast(pl.Float64),
        changes=pl.col("changed").cast(pl.Float64),
    )
    keys = [*by, "round"]
    found = cluster_means(rows, keys, ["share", "changes"])
    deciding = _first(told.filter(pl.col("decides") & pl.col("leads")), keys)
    return found.join(deciding, on=keys, how="left", maintain_order="left")


def _first(rows: pl.LazyFrame, keys: Sequence[str]) -> pl.LazyFrame:
    """The first moment of each group, by name of game."""
    seen = rows.select(*keys, "game", "step").sort("game", "step")
    return seen.unique(keys, keep="first", maintain_order=True)


def comebacks(
    tables: LazyTables,
    by: Sequence[str] = (),
    *,
    seats: pl.LazyFrame | None = None,
    stood: pl.LazyFrame | None = None,
) -> pl.LazyFrame:
    """The chance to win after a round by the number of coins behind, with intervals by seed.

    `behind` is the lower end of a group (see `LIMITS`); equal winners share a win (T7). `game` and
    `step` are one who won from there. `seats` are the players that count, all by default, `stood`
    the `leads`, if they were worked out before. They are as they are: who is behind is often the
    weaker one, so this is no measure of how much can still happen.
    """
    stood = leads(tables.turns, tables.games) if stood is None else stood
    told = with_players(stood, tables.games, by)
    if seats is not None:
        told = told.join(seats, on=["game", "seat"], how="semi", maintain_order="left")
    group = pl.lit(0, pl.Int32)
    for limit in LIMITS[1:]:
        group = pl.when(pl.col("behind") >= limit).then(pl.lit(limit, pl.Int32)).otherwise(group)
    rows = told.with_columns(behind=group)
    keys = [*by, "round", "behind"]
    found = cluster_means(rows, keys, ["win"])
    won = _first(rows.filter(pl.col("win") > 0), keys)
    return found.join(won, on=keys, how="left", maintain_order="left")
