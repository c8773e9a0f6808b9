"""GameRecord: a game as plain data. Decisions and what chance gave are stored, events are derived.

A record is a tree: the main line is a list of nodes, and a node carries the variations that try
something else in its place, each a line of its own. Everything is immutable; editing makes a new
record. The first position follows from the tags.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

from khronos_lab.core import Action, Board, EndTurn, Entry, GameState, Move, player_marks, step
from khronos_lab.engine import DRAWING, Outcome, action_text, as_move, drawn_in, move_text, play
from khronos_lab.rulebook import (
    KINDS,
    MAX_PLAYERS,
    RANKS,
    Age,
    BrokenInvariant,
    KhronosError,
    Kind,
    a_or_an,
)

VERSION: Final = 2
"""The version of the format that is written; older ones can always be read."""

DEEPEST: Final = 40
"""Variations inside variations."""

MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""Comments on a move in one or two characters."""


class Node(NamedTuple):
    """One move of a line, with what was said about it."""

    text: str
    """The move in notation."""
    move: Move
    label: str
    """Round and player, as `3.R`."""
    digest: str = ""
    """At the end of a turn: the digest of the table after it."""
    mark: str = ""
    comment: str = ""
    variations: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """Moves one after the other; the comment stands before the first."""

    nodes: tuple[Node, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game: tags, first position, moves."""

    tags: Mapping[str, str]
    start: GameState
    line: Line = field(default_factory=Line)
    problem: KhronosError | None = None
    """Why a tolerant reader stopped before the end."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players in seat order."""
        return self.start.names

    def __repr__(self) -> str:
        return f"<game of {', '.join(self.names)}: {len(self.line.nodes)} moves>"


def one_record(said: object, taker: str) -> GameRecord:
    """The record that is meant, which may be that of a `Game`; anything else is refused."""
    found = getattr(said, "record", said)
    if isinstance(found, GameRecord):
        return found
    raise KhronosError(f"{taker} takes one record, not {a_or_an(type(said).__name__)}")


class Step(NamedTuple):
    """One move of a replay: the state before, the node, and what happened."""

    before: GameState
    node: Node
    after: GameState
    log: tuple[Entry, ...]

    def __repr__(self) -> str:
        return f"<{self.node.label} {self.node.text}, effects: {len(self.log)}>"


def steps_of(
    record: GameRecord, line: Line | None = None, start: GameState | None = None
) -> Iterator[Step]:
    """Play the main line of a record, or another line from its own first state, move by move."""
    if start is None or line is None:
        record = one_record(record, "steps_of")
    first = record.start if start is None else start
    return played_again(first, (record.line if line is None else line).nodes)


def played_again(
    start: GameState, nodes: Iterable[Node], known: Sequence[Step] = ()
) -> Iterator[Step]:
    """The steps of a line; those at its beginning that are known from before are not played."""
    state = start
    same = not known or known[0].before is start
    for number, node in enumerate(nodes):
        same = same and number < len(known) and known[number].node.move == node.move
        if same:
            step = known[number]
            step = step if step.node is node else step._replace(node=node)
        else:
            result = play(state, node.move)
            if not isinstance(result, Outcome):
                raise BrokenInvariant(f"{node.text} in a checked record leaves a question open")
            step = Step(state, node, result.state, result.log)
        yield step
        state = step.after


class Recorder:
    """Writes a record while a game is played.

    >>> from khronos_lab.engine import new_game
    >>> from khronos_lab.core import EndTurn
    >>> from khronos_lab.engine import play
    >>> start = new_game(2, seed=7)
    >>> recorder = Recorder(start, {"Seed": "7"})
    >>> recorder.add(start, EndTurn(), play(start, EndTurn()))
    >>> [node.text for node in recorder.record().line.nodes]
    ['>mmrc']
    """

    def __init__(self, start: GameState, tags: Mapping[str, str] | None = None) -> None:
        self._start = start
        self._tags = dict(tags or {})
        self._marks = player_marks(start.names)
        self._nodes: list[Node] = []
        self._played: list[tuple[GameState, Move | Action, Outcome]] = []

    def add(self, before: GameState, move: Move | Action, outcome: object) -> None:
        """Note a move that was played; its text is made when somebody asks for it.

        So a game is hardly slower for it, and writing all of it in one go takes less time, too.
        """
        assert isinstance(outcome, Outcome)
        self._played.append((before, move, outcome))

    def record(self) -> GameRecord:
        """The record so far."""
        for before, move, outcome in self._played:
            move = move if isinstance(move, Move) else as_move(before, move)
            self._nodes.append(node_of(before, move, outcome, self._marks))
        self._played.clear()
        return GameRecord(self._tags, self._start, Line(tuple(self._nodes)))


def played_step(state: GameState, move: Move, marks: tuple[str, ...] = ()) -> Step:
    """Play a move; a choice that is left open is refused."""
    outcome = play(state, move)
    if not isinstance(outcome, Outcome):
        raise KhronosError(f"{move.action} leaves a choice open ({outcome.clause}): answer it")
    node = node_of(state, move, outcome, marks or player_marks(state.names))
    return Step(state, node, outcome.state, outcome.log)


def node_of(
    before: GameState, move: Move, outcome: Outcome, marks: tuple[str, ...], text: str = ""
) -> Node:
    """The node of a move that was played: canonical text (unless given), draws and digest."""
    action, answers = move.action, move.answers
    label = f"{before.round}.{marks[before.turn[0]]}"
    if not answers and not isinstance(action, DRAWING):
        return Node(text or action_text(before, action), move, label)
    text = text or move_text(before, action, outcome.log, marks)
    if not isinstance(action, DRAWING):
        return Node(text, move, label)
    drawn, _ = drawn_in(outcome.log)
    if move.drawn != drawn:
        move = Move(action, answers, drawn)
    digest = table_digest(outcome.state) if isinstance(action, EndTurn) else ""
    return Node(text, move, label, digest)


def _weights() -> dict[tuple[Kind, int, int | None], int]:
    weights, chance = {}, 0
    for kind in KINDS:
        for rank in RANKS:
            for owner in (None, *range(MAX_PLAYERS)):
                chance, number = step(chance)
                weights[kind, rank, owner] = number | 1
    return weights


_WEIGHTS: Final = _weights()
_BYTES: Final = 64


def table_digest(state: GameState) -> str:
    """Six hexadecimal digits for boards, cubes, coins, adventurers, supply and whose turn it is.

    Hands are left out: the digest is the same whether a record knows them or not.
    """
    might, faith, reason = state.boards
    table = ", ".join([_account(p[1], p[3], p[4]) for p in state.players])
    military, religious, civil = map(_row, state.supply)
    rest = f"[{table}]({military}, {religious}, {civil}){state.round},{state.turn[0]},{state.over}"
    # What follows from a board alone is worked out once for each.
    summed = b"".join(
        [
            might.stamp or _sites(might),
            faith.stamp or _sites(faith),
            reason.stamp or _sites(reason),
            reason.settled or _settled(reason),
            rest.encode(),
        ]
    )
    return blake2b(summed, digest_size=3).hexdigest()


@lru_cache(maxsize=4096)
def _account(coins: int, cubes: int, adventurers: tuple[Age, ...]) -> str:
    return f"({coins}, {cubes}, {', '.join(str(int(age)) for age in adventurers)})"


@lru_cache(maxsize=1024)
def _row(tiles: tuple[int, ...]) -> str:
    return str(tiles)


def _sites(board: Board) -> bytes:
    """What stands where, as a weighted sum: it depends on no order and costs little."""
    total = sum(_WEIGHTS[sort] * anchors for sort, anchors in board.sites.items())
    board.stamp = total.to_bytes(_BYTES, "little")
    return board.stamp


def _settled(board: Board) -> bytes:
    """What is a ruin and what carries cubes, which only Reason has."""
    settled = [(sq, each[4], each[5]) for sq, each in board.buildings.items() if each[4] or each[5]]
    board.settled = str(sorted(settled)).encode()
    return board.settled
