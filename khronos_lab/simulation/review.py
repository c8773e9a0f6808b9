"""`review_game`: look for a better turn in place of every turn of a recorded game.

For each turn a few others are planned. Half of them drop out after some short games, and the best
is compared with the turn played over games with fresh deals, the same for both: so the choice of
the best does not flatter it. Turns that look worst come first, and for those that may be mistakes
more games are played.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from khronos_lab.analysis import (
    MARKS,
    Branch,
    Loss,
    OtherTurn,
    Review,
    ReviewedTurn,
    Span,
    Timeline,
    loss_of,
)
from khronos_lab.core import Exchange, GameState, add_cards
from khronos_lab.core import events as e
from khronos_lab.players import (
    NOBODY,
    Advice,
    Progress,
    ShortGames,
    Stop,
    finished_turn,
    known_to,
    lead,
    leaner_turn,
    other_turns,
    outlook_of,
    planned_turn,
    plans_of,
    replayed,
    seen_by,
    standard_error,
    standing_of,
    watched,
    with_cards,
)
from khronos_lab.records import GameRecord, PathName, game_at
from khronos_lab.rulebook import NO_CARDS, KhronosError, current_language, in_language, say
from khronos_lab.simulation.progress_bar import telling
from khronos_lab.simulation.review_file import (
    Key,
    ReviewFile,
    Samples,
    TurnNotes,
    key_of,
    review_beside,
)

GAMES: Final = 12
"""Games with which every turn is judged, after it and after the best other one."""
MORE_GAMES: Final = 36
"""Games for turns that may be mistakes. All of them together decide, so chance has one chance."""
RUNGS: Final = ((4, range(3)), (2, range(3, 7)))
"""How many of the other turns are left, and by which deals they are compared."""
SPARE: Final = 0.25
"""Coins up to which a better turn goes without an action: a chapel far away would only puzzle."""
GLANCE: Final = 64
"""Evaluations of the planner that says which turns look worst."""
START: Final = 0
"""The number of the first position among the turns."""


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

    The same arguments give the same review whoever works, stopped in between or not.

    Parameters
    ----------
    source, game
        A record, a timeline of one, or a file and the number of the game in it.
    seed
        What the deals of the short games are made from.
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
        Any executor, to look at several turns at a time.
    """
    review = None
    looks = reviews(source, game=game, seed=seed, stop=stop, keep=keep, executor=executor)
    total = next(looks)
    with telling(progress, len(total.turns), total.reviewed) as told:
        review, seen = total, total.reviewed
        for review in looks:
            told(review.reviewed - seen)
            seen = review.reviewed
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
    """The same review as it grows: what is known already, then one after every look at a turn."""
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
    spans: list[Span] = []
    for span in timeline.moves:
        spans.append(span)
        if span.ends_turn:
            log = tuple(entry for each in spans for entry in each.log)
            after = watched(known, log, NOBODY)
            yield ReviewJob(span.turn, tuple(spans), known, after, *_sought(spans))
            known, spans = after, []


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


def suspicion(job: ReviewJob) -> float:
    """How much a turn seems to give away at a first glance, by the learned value alone."""
    if job.held is None:
        return float("-inf")
    seat = job.held.seat
    best = plans_of(seen_by(job.held, seat), GLANCE)[0]
    # The same measure for both: before the turn ends, and the one played makes no journeys more.
    played = standing_of(job.spans[-1].before, seat, journeys=False)
    return best.value - played


def judged(job: ReviewJob, seed: int | str) -> TurnNotes:
    """What short games say of a turn and of the best other one. Work for an executor."""
    deals = _judging(seed)
    moves, luck = _best_other(job, seed), _luck(job, deals)
    plain_moves, plain = _plain(job, seed, deals)
    games = ShortGames(job.known, deals)
    played: Samples = tuple(games.samples(GAMES))
    other: Samples = ()
    if moves and job.held is not None:
        others = ShortGames(job.known_after(replayed(job.held, moves)), deals)
        other = tuple(others.samples(GAMES))
        if is_doubtful(loss_of(Branch(played), Branch(other), job.before.seat)):
            played, other = (tuple(each.samples(MORE_GAMES)) for each in (games, others))
    return TurnNotes(played, moves, other, plain_moves, plain, luck)


def is_doubtful(loss: Loss) -> bool:
    """Whether a turn may be a mistake by the first games: then more are played."""
    least = MARKS[-1]
    return loss.coins.value >= least.coins / 2 or loss.chance.value >= least.chance / 2


def _judging(seed: int | str) -> str:
    """The seed of the deals by which turns are judged: others than those they are chosen by."""
    return f"{seed} judge"


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
        key=lambda branch: fmean(lead(each.outlook.coins, turn.seat) for each in branch.games),
    )
    games = ShortGames(known, turn.deals).samples(len(best.games))
    return loss_of(Branch(tuple(games)), best, turn.seat)


def review_last_turn(timeline: Timeline, seed: int | str = 0) -> ReviewedTurn:
    """What the last turn of a game gave away, without a look at those before."""
    *_, job = jobs_of(timeline)
    if not job.spans:
        raise KhronosError("no turn of this game has ended yet")
    return _reviewed(job, seed, judged(job, seed))


def _plain(job: ReviewJob, seed: int | str, deals: str) -> tuple[tuple[str, ...], Samples]:
    """The turn that a planner finds by itself and games after it, if it may be far worse."""
    if job.held is None:
        return (), ()
    advice = planned_turn(job.held, seed=seed)
    tables = job.known, job.known_after(advice)
    played, planned = (lead(outlook_of(each).coins, job.held.seat) for each in tables)
    if played - planned < MARKS[1].coins:
        return (), ()
    moves = tuple(node.text for node in advice.nodes)
    return moves, tuple(ShortGames(tables[1], deals).samples(GAMES))


def _best_other(job: ReviewJob, seed: int | str) -> tuple[str, ...]:
    """The best other turn by some games each, in notation; nothing if there is none."""
    if job.held is None:
        return ()
    turns = other_turns(job.held, job.left, seed=seed)[: RUNGS[0][0]]
    seat = job.held.seat
    tables = [(turn, ShortGames(job.known_after(turn), f"{seed} choose")) for turn in turns]
    for left, deals in RUNGS:
        tables = tables[:left]
        if len(tables) > 1:
            worths = {id(table): _worth(table, seat, deals) for _, table in tables}
            tables.sort(key=lambda each: -worths[id(each[1])])
    if not tables:
        return ()
    turn = tables[0][0]
    # Fresh deals again: by those that chose the turn all of its actions look good.
    whole = ShortGames(job.known_after(turn), f"{seed} spare")

    def as_good(leaner: Advice) -> bool:
        other = ShortGames(job.known_after(leaner), f"{seed} spare")
        before, after = (lead(outlook_of(each.known).coins, seat) for each in (whole, other))
        return before - after <= SPARE and _surely_worse(whole, other, seat) <= SPARE

    leaner = leaner_turn(job.held, turn, job.left, as_good, seed=seed)
    return tuple(node.text for node in leaner.nodes)


def _surely_worse(table: ShortGames, other: ShortGames, seat: int) -> float:
    """By how much the second table is worse: the mean difference less twice its error."""
    numbers = range(RUNGS[-1][1].stop)
    one, two = ([lead(each.outlook_in(n).coins, seat) for n in numbers] for each in (table, other))
    differences = [before - after for before, after in zip(one, two, strict=True)]
    return fmean(differences) - 2 * standard_error(differences)


def _worth(table: ShortGames, seat: int, deals: range) -> float:
    return fmean(lead(table.outlook_in(number).coins, seat) for number in deals)


def _luck(job: ReviewJob, deals: str) -> float | None:
    """The coins that the player's hand was worth more than an average one; None if hidden."""
    if not job.spans or job.before.player.hidden:
        return None
    luck = ShortGames(job.known_before, deals).luck_of(job.before.player.hand)
    return None if luck is None else luck.coins[job.before.seat]


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
        self._turns: dict[int, ReviewedTurn] = {}
        self.finished = False

    def looks(self) -> Iterator[int]:
        """Look at the turns, the worst first; gives their numbers."""
        left = [job for job in self._jobs if job.turn not in self._notes]
        if len(left) > 1:
            glances = {job.turn: suspicion(job) for job in left}
            left.sort(key=lambda job: -glances[job.turn])
        results = (judged(job, self._seed) for job in left)
        futures = []
        if self._executor is not None:
            now, submit = current_language(), self._executor.submit
            futures = [submit(in_language, now, judged, job, self._seed) for job in left]
            results = (future.result() for future in futures)
        try:
            for job in left:
                if self._stopped():
                    return
                self._notes[job.turn] = next(results)
                self._turns.pop(job.turn, None)
                self._file.write(self._key, self._notes)
                yield job.turn
        except BrokenExecutor as fault:
            raise KhronosError(say("files-broken_pool")) from fault
        finally:
            for future in futures:
                future.cancel()
        self.finished = not self._stopped()

    def _stopped(self) -> bool:
        return self._stop is not None and self._stop()

    def _fitting(self, kept: Mapping[int, TurnNotes]) -> dict[int, TurnNotes]:
        """What a file keeps, as far as it makes sense for this game."""
        found = {}
        for job in self._jobs:
            notes = kept.get(job.turn)
            if notes is None or not notes.played:
                continue
            try:
                if len(notes.played[0].outlook.coins) == len(self._names):
                    _reviewed(job, self._seed, notes)
                    found[job.turn] = notes
            except KhronosError:  # its moves are no moves here
                continue
        return found

    def _turn(self, job: ReviewJob) -> ReviewedTurn:
        found = self._turns.get(job.turn)
        if found is None:
            found = self._turns[job.turn] = _reviewed(job, self._seed, self._notes.get(job.turn))
        return found

    def review(self, *, finished: bool) -> Review:
        """What is known by now."""
        start, *rest = self._jobs
        first = self._notes.get(start.turn)
        return Review(
            self._names,
            Branch(first.played if first else ()),
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
        Branch(notes.played if notes else ()),
        _other_turn(job, notes.moves, notes.other) if notes else None,
        _other_turn(job, notes.plain_moves, notes.plain) if notes else None,
        notes.draw if notes else None,
        _judging(seed),
        bool(before.player.hidden),
    )


def _other_turn(job: ReviewJob, moves: tuple[str, ...], games: Samples) -> OtherTurn | None:
    """A turn in place of the one played, with the exchange that it begins with."""
    if not moves or job.held is None:
        return None
    advice = replayed(job.held, moves)
    nodes, logs = advice.nodes, advice.logs
    if job.begun is not None:
        nodes, logs = (*job.begun.nodes, *nodes), (*job.begun.logs, *logs)
    return OtherTurn(nodes, logs, job.known_after(advice), Branch(games))
