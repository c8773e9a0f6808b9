"""Players for tests of the simulation: slow ones, and such as fail or take their process down."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from khronos_lab.players import RandomPlayer


class Slow(RandomPlayer):
    """Takes its time where it is told to, so that a run can be killed in the middle."""

    def choose(self, view, rng):
        time.sleep(float(os.environ.get("KHRONOS_LAB_TEST_DELAY", "0")))
        return super().choose(view, rng)


class Faulty(RandomPlayer):
    """Loses its head in about one game of three."""

    def choose(self, view, rng):
        if rng.random() < 0.01:
            raise RuntimeError(f"lost my head in round {view.round}, says {object()}")
        return super().choose(view, rng)


class Deadly(RandomPlayer):
    """Ends its process, as often as a file says."""

    def choose(self, view, rng):
        lives = Path(os.environ["KHRONOS_LAB_TEST_LIVES"])
        left = int(lives.read_text())
        if left:
            lives.write_text(str(left - 1))
            os._exit(9)
        return super().choose(view, rng)


class SoreLoser(RandomPlayer):
    """Raises when it is behind, so that only games it may win are played to their end."""

    def choose(self, view, rng):
        mine = view.players[view.seat].coins
        if view.round >= 6 and any(player.coins > mine for player in view.players):
            raise RuntimeError("I do not like this")
        return super().choose(view, rng)


class Leaver(RandomPlayer):
    """Ends the program."""

    def choose(self, view, rng):
        if view.round >= 2:
            sys.exit("bye")
        return super().choose(view, rng)
