"""Coach: the review of a game as it is worked out, what a moment promises, and practice. No widget.

The browser has the review with the game (`board.review_data`), so a step costs no message; what
nobody has reviewed is evaluated where one rests.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, Final, Literal

from khronos_lab.analysis import Outlook, Review, ReviewedTurn, heading, outlook_of
from khronos_lab.board import outlook_part, tag, together
from khronos_lab.core import GameState
from khronos_lab.desk.background import Background, Report, Stop
from khronos_lab.desk.mode import Control, Group, Panel, told_group
from khronos_lab.desk.practice import Practice
from khronos_lab.kit import Audience
from khronos_lab.players import ALL
from khronos_lab.records import GameRecord, Home
from khronos_lab.rulebook import KhronosError, say
from khronos_lab.simulation import review_beside, review_game, reviews

SEED: Final = 0


class Coach:
    """The review of the game as played, and what is shown of it."""

    def __init__(self, changed: Callable[[Exception | None], None]) -> None:
        """`changed` is called when work begins, gets on and ends; with what failed, if it did."""
        self.review: Review | None = None
        """What is known of the game by now."""
        self.practice: Practice | None = None
        self.on = False
        self.working = False
        self._chosen = 0
        self._changed = changed
        self._work = Background()
        self._looking = Background()
        self._moment: GameState | None = None
        self._outlooks: dict[GameState, Outlook] = {}

    # -------------------------------------------------------------- working it out

    def start(self, record: GameRecord, home: Home | None, audience: Audience) -> None:
        """Review the game as played, in the background; beside its own file it is kept."""
        if audience.eyes != ALL:
            # Better turns are sought with the hands that their players had.
            raise KhronosError(say("coach-hidden"))
        if self.working or (self.review is not None and self.review.finished):
            return
        keep: Path | Literal[False]
        keep = False if home is None or home.shipped else review_beside(home.path, home.number)

        def work(told: Report, stop: Stop) -> Review:
            return self._look(record, keep, told, stop)

        def done(review: Review) -> None:
            self.review, self.working = review, False
            self._changed(None)

        def failed(fault: Exception) -> None:
            self.working = False
            self._changed(fault)

        self.working = True
        self._changed(None)
        self._work.start(work, told=lambda *_: self._changed(None), done=done, failed=failed)

    def _look(
        self,
        record: GameRecord,
        keep: Path | Literal[False],
        told: Report,
        stop: Stop,
    ) -> Review:
        for review in reviews(record, seed=SEED, keep=keep, stop=stop):
            for each in review.turns:
                if each.mark:
                    each.reasons()  # they take time, which the page that tells them has not
            # Values never change, so whoever reads it meanwhile sees a whole one.
            self.review = review
            told(review.reviewed + review.judged, 2 * len(review.turns))
        return review

    def stop(self) -> None:
        """Stop; what is done by then counts."""
        self._work.stop()

    def close(self) -> None:
        """Stop all work."""
        self._moment = None
        self._work.stop()
        self._looking.stop()

    def look_at(self, state: GameState) -> None:
        """Say what a position promises, at once; if asked for a review, better while one looks."""
        self._moment = state
        if self._looking.busy:
            self._looking.stop()  # whoever ends next begins with where we are by then
            return
        if self._has_looked_at(state):
            return

        def work(told: Report, stop: Stop) -> None:
            for refined in (False, True) if self.on else (False,):
                if not stop() and (refined or state not in self._outlooks):
                    self._outlooks[state] = outlook_of(state, refined=refined)
                    told(1 + refined, 2)

        def done(_: None) -> None:
            self._changed(None)
            if self._moment is not None and not self._has_looked_at(self._moment):
                # This one counts as under way until it has been told.
                self._looking = Background()
                self.look_at(self._moment)

        self._looking.start(
            work, told=lambda *_: self._changed(None), done=done, failed=self._changed
        )

    def _has_looked_at(self, state: GameState) -> bool:
        known = self._outlooks.get(state)
        return known is not None and known.refined >= self.on

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the review, without a browser."""
        self._work.join(seconds)
        self._looking.join(seconds)

    def forget(self) -> None:
        """The game as played is another one now."""
        self._work.stop()
        self.review = self.practice = None
        self._chosen = 0

    # -------------------------------------------------------------- choosing

    @property
    def turn(self) -> ReviewedTurn | None:
        """The turn that is kept or practised: the chosen one, or the costliest mistake."""
        if self.practice is not None:
            return self.practice.turn
        if self.review is None:
            return None
        chosen = [each for each in self.review.turns if each.turn == self._chosen]
        return next(iter(chosen or self.review.mistakes), None)

    def choose(self, turn: int) -> None:
        """Go on with another turn, by its number."""
        self._chosen = turn

    # -------------------------------------------------------------- what is told

    def outlook(self) -> dict[str, Any]:
        """What the position on the boards promises, as far as it is known."""
        known = None if self._moment is None else self._outlooks.get(self._moment)
        return {} if known is None else outlook_part(known)

    def has_judged(self, index: int) -> bool:
        """True if the review says what there is to say of the turn of a frame."""
        turns = () if self.review is None else self.review.turns
        return any(each.first < index <= each.step and each.final for each in turns)

    def practising(self) -> dict[str, Any]:
        """The task, hints and answers, with their buttons, for the side of the boards."""
        practice = self.practice
        assert practice is not None

        def button(name: str, *, strong: bool = False) -> Control:
            said, hint = (say(f"coach-{key}") for key in (name, f"{name}_hint"))
            return Control(f"coach.{name}", "button", said, strong=strong, hint=hint)

        controls = (
            button("check", strong=not practice.open), button("hint"), button("next"),
            button("leave"),
        )  # fmt: skip
        told = together([tag("p", each) for each in practice.lines()])
        panel = Panel("coach_practice", say("coach-practice"), told, wide=True)
        return {
            "groups": [told_group(Group("coach_practice", "", controls))],
            "panels": [panel._asdict()],
        }


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
