"""`review_game`: look for a better turn in place of every turn of a recorded game.

Twice: a first look at every turn gives marks within seconds; then each is judged by whole games
(`players.turn_evaluation`), those first that look worst. The best other turn is chosen by other
deals than those that judge it, so the choice does not flatter it.

The file of a review lies beside a record and keeps what has been worked out. It is JSON with a
version and a sum, written whole or not at all. Its key says which moves it is about (not comments
or variations, which may change) and with which code: a file that does not fit is worked out again;
so is one that cannot be read, and that is said.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from khronos_lab.analysis import OtherTurn, Review, ReviewedTurn, Span, Timeline
from khronos_lab.core import Exchange, GameState, add_cards
from khronos_lab.core import events as e
from khronos_lab.native import CoinSources
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
    loss_of,
    mark_of,
    other_turns,
    played_on,
    replayed,
    watched,
    with_cards,
)
from khronos_lab.records import (
    SUM,
    GameRecord,
    PathName,
    game_at,
    game_digest,
    read_sealed,
    sealed,
    whole_file,
)
from khronos_lab.rulebook import (
    NO_CARDS,
    KhronosError,
    current_language,
    in_language,
    say,
    told_arguments,
)
from khronos_lab.simulation.workers import new_bar, processors

GLANCED: Final = 2
"""Other turns that are compared at a first look."""
GLANCE: Final = (5, 0)
"""Games of each kind at a first look."""
RUNGS: Final = (6, 3)
"""Other turns that are compared, by a round each, and those of them on other deals."""
VERSION: Final = 3
"""Of the form of the file; another one is worked out again."""
LARGEST: Final = 64 << 20
"""Bytes of such a file; a larger one is not ours."""


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
    """The review of a game: the loss of every turn, and the best turn found in its place.

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

    When `reviewed` counts all turns, all have a first mark; when `finished`, their last. The first
    one costs no work: it is what the file of a review keeps.
    """
    beside: Path | None = None
    if isinstance(source, str | os.PathLike):
        source, home = game_at(source, game)
        if source.problem is not None:
            raise source.problem
        beside = review_beside(home.path, home.number)
    elif game != 1:
        raise KhronosError(f"there is one game here, so there is no game {game}")
    if keep is True and beside is None:
        raise KhronosError("a record lies nowhere: name the file that keeps its review")
    if not isinstance(keep, bool) and keep is not None:
        beside = Path(keep)
    timeline = Timeline.of(source) if isinstance(source, GameRecord) else source
    file = ReviewFile(None if keep is False else beside, key_of(timeline, seed))
    plain = {turn.turn: turn for turn in turns_of(timeline, seed)}
    done = file.read(plain)
    known = plain | done

    def review(*, finished: bool = False) -> Review:
        start, *turns = known.values()
        names, notes = timeline.start.names, tuple(file.notes)
        return Review(names, start.branch, tuple(turns), seed, finished, notes)

    def suspicion(turn: ReviewedTurn) -> float:
        loss = known[turn.turn].loss
        return float("-inf") if loss is None else loss.coins.value

    yield review()
    left = [turn for number, turn in plain.items() if number not in done]
    with ExitStack() as stack:
        if executor is None:
            executor = ThreadPoolExecutor(processors())
            # Whoever goes away does not wait for what is under way.
            stack.callback(executor.shutdown, wait=False, cancel_futures=True)
        for turn in _looks(executor, first_look, left, stop):
            known[turn.turn] = turn
            yield review()
        left.sort(key=suspicion, reverse=True)
        for turn in _looks(executor, judged, left, stop):
            known[turn.turn] = done[turn.turn] = turn
            file.write(done)
            yield review()
    yield review(finished=len(done) == len(plain))


def _looks(
    executor: Executor,
    look: Callable[[ReviewedTurn], ReviewedTurn],
    turns: Sequence[ReviewedTurn],
    stop: Stop | None,
) -> Iterator[ReviewedTurn]:
    """Each turn as it is looked at; no more once somebody has said stop."""
    spoken, waiting = current_language(), iter(turns)
    futures = set[Future[ReviewedTurn]]()

    def submit(number: int) -> None:
        for turn in islice(waiting, number):
            futures.add(executor.submit(in_language, spoken, look, turn))

    submit(2 * processors())
    try:
        while futures and not (stop is not None and stop()):
            done = next(as_completed(futures))
            futures.remove(done)
            submit(1)
            yield done.result()
    except BrokenExecutor as fault:
        raise KhronosError(say("files-broken_pool")) from fault
    finally:
        for future in futures:
            future.cancel()


# ------------------------------------------------------------------ the turns of a game


def turns_of(timeline: Timeline, seed: int | str = 0) -> Iterator[ReviewedTurn]:
    """The first position as turn 0, then the turns of a game: nothing is worked out for them yet.

    A turn that was not ended is left out.
    """
    known = known_to(timeline.start, (), NOBODY)
    yield ReviewedTurn(0, 0, 0, "", (), known, (), known, known, seed)
    turns: list[list[Span]] = [[]]
    for span in timeline.moves:
        turns[-1].append(span)
        if span.ends_turn:
            turns.append([])
    logs = [
        (spans[0].before.seat, tuple(entry for span in spans for entry in span.log))
        for spans in turns
        if spans
    ]
    for number, spans in enumerate(turns[:-1]):
        before = known
        known = watched(known, logs[number][1], NOBODY)
        nodes = [span.node for span in spans if span.node]
        held, begun = _sought(spans)
        yield ReviewedTurn(
            turn=spans[-1].turn,
            first=spans[0].first - 1,
            step=spans[-1].last,
            label=nodes[0].label if nodes else "",
            texts=tuple(node.text for node in nodes),
            before=spans[0].before,
            logs=tuple(span.log for span in spans),
            known_before=before,
            known=known,
            seed=seed,
            next_logs=tuple(logs[number + 1 : number + len(timeline.start.players)]),
            held=held,
            begun=begun,
        )


def _sought(spans: Sequence[Span]) -> tuple[GameState | None, Advice | None]:
    """The position in which another turn is sought, and the exchange before it."""
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


def first_look(turn: ReviewedTurn) -> ReviewedTurn:
    """A first look at a turn: a round of games after it and after the best plans."""
    branch = played_on(turn.known, _judging(turn), GLANCE, rounds=1)
    others = _ranked(_others(turn, GLANCED, thorough=False), _judging(turn), GLANCE)
    return replace(turn, branch=branch, other=others[0] if others else None)


def judged(turn: ReviewedTurn) -> ReviewedTurn:
    """The turn with all its games and the best other one. Work for an executor."""
    found = _others(turn, RUNGS[0])
    # The first is a master's: it need not prove itself twice.
    first, rest = found[:1], _ranked(found[1:], f"{turn.seed} look", QUICK)
    others = _ranked([*first, *rest][: RUNGS[1]], f"{turn.seed} choose", QUICK)
    draw = None
    if turn.turn and not turn.shown_only:
        draw = hand_luck(turn.known_before, turn.before, f"{turn.seed} luck")
    if not others:
        return replace(turn, branch=played_on(turn.known, _judging(turn)), other=None, draw=draw)
    branch, instead = compared(turn.known, others[0].known, turn.seat, _judging(turn))
    return replace(turn, branch=branch, other=replace(others[0], branch=instead), draw=draw)


def _others(turn: ReviewedTurn, number: int, *, thorough: bool = True) -> list[OtherTurn]:
    if turn.held is None:
        return []
    left = turn.texts[len(turn.begun.nodes) :] if turn.begun else turn.texts
    found = other_turns(turn.held, left, seed=turn.seed, thorough=thorough, most=number)
    return [turn.instead(advice) for advice in found]


def _ranked(others: Sequence[OtherTurn], seed: str, games: tuple[int, int]) -> list[OtherTurn]:
    """The turns with a round of games after each, the best first."""
    tried = [replace(each, branch=played_on(each.known, seed, games, rounds=1)) for each in others]
    return sorted(tried, key=lambda each: -each.ahead)


def _judging(turn: ReviewedTurn) -> str:
    """The seed of the deals by which turns are judged: others than those they are chosen by."""
    return f"{turn.seed} judge"


def tried_turn(turn: ReviewedTurn, texts: Sequence[str]) -> Loss:
    """The loss of a turn that somebody tries against the best that is known for its place.

    A turn that is not ended yet is ended. The deals are those of the review.
    """
    if turn.other is None:
        raise KhronosError(f"no other turn was found in place of {turn.label}")
    advice = finished_turn(turn.before, texts)
    known = watched(turn.known_before, advice.log, NOBODY)
    best = max((turn.branch, turn.other.branch), key=lambda branch: branch.mean_lead(turn.seat))
    tried = played_on(known, _judging(turn), (len(best.greedy), len(best.planner)))
    return loss_of(tried, best, turn.seat)


def review_last_turn(timeline: Timeline, seed: int | str = 0) -> ReviewedTurn:
    """The review of the last turn of a game alone.

    Where a first look finds no loss, that is all.
    """
    *_, last = turns_of(timeline, seed)
    if not last.turn:
        raise KhronosError("no turn of this game has ended yet")
    turn = first_look(last)
    if turn.loss and (mark_of(turn.loss) or turn.loss.coins.value >= MARKS[-1].coins):
        turn = judged(last)
    return turn


# ------------------------------------------------------------------ the file


def review_beside(path: PathName, game: int = 1) -> Path:
    """The file that keeps the review of a file's game.

    >>> review_beside("games/club.khr").name, review_beside("games/club.khr", 3).name
    ('club.khr.review.json', 'club.khr.3.review.json')
    """
    which = f".{game}" if game != 1 else ""
    return Path(f"{os.fspath(path)}{which}.review.json")


def key_of(timeline: Timeline, seed: int | str) -> dict[str, str]:
    """All that a review depends on: the first position and the moves, the seed, and the code."""
    nodes = [span.node for span in timeline.moves]
    if any(node is None for node in nodes):
        raise KhronosError("a review needs the moves of a record; make the timeline from one")
    digest = game_digest(timeline.start, (node for node in nodes if node))
    return {"game": digest, "seed": f"{type(seed).__name__} {seed}", "code": code_digest()}


@lru_cache(maxsize=1)
def code_digest() -> str:
    """A digest of the code that judges: with other rules or players a file is worth nothing."""
    package = Path(__file__).resolve().parents[1]
    summed = hashlib.blake2b(digest_size=16)
    for floor in ("rulebook", "core", "mechanics", "engine", "records", "native", "players"):
        for path in sorted((package / floor).rglob("*")):
            if path.suffix in (".py", ".json", ".c", ".h"):
                summed.update(path.relative_to(package).as_posix().encode())
                summed.update(path.read_bytes())
    summed.update(Path(__file__).read_bytes())
    return summed.hexdigest()


class ReviewFile:
    """The file that keeps a review, and what there is to say about it; without a path, nothing."""

    def __init__(self, path: Path | None, key: dict[str, str]) -> None:
        self._path, self._key = path, key
        self._writable = path is not None
        self.notes: list[str] = []

    def read(self, turns: Mapping[int, ReviewedTurn]) -> dict[int, ReviewedTurn]:
        """Those of these turns that are kept, as they were judged, by number."""
        if self._path is None:
            return {}
        try:
            if self._path.stat().st_size > LARGEST:
                raise ValueError("it is too large")
            data = read_sealed(self._path.read_bytes())
            if "khronos_review" not in data:
                raise ValueError("it is not a review")
            if data["khronos_review"] != VERSION or data["key"] != self._key:
                return {}
            rows = {int(row["turn"]): row for row in data["turns"]}
            found = [_restored(turns[each], rows[each]) for each in turns if each in rows]
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, OverflowError) as fault:
            reason = fault.strerror if isinstance(fault, OSError) else str(fault)
            self.notes.append(
                f"{self._path}: it cannot be read ({reason}); everything is worked out again"
            )
            return {}
        return {turn.turn: turn for turn in found if turn.branch.games}

    def write(self, turns: Mapping[int, ReviewedTurn]) -> None:
        """Keep the turns so far; where nothing can be written, that is told once."""
        if self._path is None or not self._writable:
            return
        rows = [_row(turns[number]) for number in sorted(turns)]
        head = {"khronos_review": VERSION, "key": self._key}
        seal = {SUM: sealed(head | {"turns": rows})[SUM]}
        lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in rows)
        text = f'{json.dumps(head | seal, ensure_ascii=False)[:-1]}, "turns": [\n{lines}\n]}}\n'
        try:
            with whole_file(self._path) as file:
                file.write(text)
        except KhronosError as fault:
            self._writable = False
            reason = str(fault).removeprefix(f"{self._path}: ")
            self.notes.append(f"{self._path}: nothing is kept ({reason})")


def _row(turn: ReviewedTurn) -> dict[str, Any]:
    """A turn as it is kept; its other turn without the exchange that it begins with."""
    moves = turn.other.moves[len(turn.begun.nodes) if turn.begun else 0 :] if turn.other else ()
    other = turn.other.branch if turn.other else Branch(())
    return {
        "turn": turn.turn, "moves": list(moves), "draw": turn.draw,
        "played": turn.branch._asdict(), "other": other._asdict(),
    }  # fmt: skip


def _restored(turn: ReviewedTurn, row: dict[str, Any]) -> ReviewedTurn:
    """A turn as it was kept; as it was before if the moves are no moves here."""
    texts, seats = row["moves"], len(turn.before.players)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError("moves are texts")
    branch, draw = _branch(row["played"], seats), row["draw"]
    done = replace(turn, branch=branch, draw=None if draw is None else float(draw))
    if not texts or turn.held is None:
        return done
    try:
        other = turn.instead(replayed(turn.held, texts))
    except KhronosError:
        return turn
    return replace(done, other=replace(other, branch=_branch(row["other"], seats)))


def _branch(row: Any, seats: int) -> Branch:  # noqa: ANN401
    held = tuple(int(each) for each in row["held"])
    greedy, planner = (
        tuple(
            tuple(CoinSources(*(float(each) for each in account)) for account in game)
            for game in row[kind]
        )
        for kind in ("greedy", "planner")
    )
    if len(held) != seats or any(len(game) != seats for game in greedy + planner):
        raise ValueError("a turn is not whole")
    return Branch(held, greedy, planner)
