"""A game against players of the roster: your hand open, theirs hidden, saved like any other.

It is made of the recorder's parts: the menu of a square chooses a move, a study keeps the game.
What the others do is shown effect by effect, as far as you may know it; then it is your turn.

>>> table = play_against("random", seed=0)
>>> table.record.names, table.position.player.name
(('Guest', 'random'), 'Guest')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from khronos_lab.analysis import ReviewedTurn, Span, Timeline, loss_text
from khronos_lab.board import Markup, tag, together
from khronos_lab.core import (
    Action,
    EndTurn,
    GameState,
    Grid,
    Move,
    OpenChoice,
    move_sentence,
    player_marks,
    question_text,
    seed_of,
)
from khronos_lab.desk.board_input import MoveMode, question_menu
from khronos_lab.desk.desk import Desk
from khronos_lab.desk.frames import Frames
from khronos_lab.desk.mode import Control, Group, Menu, Page, Panel, Tried, happened, turn_text
from khronos_lab.engine import Outcome, new_game, play
from khronos_lab.kit import Eyes, Shared, number_in, seen
from khronos_lab.players import GREAT, Player, next_move, player_named, seat_title, table_names
from khronos_lab.records import (
    Branches,
    GameRecord,
    Line,
    PathName,
    Step,
    Study,
    node_of,
    study_path,
)
from khronos_lab.rulebook import Age, KhronosError, RuleSet, multilingual, say
from khronos_lab.simulation import review_last_turn

YOU: Final = 0
"""The seat of whoever sits at the screen."""


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
    if not others or any(isinstance(each, int) for each in others):
        raise KhronosError(
            'say whom you play against, for example kl.play_against("greedy"), or '
            'kl.play_against("greedy", "planner") at a table of three'
        )
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
    mode = PlayMode(study, crew, seed, path, warn=warn)
    return GameTable(mode.frames, mode, eyes=YOU, coins=coins)


class _Asked(Exception):
    """A question that the person at the screen has to answer."""

    def __init__(self, question: OpenChoice) -> None:
        super().__init__(question.clause)
        self.question = question


class _Person(Player):
    """Whoever sits at the screen: does what was clicked, and is asked for the rest."""

    def __init__(self, move: Move | None) -> None:
        self._action = None if move is None else move.action
        self._answers = [] if move is None else list(move.answers)

    def choose(self, state: GameState, rng: Random) -> Action:
        assert self._action is not None
        return self._action

    def answer(self, state: GameState, move: Move, question: OpenChoice, rng: Random) -> int:
        """What was answered, in order; what was not is asked."""
        if not self._answers:
            raise _Asked(question)
        return self._answers.pop(0)


class PlayMode(MoveMode):
    """A game at a table of which one seat is yours."""

    name = "play"
    answered = False

    def __init__(
        self,
        study: Study,
        crew: Sequence[Player],
        seed: int | str,
        path: PathName | None,
        *,
        warn: bool = False,
    ) -> None:
        self.study, self._path = study, path
        self.frames = Frames(study)
        self._warns = warn
        self._warned = -1
        """How many moves there were when a warning was given: it is given once."""
        self._mistake: ReviewedTurn | None = None
        """The turn that the warning is about."""
        self._crew, self._seed = crew, seed
        self._question: OpenChoice | None = None
        self._seen = len(self.frames.of()) - 1
        """The frame up to which you have seen what happened."""
        self.stand(study.state)
        self._play_on()

    @property
    def tabs(self) -> tuple[str, ...]:
        """Nothing is tried, and no other hand is seen, before the game is over."""
        return ("look", "try", "play", "train") if self.study.state.over else ("look", "play")

    @property
    def eyes(self) -> Eyes | None:
        return None if self.study.state.over else str(YOU)

    @property
    def position(self) -> GameState:
        """What the boards show: what the others are doing, or the position as it is."""
        return self.frames.of().state_at(self._seen) if self._watching else self.study.state

    @property
    def at(self) -> tuple[Branches, int]:
        """As far as you have seen."""
        return (), self._seen

    def settle(self, line: Branches, index: int) -> bool:
        if line or index <= self._seen:
            return False
        self._seen = index
        return True

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        return self.study.record

    @property
    def _watching(self) -> bool:
        return self._seen < len(self.frames.of()) - 1

    @property
    def _yours(self) -> bool:
        return not self._watching and not self.study.state.over

    @property
    def chooses(self) -> bool:
        return self._yours and self._question is None

    # -------------------------------------------------------------- playing

    def _play_on(self) -> None:
        self._question = None
        while not self.study.state.over:
            if self.study.state.seat == YOU and self.study.half is None:
                break
            if not self._one_move():
                break
        if self._question is None:
            self.stand(self.study.state)

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
        if state.seat == YOU:
            # What you do yourself you have seen.
            self._seen = len(self.frames.of()) - 1
        return True

    def play_whole(self, move: Move) -> None:
        """Play it, unless there is a warning first."""
        if isinstance(move.action, EndTurn) and (warning := self._warning(move)):
            self.stand(self.study.state)
            self.refused = warning
            return
        self.study.half = Move(move.action)
        try:
            self._play_on()
        except KhronosError as fault:
            self.study.half = None
            self.stand(self.study.state)
            self.refused = fault.text()
        self.edited()

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
        title, undo = " · ".join(self.study.start.names), self._can_take_back
        return self.move_page(title, self._status(), self._groups(), self._panels(), undo=undo)

    def _status(self) -> str:
        state = self.position
        if self._watching:
            return say("play-left", n=len(self._to_watch))
        if state.over:
            best = max(player.coins for player in state.players)
            names = tuple(player.name for player in state.players if player.coins == best)
            who = say("list-and", items=names)
            won = say("play-won", names=who, coins=best)
            return f"{say('record-over')} {won}"
        if self._question is not None:
            return f"{turn_text(state)} · {question_text(self._question, state.names)}"
        return f"{turn_text(state)} · {self.next_text() or say('record-first_tool')}"

    @property
    def _to_watch(self) -> list[int]:
        frames = self.frames.of()
        coming = (frames[index] for index in range(self._seen + 1, len(frames)))
        return [x.index for x in coming if x.event and x.event.about.effect is not None]

    def open_menu(self) -> Menu | None:
        question = self._question
        if question is not None and not self._watching:
            first = question.subject.square if question.subject is not None else 0
            names = self.study.start.names
            return question_menu(question, (question.age, first), names)
        return super().open_menu()

    def _groups(self) -> list[Group]:
        watching, state = self._watching, self.study.state
        on, back = f"▶ {say('play-on')}", f"↶ {say('record-take_back')}"
        groups = [Group("watching", "", (
            Control("on", "button", on, disabled=not watching, hint="→", strong=watching),
            Control("skip", "button", say("play-skip"), disabled=not watching),
            Control("take_back", "button", back, disabled=not self._can_take_back, hint="Ctrl+Z"),
        ))]  # fmt: skip
        if not state.over and state.seat == YOU:
            for group in self.move_groups():
                if watching:  # it waits in its place until it has been seen what the others did
                    resting = (x._replace(disabled=True, strong=False) for x in group.controls)
                    group = group._replace(controls=tuple(resting))
                groups.append(group)
        return groups

    def _panels(self) -> list[Panel]:
        told = []
        if self._mistake is not None and self._warned == len(self.study.nodes):
            said = (loss_text(self._mistake), self._mistake.reasons())
            lines = together([tag("p", each) for each in said])
            told.append(Panel("warning", say("coach-title"), lines, wide=True, place="side"))
        since = self._since()
        if since:
            lines = tag("ul", *(self._sentence_link(span) for span in since))
            told.append(Panel("since", say("play-since"), lines, wide=True, place="side"))
        span = self.frames.of().span_at(self._seen)
        log = () if span is None else tuple(seen(entry, str(YOU)) for entry in span.log)
        if self._yours:
            # Before anybody has played there is nothing else to tell beside the boards.
            told.append(self.legend()._replace(place="more" if since else "side"))
        return told + happened(log)

    def _since(self) -> list[Span]:
        """What the others did since your last turn, as far as you have seen it."""
        spans = [span for span in self.frames.of().moves if span.first <= self._seen]
        while spans and not self._watching and spans[-1].before.seat == YOU:
            spans.pop()
        last = [n for n, span in enumerate(spans, 1) if span.before.seat == YOU]
        return spans[last[-1] if last else 0 :]

    def _sentence_link(self, span: Span) -> Markup:
        words = move_sentence([seen(entry, str(YOU)) for entry in span.log])
        said = f"{span.before.player.name} {words}"
        return tag("li", tag("a", said, href="#", data_index=str(span.last), data_line="[]"))

    # -------------------------------------------------------------- what the browser does

    def click(self, age: Age, sq: int, *, menu: bool = False) -> None:
        if self._watching:
            self._on()
        else:
            super().click(age, sq, menu=menu)

    def choose(self, entry: str) -> None:
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
        self.edited()

    def tried(self, entry: str) -> Tried:
        return Tried("") if self._question is not None else super().tried(entry)

    def buttons(self) -> Mapping[str, Callable[[], object]]:
        return {"on": self._on, "skip": self._skip, "take_back": self._take_back}

    def press(self, button: str) -> None:
        if self._watching and button not in self.buttons():
            self._skip()  # nobody decides before they have seen what there is to decide on
        else:
            super().press(button)

    def _on(self) -> None:
        self._seen = next(iter(self._to_watch), len(self.frames.of()) - 1)
        if not self._to_watch:
            self._skip()

    def _skip(self) -> None:
        self._seen = len(self.frames.of()) - 1

    @property
    def _can_take_back(self) -> bool:
        """True for your own moves of this turn: what has shown you cards stays."""
        nodes = self.study.nodes
        return self._yours and bool(nodes) and self.study.before(len(nodes) - 1).seat == YOU

    def _take_back(self) -> None:
        if self.has_selection:
            self.cancel()
        elif self._can_take_back:
            with self.study.as_one_change():
                self.study.take_back().discard_undone()
            self.stand(self.study.state)
            self._skip()
            self.edited()


class GameTable(Desk):
    """A desk at which one plays; `record` is the game so far."""

    _own: PlayMode

    def __repr__(self) -> str:
        return f"<GameTable: {self.mode_page.get('status', '')}>"

    record = Shared("_own", PlayMode.record)
