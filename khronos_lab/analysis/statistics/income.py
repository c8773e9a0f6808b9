"""Where coins come from, how wealth grows, and what winners live on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import (
    Reading,
    personal,
    with_players,
)
from khronos_lab.analysis.statistics.computing.intervals import (
    QUANTILES,
    per_player,
    quantiles_of,
    quotients,
)
from khronos_lab.analysis.tables.game_tables import LazyTables
from khronos_lab.rulebook import TAX_ROUNDS, read_fields

SOURCE = pl.Enum(["bonus", "taxes"])
_SOURCES = ("BonusPaid", "TaxCollected")
_SOURCE = (
    pl.when(pl.col("event") == "BonusPaid")
    .then(pl.lit("bonus", SOURCE))
    .otherwise(pl.lit("taxes", SOURCE))
)


def payments(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every coin that a player was paid: game, step, seat, round, age, source and coins.

    A payment for a domain is not the merit of one building, nor of the turn in which it is paid.
    """
    paid = events.filter(pl.col("event").is_in(_SOURCES))
    return paid.select("game", "step", "seat", "round", "age", source=_SOURCE, coins="amount")


def tax_rounds(games: pl.LazyFrame) -> pl.DataFrame:
    """The rounds that end with taxes under each rule set of some games, by `numbers` (T1)."""
    told = games.select("numbers").unique().sort("numbers").collect()["numbers"]
    rounds = [list(read_fields(each or "").get("tax_rounds", TAX_ROUNDS)) for each in told]
    found = pl.DataFrame({"numbers": told, "round": rounds}, schema_overrides=_ROUNDS)
    return found.explode("round")


_ROUNDS = {"round": pl.List(pl.UInt8())}


def income(
    tables: LazyTables,
    by: Sequence[str] = ("source", "age"),
    *,
    paid: pl.LazyFrame | None = None,
) -> pl.LazyFrame:
    """Income by any of source, age, round and the columns of `games` (seat, player, place...).

    `coins` are all coins of the group, `players` the players of games that could have had them,
    those with nothing included, `mean` the quotient, with an interval that counts seeds (games
    where no seed is told), never payments. Groups without a coin have no row.
    It can't say why: who stands in Faith in round 7 may be rich because of it or go there because
    he is. Unfinished games count with what they tell. `paid` is what was
    read before, by `PAID`.
    """
    coins = paid_by_cluster(tables, by) if paid is None else _regrouped(paid, by)
    return per_player(coins, tables.games, by)


PAID = ("player", "won", "source", "age")
"""Keys of the one reading of payments that several questions share."""


def paid_by_cluster(tables: LazyTables, by: Sequence[str] = PAID) -> pl.LazyFrame:
    """Coins and payments by some keys and cluster."""
    paid = with_players(payments(tables.events), tables.games, [*personal(by), "cluster"])
    coins = pl.col("coins").cast(pl.Int64).sum()
    return paid.group_by(*by, "cluster").agg(coins, payments=pl.len().cast(pl.Int64))


def _seats_paid(batch: pl.DataFrame) -> pl.LazyFrame:
    paid = batch.lazy().group_by("seat", "source", "age", game="number")
    coins = pl.col("amount").cast(pl.Int64).sum()
    return paid.agg(coins=coins, payments=pl.len().cast(pl.Int64))


SEATS_PAID: Final = Reading(
    [*_SOURCES],
    ("seat", "age", "amount", _SOURCE.alias("source")),
    lambda batch, _: _seats_paid(batch),
)
"""What each player of each game was paid, by source and age."""


def paid_by_seats(paid: pl.LazyFrame, games: pl.LazyFrame) -> pl.LazyFrame:
    """Coins and payments of `SEATS_PAID`, by `PAID` and cluster."""
    return _regrouped(with_players(paid, games, personal(PAID)), PAID)


def _regrouped(paid: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    return paid.group_by(*by, "cluster").agg(pl.col("coins", "payments").sum())


def coin_curve(
    tables: LazyTables, by: Sequence[str] = (), quantiles: Sequence[float] = QUANTILES
) -> pl.LazyFrame:
    """Quantile bands of coins in hand after each round (0: before the first turn).

    A band says how players spread at that moment; it follows no single player, and who is high in
    round 3 need not be high in round 7. `by` are columns of `games`.
    """
    turns = tables.turns.filter("ended")
    began = turns.filter(pl.col("round") == 1).with_columns(
        round=pl.lit(0, pl.UInt8), coins="coins_before"
    )
    coins = pl.concat([began, turns.with_columns(coins="coins_after")])
    rows = with_players(coins.select("game", "seat", "round", "coins"), tables.games, by)
    return quantiles_of(rows, [*by, "round"], "coins", quantiles)


def how_won(tables: LazyTables, paid: pl.LazyFrame | None = None) -> pl.LazyFrame:
    """What winners and others lived on: coins of a player by age and source, and their share.

    Finished games only. `share` is the group's share of all coins that winners (or others) were
    paid, not a mean of shares, so that a poor game counts less; it and `mean` have intervals by
    seed. That winners have more from Reason does not say that Reason wins: the comparison is not
    one of equal games.
    """
    by, within = ("won", "source", "age"), ("won",)
    finished = replace(tables, games=tables.games.filter("finished"))
    paid = paid_by_cluster(tables) if paid is None else paid
    coins = _regrouped(paid.filter(pl.col("won").is_not_null()), by).cache()
    wholes = coins.group_by(*within, "cluster").agg(all_coins=pl.col("coins").sum())
    shares = quotients(coins, wholes, by, within, "share")
    means = per_player(coins, finished.games, by)
    wanted = [*by, "share", "share_low", "share_high"]
    return means.join(shares.select(wanted), on=by, maintain_order="left")
