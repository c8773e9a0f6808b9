"""Pools: processes of this computer that end with the one that started them.

What a new process imports, it imports before it works. This module needs nothing of the house, so a
pool that plays games loads the floors that play, and no tables.
"""

from __future__ import annotations

import math
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from pathlib import Path


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
    threading.Thread(target=_leave_with, args=(line,), daemon=True).start()


def _leave_with(line: Connection) -> None:
    """End this process when the other end of the line is closed, by whoever or whatever."""
    try:
        line.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)


# ------------------------------------------------------------------ processors


def processors(root: Path = Path("/")) -> int:
    """Processors that this process may use, at least 1.

    Those that the system reports, fewer if the process is bound to some of them, or if its
    container has a quota. `root` is where the files of the system are.
    """
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min([bound or 1, *_quotas(root)]))


def _quotas(root: Path) -> Iterator[int]:
    """Processors that the control groups of this process allow, rounded up."""
    groups = root / "sys/fs/cgroup"
    for path in _own_groups(root):
        for folder in (path, *path.parents):
            # Version 2 has both numbers in one file; "max" means no limit.
            with suppress(OSError, ValueError, ZeroDivisionError):
                quota, period = (groups / folder / "cpu.max").read_text().split()
                yield math.ceil(int(quota) / int(period))
            with suppress(OSError, ValueError, ZeroDivisionError):
                here = groups / "cpu" / folder
                used, every = (
                    int((here / f"cpu.cfs_{each}_us").read_text()) for each in ("quota", "period")
                )
                if used > 0:
                    yield math.ceil(used / every)


def _own_groups(root: Path) -> Iterator[Path]:
    """Where this process stands in the trees of control groups; the root of all is always asked."""
    yield Path()
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            yield Path(line.split(":", 2)[-1].lstrip("/"))
