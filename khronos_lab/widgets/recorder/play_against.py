"""A game against players of the roster: your hand open, theirs hidden, saved like any other.

It is made of the recorder's parts: the menu of a square chooses a move, a session keeps the game.
What the others do is shown effect by effect, as far as you may know it; then it is your turn.

>>> table = play_against("random", seed=3)
>>> table.record.names, table.model.session.state.player.name
(('Guest', 'random'), 'Guest')
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from khronos_lab.analysis.timeline import Frame, Timeline
from khronos_lab.core.actions import Action, Move
from khronos_lab.core.captions import option_text, question_text
from khronos_lab.core.chance import seed_of
from khronos_lab.core.grid import Grid
from khronos_lab.core.position.writer import player_marks
from khronos_lab.core.resolution import Entry, Question
from khronos_lab.core.state import GameState
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.boards import effects
from khronos_lab.drawing.strokes import Stroke
from khronos_lab.engine.setup import new_game
from khronos_lab.players.games import next_move
from khronos_lab.players.player import Player
from khronos_lab.players.roster import player_named, seat_title, table_names
from khronos_lab.records.model import GameRecord, node_of
from khronos_lab.records.safe_files import PathName
from khronos_lab.records.session import Session
from khronos_lab.records.session_file import GameFile
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.language import capital, say
from khronos_lab.rulebook.pieces import REASON, Age
from khronos_lab.rulebook.ruleset import RuleSet
from khronos_lab.widgets.clickable_boards.board_strokes import position
from khronos_lab.widgets.clickable_boards.clickboard import (
    STYLES,
    ClickBoard,
    Control,
    Group,
    Menu,
    MenuEntry,
    Page,
    Panel,
    Place,
    Tried,
    Value,
    place_text,
)
from khronos_lab.widgets.kit.base import joined, number_in, one_of
from khronos_lab.widgets.kit.frame_panels import player_panel, supply_panel
from khronos_lab.widgets.kit.hidden_cards import OPEN, Coins, coins_of, seen
from khronos_lab.widgets.kit.parts import Shared
from khronos_lab.widgets.move_input.menu import (
    acting_line,
    chosen,
    clicked,
    menu_at,
    tried_out,
    whole_action,
)
from khronos_lab.widgets.move_input.move_choice import BUILDINGS, Mover, age_named
from khronos_lab.widgets.move_input.panels import map_strokes, status_text
from khronos_lab.widgets.recorder.clicks import MENU, TOOLS, reason_text, where_now
from khronos_lab.widgets.recorder.controls import button_group, open_group, tool_group
from khronos_lab.widgets.recorder.panels import happened_panel

YOU: Final = 0
"""The seat of whoever sits at the screen."""
KEYS: Final = {"Ctrl+z": "take_back", "Escape": "cancel", "ArrowRight": "on", " ": "on"}


def play_against(
    *others: str | Player,
    name: str = "Guest",
    path: PathName | None = None,
    seed: int | str = 0,
    grid: Grid | str = "valley",
    rules: RuleSet | None = None,
    coins: str = "open",
    language: str | None = None,
) -> GameTable:
    """Play a game against players of the roster, or your own: `play_against("greedy", "planner")`.

    With a `path` it is saved after every move, and goes on from there when the cell is run again;
    `record` has it in any case. The seed deals the cards, so the same one gives the same deal.
    """
    if not others:
        raise KhronosError('say whom you play against, for example play_against("greedy")')
    crew = [player_named(each) for each in others]
    file = None if path is None else GameFile(path)
    if file is not None and file.exists:
        session = _shuffled(file.load(), seed)
    else:
        names = table_names([name, *(seat_title(each) for each in others)])
        session = Session(new_game(names, seed, grid=grid, rules=rules))
    if len(session.start.players) != len(crew) + 1:
        raise KhronosError(
            f"this game has {len(session.start.players)} players; name "
            f"{len(session.start.players) - 1} that you play against"
        )
    return GameTable(TableModel(session, crew, seed, file, coins), language=language)


def _shuffled(session: Session, seed: int | str) -> Session:
    """A game that is gone on with: a file keeps the cards that were drawn, not those to come."""
    if not session.after:
        return session
    chance = seed_of(seed, "going on", len(session.nodes))
    return replace(session, after=(*session.after[:-1], session.state._replace(chance=chance)))


class _Asked(Exception):
    """A question that the person at the screen has to answer."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.clause)
        self.question = question


class _Person(Player):
    """Whoever sits at the screen: does what was clicked, and is asked for the rest."""

    def __init__(self, action: Action | None, answers: tuple[int, ...]) -> None:
        self._action = action
        self._answers = list(answers)

    def choose(self, state: GameState, rng: Random) -> Action:
        """What was clicked."""
        assert self._action is not None
        return self._action

    def answer(self, state: GameState, move: Move, question: Question, rng: Random) -> int:
        """What was answered, in order; what was not is asked."""
        if not self._answers:
            raise _Asked(question)
        return self._answers.pop(0)


def _is_told(frame: Frame) -> bool:
    """True for what is worth a look by itself."""
    return frame.event is not None and frame.event.about.effect is not None


class TableModel:
    """A game at a table of which one seat is yours."""

    language = "en"
    place: Place | None = None

    def __init__(
        self,
        session: Session,
        crew: Sequence[Player],
        seed: int | str,
        file: GameFile | None,
        coins: str = OPEN,
    ) -> None:
        self.session, self.file = session, file
        self._crew, self._seed = crew, seed
        self._coins: Coins = coins_of(coins)
        self._tool = MENU
        self._menu_at: Place | None = None
        self._refused = ""
        self._action: Action | None = None
        self._answers: tuple[int, ...] = ()
        self._question: Question | None = None
        self._watched: list[Frame] = []
        """What the others did, and you have not seen yet."""
        self._log: tuple[Entry, ...] = ()
        self.mover = Mover(session.state)
        self._go_on()

    @property
    def position(self) -> GameState:
        """What the boards show: what the others are doing, or the position as it is."""
        return self._watched[0].state if self._watched else self.session.state

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        return self.session.record

    @property
    def _yours(self) -> bool:
        return not self._watched and not self.session.state.over

    # -------------------------------------------------------------- playing

    def _go_on(self) -> None:
        """Let the others play until it is your turn, or you are asked something."""
        self._question = None
        while not self.session.state.over:
            if self.session.state.seat == YOU and self._action is None:
                break
            if not self._one_move():
                return
        self.mover = Mover(self.session.state)

    def _one_move(self) -> bool:
        """One move of whoever is to act; False if it waits for an answer."""
        state = self.session.state
        person = _Person(self._action, self._answers)
        number = len(self.session.nodes)
        table = [
            (player, Random(seed_of(self._seed, "table", seat, number)))
            for seat, player in enumerate((person, *self._crew))
        ]
        try:
            move, outcome = next_move(table, state)
        except _Asked as asked:
            self._question = asked.question
            return False
        yours, self._action, self._answers = state.seat == YOU, None, ()
        node = node_of(state, move, outcome, player_marks(state.names))
        # As it was played, not entered again: what chance drew stays where chance has drawn it.
        self._become(replace(
            self.session, nodes=(*self.session.nodes, node),
            after=(*self.session.after, outcome.state),
        ))  # fmt: skip
        log = tuple(seen(entry, str(YOU)) for entry in outcome.log)
        if yours:
            self._log = log
        else:
            steps = Timeline.of([(state, move, outcome.state, log)], start=state)
            self._watched += [frame for frame in list(steps)[1:] if _is_told(frame)]
        return True

    def _become(self, session: Session) -> None:
        self.session = session
        if self.file is not None:
            self.file.save(session)

    def _choose(self, mover: Mover) -> None:
        """Go on with a half-made move; one that is whole is played."""
        self.mover, self._refused = mover, ""
        if mover.said:
            self._refused = " ".join(each.text(self.language) for each in mover.said)
            self.mover = mover.cleared()
            return
        action = whole_action(mover)
        if action is not None:
            self._play(action)
        elif mover.half.place is not None:
            self._menu_at = mover.half.place

    def _play(self, action: Action) -> None:
        self._menu_at, self._action, self._answers = None, action, ()
        try:
            self._go_on()
        except KhronosError as fault:
            self._action = None
            self._refused = reason_text(fault, self.language)

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        """Whose turn it is, what they did, what you can do."""
        title = " · ".join(self.session.start.names)
        ghost = BUILDINGS[self._tool][1] if self._yours and self._tool in BUILDINGS else 0
        return Page(
            title, self._status(), self._groups(), self._panels(), self._below(), self._refused,
            ghost, KEYS, self._acting(), self._menu(),
        )  # fmt: skip

    def _status(self) -> str:
        language, state = self.language, self.position
        if self._watched:
            entry = self._watched[0].entry
            assert entry is not None
            left = say("play-left", language, n=len(self._watched) - 1)
            return f"{entry.text(language)} · {left}"
        if state.over:
            best = max(player.coins for player in state.players)
            names = tuple(player.name for player in state.players if player.coins == best)
            who = say("list-and", language, items=names)
            won = say("play-won", language, names=who, coins=best)
            return f"{say('record-over', language)} {won}"
        turn = f"{capital(say('word-round', language))} {state.round}, {state.player.name}"
        if self._question is not None:
            return f"{turn} · {question_text(self._question, state.names, language)}"
        told = status_text(self.mover, language) if self.mover.half.verb else ""
        return " · ".join(each for each in (turn, told) if each)

    def _acting(self) -> str:
        # Your own hand is what you need to see, also while others play.
        state = self.session.state
        mine = state._replace(turn=state.turn._replace(seat=YOU)) if not self._yours else state
        return acting_line(mine, self.language, self._coins, str(YOU)) if not state.over else ""

    def _menu(self) -> Menu | None:
        question = self._question
        if question is not None and not self._watched:
            names = self.session.start.names
            answers = tuple(
                MenuEntry(f"answer {number}", option_text(question, each, names, self.language))
                for number, each in enumerate(question.options)
            )
            first = question.subject.square if question.subject is not None else 0
            return Menu(
                (question.age, first), question_text(question, names, self.language), answers
            )
        if self._menu_at is None or not self._yours:
            return None
        return menu_at(self.mover, self._menu_at, self.language)

    def _below(self) -> str:
        if not self._yours:
            return ""
        return say("record-map" if self._tool else "record-map_menu", self.language)

    def _groups(self) -> list[Group]:
        language = self.language
        watching = bool(self._watched)
        on = Control("on", "button", f"▶ {say('play-on', language)}", disabled=not watching,
                     hint="→", strong=watching)  # fmt: skip
        skip = Control("skip", "button", say("play-skip", language), disabled=not watching)
        word = say("record-take_back", language)
        back = Control("take_back", "button", f"↶ {word}", disabled=not self._can_take_back,
                       hint="Ctrl+Z")  # fmt: skip
        groups = [Group("watching", "", (on, skip, back))]
        state = self.session.state
        if not state.over and state.seat == YOU:
            groups.append(tool_group(state, self._tool, language))
            groups.append(button_group(self.mover, language))
            groups.append(open_group(self.mover, language))
        return groups

    def _panels(self) -> list[Panel]:
        language, state = self.language, self.position
        told = [
            Panel("players", say("sandbox-players", language),
                  player_panel(state, language, str(YOU), self._coins)),
            Panel("supply", "", supply_panel(state, language)),
        ]  # fmt: skip
        if self._watched:
            span = self._watched[0].span
            log = () if span is None else span.log
        else:
            log = self._log
        happened = happened_panel(log, language)
        if happened:
            told.append(Panel("log", say("sandbox-happened", language), happened, wide=True))
        return told

    def picture_key(self) -> Hashable:
        """The position, what happened, where one may click."""
        watched = self._watched[0].index if self._watched else -1
        return (
            self.position,
            len(self._watched),
            watched,
            self.mover.half,
            self._tool,
            self._question,
        )

    def strokes(self, table: Table) -> list[Stroke]:
        """The position, what has just happened, where one may click."""
        state = self.position
        drawn = position(state, table)
        if self._watched:
            entry = self._watched[0].entry
            return drawn + ([] if entry is None else effects([entry], state, table))
        if not self._yours or self._question is not None:
            return drawn
        return drawn + map_strokes(where_now(self.mover, self._tool), False, table)

    # -------------------------------------------------------------- what the browser does

    def tip(self, age: Age, sq: int) -> str:
        """What stands on a square."""
        return place_text(self.position, (age, sq), self.language)

    def point(self, age: Age, sq: int) -> None:
        """Point at a square."""
        self.place = (age, sq)

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Open the menu of the square, or do what the tool says; else see what comes next."""
        self.place, self._refused = (age, sq), ""
        if self._watched:
            self._on()
        elif self._yours and self._question is None:
            self._menu_at = None
            if menu or (self._tool == MENU and age is not REASON):
                self.mover, self._menu_at = self.mover.cleared(), (age, sq)
            else:
                self._choose(clicked(self.mover, self._tool, age, sq))

    def choose(self, entry: str) -> None:
        """Do what an entry of the menu says."""
        if self._question is not None:
            self._answer(entry)
        elif not entry or self._menu_at is None:
            self._cancel()
        else:
            self._choose(chosen(self.mover, self._menu_at, entry))

    def _answer(self, entry: str) -> None:
        assert self._question is not None
        if not entry:
            return  # a question stays until it is answered
        number = number_in(entry.removeprefix("answer "))
        if number >= len(self._question.options):
            raise KhronosError(f"there are {len(self._question.options)} answers, no {number}")
        self._answers = (*self._answers, number)
        self._go_on()

    def tried(self, entry: str) -> Tried:
        """What an entry of the menu would do, as far as you may know."""
        if self._question is not None or self._menu_at is None or not entry:
            return Tried(None, "")
        return tried_out(chosen(self.mover, self._menu_at, entry), self.language, str(YOU))

    def take(self, control: str, value: Value) -> None:
        """Take over what was chosen."""
        if control == "tool":
            self._tool = one_of(str(value), TOOLS, "tool")
            self._cancel()
        elif control.startswith("move."):
            self._choose(self.mover.take(control, str(value).strip()))
        else:
            raise KhronosError(f"the table has no control {control!r}")

    def press(self, button: str) -> None:
        """Do what a button says."""
        self._refused = ""
        name, _, rest = button.partition(":")
        if name in ("go", "verb") and self._watched:
            # Nobody decides before they have seen what there is to decide on.
            self._watched.clear()
            return
        if name == "go":
            origin, target = (age_named(letter) for letter in rest)
            tried = self.mover.cleared().take("move.verb", "travel")
            self._choose(
                tried.take("move.from", str(int(origin))).take("move.to", str(int(target)))
            )
            return
        if name == "verb":
            self._choose(self.mover.cleared().take("move.verb", rest))
            return
        works: dict[str, Callable[[], None]] = {
            "on": self._on, "skip": self._watched.clear, "cancel": self._cancel,
            "enter": self._enter, "take_back": self._take_back,
        }  # fmt: skip
        if button not in works:
            raise KhronosError(f"the table has no button {button!r}")
        works[button]()

    def _on(self) -> None:
        """See the next thing that the others did."""
        if self._watched:
            self._watched.pop(0)

    def _cancel(self) -> None:
        self.mover, self._menu_at = self.mover.cleared(), None

    def _enter(self) -> None:
        if self.mover.move is None:
            raise KhronosError(status_text(self.mover, self.language))
        self._play(self.mover.move.action)

    @property
    def _can_take_back(self) -> bool:
        """True for your own moves of this turn: what has shown you cards stays."""
        nodes = self.session.nodes
        return self._yours and bool(nodes) and self.session.before(len(nodes) - 1).seat == YOU

    def _take_back(self) -> None:
        if self.mover.half.verb or self._menu_at is not None:
            self._cancel()
        elif self._can_take_back:
            self._become(self.session.take_back().forget())
            self.mover, self._log = Mover(self.session.state), ()


class GameTable(ClickBoard):
    """The widget; `record` is the game so far."""

    _css = joined(*STYLES, "recorder/recorder.css")
    model: TableModel

    def __init__(self, model: TableModel, *, language: str | None = None) -> None:
        """Prepare the widget; `play_against` opens one."""
        super().__init__(model, language)

    def __repr__(self) -> str:
        return f"<GameTable: {self.page['status']}>"

    record = Shared("model", TableModel.record)
