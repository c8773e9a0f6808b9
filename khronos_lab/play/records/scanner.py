"""Scanner: the characters of a record cut into tokens, each with its line and column.

It knows no rules. What it meets is bounded: the length of a token, a comment, a tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from khronos_lab.play.records.tags import LONGEST
from khronos_lab.rulebook.errors import RecordError

LONGEST_COMMENT: Final = 20_000
LONGEST_WORD: Final = 200

_SPACE = re.compile(r"[ \t\r\n]+")
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,39})[ \t]+"')
_WORD = re.compile(r"[^\s(){}\[\]\"]+")


class Token(NamedTuple):
    """A piece of a record: `tag`, `comment`, `open`, `close` or `word`."""

    sort: str
    text: str
    line: int
    column: int
    value: str = ""
    """The value of a tag."""


class Scanner:
    """Tokens of one game's text."""

    def __init__(self, text: str, file: str, first_line: int = 1) -> None:
        self.text = text
        self.file = file
        self.first_line = first_line
        self._starts = [0] + [match.end() for match in re.finditer("\n", text)]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, as an editor counts them."""
        low, high = 0, len(self._starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._starts[middle] <= offset else (low, middle)
        return self.first_line + low, offset - self._starts[low] + 1

    def error(self, offset: int, reason: str) -> RecordError:
        """A fault at an offset."""
        return RecordError(reason, self.file, *self.place(offset))

    def tokens(self) -> Iterator[Token]:
        """All tokens in order."""
        offset, text = 0, self.text
        while offset < len(text):
            space = _SPACE.match(text, offset)
            if space:
                offset = space.end()
                continue
            token, offset = self._token(offset)
            yield token

    def _token(self, offset: int) -> tuple[Token, int]:
        text = self.text
        line, column = self.place(offset)
        match text[offset]:
            case "{":
                comment, end = self._until(offset, "}", LONGEST_COMMENT, "comment")
                return Token("comment", comment, line, column), end
            case "(":
                return Token("open", "(", line, column), offset + 1
            case ")":
                return Token("close", ")", line, column), offset + 1
            case "[":
                return self._tag(offset)
        word = _WORD.match(text, offset)
        if word is None:
            raise self.error(offset, f"{text[offset]!r} has no meaning here")
        if len(word[0]) > LONGEST_WORD:
            raise self.error(offset, f"{word[0][:20]!r}... is too long for a move")
        return Token("word", word[0], line, column), word.end()

    def _tag(self, offset: int) -> tuple[Token, int]:
        match = _TAG.match(self.text, offset)
        if match is None:
            raise self.error(offset, 'a tag reads like [Event "Club evening"]')
        value, end = self._until(match.end() - 1, '"', LONGEST, "tag")
        if self.text[end : end + 1] != "]":
            raise self.error(end, f"the tag {match[1]} does not end with ]")
        line, column = self.place(offset)
        return Token("tag", match[1], line, column, value), end + 1

    def _until(self, offset: int, closing: str, longest: int, what: str) -> tuple[str, int]:
        """The text from after `offset` to the closing character, backslashes taken off."""
        found: list[str] = []
        index = offset + 1
        while index < len(self.text) and len(found) <= longest:
            letter = self.text[index]
            if letter == closing:
                return "".join(found), index + 1
            if letter == "\\" and index + 1 < len(self.text):
                index += 1
                letter = self.text[index]
            found.append(letter)
            index += 1
        reason = "is too long" if len(found) > longest else f"does not end with {closing}"
        raise self.error(offset, f"the {what} that begins here {reason}")
