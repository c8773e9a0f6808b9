"""What if: another move is tried at a place of a game and kept as a variation. No widget here.

>>> from khronos_lab.widgets.kit.opened_game import opened
>>> game = WhatIf(opened("data/games/01-two-players-valley.khr"), lambda _: None, lambda _: None)
>>> game.settle((), 0)
True
>>> game.play_move("end of turn")
>>> game.editor.branches, game.editor.unsaved
(((0, 0),), True)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from khronos_lab.analysis import Lines, relined
from khronos_lab.board import overlay
from khronos_lab.core import Action, GameState, Move, Question, question_text
from khronos_lab.engine import as_move, play
from khronos_lab.records import Branches, GameRecord, Node, PathName, Place, RecordEditor, nodes_of
from khronos_lab.rulebook import Age, KhronosError, say
from khronos_lab.widgets.clickable_boards.clickboard import Panel, told_group, told_menu
from khronos_lab.widgets.kit.hidden_cards import Audience
from khronos_lab.widgets.kit.opened_game import Opened
from khronos_lab.widgets.move_input.board_input import BoardInput
from khronos_lab.widgets.move_input.menu import WouldBe, acting_line
from khronos_lab.widgets.what_if.background_games import BackgroundGames
from khronos_lab.widgets.what_if.branch_points import (
    BOTS,
    Spot,
    may_move,
    spot_after,
    spot_at,
    spot_text,
)
from khronos_lab.widgets.what_if.compare import PINNED, Pin, compare_panel
from khronos_lab.widgets.what_if.panels import (
    Desk,
    more_groups,
    more_panels,
    place_of,
    title_text,
)

Given = ParamSpec("Given")


def _edits(
    change: Callable[Concatenate[RecordEditor, Given], RecordEditor],
) -> Callable[Concatenate[WhatIf, Given], None]:
    """A method that edits the record at the place that is shown."""

    @wraps(change)
    def edit(what_if: WhatIf, /, *args: Given.args, **more: Given.kwargs) -> None:
        what_if.edit(lambda editor: change(editor, *args, **more))

    return edit


class WhatIf:
    """The move that is tried, the record that it is kept in, and what the page says of both."""

    def __init__(
        self,
        game: Opened,
        changed: Callable[[RecordEditor | None], None],
        worked: Callable[[Exception | None], None],
        other_game: Callable[[], None] = lambda: None,
    ) -> None:
        """`changed` is called after every change, with the editor if the record was edited.

        `worked` is called by what goes on in the background, see `BackgroundGames`; `other_game`
        if the game as played has become another one.
        """
        self.lines = Lines(game.timeline)
        self.games = BackgroundGames(worked)
        self.audience = Audience()
        self._editor = None if game.record is None else RecordEditor(game.record, home=game.home)
        self._changed = changed
        self._other_game = other_game
        self._touch: BoardInput | None = None
        self._earlier: list[RecordEditor] = []
        """The record before each edit, for taking back."""
        self._spot: Spot | None = None
        self._desk = Desk()
        self._pin: Pin | None = None

    @property
    def editor(self) -> RecordEditor:
        """The game with all its variations, at the place that was edited last."""
        if self._editor is None:
            raise KhronosError(
                "this replay shows a timeline without its record: open a file or a record to try "
                "other moves"
            )
        return self._editor

    @property
    def record(self) -> GameRecord:
        """The game with all its variations, those included that are not saved yet."""
        return self.editor.record

    @property
    def has_record(self) -> bool:
        """False for a timeline that came without its record."""
        return self._editor is not None

    @property
    def unsaved(self) -> bool:
        """True if there is a record with changes that are in no file."""
        return self._editor is not None and self._editor.unsaved

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
        """Where the record was edited last."""
        branches, moves = self.editor.branches, self.editor.moves
        return spot_after(self.lines.timeline(branches), branches, moves)

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
        _ = self.editor
        old, spot = self._spot, spot_at(self.lines.timeline(branches), branches, index)
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
            self._changed(None)
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
        self.edit(lambda editor: editor.play([meant], state))

    def take_back(self) -> None:
        """Let go of a half-chosen move; or else undo the last change of the record."""
        if self.touch.begun:
            self.touch.cancel()
            self._changed(None)
        elif self._earlier:
            # Lines may have other names again, so what was worked out meanwhile belongs nowhere.
            number = self.editor.renamed + 1
            self._become(dataclasses.replace(self._earlier.pop(), renamed=number), undone=True)

    # -------------------------------------------------------------- editing the record

    def edit(self, change: Callable[[RecordEditor], RecordEditor], at: Spot | None = None) -> None:
        """Change the record at the place that is shown, or at another one."""
        spot = at or self.spot
        self._become(change(self.editor.at(*spot[:2])))

    name_line = _edits(RecordEditor.name_line)
    comment = _edits(RecordEditor.comment)
    mark = _edits(RecordEditor.mark)
    promote = _edits(RecordEditor.promote)
    delete = _edits(RecordEditor.delete)
    cut = _edits(RecordEditor.cut)

    def _become(self, editor: RecordEditor, *, undone: bool = False) -> None:
        old, self._editor = self.editor, editor
        if editor.record is not old.record:
            if not undone:
                at = self._spot[:2] if self._spot else (old.branches, old.moves)
                self._earlier.append(old.at(*at))
            moves, main = [node.move for node in editor.record.line.nodes], self.lines.main
            if moves != [node.move for node in old.record.line.nodes]:
                # Of another game as played nothing is known yet.
                self._other_game()
            self.lines = Lines(relined(main, editor.record))
        if editor.renamed != old.renamed:
            self.games.forget_places()
        if self.trying:
            self._spot = self.spot_edited
            self._stand(self._spot.state)
        self._changed(editor)

    def save(self, path: PathName | None = None, *, replace: bool = False) -> None:
        """Save the game with its variations; see `RecordEditor.save`."""
        self._editor = self.editor.save(path, overwrite=replace)
        home = self._editor.home
        self._earlier = [
            dataclasses.replace(each, home=home, unsaved=True) for each in self._earlier
        ]
        self._desk = self._desk._replace(path="", replace=False)
        self._changed(None)

    # -------------------------------------------------------------- comparing

    def remember(self) -> None:
        """Remember the position that is shown, to compare others with it."""
        line = self.lines.timeline(self.spot.branches)
        label = spot_text(line, self.spot)
        self._pin = Pin(self.spot.state, label)
        self._changed(None)

    def compare(self, what: str = PINNED) -> None:
        """Show what differs from the `pinned` position, from the `game` as played, or two ages.

        Ages are compared by their numbers: `01`, `12`, `02`; an empty text compares nothing.
        """
        if what == PINNED and self._pin is None:
            raise KhronosError("no position is remembered yet; use .remember() where it is shown")
        self._desk = self._desk.taken("branch.compare", what)
        self._changed(None)

    # -------------------------------------------------------------- games in the background

    def hand_over(self, player: str = BOTS[0], to: str = "game") -> None:
        """Let players play on to the end of the `turn` or of the `game`, once; it is kept.

        Every time it is asked, cards fall otherwise. It works in the background; `wait` for it.
        """
        spot = self.spot

        def keep(nodes: list[Node]) -> None:
            self.edit(lambda editor: editor.grow(nodes), spot)

        self.games.hand_over(spot.state, keep, player, to, self.audience)

    def play_on(self, player: str = BOTS[0], games: int = 50) -> None:
        """Let players finish the game several times with other draws, and see how it ends.

        What the eyes of this replay do not see is dealt again in every game. It works in the
        background; `wait` for it.
        """
        # What comes of it is seen on the position that it belongs to.
        self._spot = self.spot._replace(inside=False)
        line = self.lines.timeline(self.spot.branches)
        spot = self.spot._replace(branches=place_of(self.spot)[0])
        self.games.play_on(line, spot, player, games, self.audience)

    def become(self, place: Place) -> None:
        """Go on with another record, at a place of it: somebody else has added a line."""
        self._become(self.editor.become(place))

    def played_since(self, move: int) -> list[str]:
        """The moves of the line that is tried, in notation, from this one on to the spot."""
        nodes = nodes_of(self.editor.record, self.spot.branches)
        return [node.text for node in nodes[move : self.spot.moves]]

    # -------------------------------------------------------------- the page

    def page(self) -> dict[str, Any]:
        """What can be chosen, and what is told; nothing while it is off."""
        if self._touch is None or self._spot is None:
            return {}
        touch, spot, (eyes, coins), editor = self.touch, self._spot, self.audience, self.editor
        own = may_move(spot, eyes) and not spot.state.over
        menu = touch.menu() if own else None
        desk = self._desk._replace(
            busy=bool(self.games.progress), eyes=eyes, unsaved=editor.unsaved,
            home=editor.own_file, pin=self._pin, seconds=self.games.seconds(spot.state),
        )  # fmt: skip
        more = more_groups(editor.record, spot, desk)
        return {
            "title": title_text(self.lines, editor.record, spot),
            "status": self._status(touch, spot),
            "refused": bool(touch.refused),
            "acting": acting_line(spot.state, coins, eyes),
            "frame": spot.frame,
            "marks": overlay(spot.state, touch.marks()) if own else None,
            "menu": None if menu is None else told_menu(menu),
            "ghost": touch.ghost if own else 0,
            "groups": [told_group(group) for group in touch.groups()] if own else [],
            "undo": bool(self._earlier) or touch.begun,
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
        (eyes, coins), record = self.audience, self.editor.record
        line, chosen = self.lines.timeline(spot.branches), self._desk.compare
        return [
            *compare_panel(self.lines.main, line, spot, chosen, self._pin, eyes, coins),
            *more_panels(self.lines, record, spot, self.games.results, eyes),
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
            self._changed(None)

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
