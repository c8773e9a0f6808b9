"""Frames of a study's lines, spots where another move can be tried, and what a branch is called.

What is tried begins at a whole position. Between moves that is the one that is shown. Inside a move
it is the one before that move: its shadows are still falling (O1), and whoever stops there asks
what else could have been played instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from khronos_lab.analysis import Timeline, branched
from khronos_lab.core import GameState
from khronos_lab.kit import Eyes, sees
from khronos_lab.records import Branches, GameRecord, Step, Study
from khronos_lab.rulebook import KhronosError, say

BOTS: Final = ("greedy", "planner")
"""Who can be handed over to, the quickest first."""


Timelines = Callable[[Branches], Timeline]
"""The frames of a line, from the start of the game."""
KEPT: Final = 8
"""Lines whose frames are kept."""


class Frames:
    """The frames of every line of a study; those of a line are kept as long as it stays."""

    def __init__(self, game: Study | Timeline) -> None:
        self._kept: dict[Branches, tuple[tuple[Step, ...], Timeline]] = {}
        self.game = game

    @classmethod
    def of_position(cls, state: GameState) -> Frames:
        """A game that is nothing but a position."""
        return cls(Study(GameRecord({}, state)))

    def on(self, state: GameState) -> Frames:
        """The same with another first position, without moves, unless it has that one."""
        if self.game.start is not state:
            self.game = Study(GameRecord({}, state))
        return self

    @property
    def has_record(self) -> bool:
        """False for a timeline that came without its record."""
        return isinstance(self.game, Study)

    @property
    def study(self) -> Study:
        """The game with all its variations."""
        if not isinstance(self.game, Study):
            raise KhronosError(
                "this replay shows a timeline without its record: open a file or a record to try "
                "other moves"
            )
        return self.game

    @property
    def start(self) -> GameState:
        """The first position."""
        return self.game.start

    def of(self, line: Branches = ()) -> Timeline:
        """The frames of a line, from the start of the game."""
        game = self.game
        if isinstance(game, Timeline):
            found = game
            for move, number in line:
                found = branched(found, move, number)
            return found
        steps = game.steps(line)
        kept = self._kept.pop(line, None)
        if kept is None or kept[0] is not steps or kept[1].start is not game.start:
            kept = steps, Timeline.of(steps, start=game.start)
        self._kept[line] = kept
        for other in [*self._kept][:-KEPT]:
            del self._kept[other]
        return kept[1]


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


def spot_text(line: Timeline, spot: Spot) -> str:
    """Where a spot is: round, player to act, and the move before or after it, in a sentence."""
    state, moves = spot.state, line.moves
    where = f"{say('word-round').capitalize()} {state.round} · {state.player.name}"
    if spot.inside:
        return f"{where} · {say('branch-before')} {moves[spot.moves].sentence()}"
    if not spot.moves:
        return f"{where} · {say('branch-at_start')}"
    if state.over:
        where = say("branch-at_end")
    after = moves[spot.moves - 1].sentence()
    return f"{where} · {say('branch-after')} {after}"


def line_text(timelines: Timelines, study: Study, branches: Branches) -> str:
    """What a line is called: its name, or its first move, or the game as played."""
    if not branches:
        return say("branch-game")
    name = study.name_of(branches).strip()
    if name:
        return name if len(name) <= 60 else f"{name[:59]}…"
    return timelines(branches).moves[branches[-1][0]].sentence()
