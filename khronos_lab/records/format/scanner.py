"""Scanner: the characters of a record cut into tokens, each with its place.

It knows no rules. What it meets is bounded: the length of a token, a comment, a tag. Ends of lines
may be those of any system, and a byte order mark is passed over; other control characters have no
place in a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from khronos_lab.records.format.tags import FOREIGN, LONGEST
from khronos_lab.rulebook.errors import RecordError
from khronos_lab.rulebook.suggestions import text_of

LONGEST_COMMENT: Final = 20_000
LONGEST_WORD: Final = 200

# The pieces are possessive (`*+`): a match never tries a second way, so its time is linear.
_TOKEN = re.compile(
    r"""
    \s*+(?:
      (?P<word>[^\s(){}\[\]"]++)
    | (?P<open>\()
    | (?P<close>\))
    | \{(?P<comment>[^\\}]*+(?:\\.[^\\}]*+)*+)\}
    | \[(?P<tag>[A-Za-z][A-Za-z0-9_]{0,39})\s++"(?P<value>[^\\"]*+(?:\\.[^\\"]*+)*+)"\]
    | (?P<end>\Z)
    | (?P<wrong>.)
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_TAG_BEGINS = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,39})\s++"([^\\"]*+(?:\\.[^\\"]*+)*+"?)', re.S)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Token(NamedTuple):
    """A piece of a record: `tag`, `comment`, `open`, `close` or `word`."""

    sort: str
    text: str
    offset: int
    """Where it begins; line and column are counted only when a fault is told."""
    value: str = ""
    """The value of a tag."""


class Scanner:
    """Tokens of one game's text."""

    def __init__(self, text: str, file: str, first_line: int = 1) -> None:
        self.text = one_newline(text_of(text, "a game").removeprefix("\ufeff"))
        self.file = file
        self.first_line = first_line

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, as an editor counts them."""
        line = self.first_line + self.text.count("\n", 0, offset)
        return line, offset - self.text.rfind("\n", 0, offset)

    def where(self, token: Token) -> tuple[int, int]:
        """Line and column of a token."""
        return self.place(token.offset)

    def error(self, offset: int, reason: str) -> RecordError:
        """A fault at an offset."""
        return RecordError(reason, self.file, *self.place(offset))

    def tokens(self) -> Iterator[Token]:
        """All tokens in order; the first fault ends them."""
        text = self.text
        foreign = FOREIGN.search(text)
        end = len(text) if foreign is None else foreign.start()
        for match in _TOKEN.finditer(text, 0, end):
            sort = match.lastgroup
            if sort == "end":
                break
            if sort == "word":
                yield self._short_word(match)
            elif sort != "wrong":
                yield self._token(match, str(sort), _begin(match))
            elif foreign is not None and match["wrong"] in "{[":
                break
            else:
                raise self._fault(_begin(match))
        if foreign is not None:
            code = f"U+{ord(foreign[0]):04X}"
            raise self.error(end, f"the control character {code} has no place in a record")

    def _short_word(self, match: re.Match[str]) -> Token:
        word = match[1]
        if len(word) > LONGEST_WORD:
            raise self.error(match.start(1), f"{word[:20]!r}... is too long for a move")
        return Token("word", word, match.start(1))

    def _token(self, match: re.Match[str], sort: str, offset: int) -> Token:
        if sort == "comment":
            return Token(sort, self._plain(match, sort, LONGEST_COMMENT), offset)
        if sort == "value":
            return Token("tag", match["tag"], offset, self._plain(match, sort, LONGEST))
        return Token(sort, match[sort], offset)

    def _plain(self, match: re.Match[str], group: str, longest: int) -> str:
        """What stands between braces or quotes, backslashes taken off."""
        text = match[group]
        if "\\" in text:
            text = _ESCAPED.sub(r"\1", text)
        if len(text) > longest:
            what = "comment" if group == "comment" else "tag"
            raise self.error(_begin(match), f"the {what} that begins here is too long")
        return text

    def _fault(self, offset: int) -> RecordError:
        """What is wrong with a character that begins nothing."""
        if self.text[offset] == "{":
            return self.error(offset, "the comment that begins here does not end with }")
        if self.text[offset] != "[":
            return self.error(offset, f"{self.text[offset]!r} has no meaning here")
        begins = _TAG_BEGINS.match(self.text, offset)
        if begins is None:
            return self.error(offset, 'a tag reads like [Event "Club evening"]')
        if begins[2].endswith('"'):
            return self.error(begins.end(), f"the tag {begins[1]} does not end with ]")
        return self.error(offset, 'the tag that begins here does not end with "')


def _begin(match: re.Match[str]) -> int:
    """Where a token begins, after the spaces."""
    return match.end() - len(match[0].lstrip())


def one_newline(text: str) -> str:
    r"""The text with `\n` at the end of every line, whatever system wrote it."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


__all__ = ["FOREIGN", "LONGEST_COMMENT", "LONGEST_WORD", "Scanner", "Token", "one_newline"]
