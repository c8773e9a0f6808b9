"""Who makes the shards: this process, processes beside it, or a Dask cluster.

Whoever works, no more than a few shards are under way at a time, and results come as they are done.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import contextmanager
from typing import Any, Final

from khronos_lab.analysis import Shard
from khronos_lab.rulebook import KhronosError, current_language, in_language, quoted, say
from khronos_lab.simulation.pools import process_pool
from khronos_lab.simulation.shards import Job, make_shard

TRIES: Final = 3
"""How often a shard may be under way when a process dies before the run ends."""
AHEAD: Final = 2
"""Shards under way for each worker, so that none waits for work."""
PATIENCE: Final = 30
"""Seconds to wait for a cluster and its first worker."""
GO_ON: Final = "run it again to go on: finished shards stay"


def made_in_processes(jobs: Iterable[Job], workers: int) -> Iterator[Shard]:
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


def made_on_cluster(jobs: Iterable[Job], cluster: Any) -> Iterator[Shard]:  # noqa: ANN401
    """Make shards on a Dask cluster, given by its client.

    The scheduler gives the shards of a worker that is lost to another one.
    """
    if not hasattr(cluster, "get_executor"):
        raise KhronosError(f"cluster= is a Dask client, Client(address), not {quoted(cluster)}")
    executor = cluster.get_executor(pure=False)
    threads = sum(cluster.nthreads().values())
    try:
        yield from _made(executor, AHEAD * max(1, threads), deque(jobs), {})
    finally:
        executor.shutdown(wait=False)


def _made(
    executor: Executor, most: int, waiting: deque[Job], under_way: dict[Future[Shard], Job]
) -> Iterator[Shard]:
    """Make shards in an executor; those `under_way` are lost if it breaks."""
    language = current_language()
    try:
        while waiting or under_way:
            while waiting and len(under_way) < most:
                future = executor.submit(in_language, language, make_shard, waiting[0])
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


# ------------------------------------------------------------------ a cluster by its address

_ADDRESS: Final = re.compile(r"([a-z]+://)?[^\s/:]+:[0-9]{1,5}|(inproc|tls|tcp)://\S+")


@contextmanager
def dask_client(address: str) -> Iterator[Any]:
    """A client of the Dask cluster with this scheduler, once it has a worker."""
    try:
        from distributed import Client
    except ImportError as fault:
        raise KhronosError(
            'a cluster needs Dask; install it with: pip install "khronos-lab[dask]"'
        ) from fault
    if not _ADDRESS.fullmatch(address):
        raise KhronosError(say("files-dask_address", address=address[:100]))
    connect: Any = Client  # it has no types
    try:
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except Exception as fault:  # it raises what its own dependencies raise
        raise KhronosError(
            f"no Dask scheduler answers at {address}; start one with: dask scheduler"
        ) from fault
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except OSError as fault:
            raise KhronosError(
                f"the Dask cluster at {address} has no workers; start some with: "
                f"dask worker {address}"
            ) from fault
        yield client
