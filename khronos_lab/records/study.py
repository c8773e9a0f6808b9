"""Study: the one editable game, a tree of moves with a cursor, undo and a file.

Looking at a game, trying other moves, writing a game down and playing one all change a `Study`.
Inside, everything is immutable: a change makes a new record, and undo goes back to the old one.

The cursor is a line of the tree (`tree.py` explains their names) and the number of its moves that
have been played.

>>> study = Study.new(["Ann", "Ben"]).enter("M+m2c5 >").enter("M+c2f4")
>>> [node.text for node in study.nodes], study.state.player.coins
(['M+m2c5', '>****', 'M+c2f4'], 5)

Another move at an earlier place is a variation. Replacing a move plays everything after it again;
from the first move that no longer fits on, they wait to be fixed. Nothing is dropped unasked.

>>> study.go((), 0).play(["M>F"]).cursor
Cursor(line=((0, 0),), moves=1)
>>> study.delete().replace(0, "M+c2f4")
<study of Ann, Ben: 2 moves, 1 pending>
>>> [move.text for move in study.pending], str(study.fault)[:32]
(['M+c2f4'], 'illegal build: not free in Might')
>>> study.undo()
<study of Ann, Ben: 3 moves>
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Self

from khronos_lab.core import (
    Action,
    GameState,
    Grid,
    Move,
    grid_text,
    load_map,
    map_names,
    player_marks,
)
from khronos_lab.engine import DRAWING, EXAMPLES, SurplusAnswer, as_move, seat_names
from khronos_lab.records import tree
from khronos_lab.records.files import (
    BadGame,
    Home,
    PathName,
    game_texts,
    read_game,
    refuse_shipped,
    save,
    save_as,
)
from khronos_lab.records.format import (
    PENDING,
    TAKEN_BACK,
    UNPLAYED_TAG,
    UnplayedMove,
    read_line,
    sayable,
    unplayed_in,
    unplayed_tags,
)
from khronos_lab.records.model import (
    MARKS,
    GameRecord,
    Node,
    Step,
    one_record,
    played_again,
    played_step,
)
from khronos_lab.records.tags import DERIVED, start_of
from khronos_lab.records.tree import Branches, Continuation, Cursor
from khronos_lab.rulebook import (
    HAND_SIZE,
    KhronosError,
    RecordError,
    RuleSet,
    Said,
    in_any_case,
    path_text,
    say,
)

MOST_UNDONE: Final = 200
"""Changes that can be undone."""
KEPT_LINES: Final = 8
"""Lines whose positions are kept; any other is played again, which takes milliseconds."""

PLAIN, REMARK, CORRECTION = "plain", "remark", "correction"
"""Sorts of changes; see `Study.revert`."""


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """All of a study that undo brings back, and a file keeps."""

    record: GameRecord
    place: Cursor = field(compare=False)
    undone: tuple[UnplayedMove, ...] = ()
    pending: tuple[UnplayedMove, ...] = ()
    fault: KhronosError | None = field(default=None, compare=False)
    shifted: int = field(default=0, compare=False)


class Study:
    """A game to look at, play, write down and annotate; every method that changes it returns it."""

    def __init__(self, record: GameRecord, home: Home | None = None) -> None:
        """The study of a record; `home` is the place in a file to which `save` writes it."""
        record = one_record(record, "Study")
        self.home = home
        """Where the game was last read or saved; None if it is in no file."""
        self.renamed = 0
        """Grows whenever lines get other names."""
        self.half: Move | None = None
        """A half-made move at the cursor: what is chosen of it, and the answers given so far."""
        self._now = self._saved = _Snapshot(record, Cursor((), 0))
        self._past: list[tuple[_Snapshot, str]] = []
        self._future: list[tuple[_Snapshot, str]] = []
        self._writes = False
        """True for a game that is written down: it says its result by itself."""
        self._keeps = False
        """True if every change is saved at once."""
        self._known: dict[Branches, tuple[tuple[Node, ...], tuple[Step, ...]]] = {}

    @classmethod
    def new(
        cls,
        players: Sequence[str],
        *,
        grid: Grid | str = "valley",
        rules: RuleSet | None = None,
        start: str | int = 0,
        hands: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Study:
        """A table game before its first move, with all hands hidden except those in `hands`.

        `start` is the name or the seat of the player who starts; `hands` gives cards by name, as in
        `{"Ann": "mmrc"}`, stars for those that are not known.
        """
        names = seat_names(list(players))
        dealt = {
            in_any_case(name, names): "".join(hand.split()) for name, hand in (hands or {}).items()
        }
        start = in_any_case(start, names)
        seat = names.index(start) if start in names else start
        unknown = next((name for name in dealt if name not in names), None)
        if unknown is None and (not isinstance(seat, int) or not 0 <= seat < len(names)):
            unknown = str(start)
        if unknown is not None:
            raise KhronosError(f"nobody here is called {unknown!r}; players are {', '.join(names)}")
        assert isinstance(seat, int)
        told = {f"Player{number + 1}": name for number, name in enumerate(names)}
        known = isinstance(grid, str) and grid in map_names()
        own = grid if isinstance(grid, Grid) else load_map(grid)
        told["Map"] = own.name if known else f"\n{grid_text(own)}"
        if rules is not None and rules != RuleSet():
            told["Rules"] = rules.text
        told["Start"] = player_marks(names)[seat]
        told["Deal"] = " ".join(dealt.get(name, "").ljust(HAND_SIZE, "*") for name in names)
        return cls.written(GameRecord(dict(tags or {}), start_of(told)))

    @classmethod
    def written(cls, record: GameRecord) -> Study:
        """The study of a game that goes on where its record ends.

        Its tags tell what was taken back or no longer fits.
        """
        study = cls(record)
        study._writes = True
        end = study._end
        tags = {
            name: value
            for name, value in record.tags.items()
            if name not in DERIVED and not UNPLAYED_TAG.fullmatch(name)
        }
        if end.over and tags.get("Result") == result_text(end):
            del tags["Result"]
        undone, pending = (unplayed_in(tag, record.tags) for tag in (TAKEN_BACK, PENDING))
        record = replace(record, tags=tags)
        study._now = study._saved = study._settled(study.steps(()), (), undone, pending, record)
        return study

    @classmethod
    def open(cls, path: PathName) -> Study:
        """The game of a file, to go on with; every change is saved there at once.

        Moves that were taken back or no longer fit are where they were.
        """
        file = study_path(path)
        draft = file.with_name(f"{file.name}.draft")
        if draft.exists():
            raise KhronosError(
                f"{file}: {draft.name} beside it holds moves that an older khronos_lab kept there; "
                "enter them again from that file, and move it away"
            )
        if not file.exists():
            raise KhronosError(f"{file}: there is no game yet")
        texts = list(game_texts(file))
        if len(texts) != 1:
            raise KhronosError(
                f"{file}: holds {len(texts)} games; a game is written down in a file of its own"
            )
        game = read_game(texts[0])
        if isinstance(game, BadGame):
            raise KhronosError(f"{game.error}; the file is left as it is")
        try:
            study = cls.written(game)
        except KhronosError as fault:
            raise KhronosError(f"{file}: {fault}; the file is left as it is") from fault
        study.home, study._keeps = Home(file, 1, texts[0].text), True
        return study

    def copy(self) -> Study:
        """The same game at the same place, in no file: what is tried with it leaves this alone."""
        other = Study(self._now.record)
        other._now = other._saved = self._now
        other._writes, other.half, other._known = self._writes, self.half, dict(self._known)
        return other

    # -------------------------------------------------------------- what there is

    @property
    def record(self) -> GameRecord:
        """The game with all its variations, without what is taken back or pending."""
        return self._named_result(self._now.record)

    @property
    def start(self) -> GameState:
        """The first position."""
        return self._now.record.start

    @property
    def tags(self) -> Mapping[str, str]:
        """What the record says about the game: event, date and so on."""
        return self._now.record.tags

    @property
    def cursor(self) -> Cursor:
        """Where the study stands: a line, and how many of its moves have been played."""
        return self._now.place

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The moves of the line at the cursor, from the start of the game."""
        return self.nodes_of(self.cursor.line)

    @property
    def state(self) -> GameState:
        """The position at the cursor."""
        return self.before(self.cursor.moves)

    def before(self, move: int) -> GameState:
        """The position before a move of the line at the cursor."""
        steps = self.steps()
        tree.check_count(len(steps), move)
        return steps[move - 1].after if move else self.start

    @property
    def undone(self) -> tuple[UnplayedMove, ...]:
        """Moves that were taken back, the next one first."""
        return self._now.undone

    @property
    def pending(self) -> tuple[UnplayedMove, ...]:
        """The first move that no longer fits, and all that came after it."""
        return self._now.pending

    @property
    def fault(self) -> KhronosError | None:
        """Why the first pending move does not fit."""
        return self._now.fault

    @property
    def shifted(self) -> int:
        """How many moves the last correction moved to another turn."""
        return self._now.shifted

    @property
    def is_clean(self) -> bool:
        """True if nothing is pending and nothing is taken back."""
        return not self.undone and not self.pending

    @property
    def unsaved(self) -> bool:
        """True if the game has changes that are in no file."""
        return self._now != self._saved

    @property
    def own_file(self) -> Home | None:
        """The file that `save` writes to; None if it has to be named."""
        return None if self.home is None or self.home.shipped else self.home

    def __repr__(self) -> str:
        moves = len(self._now.record.line.nodes)
        waiting = f", {len(self.pending)} pending" if self.pending else ""
        return f"<study of {', '.join(self.start.names)}: {moves} moves{waiting}>"

    # -------------------------------------------------------------- lines

    def lines(self) -> Iterator[Branches]:
        """The names of all lines, the game first, each followed by its variations."""
        return tree.lines_of(self._now.record.line)

    def nodes_of(self, line: Branches) -> tuple[Node, ...]:
        """All moves of a line, from the start of the game."""
        return tree.nodes_of(self._now.record, line)

    def steps(self, line: Branches | None = None) -> tuple[Step, ...]:
        """The moves of a line as they were played: positions before and after, and the log.

        The same tuple comes back as long as the line stays as it is.
        """
        line = self.cursor.line if line is None else line
        nodes = self.nodes_of(line)
        kept, known = self._known.get(line, (None, ()))
        if kept == nodes and (not known or known[0].before is self.start):
            return known
        near = (self._known[each][1] for each in (line, line[:-1], ()) if each in self._known)
        steps = tuple(played_again(self.start, nodes, next(near, ())))
        self._keep(line, nodes, steps)
        return steps

    def _keep(self, line: Branches, nodes: tuple[Node, ...], steps: tuple[Step, ...]) -> None:
        self._known.pop(line, None)
        self._known[line] = nodes, steps
        others = [each for each in self._known if each]
        for each in others[:-KEPT_LINES]:
            del self._known[each]

    @property
    def variation(self) -> Branches:
        """The line at the cursor; before a variation's first move it is the line that it leaves."""
        return tree.line_at(*self.cursor)

    def ways(self) -> tuple[Continuation, ...]:
        """The moves that are on record at the cursor: the line's own first, then the others."""
        return tree.ways_on(self._now.record, self.cursor)

    def name_of(self, line: Branches) -> str:
        """The name of a variation; the game itself has none here."""
        return tree.line_of(self._now.record, line).comment.partition("\n")[0] if line else ""

    def intro_of(self, line: Branches = ()) -> str:
        """What is said before the first move of a line, without its name."""
        comment = tree.line_of(self._now.record, line).comment
        return comment.partition("\n")[2] if line else comment

    def go(self, line: Branches, moves: int) -> Self:
        """Put the cursor after this number of moves of a line."""
        tree.check_count(len(self.nodes_of(line)), moves)
        if self.cursor != (line, moves):
            self._now = replace(self._now, place=Cursor(line, moves))
            self.half = None
        return self

    # -------------------------------------------------------------- playing

    def play(self, moves: Iterable[Move | Action | str]) -> Self:
        """Play on at the cursor.

        What is on record there is followed, the end of a line grows, and anything else becomes a
        variation. A move may be said in words, `"keep f4 in Might"`, or in notation.
        """
        state, nodes = self.state, []
        for move in moves:
            step = played_step(state, as_move(state, move))
            nodes.append(step.node)
            state = step.after
        return self.grow(nodes)

    def grow(self, nodes: Sequence[Node], at: Cursor | None = None) -> Self:
        """Play on with nodes that somebody else has played from the cursor, or from a place."""
        record, place = tree.grown(self._now.record, at or self.cursor, nodes)
        return self._change(replace(self._now, record=record, place=place))

    def add(self, step: Step) -> Self:
        """Go on at the end of the game with a move as it was played, with what chance drew."""
        return self._continue([*self.steps(()), step])

    def reseed(self, chance: int) -> Self:
        """Deal the cards to come anew: a file keeps the cards that were drawn, not those."""
        *steps, last = self.steps(())
        last = last._replace(after=last.after._replace(chance=chance))
        self._keep((), self.nodes_of(()), (*steps, last))
        return self

    # -------------------------------------------------------------- lines, edited

    def promote(self) -> Self:
        """Swap the variation at the cursor with the line that it leaves."""
        record, place = tree.promoted(self._now.record, self._own_line())
        place = place._replace(moves=max(self.cursor.moves, place.moves))
        return self._rename(record, place)

    def delete(self) -> Self:
        """Delete the variation at the cursor with everything below it."""
        line = self._own_line()
        *home, (move, number) = line

        def drop(node: Node) -> Node:
            left = (*node.variations[:number], *node.variations[number + 1 :])
            return node._replace(variations=left)

        record = tree.with_node(self._now.record, tuple(home), move, drop)
        return self._rename(record, Cursor(tuple(home), move))

    def cut(self) -> Self:
        """Delete everything after the cursor from the variation."""
        line, moves = self._own_line(), self.cursor.moves
        own = moves - line[-1][0]
        record = tree.edited(
            self._now.record, line, lambda each, _: replace(each, nodes=each.nodes[:own])
        )
        return self._rename(record, Cursor(line, moves))

    def _own_line(self) -> Branches:
        if not self.variation:
            raise KhronosError(say("branch-not_the_game"))
        return self.variation

    def _rename(self, record: GameRecord, place: Cursor) -> Self:
        before = self._now.record
        self._change(replace(self._now, record=record, place=place))
        self.renamed += self._now.record is not before
        return self

    # -------------------------------------------------------------- words

    def name_line(self, name: str) -> Self:
        """Name the variation at the cursor; without a name it goes by its first move."""
        line = self._own_line()
        intro, said = self.intro_of(line), " ".join(name.split())
        return self.introduce(f"{said}\n{intro}" if intro else said, line)

    def introduce(self, comment: str, line: Branches = ()) -> Self:
        """Say something before the first move of a line; in a variation it begins with its name."""
        said = sayable(comment)
        record = tree.edited(self._now.record, line, lambda each, _: replace(each, comment=said))
        return self._change(replace(self._now, record=record), REMARK)

    def comment(self, comment: str) -> Self:
        """Comment on the move that led to the cursor, or at the start on the whole game."""
        if not self.cursor.moves:
            return self.introduce(comment)
        return self.remark(self.cursor.moves - 1, comment=comment)

    def mark(self, mark: str) -> Self:
        """Mark the move that led to the cursor: `!`, `?!` and the like; an empty text unmarks."""
        if not self.cursor.moves:
            raise KhronosError("no move has been played here that could be marked")
        return self.remark(self.cursor.moves - 1, mark=mark)

    def remark(self, number: int, *, mark: str | None = None, comment: str | None = None) -> Self:
        """Change mark or comment of a move of the line at the cursor; an empty text removes it."""
        if not 0 <= number < len(self.nodes):
            raise KhronosError(f"there are {len(self.nodes)} moves, so there is no move {number}")
        if mark and mark not in MARKS:
            raise KhronosError(f"{mark!r} is not a mark; marks are {', '.join(MARKS)}")

        def said(node: Node) -> Node:
            return node._replace(
                mark=node.mark if mark is None else mark,
                comment=node.comment if comment is None else sayable(comment),
            )

        line = tree.line_at(self.cursor.line, number + 1)
        record = tree.with_node(self._now.record, line, number, said)
        return self._change(replace(self._now, record=record), REMARK)

    # -------------------------------------------------------------- writing a game down

    def enter(self, written: str | Move) -> Self:
        """Add a move at the end of the game, or several as in a record: `M+m2c5! M>F >`.

        After moves were taken back, it takes the place of the first of them.
        """
        steps, undone = list(self.steps(())), self.undone
        for step in self._read(written, self._end):
            if undone and undone[0].text == step.node.text:
                step = undone[0].annotate(step)
            steps.append(step)
            undone = () if step.after.over else undone[1:]
        return self._continue(steps, undone=undone)

    def take_back(self, number: int = 1) -> Self:
        """Take back the last moves of the game; `do_again` brings them back."""
        steps = self.steps(())
        if not 1 <= number <= len(steps):
            raise KhronosError(f"{len(steps)} moves can be taken back, not {number}")
        undone = (*(UnplayedMove.of(step) for step in steps[-number:]), *self.undone)
        return self._continue(steps[:-number], undone=undone)

    def do_again(self, number: int = 1) -> Self:
        """Play moves that were taken back; from the first that no longer fits on, they wait."""
        if not 1 <= number <= len(self.undone):
            raise KhronosError(f"{len(self.undone)} moves can be done again, not {number}")
        steps, undone, pending, state = list(self.steps(())), self.undone, self.pending, self._end
        for move in self.undone[:number]:
            try:
                step = move.played(state)
            except KhronosError:
                undone, pending = (), (*undone, *pending)
                break
            steps.append(step)
            state = step.after
            undone = () if state.over else undone[1:]
        return self._continue(steps, undone=undone, pending=pending)

    def discard_undone(self) -> Self:
        """Let go of the moves that were taken back."""
        return self._continue(self.steps(()), undone=(), sort=CORRECTION)

    def replace(self, number: int, written: str | Move) -> Self:
        """Replace a move of the game, and play everything after it again."""
        return self._rewrite(number, number + 1, written)

    def insert(self, number: int, written: str | Move) -> Self:
        """Write something before a move of the game."""
        return self._rewrite(number, number, written)

    def leave_out(self, number: int) -> Self:
        """Leave out a move of the game, and play everything after it again."""
        return self._rewrite(number, number + 1, None)

    def restart(self, start: GameState, tags: Mapping[str, str] | None = None) -> Self:
        """Play the same moves from another set-up: another map, rules, names or start player."""
        steps, record = self.steps(()), self._now.record
        record = replace(record, start=start, tags=record.tags if tags is None else tags)
        behind = [UnplayedMove.of(step) for step in steps]
        return self._continue([], behind, record=record, sort=CORRECTION)

    def _rewrite(self, first: int, end: int, written: str | Move | None) -> Self:
        steps = self.steps(())
        if not 0 <= first < len(steps) + (first == end):
            raise KhronosError(f"there are {len(steps)} moves, so there is no move {first}")
        state = steps[first - 1].after if first else self.start
        new = [] if written is None else self._read(written, state)
        if new and end > first:
            new[0] = UnplayedMove.of(steps[first]).annotate(new[0])
        behind = [UnplayedMove.of(step) for step in steps[end:]]
        return self._continue([*steps[:first], *new], behind, sort=CORRECTION)

    # -------------------------------------------------------------- what no longer fits

    def fix_pending(self, written: str | Move) -> Self:
        """Replace the first pending move."""
        first, *rest = self._fixable()
        new = self._read(written, self._end)
        new[0] = first.annotate(new[0])
        return self._continue([*self.steps(()), *new], pending=rest, sort=CORRECTION)

    def skip_pending(self) -> Self:
        """Leave out the first pending move."""
        _, *rest = self._fixable()
        return self._continue(self.steps(()), pending=rest, sort=CORRECTION)

    def discard_pending(self) -> Self:
        """Leave out all pending moves."""
        self._fixable()
        return self._continue(self.steps(()), pending=(), sort=CORRECTION)

    def drop_answers(self) -> Self:
        """Fix the first pending move by dropping answers that nobody asks for any more.

        It is never done unasked: if the correction was wrong, the answer would be lost.
        """
        text = self._fixable()[0].text
        if not isinstance(self.fault, SurplusAnswer):
            raise KhronosError("the first move that waits answers nothing that is not asked")
        while "=" in text:
            text = text.rpartition("=")[0]
            try:
                return self.fix_pending(text)
            except KhronosError as fault:
                if not isinstance(fault.__cause__, SurplusAnswer):
                    raise
        raise self.fault

    def _fixable(self) -> tuple[UnplayedMove, ...]:
        if not self.pending:
            raise KhronosError("no move waits to be mended")
        if self.undone:
            raise KhronosError(Said("slip-taken_back"))
        return self.pending

    # -------------------------------------------------------------- reading and settling

    @property
    def _end(self) -> GameState:
        steps = self.steps(())
        return steps[-1].after if steps else self.start

    def _read(self, written: str | Move, state: GameState) -> list[Step]:
        if isinstance(written, Move):
            return [_entered(state, written)]
        try:
            line = read_line(written, state)
        except RecordError as fault:
            if re.match(r"\s*[^\W\d_]+\s", written):
                return [_entered(state, as_move(state, written))]
            # Line and column of a line that was typed say nothing; its cause says it in German.
            raise KhronosError(fault.reason) from fault.__cause__
        if not line.nodes:
            raise KhronosError(Said("slip-empty", {"options": EXAMPLES}))
        steps: list[Step] = []
        for node in line.nodes:
            step = _entered(state, node.move)
            steps.append(step._replace(node=node))
            state = step.after
        if line.comment:
            first = steps[0].node
            first = first._replace(comment=f"{line.comment} {first.comment}".strip())
            steps[0] = steps[0]._replace(node=first)
        return steps

    def _continue(
        self,
        steps: Sequence[Step],
        behind: Sequence[UnplayedMove] = (),
        *,
        undone: Sequence[UnplayedMove] | None = None,
        pending: Sequence[UnplayedMove] | None = None,
        record: GameRecord | None = None,
        sort: str = PLAIN,
    ) -> Self:
        new = self._settled(
            steps, behind, self.undone if undone is None else undone,
            self.pending if pending is None else pending, record or self._now.record,
        )  # fmt: skip
        return self._change(new, sort)

    def _settled(
        self,
        steps: Sequence[Step],
        behind: Sequence[UnplayedMove],
        undone: Sequence[UnplayedMove],
        pending: Sequence[UnplayedMove],
        record: GameRecord,
    ) -> _Snapshot:
        """The game with these moves, those `behind` them and the pending ones as far as they fit.

        The cursor stands at its end. Moves that are taken back keep the pending ones waiting.
        """
        done, shifted, fault = list(steps), 0, None
        state = done[-1].after if done else record.start
        for move in behind if undone else (*behind, *pending):
            try:
                step = move.played(state)
            except KhronosError as problem:
                fault = problem
                break
            done.append(step)
            state = step.after
            shifted += move.label not in ("", step.node.label)
        fitted = len(done) - len(steps)
        if fitted < len(behind):
            # What was taken back before is not brought back by a correction; `revert` does that.
            undone = ()
        nodes = tuple(step.node for step in done)
        self._keep((), nodes, tuple(done))
        record = replace(record, line=replace(record.line, nodes=nodes))
        left = (*behind, *pending)[fitted:]
        return _Snapshot(record, Cursor((), len(nodes)), tuple(undone), left, fault, shifted)

    # -------------------------------------------------------------- changing, undo, redo

    def _change(self, new: _Snapshot, sort: str = PLAIN) -> Self:
        """Go on with another snapshot: saved first, so that what is shown is on disk."""
        old = self._now
        if new == old and sort != CORRECTION:
            self._now, self.half = new, None
            return self
        if self._keeps:
            self._save(new)
        self._past = [*self._past[1 - MOST_UNDONE :], (old, sort)]
        self._future, self._now, self.half = [], new, None
        return self

    @contextmanager
    def as_one_change(self) -> Iterator[Self]:
        """Several changes that are saved, and undone, as one; none of them if one is refused."""
        before, past, keeps = self._now, self._past, self._keeps
        self._keeps = False
        try:
            yield self
            after = self._now
        finally:
            self._now, self._past, self._keeps = before, past, keeps
        self._change(after)

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """True if there is an undone change to redo."""
        return bool(self._future)

    def undo(self) -> Self:
        """Undo the last change, whatever it was."""
        if not self._past:
            raise KhronosError("there is nothing to undo")
        return self._return(self._past, self._future)

    def redo(self) -> Self:
        """Redo the change that was undone last."""
        if not self._future:
            raise KhronosError("there is nothing to redo")
        return self._return(self._future, self._past)

    def _return(
        self, source: list[tuple[_Snapshot, str]], target: list[tuple[_Snapshot, str]]
    ) -> Self:
        snapshot, sort = source[-1]
        if self._keeps:
            self._save(snapshot)
        source.pop()
        target.append((self._now, sort))
        self._now, self.half = snapshot, None
        # Lines may have other names again.
        self.renamed += 1
        return self

    @property
    def can_revert(self) -> bool:
        """True if there is a correction that nothing but remarks has followed."""
        sorts = (sort for _, sort in reversed(self._past) if sort != REMARK)
        return next(sorts, PLAIN) == CORRECTION

    def revert(self) -> Self:
        """Undo the last correction, with the remarks since."""
        if not self.can_revert:
            raise KhronosError("there is no correction to undo")
        while self._past[-1][1] == REMARK:
            self.undo()
        return self.undo()

    # -------------------------------------------------------------- the file

    @property
    def path(self) -> Path | None:
        """The file that the game is in."""
        return None if self.home is None else self.home.path

    def keep(self, path: PathName) -> Self:
        """Keep the game in a new file from now on, saved at every change."""
        file = study_path(path)
        refuse_shipped(file)
        if file.exists():
            raise KhronosError(f"{file}: exists already; name another file, or open this one")
        self.home = save_as(file, self._filed(self._now))
        self._saved, self._keeps = self._now, True
        return self

    def save(self, path: PathName | None = None, *, replace: bool = False) -> Self:
        """Save the game with its variations, whole or not at all.

        Without a path it goes back to its place in the file that it came from; the other games of
        that file stay as they are. A new file must not exist, unless `replace` says otherwise.
        """
        self.home = save(self._filed(self._now), self.home, path, replace=replace)
        self._saved = self._now
        return self

    def _save(self, snapshot: _Snapshot) -> None:
        self.home = save(self._filed(snapshot), self.home)
        self._saved = snapshot

    def _filed(self, snapshot: _Snapshot) -> GameRecord:
        """The record as the file has it: with what is taken back or pending."""
        record = self._named_result(snapshot.record)
        pending = unplayed_tags(PENDING, snapshot.pending)
        undone = unplayed_tags(TAKEN_BACK, snapshot.undone)
        return replace(record, tags={**record.tags, **pending, **undone})

    def _named_result(self, record: GameRecord) -> GameRecord:
        """A game that is written down says its result, unless somebody else said it."""
        nodes = record.line.nodes
        if not self._writes or not nodes or "Result" in record.tags:
            return record
        *_, last = played_again(record.start, nodes, self._known[()][1])
        end = last.after
        if not end.over:
            return record
        return replace(record, tags={**record.tags, "Result": result_text(end)})


def result_text(state: GameState) -> str:
    """Who has how many coins at the end: `Ann 3, Ben 17`."""
    return ", ".join(f"{player.name} {player.coins}" for player in state.players)


def study_path(path: PathName) -> Path:
    """The path of a game that is written down; other names are refused."""
    found = Path(path_text(path)).expanduser()
    if found.suffix != ".khr" or not found.stem:
        raise KhronosError(f"{os.fspath(path)}: a game is kept in a file named *.khr")
    if not found.parent.is_dir():
        raise KhronosError(f"{os.fspath(path)}: there is no folder {found.parent}; make it first")
    return found


def _entered(state: GameState, move: Move) -> Step:
    """A move that was clicked or read at a table: a known hand says what it draws."""
    if isinstance(move.action, DRAWING) and move.drawn is None and not state.player.secret:
        raise KhronosError(Said("slip-draws", {"who": state.player.name}))
    return played_step(state, move)
