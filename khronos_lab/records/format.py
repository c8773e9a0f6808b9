"""The text of a record: writing it, and reading it, every move played, every digest compared.

The first fault ends a game with file, line, column, move, clause and position; a tolerant reader
keeps what was good before it and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from khronos_lab.core import Entry, GameState, player_marks, position_text
from khronos_lab.core import events as e
from khronos_lab.engine import AnswerError, Outcome, is_canonical, play, play_token
from khronos_lab.records.model import (
    DEEPEST,
    MARKS,
    VERSION,
    GameRecord,
    Line,
    Node,
    Step,
    node_of,
    one_record,
)
from khronos_lab.records.tags import (
    FOREIGN,
    LONGEST,
    LONGEST_COMMENT,
    TagError,
    harmless,
    start_of,
    tags_of,
)
from khronos_lab.rulebook import IllegalAction, KhronosError, MapError, RecordError, text_of

LONGEST_GAME: Final = 4 << 20
"""Bytes of a game; one that is longer is not written, because it would not be read."""
LONGEST_WORD: Final = 200
MOST_MOVES: Final = 20_000
"""Moves of one game, those of its variations included: each is played, which takes time."""


# ------------------------------------------------------------------ writing


def record_text(record: GameRecord) -> str:
    """A record as text; read and written again it is the same, byte for byte."""
    record = one_record(record, "record_text")
    lines = [f'[Khronos "{VERSION}"]']
    for key, value in tags_of(record.start, record.tags).items():
        quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n[", "\n\\[")
        lines.append(f'[{key} "{quoted}"]')
    lines.append("")
    if record.line.comment:
        lines.append(braced(record.line.comment))
    label = ""
    for node in record.line.nodes:
        words = " ".join(_node_words(node, 0, label))
        if node.label != label:
            lines.append(words)
        else:
            lines[-1] += f" {words}"
        label = node.label
    return "\n".join([*lines, ""])


def line_text(line: Line, depth: int = 1) -> str:
    """A line as it stands between the parentheses of a variation."""
    words, label = [braced(line.comment)] if line.comment else [], ""
    for node in line.nodes:
        words += _node_words(node, depth, label)
        label = node.label
    return " ".join(words)


def _node_words(node: Node, depth: int, label: str) -> Iterator[str]:
    """What is written for a node after one with this label: move, digest, comment, variations."""
    if node.variations and depth == DEEPEST:
        raise KhronosError(f"variations are nested more than {DEEPEST} deep")
    if node.label != label:
        yield node.label
    yield marked_text(node.text, node.mark)
    if node.digest:
        yield f"#{node.digest}"
    if node.comment:
        yield braced(node.comment)
    for variation in node.variations:
        if variation.nodes or variation.comment:
            yield f"({line_text(variation, depth + 1)})"


def marked_text(text: str, mark: str) -> str:
    """A move and its mark; after cards there is a space between them."""
    return f"{text} {mark}" if mark and text.startswith((">", "x", "-")) else text + mark


def sayable(comment: str) -> str:
    """A comment that comes back from a file as it is."""
    comment = harmless(comment)
    if len(comment) > LONGEST_COMMENT:
        raise KhronosError(f"a comment has up to {LONGEST_COMMENT:,} characters; shorten this one")
    return comment


def braced(comment: str) -> str:
    """A comment in braces: what would end it, or begin a game, is written with a backslash."""
    text = sayable(comment).replace("\\", "\\\\").replace("}", "\\}").replace("\n[", "\n\\[")
    return f"{{{text}}}"


# ------------------------------------------------------------------ tokens

# The pieces are possessive (`*+`): a match never tries a second way, so its time is linear.
_TOKEN = re.compile(
    r"""
    \s*+(?:
      (?P<word>[^\s(){}\[\]"]++)
    | (?P<open>\()
    | (?P<close>\))
    | \{(?P<comment>[^\\}]*+(?:\\.[^\\}]*+)*+)\}
    | \[(?P<name>[A-Za-z][A-Za-z0-9_]{0,39})\s++"(?P<tag>[^\\"]*+(?:\\.[^\\"]*+)*+)"\]
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
    tag: str = ""
    """The name of a tag; its value is the text."""


class Scanner:
    """Tokens of one game's text, each with its place.

    It knows no rules. What it meets is bounded: the length of a token, a comment, a tag. Ends of
    lines may be those of any system, and a byte order mark is passed over; other control characters
    have no place in a record.
    """

    def __init__(self, text: str, file: str, first_line: int = 1) -> None:
        text = text_of(text, "a game").removeprefix("\ufeff")
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.file = file
        self.first_line = first_line

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, as an editor counts them."""
        line = self.first_line + self.text.count("\n", 0, offset)
        return line, offset - self.text.rfind("\n", 0, offset)

    def error(self, offset: int, reason: str) -> RecordError:
        """A fault at an offset."""
        return RecordError(reason, self.file, *self.place(offset))

    def tokens(self) -> Iterator[Token]:
        """All tokens in order; the first fault ends them."""
        text = self.text
        foreign = FOREIGN.search(text)
        end = len(text) if foreign is None else foreign.start()
        for match in _TOKEN.finditer(text, 0, end):
            sort = str(match.lastgroup)
            if sort == "word":
                word = match[1]
                if len(word) > LONGEST_WORD:
                    raise self.error(match.start(1), f"{word[:20]!r}... is too long for a move")
                yield Token("word", word, match.start(1))
                continue
            begin = match.end() - len(match[0].lstrip())
            if sort in {"open", "close"}:
                yield Token(sort, match[sort], begin)
            elif sort in {"tag", "comment"}:
                value = match[sort]
                value = _ESCAPED.sub(r"\1", value) if "\\" in value else value
                if len(value) > (LONGEST if sort == "tag" else LONGEST_COMMENT):
                    raise self.error(begin, f"the {sort} that begins here is too long")
                yield Token(sort, value, begin, match["name"] or "")
            elif sort == "end" or (foreign is not None and match["wrong"] in "{["):
                break
            else:
                raise self._meaningless(begin)
        if foreign is not None:
            code = f"U+{ord(foreign[0]):04X}"
            raise self.error(end, f"the control character {code} has no place in a record")

    def _meaningless(self, offset: int) -> RecordError:
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


# ------------------------------------------------------------------ reading

_FIRST_TAG: Final = f'the tag [Khronos "{VERSION}"]'
_POSITION_LINE = re.compile(r"position, line ([0-9]{1,6}): ")
_CLAUSE = re.compile(r"\(([A-Z][0-9]{1,2}[a-z]?)\)")


def read_record(
    text: str, file: str = "<text>", *, first_line: int = 1, tolerant: bool = False
) -> GameRecord:
    """The game that a text tells.

    A tolerant reader stops at the first bad move and keeps what was good; `problem` says why.
    """
    return _Reader(Scanner(text, file, first_line)).record(tolerant=tolerant)


def read_line(text: str, state: GameState, file: str = "<text>") -> Line:
    """The moves that a text tells from any state, as they stand in a variation: no tags."""
    reader = _Reader(Scanner(text, file))
    reader.begin(state)
    reader.read_moves()
    return reader.main_line()


@dataclass(slots=True)
class _OpenLine:
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


class _Reader:
    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._tokens = scanner.tokens()
        self._lines: list[_OpenLine] = []
        self._marks: tuple[str, ...] = ()
        self._moves = 0

    def record(self, *, tolerant: bool) -> GameRecord:
        tags, first = self._tags()
        start = self._lines[0].state
        problem: KhronosError | None = None
        try:
            if first is not None:
                self._take(first)
            self.read_moves()
        except RecordError as fault:
            if not tolerant:
                raise
            problem = fault
            while len(self._lines) > 1:
                self._close()
        return GameRecord(tags, start, self.main_line(), problem)

    def begin(self, state: GameState) -> None:
        self._marks = player_marks(state.names)
        self._lines = [_OpenLine(state)]

    def read_moves(self) -> None:
        for token in self._tokens:
            self._take(token)
        if len(self._lines) > 1:
            raise self._scanner.error(len(self._scanner.text), "a variation is not closed with )")

    def main_line(self) -> Line:
        return Line(tuple(self._lines[0].nodes), self._lines[0].comment)

    # -------------------------------------------------------------- tags

    def _tags(self) -> tuple[dict[str, str], Token | None]:
        """Read the tags and set up the game; gives the first token after them, too."""
        found: dict[str, Token] = {}
        following: Token | None = None
        for token in self._tokens:
            if token.sort != "tag":
                following = token
                break
            if token.tag == "Khronos":
                self._check_version(token)
            elif "Khronos" not in found:
                raise self._error(token, f"a record begins with {_FIRST_TAG}")
            if token.tag in found:
                raise self._error(token, f"the tag {token.tag} stands here for the second time")
            found[token.tag] = token
        if "Khronos" not in found:
            raise self._scanner.error(0, f"a record begins with {_FIRST_TAG}")
        tags = {name: token.text for name, token in found.items() if name != "Khronos"}
        try:
            self.begin(start_of(tags, int(found["Khronos"].text)))
        except TagError as fault:
            raise self._tag_error(found.get(fault.tag, found["Khronos"]), fault) from fault
        return tags, following

    def _check_version(self, token: Token) -> None:
        version = token.text
        if not version.isascii() or not version.isdigit() or len(version) > 6:
            raise self._error(token, f"{version[:20]!r} is not a version of this format")
        if not 1 <= int(version) <= VERSION:
            raise self._error(
                token,
                f"the record is written in version {version}; this khronos_lab reads up to "
                f"version {VERSION}: update it",
            )

    def _tag_error(self, token: Token, fault: TagError) -> RecordError:
        """The fault of a tag; of a map or position in it, the very line."""
        (line, column), reason = self._scanner.place(token.offset), str(fault)
        cause = fault.__cause__
        if isinstance(cause, MapError) and cause.line is not None:
            line, column = line + cause.line, cause.column or 1
            reason = reason.partition(": ")[2]
        within = _POSITION_LINE.match(reason)
        if within is not None:
            line, column, reason = line + int(within[1]) - 1, 1, reason[within.end() :]
        reason = f"in the tag {fault.tag}: {_short(reason)}"
        return RecordError(reason, self._scanner.file, line, column, clause=_clause(str(fault)))

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
                line = self._lines[-1]
                if line.before is None:
                    raise self._error(token, "a variation follows the move it replaces")
                if len(self._lines) > DEEPEST:
                    raise self._error(token, f"variations are nested more than {DEEPEST} deep")
                self._count(token)  # a variation counts as a move, because it may have none
                self._lines.append(_OpenLine(line.before))
            case _:
                if len(self._lines) == 1:
                    raise self._error(token, "no variation is open here")
                self._close()

    def _count(self, token: Token) -> None:
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise self._error(token, f"a game with its variations has up to {MOST_MOVES:,} moves")

    def _close(self) -> None:
        done = self._lines.pop()
        if done.nodes or done.comment:
            above = self._lines[-1].nodes
            lines = (*above[-1].variations, Line(tuple(done.nodes), done.comment))
            above[-1] = above[-1]._replace(variations=lines)

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

    def _word(self, token: Token) -> None:
        word = token.text
        if word[0] == "#":
            self._digest(token)
        elif word[0].isdigit():
            self._label(token)
        else:
            body = word.rstrip("!?")
            mark = word[len(body) :]
            if mark not in MARKS:
                body, mark = word, ""
            if body:
                self._move(token, body)
            if mark:
                self._mark(token, mark)

    def _label(self, token: Token) -> None:
        state = self._lines[-1].state
        expected = f"{state.round}.{self._marks[state.turn.seat]}"
        if state.over or token.text != expected:
            turn = "the game is over" if state.over else f"it is turn {expected}"
            raise self._error(token, f"{_shown(token.text)} stands here, but {turn}", state)

    def _move(self, token: Token, body: str) -> None:
        line = self._lines[-1]
        self._count(token)
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
            reason = (
                f"the table after turn {line.nodes[-1].label} is #{found}, but the record says "
                f"{_shown(token.text[:12])}: it was written under other rules, or changed since"
                f"{revision}"
            )
            raise self._error(token, reason, line.state, _clause(revision))
        line.agreed, line.agreed_nodes = line.state, len(line.nodes)

    def _error(
        self, token: Token, reason: str, state: GameState | None = None, clause: str | None = None
    ) -> RecordError:
        position = None if state is None else position_text(state)
        line, column = self._scanner.place(token.offset)
        file = self._scanner.file
        return RecordError(_short(reason), file, line, column, clause=clause, position=position)


def _clause(sentence: str) -> str | None:
    found = _CLAUSE.findall(sentence)
    return found[-1] if found else None


def _shown(word: str) -> str:
    """A word as it goes into a sentence: quoted if it would spoil the line or the terminal."""
    return word if word.isprintable() and len(word) <= 40 else f"{word[:40]!r}"


def _short(sentence: str) -> str:
    """A sentence fit for a terminal: no name of many pages, nothing that does not print."""
    if len(sentence) > 600:
        sentence = f"{sentence[:400]} [...] {sentence[-120:]}"
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in sentence)


# ------------------------------------------------------------------ revised clauses

REVISED: Final = {
    "B3a": "an older shadow of the building that is upgraded counts with its domain",
    "B6": "what a copy erases in Faith loses its shadow in Reason even without a copy there",
    "C2": "a conflict of a joining is settled by strength even if the domain falls apart",
}
"""By clause: what it says since version 0.2."""


def _revision(line: _OpenLine, log: Sequence[Entry] = ()) -> str:
    """A hint, if a clause that the rules page has changed was at work since the last digest.

    `log` is what was told of the move that went wrong.
    """
    logs: list[tuple[str, Sequence[Entry]]] = []
    state = line.agreed
    for node in line.nodes[line.agreed_nodes :]:
        outcome = play(state, node.move, trusted=True)
        assert isinstance(outcome, Outcome)
        logs.append((node.label, outcome.log))
        state = outcome.state
    now = f"{line.state.round}.{player_marks(line.state.names)[line.state.seat]}"
    for label, told in [*logs, (now, log)]:
        clause = _revised_clause(told)
        if clause is not None:
            return (
                f"; the rules page has changed since version 0.1, and turn {label} meets the "
                f"change: {REVISED[clause]} ({clause})"
            )
    return ""


def _revised_clause(log: Iterable[Entry]) -> str | None:
    """The first revised clause that decided something in the log of a move, if any did."""
    split, erased = set(), set()
    for number, entry in enumerate(log):
        match entry.event:
            case e.DomainSplit(age=age):
                split.add(age)
            case e.StrengthsCompared(age=age) if age in split:
                return "C2"
            case e.ShadowBlocked(older=older) if older is not None:
                return "B3a"
            case e.BuildingErased():
                if entry.cause in erased:
                    return "B6"
                erased.add(number)
    return None


# ------------------------------------------------------------------ moves that are not played yet

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
