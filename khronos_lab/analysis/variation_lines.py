"""Lines: the game as it was played and its variations, each as one timeline from the start.

A line is named by its *branches*, see `khronos_lab.records.tree`. Up to its last branch a line
shares its frames with the line it leaves, so their numbers are the same.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from khronos_lab.analysis.timeline import Step, Timeline
from khronos_lab.records.model import GameRecord, Line, steps_of
from khronos_lab.records.tree import Branches
from khronos_lab.rulebook.errors import KhronosError

KEPT: Final = 8
"""How many lines are kept; any other is played again, which takes milliseconds."""


class Lines:
    """All lines of a game."""

    def __init__(self, main: Timeline) -> None:
        self.main: Final = main
        self._kept: OrderedDict[Branches, Timeline] = OrderedDict()

    def timeline(self, branches: Branches = ()) -> Timeline:
        """The frames of a line, from the start of the game."""
        found = self._kept.get(branches)
        if found is None:
            found = self.main
            for move, number in branches:
                found = branched(found, move, number)
            self._kept[branches] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(branches)
        return found


def relined(old: Timeline, record: GameRecord) -> Timeline:
    """The main line of a record that was edited; moves that are the same are not played again."""
    same: list[Step] = []
    for span, node in zip(old.moves, record.line.nodes, strict=False):
        if span.node is None or span.node.move != node.move:
            break
        same.append((span.before, node, span.after, span.log))
    state = same[-1][2] if same else record.start
    rest = steps_of(record, Line(record.line.nodes[len(same) :]), state)
    return Timeline.of([*same, *rest], start=record.start)


def branched(timeline: Timeline, move: int, number: int) -> Timeline:
    """The line up to a move, and then a variation in its place."""
    if not 0 <= move < len(timeline.moves):
        raise KhronosError(f"this line has {len(timeline.moves)} moves, and no move {move}")
    same, left = timeline.moves[:move], timeline.moves[move].first - 1
    own = (
        span._replace(number=span.number + move, first=span.first + left, last=span.last + left)
        for span in timeline.variation(move, number).moves
    )
    return Timeline(timeline.start, (*same, *own))
