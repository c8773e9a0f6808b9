"""Notes: moves as somebody wrote them, kept as text because they are not played yet.

A move that was taken back, or that a correction has made impossible, is a note until it is played
again. A record keeps notes in its tags `Pending` and `TakenBack`, in the notation of its moves.

>>> note = Note("M+c2f4", "1.B", "!", "Why (not)?", ("1.B M>F {so} (1.B M>R)",))
>>> notes_text([note])
'1.B M+c2f4! {Why (not)?} (1.B M>F {so} (1.B M>R))'
>>> read_notes(notes_text([note])) == (note,)
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from khronos_lab.core import GameState, player_marks
from khronos_lab.engine import is_canonical, play_token
from khronos_lab.records.format.reader import Scanner, read_line
from khronos_lab.records.format.tags import LONGEST
from khronos_lab.records.format.writer import braced, line_text, marked_text
from khronos_lab.records.model import MARKS, Node, Step, node_of
from khronos_lab.rulebook import KhronosError, RecordError

PENDING: Final = "Pending"
TAKEN_BACK: Final = "TakenBack"
"""The tags that keep notes; a long text goes on in `Pending2`, `Pending3`, ...."""

LOST: Final = "no longer fits:"
"""Stands in a comment before a variation that a correction has made impossible."""

_UNSEEN_DRAW: Final = re.compile(r"((?:[x-][mrc]*\**)?>)\*+")
_LABEL: Final = re.compile(r"[0-9]+\..")
_MARKED: Final = re.compile(r"(.+?)([!?]{1,2})?")


class Note(NamedTuple):
    """A move as it was written, not checked."""

    text: str
    label: str = ""
    """Round and player, as they were when it was played."""
    mark: str = ""
    comment: str = ""
    variations: tuple[str, ...] = ()


def note_of(node: Node) -> Note:
    """A move with what was said about it, as text."""
    variations = tuple(map(line_text, node.variations))
    return Note(node.text, node.label, node.mark, node.comment, variations)


def fitted(state: GameState, note: Note) -> Step:
    """A note played in a position; `KhronosError` if it does not fit."""
    # How many cards nobody saw drawn follows from the rules.
    unseen = _UNSEEN_DRAW.fullmatch(note.text) if state.player.secret else None
    text = note.text if unseen is None else unseen[1]
    marks = player_marks(state.names)
    move, outcome = play_token(state, text, marks)
    node = node_of(state, move, outcome, marks, text if is_canonical(text) else "")
    return annotated(Step(state, node, outcome.state, outcome.log), note)


def annotated(step: Step, note: Note) -> Step:
    """A move written again: it keeps its comments unless it has new ones."""
    node = step.node
    comment, lines = node.comment or note.comment, list(node.variations)
    for written in note.variations:
        try:
            lines.append(read_line(written, step.before))
        except RecordError:
            comment = f"{comment} ({LOST} {written})".strip()
    mark = node.mark or note.mark
    return step._replace(node=node._replace(mark=mark, comment=comment, variations=tuple(lines)))


# ------------------------------------------------------------------ in a file


def notes_text(notes: Iterable[Note]) -> str:
    """Notes as text, one after the other."""
    return " ".join(word for note in notes for word in _words(note))


def _words(note: Note) -> Iterator[str]:
    if note.label:
        yield note.label
    yield marked_text(note.text, note.mark)
    if note.comment:
        yield f"{{{braced(note.comment)}}}"
    yield from (f"({variation})" for variation in note.variations)


def read_notes(text: str) -> tuple[Note, ...]:
    """The notes that a text tells; a `RecordError` if it tells something else."""
    scanner = Scanner(text, "<text>")
    notes: list[Note] = []
    label, opened, depth = "", 0, 0
    for token in scanner.tokens():
        if token.sort == "open":
            opened, depth = (opened if depth else token.offset + 1), depth + 1
        elif token.sort == "close":
            depth -= 1
        if depth or token.sort == "open":
            continue
        if token.sort == "word" and _LABEL.fullmatch(token.text):
            label = token.text
            continue
        if token.sort == "word" and token.text not in MARKS:
            move = _MARKED.fullmatch(token.text)
            assert move is not None
            notes.append(Note(move[1], label, move[2] or ""))
            label = ""
            continue
        if not notes or token.sort == "tag":
            raise scanner.error(token.offset, f"{token.text[:40]!r} belongs to no move")
        last = notes[-1]
        if token.sort == "word":
            notes[-1] = last._replace(mark=token.text)
        elif token.sort == "comment":
            notes[-1] = last._replace(comment=token.text)
        else:
            variation = scanner.text[opened : token.offset]
            notes[-1] = last._replace(variations=(*last.variations, variation))
    return tuple(notes)


def note_tags(tag: str, notes: Iterable[Note]) -> dict[str, str]:
    """The tags that keep notes: one, or several for a long text."""
    text = notes_text(notes)
    pieces = [text[first : first + LONGEST] for first in range(0, len(text), LONGEST)]
    return {f"{tag}{number if number > 1 else ''}": each for number, each in enumerate(pieces, 1)}


def tagged_notes(tag: str, tags: Mapping[str, str]) -> tuple[Note, ...]:
    """The notes that are kept in tags."""
    pieces, name = [], tag
    while name in tags:
        pieces.append(tags[name])
        name = f"{tag}{len(pieces) + 1}"
    try:
        return read_notes("".join(pieces))
    except RecordError as fault:
        raise KhronosError(f"in the tag {tag}: {fault.reason}") from fault


def without_notes(tags: Mapping[str, str]) -> dict[str, str]:
    """The other tags."""
    kept = re.compile(f"(?:{PENDING}|{TAKEN_BACK})[0-9]*")
    return {name: value for name, value in tags.items() if not kept.fullmatch(name)}
