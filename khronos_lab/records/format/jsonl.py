r"""JSON Lines: records for other programs, an object on each line, and back without loss.

A game is a header and then an object for each move of the main line; the next header begins the
next game::

    {"khronos": 1, "tags": {"Player1": "Ann", "Player2": "Ben", "Map": "valley", ...}}
    {"comment": "Said before the first move."}
    {"turn": "1.A", "move": "M+m2f4/r", "mark": "!", "comment": "Bold.", "variations": [
        [{"turn": "1.A", "move": "M>F"}, {"turn": "1.A", "move": ">mmrc", "digest": "83aafc"}]]}
    {"turn": "1.A", "move": ">mrcc", "digest": "507ff3"}

(Every object stands on one line.) `khronos` is the version of the format and comes first; `tags`
are those of a record. Of a move, `move` (in notation) is needed; `turn` (round and player),
`mark`, `comment`, `digest` (of the table after the turn) and `variations` may be absent. A
variation is a list of moves that replace this one and what follows; it, too, may begin with an
object that is only a comment. A field with another name is an error: nothing is lost in silence.

Reading plays and checks every move, as the reader of `.khr` files does, because it is that reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from khronos_lab.records.format.reader import LONGEST_WORD, Scanner, Token, read_tokens
from khronos_lab.records.format.tags import FOREIGN, LONGEST, harmless, tags_of
from khronos_lab.records.format.writer import LONGEST_GAME
from khronos_lab.records.model import MARKS, VERSION, GameRecord, Line, Node
from khronos_lab.rulebook import RecordError

LONGEST_JSON: Final = 2 * LONGEST_GAME
"""Bytes of a game as JSON Lines."""

_FIELDS = ("turn", "move", "mark", "comment", "digest", "variations")
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_WORDS = {
    "turn": re.compile(r"[0-9]{1,3}\.[A-Z0-9]"),
    "move": re.compile(r"[A-Za-z>-][^\s(){}\[\]\"!?#]*"),
    "mark": re.compile("|".join(re.escape(mark) for mark in MARKS)),
    "digest": re.compile(r"[0-9a-f]{1,40}"),
}


# ------------------------------------------------------------------ writing


def json_text(record: GameRecord) -> str:
    """A record as JSON Lines."""
    header = {"khronos": VERSION, "tags": tags_of(record.start, record.tags)}
    objects = [header, *_objects(record.line)]
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in objects)


def _objects(line: Line) -> list[dict[str, Any]]:
    opening: list[dict[str, Any]] = [{"comment": harmless(line.comment)}] if line.comment else []
    return opening + [_object(node) for node in line.nodes]


def _object(node: Node) -> dict[str, Any]:
    """A node's fields in order, empty ones left out."""
    fields = {
        "turn": node.label,
        "move": node.text,
        "mark": node.mark,
        "comment": harmless(node.comment),
        "digest": node.digest,
        "variations": [_objects(line) for line in node.variations],
    }
    return {key: value for key, value in fields.items() if value}


# ------------------------------------------------------------------ reading


def read_json_record(
    text: str, file: str = "<text>", *, first_line: int = 1, tolerant: bool = False
) -> GameRecord:
    """The game that JSON Lines tell: a header and its moves; see `read_record`."""
    return read_tokens(_JsonScanner(text, file, first_line), tolerant=tolerant)


class _JsonScanner(Scanner):
    """Gives the tokens that the same game has in a `.khr` file; their places are lines of JSON."""

    def where(self, token: Token) -> tuple[int, int]:
        """The line of a token is all that is kept of its place."""
        return token.offset, 1

    def tokens(self) -> Iterator[Token]:
        """All tokens in order; the first fault ends them."""
        lines = self._lines()
        number, header = next(lines, (self.first_line, {}))
        yield from self._header(number, header)
        first = True
        for number, fields in lines:
            yield from self._node(number, fields, opening=first)
            first = False

    def _lines(self) -> Iterator[tuple[int, object]]:
        """Every line that is not empty, with its number."""
        for number, line in enumerate(self.text.split("\n"), self.first_line):
            if line.strip():
                yield number, self._parsed(number, line)

    def _parsed(self, number: int, line: str) -> object:
        try:
            return json.loads(line)
        except RecursionError:
            raise self._wrong(number, "the JSON of this line is nested too deep") from None
        except json.JSONDecodeError as fault:
            reason = f"this line is no JSON: {fault.msg}"
            raise RecordError(reason, self.file, number, fault.colno) from fault
        except ValueError as fault:
            raise self._wrong(number, "a number in this line is too long") from fault

    def _header(self, number: int, header: object) -> Iterator[Token]:
        fields = self._fields(number, header, ("khronos", "tags"))
        version = fields.get("khronos")
        if type(version) is not int or not 0 <= version < 10**6:
            raise self._wrong(number, 'a game begins with a header like {"khronos": 1, "tags": {}}')
        tags = fields.get("tags", {})
        if not isinstance(tags, dict):
            raise self._wrong(number, "tags are an object of names and texts")
        yield Token("tag", "Khronos", number, str(version))
        for key, value in tags.items():
            if not _TAG.fullmatch(key):
                raise self._wrong(number, f"{key[:40]!r} cannot be the name of a tag")
            yield Token("tag", key, number, self._text(number, key, value, LONGEST))

    def _node(self, number: int, node: object, *, opening: bool) -> Iterator[Token]:
        """The tokens of a move; `opening` ones may be only a comment."""
        fields = self._fields(number, node, _FIELDS)
        if "move" not in fields and not (opening and set(fields) == {"comment"}):
            raise self._wrong(number, 'a move has a field like "move": "M>F"')
        for key, prefix in (("turn", ""), ("move", ""), ("mark", ""), ("digest", "#")):
            if key in fields:
                yield Token("word", prefix + self._word(number, key, fields[key]), number)
        if "comment" in fields:
            comment = self._text(number, "comment", fields["comment"], LONGEST)
            yield Token("comment", comment, number)
        for line in self._list(number, fields.get("variations", [])):
            yield Token("open", "(", number)
            for index, each in enumerate(self._list(number, line)):
                yield from self._node(number, each, opening=index == 0)
            yield Token("close", ")", number)

    # -------------------------------------------------------------- values

    def _fields(self, number: int, value: object, known: tuple[str, ...]) -> dict[str, object]:
        if not isinstance(value, dict):
            raise self._wrong(number, 'a line is an object like {"move": "M>F"}')
        for key in value:
            if key not in known:
                raise self._wrong(
                    number, f"there is no field {key[:40]!r}, only {', '.join(known)}"
                )
        return value

    def _list(self, number: int, value: object) -> list[object]:
        if not isinstance(value, list):
            raise self._wrong(number, "variations are a list of lists of moves")
        return value

    def _word(self, number: int, key: str, value: object) -> str:
        text = self._text(number, key, value, LONGEST_WORD)
        if not _WORDS[key].fullmatch(text):
            raise self._wrong(number, f"{text[:40]!r} is not a {key}")
        return text

    def _text(self, number: int, key: str, value: object, longest: int) -> str:
        if not isinstance(value, str):
            raise self._wrong(number, f"{key} is not text")
        if len(value) > longest:
            raise self._wrong(number, f"{key} has more than {longest:,} characters")
        foreign = FOREIGN.search(value)
        if foreign is not None:
            code = f"U+{ord(foreign[0]):04X}"
            raise self._wrong(number, f"the control character {code} in {key} has no place there")
        return value

    def _wrong(self, number: int, reason: str) -> RecordError:
        return RecordError(reason, self.file, number, 1)
