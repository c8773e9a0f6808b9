"""Work in the background of a kernel: the page stays alive, and the work can be stopped.

A thread waits for the work and tells of it; games are played by a process of their own, so that
the kernel draws on meanwhile. What is told arrives in the kernel's own loop, never in between.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack
from time import monotonic
from typing import Final, TypeVar

from khronos_lab.rulebook import KhronosError, keeping_language
from khronos_lab.simulation import process_pool, processors

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
        """True while something is under way."""
        return self._thread is not None

    def stop(self) -> None:
        """Ask the work to end; what is done by then is its result."""
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
        """Do what was posted and has not been done yet."""
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
        return work(_helpers())
    except (BrokenExecutor, OSError):
        end_helpers()
        return work(None)


def helpers() -> int:
    """How many processes play games."""
    return max(1, processors() - 1)


def _helpers() -> Executor:
    if not _pools:
        stack = ExitStack()
        pool = process_pool(helpers())
        _pools.append((stack, stack.enter_context(pool)))
    return _pools[0][1]


def end_helpers() -> None:
    """End the processes, done or not; they start again when they are needed."""
    while _pools:
        _pools.pop()[0].close()
