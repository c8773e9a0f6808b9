"""A game that is being written down, as a value that never changes.

A session has the moves that are good, with the state after each; those that were taken back and can
be done again; and those that wait. Moves wait after a correction in the middle: everything behind
it is played anew, and from the first move that no longer fits on they are kept as they were written
until they are mended one after the other. Nothing that was written is dropped unless somebody says
so.

>>> game = begin(["Ann", "Ben"]).enter("M+m2c5 >").enter("M+c2f4")
>>> [node.text for node in game.nodes], game.state.player.coins
(['M+m2c5', '>****', 'M+c2f4'], 5)
>>> game = game.correct(0, "M+c2f4")
>>> [note.text for note in game.waiting], str(game.fault)[:32]
(['M+c2f4'], 'illegal build: not free in Might')
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from khronos_lab.core import GameState, Grid, Move, grid_text, load_map, map_names, player_marks
from khronos_lab.engine import (
    DRAWING,
    EXAMPLES,
    SurplusAnswer,
    as_move,
    is_canonical,
    play_token,
    seat_names,
)
from khronos_lab.records import tree
from khronos_lab.records.format.reader import read_line, read_record
from khronos_lab.records.format.tags import DERIVED, start_of
from khronos_lab.records.format.writer import LONGEST_GAME, line_text
from khronos_lab.records.game_folders import (
    BadGame,
    GameText,
    game_text,
    game_texts,
    read_game,
    refuse_shipped,
)
from khronos_lab.records.model import GameRecord, Line, Node, node_of, played_node
from khronos_lab.records.safe_files import (
    PathName,
    locked_folder,
    read_sealed,
    refusal,
    sealed,
    sync_folder,
    whole_file,
)
from khronos_lab.rulebook import HAND_SIZE, KhronosError, RecordError, RuleSet, Said, path_text

LOST: Final = "no longer fits:"
"""Stands in a comment before a variation that a correction has made impossible."""

_UNSEEN_DRAW: Final = re.compile(r"((?:[x-][mrc]*\**)?>)\*+")


class Note(NamedTuple):
    """A move as it was written, not checked."""

    text: str
    label: str = ""
    """Round and player, as they were when it was played."""
    mark: str = ""
    comment: str = ""
    variations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Session:
    """A game that is being written down; every change gives a new one."""

    start: GameState
    tags: Mapping[str, str] = field(default_factory=dict)
    """Those for people; the others follow from the first position."""
    comment: str = ""
    """What is said before the first move."""
    nodes: tuple[Node, ...] = ()
    """The moves that are good."""
    after: tuple[GameState, ...] = ()
    """The states after each of them."""
    undone: tuple[Note, ...] = ()
    """Taken back, the next one first."""
    waiting: tuple[Note, ...] = ()
    """What no longer fits, and all that came after it."""
    fault: KhronosError | None = field(default=None, compare=False)
    """Why the first of those that wait does not fit."""
    shifted: int = field(default=0, compare=False)
    """How many moves the last correction moved to another turn."""
    former: Session | None = field(default=None, compare=False, repr=False)
    """The session before the last correction."""

    # -------------------------------------------------------------- what there is

    @property
    def state(self) -> GameState:
        """The position after the last good move."""
        return self.after[-1] if self.after else self.start

    def before(self, number: int) -> GameState:
        """The position before a move; moves count from 0."""
        return self.after[number - 1] if number else self.start

    @property
    def is_whole(self) -> bool:
        """True if nothing waits and nothing is taken back."""
        return not self.undone and not self.waiting

    @property
    def record(self) -> GameRecord:
        """What is good, as a record like any other."""
        tags = dict(self.tags)
        if self.state.over:
            tags.setdefault("Result", result_text(self.state))
        return GameRecord(tags, self.start, Line(self.nodes, self.comment))

    # -------------------------------------------------------------- going on

    def enter(self, written: str | Move) -> Session:
        """Add a move in words, or several as they stand in a record: `M+m2c5! M>F >`."""
        done = self
        for node, state in self._read(written, self.state):
            done = done._with(node, state)
        return done._settled()

    def _read(self, written: str | Move, state: GameState) -> list[tuple[Node, GameState]]:
        """New moves from a state, checked."""
        if isinstance(written, Move):
            return [_played(state, written)]
        try:
            line = read_line(written, state)
        except RecordError as fault:
            if re.match(r"\s*[^\W\d_]+\s", written):
                return [_played(state, as_move(state, written))]
            # Line and column of a line that was typed say nothing; its cause says it in German.
            raise KhronosError(fault.reason) from fault.__cause__
        if not line.nodes:
            raise KhronosError(Said("slip-empty", {"options": EXAMPLES}))
        nodes, found = list(line.nodes), []
        if line.comment:
            nodes[0] = nodes[0]._replace(comment=f"{line.comment} {nodes[0].comment}".strip())
        for node in nodes:
            _, state = _played(state, node.move)
            found.append((node, state))
        return found

    def _with(self, node: Node, state: GameState) -> Session:
        """One move more, in the place of the first that was taken back; the others stay."""
        again = bool(self.undone) and self.undone[0].text == node.text
        if again:
            node = _annotated(self.state, node, self.undone[0])
        undone = () if state.over else self.undone[1:]
        return replace(self.grown([(node, state)]), undone=undone, former=None, shifted=0)

    def grown(self, new: Sequence[tuple[Node, GameState]], first: int | None = None) -> Session:
        """The session with moves as they were played, at its end or from a move on."""
        nodes, after = (tuple(each) for each in zip(*new, strict=True)) if new else ((), ())
        return replace(
            self, nodes=(*self.nodes[:first], *nodes), after=(*self.after[:first], *after)
        )

    def take_back(self, number: int = 1) -> Session:
        """The session without its last moves; `redo` brings them back."""
        if not 1 <= number <= len(self.nodes):
            raise KhronosError(f"{len(self.nodes)} moves can be taken back, not {number}")
        undone = (*map(note_of, self.nodes[-number:]), *self.undone)
        kept = self.grown((), len(self.nodes) - number)
        return replace(kept, undone=undone, former=None, shifted=0)._settled()

    def redo(self, number: int = 1) -> Session:
        """Redo moves that were taken back; from the first that no longer fits on, they wait."""
        if not 1 <= number <= len(self.undone):
            raise KhronosError(f"{len(self.undone)} moves can be done again, not {number}")
        done = replace(self, former=None, shifted=0)
        for note in self.undone[:number]:
            try:
                node, state = _fitted(done.state, note)
            except KhronosError:
                done = replace(done, undone=(), waiting=(*done.undone, *done.waiting))
                break
            done = done._with(node, state)
        return done._settled()

    def forget(self) -> Session:
        """Let go of the moves that were taken back."""
        return replace(self, undone=(), former=self)._settled()

    # -------------------------------------------------------------- correcting

    def correct(self, number: int, written: str | Move) -> Session:
        """Replace a move, and play everything after it again."""
        self._check(number)
        return self._rewritten(number, number + 1, written)

    def insert(self, number: int, written: str | Move) -> Session:
        """Write something before a move."""
        if number != len(self.nodes):
            self._check(number)
        return self._rewritten(number, number, written)

    def delete(self, number: int) -> Session:
        """Leave a move out."""
        self._check(number)
        return self._rewritten(number, number + 1, None)

    def _check(self, number: int) -> None:
        if not 0 <= number < len(self.nodes):
            raise KhronosError(f"there are {len(self.nodes)} moves, so there is no move {number}")

    def _rewritten(self, first: int, end: int, written: str | Move | None) -> Session:
        """Other moves in the place of those from `first` up to `end`."""
        new = [] if written is None else self._read(written, self.before(first))
        if new and end > first:
            node, state = new[0]
            new[0] = _annotated(self.before(first), node, note_of(self.nodes[first])), state
        behind = tuple(map(note_of, self.nodes[end:]))
        return self._corrected(replace(self.grown(new, first), undone=(), waiting=behind))

    def _corrected(self, new: Session) -> Session:
        """What comes of a correction: its moves as far as they fit, then what waited before."""
        fits = new._settled()
        if fits.waiting:
            # What was taken back before is not brought back by a correction; `revert` does that.
            return replace(fits, waiting=(*fits.waiting, *self.waiting), former=self)
        whole = replace(fits, undone=self.undone, waiting=self.waiting)._settled()
        return replace(whole, shifted=fits.shifted, former=self)

    def restarted(self, start: GameState, tags: Mapping[str, str] | None = None) -> Session:
        """The same moves from another set-up: another map, rules, names or start player."""
        told, behind = self.tags if tags is None else tags, tuple(map(note_of, self.nodes))
        return self._corrected(Session(start, told, self.comment, waiting=behind))

    def mend(self, written: str | Move) -> Session:
        """Replace the first move that waits."""
        note = self._first_waiting()
        new = self._read(written, self.state)
        node, state = new[0]
        new[0] = _annotated(self.state, node, note), state
        kept = replace(self.grown(new), waiting=self.waiting[1:])
        return replace(kept._settled(), former=self)

    def drop(self) -> Session:
        """Leave out the first move that waits."""
        self._first_waiting()
        return replace(replace(self, waiting=self.waiting[1:])._settled(), former=self)

    def unanswered(self) -> Session:
        """Mend the first move that waits by dropping answers that nobody asks for any more.

        It is never done unasked: if the correction was wrong, the answer would be lost.
        """
        text = self._first_waiting().text
        if not isinstance(self.fault, SurplusAnswer):
            raise KhronosError("the first move that waits answers nothing that is not asked")
        while "=" in text:
            text = text.rpartition("=")[0]
            try:
                return self.mend(text)
            except KhronosError as fault:
                if not isinstance(fault.__cause__, SurplusAnswer):
                    raise
        raise self.fault

    def give_up(self) -> Session:
        """Leave out all that waits."""
        self._first_waiting()
        return replace(replace(self, waiting=())._settled(), former=self)

    def _first_waiting(self) -> Note:
        if not self.waiting:
            raise KhronosError("no move waits to be mended")
        if self.undone:
            raise KhronosError(Said("slip-taken_back"))
        return self.waiting[0]

    def revert(self) -> Session:
        """The session before the last correction."""
        if self.former is None:
            raise KhronosError("there is no correction to undo")
        return self.former

    def _settled(self) -> Session:
        """Play what waits as far as it fits."""
        if self.undone or not self.waiting:
            return self if self.fault is None else replace(self, fault=None)
        new: list[tuple[Node, GameState]] = []
        state, shifted = self.state, 0
        fault: KhronosError | None = None
        for note in self.waiting:
            try:
                node, state = _fitted(state, note)
            except KhronosError as problem:
                fault = problem
                break
            new.append((node, state))
            shifted += note.label not in ("", node.label)
        left = self.waiting[len(new) :]
        return replace(self.grown(new), waiting=left, fault=fault, shifted=shifted)

    # -------------------------------------------------------------- words about it

    def remark(
        self, number: int, *, mark: str | None = None, comment: str | None = None
    ) -> Session:
        """Change the mark or the comment of a move; an empty text removes it."""
        self._check(number)
        record = self.record
        if mark is not None:
            record = tree.marked(record, (), number, mark)
        if comment is not None:
            record = tree.commented(record, (), number, comment.strip())
        return replace(self, nodes=record.line.nodes)

    def preface(self, comment: str) -> Session:
        """Say something else before the first move."""
        return replace(self, comment=tree.introduced(self.record, (), comment.strip()).line.comment)


# ------------------------------------------------------------------ beginning


def begin(
    players: Sequence[str],
    *,
    grid: Grid | str = "valley",
    rules: RuleSet | None = None,
    start: str | int = 0,
    hands: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
) -> Session:
    """A game before its first move, with all hands hidden except those in `hands`.

    `start` is the name or the seat of the player who starts; `hands` gives cards by name, as in
    `{"Ann": "mmrc"}`, stars for those that are not known.
    """
    names = seat_names(list(players))
    dealt = {name: "".join(hand.split()) for name, hand in (hands or {}).items()}
    strange = [name for name in dealt if name not in names]
    if strange:
        raise KhronosError(f"nobody here is called {strange[0]!r}; players are {', '.join(names)}")
    seat = names.index(start) if start in names else start
    if not isinstance(seat, int) or not 0 <= seat < len(names):
        raise KhronosError(f"nobody here is called {start!r}; players are {', '.join(names)}")
    said = {f"Player{number + 1}": name for number, name in enumerate(names)}
    known = isinstance(grid, str) and grid in map_names()
    own = grid if isinstance(grid, Grid) else load_map(grid)
    said["Map"] = own.name if known else f"\n{grid_text(own)}"
    if rules is not None and rules != RuleSet():
        said["Rules"] = rules.text
    said["Start"] = player_marks(names)[seat]
    said["Deal"] = " ".join(dealt.get(name, "").ljust(HAND_SIZE, "*") for name in names)
    return Session(start_of(said), dict(tags or {}))


def resumed(
    record: GameRecord, undone: Iterable[Note] = (), waiting: Iterable[Note] = ()
) -> Session:
    """The session of a record, to go on where it ends."""
    tags = {key: said for key, said in record.tags.items() if key not in DERIVED}
    state, after = record.start, []
    for node in record.line.nodes:
        _, state = _played(state, node.move)
        after.append(state)
    if state.over and tags.get("Result") == result_text(state):
        del tags["Result"]
    session = Session(
        record.start, tags, record.line.comment, record.line.nodes, tuple(after), tuple(undone),
        tuple(waiting),
    )  # fmt: skip
    return session._settled()


# ------------------------------------------------------------------ single moves


def note_of(node: Node) -> Note:
    """A move with what was said about it, as text."""
    variations = tuple(map(line_text, node.variations))
    return Note(node.text, node.label, node.mark, node.comment, variations)


def _played(state: GameState, move: Move) -> tuple[Node, GameState]:
    """A move that was clicked or read, and the state after it."""
    if isinstance(move.action, DRAWING) and move.drawn is None and not state.player.secret:
        raise KhronosError(Said("slip-draws", {"who": state.player.name}))
    return played_node(state, move, player_marks(state.names))


def _fitted(state: GameState, note: Note) -> tuple[Node, GameState]:
    """A move as it was written, played here; `KhronosError` if it does not fit."""
    # How many cards nobody saw drawn follows from the rules.
    unseen = _UNSEEN_DRAW.fullmatch(note.text) if state.player.secret else None
    text = note.text if unseen is None else unseen[1]
    marks = player_marks(state.names)
    move, outcome = play_token(state, text, marks)
    node = node_of(state, move, outcome, marks, text if is_canonical(text) else "")
    return _annotated(state, node, note), outcome.state


def _annotated(state: GameState, node: Node, note: Note) -> Node:
    """A move written again: it keeps its comments unless it has new ones."""
    comment, lines = node.comment or note.comment, list(node.variations)
    for written in note.variations:
        try:
            lines.append(read_line(written, state))
        except RecordError:
            comment = f"{comment} ({LOST} {written})".strip()
    return node._replace(mark=node.mark or note.mark, comment=comment, variations=tuple(lines))


def result_text(state: GameState) -> str:
    """Who has how many coins at the end: `Ann 3, Ben 17`."""
    return ", ".join(f"{player.name} {player.coins}" for player in state.players)


# ------------------------------------------------------------------ the file
#
# It is saved after every change, in one piece. `game.khr` always holds what is good and is a record
# like any other. As long as moves wait to be mended or were taken back, a second file
# `game.khr.draft` stands beside it, which holds everything: the record and those moves. Both are
# written under another name, synced and renamed, the draft first; so a computer that stops at any
# moment leaves either the session before a change or the one after it. The draft names the record
# before and after its change by their digests: from that a later start knows whether the record
# beside it is one of the two or was written by somebody else.
#
# A file that somebody else has changed meanwhile is never written over, nor is one that cannot be
# read. Between looking and writing the folder is locked, where the system can do that: the lock
# lies in no file and ends with its process, so nothing is left behind that somebody would have to
# remove.

SUFFIX: Final = ".khr"
DRAFT_VERSION: Final = 1
LONGEST_DRAFT: Final = 4 * LONGEST_GAME
_NO_FILE: Final = ""
"""The digest of a missing file."""


class GameFile:
    """A session in its file; `save` is the only thing that writes."""

    def __init__(self, path: PathName) -> None:
        self.path = checked_path(path)
        self.draft_path = self.path.with_name(f"{self.path.name}.draft")
        self._record = _NO_FILE
        self._draft = _NO_FILE

    @property
    def exists(self) -> bool:
        """True if there is something to go on with."""
        return self.path.exists() or self.draft_path.exists()

    # -------------------------------------------------------------- reading

    def load(self) -> Session:
        """The session as it was saved last, with what waits and what was taken back."""
        with locked_folder(self.path):
            record, draft = _bytes(self.path), _bytes(self.draft_path, LONGEST_DRAFT)
        kept = None if draft is None else _read_draft(draft, self.draft_path)
        session = self._resumed(record, kept)
        # Remembered only now: a file that was refused stays unknown and so is never written over.
        self._record, self._draft = _digest(record), _digest(draft)
        return session

    def _resumed(self, record: bytes | None, kept: dict[str, Any] | None) -> Session:
        if kept is None:
            if record is None:
                raise KhronosError(f"{self.path}: there is no game yet")
            return resumed(_only_game(self.path))
        if _digest(record) not in (kept["before"], kept["after"]):
            raise KhronosError(
                f"{self.path}: was changed or removed by somebody else while moves were still to "
                f"be mended; they are in {self.draft_path.name}: move that file away to go on "
                "without them, or bring the record back"
            )
        # Before the record was renamed into its place, or after: the draft knows all of it.
        game = read_record(kept["record"], str(self.draft_path))
        return resumed(game, _notes(kept["undone"]), _notes(kept["waiting"]))

    # -------------------------------------------------------------- writing

    def save(self, session: Session) -> None:
        """Write a session, or refuse and leave everything as it is."""
        refuse_shipped(self.path)
        text = game_text(self.path, session.record)
        with locked_folder(self.path):
            self._check_unchanged()
            self._save(session, text)

    def _save(self, session: Session, text: str) -> None:
        after = _digest(text.encode())
        old = _bytes(self.draft_path, LONGEST_DRAFT)
        if old is not None or not session.is_whole:
            self._write_draft(_draft_text(session, text, self._record, after))
        if after != self._record:
            try:
                with whole_file(self.path) as file:
                    file.write(text)
            except KhronosError:
                # A change that is refused must not be there at the next start, either.
                self._bring_back(old)
                raise
            self._record = after
        if session.is_whole and self._draft != _NO_FILE:
            self._remove_draft()

    def _write_draft(self, draft: str) -> None:
        with whole_file(self.draft_path) as file:
            file.write(draft)
        self._draft = _digest(draft.encode())

    def _bring_back(self, old: bytes | None) -> None:
        """The draft as it was; where even that fails, the one that holds more stays."""
        with suppress(KhronosError):
            if old is not None:
                self._write_draft(old.decode())
            elif self._draft != _NO_FILE:
                self._remove_draft()

    def _check_unchanged(self) -> None:
        """Refuse if the files are not as this session left them."""
        found = _digest(_bytes(self.path)), _digest(_bytes(self.draft_path, LONGEST_DRAFT))
        if found == (self._record, self._draft):
            return
        if self._record == _NO_FILE:
            raise KhronosError(f"{self.path}: exists already; name another file, or open this one")
        raise KhronosError(
            f"{self.path}: somebody else has written to it since, perhaps a second recorder, so "
            "nothing was saved; open it again to go on from there, or save under another name"
        )

    def _remove_draft(self) -> None:
        try:
            self.draft_path.unlink(missing_ok=True)
            sync_folder(self.draft_path.parent)
        except OSError as fault:
            raise refusal(self.draft_path, "removed", fault) from fault
        self._draft = _NO_FILE


def checked_path(path: PathName) -> Path:
    """The path of a game; other names are refused."""
    found = Path(path_text(path)).expanduser()
    if found.suffix != SUFFIX or not found.stem:
        raise KhronosError(f"{os.fspath(path)}: a game is kept in a file named *{SUFFIX}")
    if not found.parent.is_dir():
        raise KhronosError(f"{os.fspath(path)}: there is no folder {found.parent}; make it first")
    return found


# ------------------------------------------------------------------ files


def _bytes(path: Path, longest: int = LONGEST_GAME) -> bytes | None:
    """What a file holds, None if there is none; one that is much too long is not read."""
    try:
        with path.open("rb") as file:
            data = file.read(longest + 1)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise refusal(path, "read", fault) from fault
    if len(data) > longest:
        raise KhronosError(f"{path}: is longer than {longest >> 20} MiB, which no game is")
    return data


def _digest(data: bytes | None) -> str:
    return _NO_FILE if data is None else hashlib.sha256(data).hexdigest()


def _only_game(path: Path) -> GameRecord:
    """The one game of a file, every move of it checked."""
    texts: list[GameText] = list(game_texts(path))
    if len(texts) != 1:
        raise KhronosError(
            f"{path}: holds {len(texts)} games; a game is written down in a file of its own"
        )
    game = read_game(texts[0])
    if isinstance(game, BadGame):
        raise KhronosError(f"{game.error}; the file is left as it is")
    return game


# ------------------------------------------------------------------ drafts


def _draft_text(session: Session, record: str, before: str, after: str) -> str:
    data = {
        "khronos_draft": DRAFT_VERSION,
        "before": before,
        "after": after,
        "record": record,
        "undone": [note._asdict() for note in session.undone],
        "waiting": [note._asdict() for note in session.waiting],
    }
    return json.dumps(sealed(data), ensure_ascii=False, indent=1)


def _read_draft(data: bytes, path: Path) -> dict[str, Any]:
    """A draft, refused if it is not one that this version has written."""
    try:
        kept = read_sealed(data)
        version = kept["khronos_draft"]
        if version != DRAFT_VERSION:
            raise KhronosError(
                f"{path}: is written in version {str(version)[:20]}; this khronos_lab reads "
                f"version {DRAFT_VERSION}: update it"
            )
        for key in ("before", "after", "record"):
            if not isinstance(kept[key], str):
                raise TypeError(key)
        _notes(kept["undone"]), _notes(kept["waiting"])
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        if isinstance(fault, KhronosError):
            raise
        raise KhronosError(
            f"{path}: is not the draft of a game; move it away to go on with the record alone"
        ) from fault
    return kept


def _notes(found: list[dict[str, Any]]) -> tuple[Note, ...]:
    notes = []
    for each in found:
        note = Note(**each)
        words = (note.text, note.label, note.mark, note.comment, *note.variations)
        if not all(isinstance(word, str) for word in words):
            raise TypeError("a move is text")
        notes.append(note._replace(variations=tuple(note.variations)))
    return tuple(notes)
