"""The part of the recorder that keeps the game: its session, its file, a move half made."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from khronos_lab.core.actions import Move
from khronos_lab.core.resolution import Entry
from khronos_lab.core.state import GameState
from khronos_lab.engine.moves import Outcome, play
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.session import Session, begin
from khronos_lab.records.session_file import GameFile
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import MAX_PLAYERS
from khronos_lab.widgets.clickable_boards.clickboard import ClickBoard
from khronos_lab.widgets.kit.base import joined
from khronos_lab.widgets.kit.hidden_cards import OPEN, coins_of
from khronos_lab.widgets.move_input.move_choice import Mover
from khronos_lab.widgets.recorder.clicks import Form, ready, reason_text
from khronos_lab.widgets.recorder.controls import BEFORE, REPLACE


class RecorderDesk(ClickBoard):
    """What is written down, and what can be done about it in Python."""

    _css = joined("kit/form.css", "clickable_boards/clickboard.css", "recorder/recorder.css")

    def __init__(
        self,
        file: GameFile,
        session: Session | None,
        *,
        language: str | None = None,
        resumed: bool = False,
        coins: str = OPEN,
    ) -> None:
        """Prepare the widget; `record_game` opens one."""
        self._coins = coins_of(coins)
        self._file = file
        self._session = session
        self._form = Form() if session is None else Form.of(session)
        self._tool = ""
        self._picked: int | None = None
        self._manner = REPLACE
        self._typed = ""
        self._refused = ""
        self._pointing = False
        self._corrected = False
        self._resumed = resumed
        self._log: tuple[Entry, ...] = ()
        self._mover = Mover(self.position, asks_draws=True)
        super().__init__(language)
        self._settle()
        self._ready = True
        self._tell()

    @property
    def session(self) -> Session:
        """The game as it is written down so far; see `records/session.py`."""
        if self._session is None:
            raise KhronosError("the game has not begun: fill in the set-up and press Begin")
        return self._session

    @property
    def record(self) -> GameRecord:
        """What is good, as a record like any other."""
        return self.session.record

    @property
    def path(self) -> Path:
        """Where it is saved."""
        return self._file.path

    @property
    def position(self) -> GameState:
        """What the boards show: the last position, or the one before a move to correct."""
        if self._session is None:
            return self._previewed()
        if self._picked is not None:
            return self._session.before(self._picked)
        return self._session.state

    def _previewed(self) -> GameState:
        """The boards of the set-up as far as it can be shown."""
        names = [f"{seat + 1}" for seat in range(MAX_PLAYERS)]
        return begin(names[: self._form.number], grid=self._form.map, start=self._form.start).start

    def enter(self, written: str | Move) -> Self:
        """Enter moves as they stand in a record: `M+m2c5 M>F >`.

        What is entered goes to the end; or in the place of, or before, the move that was picked or
        that waits.
        """
        session, before = self.session, self._manner == BEFORE
        if self._picked is not None:
            change = session.insert if before else session.correct
            return self._become(change(self._picked, written), corrected=True)
        if session.waiting and not session.undone and not before:
            return self._become(session.mend(written), corrected=True)
        return self._become(session.enter(written))

    def take_back(self, number: int = 1) -> Self:
        """Take moves back."""
        return self._become(self.session.take_back(number))

    def redo(self, number: int = 1) -> Self:
        """Do moves again that were taken back."""
        return self._become(self.session.redo(number))

    def forget(self) -> Self:
        """Let go of the moves that were taken back."""
        return self._become(self.session.forget())

    def pick(self, number: int | None) -> Self:
        """Choose a move to correct, counted from 0; None goes back to the end."""
        if number is not None and not 0 <= number < len(self.session.nodes):
            raise KhronosError(f"there are {len(self.session.nodes)} moves, no number {number}")
        self._picked, self._manner = number, REPLACE
        self._settle()
        self._tell()
        return self

    def correct(self, number: int, written: str | Move) -> Self:
        """Write something else in the place of a move; everything after it is played again."""
        return self._become(self.session.correct(number, written), corrected=True)

    def insert(self, number: int, written: str | Move) -> Self:
        """Write something before a move."""
        return self._become(self.session.insert(number, written), corrected=True)

    def delete(self, number: int) -> Self:
        """Leave a move out."""
        return self._become(self.session.delete(number), corrected=True)

    def drop(self) -> Self:
        """Leave out the first move that waits."""
        return self._become(self.session.drop(), corrected=True)

    def unanswered(self) -> Self:
        """Enter the first move that waits without answers to what is not asked any more."""
        return self._become(self.session.unanswered(), corrected=True)

    def give_up(self) -> Self:
        """Leave out all moves that wait."""
        return self._become(self.session.give_up(), corrected=True)

    def revert(self) -> Self:
        """Undo the last correction."""
        return self._become(self.session.revert())

    def remark(self, number: int, *, mark: str | None = None, comment: str | None = None) -> Self:
        """Say something about a move."""
        return self._become(self.session.remark(number, mark=mark, comment=comment), stay=True)

    def save_as(self, path: PathName) -> Self:
        """Go on in another, new file."""
        file = GameFile(path)
        file.save(self.session)
        self._file = file
        self._tell()
        return self

    # -------------------------------------------------------------- changing

    def _become(self, session: Session, *, corrected: bool = False, stay: bool = False) -> Self:
        """Go on with another session: saved first, so that what is shown is on disk."""
        self._file.save(session)
        self._session = session
        self._resumed, self._corrected, self._typed = False, corrected, ""
        if not stay:
            self._picked, self._manner = None, REPLACE
            self._form = Form.of(session)
        self._settle()
        self._tell()
        return self

    def _settle(self) -> None:
        """Nothing chosen, in the position that is shown."""
        self._mover = self._mover.in_state(self.position)
        self._pointing, self._refused, self._log = False, "", ()
        if self._session is not None and self._session.nodes and self._picked is None:
            last = len(self._session.nodes) - 1
            result = play(self._session.before(last), self._session.nodes[last].move)
            self._log = result.log if isinstance(result, Outcome) else ()

    def _choose(self, mover: Mover) -> None:
        """Go on with a half-made move; one that is whole is entered."""
        self._mover, self._pointing = mover, False
        if mover.said:
            self._refused = " ".join(each.text(self.language) for each in mover.said)
            if mover.question is None:
                self._mover = mover.cleared()
            return
        move = ready(mover)
        if move is not None:
            self._enter(move)

    def _enter(self, written: str | Move) -> None:
        """Enter what was clicked or typed; a refusal is told in the language of the page."""
        try:
            self.enter(written)
        except KhronosError as fault:
            self._mover = self._mover.cleared()
            self._refused = reason_text(fault, self.language)
