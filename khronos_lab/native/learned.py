"""What was learned from games: the weights of the learned value, for both engines.

They are by number of players and by how many turns a player still has, at the start of such a turn
and when it has just ended; in between they are mixed. `weights.json` has them, with the commands
that made them.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

Weights = tuple[float, ...]
"""A constant, then one for each trait."""


class Stage(NamedTuple):
    """What was learned for players with a certain number of turns left."""

    start: Weights
    """When the first of these turns begins."""
    end: Weights
    """When the turn before them has just ended."""
    spread: float
    """How far coins at the end are from the guess, in coins: small when little can happen."""


@cache
def stages(players: int) -> tuple[Stage, ...]:
    """By turns left, from none on, for a number of players."""
    table = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return tuple(
        Stage(tuple(each["start"]), tuple(each["end"]), each["spread"])
        for each in table["players"][str(players)]
    )


@cache
def traits() -> tuple[str, ...]:
    """What each weight but the first is about."""
    table = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return tuple(table["traits"])


@lru_cache(maxsize=1024)
def weights_at(players: int, left: int, before: int) -> Weights:
    """The weights for a player with `left` turns to come, `before` turns of others first."""
    start, end, _ = stages(players)[left]
    mix = before / (players - 1)
    return tuple([a + mix * (b - a) for a, b in zip(start, end, strict=True)])


KEPT: Final = {
    2: ((0.0, 0.75, 0.98, 0.995), (0.0, 0.65, 0.95, 0.97), (0.0, 0.85, 0.90, 0.95)),
    3: ((0.0, 0.73, 0.98, 0.995), (0.0, 0.68, 0.96, 0.98), (0.0, 0.90, 0.93, 0.96)),
    4: ((0.0, 0.72, 0.985, 0.995), (0.0, 0.70, 0.97, 0.98), (0.0, 0.93, 0.96, 0.98)),
    5: ((0.0, 0.72, 0.985, 0.995), (0.0, 0.70, 0.97, 0.98), (0.0, 0.93, 0.96, 0.98)),
}
"""By players, age and hold: what a turn of one opponent leaves of the worth of an income.

Rounded from regressions of the coins at the end on incomes before, over games of greedy players
with two and four players; three and five follow suit. More is taken than this says, but who
loses an income often finds another.
"""


def kept_after(share: float, turns: int) -> float:
    """A share to the power of a number of turns, multiplied out: the same on every machine."""
    left = 1.0
    for _ in range(turns):
        left *= share
    return left
