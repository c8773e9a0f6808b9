"""`review_game`: look for a better turn in place of every turn of a recorded game.

Twice: a first look at every turn gives marks within seconds; then each is judged by whole games
(`players.judge`), those first that look worst. The best other turn is chosen by other deals than
those that judge it, so the choice does not flatter it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from khronos_lab.analysis import OtherTurn, Review, ReviewedTurn, Span, Timeline
from khronos_lab.core import Entry, Exchange, GameState, add_cards
from khronos_lab.core import events as e
from khronos_lab.players import (
    MARKS,
    NOBODY,
    QUICK,
    Advice,
    Branch,
    Loss,
    Progress,
    Stop,
    compared,
    finished_turn,
    hand_luck,
    known_to,
    lead,
    loss_of,
    mark_of,
    other_turns,
    played_on,
    replayed,
    watched,
    with_cards,
)
from khronos_lab.records import GameRecord, PathName, game_at
from khronos_lab.rulebook import (
    NO_CARDS,
    KhronosError,
    current_language,
    in_language,
    say,
    told_arguments,
)
from khronos_lab.simulation.review_file import Key, ReviewFile, TurnNotes, key_of, review_beside
from khronos_lab.simulation.workers import new_bar, processors

RUNGS: Final = (6, 3)
"""How many other turns are compared, by a round each, and how many of these by whole games."""
CHOOSING: Final = (6, 0)
"""Games of each kind by which the best of these is chosen."""
START: Final = 0
"""The number of the first position among the turns."""


@told_arguments
def review_game(
    source: GameRecord | Timeline | PathName,
    *,
    game: int = 1,
    seed: int | str = 0,
    progress: Progress | bool | None = None,
    stop: Stop | None = None,
    keep: PathName | bool | None = None,
    executor: Executor | None = None,
) -> Review:
    """What every turn of a game gave away, and the best turn found in its place.

    The same arguments give the same review whoever works, stopped in between or not. All
    processors are used.

    Parameters
    ----------
    source, game
        A record, a timeline of one, or a file and the number of the game in it.
    seed
        What the deals of the games are made from.
    progress
        Called with the number of looks at turns that are done, and of all; True shows a bar, and so
        does None in a terminal or notebook.
    stop
        Called between turns; if it says True, what is done by then is the review.
    keep
        A file that keeps what is done, so that another call goes on from there: by default
        `game.khr.review.json` beside a file that is named, and none for a record. False keeps
        nothing.
    executor
        Any executor, to look at several turns at a time; by default, threads.
    """
    looks = reviews(source, game=game, seed=seed, stop=stop, keep=keep, executor=executor)
    review = next(looks)
    done, turns = review.judged, len(review.turns)
    shown = False if callable(progress) else progress
    doing = say("progress-review")
    with new_bar(turns, done, shown=shown, doing=doing, unit="progress-turn") as bar:
        for review in looks:
            if callable(progress):
                progress(review.judged, turns)
            bar.update(review.judged - done)
            done = review.judged
    return review


def reviews(
    source: GameRecord | Timeline | PathName,
    *,
    game: int = 1,
    seed: int | str = 0,
    stop: Stop | None = None,
    keep: PathName | bool | None = None,
    executor: Executor | None = None,
) -> Iterator[Review]:
    """The same review as it grows: what is known already, then one after every look at a turn.

    When `reviewed` counts all turns, all have a first mark; when `finished`, their last.
    """
    timeline, file = _opened(source, game, keep)
    work = _Work(timeline, file, seed, executor, stop)
    yield work.review(finished=False)
    for _ in work.looks():
        yield work.review(finished=False)
    yield work.review(finished=work.finished)


def _opened(
    source: GameRecord | Timeline | PathName, number: int, keep: PathName | bool | None
) -> tuple[Timeline, ReviewFile]:
    """The timeline of a game, and where its review is kept."""
    beside: Path | None = None
    if isinstance(source, str | os.PathLike):
        source, home = game_at(source, number)
        if source.problem is not None:
            raise source.problem
        beside = review_beside(home.path, home.number)
    elif number != 1:
        raise KhronosError(f"there is one game here, so there is no game {number}")
    timeline = Timeline.of(source) if isinstance(source, GameRecord) else source
    if keep is True and beside is None:
        raise KhronosError("a record lies nowhere: name the file that keeps its review")
    if not isinstance(keep, bool) and keep is not None:
        beside = Path(keep)
    return timeline, ReviewFile(None if keep is False else beside)


# ------------------------------------------------------------------ the turns of a game


class ReviewJob(NamedTuple):
    """One turn that is to be judged, or the first position."""

    turn: int
    spans: tuple[Span, ...]
    known_before: GameState
    """What everybody could know before it."""
    known: GameState
    """What everybody can know after it."""
    held: GameState | None
    """The position in which another turn is sought; None if there is nothing to seek.

    The hand has the cards that the player is known to have held, after an exchange (T2) those that
    it brought.
    """
    begun: Advice | None
    """An exchange that is taken as it was."""
    next_logs: tuple[tuple[int, tuple[Entry, ...]], ...] = ()
    """What the others did until the player's next turn: by turn the seat and all that happened."""

    @property
    def before(self) -> GameState:
        """The position before it, as recorded."""
        return self.spans[0].before

    @property
    def texts(self) -> tuple[str, ...]:
        """Its moves in notation."""
        return tuple(span.node.text for span in self.spans if span.node)

    @property
    def left(self) -> tuple[str, ...]:
        """Its moves after an exchange."""
        return self.texts[len(self.begun.nodes) :] if self.begun else self.texts

    def known_after(self, advice: Advice) -> GameState:
        """What everybody would know after another turn."""
        first = self.begun.log if self.begun else ()
        return watched(self.known_before, (*first, *advice.log), NOBODY)


def jobs_of(timeline: Timeline) -> Iterator[ReviewJob]:
    """The first position and the turns of a game; one that was not ended is left out."""
    known = known_to(timeline.start, (), NOBODY)
    yield ReviewJob(START, (), known, known, None, None)
    turns: list[list[Span]] = [[]]
    for span in timeline.moves:
        turns[-1].append(span)
        if span.ends_turn:
            turns.append([])
    logs = [(each[0].before.seat, _log(each)) for each in turns if each]
    for number, spans in enumerate(turns[:-1]):
        after = watched(known, _log(spans), NOBODY)
        following = tuple(logs[number + 1 : number + len(timeline.start.players)])
        yield ReviewJob(spans[-1].turn, tuple(spans), known, after, *_sought(spans), following)
        known = after


def _log(spans: Sequence[Span]) -> tuple[Entry, ...]:
    return tuple(entry for span in spans for entry in span.log)


def _sought(spans: Sequence[Span]) -> tuple[GameState | None, Advice | None]:
    """Where another turn is sought, and the exchange before it."""
    shown = NO_CARDS
    begun = -1
    for number, span in enumerate(spans):
        if isinstance(span.action, Exchange):
            begun, shown = number, NO_CARDS
        for entry in span.log:
            if isinstance(entry.event, e.CardsPlayed):
                shown = add_cards(shown, entry.event.cards)
    start = spans[begun].after if begun >= 0 else spans[0].before
    if start.player.hidden:
        try:
            start = with_cards(start, shown)
        except KhronosError:
            return None, None
    if not any(start.player.hand):
        return None, None
    if begun < 0:
        return start, None
    nodes = tuple(span.node for span in spans[: begun + 1] if span.node)
    return start, Advice(nodes, tuple(span.log for span in spans[: begun + 1]), start)


# ------------------------------------------------------------------ looking at one of them


def first_look(job: ReviewJob, seed: int | str) -> TurnNotes:
    """A first look at a turn: a round of games after it and after the best plans."""
    played = played_on(job.known, _judging(seed), QUICK)
    if job.held is None:
        return TurnNotes(played)
    turns = other_turns(job.held, job.left, seed=seed, thorough=False)
    ranked = _ranked(job, turns[: RUNGS[1]], _judging(seed), QUICK)
    if not ranked:
        return TurnNotes(played)
    turn, branch = ranked[0]
    return TurnNotes(played, _texts(turn), branch)


def judged(job: ReviewJob, seed: int | str) -> TurnNotes:
    """What games say of a turn and of the best other one. Work for an executor."""
    deals, luck = _judging(seed), _luck(job, seed)
    turn = _best_other(job, seed)
    if turn is None or job.held is None:
        return TurnNotes(played_on(job.known, deals), draw=luck)
    played, other = compared(job.known, job.known_after(turn), job.held.seat, deals)
    return TurnNotes(played, _texts(turn), other, luck)


def _best_other(job: ReviewJob, seed: int | str) -> Advice | None:
    """The best other turn by some games each; None if there is none."""
    if job.held is None:
        return None
    found = other_turns(job.held, job.left, seed=seed)[: RUNGS[0]]
    # The first is a master's: it need not prove itself by a round.
    best = [turn for turn, _ in _ranked(job, found[1:], f"{seed} look", QUICK)]
    chosen = [*found[:1], *best][: RUNGS[1]]
    ranked = _ranked(job, chosen, f"{seed} choose", CHOOSING)
    return ranked[0][0] if ranked else None


def _ranked(
    job: ReviewJob, turns: Sequence[Advice], seed: str, games: tuple[int, int]
) -> list[tuple[Advice, Branch]]:
    """Turns with games after each, the best first."""
    assert job.held is not None
    seat = job.held.seat
    found = [(turn, played_on(job.known_after(turn), seed, games)) for turn in turns]
    return sorted(
        found, key=lambda each: -each[1].mean(lambda game: lead(each[1].coins(game), seat))
    )


def _texts(turn: Advice) -> tuple[str, ...]:
    return tuple(node.text for node in turn.nodes)


def _judging(seed: int | str) -> str:
    """The seed of the deals by which turns are judged: others than those they are chosen by."""
    return f"{seed} judge"


def _luck(job: ReviewJob, seed: int | str) -> float | None:
    """The coins that the player's hand was worth more than an average one; None if hidden."""
    if not job.spans or job.before.player.hidden:
        return None
    return hand_luck(job.known_before, job.before, f"{seed} luck")


def tried_turn(turn: ReviewedTurn, texts: Sequence[str]) -> Loss:
    """What a turn that somebody tries gives away against the best that is known for its place.

    A turn that is not ended yet is ended. The deals are those of the review.
    """
    if turn.other is None:
        raise KhronosError(f"no other turn was found in place of {turn.label}")
    advice = finished_turn(turn.before, texts)
    known = watched(turn.known_before, advice.log, NOBODY)
    best = max(
        (turn.branch, turn.other.branch),
        key=lambda branch: branch.mean(lambda game: lead(branch.coins(game), turn.seat)),
    )
    games = len(best.greedy), len(best.planner)
    tried = played_on(known, _judging(turn.seed), games)
    return loss_of(tried, best, turn.seat)


def review_last_turn(timeline: Timeline, seed: int | str = 0) -> ReviewedTurn:
    """What the last turn of a game gave away, without a look at those before.

    Where a first look finds no loss, that is all.
    """
    *_, job = jobs_of(timeline)
    if not job.spans:
        raise KhronosError("no turn of this game has ended yet")
    notes = first_look(job, seed)
    if notes.moves:
        loss = loss_of(notes.played, notes.other, job.before.seat)
        if mark_of(loss) or loss.coins.value >= MARKS[-1].coins:
            notes = judged(job, seed)
    return _reviewed(job, seed, notes)


# ------------------------------------------------------------------ looking at all of them


class _Work:
    """The review of a game while it is being worked out."""

    def __init__(
        self,
        timeline: Timeline,
        file: ReviewFile,
        seed: int | str,
        executor: Executor | None,
        stop: Stop | None,
    ) -> None:
        self._names = timeline.start.names
        self._jobs = list(jobs_of(timeline))
        self._file, self._seed, self._executor, self._stop = file, seed, executor, stop
        self._key: Key = key_of(timeline, seed)
        self._notes = self._fitting(file.read(self._key))
        self._first: dict[int, TurnNotes] = {}
        """What a first look said."""
        self._turns: dict[int, ReviewedTurn] = {}
        self.finished = False

    def looks(self) -> Iterator[int]:
        """Look at the turns twice, the worst first; gives their numbers."""
        left = [job for job in self._jobs if job.turn not in self._notes]
        with ExitStack() as stack:
            executor = self._executor or ThreadPoolExecutor(processors())
            if self._executor is None:
                # Whoever goes away does not wait for what is under way.
                stack.callback(executor.shutdown, wait=False, cancel_futures=True)
            for job, notes in self._results(executor, first_look, left):
                self._first[job.turn] = notes
                self._turns.pop(job.turn, None)
                yield job.turn
            left.sort(key=lambda job: -self._suspicion(job))
            for job, notes in self._results(executor, judged, left):
                self._notes[job.turn] = notes
                self._turns.pop(job.turn, None)
                self._file.write(self._key, self._notes)
                yield job.turn
        self.finished = all(job.turn in self._notes for job in self._jobs)

    def _results(
        self,
        executor: Executor,
        work: Callable[[ReviewJob, int | str], TurnNotes],
        jobs: Sequence[ReviewJob],
    ) -> Iterator[tuple[ReviewJob, TurnNotes]]:
        """Notes of each turn as they are done; no more once somebody has said stop."""
        now, futures = current_language(), dict[Future[TurnNotes], ReviewJob]()
        waiting = iter(jobs)

        def submit() -> None:
            for job in waiting:
                futures[executor.submit(in_language, now, work, job, self._seed)] = job
                return

        for _ in range(2 * processors()):
            submit()
        try:
            while futures and not self._stopped():
                done = next(as_completed(futures))
                submit()
                yield futures.pop(done), done.result()
        except BrokenExecutor as fault:
            raise KhronosError(say("files-broken_pool")) from fault
        finally:
            for future in futures:
                future.cancel()

    def _suspicion(self, job: ReviewJob) -> float:
        """How much a turn seems to give away at a first glance."""
        notes = self._first.get(job.turn)
        if notes is None or not notes.moves:
            return float("-inf")
        return loss_of(notes.played, notes.other, job.before.seat).coins.value

    def _stopped(self) -> bool:
        return self._stop is not None and self._stop()

    def _fitting(self, kept: Mapping[int, TurnNotes]) -> dict[int, TurnNotes]:
        """What a file keeps, as far as it makes sense for this game."""
        found = {}
        for job in self._jobs:
            notes = kept.get(job.turn)
            if notes is None or not notes.played.games:
                continue
            try:
                if len(notes.played.held) == len(self._names):
                    _reviewed(job, self._seed, notes)
                    found[job.turn] = notes
            except KhronosError:  # its moves are no moves here
                continue
        return found

    def _turn(self, job: ReviewJob) -> ReviewedTurn:
        found = self._turns.get(job.turn)
        if found is None:
            found = self._turns[job.turn] = _reviewed(job, self._seed, self._known(job))
        return found

    def _known(self, job: ReviewJob) -> TurnNotes | None:
        return self._notes.get(job.turn) or self._first.get(job.turn)

    def review(self, *, finished: bool) -> Review:
        """What is known by now."""
        start, *rest = self._jobs
        first = self._known(start)
        return Review(
            self._names,
            first.played if first else Branch(()),
            tuple(self._turn(job) for job in rest),
            self._seed,
            finished,
            tuple(self._file.notes),
        )


def _reviewed(job: ReviewJob, seed: int | str, notes: TurnNotes | None) -> ReviewedTurn:
    """A turn with what was worked out for it."""
    before = job.before if job.spans else job.known
    return ReviewedTurn(
        job.turn,
        job.spans[0].first - 1 if job.spans else 0,
        job.spans[-1].last if job.spans else 0,
        next((span.node.label for span in job.spans if span.node), ""),
        job.texts,
        before,
        tuple(span.log for span in job.spans),
        job.known_before,
        job.known,
        notes.played if notes else Branch(()),
        _other_turn(job, notes.moves, notes.other) if notes else None,
        notes.draw if notes else None,
        seed,
        bool(before.player.hidden),
        job.next_logs,
    )


def _other_turn(job: ReviewJob, moves: tuple[str, ...], branch: Branch) -> OtherTurn | None:
    """A turn in place of the one played, with the exchange that it begins with."""
    if not moves or job.held is None:
        return None
    advice = replayed(job.held, moves)
    nodes, logs = advice.nodes, advice.logs
    if job.begun is not None:
        nodes, logs = (*job.begun.nodes, *nodes), (*job.begun.logs, *logs)
    return OtherTurn(nodes, logs, job.known_after(advice), branch)
