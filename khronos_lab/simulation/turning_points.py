"""`turning_points`: finish a recorded game after every turn, and look for better turns."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from khronos_lab.analysis.review.turning_points import BestTurn, TurningPoints, TurnValue, decided
from khronos_lab.analysis.timeline import Span, Timeline
from khronos_lab.core import events as e
from khronos_lab.core.resolution import Entry
from khronos_lab.core.state import GameState, add_cards
from khronos_lab.players.advice import advised_turn, replayed, with_cards
from khronos_lab.players.continuations import AHEAD, Crew, Progress, Stop, crew_of, crew_title
from khronos_lab.players.knowledge import NOBODY, known_to, watched
from khronos_lab.players.player import Player
from khronos_lab.players.rollout_results import Rollouts, ending
from khronos_lab.players.roster import player_named
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.saving import game_at
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import NO_CARDS
from khronos_lab.simulation.process_pool import process_pool
from khronos_lab.simulation.progress_bar import Told, telling
from khronos_lab.simulation.turning_cache import Cache, TurnEnds, cache_beside, key_of

GAMES: Final = 16
"""Games after every turn, and as many after every best turn."""


def turning_points(
    source: GameRecord | Timeline | PathName,
    players: Crew = "greedy",
    *,
    game: int = 1,
    games: int = GAMES,
    seed: int | str = 0,
    adviser: str | Player | None = "planner",
    progress: Progress | bool | None = None,
    stop: Stop | None = None,
    cache: PathName | bool | None = None,
    workers: int = 1,
    executor: Executor | None = None,
) -> TurningPoints:
    """What every turn of a game was worth, and the best turn that was found in its place.

    The same arguments give the same result whoever works, stopped in between or not.

    Parameters
    ----------
    source, game
        A record, a timeline of one, or a file and the number of the game in it.
    players
        Who plays the games on: a name of the roster, a player, or one of these for each seat.
    games, seed
        How many games to play after each turn, and the seed of their luck.
    adviser
        Who looks for the best turn in place of each turn played, with what that player knew; None
        looks for none and takes half the time.
    progress
        Called with the number of games done and of all games; True shows a bar, and so does None
        in a terminal or notebook.
    stop
        Called between games; if it says True, the turns done by then are the result.
    cache
        A file that keeps the turns that are done, so that another call goes on from there: by
        default `game.khr.turning.json` beside a file that is named (`game.khr.2.turning.json` for
        its second game, and so on), and none for a record. False keeps nothing.
    workers, executor
        How many processes work, or any executor instead. A script must call this below
        `if __name__ == "__main__":` then.
    """
    timeline, store = _opened(source, game, cache)
    if games < 1:
        raise KhronosError(f"after every turn at least one game is needed, not {games}")
    work = _Work(
        tuple(crew_of(players, len(timeline.start.players))),
        player_named(adviser) if isinstance(adviser, str) else adviser,
        games,
        seed,
    )
    key = key_of(timeline, work.crew, work.adviser, games, seed)
    jobs = list(_jobs(timeline))
    found, values = _kept(store.read(key), jobs)
    costs = [games * (2 if work.adviser and job.held else 1) for job in jobs]
    with ExitStack() as stack:
        if executor is None and workers > 1 and len(found) < len(jobs):
            executor = stack.enter_context(process_pool(min(workers, len(jobs))))
        told = stack.enter_context(telling(progress, sum(costs), sum(costs[: len(found)])))
        left = jobs[len(found) :]
        made = (
            _alone(left, work, told, stop)
            if executor is None
            else _together(left, work, told, stop, executor)
        )
        for job, ends in zip(left, made, strict=False):
            found.append(ends)
            values.append(_value(job, ends))
            store.write(key, found)
    return TurningPoints(
        timeline.start.names, tuple(values), len(jobs) - 1, crew_title(players),
        crew_title(adviser) if adviser else "", games, tuple(store.notes),
    )  # fmt: skip


def _opened(
    source: GameRecord | Timeline | PathName, number: int, cache: PathName | bool | None
) -> tuple[Timeline, Cache]:
    """The timeline of a game, and where its turning points are kept."""
    beside: Path | None = None
    if isinstance(source, str | os.PathLike):
        source, home = game_at(source, number)
        if source.problem is not None:
            raise source.problem
        beside = cache_beside(home.path, home.number)
    elif number != 1:
        raise KhronosError(f"there is one game here, so there is no game {number}")
    timeline = Timeline.of(source) if isinstance(source, GameRecord) else source
    if cache is True and beside is None:
        raise KhronosError("a record lies nowhere: name the file that keeps its turning points")
    if not isinstance(cache, bool) and cache is not None:
        beside = Path(cache)
    return timeline, Cache(None if cache is False else beside)


# ------------------------------------------------------------------ the turns of a game


class _Job(NamedTuple):
    """One turn that is to be valued, or the first position."""

    turn: int
    spans: tuple[Span, ...]
    start: GameState
    known: GameState
    """What everybody could know before it."""
    held: GameState | None
    """The position before it, with the cards that the player is known to have held; None if there
    is nothing to seek: at the start, in a turn that was not ended, or if he showed no card."""

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(entry for span in self.spans for entry in span.log)


def _jobs(timeline: Timeline) -> Iterator[_Job]:
    """The first position and the turns of a game, the last perhaps not ended."""
    known = known_to(timeline.start, (), NOBODY)
    yield _Job(0, (), timeline.start, known, None)
    spans: list[Span] = []
    turn = 0
    for number, span in enumerate(timeline.moves):
        spans.append(span)
        if not span.ends_turn and number < len(timeline.moves) - 1:
            continue
        turn += 1
        job = _Job(turn, tuple(spans), spans[0].before, known, _held(spans))
        yield job
        known = watched(known, job.log, NOBODY)
        spans = []


def _held(spans: Sequence[Span]) -> GameState | None:
    before = spans[0].before
    if not spans[-1].ends_turn:
        return None
    if not before.player.hidden:
        return before
    shown = NO_CARDS
    for span in spans:
        for entry in span.log:
            if isinstance(entry.event, e.CardsPlayed):
                shown = add_cards(shown, entry.event.cards)
    try:
        held = with_cards(before, shown)
    except KhronosError:
        # After an exchange he may have shown more cards than he held at first.
        return None
    return held if any(held.player.hand) else None


def _value(job: _Job, ends: TurnEnds) -> TurnValue:
    """A turn with what was worked out for it."""
    best = None
    if ends.moves and job.held is not None:
        nodes = replayed(job.held, ends.moves).nodes
        exchanged = any(
            isinstance(entry.event, e.CardsDiscarded) and entry.event.clause == "T2"
            for entry in job.log
        )
        hidden = bool(job.start.player.hidden)
        best = BestTurn(nodes, Rollouts(ends.best), hidden, exchanged)
    before = job.start
    nodes_played = [span.node for span in job.spans if span.node]
    return TurnValue(
        job.turn,
        job.spans[-1].last if job.spans else 0,
        nodes_played[0].label if nodes_played else "",
        before.seat,
        before.round,
        tuple(node.text for node in nodes_played),
        before,
        job.log,
        Rollouts(ends.played),
        best,
    )


def _kept(
    found: Sequence[TurnEnds], jobs: Sequence[_Job]
) -> tuple[list[TurnEnds], list[TurnValue]]:
    """The turns of a cache, as far as they make sense for this game."""
    kept: list[TurnEnds] = []
    values: list[TurnValue] = []
    for job, ends in zip(jobs, found, strict=False):
        if len(ends.played[0]) != len(job.start.players):
            break
        try:
            values.append(_value(job, ends))
        except KhronosError:  # its moves are no moves here
            break
        kept.append(ends)
    return kept, values


# ------------------------------------------------------------------ working them out


class _Work(NamedTuple):
    """How turns are valued."""

    crew: tuple[Player, ...]
    adviser: Player | None
    games: int
    seed: int | str


def _rounds(job: _Job, work: _Work) -> Generator[int, None, TurnEnds]:
    """Value a turn; says after every game how many more are done."""
    played = yield from _ends(watched(job.known, job.log, NOBODY), work)
    if job.held is None or work.adviser is None:
        return TurnEnds(played)
    advice = advised_turn(job.held, work.adviser, others=work.crew, seed=work.seed)
    moves = tuple(node.text for node in advice.nodes)
    if decided(moves) == decided(span.node.text for span in job.spans if span.node):
        yield work.games
        return TurnEnds(played, moves, played)
    best = yield from _ends(watched(job.known, advice.log, NOBODY), work)
    return TurnEnds(played, moves, best)


def _ends(known: GameState, work: _Work) -> Generator[int, None, tuple[tuple[int, ...], ...]]:
    """Play on from a position."""
    ends = []
    for number in range(work.games):
        ends.append(ending(known, work.crew, work.seed, number))
        yield 1
    return tuple(ends)


def _turn_ends(job: _Job, work: _Work) -> TurnEnds:
    """Value a turn; work for an executor."""
    rounds = _rounds(job, work)
    while True:
        try:
            next(rounds)
        except StopIteration as done:
            ends: TurnEnds = done.value
            return ends


def _alone(jobs: Sequence[_Job], work: _Work, told: Told, stop: Stop | None) -> Iterator[TurnEnds]:
    """Value turns one after the other, until there are no more or somebody says stop."""
    for job in jobs:
        rounds = _rounds(job, work)
        while True:
            if stop and stop():
                return
            try:
                told(next(rounds))
            except StopIteration as done:
                yield done.value
                break


def _together(
    jobs: Sequence[_Job], work: _Work, told: Told, stop: Stop | None, executor: Executor
) -> Iterator[TurnEnds]:
    """Value turns side by side; they come in order, and `stop` is asked between them."""
    waiting = iter(jobs)
    under_way: deque[tuple[_Job, Future[TurnEnds]]] = deque()
    most = AHEAD * max(1, getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
    try:
        while not (stop and stop()):
            for job in islice(waiting, most - len(under_way)):
                under_way.append((job, executor.submit(_turn_ends, job, work)))
            if not under_way:
                return
            job, future = under_way.popleft()
            ends = future.result()
            told(work.games * (2 if ends.moves else 1))
            yield ends
    except BrokenExecutor as fault:
        raise KhronosError(say("files-broken_pool")) from fault
    finally:
        for _, future in under_way:
            future.cancel()
