"""Opening choices: what players do in their first turn, and how they fare."""

from __future__ import annotations

from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.computing.adjusting import ALIKE, adjusted_effects, alike
from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Reading,
    Schema,
    game_by_game,
    joined,
    shaped,
)
from khronos_lab.analysis.statistics.computing.intervals import LEVEL
from khronos_lab.analysis.statistics.seats import fared_means
from khronos_lab.core import EVENT_TYPES

_VERBS: Final = {each.__name__: each.about.action for each in EVENT_TYPES if each.about.action}
_BUILDING_VERBS: Final = ("build", "upgrade", "demolish", "restore")

COMMON: Final = 30
"""Openings that are told apart when they are rated; the others are one group."""

OPENINGS: Final[Schema] = {
    **MOMENT,
    "seat": pl.UInt8(),
    "opening": pl.String(),
    "first_action": pl.String(),
    "actions": pl.UInt8(),
}
"""Columns of `openings`."""


def openings(events: pl.LazyFrame) -> pl.LazyFrame:
    """The first turn of every player in words: a row for each player of each game.

    `opening` tells the actions in an order of their own, so that the same actions in another order
    are the same opening: "build civil 2 in Might; travel to Faith". Squares and cards are left out.
    `first_action` is the first of them alone, which leaves fewer openings to tell apart.
    `step` is the last event of the turn. A first turn that did not end has no row.
    """
    first = events.filter((pl.col("round") == 1) & pl.col("event").is_in(FIRST_TURNS.events))
    used = first.select("game", *FIRST_TURNS.columns)
    return game_by_game(used, lambda batch: shaped(_openings(batch), OPENINGS), OPENINGS)


def _openings(batch: pl.DataFrame) -> pl.DataFrame:
    """Actions get their words once for each sort of action; rows carry the number of the sort."""
    exchange = pl.col("clause") == "T2"
    batch = batch.filter((pl.col("event") != "CoinsSpent") | exchange)
    keys, turn = ("event", "age", "kind", "rank"), ("number", "turn")
    ended = pl.col("event") == "TurnEnded"
    acted = batch.filter(~ended).select(*turn, "step", *keys)
    words = _words(acted.select(keys).unique())
    told = acted.join(words, on=keys, nulls_equal=True)
    turns = (
        told.sort(*turn, "place", "step")
        .group_by(turn, maintain_order=True)
        .agg("word", first_action=pl.col("word").get(pl.col("step").arg_min()))
    )
    found = batch.filter(ended).join(turns, on=turn, how="left", maintain_order="left")
    nothing = pl.lit("nothing")
    return found.drop("word").with_columns(
        pl.col("first_action").fill_null(nothing),
        actions=found["word"].list.len().fill_null(0),
        opening=found["word"].list.join("; ").fill_null("nothing"),
    )


FIRST_TURNS: Final = Reading(
    [*_VERBS, "CoinsSpent", "TurnEnded"],
    ("step", "turn", "round", "seat", "age", "event", "clause", "kind", "rank"),
    lambda batch, _: _openings(batch).select(*list(OPENINGS)[1:], game="number"),
    first_round=True,
)
"""The `openings`."""


def _words(sorts: pl.DataFrame) -> pl.DataFrame:
    """Sorts of actions with their words, and their place in the order of words."""
    event = pl.col("event").cast(pl.String)
    verb = event.replace(_VERBS)
    age = pl.col("age").cast(pl.String)
    word = (
        pl.when(event == "CoinsSpent").then(pl.lit("exchange"))
        .when(verb == "travel").then("travel to " + age)
        .when(verb == "swap").then(verb)
        .when(verb.is_in(_BUILDING_VERBS)).then(
            pl.format("{} {} {} in {}", verb, pl.col("kind").cast(pl.String), "rank", age)
        )
        .otherwise(pl.format("{} rank {}", verb, "rank"))
    )  # fmt: skip
    return sorts.with_columns(word=word).with_columns(place=pl.col("word").rank("dense"))


def opening_results(
    openings: pl.LazyFrame,
    results: pl.LazyFrame,
    by: str = "opening",
) -> pl.LazyFrame:
    """How players fared after each opening: win share, advantage and lead, with intervals by seed.

    `results` are those of the table of games; `by="first_action"` makes one group
    of turns that began alike. The commonest come first; `game` and `step` are the
    first time it was played. It can't say that an opening wins: good players choose it, or good
    hands allow it. Of many openings some look good by chance: of twenty intervals expect one to
    miss.
    """
    rows = joined(openings, results.drop("step"))
    found = fared_means(rows, [by], moment=True)
    return found.sort("rows", by, descending=[True, False])


def rated_openings(
    openings: pl.LazyFrame,
    results: pl.LazyFrame,
    by: str = "opening",
    *,
    number: int = COMMON,
) -> pl.LazyFrame:
    """The commonest openings, rated with the player's strength taken out.

    As `opening_results`, but `advantage` says how much more often a player wins after this opening
    than the same player in the same company at the same place after others; `p` is the chance of
    such differences if no opening mattered. The intervals of all of them hold at once, because one
    looks at the best. Still, good hands may allow what looks good.
    """
    openings = openings.cache()
    raw = opening_results(openings, results, by).head(number).cache()
    rows = joined(alike(results.drop("step")), openings)
    at_once = 1 - (1 - LEVEL) / number
    effects = adjusted_effects(_rarer(rows, raw, by), [by], "advantage", ALIKE, level=at_once)
    ends = ("", "_low", "_high")
    told = effects.select(
        by, "p", **{f"advantage{end}": pl.col(f"effect{end}").clip(-1, 1) for end in ends}
    )
    return raw.drop(f"advantage{end}" for end in ends).join(
        told, on=by, how="left", maintain_order="left"
    )


def _rarer(rows: pl.LazyFrame, common: pl.LazyFrame, by: str) -> pl.LazyFrame:
    """Rows with all openings but the common ones under one name: null."""
    known = common.select(by, _known=pl.lit(value=True))
    told = rows.join(known, on=by, how="left")
    return told.with_columns(pl.when("_known").then(by).alias(by)).drop("_known")
