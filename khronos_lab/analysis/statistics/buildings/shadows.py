"""Time shadows: how often they fall, what stops them, what they erase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import SUCCEEDED, with_copies
from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Schema,
    clusters_of,
    first_moment,
    game_by_game,
    in_order,
    shaped,
    summed,
)
from khronos_lab.analysis.statistics.computing.intervals import LEVEL, quotients
from khronos_lab.analysis.tables.game_tables import LazyTables
from khronos_lab.analysis.tables.schema import AGE, KIND, SQUARE

_OUTCOMES: Final = ("ShadowFalls", "ShadowReplaced", "ShadowBlocked", "ShadowMissing")
"""Each copy ends with one of these; the first two cast it."""
OUTCOME: Final = pl.Enum(["cast", "blocked", "missing"])

VICTIM: Final = pl.Enum(["own", "another's", "nobody's"])
"""Whose building a copy erased, seen from the acting player."""

ERASURES: Final[Schema] = {
    **MOMENT,
    "turn": pl.UInt16(),
    "round": pl.UInt8(),
    "seat": pl.UInt8(),
    "age": AGE,
    "kind": KIND,
    "rank": pl.UInt8(),
    "owner": pl.UInt8(),
    "square": SQUARE,
    "value": pl.Int32(),
    "victim": VICTIM,
    "succeeded": pl.Boolean(),
    "copy_kind": KIND,
    "copy_rank": pl.UInt8(),
    "copy_owner": pl.UInt8(),
}
"""Columns of `erasures`."""


def shadow_outcomes(
    tables: LazyTables, by: Sequence[str] = ("age", "kind", "rank"), *, level: float = LEVEL
) -> pl.LazyFrame:
    """How copies end: cast, blocked (the clause says by what) or missing a tile or cube (B5).

    `number` and its `share` of all copies of the group, with an interval by seed; `game` and `step`
    are the first of them. A copy that fails in Faith is never tried in Reason (B3, B5), so Reason
    counts only those that came that far. A low share of blocked copies may mean that players see
    them coming.
    """
    copies = tables.events.filter(pl.col("event").is_in(_OUTCOMES)).with_columns(
        # Not `replace_strict`, for which polars would take all copies into memory.
        outcome=pl.when(pl.col("event") == "ShadowBlocked")
        .then(pl.lit("blocked"))
        .when(pl.col("event") == "ShadowMissing")
        .then(pl.lit("missing"))
        .otherwise(pl.lit("cast"))
        .cast(OUTCOME)
    )
    keys = [*by, "outcome", "clause"]
    rows = copies.join(clusters_of(tables.games), on="game", maintain_order="left")
    count = pl.len().cast(pl.Int64)
    parts = rows.group_by(*keys, "cluster").agg(number=count).cache()
    wholes = parts.group_by(*by, "cluster").agg(copies=pl.col("number").sum())
    first = copies.group_by(keys).agg(**first_moment())
    found = quotients(parts, wholes, keys, by, "share", level=level)
    return (
        found.join(first, on=keys, nulls_equal=True)
        .sort(keys)
        .select(*keys, pl.col("number").cast(pl.UInt32), "share", "share_low", "share_high",
                "clusters", "game", "step")
    )  # fmt: skip


def erasures(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every building that a copy removed (B6), with the copy: a row for each.

    `seat` is the acting player, `value` what the building was worth (S2), `victim` whose it was,
    `succeeded` is true where the copy is of its kind and owner and covers all of it, so that it
    lives on rather than being lost. Covered printed hamlets are left out.
    """
    wanted = pl.col("event").is_in(["BuildingErased", "ShadowFalls"])
    read = ["cause", "event", "amount", *(name for name in ERASURES if name in _OF_EVENTS)]
    return game_by_game(events.filter(wanted).select(read), _erasures, ERASURES)


_OF_EVENTS: Final = (
    "game", "step", "turn", "round", "seat", "age", "kind", "rank", "owner", "square",
)  # fmt: skip


def _erasures(batch: pl.DataFrame) -> pl.DataFrame:
    whose = (
        pl.when(pl.col("owner").is_null()).then(pl.lit("nobody's"))
        .when(pl.col("owner") == pl.col("seat")).then(pl.lit("own"))
        .otherwise(pl.lit("another's"))
    )  # fmt: skip
    found = with_copies(batch).with_columns(
        value="amount", victim=whose.cast(VICTIM), succeeded=SUCCEEDED.fill_null(value=False)
    )
    return shaped(found, ERASURES)


def paradoxes(
    erasures: pl.LazyFrame,
    games: pl.LazyFrame,
    by: Sequence[str] = ("age", "kind", "rank", "victim"),
    *,
    level: float = LEVEL,
) -> pl.LazyFrame:
    """How many buildings were lost to a paradox, what value with them, and how many `per_game`.

    Those that live on in their copy are not counted. The interval of `per_game` counts seeds;
    `game` and `step` are the first of them. The value is that of the tile (S2), not of the income
    it stood for: a rank 1 chapel can rule a city.
    """
    lost = erasures.filter(~pl.col("succeeded"))
    clusters = clusters_of(games)
    played = clusters.group_by("cluster").agg(games=pl.len().cast(pl.Int64))
    numbers = (
        lost.join(clusters, on="game", maintain_order="left")
        .group_by(*by, "cluster")
        .agg(number=pl.len().cast(pl.Int64), value=pl.col("value").cast(pl.Int64).sum())
    )
    found = quotients(numbers, played, by, [], "per_game", level=level)
    first = summed(lost, by, **first_moment())
    joined = found.join(first, on=by, nulls_equal=True) if by else found.join(first, how="cross")
    whole = pl.col("number", "value").cast(pl.UInt32)
    ends = ("per_game", "per_game_low", "per_game_high")
    return in_order(joined, by).select(*by, whole, *ends, "clusters", "game", "step")
