"""Progress bars: how far a run has come, in a terminal or a notebook."""

from __future__ import annotations

import sys
from typing import Protocol

from khronos_lab.rulebook import say


class Bar(Protocol):
    """A bar that is being shown, or not."""

    def __enter__(self) -> Bar: ...

    def __exit__(self, *fault: object) -> object: ...

    def update(self, games: int) -> object:
        """Note that some more games are done."""


def new_bar(
    games: int,
    done: int = 0,
    *,
    shown: bool | None = None,
    doing: str = "",
    unit: str = "progress-game",
) -> Bar:
    """A bar with games a second and time left; by default it shows where somebody sees it."""
    from tqdm.auto import tqdm  # with asyncio, which takes time

    shown = is_watched() if shown is None else shown
    bar: Bar = tqdm(
        total=games, initial=done, unit=say(unit), desc=doing or None,
        disable=not shown, smoothing=0.1,
    )  # fmt: skip
    return bar


def is_watched() -> bool:
    """True if somebody sees a bar: in a terminal, or in a notebook."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive else None
    return hasattr(shell, "kernel") or bool(sys.stderr and sys.stderr.isatty())
