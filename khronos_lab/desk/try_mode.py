"""Try: another move is tried at a place of a game and kept as a variation. No widget here.

>>> from khronos_lab.records import game_at
>>> study = Study(*game_at("data/games/01-two-players-valley.khr"))
>>> game = TryMode(Frames(study), lambda _: None, lambda _: None)
>>> game.settle((), 0)
True
>>> game.play_move("end of turn")
>>> study.cursor.line, study.unsaved
(((0, 0),), True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from khronos_lab.core import Action, GameState, Move, Question, question_text
from khronos_lab.desk.background_games import BackgroundGames
from khronos_lab.desk.board_input import BoardInput
from khronos_lab.desk.compare import PINNED, Pin, compare_panel
from khronos_lab.desk.menu import acting_line
from khronos_lab.desk.mode import Mode, Page, Panel, Tried, Value
from khronos_lab.desk.spots import (
    BOTS,
    Frames,
    Spot,
    may_move,
    spot_after,
    spot_at,
    spot_text,
)
from khronos_lab.desk.try_panels import Typed, more_groups, more_panels, place_of, title_text
from khronos_lab.engine import as_move, play
from khronos_lab.kit import Audience
from khronos_lab.records import Branches, Cursor, GameRecord, Node, PathName, Study
from khronos_lab.rulebook import Age, KhronosError, say
from khronos_lab.scenes import Mark

Given = ParamSpec("Given")

KEYS: Final = {"Ctrl+z": "take_back", "Escape": "escape"}


def _edits(
    change: Callable[Concatenate[Study, Given], Study],
) -> Callable[Concatenate[TryMode, Given], None]:
    """A method that edits the game at the place that is shown."""

    @wraps(change)
    def edit(mode: TryMode, /, *args: Given.args, **more: Given.kwargs) -> None:
        mode.edit(lambda study: change(study, *args, **more))

    return edit


class TryMode(Mode):
    """The move that is tried, the study that it is kept in, and what the page says of both."""

    name = "try"

    def __init__(
        self,
        frames: Frames,
        changed: Callable[[bool], None],
        worked: Callable[[Exception | None], None],
        other_game: Callable[[], None] = lambda: None,
    ) -> None:
        """`changed` is called after every change, with True if the game was edited.

        `worked` is called by what goes on in the background, see `BackgroundGames`; `other_game`
        if the game as played has become another one.
        """
        self._frames = frames
        self.games = BackgroundGames(worked)
        self.audience = Audience()
        self.changed = changed
        self._other_game = other_game
        self._touch: BoardInput | None = None
        self._spot: Spot | None = None
        self._typed = Typed()
        self._pin: Pin | None = None

    @property
    def study(self) -> Study:
        """The game with all its variations."""
        return self.frames.study

    @property
    def record(self) -> GameRecord:
        """The game with all its variations, those included that are not saved yet."""
        return self.study.record

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
    def position(self) -> GameState:
        """The position at which something else is tried."""
        return self.spot.state

    @property
    def at(self) -> tuple[Branches, int]:
        """The frame of the position."""
        return self.spot.branches, self.spot.frame

    @property
    def looks_on(self) -> bool:
        """True inside a move: what is tried would be played before it."""
        return self.spot.inside

    @property
    def edited_at(self) -> tuple[Branches, int]:
        """Where the game was edited last."""
        spot = self._spot_edited
        return spot.branches, spot.frame

    @property
    def _spot_edited(self) -> Spot:
        line, moves = self.study.cursor
        return spot_after(self.frames.of(line), line, moves)

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
        old, spot = self._spot, spot_at(self.frames.of(branches), branches, index)
        self.study.go(*spot[:2])
        if old is None or spot[:2] != old[:2]:
            self._stand(spot.state)
        self._spot = spot
        return spot != old

    def _stand(self, state: GameState) -> None:
        tool = "" if self._touch is None else self._touch.tool
        self._touch = BoardInput(state, asks_draws=self._typed.draws, at_once=False)
        self._touch.tool = tool

    def leave(self) -> None:
        """Leave off trying."""
        self._touch = self._spot = None

    def speak_to(self, audience: Audience) -> None:
        """Go on with others who look."""
        if audience.eyes != self.audience.eyes:
            # What it is called may tell cards that these eyes do not see.
            self._pin, self._typed = None, self._typed._replace(compare="")
        self.audience = audience

    # -------------------------------------------------------------- choosing a move

    def click(self, age: Age | int, square: int, *, menu: bool = False) -> None:
        """Open the menu of a square, or do what the chosen tool makes of it."""
        self._go_on(self._own_turn().click(Age(age), square, menu=menu))

    def choose(self, entry: str) -> None:
        """Do what an entry of the menu says; an empty one closes it."""
        self._go_on(self._own_turn().choose(entry))

    def tried(self, entry: str) -> Tried:
        """What an entry of the menu would do."""
        return self._own_turn().tried(entry)

    def _own_turn(self) -> BoardInput:
        if not may_move(self.spot, self.audience.eyes):
            raise KhronosError(say("branch-hidden_turn"))
        # What is chosen is seen on the position that it is chosen for.
        self._spot = self.spot._replace(inside=False)
        return self.touch

    def _go_on(self, move: Move | None) -> None:
        """Play a move that has become whole."""
        if move is None:
            self.changed(False)
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
            self.changed(False)
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
            self._spot = self._spot_edited
            self._stand(self._spot.state)
        self.changed(True)

    name_line = _edits(Study.name_line)
    comment = _edits(Study.comment)
    mark = _edits(Study.mark)
    promote = _edits(Study.promote)
    delete = _edits(Study.delete)
    cut = _edits(Study.cut)

    def save(self, path: PathName | None = None, *, replace: bool = False) -> None:
        """Save the game with its variations; see `Study.save`."""
        self.study.save(path, replace=replace)
        self._typed = self._typed._replace(path="", replace=False)
        self.changed(False)

    # -------------------------------------------------------------- comparing

    def remember(self) -> None:
        """Remember the position that is shown, to compare others with it."""
        label = spot_text(self.frames.of(self.spot.branches), self.spot)
        self._pin = Pin(self.spot.state, label)
        self.changed(False)

    def compare(self, what: str = PINNED) -> None:
        """Show what differs from the `pinned` position, from the `game` as played, or two ages.

        Ages are compared by their numbers: `01`, `12`, `02`; an empty text compares nothing.
        """
        if what == PINNED and self._pin is None:
            raise KhronosError("no position is remembered yet; use .remember() where it is shown")
        self._typed = self._typed.taken("branch.compare", what)
        self.changed(False)

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
        line = self.frames.of(self.spot.branches)
        spot = self.spot._replace(branches=place_of(self.spot)[0])
        self.games.play_on(line, spot, player, games, self.audience)

    def played_since(self, move: int) -> list[str]:
        """The moves of the line that is tried, in notation, from this one on to the spot."""
        nodes = self.study.nodes_of(self.spot.branches)
        return [node.text for node in nodes[move : self.spot.moves]]

    # -------------------------------------------------------------- the page

    @property
    def _own(self) -> bool:
        """True if whoever looks may choose the next move."""
        return may_move(self.spot, self.audience.eyes) and not self.spot.state.over

    def marks(self) -> Sequence[Mark]:
        """Where one may click, and the plan."""
        return self.touch.marks() if self._own else ()

    def page(self) -> Page:
        """What can be chosen, and what is told."""
        touch, spot, (eyes, coins), study = self.touch, self.spot, self.audience, self.study
        own = self._own
        typed = self._typed._replace(
            busy=bool(self.games.progress), eyes=eyes, unsaved=study.unsaved,
            home=study.own_file, pin=self._pin, seconds=self.games.seconds(spot.state),
        )  # fmt: skip
        return Page(
            title_text(self.frames.of, study, spot),
            self._status(touch, spot),
            [*(touch.groups() if own else ()), *more_groups(study, spot, typed)],
            self._results(spot),
            touch.refused,
            touch.ghost if own else 0,
            KEYS,
            acting_line(spot.state, coins, eyes),
            touch.menu() if own else None,
            undo=study.can_undo or touch.begun,
        )

    def _status(self, touch: BoardInput, spot: Spot) -> str:
        """One sentence: what is to be done next."""
        eyes = self.audience.eyes
        if spot.state.over:
            return say("move-over")
        if not may_move(spot, eyes):
            return say("branch-hidden_turn")
        return touch.next_text() or say("record-first_tool")

    def _results(self, spot: Spot) -> list[Panel]:
        eyes, coins = self.audience
        game, line, chosen = self.frames.of(), self.frames.of(spot.branches), self._typed.compare
        return [
            *compare_panel(game, line, spot, chosen, self._pin, eyes, coins),
            *more_panels(self.frames.of, self.study, spot, self.games.results, eyes),
        ]

    def take(self, name: str, value: Value) -> None:
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
            self._typed = self._typed.taken(name, value)
            if name == "branch.draws" and self._spot is not None:
                self._stand(self._spot.state)
            self.changed(False)

    def press(self, name: str) -> None:
        """Do what a button of the page says."""
        typed = self._typed
        work: dict[str, Callable[[], object]] = {
            "take_back": self.take_back,
            "escape": lambda: self.choose(""),
            "branch.turn": lambda: self.hand_over(typed.player, "turn"),
            "branch.end": lambda: self.hand_over(typed.player, "game"),
            "branch.many": lambda: self.play_on(typed.player, typed.games),
            "branch.stop": self.games.stop,
            "branch.pin": self.remember,
            "branch.promote": self.promote,
            "branch.delete": self.delete,
            "branch.cut": self.cut,
            "branch.save": lambda: self.save(typed.path.strip() or None, replace=typed.replace),
        }
        if name in work:
            work[name]()
        else:
            self._go_on(self._own_turn().press(name))
