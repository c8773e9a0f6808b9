"""Frames: what a desk shows of a game's lines, the ways through them, and places to play at.

What is tried begins at a whole position. Between moves that is the one that is shown. Inside a move
it is the one before that move: its shadows are still falling (O1), and whoever stops there asks
what else could have been played instead.

In Python a desk is told where to go as by a key: `start`, `end`, `effect.forward`, `action.back`,
or a jump, `paradox.forward`, `taxation.back`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from khronos_lab.analysis import Stop, Timeline, branched
from khronos_lab.core import GameState
from khronos_lab.records import Branches, GameRecord, Step, Study
from khronos_lab.rulebook import KhronosError, say

UNITS: Final[Mapping[str, Stop]] = MappingProxyType(
    {"effect": "effect", "action": "move", "turn": "turn"}
)
"""What one can step by, and the stop of the timeline it goes to."""
JUMPS: Final[Mapping[str, Stop]] = MappingProxyType(
    {"paradox": "paradox", "covered": "covered", "blocked": "blocked", "join": "join",
     "split": "split", "taxation": "tax"}
)  # fmt: skip
"""What one can jump to, and the stop of the timeline it goes to."""
WAYS: Final = ("back", "forward")
KEPT: Final = 8
"""Lines whose frames are kept."""


def target(timeline: Timeline, index: int, command: str) -> int | None:
    """The frame to which a command leads from a frame; None if there is nothing that way.

    >>> from khronos_lab.engine import new_game
    >>> target(Timeline.of([], start=new_game(2, seed=7)), 0, "paradox.forward") is None
    True
    """
    if command in ("start", "end"):
        return 0 if command == "start" else len(timeline) - 1
    name, _, way = command.partition(".")
    stop = UNITS.get(name) or JUMPS.get(name)
    if stop is None or way not in WAYS:
        ways = [f"{name}.{way}" for name in (*UNITS, *JUMPS) for way in WAYS]
        known = ", ".join(("start", "end", *ways))
        raise KhronosError(f"there is no way {command!r} through a game; there are {known}")
    return timeline.next(index, stop) if way == "forward" else timeline.previous(index, stop)


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
        return isinstance(self.game, Study)

    @property
    def study(self) -> Study:
        if not isinstance(self.game, Study):
            raise KhronosError(
                "this replay shows a timeline without its record: open a file or a record to try "
                "other moves"
            )
        return self.game

    @property
    def start(self) -> GameState:
        return self.game.start

    def of(self, line: Branches = ()) -> Timeline:
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

    # -------------------------------------------------------------- places, and their names

    def spot_at(self, line: Branches, index: int) -> Spot:
        """The spot that a frame of a line means."""
        timeline = self.of(line)
        span = timeline.span_at(index)
        if span is None:
            return Spot(line, 0, 0, timeline.start)
        if index == span.last:
            return Spot(line, span.number + 1, index, span.after)
        return Spot(line, span.number, span.first - 1, span.before, inside=True)

    def spot_after(self, line: Branches, moves: int) -> Spot:
        """The spot after this number of moves of a line."""
        return self.spot_at(line, self.of(line).moves[moves - 1].last if moves else 0)

    def spot_text(self, spot: Spot) -> str:
        """Where a spot is: round, player to act, and the move before or after it, in a sentence."""
        state, moves = spot.state, self.of(spot.branches).moves
        where = f"{say('word-round').capitalize()} {state.round} · {state.player.name}"
        if spot.inside:
            return f"{where} · {say('branch-before')} {moves[spot.moves].sentence()}"
        if not spot.moves:
            return f"{where} · {say('branch-at_start')}"
        if state.over:
            where = say("branch-at_end")
        return f"{where} · {say('branch-after')} {moves[spot.moves - 1].sentence()}"

    def line_text(self, line: Branches) -> str:
        """What a line is called: its name, or its first move, or the game as played."""
        if not line:
            return say("branch-game")
        name = self.study.name_of(line).strip()
        if name:
            return name if len(name) <= 60 else f"{name[:59]}…"
        return self.of(line).moves[line[-1][0]].sentence()
