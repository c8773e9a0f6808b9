"""How long buildings stand, and what ends them: Kaplan-Meier and competing fates.

What is followed is one tile at one rank. It *dies* by a paradox, by demolition, by losing a
conflict (shrunk or destroyed) or with the building whose shadow it is. It does not die when it
grows: an upgraded building, or one that a copy of its own kind and owner covers, leaves the count
alive at that moment, as one does that stands when the game ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import polars as pl

from khronos_lab.analysis.statistics.buildings.lives import FATES

Unit = Literal["turns", "rounds"]

DEATHS: Final = ("paradox", "demolished", "shrunk", "destroyed", "withdrawn", "replaced")
"""The fates that count as a death."""
MET: Final = [fate for fate in FATES if fate != "standing"]
"""The fates that end a life at its rank."""


def life_table(
    lives: pl.LazyFrame, by: Sequence[str] = ("age", "kind", "rank"), *, unit: Unit = "turns"
) -> pl.LazyFrame:
    """How many buildings met each fate after so many turns or rounds: what the curves need.

    `time` 0 is the turn of birth. `by` are columns of `lives`: age, kind, rank, birth, round... A
    game of more players has more turns in a round: mix them only with unit="rounds".
    """
    table = lives.group_by(*by, "fate", time=pl.col(unit).cast(pl.UInt16)).agg(number=pl.len())
    return table.sort(*by, "time", "fate")


def survival(
    table: pl.LazyFrame, by: Sequence[str] = ("kind", "rank"), *, deaths: Sequence[str] = DEATHS
) -> pl.LazyFrame:
    """The share of buildings that still stand after a time (Kaplan-Meier), from a life table.

    `at_risk` stood until then, `died` and `left` (grew, or the game ended) at that time, and
    `survival` is the share after it. `by` are keys of the life table. One cause of death alone:
    `deaths=("paradox",)`.

    It can't say what would have become of a building that grew: owners upgrade what is safe, or
    what is in danger, so leaving is not by chance. Buildings of one game fall together: how sure a
    curve is tells `survival_with_intervals`.
    """
    died = pl.col("number").filter(pl.col("fate").is_in(list(deaths))).sum()
    ends = table.group_by(*by, "time").agg(died=died, gone=pl.col("number").sum())
    ends = ends.sort(*by, "time").with_columns(at_risk=_at_risk("gone", by))
    step = 1 - pl.col("died") / pl.col("at_risk")
    return ends.select(
        *by,
        "time",
        "at_risk",
        "died",
        left=pl.col("gone") - pl.col("died"),
        survival=_within(step.cum_prod(), by),
    )


def fates(table: pl.LazyFrame, by: Sequence[str] = ("kind", "rank")) -> pl.LazyFrame:
    """What share of buildings has met each fate by a time (Aalen-Johansen), from a life table.

    `number` met it at that time, `incidence` is the share that had met it by then, counted as if
    no game ever ended; growth is a fate, too. All fates of a group add up to 1 less the share that
    still stands. It says what does happen, not what would if another fate were abolished. How sure
    a share is tells `fates_with_intervals`.
    """
    ends = table.group_by(*by, "time").agg(
        *(pl.col("number").filter(pl.col("fate") == fate).sum().alias(fate) for fate in MET),
        gone=pl.col("number").sum(),
    )
    ends = ends.sort(*by, "time").with_columns(at_risk=_at_risk("gone", by))
    staying = 1 - pl.sum_horizontal(MET) / pl.col("at_risk")
    before = _within(staying.cum_prod().shift(1, fill_value=1.0), by)
    long = ends.with_columns(_before=before).unpivot(
        MET, index=[*by, "time", "at_risk", "_before"], variable_name="fate", value_name="number"
    )
    part = pl.col("_before") * pl.col("number") / pl.col("at_risk")
    return (
        long.with_columns(pl.col("fate").cast(pl.Enum(MET)))
        .sort(*by, "fate", "time")
        .with_columns(incidence=_within(part.cum_sum(), [*by, "fate"]))
        .select(*by, "fate", "time", "at_risk", "number", "incidence")
    )


def _within(value: pl.Expr, by: Sequence[str]) -> pl.Expr:
    return value.over(list(by)) if by else value


def _at_risk(gone: str, by: Sequence[str]) -> pl.Expr:
    """How many had not gone before this time."""
    return _within(pl.col(gone).cum_sum(reverse=True), by)
