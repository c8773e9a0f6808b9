"""Finds the position that is meant: a state, or anything with a `state`."""

from __future__ import annotations

from khronos_lab.core.resolution import Question
from khronos_lab.core.state import GameState
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.suggestions import a_or_an


def position_of(thing: object) -> GameState:
    """The position itself, or that of an outcome or a frame."""
    if isinstance(thing, GameState):
        return thing
    inner = getattr(thing, "state", None)
    if isinstance(inner, GameState):
        return inner
    if isinstance(thing, Question):
        raise KhronosError(
            "A question is still open, so there is no new position: play the move again from the "
            "old state with an answer, kl.play(state, move, answers=[0])."
        )
    raise KhronosError(
        f"A position is needed here, not {a_or_an(type(thing).__name__)}: kl.new_game(2), or the "
        "state of an outcome."
    )
