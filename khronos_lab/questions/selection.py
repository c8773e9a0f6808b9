"""Selection: the games that a question is asked of, and the players of them that count."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import polars as pl

from khronos_lab.analysis import SCHEMAS, LazyTables
from khronos_lab.questions.columns import building_of, label_of
from khronos_lab.questions.streams import (
    NUMBER,
    WHO,
    Reading,
    Schema,
    folds_of,
    players,
    read_together,
)
from khronos_lab.rulebook import KhronosError, near, quoted, say, there_is_no

OF_A_PLAYER: Final = ("player", "seat", "place", "is_start", "coins", "won", "rank")
"""Columns that say something about one player of a game; all others are about the whole game."""
OUTCOMES: Final = frozenset({"coins", "won", "rank", "lead", "win"})
"""Of a player: known only when the game is over."""
KNOWN: Final = {**SCHEMAS["games"], "place": pl.UInt8()}
GAME_COLUMNS: Final = tuple(
    name
    for name in SCHEMAS["games"]
    if name not in (*OF_A_PLAYER, "game", "step", "seed", "start_seat", "finished")
)
PLAYER_COLUMNS: Final = tuple(name for name in OF_A_PLAYER if name != "coins")
SEVERAL: Final = list | tuple | set | frozenset | range
KEPT: Final = 5_000_000
"""Events up to which many questions read their tables once and keep them: about 200 MB."""

READINGS: Final[dict[str, Callable[[Sequence[str]], Reading]]] = {}
"""What questions need of the events, told apart by further columns: each adds its own. A report
needs all of them without any, read in one go."""


@dataclass(frozen=True)
class Condition:
    """One thing that was asked of games, players, events or buildings, and its words."""

    expr: pl.Expr
    name: str = ""
    value: object = None
    of: str = "Games"

    @property
    def columns(self) -> set[str]:
        """The columns that it looks at."""
        return set(self.expr.meta.root_names())

    @property
    def words(self) -> str:
        """It as one says it: "4 players", "round 1, 2 or 3"; polars as it is written."""
        if not self.name:
            return _plain(str(self.expr))
        if self.name == "building":
            return building_words(self.value)
        if self.name == "won" and self.value is False:
            return say("caption-non_winners")
        values = list(self.value) if isinstance(self.value, SEVERAL) else [self.value]
        said = [label_of(self.name, each) for each in values]
        if self.name == "rank" and self.of == "Games":  # that of a player, not of a building
            said = [f"{say('report-rank')} {each}" for each in values]
        common = _beginning(said)
        return common + say("list-or", options=tuple(each.removeprefix(common) for each in said))


def _beginning(said: Sequence[str]) -> str:
    """The words with which all of several begin: "round " of "round 1" and "round 2"."""
    first = said[0].rpartition(" ")[0] + " " if " " in said[0] else ""
    return first if len(said) > 1 and all(each.startswith(first) for each in said) else ""


def building_words(value: object) -> str:
    """Buildings by their names, in the language of now."""
    names = value if isinstance(value, SEVERAL) else [value]
    return say("list-or", options=tuple(label_of("building", each) for each in names))


def _plain(text: str) -> str:
    """A polars expression as somebody would write it: `coins > 40`."""
    text = re.sub(r'col\("([^"]+)"\)', r"\1", text)
    text = re.sub(r"dyn (?:int|float|str): ?", "", text)
    for _ in range(6):
        text = re.sub(r"\(([\w.\"' -]+)\)", r"\1", text)
        text = re.sub(r"\[([^\[\]]*)\]", r"\1", text)
    return " ".join(text.split())


@dataclass(frozen=True)
class Selection:
    """Whole games, and those of their players that count.

    A condition on the game (players, map, holdem...) keeps or drops whole games. A condition on a
    player (player, seat, place, won...) keeps the games that have such a player, with all their
    events, and from then on statistics of players count only them; their rivals are still there
    to be compared with.
    """

    whole: LazyTables
    seats: pl.LazyFrame | None = None
    """Game and seat of the players that count; None: everybody."""
    conditions: tuple[Condition, ...] = ()
    """What was asked of games and players so far."""
    kept: bool = False
    """The tables are in memory."""
    in_report: bool = False
    """All questions of a report are asked, so the events are read once for all of them."""
    memo: dict[object, pl.LazyFrame] = field(default_factory=dict, repr=False, compare=False)

    def for_report(self, most: int = KEPT) -> Selection:
        """The same for many questions; tables of up to `most` events are read into memory.

        The table of games always is: every question looks at it.
        """
        if self.kept:
            return replace(self, in_report=True, memo={})
        kept = self.whole.events.select(pl.len()).collect().item() <= most
        seats = None if self.seats is None else self.seats.collect().lazy()
        tables = self.whole.collect().lazy() if kept else self.whole
        games = players(tables.games).collect(engine="streaming").lazy()
        tables = replace(
            self.whole, games=games, turns=tables.turns, events=tables.events,
            players=tables.players,
        )  # fmt: skip
        return Selection(tables, seats, self.conditions, kept, in_report=True)

    def read(self, name: str, more: Sequence[str] = ()) -> pl.LazyFrame:
        """What one of `READINGS` finds in the events, told apart by `more` columns.

        For a report all are read at once, and each is handed out once, so that no more is kept in
        memory than questions still need.
        """
        if self.in_report and not more and (found := self._read.pop(name, None)) is not None:
            return found
        return self._together({name: READINGS[name](more)})[name]

    @cached_property
    def _read(self) -> dict[str, pl.LazyFrame]:
        return self._together({name: reading(()) for name, reading in READINGS.items()})

    def _together(self, readings: Mapping[str, Reading]) -> dict[str, pl.LazyFrame]:
        games = folds_of(self.whole.games).with_columns(NUMBER)
        return read_together(self.whole.events, readings, games)

    def once(self, key: object, work: Callable[[], pl.LazyFrame]) -> pl.LazyFrame:
        """A table that several questions need, worked out the first time."""
        if key not in self.memo:
            self.memo[key] = work().collect(engine="streaming").lazy()
        return self.memo[key]

    @property
    def tables(self) -> LazyTables:
        """Games and turns of the players that count, and all events of their games."""
        if self.seats is None:
            return self.whole
        games, turns, players = (
            self.counted(each) for each in (self.whole.games, self.whole.turns, self.whole.players)
        )
        return replace(self.whole, games=games, turns=turns, players=players)

    def counted(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        """Those of some rows with a game and a seat whose player counts."""
        if self.seats is None:
            return rows
        return rows.join(self.seats, on=["game", "seat"], how="semi", maintain_order="left")

    def with_games(self, rows: pl.LazyFrame, columns: Sequence[str]) -> pl.LazyFrame:
        """Rows with a game, with its cluster and some columns of games."""
        if not columns and "cluster" in rows.collect_schema():
            return rows
        return rows.drop("cluster", "fold", strict=False).join(
            self._clusters(columns), on="game", maintain_order="left"
        )

    def games_by(self, columns: Sequence[str]) -> pl.LazyFrame:
        """How many games each cluster has, by some columns of games."""
        counted = self._clusters(columns).group_by(*columns, "cluster")
        return counted.agg(games=pl.len().cast(pl.Int64))

    def _clusters(self, columns: Sequence[str]) -> pl.LazyFrame:
        games = players(self.whole.games).filter(pl.col("seat") == 0)
        return games.select("game", *columns, NUMBER)

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

    @cached_property
    def clusters(self) -> int:
        """How many of them are independent: games of one seed count once."""
        found = players(self.whole.games).select(pl.col("cluster").n_unique())
        return int(found.collect().item())

    @cached_property
    def chance(self) -> float:
        """How often a player would win if all were equal."""
        rows = self.whole.games.filter("finished").select((1 / pl.col("players")).mean())
        return float(rows.collect().item() or 0.0)

    @property
    def outcomes(self) -> list[Condition]:
        """The conditions that look at what is known only at the end of a game."""
        return [each for each in self.conditions if OUTCOMES & each.columns]

    def where(self, *conditions: pl.Expr, who: object = None, **values: object) -> Selection:
        """Those for which all conditions hold: `players=4`, `map=["valley"]`, or polars.

        `who` are all the players of a game: exactly these, in any order of seats.
        """
        asked = conditions_of("Games", KNOWN, conditions, values)
        for name in ("map", "player"):
            if name in values:
                self._check_name(name, values[name])
        rows = players(self.tables.games).filter(*(each.expr for each in asked))
        if who is not None:
            names = sorted(str(each) for each in (who if isinstance(who, SEVERAL) else [who]))
            self._check_name("player", names)
            table = players(self.whole.games).group_by("game").agg(pl.col("player").sort())
            same = pl.col("player").list.join("\n") == "\n".join(names)
            rows = rows.join(table.filter(same), on="game", how="semi", maintain_order="left")
            asked.append(Condition(pl.lit(value=True), "who", names))
        about_players = any(set(OF_A_PLAYER) & each.columns for each in asked)
        chosen = self.among(rows.select("game", "seat") if about_players else rows.select("game"))
        return replace(chosen, conditions=(*self.conditions, *asked))

    def _check_name(self, column: str, value: object) -> None:
        """A map or a player that no game has is a slip of the pen, not an empty dataset."""
        known = self.who if column == "player" else self.maps
        for each in value if isinstance(value, SEVERAL) else [value]:
            if each is not None and each not in known:
                named = known or [f"none that has a {column}"]
                raise KhronosError(there_is_no(column, each, named))

    def among(self, rows: pl.LazyFrame) -> Selection:
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
        return Selection(tables, seats, self.conditions, self.kept)


def conditions_of(
    what: str, known: Schema, given: Sequence[object], values: Mapping[str, object]
) -> list[Condition]:
    """What is asked of some rows; refused if no row can be chosen by it."""
    found = list[Condition]()
    rows = pl.LazyFrame(schema=known)
    named = [Condition(_condition(*each, known), *each, what) for each in values.items()]
    for condition in (*given, *named):
        each = condition if isinstance(condition, Condition) else Condition(condition)  # type: ignore[arg-type]
        if not isinstance(each.expr, pl.Expr):
            raise KhronosError(
                "A filter is a column with a value, players=4, or a polars expression, "
                'pl.col("coins") > 40.'
            )
        for name in each.columns:
            if name not in known:
                how = ' Buildings are chosen so: games.buildings(building="keep").'
                hint = how if name == "building" else near(name, known)
                raise KhronosError(f"{what} have no column {name!r}.{hint}")
        try:
            rows.filter(each.expr).collect()
        except pl.exceptions.PolarsError as fault:
            reason = str(fault).partition("\n")[0]
            raise KhronosError(f"{what} can't be filtered by that: {reason}.") from None
        found.append(each)
    return found


def _condition(name: str, value: object, known: Schema) -> pl.Expr:
    """What a keyword asks for: one value or one of several; `greedy` in any seat."""
    wanted = sorted(value, key=str) if isinstance(value, SEVERAL) else [value]
    if name == "building" and {"kind", "rank"} <= set(known):
        named = (building_of(each) for each in wanted)
        same = [pl.col("kind").eq(kind) & pl.col("rank").eq(rank) for kind, rank in named]
        return pl.any_horizontal(same)
    column = WHO if name == "player" else pl.col(name)
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
