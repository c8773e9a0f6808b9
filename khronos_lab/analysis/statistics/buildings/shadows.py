"""Time shadows: how often they fall, what stops them, what they erase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import COVERING, NUMBERS, copies_over, lives_on
from khronos_lab.analysis.statistics.computing.adjusting import ALIKE, adjusted_slopes, alike
from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Reading,
    Schema,
    clusters_of,
    counted,
    first_moment,
    game_by_game,
    in_order,
    in_step_order,
    shaped,
    summed,
)
from khronos_lab.analysis.statistics.computing.intervals import quotients
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
    tables: LazyTables,
    by: Sequence[str] = ("age", "kind", "rank"),
    *,
    copies: pl.LazyFrame | None = None,
) -> pl.LazyFrame:
    """How copies end: cast, blocked (the clause says by what) or missing a tile or cube (B5).

    `number` and its `share` of all copies of the group, with an interval by seed; `game` and `step`
    are the first of them. A copy that fails in Faith is never tried in Reason (B3, B5), so Reason
    counts only those that came that far. A low share of blocked copies may mean that players see
    them coming. `copies` are those of `COPIES`, if they were read before.
    """
    keys = [*by, "outcome", "clause"]
    if copies is None:
        copies = tables.events.filter(pl.col("event").is_in(_OUTCOMES)).with_columns(
            rows=pl.lit(1, pl.Int64), outcome=_OUTCOME
        )
        rows = copies.join(clusters_of(tables.games), on="game")
    else:
        rows = copies
    parts = rows.group_by(*keys, "cluster").agg(number=pl.col("rows").sum()).cache()
    wholes = parts.group_by(*by, "cluster").agg(copies=pl.col("number").sum())
    first = copies.group_by(keys).agg(**first_moment())
    found = quotients(parts, wholes, keys, by, "share")
    return (
        found.join(first, on=keys, nulls_equal=True)
        .sort(keys)
        .select(*keys, pl.col("number").cast(pl.UInt32), "share", "share_low", "share_high",
                "clusters", "game", "step")
    )  # fmt: skip


# Not `replace_strict`, for which polars would take all copies into memory.
_OUTCOME: Final = (
    pl.when(pl.col("event") == "ShadowBlocked")
    .then(pl.lit("blocked", OUTCOME))
    .when(pl.col("event") == "ShadowMissing")
    .then(pl.lit("missing", OUTCOME))
    .otherwise(pl.lit("cast", OUTCOME))
)
COPIES: Final = Reading(
    _OUTCOMES,
    ("step", "age", "kind", "rank", "clause", _OUTCOME.alias("outcome")),
    lambda batch, _: counted(batch, ("age", "kind", "rank", "outcome", "clause")),
)
"""How many copies ended how, by everything that a report tells apart, and game."""


def erasures(events: pl.LazyFrame) -> pl.LazyFrame:
    """Every building that a copy removed (B6), with the copy: a row for each.

    `seat` is the acting player, `value` what the building was worth (S2), `victim` whose it was,
    `succeeded` is true where the copy is of its kind and owner and covers all of it, so that it
    lives on rather than being lost. Covered printed hamlets are left out.
    """
    read = events.filter(pl.col("event").is_in(COVERING)).select(_READ)
    return game_by_game(read, _erasures, ERASURES)


_READ: Final = (
    "game", "step", "turn", "round", "seat", "age", "kind", "rank", "owner", "square", "amount",
    *NUMBERS,
)  # fmt: skip


def _erasures(batch: pl.DataFrame, schema: Schema = ERASURES) -> pl.DataFrame:
    batch = in_step_order(batch)
    rows, copies = copies_over(batch)
    succeeded = pl.Series(lives_on(batch, rows, copies))
    known = pl.Series(copies >= 0)
    copied = batch.select(pl.col("kind", "rank", "owner").name.prefix("copy_"))[
        np.maximum(copies, 0)
    ]
    whose = (
        pl.when(pl.col("owner").is_null()).then(pl.lit("nobody's"))
        .when(pl.col("owner") == pl.col("seat")).then(pl.lit("own"))
        .otherwise(pl.lit("another's"))
    )  # fmt: skip
    found = batch[rows].with_columns(
        copied.with_columns(pl.when(known).then(pl.all())),
        value="amount",
        victim=whose.cast(VICTIM),
        succeeded=succeeded,
    )
    return shaped(found, schema)


def _lost(batch: pl.DataFrame) -> pl.DataFrame:
    found = _erasures(batch.with_columns(game="number"), {**ERASURES, "game": pl.UInt64()})
    return found.filter(~pl.col("succeeded"))


LOST: Final = Reading(COVERING, _READ[1:], lambda batch, _: _lost(batch))
"""The `erasures` that a paradox took."""


def paradoxes(
    erasures: pl.LazyFrame,
    games: pl.LazyFrame,
    by: Sequence[str] = ("age", "kind", "rank", "victim"),
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
    found = quotients(numbers, played, by, [], "per_game")
    first = summed(lost, by, **first_moment())
    joined = found.join(first, on=by, nulls_equal=True) if by else found.join(first, how="cross")
    whole = pl.col("number", "value").cast(pl.UInt32)
    ends = ("per_game", "per_game_low", "per_game_high")
    return in_order(joined, by).select(*by, whole, *ends, "clusters", "game", "step")


def paradox_costs(
    erasures: pl.LazyFrame,
    fared: pl.LazyFrame,
    by: Sequence[str] = ("kind",),
) -> pl.LazyFrame:
    """What a building lost to a paradox costs its owner: coins of the final lead, by group.

    `cost` compares players who are alike (see `ALIKE`) and lost more or fewer such buildings, with
    an interval by seed; a negative one is a gain. `number` are the buildings, `game` and `step` the
    first of them; `by` are columns of `erasures`. Buildings of nobody cost nobody in particular and
    are left out. `fared` are the results of the players that count.
    It can't say that the loss was the reason: who builds much has more to lose.
    """
    keys = list(by)
    lost = erasures.filter(~pl.col("succeeded") & pl.col("owner").is_not_null())
    counts = lost.group_by(*keys, "game", seat="owner").agg(lost=pl.len().cast(pl.Float64))
    players = alike(fared).select("game", "seat", "cluster", "lead", *ALIKE)
    groups = lost.select(keys).unique() if keys else pl.LazyFrame({"_all": [0]})
    rows = players.join(groups, how="cross").join(
        counts, on=[*keys, "game", "seat"], how="left", nulls_equal=True
    )
    slopes = adjusted_slopes(
        rows.with_columns(pl.col("lost").fill_null(0.0)), keys, "lost", "lead", ALIKE
    )
    first = summed(lost, keys, number=pl.len(), **first_moment())
    told = (
        slopes.join(first, on=keys, nulls_equal=True) if keys else slopes.join(first, how="cross")
    )
    ends = {"cost": "slope", "cost_low": "slope_high", "cost_high": "slope_low"}
    return in_order(told, keys).select(
        *keys, "number", *((-pl.col(each)).alias(name) for name, each in ends.items()),
        "rows", "clusters", "game", "step",
    )  # fmt: skip
