"""Writing records: tags, an empty line, then a line for each turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from khronos_lab.records.format.tags import LONGEST_COMMENT, harmless, tags_of
from khronos_lab.records.model import DEEPEST, VERSION, GameRecord, Line, Node
from khronos_lab.rulebook import KhronosError, a_or_an

LONGEST_GAME: Final = 4 << 20
"""Bytes of a game; one that is longer is not written, because it would not be read."""


def record_text(record: GameRecord) -> str:
    """A record as text; read and written again it is the same, byte for byte."""
    if not isinstance(record, GameRecord):  # people give a list, or a game
        raise KhronosError(f"record_text takes one record, not {a_or_an(type(record).__name__)}")
    tags = [f'[Khronos "{VERSION}"]']
    tags += [
        f"[{key} {_quoted(value)}]" for key, value in tags_of(record.start, record.tags).items()
    ]
    return "\n".join([*tags, "", *_lines(record.line), ""])


def _quoted(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n[", "\n\\[")
    return f'"{text}"'


def _lines(line: Line) -> Iterator[str]:
    """The main line, a line of text for each turn."""
    if line.comment:
        yield f"{{{braced(line.comment)}}}"
    turn: list[str] = []
    for node, is_new in _labelled(line.nodes):
        if is_new and turn:
            yield " ".join(turn)
            turn = []
        turn += _words(node, 0, labelled=is_new)
    if turn:
        yield " ".join(turn)


def _labelled(nodes: Iterable[Node]) -> Iterator[tuple[Node, bool]]:
    """Each node, and whether it is the first of its turn here."""
    label = ""
    for node in nodes:
        yield node, node.label != label
        label = node.label


def _words(node: Node, depth: int, *, labelled: bool) -> Iterator[str]:
    """What is written for a node: label, move, mark, digest, comment, variations."""
    if node.variations and depth == DEEPEST:
        raise KhronosError(f"variations are nested more than {DEEPEST} deep")
    if labelled:
        yield node.label
    yield marked_text(node.text, node.mark)
    if node.digest:
        yield f"#{node.digest}"
    if node.comment:
        yield f"{{{braced(node.comment)}}}"
    for variation in node.variations:
        if variation.nodes or variation.comment:
            yield f"({' '.join(_variation(variation, depth + 1))})"


def marked_text(text: str, mark: str) -> str:
    """A move and its mark; after cards there is a space between them."""
    return f"{text} {mark}" if mark and text.startswith((">", "x", "-")) else text + mark


def _variation(line: Line, depth: int) -> Iterator[str]:
    if line.comment:
        yield f"{{{braced(line.comment)}}}"
    for node, is_new in _labelled(line.nodes):
        yield from _words(node, depth, labelled=is_new)


def line_text(line: Line) -> str:
    """A line as it stands between the parentheses of a variation."""
    return " ".join(_variation(line, 1))


def braced(comment: str) -> str:
    """A comment between braces: what would end it, or begin a game, is written with a backslash."""
    comment = harmless(comment)
    if len(comment) > LONGEST_COMMENT:
        raise KhronosError(f"a comment has up to {LONGEST_COMMENT:,} characters")
    return comment.replace("\\", "\\\\").replace("}", "\\}").replace("\n[", "\n\\[")
