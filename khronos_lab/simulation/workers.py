"""Workers: this process, processes beside it or a Dask cluster, and the bar that they move.

A new process imports what it works at and this module, which needs no tables and no pictures.
"""

from __future__ import annotations

import math
import os
import re
import signal
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from khronos_lab.rulebook import KhronosError, current_language, in_language, quoted, say

J = TypeVar("J")
R = TypeVar("R")

TRIES: Final = 3
"""Deaths of processes that a job may see before the run ends."""
AHEAD: Final = 2
"""Jobs under way for each worker, so that none waits for work."""
PATIENCE: Final = 30
"""Seconds to wait for a cluster and its first worker."""
WORTH_A_POOL: Final = 2.0
"""Seconds of work from which on starting processes, about one second, pays."""
GO_ON: Final = "run it again to go on: finished shards stay"


def workers_for(seconds: float, workers: int | None, cluster: Any) -> int:  # noqa: ANN401
    """The number of workers for what would take one of them so long."""
    if cluster is not None:
        if not hasattr(cluster, "get_executor"):
            raise KhronosError(f"cluster= is a Dask client, Client(address), not {quoted(cluster)}")
        threads: dict[str, int] = cluster.nthreads()
        return max(1, sum(threads.values()))
    if workers is not None:
        return workers
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    # A process loads the main program: it must be in a file, and not begin the same work again.
    can_spawn = file is None or main.__spec__ is not None or _asks_who_runs_it(Path(file))
    return processors() if seconds > WORTH_A_POOL and can_spawn else 1


def _asks_who_runs_it(script: Path) -> bool:
    """Whether a script has its `if __name__ == "__main__":`; one that has not works alone."""
    with suppress(OSError):
        return b"__main__" in script.read_bytes()
    return False


def done_by(
    workers: int,
    cluster: Any,  # noqa: ANN401
    work: Callable[[J], R],
    jobs: Sequence[J],
) -> Generator[R]:
    """The results of the jobs in whatever order they are done; few are under way at a time."""
    workers = min(workers, len(jobs))
    if cluster is not None:
        # The scheduler gives the jobs of a worker that is lost to another one.
        executor = cluster.get_executor(pure=False)
        try:
            yield from _done(executor, AHEAD * workers, work, deque(jobs), {})
        finally:
            executor.shutdown(wait=False)
    elif workers > 1:
        yield from _done_by_processes(workers, work, jobs)
    else:
        yield from map(work, jobs)


def _done_by_processes(workers: int, work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
    """Do jobs in processes of this computer, which are replaced when one dies."""
    waiting, deaths = deque(jobs), Counter[J]()
    while waiting:
        under_way: dict[Future[R], J] = {}
        try:
            with process_pool(workers) as pool:
                yield from _done(pool, AHEAD * workers, work, waiting, under_way)
        except BrokenExecutor as fault:
            lost = sorted(under_way.values(), key=jobs.index)
            deaths.update(lost)
            if max(deaths.values(), default=TRIES) >= TRIES:
                raise KhronosError(
                    f"a process has died {TRIES} times while it made {lost[0] if lost else 'it'}; "
                    "is there memory enough, does a player end the process, does a script call "
                    "simulate outside of `if __name__ == '__main__':`? "
                    f"{GO_ON[0].upper()}{GO_ON[1:]}"
                ) from fault
            waiting.extendleft(reversed(lost))


def _done(
    executor: Executor,
    most: int,
    work: Callable[[J], R],
    waiting: deque[J],
    under_way: dict[Future[R], J],
) -> Iterator[R]:
    """Do jobs in an executor; those `under_way` are lost if it breaks."""
    try:
        while waiting or under_way:
            while waiting and len(under_way) < most:
                future = executor.submit(in_language, current_language(), work, waiting[0])
                under_way[future] = waiting.popleft()
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                try:
                    result = future.result()
                except (BrokenExecutor, KhronosError):
                    raise
                except (Exception, CancelledError) as fault:
                    raise KhronosError(
                        f"{under_way[future]} was not made: {type(fault).__name__}: {fault}; "
                        f"{GO_ON}"
                    ) from fault
                del under_way[future]
                yield result
    finally:
        for future in under_way:
            future.cancel()


@contextmanager
def dask_client(address: str) -> Iterator[Any]:
    """A client of the Dask cluster with this scheduler, once it has a worker."""
    try:
        from distributed import Client
    except ImportError as fault:
        raise KhronosError(
            'a cluster needs Dask; install it with: pip install "khronos-lab[dask]"'
        ) from fault
    if not re.search(r"\w:[0-9]|://", address):
        raise KhronosError(say("files-dask_address", address=address[:100]))
    connect: Any = Client  # it has no types
    with ExitStack() as stack:
        try:
            client = stack.enter_context(connect(address, timeout=PATIENCE, set_as_default=False))
            client.wait_for_workers(1, timeout=PATIENCE)
        except Exception as fault:  # it raises what its own dependencies raise
            raise KhronosError(
                f"no Dask cluster answers at {address}; start a scheduler with: dask scheduler, "
                f"and workers with: dask worker {address}"
            ) from fault
        yield client


# ------------------------------------------------------------------ processes of this computer


@contextmanager
def process_pool(workers: int) -> Iterator[Executor]:
    """An executor of processes of this computer; they end with the block, done or not.

    They are started afresh, not forked: polars has threads, and a fork would copy their locks. So
    each reads the script again that started it, and must not come here once more.
    """
    if getattr(current_process(), "_inheriting", False):
        raise SystemExit(
            "A script that works in several processes must call them under "
            "`if __name__ == '__main__':`, because each process reads it."
        )
    context = get_context("spawn")
    end, line = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(workers, context, _enlist, (end,))
    try:
        yield executor
    finally:
        line.close()
        executor.shutdown(wait=True, cancel_futures=True)


def _enlist(line: Connection) -> None:
    """Begin as a worker: Ctrl-C is for the main process, and without that one there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def leave_with_main() -> None:
        try:
            line.recv_bytes()
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=leave_with_main, daemon=True).start()


def processors(root: Path = Path("/")) -> int:
    """Processors that this process may use, at least 1.

    Those that the system reports, fewer if the process is bound to some of them, or if its
    container has a quota. `root` is where the files of the system are.
    """
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min([bound or 1, *_quotas(root)]))


def _quotas(root: Path) -> Iterator[int]:
    """Processors that the control groups of this process allow, rounded up."""
    groups, own = root / "sys/fs/cgroup", [Path()]
    with suppress(OSError):
        lines = (root / "proc/self/cgroup").read_text().splitlines()
        own += [Path(line.split(":", 2)[-1].lstrip("/")) for line in lines]
    for folder in (each for path in own for each in (path, *path.parents)):
        # Version 2 has both numbers in one file; "max" means no limit.
        with suppress(OSError, ValueError, ZeroDivisionError):
            quota, period = (groups / folder / "cpu.max").read_text().split()
            yield math.ceil(int(quota) / int(period))
        with suppress(OSError, ValueError, ZeroDivisionError):
            here = groups / "cpu" / folder
            quota = (here / "cpu.cfs_quota_us").read_text()
            period = (here / "cpu.cfs_period_us").read_text()
            if int(quota) > 0:
                yield math.ceil(int(quota) / int(period))


# ------------------------------------------------------------------ progress


class Bar(Protocol):
    """A bar that is being shown, or not."""

    def __enter__(self) -> Bar: ...

    def __exit__(self, *fault: object) -> object: ...

    def update(self, games: int) -> object:
        """Note that some more games are done."""


def new_bar(
    games: int,
    done: int = 0,
    *,
    shown: bool | None = None,
    doing: str = "",
    unit: str = "progress-game",
) -> Bar:
    """A bar with games a second and time left.

    By default it shows where somebody sees it: in a terminal, or in a notebook.
    """
    from tqdm.auto import tqdm  # with asyncio, which takes time

    if shown is None:
        interactive = sys.modules.get("IPython")
        shell = interactive.get_ipython() if interactive else None
        shown = hasattr(shell, "kernel") or bool(sys.stderr and sys.stderr.isatty())
    bar: Bar = tqdm(
        total=games, initial=done, unit=say(unit), desc=doing or None,
        disable=not shown, smoothing=0.1,
    )  # fmt: skip
    return bar
