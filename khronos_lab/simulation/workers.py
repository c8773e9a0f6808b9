"""Crews make the shards: this process, a pool of processes, or any executor.

Whoever works, no more than a few shards are under way at a time, and results come as they are done.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    wait,
)
from contextlib import contextmanager
from typing import Any, Final

from khronos_lab.analysis import Mark
from khronos_lab.rulebook import KhronosError, current_language, in_language, say
from khronos_lab.simulation.pools import pool
from khronos_lab.simulation.shards import Job, Trouble, make_shard

TRIES: Final = 3
"""How often a shard may take its worker down before the run ends."""
AHEAD: Final = 2
"""Shards under way for each worker, so that none waits for work."""
PATIENCE: Final = 30
"""Seconds to wait for a cluster and its first worker."""
GO_ON: Final = "run it again to go on: finished shards stay"

Result = Mark | Trouble


class Alone:
    """Makes the shards in this process, one after the other."""

    def work(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Make the shards."""
        return map(make_shard, jobs)

    def stop(self) -> None:
        """Nothing is under way."""


class Team:
    """Makes the shards in an executor that belongs to somebody else."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor = executor
        self._most = AHEAD * max(1, workers)
        self._under_way: dict[Future[Result], Job] = {}

    def work(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Make the shards, those that a broken executor lost once more.

        Nobody can tell which of the shards under way took a worker down, so they are tried again
        one at a time.
        """
        waiting = iter(jobs)
        while lost := (yield from self._together(waiting)):
            for job in lost:
                yield self._single(job)

    def _together(self, waiting: Iterator[Job]) -> Generator[Result, None, list[Job]]:
        """Make shards side by side; gives those that were lost when the executor broke."""
        while True:
            while len(self._under_way) < self._most and (job := next(waiting, None)):
                self._under_way[self._submit(job)] = job
            if not self._under_way:
                return []
            done, _ = wait(self._under_way, return_when=FIRST_COMPLETED)
            for future in done:
                if not future.cancelled() and isinstance(future.exception(), BrokenExecutor):
                    return self._give_up(future)
                yield _result(future, self._under_way.pop(future))

    def _give_up(self, broken: Future[Result]) -> list[Job]:
        """Begin again with a new executor; gives the shards that were under way."""
        lost = sorted(self._under_way.values(), key=lambda job: job.shard)
        self._under_way.clear()
        self._renew(broken.exception())
        return lost

    def _single(self, job: Job) -> Result:
        """Make a shard that may have taken a worker down."""
        for _ in range(TRIES - 1):
            future = self._submit(job)
            self._under_way[future] = job
            wait([future])
            del self._under_way[future]
            if future.cancelled() or not isinstance(future.exception(), BrokenExecutor):
                return _result(future, job)
            self._renew(future.exception())
        raise KhronosError(
            f"{job} ended its worker process {TRIES} times; is there memory enough, does a player "
            "end the process, does a script call simulate outside of `if __name__ == "
            f"'__main__':`? {GO_ON[0].upper()}{GO_ON[1:]}"
        )

    def _submit(self, job: Job) -> Future[Result]:
        try:
            return self._executor.submit(in_language, current_language(), make_shard, job)
        except BrokenExecutor as fault:  # since we looked; it is dealt with as if it had come later
            future: Future[Result] = Future()
            future.set_exception(fault)
            return future

    def _renew(self, fault: BaseException | None) -> None:
        """Replace a broken executor, if it is ours."""
        raise KhronosError(f"the executor is broken: {fault}; {GO_ON}") from fault

    def stop(self) -> None:
        """Cancel what has not begun."""
        for future in self._under_way:
            future.cancel()
        self._under_way.clear()


Crew = Alone | Team
"""Somebody who makes shards."""


def _result(future: Future[Result], job: Job) -> Result:
    """The result of a shard; what went wrong around it is told in one sentence."""
    if future.cancelled():
        return Trouble(f"{job} was cancelled by its executor; {GO_ON}")
    fault = future.exception()
    if fault is not None:
        return Trouble(f"{job} was not made: {type(fault).__name__}: {fault}; {GO_ON}")
    return future.result()


# ------------------------------------------------------------------ processes of this computer


class Processes(Team):
    """Makes the shards in processes of their own, which are replaced when one dies."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        executor, self._line = pool(workers)
        super().__init__(executor, workers)

    def _renew(self, fault: BaseException | None) -> None:
        self._line.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._executor, self._line = pool(self._workers)

    def stop(self) -> None:
        """End the processes, at once if shards are under way."""
        if self._under_way:
            self._line.close()
        super().stop()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._line.close()


# ------------------------------------------------------------------ a cluster

_ADDRESS: Final = re.compile(r"([a-z]+://)?[^\s/:]+:[0-9]{1,5}|(inproc|tls|tcp)://\S+")


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on a Dask cluster, and how many shards it can make at a time.

    The scheduler gives the shards of a worker that is lost to another one.
    """
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
        executor = client.get_executor(pure=False)
        try:
            yield executor, sum(client.nthreads().values())
        finally:
            executor.shutdown(wait=False)
