"""Domains: how often they join and split, and how far one action ripples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from khronos_lab.analysis.schema import AGE, EVENT, KIND
from khronos_lab.analysis.statistics.streams import (
    MOMENT,
    Schema,
    first_moment,
    game_by_game,
    number_of_games,
    shaped,
    shared,
)
from khronos_lab.analysis.tables import LazyTables

Integers = NDArray[np.int64]

_DOMAIN_EVENTS: Final = (
    "DomainsJoined", "DomainSplit", "ConflictFound", "BuildingShrunk", "BuildingDestroyed",
)  # fmt: skip

_ROOTS: Final = ("BuildingBuilt", "BuildingUpgraded", "BuildingDemolished", "ConflictFound")
_NO_RIPPLE: Final = (
    "CoinsSpent", "CardsPlayed", "CardsDiscarded", "CardsDrawn", "PileRenewed", "OpenCardsSwapped",
    "AdventurerTravelled", "CubePlaced", "RuinBegun", "RuinRestored", "TaxCollected", "TaxMissed",
    "TurnEnded", "GameEnded",
)  # fmt: skip
_COUNTED: Final = {
    "cast": "ShadowCast",
    "blocked": "ShadowBlocked",
    "erased": "BuildingErased",
    "joined": "DomainsJoined",
    "split": "DomainSplit",
    "conflicts": "ConflictFound",
    "shrunk": "BuildingShrunk",
    "destroyed": "BuildingDestroyed",
}

CASCADES: Final[Schema] = {
    **MOMENT,
    "turn": pl.UInt16(),
    "round": pl.UInt8(),
    "seat": pl.UInt8(),
    "event": EVENT,
    "age": AGE,
    "kind": KIND,
    "rank": pl.UInt8(),
    "length": pl.UInt16(),
    "effects": pl.UInt16(),
    "last_step": pl.UInt32(),
    **{name: pl.UInt16() for name in _COUNTED},
}
"""Columns of `cascades`."""


def domain_events(tables: LazyTables, by: Sequence[str] = ("age",)) -> pl.LazyFrame:
    """How often domains join, split and come into conflict, and buildings shrink for it.

    `number`, `per_game`, the mean `amount` (domains joined, parts of a split, rivals of a conflict,
    value lost) and the first of them as `game` and `step`. A joining by a building that fills a gap
    between two domains counts once, however many buildings they have. In Reason nothing conflicts.
    """
    found = tables.events.filter(pl.col("event").is_in(_DOMAIN_EVENTS))
    counts = found.group_by("event", *by).agg(
        number=pl.len(),
        amount=pl.col("amount").mean(),
        **first_moment(),
    )
    games = number_of_games(tables.games)
    return (
        counts.join(games, how="cross")
        .sort("event", *by)
        .select(
            "event", *by, "number", "amount", "game", "step",
            per_game=pl.col("number") / pl.col("games"),
        )
    )  # fmt: skip


def cascades(events: pl.LazyFrame) -> pl.LazyFrame:
    """What each building action set off: a row for each that had any effect.

    `step` is the action (built, upgraded, demolished), `length` the number of events in the longest
    chain of causes, itself included, `effects` how many events it caused in all and `last_step` the
    last of them; then how many shadows were cast and blocked, buildings erased, domains joined...
    A bonus alone is a chain of 2. Causes are those of the log: where two things together caused a
    third, the log names the later one. Length counts events, not importance.
    """
    wanted = events.filter(~pl.col("event").is_in(_NO_RIPPLE))
    read = ["cause", *(name for name in CASCADES if name in _OF_EVENTS)]
    return game_by_game(wanted.select(read), _cascades, CASCADES)


_OF_EVENTS: Final = ("game", "step", "turn", "round", "seat", "event", "age", "kind", "rank")


def cascade_lengths(cascades: pl.LazyFrame, by: Sequence[str] = ("event",)) -> pl.LazyFrame:
    """How many cascades have each length, with their share and the first of them to look at.

    Actions without any effect have no cascade and are not counted here. Long chains are rare: look
    at `number` before believing a share.
    """
    found = cascades.group_by(*by, "length").agg(
        number=pl.len(),
        effects=pl.col("effects").mean(),
        **first_moment(),
    )
    return found.sort(*by, "length").select(
        *by, "length", "number", shared("number", by).alias("share"), "effects", "game", "step"
    )


def longest_cascades(cascades: pl.LazyFrame, number: int = 10) -> pl.LazyFrame:
    """The longest cascades, the one with most effects first; worth a look in the replay."""
    order = ["length", "effects", "game", "step"]
    descending = [True, True, False, False]
    return cascades.sort(order, descending=descending).head(number)


# ------------------------------------------------------------------ one batch of games

_GAME: Final = 2**32
"""More steps than a game has: numbers of games times this, plus steps, are keys of events."""


def _cascades(batch: pl.DataFrame) -> pl.DataFrame:
    rows = batch.with_columns(key=pl.col("number") * _GAME + pl.col("step")).sort("key")
    depth, root = _depths(rows)
    below = depth > 1
    counts = [(pl.col("event") == event).sum().alias(name) for name, event in _COUNTED.items()]
    sums = (
        rows.select("step", "event", root=pl.Series(root), depth=pl.Series(depth))
        .filter(pl.Series(below))
        .group_by("root")
        .agg(
            *counts,
            length=pl.col("depth").max(),
            effects=pl.len(),
            last_step=pl.col("step").max(),
        )
        .sort("root")
    )
    found = rows.select(_OF_EVENTS)[sums["root"]].hstack(sums)
    return shaped(found.filter(pl.col("event").is_in(_ROOTS)), CASCADES)


def _depths(rows: pl.DataFrame) -> tuple[Integers, Integers]:
    """For each row: its place in its chain of causes, from 1, and the row of the first cause."""
    keys = rows["key"].to_numpy()
    causes = (rows["number"] * _GAME + rows["cause"]).to_numpy()
    has_cause = rows["cause"].is_not_null().to_numpy()
    found = np.searchsorted(keys, np.where(has_cause, causes, 0).astype(keys.dtype))
    known = has_cause & (keys[np.minimum(found, len(keys) - 1)] == causes)
    parent = np.where(known, found, -1)
    depth = np.ones(len(keys), dtype=np.int64)
    root = np.arange(len(keys))
    above = parent
    while (climbing := above >= 0).any():
        depth[climbing] += 1
        root[climbing] = above[climbing]
        above = np.where(climbing, parent[above], -1)
    return depth, root
