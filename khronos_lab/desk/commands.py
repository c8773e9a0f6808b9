"""Commands: what a replay can be told to do in Python, as by a key or a button in the browser.

A command is `play`, `start`, `end`, `effect.forward`, `action.back` and the like, or a jump:
`paradox.forward`, `taxation.back`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from khronos_lab.analysis import Stop, Timeline
from khronos_lab.rulebook import KhronosError

UNITS: Final[Mapping[str, Stop]] = MappingProxyType(
    {"effect": "effect", "action": "move", "turn": "turn"}
)
"""What one can step by, and the stop of the timeline it goes to."""

JUMPS: Final[Mapping[str, Stop]] = MappingProxyType(
    {"paradox": "paradox", "covered": "covered", "blocked": "blocked", "join": "join",
     "split": "split", "taxation": "tax"}
)  # fmt: skip
"""What one can jump to, and the stop of the timeline it goes to."""

WAYS: Final = ("back", "forward")

COMMANDS: Final = (
    "play", "start", "end", "what_if",
    *(f"{name}.{way}" for name in (*UNITS, *JUMPS) for way in WAYS),
)  # fmt: skip


def target(timeline: Timeline, index: int, command: str) -> int | None:
    """The frame to which a command leads from a frame; None if there is nothing that way.

    >>> from khronos_lab.engine import new_game
    >>> target(Timeline.of([], start=new_game(2, seed=7)), 0, "paradox.forward") is None
    True
    """
    if command in ("start", "end"):
        return 0 if command == "start" else len(timeline) - 1
    name, _, way = command.partition(".")
    stop = UNITS.get(name) or JUMPS.get(name)
    if stop is None or way not in WAYS:
        known = ", ".join(each for each in COMMANDS if each not in ("play", "what_if"))
        raise KhronosError(f"there is no way {command!r} through a game; there are {known}")
    return timeline.next(index, stop) if way == "forward" else timeline.previous(index, stop)
