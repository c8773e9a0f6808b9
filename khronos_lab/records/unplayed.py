"""Moves as somebody wrote them, kept as text because they are not played yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from khronos_lab.core import GameState, player_marks
from khronos_lab.engine import is_canonical, play_token
from khronos_lab.records.format import Scanner, braced, line_text, marked_text, read_line
from khronos_lab.records.model import MARKS, Step, node_of
from khronos_lab.records.tags import LONGEST
from khronos_lab.rulebook import KhronosError, RecordError

PENDING, TAKEN_BACK = "Pending", "TakenBack"
"""The tags that keep unplayed moves; a long text goes on in `Pending2`, `Pending3`, ...."""
LOST: Final = "no longer fits:"
"""Stands in a comment before a variation that a correction has made impossible."""

UNPLAYED_TAG: Final = re.compile(f"(?:{PENDING}|{TAKEN_BACK})[0-9]*")
_UNSEEN_DRAW: Final = re.compile(r"((?:[x-][mrc]*\**)?>)\*+")
_LABEL: Final = re.compile(r"[0-9]+\..")
_MARKED: Final = re.compile(r"(.+?)([!?]{1,2})?")


class UnplayedMove(NamedTuple):
    """A move as it was written, kept as text because it is not played yet.

    A move was taken back, or a correction has made it impossible, and nobody has played it again. A
    record keeps such moves in its tags `Pending` and `TakenBack`, in the notation of its moves.

    >>> move = UnplayedMove("M+c2f4", "1.B", "!", "Why (not)?", ("1.B M>F {so} (1.B M>R)",))
    >>> unplayed_text([move])
    '1.B M+c2f4! {Why (not)?} (1.B M>F {so} (1.B M>R))'
    >>> read_unplayed(unplayed_text([move])) == (move,)
    True
    """

    text: str
    label: str = ""
    """Round and player, as they were when it was played."""
    mark: str = ""
    comment: str = ""
    variations: tuple[str, ...] = ()

    @classmethod
    def of(cls, step: Step) -> UnplayedMove:
        """A move with what was said about it, as text."""
        node = step.node
        variations = tuple(map(line_text, node.variations))
        return cls(node.text, node.label, node.mark, node.comment, variations)

    def played(self, state: GameState) -> Step:
        """The move in a position; `KhronosError` if it does not fit."""
        # How many cards nobody saw drawn follows from the rules.
        unseen = _UNSEEN_DRAW.fullmatch(self.text) if state.player.secret else None
        text = self.text if unseen is None else unseen[1]
        marks = player_marks(state.names)
        move, outcome = play_token(state, text, marks)
        node = node_of(state, move, outcome, marks, text if is_canonical(text) else "")
        return self.annotate(Step(state, node, outcome.state, outcome.log))

    def annotate(self, step: Step) -> Step:
        """A move written again: it keeps its comments unless it has new ones."""
        node = step.node
        comment, lines = node.comment or self.comment, list(node.variations)
        for written in self.variations:
            try:
                lines.append(read_line(written, step.before))
            except RecordError:
                comment = f"{comment} ({LOST} {written})".strip()
        mark = node.mark or self.mark
        node = node._replace(mark=mark, comment=comment, variations=tuple(lines))
        return step._replace(node=node)


def unplayed_text(moves: Iterable[UnplayedMove]) -> str:
    """Moves as text, one after the other."""
    words: list[str] = []
    for move in moves:
        comment = braced(move.comment) if move.comment else ""
        words += filter(None, (move.label, marked_text(move.text, move.mark), comment))
        words += (f"({variation})" for variation in move.variations)
    return " ".join(words)


def read_unplayed(text: str) -> tuple[UnplayedMove, ...]:
    """The moves that a text tells, not checked; a `RecordError` if it tells something else."""
    scanner = Scanner(text, "<text>")
    moves: list[UnplayedMove] = []
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
        elif token.sort == "word" and token.text not in MARKS:
            move = _MARKED.fullmatch(token.text)
            assert move is not None
            moves.append(UnplayedMove(move[1], label, move[2] or ""))
            label = ""
        elif not moves or token.sort == "tag":
            raise scanner.error(token.offset, f"{token.text[:40]!r} belongs to no move")
        elif token.sort == "word":
            moves[-1] = moves[-1]._replace(mark=token.text)
        elif token.sort == "comment":
            moves[-1] = moves[-1]._replace(comment=token.text)
        else:
            variations = (*moves[-1].variations, scanner.text[opened : token.offset])
            moves[-1] = moves[-1]._replace(variations=variations)
    return tuple(moves)


def unplayed_tags(tag: str, moves: Iterable[UnplayedMove]) -> dict[str, str]:
    """The tags that keep unplayed moves: one, or several for a long text."""
    text = unplayed_text(moves)
    pieces = [text[first : first + LONGEST] for first in range(0, len(text), LONGEST)]
    return {f"{tag}{number if number > 1 else ''}": each for number, each in enumerate(pieces, 1)}


def unplayed_in(tag: str, tags: Mapping[str, str]) -> tuple[UnplayedMove, ...]:
    """The unplayed moves that are kept in tags."""
    pieces, name = [], tag
    while name in tags:
        pieces.append(tags[name])
        name = f"{tag}{len(pieces) + 1}"
    try:
        return read_unplayed("".join(pieces))
    except RecordError as fault:
        raise KhronosError(f"in the tag {tag}: {fault.reason}") from fault
