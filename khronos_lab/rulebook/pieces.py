"""Ages, kinds, terrains and the usual numbers of the game (clauses S, A3, G2, X).

No rule code has a number of its own: a value that the rules page names is found here, once, and
the rule set says which of them a game changes.
Enumerations count from 0 so that they index tuples; `Rank` is a plain 1, 2 or 3.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from khronos_lab.rulebook.language import Thing
from khronos_lab.rulebook.rules_page import implements


class Age(IntEnum):
    """The three ages, earliest first; the same map three times."""

    MIGHT = 0
    FAITH = 1
    REASON = 2

    @property
    def title(self) -> str:
        """The name as written in sentences: `Might`."""
        return self.name.capitalize()

    @property
    def thing(self) -> Thing:
        """The age as the catalogues of words know it."""
        return _AGE_THINGS[self]


class Kind(IntEnum):
    """The three kinds of buildings and cards."""

    MILITARY = 0
    RELIGIOUS = 1
    CIVIL = 2

    @property
    def word(self) -> str:
        """The name as written in sentences: `military`."""
        return self.name.lower()

    @property
    def letter(self) -> str:
        """The letter of text boards and hands: `m`, `r` or `c`."""
        return "mrc"[self]

    @property
    def thing(self) -> Thing:
        """The kind as the catalogues of words know it."""
        return _KIND_THINGS[self]


class Terrain(IntEnum):
    """What a square of the map is made of."""

    PLAIN = 0
    FOREST = 1
    MOUNTAIN = 2
    RIVER = 3

    @property
    def thing(self) -> Thing:
        """The terrain as the catalogues of words know it."""
        return Thing(f"terrain-{self.name.lower()}")


# Module constants: in the inner loop they cost half of what an attribute of the class does.
MIGHT, FAITH, REASON = Age.MIGHT, Age.FAITH, Age.REASON
MILITARY, RELIGIOUS, CIVIL = Kind.MILITARY, Kind.RELIGIOUS, Kind.CIVIL
PLAIN, FOREST, MOUNTAIN, RIVER = Terrain.PLAIN, Terrain.FOREST, Terrain.MOUNTAIN, Terrain.RIVER

AGES: Final = (MIGHT, FAITH, REASON)
KINDS: Final = (MILITARY, RELIGIOUS, CIVIL)
BUILDING_AGES: Final = (MIGHT, FAITH)
"""Where players build, upgrade and demolish (A1, A2, A4)."""
OWNED_KINDS: Final = (MILITARY, RELIGIOUS)
"""Kinds with an owner, a hierarchy and ruins; civil buildings have none of them (A1, H1, B4)."""
RANKS: Final = (1, 2, 3)
_AGE_THINGS: Final = tuple(Thing(f"age-{age.name.lower()}") for age in AGES)
_KIND_THINGS: Final = tuple(Thing(f"kind-{kind.word}") for kind in KINDS)

Cards = tuple[int, int, int]
"""Numbers of military, religious and civil cards: cards of one kind are all alike."""
NO_CARDS: Final[Cards] = (0, 0, 0)

# S1: what a player starts with.
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
START_COINS: Final = 4
MOST_COINS: Final = 10**9
"""In a position; what a game adds still fits into every table."""
LONGEST_NAME: Final = 60
"""Letters of a player's name; figures and tables have room for no more."""
HAND_SIZE: Final = 4
CUBES: Final = 25
ADVENTURERS: Final = 2

# S2 in rank order 1, 2, 3. The 4 of rank 3 is inferred: this is its one place. These and what
# follows are the usual numbers; a game has those of its rule set (see `ruleset.py`).
INFERRED_RANK_3_VALUE: Final = 4
VALUES: Final = ((0, 1, 2, INFERRED_RANK_3_VALUE), (0, 1, 2, INFERRED_RANK_3_VALUE), (0, 1, 3, 5))
RUIN_VALUES: Final = (0, 0, 1, 2)
BUILDING_NAMES: Final = (
    ("", "watchtower", "keep", "castle"),
    ("", "chapel", "monastery", "abbey"),
    ("", "hamlet", "town", "city"),
)

# S3, S5: tiles and the board.
TILES: Final = ((0, 20, 24, 9), (0, 20, 20, 9), (0, 20, 24, 9))
COLUMNS: Final = 16
ROWS: Final = 20
HAMLETS: Final = 10

# T: rounds, exchange, travel, allowance.
ROUNDS: Final = 7
TAX_ROUNDS: Final = (4, 7)
EXCHANGE_COST: Final = 2
TRAVEL_COST: Final = 1
CARDS_PER_ADVENTURER: Final = 2

# A3, A4, A6.
BONUS: Final = (1, 2, 0)
DEMOLITION_COST: Final = 1

TerrainCost = tuple[int, int]
"""Extra cards for forest and for mountain (G2)."""
TERRAIN_COSTS: Final[tuple[TerrainCost, ...]] = ((0, 0), (0, 0), (1, 2), (1, 2), (0, 1), (0, 0))
"""By number of players."""


@implements("G2")
def surcharge(cost: TerrainCost, *, forest: bool, mountain: bool) -> int:
    """Extra cards of any colour for the terrains a footprint covers.

    Each terrain counts once, and both if both are covered (ruling).

    >>> surcharge(TERRAIN_COSTS[3], forest=True, mountain=True)
    3
    """
    return forest * cost[0] + mountain * cost[1]


def name_of(kind: Kind, rank: int) -> str:
    """The English name of a building.

    >>> name_of(RELIGIOUS, 2)
    'monastery'
    """
    return BUILDING_NAMES[kind][rank]


def building_thing(kind: Kind, rank: int, *, ruin: bool = False) -> Thing:
    """A sort of building or of ruin as the catalogues of words know it."""
    return _RUIN_THINGS[kind][rank] if ruin else _BUILDING_THINGS[kind][rank]


_BUILDING_THINGS: Final = tuple(
    tuple(Thing(f"building-{each}") for each in row) for row in BUILDING_NAMES
)
_RUIN_THINGS: Final = tuple(tuple(Thing(f"ruin-{each}") for each in row) for row in BUILDING_NAMES)
