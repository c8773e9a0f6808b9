"""A review that shows in a notebook what it has found so far, and can be interrupted."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Any, Final

from khronos_lab.analysis import Review, heading
from khronos_lab.rulebook import say
from khronos_lab.simulation import review_game, reviews
from khronos_lab.viewer import tag

PAUSE: Final = 1.0
"""Seconds between two looks at what was found: nobody reads more."""


def streamed_review(source: Any, *, progress: Any = None, **options: Any) -> Review:  # noqa: ANN401
    """The review of a game; in a notebook, what was found so far stands below the cell meanwhile.

    Whoever interrupts it gets what is done by then.
    """
    shown = _display() if progress is None else None
    if shown is None:
        return review_game(source, progress=progress, **options)
    from IPython.display import HTML, display

    found = reviews(source, **options)
    review, told = next(found), monotonic()
    handle = display(HTML(_so_far(review)), display_id=True)  # type: ignore[no-untyped-call]
    try:
        for review in found:
            if monotonic() - told > PAUSE:
                told = monotonic()
                handle.update(HTML(_so_far(review)))  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        pass  # what is done by then is kept, and is the result
    handle.update(HTML(""))  # type: ignore[no-untyped-call]
    return review


def _display() -> object | None:
    """The kernel of a notebook; None elsewhere."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive else None
    return shell if hasattr(shell, "kernel") else None


def _so_far(review: Review) -> str:
    head = say("coach-working", done=review.judged, turns=len(review.turns))
    return str(
        tag(
            "div",
            tag("p", head),
            tag("ul", *(tag("li", heading(each)) for each in review.mistakes)),
        )
    )
