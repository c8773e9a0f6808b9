"""Opening choices: what players do in their first turn, and how they fare."""

from __future__ import annotations

from functools import partial
from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.intervals import LEVEL, cluster_means
from khronos_lab.analysis.statistics.streams import MOMENT, Schema, game_by_game, shaped

_VERBS: Final = {
    "BuildingBuilt": "build",
    "BuildingUpgraded": "upgrade",
    "BuildingDemolished": "demolish",
    "CubePlaced": "populate",
    "RuinBegun": "restore",
    "RuinRestored": "restore",
    "AdventurerTravelled": "travel",
    "OpenCardsSwapped": "swap",
}
_BUILDING_VERBS: Final = ("build", "upgrade", "demolish", "restore")

OPENINGS: Final[Schema] = {
    **MOMENT,
    "seat": pl.UInt8(),
    "opening": pl.String(),
    "actions": pl.UInt8(),
}
"""Columns of `openings`."""


def openings(events: pl.LazyFrame, *, first_action: bool = False) -> pl.LazyFrame:
    """The first turn of every player in words: a row for each player of each game.

    `opening` tells the actions in an order of their own, so that the same actions in another order
    are the same opening: "build civil 2 in Might; travel to Faith". Squares and cards are left out.
    With `first_action` it is the first action alone, which leaves fewer openings to tell apart.
    `step` is the last event of the turn. A first turn that did not end has no row.
    """
    exchange = (pl.col("event") == "CoinsSpent") & (pl.col("clause") == "T2")
    told = pl.col("event").is_in([*_VERBS, "TurnEnded"]) | exchange
    read = events.filter((pl.col("round") == 1) & told)
    return game_by_game(
        read.select("game", "step", "turn", "seat", "age", "event", "kind", "rank"),
        partial(_openings, first_action=first_action),
        OPENINGS,
    )


def _openings(batch: pl.DataFrame, *, first_action: bool) -> pl.DataFrame:
    """Actions get their words once for each sort of action; rows carry the number of the sort."""
    keys = ("event", "age", "kind", "rank")
    words = _words(batch.select(keys).unique())
    told = batch.join(words, on=keys, nulls_equal=True, maintain_order="left")
    if not first_action:
        told = told.sort("number", "turn", "place", maintain_order=True)
    ended = (pl.col("event") == "TurnEnded").any()
    turns = told.group_by("number", "turn", maintain_order=True).agg(
        pl.col("game", "seat").first(), pl.col("step").max(), pl.col("word"), ended=ended
    )
    actions = pl.col("word").list.drop_nulls()
    shown = actions.list.head(1) if first_action else actions
    return shaped(
        turns.filter("ended").with_columns(
            actions=actions.list.len(), opening=shown.list.join("; ").replace("", "nothing")
        ),
        OPENINGS,
    )


def _words(sorts: pl.DataFrame) -> pl.DataFrame:
    """Sorts of actions with their words, and their place in the order of words."""
    event = pl.col("event").cast(pl.String)
    verb = event.replace(_VERBS)
    age = pl.col("age").cast(pl.String)
    word = (
        pl.when(event == "TurnEnded").then(pl.lit(None, pl.String))
        .when(event == "CoinsSpent").then(pl.lit("exchange"))
        .when(event == "AdventurerTravelled").then("travel to " + age)
        .when(event == "OpenCardsSwapped").then(pl.lit("swap"))
        .when(verb.is_in(_BUILDING_VERBS)).then(
            pl.format("{} {} {} in {}", verb, pl.col("kind").cast(pl.String), "rank", age)
        )
        .otherwise(pl.format("{} rank {}", verb, "rank"))
    )  # fmt: skip
    return sorts.with_columns(word=word).with_columns(place=pl.col("word").rank("dense"))


def opening_results(
    openings: pl.LazyFrame, results: pl.LazyFrame, *, level: float = LEVEL
) -> pl.LazyFrame:
    """How players fared after each opening: win share, advantage and lead, with intervals by seed.

    `results` are those of the table of games. The commonest come first; `game` and `step` are the
    first time it was played. It can't say that an opening wins: good players choose it, or good
    hands allow it. Of many openings some look good by chance: of twenty intervals expect one to
    miss.
    """
    joined = openings.join(results.drop("step"), on=["game", "seat"])
    values = ["win", "advantage", "lead"]
    found = cluster_means(joined, ["opening"], values, level=level, moment=True)
    return found.sort("rows", "opening", descending=[True, False])
