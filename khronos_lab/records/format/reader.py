"""Reading records: cut into tokens, every move is played through the rules, every digest compared.

The first fault ends a game with file, line, column, move, clause and position; a tolerant reader
keeps what was good before it and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from khronos_lab.core import Entry, GameState, player_marks, position_text
from khronos_lab.core import events as e
from khronos_lab.engine import AnswerError, Outcome, is_canonical, play, play_token
from khronos_lab.records.format.tags import FOREIGN, LONGEST, LONGEST_COMMENT, TagError, start_of
from khronos_lab.records.model import DEEPEST, MARKS, VERSION, GameRecord, Line, Node, node_of
from khronos_lab.rulebook import IllegalAction, KhronosError, MapError, RecordError, text_of

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
    """Tokens of one game's text, each with its place.

    It knows no rules. What it meets is bounded: the length of a token, a comment, a tag. Ends of
    lines may be those of any system, and a byte order mark is passed over; other control characters
    have no place in a record.
    """

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


_FIRST_TAG: Final = f'the tag [Khronos "{VERSION}"]'
_POSITION_LINE = re.compile(r"position, line ([0-9]{1,6}): ")
_CLAUSE = re.compile(r"\(([A-Z][0-9]{1,2}[a-z]?)\)")

MOST_MOVES: Final = 20_000
"""Moves of one game, those of its variations included: each is played, which takes time."""


@dataclass(slots=True)
class _Open:
    """A line that is being read."""

    state: GameState
    """The state at its end."""
    before: GameState | None = None
    """The state before its last node, where a variation of that node begins."""
    nodes: list[Node] = field(default_factory=list)
    comment: str = ""
    agreed: GameState = field(init=False)
    """The state at its beginning or, later, at the last digest that fitted."""
    agreed_nodes: int = 0
    """How many nodes it had then."""

    def __post_init__(self) -> None:
        self.agreed = self.state


def read_record(
    text: str, file: str = "<text>", *, first_line: int = 1, tolerant: bool = False
) -> GameRecord:
    """The game that a text tells.

    A tolerant reader stops at the first bad move and keeps what was good; `problem` says why.
    """
    return read_tokens(Scanner(text, file, first_line), tolerant=tolerant)


def read_tokens(scanner: Scanner, *, tolerant: bool = False) -> GameRecord:
    """The game that the tokens of a scanner tell."""
    return _Reader(scanner, tolerant=tolerant).read()


def read_line(text: str, state: GameState, file: str = "<text>") -> Line:
    """The moves that a text tells from any state, as they stand in a variation: no tags."""
    return _Reader(Scanner(text, file), tolerant=False).read_line(state)


class _Reader:
    """Builds the tree of one game."""

    def __init__(self, scanner: Scanner, *, tolerant: bool) -> None:
        self._scanner = scanner
        self._tolerant = tolerant
        self._tags: dict[str, str] = {}
        self._lines: list[_Open] = []
        self._marks: tuple[str, ...] = ()
        self._moves = 0

    def read(self) -> GameRecord:
        tokens = self._scanner.tokens()
        first = self._read_tags(tokens)
        start = self._lines[0].state
        problem: KhronosError | None = None
        try:
            if first is not None:
                self._take(first)
            self._read_moves(tokens)
        except RecordError as fault:
            if not self._tolerant:
                raise
            problem = fault
            while len(self._lines) > 1:
                self._close()
        return GameRecord(self._tags, start, self._line(self._lines[0]), problem)

    def read_line(self, state: GameState) -> Line:
        """Moves alone, from a state."""
        self._marks = player_marks(state.names)
        self._lines = [_Open(state)]
        self._read_moves(self._scanner.tokens())
        return self._line(self._lines[0])

    def _read_moves(self, tokens: Iterator[Token]) -> None:
        for token in tokens:
            if token[0] == "word":
                self._word(token)
            else:
                self._take(token)
        if len(self._lines) > 1:
            end = len(self._scanner.text)
            raise self._scanner.error(end, "a variation is not closed with )")

    # -------------------------------------------------------------- tags

    def _read_tags(self, tokens: Iterator[Token]) -> Token | None:
        """Read the tags and set up the game; gives the first token after them."""
        following: Token | None = None
        places: dict[str, Token] = {}
        for token in tokens:
            if token.sort != "tag":
                following = token
                break
            self._check_version(token)
            if token.text in self._tags:
                raise self._error(token, f"the tag {token.text} stands here for the second time")
            self._tags[token.text] = token.value
            places[token.text] = token
        if "Khronos" not in self._tags:
            raise self._scanner.error(0, f"a record begins with {_FIRST_TAG}")
        version = int(self._tags.pop("Khronos"))
        try:
            start = start_of(self._tags, version)
        except TagError as fault:
            raise self._tag_error(places.get(fault.tag, places["Khronos"]), fault) from fault
        self._marks = player_marks(start.names)
        self._lines = [_Open(start)]
        return following

    def _tag_error(self, token: Token, fault: TagError) -> RecordError:
        """The fault of a tag; of a map or position in it, the very line."""
        (line, column), reason = self._scanner.where(token), str(fault)
        cause = fault.__cause__
        if isinstance(cause, MapError) and cause.line is not None:
            line, column = line + cause.line, cause.column or 1
            reason = reason.partition(": ")[2]
        within = _POSITION_LINE.match(reason)
        if within is not None:
            line, column, reason = line + int(within[1]) - 1, 1, reason[within.end() :]
        reason = f"in the tag {fault.tag}: {_short(reason)}"
        return RecordError(reason, self._scanner.file, line, column, clause=_clause(str(fault)))

    def _check_version(self, token: Token) -> None:
        if token.text != "Khronos":
            if "Khronos" not in self._tags:
                raise self._error(token, f"a record begins with {_FIRST_TAG}")
            return
        if not token.value.isascii() or not token.value.isdigit() or len(token.value) > 6:
            raise self._error(token, f"{token.value[:20]!r} is not a version of this format")
        if not 1 <= int(token.value) <= VERSION:
            raise self._error(
                token,
                f"the record is written in version {token.value}; this khronos_lab reads up to "
                f"version {VERSION}: update it",
            )

    # -------------------------------------------------------------- moves

    def _take(self, token: Token) -> None:
        match token.sort:
            case "word":
                self._word(token)
            case "tag":
                raise self._error(token, "tags stand before the moves")
            case "comment":
                self._comment(token)
            case "open":
                self._open(token)
            case _:
                if len(self._lines) == 1:
                    raise self._error(token, "no variation is open here")
                self._close()

    def _comment(self, token: Token) -> None:
        line = self._lines[-1]
        before = line.nodes[-1].comment if line.nodes else line.comment
        joined = f"{before} {token.text}" if before else token.text
        if len(joined) > LONGEST_COMMENT:
            raise self._error(token, f"a move's comments have up to {LONGEST_COMMENT:,} characters")
        if line.nodes:
            line.nodes[-1] = line.nodes[-1]._replace(comment=joined)
        else:
            line.comment = joined

    def _open(self, token: Token) -> None:
        line = self._lines[-1]
        if line.before is None:
            raise self._error(token, "a variation follows the move it replaces")
        if len(self._lines) > DEEPEST:
            raise self._error(token, f"variations are nested more than {DEEPEST} deep")
        # A variation counts as a move, because it may have none.
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise self._too_many(token)
        self._lines.append(_Open(line.before))

    def _too_many(self, token: Token) -> RecordError:
        return self._error(token, f"a game with its variations has up to {MOST_MOVES:,} moves")

    def _close(self) -> None:
        done = self._lines.pop()
        if not done.nodes and not done.comment:
            return
        above = self._lines[-1].nodes
        above[-1] = above[-1]._replace(variations=(*above[-1].variations, self._line(done)))

    def _word(self, token: Token) -> None:
        word = token[1]
        first = word[0]
        if first == "#":
            self._digest(token)
        elif first.isdigit():
            self._label(token, self._lines[-1].state)
        elif word[-1] not in "!?":
            self._move(token, word)
        elif word in MARKS:
            self._mark(token, word)
        else:
            body, mark = _split_mark(word)
            self._move(token, body)
            if mark:
                self._mark(token, mark)

    def _label(self, token: Token, state: GameState) -> None:
        expected = f"{state.round}.{self._marks[state.turn.seat]}"
        if state.over or token.text != expected:
            turn = "the game is over" if state.over else f"it is turn {expected}"
            raise self._error(token, f"{_shown(token.text)} stands here, but {turn}", state)

    def _move(self, token: Token, body: str) -> None:
        line = self._lines[-1]
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise self._too_many(token)
        try:
            move, outcome = play_token(line.state, body, self._marks)
        except IllegalAction as fault:
            clause = fault.violation.clause if fault.violation is not None else _clause(str(fault))
            revision = _revision(line)
            reason = f"{_shown(body)}: {fault}{revision}"
            raise self._error(token, reason, line.state, _clause(revision) or clause) from fault
        except AnswerError as fault:
            reason = f"{fault}{_revision(line, fault.log)}"
            raise self._error(token, reason, line.state, _clause(reason)) from fault
        except KhronosError as fault:
            raise self._error(token, str(fault), line.state, _clause(str(fault))) from fault
        text = body if is_canonical(body) else ""
        line.nodes.append(node_of(line.state, move, outcome, self._marks, text))
        line.before, line.state = line.state, outcome.state

    def _mark(self, token: Token, mark: str) -> None:
        nodes = self._lines[-1].nodes
        if not nodes or nodes[-1].mark:
            raise self._error(token, f"the mark {mark} belongs to no move")
        nodes[-1] = nodes[-1]._replace(mark=mark)

    def _digest(self, token: Token) -> None:
        line = self._lines[-1]
        if not line.nodes or not line.nodes[-1].digest:
            raise self._error(token, "a digest stands after the end of a turn")
        found = line.nodes[-1].digest
        if token.text[1:] != found:
            revision = _revision(line)
            raise self._error(
                token,
                f"the table after turn {line.nodes[-1].label} is #{found}, but the record says "
                f"{_shown(token.text[:12])}: it was written under other rules, or changed since"
                f"{revision}",
                line.state,
                _clause(revision),
            )
        line.agreed, line.agreed_nodes = line.state, len(line.nodes)

    # -------------------------------------------------------------- results

    def _line(self, line: _Open) -> Line:
        return Line(tuple(line.nodes), line.comment)

    def _error(
        self, token: Token, reason: str, state: GameState | None = None, clause: str | None = None
    ) -> RecordError:
        position = None if state is None else position_text(state)
        return RecordError(
            _short(reason),
            self._scanner.file,
            *self._scanner.where(token),
            clause=clause,
            position=position,
        )


def _revision(line: _Open, log: tuple[Entry, ...] = ()) -> str:
    """A hint, if a clause that the rules page has changed was at work since the last digest.

    `log` is what was told of the move that went wrong.
    """
    state, logs = line.agreed, []
    for node in line.nodes[line.agreed_nodes :]:
        outcome = play(state, node.move, trusted=True)
        assert isinstance(outcome, Outcome)
        logs.append((node.label, outcome.log))
        state = outcome.state
    now = f"{line.state.round}.{player_marks(line.state.names)[line.state.seat]}"
    for label, told in [*logs, (now, log)]:
        clause = revised_clause(told)
        if clause is not None:
            return (
                f"; the rules page has changed since version 0.1, and turn {label} meets the "
                f"change: {REVISED[clause]} ({clause})"
            )
    return ""


def _split_mark(word: str) -> tuple[str, str]:
    """A move and the mark glued to it."""
    body = word.rstrip("!?")
    mark = word[len(body) :]
    return (body, mark) if mark in MARKS and body else (word, "")


def _clause(sentence: str) -> str | None:
    """The clause that a sentence names last in parentheses, if any."""
    found = _CLAUSE.findall(sentence)
    return found[-1] if found else None


def _shown(word: str) -> str:
    """A word as it goes into a sentence: quoted if it would spoil the line or the terminal."""
    return word if word.isprintable() and len(word) <= 40 else f"{word[:40]!r}"


def _short(sentence: str) -> str:
    """A sentence fit for a terminal: no name of many pages, nothing that does not print."""
    if len(sentence) > 600:
        sentence = f"{sentence[:400]} [...] {sentence[-120:]}"
    if sentence.isprintable():
        return sentence
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in sentence)


REVISED: Final = {
    "B3a": "an older shadow of the building that is upgraded counts with its domain",
    "B6": "what a copy erases in Faith loses its shadow in Reason even without a copy there",
    "C2": "a conflict of a joining is settled by strength even if the domain falls apart",
}
"""By clause: what it says since version 0.2."""


def revised_clause(log: Sequence[Entry]) -> str | None:
    """The first revised clause that decided something in the log of a move, if any did."""
    split = set()
    for entry in log:
        event = entry.event
        if isinstance(event, e.DomainSplit):
            split.add(event.age)
        elif isinstance(event, e.StrengthsCompared) and event.age in split:
            return "C2"
        elif isinstance(event, e.ShadowBlocked) and event.older is not None:
            return "B3a"
        elif isinstance(event, e.BuildingErased) and _by_erasure(entry, log):
            return "B6"
    return None


def _by_erasure(entry: Entry, log: Sequence[Entry]) -> bool:
    return entry.cause is not None and isinstance(log[entry.cause].event, e.BuildingErased)
