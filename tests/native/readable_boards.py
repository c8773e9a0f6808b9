"""What boards pay, who is likely to collect it, and the traits that follow; written for reading.

Incomes are told apart by how firmly they are held and by whether a copy from an earlier age could
still fall on them (B6). Nothing is remembered here: the compiled value, which remembers, is held
against it.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from khronos_lab.core import STRIDE, Board, Domain, GameState, anchors_inside
from khronos_lab.mechanics import RULING_KIND
from khronos_lab.native import KEPT, kept_after
from khronos_lab.rulebook import (
    ADVENTURERS,
    AGES,
    CIVIL,
    FAITH,
    MAX_PLAYERS,
    MIGHT,
    MILITARY,
    REASON,
    RELIGIOUS,
    ROUNDS,
    Age,
)


class Fact(NamedTuple):
    """What one domain pays and to whom."""

    domain: Domain
    amount: int
    hold: int
    seats: tuple[int, ...]
    """Who is entitled."""
    cubes: tuple[int, ...]
    """In Reason: the seats of all cubes on civil buildings."""
    strength: int = 0
    """In Might and Faith: the values of the buildings of the ruling kind (C2)."""


Incomes = tuple[int, int, int, int]
"""By hold: what is paid."""
Rows = tuple[Incomes, Incomes, Incomes]
"""By age."""
Row = tuple[float, float, float, float]
"""By hold: 0 for nobody's; in Might and Faith the rank of the ruling building, in Reason 1 for a
tie, 2 for one cube more than anybody else, 3 for more than that."""


def facts_of(board: Board, age: Age) -> tuple[Fact, ...]:
    """What each domain of a board pays in an age."""
    find = _settled_fact if age is REASON else _ruled_fact
    return tuple([find(board, age, domain) for domain in board.domains])


def _ruled_fact(board: Board, age: Age, domain: Domain) -> Fact:
    """Might and Faith (X2)."""
    ruling = RULING_KIND[age]
    top = domain.tops[ruling]
    amount = strength = 0
    seats: tuple[int, ...] = ()
    buildings, values = board.buildings, board.rules.values
    for anchor in domain.anchors:
        kind, rank, _, owner, _, _, _ = buildings[anchor]
        if kind == CIVIL:
            amount += values[CIVIL][rank]
        elif kind == ruling:
            strength += values[kind][rank]
            if rank == top:
                assert owner is not None
                seats = (owner,)
    return Fact(domain, amount, top, seats, (), strength)


def _settled_fact(board: Board, age: Age, domain: Domain) -> Fact:
    """Reason (X3)."""
    amount = 0
    cubes: tuple[int, ...] = ()
    buildings, values, ruins = board.buildings, board.rules.values, board.rules.ruin_values
    for anchor in domain.anchors:
        kind, rank, _, _, ruin, here, _ = buildings[anchor]
        if kind == CIVIL:
            cubes += here
        else:
            amount += ruins[rank] if ruin else values[kind][rank]
    return Fact(domain, amount, *majority_hold(cubes), cubes)


@lru_cache(maxsize=4096)
def majority_hold(cubes: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """How firmly the players with most of these cubes hold a domain of Reason, and who they are.

    >>> majority_hold((0, 1)), majority_hold((0, 1, 1)), majority_hold((2, 2))
    ((1, (0, 1)), (2, (1,)), (3, (2,)))
    """
    if not cubes:
        return 0, ()
    counts = Counter(cubes).most_common()
    most = counts[0][1]
    seats = tuple(sorted(seat for seat, count in counts if count == most))
    if len(seats) > 1:
        return 1, seats
    lead = most - (counts[1][1] if len(counts) > 1 else 0)
    return min(3, 1 + lead), seats


def _incomes(facts: tuple[Fact, ...]) -> tuple[Incomes, ...]:
    rows = [[0, 0, 0, 0] for _ in range(MAX_PLAYERS)]
    for _, amount, hold, seats, _, _ in facts:
        if amount:
            for seat in seats:
                rows[seat][hold] += amount
    return tuple([(row[0], row[1], row[2], row[3]) for row in rows])


# ------------------------------------------------------------------ taxes to come

LATER_JOURNEY = 0.6
"""What a journey for later taxes costs: often cards call the adventurer there anyway."""


class Taxes(NamedTuple):
    """One taxation that a player still has before him."""

    now: bool
    """It is his turn and this turn ends with it."""
    kept: tuple[Row, Row, Row]
    """By age and hold: the share of today's income that is likely to be there then."""


@lru_cache(maxsize=1024)
def taxes_of(
    players: int, number: int, turn: int, place: int, rounds: tuple[int, ...]
) -> tuple[Taxes, ...]:
    """The taxations before a player; `turn` and `place` are the actor's and his place in a round.

    The more turns of others come before one, the less is left of what he holds today.
    """
    found = []
    for each in rounds:
        if each + (place >= turn) > number:
            between = (each - number) * (players - 1) + (place - turn) + (place < turn)
            rows = [tuple([kept_after(share, between) for share in row]) for row in KEPT[players]]
            found.append(Taxes(between == 0, (rows[0], rows[1], rows[2])))  # type: ignore[arg-type]
    return tuple(found)


Clock = tuple[int, int, int, int, tuple[int, ...]]
"""Number of players, round, the actor's and a player's place in it, and the rounds of taxes."""


def clock_of(state: GameState, seat: int) -> Clock:
    """Where the game stands as seen from a seat."""
    players, start = len(state.players), state.start
    turn, place = (state.turn.seat - start) % players, (seat - start) % players
    return (players, state.round, turn, place, state.rules.tax_rounds)


@lru_cache(maxsize=64)
def stations(standing: tuple[Age, ...]) -> tuple[tuple[tuple[Age, ...], int], ...]:
    """Where two adventurers may stand, and how many journeys that takes."""
    found = {}
    for pair in combinations_with_replacement(AGES, len(standing)):
        found[tuple(sorted(set(pair)))] = (Counter(pair) - Counter(standing)).total()
    return tuple(found.items())


def best_station(
    gains: tuple[float, float, float], standing: tuple[Age, ...], most: int, price: float
) -> tuple[float, tuple[Age, ...]]:
    """The most that adventurers can collect with at most this number of journeys, and where."""
    best, where = -1.0, standing
    for ages, journeys in stations(standing):
        if journeys <= most:
            total = -price * journeys
            for age in ages:
                total += gains[age]
            if total > best:
                best, where = total, ages
    return best, where


def likely(rows: Rows, taxes: Taxes, likes: tuple[float, ...]) -> tuple[float, float, float]:
    """By age: what a taxation is likely to bring to somebody who stands there."""
    found = []
    for (_, a, b, c), (_, x, y, z), like in zip(rows, taxes.kept, likes, strict=True):
        found.append((a * x + b * y + c * z) * like)
    return (found[0], found[1], found[2])


# ------------------------------------------------------------------ boards


def reach_of(board: Board) -> int:
    """The squares on which a copy from this board may still fall: where rank 2 finds room (B1).

    Small buildings count as room: they can grow.
    """
    room = board.grid.area & ~board.occupied
    for (_, rank, _), anchors in board.sites.items():
        if rank == 1:
            room |= anchors
    fits = anchors_inside(room, 2)
    row = fits | fits << 1
    return row | row << STRIDE


def splits_of(board: Board, age: Age, reach: int) -> tuple[Row, ...]:
    """By seat: the incomes of an age by hold, with what earlier ages can reach told apart.

    In Might holds are ranks. Later the first is what anybody tops or ties, the second lies within
    reach of a copy, the third does not.
    """
    rows = [[0.0, 0.0, 0.0, 0.0] for _ in range(MAX_PLAYERS)]
    for fact in facts_of(board, age):
        amount, hold = fact.amount, fact.hold
        if not amount:
            continue
        for seat in fact.seats:
            row = rows[seat]
            row[3] = max(row[3], amount)
            if age is MIGHT or hold == 1:
                row[hold - 1] += amount
            else:
                hit = _exposed(board, age, fact, reach) if fact.domain.mask & reach else 0
                row[1] += hit
                row[2] += amount - hit
    return tuple([(row[0], row[1], row[2], row[3]) for row in rows])


def _exposed(board: Board, age: Age, fact: Fact, reach: int) -> int:
    """How much of a domain's income a single copy could take from its only ruler."""
    buildings = [board.buildings[anchor] for anchor in fact.domain.anchors]
    if age is REASON:
        seat = fact.seats[0]
        safe = any(seat in each.cubes and not each.mask & reach for each in buildings)
        return 0 if safe else fact.amount
    ruling, loss = RULING_KIND[age], 0
    for each in buildings:
        if each.mask & reach:
            if each.kind is ruling and each.rank == fact.hold:
                return fact.amount
            # On a printed hamlet only a town or city can fall, and that pays as well.
            if each.kind is CIVIL and not each.printed:
                loss = max(loss, each.value(board.rules))
    return loss


# ------------------------------------------------------------------ one player


def incomes_of(state: GameState, seat: int) -> Rows:
    """By age and hold: what a player is entitled to."""
    one, two, three = (_incomes(facts_of(state.boards[age], age))[seat] for age in AGES)
    return one, two, three


def station(rows: Rows, adventurers: tuple[Age, ...], clock: Clock, over: bool) -> tuple[Age, ...]:
    """Where a player is likely to collect the next taxes; `over`: those of this turn are past."""
    for taxes in taxes_of(*clock):
        if not (taxes.now and over):
            gains = likely(rows, taxes, (1.0, 1.0, 1.0))
            return best_station(gains, adventurers, ADVENTURERS, LATER_JOURNEY)[1]
    return ()


def traits_of(
    state: GameState, seat: int, coins: float, adventurers: tuple[Age, ...], *, over: bool
) -> list[float]:
    """The traits of a player who has these coins and stands there, in the order of the weights."""
    might, faith, reason = state.boards
    shadow = reach_of(might)
    m1, m2, m3, most = splits_of(might, MIGHT, 0)[seat]
    f1, f2, f3, high = splits_of(faith, FAITH, shadow)[seat]
    r1, r2, r3, _ = splits_of(reason, REASON, shadow | reach_of(faith))[seat]
    rows = incomes_of(state, seat)
    where = station(rows, adventurers, clock_of(state, seat), over)
    m = f = r = 0.0
    if MIGHT not in where:
        m, m1, m2, m3 = m1 + m2 + m3, 0.0, 0.0, 0.0
    if FAITH not in where:
        f, f1, f2, f3 = f1 + f2 + f3, 0.0, 0.0, 0.0
    if REASON not in where:
        r, r1, r2, r3 = r1 + r2 + r3, 0.0, 0.0, 0.0
    return [
        m1, m2, m3, f1, f2, f3, r1, r2, r3, m, f, r,
        might.sites.get((MILITARY, 1, seat), 0).bit_count(),
        faith.sites.get((RELIGIOUS, 1, seat), 0).bit_count(),
        most,
        high,
        max(0.0, 4 - coins),
    ]  # fmt: skip


def moment_of(state: GameState, seat: int, *, over: bool) -> tuple[int, int]:
    """How many turns a player has left, and how many of others come before; see `prospects`."""
    players, start = len(state.players), state.start
    turn, place = (state.turn.seat - start) % players, (seat - start) % players
    moved = place < turn or (over and place == turn)
    return ROUNDS - state.round + (not moved), (place - turn - over) % players


def taxes_now(
    rows: Rows, adventurers: tuple[Age, ...], most: int, likes: tuple[float, float, float]
) -> tuple[float, tuple[Age, ...]]:
    """What the end of this turn pays, journeys there taken off, and where adventurers are then."""
    one, two, three = (sum(row) * like for row, like in zip(rows, likes, strict=True))
    gain, ages = best_station((one, two, three), adventurers, most, 1.0)
    return gain, ages if len(ages) == len(adventurers) else (*ages, *ages)[: len(adventurers)]
