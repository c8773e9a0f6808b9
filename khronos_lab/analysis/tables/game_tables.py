"""Tables of many games: built from replays, or by a simulation while it plays.

Most of a table is the same few thousand facts over and over ("seat 2 plays two civil cards in
Might"). So the builder keeps each fact once and notes only its number for an event; polars spreads
them out at the end. What a turn sums up is summed up by polars, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

import polars as pl

from khronos_lab.analysis.tables.schema import AGE, KIND, SCHEMAS, SUMMED
from khronos_lab.analysis.timeline import Step
from khronos_lab.core import (
    EVENT_TYPES,
    BuildingErased,
    Entry,
    Event,
    Fact,
    GameState,
    ShadowFalls,
    TaxCollected,
    TaxMissed,
    ends_turn,
    name,
)
from khronos_lab.records import GameRecord, steps_of, with_twins
from khronos_lab.rulebook import TAX_ROUNDS, KhronosError, RuleSet, multilingual, say


@dataclass(frozen=True, slots=True)
class LazyTables:
    """Games, turns, events and players that are read as far as a question needs them."""

    games: pl.LazyFrame
    turns: pl.LazyFrame
    events: pl.LazyFrame
    players: pl.LazyFrame = None  # type: ignore[assignment]
    """Left out, it is what games and turns say."""

    failed: int = field(default=0, kw_only=True)
    """Games that a simulation could not play to their end, and that are missing here."""
    unplayed: int = field(default=0, kw_only=True)
    """Games of a simulation that are planned and not there yet."""

    def __post_init__(self) -> None:
        if self.players is None:
            object.__setattr__(self, "players", players_of(self.games, self.turns))

    @multilingual
    def missing(self, language: str | None = None) -> list[str]:
        """What has to be said about games that are not in the tables."""
        counts = {"files-failed_games": self.failed, "files-unplayed_games": self.unplayed}
        return [say(key, n=number) for key, number in counts.items() if number]

    def collect(self) -> Tables:
        """All of them in memory."""
        frames = (self.games, self.turns, self.events, self.players)
        return Tables(*pl.collect_all(frames, engine="streaming"))


@dataclass(frozen=True, slots=True)
class Tables:
    """Games, turns, events and players, as the schema declares them."""

    games: pl.DataFrame
    turns: pl.DataFrame
    events: pl.DataFrame
    players: pl.DataFrame = None  # type: ignore[assignment]
    """Left out, it is what games and turns say."""

    def __post_init__(self) -> None:
        if self.players is None:
            found = players_of(self.games.lazy(), self.turns.lazy())
            object.__setattr__(self, "players", found.collect())

    def lazy(self) -> LazyTables:
        """Tables as statistics take them."""
        frames = (self.games, self.turns, self.events, self.players)
        return LazyTables(*(each.lazy() for each in frames))


def tables_of(records: Iterable[GameRecord], *, game_ids: Iterable[str] | None = None) -> Tables:
    """The tables of the main lines of records.

    Without ids a game is called by what it is (see `game_id` in `khronos_lab.records`),
    so that games of several sources never mix; one that comes twice is refused, as it would count
    twice.
    """
    builder = TableBuilder()
    for game, record in with_ids(records, game_ids):
        builder.add_game(game, record.start, steps_of(record), seed=record.tags.get("Seed"))
    return builder.tables()


def with_ids(
    records: Iterable[GameRecord], game_ids: Iterable[str] | None = None
) -> Iterator[tuple[str, GameRecord]]:
    """Records with their ids, given or their own; the same game twice is refused."""
    if game_ids is None:
        for number, (game, record, twin_of) in enumerate(with_twins(records)):
            if twin_of is not None:
                raise KhronosError(
                    f"records {twin_of} and {number} are the same game, which would count twice; "
                    "leave one of them out"
                )
            yield game, record
        return
    for given, record in zip_longest(game_ids, records):
        if given is None or record is None:
            raise KhronosError("there are not as many game ids as records; give one for each")
        yield given, record


# ------------------------------------------------------------------ collecting

_AGES, _KINDS = AGE.categories.to_list(), KIND.categories.to_list()
_NamedFact = tuple[type[Event], str, int, Fact]

_Row = tuple[object, ...]
# Rows are plain tuples: they are made for every move, and named ones cost five times as much.
_MOVE = ("row", "game", "first", "move", "turn", "round", "size")
"""Columns that the events of one move share; `row` is that of its turn in the table of turns."""
_TURN = (
    "game", "turn", "step", "move", "moves", "round", "seat", "ended",
    "coins_before", "coins_after", "adventurer_1", "adventurer_2",
    "hand_military", "hand_religious", "hand_civil",
)  # fmt: skip
"""Columns of a turn besides the sums of its events."""


class TableBuilder:
    """Collects games; `tables` gives the tables of all that were added."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._seats: list[_Row] = []
        self._turns: list[_Row] = []
        self._moves: list[_Row] = []
        self._facts: dict[_NamedFact, int] = {}
        self._numbers: list[int] = []
        self._causes: list[int | None] = []
        self._taxed: list[_Row] = []
        self._lost: list[_Row] = []

    def add_result(
        self, game_id: str, start: GameState, coins: Sequence[int], *, seed: int | str | None = None
    ) -> None:
        """Add a game of which nothing but its end is told: it has rows in `games` alone."""
        self._add_id(game_id)
        self._seats += _seat_rows(game_id, seed, start, coins, None, over=True)

    def add_game(
        self,
        game_id: str,
        start: GameState,
        steps: Iterable[Step],
        *,
        seed: int | str | None = None,
    ) -> None:
        """Add a game: all of it, or nothing if its steps fail."""
        self._add_id(game_id)
        notes: tuple[list[Any], ...] = (
            self._turns, self._moves, self._numbers, self._causes, self._taxed, self._lost,
        )  # fmt: skip
        sizes = [len(each) for each in notes]
        try:
            end = self._add_steps(game_id, start, steps)
        except BaseException:
            for note, size in zip(notes, sizes, strict=True):
                del note[size:]
            self._ids.remove(game_id)
            raise
        coins = [player.coins for player in end.players]
        events = len(self._numbers) - sizes[2]
        self._seats += _seat_rows(game_id, seed, start, coins, events, over=end.over)

    def _add_id(self, game_id: str) -> None:
        if game_id in self._ids:
            raise KhronosError(f"two games have the id {game_id!r}; ids tell games apart")
        self._ids.add(game_id)

    def _add_steps(self, game: str, start: GameState, steps: Iterable[Step]) -> GameState:
        """Note all moves of a game; gives its last state."""
        after = start
        opening: tuple[int, int, GameState] | None = None
        turn = move = 0
        step = 1  # that after the first event; step 0 is the first position
        for before, _, after, log in steps:
            if opening is None:
                opening = (step, move, before)
                turn += 1
            size = len(log)
            self._moves.append((len(self._turns), game, step, move, turn, before.round, size))
            self._add_events(game, log, before.turn.seat, before.rules)
            step += size
            move += 1
            if ends_turn(before, after):
                if before.round in before.rules.tax_rounds:
                    self._taxed.append(_taxed_row(game, turn, before, after, log))
                self._turns.append(_turn_row(game, turn, opening, move, after, ended=True))
                opening = None
        if opening is not None:
            self._turns.append(_turn_row(game, turn, opening, move, after, ended=False))
        return after

    def _add_events(self, game: str, log: Sequence[Entry], seat: int, rules: RuleSet) -> None:
        facts, numbers, causes = self._facts, self._numbers, self._causes
        for event, cause, _ in log:
            named = event.seat
            fact = (type(event), event.clause, seat if named is None else named, event.fact(rules))
            numbers.append(facts.setdefault(fact, len(facts)))
            causes.append(cause)
            if type(event) is BuildingErased and not _lives_on(event, log, cause):
                self._lost.append((game, seat, event.building.owner))

    def tables(self) -> Tables:
        """The tables of all games so far; more can be added afterwards."""
        # Each fact once, then spread out by its number.
        facts = _frame(_FACT_NAMES, [_words(*each) for each in self._facts], SCHEMAS["events"])
        facts = facts.select(pl.all().gather(pl.Series(self._numbers, dtype=pl.UInt32)))
        last = pl.col("first") + pl.col("size")
        events = (
            _frame(_MOVE, self._moves, _MOVE_TYPES)
            .with_columns(step=pl.int_ranges("first", last, dtype=pl.UInt32))
            .explode("step")
            .with_columns(cause=pl.col("first") + pl.Series(self._causes, dtype=pl.UInt32))
            .hstack(facts)
        )
        turns = _frame(_TURN, self._turns, SCHEMAS["turns"]).hstack(_sums(events))
        turns = turns.with_columns(
            pl.lit(None, SCHEMAS["turns"][each]).alias(each) for each in ("value", "win_chance")
        )
        games = _frame(SCHEMAS["games"].names(), self._seats, SCHEMAS["games"])
        noted = Noted(
            _frame(TAXED.names(), self._taxed, TAXED), _frame(LOST.names(), self._lost, LOST)
        )
        return Tables(
            games,
            turns.select(SCHEMAS["turns"].names()),
            events.select(SCHEMAS["events"].names()),
            players_of(games.lazy(), turns.lazy(), noted).collect(),
        )


def _turn_row(
    game: str,
    number: int,
    opening: tuple[int, int, GameState],
    moves: int,
    after: GameState,
    *,
    ended: bool,
) -> _Row:
    """The row of a turn with this first step, first move and state, after this many moves."""
    step, move, before = opening
    seat = before.turn.seat
    begun, player = before.players[seat], after.players[seat]
    one, other = player.adventurers
    hand = (None, None, None) if begun.hidden else begun.hand
    return (
        game,
        number,
        step,
        move,
        moves - move,
        before.round,
        seat,
        ended,
        begun.coins,
        player.coins,
        _AGES[one],
        _AGES[other],
        *hand,
    )


def _seat_rows(
    game: str,
    seed: int | str | None,
    start: GameState,
    coins: Sequence[int],
    events: int | None,
    *,
    over: bool,
) -> Iterator[_Row]:
    rules = start.rules.plain().values()
    for seat, player in enumerate(start.players):
        richer = sum(other > coins[seat] for other in coins)
        yield (
            game,
            seat,
            events,
            player.name,
            len(coins),
            *rules,
            start.grid.name or None,
            None if seed is None else str(seed),
            start.start,
            seat == start.start,
            coins[seat],
            richer == 0 if over else None,
            richer + 1 if over else None,
            over,
        )


def _taxed_row(
    game: str, turn: int, before: GameState, after: GameState, log: Sequence[Entry]
) -> _Row:
    """Domains that pay a player whose turn ends with taxes, and their squares, by age (X1)."""
    domains, squares = [0, 0, 0], [0, 0, 0]
    for event, _, _ in log:
        if isinstance(event, TaxCollected | TaxMissed):
            domains[event.age] += 1
            squares[event.age] += after.boards[event.age].domain_at(event.domain).mask.bit_count()
    rounds = sorted(before.rules.tax_rounds)
    return (
        game,
        before.turn.seat,
        turn,
        before.round == rounds[0],
        before.round == rounds[-1],
        *domains,
        *squares,
    )


def _lives_on(event: BuildingErased, log: Sequence[Entry], cause: int | None) -> bool:
    """True if the copy that covers a building is of its kind and owner and covers all of it."""
    copy = None if cause is None else log[cause].event
    if not isinstance(copy, ShadowFalls):
        return False
    old, new = event.building, copy.building
    same = (old.kind, old.owner) == (new.kind, new.owner)
    return same and not old.mask & ~new.mask


# ------------------------------------------------------------------ columns

_MOVE_TYPES = {**SCHEMAS["events"], "row": pl.UInt32(), "first": pl.UInt32(), "size": pl.UInt32()}


def _frame(
    names: Sequence[str], rows: Sequence[_Row], types: Mapping[str, pl.DataType]
) -> pl.DataFrame:
    # Faster than `zip(*rows)`, which takes every row as an argument.
    columns = ([row[number] for row in rows] for number in range(len(names)))
    pairs = zip(names, columns, strict=True)
    return pl.DataFrame([pl.Series(name, column, types[name]) for name, column in pairs])


_FACT_NAMES = ("event", "clause", "seat", "age", "kind", "rank", "owner", "square", "amount")


def _words(sort: type[Event], clause: str, seat: int, fact: Fact) -> _Row:
    age, kind, rank, owner, square, amount = fact
    return (
        sort.__name__,
        clause,
        seat,
        None if age is None else _AGES[age],
        None if kind is None else _KINDS[kind],
        rank,
        owner,
        None if square is None else name(square),
        amount,
    )


def _sums(events: pl.DataFrame) -> pl.DataFrame:
    return (
        events.lazy()
        .group_by("row")
        .agg(**_SUMMED)
        .sort("row")
        .select(pl.col(each).cast(SCHEMAS["turns"][each]) for each in _SUMMED)
        .collect()
    )


def _sum(event: str, column: str = "", value: str = "") -> pl.Expr:
    """The amounts of an event, or of those with a value in another column."""
    wanted = pl.col("event") == event
    if column:
        wanted &= pl.col(column) == value
    return pl.col("amount").filter(wanted).sum()


def _actions(action: str) -> pl.Expr:
    events = (each.__name__ for each in EVENT_TYPES if each.about.action == action)
    return pl.any_horizontal(pl.col("event") == event for event in events).sum()


_SUMMED = {
    "bonus": _sum("BonusPaid"),
    "tax_might": _sum("TaxCollected", "age", "Might"),
    "tax_faith": _sum("TaxCollected", "age", "Faith"),
    "tax_reason": _sum("TaxCollected", "age", "Reason"),
    "tax_missed": _sum("TaxMissed"),
    "spent_exchange": _sum("CoinsSpent", "clause", "T2"),
    "spent_travel": _sum("CoinsSpent", "clause", "T4"),
    "spent_demolition": _sum("CoinsSpent", "clause", "A4"),
    "cards_played": _sum("CardsPlayed"),
    "exchanges": ((pl.col("event") == "CoinsSpent") & (pl.col("clause") == "T2")).sum(),
    "swaps": _actions("swap"),
    "travels": _actions("travel"),
    "builds": _actions("build"),
    "upgrades": _actions("upgrade"),
    "demolitions": _actions("demolish"),
    "populates": _actions("populate"),
    "restores": _actions("restore"),
}
"""Expressions over the events of a turn, by column of the table of turns."""


# ------------------------------------------------------------------ players

_BY_AGE = [f"{what}_{age.lower()}" for what in ("domains", "squares") for age in _AGES]
TAXED = pl.Schema(
    {
        "game": pl.String(),
        "seat": pl.UInt8(),
        "turn": pl.UInt16(),
        "is_first": pl.Boolean(),
        "is_last": pl.Boolean(),
        **{each: pl.UInt16() for each in _BY_AGE},
    }
)
LOST = pl.Schema({"game": pl.String(), "seat": pl.UInt8(), "owner": pl.UInt8()})


class Noted(NamedTuple):
    """What boards say and no other table does."""

    taxed: pl.DataFrame
    """A row for each player and taxation, as `TAXED`."""
    lost: pl.DataFrame
    """A row for each building lost to a paradox: in whose turn, and whose it was."""


def players_of(
    games: pl.LazyFrame, turns: pl.LazyFrame, noted: Noted | None = None
) -> pl.LazyFrame:
    """The table of players that follows from games and turns.

    Domains, their squares and paradoxes come from boards: they are null unless `noted`. So is all
    about taxations in games without notes that are taxed in other rounds than usual (T1).
    """
    keys = ["game", "seat"]
    schema = SCHEMAS["players"]
    found = games.with_columns(
        place=(pl.col("players") + pl.col("seat") - pl.col("start_seat")) % pl.col("players"),
        lead=pl.when("finished").then(pl.col("coins") - pl.col("coins").mean().over("game")),
    ).join(
        turns.group_by(keys).agg(pl.col(SUMMED).cast(pl.Int64).sum()),
        on=keys, how="left", maintain_order="left",
    )  # fmt: skip
    if noted is None:
        usual = games.filter(~pl.col("numbers").str.contains("tax rounds")).select(keys)
        taxed = turns.filter(pl.col("ended")).join(usual, on=keys, how="semi").select(
            *keys,
            "turn",
            is_first=pl.col("round") == min(TAX_ROUNDS),
            is_last=pl.col("round") == max(TAX_ROUNDS),
            **{each: pl.lit(None, pl.UInt16) for each in _BY_AGE},
        )  # fmt: skip
        found = found.with_columns(
            pl.lit(None, pl.UInt16).alias(f"paradoxes_{each}") for each in ("suffered", "caused")
        )
    else:
        taxed = noted.taxed.lazy()
        lost = {"suffered": pl.col("owner"), "caused": pl.col("seat")}
        for name_, whose in lost.items():
            rows = noted.lost.lazy().group_by("game", seat=whose)
            counted = rows.agg(pl.len().alias(f"paradoxes_{name_}"))
            found = found.join(counted, on=keys, how="left", maintain_order="left")
        found = found.with_columns(
            pl.when(pl.col("step").is_not_null()).then(pl.col(each).fill_null(0)).alias(each)
            for each in ("paradoxes_suffered", "paradoxes_caused")
        )
    at = taxed.join(turns, on=["game", "turn"], suffix="_of_turn", maintain_order="left")
    for when in ("first", "last"):
        then = at.filter(pl.col(f"is_{when}")).select(
            *keys,
            pl.col("coins_after").alias(f"coins_{when}"),
            pl.col("coins_after").rank("min", descending=True).over("game").alias(f"rank_{when}"),
            pl.col("tax_might", "tax_faith", "tax_reason").name.suffix(f"_{when}"),
            pl.col(_BY_AGE).name.suffix(f"_{when}"),
            pl.col("adventurer_1", "adventurer_2").name.suffix(f"_{when}"),
        )
        found = found.join(then, on=keys, how="left", maintain_order="left")
    return found.select(pl.col(each).cast(dtype) for each, dtype in schema.items())
