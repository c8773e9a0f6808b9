"""A game that is being written down: its session, its file, a move half made. No widget here."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

from khronos_lab.core.actions import Move
from khronos_lab.core.grid import map_names, maps_in
from khronos_lab.core.resolution import Entry
from khronos_lab.core.state import GameState
from khronos_lab.engine.moves import Outcome, play
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.session import GameFile, Session, begin
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import MAX_PLAYERS
from khronos_lab.widgets.move_input.board_input import BoardInput
from khronos_lab.widgets.recorder.controls import BEFORE, REPLACE
from khronos_lab.widgets.recorder.setup_form import Form

Given = ParamSpec("Given")


def _changes(
    change: Callable[Concatenate[Session, Given], Session],
    *,
    corrected: bool = False,
    stay: bool = False,
) -> Callable[Concatenate[SavedSession, Given], None]:
    """A method that changes the session; see `SavedSession.become`."""

    @wraps(change)
    def become(saved: SavedSession, /, *args: Given.args, **more: Given.kwargs) -> None:
        saved.become(change(saved.session, *args, **more), corrected=corrected, stay=stay)

    return become


class SavedSession:
    """A game that is written down into its file, and the move that is half made."""

    def __init__(self, file: GameFile, session: Session | None, *, resumed: bool = False) -> None:
        self.file = file
        self.begun = session
        """The game as it is written down so far; None before it begins."""
        self.form = Form() if session is None else Form.of(session)
        self.picked: int | None = None
        """The move that is to be corrected."""
        self.manner = REPLACE
        self.resumed = resumed
        self.corrected = False
        """True if the last change was a correction."""
        self.typed = ""
        self.pointing = False
        """True while squares are pointed at with the keys."""
        self.log: tuple[Entry, ...] = ()
        """What the last move did."""
        self.touch = BoardInput(self.position, asks_draws=True)
        """The move that is half made."""
        self.settle()

    @property
    def session(self) -> Session:
        """The game as it is written down so far; see `records/session.py`."""
        if self.begun is None:
            raise KhronosError("the game has not begun: fill in the set-up and press Begin")
        return self.begun

    @property
    def record(self) -> GameRecord:
        """What is good, as a record like any other."""
        return self.session.record

    @property
    def path(self) -> Path:
        """Where it is saved."""
        return self.file.path

    @property
    def maps(self) -> tuple[str, ...]:
        """The maps to play on: those that come with khronos_lab, and files beside the game's."""
        return (*map_names(), *map(str, maps_in(self.path.parent.absolute())))

    @property
    def position(self) -> GameState:
        """What the boards show: the last position, or the one before a move to correct."""
        if self.begun is None:
            return self._previewed()
        if self.picked is not None:
            return self.begun.before(self.picked)
        return self.begun.state

    def _previewed(self) -> GameState:
        """The boards of the set-up as far as it can be shown."""
        names = [f"{seat + 1}" for seat in range(MAX_PLAYERS)]
        return begin(names[: self.form.number], grid=self.form.map, start=self.form.start).start

    def enter(self, written: str | Move) -> None:
        """Enter moves as they stand in a record: `M+m2c5 M>F >`.

        What is entered goes to the end; or in the place of, or before, the move that was picked or
        that waits.
        """
        session, before = self.session, self.manner == BEFORE
        if self.picked is not None:
            change = session.insert if before else session.correct
            self.become(change(self.picked, written), corrected=True)
        elif session.waiting and not session.undone and not before:
            self.become(session.mend(written), corrected=True)
        else:
            self.become(session.enter(written))

    def pick(self, number: int | None) -> None:
        """Choose a move to correct, counted from 0; None goes back to the end."""
        if number is not None and not 0 <= number < len(self.session.nodes):
            raise KhronosError(f"there are {len(self.session.nodes)} moves, no number {number}")
        self.picked, self.manner = number, REPLACE
        self.settle()

    take_back = _changes(Session.take_back)
    redo = _changes(Session.redo)
    forget = _changes(Session.forget)
    correct = _changes(Session.correct, corrected=True)
    insert = _changes(Session.insert, corrected=True)
    delete = _changes(Session.delete, corrected=True)
    drop = _changes(Session.drop, corrected=True)
    unanswered = _changes(Session.unanswered, corrected=True)
    give_up = _changes(Session.give_up, corrected=True)
    revert = _changes(Session.revert)
    remark = _changes(Session.remark, stay=True)
    preface = _changes(Session.preface, stay=True)

    def save_as(self, path: PathName) -> None:
        """Go on in another, new file."""
        file = GameFile(path)
        file.save(self.session)
        self.file = file

    # -------------------------------------------------------------- changing

    def become(self, session: Session, *, corrected: bool = False, stay: bool = False) -> None:
        """Go on with another session: saved first, so that what is shown is on disk."""
        self.file.save(session)
        self.begun = session
        self.resumed, self.corrected, self.typed = False, corrected, ""
        if not stay:
            self.picked, self.manner = None, REPLACE
            self.form = Form.of(session)
        self.settle()

    def settle(self) -> None:
        """Nothing chosen, in the position that is shown."""
        self.touch.stand(self.position)
        self.pointing, self.log = False, ()
        if self.begun is not None and self.begun.nodes and self.picked is None:
            last = len(self.begun.nodes) - 1
            result = play(self.begun.before(last), self.begun.nodes[last].move)
            self.log = result.log if isinstance(result, Outcome) else ()
