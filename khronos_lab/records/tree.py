"""A record as a tree of moves: its lines, and editing them; each edit gives a new record.

A line is named by its *branches*: pairs of the move in whose place it plays something else and the
number of the variation there. `()` is the game itself, `((12, 0),)` the first variation at move 12,
`((12, 0), (14, 1))` a variation inside that one. Moves count from 0 at the start of the game, in a
variation, too: up to its last branch a line shares its moves with the line it leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from khronos_lab.records.format import MOST_MOVES, sayable
from khronos_lab.records.model import DEEPEST, GameRecord, Line, Node
from khronos_lab.rulebook import KhronosError

Branches = tuple[tuple[int, int], ...]
"""The name of a line."""


class Cursor(NamedTuple):
    """A moment of a game: a line, and how many of its moves have been played."""

    line: Branches
    moves: int


class Continuation(NamedTuple):
    """A move that is on record at a place, and the line that it belongs to."""

    line: Branches
    node: Node


# ------------------------------------------------------------------ reading the tree


def line_at(line: Branches, moves: int) -> Branches:
    """The line to leave when something else is played after this number of moves.

    At the very first move of a variation that is the line it is a variation of.
    """
    while line and line[-1][0] >= moves:
        line = line[:-1]
    return line


def line_of(record: GameRecord, line: Branches) -> Line:
    """The line as it stands in the record: of a variation only what is its own."""
    return _lines_to(record, line)[-1][0]


def nodes_of(record: GameRecord, line: Branches) -> tuple[Node, ...]:
    """All moves of a line, from the start of the game."""
    nodes: tuple[Node, ...] = ()
    for each, first in _lines_to(record, line):
        nodes = (*nodes[:first], *each.nodes) if first else each.nodes
    return nodes


def _lines_to(record: GameRecord, branches: Branches) -> list[tuple[Line, int]]:
    """The game, then each variation on the way to a line, with the number of its first move."""
    found = [(record.line, 0)]
    for move, number in branches:
        variations = _node(*found[-1], move).variations
        if not 0 <= number < len(variations):
            raise KhronosError(f"move {move} has {len(variations)} variations, no number {number}")
        found.append((variations[number], move))
    return found


def _node(line: Line, first: int, move: int) -> Node:
    if not first <= move < first + len(line.nodes):
        last = first + len(line.nodes) - 1
        raise KhronosError(f"this line has moves {first} to {last}, and no move {move}")
    return line.nodes[move - first]


def check_count(length: int, count: int) -> None:
    """Refuse a number of moves that a line does not have."""
    if not 0 <= count <= length:
        raise KhronosError(f"this line has {length} moves; {count} of them cannot have been played")


def lines_of(line: Line, branches: Branches = (), first: int = 0) -> Iterator[Branches]:
    """The names of a line and of all its variations, each followed by its own."""
    yield branches
    for move, node in enumerate(line.nodes, first):
        for number, inner in enumerate(node.variations):
            yield from lines_of(inner, (*branches, (move, number)), move)


def ways_on(record: GameRecord, place: Cursor) -> tuple[Continuation, ...]:
    """The moves that are on record at a place: the line's own first, then the others."""
    line, moves = place
    length = len(nodes_of(record, line))
    check_count(length, moves)
    if moves == length:
        return ()
    home = line_at(line, moves)
    found, first = _lines_to(record, home)[-1]
    ways = list(_ways(found.nodes[moves - first], home, moves))
    own = [way for way in ways if way.line == line[: len(way.line)]]
    # Of the lines that lead to the one asked for, the innermost is the one that plays on.
    return (own[-1], *(way for way in ways if way is not own[-1]))


def _ways(node: Node, line: Branches, move: int) -> Iterator[Continuation]:
    """A node and everything that stands in its place, variations of first moves included."""
    yield Continuation(line, node)
    for number, inner in enumerate(node.variations):
        if inner.nodes:
            yield from _ways(inner.nodes[0], (*line, (move, number)), move)


# ------------------------------------------------------------------ editing the tree


def edited(record: GameRecord, line: Branches, change: Callable[[Line, int], Line]) -> GameRecord:
    """The record with one line changed; the change is told the number of the line's first move."""
    lines = _lines_to(record, line)
    new = change(*lines[-1])
    for (above, first), (move, number) in zip(lines[-2::-1], line[::-1], strict=True):
        node = above.nodes[move - first]
        variations = (*node.variations[:number], new, *node.variations[number + 1 :])
        new = _with_node(above, move - first, node._replace(variations=variations))
    return replace(record, line=new)


def with_node(
    record: GameRecord, line: Branches, move: int, change: Callable[[Node], Node]
) -> GameRecord:
    """The record with one node changed that the line has of its own."""

    def changed(each: Line, first: int) -> Line:
        return _with_node(each, move - first, change(_node(each, first, move)))

    return edited(record, line, changed)


def _with_node(line: Line, number: int, node: Node) -> Line:
    return replace(line, nodes=(*line.nodes[:number], node, *line.nodes[number + 1 :]))


def grown(record: GameRecord, place: Cursor, nodes: Sequence[Node]) -> tuple[GameRecord, Cursor]:
    """Nodes played at a place: followed where they are on record, then added."""
    for number, node in enumerate(nodes):
        ways = ways_on(record, place)
        same = next((way for way in ways if way.node.move == node.move), None)
        if same is None:
            return _added(record, place, tuple(nodes[number:]))
        place = Cursor(same.line, place.moves + 1)
    return record, place


def _added(record: GameRecord, place: Cursor, new: tuple[Node, ...]) -> tuple[GameRecord, Cursor]:
    """Nodes the first of which is not on record at the place."""
    lines = list(lines_of(record.line))
    # A variation counts as a move, as the reader counts it.
    count = sum(len(line_of(record, each).nodes) for each in lines) + len(lines)
    if count + len(new) > MOST_MOVES:
        raise KhronosError(
            f"a game with its variations has up to {MOST_MOVES:,} moves; delete some variations"
        )
    line, moves = place
    if moves == len(nodes_of(record, line)):
        longer = edited(record, line, lambda each, _: replace(each, nodes=(*each.nodes, *new)))
        return longer, Cursor(line, moves + len(new))
    home = line_at(line, moves)
    if len(home) == DEEPEST:
        raise KhronosError(f"variations are nested up to {DEEPEST} deep; promote one first")
    old = _node(*_lines_to(record, home)[-1], moves).variations
    branched = with_node(
        record, home, moves, lambda node: node._replace(variations=(*old, Line(new)))
    )
    return branched, Cursor((*home, (moves, len(old))), moves + len(new))


def promoted(record: GameRecord, line: Branches) -> tuple[GameRecord, Cursor]:
    """A variation as the line that it was a variation of, and the other way round.

    What stood before the variation's moves now stands with its first one: a line that plays on has
    no such place. Gives the place before that move.
    """
    *above, (move, number) = line
    home, chosen = tuple(above), line_of(record, line)
    if not chosen.nodes:
        raise KhronosError("this variation has no moves: there is nothing to promote")

    def swap(each: Line, first: int) -> Line:
        old, *rest = each.nodes[move - first :]
        others = (*old.variations[:number], *old.variations[number + 1 :])
        demoted = Line((old._replace(variations=()), *rest))
        head, *tail = chosen.nodes
        said = "\n".join(filter(None, (chosen.comment, head.comment)))
        head = head._replace(comment=sayable(said), variations=(demoted, *others, *head.variations))
        return replace(each, nodes=(*each.nodes[: move - first], head, *tail))

    return edited(record, home, swap), Cursor(home, move)
