"""The sandbox: an editor for positions, with the rules looking over your shoulder.

Place, own, populate, ruin and remove, in each age alone or through the rules with all shadows; what
cannot stand is listed with its clause after every edit. Undo and redo, text in and out, and saving
as a scenario file.

>>> desk = sandbox()
>>> desk.use("place", "keep", player="Black").edit("M f4").edit("M h4").faults[0].clause
'H1'
>>> desk.undo().faults, desk.state.supply[0][2]
([], 23)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from khronos_lab.board import Markup, tag, together
from khronos_lab.core import (
    Entry,
    GameState,
    Grid,
    OpenChoice,
    cards_text,
    position_text,
    question_text,
    read_position,
    violation_text,
)
from khronos_lab.core import events as e
from khronos_lab.desk.board_input import question_menu
from khronos_lab.desk.desk import Desk
from khronos_lab.desk.edit_tools import (
    FIELDS,
    TABLE,
    TOOLS,
    Brush,
    Draft,
    Source,
    applied,
    askable,
    changed_table,
    drafted,
    move_at,
    opened_state,
    saved,
)
from khronos_lab.desk.frames import Frames
from khronos_lab.desk.half_move import BUILDINGS
from khronos_lab.desk.mode import (
    UNDO_KEYS,
    Control,
    EditedMode,
    Group,
    Menu,
    MenuEntry,
    Page,
    Panel,
    Place,
    Tried,
    Value,
    building_options,
    log_panel,
    log_words,
    note,
    place_text,
    read_place,
    reason,
    seat_named,
    seat_options,
)
from khronos_lab.engine import as_building
from khronos_lab.engine import position_editing as editing
from khronos_lab.kit import Shared, forwarded, in_its_language, number_in, one_of
from khronos_lab.lessons import LESSONS, LEVELS, Exercise, Scenario, problems, title
from khronos_lab.mechanics import faults
from khronos_lab.rulebook import (
    AGES,
    OWNED_KINDS,
    ROUNDS,
    Age,
    KhronosError,
    Kind,
    Said,
    Violation,
    capital,
    multilingual,
    say,
)
from khronos_lab.scenes import Mark, effects, obstacle_marks, plan_marks


@multilingual
def sandbox(
    source: Source = None,
    *,
    step: int | None = None,
    players: int = 2,
    grid: Grid | str = "valley",
    language: str | None = None,
) -> Sandbox:
    """Open the editor: on an empty position, a state, a scenario, a text, or a game at a step."""
    mode = EditMode(opened_state(source, step, players, grid))
    return Sandbox(mode.frames, mode)


class _Pending(NamedTuple):
    """A placing through the rules that waits for an answer."""

    place: Place
    brush: Brush
    answers: tuple[int, ...]
    question: OpenChoice


KEYS: Final = UNDO_KEYS | {"Delete": "delete"}


class EditMode(EditedMode[GameState]):
    """A position that is edited, its history, and what the rules say to it."""

    name = "edit"
    tabs = ("try", "edit")

    def __init__(self, state: GameState) -> None:
        super().__init__(state)
        self.frames = Frames.of_position(state)
        self._brush = Brush(seat=state.seat)
        self._chosen = state.seat
        self._sort: tuple[Kind, int] = (Kind.MILITARY, 2)
        self._log: tuple[Entry, ...] = ()
        self._pending: _Pending | None = None
        self._asked: Place | None = None
        """The square whose menu is open."""
        self.draft = Draft()
        self._questions: tuple[Exercise, ...] = ()
        self._notes = {"source": "", "step": "", "file": ""}
        """What is only kept until a button is pressed."""
        self._replace = False
        self._text: str | None = None
        self._checked: Scenario | None = None
        self._saved = ""

    @property
    def state(self) -> GameState:
        """The position as it is now."""
        return self.now

    @property
    def faults(self) -> list[Violation]:
        """What the rules could not have brought about."""
        return faults(self.state)

    @property
    def text(self) -> str:
        """The position as text."""
        return position_text(self.state)

    @property
    def question(self) -> OpenChoice | None:
        """What a placing through the rules asks, before it is done."""
        return None if self._pending is None else self._pending.question

    @property
    def log(self) -> tuple[Entry, ...]:
        """What the last edit through the rules has done."""
        return self._log

    def use(
        self,
        tool: str,
        building: str = "",
        *,
        player: str | int | None = None,
        cast: bool | None = None,
    ) -> None:
        """Take a tool: its name, for `place` a building, whose it is, and whether shadows fall."""
        brush = self._brush._replace(tool=one_of(tool, TOOLS, "tool"))
        if building:
            kind, rank = as_building(building)
            brush = brush._replace(kind=kind, rank=rank)
        if player is not None:
            brush = brush._replace(seat=seat_named(self.state, player))
        self._brush = brush if cast is None else brush._replace(cast=cast)

    def edit(self, place: str, answers: tuple[int, ...] = ()) -> None:
        """Use the tool at a square, as a click does: `F f4`; without one, place the building."""
        brush = self._brush
        if brush.tool == "ask":
            self._ask(read_place(place, self.state.grid))
            return
        if brush.tool == "menu":
            brush = brush._replace(tool="place")
        self._edit(read_place(place, self.state.grid), answers, brush)

    def answer(self, option: int) -> None:
        """Answer what a placing through the rules asks."""
        if self._pending is None:
            raise KhronosError("nothing is asked")
        number = len(self._pending.question.options)
        if not 0 <= option < number:
            raise KhronosError(f"there are {number} options, so there is no option {option}")
        pending = self._pending
        self._edit(pending.place, (*pending.answers, option), pending.brush)

    # -------------------------------------------------------------- editing

    def _edit(
        self, place: Place, answers: tuple[int, ...] = (), brush: Brush | None = None
    ) -> None:
        self.place, brush = place, brush or self._brush
        done = applied(self.state, brush, *place, answers)
        if isinstance(done, OpenChoice):
            self._pending, self._log = _Pending(place, brush, answers, done), done.log
        else:
            self.become(done.state)
            self._log = done.log

    def accept(self, value: GameState) -> None:
        if value.grid != self.state.grid:
            self.place = None
        self._log = ()
        self.frames.on(value)
        self._forget(value)

    def _forget(self, state: GameState) -> None:
        self._pending, self._text, self._checked, self._saved = None, None, None, ""
        self._asked = None
        number = len(state.players)
        self._chosen = min(self._chosen, number - 1)
        self._brush = self._brush._replace(seat=min(self._brush.seat, number - 1))
        self._questions = ()
        if self.draft.move:
            # Whether a move still means something is asked again; if not, nothing can be asked.
            with suppress(KhronosError):
                self._questions = askable(state, self.draft)
            if self.draft.asks not in [each.asks for each in self._questions]:
                self.draft = self.draft.with_field("asks", "")

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        return Page(
            say("sandbox-title"), self._status(), self._groups(), self._panels(), keys=KEYS,
            menu=self._menu(), undo=self.can_undo,
        )  # fmt: skip

    def _menu(self) -> Menu | None:
        if self._pending is not None:
            where, _, _, question = self._pending
            menu = question_menu(question, where, self.state.names)
            stop = MenuEntry("", say("sandbox-give_up"))
            return menu._replace(entries=(*menu.entries, stop))
        place = self._asked
        if place is None:
            return None
        buildings = building_options()
        entries = [MenuEntry(f"place {code}", word, icon=code) for code, word in buildings]
        others = [tool for tool in TOOLS if tool not in ("menu", "place", "ask")]
        entries += [MenuEntry(tool, say(f"sandbox-{tool}")) for tool in others]
        tried = [each._replace(why=self._why_not(each.name, place)) for each in entries]
        shown = tuple(each for each in tried if each.icon or not each.why)
        return Menu(place, place_text(self.state, place), shown, say("menu-hint"))

    def _why_not(self, entry: str, place: Place) -> str:
        try:
            done = applied(self.state, _brush_of(self._brush, entry), *place)
        except KhronosError as fault:
            return fault.text()
        changes = isinstance(done, OpenChoice) or done.state != self.state
        return "" if changes else say("sandbox-same")

    def _status(self) -> str:
        parts = [place_text(self.state, self.place)]
        if self._saved:
            parts.append(f"{say('sandbox-saved')}: {self._saved}")
        if self._questions:
            move = title(self.state, self._questions[0].action)
            parts.append(f"{move.text()}: {self.draft.move}")
        if self.question is not None:
            parts.append(question_text(self.question, self.state.names))
        if self.faults:
            parts.append(_faults_text(self.faults))
        return " · ".join(filter(None, parts))

    def _groups(self) -> list[Group]:
        notes = self._notes
        text = self.text if self._text is None else self._text
        kind, rank = self._sort
        # Fewer tiles than the box has show B5 and C4.
        supply = (
            Control("sort", "select", say("explain-building"), f"{kind.letter}{rank}",
                    building_options()),
            Control("tiles", "number", say("sandbox-tiles"), str(self.state.supply[kind][rank])),
            Control("clear", "button", say("sandbox-clear")),
        )  # fmt: skip
        written = (
            Control("text", "area", "", text),
            Control("take_text", "button", say("sandbox-take_text")),
            Control("reset_text", "button", say("sandbox-reset_text")),
        )
        opened = (
            Control("source", "text", say("sandbox-source"), notes["source"],
                    hint=say("sandbox-source_hint")),
            Control("step", "number", say("sandbox-step"), notes["step"]),
            Control("open", "button", say("sandbox-open")),
        )  # fmt: skip
        asks = self._brush.tool == "ask"
        return [
            Group("tools", say("sandbox-tool"), self._tools()),
            Group("table", say("sandbox-table"), self._table(), folded=True, place="more"),
            Group("supply", say("sandbox-tiles"), supply, folded=True, place="more"),
            Group("text", say("sandbox-text"), written, folded=True, place="more"),
            Group("open", say("sandbox-open"), opened, folded=True, place="more"),
            Group("save", say("sandbox-save"), self._form(), folded=not asks, place="side"),
        ]

    def _tools(self) -> tuple[Control, ...]:
        brush = self._brush
        tools = tuple((tool, say(f"sandbox-{tool}")) for tool in TOOLS)
        chosen, no_building = f"{brush.kind.letter}{brush.rank}", brush.tool not in ("place", "ask")
        owned = brush.tool == "place" and brush.kind in OWNED_KINDS
        no_player = not owned and brush.tool not in ("menu", "own", "cube", "take_cube", "ask")
        return (
            *self.undo_buttons(),
            Control("tool", "choice", say("sandbox-tool"), brush.tool, tools),
            Control("building", "choice", say("explain-building"), chosen,
                    building_options(), no_building),
            Control("seat", "choice", capital(say("word-player")), str(brush.seat),
                    seat_options(self.state), no_player),
            Control("cast", "check", say("sandbox-cast"), brush.cast, hint=say("sandbox-cast_hint"),
                    disabled=brush.tool not in ("menu", "place", "remove")),
        )  # fmt: skip

    def _table(self) -> tuple[Control, ...]:
        state, player = self.state, self.state.players[self._chosen]
        names, pawn = seat_options(state), say("sandbox-adventurer")
        ages = tuple((str(int(age)), say(age)) for age in AGES)
        rounds = tuple((str(number), str(number)) for number in range(1, ROUNDS + 1))
        hand = cards_text(player.hand, player.hidden)
        first, second = (str(int(age)) for age in player.adventurers)
        return (
            Control("chosen", "choice", capital(say("word-player")), str(self._chosen), names),
            Control("coins", "number", say("panel-coins"), str(player.coins)),
            Control("hand", "text", say("sandbox-hand"), hand, hint=say("sandbox-hand_hint")),
            Control("cubes", "number", say("sandbox-cubes_home"), str(player.cubes)),
            Control("first", "select", f"{pawn} 1", first, ages),
            Control("second", "select", f"{pawn} 2", second, ages),
            Control("round", "select", capital(say("word-round")), str(state.round), rounds),
            Control("acts", "select", say("sandbox-acts"), str(state.seat), names),
            Control("starts", "select", say("sandbox-starts"), str(state.start), names),
        )

    def _form(self) -> tuple[Control, ...]:
        draft = self.draft
        asks = tuple((x.asks, x.prompt().rsplit(". ", 1)[-1]) for x in self._questions)
        lessons = tuple((key, words.text()) for key, words in LESSONS.items())
        levels = tuple((str(level), str(level)) for level in LEVELS)
        chosen, empty = draft.asks or (asks[0][0] if asks else ""), say("sandbox-by_engine")
        return (
            Control("move", "text", say("sandbox-move"), draft.move, hint=say("sandbox-move_hint")),
            Control("asks", "select", say("sandbox-asks"), chosen, asks, disabled=not asks),
            Control("lesson", "select", say("sandbox-lesson"), draft.lesson, lessons),
            Control("level", "select", say("sandbox-level"), str(draft.level), levels),
            *(Control(name, "text", say(f"sandbox-{name}"), getattr(draft, name), hint=empty,
                      wide=True) for name in FIELDS[4:]),
            Control("file", "text", say("sandbox-file"), self._notes["file"], hint="my.khs"),
            Control("replace", "check", say("sandbox-replace"), self._replace),
            Control("check", "button", say("sandbox-check")),
            Control("save", "button", say("sandbox-write"), strong=True),
        )  # fmt: skip

    def _panels(self) -> list[Panel]:
        panels = [Panel("faults", "", self._faults_panel(), place="side")]
        if self._checked is not None:
            told = self._scenario_panel(self._checked)
            panels.append(Panel("scenario", say("sandbox-save"), told, place="side"))
        if self._log:
            # Nobody has paid, whatever the rules say of a building that is built.
            told = log_panel([each for each in self._log if not _money(each)])
            panels.append(Panel("log", say("sandbox-happened"), told, wide=True))
        return panels

    def _faults_panel(self) -> Markup:
        faults = self.faults
        if not faults:
            words = tag("b", "✓ ", say("sandbox-valid"))
            return tag("p", words, class_="klc-verdict klc-yes", role="status")
        number = f"{say('sandbox-faults')} ({len(faults)})"
        outlined = note(say("sandbox-outlined"))
        return together([_wrong(number), *map(reason, faults), outlined])

    def _scenario_panel(self, made: Scenario) -> Markup:
        said = [
            tag("p", tag("b", made.title.text())),
            tag("p", made.question.text()),
            tag("p", say("sandbox-answer"), ": ", tag("b", made.answer)),
            tag("p", say("sandbox-shows"), ": ", ", ".join(made.clauses)),
            note(made.explanation.text()),
        ]
        faults = [tag("li", each) for each in problems(made)]
        if faults:
            said += [_wrong(say("sandbox-faults")), tag("ul", *faults)]
        return together(said)

    def marks(self) -> Sequence[Mark]:
        marks = self._drawn(self.state, self._log if self._pending is None else ())
        if self._questions:
            marks += plan_marks(self.state, self._questions[0].action)
        return marks

    def _drawn(self, state: GameState, log: Sequence[Entry]) -> list[Mark]:
        marks = effects(log, state)
        for broken in faults(state):
            age = broken.values["age"]
            assert isinstance(age, Age)
            marks += obstacle_marks(state, age, broken.domains, broken.squares)
        return marks

    # -------------------------------------------------------------- what the browser does

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        if menu or self._brush.tool == "menu":
            self.place = self._asked = (age, sq)
            self._pending = None
        elif self._brush.tool == "ask":
            self._ask((age, sq))
        else:
            self._edit((age, sq))

    def _ask(self, place: Place) -> None:
        """Take the move that a click means into the form of a scenario."""
        state, move = move_at(self.state, self._brush, *place)
        self.place = place
        if state != self.state:
            self.become(state)
        self._take_field("move", move)

    def choose(self, entry: str) -> None:
        place, self._asked = self._asked, None
        if entry.startswith("answer "):
            self.answer(number_in(entry.removeprefix("answer ")))
        elif entry and place is not None:
            self._edit(place, brush=_brush_of(self._brush, entry))
        else:
            self._pending = None

    def tried(self, entry: str) -> Tried:
        brush, place = self._brush, self._asked
        answers: tuple[int, ...] = ()
        if self._pending is not None and entry.startswith("answer "):
            brush, place = self._pending.brush, self._pending.place
            answers = (*self._pending.answers, number_in(entry.removeprefix("answer ")))
        elif place is not None and entry:
            brush = _brush_of(brush, entry)
        if place is None or not entry:
            return Tried("")
        try:
            done = applied(self.state, brush, *place, answers)
        except KhronosError as fault:
            return Tried(fault.text())
        if isinstance(done, OpenChoice):
            return Tried(question_text(done, self.state.names))
        log = [each for each in done.log if not _money(each)]
        words = log_words(log, self.state.names)
        return Tried(words, done.state, self._drawn(done.state, done.log))

    def take(self, control: str, value: Value) -> None:
        word = str(value).strip()
        if control in FIELDS:
            self._take_field(control, word)
            return
        if control in TABLE:
            self.become(changed_table(self.state, control, self._chosen, self._sort, word))
            return
        match control:
            case "tool":
                self._take(tool=one_of(word, TOOLS, "tool"))
            case "building":
                kind, rank = BUILDINGS[one_of(word, BUILDINGS, "building")]
                self._take(kind=kind, rank=rank)
            case "seat":
                self._take(seat=seat_named(self.state, word))
            case "cast":
                self._take(cast=bool(value))
            case "chosen":
                self._chosen = seat_named(self.state, word)
            case "sort":
                self._sort = BUILDINGS[one_of(word, BUILDINGS, "building")]
            case "text":
                self._text = str(value)
            case "source" | "step" | "file":
                self._notes[control] = word
            case "replace":
                self._replace = bool(value)
            case _:
                super().take(control, value)

    def _take(self, **brush: Any) -> None:  # noqa: ANN401
        self._brush = self._brush._replace(**brush)
        self._pending = self._asked = None

    def _take_field(self, control: str, word: str) -> None:
        draft = self.draft.with_field(control, word)
        if control == "move":
            draft = draft.with_field("asks", "")
            self._questions = askable(self.state, draft) if word else ()
        self.draft, self._checked = draft, None

    def buttons(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().buttons(),
            "delete": self._delete,
            "clear": self._clear,
            "take_text": self._read,
            "reset_text": lambda: self._forget(self.state),
            "open": self._open,
            "check": self._check,
            "save": self._save,
        }

    def _delete(self) -> None:
        if self.place is not None:
            self.become(editing.removed(self.state, *self.place))

    def _clear(self) -> None:
        if self.place is None:
            raise KhronosError(Said("slip-clear"))
        self.become(editing.cleared(self.state, self.place[0]))

    def _read(self) -> None:
        if self._text is not None:
            self.become(read_position(self._text))

    def _open(self) -> None:
        step = number_in(self._notes["step"]) if self._notes["step"] else None
        self.become(opened_state(self._notes["source"], step))

    def _check(self) -> None:
        self._checked = drafted(self.state, self.draft)

    def _save(self) -> None:
        path = saved(self.state, self.draft, self._notes["file"], replace=self._replace)
        self._checked, self._replace = drafted(self.state, self.draft), False
        self._saved = str(path)


class Sandbox(Desk):
    """A desk that edits; `use`, `edit`, `undo`, `redo`, `save` do what its page does."""

    _own: EditMode

    @in_its_language
    def __repr__(self) -> str:
        return f"<Sandbox: {_faults_text(self.faults)}>"

    state = Shared("_own", EditMode.state)
    faults = Shared("_own", EditMode.faults)
    text = Shared("_own", EditMode.text)
    question = Shared("_own", EditMode.question)
    log = Shared("_own", EditMode.log)
    use = forwarded("_own", EditMode.use, "_show_change")
    edit = forwarded("_own", EditMode.edit, "_show_change")
    answer = forwarded("_own", EditMode.answer, "_show_change")
    become = forwarded("_own", EditMode.become, "_show_change")
    undo = forwarded("_own", EditMode.undo, "_show_change")
    redo = forwarded("_own", EditMode.redo, "_show_change")

    @in_its_language
    def save(
        self, path: str | os.PathLike[str], draft: Draft | None = None, *, replace: bool = False
    ) -> Path:
        """Save as a scenario file; a position with faults or an untrue claim is refused."""
        return saved(self.state, draft or self._own.draft, path, replace=replace)


def _brush_of(brush: Brush, entry: str) -> Brush:
    tool, _, code = entry.partition(" ")
    tool = one_of(tool, TOOLS, "tool")
    if tool != "place":
        return brush._replace(tool=tool)
    kind, rank = BUILDINGS[one_of(code, BUILDINGS, "building")]
    return brush._replace(tool=tool, kind=kind, rank=rank)


def _faults_text(faults: Sequence[Violation]) -> str:
    if not faults:
        return say("sandbox-valid")
    return f"{say('sandbox-faults')}: " + "; ".join(violation_text(each) for each in faults)


def _wrong(words: str) -> Markup:
    return tag("p", tag("b", f"✗ {words}"), class_="klc-verdict klc-no")


def _money(entry: Entry) -> bool:
    return isinstance(entry.event, e.CardsPlayed | e.CoinsSpent | e.BonusPaid)
