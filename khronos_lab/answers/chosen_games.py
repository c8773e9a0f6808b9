"""Games that a question is asked of, all or some, and the players of them that count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import polars as pl

from khronos_lab.analysis import (
    CHANGES,
    COPIES,
    FIRST_TURNS,
    FOLDED,
    LENGTHS,
    LOST,
    NUMBER,
    SCHEMAS,
    SEATS_PAID,
    WHO,
    LazyTables,
    Schema,
    alike,
    erasures,
    folds_of,
    leads,
    paid_by_cluster,
    paid_by_seats,
    placed,
    players,
    read_together,
    results,
)
from khronos_lab.rulebook import KhronosError, near, quoted, there_is_no

OF_A_PLAYER: Final = frozenset({"seat", "player", "place", "is_start", "coins", "won", "rank"})
"""Columns that say something about one player of a game; all others are about the whole game."""
KNOWN: Final = {**SCHEMAS["games"], "place": pl.UInt8()}
SEVERAL: Final = list | tuple | set | frozenset | range
KEPT: Final = 5_000_000
"""Events up to which many questions read their tables once and keep them: about 200 MB."""

READINGS: Final = {
    "lives": FOLDED,
    "lost": LOST,
    "copies": COPIES,
    "changes": CHANGES,
    "cascades": LENGTHS,
    "paid": SEATS_PAID,
    "openings": FIRST_TURNS,
}
"""What the questions of a report need of the events."""


@dataclass(frozen=True)
class ChosenGames:
    """Whole games, and those of their players that count.

    A condition on the game (players, map, holdem...) keeps or drops whole games. A condition on a
    player (player, seat, place, won...) keeps the games that have such a player, with all their
    events, and from then on statistics of players count only him; his rivals are still there to
    be compared with.
    """

    whole: LazyTables
    seats: pl.LazyFrame | None = None
    """Game and seat of the players that count; None: everybody."""
    kept: bool = False
    """The tables are in memory."""
    in_report: bool = False
    """All questions of a report are asked, so the events are read once for all of them."""

    def for_report(self, most: int = KEPT) -> ChosenGames:
        """The same for many questions; tables of up to `most` events are read into memory.

        The table of games always is: every question looks at it.
        """
        if self.kept:
            return replace(self, in_report=True)
        kept = self.whole.events.select(pl.len()).collect().item() <= most
        seats = None if self.seats is None else self.seats.collect().lazy()
        tables = self.whole.collect().lazy() if kept else self.whole
        games = placed(tables.games).collect(engine="streaming").lazy()
        tables = replace(tables, games=games, failed=self.whole.failed)
        tables = replace(tables, unplayed=self.whole.unplayed)
        return ChosenGames(tables, seats, kept, in_report=True)

    def read(self, name: str) -> pl.LazyFrame | None:
        """What one of `READINGS` finds in the events; None unless all are wanted at once.

        It is handed out once, so that no more is kept in memory than questions still need.
        """
        return self._read.pop(name, None) if self.in_report else None

    @cached_property
    def _read(self) -> dict[str, pl.LazyFrame]:
        games = folds_of(self.whole.games).with_columns(NUMBER)
        return read_together(self.whole.events, READINGS, games)

    @property
    def tables(self) -> LazyTables:
        """Games and turns of the players that count, and all events of their games."""
        if self.seats is None:
            return self.whole
        key = ["game", "seat"]
        games, turns, players = (
            each.join(self.seats, on=key, how="semi", maintain_order="left")
            for each in (self.whole.games, self.whole.turns, self.whole.players)
        )
        return replace(self.whole, games=games, turns=turns, players=players)

    @cached_property
    def fared(self) -> pl.LazyFrame:
        """How the players that count fared against everybody at their tables, and with whom.

        A row for each player of each game, worked out once: many questions begin with it.
        """
        every = alike(results(self.whole.games))
        if self.seats is not None:
            every = every.join(self.seats, on=["game", "seat"], how="semi", maintain_order="left")
        found = every.collect(engine="streaming")
        # Words as numbers in the order of the words: several times faster to group and to sort.
        words = (found[name].unique().sort() for name in ("who", "company", "cluster"))
        return found.with_columns(pl.col(each.name).cast(pl.Enum(each)) for each in words).lazy()

    @cached_property
    def erased(self) -> pl.LazyFrame:
        """Every building that a paradox took, as `erasures` tells it; read once."""
        if (found := self.read("lost")) is not None:
            return found
        lost = erasures(self.whole.events).filter(~pl.col("succeeded"))
        return lost.collect(engine="streaming").lazy()

    @cached_property
    def paid(self) -> pl.LazyFrame:
        """What the players that count were paid, by `PAID` and cluster; read once."""
        if (found := self.read("paid")) is not None:
            paid = paid_by_seats(found, self.tables.games)
        else:
            paid = paid_by_cluster(self.tables)
        return paid.collect(engine="streaming").lazy()

    @cached_property
    def stood(self) -> pl.LazyFrame:
        """How everybody stood after each round, as `leads` tells it; worked out once."""
        found = leads(self.whole.turns, self.whole.games)
        return found.collect(engine="streaming").lazy()

    @cached_property
    def who(self) -> list[str]:
        """The players that count, by name: `greedy#2` is `greedy`."""
        return self.tables.games.select(WHO.unique().sort()).collect()["player"].to_list()

    @cached_property
    def maps(self) -> list[str]:
        """The maps that the games are played on, by name; those without one are left out."""
        names = pl.col("map").drop_nulls().unique().sort()
        return self.tables.games.select(names).collect()["map"].to_list()

    @cached_property
    def number(self) -> int:
        """How many games there are."""
        return int(self.whole.games.select(pl.col("game").n_unique()).collect().item())

    @property
    def clusters(self) -> int:
        """How many of them are independent: games of one seed count once."""
        found = players(self.whole.games).select(pl.col("cluster").n_unique())
        return int(found.collect().item())

    def where(self, *conditions: pl.Expr, **values: object) -> ChosenGames:
        """Those for which all conditions hold: `players=4`, `map=["valley"]`, or polars."""
        asked = conditions_of("Games", KNOWN, conditions, values)
        for name in ("map", "player"):
            if name in values:
                self._check_name(name, values[name])
        rows = players(self.tables.games).filter(*asked)
        about_players = any(OF_A_PLAYER & set(each.meta.root_names()) for each in asked)
        return self.among(rows.select("game", "seat") if about_players else rows.select("game"))

    def _check_name(self, column: str, value: object) -> None:
        """A map or a player that no game has is a slip of the pen, not an empty dataset."""
        known = self.who if column == "player" else self.maps
        for each in value if isinstance(value, SEVERAL) else [value]:
            if each is not None and each not in known:
                named = known or [f"none that has a {column}"]
                raise KhronosError(there_is_no(column, each, named))

    def among(self, rows: pl.LazyFrame) -> ChosenGames:
        """The games of these rows; if they have seats, only those players count."""
        kept = rows.select("game").unique()
        about_players = "seat" in rows.collect_schema()
        seats = rows.select("game", "seat") if about_players else self.seats
        whole = self.whole
        games, turns, events, players = (
            each.join(kept, on="game", how="semi", maintain_order="left")
            for each in (whole.games, whole.turns, whole.events, whole.players)
        )
        tables = replace(whole, games=games, turns=turns, events=events, players=players)
        return ChosenGames(tables, seats, self.kept)


def conditions_of(
    what: str, known: Schema, given: Sequence[object], values: Mapping[str, object]
) -> list[pl.Expr]:
    """What is asked of some rows; refused if no row can be chosen by it."""
    found = list[pl.Expr]()
    rows = pl.LazyFrame(schema=known)
    for condition in (*given, *(_condition(*each, known) for each in values.items())):
        if not isinstance(condition, pl.Expr):
            raise KhronosError(
                "A filter is a column with a value, players=4, or a polars expression, "
                'pl.col("coins") > 40.'
            )
        for name in condition.meta.root_names():
            if name not in known:
                raise KhronosError(f"{what} have no column {name!r}.{near(name, known)}")
        try:
            rows.filter(condition).collect()
        except pl.exceptions.PolarsError as fault:
            reason = str(fault).partition("\n")[0]
            raise KhronosError(f"{what} can't be filtered by that: {reason}.") from None
        found.append(condition)
    return found


def _condition(name: str, value: object, known: Schema) -> pl.Expr:
    """What a keyword asks for: one value or one of several; `greedy` in any seat."""
    column = WHO if name == "player" else pl.col(name)
    wanted = sorted(value, key=str) if isinstance(value, SEVERAL) else [value]
    if len({type(each) for each in wanted if each is not None}) > 1:
        raise KhronosError(f"{name}= lists values of one sort, not {quoted(value)}.")
    dtype = known.get(name)
    words = dtype.categories.to_list() if isinstance(dtype, pl.Enum) else []
    for each in wanted:
        if not isinstance(each, str | int | float | None) or not str(each).isprintable():
            raise KhronosError(f"{name}= is a value of the column, or a list, not {quoted(each)}.")
        if words and each is not None and each not in words:
            raise KhronosError(f"There is no {name} {each!r}. There are: {', '.join(words)}.")
    if isinstance(value, SEVERAL):
        return column.is_in(wanted)
    return column.is_null() if value is None else column.eq(value)


def words_of(conditions: tuple[pl.Expr, ...], values: Mapping[str, object]) -> str:
    """A filter as it is said after the name of a dataset."""
    said = [f"{name}={value}" for name, value in values.items()]
    return ", ".join([*said, *(str(each) for each in conditions)])
