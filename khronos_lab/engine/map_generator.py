"""Maps from a seed: a valley with a meandering river, ten hamlets, hills and woods around it.

The parts are laid in an order in which no later one can spoil an earlier one, so nothing is ever
thrown away and tried again:

1. the river takes one step forward at a time from one edge to the opposite one;
2. each hamlet is put on a dry square that is `GAP` columns or rows away from all others. There
   always is one: nine hamlets close at most 9 x 25 = 225 squares and the river at most
   20 x 3 = 60 of the board's 320. So no 3 x 3 footprint holds two hamlets;
3. each hamlet's clearing, the 3 x 3 squares around it, is kept free of mountains: a town and a
   city can grow there;
4. the highest dry squares of a smoothed random relief, raised towards the edges, become
   mountains, those of a second relief forest. Lone squares are levelled.

Only integers and `khronos_lab.core.chance` are used: a seed gives the same map on every machine
and in every version of Python.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from khronos_lab.core import (
    FULL,
    STRIDE,
    Grid,
    below,
    bits,
    check_grid,
    column_of,
    footprint,
    nth,
    row_of,
    seed_of,
    spread,
)
from khronos_lab.rulebook import COLUMNS, HAMLETS, ROWS, implements

GAP: Final = 3
"""The least number of columns or rows between two hamlets."""

_SHORE = 4  # the river keeps this many squares from the edges beside it
_HOMES_PER_BANK = 3  # hamlets on either bank, at least
_TRIES = 5  # random squares, of which a hamlet takes the one farthest from the others
_INNER = sum(((1 << COLUMNS - 4) - 1) << row * STRIDE + 2 for row in range(2, ROWS - 2))
# How much the edge, the ring inside it, ... are raised, where smooth noise is about 400 to 600.
_HILLS = (180, 120, 40, 0, -40)
_WOODS = (130, 110, 60, 10, 0)
_FOOTHILL = 60  # woods climb the mountains
_CLEARED = 90  # and thin out around hamlets


class _Dice:
    def __init__(self, seed: int) -> None:
        self.chance = seed

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        self.chance, number = below(self.chance, limit)
        return number

    def between(self, low: int, high: int) -> int:
        """A number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)


@implements("S5")
def generate_map(seed: int | str, *, name: str | None = None) -> Grid:
    """A valid map that depends on the seed alone; it is called `generated-<seed>` unless named.

    >>> generate_map(7) == generate_map(7) != generate_map(8)
    True
    """
    dice = _Dice(seed_of("map", seed))
    river, bank = _river(dice)
    hamlets = _hamlets(dice, river, bank)
    clearings = _clearings(hamlets)
    mountain = _highest(_relief(dice, _HILLS), dice.between(38, 54), FULL & ~river & ~clearings)
    woods = _relief(dice, _WOODS)
    for sq in bits(spread(mountain)):
        woods[sq] += _FOOTHILL
    for sq in bits(clearings):
        woods[sq] -= _CLEARED
    forest = _highest(woods, dice.between(68, 86), FULL & ~river & ~mountain)
    title = f"generated-{seed}" if name is None else name
    grid = Grid(COLUMNS, ROWS, forest, mountain, river, hamlets, title)
    check_grid(grid, title)
    return grid


def _river(dice: _Dice) -> tuple[int, int]:
    """The river and the bank on its left or upper side, flowing along the columns or the rows."""
    along_columns = dice.below(3) > 0
    length, breadth = (ROWS, COLUMNS) if along_columns else (COLUMNS, ROWS)
    river = bank = 0
    for along, (low, high) in enumerate(_meanders(dice, length, breadth)):
        for across in range(high + 1):
            sq = along * STRIDE + across if along_columns else across * STRIDE + along
            if across < low:
                bank |= 1 << sq
            else:
                river |= 1 << sq
    return river, bank


def _meanders(dice: _Dice, length: int, breadth: int) -> list[tuple[int, int]]:
    """For each step along, the first and last square across; each step meets the one before.

    The river changes sides only on a straight step, so it never doubles back beside itself.
    """
    here = dice.between(_SHORE + 1, breadth - _SHORE - 2)
    side = 1 if dice.below(2) else -1
    steps = []
    for _ in range(length):
        there = here + side * (0, 0, 1, 1, 1, 2)[dice.below(6)]
        turns = dice.below(6) == 0
        if turns or not _SHORE <= there < breadth - _SHORE:
            there, side = here, -side
        steps.append((min(here, there), max(here, there)))
        here = there
    return steps


def _hamlets(dice: _Dice, river: int, bank: int) -> int:
    """Ten dry squares, well apart; the first six go to the banks in turn.

    They find room there: of a bank's outermost four columns or rows, 64 squares or more, two
    hamlets of that bank close at most 20 each and three across the river at most 5 each.
    """
    banks = (bank, FULL & ~bank)
    chosen: list[int] = []
    closed = river
    while len(chosen) < HAMLETS:
        wanted = banks[len(chosen) % 2] if len(chosen) < 2 * _HOMES_PER_BANK else FULL
        free = FULL & ~closed
        sq = _lonely(dice, free & wanted & _INNER or free & wanted or free, chosen)
        chosen.append(sq)
        closed |= _around(sq, GAP - 1)
    return sum(1 << sq for sq in chosen)


def _lonely(dice: _Dice, free: int, others: list[int]) -> int:
    """The one of some random free squares that is farthest from the others; the first in a tie."""
    tries = [nth(free, dice.below(free.bit_count())) for _ in range(_TRIES)]
    return max(tries, key=lambda sq: min((_distance(sq, other) for other in others), default=0))


def _distance(one: int, other: int) -> int:
    return (column_of(one) - column_of(other)) ** 2 + (row_of(one) - row_of(other)) ** 2


def _around(sq: int, reach: int) -> int:
    return sum(
        1 << row * STRIDE + column
        for row in range(max(0, row_of(sq) - reach), min(ROWS, row_of(sq) + reach + 1))
        for column in range(max(0, column_of(sq) - reach), min(COLUMNS, column_of(sq) + reach + 1))
    )


def _clearings(hamlets: int) -> int:
    """The 3 x 3 squares around each hamlet, moved inwards at an edge."""
    clearings = 0
    for sq in bits(hamlets):
        left = min(max(column_of(sq) - 1, 0), COLUMNS - 3)
        top = min(max(row_of(sq) - 1, 0), ROWS - 3)
        clearings |= footprint(top * STRIDE + left, 3)
    return clearings


def _relief(dice: _Dice, rings: tuple[int, ...]) -> dict[int, int]:
    """A height for every square: smooth noise, and what its ring, counted from the edge, adds."""
    noise = {sq: dice.below(1000) for sq in bits(FULL)}
    for _ in range(2):
        noise = {sq: sum(noise[near] for near in _near(sq)) // len(_near(sq)) for sq in noise}
    return {sq: noise[sq] + rings[min(_ring(sq), len(rings) - 1)] for sq in noise}


@cache
def _near(sq: int) -> tuple[int, ...]:
    return tuple(bits(_around(sq, 1)))


def _ring(sq: int) -> int:
    """How far a square is from the nearest edge, 0 on it."""
    column, row = column_of(sq), row_of(sq)
    return min(column, COLUMNS - 1 - column, row, ROWS - 1 - row)


def _highest(relief: dict[int, int], number: int, allowed: int) -> int:
    """The highest allowed squares, without those that would stand alone."""
    ranked = sorted(bits(allowed), key=lambda sq: (-relief[sq], sq))
    peaks = sum(1 << sq for sq in ranked[:number])
    return sum(1 << sq for sq in bits(peaks) if spread(1 << sq) & peaks != 1 << sq)
