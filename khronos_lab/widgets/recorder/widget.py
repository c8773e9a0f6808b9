"""Recorder: a table game written down with clicks, while it is played or afterwards.

Everything is saved as soon as it is entered; a cell that is run again with the same file goes on
where it was. What a session can do is in `records/session.py`, what a click means in
`move_input`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from khronos_lab.core.actions import Move
from khronos_lab.core.grid import Grid
from khronos_lab.core.position import read_rules
from khronos_lab.core.state import GameState
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.boards import effects
from khronos_lab.drawing.strokes import Stroke
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.session import GameFile, Session, begin
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import Said, capital, say
from khronos_lab.rulebook.pieces import Age
from khronos_lab.rulebook.ruleset import RuleSet
from khronos_lab.widgets.clickable_boards.board_strokes import position
from khronos_lab.widgets.clickable_boards.clickboard import (
    STYLES,
    BoardModel,
    ClickBoard,
    Group,
    Page,
    Panel,
    Tried,
    Value,
    place_text,
)
from khronos_lab.widgets.kit.base import joined, number_in, one_of
from khronos_lab.widgets.kit.frame_panels import player_panel, supply_panel
from khronos_lab.widgets.kit.hidden_cards import OPEN, coins_of
from khronos_lab.widgets.kit.parts import Shared, forwarded
from khronos_lab.widgets.move_input.board_input import BoardInput
from khronos_lab.widgets.move_input.menu import acting_line, coins_text
from khronos_lab.widgets.recorder import controls as form
from khronos_lab.widgets.recorder import panels
from khronos_lab.widgets.recorder.saved_session import SavedSession
from khronos_lab.widgets.recorder.setup_form import can_change


def record_game(
    path: PathName,
    players: Sequence[str] | None = None,
    *,
    grid: Grid | str = "valley",
    rules: RuleSet | str | None = None,
    start: str | int = 0,
    hands: Mapping[str, str] | None = None,
    event: str = "",
    language: str | None = None,
    coins: str = "open",
) -> GameRecorder:
    """Write a game down into a file, or go on with the game that is in it.

    Without players a form asks for the set-up. `rules` is a `RuleSet` or words such as `"first
    edition, hold'em"`; `start` the name or seat of the player who starts; `hands` the cards that
    are known, as in `{"Ann": "mmrc"}`: all others stay hidden. For a file that is there already
    all of these are in the file, and what is said here does not count.

    With `coins="hidden"` the page shows the coins of players whose hands are known, and of the
    others only when the game is over (S6). The file has nothing to say about it.
    """
    file = GameFile(path)
    if file.exists or players is None:
        saved = SavedSession(file, file.load() if file.exists else None, resumed=file.exists)
        return GameRecorder(saved, language=language, coins=coins)
    rules = read_rules(rules) if isinstance(rules, str) else rules
    tags = {"Event": event} if event else {}
    session = begin(players, grid=grid, rules=rules, start=start, hands=hands, tags=tags)
    file.save(session)
    return GameRecorder(SavedSession(file, session), language=language, coins=coins)


KEYS: Final = {
    "Ctrl+z": "take_back",
    "Ctrl+y": "redo",
    "Ctrl+Shift+z": "redo",
    "Escape": "escape",
}


class RecorderModel(BoardModel):
    """What the page of the recorder shows of a game, and what clicks do to it."""

    def __init__(self, saved: SavedSession, coins: str = OPEN) -> None:
        self.saved = saved
        self._coins = coins_of(coins)
        self._notation = False

    @property
    def position(self) -> GameState:
        """What the boards show: the last position, or the one before a move to correct."""
        return self.saved.position

    @property
    def touch(self) -> BoardInput:
        """The move that is half made, in the language of the page."""
        self.saved.touch.language = self.language
        return self.saved.touch

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        """Tools, the table, the moves, and that all is saved."""
        menu = None if self.saved.begun is None else self.touch.menu()
        title = f"{say('record-title', self.language)}: {self.saved.file.path.name}"
        return Page(
            title, self._status(), self._groups(), self._panels(), self._below(), self._refusal(),
            self._ghost(), KEYS, self._acting(), menu,
        )  # fmt: skip

    def _acting(self) -> str:
        if self.saved.begun is None:
            return ""
        return acting_line(self.position, self.language, self._coins)

    def _status(self) -> str:
        """Whose turn it is, what is to be done next, and that all is saved."""
        language, session = self.language, self.saved.begun
        if session is None:
            return say("record-setup-next", language)
        parts = []
        if self.saved.pointing:
            parts.append(place_text(self.position, self.place, language))
        parts += [self._turn_text(), self._next_text(), self.saved_text(language)]
        return " · ".join(part for part in parts if part)

    def _turn_text(self) -> str:
        state = self.position
        if state.over:
            return say("record-over", self.language)
        return f"{capital(say('word-round', self.language))} {state.round}, {state.player.name}"

    def _next_text(self) -> str:
        """What is to be done, or else what has just been done."""
        language, session = self.language, self.saved.session
        if self.touch.next_text():
            return self.touch.next_text().rstrip(".?")
        if self.saved.picked is not None:
            return say("record-picked", language).rstrip(".")
        if self.saved.resumed:
            going = say("record-going_on", language)
            return f"{going} {say('list-and', language, items=tuple(session.start.names))}"
        if session.waiting:
            return ""
        if self.saved.corrected:
            parts = [say("record-corrected", language).rstrip(".")]
            if session.shifted:
                parts.append(f"{session.shifted} {say('record-shifted', language)}")
            return " · ".join(parts)
        if not session.nodes:
            return "" if self.touch.tool else say("record-first_tool", language).rstrip(".")
        coins = coins_text(self.saved.log, session.start.names)
        return f"{self._told(len(session.nodes) - 1)}{f' ({coins})' if coins else ''}"

    def _told(self, number: int) -> str:
        """A move in a sentence."""
        session = self.saved.session
        who = session.before(number).player.name
        return f"{who} {panels.move_words(session, number, self.language)}"

    def saved_text(self, language: str) -> str:
        """Where the game is saved, and how long it is."""
        if self.saved.begun is None:
            return say("record-not_yet", language)
        count = panels.count_text(self.saved.begun, language)
        return f"{say('record-saved', language)} {self.saved.file.path.name}, {count}"

    def _refusal(self) -> str:
        """Why the last click or word did nothing, or what waits to be mended."""
        session = self.saved.begun
        if session is None:
            return ""
        if self.touch.refused or not self._mends(session):
            return self.touch.refused
        return ": ".join(panels.waiting_reason(session, self.language))

    def _mends(self, session: Session) -> bool:
        """True if moves wait and can be mended now."""
        return bool(session.waiting) and not session.undone and self.saved.picked is None

    def _below(self) -> str:
        """What the dots mean."""
        if self.saved.begun is None or self.position.over:
            return ""
        return self.touch.below_text()

    def _groups(self) -> list[Group]:
        """The set-up; or tools, buttons, what is open, and drawers."""
        language, session = self.language, self.saved.begun
        if session is None:
            return [form.setup_group(self.saved.form, False, self.saved.maps, language)]
        target = self._target()
        *first, open_ = self.touch.groups()
        groups = [] if self.position.over else first
        groups.append(form.typing_group(session, self.saved.typed, language))
        picked = None if self.saved.picked is None else target
        groups.append(form.picked_group(picked, self.saved.manner, language))
        groups.append(open_)
        groups.append(form.words_group(session, target, language))
        groups.append(form.shown_group(self._coins, self._notation, language))
        if can_change(session):
            groups.append(form.setup_group(self.saved.form, True, self.saved.maps, language))
        return groups

    def _target(self) -> form.Target:
        session = self.saved.session
        number = len(session.nodes) - 1 if self.saved.picked is None else self.saved.picked
        if number < 0:
            return form.Target(-1, "")
        return form.Target(number, f"{session.nodes[number].label} {self._told(number)}")

    def _panels(self) -> list[Panel]:
        """What waits, the table, the moves, what just happened, the supply."""
        language, session, state = self.language, self.saved.begun, self.position
        if session is None:
            return []
        told = []
        if self._mends(session):
            waiting = panels.waiting_panel(session, self.saved.manner == form.BEFORE, language)
            told.append(Panel("waiting", "", waiting, wide=True))
        players = say("sandbox-players", language)
        purses = player_panel(state, language, coins=self._coins)
        told.append(Panel("players", players, purses))
        moves = panels.moves_panel(session, self.saved.picked, language, self._notation)
        told.append(Panel("moves", say("record-moves", language), moves))
        told.append(Panel("supply", "", supply_panel(state, language)))
        happened = panels.happened_panel(self.saved.log, language)
        if happened:
            title = f"{say('sandbox-happened', language)}: {self._told(len(session.nodes) - 1)}"
            told.append(Panel("log", title, happened, wide=True))
        return told

    def _ghost(self) -> int:
        return 0 if self.saved.begun is None else self.touch.ghost

    def picture_key(self) -> Hashable:
        """The position, what happened, where one may click."""
        if self.saved.begun is None:
            return self.position
        return self.touch.picture_key(), len(self.saved.log), self.saved.picked

    def strokes(self, table: Table) -> list[Stroke]:
        """The position, what the last move did, where one may click, the plan."""
        state, touch = self.position, self.touch
        drawn = position(state, table)
        if self.saved.log and (state.over or touch.mover.action is None):
            drawn += effects(self.saved.log, state, table)
        return drawn if self.saved.begun is None or state.over else drawn + touch.marks(table)

    # -------------------------------------------------------------- what the browser does

    def point(self, age: Age, sq: int) -> None:
        """Point at a square with the keys: its words are read out."""
        self.saved.pointing, self.place = True, (age, sq)

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Enter the move that the tool makes of a square, open its menu, or answer a question."""
        self.place, self.touch.refused = (age, sq), ""
        if self.saved.begun is not None and not self.position.over:
            self._go_on(self.touch.click(age, sq, menu=menu))

    def choose(self, entry: str) -> None:
        """Do what an entry of the menu says."""
        self._go_on(self.touch.choose(entry))

    def tried(self, entry: str) -> Tried:
        """What an entry of the menu would do."""
        return self.touch.tried(entry)

    def take(self, control: str, value: Value) -> None:
        """Take over what was chosen or typed."""
        word, self.touch.refused = str(value).strip(), ""
        if control.startswith("setup."):
            self.saved.form = self.saved.form.with_value(control, value)
            self.touch.stand(self.position)
        elif control == "tool" or control.startswith("move."):
            self._go_on(self.touch.take(control, word))
        elif control == "coins":
            self._coins = coins_of(word)
        elif control == "notation":
            self._notation = value is True
        elif control == "manner":
            self.saved.manner = one_of(word, (form.REPLACE, form.BEFORE), "manner")
        elif control == "typed":
            self.saved.typed = word
            if word:
                self._enter(word)
        else:
            self._take_words(control, word)

    def _take_words(self, control: str, word: str) -> None:
        target = self._target().number
        match control:
            case "mark":
                self.saved.remark(target, mark=word)
            case "comment":
                self.saved.remark(target, comment=word)
            case "preface":
                self.saved.preface(word)
            case _:
                raise KhronosError(f"the recorder has no control {control!r}")

    def press(self, button: str) -> None:
        """Do what a button says."""
        saved, self.touch.refused = self.saved, ""
        works: dict[str, Callable[[], object]] = {
            "begin": self._begin, "escape": self._escape, "take_back": self._take_back,
            "redo": saved.redo, "leave": lambda: saved.pick(None), "delete": self._delete,
            "drop": saved.drop, "give_up": saved.give_up, "forget": saved.forget,
            "revert": saved.revert, "unanswered": saved.unanswered,
        }  # fmt: skip
        name, _, rest = button.partition(":")
        if name == "pick":
            saved.pick(number_in(rest))
        elif button in works:
            works[button]()
        else:
            self._go_on(self.touch.press(button))

    def _begin(self) -> None:
        """Begin, or begin again with the same moves."""
        new = self.saved.form.session(self.saved.begun)
        if self.saved.begun is None:
            self.saved.become(new)
        else:
            self.saved.become(self.saved.begun.restarted(new.start, new.tags), corrected=True)

    def _escape(self) -> None:
        """Out of what is half done: first the move, then the correction."""
        if self.touch.begun:
            self.touch.cancel()
        elif self.saved.picked is not None:
            self.saved.pick(None)

    def _take_back(self) -> None:
        """One choice of a half-made move, or else the last move."""
        if self.touch.mover.action is not None:
            self.touch.cancel()
        else:
            self.saved.take_back()

    def _delete(self) -> None:
        if self.saved.picked is None:
            raise KhronosError(Said("slip-delete"))
        self.saved.delete(self.saved.picked)

    def _go_on(self, move: Move | None) -> None:
        """Enter a move that has become whole."""
        self.saved.pointing = False
        if move is not None:
            self._enter(move)

    def _enter(self, written: str | Move) -> None:
        """Enter what was clicked or typed; a refusal is told in the language of the page."""
        try:
            self.saved.enter(written)
        except KhronosError as fault:
            self.touch.cancel()
            self.touch.refused = fault.text(self.language)


class GameRecorder(ClickBoard):
    """The widget; `enter`, `take_back`, `correct`, `save_as` do in Python what its page does."""

    _css = joined(*STYLES, "recorder/recorder.css")
    model: RecorderModel

    def __init__(
        self, saved: SavedSession, *, language: str | None = None, coins: str = OPEN
    ) -> None:
        """Prepare the widget; `record_game` opens one."""
        self._saved = saved
        super().__init__(RecorderModel(saved, coins), language)

    def __repr__(self) -> str:
        return f"<GameRecorder: {self.model.saved_text('en')}>"

    session = Shared("_saved", SavedSession.session)
    record = Shared("_saved", SavedSession.record)
    path = Shared("_saved", SavedSession.path)
    enter = forwarded("_saved", SavedSession.enter, "_tell")
    take_back = forwarded("_saved", SavedSession.take_back, "_tell")
    redo = forwarded("_saved", SavedSession.redo, "_tell")
    forget = forwarded("_saved", SavedSession.forget, "_tell")
    pick = forwarded("_saved", SavedSession.pick, "_tell")
    correct = forwarded("_saved", SavedSession.correct, "_tell")
    insert = forwarded("_saved", SavedSession.insert, "_tell")
    delete = forwarded("_saved", SavedSession.delete, "_tell")
    drop = forwarded("_saved", SavedSession.drop, "_tell")
    unanswered = forwarded("_saved", SavedSession.unanswered, "_tell")
    give_up = forwarded("_saved", SavedSession.give_up, "_tell")
    revert = forwarded("_saved", SavedSession.revert, "_tell")
    remark = forwarded("_saved", SavedSession.remark, "_tell")
    save_as = forwarded("_saved", SavedSession.save_as, "_tell")
