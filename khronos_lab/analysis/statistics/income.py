"""Where coins come from, how wealth grows, and what winners live on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import personal, with_players
from khronos_lab.analysis.statistics.computing.intervals import (
    LEVEL,
    QUANTILES,
    part_sums,
    per_player,
    player_steps,
    quantiles_of,
    quotients_of,
    whole_sums,
)
from khronos_lab.analysis.statistics.computing.large_tables import adding, in_pieces
from khronos_lab.analysis.tables.game_tables import LazyTables

SOURCE = pl.Enum(["bonus", "taxes"])
_SOURCES = {"BonusPaid": "bonus", "TaxCollected": "taxes"}


def payments(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every coin that a player was paid: game, step, seat, round, age, source and coins.

    A payment for a domain is not the merit of one building, nor of the turn in which it is paid.
    """
    name = pl.col("event")
    return events.filter(name.is_in(list(_SOURCES))).select(
        "game",
        "step",
        "seat",
        "round",
        "age",
        source=pl.when(name == "BonusPaid")
        .then(pl.lit("bonus"))
        .otherwise(pl.lit("taxes"))
        .cast(SOURCE),
        coins="amount",
    )


def income(
    tables: LazyTables, by: Sequence[str] = ("source", "age"), *, level: float = LEVEL
) -> pl.LazyFrame:
    """Income by any of source, age, round and the columns of `games` (seat, player, place...).

    `coins` are all coins of the group, `players` the players of games that could have had them,
    those with nothing included, `mean` the quotient, with an interval that counts seeds (games
    where no seed is told), never payments. Groups without a coin have no row.
    It can't say why: who stands in Faith in round 7 may be rich because of it or go there because
    he is. Unfinished games count with what they tell.
    """
    steps = player_steps(partial(_by_cluster, by=by), by, partial(per_player, by=by, level=level))
    return in_pieces(tables, steps, events=_paid(tables.events))


def _paid(events: pl.LazyFrame) -> pl.LazyFrame:
    """The events and columns that `payments` needs."""
    read = ("game", "step", "seat", "round", "age", "event", "amount")
    return events.filter(pl.col("event").is_in(list(_SOURCES))).select(read)


def _by_cluster(tables: LazyTables, by: Sequence[str]) -> pl.LazyFrame:
    """Coins and payments by some keys and cluster."""
    paid = with_players(payments(tables.events), tables.games, [*personal(by), "cluster"])
    coins = pl.col("coins").cast(pl.Int64).sum()
    return paid.group_by(*by, "cluster").agg(coins, payments=pl.len().cast(pl.Int64))


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


def how_won(tables: LazyTables, *, level: float = LEVEL) -> pl.LazyFrame:
    """What winners and others lived on: coins of a player by age and source, and their share.

    Finished games only. `share` is the group's share of all coins that winners (or others) were
    paid, not a mean of shares, so that a poor game counts less; it and `mean` have intervals by
    seed. That winners have more from Reason does not say that Reason wins: the comparison is not
    one of equal games.
    """
    by, within = ("won", "source", "age"), ("won",)

    def wholes(parts: pl.LazyFrame) -> pl.LazyFrame:
        return parts.group_by("won", "cluster").agg(all_coins=pl.col("coins").sum())

    def finish(*sums: pl.LazyFrame) -> pl.LazyFrame:
        means = per_player(sums[0], sums[1], by, level=level)
        shares = quotients_of(sums[2], sums[3], by, within, "share", level=level)
        wanted = [*by, "share", "share_low", "share_high"]
        return means.join(shares.select(wanted), on=by, maintain_order="left")

    steps = player_steps(
        lambda each: _by_cluster(each, by),
        by,
        finish,
        adding(lambda parts, _: part_sums(parts, wholes(parts), by, within), by),
        adding(lambda parts, _: whole_sums(wholes(parts), within), within),
    )
    return in_pieces(_finished(tables), steps, events=_paid(tables.events))


def _finished(tables: LazyTables) -> LazyTables:
    return replace(tables, games=tables.games.filter("finished"))
