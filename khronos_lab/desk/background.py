"""Work in the background of a kernel: the page stays alive, and the work can be stopped.

A thread waits for the work and tells of it; games are played by a process of their own, so that
the kernel draws on meanwhile. What is told arrives in the kernel's own loop, never in between.
Players play games on: once, or many times, to see how it ends.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack
from time import monotonic
from typing import Final, NamedTuple, TypeVar

from khronos_lab.analysis import known_at
from khronos_lab.core import GameState
from khronos_lab.desk.frames import Frames, Spot
from khronos_lab.kit import Audience, Eyes, one_of
from khronos_lab.players import ALL, Rollouts, continuation, play_on
from khronos_lab.records import Branches, GameRecord, Node, Study, line_at
from khronos_lab.rulebook import ROUNDS, KhronosError, keeping_language, say
from khronos_lab.simulation import process_pool, processors

BOTS: Final = ("greedy", "planner")
"""Who can be handed over to, the quickest first."""
SEED: Final = 0
"""Many games have the same luck in every branch, so that branches can be compared."""
MOST_GAMES: Final = 2000
PACE: Final = {"greedy": 0.0027, "planner": 0.005}
"""Seconds of a turn, about; the machine on which games are played may be slower or faster."""
TIMED: Final = 8
"""Games from which the speed of the machine is learned."""
PAUSE: Final = 0.2
"""Seconds between two reports: nobody reads more."""

Result = TypeVar("Result")

Report = Callable[[int, int], None]
Stop = Callable[[], bool]
Work = Callable[[Report, Stop], Result]
"""Is given whom to tell how much is done and of how much, and whom to ask whether to stop."""


class Background:
    """One piece of work at a time."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._home = 0
        """The thread that the work was started from: reports arrive there."""
        self._posts: deque[Callable[[], None]] = deque()

    @property
    def busy(self) -> bool:
        return self._thread is not None

    def stop(self) -> None:
        self._stop.set()

    def join(self, seconds: float | None = None) -> None:
        """Wait for the work, for those who need its result in the next line of the same cell."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(seconds)
        if threading.get_ident() == self._home:
            # The loop that would do it is held up by whoever waits here.
            self._deliver()

    def _deliver(self) -> None:
        while self._posts:
            self._posts.popleft()()

    def start(
        self,
        work: Work[Result],
        *,
        told: Report,
        done: Callable[[Result], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Begin some work; `told`, `done` and `failed` are called in the loop of the caller.

        All of it speaks the language of now, in whatever thread.
        """
        if self._thread is not None:
            raise KhronosError("another computation is still running; stop it first")
        self._stop = stop = threading.Event()
        self._home = threading.get_ident()
        work, told = keeping_language(work), keeping_language(told)
        done, failed = keeping_language(done), keeping_language(failed)
        post = self._poster()
        last = 0.0

        def report(count: int, total: int) -> None:
            nonlocal last
            now = monotonic()
            if now - last >= PAUSE or count == total:
                last = now
                post(lambda: told(count, total))

        def finish(result: Callable[[], None]) -> None:
            try:
                result()
            finally:
                self._thread = None

        def run() -> None:
            try:
                result = work(report, stop.is_set)
            except Exception as fault:
                # Whatever it is, it must be seen: a thread that fails says nothing.
                error = fault
                post(lambda: finish(lambda: failed(error)))
            else:
                post(lambda: finish(lambda: done(result)))

        self._thread = threading.Thread(target=run, daemon=True, name="khronos_lab what if")
        self._thread.start()

    def _poster(self) -> Callable[[Callable[[], None]], None]:
        """How the thread has something done by the loop that runs now; without one it does it."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return lambda work: work()

        def post(work: Callable[[], None]) -> None:
            self._posts.append(work)
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._deliver)

        return post


_pools: list[tuple[ExitStack, Executor]] = []
"""The processes of this kernel, once there are some: to start them takes seconds."""


def with_helpers(work: Callable[[Executor | None], Result]) -> Result:
    """Do some work with processes that play games; where there cannot be any, without them.

    One core is left for the kernel. A script that opens a replay without asking for its `__main__`
    cannot have processes, nor can every notebook server; the work is then done in its thread.
    """
    try:
        if not _pools:
            stack = ExitStack()
            _pools.append((stack, stack.enter_context(process_pool(helpers()))))
        return work(_pools[0][1])
    except (BrokenExecutor, OSError):
        end_helpers()
        return work(None)


def helpers() -> int:
    return max(1, processors() - 1)


def end_helpers() -> None:
    """End the processes, done or not; they start again when they are needed."""
    while _pools:
        _pools.pop()[0].close()


# ------------------------------------------------------------------ games that players play on


def place_of(spot: Spot) -> tuple[Branches, int]:
    """A position by the line it belongs to: before its first move a variation is its parent."""
    return line_at(spot.branches, spot.moves), spot.moves


class SpotRollouts(NamedTuple):
    """How games ended that were played on from one place."""

    branches: Branches
    moves: int
    player: str
    eyes: Eyes
    rollouts: Rollouts


class BackgroundGames:
    """One piece of work at a time, and what came of all of it."""

    def __init__(self, changed: Callable[[Exception | None], None]) -> None:
        """`changed` is called when work begins, gets on and ends; with what failed, if it did."""
        self._results: tuple[SpotRollouts, ...] = ()
        self.progress: dict[str, int] = {}
        """How much of the work is done; empty if there is none."""
        self._slowness = 1 / helpers()
        """How long games take here, against `PACE`."""
        self._changed = changed
        self._work = Background()
        self._handed_over = 0
        self._renamed = 0

    @property
    def results(self) -> tuple[SpotRollouts, ...]:
        """How games ended that were played on from here and elsewhere, the last ones last."""
        return self._results

    def hand_over(
        self,
        state: GameState,
        keep: Callable[[list[Node]], None],
        player: str,
        to: str,
        audience: Audience,
    ) -> None:
        """Let players play on to the end of the `turn` or of the `game`, once."""
        one_turn = one_of(to, ("turn", "game"), "end") == "turn"
        one_of(player, BOTS, "player")
        if audience.eyes != ALL:
            raise KhronosError(say("branch-hidden_once"))
        if state.over:
            raise KhronosError(say("move-over"))
        self._handed_over += 1
        seed, turns = f"hand over {self._handed_over}", 1 if one_turn else turns_left(state)

        def work(told: Report, stop: Stop) -> list[Node]:
            # A turn at a time, so that it can be stopped in between.
            nodes: list[Node] = []
            now = state
            for number in range(turns):
                if stop() or now.over:
                    break
                new = continuation(now, player, seed=seed, turns=1)
                nodes += new
                now = Study(GameRecord({}, now)).grow(new).state
                told(number + 1, turns)
            return nodes

        self._start(work, keep)

    def play_on(
        self, frames: Frames, spot: Spot, player: str, games: int, audience: Audience
    ) -> None:
        """Let players finish the game several times with other draws, and see how it ends."""
        one_of(player, BOTS, "player")
        if not 1 <= games <= MOST_GAMES:
            raise KhronosError(f"from 1 to {MOST_GAMES:,} games can be played, not {games}")
        known = known_at(frames.of(spot.branches), spot.frame, audience.eyes)
        place = *place_of(spot), player, audience.eyes
        found: list[tuple[int, ...]] = []
        times: list[float] = []

        def note(coins: tuple[int, ...]) -> None:
            found.append(coins)
            times.append(monotonic())

        def work(told: Report, stop: Stop) -> Rollouts:
            def begin(executor: Executor | None) -> Rollouts:
                found.clear()
                times.clear()
                return play_on(
                    known, player, games=games, seed=SEED, progress=told, ended=note, stop=stop,
                    executor=executor,
                )  # fmt: skip

            return with_helpers(begin)

        def keep(rollouts: Rollouts) -> None:
            if rollouts.games:
                others = (each for each in self._results if each[:4] != place)
                self._results = (*others, SpotRollouts(*place, rollouts))
            if len(times) >= TIMED:
                # From the first game on: processes take a while to start.
                seconds = (times[-1] - times[0]) / (len(times) - 1)
                self._slowness = seconds / (PACE[player] * max(1, turns_left(known)))

        shown = 0

        def meanwhile(done: int) -> None:
            # A picture takes a while, so it is drawn anew when there are twice as many games.
            nonlocal shown
            if done >= max(2, 2 * shown):
                shown = done
                keep(Rollouts(tuple(found[:done])))

        self._start(work, keep, meanwhile)

    def seconds(self, state: GameState) -> dict[str, float]:
        """By player: about how long one game takes from here."""
        turns = self._slowness * turns_left(state)
        return {player: turns * pace for player, pace in PACE.items()}

    def wait(self, seconds: float | None = None) -> None:
        """Wait for what is worked out in the background, without a browser."""
        self._work.join(seconds)

    def stop(self) -> None:
        self._work.stop()

    def forget_places(self) -> None:
        """Lines got other names: what was found or is sought elsewhere belongs nowhere."""
        self._results, self._renamed = (), self._renamed + 1

    def _start(
        self,
        work: Callable[[Report, Stop], Result],
        keep: Callable[[Result], None],
        meanwhile: Callable[[int], None] = lambda _: None,
    ) -> None:
        if self.progress:
            raise KhronosError(say("branch-busy"))
        renamed = self._renamed

        def told(done: int, total: int) -> None:
            if self.progress:
                self.progress = {"done": done, "total": total}
                if renamed == self._renamed:
                    meanwhile(done)
                self._changed(None)

        def ended(result: Result) -> None:
            self.progress = {}
            try:
                if renamed != self._renamed:
                    raise KhronosError(say("branch-gone"))
                keep(result)
            except Exception as fault:
                # Whatever it is, it must be seen.
                self._changed(fault)
            else:
                self._changed(None)

        def failed(fault: Exception) -> None:
            self.progress = {}
            self._changed(fault)

        self.progress = {"done": 0, "total": 0}
        self._changed(None)
        self._work.start(work, told=told, done=ended, failed=failed)


def turns_left(state: GameState) -> int:
    """How many turns of all players the game still has, the one under way included."""
    seats = len(state.players)
    if state.over:
        return 0
    return (ROUNDS - state.round + 1) * seats - (state.seat - state.start) % seats
