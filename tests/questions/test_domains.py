"""Joins, splits, conflicts, and how far an action ripples."""

from __future__ import annotations

from math import sqrt

from khronos_lab.questions import cascades
from tests.questions.asked import answer
from tests.questions.rows import rows, tables

TWO_GAMES = 12.706204736432095

GAMES = """
    game seat players start_seat seed
    a    0    2       0          1
    a    1    2       0          1
    b    0    2       0          2
    b    1    2       0          2
"""
EVENTS = """
    game step age    event         amount
    a    4    Might  DomainsJoined 2
    b    7    Might  DomainsJoined 4
    b    9    Faith  DomainSplit   2
    b    9    Faith  CardsPlayed   2
"""


def test_joins_and_splits_a_game():
    columns = ("event", "age", "number", "amount", "per_game", "game", "step")
    assert rows(answer("domains", tables(GAMES, events=EVENTS)), *columns) == [
        ("DomainsJoined", "Might", 2, 3.0, 1.0, "a", 4),
        ("DomainSplit", "Faith", 1, 2.0, 0.5, "b", 9),
    ]


def test_an_interval_counts_games_of_a_seed_as_one():
    columns = ("event", "per_game", "per_game_low", "per_game_high", "clusters")
    found = rows(answer("domains", tables(GAMES, events=EVENTS), ()), *columns)
    # joined once in each game: no doubt; split 0 and 1 times, each 1/2 off the mean
    wide = TWO_GAMES * sqrt((0.5**2 + 0.5**2) * 2 / (2 - 1)) / 2
    assert found == [
        ("DomainsJoined", 1.0, 1.0, 1.0, 2),
        ("DomainSplit", 0.5, round(0.5 - wide, 6), round(0.5 + wide, 6), 2),
    ]
    one = rows(
        answer("domains", tables(GAMES.replace(" 2\n", " 1\n"), events=EVENTS), ()), *columns
    )
    assert [row[2:] for row in one] == [(None, None, 1)] * 2


# 1 built -> 2 bonus; 1 -> 3 falls -> 4 erased -> 6 split; 3 -> 5 cast. And a hamlet alone.
RIPPLE = """
    game step cause turn round seat age   event          kind     rank
    a    0    -     1    1     0    Might CardsPlayed    military -
    a    1    -     1    1     0    Might BuildingBuilt  military 2
    a    2    1     1    1     0    Might BonusPaid      -        -
    a    3    1     1    1     0    Faith ShadowFalls    military 2
    a    4    3     1    1     0    Faith BuildingErased civil    1
    a    5    3     1    1     0    Faith ShadowCast     military 2
    a    6    4     1    1     0    Faith DomainSplit    -        -
    a    7    -     1    1     0    Might BuildingBuilt  civil    1
    b    0    -     1    1     0    -     CardsDiscarded -        -
    b    1    0     1    1     0    -     CardsDrawn     -        -
    b    2    -     1    1     0    Might BuildingBuilt  military 2
    b    3    2     1    1     0    Might BonusPaid      -        -
"""


def test_a_cascade_is_as_long_as_its_longest_chain_of_causes():
    columns = ("game", "step", "length", "effects", "last_step", "cast", "erased", "split")
    assert rows(cascades(tables(events=RIPPLE).events), *columns) == [
        ("a", 1, 4, 5, 6, 1, 1, 1),
        ("b", 2, 2, 1, 3, 0, 0, 0),
    ]


def test_cascades_by_length_with_the_first_of_them():
    found = answer("cascades", tables(events=RIPPLE))
    assert rows(found) == [
        ("BuildingBuilt", 2, 1, 0.5, 1.0, "b", 2),
        ("BuildingBuilt", 4, 1, 0.5, 5.0, "a", 1),
    ]
