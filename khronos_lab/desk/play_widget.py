"""A game against players of the roster: your hand open, theirs hidden, saved like any other.

It is made of the recorder's parts: the menu of a square chooses a move, a study keeps the game.
What the others do is shown effect by effect, as far as you may know it; then it is your turn.

>>> table = play_against("random", seed=3)
>>> table.record.names, table.model.study.state.player.name
(('Guest', 'random'), 'Guest')
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Final

from khronos_lab.analysis import Frame, ReviewedTurn, Timeline, loss_text
from khronos_lab.core import (
    Action,
    EndTurn,
    Entry,
    GameState,
    Grid,
    Move,
    Question,
    player_marks,
    question_text,
    seed_of,
)
from khronos_lab.desk.board_input import BoardInput, TouchedModel
from khronos_lab.desk.clickboard import (
    STYLES,
    ClickBoard,
    Control,
    Group,
    Menu,
    Page,
    Panel,
    Tried,
    Value,
)
from khronos_lab.desk.menu import acting_line, question_menu, unasked_move
from khronos_lab.engine import Outcome, new_game, play
from khronos_lab.kit import OPEN, Shared, coins_of, joined, number_in, seen
from khronos_lab.players import GREAT, Player, next_move, player_named, seat_title, table_names
from khronos_lab.records import GameRecord, Line, PathName, Step, Study, node_of, study_path
from khronos_lab.rulebook import Age, KhronosError, RuleSet, multilingual, say
from khronos_lab.scenes import Scene, effects
from khronos_lab.simulation import review_last_turn
from khronos_lab.viewer import tag, together

YOU: Final = 0
"""The seat of whoever sits at the screen."""
KEYS: Final = {"Ctrl+z": "take_back", "Escape": "cancel", "ArrowRight": "on", " ": "on"}


@multilingual
def play_against(
    *others: str | Player,
    name: str = "Guest",
    path: PathName | None = None,
    seed: int | str = 0,
    grid: Grid | str = "valley",
    rules: RuleSet | None = None,
    coins: str = "open",
    warn: bool = True,
    language: str | None = None,
) -> GameTable:
    """Play a game against players of the roster, or your own: `play_against("greedy", "planner")`.

    With a `path` it is saved after every move, and goes on from there when the cell is run again;
    `record` has it in any case. The seed deals the cards, so the same one gives the same deal.
    Before a turn ends that gives away much, you are told so and may take it back; not without
    `warn`.
    """
    if not others:
        raise KhronosError('say whom you play against, for example kl.play_against("greedy")')
    crew = [player_named(each) for each in others]
    if path is not None and study_path(path).exists():
        study = Study.open(path)
        if study.nodes:
            study.reseed(seed_of(seed, "going on", len(study.nodes)))
    else:
        names = table_names([name, *(seat_title(each) for each in others)])
        study = Study.written(GameRecord({}, new_game(names, seed, grid=grid, rules=rules)))
    if len(study.start.players) != len(crew) + 1:
        raise KhronosError(
            f"this game has {len(study.start.players)} players; name "
            f"{len(study.start.players) - 1} that you play against"
        )
    return GameTable(TableModel(study, crew, seed, path, coins, warn=warn))


class _Asked(Exception):
    """A question that the person at the screen has to answer."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.clause)
        self.question = question


class _Person(Player):
    """Whoever sits at the screen: does what was clicked, and is asked for the rest."""

    def __init__(self, move: Move | None) -> None:
        self._action = None if move is None else move.action
        self._answers = [] if move is None else list(move.answers)

    def choose(self, state: GameState, rng: Random) -> Action:
        """What was clicked."""
        assert self._action is not None
        return self._action

    def answer(self, state: GameState, move: Move, question: Question, rng: Random) -> int:
        """What was answered, in order; what was not is asked."""
        if not self._answers:
            raise _Asked(question)
        return self._answers.pop(0)


class TableModel(TouchedModel):
    """A game at a table of which one seat is yours."""

    def __init__(
        self,
        study: Study,
        crew: Sequence[Player],
        seed: int | str,
        path: PathName | None,
        coins: str = OPEN,
        *,
        warn: bool = False,
    ) -> None:
        self.study, self._path = study, path
        self._warns = warn
        self._warned = -1
        """How many moves there were when a warning was given: it is given once."""
        self._mistake: ReviewedTurn | None = None
        """The turn that the warning is about."""
        self._crew, self._seed = crew, seed
        self._coins, self._eyes = coins_of(coins), str(YOU)
        self._question: Question | None = None
        self._watched: list[Frame] = []
        """What the others did, and you have not seen yet."""
        self._log: tuple[Entry, ...] = ()
        self.touch = BoardInput(study.state, whole=unasked_move)
        self.touch.eyes = str(YOU)
        self._play_on()

    @property
    def position(self) -> GameState:
        """What the boards show: what the others are doing, or the position as it is."""
        return self._watched[0].state if self._watched else self.study.state

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        return self.study.record

    @property
    def _yours(self) -> bool:
        return not self._watched and not self.study.state.over

    # -------------------------------------------------------------- playing

    def _play_on(self) -> None:
        """Let the others play until it is your turn, or you are asked something."""
        self._question = None
        while not self.study.state.over:
            if self.study.state.seat == YOU and self.study.half is None:
                break
            if not self._one_move():
                return
        self.touch.stand(self.study.state)

    def _one_move(self) -> bool:
        """One move of whoever is to act; False if it waits for an answer."""
        state = self.study.state
        person = _Person(self.study.half)
        number = len(self.study.nodes)
        table = [
            (player, Random(seed_of(self._seed, "table", seat, number)))
            for seat, player in enumerate((person, *self._crew))
        ]
        try:
            move, outcome = next_move(table, state)
        except _Asked as asked:
            self._question = asked.question
            return False
        node = node_of(state, move, outcome, player_marks(state.names))
        if self._path is not None and self.study.path is None:
            self.study.keep(self._path)
        # As it was played, not entered again: what chance drew stays where chance has drawn it.
        self.study.add(Step(state, node, outcome.state, outcome.log))
        log = tuple(seen(entry, str(YOU)) for entry in outcome.log)
        if state.seat == YOU:
            self._log = log
        else:
            steps = list(Timeline.of([(state, move, outcome.state, log)], start=state))
            # Only what is worth a look by itself.
            self._watched += [x for x in steps[1:] if x.event and x.event.about.effect is not None]
        return True

    def _go_on(self, move: Move | None) -> None:
        """Play a move that has become whole, unless there is a warning first."""
        if move is None:
            return
        if isinstance(move.action, EndTurn) and (warning := self._warning(move)):
            self.touch.stand(self.study.state)
            self.touch.refused = warning
            return
        self.study.half = Move(move.action)
        try:
            self._play_on()
        except KhronosError as fault:
            self.study.half = None
            self.touch.stand(self.study.state)
            self.touch.refused = fault.text()

    def _warning(self, move: Move) -> str:
        """What a turn gives away that is about to end, if that is much and was not told yet."""
        state, nodes = self.study.state, self.study.nodes
        if not self._warns or self._warned == len(nodes):
            return ""
        outcome = play(state, move)
        assert isinstance(outcome, Outcome)
        node = node_of(state, move, outcome, player_marks(state.names))
        ended = GameRecord({}, self.study.start, Line((*nodes, node)))
        turn = review_last_turn(Timeline.of(ended))
        if turn.mark not in GREAT:
            return ""
        self._warned, self._mistake = len(nodes), turn
        return say("play-warning")

    # -------------------------------------------------------------- the page

    def page(self) -> Page:
        """Whose turn it is, what they did, what you can do."""
        title, touch = " · ".join(self.study.start.names), self.touch
        below, ghost = (touch.below_text(), touch.ghost) if self._yours else ("", 0)
        return Page(
            title, self._status(), self._groups(), self._panels(), below, touch.refused,
            ghost, KEYS, self._acting(), self._menu(),
        )  # fmt: skip

    def _status(self) -> str:
        state = self.position
        if self._watched:
            entry = self._watched[0].entry
            assert entry is not None
            left = say("play-left", n=len(self._watched) - 1)
            return f"{entry.text()} · {left}"
        if state.over:
            best = max(player.coins for player in state.players)
            names = tuple(player.name for player in state.players if player.coins == best)
            who = say("list-and", items=names)
            won = say("play-won", names=who, coins=best)
            return f"{say('record-over')} {won}"
        turn = self._turn_text()
        if self._question is not None:
            return f"{turn} · {question_text(self._question, state.names)}"
        told = self.touch.next_text() or say("record-first_tool")
        return " · ".join(each for each in (turn, told) if each)

    def _acting(self) -> str:
        # Your own hand is what you need to see, also while others play.
        state = self.study.state
        mine = state._replace(turn=state.turn._replace(seat=YOU)) if not self._yours else state
        return acting_line(mine, self._coins, str(YOU)) if not state.over else ""

    def _menu(self) -> Menu | None:
        question = self._question
        if question is not None and not self._watched:
            first = question.subject.square if question.subject is not None else 0
            names = self.study.start.names
            return question_menu(question, (question.age, first), names)
        return self.touch.menu() if self._yours else None

    def _groups(self) -> list[Group]:
        watching = bool(self._watched)
        on = Control("on", "button", f"▶ {say('play-on')}", disabled=not watching,
                     hint="→", strong=watching)  # fmt: skip
        skip = Control("skip", "button", say("play-skip"), disabled=not watching)
        word = say("record-take_back")
        back = Control("take_back", "button", f"↶ {word}", disabled=not self._can_take_back,
                       hint="Ctrl+Z")  # fmt: skip
        groups = [Group("watching", "", (on, skip, back))]
        state = self.study.state
        if not state.over and state.seat == YOU:
            groups += [_resting(each) if watching else each for each in self.touch.groups()]
        return groups

    def _panels(self) -> list[Panel]:
        told = self._table_panels()
        if self._mistake is not None and self._warned == len(self.study.nodes):
            said = (loss_text(self._mistake), self._mistake.reasons())
            lines = together([tag("p", each) for each in said])
            told.insert(0, Panel("warning", say("coach-title"), lines, wide=True))
        span = self._watched[0].span if self._watched else None
        return told + self._happened(self._log if not self._watched else span.log if span else ())

    def picture_key(self) -> Hashable:
        """The position, what happened, where one may click."""
        watched = self._watched[0].index if self._watched else -1
        seen = (self.position, len(self._watched), watched)
        return seen, self.touch.picture_key(), self._question

    def scene(self) -> Scene:
        """The position, what has just happened, where one may click."""
        state = self.position
        if self._watched:
            entry = self._watched[0].entry
            return Scene(state, () if entry is None else tuple(effects([entry], state)))
        if not self._yours or self._question is not None:
            return Scene(state)
        return Scene(state, tuple(self.touch.marks()))

    # -------------------------------------------------------------- what the browser does

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        """Open the menu of the square, or do what the tool says; else see what comes next."""
        self.place, self.touch.refused = (age, sq), ""
        if self._watched:
            self._on()
        elif self._yours and self._question is None:
            self._go_on(self.touch.click(age, sq, menu=menu))

    def choose(self, entry: str) -> None:
        """Do what an entry of the menu says."""
        if self._question is not None:
            self._answer(entry)
        else:
            super().choose(entry)

    def _answer(self, entry: str) -> None:
        assert self._question is not None
        if not entry:
            return  # a question stays until it is answered
        number = number_in(entry.removeprefix("answer "))
        if number >= len(self._question.options):
            raise KhronosError(f"there are {len(self._question.options)} answers, no {number}")
        half = self.study.half
        assert half is not None
        self.study.half = Move(half.action, (*half.answers, number))
        self._play_on()

    def tried(self, entry: str) -> Tried:
        """What an entry of the menu would do, as far as you may know."""
        return Tried(None, "") if self._question is not None else super().tried(entry)

    def take(self, control: str, value: Value) -> None:
        """Take over what was chosen."""
        self._go_on(self.touch.take(control, str(value).strip()))

    def press(self, button: str) -> None:
        """Do what a button says."""
        self.touch.refused = ""
        works: dict[str, Callable[[], None]] = {
            "on": self._on, "skip": self._watched.clear, "take_back": self._take_back,
        }  # fmt: skip
        if button in works:
            works[button]()
        elif self._watched:
            # Nobody decides before they have seen what there is to decide on.
            self._watched.clear()
        else:
            self._go_on(self.touch.press(button))

    def _on(self) -> None:
        """See the next thing that the others did."""
        if self._watched:
            self._watched.pop(0)

    @property
    def _can_take_back(self) -> bool:
        """True for your own moves of this turn: what has shown you cards stays."""
        nodes = self.study.nodes
        return self._yours and bool(nodes) and self.study.before(len(nodes) - 1).seat == YOU

    def _take_back(self) -> None:
        if self.touch.begun:
            self.touch.cancel()
        elif self._can_take_back:
            with self.study.as_one_change():
                self.study.take_back().discard_undone()
            self.touch.stand(self.study.state)
            self._log = ()


def _resting(group: Group) -> Group:
    """Controls that wait in their place until it has been seen what the others did."""
    return group._replace(
        controls=tuple(each._replace(disabled=True, strong=False) for each in group.controls)
    )


class GameTable(ClickBoard):
    """The widget; `record` is the game so far."""

    _css = joined(*STYLES, "../desk/browser/recorder.css")
    model: TableModel

    def __repr__(self) -> str:
        return f"<GameTable: {self.page['status']}>"

    record = Shared("model", TableModel.record)
