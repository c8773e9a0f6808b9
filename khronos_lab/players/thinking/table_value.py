"""Outlook: what boards pay, now and likely later, and what a whole table is worth to a player.

What a board pays is worked out once and kept with the board, because boards never change; so
valuing a table after an action costs only the boards that the action changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from khronos_lab.core import Board, Domain, GameState
from khronos_lab.mechanics import RULING_KIND
from khronos_lab.native import KEPT, kept_after
from khronos_lab.rulebook import ADVENTURERS, AGES, CIVIL, FAITH, MAX_PLAYERS, MIGHT, REASON, Age

Row = tuple[float, float, float, float]
"""By hold: index 0 for nobody's, 1 to 3 from the weakest hold on what pays to the strongest.

In Might and Faith a hold is the rank of the ruling building; in Reason it is 1 for a tie, 2 for
one cube more than anybody else, 3 for more than that.
"""


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


class BoardOutlook(NamedTuple):
    """What one board pays in one age."""

    facts: tuple[Fact, ...]
    incomes: tuple[Incomes, ...]
    """By seat."""


class Notes:
    """What players worked out about a board; it is kept with the board."""

    __slots__ = ("outlooks", "reach", "splits")

    def __init__(self) -> None:
        self.outlooks: dict[Age, BoardOutlook] = {}
        self.reach: int | None = None
        self.splits: dict[Age, tuple[int, tuple[Row, ...]]] = {}
        """The last two are for `traits`."""


def notes_of(board: Board) -> Notes:
    """The notes on a board."""
    notes = board.outlook
    if notes is None:
        notes = board.outlook = Notes()
    assert isinstance(notes, Notes)
    return notes


def board_outlook(board: Board, age: Age) -> BoardOutlook:
    """What a board pays in an age, worked out once."""
    known = notes_of(board).outlooks
    found = known.get(age)
    if found is None:
        find = _settled_fact if age is REASON else _ruled_fact
        facts = tuple([find(board, age, domain) for domain in board.domains])
        found = known[age] = BoardOutlook(facts, _incomes(facts))
    return found


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

LATER_JOURNEY: Final = 0.6
"""What a journey for later taxes costs: often cards call the adventurer there anyway."""


ABSENT: Final = 0.3
"""What a coin counts in an age where its owner is not likely to collect."""


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


Station = tuple[tuple[Age, ...], int]
"""Ages where adventurers stand, and the journeys that take them there."""


@lru_cache(maxsize=64)
def stations(standing: tuple[Age, ...]) -> tuple[Station, ...]:
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


# ------------------------------------------------------------------ what a table is worth


@dataclass(frozen=True, slots=True)
class Taste:
    """What a player cares about; the plain one cares for winning."""

    ages: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """By age: what a coin of its taxes counts."""
    envy: float = 0.6
    """What a coin of the opponents counts, shared among them.

    Less than 1 even at a table of two: whoever counts each coin of the other as much as his own
    spends cards on harm that would have built more.
    """
    learned: bool = True
    """Judges by the learned value; otherwise by the guess of this module."""


PLAIN: Final = Taste()
GUESSING: Final = Taste(envy=0.7, learned=False)


def worth(state: GameState, seat: int, taste: Taste = PLAIN, *, journeys: bool = True) -> float:
    """Coins and the taxes that a player is likely to collect.

    With `journeys` he may still travel to this turn's taxes; without, he stands where he stands.
    """
    might, faith, reason = state.boards
    rows = (
        board_outlook(might, MIGHT).incomes[seat],
        board_outlook(faith, FAITH).incomes[seat],
        board_outlook(reason, REASON).incomes[seat],
    )
    _, coins, _, _, adventurers, _, _ = state.players[seat]
    most = min(coins, len(adventurers)) if journeys else 0
    return coins + _taxes_worth(rows, adventurers, most, clock_of(state, seat), taste.ages)


@lru_cache(maxsize=1 << 14)
def _taxes_worth(
    rows: Rows, adventurers: tuple[Age, ...], most: int, clock: Clock, likes: tuple[float, ...]
) -> float:
    """What the taxations before a player are likely to bring; asked again and again in a turn."""
    total = 0.0
    for taxes in taxes_of(*clock):
        gains = likely(rows, taxes, likes)
        total += best_station(gains, adventurers, *_journeys(taxes, most))[0]
    return total


def _journeys(taxes: Taxes, most: int) -> tuple[int, float]:
    """How many journeys may lead to a taxation, and what one costs."""
    return (most, 1.0) if taxes.now else (ADVENTURERS, LATER_JOURNEY)


def likely(rows: Rows, taxes: Taxes, likes: tuple[float, ...]) -> tuple[float, float, float]:
    """By age: what a taxation is likely to bring to somebody who stands there."""
    found = []
    for (_, a, b, c), (_, x, y, z), like in zip(rows, taxes.kept, likes, strict=True):
        found.append((a * x + b * y + c * z) * like)
    return (found[0], found[1], found[2])


def standing_of(
    state: GameState, seat: int, taste: Taste = PLAIN, *, journeys: bool = True
) -> float:
    """How a player stands: what the table is worth to him, less a share of what others have.

    Half of the envy goes to the strongest opponent, half to all of them alike.
    """
    own = worth(state, seat, taste, journeys=journeys)
    if not taste.envy:
        return own
    others = [worth(state, each) for each in range(len(state.players)) if each != seat]
    return own - taste.envy * (max(others) + sum(others) / len(others)) / 2


def coin_worth(state: GameState, seat: int, taste: Taste = PLAIN) -> list[Row]:
    """By age and hold: what one more coin of income is worth to a player.

    It counts in full where he is likely to stand when taxes are paid.
    """
    _, coins, _, _, adventurers, _, _ = state.players[seat]
    boards = [board_outlook(state.boards[age], age).incomes[seat] for age in AGES]
    rows = (boards[0], boards[1], boards[2])
    sums = [[0.0] * 4 for _ in AGES]
    for taxes in taxes_of(*clock_of(state, seat)):
        gains = likely(rows, taxes, taste.ages)
        where = best_station(gains, adventurers, *_journeys(taxes, coins))[1]
        for age in AGES:
            presence = taste.ages[age] * (1.0 if age in where else ABSENT)
            for hold in (1, 2, 3):
                sums[age][hold] += presence * taxes.kept[age][hold]
    return [(0.0, row[1], row[2], row[3]) for row in sums]
