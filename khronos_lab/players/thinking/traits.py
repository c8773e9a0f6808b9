"""Traits: what a player has at a table, in numbers that a person can check on the boards.

The learned value (`learned_value`) is a weighted sum of these. Incomes are told apart by how firmly
they are held and by whether a copy from an earlier age could still fall on them (B6): that decides
how much of them is left when taxes are paid. What a board says is worked out once and kept with it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from khronos_lab.core import STRIDE, Board, GameState, anchors_inside
from khronos_lab.mechanics import RULING_KIND
from khronos_lab.players.thinking.table_value import (
    LATER_JOURNEY,
    Clock,
    Fact,
    Rows,
    best_station,
    board_outlook,
    clock_of,
    likely,
    notes_of,
    taxes_of,
)
from khronos_lab.rulebook import (
    ADVENTURERS,
    CIVIL,
    FAITH,
    MAX_PLAYERS,
    MIGHT,
    MILITARY,
    REASON,
    RELIGIOUS,
    Age,
)

INCOMES: Final = (
    "Might by a watchtower",
    "Might by a keep",
    "Might by a castle",
    "Faith by a chapel",
    "Faith, open to a shadow",
    "Faith, out of reach",
    "Reason, tied",
    "Reason, open to a shadow",
    "Reason, out of reach",
)
"""The coins that each hold brings where the player is likely to be when taxes are paid."""

OTHERS: Final = (
    "elsewhere in Might",
    "elsewhere in Faith",
    "elsewhere in Reason",
    "own watchtowers",
    "own chapels",
    "largest in Might",
    "largest in Faith",
    "poor",
)
"""Incomes in an age where the player is not likely to be; and what else helps or hurts.

Left out after trials, because they predict nothing more or mislead: cubes at home, tiles left and
unseen cards (alike for all players), where adventurers stand (a coin away from anywhere), room for
a higher building beside a domain, adventurers of others nearby.
"""

TRAITS: Final = (*INCOMES, *OTHERS)

TRAIT_AGES: Final = (
    *(MIGHT,) * 3, *(FAITH,) * 3, *(REASON,) * 3, MIGHT, FAITH, REASON, MIGHT, FAITH, MIGHT, FAITH,
    None,
)  # fmt: skip
"""The age that each trait is about."""

RICH: Final = 4
"""A player with this many coins can go where he likes."""

Split = tuple[float, float, float, float]
"""Three holds of an age from the weakest on, and the largest single income."""
Traits = list[float]


# ------------------------------------------------------------------ boards


def reach_of(board: Board) -> int:
    """The squares on which a copy from this board may still fall: where rank 2 finds room (B1).

    Small buildings count as room: they can grow.
    """
    notes = notes_of(board)
    if notes.reach is None:
        room = board.grid.area & ~board.occupied
        for (_, rank, _), anchors in board.sites.items():
            if rank == 1:
                room |= anchors
        fits = anchors_inside(room, 2)
        row = fits | fits << 1
        notes.reach = row | row << STRIDE
    return notes.reach


def splits_of(board: Board, age: Age, reach: int) -> tuple[Split, ...]:
    """By seat: the incomes of an age by hold, with what earlier ages can reach told apart.

    In Might holds are ranks. Later the first is what anybody tops or ties, the second lies within
    reach of a copy, the third does not.
    """
    notes = notes_of(board)
    known = notes.splits.get(age)
    if known is not None and known[0] == reach:
        return known[1]
    rows = [[0.0, 0.0, 0.0, 0.0] for _ in range(MAX_PLAYERS)]
    for fact in board_outlook(board, age).facts:
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
    found = tuple([(row[0], row[1], row[2], row[3]) for row in rows])
    notes.splits[age] = (reach, found)
    return found


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
    might, faith, reason = state.boards
    return (
        board_outlook(might, MIGHT).incomes[seat],
        board_outlook(faith, FAITH).incomes[seat],
        board_outlook(reason, REASON).incomes[seat],
    )


@lru_cache(maxsize=1 << 14)
def station(rows: Rows, adventurers: tuple[Age, ...], clock: Clock, over: bool) -> tuple[Age, ...]:
    """Where a player is likely to collect the next taxes; `over`: those of this turn are past."""
    for taxes in taxes_of(*clock):
        if not (taxes.now and over):
            gains = likely(rows, taxes, (1.0, 1.0, 1.0))
            return best_station(gains, adventurers, ADVENTURERS, LATER_JOURNEY)[1]
    return ()


def traits_of(
    state: GameState, seat: int, coins: float, adventurers: tuple[Age, ...], *, over: bool
) -> Traits:
    """The traits of a player who has these coins and stands there, in the order of `TRAITS`."""
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
        max(0.0, RICH - coins),
    ]  # fmt: skip
