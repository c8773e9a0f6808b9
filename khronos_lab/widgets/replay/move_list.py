"""Move list: a game in notation with comments, marks and variations; every move can be clicked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from khronos_lab.analysis.timeline import Span, Timeline
from khronos_lab.core.actions import EndTurn, Move
from khronos_lab.core.position.writer import player_marks
from khronos_lab.engine.notation import move_text
from khronos_lab.players.knowledge import ALL
from khronos_lab.records.model import Line, Node
from khronos_lab.records.tree import Branches
from khronos_lab.viewer.html import Markup, tag, together
from khronos_lab.widgets.kit.hidden_cards import Eyes, seen_notation


def move_list(timeline: Timeline, comment: str = "", eyes: Eyes = ALL) -> Markup:
    """The game and its variations; `data-line` and `data-move` say what a move belongs to.

    `data-line` names the line by its branches (see `lines`), `data-move` the number of the move in
    that line, counted from the start of the game.
    """
    marks = player_marks(timeline.start.names)
    nodes = tuple(_node(span, marks) for span in timeline.moves)
    return _Writer(marks, eyes).line(Line(nodes, comment), (), 0)


def _node(span: Span, marks: Sequence[str]) -> Node:
    """The record's node, or one made up for a move that came from elsewhere."""
    if span.node is not None:
        return span.node
    label = f"{span.before.round}.{marks[span.before.turn.seat]}"
    if span.action is None:
        return Node("…", Move(EndTurn()), label)
    text = move_text(span.before, span.action, span.log, tuple(marks))
    return Node(text, Move(span.action), label)


class _Writer:
    """Writes lines inside lines."""

    def __init__(self, marks: Sequence[str], eyes: Eyes) -> None:
        self._seats = {mark: seat for seat, mark in enumerate(marks)}
        self._eyes = eyes

    def line(self, line: Line, branches: Branches, first: int) -> Markup:
        """A line whose first move has this number."""
        numbered = enumerate(line.nodes, first)
        turns = groupby(numbered, lambda pair: pair[1].label)
        return together(
            [*_comment(line.comment), *(self._turn(label, n, branches) for label, n in turns)]
        )

    def _turn(self, label: str, moves: Iterable[tuple[int, Node]], branches: Branches) -> Markup:
        head = tag("span", label, class_="kl-label")
        written = (piece for number, node in moves for piece in self._move(number, node, branches))
        return tag("div", head, " ", *written, class_="kl-turn")

    def _move(self, number: int, node: Node, branches: Branches) -> Iterator[Markup]:
        seat = self._seats.get(node.label.rpartition(".")[2], -1)
        notation = seen_notation(node.text, node.move.action, seat, self._eyes)
        yield tag(
            "a", f"{notation}{node.mark}", href="#", role="button", tabindex=-1,
            data_line=line_name(branches), data_move=number,
        )  # fmt: skip
        yield Markup(" ")
        yield from _comment(node.comment)
        for variation, line in enumerate(node.variations):
            inner = self.line(line, (*branches, (number, variation)), number)
            yield tag("div", inner, class_="kl-variation")


def _comment(comment: str) -> list[Markup]:
    return [tag("span", comment, class_="kl-comment"), Markup(" ")] if comment else []


def line_name(branches: Branches) -> str:
    """The branches of a line as text, for the browser.

    >>> line_name(((12, 0), (14, 1)))
    '[[12,0],[14,1]]'
    """
    return json.dumps(branches, separators=(",", ":"))
