"""What the tables cannot tell and a replay can: what a paradox cost, and who rules which domain.

The tables say which building went, not what stood beside it. So these two are worked out from the
boards while games are replayed, or while a simulation plays them, and kept as tables of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import polars as pl

from khronos_lab.analysis.statistics.computing.game_streams import (
    MOMENT,
    Schema,
    first_moment,
    in_order,
    summed,
)
from khronos_lab.analysis.statistics.computing.intervals import LEVEL, cluster_means
from khronos_lab.analysis.tables.game_tables import Step, with_ids
from khronos_lab.analysis.tables.schema import AGE, EVENT, SQUARE
from khronos_lab.core import events as e
from khronos_lab.core.board import Board, Building, board_of
from khronos_lab.core.resolution import Entry
from khronos_lab.core.squares import first, name, spread
from khronos_lab.core.state import GameState
from khronos_lab.records.model import GameRecord, steps_of
from khronos_lab.rulebook.pieces import AGES, TAX_ROUNDS, Age
from khronos_lab.rules.taxes import dues_to, entitled, yields

NamedGame = tuple[str, Iterable[Step]]
"""The id of a game as in the tables, and its steps."""

COSTS: Final[Schema] = {
    **MOMENT,
    "turn": pl.UInt16(),
    "round": pl.UInt8(),
    "seat": pl.UInt8(),
    "age": AGE,
    "square": SQUARE,
    "erased": pl.UInt8(),
    "value": pl.UInt16(),
    "victim": pl.UInt8(),
    "owner": pl.Boolean(),
    "tax_step": pl.UInt32(),
    "tax_round": pl.UInt8(),
    "cost": pl.Int32(),
    "paid": pl.Int32(),
}
"""Columns of `paradox_costs`."""

CHANGE: Final = pl.Enum(["gained", "lost"])

CONTROL: Final[Schema] = {
    **MOMENT,
    "turn": pl.UInt16(),
    "round": pl.UInt8(),
    "seat": pl.UInt8(),
    "event": EVENT,
    "age": AGE,
    "ruler": pl.UInt8(),
    "change": CHANGE,
    "own": pl.Boolean(),
    "square": SQUARE,
    "amount": pl.UInt16(),
}
"""Columns of `control_changes`."""


def replayed(
    records: Iterable[GameRecord], *, game_ids: Iterable[str] | None = None
) -> Iterator[NamedGame]:
    """The main lines of records with the ids that `tables_of` gives them."""
    for game, record in with_ids(records, game_ids):
        yield game, steps_of(record)


# ------------------------------------------------------------------ walking through a game


class _Move(NamedTuple):
    """A move as both walks need it; `step` is the number of its first event."""

    before: GameState
    after: GameState
    log: Sequence[Entry]
    step: int
    turn: int

    @property
    def ends_turn(self) -> bool:
        return any(isinstance(each.event, e.TurnOver) for each in self.log)


def _moves(steps: Iterable[Step]) -> Iterator[_Move]:
    step, turn = 0, 1
    for before, _, after, log in steps:
        move = _Move(before, after, log, step, turn)
        yield move
        step += len(log)
        turn += move.ends_turn


def _frame(rows: Iterable[tuple[object, ...]], schema: Schema) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema=dict(schema), orient="row")


# ------------------------------------------------------------------ what a paradox cost


@dataclass(slots=True)
class _Paradox:
    """A copy that erased something, until every player was taxed once more."""

    move: _Move
    step: int
    age: Age
    copy: Building
    lost: list[Building]
    covered: list[Building]
    """All that it covered, printed hamlets and what lives on in it included."""
    untaxed: set[int] = field(default_factory=set)

    def undone(self, board: Board) -> Board | None:
        """The board without the copy and with all that it covered; None if that has no room."""
        wanted = 0
        for building in self.covered:
            wanted |= building.mask
        copy = self.copy
        rest = [
            each
            for each in board
            if each[:3] != copy[:3] and not (each.printed and each.mask & wanted)
        ]
        taken = 0
        for building in rest:
            taken |= building.mask
        if taken & wanted:
            return None
        return board_of(board.grid, [*rest, *self.covered])


def paradox_costs(games: Iterable[NamedGame]) -> pl.DataFrame:
    """What each paradox took from a player at his next taxation: a row for each of both.

    At the end of his next turn in round 4 or 7, the copy is taken off the board as it is then, and
    all that it covered is put back; `cost` is what the age would pay him so, less what it pays him
    as it is, `paid` the same where he has an adventurer there, else 0 (X1, X4). `victim` is he,
    `owner` whether one of the lost buildings was his, `erased` and `value` count what was lost.
    Rows are those of owners, and of others whose taxes differ; a cost below 0 is a gain, as the
    caster often has. `cost` is null where something new stands on the lost squares.

    It compares two boards, not two games: with the building still there everybody might have
    played another way, and a conflict that it would make (C1) is not settled. `value` of a
    dataset without records is told by `paradoxes`.
    """
    return _frame((row for game, steps in games for row in _game_costs(game, steps)), COSTS)


def _game_costs(game: str, steps: Iterable[Step]) -> Iterator[tuple[object, ...]]:
    pending: list[_Paradox] = []
    for move in _moves(steps):
        before = move.before
        seat = before.turn.seat
        if move.ends_turn and before.round in TAX_ROUNDS:
            for paradox in pending:
                if seat in paradox.untaxed:
                    paradox.untaxed.discard(seat)
                    row = _cost(paradox, before, seat)
                    if row is not None:
                        yield (game, *row[0], move.step, before.round, *row[1])
            pending = [each for each in pending if each.untaxed]
        pending += _paradoxes(move)


def _cost(
    paradox: _Paradox, state: GameState, seat: int
) -> tuple[tuple[object, ...], tuple[int | None, int | None]] | None:
    """What is told of a paradox and a player who is taxed now; None if it is none of his."""
    board, age, move = state.boards[paradox.age], paradox.age, paradox.move
    owner = any(each.owner == seat for each in paradox.lost)
    undone = paradox.undone(board)
    cost = None
    if undone is not None:
        cost = _due(undone, age, seat) - _due(board, age, seat)
    if not owner and not cost:
        return None
    present = age in state.players[seat].adventurers
    told = (
        paradox.step,
        move.turn,
        move.before.round,
        move.before.turn.seat,
        age.title,
        name(paradox.copy.square),
        len(paradox.lost),
        sum(each.value for each in paradox.lost),
        seat,
        owner,
    )
    return told, (cost, None if cost is None else cost if present else 0)


def _due(board: Board, age: Age, seat: int) -> int:
    return sum(due.amount for due in dues_to(board, age, seat))


def _paradoxes(move: _Move) -> Iterator[_Paradox]:
    for number, (falls, _, _) in enumerate(move.log):
        if not isinstance(falls, e.ShadowFalls):
            continue
        covered = [
            (place, each.event.building)
            for place, each in enumerate(move.log)
            if each.cause == number and isinstance(each.event, e.Paradox)
        ]
        lost = [
            (place, building)
            for place, building in covered
            if not building.printed and not succeeds(falls.building, building)
        ]
        if lost:
            yield _Paradox(
                move,
                move.step + lost[0][0],
                falls.age,
                falls.building,
                [building for _, building in lost],
                [building for _, building in covered],
                set(range(len(move.before.players))),
            )


def succeeds(copy: Building, old: Building) -> bool:
    """True if a copy is of the kind and owner of what it covers, and covers all of it."""
    return copy.kind is old.kind and copy.owner == old.owner and not old.mask & ~copy.mask


def mean_cost(
    costs: pl.LazyFrame, by: Sequence[str] = ("age", "owner"), *, level: float = LEVEL
) -> pl.LazyFrame:
    """What a paradox costs on average, with intervals by game; see `paradox_costs`.

    Rows whose cost is not known are left out, so this is the mean of those that can be told.
    """
    known = costs.filter(pl.col("cost").is_not_null()).with_columns(cluster="game")
    return cluster_means(known, by, ["cost", "paid"], level=level)


# ------------------------------------------------------------------ who rules


def control_changes(games: Iterable[NamedGame]) -> pl.DataFrame:
    """Every domain that a player came to rule or ceased to rule (X2, X3): a row for each.

    To rule is to be entitled to what a domain pays, were one taxed now. A player *lost* a domain if
    he rules none of those that hold its squares after the move, and *gained* one if he ruled none
    of those that held its squares before: new domains of his own count, a domain that grows, joins
    another of his or splits in two that both are his does not. `seat` acted, by `event`; `ruler`
    is whose rule changed, `own` whether he acted himself; `square` and `amount` are the domain's,
    before if lost, after if gained; `step` is the last event of the move. Domains that pay nothing
    count too (`amount` 0). Who has no adventurer there still rules (X4).
    """
    return _frame((row for game, steps in games for row in _game_control(game, steps)), CONTROL)


class _Rule(NamedTuple):
    mask: int
    seats: tuple[int, ...]
    amount: int


def _rules(board: Board, age: Age, touched: int) -> list[_Rule]:
    return [
        _Rule(domain.mask, entitled(board, age, domain), yields(board, age, domain))
        for domain in board.domains
        if domain.mask & touched
    ]


def _touched(old: Board, new: Board) -> int:
    """The squares of what differs between two boards, and those beside them."""
    mask = 0
    for one, other in ((old.buildings, new.buildings), (new.buildings, old.buildings)):
        for square, building in one.items():
            there = other.get(square)
            if there is not building and there != building:
                mask |= building.mask
    return spread(mask)


_ACTIONS: Final = ("build", "upgrade", "demolish", "populate")


def _game_control(game: str, steps: Iterable[Step]) -> Iterator[tuple[object, ...]]:
    for move in _moves(steps):
        events = (each.event for each in move.log)
        event = next((each for each in events if each.about.action in _ACTIONS), None)
        if event is None:
            continue
        seat = move.before.turn.seat
        head = (game, move.step + len(move.log) - 1, move.turn, move.before.round, seat)
        for age in AGES:
            old, new = move.before.boards[age], move.after.boards[age]
            if old is new:
                continue
            touched = _touched(old, new)
            was, now = _rules(old, age, touched), _rules(new, age, touched)
            for change, rules, others in (("lost", was, now), ("gained", now, was)):
                for rule, ruler in _changed(rules, others):
                    yield (
                        *head, type(event).__name__, age.title, ruler, change, ruler == seat,
                        name(first(rule.mask)), rule.amount,
                    )  # fmt: skip


def _changed(rules: list[_Rule], others: list[_Rule]) -> Iterator[tuple[_Rule, int]]:
    """Domains and rulers who rule none of the other side's domains on the same squares."""
    for rule in rules:
        if rule.seats:
            known = {seat for other in others if other.mask & rule.mask for seat in other.seats}
            yield from ((rule, seat) for seat in rule.seats if seat not in known)


def control(
    changes: pl.LazyFrame, by: Sequence[str] = ("age", "change", "event", "own")
) -> pl.LazyFrame:
    """How often domains change hands, what they pay then, and the first time as game and step.

    A player who loses a domain and one who gains it are two changes. It does not say how long
    control lasted, nor whether anybody was there to be taxed.
    """
    mean = pl.col("amount").mean()
    return in_order(summed(changes, by, number=pl.len(), amount=mean, **first_moment()), by)
