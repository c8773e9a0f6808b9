"""Edits of a replay's record: variations, names, comments, marks; and its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import traitlets

from khronos_lab.analysis.review.turning_points import TurningPoints
from khronos_lab.analysis.timeline import Timeline
from khronos_lab.analysis.variation_lines import Lines, relined
from khronos_lab.records import tree
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.saving import Home, save_as, save_game
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import say
from khronos_lab.widgets.kit.background import Background
from khronos_lab.widgets.kit.base import CarefulWidget
from khronos_lab.widgets.kit.opened_game import Opened
from khronos_lab.widgets.move_input.move_choice import Mover
from khronos_lab.widgets.what_if.branch_points import Spot, spot_after
from khronos_lab.widgets.what_if.compare import Pin
from khronos_lab.widgets.what_if.panels import Desk, Ends

if TYPE_CHECKING:
    from typing import Self

    from khronos_lab.widgets.kit.frame_pictures import Pictures


class Edits(CarefulWidget):
    """What a replay needs to edit its record; `Branching` adds the moves."""

    what_if_page = traitlets.Dict().tag(sync=True)
    """What the page shows of it; nothing while it is off."""
    progress = traitlets.Dict().tag(sync=True)
    """How much of the work in the background is done."""
    edition = traitlets.Int(0).tag(sync=True)
    """Another number after every edit: what the browser kept of the game before is stale."""
    strip = traitlets.Dict().tag(sync=True)
    """The curve of turning points under the slider; empty if it has not been worked out."""
    unsaved = traitlets.Bool(False).tag(sync=True)
    """True if the record has changes that are in no file."""

    index: traitlets.Int[int, int]
    eyes: traitlets.Unicode[str, str]
    coins: traitlets.Unicode[str, str]
    playing: traitlets.Bool[bool, bool]
    _game: Opened
    _lines: Lines
    _branches: tree.Branches
    _pictures: Pictures

    def _begin_branching(self) -> None:
        """Prepare; the replay calls it before anything else."""
        self._mover: Mover | None = None
        self._spot: Spot | None = None
        self._desk = Desk()
        self._ends: list[Ends] = []
        self._work = Background()
        self._busy = False
        self._handed_over = 0
        self._pin: Pin | None = None
        self._points: TurningPoints | None = None
        self._shape = 0
        """Another number when lines got other names: what was begun before belongs nowhere."""

    # -------------------------------------------------------------- what the replay does

    @property
    def timeline(self) -> Timeline:
        """The line that is shown."""
        raise NotImplementedError

    def show_line(self, branches: tree.Branches = (), move: int | None = None) -> Self:
        """Show a line at the end of a move."""
        raise NotImplementedError

    def _tell_line(self) -> None:
        raise NotImplementedError

    def _tell_moves(self, _: object = None) -> None:
        raise NotImplementedError

    def _settle(self) -> None:
        raise NotImplementedError

    def _tell_what_if(self) -> None:
        raise NotImplementedError

    # -------------------------------------------------------------- what is edited

    @property
    def record(self) -> GameRecord:
        """The game with all its variations, those included that are not saved yet."""
        if self._game.record is None:
            raise KhronosError(
                "this replay shows a timeline without its record: open a file or a record to try "
                "other moves"
            )
        return self._game.record

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

    # -------------------------------------------------------------- editing the record

    def _edit(self, record: GameRecord, *, same_frames: bool = True) -> None:
        """Take over an edited record; `same_frames` if what was shown before still is."""
        if record == self.record:
            return
        moves = [node.move for node in record.line.nodes]
        if moves != [node.move for node in self.record.line.nodes]:
            # Of another game as played nothing is known yet.
            self._points, self.strip = None, {}
        self._game = self._game._replace(
            record=record, timeline=relined(self._lines.main, record), comment=record.line.comment
        )
        self._lines = Lines(self._game.timeline)
        if not same_frames:
            self._pictures.clear()
            self._shape += 1
            self._ends = []
        self.unsaved = True

    def _go_to(self, place: tree.Place, *, same_frames: bool = True) -> None:
        """Show a place of an edited record, as the end of its last move."""
        trying, self._mover = self.trying, None
        with self.hold_sync():
            self._edit(place.record, same_frames=same_frames)
            self._branches = place.branches
            timeline = self.timeline
            frame = spot_after(timeline, place.branches, place.moves).frame
            # The old index may lie behind the end of the new line, the new one behind the old.
            self.index = min(self.index, len(timeline) - 1)
            self._tell_line()
            self.index = frame
            self._tell_moves()
            self.edition += 1
            if trying:
                self._spot = None
                self._settle()
                self._tell_what_if()

    def _here(self, record: GameRecord) -> None:
        """Show the same place of a record in which only words were edited."""
        self._go_to(tree.Place(record, self.spot.branches, self.spot.moves))

    def name_line(self, name: str) -> Self:
        """Give the variation that is shown a name; without one it is called by its first move."""
        self._here(tree.named(self.record, self._line_shown(), name))
        return self

    def comment(self, comment: str) -> Self:
        """Comment on the move before the position that is shown, or on the whole line."""
        spot = self.spot
        if spot.moves:
            edited = tree.commented(self.record, spot.branches, spot.moves - 1, comment)
        else:
            edited = tree.introduced(self.record, (), comment)
        self._here(edited)
        return self

    def mark(self, mark: str) -> Self:
        """Mark the move before the position that is shown: `!`, `?`, `!?` and the like, or none."""
        if not self.spot.moves:
            raise KhronosError("no move has been played here that could be marked")
        self._here(tree.marked(self.record, self.spot.branches, self.spot.moves - 1, mark))
        return self

    def promote(self) -> Self:
        """Make the variation that is shown the line that it was a variation of."""
        line = self._line_shown()
        place = tree.promoted(self.record, line)
        moves = max(self.spot.moves, place.moves)
        self._go_to(place._replace(moves=moves), same_frames=False)
        return self

    def delete(self) -> Self:
        """Delete the variation that is shown, with all that hangs on it."""
        line = self._line_shown()
        place = tree.Place(tree.without(self.record, line), line[:-1], line[-1][0])
        self._go_to(place, same_frames=False)
        return self

    def cut(self) -> Self:
        """Delete everything that the variation has after the position that is shown."""
        line = self._line_shown()
        record = tree.cut(self.record, line, self.spot.moves)
        self._go_to(tree.Place(record, line, self.spot.moves), same_frames=False)
        return self

    def _line_shown(self) -> tree.Branches:
        """The variation that is shown; before its first move it is the line that it leaves."""
        spot = self.spot
        line = spot.branches
        while line and line[-1][0] >= spot.moves:
            line = line[:-1]
        if not line:
            raise KhronosError(say("branch-not_the_game", self.language))
        return line

    # -------------------------------------------------------------- saving

    @property
    def home(self) -> Home | None:
        """The file that `save` writes to; None if it has to be named."""
        home = self._game.home
        return None if home is None or home.shipped else home

    def save(self, path: PathName | None = None, *, replace: bool = False) -> Self:
        """Save the game with its variations, whole or not at all.

        Without a path it goes back to its place in the file that it came from; the other games of
        that file stay as they are. A new file must not exist, unless `replace` says otherwise.
        """
        if path is not None:
            saved = save_as(path, self.record, replace=replace)
        elif self._game.home is None:
            raise KhronosError("this game lies in no file yet: save it under a name")
        else:
            saved = save_game(self._game.home, self.record)
        self._game = self._game._replace(home=saved, problem="")
        self._desk = self._desk._replace(path="", replace=False, saved=str(saved.path))
        self.unsaved = False
        self._tell_what_if()
        return self
