"""Branching: the part of a replay that tries other moves and keeps them as variations.

Everything that the page does can be done in Python, too:

>>> from khronos_lab.widgets.replay import replay
>>> game = replay("data/games/01-two-players-valley.khr").what_if()
>>> game.choose("verb", "end").play_move().branches, game.unsaved
(((0, 0),), True)
>>> game.name_line("Wait and see").delete().branches
()
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import traitlets
from traitlets import observe

from khronos_lab.analysis.positions import known_at
from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core.state import GameState
from khronos_lab.play.engine import Outcome
from khronos_lab.play.players.endings import Rollouts
from khronos_lab.play.players.playing_on import continued, play_on
from khronos_lab.play.records import tree
from khronos_lab.play.records.model import GameRecord, Node
from khronos_lab.play.records.saving import Home, save_as, save_game
from khronos_lab.play.records.storage import PathName
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import ROUNDS, Age
from khronos_lab.rulebook.words import term
from khronos_lab.widgets.background import Background, Report, Stop, helpers
from khronos_lab.widgets.careful import CarefulWidget, one_of
from khronos_lab.widgets.clickboard import told_group
from khronos_lab.widgets.eyes import ALL
from khronos_lab.widgets.lines import Lines, relined
from khronos_lab.widgets.mover import Mover
from khronos_lab.widgets.mover_panels import (
    PLAY,
    below_text,
    move_groups,
    move_panels,
    pressed,
    status_text,
)
from khronos_lab.widgets.sources import Opened
from khronos_lab.widgets.what_if import BOTS, Spot, may_move, mover_overlay, spot_after, spot_at
from khronos_lab.widgets.what_if_panels import Desk, Ends, more_groups, more_panels, title_text

if TYPE_CHECKING:
    from khronos_lab.widgets.pictures import Pictures

SEED: Final = 0
"""Many games have the same luck in every branch, so that branches can be compared."""
MOST_GAMES: Final = 2000


class Branching(CarefulWidget):
    """What a replay needs to try other moves; `Replay` shows it."""

    what_if_page = traitlets.Dict().tag(sync=True)
    """What the page shows of it; nothing while it is off."""
    progress = traitlets.Dict().tag(sync=True)
    """How much of the work in the background is done."""
    edition = traitlets.Int(0).tag(sync=True)
    """Another number after every edit: what the browser kept of the game before is stale."""
    unsaved = traitlets.Bool(False).tag(sync=True)
    """True if the record has changes that are in no file."""

    index: traitlets.Int[int, int]
    eyes: traitlets.Unicode[str, str]
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
        self._handed_over = 0
        self._shape = 0
        """Another number when lines got other names: what was begun before belongs nowhere."""

    # -------------------------------------------------------------- what the replay does

    @property
    def timeline(self) -> Timeline:
        """The line that is shown."""
        raise NotImplementedError

    def show_line(self, branches: tree.Branches = (), move: int | None = None) -> Branching:
        """Show a line at the end of a move."""
        raise NotImplementedError

    def _tell_line(self) -> None:
        raise NotImplementedError

    def _tell_moves(self, _: object = None) -> None:
        raise NotImplementedError

    # -------------------------------------------------------------- on and off

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

    def what_if(self, on: bool = True) -> Branching:
        """Try other moves from what is shown, or leave off trying them."""
        if not on:
            self._mover = self._spot = None
            self.what_if_page = {}
            return self
        _ = self.record
        self.playing = False
        self._settle()
        self._tell_what_if()
        return self

    def _settle(self) -> None:
        """Take over the position that is shown; what was half chosen elsewhere is forgotten."""
        spot = spot_at(self.timeline, self._branches, self.index)
        if self._spot is None or (spot.branches, spot.moves) != (
            self._spot.branches,
            self._spot.moves,
        ):
            self._mover = Mover(spot.state)
        self._spot = spot

    @observe("index", "playing", "eyes")
    def _moved(self, _: object) -> None:
        if self._mover is None or self.playing:
            return
        self._settle()
        self._tell_what_if()

    @observe("language")
    def _spoken_otherwise(self, _: object) -> None:
        self._tell_what_if()

    # -------------------------------------------------------------- choosing a move

    @property
    def spot(self) -> Spot:
        """Where something else is tried."""
        if self._spot is None:
            raise KhronosError("nothing is being tried; begin with .what_if()")
        return self._spot

    @property
    def mover(self) -> Mover:
        """The half-made choice."""
        if self._mover is None:
            raise KhronosError("nothing is being tried; begin with .what_if()")
        return self._mover

    def choose(self, control: str, value: str) -> Branching:
        """Choose something beside the boards: `choose("verb", "build")`, `("building", "m2")`."""
        self._changed(self._own_turn().take(f"move.{control.removeprefix('move.')}", value))
        return self

    def click_square(self, age: Age | int, square: int) -> Branching:
        """Click a square; if that is not allowed, `mover.said` has the reasons."""
        self._changed(self._own_turn().click(Age(age), square))
        return self

    def take_back(self) -> Branching:
        """Take the last choice back."""
        self._changed(self.mover.back())
        return self

    def _own_turn(self) -> Mover:
        if not may_move(self.spot, self.eyes):
            raise KhronosError(term("branch.hidden_turn", self.language))
        if self.spot.inside:
            # What is chosen is seen on the position that it is chosen for.
            self.index = self.spot.frame
        return self.mover

    def _changed(self, mover: Mover) -> None:
        self._mover = mover
        self._tell_what_if()

    def play_move(self) -> Branching:
        """Play the move that is chosen; a new one becomes a variation."""
        spot, move = self.spot, self.mover.move
        if move is None:
            raise KhronosError(status_text(self.mover, self.language))
        place = tree.played(self.record, spot.branches, spot.moves, [move], spot.state)
        self._go_to(place)
        return self

    # -------------------------------------------------------------- editing the record

    def _edit(self, record: GameRecord, *, same_frames: bool = True) -> None:
        """Take over an edited record; `same_frames` if what was shown before still is."""
        if record == self.record:
            return
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

    def name_line(self, name: str) -> Branching:
        """Give the variation that is shown a name; without one it is called by its first move."""
        self._here(tree.named(self.record, self._line_shown(), name))
        return self

    def comment(self, comment: str) -> Branching:
        """Comment on the move before the position that is shown, or on the whole line."""
        spot = self.spot
        if spot.moves:
            edited = tree.commented(self.record, spot.branches, spot.moves - 1, comment)
        else:
            edited = tree.introduced(self.record, (), comment)
        self._here(edited)
        return self

    def mark(self, mark: str) -> Branching:
        """Mark the move before the position that is shown: `!`, `?`, `!?` and the like, or none."""
        if not self.spot.moves:
            raise KhronosError("no move has been played here that could be marked")
        self._here(tree.marked(self.record, self.spot.branches, self.spot.moves - 1, mark))
        return self

    def promote(self) -> Branching:
        """Make the variation that is shown the line that it was a variation of."""
        line = self._line_shown()
        place = tree.promoted(self.record, line)
        moves = max(self.spot.moves, place.moves)
        self._go_to(place._replace(moves=moves), same_frames=False)
        return self

    def delete(self) -> Branching:
        """Delete the variation that is shown, with all that hangs on it."""
        line = self._line_shown()
        place = tree.Place(tree.without(self.record, line), line[:-1], line[-1][0])
        self._go_to(place, same_frames=False)
        return self

    def cut(self) -> Branching:
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
            raise KhronosError(term("branch.not_the_game", self.language))
        return line

    # -------------------------------------------------------------- saving

    @property
    def home(self) -> Home | None:
        """The file that `save` writes to; None if it has to be named."""
        home = self._game.home
        return None if home is None or home.shipped else home

    def save(self, path: PathName | None = None, *, replace: bool = False) -> Branching:
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

    # -------------------------------------------------------------- handing over

    def hand_over(self, player: str = BOTS[0], to: str = "game") -> Branching:
        """Let players play on to the end of the `turn` or of the `game`, once; it is kept.

        Every time it is asked, cards fall otherwise. It works in the background; `wait` for it.
        """
        spot, one_turn = self.spot, one_of(to, ("turn", "game"), "end") == "turn"
        one_of(player, BOTS, "player")
        if self.eyes != ALL:
            raise KhronosError(term("branch.hidden_once", self.language))
        if spot.state.over:
            raise KhronosError(term("move.over", self.language))
        self._handed_over += 1
        seed = f"hand over {self._handed_over}"

        def work(told: Report, stop: Stop) -> list[Node]:
            return _turn_by_turn(spot.state, player, seed, 1 if one_turn else None, told, stop)

        def keep(nodes: object) -> None:
            assert isinstance(nodes, list)
            self._go_to(tree.grown(self.record, spot.branches, spot.moves, nodes))

        self._in_background(work, keep)
        return self

    def play_on(self, player: str = BOTS[1], games: int = 50) -> Branching:
        """Let players finish the game so many times with other draws; see how it ends.

        What the eyes of this replay do not see is dealt anew in every game. It works in the
        background; `wait` for it.
        """
        one_of(player, BOTS, "player")
        if not 1 <= games <= MOST_GAMES:
            raise KhronosError(f"from 1 to {MOST_GAMES:,} games can be played, not {games}")
        spot, eyes, timeline = self.spot, self.eyes, self.timeline
        known = known_at(timeline, spot.frame, eyes)

        def work(told: Report, stop: Stop) -> Rollouts:
            with helpers() as executor:
                return play_on(
                    known, player, games=games, seed=SEED, progress=told, stop=stop,
                    executor=executor,
                )  # fmt: skip

        def keep(ends: object) -> None:
            assert isinstance(ends, Rollouts)
            self._keep_ends(Ends(spot.branches, spot.moves, player, eyes, ends))

        self._in_background(work, keep)
        return self

    def _keep_ends(self, ends: Ends) -> None:
        if ends.rollouts.games:
            self._ends = [each for each in self._ends if each.key != ends.key] + [ends]

    @property
    def results(self) -> tuple[Ends, ...]:
        """How games ended that were played on from here and elsewhere, the last ones last."""
        return tuple(self._ends)

    def wait(self, seconds: float | None = None) -> Branching:
        """Wait for what is worked out in the background, without a browser."""
        self._work.join(seconds)
        return self

    def stop(self) -> Branching:
        """Stop what is worked out in the background; what is done by then counts."""
        self._work.stop()
        return self

    def _in_background(
        self, work: Callable[[Report, Stop], object], keep: Callable[[object], None]
    ) -> None:
        shape = self._shape

        def told(done: int, total: int) -> None:
            if self._work.busy:
                self.progress = {"done": done, "total": total}

        def ended(result: object) -> None:
            self.progress = {}
            with self._shown_if_it_fails():
                if shape != self._shape:
                    raise KhronosError(term("branch.gone", self.language))
                keep(result)
            self._tell_what_if()

        def failed(fault: Exception) -> None:
            self.progress = {}
            with self._shown_if_it_fails():
                raise fault
            self._tell_what_if()

        self._work.start(work, told=told, done=ended, failed=failed)
        self.progress = {"done": 0, "total": 0}
        self._tell_what_if()

    # -------------------------------------------------------------- the page

    def _tell_what_if(self) -> None:
        """Tell the browser what can be chosen."""
        mover, spot = self._mover, self._spot
        if mover is None or spot is None:
            return
        language, own = self.language, may_move(spot, self.eyes)
        result = mover.result if own else None
        after = result.state if isinstance(result, Outcome) else None
        groups = move_groups(mover, language, term("branch.play", language)) if own else []
        panels = move_panels(mover, language, self.eyes) if own else []
        desk = self._desk._replace(
            busy=self._work.busy, eyes=self.eyes, unsaved=self.unsaved, home=self.home
        )
        self.what_if_page = {
            "title": title_text(self.record, spot, language, self.eyes),
            "status": status_text(mover, language) if own else term("branch.hidden_turn", language),
            "refused": bool(mover.said),
            "below": below_text(mover, language) if own else "",
            "frame": spot.frame,
            "marks": mover_overlay(mover, after) if own else "",
            "groups": [told_group(group) for group in groups],
            "panels": [panel._asdict() for panel in panels if panel.name != "move_status"],
            "more": [told_group(group) for group in more_groups(self.record, spot, desk, language)],
            "results": [
                panel._asdict()
                for panel in more_panels(self.record, spot, self._ends, language, self.eyes)
            ],
        }

    def _is_stale(self, content: dict[str, Any]) -> bool:
        """True for a question about a line that an edit may have renamed: it is asked anew."""
        about_a_line = content["kind"] in ("want", "story", "curve", "click")
        return about_a_line and content.get("edition", self.edition) != self.edition

    def _answer_what_if(self, content: dict[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
        """Do what the page asks for."""
        self.error = ""
        answers: dict[str, Callable[[], object]] = {
            "toggle": lambda: self.what_if(not self.trying),
            "take": lambda: self._take(str(content["name"]), content["value"]),
            "press": lambda: self._press(str(content["name"])),
            "click": lambda: self._click_at(content),
        }
        try:
            answers[content["what"]]()
        except Exception:
            # What was refused must not stay on the page.
            self._tell_what_if()
            raise
        return {"kind": "what_if"}, []

    def _click_at(self, content: dict[str, Any]) -> None:
        found = self._square_at(content)
        if found is not None:
            self.click_square(*found)

    def _square_at(self, content: dict[str, Any]) -> tuple[Age, int] | None:
        raise NotImplementedError

    def _take(self, name: str, value: str | bool) -> None:
        if name.startswith("move."):
            self.choose(name, str(value))
        elif name == "branch.name":
            self.name_line(str(value))
        elif name == "branch.comment":
            self.comment(str(value))
        elif name == "branch.mark":
            self.mark(str(value))
        else:
            self._desk = self._desk.taken(name, value)
            self._tell_what_if()

    def _press(self, name: str) -> None:
        desk = self._desk
        work: dict[str, Callable[[], object]] = {
            PLAY: self.play_move,
            "branch.turn": lambda: self.hand_over(desk.player, "turn"),
            "branch.end": lambda: self.hand_over(desk.player, "game"),
            "branch.many": lambda: self.play_on(desk.player, desk.games),
            "branch.stop": self.stop,
            "branch.promote": self.promote,
            "branch.delete": self.delete,
            "branch.cut": self.cut,
            "branch.save": self._save_from_page,
            "branch.close": lambda: self.what_if(False),
        }
        if name in work:
            work[name]()
        else:
            self._changed(pressed(self.mover, name))

    def _save_from_page(self) -> None:
        path = self._desk.path.strip()
        self.save(path or None, replace=self._desk.replace)


def _turn_by_turn(
    state: GameState, player: str, seed: str, turns: int | None, told: Report, stop: Stop
) -> list[Node]:
    """Let players play on, a turn at a time, so that it can be stopped in between."""
    seats = len(state.players)
    left = (ROUNDS - state.round + 1) * seats - (state.seat - state.start) % seats
    total = left if turns is None else min(turns, left)
    nodes: list[Node] = []
    with helpers() as executor:
        for number in range(total):
            if stop() or state.over:
                break
            if executor is None:
                new = continued(state, player, seed=seed, turns=1)
            else:
                new = executor.submit(continued, state, player, seed=seed, turns=1).result()
            nodes += new
            state = _after(state, new)
            told(number + 1, total)
    return nodes


def _after(state: GameState, nodes: tuple[Node, ...]) -> GameState:
    record = GameRecord({}, state)
    place = tree.grown(record, (), 0, nodes)
    return tree.state_at(place.record, (), place.moves)
