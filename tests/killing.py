"""Programs that are killed at a moment that nobody chose."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from random import SystemRandom


def random_moment(longest: float) -> None:
    """Wait for a random part of this number of seconds, so that a kill comes at any moment."""
    time.sleep(SystemRandom().uniform(0, longest))


def lines_until_killed(program: str, *arguments: str, lines: int, longest: float) -> list[str]:
    """What a program had printed when it was killed, a random while after its first lines."""
    running = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    shown = [next(running.stdout) for _ in range(lines)]
    random_moment(longest)
    running.kill()
    shown += running.communicate()[0].splitlines()
    assert running.returncode == -signal.SIGKILL
    return shown
