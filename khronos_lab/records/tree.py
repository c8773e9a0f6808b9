"""Editing the tree of a record: other moves, comments, marks and names; each gives a new record.

A line is named by its *branches*: pairs of the move in whose place it plays something else and the
number of the variation there. `()` is the game itself, `((12, 0),)` the first variation at move 12,
`((12, 0), (14, 1))` a variation inside that one. Moves count from 0 at the start of the game, in a
variation, too: up to its last branch a line shares its moves with the line it leaves.

A place in the tree is a line and the number of moves that have been played in it.

>>> from khronos_lab.core import EndTurn, Travel
>>> from khronos_lab.records.model import GameRecord
>>> from khronos_lab.engine import new_game
>>> from khronos_lab.rulebook import Age
>>> game = played(GameRecord({}, new_game(2, seed=7)), (), 0, [EndTurn(), EndTurn()]).record
>>> other = played(game, (), 1, [Travel(Age.MIGHT, Age.FAITH)])
>>> other.branches, other.moves, [node.text for node in nodes_of(other.record, other.branches)]
(((1, 0),), 2, ['>mmrc', 'M>F'])
>>> name_of(named(other.record, ((1, 0),), "To Faith"), ((1, 0),))
'To Faith'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple, TypeVar

from khronos_lab.core import Action, GameState, Move, player_marks
from khronos_lab.engine import Outcome, play
from khronos_lab.records.format.reader import MOST_MOVES
from khronos_lab.records.format.tags import LONGEST_COMMENT, harmless
from khronos_lab.records.game_folders import Home, save
from khronos_lab.records.model import DEEPEST, MARKS, GameRecord, Line, Node, played_node
from khronos_lab.records.safe_files import PathName
from khronos_lab.rulebook import KhronosError, say

T = TypeVar("T")

Branches = tuple[tuple[int, int], ...]
"""The name of a line."""


class Place(NamedTuple):
    """A moment of a record: a line, and how many of its moves have been played."""

    record: GameRecord
    branches: Branches
    moves: int


class Way(NamedTuple):
    """A move that is on record at a place, and the line that it belongs to."""

    branches: Branches
    node: Node


# ------------------------------------------------------------------ looking


def nodes_of(record: GameRecord, branches: Branches = ()) -> tuple[Node, ...]:
    """All moves of a line, from the start of the game."""
    nodes: tuple[Node, ...] = ()
    for line, first in _lines_to(record.line, branches):
        nodes = (*nodes[:first], *line.nodes)
    return nodes


def line_of(record: GameRecord, branches: Branches = ()) -> Line:
    """The line as it stands in the record: of a variation only what is its own."""
    *_, (line, _) = _lines_to(record.line, branches)
    return line


def _lines_to(line: Line, branches: Branches) -> Iterator[tuple[Line, int]]:
    """The game, then each variation on the way to a line, with the number of its first move."""
    first = 0
    yield line, first
    for move, number in branches:
        variations = _node(line, first, move).variations
        if not 0 <= number < len(variations):
            raise KhronosError(f"move {move} has {len(variations)} variations, no number {number}")
        line, first = variations[number], move
        yield line, first


def _node(line: Line, first: int, move: int) -> Node:
    if not first <= move < first + len(line.nodes):
        last = first + len(line.nodes) - 1
        raise KhronosError(f"this line has moves {first} to {last}, and no move {move}")
    return line.nodes[move - first]


def state_at(record: GameRecord, branches: Branches, count: int) -> GameState:
    """The position after this number of moves of a line."""
    nodes = nodes_of(record, branches)
    _check_count(len(nodes), count)
    state = record.start
    for node in nodes[:count]:
        result = play(state, node.move)
        assert isinstance(result, Outcome)
        state = result.state
    return state


def _check_count(length: int, count: int) -> None:
    if not 0 <= count <= length:
        raise KhronosError(f"this line has {length} moves; {count} of them cannot have been played")


def ways_on(record: GameRecord, branches: Branches, count: int) -> tuple[Way, ...]:
    """The moves that are on record at a place: the line's own first, then those of others."""
    length = len(nodes_of(record, branches))
    _check_count(length, count)
    if count == length:
        return ()
    home = line_at(branches, count)
    *_, (line, first) = _lines_to(record.line, home)
    found = list(_ways(line.nodes[count - first], home, count))
    own = [way for way in found if way.branches == branches[: len(way.branches)]]
    # Of the lines that lead to the one asked for, the innermost is the one that plays on.
    return (own[-1], *(way for way in found if way is not own[-1]))


def line_at(branches: Branches, count: int) -> Branches:
    """The line to leave when something else is played after this number of moves.

    At the very first move of a variation that is the line it is a variation of.
    """
    while branches and branches[-1][0] >= count:
        branches = branches[:-1]
    return branches


def _ways(node: Node, branches: Branches, move: int) -> Iterator[Way]:
    """A node and everything that stands in its place, variations of first moves included."""
    yield Way(branches, node)
    for number, line in enumerate(node.variations):
        if line.nodes:
            yield from _ways(line.nodes[0], (*branches, (move, number)), move)


def all_lines(record: GameRecord) -> Iterator[Branches]:
    """The names of all lines, the game first, each followed by its variations."""
    yield from _named_lines(record.line, (), 0)


def _named_lines(line: Line, branches: Branches, first: int) -> Iterator[Branches]:
    yield branches
    for move, node in enumerate(line.nodes, first):
        for number, inner in enumerate(node.variations):
            yield from _named_lines(inner, (*branches, (move, number)), move)


def count_moves(record: GameRecord) -> int:
    """The moves of a game with all its variations, as the reader counts them."""
    lines = [line_of(record, branches) for branches in all_lines(record)]
    return sum(len(line.nodes) for line in lines) + len(lines) - 1


# ------------------------------------------------------------------ playing


def played(
    record: GameRecord,
    branches: Branches,
    count: int,
    moves: Iterable[Move | Action],
    state: GameState | None = None,
) -> Place:
    """Play moves at a place; gives the new record and the place after them.

    What is on record there already is followed, the end of a line grows, and anything else
    becomes a variation. A caller that has the `state` of the place saves playing up to it.
    """
    state = state_at(record, branches, count) if state is None else state
    marks = player_marks(record.names)
    nodes = []
    for move in moves:
        node, state = played_node(state, move if isinstance(move, Move) else Move(move), marks)
        nodes.append(node)
    return grown(record, branches, count, nodes)


def grown(record: GameRecord, branches: Branches, count: int, nodes: Sequence[Node]) -> Place:
    """The same for nodes that were played from the state of this place; nothing is checked."""
    for number, node in enumerate(nodes):
        ways = ways_on(record, branches, count)
        same = next((way for way in ways if way.node.move == node.move), None)
        if same is None:
            return _grown(record, branches, count, nodes[number:])
        branches, count = same.branches, count + 1
    return Place(record, branches, count)


def _grown(record: GameRecord, branches: Branches, count: int, nodes: Sequence[Node]) -> Place:
    """Nodes the first of which is not on record at the place."""
    new = tuple(nodes)
    if count_moves(record) + len(new) + 1 > MOST_MOVES:
        raise KhronosError(
            f"a game with its variations has up to {MOST_MOVES:,} moves; delete some variations"
        )
    if count == len(nodes_of(record, branches)):
        longer = _edited(record, branches, lambda line, _: replace(line, nodes=(*line.nodes, *new)))
        return Place(longer, branches, count + len(new))
    home = line_at(branches, count)
    if len(home) == DEEPEST:
        raise KhronosError(f"variations are nested up to {DEEPEST} deep; promote one first")
    *_, (line, first) = _lines_to(record.line, home)
    number = len(_node(line, first, count).variations)

    def branch(node: Node) -> Node:
        return node._replace(variations=(*node.variations, Line(new)))

    return Place(
        _with_node(record, home, count, branch), (*home, (count, number)), count + len(new)
    )


# ------------------------------------------------------------------ saying something


def commented(record: GameRecord, branches: Branches, move: int, comment: str) -> GameRecord:
    """The record with this comment on a move of a line; an empty one takes it away."""
    said = _sayable(comment)
    return _with_own(record, branches, move, lambda node: node._replace(comment=said))


def _sayable(comment: str) -> str:
    """A comment that comes back from a file as it is."""
    comment = harmless(comment)
    if len(comment) > LONGEST_COMMENT:
        raise KhronosError(f"a comment has up to {LONGEST_COMMENT:,} characters; shorten this one")
    return comment


def marked(record: GameRecord, branches: Branches, move: int, mark: str) -> GameRecord:
    """The record with this mark (`!`, `?!`, ...) on a move of a line; an empty one takes it off."""
    if mark and mark not in MARKS:
        raise KhronosError(f"{mark!r} is not a mark; marks are {', '.join(MARKS)}")
    return _with_own(record, branches, move, lambda node: node._replace(mark=mark))


def named(record: GameRecord, branches: Branches, name: str) -> GameRecord:
    """The record with this name for a variation: the first line of what stands before its moves."""
    if not branches:
        raise KhronosError("the game itself has no name here; give it the tag Event")
    said = " ".join(name.split())
    remark = remark_of(record, branches)
    return introduced(record, branches, f"{said}\n{remark}" if remark else said)


def introduced(record: GameRecord, branches: Branches, comment: str) -> GameRecord:
    """The record with this comment before the first move of a line."""
    said = _sayable(comment)
    return _edited(record, branches, lambda line, _: replace(line, comment=said))


def name_of(record: GameRecord, branches: Branches) -> str:
    """The name of a variation; the game itself has none here."""
    return line_name_of(line_of(record, branches)) if branches else ""


def line_name_of(variation: Line) -> str:
    """The first line of what stands before a variation's moves."""
    return variation.comment.partition("\n")[0]


def remark_of(record: GameRecord, branches: Branches) -> str:
    """What stands before the first move of a line, without its name."""
    comment = line_of(record, branches).comment
    return comment.partition("\n")[2] if branches else comment


# ------------------------------------------------------------------ taking away, turning round


def without(record: GameRecord, branches: Branches) -> GameRecord:
    """The record without a variation and everything below it."""
    if not branches:
        raise KhronosError("the game itself cannot be deleted; cut it after a move instead")
    line_of(record, branches)
    *home, (move, number) = branches

    def drop(node: Node) -> Node:
        left = (*node.variations[:number], *node.variations[number + 1 :])
        return node._replace(variations=left)

    return _with_node(record, tuple(home), move, drop)


def cut(record: GameRecord, branches: Branches, count: int) -> GameRecord:
    """The record with a line cut off after this number of moves, with all later variations."""
    _check_count(len(nodes_of(record, branches)), count)
    first = branches[-1][0] if branches else 0
    if branches and count <= first:
        raise KhronosError(
            f"nothing would be left of this variation after {count} moves: delete it"
        )
    return _edited(
        record, branches, lambda line, _: replace(line, nodes=line.nodes[: count - first])
    )


def promoted(record: GameRecord, branches: Branches) -> Place:
    """The record with a variation as the line that it was a variation of, and the other way round.

    What stood before the variation's moves now stands with its first one: a line that plays on has
    no such place. Gives the place before that move.
    """
    if not branches:
        raise KhronosError("the game itself is the main line already")
    *above, (move, number) = branches
    home = tuple(above)
    chosen = line_of(record, branches)
    if not chosen.nodes:
        raise KhronosError("this variation has no moves: there is nothing to promote")

    def turn(line: Line, first: int) -> Line:
        old, *rest = line.nodes[move - first :]
        others = (*old.variations[:number], *old.variations[number + 1 :])
        demoted = Line((old._replace(variations=()), *rest))
        head, *tail = chosen.nodes
        said = "\n".join(filter(None, (chosen.comment, head.comment)))
        head = head._replace(
            comment=_sayable(said), variations=(demoted, *others, *head.variations)
        )
        return replace(line, nodes=(*line.nodes[: move - first], head, *tail))

    return Place(_edited(record, home, turn), home, move)


# ------------------------------------------------------------------ the one editor


def _edited(
    record: GameRecord, branches: Branches, change: Callable[[Line, int], Line]
) -> GameRecord:
    """The record with one line changed; the change is told the number of the line's first move."""
    lines = list(_lines_to(record.line, branches))
    new = change(*lines[-1])
    for (above, first), (move, number) in zip(lines[-2::-1], branches[::-1], strict=True):
        node = above.nodes[move - first]
        variations = _put(node.variations, number, new)
        nodes = _put(above.nodes, move - first, node._replace(variations=variations))
        new = replace(above, nodes=nodes)
    return replace(record, line=new)


def _put(items: tuple[T, ...], number: int, new: T) -> tuple[T, ...]:
    return tuple(chain(items[:number], (new,), items[number + 1 :]))


def _with_node(
    record: GameRecord, branches: Branches, move: int, change: Callable[[Node], Node]
) -> GameRecord:
    """The record with one node changed that the line has of its own."""

    def put(line: Line, first: int) -> Line:
        new = change(_node(line, first, move))
        return replace(line, nodes=_put(line.nodes, move - first, new))

    return _edited(record, branches, put)


def _with_own(
    record: GameRecord, branches: Branches, move: int, change: Callable[[Node], Node]
) -> GameRecord:
    """The same for any move of a line, those included that it shares with the line it leaves."""
    while branches and branches[-1][0] > move:
        branches = branches[:-1]
    return _with_node(record, branches, move, change)


@dataclass(frozen=True)
class RecordEditor:
    """A record, the place in it that is edited, and the file that it is saved in."""

    record: GameRecord
    branches: Branches = ()
    moves: int = 0
    """How many moves of that line have been played."""
    home: Home | None = None
    """Where the game was last read or saved; None if it is in no file."""
    unsaved: bool = False
    """True if the record has unsaved changes."""
    renamed: int = 0
    """Changes whenever lines get other names: unfinished work from before has no place any more."""

    def at(self, branches: Branches, moves: int) -> RecordEditor:
        """The same record at another place."""
        return replace(self, branches=branches, moves=moves)

    @property
    def variation(self) -> Branches:
        """The variation at this place; before its first move it is the line that it leaves."""
        return line_at(self.branches, self.moves)

    @property
    def own_file(self) -> Home | None:
        """The file that `save` writes to; None if it has to be named."""
        return None if self.home is None or self.home.shipped else self.home

    # -------------------------------------------------------------- moves and lines

    def play(self, moves: Iterable[Action | Move], state: GameState | None = None) -> RecordEditor:
        """Play on; what is new becomes a variation. `state` is the position here, if known."""
        return self.become(played(self.record, self.branches, self.moves, moves, state))

    def grow(self, nodes: Sequence[Node]) -> RecordEditor:
        """Add moves that somebody else has played."""
        return self.become(grown(self.record, self.branches, self.moves, nodes))

    def promote(self) -> RecordEditor:
        """Swap the current variation with the line that it leaves."""
        place = promoted(self.record, self._own_line())
        return self.become(place._replace(moves=max(self.moves, place.moves)), renamed=True)

    def delete(self) -> RecordEditor:
        """Delete the current variation with everything below it."""
        line = self._own_line()
        place = Place(without(self.record, line), line[:-1], line[-1][0])
        return self.become(place, renamed=True)

    def cut(self) -> RecordEditor:
        """Delete everything after the current position from the variation."""
        line = self._own_line()
        left = cut(self.record, line, self.moves)
        return self.become(Place(left, line, self.moves), renamed=True)

    # -------------------------------------------------------------- words

    def name_line(self, name: str) -> RecordEditor:
        """Name the current variation; without a name it goes by its first move."""
        return self._reworded(named(self.record, self._own_line(), name))

    def comment(self, comment: str) -> RecordEditor:
        """Comment on the move that led here, or on the whole line."""
        if self.moves:
            last = self.moves - 1
            return self._reworded(commented(self.record, self.branches, last, comment))
        return self._reworded(introduced(self.record, (), comment))

    def mark(self, mark: str) -> RecordEditor:
        """Mark the move that led here: `!`, `?`, `!?` and the like; an empty text unmarks it."""
        if not self.moves:
            raise KhronosError("no move has been played here that could be marked")
        return self._reworded(marked(self.record, self.branches, self.moves - 1, mark))

    def _own_line(self) -> Branches:
        if not self.variation:
            raise KhronosError(say("branch-not_the_game"))
        return self.variation

    def _reworded(self, record: GameRecord) -> RecordEditor:
        return self.become(Place(record, self.branches, self.moves))

    def become(self, place: Place, *, renamed: bool = False) -> RecordEditor:
        """The editor at a place of an edited record; `renamed` if lines got other names by it."""
        there = self.at(place.branches, place.moves)
        if place.record == self.record:
            return there
        number = self.renamed + renamed
        return replace(there, record=place.record, unsaved=True, renamed=number)

    # -------------------------------------------------------------- saving

    def save(self, path: PathName | None = None, *, overwrite: bool = False) -> RecordEditor:
        """Save the game with its variations, whole or not at all.

        Without a path it goes back to its place in the file that it came from; the other games of
        that file stay as they are. A new file must not exist, unless `overwrite` says otherwise.
        """
        home = save(self.record, self.home, path, replace=overwrite)
        return replace(self, home=home, unsaved=False)
