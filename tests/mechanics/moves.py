"""Actions and pieces in few letters, as text boards write them: `build(MIGHT, "m2", "b1", "mm")`.

A piece is its kind and rank (`m2`), a place the name of its first square, and cards are letters.
"""

from __future__ import annotations

from typing import TypeVar

from khronos_lab.core import (
    Action,
    Build,
    Building,
    Demolish,
    Event,
    Exchange,
    GameState,
    Move,
    Populate,
    Restore,
    Swap,
    Upgrade,
    square,
)
from khronos_lab.engine import Outcome, play
from khronos_lab.rulebook import Age, Cards, Kind

E = TypeVar("E", bound=Event)


def cards(letters: str) -> Cards:
    """`mmc` as numbers of cards."""
    assert set(letters) <= set("mrc-"), letters
    return (letters.count("m"), letters.count("r"), letters.count("c"))


def kind_of(letter: str) -> Kind:
    return Kind("mrc".index(letter))


def piece(what: str, place: str, owner: int | None = None, cubes: tuple[int, ...] = ()) -> Building:
    """`m2` a keep, `m2%` its ruin."""
    return Building(kind_of(what[0]), int(what[1]), square(place), owner, what.endswith("%"), cubes)


def hamlet(place: str, cubes: tuple[int, ...] = ()) -> Building:
    """A printed hamlet."""
    return piece("c1", place, cubes=cubes)._replace(printed=True)


def build(age: Age, what: str, place: str, paid: str) -> Build:
    return Build(age, kind_of(what[0]), int(what[1]), square(place), cards(paid))


def upgrade(age: Age, what: str, place: str, paid: str) -> Upgrade:
    return Upgrade(age, kind_of(what[0]), int(what[1]), square(place), cards(paid))


def demolish(age: Age, place: str) -> Demolish:
    return Demolish(age, square(place))


def populate(place: str) -> Populate:
    return Populate(square(place))


def restore(place: str) -> Restore:
    return Restore(square(place))


def exchange(given: str) -> Exchange:
    return Exchange(cards(given))


def swap(wanted: str, given: str) -> Swap:
    return Swap(kind_of(wanted), cards(given))


def squares(*places: str) -> tuple[int, ...]:
    return tuple(square(place) for place in places)


def follow(state: GameState, *actions: Action) -> GameState:
    """The state after actions that ask nothing."""
    for action in actions:
        result = play(state, Move(action))
        assert isinstance(result, Outcome), f"an answer is missing: {result}"
        state = result.state
    return state


def told(outcome: Outcome, sort: type[E]) -> list[E]:
    """The events of one type, in order."""
    return [entry.event for entry in outcome.log if isinstance(entry.event, sort)]
