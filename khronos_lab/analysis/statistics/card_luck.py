"""Card luck: what hands hold, and whether better hands end richer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np
import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import (
    Schema,
    joined,
    personal,
    with_players,
)
from khronos_lab.analysis.statistics.computing.intervals import (
    DIGITS,
    LEVEL,
    quotients,
    resampled,
)
from khronos_lab.analysis.statistics.seats import fared_means
from khronos_lab.analysis.tables.game_tables import LazyTables
from khronos_lab.analysis.tables.schema import KIND
from khronos_lab.rulebook import KINDS, RANKS, VALUES, Values, read_fields

_HANDS: Final = {kind.word: f"hand_{kind.word}" for kind in KINDS}
STRENGTHS: Final = (0.0, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0)
"""Limits of the groups of `hand_results`."""


def hands(turns: pl.LazyFrame, games: pl.LazyFrame) -> pl.LazyFrame:
    """The hand with which each turn began, and its `strength`; hidden hands are left out.

    `strength` is the value of the largest building that the hand pays for alone on plain land (A1,
    S2): 4 for four military cards, 3 for three civil ones, 1 for one of each kind. It says nothing
    of what the board allows, of upgrades, or of cards that work together. Values are those of the
    rules of each game.
    """
    known = turns.filter(pl.all_horizontal(pl.col(list(_HANDS.values())).is_not_null()))
    best = _strength(VALUES)
    for numbers, values in _other_values(games):
        if "numbers" not in known.collect_schema():
            rules = games.filter(pl.col("seat") == 0).select("game", "numbers")
            known = known.join(rules, on="game", how="left", maintain_order="left")
        best = pl.when(pl.col("numbers") == numbers).then(_strength(values)).otherwise(best)
    return known.select(
        "game", "step", "turn", "round", "seat", **_HANDS, strength=best.cast(pl.UInt8)
    )


def _other_values(games: pl.LazyFrame) -> list[tuple[str, Values]]:
    """The rule sets of some games in which buildings have other values, by `numbers` (S2)."""
    told = games.select("numbers").unique().sort("numbers").collect()["numbers"]
    found = [(each, read_fields(each or "").get("values", VALUES)) for each in told]
    return [(each, values) for each, values in found if values != VALUES]


def _strength(values: Values) -> pl.Expr:
    """The value of the largest building that the cards of one kind pay for."""
    return pl.max_horizontal(
        pl.when(pl.col(_HANDS[kind.word]) >= values[kind][rank])
        .then(pl.lit(values[kind][rank]))
        .otherwise(pl.lit(0))
        for kind in KINDS
        for rank in RANKS
    )


def cards_held(tables: LazyTables, by: Sequence[str] = ("won",)) -> pl.LazyFrame:
    """Cards of each kind in the hands that turns begin with: `mean` of a hand, by group.

    `by` are columns of `games`, or round. The deck has 18, 18 and 19 cards (S4), or 11 each (V1),
    so a share near a third is what chance gives. In the first edition players choose what they
    keep, and exchanged or swapped cards are not seen: it is what was held, not only what was dealt.
    Its interval counts seeds (games where no seed is told), never hands: what is kept in one turn
    is in the next hand, too.
    """
    keys = [*by, "kind"]
    found = with_players(
        hands(tables.turns, tables.games), tables.games, [*personal(by), "cluster"]
    )
    cards = [pl.col(kind).cast(pl.Int64).sum() for kind in _HANDS]
    held = found.group_by(*by, "cluster").agg(*cards, hands=pl.len().cast(pl.Int64))
    long = held.unpivot(
        list(_HANDS), index=[*by, "cluster"], variable_name="kind", value_name="cards"
    ).with_columns(pl.col("kind").cast(KIND))
    every = held.select(*by, "cluster", "hands")
    return quotients(long, every, keys, by, "mean").sort(keys)


def hand_results(
    tables: LazyTables, results: pl.LazyFrame, *, rounds: Sequence[int] = ()
) -> pl.LazyFrame:
    """How players fared by the mean strength of their hands, with intervals by seed.

    `rounds=(1,)` takes the first hand alone. `strength` is the lower limit of a group; win share,
    advantage and lead as in `results`. A hand that was exchanged counts as it was dealt. It can't
    say how much of a game is luck: strength is a poor measure of what cards are worth.
    """
    dealt = hands(tables.turns, tables.games)
    if rounds:
        dealt = dealt.filter(pl.col("round").is_in(list(rounds)))
    means = dealt.group_by("game", "seat").agg(strength=pl.col("strength").mean())
    limits = list(STRENGTHS[1:])
    group = pl.sum_horizontal(
        (pl.col("strength") >= high).cast(pl.Float64) * (high - low)
        for low, high in zip(STRENGTHS[:-1], limits, strict=True)
    )
    rows = joined(means.with_columns(strength=group), results)
    return fared_means(rows, ["strength"])


LUCK: Final[Schema] = {
    "explained": pl.Float64(),
    "explained_low": pl.Float64(),
    "explained_high": pl.Float64(),
    "slope": pl.Float64(),
    "slope_low": pl.Float64(),
    "slope_high": pl.Float64(),
    "rows": pl.UInt32(),
    "clusters": pl.UInt32(),
}
"""What `luck` tells of each group."""
LUCK_DRAWS: Final = 999


def luck(
    tables: LazyTables,
    results: pl.LazyFrame,
    by: Sequence[str] = (),
    *,
    rounds: Sequence[int] = (),
    seed: int = 0,
) -> pl.LazyFrame:
    """How much of the lead goes with the cards: by group, with intervals that draw whole seeds.

    `slope` is the lead in coins that goes with one more point of mean hand strength, compared with
    the others at the same table; `explained` is the share of the spread of leads that strength
    accounts for, a number from 0 to 1. `by` are columns of `games` that all players of a game share
    (holdem, players...). Strength is a poor measure of what cards are worth, so `explained` is the
    least that can be luck, not all of it.
    """
    dealt = hands(tables.turns, tables.games)
    if rounds:
        dealt = dealt.filter(pl.col("round").is_in(list(rounds)))
    means = dealt.group_by("game", "seat").agg(strength=pl.col("strength").mean())
    shown = tables.games.select("game", "seat", *by)
    rows = joined(results.select("game", "seat", "cluster", "lead"), means)
    own = pl.col("strength") - pl.col("strength").mean().over("game")
    x, y = pl.col("_x"), pl.col("lead")
    sums = (
        joined(rows, shown)
        .with_columns(_x=own)
        .group_by(*by, "cluster")
        .agg(
            rows=pl.len(),
            xx=(x * x).sum().round(DIGITS),
            xy=(x * y).sum().round(DIGITS),
            yy=(y * y).sum().round(DIGITS),
        )
        .sort(*by, "cluster")
    )
    known = sums.collect_schema()
    schema = {**{key: known[key] for key in by}, **LUCK}
    work = partial(_luck, by=list(by), seed=seed)
    return sums.map_batches(work, schema=pl.Schema(schema))


def _luck(sums: pl.DataFrame, *, by: list[str], seed: int) -> pl.DataFrame:
    groups = sums.partition_by(by, maintain_order=True) if by else [sums]
    told = [{**group.row(0, named=True), **_luck_of(group, seed)} for group in groups if len(group)]
    known = {key: sums.schema[key] for key in by}
    return pl.DataFrame(
        [{key: row[key] for key in (*by, *LUCK)} for row in told], {**known, **LUCK}
    )


def _luck_of(group: pl.DataFrame, seed: int) -> dict[str, float | int | None]:
    """Slope and share of one group, with their ends from samples of clusters."""
    values = group.select(pl.col("xx", "xy", "yy").cast(pl.Float64)).to_numpy()
    number = len(values)
    drawn = resampled(values, draws=LUCK_DRAWS, rng=np.random.default_rng(seed))
    every = np.vstack([values.sum(axis=0), drawn])
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = every[:, 1] / every[:, 0]
        shares = every[:, 1] ** 2 / (every[:, 0] * every[:, 2])
    found: dict[str, float | int | None] = {"rows": int(group["rows"].sum()), "clusters": number}
    for name, column in (("explained", shares), ("slope", slopes)):
        ends = np.quantile(column[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        for end, value in (("", column[0]), ("_low", ends[0]), ("_high", ends[1])):
            sure = np.isfinite(value) and (number > 1 or not end)
            found[name + end] = float(value) if sure else None
    return found
