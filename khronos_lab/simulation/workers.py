"""Who makes the shards: this process, processes beside it, or a Dask cluster.

Whoever works, no more than a few shards are under way at a time, and results come as they are done.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from khronos_lab.analysis import Shard
from khronos_lab.rulebook import KhronosError, current_language, in_language, quoted, say
from khronos_lab.simulation.plan import Plan
from khronos_lab.simulation.pools import process_pool, processors
from khronos_lab.simulation.progress_bar import Bar, new_bar
from khronos_lab.simulation.shards import Job, make_shard

TRIES: Final = 3
"""How often a shard may be under way when a process dies before the run ends."""
AHEAD: Final = 2
"""Shards under way for each worker, so that none waits for work."""
PATIENCE: Final = 30
"""Seconds to wait for a cluster and its first worker."""
WORTH_A_POOL: Final = 2.0
"""Seconds of work from which on starting processes, about one second, pays."""
GO_ON: Final = "run it again to go on: finished shards stay"


def made(
    plan: Plan,
    jobs: Sequence[Job],
    workers: int | None,
    cluster: Any,  # noqa: ANN401
) -> Generator[Shard]:
    """Make shards, in whatever order they are done."""
    seconds = plan.seconds * sum(len(plan.numbers(job.shard)) for job in jobs)
    hands = min(_hands(seconds, workers, cluster), len(jobs))
    if cluster is not None:
        # The scheduler gives the shards of a worker that is lost to another one.
        executor = cluster.get_executor(pure=False)
        try:
            yield from _made(executor, AHEAD * hands, deque(jobs), {})
        finally:
            executor.shutdown(wait=False)
    elif hands > 1:
        yield from _made_in_processes(jobs, hands)
    else:
        yield from map(make_shard, jobs)


@contextmanager
def announced(
    plans: Sequence[Plan],
    done: int,
    workers: int | None,
    cluster: Any,  # noqa: ANN401
    progress: Bar | bool | None,
) -> Iterator[Bar]:
    """A bar for the games of simulations; it says beforehand about how long they take.

    A bar that is there already goes on with them.
    """
    if progress is not None and not isinstance(progress, bool):
        progress.update(done)
        yield progress
        return
    games = sum(plan.games for plan in plans)
    seconds = sum(plan.games * plan.seconds for plan in plans) * (1 - done / games)
    minutes = round(seconds / _hands(seconds, workers, cluster) / 60)
    doing = say("progress-tell" if any(plan.events for plan in plans) else "progress-play")
    if minutes:
        doing = say("progress-about", doing=doing, minutes=minutes)
    with new_bar(games, done, shown=progress, doing=doing) as bar:
        yield bar


def _hands(seconds: float, workers: int | None, cluster: Any) -> int:  # noqa: ANN401
    """How many work at once at what would take one of them so long."""
    if cluster is not None:
        if not hasattr(cluster, "get_executor"):
            raise KhronosError(f"cluster= is a Dask client, Client(address), not {quoted(cluster)}")
        threads: dict[str, int] = cluster.nthreads()
        return max(1, sum(threads.values()))
    if workers is not None:
        return workers
    return processors() if seconds > WORTH_A_POOL and _can_spawn() else 1


def _can_spawn() -> bool:
    """True if processes can be started: they load the main program, which must be in a file."""
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    return file is None or main.__spec__ is not None or os.path.exists(file)


def _made_in_processes(jobs: Sequence[Job], workers: int) -> Iterator[Shard]:
    """Make shards in processes of this computer, which are replaced when one dies."""
    waiting, deaths = deque(jobs), Counter[int]()
    while waiting:
        under_way: dict[Future[Shard], Job] = {}
        try:
            with process_pool(workers) as pool:
                yield from _made(pool, AHEAD * workers, waiting, under_way)
        except BrokenExecutor as fault:
            lost = sorted(under_way.values(), key=lambda job: job.shard)
            deaths.update(job.shard for job in lost)
            if max(deaths.values(), default=TRIES) >= TRIES:
                raise KhronosError(
                    f"a process has died {TRIES} times while it made {lost[0] if lost else 'it'}; "
                    "is there memory enough, does a player end the process, does a script call "
                    "simulate outside of `if __name__ == '__main__':`? "
                    f"{GO_ON[0].upper()}{GO_ON[1:]}"
                ) from fault
            waiting.extendleft(reversed(lost))


def _made(
    executor: Executor, most: int, waiting: deque[Job], under_way: dict[Future[Shard], Job]
) -> Iterator[Shard]:
    """Make shards in an executor; those `under_way` are lost if it breaks."""
    try:
        while waiting or under_way:
            while waiting and len(under_way) < most:
                future = executor.submit(in_language, current_language(), make_shard, waiting[0])
                under_way[future] = waiting.popleft()
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                shard = _shard(future, under_way[future])
                del under_way[future]
                yield shard
    finally:
        for future in under_way:
            future.cancel()


def _shard(future: Future[Shard], job: Job) -> Shard:
    """A shard that is done; what went wrong around it is told in one sentence."""
    try:
        return future.result()
    except (BrokenExecutor, KhronosError):
        raise
    except (Exception, CancelledError) as fault:
        told = f"{job} was not made: {type(fault).__name__}: {fault}; {GO_ON}"
        raise KhronosError(told) from fault


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
