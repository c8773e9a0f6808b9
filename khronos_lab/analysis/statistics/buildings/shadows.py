"""Time shadows: how often they fall, what stops them, what they erase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import SUCCEEDED, with_copies
from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Schema,
    first_moment,
    game_by_game,
    in_order,
    shaped,
    shared,
    summed,
)
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
    events: pl.LazyFrame, by: Sequence[str] = ("age", "kind", "rank")
) -> pl.LazyFrame:
    """How copies end: cast, blocked (the clause says by what) or missing a tile or cube (B5).

    `number` and its `share` of all copies of the group; `game` and `step` are the first of them.
    A copy that fails in Faith is never tried in Reason (B3, B5), so Reason counts only those that
    came that far. A low share of blocked copies may mean that players see them coming.
    """
    copies = events.filter(pl.col("event").is_in(_OUTCOMES)).with_columns(
        # Not `replace_strict`, for which polars would take all copies into memory.
        outcome=pl.when(pl.col("event") == "ShadowBlocked")
        .then(pl.lit("blocked"))
        .when(pl.col("event") == "ShadowMissing")
        .then(pl.lit("missing"))
        .otherwise(pl.lit("cast"))
        .cast(OUTCOME)
    )
    keys = [*by, "outcome", "clause"]
    found = copies.group_by(keys).agg(number=pl.len(), **first_moment()).sort(keys)
    return found.select(*keys, "number", shared("number", by).alias("share"), "game", "step")


def erasures(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every building that a copy removed (B6), with the copy: a row for each.

    `seat` is the acting player, `value` what the building was worth (S2), `victim` whose it was,
    `succeeded` is true where the copy is of its kind and owner and covers all of it, so that it
    lives on rather than being lost. Covered printed hamlets are left out. A building without owner
    may still have fed somebody: what that cost is told by `paradox_costs`.
    """
    wanted = pl.col("event").is_in(["BuildingErased", "ShadowFalls"])
    read = ["cause", "event", "amount", *(name for name in ERASURES if name in _OF_EVENTS)]
    return game_by_game(events.filter(wanted).select(read), _erasures, ERASURES)


_OF_EVENTS: Final = (
    "game", "step", "turn", "round", "seat", "age", "kind", "rank", "owner", "square",
)  # fmt: skip


def _erasures(batch: pl.DataFrame) -> pl.DataFrame:
    rows = batch.with_columns(place=pl.col("square").to_physical().cast(pl.Int32))
    erased = rows.filter(pl.col("event") == "BuildingErased")
    whose = (
        pl.when(pl.col("owner").is_null()).then(pl.lit("nobody's"))
        .when(pl.col("owner") == pl.col("seat")).then(pl.lit("own"))
        .otherwise(pl.lit("another's"))
    )  # fmt: skip
    found = with_copies(erased, rows).with_columns(
        value="amount", victim=whose.cast(VICTIM), succeeded=SUCCEEDED.fill_null(value=False)
    )
    return shaped(found, ERASURES)


def paradoxes(
    erasures: pl.LazyFrame, by: Sequence[str] = ("age", "kind", "rank", "victim")
) -> pl.LazyFrame:
    """How many buildings were lost to a paradox, and what value with them.

    Those that live on in their copy are not counted. `game` and `step` are the first of them. The
    value is that of the tile (S2), not of the income it stood for: a rank 1 chapel can rule a city.
    """
    lost = erasures.filter(~pl.col("succeeded"))
    found = summed(lost, by, number=pl.len(), value=pl.col("value").sum(), **first_moment())
    return in_order(found, by)
