"""Pools: processes of this computer that end with the one that started them.

What a new process imports, it imports before it works. This module needs nothing of the house, so a
pool that plays games loads the floors that play, and no tables.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection


def pool(workers: int) -> tuple[ProcessPoolExecutor, Connection]:
    """A pool of processes, and the line that ends them when it is closed.

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
    return executor, line


@contextmanager
def process_pool(workers: int) -> Iterator[Executor]:
    """An executor of processes of this computer; they end with the block, done or not."""
    executor, line = pool(workers)
    try:
        yield executor
    finally:
        line.close()
        executor.shutdown(wait=True, cancel_futures=True)


def _enlist(line: Connection) -> None:
    """Begin as a worker: Ctrl-C is for the main process, and without that one there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(line,), daemon=True).start()


def _leave_with(line: Connection) -> None:
    """End this process when the other end of the line is closed, by whoever or whatever."""
    try:
        line.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
