"""Writing records: tags, an empty line, then a line for each turn."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from khronos_lab.play.records.model import VERSION, GameRecord, Line, Node
from khronos_lab.play.records.tags import tags_of


def record_text(record: GameRecord) -> str:
    """A record as text; read and written again it is the same, byte for byte."""
    tags = [f'[Khronos "{VERSION}"]']
    tags += [
        f"[{key} {_quoted(value)}]" for key, value in tags_of(record.start, record.tags).items()
    ]
    return "\n".join([*tags, "", *_lines(record.line), ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _lines(line: Line) -> Iterator[str]:
    """The main line, a line of text for each turn."""
    if line.comment:
        yield f"{{{_braced(line.comment)}}}"
    turn: list[str] = []
    for node, is_new in _labelled(line.nodes):
        if is_new and turn:
            yield " ".join(turn)
            turn = []
        turn += _words(node, labelled=is_new)
    if turn:
        yield " ".join(turn)


def _labelled(nodes: Iterable[Node]) -> Iterator[tuple[Node, bool]]:
    """Each node, and whether it is the first of its turn here."""
    label = ""
    for node in nodes:
        yield node, node.label != label
        label = node.label


def _words(node: Node, *, labelled: bool) -> Iterator[str]:
    """What is written for a node: label, move, mark, digest, comment, variations."""
    if labelled:
        yield node.label
    glued = node.mark if not node.text.startswith((">", "x", "-")) else ""
    yield node.text + glued
    if node.mark and not glued:
        yield node.mark
    if node.digest:
        yield f"#{node.digest}"
    if node.comment:
        yield f"{{{_braced(node.comment)}}}"
    for variation in node.variations:
        yield f"({' '.join(_variation(variation))})"


def _variation(line: Line) -> Iterator[str]:
    if line.comment:
        yield f"{{{_braced(line.comment)}}}"
    for node, is_new in _labelled(line.nodes):
        yield from _words(node, labelled=is_new)


def _braced(comment: str) -> str:
    """A comment between braces: what would end it is written with a backslash."""
    return comment.replace("\\", "\\\\").replace("}", "\\}")


def write_records(path: str | os.PathLike[str], records: Iterable[GameRecord]) -> None:
    """Write records to a file, whole or not at all."""
    target = Path(path)
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=target.parent, prefix=target.name, delete=False
    ) as file:
        try:
            for number, record in enumerate(records):
                file.write("\n" * bool(number) + record_text(record))
            file.close()
            Path(file.name).replace(target)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
