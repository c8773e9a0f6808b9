"""Positions: where one can play on from, at any frame of a timeline, and what is known there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core.resolution import Entry
from khronos_lab.core.state import GameState
from khronos_lab.players.knowledge import Eyes, known_to


def position_at(timeline: Timeline, index: int) -> GameState:
    """The whole position of a frame: inside a move it is the one at the end of that move.

    The state of a frame in the middle of a move is no position that can be played on: its shadows
    have not fallen yet, or its domains are not yet put right (O1).
    """
    span = timeline.span_at(index)
    return timeline.start if span is None else span.after


def known_at(
    timeline: Timeline,
    index: int,
    eyes: Eyes = None,
    *,
    start: GameState | None = None,
    before: Iterable[Entry] = (),
) -> GameState:
    """The same as these eyes know it that have watched the whole game; see `knowledge`.

    The timeline of a variation begins in the middle of a game: give that game's first position as
    `start` and what happened `before` the variation (as `log_until` says); otherwise only the
    variation was watched.

    >>> from khronos_lab.core.actions import EndTurn
    >>> from khronos_lab.engine.moves import play
    >>> from khronos_lab.engine.setup import new_game
    >>> opening = new_game(2, seed=7)
    >>> outcome = play(opening, EndTurn())
    >>> timeline = Timeline.of([(opening, EndTurn(), outcome.state, outcome.log)])
    >>> [(each.hand, each.hidden) for each in known_at(timeline, 1, 0).players]
    [((2, 1, 1), 0), ((0, 0, 0), 4)]
    """
    first = timeline.start if start is None else start
    return known_to(first, chain(before, log_until(timeline, index)), eyes)


def log_until(timeline: Timeline, index: int) -> Iterator[Entry]:
    """Everything that happened up to the end of the move in which a frame lies."""
    for span in timeline.moves:
        if span.first > index:
            return
        yield from span.log
