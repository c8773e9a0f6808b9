"""Recorder: a table game written down with clicks, while it is played or afterwards.

Everything is saved as soon as it is entered; a cell that is run again with the same file goes on
where it was. What a session can do is in `records/session.py`, what a click means in
`clicks.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import ClassVar

from khronos_lab.core.actions import Move, Travel
from khronos_lab.core.grid import Grid
from khronos_lab.core.maps import map_names
from khronos_lab.core.position.reader import read_rules
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.boards import effects
from khronos_lab.drawing.strokes import Stroke
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.session import Session, begin
from khronos_lab.records.session_file import GameFile
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import listed, term
from khronos_lab.rulebook.language.german import capital
from khronos_lab.rulebook.pieces import Age
from khronos_lab.rulebook.ruleset import RuleSet
from khronos_lab.widgets.clickable_boards.board_strokes import plan_strokes, position
from khronos_lab.widgets.clickable_boards.clickboard import Group, Panel, Value, place_text
from khronos_lab.widgets.explainer.panels import map_strokes
from khronos_lab.widgets.kit.base import number_in, one_of
from khronos_lab.widgets.kit.frame_panels import player_panel, supply_panel
from khronos_lab.widgets.kit.hidden_cards import coins_of
from khronos_lab.widgets.move_input.move_choice import BUILDINGS, age_named
from khronos_lab.widgets.move_input.panels import status_text
from khronos_lab.widgets.recorder import controls as form
from khronos_lab.widgets.recorder import panels
from khronos_lab.widgets.recorder.clicks import (
    TOOLS,
    can_change,
    clicked,
    confirms,
    where_now,
)
from khronos_lab.widgets.recorder.saved_session import RecorderDesk


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
    if file.exists:
        session = file.load()
        return GameRecorder(file, session, language=language, resumed=True, coins=coins)
    if players is None:
        return GameRecorder(file, None, language=language, coins=coins)
    rules = read_rules(rules) if isinstance(rules, str) else rules
    tags = {"Event": event} if event else {}
    session = begin(players, grid=grid, rules=rules, start=start, hands=hands, tags=tags)
    file.save(session)
    return GameRecorder(file, session, language=language, coins=coins)


class GameRecorder(RecorderDesk):
    """The widget; `enter`, `take_back`, `correct`, `save_as` do in Python what its page does."""

    KEYS: ClassVar[Mapping[str, str]] = {
        "Ctrl+z": "take_back",
        "Ctrl+y": "redo",
        "Ctrl+Shift+z": "redo",
        "Escape": "escape",
    }

    def __repr__(self) -> str:
        return f"<GameRecorder: {self._saved('en')}>"

    # -------------------------------------------------------------- the page

    def title(self) -> str:
        """`Recorder`, and the name of the file."""
        return f"{term('record.title', self.language)}: {self._file.path.name}"

    def status(self) -> str:
        """Whose turn it is, what is to be done next, and that all is saved."""
        language, session = self.language, self._session
        if session is None:
            return term("record.setup.next", language)
        parts = []
        if self._pointing:
            parts.append(place_text(self.position, self.place, language))
        parts += [self._turn_text(), self._next_text(), self._saved(language)]
        return " · ".join(part for part in parts if part)

    def _turn_text(self) -> str:
        state = self.position
        if state.over:
            return term("record.over", self.language)
        return f"{capital(term('round', self.language))} {state.round}, {state.player.name}"

    def _next_text(self) -> str:
        """What is to be done, or else what has just been done."""
        language, session, mover = self.language, self.session, self._mover
        if mover.half.verb:
            if mover.ways and mover.half.payment is None:
                return term("record.choose_pay", language).rstrip(".")
            return status_text(mover, language).rstrip(".")
        if self._picked is not None:
            return term("record.picked", language).rstrip(".")
        if self._resumed:
            going = term("record.going_on", language)
            return f"{going} {listed(session.start.names, language)}"
        if session.waiting:
            return ""
        if self._corrected:
            parts = [term("record.corrected", language).rstrip(".")]
            if session.shifted:
                parts.append(f"{session.shifted} {term('record.shifted', language)}")
            return " · ".join(parts)
        if not session.nodes:
            return "" if self._tool else term("record.first_tool", language).rstrip(".")
        node = session.nodes[-1]
        coins = panels.coins_text(self._log, session.start.names)
        return f"{node.label} {node.text}{f' ({coins})' if coins else ''}"

    def _saved(self, language: str) -> str:
        if self._session is None:
            return term("record.not_yet", language)
        count = panels.count_text(self._session, language)
        return f"{term('record.saved', language)} {self._file.path.name}, {count}"

    def refusal(self) -> str | None:
        """Why the last click or word did nothing, or what waits to be mended."""
        session = self._session
        if session is None:
            return None
        if self._refused or not self._mends(session):
            return self._refused
        return ": ".join(panels.waiting_reason(session, self.language))

    def _mends(self, session: Session) -> bool:
        """True if moves wait and can be mended now."""
        return bool(session.waiting) and not session.undone and self._picked is None

    def below(self) -> str:
        """What the dots mean."""
        if self._session is None or self.position.over:
            return ""
        key = "move.map_answers" if self._mover.question is not None else "record.map"
        return term(key, self.language)

    def groups(self) -> list[Group]:
        """The set-up; or tools, buttons, what is open, and drawers."""
        language, session = self.language, self._session
        if session is None:
            return [form.setup_group(self._form, False, map_names(), language)]
        groups = []
        target = self._target()
        if not self.position.over:
            groups.append(form.tool_group(self.position, self._tool, language))
            groups.append(form.button_group(self._mover, language))
        groups.append(form.typing_group(session, self._typed, language))
        picked = None if self._picked is None else target
        groups.append(form.picked_group(picked, self._manner, language))
        groups.append(form.open_group(self._mover, language))
        groups.append(form.words_group(session, target, language))
        groups.append(form.shown_group(self._coins, language))
        if can_change(session):
            groups.append(form.setup_group(self._form, True, map_names(), language))
        return groups

    def _target(self) -> form.Target:
        session = self.session
        number = len(session.nodes) - 1 if self._picked is None else self._picked
        if number < 0:
            return form.Target(-1, "")
        node = session.nodes[number]
        return form.Target(number, f"{node.label} {node.text}")

    def panels(self) -> list[Panel]:
        """What waits, the table, the moves, what just happened, the supply."""
        language, session, state = self.language, self._session, self.position
        if session is None:
            return []
        told = []
        if self._mends(session):
            waiting = panels.waiting_panel(session, self._manner == form.BEFORE, language)
            told.append(Panel("waiting", "", waiting, wide=True))
        players = term("sandbox.players", language)
        purses = player_panel(state, language, coins=self._coins)
        told.append(Panel("players", players, purses))
        moves = panels.moves_panel(session, self._picked, language)
        told.append(Panel("moves", term("record.moves", language), moves))
        told.append(Panel("supply", "", supply_panel(state, language)))
        happened = panels.happened_panel(self._log, language)
        if happened:
            title = f"{term('sandbox.happened', language)}: {session.nodes[-1].text}"
            told.append(Panel("log", title, happened, wide=True))
        return told

    def ghost(self) -> int:
        """The building of the tool, as long as nothing else is asked."""
        if self._session is None or self._mover.question is not None:
            return 0
        return BUILDINGS[self._tool][1] if self._tool in BUILDINGS else 0

    def picture_key(self) -> Hashable:
        """The position, what happened, where one may click."""
        if self._session is None:
            return self.position
        half = self._mover.half
        where = where_now(self._mover, self._tool)
        return self.position, where, half, len(self._log), self._picked

    def strokes(self, table: Table) -> list[Stroke]:
        """The position, what the last move did, where one may click, the plan."""
        state, mover = self.position, self._mover
        drawn = position(state, table)
        if self._session is None or state.over:
            return drawn + (effects(self._log, state, table) if self._log else [])
        if self._log and not mover.half.verb:
            drawn += effects(self._log, state, table)
        drawn += map_strokes(where_now(mover, self._tool), False, table)
        if mover.half.place is not None and mover.action is not None and mover.question is None:
            drawn += plan_strokes(state, mover.action, table, "new")
        return drawn

    # -------------------------------------------------------------- what the browser does

    def point(self, age: Age, sq: int) -> None:
        """Point at a square with the keys: its words are read out."""
        self._pointing = True
        super().point(age, sq)

    def click(self, age: Age, sq: int) -> None:
        """Enter the move that the tool makes of a square, or answer what is asked."""
        self.square, self._refused = [int(age), sq], ""
        if self._session is not None and not self.position.over:
            self._choose(clicked(self._mover, self._tool, age, sq))

    def take(self, control: str, value: Value) -> None:
        """Take over what was chosen or typed."""
        word, self._refused = str(value).strip(), ""
        if control.startswith("setup."):
            self._form = self._form.with_value(control, value)
            self._mover = self._mover.in_state(self.position)
        elif control.startswith("move."):
            self._choose(self._mover.take(control, word))
        elif control == "tool":
            self._tool = one_of(word, TOOLS, "tool")
            self._mover = self._mover.cleared()
        elif control == "coins":
            self._coins = coins_of(word)
        elif control == "manner":
            self._manner = one_of(word, (form.REPLACE, form.BEFORE), "manner")
        elif control == "typed":
            self._typed = word
            if word:
                self._enter(word)
        else:
            self._take_words(control, word)

    def _take_words(self, control: str, word: str) -> None:
        target = self._target().number
        match control:
            case "mark":
                self.remark(target, mark=word)
            case "comment":
                self.remark(target, comment=word)
            case "preface":
                self._become(self.session.preface(word), stay=True)
            case _:
                raise KhronosError(f"the recorder has no control {control!r}")

    def press(self, button: str) -> None:
        """Do what a button says."""
        name, _, rest = button.partition(":")
        self._refused = ""
        match name:
            case "go":
                origin, target = (age_named(letter) for letter in rest)
                self._enter(Move(Travel(origin, target)))
            case "verb":
                self._choose(self._mover.cleared().take("move.verb", rest))
            case "pick":
                self.pick(number_in(rest))
            case _:
                self._press_plain(button)

    def _press_plain(self, button: str) -> None:
        works: dict[str, Callable[[], object]] = {
            "begin": self._begin, "enter": self._confirm, "cancel": self._cancel,
            "escape": self._escape, "take_back": self._take_back, "redo": self.redo,
            "leave": lambda: self.pick(None), "delete": self._delete, "drop": self.drop,
            "give_up": self.give_up, "forget": self.forget, "revert": self.revert,
            "unanswered": self.unanswered,
        }  # fmt: skip
        if button not in works:
            raise KhronosError(f"the recorder has no button {button!r}")
        works[button]()

    def _begin(self) -> None:
        """Begin, or begin again with the same moves."""
        new = self._form.session(self._session)
        if self._session is None:
            self._become(new)
        else:
            self._become(self._session.restarted(new.start, new.tags), corrected=True)

    def _confirm(self) -> None:
        move = self._mover.move
        if move is None or not confirms(self._mover):
            raise KhronosError(status_text(self._mover, self.language))
        self._enter(move)

    def _cancel(self) -> None:
        self._mover = self._mover.cleared()

    def _escape(self) -> None:
        """Out of what is half done: first the move, then the correction."""
        if self._mover.half.verb:
            self._cancel()
        elif self._picked is not None:
            self.pick(None)

    def _take_back(self) -> None:
        """One choice of a half-made move, or else the last move."""
        if self._mover.half.verb:
            self._cancel()
        else:
            self.take_back()

    def _delete(self) -> None:
        if self._picked is None:
            raise KhronosError("click the move that is to be left out")
        self.delete(self._picked)
