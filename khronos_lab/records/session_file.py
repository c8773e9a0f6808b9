"""The file of a game that is being written down: saved after every change, in one piece.

`game.khr` always holds what is good and is a record like any other. As long as moves wait to be
mended or were taken back, a second file `game.khr.draft` stands beside it, which holds everything:
the record and those moves. Both are written under another name, synced and renamed, the draft
first; so a computer that stops at any moment leaves either the session before a change or the one
after it. The draft names the record before and after its change by their digests: from that a
later start knows whether the record beside it is one of the two or was written by somebody else.

A file that somebody else has changed meanwhile is never written over, nor is one that cannot be
read. Between looking and writing the folder is locked, where the system can do that: the lock lies
in no file and ends with its process, so nothing is left behind that somebody would have to remove.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from khronos_lab.records.format.reader import read_record
from khronos_lab.records.format.writer import LONGEST_GAME
from khronos_lab.records.game_files import (
    BadGame,
    GameText,
    game_text,
    game_texts,
    read_game,
    refuse_shipped,
)
from khronos_lab.records.model import GameRecord
from khronos_lab.records.safe_files import (
    PathName,
    locked_folder,
    read_sealed,
    refusal,
    sealed,
    sync_folder,
    whole_file,
)
from khronos_lab.records.session import Note, Session, resumed
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.resources import path_text

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
