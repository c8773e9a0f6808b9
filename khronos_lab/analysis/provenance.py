"""Provenance: the chain of events behind what stands, or no longer stands, on a square.

>>> from khronos_lab import MIGHT, MILITARY, REASON, Build, new_game, play
>>> from khronos_lab.core.squares import square
>>> from khronos_lab.analysis.timeline import Timeline
>>> start, build = new_game(2, seed=2), Build(MIGHT, MILITARY, 2, square("f4"), (2, 0, 0))
>>> outcome = play(start, build)
>>> timeline = Timeline.of([(start, build, outcome.state, outcome.log)])
>>> for link in Provenance(timeline).of(square("g5"), REASON).links:
...     print(link.step, link.caption)
2 Black builds a keep at f4 in Might (A1).
4 The shadow of Black's keep at f4 reaches Faith (B3).
5 Black's keep at f4 now stands in Faith, too (B3).
6 The shadow of the keep at f4 reaches Reason (B4).
7 A keep ruin appears at f4 in Reason (B4).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from khronos_lab.analysis.timeline import Timeline
from khronos_lab.core import events as e
from khronos_lab.core.board import Building
from khronos_lab.core.resolution import Entry
from khronos_lab.core.squares import bits, name
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import Age


class Link(NamedTuple):
    """One event of a chain."""

    step: int
    """Its number in the game, as in the tables."""
    entry: Entry

    @property
    def event(self) -> e.Event:
        """What happened."""
        return self.entry.event

    @property
    def clause(self) -> str:
        """The clause behind it."""
        return self.entry.event.clause

    @property
    def caption(self) -> str:
        """What happened in one sentence with its clause."""
        return str(self.entry)

    @property
    def age(self) -> Age | None:
        """Where it happened."""
        return self.entry.event.age


@dataclass(frozen=True, slots=True)
class Origin:
    """What stands on a square of an age at one moment, and how it came there."""

    age: Age
    square: int
    index: int
    """The frame."""
    building: Building | None
    """What stands there; None if the square is empty."""
    links: tuple[Link, ...]
    """The chain, oldest first. If the square is empty: how what stood there last came and went."""
    from_start: bool
    """The chain begins with something that was there in the first position."""

    def __str__(self) -> str:
        head = f"{name(self.square)} in {self.age.title}: {self.building or 'empty'}"
        told = [f"  {link.step}: {link.caption}" for link in self.links]
        if self.from_start:
            told.insert(0, "  there from the start")
        return "\n".join([head, *told])


class Provenance:
    """Finds chains in a timeline; events are sorted by square once, then a question is quick."""

    __slots__ = ("_steps", "_timeline")

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._steps: dict[tuple[Age, int], list[int]] = {}
        for span in timeline.moves:
            for step, entry in enumerate(span.log, span.first):
                age = entry.event.age
                if age is not None:
                    for sq in bits(entry.event.touched):
                        self._steps.setdefault((age, sq), []).append(step)

    def of(self, sq: int, age: Age, index: int = -1) -> Origin:
        """The chain behind a square of an age at a frame, the last frame unless said otherwise.

        The chain follows the building, not the square: an enlarged building's begins where the
        first, smaller one was built, and a copy's with the building that cast it. Each event on
        the way to a copy or a loss is named, first cause first.
        """
        count = len(self._timeline)
        if not -count <= index < count:
            raise KhronosError(f"there are {count} frames, no number {index}")
        index %= count
        state = self._timeline.state_at(index)
        if not (sq >= 0 and state.grid.area >> sq & 1):
            raise KhronosError(f"square {sq} is not on the map")
        steps, from_start = self._chain(age, sq, index)
        links = tuple(Link(step, self._entry(step)) for step in sorted(set(steps)))
        return Origin(age, sq, index, state.boards[age].at(sq), links, from_start)

    def _entry(self, step: int) -> Entry:
        span = self._timeline.span_at(step)
        assert span is not None
        return span.log[step - span.first]

    def _chain(self, age: Age, sq: int, last: int) -> tuple[list[int], bool]:
        """The steps of a chain up to a step, in no order, and whether it began before the game."""
        chain: list[int] = []
        while True:
            steps = self._steps.get((age, sq), [])
            place = bisect_right(steps, last)
            if not place:
                return chain, self._timeline.start.boards[age].at(sq) is not None
            step = steps[place - 1]
            event = self._entry(step).event
            chain.append(step)
            last = step - 1
            if isinstance(event, e.Retouch):
                continue
            causes = self._causes(step)
            chain += causes
            if isinstance(event, e.Arrival):
                # A copy goes on with what cast it, if that was there before as a smaller building.
                origin = self._caster(event, causes)
                if origin is None:
                    return chain, False
                step, age, old = origin
                sq, last = old.square, step - 1
            elif isinstance(event, e.Replacement):
                sq = event.old.square

    def _causes(self, step: int) -> list[int]:
        return [cause.step for cause in self._timeline[step].causes]

    def _caster(self, event: e.Arrival, causes: list[int]) -> tuple[int, Age, Building] | None:
        """The upgrade from which a copy comes: its step, age and the smaller building."""
        if isinstance(event, e.ShadowCast):
            for step in causes:
                cause = self._entry(step).event
                if isinstance(cause, e.BuildingUpgraded):
                    return step, cause.age, cause.old
        return None
