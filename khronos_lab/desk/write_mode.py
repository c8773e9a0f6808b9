"""Recorder: a table game written down with clicks, while it is played or afterwards.

Everything is saved as soon as it is entered; a cell that is run again with the same file goes on
where it was. What a game can do is in `records/study.py`, what a click means in `board_input.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from khronos_lab.board import Markup, tag, together
from khronos_lab.core import (
    Entry,
    GameState,
    Grid,
    Move,
    action_text,
    cards_text,
    map_names,
    maps_in,
    move_sentence,
    player_marks,
    read_rules,
)
from khronos_lab.desk.board_input import MoveMode, edits
from khronos_lab.desk.desk import Desk
from khronos_lab.desk.frames import Frames
from khronos_lab.desk.mode import (
    Control,
    Group,
    Page,
    Panel,
    Value,
    coins_text,
    happened,
    note,
    turn_text,
)
from khronos_lab.engine import Outcome, SurplusAnswer, play, read_token
from khronos_lab.kit import Shared, forwarded, number_in, one_of
from khronos_lab.records import (
    MARKS,
    Branches,
    GameRecord,
    PathName,
    Study,
    UnplayedMove,
    is_first_position,
    study_path,
)
from khronos_lab.rulebook import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    RULES,
    Age,
    Edition,
    KhronosError,
    RuleSet,
    Said,
    cached_by_language,
    capital,
    multilingual,
    say,
    speaking,
)
from khronos_lab.scenes import Mark, effects


@multilingual
def record_game(
    path: PathName,
    players: Sequence[str] | str | None = None,
    *more: str,
    grid: Grid | str = "valley",
    rules: RuleSet | str | None = None,
    start: str | int = 0,
    hands: Mapping[str, str] | None = None,
    event: str = "",
    language: str | None = None,
    coins: str = "open",
) -> GameRecorder:
    """Write a game down into a file, or go on with the game that is in it.

    Players are a list of names, or named one after the other; without them a form asks for the
    set-up. `rules` is a `RuleSet` or words such as `"first edition, hold'em"`; `start` the name or
    seat of the player who starts; `hands` the cards that are known, as in `{"Ann": "mmrc"}`: all
    others stay hidden. For a file that is there already
    all of these are in the file, and what is said here does not count.

    With `coins="hidden"` the page shows the coins of players whose hands are known, and of the
    others only when the game is over (S6). The file has nothing to say about it.
    """
    if study_path(path).exists():
        mode = WriteMode(path, Study.open(path), resumed=True)
    elif players is None:
        mode = WriteMode(path, None)
    else:
        players = [players, *more] if isinstance(players, str) else [*players, *more]
        rules = read_rules(rules) if isinstance(rules, str) else rules
        tags = {"Event": event} if event else {}
        study = Study.new(players, grid=grid, rules=rules, start=start, hands=hands, tags=tags)
        mode = WriteMode(path, study.keep(path))
    return GameRecorder(mode.frames, mode, coins=coins)


OWN_MAP: Final = "own"


# ------------------------------------------------------------------ the set-up


SWITCHES: Final = tuple(rule for rule in RULES if rule.is_switch)
Form = dict[str, Value]
"""By control: a set-up as it is written into the form; it is checked when it is used."""


def form_of(study: Study | None) -> Form:
    """The form of a game that has begun; without one, an empty form."""
    state = None if study is None else study.start
    rules = RuleSet() if state is None else state.rules
    form: Form = {
        f"setup.{each}.{seat}": "" for seat in range(MAX_PLAYERS) for each in ("name", "hand")
    }
    form |= {
        "setup.number": str(MIN_PLAYERS), "setup.start": "0", "setup.map": "valley",
        "setup.edition": rules.edition.value, "setup.event": "", "setup.date": "",
        **{f"setup.{rule.name}": getattr(rules, rule.name) != rule.default for rule in SWITCHES},
    }  # fmt: skip
    if study is None or state is None:
        return form
    for seat, player in enumerate(state.players):
        form[f"setup.name.{seat}"] = player.name
        known = cards_text(player.hand, player.hidden)
        form[f"setup.hand.{seat}"] = "" if set(known) == {"*"} else known
    shipped = state.grid.name in map_names()
    return form | {
        "setup.number": str(len(state.players)),
        "setup.start": str(state.start),
        "setup.map": state.grid.name if shipped else OWN_MAP,
        "setup.event": study.tags.get("Event", ""),
        "setup.date": study.tags.get("Date", ""),
    }


def study_of(form: Form, old: Study | None = None) -> Study:
    """The game that begins as the form says; of an old one its own map and other tags stay."""
    told = {name.removeprefix("setup."): str(value).strip() for name, value in form.items()}
    tags = dict(old.tags) if old is not None else {}
    for key in ("Event", "Date"):
        tags.pop(key, None)
        if told[key.lower()]:
            tags[key] = told[key.lower()]
    turned: dict[str, Any] = {
        rule.name: (form[f"setup.{rule.name}"] is True) != rule.default for rule in SWITCHES
    }
    rules = RuleSet() if old is None else old.start.rules
    seats = range(int(told["number"]))
    names = [told[f"name.{seat}"] for seat in seats]
    hands = {name: told[f"hand.{seat}"] for seat, name in enumerate(names)}
    return Study.new(
        names,
        grid=old.start.grid if old is not None and told["map"] == OWN_MAP else told["map"],
        rules=replace(rules, edition=Edition(told["edition"]), **turned),
        start=min(int(told["start"]), len(names) - 1),
        hands={name: hand for name, hand in hands.items() if hand},
        tags=tags,
    )


def setup_group(form: Form, folder: Path, *, begun: bool) -> Group:
    """Who plays what; before the game begins it stands beside the boards."""

    def word(key: str) -> str:
        return say(f"record-setup-{key}")

    def text(name: str, label: str, hint: str = "") -> Control:
        return Control(name, "text", label, form[name], hint=hint)

    def choice(name: str, label: str, options: Iterable[tuple[str, str]]) -> Control:
        return Control(name, "choice", label, form[name], tuple(options))

    # The maps to play on: those that come with khronos_lab, and files beside the game's.
    maps = [*map_names(), *map(str, maps_in(folder.absolute()))]
    maps += [OWN_MAP] if form["setup.map"] == OWN_MAP else []
    words = [(each, word("own_map") if each == OWN_MAP else Path(each).name) for each in maps]
    player, number = capital(say("word-player")), int(str(form["setup.number"]))
    numbers = [(str(n), str(n)) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    seats = [
        (str(seat), str(form[f"setup.name.{seat}"]) or f"{player} {seat + 1}")
        for seat in range(number)
    ]
    start = str(min(int(str(form["setup.start"])), number - 1))
    editions = [(each.value, word(each.value)) for each in reversed(Edition)]
    controls = [choice("setup.number", word("players"), numbers)._replace(disabled=begun)]
    for seat in range(number):
        controls.append(text(f"setup.name.{seat}", f"{player} {seat + 1}"))
        controls.append(text(f"setup.hand.{seat}", word("hand"), word("hand_hint")))
    controls += [
        choice("setup.start", word("start"), seats)._replace(value=start),
        choice("setup.map", word("map"), words),
        choice("setup.edition", capital(say("rule-edition")), editions),
    ]
    for rule in SWITCHES:
        said = f"{capital(say(f'rule-{rule.name}'))} ({rule.clause})"
        controls.append(Control(f"setup.{rule.name}", "check", said, form[f"setup.{rule.name}"]))
    controls += [
        text("setup.event", word("event")),
        text("setup.date", word("date"), "2026-11-14"),
        Control("begin", "button", word("change" if begun else "begin"), strong=not begun),
    ]
    place = "more" if begun else "side"
    return Group("setup", say("record-setup"), tuple(controls), folded=begun, place=place)


# ------------------------------------------------------------------ writing


REPLACE: Final = "replace"
BEFORE: Final = "before"
SHOWN: Final = 12
"""How many of the pending moves are listed."""


class WriteMode(MoveMode):
    """A game that is written down into its file, the move that is half made, and their page."""

    name = "write"
    tabs = ("look", "try", "write", "train")
    keys = MappingProxyType(MoveMode.keys | {"Ctrl+y": "redo", "Ctrl+Shift+z": "redo"})
    asks_draws = True

    def __init__(self, path: PathName, study: Study | None, *, resumed: bool = False) -> None:
        self._path = study_path(path)
        self.begun = study
        """The game as it is written down so far; None before it begins."""
        self.form = form_of(study)
        self.picked: int | None = None
        """The move that is to be corrected."""
        self.manner = REPLACE
        self.resumed = resumed
        self.corrected = False
        """True if the last change was a correction."""
        self.typed = ""
        self.log: tuple[Entry, ...] = ()
        """What the last move did."""
        self._seen: int | None = None
        """The frame that somebody looks at; None for the one that moves are written at."""
        self.frames = Frames(study or Study(GameRecord({}, self.position)))
        self._stand()

    @property
    def study(self) -> Study:
        """The game as it is written down so far; see `records/study.py`."""
        if self.begun is None:
            raise KhronosError("the game has not begun: fill in the set-up and press Begin")
        return self.begun

    @property
    def record(self) -> GameRecord:
        """What is good, as a record like any other."""
        return self.study.record

    @property
    def path(self) -> Path:
        """Where it is saved."""
        found = None if self.begun is None else self.begun.path
        return found or self._path

    @property
    def position(self) -> GameState:
        """What the boards show: the last position, or the one before a move to correct."""
        if self.begun is None:
            # The boards of the set-up as far as it can be shown.
            nobody = {f"setup.name.{seat}": f"{seat + 1}" for seat in range(MAX_PLAYERS)}
            nobody |= {f"setup.hand.{seat}": "" for seat in range(MAX_PLAYERS)}
            return study_of({**self.form, **nobody}).start
        if self.picked is not None:
            return self.begun.before(self.picked)
        return self.begun.state

    @property
    def at(self) -> tuple[Branches, int]:
        """The end of the game, or the position before a move that is to be corrected."""
        frames = self.frames.of()
        last = len(frames) - 1
        return (), last if self.picked is None else frames.moves[self.picked].first - 1

    def settle(self, line: Branches, index: int) -> bool:
        """Moves are written at the end, wherever others were tried."""
        study, seen = self.begun, self._seen
        self._seen = None if line else index
        if study is not None and study.cursor != (end := ((), len(study.nodes_of(())))):
            study.go(*end)
            self._stand()
        return seen != self._seen

    @property
    def looks_on(self) -> bool:
        """True while somebody looks at an earlier move, perhaps to correct it."""
        return self._seen is not None and not self.has_selection and self.picked is None

    # -------------------------------------------------------------- writing

    def enter(self, written: str | Move) -> None:
        """Enter moves as they stand in a record: `M+m2c5 M>F >`.

        What is entered goes to the end; or in the place of, or before, the move that was picked or
        that waits.
        """
        study, before = self.study, self.manner == BEFORE
        mends = bool(study.pending) and not study.undone and not before
        if self.picked is not None:
            change = study.insert if before else study.replace
            change(self.picked, written)
        elif mends:
            study.fix_pending(written)
        else:
            study.enter(written)
        self.show_change(corrected=self.picked is not None or mends)

    def pick(self, number: int | None) -> None:
        """Choose a move to correct, counted from 0; None goes back to the end."""
        if number is not None and not 0 <= number < len(self.study.nodes):
            raise KhronosError(f"there are {len(self.study.nodes)} moves, no number {number}")
        self.picked, self.manner = number, REPLACE
        self._stand()

    take_back = edits(Study.take_back)
    redo = edits(Study.do_again)
    forget = edits(Study.discard_undone)
    correct = edits(Study.replace, corrected=True)
    insert = edits(Study.insert, corrected=True)
    delete = edits(Study.leave_out, corrected=True)
    drop = edits(Study.skip_pending, corrected=True)
    unanswered = edits(Study.drop_answers, corrected=True)
    give_up = edits(Study.discard_pending, corrected=True)
    revert = edits(Study.revert)

    def remark(self, number: int, *, mark: str | None = None, comment: str | None = None) -> None:
        """Change the mark or the comment of a move; an empty text removes it."""
        said = None if comment is None else comment.strip()
        self.study.remark(number, mark=mark, comment=said)
        self.show_change(stay=True)

    def edit(self, change: Callable[[Study], object], *, corrected: bool = False) -> None:
        """Change the game, which saves it."""
        change(self.study)
        self.show_change(corrected=corrected)

    def save_as(self, path: PathName) -> None:
        """Go on in another, new file."""
        self.study.keep(path)

    def show_change(self, *, corrected: bool = False, stay: bool = False) -> None:
        """Show the game after a change; it was saved before, so that what is shown is on disk."""
        self.resumed, self.corrected, self.typed = False, corrected, ""
        if not stay:
            self.picked, self.manner = None, REPLACE
            self.form = form_of(self.study)
        self.frames.game = self.study
        self._stand()
        self.edited()

    def _stand(self) -> None:
        self._seen = None
        self.stand(self.position)
        self.log = ()
        if self.begun is not None and self.begun.nodes and self.picked is None:
            self.log = self.begun.steps()[-1].log

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        title, study = f"{say('record-title')}: {self.path.name}", self.begun
        if study is None:
            form = setup_group(self.form, self.path.parent, begun=False)
            return Page(title, say("record-setup-next"), [form], keys=self.keys)
        over = self.position.over
        turn = say("record-over") if over else turn_text(self.position)
        status = " · ".join(filter(None, [turn, self._next_text(), self.saved_text()]))
        waits = ": ".join(_pending_reason(study)) if self._mends else ""
        groups, panels, undo = self._groups(study), self._panels(study), bool(study.nodes)
        return self.move_page(title, status, groups, panels, undo=undo, refusal=waits)

    def _next_text(self) -> str:
        """What is to be done, or else what has just been done."""
        study = self.study
        if self.next_text():
            return self.next_text().rstrip(".?")
        if self.picked is not None:
            return say("record-picked").rstrip(".")
        if self.resumed:
            going = say("record-going_on")
            return f"{going} {say('list-and', items=tuple(study.start.names))}"
        if study.pending:
            return ""
        if self.corrected:
            shifted = f" · {study.shifted} {say('record-shifted')}" if study.shifted else ""
            return say("record-corrected").rstrip(".") + shifted
        if not study.nodes:
            return "" if self.tool else say("record-first_tool").rstrip(".")
        coins = coins_text(self.log, study.start.names)
        return f"{self._move_sentence(len(study.nodes) - 1)}{f' ({coins})' if coins else ''}"

    def _move_sentence(self, number: int) -> str:
        return f"{self.study.before(number).player.name} {_move_words(self.study, number)}"

    def saved_text(self) -> str:
        """Where the game is saved, and how long it is."""
        if self.begun is None:
            return say("record-not_yet")
        count = say("n-moves", n=len(self.begun.nodes))
        return f"{say('record-saved')} {self.path.name}, {count}"

    @property
    def _mends(self) -> bool:
        """True if moves wait and can be mended now."""
        study = self.study
        return bool(study.pending) and not study.undone and self.picked is None

    @property
    def _target(self) -> int:
        """The move that comments, and perhaps corrections, are about; -1 if there is none yet."""
        return len(self.study.nodes) - 1 if self.picked is None else self.picked

    def _groups(self, study: Study) -> list[Group]:
        *tools, open_ = self.move_groups()
        back, again = f"↶ {say('record-take_back')}", f"↷ {say('record-redo')}"
        typing = (
            Control("take_back", "button", back, disabled=not study.nodes, hint="Ctrl+Z"),
            Control("redo", "button", again, disabled=not study.undone, hint="Ctrl+Y"),
            Control("typed", "text", say("record-typed"), self.typed,
                    hint=say("record-typed_hint")),
        )  # fmt: skip
        groups = [
            *(() if self.position.over else tools),
            Group("typing", "", typing),
            open_,
            self._correction(),
            self._words(study),
        ]
        if is_first_position(study.start):  # else the form cannot tell it
            groups.append(setup_group(self.form, self.path.parent, begun=True))
        return groups

    def _correction(self) -> Group:
        if self.picked is None:
            return Group("picked", "", (), place="side")
        manners = (REPLACE, say("record-replaces")), (BEFORE, say("record-comes_before"))
        title = f"{say('record-correct')} {self._told_with_turn(self.picked)}"
        controls = (
            Control("manner", "choice", title, self.manner, manners),
            Control("delete", "button", say("record-delete")),
            Control("leave", "button", say("record-leave"), hint="Esc"),
        )
        return Group("picked", title, controls, place="side")

    def _words(self, study: Study) -> Group:
        controls = []
        if study.nodes:
            node = study.nodes[self._target]
            title = f"{say('record-comment')}: {self._told_with_turn(self._target)}"
            marks = (("", say("record-no_mark")), *((each, each) for each in MARKS))
            controls += [
                Control("mark", "choice", say("record-mark"), node.mark, marks),
                Control("comment", "text", title, node.comment, wide=True),
            ]
        preface = say("record-preface")
        controls.append(Control("preface", "text", preface, study.intro_of(), wide=True))
        return Group("words", say("record-words"), tuple(controls), folded=True, place="more")

    def _told_with_turn(self, number: int) -> str:
        return f"{self.study.nodes[number].label} {self._move_sentence(number)}"

    def _panels(self, study: Study) -> list[Panel]:
        told = []
        if self._mends:
            waiting = _pending_panel(study, self.manner == BEFORE)
            told.append(Panel("waiting", "", waiting, wide=True, place="side"))
        if self.picked is None:
            # The move that somebody looks at, or else the last.
            frames = self.frames.of()
            last = len(frames) - 1
            span = frames.span_at(last if self._seen is None else min(self._seen, last))
            moves = _moves_panel(study, None if span is None else span.number)
            told.append(Panel("moves", say("record-moves"), moves, place="side"))
        if not self.position.over:
            told.append(self.legend())
        return told + (happened(self.log, self._move_sentence(self._target)) if self.log else [])

    def marks(self) -> Sequence[Mark]:
        state = self.position
        marks: list[Mark] = []
        if self.log and (state.over or self.half.action is None):
            marks += effects(self.log, state)
        return [*marks, *super().marks()]

    # -------------------------------------------------------------- what the browser does

    @property
    def chooses(self) -> bool:
        return self.begun is not None and not self.position.over

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        self._seen = None
        super().click(age, sq, menu=menu)

    def take(self, control: str, value: Value) -> None:
        word, self.refused = str(value).strip(), ""
        if control.startswith("setup."):
            form = setup_group(self.form, self.path.parent, begun=False)
            self.form = self.form | {control: form.accepted(control, value)}
            if self.begun is None:
                self.frames.on(self.position)
            self.stand(self.position)
        elif control == "manner":
            self.manner = one_of(word, (REPLACE, BEFORE), "manner")
        elif control == "typed":
            self.typed = word
            if word:
                self.play_whole(word)
        elif control == "mark":
            self.remark(self._target, mark=word)
        elif control == "comment":
            self.remark(self._target, comment=word)
        elif control == "preface":
            self.study.introduce(word)
            self.show_change(stay=True)
        else:
            super().take(control, value)

    def buttons(self) -> Mapping[str, Callable[[], object]]:
        return {
            "begin": self._begin, "escape": self._escape, "take_back": self._take_back,
            "redo": self.redo, "leave": lambda: self.pick(None), "delete": self._delete,
            "drop": self.drop, "give_up": self.give_up, "forget": self.forget,
            "revert": self.revert, "unanswered": self.unanswered,
        }  # fmt: skip

    def press(self, button: str) -> None:
        name, _, rest = button.partition(":")
        if name == "pick":
            self.pick(number_in(rest))
        else:
            super().press(button)

    def _begin(self) -> None:
        """Begin, or begin again with the same moves."""
        new, again = study_of(self.form, self.begun), self.begun is not None
        if self.begun is None:
            self.begun = new.keep(self._path)
        else:
            self.begun.restart(new.start, new.tags)
        self.show_change(corrected=again)

    def _escape(self) -> None:
        if self.has_selection:
            self.cancel()
        elif self.picked is not None:
            self.pick(None)

    def _take_back(self) -> None:
        """One choice of a half-made move, or else the last move."""
        if self.half.action is not None:
            self.cancel()
        else:
            self.take_back()

    def _delete(self) -> None:
        if self.picked is None:
            raise KhronosError(Said("slip-delete"))
        self.delete(self.picked)

    def play_whole(self, move: str | Move) -> None:
        """Enter what was typed, or has become whole; a refusal is told where one looks."""
        try:
            self.enter(move)
        except KhronosError as fault:
            self.cancel()
            self.refused = fault.text()


# ------------------------------------------------------------------ what is told of the moves


def _pending_panel(study: Study, before: bool) -> Markup:
    rest = study.pending[1:]
    head, why = _pending_reason(study)
    first = tag("b", f"✗ {head}: ", title=study.pending[0].text)
    parts = [tag("p", first, why, class_="klc-verdict klc-no")]
    key = "record-still_waiting_before" if before else "record-still_waiting"
    told = say(key) if rest else say(key).split(". ")[0]
    parts.append(tag("p", told.rstrip(","), " ", *_listed(study, rest)))
    buttons = {"drop": "record-delete", "give_up": "record-give_up"}
    if isinstance(study.fault, SurplusAnswer):
        buttons = {"unanswered": "record-unanswered", **buttons}
    if study.can_revert:
        buttons["revert"] = "record-revert"
    shown = [_button(name, say(key)) for name, key in buttons.items()]
    parts.append(tag("p", together(shown, " "), " "))
    return together(parts)


def _pending_reason(study: Study) -> tuple[str, str]:
    why = "" if study.fault is None else study.fault.text()
    return f"{_noted(study, study.pending[0])}, {say('record-waiting')}", why


def _noted(study: Study, written: UnplayedMove) -> str:
    """What somebody wanted to do; whether it can be done is not asked."""
    try:
        words = action_text(read_token(study.state, written.text).action)
    except KhronosError:
        # Cards that another player could draw cannot be drawn here: then it says only what for.
        words = say("action-EndTurn") if written.text[:1] in ">-" else written.text
    if not written.label:
        return f"{words}{written.mark}"
    return f"{_who(study, written.label)} {written.label}: {words}{written.mark}"


def _who(study: Study, label: str) -> str:
    names = study.start.names
    return names[player_marks(names).index(label.rpartition(".")[2])]


def _listed(study: Study, notes: Sequence[UnplayedMove]) -> list[Markup | str]:
    said = [tag("span", _noted(study, each), title=each.text) for each in notes[:SHOWN]]
    more = [f" … (+{len(notes) - SHOWN})"] if len(notes) > SHOWN else []
    return [together(said, " · "), *more]


def _button(name: str, words: str) -> Markup:
    return tag("button", words, type="button", class_="klc-button", data_press=name)


def _moves_panel(study: Study, looking: int | None) -> Markup:
    lines = []
    if study.undone:
        undone, forget = f"{say('record-undone')}: ", _button("forget", say("record-forget"))
        listed = _listed(study, study.undone)
        lines.append(tag("p", undone, *listed, " ", forget, class_="klc-note"))
    if study.can_revert and not study.pending:
        lines.append(note(_button("revert", say("record-revert"))))
    if looking is None:
        lines.append(note(say("record-none_yet")))
    else:
        label = study.nodes_of(())[looking].label
        told = f"{label} {_who(study, label)} {_move_words(study, looking)}"
        correct = _button(f"pick:{looking}", say("record-correct"))
        lines += [tag("p", correct, " ", told), note(say("record-moves_hint"))]
    return together(lines)


def _move_words(study: Study, number: int) -> str:
    node = study.nodes[number]
    return f"{_sentence(study.before(number), node.move)}{node.mark}"


@cached_by_language(maxsize=2048)
def _sentence(before: GameState, move: Move) -> str:
    result = play(before, move)
    return move_sentence(result.log) if isinstance(result, Outcome) else ""


class GameRecorder(Desk):
    """A desk that writes; `enter`, `take_back`, `correct`, `save_as` do what its page does."""

    _own: WriteMode

    def __repr__(self) -> str:
        with speaking("en"):
            return f"<GameRecorder: {self._own.saved_text()}>"

    study = Shared("_own", WriteMode.study)
    record = Shared("_own", WriteMode.record)
    path = Shared("_own", WriteMode.path)
    enter = forwarded("_own", WriteMode.enter)
    take_back = forwarded("_own", WriteMode.take_back)
    redo = forwarded("_own", WriteMode.redo)
    forget = forwarded("_own", WriteMode.forget)
    pick = forwarded("_own", WriteMode.pick, "_show_change")
    correct = forwarded("_own", WriteMode.correct)
    insert = forwarded("_own", WriteMode.insert)
    delete = forwarded("_own", WriteMode.delete)
    drop = forwarded("_own", WriteMode.drop)
    unanswered = forwarded("_own", WriteMode.unanswered)
    give_up = forwarded("_own", WriteMode.give_up)
    revert = forwarded("_own", WriteMode.revert)
    remark = forwarded("_own", WriteMode.remark)
    save_as = forwarded("_own", WriteMode.save_as, "_show_change")
