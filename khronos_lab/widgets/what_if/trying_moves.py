"""What if: another move is tried at a place of a game and kept as a variation. No widget here.

>>> from khronos_lab.widgets.kit.opened_game import opened
>>> game = WhatIf(opened("data/games/01-two-players-valley.khr"), lambda _: None, lambda _: None)
>>> game.settle((), 0)
True
>>> game.choose("verb", "end")
>>> game.play_move()
>>> game.editor.branches, game.editor.unsaved
(((0, 0),), True)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from khronos_lab.analysis.review.turning_points import TurningPoints
from khronos_lab.analysis.variation_lines import Lines, relined
from khronos_lab.engine.moves import Outcome
from khronos_lab.players.knowledge import ALL
from khronos_lab.records.model import GameRecord, Node
from khronos_lab.records.record_editor import RecordEditor
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.tree import Branches
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say
from khronos_lab.rulebook.pieces import Age
from khronos_lab.widgets.clickable_boards.clickboard import Panel, told_group
from khronos_lab.widgets.coach.turning_points import (
    better_turns,
    strip_words,
    turning_panel,
    with_best_turn,
)
from khronos_lab.widgets.kit.hidden_cards import Audience
from khronos_lab.widgets.kit.opened_game import Opened
from khronos_lab.widgets.move_input.move_choice import Mover
from khronos_lab.widgets.move_input.panels import (
    PLAY,
    below_text,
    move_groups,
    move_panels,
    pressed,
    status_text,
)
from khronos_lab.widgets.what_if.background_games import BackgroundGames
from khronos_lab.widgets.what_if.branch_points import (
    BOTS,
    Spot,
    may_move,
    mover_overlay,
    spot_after,
    spot_at,
    spot_text,
)
from khronos_lab.widgets.what_if.compare import PINNED, Pin, compare_panel
from khronos_lab.widgets.what_if.panels import Desk, more_groups, more_panels, title_text

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
    ) -> None:
        """`changed` is called after every change, with the editor if the record was edited.

        `worked` is called by what goes on in the background, see `BackgroundGames`.
        """
        self.lines = Lines(game.timeline)
        self.games = BackgroundGames(worked)
        self.audience = Audience()
        self._editor = None if game.record is None else RecordEditor(game.record, home=game.home)
        self._changed = changed
        self._mover: Mover | None = None
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
        return self._mover is not None

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
    def mover(self) -> Mover:
        """The half-made choice."""
        if self._mover is None:
            raise KhronosError("nothing is being tried; begin with .what_if()")
        return self._mover

    def settle(self, branches: Branches, index: int) -> bool:
        """Try moves at a frame of a line; what was half chosen elsewhere is forgotten.

        False if they were tried there already.
        """
        _ = self.editor
        old, spot = self._spot, spot_at(self.lines.timeline(branches), branches, index)
        if old is None or spot[:2] != old[:2]:
            self._mover = Mover(spot.state)
        self._spot = spot
        return spot != old

    def leave(self) -> None:
        """Leave off trying."""
        self._mover = self._spot = None

    def speak_to(self, audience: Audience) -> None:
        """Go on with others who look."""
        if audience.eyes != self.audience.eyes:
            # What it is called may tell cards that these eyes do not see.
            self._pin, self._desk = None, self._desk._replace(compare="")
        self.audience = audience

    # -------------------------------------------------------------- choosing a move

    def choose(self, control: str, value: str) -> None:
        """Choose something beside the boards: `choose("verb", "build")`, `("building", "m2")`."""
        self._chosen(self._own_turn().take(f"move.{control.removeprefix('move.')}", value))

    def click_square(self, age: Age | int, square: int) -> None:
        """Click a square; if that is not allowed, `mover.said` has the reasons."""
        self._chosen(self._own_turn().click(Age(age), square))

    def take_back(self) -> None:
        """Take the last choice back."""
        self._chosen(self.mover.back())

    def _own_turn(self) -> Mover:
        if not may_move(self.spot, self.audience.eyes):
            raise KhronosError(say("branch-hidden_turn", self.audience.language))
        # What is chosen is seen on the position that it is chosen for.
        self._spot = self.spot._replace(inside=False)
        return self.mover

    def _chosen(self, mover: Mover) -> None:
        self._mover = mover
        self._changed(None)

    def play_move(self) -> None:
        """Play the move that is chosen; a new one becomes a variation."""
        move, state = self.mover.move, self.spot.state
        if move is None:
            raise KhronosError(status_text(self.mover, self.audience.language))
        self.edit(lambda editor: editor.play([move], state))

    # -------------------------------------------------------------- editing the record

    def edit(self, change: Callable[[RecordEditor], RecordEditor], at: Spot | None = None) -> None:
        """Change the record at the place that is shown, or at another one."""
        spot = at or self.spot
        self._become(change(self.editor.at(*spot[:2], self.audience.language)))

    name_line = _edits(RecordEditor.name_line)
    comment = _edits(RecordEditor.comment)
    mark = _edits(RecordEditor.mark)
    promote = _edits(RecordEditor.promote)
    delete = _edits(RecordEditor.delete)
    cut = _edits(RecordEditor.cut)

    def _become(self, editor: RecordEditor) -> None:
        old, self._editor = self.editor, editor
        if editor.record is not old.record:
            moves, main = [node.move for node in editor.record.line.nodes], self.lines.main
            if moves != [node.move for node in old.record.line.nodes]:
                # Of another game as played nothing is known yet.
                self.games.points = None
            self.lines = Lines(relined(main, editor.record))
        if editor.renamed != old.renamed:
            self.games.forget_places()
        if self.trying:
            self._spot = self.spot_edited
            self._mover = Mover(self._spot.state)
        self._changed(editor)

    def save(self, path: PathName | None = None, *, replace: bool = False) -> None:
        """Save the game with its variations; see `RecordEditor.save`."""
        self._editor = self.editor.save(path, overwrite=replace)
        self._desk = self._desk._replace(path="", replace=False)
        self._changed(None)

    # -------------------------------------------------------------- comparing

    def remember(self) -> None:
        """Remember the position that is shown, to compare others with it."""
        language, eyes, _ = self.audience
        label = spot_text(self.editor.record, self.spot, language, eyes)
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

    def play_on(self, player: str = BOTS[1], games: int = 50) -> None:
        """Let players finish the game several times with other draws, and see how it ends.

        What the eyes of this replay do not see is dealt anew in every game. It works in the
        background; `wait` for it.
        """
        line = self.lines.timeline(self.spot.branches)
        self.games.play_on(line, self.spot, player, games, self.audience)

    def turning(self, games: int = 8) -> None:
        """Work out the turning points of the game as played; a curve stands under the slider then.

        It is kept beside the file of the game, if that is yours, so that another time goes on.
        """
        self.games.turning(self.editor.record, self.editor.home, games, self.audience)

    @property
    def points_seen(self) -> TurningPoints | None:
        """The turning points, for those who see all hands."""
        return self.games.points if self.audience.eyes == ALL else None

    def keep_best(self, turn: int | None = None) -> None:
        """Keep the best turn found in place of a turn as a variation, named and commented.

        Turns count from 1; without a number it is the one with the largest difference.
        """
        language, points = self.audience.language, self.points_seen
        if self.games.points is None:
            raise KhronosError("no best turns were sought yet; use .turning() first")
        if points is None:
            raise KhronosError(say("branch-hidden_turning", language))
        if turn is None:
            better = better_turns(points)
            if not better:
                raise KhronosError("no turn was found that is better than the one played")
            turn = better[0].turn
        first = sum(span.turn < turn for span in self.lines.main.moves)
        best = with_best_turn(self.editor.record, points, turn, first, language)
        self._become(self.editor.become(best))

    # -------------------------------------------------------------- the page

    def strip(self) -> dict[str, str]:
        """What the curve under the slider says; nothing if there is none."""
        points = self.points_seen
        return {} if points is None else {"words": strip_words(points, self.audience.language)}

    def page(self) -> dict[str, Any]:
        """What can be chosen, and what is told; nothing while it is off."""
        mover, spot = self._mover, self._spot
        if mover is None or spot is None:
            return {}
        (language, eyes, _), editor = self.audience, self.editor
        own = may_move(spot, eyes)
        result = mover.result if own else None
        after = result.state if isinstance(result, Outcome) else None
        groups = move_groups(mover, language, say("branch-play", language)) if own else []
        panels = move_panels(mover, language, eyes) if own else []
        desk = self._desk._replace(
            busy=bool(self.games.progress), eyes=eyes, unsaved=editor.unsaved,
            home=editor.own_file, pin=self._pin, points=self.points_seen,
        )  # fmt: skip
        more = more_groups(editor.record, spot, desk, language)
        return {
            "title": title_text(editor.record, spot, language, eyes),
            "status": status_text(mover, language) if own else say("branch-hidden_turn", language),
            "refused": bool(mover.said),
            "below": below_text(mover, language) if own else "",
            "frame": spot.frame,
            "marks": mover_overlay(mover, after) if own else "",
            "groups": [told_group(group) for group in groups],
            "panels": [panel._asdict() for panel in panels if panel.name != "move_status"],
            "more": [told_group(group) for group in more],
            "results": [panel._asdict() for panel in self._results(spot)],
        }

    def _results(self, spot: Spot) -> list[Panel]:
        (language, eyes, coins), record = self.audience, self.editor.record
        line = self.lines.timeline(spot.branches)
        return [
            *compare_panel(
                record, self.lines.main, line, spot, self._desk.compare, self._pin, language, eyes,
                coins,
            ),
            *more_panels(record, spot, self.games.results, language, eyes),
            *turning_panel(self.points_seen, language),
        ]  # fmt: skip

    def take(self, name: str, value: str | bool) -> None:
        """Take over what was chosen or typed on the page."""
        word = str(value)
        if name.startswith("move."):
            self.choose(name, word)
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
            self._changed(None)

    def press(self, name: str) -> None:
        """Do what a button of the page says."""
        desk = self._desk
        work: dict[str, Callable[[], object]] = {
            PLAY: self.play_move,
            "branch.turn": lambda: self.hand_over(desk.player, "turn"),
            "branch.end": lambda: self.hand_over(desk.player, "game"),
            "branch.many": lambda: self.play_on(desk.player, desk.games),
            "branch.stop": self.games.stop,
            "branch.turning": self.turning,
            "branch.best_keep": lambda: self.keep_best(int(desk.best) if desk.best else None),
            "branch.pin": self.remember,
            "branch.promote": self.promote,
            "branch.delete": self.delete,
            "branch.cut": self.cut,
            "branch.save": lambda: self.save(desk.path.strip() or None, replace=desk.replace),
        }
        if name in work:
            work[name]()
        else:
            self._chosen(pressed(self.mover, name))
