"""What the explorer counts: games, the games of single players, or turns, a row each.

A row has its `game`, its `seat` if it is about one player, its measures, and the steps that a click
leads to: the end of the game, its taxations, its first paradox, or the turn.

Games and players have income by taxation for every round in which the rules of any of the games
have taxes (T1); where a game has none in such a round, nothing was paid: 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import polars as pl

from khronos_lab.analysis import LazyTables
from khronos_lab.questions import WHO, erasures, players
from khronos_lab.rulebook import AGES, TAX_ROUNDS, capital, catalogue, say

Table = Callable[[LazyTables], pl.LazyFrame]
Rounds = tuple[int, ...]
_TAXES: Final = tuple(f"tax_{age.title.lower()}" for age in AGES)
_SUMMED: Final = (
    "bonus", "tax_missed", "cards_played", "builds", "upgrades", "demolitions", "populates",
    "restores",
)  # fmt: skip
_COUNTED: Final = {"joined": "DomainsJoined", "shrunk": "BuildingShrunk"}
_SHARED: Final = ("players", "map", "edition", "holdem")
"""Columns that all players of a game share."""
CATEGORIES: Final = ("player", "map", "edition", "holdem", "won")
END: Final = "step"
_WORDS: Final = {
    "player": "word-player",
    "players": "explore-table",
    "round": "word-round",
    "map": "report-map",
    "edition": "rule-edition",
    "holdem": "rule-holdem",
}


class Unit(NamedTuple):
    """Unit of analysis: how its rows are made, their measures, and what is shown first."""

    rows: Table
    measures: tuple[str, ...]
    first: tuple[str, ...]
    """The histograms one begins with; of the first two the scatter is made."""
    keys: tuple[str, ...]


def measure_words(unit: str, name: str) -> str:
    """What a measure is called."""
    tax, _, number = name.rpartition("_")
    if tax in _TAXES:
        age = AGES[_TAXES.index(tax)]
        return say("explore-tax_round", age=say(age), round=number)
    if unit == "games" and name in ("coins", "lead", "player", "place"):
        return say(f"explore-winner-{name}")
    if name in ("place", "rank", "won", "gain", "coins_after"):
        return say(f"explore-{name}")
    key = _WORDS.get(name, f"measure-{name}")
    return capital(say(key) if key in catalogue() else name)


def moment_of(name: str) -> str:
    """The column with the step at which a measure is seen."""
    if name.rpartition("_")[0] in _TAXES:
        return f"step_{name[-1]}"
    return "step_paradox" if name == "paradoxes" else END


# ------------------------------------------------------------------ rows


def _finished(tables: LazyTables) -> pl.LazyFrame:
    return players(tables.games).filter("finished").with_columns(pl.col("place") + 1)


def game_rows(tables: LazyTables, taxed: Rounds = TAX_ROUNDS) -> pl.LazyFrame:
    """A row for each finished game; its player is the winner, the first of several."""
    coins = pl.col("coins")
    games = _finished(tables).sort("game", "place").group_by("game", maintain_order=True)
    ends = games.agg(
        pl.col(END, *_SHARED).first(),
        pl.col("player", "place").filter("won").first(),
        coins=coins.max(),
        lead=coins.max() - coins.top_k(2).min(),
    )
    return _with_numbers(ends, tables, ("game",), taxed)


def player_rows(tables: LazyTables, taxed: Rounds = TAX_ROUNDS) -> pl.LazyFrame:
    """A row for each player of a finished game."""
    mean = pl.col("coins").mean().over("game")
    told = _finished(tables).with_columns(lead=(pl.col("coins") - mean).round().cast(pl.Int32))
    columns = ("player", "place", "rank", "won", "coins", "lead", *_SHARED)
    own = told.select("game", "seat", END, *columns)
    return _with_numbers(own, tables, ("game", "seat"), taxed)


def _with_numbers(
    rows: pl.LazyFrame, tables: LazyTables, keys: tuple[str, ...], taxed: Rounds
) -> pl.LazyFrame:
    """With income by age and taxation, what was done, and the steps of taxes and first paradox."""
    rounds = {number: pl.col("round") == number for number in taxed}
    done = tables.turns.group_by(keys).agg(
        *(
            pl.col(tax).filter(when).cast(pl.Int32).sum().alias(f"{tax}_{number}")
            for tax in _TAXES
            for number, when in rounds.items()
        ),
        pl.col(_SUMMED).cast(pl.Int32).sum(),
        **{f"step_{number}": pl.col("step").filter(when).max() for number, when in rounds.items()},
    )
    events = tables.events.filter(pl.col("event").is_in(list(_COUNTED.values()))).group_by("game")
    happened = events.agg(
        (pl.col("event") == event).sum().cast(pl.Int32).alias(name)
        for name, event in _COUNTED.items()
    )
    erased = erasures(tables.events).filter(~pl.col("succeeded")).group_by("game")
    lost = erased.agg(paradoxes=pl.len().cast(pl.Int32), step_paradox=pl.col("step").min())
    for more, on in ((done, keys), (happened, ("game",)), (lost, ("game",))):
        rows = rows.join(more, on=on, how="left", maintain_order="left")
    return rows.with_columns(pl.col("paradoxes", *_COUNTED).fill_null(0))


def turn_rows(tables: LazyTables) -> pl.LazyFrame:
    """One row per finished turn."""
    known = players(tables.games).select("game", "seat", WHO, "place", "won", *_SHARED)
    rows = tables.turns.filter("ended").join(known, on=["game", "seat"], maintain_order="left")
    gain = pl.col("coins_after") - pl.col("coins_before")
    return rows.with_columns(pl.col("place") + 1, gain=gain).select(
        "game", "seat", END, "round", "coins_after", "gain", *_TAXES, *_SUMMED, "player", "place",
        "won", *_SHARED,
    )  # fmt: skip


def units(taxed: Rounds) -> dict[str, Unit]:
    """What rows can be, where these rounds end with taxes."""
    taxed = taxed or TAX_ROUNDS
    income = tuple(f"{tax}_{number}" for number in taxed for tax in _TAXES)
    first, last = taxed[0], taxed[-1]
    return {
        "games": Unit(
            partial(game_rows, taxed=taxed),
            ("coins", "lead", "paradoxes", *income, "place", "player", *_SHARED, "joined", "shrunk",
             *_SUMMED),
            ("coins", "paradoxes", "lead", f"tax_faith_{last}", f"tax_reason_{last}", "place",
             "players", "map"),
            ("game",),
        ),
        "players": Unit(
            partial(player_rows, taxed=taxed),
            ("coins", "lead", "rank", "place", "player", "won", *income, *_SHARED, *_SUMMED,
             "paradoxes", *_COUNTED),
            ("coins", f"tax_reason_{last}", "lead", f"tax_might_{first}", f"tax_faith_{last}",
             "rank", "place", "player"),
            ("game", "seat"),
        ),
        "turns": Unit(
            turn_rows,
            ("round", "coins_after", "gain", *_TAXES, *_SUMMED, "player", "place", "won",
             *_SHARED),
            ("coins_after", "gain", "round", "cards_played", "bonus", "builds", "player", "map"),
            ("game", "seat"),
        ),
    }  # fmt: skip


ROW_UNITS: Final = units(TAX_ROUNDS)
"""What rows can be with the usual rules."""
