"""Card luck: what hands hold, and whether better hands end richer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import personal, with_players
from khronos_lab.analysis.statistics.computing.intervals import LEVEL, cluster_means, quotients
from khronos_lab.analysis.tables.game_tables import LazyTables
from khronos_lab.analysis.tables.schema import KIND
from khronos_lab.rulebook.pieces import KINDS, RANKS, VALUES

_HANDS: Final = {kind.word: f"hand_{kind.word}" for kind in KINDS}
STRENGTHS: Final = (0.0, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0)
"""Limits of the groups of `hand_results`."""


def hands(turns: pl.LazyFrame) -> pl.LazyFrame:
    """The hand with which each turn began, and its `strength`; hidden hands are left out.

    `strength` is the value of the largest building that the hand pays for alone on plain land (A1,
    S2): 4 for four military cards, 3 for three civil ones, 1 for one of each kind. It says nothing
    of what the board allows, of upgrades, or of cards that work together.
    """
    known = turns.filter(pl.all_horizontal(pl.col(list(_HANDS.values())).is_not_null()))
    best = pl.max_horizontal(_largest(number) for number in range(len(KINDS)))
    return known.select(
        "game", "step", "turn", "round", "seat", **_HANDS, strength=best.cast(pl.UInt8)
    )


def _largest(number: int) -> pl.Expr:
    """The value of the largest building that the cards of a kind pay for."""
    kind = KINDS[number]
    cards = pl.col(_HANDS[kind.word])
    values = [VALUES[kind][rank] for rank in RANKS]
    return pl.max_horizontal(
        pl.when(cards >= value).then(pl.lit(value)).otherwise(pl.lit(0)) for value in values
    )


def cards_held(
    tables: LazyTables, by: Sequence[str] = ("won",), *, level: float = LEVEL
) -> pl.LazyFrame:
    """Cards of each kind in the hands that turns begin with: `mean` of a hand, by group.

    `by` are columns of `games`, or round. The deck has 18, 18 and 19 cards (S4), or 11 each (V1),
    so a share near a third is what chance gives. In the first edition players choose what they
    keep, and exchanged or swapped cards are not seen: it is what was held, not only what was dealt.
    Its interval counts seeds (games where no seed is told), never hands: what is kept in one turn
    is in the next hand, too.
    """
    keys = [*by, "kind"]
    found = with_players(hands(tables.turns), tables.games, [*personal(by), "cluster"])
    cards = [pl.col(kind).cast(pl.Int64).sum() for kind in _HANDS]
    held = found.group_by(*by, "cluster").agg(*cards, hands=pl.len().cast(pl.Int64))
    long = held.unpivot(
        list(_HANDS), index=[*by, "cluster"], variable_name="kind", value_name="cards"
    ).with_columns(pl.col("kind").cast(KIND))
    every = held.select(*by, "cluster", "hands")
    return quotients(long, every, keys, by, "mean", level=level).sort(keys)


def hand_results(
    tables: LazyTables, results: pl.LazyFrame, *, rounds: Sequence[int] = (), level: float = LEVEL
) -> pl.LazyFrame:
    """How players fared by the mean strength of their hands, with intervals by seed.

    `rounds=(1,)` takes the first hand alone. `strength` is the lower limit of a group; win share,
    advantage and lead as in `results`. A hand that was exchanged counts as it was dealt. It can't
    say how much of a game is luck: strength is a poor measure of what cards are worth.
    """
    dealt = hands(tables.turns)
    if rounds:
        dealt = dealt.filter(pl.col("round").is_in(list(rounds)))
    means = dealt.group_by("game", "seat").agg(strength=pl.col("strength").mean())
    limits = list(STRENGTHS[1:])
    group = pl.sum_horizontal(
        (pl.col("strength") >= high).cast(pl.Float64) * (high - low)
        for low, high in zip(STRENGTHS[:-1], limits, strict=True)
    )
    rows = means.with_columns(strength=group).join(results, on=["game", "seat"])
    return cluster_means(rows, ["strength"], ["win", "advantage", "lead"], level=level)
