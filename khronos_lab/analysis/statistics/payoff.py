"""Whether something pays: how those fare who did it, against those like them who did not."""

from __future__ import annotations

import polars as pl

from khronos_lab.analysis.statistics.computing.adjusting import (
    ALIKE,
    adjusted_effects,
    alike,
    contrast,
)
from khronos_lab.analysis.statistics.computing.intervals import cluster_means
from khronos_lab.analysis.statistics.seats import results
from khronos_lab.analysis.tables.game_tables import LazyTables


def payoff(
    tables: LazyTables,
    done: pl.Expr,
    *,
    fared: pl.LazyFrame | None = None,
) -> pl.LazyFrame:
    """How players fare who have an event for which `done` holds, and how the others do.

    Two rows, `did` false and true, with the means of win share and lead. `effect` is the lead that
    goes with it among players who are alike (see `ALIKE`), so that a strong player's taste does not
    count for it; `gain` is how much more that is than in the other row. `game` and `step` are the
    first time it was done. `fared` are the results of the players that count. It can't say that
    doing it pays: whoever can afford it has good cards already.
    """
    acted = tables.events.filter(done).select("game", "seat", "step")
    first = acted.group_by("game", "seat").agg(pl.col("step").min()).with_columns(did=True)
    everyone = results(tables.games) if fared is None else fared
    rows = (
        alike(everyone.drop("step"))
        .join(first, on=["game", "seat"], how="left")
        .with_columns(pl.col("did").fill_null(value=False))
    )
    means = cluster_means(rows, ["did"], ["win", "lead"])
    effects = contrast(adjusted_effects(rows, ["did"], "lead", ALIKE))
    moments = rows.select("did", "game", "step").sort("game", "step").filter(pl.col("did"))
    told = effects.drop("rows", "clusters")
    return means.join(told, on="did", how="left", maintain_order="left").join(
        moments.head(1), on="did", how="left", maintain_order="left"
    )
