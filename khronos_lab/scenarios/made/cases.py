"""Cases: what an exercise on a clause can be about, each with a sketch that builds it.

A clause is practised case by case, so that nobody meets the same one over and over: a joining with
a weaker side as often as a tie. A sketch builds a position and plays its move; whether that is the
case is judged afterwards, by what the engine says, never by what the sketch meant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from khronos_lab.core import events as e
from khronos_lab.rulebook.pieces import Age
from khronos_lab.scenarios.made.workshop import Workshop
from khronos_lab.scenarios.questions.conflicts import Conflict, conflicts
from khronos_lab.scenarios.questions.exercise import Answer, Exercise
from khronos_lab.scenarios.questions.tried_action import Look

E = TypeVar("E", bound=e.Event)
Settings = ParamSpec("Settings")
Sketch = Callable[[Workshop, int], Look | None]
"""Builds a position, small (1) to large (3), and plays a move; None if there was no room."""

SIZES = (1, 2, 3)
SMALLER = (1, 2)


class Asked(NamedTuple):
    """A question about a move, as cases look at it."""

    look: Look
    exercise: Exercise

    @property
    def right(self) -> Answer:
        """The answer."""
        return self.exercise.correct

    @property
    def age(self) -> Age | None:
        """The age that is asked about."""
        return self.exercise.age

    @property
    def telling(self) -> bool:
        """True if there is something to find out."""
        return not self.exercise.trivial

    def events(self, sort: type[E]) -> list[E]:
        """What happened of one sort."""
        return [entry.event for entry in self.look.log if isinstance(entry.event, sort)]

    @property
    def gone(self) -> list[e.Paradox]:
        """What copies remove in the age that is asked about."""
        return [event for event in self.events(e.Paradox) if event.age is self.age]

    @property
    def conflict(self) -> Conflict | None:
        """The first conflict."""
        return next(conflicts(self.look), None)

    @property
    def strengths(self) -> list[int]:
        """What is compared in the first conflict; empty if nothing is."""
        first = self.conflict
        return [] if first is None else [value for _, value in first.compared(self.look)]

    @property
    def weaker(self) -> int:
        """How many domains of the first conflict are weaker than the strongest."""
        return sum(value < max(self.strengths) for value in self.strengths)

    @property
    def own(self) -> bool:
        """True if the player to act has one of the buildings in the first conflict."""
        rivals = () if self.conflict is None else self.conflict.event.buildings
        return any(each.owner == self.look.before.seat for each in rivals)


Fits = Callable[[Asked], bool]


def sketches(
    build: Callable[Concatenate[Workshop, int, Settings], Look | None],
) -> Callable[Settings, Sketch]:
    """A function that is given its settings alone, and then is the sketch that builds so."""

    def settled(*args: Settings.args, **more: Settings.kwargs) -> Sketch:
        return lambda shop, size: build(shop, size, *args, **more)

    return settled


def judges(fits: Callable[Concatenate[Asked, Settings], bool]) -> Callable[Settings, Fits]:
    """The same of a function that says whether a question is of a case."""

    def settled(*args: Settings.args, **more: Settings.kwargs) -> Fits:
        return lambda asked: fits(asked, *args, **more)

    return settled


class Case(NamedTuple):
    """One case of a clause."""

    name: str
    """For tables and tests: `tie with own`."""
    sketch: Sketch
    topics: tuple[str, ...]
    """What may be asked about it."""
    fits: Fits
    """True if a question about a move is one of this case."""
    sizes: tuple[int, ...] = SIZES
    """Too small for some, too plain for others."""


def answered(*wanted: object) -> Fits:
    """Questions with one of these answers."""
    return lambda asked: asked.right in wanted


def forbidden_by(label: str) -> Fits:
    """Moves that break a clause."""
    return lambda x: x.look.violation is not None and x.look.violation.clause == label


def stopped_by(label: str) -> Fits:
    """A shadow that a clause keeps away."""
    return lambda asked: any(event.clause == label for event in asked.events(e.NoShadow))


def appears(asked: Asked) -> bool:
    """A copy that appears although something stands beside it."""
    return asked.right is True and asked.telling
