"""Pictures of frames: what those who draw them with matplotlib share."""

from __future__ import annotations

from base64 import b64encode
from threading import RLock
from typing import Final

from khronos_lab.analysis import Frame, Timeline
from khronos_lab.core import GameState
from khronos_lab.viewer import Markup, tag

# Matplotlib cannot draw one figure from two threads, and its settings belong to the whole process;
# a notebook answers messages of pages in a thread of their own.
LOCK: Final = RLock()


def turn_before(timeline: Timeline, frame: Frame) -> GameState | None:
    """The state at the end of the turn before, with which the difference view compares."""
    index = timeline.previous(frame.index, "turn")
    return None if index is None else timeline.state_at(index)


def image(png: bytes, words: str, more: str = "") -> Markup:
    """A picture that stands in the page itself, with what it says."""
    source = f"data:image/png;base64,{b64encode(png).decode()}"
    return tag("img", src=source, alt=words, class_=f"kl-what-picture{more}")
