"""Pictures of frames: what those who draw them with matplotlib share."""

from __future__ import annotations

from threading import RLock
from typing import Final

from khronos_lab.analysis.timeline import Frame, Timeline
from khronos_lab.core.state import GameState

NARROWEST: Final = 320
WIDEST: Final = 1700
RATIOS: Final = (1.0, 3.0)
"""Bounds of a picture: pixels of an ordinary screen, and pixels of this screen for one of these."""

# Matplotlib cannot draw one figure from two threads, and its settings belong to the whole process;
# a notebook answers messages of pages in a thread of their own.
LOCK: Final = RLock()


def turn_before(timeline: Timeline, frame: Frame) -> GameState | None:
    """The state at the end of the turn before, with which the difference view compares."""
    index = timeline.previous(frame.index, "turn")
    return None if index is None else timeline.state_at(index)
