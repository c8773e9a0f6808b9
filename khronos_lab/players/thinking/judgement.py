"""How the coach judges a table: by what was learned from games."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from khronos_lab.core import GameState
from khronos_lab.players.thinking import learned_value, table_value
from khronos_lab.players.thinking.learned_value import moment_of, taxes_now, weights_at
from khronos_lab.players.thinking.table_value import ABSENT, PLAIN, Row, Taste, clock_of
from khronos_lab.players.thinking.traits import INCOMES, incomes_of, station
from khronos_lab.rulebook import AGES, FAITH, MIGHT, REASON, Age

EXPOSED: Final = 0.7
"""How much of what is built in Faith lies open to shadows, about."""
SHADOW: Final = 3
"""The row of `coin_worth` for what a copy from Might holds in Faith."""


def standing_of(
    state: GameState,
    seat: int,
    taste: Taste = PLAIN,
    *,
    over: bool = True,
    journeys: bool = True,
) -> float:
    """How a player stands if the turn ends here, or (`over=False`) before it begins."""
    if not taste.learned:
        return table_value.standing_of(state, seat, taste, journeys=journeys)
    return learned_value.standing(state, seat, taste, over=over, journeys=journeys)


def coin_worth(state: GameState, seat: int, taste: Taste = PLAIN) -> list[Row]:
    """By age and hold: what one more coin of income is worth to a player.

    The last row is for Faith when the building casts its shadow from Might: nothing falls on it.
    """
    if not taste.learned:
        rows = table_value.coin_worth(state, seat, taste)
        return [*rows, rows[FAITH]]
    _, coins, _, _, adventurers, _, _ = state.players[seat]
    incomes = incomes_of(state, seat)
    now: tuple[Age, ...] | None = None
    if seat == state.turn.seat and state.round in state.rules.tax_rounds:
        now = adventurers = taxes_now(
            incomes, adventurers, min(coins, len(adventurers)), taste.ages
        )[1]
    left, before = moment_of(state, seat, over=True)
    where = station(incomes, adventurers, clock_of(state, seat), True)
    return [
        _row(holds, taste.ages[age], _presence(age, now, 0.0), _presence(age, where, ABSENT))
        for age, holds in _holds(len(state.players), left, before)
    ]


def _presence(age: Age, ages: tuple[Age, ...] | None, missing: float) -> float:
    """What a coin counts by whether its owner will stand there; no `ages`: there are no taxes."""
    if ages is None:
        return missing
    return 1.0 if age in ages else ABSENT


@lru_cache(maxsize=1024)
def _holds(players: int, left: int, before: int) -> tuple[tuple[Age, Row], ...]:
    """The rows of `coin_worth`: the age of each, and the weights of its holds.

    What is built in Faith mostly lies open to shadows, and what settles in Reason is open or not.
    """
    if not left:
        return tuple((age, (0.0, 0.0, 0.0, 0.0)) for age in (*AGES, FAITH))
    _, *weights = weights_at(players, left, before)
    m1, m2, m3, f1, f2, f3, r1, r2, r3 = (max(0.0, weight) for weight in weights[: len(INCOMES)])
    mixed = EXPOSED * f2 + (1 - EXPOSED) * f3
    settled = (r2 + r3) / 2
    return (
        (MIGHT, (0.0, m1, m2, m3)),
        (FAITH, (0.0, f1, mixed, mixed)),
        (REASON, (0.0, r1, settled, settled)),
        (FAITH, (0.0, f1, f3, f3)),
    )


def _row(holds: Row, like: float, now: float, later: float) -> Row:
    _, one, two, three = holds
    return (
        0.0,
        like * (now + later * one),
        like * (now + later * two),
        like * (now + later * three),
    )
