"""Branching: the part of a replay that tries other moves and keeps them as variations.

Everything that the page does can be done in Python, too:

>>> from khronos_lab.widgets.replay.widget import replay
>>> game = replay("data/games/01-two-players-valley.khr").what_if()
>>> game.choose("verb", "end").play_move().branches, game.unsaved
(((0, 0),), True)
>>> game.name_line("Wait and see").delete().branches
()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from traitlets import observe

from khronos_lab.engine.moves import Outcome
from khronos_lab.players.knowledge import ALL
from khronos_lab.records import tree
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import Age
from khronos_lab.widgets.clickable_boards.clickboard import Panel, told_group
from khronos_lab.widgets.coach.turning_points import turning_panel
from khronos_lab.widgets.move_input.move_choice import Mover
from khronos_lab.widgets.move_input.panels import (
    PLAY,
    below_text,
    move_groups,
    move_panels,
    pressed,
    status_text,
)
from khronos_lab.widgets.what_if.branch_points import (
    Spot,
    may_move,
    mover_overlay,
    spot_at,
    spot_text,
)
from khronos_lab.widgets.what_if.compare import PINNED, Pin, compare_panel
from khronos_lab.widgets.what_if.games_played_on import PlayingOn
from khronos_lab.widgets.what_if.panels import more_groups, more_panels, title_text

if TYPE_CHECKING:
    from typing import Self


class Branching(PlayingOn):
    """What a replay needs to try other moves; `Replay` shows it."""

    # -------------------------------------------------------------- on and off

    def what_if(self, on: bool = True) -> Self:
        """Try other moves from what is shown, or leave off trying them."""
        if not on:
            self._mover = self._spot = None
            self.what_if_page = {}
            return self
        _ = self.record
        self.playing = False
        self._settle()
        self._tell_what_if()
        return self

    def _settle(self) -> None:
        """Take over the position that is shown; what was half chosen elsewhere is forgotten."""
        spot = spot_at(self.timeline, self._branches, self.index)
        if self._spot is None or (spot.branches, spot.moves) != (
            self._spot.branches,
            self._spot.moves,
        ):
            self._mover = Mover(spot.state)
        self._spot = spot

    @observe("index", "line", "playing")
    def _moved(self, _: object) -> None:
        if self._mover is None or self.playing:
            return
        self._settle()
        self._tell_what_if()

    @observe("eyes")
    def _seen_otherwise(self, _: object) -> None:
        # What it is called may tell cards that these eyes do not see.
        self._pin = None
        self._desk = self._desk._replace(compare="")
        self._tell_strip()
        self._tell_what_if()

    @observe("coins")
    def _purses_otherwise(self, _: object) -> None:
        self._tell_what_if()

    @observe("language")
    def _spoken_otherwise(self, _: object) -> None:
        self._tell_strip()
        self._tell_what_if()

    # -------------------------------------------------------------- choosing a move

    @property
    def mover(self) -> Mover:
        """The half-made choice."""
        if self._mover is None:
            raise KhronosError("nothing is being tried; begin with .what_if()")
        return self._mover

    def choose(self, control: str, value: str) -> Self:
        """Choose something beside the boards: `choose("verb", "build")`, `("building", "m2")`."""
        self._changed(self._own_turn().take(f"move.{control.removeprefix('move.')}", value))
        return self

    def click_square(self, age: Age | int, square: int) -> Self:
        """Click a square; if that is not allowed, `mover.said` has the reasons."""
        self._changed(self._own_turn().click(Age(age), square))
        return self

    def take_back(self) -> Self:
        """Take the last choice back."""
        self._changed(self.mover.back())
        return self

    def _own_turn(self) -> Mover:
        if not may_move(self.spot, self.eyes):
            raise KhronosError(say("branch-hidden_turn", self.language))
        if self.spot.inside:
            # What is chosen is seen on the position that it is chosen for.
            self.index = self.spot.frame
        return self.mover

    def _changed(self, mover: Mover) -> None:
        self._mover = mover
        self._tell_what_if()

    def play_move(self) -> Self:
        """Play the move that is chosen; a new one becomes a variation."""
        spot, move = self.spot, self.mover.move
        if move is None:
            raise KhronosError(status_text(self.mover, self.language))
        place = tree.played(self.record, spot.branches, spot.moves, [move], spot.state)
        self._go_to(place)
        return self

    # -------------------------------------------------------------- comparing

    def remember(self) -> Self:
        """Remember the position that is shown, to compare others with it."""
        spot = self.spot
        self._pin = Pin(spot.state, spot_text(self.record, spot, self.language, self.eyes))
        self._tell_what_if()
        return self

    def compare(self, what: str = PINNED) -> Self:
        """Show what differs from the `pinned` position, from the `game` as played, or two ages.

        Ages are compared by their numbers: `01`, `12`, `02`; an empty text compares nothing.
        """
        if what == PINNED and self._pin is None:
            raise KhronosError("no position is remembered yet; use .remember() where it is shown")
        self._desk = self._desk.taken("branch.compare", what)
        self._tell_what_if()
        return self

    # -------------------------------------------------------------- the page

    def _tell_what_if(self) -> None:
        """Tell the browser what can be chosen."""
        mover, spot = self._mover, self._spot
        if mover is None or spot is None:
            return
        language, own = self.language, may_move(spot, self.eyes)
        result = mover.result if own else None
        after = result.state if isinstance(result, Outcome) else None
        groups = move_groups(mover, language, say("branch-play", language)) if own else []
        panels = move_panels(mover, language, self.eyes) if own else []
        desk = self._desk._replace(
            busy=self._busy, eyes=self.eyes, unsaved=self.unsaved, home=self.home, pin=self._pin,
            points=self._points if self.eyes == ALL else None,
        )  # fmt: skip
        self.what_if_page = {
            "title": title_text(self.record, spot, language, self.eyes),
            "status": status_text(mover, language) if own else say("branch-hidden_turn", language),
            "refused": bool(mover.said),
            "below": below_text(mover, language) if own else "",
            "frame": spot.frame,
            "marks": mover_overlay(mover, after) if own else "",
            "groups": [told_group(group) for group in groups],
            "panels": [panel._asdict() for panel in panels if panel.name != "move_status"],
            "more": [told_group(group) for group in more_groups(self.record, spot, desk, language)],
            "results": [panel._asdict() for panel in self._results(spot)],
        }

    def _results(self, spot: Spot) -> list[Panel]:
        language, eyes = self.language, self.eyes
        return [
            *compare_panel(
                self.record, self._lines.main, self.timeline, spot, self._desk.compare, self._pin,
                language, eyes, self.coins,
            ),
            *more_panels(self.record, spot, self._ends, language, eyes),
            *turning_panel(self._points if eyes == ALL else None, language),
        ]  # fmt: skip

    def _is_stale(self, content: dict[str, Any]) -> bool:
        """True for a question about a line that an edit may have renamed: it is asked anew."""
        about_a_line = content["kind"] in ("want", "story", "curve", "click", "place")
        return about_a_line and content.get("edition", self.edition) != self.edition

    def _answer_what_if(self, content: dict[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
        """Do what the page asks for."""
        self.error = ""
        answers: dict[str, Callable[[], object]] = {
            "toggle": lambda: self.what_if(not self.trying),
            "take": lambda: self._take(str(content["name"]), content["value"]),
            "press": lambda: self._press(str(content["name"])),
            "click": lambda: self._click_at(content),
        }
        try:
            answers[content["what"]]()
        except Exception:
            # What was refused must not stay on the page.
            self._tell_what_if()
            raise
        return {"kind": "what_if"}, []

    def _click_at(self, content: dict[str, Any]) -> None:
        if "square" in content:
            # A square that was chosen by keyboard; there may be none yet.
            found = self._square(content["square"])
            if found:
                self.click_square(Age(found[0]), found[1])
            return
        place = self._square_at(content)
        if place is not None:
            self.click_square(*place)

    def _square(self, value: Sequence[int]) -> list[int]:
        raise NotImplementedError

    def _square_at(self, content: dict[str, Any]) -> tuple[Age, int] | None:
        raise NotImplementedError

    def _take(self, name: str, value: str | bool) -> None:
        if name.startswith("move."):
            self.choose(name, str(value))
        elif name == "branch.name":
            self.name_line(str(value))
        elif name == "branch.comment":
            self.comment(str(value))
        elif name == "branch.mark":
            self.mark(str(value))
        elif name == "branch.compare":
            self.compare(str(value))
        else:
            self._desk = self._desk.taken(name, value)
            self._tell_what_if()

    def _press(self, name: str) -> None:
        desk = self._desk
        work: dict[str, Callable[[], object]] = {
            PLAY: self.play_move,
            "branch.turn": lambda: self.hand_over(desk.player, "turn"),
            "branch.end": lambda: self.hand_over(desk.player, "game"),
            "branch.many": lambda: self.play_on(desk.player, desk.games),
            "branch.stop": self.stop,
            "branch.turning": self.turning,
            "branch.best_keep": lambda: self.keep_best(int(desk.best) if desk.best else None),
            "branch.pin": self.remember,
            "branch.promote": self.promote,
            "branch.delete": self.delete,
            "branch.cut": self.cut,
            "branch.save": self._save_from_page,
            "branch.close": lambda: self.what_if(False),
        }
        if name in work:
            work[name]()
        else:
            self._changed(pressed(self.mover, name))

    def _save_from_page(self) -> None:
        path = self._desk.path.strip()
        self.save(path or None, replace=self._desk.replace)
