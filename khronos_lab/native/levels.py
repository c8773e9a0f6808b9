"""Levels: how the built-in players of the compiled engine think."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_double
from typing import Final, NamedTuple

from khronos_lab.native import layout as c
from khronos_lab.rulebook import KhronosError

ENVY: Final = 0.6
KINDS_OF_PLAYERS: Final = ("random", "greedy", "planner", "master")
"""In the order of the C side."""


class Level(NamedTuple):
    """A built-in player and its settings."""

    kind: str
    width: int = 1
    """Positions that the beam over its own turn keeps for each number of cards left."""
    draws: int = 0
    """Draws that stand for all that an exchange may bring; 0: it never exchanges (T2)."""
    plans: int = 0
    """Plans that a master plays on, at most."""
    budget: int = 0
    """Positions that a master looks at in a turn while it plays them on, about."""
    trust: float = 2.0
    """For how many short games the learned value counts beside them."""
    envy: float = ENVY
    """What a coin of others counts: half to the strongest, half to all of them alike."""
    likes: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """By age: what a coin of income counts more than it is worth."""


LEVELS: Final = {
    "random": Level("random"),
    "greedy": Level("greedy", draws=3),
    "planner": Level("planner", width=2, draws=3),
    "master": Level("master", width=16, draws=6, plans=24, budget=400_000, trust=8.0),
}
"""The built-in players by name."""


def level_of(player: str | Level) -> Level:
    """The level with this name."""
    if isinstance(player, Level):
        return player
    if player not in LEVELS:
        raise KhronosError(
            f"the compiled engine has no player {player!r}; it has {', '.join(LEVELS)}"
        )
    return LEVELS[player]


def crew_of(players: Sequence[str | Level], seats: int) -> object:
    """Levels as the C side reads them, one for each seat."""
    if len(players) != seats:
        raise KhronosError(f"{len(players)} players cannot take {seats} seats")
    return (c.LevelStruct * c.SEATS)(*(written(level_of(each)) for each in players))


def written(level: Level) -> c.LevelStruct:
    """A level as the C side reads it."""
    kind = KINDS_OF_PLAYERS.index(level.kind)
    taste = c.TasteStruct(level.envy, (c_double * 3)(*level.likes))
    return c.LevelStruct(
        kind, level.width, level.draws, level.plans, level.budget, level.trust, taste
    )
