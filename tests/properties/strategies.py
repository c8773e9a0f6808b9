"""Hypothesis strategies for everyone's tests: grids, rule sets, new games, states, actions.

States inside a game are reached by seeded play, so what Hypothesis draws, shrinks and prints is a
start, a driver, a seed and a number of actions. `composed_states` are put together piece by piece
instead: they hold to the rules page, but no game need have led to them.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from hypothesis import strategies as st

from khronos_lab.core import GameState, Grid, load_map, map_names
from khronos_lab.core import actions as a
from khronos_lab.engine import generate_map, new_game
from khronos_lab.rulebook import AGES, KINDS, RULES, RuleSet
from tests.properties import players
from tests.properties.composing import compose
from tests.support import rule_values

SEEDS = st.integers(0, 999)
ANSWERS = st.lists(st.integers(0, 8), max_size=8)
"""Answers to questions, taken modulo the number of options; 0 when they run out."""


# ------------------------------------------------------------------ grids and rule sets


@st.composite
def small_grids(draw: st.DrawFn, least: int = 3, most: int = 7) -> Grid:
    """A grid of a few squares; hamlets never touch, and none is on river or mountain."""
    columns, rows = draw(st.integers(least, most)), draw(st.integers(least, most))
    squares = st.sampled_from([17 * row + col for row in range(rows) for col in range(columns)])
    some = st.lists(squares, max_size=columns * rows // 4, unique=True)
    river = mask_of(draw(some))
    mountain = mask_of(draw(some)) & ~river
    forest = mask_of(draw(some)) & ~river & ~mountain
    hamlets = 0
    for sq in draw(some):
        beside = 1 << sq | 1 << sq + 1 | 1 << sq + 17 | (1 << sq >> 1) | (1 << sq >> 17)
        if not (hamlets & beside or (river | mountain) >> sq & 1):
            hamlets |= 1 << sq
    return Grid(columns, rows, forest, mountain, river, hamlets)


def mask_of(squares: list[int]) -> int:
    """A set of squares as the package keeps it."""
    return sum(1 << sq for sq in squares)


def full_grids() -> st.SearchStrategy[Grid]:
    """Maps of games: those that are shipped, and generated ones."""
    shipped = st.sampled_from(map_names()).map(load_map)
    return shipped | st.integers(0, 30).map(lru_cache(generate_map))


def grids() -> st.SearchStrategy[Grid]:
    """Small and full size."""
    return small_grids() | full_grids()


def rule_sets() -> st.SearchStrategy[RuleSet]:
    """Both editions, Hold'em and the switches."""
    return st.builds(RuleSet, **{each.name: st.sampled_from(rule_values(each)) for each in RULES})


# ------------------------------------------------------------------ states


@st.composite
def new_games(
    draw: st.DrawFn,
    maps: st.SearchStrategy[Grid] | None = None,
    rules: st.SearchStrategy[RuleSet] | None = None,
    *,
    pieces: tuple[str, ...] = ("all", "few"),
) -> GameState:
    """The start of a game of 2 to 5 players, with all tiles and cubes or with few."""
    state = new_game(
        draw(st.integers(2, 5)),
        draw(SEEDS),
        grid=draw(grids() if maps is None else maps),
        rules=draw(rule_sets() if rules is None else rules),
    )
    if draw(st.booleans()):
        state = players.rich(state)
    if draw(st.sampled_from(pieces)) == "few":
        state = players.scarce(state, Random(draw(SEEDS)))
    return state


def drivers() -> st.SearchStrategy[players.Driver]:
    """Ways to choose actions."""
    return st.sampled_from(players.DRIVERS)


def mid_games(
    starts: st.SearchStrategy[GameState] | None = None, actions: int = 60
) -> st.SearchStrategy[GameState]:
    """States that seeded play of any driver leads to; the last may be over."""
    return st.builds(
        players.position_after,
        new_games() if starts is None else starts,
        drivers(),
        SEEDS,
        st.integers(0, actions),
    )


def crowded_states() -> st.SearchStrategy[GameState]:
    """States of games on small grids by drivers that build, join and cast shadows eagerly."""
    return st.builds(
        players.position_after,
        new_games(small_grids(4, 7)).map(players.rich),
        st.sampled_from([players.CORNERED, players.TOGETHER, players.LOADED]),
        SEEDS,
        st.integers(20, 90),
    )


def composed_states(
    starts: st.SearchStrategy[GameState] | None = None,
) -> st.SearchStrategy[GameState]:
    """States put together from random buildings, hands and purses, which no game led to."""
    starts = new_games(small_grids(3, 6)) if starts is None else starts
    return st.builds(compose, starts, SEEDS, st.integers(0, 30))


def states() -> st.SearchStrategy[GameState]:
    """States of every sort."""
    return mid_games() | crowded_states() | composed_states()


# ------------------------------------------------------------------ actions, good or bad


def garbage_actions() -> st.SearchStrategy[a.Action]:
    """Actions with squares, ranks, ages and cards that may be sensible or not at all."""
    square = st.integers(-40, 400)
    rank = st.integers(-1, 7)
    age, kind = st.sampled_from(AGES), st.sampled_from(KINDS)
    cards = st.tuples(*[st.integers(-2, 6)] * 3)
    return st.one_of(
        st.builds(a.Exchange, cards),
        st.builds(a.Swap, kind, cards),
        st.builds(a.Travel, age, age),
        st.builds(a.Build, age, kind, rank, square, cards),
        st.builds(a.Upgrade, age, kind, rank, square, cards),
        st.builds(a.Demolish, age, square),
        st.builds(a.Populate, square),
        st.builds(a.Restore, square),
        st.builds(a.EndTurn, st.none() | cards),
    )
