"""Playing on: let players finish a game from any position, once or many times.

>>> from khronos_lab.engine import new_game
>>> ends = play_on(new_game(2, seed=7), "random", games=3, seed=1)
>>> ends.games, round(sum(ends.win_shares), 9)
(3, 1.0)

The same seed gives the same games whoever works at them, and a run that was stopped gives the first
of them. What stays of hidden cards is said in `knowledge`.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from itertools import islice
from random import Random
from typing import Final

from khronos_lab.core import GameState, Move, player_marks, seed_of
from khronos_lab.engine import DRAWING, drawn_in
from khronos_lab.players.games import check_seats
from khronos_lab.players.knowledge import Eyes, seen_with
from khronos_lab.players.player import Player
from khronos_lab.players.rollout_results import Rollouts, ending, moves_on
from khronos_lab.players.roster import player_named
from khronos_lab.players.views import deal_hidden
from khronos_lab.records import Node, played_node
from khronos_lab.rulebook import KhronosError, current_language, in_language

Crew = str | Player | Sequence[str | Player]
"""One player for all seats, or one for each, by name or made."""

Progress = Callable[[int, int], object]
"""Is told how many games are done, and of how many."""
Stop = Callable[[], bool]
"""Is asked between games whether to stop."""

CHUNK: Final = 4
"""Games that a worker of an executor plays at a time."""
AHEAD: Final = 2
"""Chunks under way for each worker, so that none waits for work."""


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
    chunks = (range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK))
    under_way: deque[Future[list[tuple[int, ...]]]] = deque()
    now = current_language()
    most = AHEAD * max(1, getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    try:
        for chunk in islice(chunks, most):
            under_way.append(executor.submit(in_language, now, _endings, view, crew, seed, chunk))
        while under_way:
            done = under_way.popleft().result()
            for chunk in islice(chunks, 1):
                under_way.append(
                    executor.submit(in_language, now, _endings, view, crew, seed, chunk)
                )
            yield from done
    finally:
        for future in under_way:
            future.cancel()


def _endings(
    view: GameState, crew: Sequence[Player], seed: int | str, numbers: range
) -> list[tuple[int, ...]]:
    """The coins at the end of the games with these numbers; work for an executor."""
    return [ending(view, crew, seed, number) for number in numbers]


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
        node, state = played_node(state, Move(move.action, move.answers, drawn), marks)
        nodes.append(node)
        done += (outcome.state.round, outcome.state.seat) != (before.round, before.seat)
        if done == turns:
            break
    return tuple(nodes)
