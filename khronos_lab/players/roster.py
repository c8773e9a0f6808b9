"""The roster: players by name, as datasets and the command line know them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Final

from khronos_lab.players.greedy import GreedyPlayer
from khronos_lab.players.planner import PlannerPlayer
from khronos_lab.players.player import Player
from khronos_lab.players.random_player import RandomPlayer
from khronos_lab.players.rollout_player import RolloutPlayer
from khronos_lab.players.thinking.table_value import Taste
from khronos_lab.rulebook.errors import KhronosError

# Styles are planners that care for some things more than winning asks for, so that games differ.

MIGHT_BUILDER: Final = Taste(ages=(1.8, 0.7, 0.6))
"""Builds and rules in Might, the age whose buildings cast every shadow."""

FAITH_RAIDER: Final = Taste(ages=(0.7, 1.8, 0.6), envy=1.2)
"""Takes Faith, its own way or others', and likes what hurts."""

REASON_SETTLER: Final = Taste(ages=(0.6, 0.7, 1.8))
"""Settles Reason and restores what the past left there."""

_ROSTER: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner": PlannerPlayer,
    "might-builder": partial(PlannerPlayer, taste=MIGHT_BUILDER),
    "faith-raider": partial(PlannerPlayer, taste=FAITH_RAIDER),
    "reason-settler": partial(PlannerPlayer, taste=REASON_SETTLER),
}

_FOR_STUDY: Final[dict[str, Callable[[], Player]]] = {"rollout": RolloutPlayer}
"""Legal in any game, but seconds for a decision: not for many games."""

NAMES: Final = tuple(_ROSTER)
"""The players for many games, from the weakest on, then the styles."""


def player_named(name: str) -> Player:
    """The player with this name; `module:ClassName` makes one of your own class.

    >>> player_named("random")
    RandomPlayer(): Every legal action is as likely as any other.
    """
    known = {**_ROSTER, **_FOR_STUDY}
    if name in known:
        return known[name]()
    if ":" in name:
        return _own_player(name)
    raise KhronosError(
        f"there is no player {name!r}; there are {', '.join(known)}, "
        "and your own as module:ClassName"
    )


def _own_player(name: str) -> Player:
    module, _, title = name.partition(":")
    try:
        made = getattr(import_module(module), title)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise KhronosError(f"the player {name!r} cannot be made: {error}") from error
    if not callable(getattr(made, "choose", None)) or not callable(getattr(made, "answer", None)):
        raise KhronosError(f"{name!r} is no player: it needs the methods choose and answer")
    player: Player = made
    return player
