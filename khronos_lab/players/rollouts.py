"""Rollouts: let players finish a game from any position, once or many times.

>>> from khronos_lab.engine import new_game
>>> ends = play_on(new_game(2, seed=7), "random", games=3, seed=1)
>>> ends.games, round(sum(ends.win_shares), 9)
(3, 1.0)

The same seed gives the same games whoever works at them, and a run that was stopped gives the first
of them. What stays of hidden cards is said in `knowledge`.

Games are numbered, and what happens by chance in a game follows from its number, the round and the
seat alone. So game 7 of one position and game 7 of another meet the same luck as far as their cards
allow (common random numbers), and a difference between the two is known much better than either.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, quantiles
from typing import Final, NamedTuple

from khronos_lab.core import GameState, Move, player_marks, seed_of
from khronos_lab.engine import DRAWING, Outcome, drawn_in
from khronos_lab.mechanics import winners
from khronos_lab.players.games import check_seats, next_move
from khronos_lab.players.intervals import (
    Span,
    mean_interval,
    paired_share_interval,
    share_interval,
    standard_error,
)
from khronos_lab.players.knowledge import Eyes, deal_hidden, seen_with
from khronos_lab.players.player import Player
from khronos_lab.players.roster import player_named
from khronos_lab.records import Node, played_step
from khronos_lab.rulebook import KhronosError, current_language, speaking

Crew = str | Player | Sequence[str | Player]
"""One player for all seats, or one for each, by name or made."""

Progress = Callable[[int, int], object]
"""Is told how many games are done, and of how many."""
Stop = Callable[[], bool]
"""Is asked between games whether to stop."""

CHUNK: Final = 4
"""Games that a worker of an executor plays at a time."""


def crew_of(players: Crew, seats: int) -> list[Player]:
    """The players of all seats, made from names where need be.

    >>> [type(each).__name__ for each in crew_of("random", 2)]
    ['RandomPlayer', 'RandomPlayer']
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        players = [players] * seats
    return [player_named(each) for each in players]


def play_on(
    state: GameState,
    players: Crew = "greedy",
    *,
    games: int = 100,
    seed: int | str = 0,
    eyes: Eyes = None,
    progress: Progress | None = None,
    ended: Callable[[tuple[int, ...]], object] | None = None,
    stop: Stop | None = None,
    executor: Executor | None = None,
) -> Rollouts:
    """Finish the game from a position several times and count how it ends.

    Parameters
    ----------
    state
        Any whole position, also one in the middle of a turn or with hidden hands.
    players
        Who plays on: a name of the roster, a player, or one of these for each seat.
    games, seed
        How many games, and what their chance is made from. Branches with the same seed meet the
        same luck, game by game.
    eyes
        Whose knowledge of cards is kept; the rest is dealt again in each game. See `knowledge`. To
        use all that was seen in the game so far, give what `known_to` says instead of the state.
    progress, ended, stop
        `progress` is told after every game how many are done, `ended` with how many coins by seat;
        `stop` is asked before each whether to end here, and then the games so far are the result.
    executor
        Any executor, to play several games at a time; players and state are sent to its workers.
    """
    crew = crew_of(players, len(state.players))
    check_seats(crew, state)
    if games < 0:
        raise KhronosError(f"{games} games cannot be played")
    view = seen_with(state, eyes)
    ends: list[tuple[int, ...]] = []
    with closing(_coins_at_end(view, crew, games, seed, executor)) as found:
        while not (stop and stop()) and (coins := next(found, None)) is not None:
            ends.append(coins)
            if ended:
                ended(coins)
            if progress:
                progress(len(ends), games)
    return Rollouts(tuple(ends))


def _coins_at_end(
    view: GameState, crew: list[Player], games: int, seed: int | str, executor: Executor | None
) -> Generator[tuple[int, ...]]:
    """The coins at the end, game by game; closing it gives up what is under way."""
    if executor is None:
        yield from (ending(view, crew, seed, number) for number in range(games))
        return
    # Chunks are made side by side and given out in order.
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    work = partial(_endings, view, crew, seed, current_language())
    with closing(executor.map(work, chunks)) as found:  # type: ignore[type-var]
        for ends in found:
            yield from ends


def _endings(
    view: GameState, crew: Sequence[Player], seed: int | str, language: str, numbers: range
) -> list[tuple[int, ...]]:
    """The coins at the end of the games with these numbers; work for an executor."""
    with speaking(language):
        return [ending(view, crew, seed, number) for number in numbers]


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


# ------------------------------------------------------------------ one game, to be kept


def continuation(
    state: GameState, players: Crew = "greedy", *, seed: int | str = 0, turns: int | None = None
) -> tuple[Node, ...]:
    """The moves with which players finish a game from here, as nodes of a record.

    They can be kept as a variation: what chance gave is stored with them, and turns carry their
    digests. Hands that the record knows stay as they are; hidden ones are dealt, and a card that is
    played shows what was dealt. With `turns` it ends after that many turns, the one under way
    included.

    >>> from khronos_lab.engine import new_game
    >>> [node.text for node in continuation(new_game(2, seed=7), "random", seed=1, turns=1)][-1][0]
    '>'
    """
    crew = crew_of(players, len(state.players))
    dealt = deal_hidden(state, Random(seed_of(seed, "deal", 0)))
    marks = player_marks(state.names)
    nodes: list[Node] = []
    done = 0
    for before, move, outcome in moves_on(crew, dealt, seed_of(seed, "game", 0)):
        # Played again where hands are hidden, as a reader of the record will: the same draws.
        drawn = drawn_in(outcome.log)[0] if isinstance(move.action, DRAWING) else None
        step = played_step(state, Move(move.action, move.answers, drawn), marks)
        state = step.after
        nodes.append(step.node)
        done += (outcome.state.round, outcome.state.seat) != (before.round, before.seat)
        if done == turns:
            break
    return tuple(nodes)


# ------------------------------------------------------------------ how games ended


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
    """Paired differences by seat and game, second minus first."""
    if len(one[0]) != len(other[0]):
        raise KhronosError(
            f"games of {len(one[0])} and of {len(other[0])} players cannot be compared"
        )
    games = [
        [after - before for before, after in zip(*pair, strict=True)]
        for pair in zip(one, other, strict=True)
    ]
    return list(zip(*games, strict=True))
