"""Games and players as rows of numbers: what `compare` and one's own statistics start from."""

from __future__ import annotations

from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import CLUSTER
from khronos_lab.analysis.statistics.leads import leads
from khronos_lab.analysis.statistics.seats import results
from khronos_lab.analysis.tables.game_tables import LazyTables
from khronos_lab.rulebook import BUILDING_NAMES, KINDS

_SUMMED: Final = (
    "bonus", "tax_might", "tax_faith", "tax_reason", "tax_missed", "spent_exchange",
    "spent_travel", "spent_demolition", "cards_played", "builds", "upgrades", "demolitions",
    "populates", "restores",
)  # fmt: skip
"""Columns of `turns` whose sum over a game is a measure."""

_COUNTED: Final = {
    "shadows_cast": "ShadowCast",
    "shadows_blocked": "ShadowBlocked",
    "shadows_missing": "ShadowMissing",
    "erased": "BuildingErased",
    "joined": "DomainsJoined",
    "split": "DomainSplit",
    "conflicts": "ConflictFound",
    "shrunk": "BuildingShrunk",
    "destroyed": "BuildingDestroyed",
}
"""Events whose number in a game is a measure."""


def player_measures(tables: LazyTables) -> pl.LazyFrame:
    """A row for each player of each finished game: how he fared, and the sums of his turns.

    Win share, advantage and lead as in `results`; income, spending and numbers of actions as in the
    table of turns. `game` and `step` are the end of the game. Players of one game are rivals: what
    one has, another has not, so never count these rows as independent.
    """
    sums = tables.turns.group_by("game", "seat").agg(
        pl.col(name).cast(pl.Int64).sum() for name in _SUMMED
    )
    return results(tables.games).join(sums, on=["game", "seat"], how="left", maintain_order="left")


CHOSEN: Final = {
    name: (kind.word, rank)
    for kind in KINDS
    for rank, name in enumerate(BUILDING_NAMES[kind])
    if rank
}
"""By name: kind and rank of the buildings that players choose."""


def balance_measures(tables: LazyTables) -> pl.LazyFrame:
    """A row for each finished game: what a change of the rules may change.

    Coins, bonus and taxes of a player, and buildings erased, as in `game_measures`. `first_seat` is
    how much more often than by chance who plays first wins, `open_end` is 1 if the game was open
    until its last round. `chosen_castle` is how many castles a player builds or upgrades to,
    `wins_castle` how much more often than by chance those win who do (null where nobody does).
    """
    told = game_measures(tables).select(
        "game", "players", "cluster", "coins", "margin", "bonus", "tax_might", "tax_faith",
        "tax_reason", "erased",
    )  # fmt: skip
    fared = results(tables.games)
    first = fared.filter(pl.col("place") == 0).select("game", first_seat="advantage")
    settled = leads(tables.turns, tables.games).filter(pl.col("seat") == 0).group_by("game")
    course = settled.agg(open_end=(pl.col("settled").sum() <= 1).cast(pl.Float64))
    put_up = tables.events.filter(pl.col("event").is_in(["BuildingBuilt", "BuildingUpgraded"]))
    own = put_up.group_by("game", "seat").agg(
        (pl.col("kind").eq(kind) & pl.col("rank").eq(rank)).sum().alias(name)
        for name, (kind, rank) in CHOSEN.items()
    )
    both = fared.select("game", "seat", "advantage").join(own, on=["game", "seat"], how="left")
    built = both.group_by("game").agg(
        *(pl.col(name).fill_null(0).mean().alias(f"chosen_{name}") for name in CHOSEN),
        *(
            pl.col("advantage").filter(pl.col(name) > 0).mean().alias(f"wins_{name}")
            for name in CHOSEN
        ),
    )
    for more in (first, course, built):
        told = told.join(more, on="game", how="left")
    return told.sort("game")


def game_measures(tables: LazyTables) -> pl.LazyFrame:
    """A row for each finished game: coins of its players, and what happened in it.

    `coins` is the mean of the players, `winner` the richest, `margin` the richest less the poorest;
    sums of turns are means of the players, so that tables of different size compare; events are
    counted for the whole game. Games with more players have more of everything that is counted.
    """
    finished = tables.games.filter("finished")
    coins = pl.col("coins")
    ends = finished.group_by("game").agg(
        pl.col("step", "players", "edition", "holdem", "map").first(),
        cluster=CLUSTER.first(),
        coins=coins.mean(),
        winner=coins.max(),
        margin=coins.max() - coins.min(),
    )
    sums = tables.turns.group_by("game").agg(pl.col(name).cast(pl.Int64).sum() for name in _SUMMED)
    numbers = (
        tables.events.filter(pl.col("event").is_in(list(_COUNTED.values())))
        .group_by("game")
        .agg((pl.col("event") == event).sum().alias(name) for name, event in _COUNTED.items())
    )
    found = ends.join(sums, on="game", how="left").join(numbers, on="game", how="left")
    return found.with_columns(
        *(pl.col(name) / pl.col("players") for name in _SUMMED),
        *(pl.col(name).fill_null(0) for name in _COUNTED),
    ).sort("game")
