"""Coach: the review of a game as it is worked out, what a moment promises, and practice. No widget.

The browser has the review with the game (`viewer.review_data`), so a step costs no message; what
nobody has reviewed is evaluated where one rests. In practice one stands before a mistake, tries
another turn, and is told.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final, Literal

from khronos_lab.analysis import (
    Outlook,
    Review,
    ReviewedTurn,
    better_text,
    between,
    heading,
    outlook_of,
    signed,
)
from khronos_lab.board import outlook_part, tag, together
from khronos_lab.core import GameState
from khronos_lab.core import events as e
from khronos_lab.desk.background import Background, Report, Stop
from khronos_lab.desk.mode import Control, Group, Panel, told
from khronos_lab.kit import Audience
from khronos_lab.players import ALL, Loss
from khronos_lab.records import GameRecord, Home
from khronos_lab.rulebook import KhronosError, Said, multilingual, say
from khronos_lab.simulation import review_beside, review_game, reviews, tried_turn

SEED: Final = 0
CLOSE: Final = 1.5
"""Coins that a turn may give away against the best one and still be right."""
HINTS: Final = 3
"""Hints from the age to the whole turn."""
PAUSE: Final = 1.0
"""Seconds between two looks at what was found: nobody reads more."""


@dataclass(frozen=True)
class Practice:
    """Where somebody is in the mistakes of a game."""

    review: Review
    turns: tuple[ReviewedTurn, ...]
    """The mistakes, in the order of the game."""
    number: int = 0
    hints: int = 0
    tried: Loss | None = None
    """What the turn that was tried last gives away against the best one."""
    idle: bool = False
    """The check was asked for before anything was tried."""

    @classmethod
    def of(cls, review: Review, player: str | None = None, shown: int | None = None) -> Practice:
        """Practice with all mistakes of a game, or with those of one player.

        It begins with the mistake of the turn that is `shown`, or else with the worst.
        """
        if player is not None:
            review = review.of_player(player)
        found = sorted(review.mistakes, key=lambda each: each.turn)
        if not found:
            raise KhronosError(say("practice-nothing"))
        at = shown or 0
        here = [each for each in found if each.first < at <= each.step]
        here += [each for each in found if each.first == at > 0]
        first = (*here, *review.mistakes)[0]
        return cls(review, tuple(found), found.index(first))

    @property
    def turn(self) -> ReviewedTurn:
        """The mistake that one stands before."""
        return self.turns[self.number]

    @property
    def solved(self) -> bool:
        """True if what was tried is as good as the best turn, or nearly."""
        loss = self.tried
        return loss is not None and (loss.coins.value <= CLOSE)

    @property
    def open(self) -> bool:
        """True if the answer may be seen."""
        return self.solved or self.hints >= HINTS

    def hint(self) -> Practice:
        return replace(self, hints=min(HINTS, self.hints + 1))

    def attempt(self, texts: Sequence[str]) -> Practice:
        """Judge a turn in notation; where nothing was done there is nothing to judge."""
        tried = tried_turn(self.turn, texts) if texts else None
        return replace(self, tried=tried, idle=tried is None)

    def next(self) -> Practice:
        """The next mistake; after the last comes the first."""
        number = (self.number + 1) % len(self.turns)
        return Practice(self.review, self.turns, number)

    @multilingual
    def lines(self, language: str | None = None) -> list[str]:
        """What there is to read: the task, hints, what became of the last attempt."""
        turn = self.turn
        assert turn.loss is not None
        found = [
            say(
                "practice-task", who=turn.player, label=turn.label, n=self.number + 1,
                all=len(self.turns), moves=turn.played,
                coins=signed(turn.loss.coins.value, 1).removeprefix("+"),
            )
        ]  # fmt: skip
        found += [_hint(turn, number) for number in range(1, min(self.hints, 2) + 1)]
        if self.idle:
            found.append(say("practice-idle"))
        if self.tried is not None:
            found.append(
                say(
                    "practice-tried", solved=self.solved,
                    coins=signed(max(0.0, self.tried.coins.value), 1).removeprefix("+"),
                    between=between(self.tried.coins[1:], 1, plus=False)
                )
            )  # fmt: skip
        if self.open:
            found += [better_text(turn), turn.reasons()]
        return found


def _hint(turn: ReviewedTurn, number: int) -> str:
    """Where to look, then what to do there."""
    assert turn.other is not None
    deeds = [
        entry.event
        for log in turn.other.logs
        for entry in log
        if entry.event.about.action and not isinstance(entry.event, e.AdventurerTravelled)
    ]
    if number == 1:
        ages = dict.fromkeys(event.age for event in deeds if event.age is not None)
        said = tuple(Said("practice-age", {"age": each}) for each in ages)
        return say("practice-where", ages=said)
    buildings = [event.building for event in deeds if isinstance(event, e.OfBuilding)]
    things = tuple(dict.fromkeys(each.thing._replace(which="", place="") for each in buildings))
    return say("practice-what", buildings=things)


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
            for review in reviews(record, seed=SEED, keep=keep, stop=stop):
                for each in review.turns:
                    if each.mark:
                        each.reasons()  # they take time, which the page that tells them has not
                # Values never change, so whoever reads it meanwhile sees a whole one.
                self.review = review
                told(review.reviewed + review.judged, 2 * len(review.turns))
            return review

        def done(review: Review) -> None:
            self.review, self.working = review, False
            self._changed(None)

        def failed(fault: Exception) -> None:
            self.working = False
            self._changed(fault)

        self.working = True
        self._changed(None)
        self._work.start(work, told=lambda *_: self._changed(None), done=done, failed=failed)

    def stop(self) -> None:
        self._work.stop()

    def close(self) -> None:
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
        lines = together([tag("p", each) for each in practice.lines()])
        panel = Panel("coach_practice", say("coach-practice"), lines, wide=True)
        return {"groups": [told(Group("coach_practice", "", controls))], "panels": [told(panel)]}


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
