"""Questions to predict: every exercise that an action in a position makes possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from khronos_lab.rulebook import KhronosError
from khronos_lab.scenarios.questions import coins as topics_coins
from khronos_lab.scenarios.questions import conflicts as topics_conflicts
from khronos_lab.scenarios.questions import legality_and_shadows as topics
from khronos_lab.scenarios.questions.exercise import Exercise
from khronos_lab.scenarios.questions.tried_action import Look

TOPICS: Final[dict[str, Callable[[Look], Iterator[Exercise]]]] = {
    "legal": topics.legal,
    "clause": topics.clause,
    "against": topics.against,
    "touches": topics.touches,
    "cards": topics_coins.cards,
    "bonus": topics_coins.bonus,
    "pays": topics_coins.pays,
    "shadow": topics.shadow,
    "stopped": topics.stopped,
    "erased": topics.erased,
    "keeps": topics.keeps,
    "cubes": topics.cubes,
    "conflict": topics_conflicts.conflict,
    "settled": topics_conflicts.settled,
    "strength": topics_conflicts.strength,
    "decides": topics_conflicts.decides,
    "shrinks": topics_conflicts.shrinks,
    "shrunk": topics_conflicts.shrunk,
    "vanishes": topics_conflicts.vanishes,
    "late": topics_conflicts.late,
    "emptied": topics.emptied,
    "home": topics.home,
    "ruler": topics_coins.ruler,
    "restored": topics_coins.restored,
    "tax": topics_coins.tax,
    "winner": topics_coins.winner,
}
"""What can be asked, in the order in which a lesson asks it."""


def exercises_on(seen: Look, *, trivial: bool = False) -> tuple[Exercise, ...]:
    """The exercises about what the engine said of an action."""
    return tuple(
        exercise
        for topic in TOPICS.values()
        for exercise in topic(seen)
        if trivial or not exercise.trivial
    )


def exercise_on(seen: Look, asks: str) -> Exercise:
    """The one exercise that asks this, trivial or not."""
    topic = asks.partition(" ")[0]
    if topic not in TOPICS:
        raise KhronosError(f"nothing can be asked about {topic!r}; topics are {', '.join(TOPICS)}")
    possible = list(TOPICS[topic](seen))
    for exercise in possible:
        if exercise.asks == asks:
            return exercise
    others = ", ".join(exercise.asks for exercise in possible) or "nothing"
    raise KhronosError(f"{asks!r} cannot be asked here; about {topic} there is: {others}")
