"""What a position is worth to each player, as learned from games that players played.

A player's coins at the end are guessed: the coins there are, what this turn's taxes bring, and a
weighted sum of `traits`. Weights are by number of players and by how many turns a player still has,
at the start of such a turn and when it has just ended; in between they are mixed. This is what the
coach judges by, with weights of its own (`weights.json`); players ask the compiled engine.

>>> from khronos_lab.engine import new_game
>>> one, other = (value(new_game(2, seed=7), seat) for seat in (0, 1))
>>> round(one.lead + other.lead, 6), round(one.chance + other.chance, 6)
(0.0, 1.0)
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files
from math import exp
from typing import NamedTuple

from khronos_lab.core import GameState
from khronos_lab.native import Stage
from khronos_lab.players.thinking.table_value import PLAIN, Rows, Taste, best_station
from khronos_lab.players.thinking.traits import incomes_of, traits_of
from khronos_lab.rulebook import ROUNDS, Age


@cache
def stages(players: int) -> tuple[Stage, ...]:
    """By turns left, from none on, for a number of players."""
    table = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return tuple(
        Stage(tuple(each["start"]), tuple(each["end"]), each["spread"])
        for each in table["players"][str(players)]
    )


@lru_cache(maxsize=1024)
def weights_at(players: int, left: int, before: int) -> tuple[float, ...]:
    """The weights for a player with `left` turns to come, `before` turns of others first."""
    start, end, _ = stages(players)[left]
    mix = before / (players - 1)
    return tuple([a + mix * (b - a) for a, b in zip(start, end, strict=True)])


class Value(NamedTuple):
    """What a position is worth to one player."""

    lead: float
    """Coins ahead of the best opponent at the end, as expected."""
    chance: float
    """The chance to win."""


def moment_of(state: GameState, seat: int, *, over: bool) -> tuple[int, int]:
    """How many turns a player has left, and how many of others come before; see `prospects`."""
    players, start = len(state.players), state.start
    turn, place = (state.turn.seat - start) % players, (seat - start) % players
    moved = place < turn or (over and place == turn)
    return ROUNDS - state.round + (not moved), (place - turn - over) % players


def prospects(
    state: GameState,
    seat: int,
    likes: tuple[float, float, float] = PLAIN.ages,
    *,
    over: bool,
    journeys: bool = True,
) -> float:
    """The coins that a player is likely to have at the end.

    `over`: the turn under way ends here, taxes included, before which its player may still travel
    if there are `journeys`. Otherwise it is only about to begin.
    """
    _, coins, _, _, adventurers, _, _ = state.players[seat]
    if state.over:
        return coins
    have = float(coins)
    if over and seat == state.turn.seat and state.round in state.rules.tax_rounds:
        most = min(coins, len(adventurers)) if journeys else 0
        gain, adventurers = taxes_now(incomes_of(state, seat), adventurers, most, likes)
        have += gain
    left, before = moment_of(state, seat, over=over)
    if not left:
        return have
    traits = traits_of(state, seat, have, adventurers, over=over)
    if likes != PLAIN.ages:
        traits = _liked(traits, likes)
    total, *weights = weights_at(len(state.players), left, before)
    for weight, trait in zip(weights, traits, strict=True):
        total += weight * trait
    return have + total


@lru_cache(maxsize=1 << 14)
def taxes_now(
    rows: Rows, adventurers: tuple[Age, ...], most: int, likes: tuple[float, float, float]
) -> tuple[float, tuple[Age, ...]]:
    """What the end of this turn pays, journeys there taken off, and where adventurers are then."""
    one, two, three = (sum(row) * like for row, like in zip(rows, likes, strict=True))
    gain, ages = best_station((one, two, three), adventurers, most, 1.0)
    return gain, ages if len(ages) == len(adventurers) else (*ages, *ages)[: len(adventurers)]


def _liked(traits: list[float], likes: tuple[float, float, float]) -> list[float]:
    """Incomes as a player counts them who likes some ages more than others."""
    might, faith, reason = likes
    factors = (might,) * 3 + (faith,) * 3 + (reason,) * 3 + likes
    return [trait * factor for trait, factor in zip(traits, factors, strict=False)] + traits[12:]


def standing(
    state: GameState,
    seat: int,
    taste: Taste = PLAIN,
    *,
    over: bool = True,
    journeys: bool = True,
) -> float:
    """How a player stands: the coins likely at the end, less a share of what others will have.

    Half of the envy goes to the strongest opponent, half to all of them alike.
    """
    own = prospects(state, seat, taste.ages, over=over, journeys=journeys)
    if not taste.envy:
        return own
    others = [
        prospects(state, each, over=over) for each in range(len(state.players)) if each != seat
    ]
    return own - taste.envy * (max(others) + sum(others) / len(others)) / 2


def value(state: GameState, seat: int) -> Value:
    """What a position is worth to a player: the lead at the end and the chance to win.

    In the middle of a turn it is taken as what the turn leaves, before it begins as what is coming.
    """
    over = state.turn.acted
    coins = [prospects(state, each, over=over) for each in range(len(state.players))]
    lead = coins[seat] - max(coins[:seat] + coins[seat + 1 :])
    return Value(lead, win_chances(state, coins, over=over)[seat])


def win_chances(state: GameState, coins: list[float], *, over: bool) -> list[float]:
    """By seat: the chance to win with these coins expected at the end."""
    if state.over:
        best = [each == max(coins) for each in coins]
        return [each / sum(best) for each in best]
    left = max(moment_of(state, seat, over=over)[0] for seat in range(len(coins)))
    spread = stages(len(coins))[left].spread
    shares = [exp((each - max(coins)) / spread) for each in coins]
    return [each / sum(shares) for each in shares]
