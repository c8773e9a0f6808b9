"""Endings: how games end that go on from one position, counted with intervals.

Games are numbered, and what happens by chance in a game follows from its number, the round and the
seat alone. So game 7 of one position and game 7 of another meet the same luck as far as their cards
allow (common random numbers), and a difference between the two is known much better than either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, quantiles
from typing import NamedTuple

from khronos_lab.core import GameState, Move, seed_of
from khronos_lab.engine import Outcome
from khronos_lab.mechanics import winners
from khronos_lab.players.games import check_seats, next_move
from khronos_lab.players.intervals import (
    Span,
    mean_interval,
    paired_share_interval,
    share_interval,
    standard_error,
)
from khronos_lab.players.player import Player
from khronos_lab.players.views import deal_hidden
from khronos_lab.rulebook import KhronosError


@dataclass(frozen=True, slots=True)
class Rollouts:
    """How games ended that went on from one position."""

    coins: tuple[tuple[int, ...], ...]
    """By game, then by seat: the coins at the end."""

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.coins)

    @property
    def by_seat(self) -> tuple[tuple[int, ...], ...]:
        """By seat, then by game: the coins at the end."""
        return tuple(zip(*self.coins, strict=True))

    @property
    def mean_coins(self) -> tuple[float, ...]:
        """By seat: coins at the end, on average."""
        return tuple(fmean(each) for each in self.by_seat)

    @property
    def coin_errors(self) -> tuple[float, ...]:
        """By seat: the standard error of the mean; infinite for a single game.

        >>> Rollouts(((9, 4), (7, 4))).coin_errors
        (1.0, 0.0)
        """
        return tuple(standard_error(each) for each in self.by_seat)

    @property
    def coin_intervals(self) -> tuple[Span, ...]:
        """By seat: between which numbers of coins the true mean lies, 95 times of 100."""
        return tuple(mean_interval(each) for each in self.by_seat)

    def coin_quantiles(self, parts: int = 4) -> tuple[tuple[float, ...], ...]:
        """By seat: the coins that cut the games into `parts` equal parts; 2 gives the median.

        >>> Rollouts(((1, 5), (3, 5), (9, 5))).coin_quantiles(2)
        ((3.0,), (5.0,))
        """
        cut = partial(quantiles, n=parts, method="inclusive")
        return tuple(
            tuple(cut(each)) if len(each) > 1 else (float(each[0]),) * (parts - 1)
            for each in self.by_seat
        )

    @property
    def wins(self) -> tuple[tuple[float, ...], ...]:
        """By game, then by seat: 1 for a win, 0 for a loss; a shared win (T7) counts in parts."""
        found = []
        for each in self.coins:
            best = winners(each)
            found.append(tuple((seat in best) / len(best) for seat in range(len(each))))
        return tuple(found)

    @property
    def win_shares(self) -> tuple[float, ...]:
        """By seat: the share of games won; a shared win (T7) counts in parts.

        >>> Rollouts(((9, 4), (7, 7))).win_shares
        (0.75, 0.25)
        """
        return tuple(fmean(each) for each in zip(*self.wins, strict=True))

    @property
    def win_intervals(self) -> tuple[Span, ...]:
        """By seat: between which shares the true one lies, 95 times of 100."""
        return tuple(share_interval(share, self.games) for share in self.win_shares)


class Contrast(NamedTuple):
    """How much more the games of one branch gave than the games with the same luck of another."""

    coins: tuple[float, ...]
    """By seat: coins at the end, on average."""
    coin_intervals: tuple[Span, ...]
    wins: tuple[float, ...]
    """By seat: the share of wins."""
    win_intervals: tuple[Span, ...]
    games: int


def contrast(one: Rollouts, other: Rollouts) -> Contrast:
    """What the second has more than the first, game by game; both with the same seed.

    If one was stopped earlier, only games that both have are compared.

    >>> more = contrast(Rollouts(((9, 4), (7, 4))), Rollouts(((10, 4), (8, 2))))
    >>> more.coins, more.games
    ((1.0, -1.0), 2)
    """
    games = min(one.games, other.games)
    if not games:
        raise KhronosError("branches without a finished game cannot be compared; play some games")
    coins = _differences(one.coins[:games], other.coins[:games])
    wins = _differences(one.wins[:games], other.wins[:games])
    return Contrast(
        tuple(fmean(each) for each in coins),
        tuple(mean_interval(each) for each in coins),
        tuple(fmean(each) for each in wins),
        tuple(paired_share_interval(each) for each in wins),
        games,
    )


def _differences(
    one: Sequence[Sequence[float]], other: Sequence[Sequence[float]]
) -> list[tuple[float, ...]]:
    """By seat, then by game: what the second has more."""
    if len(one[0]) != len(other[0]):
        raise KhronosError(
            f"games of {len(one[0])} and of {len(other[0])} players cannot be compared"
        )
    games = [
        [after - before for before, after in zip(*pair, strict=True)]
        for pair in zip(one, other, strict=True)
    ]
    return list(zip(*games, strict=True))


# ------------------------------------------------------------------ games


def moves_on(
    players: Sequence[Player], start: GameState, seed: int | str
) -> Iterator[tuple[GameState, Move, Outcome]]:
    """Let players play from a position to the end: the state before each move, move, outcome.

    Unlike in `moves_of_game`, all chance begins anew with every turn: what one player draws or
    throws away does not shift what comes later. So branches of one game keep the same luck.
    """
    check_seats(players, start)
    state = start
    while not state.over:
        turn = (state.round, state.seat)
        table = [
            (player, Random(seed_of(seed, "turn", *turn, seat)))
            for seat, player in enumerate(players)
        ]
        state = state._replace(chance=seed_of(seed, "draw", *turn))
        while not state.over and (state.round, state.seat) == turn:
            move, outcome = next_move(table, state)
            yield state, move, outcome
            state = outcome.state


def ending(
    view: GameState, players: Sequence[Player], seed: int | str, number: int
) -> tuple[int, ...]:
    """The coins at the end of one game: what the view hides is dealt, then it is played on."""
    state = deal_hidden(view, Random(seed_of(seed, "deal", number)))
    for _, _, outcome in moves_on(players, state, seed_of(seed, "game", number)):
        state = outcome.state
    return tuple(player.coins for player in state.players)
