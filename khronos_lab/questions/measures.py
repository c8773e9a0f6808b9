"""Players: one row per player and game, measures of games, and one's own measure of either."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from khronos_lab.drawing import Drawing, charts
from khronos_lab.questions.adjustment import RESULTS, results
from khronos_lab.questions.columns import BUILDINGS, measure_word
from khronos_lab.questions.intervals import cluster_means
from khronos_lab.questions.leads import leads
from khronos_lab.questions.question import By, Mean
from khronos_lab.questions.selection import (
    GAME_COLUMNS,
    PLAYER_COLUMNS,
    Selection,
    players,
    with_players,
)
from khronos_lab.questions.shadows import erased
from khronos_lab.rulebook import (
    AGES,
    KhronosError,
    capital,
    near,
    quoted,
    say,
)

_SUMMED: Final = (
    "bonus", "tax_might", "tax_faith", "tax_reason", "tax_missed", "spent_exchange",
    "spent_travel", "spent_demolition", "cards_played", "builds", "upgrades", "demolitions",
    "populates", "restores",
)  # fmt: skip
_TAXES: Final = tuple(f"tax_{age.title.lower()}" for age in AGES)
_COUNTED: Final = {
    "shadows_cast": "ShadowCast",
    "shadows_blocked": "ShadowBlocked",
    "shadows_missing": "ShadowMissing",
    "joined": "DomainsJoined",
    "split": "DomainSplit",
    "conflicts": "ConflictFound",
    "shrunk": "BuildingShrunk",
    "destroyed": "BuildingDestroyed",
}


def player_measures(asked: Selection) -> pl.LazyFrame:
    """A row for each player of each finished game: how they fared, and the sums of their turns.

    Players of one game are rivals: what one has, another has not, so never count these rows as
    independent.
    """
    return players_table(asked).select(*RESULTS, *_SUMMED)


def game_measures(asked: Selection) -> pl.LazyFrame:
    """A row for each finished game: coins of its players, and what happened in it.

    `coins` is the mean of the players, `winner` the richest, `margin` the richest less the poorest;
    sums of turns are means of the players, so that tables of different size compare; events are
    counted for the whole game. `paradoxes` are buildings lost, not those that live on in a copy.
    """
    coins = pl.col("coins")
    found = _everybody(asked).group_by("game").agg(
        pl.col("step", "players", "edition", "holdem", "map", "cluster").first(),
        coins.mean(), coins.max().alias("winner"), (coins.max() - coins.min()).alias("margin"),
        *(pl.col(name).cast(pl.Int64).sum() / pl.len() for name in _SUMMED),
    )  # fmt: skip
    numbers = (
        asked.whole.events.filter(pl.col("event").is_in(list(_COUNTED.values())))
        .group_by("game")
        .agg((pl.col("event") == event).sum().alias(name) for name, event in _COUNTED.items())
    )
    lost = erased(asked).group_by("game").agg(paradoxes=pl.len().cast(pl.UInt32))
    for more in (numbers, lost):
        found = found.join(more, on="game", how="left")
    counts = (*_COUNTED, "paradoxes")
    return found.with_columns(pl.col(counts).fill_null(0)).sort("game")


def balance_measures(asked: Selection) -> pl.LazyFrame:
    """A row for each finished game: what a change of the rules may change.

    `first_seat` is how much more often than by chance who plays first wins, `open_end` is 1 if the
    game was open until its last round. `chosen_castle` is how many castles a player builds or
    upgrades to, `wins_castle` how much more often than by chance those win who do (null where
    nobody does).
    """
    tables = asked.whole
    told = game_measures(asked).select(
        "game", "players", "cluster", "coins", "margin", "bonus", *_TAXES, "paradoxes"
    )
    fared = results(tables.games)
    first = fared.filter(pl.col("place") == 0).select("game", first_seat="advantage")
    settled = leads(tables.turns, tables.games).filter(pl.col("seat") == 0).group_by("game")
    course = settled.agg(open_end=(pl.col("settled").sum() <= 1).cast(pl.Float64))
    put_up = tables.events.filter(pl.col("event").is_in(["BuildingBuilt", "BuildingUpgraded"]))
    own = put_up.group_by("game", "seat").agg(
        (pl.col("kind").eq(kind.word) & pl.col("rank").eq(rank)).sum().alias(name)
        for name, (kind, rank) in BUILDINGS.items()
    )
    both = fared.select("game", "seat", "advantage").join(own, on=["game", "seat"], how="left")
    chosen = pl.col(list(BUILDINGS))
    built = both.group_by("game").agg(
        chosen.fill_null(0).mean().name.prefix("chosen_"),
        *(
            pl.col("advantage").filter(pl.col(name) > 0).mean().alias(f"wins_{name}")
            for name in BUILDINGS
        ),
    )
    for more in (first, course, built):
        told = told.join(more, on="game", how="left")
    return told.sort("game")


# ------------------------------------------------------------------ the table of players

DERIVED: Final = {
    "map": "the map's name",
    "edition": "the edition of the rules",
    "holdem": "played with Hold'em (V2)",
    "cluster": "the deal: games of one seed are one",
    "win": "1 for the winner, shared equally by equal winners",
    "advantage": "`win` less 1 / players: what is more than chance would give",
    "income": "all coins that came in: bonuses and taxes",
}
"""Columns that the table of players has besides those that are logged, with what they say."""
KEYS: Final = ["game", "seat"]


def players_table(asked: Selection) -> pl.LazyFrame:
    """One row per player of each finished game, as logged, and `DERIVED`.

    `player` is who plays, whatever the seat: greedy#2 is greedy.
    """
    logged = asked.whole.players.collect_schema().names()
    return asked.counted(_everybody(asked)).select(*logged, *DERIVED)


def _everybody(asked: Selection) -> pl.LazyFrame:
    """The table of players of all finished games, whoever counts."""
    games = players(asked.whole.games.filter("finished"))
    known = games.select(*KEYS, "player", "map", "edition", "holdem", "cluster")
    fared = results(asked.whole.games).select(*KEYS, "win", "advantage")
    found = asked.whole.players.drop("player").join(known, on=KEYS, maintain_order="left")
    found = found.join(fared, on=KEYS, maintain_order="left")
    return found.with_columns(income=pl.sum_horizontal("bonus", *_TAXES))


# ------------------------------------------------------------------ one's own measure


def measured(rows: pl.LazyFrame, own: Mapping[str, pl.Expr], of: str) -> pl.DataFrame:
    """Rows with measures of one's own; what can't be worked out is refused in a sentence."""
    known = rows.collect_schema()
    for name, expr in own.items():
        for column in expr.meta.root_names():
            if column not in known:
                raise KhronosError(f"{of} have no column {column!r}.{near(column, known)}")
        try:
            rows.select(expr.alias(name)).collect()
        except pl.exceptions.PolarsError as fault:
            reason = str(fault).partition("\n")[0]
            raise KhronosError(f"{name} can't be worked out: {reason}.") from None
    return rows.with_columns(**own).collect()


class Measure(Mean):
    """A measure of your own: a column or a polars expression, with an interval that counts deals.

    `of` says of what it is a mean: "players" (rows of `players`), "games" (one row per game), or
    "turns". `games.measure("coins per card", pl.col("income") / pl.col("cards_played"),
    by="player")`.
    """

    method, digits, unanswered = False, 2, "finding-not_noted"

    @classmethod
    def checked(cls, *given: Any, **options: Any) -> dict[str, Any]:  # noqa: ANN401
        found = super().checked(*given, **options)
        name, expr, of = found["name"], found["expr"], found["of"]
        if of not in ROWS:
            raise KhronosError(f"of= is {', '.join(map(quoted, ROWS))}, not {quoted(of)}.")
        if not isinstance(name, str) or not name or not name.isprintable():
            raise KhronosError(f"A measure has a name, as a figure shows it, not {quoted(name)}.")
        if expr is None or isinstance(expr, str):
            expr = pl.col(expr or name)
        if not isinstance(expr, pl.Expr):
            raise KhronosError(
                'A measure is a column or a polars expression: pl.col("income") / '
                f'pl.col("cards_played"), not {quoted(expr)}.'
            )
        return found | {"expr": expr}

    @property
    def usable(self) -> tuple[str, ...]:
        of = self.options["of"]
        people = PLAYER_COLUMNS if of != "games" else ()
        return (*(("round",) if of == "turns" else ()), *people, *GAME_COLUMNS)

    def rows(
        self, name: str, expr: str | pl.Expr | None = None, by: By = (), of: str = "players"
    ) -> pl.LazyFrame:
        assert isinstance(expr, pl.Expr)
        told = measured(ROWS[of](self.asked), {name: expr.cast(pl.Float64)}, of)
        own = told.select(*by, "cluster", pl.col(name).alias("value"))
        self._told = own.filter(pl.col("value").is_finite()).lazy()
        found = cluster_means(self._told, list(by), self.means)
        return found.rename({f"value{end}": f"mean{end}" for end in ("", "_low", "_high")})

    def table(self, by: Sequence[str]) -> pl.LazyFrame:
        self.frame  # noqa: B018 - it reads the rows
        return self._told

    def draw(self, sheet: charts.Sheet) -> Drawing:
        return self.dots(sheet, measure_word(self.options["name"]))

    def tell(self) -> str:
        name = measure_word(self.options["name"])  # a column of ours has words
        if self.keys:
            return self.compared(self.keys, name)
        row = self.frame.row(0, named=True)
        numbers = self.numbers(row, "mean")
        told = {"of": self.options["of"], "number": int(row["rows"])}
        return say("finding-measure", name=capital(name), **numbers, **told)


def _turns(asked: Selection) -> pl.LazyFrame:
    return with_players(asked.tables.turns, asked.tables.games, ["cluster"])


ROWS: Final = {"players": players_table, "games": game_measures, "turns": _turns}
