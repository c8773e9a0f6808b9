"""Where coins and cards go."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import (
    clusters_of,
    in_order,
    personal,
    shared,
    with_players,
)
from khronos_lab.analysis.statistics.computing.intervals import per_player, quotients
from khronos_lab.analysis.tables.game_tables import LazyTables

PURPOSES = {
    "exchange": "spent_exchange",
    "travel": "spent_travel",
    "demolition": "spent_demolition",
}
"""What coins can be spent on (T2, T4, A4), and the column of `turns` that says how many."""
PURPOSE = pl.Enum(list(PURPOSES))


def spending(tables: LazyTables, by: Sequence[str] = ("purpose", "round")) -> pl.LazyFrame:
    """Coins spent by any of purpose, round and the columns of `games` (seat, player, won...).

    `coins` are all of the group's, `mean` those of one player, with an interval that counts seeds
    (games where no seed is told), never turns; `share` is the part of all that the group spent,
    where a group is everything but the purpose. Buildings cost cards, not coins, so this is not
    what a position cost; `cards_spent` says more about that.
    """
    if "purpose" not in by:
        by = ("purpose", *by)
    rest = [key for key in by if key != "purpose"]
    found = per_player(_by_cluster(tables, rest), tables.games, by)
    return found.with_columns(share=shared("coins", rest))


def _by_cluster(tables: LazyTables, rest: Sequence[str]) -> pl.LazyFrame:
    """Coins by purpose, other keys and cluster."""
    turns = with_players(tables.turns, tables.games, [*personal(rest), "cluster"])
    coins = {purpose: pl.col(column).cast(pl.Int64).sum() for purpose, column in PURPOSES.items()}
    wide = turns.group_by(*rest, "cluster").agg(**coins)
    keys = [*rest, "cluster"]
    long = wide.unpivot(list(PURPOSES), index=keys, variable_name="purpose", value_name="coins")
    return long.select(pl.col("purpose").cast(PURPOSE), *keys, "coins")


def cards_spent(tables: LazyTables, by: Sequence[str] = ("clause", "age", "kind")) -> pl.LazyFrame:
    """Cards played by what for (the clause: A1 to A6), age, kind and any column of `events`.

    `share` is that of all cards played, with an interval by seed. The kind is null where cards of
    several kinds paid together, as terrain allows (G2). Cards that were thrown away unused (T6) are
    not here: what a player could not use says as much.
    """
    played = tables.events.filter(pl.col("event") == "CardsPlayed")
    rows = played.join(clusters_of(tables.games), on="game")
    cards, actions = pl.col("amount").cast(pl.Int64).sum(), pl.len().cast(pl.Int64)
    parts = rows.group_by(*by, "cluster").agg(cards=cards, actions=actions).cache()
    wholes = parts.group_by("cluster").agg(all_cards=pl.col("cards").sum())
    found = quotients(parts, wholes, by, [], "share")
    return in_order(found.drop("all_cards"), by)
