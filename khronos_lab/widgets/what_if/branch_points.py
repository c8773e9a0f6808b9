"""What if: where another move can be tried, and what a branch is called. Pure; no widget here.

What is tried begins at a whole position. Between moves that is the one that is shown. Inside a move
it is the one before that move: its shadows are still falling (O1), and whoever stops there asks
what else could have been played instead.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core.position.writer import player_marks
from khronos_lab.core.state import GameState
from khronos_lab.drawing.board_layout import Table
from khronos_lab.drawing.figures.changes import change_strokes
from khronos_lab.drawing.highlights import log_highlights, shine
from khronos_lab.drawing.output.svg import overlay
from khronos_lab.players.knowledge import ALL
from khronos_lab.records.model import GameRecord
from khronos_lab.records.tree import Branches, name_of, nodes_of
from khronos_lab.rulebook.language import say
from khronos_lab.widgets.kit.hidden_cards import Eyes, seen_notation, sees
from khronos_lab.widgets.move_input.move_choice import Mover
from khronos_lab.widgets.move_input.panels import move_strokes

BOTS: Final = ("planner", "greedy")
"""Who can be handed over to."""


class Spot(NamedTuple):
    """A place where something else can be played."""

    branches: Branches
    moves: int
    """How many moves of the line have been played."""
    frame: int
    """The frame that shows the position."""
    state: GameState
    inside: bool = False
    """True if a frame inside a move was asked for; the spot is before that move."""


def spot_at(timeline: Timeline, branches: Branches, index: int) -> Spot:
    """The spot that a frame of a line means."""
    span = timeline.span_at(index)
    if span is None:
        return Spot(branches, 0, 0, timeline.start)
    if index == span.last:
        return Spot(branches, span.number + 1, index, span.after)
    return Spot(branches, span.number, span.first - 1, span.before, inside=True)


def spot_after(timeline: Timeline, branches: Branches, moves: int) -> Spot:
    """The spot after this number of moves of a line."""
    return spot_at(timeline, branches, timeline.moves[moves - 1].last if moves else 0)


def may_move(spot: Spot, eyes: Eyes) -> bool:
    """True if these eyes see the hand of the player to act, so that they can choose his move."""
    return sees(eyes, spot.state.seat)


# ------------------------------------------------------------------ words for places


def spot_text(record: GameRecord, spot: Spot, language: str, eyes: Eyes = ALL) -> str:
    """Where a spot is: round, player to act, and the move before or after it."""
    state = spot.state
    where = f"{say('word-round', language).capitalize()} {state.round} · {state.player.name}"
    nodes = nodes_of(record, spot.branches)
    if spot.inside:
        return f"{where} · {say('branch-before', language)} {notation(record, spot, 0, eyes)}"
    if not spot.moves:
        return f"{where} · {say('branch-at_start', language)}"
    if state.over or spot.moves > len(nodes):
        where = say("branch-at_end", language)
    return f"{where} · {say('branch-after', language)} {notation(record, spot, -1, eyes)}"


def notation(record: GameRecord, spot: Spot, offset: int, eyes: Eyes) -> str:
    """A move near a spot, with its label, as these eyes see it."""
    node = nodes_of(record, spot.branches)[spot.moves + offset]
    marks = player_marks(record.names)
    seat = marks.index(node.label.rpartition(".")[2])
    return f"{node.label} {seen_notation(node.text, node.move.action, seat, eyes)}{node.mark}"


def line_text(record: GameRecord, branches: Branches, language: str, eyes: Eyes = ALL) -> str:
    """What a line is called: its name, or its first move, or the game as played."""
    if not branches:
        return say("branch-game", language)
    name = name_of(record, branches).strip()
    if name:
        return name if len(name) <= 60 else f"{name[:59]}…"
    spot = Spot(branches, branches[-1][0], 0, record.start)
    return notation(record, spot, 0, eyes)


# ------------------------------------------------------------------ on the boards


def mover_overlay(mover: Mover, after: GameState | None) -> str:
    """What lies over the boards: where one may click, or what the chosen move would change."""
    table = Table.of(mover.state.grid)
    if after is None:
        return overlay(move_strokes(mover, table), table)
    result = mover.result
    marked = log_highlights(result.log, after) if result is not None else []
    blocked = shine([each for each in marked if each.mark == "blocked"], table)
    return overlay([*change_strokes(mover.state, after, table), *blocked], table)
