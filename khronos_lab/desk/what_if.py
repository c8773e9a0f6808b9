"""What if: another move is tried at a place of a game and kept as a variation. No widget here.

>>> from khronos_lab.records import game_at
>>> study = Study(*game_at("data/games/01-two-players-valley.khr"))
>>> game = WhatIf(study, lambda _: None, lambda _: None)
>>> game.settle((), 0)
True
>>> game.play_move("end of turn")
>>> study.cursor.line, study.unsaved
(((0, 0),), True)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from khronos_lab.analysis import Timeline, branched
from khronos_lab.board import overlay
from khronos_lab.core import Action, GameState, Move, Question, question_text
from khronos_lab.desk.background_games import BackgroundGames
from khronos_lab.desk.board_input import BoardInput
from khronos_lab.desk.branch_points import (
    BOTS,
    Spot,
    may_move,
    spot_after,
    spot_at,
    spot_text,
)
from khronos_lab.desk.clickboard import Panel, told_group, told_menu
from khronos_lab.desk.compare import PINNED, Pin, compare_panel
from khronos_lab.desk.menu import WouldBe, acting_line
from khronos_lab.desk.what_if_panels import (
    Desk,
    more_groups,
    more_panels,
    place_of,
    title_text,
)
from khronos_lab.engine import as_move, play
from khronos_lab.kit import Audience
from khronos_lab.records import Branches, Cursor, GameRecord, Node, PathName, Step, Study
from khronos_lab.rulebook import Age, KhronosError, say

Given = ParamSpec("Given")

KEPT: Final = 8
"""Lines whose frames are kept."""


def _edits(
    change: Callable[Concatenate[Study, Given], Study],
) -> Callable[Concatenate[WhatIf, Given], None]:
    """A method that edits the game at the place that is shown."""

    @wraps(change)
    def edit(what_if: WhatIf, /, *args: Given.args, **more: Given.kwargs) -> None:
        what_if.edit(lambda study: change(study, *args, **more))

    return edit


class WhatIf:
    """The move that is tried, the study that it is kept in, and what the page says of both."""

    def __init__(
        self,
        game: Study | Timeline,
        changed: Callable[[bool], None],
        worked: Callable[[Exception | None], None],
        other_game: Callable[[], None] = lambda: None,
    ) -> None:
        """`changed` is called after every change, with True if the game was edited.

        `worked` is called by what goes on in the background, see `BackgroundGames`; `other_game`
        if the game as played has become another one.
        """
        self._study = game if isinstance(game, Study) else None
        self._frames = game if isinstance(game, Timeline) else None
        self._timelines: dict[Branches, tuple[tuple[Step, ...], Timeline]] = {}
        self.games = BackgroundGames(worked)
        self.audience = Audience()
        self._changed = changed
        self._other_game = other_game
        self._touch: BoardInput | None = None
        self._spot: Spot | None = None
        self._desk = Desk()
        self._pin: Pin | None = None

    @property
    def study(self) -> Study:
        """The game with all its variations."""
        if self._study is None:
            raise KhronosError(
                "this replay shows a timeline without its record: open a file or a record to try "
                "other moves"
            )
        return self._study

    def timeline(self, line: Branches) -> Timeline:
        """The frames of a line, from the start of the game."""
        steps = () if self._study is None else self._study.steps(line)
        if line in self._timelines and self._timelines[line][0] is steps:
            return self._timelines[line][1]
        if self._study is not None:
            found = Timeline.of(steps, start=self._study.start)
        else:
            assert self._frames is not None
            found = self._frames
            for move, number in line:
                found = branched(found, move, number)
        self._timelines.pop(line, None)
        self._timelines[line] = steps, found
        for old in [*self._timelines][:-KEPT]:
            del self._timelines[old]
        return found

    @property
    def record(self) -> GameRecord:
        """The game with all its variations, those included that are not saved yet."""
        return self.study.record

    @property
    def has_record(self) -> bool:
        """False for a timeline that came without its record."""
        return self._study is not None

    @property
    def unsaved(self) -> bool:
        """True if there is a record with changes that are in no file."""
        return self._study is not None and self._study.unsaved

    # -------------------------------------------------------------- on and off

    @property
    def trying(self) -> bool:
        """True while other moves can be tried."""
        return self._touch is not None

    @property
    def spot(self) -> Spot:
        """Where something else is tried."""
        if self._spot is None:
            raise KhronosError("nothing is being tried; begin with .what_if()")
        return self._spot

    @property
    def spot_edited(self) -> Spot:
        """Where the game was edited last."""
        line, moves = self.study.cursor
        return spot_after(self.timeline(line), line, moves)

    @property
    def touch(self) -> BoardInput:
        """The move that is half chosen."""
        if self._touch is None:
            raise KhronosError("nothing is being tried; begin with .what_if()")
        self._touch.eyes = self.audience.eyes
        return self._touch

    def settle(self, branches: Branches, index: int) -> bool:
        """Try moves at a frame of a line; what was half chosen elsewhere is forgotten.

        False if they were tried there already.
        """
        old, spot = self._spot, spot_at(self.timeline(branches), branches, index)
        self.study.go(*spot[:2])
        if old is None or spot[:2] != old[:2]:
            self._stand(spot.state)
        self._spot = spot
        return spot != old

    def _stand(self, state: GameState) -> None:
        tool = "" if self._touch is None else self._touch.tool
        self._touch = BoardInput(state, asks_draws=self._desk.draws, at_once=False)
        self._touch.tool = tool

    def leave(self) -> None:
        """Leave off trying."""
        self._touch = self._spot = None

    def speak_to(self, audience: Audience) -> None:
        """Go on with others who look."""
        if audience.eyes != self.audience.eyes:
            # What it is called may tell cards that these eyes do not see.
            self._pin, self._desk = None, self._desk._replace(compare="")
        self.audience = audience

    # -------------------------------------------------------------- choosing a move

    def click_square(self, age: Age | int, square: int, *, menu: bool = False) -> None:
        """Open the menu of a square, or do what the chosen tool makes of it."""
        self._go_on(self._own_turn().click(Age(age), square, menu=menu))

    def choose(self, entry: str) -> None:
        """Do what an entry of the menu says; an empty one closes it."""
        self._go_on(self._own_turn().choose(entry))

    def tried(self, entry: str) -> WouldBe:
        """What an entry of the menu would do."""
        return self._own_turn().would_be(entry)

    def _own_turn(self) -> BoardInput:
        if not may_move(self.spot, self.audience.eyes):
            raise KhronosError(say("branch-hidden_turn"))
        # What is chosen is seen on the position that it is chosen for.
        self._spot = self.spot._replace(inside=False)
        return self.touch

    def _go_on(self, move: Move | None) -> None:
        """Play a move that has become whole."""
        if move is None:
            self._changed(False)
        else:
            self.play_move(move)

    def play_move(self, move: Move | Action | str) -> None:
        """Play a move where something is tried; a new one becomes a variation.

        It may be said in words, `"keep f4 in Might"`, or in notation.
        """
        self._own_turn()
        state = self.spot.state
        meant = as_move(state, move)
        asked = play(state, meant)
        if isinstance(asked, Question):
            raise KhronosError(question_text(asked, state.names))
        self.edit(lambda study: study.play([meant]))

    def take_back(self) -> None:
        """Let go of a half-chosen move; or else undo the last change of the game."""
        if self.touch.begun:
            self.touch.cancel()
            self._changed(False)
        elif self.study.can_undo:
            self.edit_anywhere(Study.undo)

    # -------------------------------------------------------------- editing the game

    def edit(self, change: Callable[[Study], object]) -> None:
        """Change the game at the place that is shown."""
        self.study.go(*self.spot[:2])
        self.edit_anywhere(change)

    def edit_anywhere(self, change: Callable[[Study], object]) -> None:
        """Change the game at a place that the change knows, and show that place."""
        study = self.study
        moves, renamed = [node.move for node in study.nodes_of(())], study.renamed
        change(study)
        if moves != [node.move for node in study.nodes_of(())]:
            # Of another game as played nothing is known yet.
            self._other_game()
        if renamed != study.renamed:
            # What was worked out in the background belongs nowhere.
            self.games.forget_places()
        if self.trying:
            self._spot = self.spot_edited
            self._stand(self._spot.state)
        self._changed(True)

    name_line = _edits(Study.name_line)
    comment = _edits(Study.comment)
    mark = _edits(Study.mark)
    promote = _edits(Study.promote)
    delete = _edits(Study.delete)
    cut = _edits(Study.cut)

    def save(self, path: PathName | None = None, *, replace: bool = False) -> None:
        """Save the game with its variations; see `Study.save`."""
        self.study.save(path, replace=replace)
        self._desk = self._desk._replace(path="", replace=False)
        self._changed(False)

    # -------------------------------------------------------------- comparing

    def remember(self) -> None:
        """Remember the position that is shown, to compare others with it."""
        label = spot_text(self.timeline(self.spot.branches), self.spot)
        self._pin = Pin(self.spot.state, label)
        self._changed(False)

    def compare(self, what: str = PINNED) -> None:
        """Show what differs from the `pinned` position, from the `game` as played, or two ages.

        Ages are compared by their numbers: `01`, `12`, `02`; an empty text compares nothing.
        """
        if what == PINNED and self._pin is None:
            raise KhronosError("no position is remembered yet; use .remember() where it is shown")
        self._desk = self._desk.taken("branch.compare", what)
        self._changed(False)

    # -------------------------------------------------------------- games in the background

    def hand_over(self, player: str = BOTS[0], to: str = "game") -> None:
        """Let players play on to the end of the `turn` or of the `game`, once; it is kept.

        Every time it is asked, cards fall otherwise. It works in the background; `wait` for it.
        """
        spot = self.spot

        def keep(nodes: list[Node]) -> None:
            self.edit_anywhere(lambda study: study.grow(nodes, Cursor(*spot[:2])))

        self.games.hand_over(spot.state, keep, player, to, self.audience)

    def play_on(self, player: str = BOTS[0], games: int = 50) -> None:
        """Let players finish the game several times with other draws, and see how it ends.

        What the eyes of this replay do not see is dealt again in every game. It works in the
        background; `wait` for it.
        """
        # What comes of it is seen on the position that it belongs to.
        self._spot = self.spot._replace(inside=False)
        line = self.timeline(self.spot.branches)
        spot = self.spot._replace(branches=place_of(self.spot)[0])
        self.games.play_on(line, spot, player, games, self.audience)

    def played_since(self, move: int) -> list[str]:
        """The moves of the line that is tried, in notation, from this one on to the spot."""
        nodes = self.study.nodes_of(self.spot.branches)
        return [node.text for node in nodes[move : self.spot.moves]]

    # -------------------------------------------------------------- the page

    def page(self) -> dict[str, Any]:
        """What can be chosen, and what is told; nothing while it is off."""
        if self._touch is None or self._spot is None:
            return {}
        touch, spot, (eyes, coins), study = self.touch, self._spot, self.audience, self.study
        own = may_move(spot, eyes) and not spot.state.over
        menu = touch.menu() if own else None
        desk = self._desk._replace(
            busy=bool(self.games.progress), eyes=eyes, unsaved=study.unsaved,
            home=study.own_file, pin=self._pin, seconds=self.games.seconds(spot.state),
        )  # fmt: skip
        more = more_groups(study, spot, desk)
        return {
            "title": title_text(self.timeline, study, spot),
            "status": self._status(touch, spot),
            "refused": bool(touch.refused),
            "acting": acting_line(spot.state, coins, eyes),
            "frame": spot.frame,
            "marks": overlay(spot.state, touch.marks()) if own else None,
            "menu": None if menu is None else told_menu(menu),
            "ghost": touch.ghost if own else 0,
            "groups": [told_group(group) for group in touch.groups()] if own else [],
            "undo": study.can_undo or touch.begun,
            "more": [told_group(group) for group in more],
            "results": [panel._asdict() for panel in self._results(spot)],
        }

    def _status(self, touch: BoardInput, spot: Spot) -> str:
        """One sentence: why the last click did nothing, or what is to be done next."""
        eyes = self.audience.eyes
        if spot.state.over:
            return say("move-over")
        if not may_move(spot, eyes):
            return say("branch-hidden_turn")
        return touch.refused or touch.next_text() or say("record-first_tool")

    def _results(self, spot: Spot) -> list[Panel]:
        eyes, coins = self.audience
        game, line, chosen = self.timeline(()), self.timeline(spot.branches), self._desk.compare
        return [
            *compare_panel(game, line, spot, chosen, self._pin, eyes, coins),
            *more_panels(self.timeline, self.study, spot, self.games.results, eyes),
        ]

    def take(self, name: str, value: str | bool) -> None:
        """Take over what was chosen or typed on the page."""
        word = str(value)
        if name == "tool" or name.startswith("move."):
            self._go_on(self._own_turn().take(name, word))
        elif name == "branch.name":
            self.name_line(word)
        elif name == "branch.comment":
            self.comment(word)
        elif name == "branch.mark":
            self.mark(word)
        elif name == "branch.compare":
            self.compare(word)
        else:
            self._desk = self._desk.taken(name, value)
            if name == "branch.draws" and self._spot is not None:
                self._stand(self._spot.state)
            self._changed(False)

    def press(self, name: str) -> None:
        """Do what a button of the page says."""
        desk = self._desk
        work: dict[str, Callable[[], object]] = {
            "take_back": self.take_back,
            "branch.turn": lambda: self.hand_over(desk.player, "turn"),
            "branch.end": lambda: self.hand_over(desk.player, "game"),
            "branch.many": lambda: self.play_on(desk.player, desk.games),
            "branch.stop": self.games.stop,
            "branch.pin": self.remember,
            "branch.promote": self.promote,
            "branch.delete": self.delete,
            "branch.cut": self.cut,
            "branch.save": lambda: self.save(desk.path.strip() or None, replace=desk.replace),
        }
        if name in work:
            work[name]()
        else:
            self._go_on(self._own_turn().press(name))
