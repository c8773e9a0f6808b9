"""Players: one row per player and game, measures of games, and one's own measure of either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from khronos_lab.core import bits
from khronos_lab.core import square as square_of
from khronos_lab.drawing import Drawing, charts
from khronos_lab.questions.columns import labels_of
from khronos_lab.questions.intervals import cluster_means
from khronos_lab.questions.leads import leads
from khronos_lab.questions.outcomes import results
from khronos_lab.questions.question import By, Question, ends, keys_of
from khronos_lab.questions.selection import (
    GAME_COLUMNS,
    PLAYER_COLUMNS,
    Selection,
)
from khronos_lab.questions.shadows import erased
from khronos_lab.questions.squares import PLACING, REMOVING, change, domain, hamlets_of
from khronos_lab.questions.streams import CLUSTER, players, tax_rounds
from khronos_lab.rulebook import AGES, BUILDING_NAMES, KINDS, KhronosError, near, quoted, say

_SUMMED: Final = (
    "bonus", "tax_might", "tax_faith", "tax_reason", "tax_missed", "spent_exchange",
    "spent_travel", "spent_demolition", "cards_played", "builds", "upgrades", "demolitions",
    "populates", "restores",
)  # fmt: skip
"""Columns of `turns` whose sum over a game is a measure."""
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
"""Events whose number in a game is a measure."""


def player_measures(asked: Selection) -> pl.LazyFrame:
    """A row for each player of each finished game: how they fared, and the sums of their turns.

    Players of one game are rivals: what one has, another has not, so never count these rows as
    independent.
    """
    sums = asked.whole.turns.group_by("game", "seat").agg(
        pl.col(name).cast(pl.Int64).sum() for name in _SUMMED
    )
    rows = results(asked.whole.games).join(
        sums, on=["game", "seat"], how="left", maintain_order="left"
    )
    shared = asked.whole.games.select("game", "seat", "map", "edition", "holdem")
    return asked.counted(rows.join(shared, on=["game", "seat"], maintain_order="left"))


def _lost(asked: Selection) -> pl.LazyFrame:
    """By game: buildings that paradoxes took."""
    return erased(asked).group_by("game").agg(paradoxes=pl.len().cast(pl.UInt32))


def game_measures(asked: Selection) -> pl.LazyFrame:
    """A row for each finished game: coins of its players, and what happened in it.

    `coins` is the mean of the players, `winner` the richest, `margin` the richest less the poorest;
    sums of turns are means of the players, so that tables of different size compare; events are
    counted for the whole game. `paradoxes` are buildings lost, not those that live on in a copy.
    """
    tables = asked.whole
    coins = pl.col("coins")
    found = (
        tables.games.filter("finished")
        .group_by("game")
        .agg(
            pl.col("step", "players", "edition", "holdem", "map").first(),
            cluster=CLUSTER.first(),
            coins=coins.mean(),
            winner=coins.max(),
            margin=coins.max() - coins.min(),
        )
    )
    sums = tables.turns.group_by("game").agg(pl.col(name).cast(pl.Int64).sum() for name in _SUMMED)
    numbers = (
        tables.events.filter(pl.col("event").is_in(list(_COUNTED.values())))
        .group_by("game")
        .agg((pl.col("event") == event).sum().alias(name) for name, event in _COUNTED.items())
    )
    for more in (sums, numbers, _lost(asked)):
        found = found.join(more, on="game", how="left")
    return found.with_columns(
        *(pl.col(name) / pl.col("players") for name in _SUMMED),
        *(pl.col(name).fill_null(0) for name in (*_COUNTED, "paradoxes")),
    ).sort("game")


CHOSEN: Final = {
    name: (kind.word, rank)
    for kind in KINDS
    for rank, name in enumerate(BUILDING_NAMES[kind])
    if rank
}
"""By name: kind and rank of the buildings that players choose."""


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
        (pl.col("kind").eq(kind) & pl.col("rank").eq(rank)).sum().alias(name)
        for name, (kind, rank) in CHOSEN.items()
    )
    both = fared.select("game", "seat", "advantage").join(own, on=["game", "seat"], how="left")
    built = both.group_by("game").agg(
        *(pl.col(name).fill_null(0).mean().alias(f"chosen_{name}") for name in CHOSEN),
        *(
            pl.col("advantage").filter(pl.col(name) > 0).mean().alias(f"wins_{name}")
            for name in CHOSEN
        ),
    )
    for more in (first, course, built):
        told = told.join(more, on="game", how="left")
    return told.sort("game")


# ------------------------------------------------------------------ the table of players

MEANINGS: Final = {
    "game": "the game's id",
    "seat": "the player's seat, from 0",
    "step": "the last step of the game",
    "player": "who plays, whatever the seat: greedy#2 is greedy",
    "players": "how many play",
    "place": "place in turn order, 0 for who starts every round (S1)",
    "map": "the map's name",
    "edition": "the edition of the rules",
    "holdem": "played with Hold'em (V2)",
    "cluster": "the deal: games of one seed are one",
    "coins": "coins at the end",
    "won": "the richest, alone or shared (T7)",
    "rank": "1 and how many are richer",
    "lead": "coins at the end less the mean of the table, oneself included",
    "win": "1 for the winner, shared equally by equal winners",
    "income": "all coins that came in: bonuses and taxes",
    **dict.fromkeys(_SUMMED, "as in `turns`, summed over the game"),
    **{
        f"{tax}_{number}": f"coins from {age.title} at the {nth} taxation"
        for number, nth in ((1, "first"), (2, "second"))
        for tax, age in zip(_TAXES, AGES, strict=True)
    },
    "suffered": "own buildings that paradoxes took",
    "caused": "buildings of others or of nobody that own actions took by a paradox",
    "lead_1": "coins after the round of the first taxation less the mean of the table",
    "adventurers_1": "the ages of both adventurers at the first taxation",
    "adventurers_2": "the ages of both adventurers at the second taxation",
    "domains_1": "domains that paid at the first taxation",
    "domains_2": "domains that paid at the second taxation",
    "squares_1": "squares of these domains at the first taxation",
    "squares_2": "squares of these domains at the second taxation",
}
"""By column of the table of players: what it says."""
KEYS: Final = ["game", "seat"]


def players_table(asked: Selection) -> pl.LazyFrame:
    """One row per player of each finished game, derived from games, turns and events; read once."""
    return asked.counted(asked.once("players", lambda: _players(asked)))


def _players(asked: Selection) -> pl.LazyFrame:
    tables = asked.whole
    games = players(tables.games.filter("finished"))
    taxed = _taxations(tables.games)
    turns = tables.turns.join(games.select("game", "numbers").unique(), on="game").join(
        taxed.lazy(), on=["numbers", "round"], how="left", nulls_equal=True
    )
    nth = {number: pl.col("taxation") == number for number in (1, 2)}
    ages = pl.concat_str("adventurer_1", "adventurer_2", separator=", ")
    sums = turns.group_by(KEYS).agg(
        *(pl.col(name).cast(pl.Int64).sum() for name in _SUMMED),
        *(
            pl.col(tax).filter(when).cast(pl.Int64).sum().alias(f"{tax}_{number}")
            for number, when in nth.items()
            for tax in _TAXES
        ),
        *(
            ages.filter(when & pl.col("ended")).last().alias(f"adventurers_{number}")
            for number, when in nth.items()
        ),
        _after=pl.col("coins_after").filter(nth[1] & pl.col("ended")).last(),
    )
    lost = erased(asked)
    suffered = lost.filter(pl.col("owner").is_not_null()).group_by("game", seat="owner")
    caused = lost.filter(pl.col("victim") != "own").group_by(KEYS)
    fared = results(tables.games).select(*KEYS, "win", "lead")
    shared = ("player", "players", "place", "map", "edition", "holdem", "cluster")
    found = games.select(*KEYS, "step", *shared, "coins", "won", "rank")
    for more in (
        fared, sums, suffered.agg(suffered=pl.len()), caused.agg(caused=pl.len()),
        _domains(asked, taxed).lazy(),
    ):  # fmt: skip
        found = found.join(more, on=KEYS, how="left", maintain_order="left")
    counts = [f"{name}_{number}" for number in (1, 2) for name in ("domains", "squares")]
    return found.with_columns(
        pl.col("suffered", "caused", *counts).fill_null(0),
        income=pl.sum_horizontal("bonus", *_TAXES),
        lead_1=pl.col("_after") - pl.col("_after").mean().over("game"),
    ).select(list(MEANINGS))


def _taxations(games: pl.LazyFrame) -> pl.DataFrame:
    """By rule set the rounds with taxes, numbered from 1."""
    found = tax_rounds(games).sort("numbers", "round", nulls_last=True)
    number = pl.int_range(1, pl.len() + 1).over("numbers")
    return found.with_columns(taxation=number.cast(pl.UInt8))


def _domains(asked: Selection, taxed: pl.DataFrame) -> pl.DataFrame:
    """By game and seat: domains that paid at both taxations, and how many squares they had."""
    rounds: dict[Any, dict[int, int]] = {}
    for numbers, number, taxation in taxed.select("numbers", "round", "taxation").iter_rows():
        rounds.setdefault(numbers, {})[number] = taxation
    played = asked.whole.games.select("game", "map", "numbers").unique().collect()
    rules = {game: (name, rounds[numbers]) for game, name, numbers in played.iter_rows()}
    events = asked.whole.events.filter(
        pl.col("event").is_in([*PLACING, *REMOVING, "TaxCollected"])
    ).select(
        "game", "seat", "round", pl.col("event").cast(pl.String), pl.col("age").to_physical(),
        pl.col("square").cast(pl.String), "rank",
    )  # fmt: skip
    counts: dict[tuple[str, int], list[int]] = {}
    current, boards, taxations = "", list[dict[int, int]](), dict[int, int]()
    for game, seat, number, event, age, square, rank in events.collect(
        engine="streaming"
    ).iter_rows():
        if game != current:
            current, (name, taxations) = game, rules[game]
            hamlets = hamlets_of(name)
            boards = [dict.fromkeys(bits(hamlets), 1) for _ in AGES]
        anchor = square_of(square)
        if event != "TaxCollected":
            change(boards[age], event, anchor, rank)
        elif (place := taxations.get(number, 0)) in (1, 2):
            found = counts.setdefault((game, seat), [0, 0, 0, 0])
            found[2 * place - 2] += 1
            found[2 * place - 1] += domain(boards[age], anchor).bit_count()
    names = ("domains_1", "squares_1", "domains_2", "squares_2")
    return pl.DataFrame(
        [(*key, *numbers) for key, numbers in counts.items()],
        {"game": pl.String(), "seat": pl.UInt8(), **dict.fromkeys(names, pl.Int64())},
        orient="row",
    )


# ------------------------------------------------------------------ one's own measure


class Measure(Question):
    """A measure of your own: a column or a polars expression, with an interval that counts deals.

    `of` says of what it is a mean: "players" (rows of `players`), "games" (one row per game), or
    "turns". `games.measure("coins per card", pl.col("income") / pl.col("cards_played"),
    by="player")`.
    """

    method, digits = False, 2

    @classmethod
    def checked(cls, *given: Any, **options: Any) -> tuple[Sequence[Any], dict[str, Any]]:  # noqa: ANN401
        _, found = super().checked(*given, **options)
        name, expr, of = found["name"], found["expr"], found["of"]
        if of not in ROWS:
            raise KhronosError(f"of= is {', '.join(map(quoted, ROWS))}, not {quoted(of)}.")
        if not isinstance(name, str) or not name or not name.isprintable():
            raise KhronosError(f"A measure has a name, as a figure shows it, not {quoted(name)}.")
        if expr is None:
            expr = name
        if isinstance(expr, str):
            expr = pl.col(expr)
        if not isinstance(expr, pl.Expr):
            raise KhronosError(
                'A measure is a column or a polars expression: pl.col("income") / '
                f'pl.col("cards_played"), not {quoted(expr)}.'
            )
        return (), found | {"expr": expr}

    @property
    def usable(self) -> tuple[str, ...]:
        of = self.options["of"]
        people = PLAYER_COLUMNS if of != "games" else ()
        return (*(("round",) if of == "turns" else ()), *people, *GAME_COLUMNS)

    def table(self) -> pl.LazyFrame:
        """The rows of which it is a mean."""
        return ROWS[self.options["of"]](self.asked)

    def rows(
        self, name: str, expr: str | pl.Expr | None = None, by: By = (), of: str = "players"
    ) -> pl.LazyFrame:
        rows, keys = self.table(), list(keys_of(by))
        known = rows.collect_schema()
        assert isinstance(expr, pl.Expr)
        for column in (*expr.meta.root_names(), *keys):
            if column not in known:
                raise KhronosError(f"{of} have no column {column!r}.{near(column, known)}")
        try:
            values = rows.select(*keys, "cluster", "game", "step", value=expr.cast(pl.Float64))
            told = values.filter(pl.col("value").is_finite()).collect()
        except pl.exceptions.PolarsError as fault:
            reason = str(fault).partition("\n")[0]
            raise KhronosError(f"{name} can't be worked out: {reason}.") from None
        self._told = told
        found = cluster_means(told.lazy(), keys, ["value"])
        return found.rename({f"value{end}": f"mean{end}" for end in ("", "_low", "_high")})

    def cells(self, by: Sequence[str]) -> pl.LazyFrame:
        self.frame  # noqa: B018 - it reads the rows
        return self._told.lazy().group_by(*by, "cluster").agg(
            part=pl.col("value").sum(), whole=pl.len()
        )  # fmt: skip

    def draw(self, sheet: charts.Sheet) -> Drawing:
        labels = [labels_of(self.keys, row) for row in self.frame.iter_rows(named=True)]
        name = self.options["name"]
        return charts.draw_shares(
            sheet, self.frame, labels, "mean", name, percent=False, numbers="rows"
        )

    def tell(self) -> str:
        name = self.options["name"]
        if self.keys:
            return self.compared(self.keys, name)
        row = self.frame.row(0, named=True)
        return say(
            "finding-measure", name=name, mean=self.text(row["mean"]),
            ends=ends(row, "mean", digits=self.digits), of=self.options["of"],
            number=int(row["rows"]),
        )  # fmt: skip


def _turns(asked: Selection) -> pl.LazyFrame:
    people = players(asked.tables.games)
    known = asked.tables.turns.collect_schema().names()
    more = [name for name in people.collect_schema() if name not in known]
    own = people.select(*KEYS, *(name for name in more if name not in KEYS))
    return asked.tables.turns.join(own, on=KEYS, maintain_order="left")


ROWS: Final = {"players": players_table, "games": game_measures, "turns": _turns}
"""By what a measure is of: its rows."""
