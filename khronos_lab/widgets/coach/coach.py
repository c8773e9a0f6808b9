"""Coach: the review of a game as it is worked out, its page in the replay, and practice. No widget.

The page has marks for the list of moves, stops for the keys, a curve, what is said of one turn, and
both branches of that turn as ghosts for the boards.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

from khronos_lab.analysis import (
    Outlook,
    Review,
    ReviewedTurn,
    account_text,
    caveat,
    heading,
    outlook_of,
    verdict,
)
from khronos_lab.board import overlay
from khronos_lab.core import GameState
from khronos_lab.players import ALL
from khronos_lab.records import GameRecord, Home
from khronos_lab.rulebook import KhronosError, current_language, say
from khronos_lab.scenes import better_turn
from khronos_lab.simulation import review_beside, reviews
from khronos_lab.viewer import Markup, tag, together
from khronos_lab.widgets.clickable_boards.clickboard import Control, Group, Panel, told_group
from khronos_lab.widgets.coach.practice import Practice
from khronos_lab.widgets.kit.background import Background, Report, Stop
from khronos_lab.widgets.kit.frame_pictures import image
from khronos_lab.widgets.kit.hidden_cards import Audience

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
        self._curve: tuple[Review, str, bytes] | None = None
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
        """Say what a position promises, at once, and better while one looks at it."""
        self._moment = state
        if self._looking.busy:
            self._looking.stop()  # whoever ends next begins with where we are by then
            return
        if state in self._outlooks and self._outlooks[state].refined:
            return

        def work(told: Report, stop: Stop) -> None:
            for refined in (False, True):
                if not stop() and (refined or state not in self._outlooks):
                    self._outlooks[state] = outlook_of(state, refined=refined)
                    told(1 + refined, 2)

        def done(_: None) -> None:
            self._changed(None)
            if self._moment is not None and self._moment != state:
                # This one counts as under way until it has been told.
                self._looking = Background()
                self.look_at(self._moment)

        self._looking.start(
            work, told=lambda *_: self._changed(None), done=done, failed=self._changed
        )

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
        """The turn that is told: the chosen one, or the costliest mistake."""
        if self.practice is not None:
            return self.practice.turn
        if self.review is None:
            return None
        chosen = [each for each in self.review.turns if each.turn == self._chosen]
        return next(iter(chosen or self.review.mistakes), None)

    def choose(self, turn: int) -> None:
        """Tell another turn, by its number."""
        self._chosen = turn

    # -------------------------------------------------------------- the page

    def page(self, audience: Audience) -> dict[str, Any]:
        """What the browser shows; nothing while the coach is off or not all hands are seen."""
        if audience.eyes != ALL or not (self.on or self.review):
            return {}
        review = self.review
        marked = [each for each in review.turns if each.mark] if review else []
        turn = self.turn
        return {
            "on": self.on,
            "marks": {each.label: each.mark for each in marked},
            "stops": [[each.first, each.turn] for each in marked if each.is_mistake],
            "ghosts": {} if turn is None or not self.on else self._ghosts(turn),
            "groups": [told_group(each) for each in self._groups()] if self.on else [],
            "panels": [each._asdict() for each in self._panels()] if self.on else [],
        }

    def _ghosts(self, turn: ReviewedTurn) -> dict[str, Any]:
        hidden = self.practice is not None and not self.practice.open
        return {"frame": turn.first, "marks": None if hidden else ghosts_of(turn)}

    def _groups(self) -> list[Group]:
        def button(name: str, *, strong: bool = False, off: bool = False) -> Control:
            said, hint = (say(f"coach-{key}") for key in (name, f"{name}_hint"))
            return Control(f"coach.{name}", "button", said, strong=strong, disabled=off, hint=hint)

        review = self.review
        if self.practice is not None:
            controls = (
                button("check", strong=not self.practice.open), button("hint"), button("next"),
                button("leave"),
            )  # fmt: skip
            return [Group("coach_practice", "", controls)]
        whole = review is not None and review.finished
        found = bool(review and review.mistakes)
        work = button("stop") if self.working else button("start", strong=not whole, off=whole)
        buttons = (work, button("keep", off=self.turn is None), button("practice", off=not found))
        return [Group("coach_work", "", buttons)]

    def _panels(self) -> list[Panel]:
        if self.practice is not None:
            lines = [tag("p", each) for each in self.practice.lines()]
            title = say("coach-practice")
            return [Panel("coach_practice", title, together(lines), wide=True)]
        review, title = self.review, say("coach-title")
        found = self._moment_panel()
        if review is None:
            about = Panel("coach_about", title, tag("p", say("coach-about")), wide=True)
            return [*found, about]
        parts: list[Markup] = []
        if self.working:
            told = say("coach-working", done=review.judged, turns=len(review.turns))
            parts.append(tag("p", told, class_="klc-note"))
        turn = self.turn
        if turn is None:
            parts.append(tag("p", say("review-none", n=review.reviewed)))
        else:
            parts.append(tag("p", tag("b", heading(turn))))
            parts += [tag("p", each) for each in verdict(turn)]
            if turn.is_mistake:
                parts.append(tag("p", say("coach-ghosts"), class_="klc-note"))
        parts.append(tag("ul", *(_entry(each) for each in review.mistakes)))
        found.append(Panel("coach_turn", title, together(parts), wide=True))
        if review.accounts and not self.working:
            lines = [tag("li", account_text(each)) for each in review.accounts]
            shows = image(self._curve_of(review), say("title-review"))
            note = tag("p", caveat(review), class_="klc-note")
            luck = together([tag("ul", *lines), shows, note])
            found.append(Panel("coach_luck", say("review-luck"), luck, wide=True))
        return found

    def _moment_panel(self) -> list[Panel]:
        """What the position on the boards promises."""
        outlook = None if self._moment is None else self._outlooks.get(self._moment)
        if outlook is None:
            return []
        lines = [tag("p", each) for each in outlook.lines()]
        if not outlook.refined:
            lines.append(tag("p", say("outlook-more"), class_="klc-note"))
        return [Panel("coach_moment", say("outlook-title"), together(lines), wide=True)]

    def _curve_of(self, review: Review) -> bytes:
        """The curve as PNG, drawn once."""
        if (
            self._curve is None
            or self._curve[0] is not review
            or self._curve[1] != current_language()
        ):
            self._curve = review, current_language(), curve_png(review)
        return self._curve[2]


def _entry(turn: ReviewedTurn) -> Markup:
    """A mistake in the list: it leads to the position before its turn."""
    assert turn.loss is not None
    said = say(
        "coach-entry", label=turn.label, mark=turn.mark, who=turn.player,
        n=round(turn.loss.coins.value), points=round(100 * turn.loss.chance.value)
    )  # fmt: skip
    return tag("li", tag("a", said, href="#", data_turn=str(turn.turn), data_index=str(turn.first)))


def curve_png(review: Review) -> bytes:
    """The curve as PNG."""
    from khronos_lab.drawing import draw_review  # with polars, which takes time

    return draw_review(review).png(1.5)


def ghosts_of(turn: ReviewedTurn) -> dict[str, Any]:
    """What the better turn adds to the boards after a turn, and what it leaves out."""
    better = turn.other if turn.mark else None
    return overlay(turn.before, [] if better is None else better_turn(turn.known, better.known))
