"""Seats, openings, card luck and coverage: small tables, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from khronos_lab.questions import clause_coverage, results
from tests.analysis.test_schema import CLAUSE_NAMES
from tests.questions.asked import answer
from tests.questions.rows import rows, tables

GAMES = """
    game seat step player players start_seat seed coins won finished
    a    0    90   Ann    2       1          7    12    yes yes
    a    1    90   Bob    2       1          7    6     no  yes
    b    0    80   Bob    2       0          7    5     yes yes
    b    1    80   Ann    2       0          7    5     yes yes
    c    0    70   Ann    2       0          8    9     yes yes
    c    1    70   Bob    2       0          8    1     no  yes
    d    0    10   Ann    2       0          9    9     -   no
    d    1    10   Bob    2       0          9    1     -   no
"""


def test_t7_equal_winners_share_a_win_and_unfinished_games_do_not_count():
    found = rows(results(tables(GAMES).games), "game", "place", "cluster", "win", "lead")
    assert found == [
        ("a", 1, "s7", 1.0, 3.0),
        ("a", 0, "s7", 0.0, -3.0),
        ("b", 0, "s7", 0.5, 0.0),
        ("b", 1, "s7", 0.5, 0.0),
        ("c", 0, "s8", 1.0, 4.0),
        ("c", 1, "s8", 0.0, -4.0),
    ]


def test_a_game_without_a_seed_is_its_own_cluster():
    text = GAMES.replace("1          7 ", "1          - ")
    found = rows(results(tables(text).games), "game", "cluster")
    assert found[0] == ("a", "ga")
    assert found[2] == ("b", "s7")


# ------------------------------------------------------------------ openings

OPENED = """
    game step turn round seat age   event               clause kind     rank
    a    0    1    1     0    -     CoinsSpent          T2     -        -
    a    1    1    1     0    Faith AdventurerTravelled T4     -        -
    a    2    1    1     0    Might BuildingBuilt       A1     military 2
    a    3    1    1     0    -     TurnEnded           T1     -        -
    a    4    2    1     1    -     CoinsSpent          T4     -        -
    a    5    2    1     1    -     TurnEnded           T1     -        -
    a    6    3    2     0    Might BuildingBuilt       A1     civil    1
    b    0    1    1     0    Might BuildingBuilt       A1     military 2
    b    1    1    1     0    -     CoinsSpent          T2     -        -
    b    2    1    1     0    Faith AdventurerTravelled T4     -        -
    b    3    1    1     0    -     TurnEnded           T1     -        -
    b    4    2    1     1    Might BuildingBuilt       A1     military 2
"""
BUSY = "build military 2 in Might; exchange; travel to Faith"


def test_how_players_fare_after_an_opening_or_a_first_action():
    all_tables = tables(GAMES, events=OPENED)
    columns = ("opening", "rows", "clusters", "win", "lead", "game", "step")
    assert rows(answer("openings", all_tables, ("opening",)), *columns) == [
        (BUSY, 2, 1, 0.75, 1.5, "a", 3),
        ("nothing", 1, 1, 0.0, -3.0, "a", 5),
    ]
    found = answer("openings", all_tables, ("first_action",))
    assert rows(found, "first_action", "rows", "game", "step") == [
        ("build military 2 in Might", 1, "b", 3),
        ("exchange", 1, "a", 3),
        ("nothing", 1, "a", 5),
    ]


# ------------------------------------------------------------------ cards

DEALT = """
    game step turn round seat hand_military hand_religious hand_civil
    a    0    1    1     1    4             0              0
    a    9    2    1     0    1             1              2
    a    20   3    2     1    0             1              3
    a    30   4    2     0    3             1              0
    b    0    1    1     0    -             -              -
"""


def test_hands_and_how_players_fared():
    all_tables = tables(GAMES, DEALT)
    found = answer("hands", all_tables)
    assert rows(found, "strength", "rows", "win", "lead") == [
        (1.5, 1, 1.0, 3.0),
        (3.0, 1, 0.0, -3.0),
    ]
    first = answer("hands", all_tables, (1,))
    assert rows(first, "strength", "win") == [(0.0, 1.0), (3.0, 0.0)]
    # A hand pays for what the rules of its game ask: two civil cards for a town of 2.
    games = all_tables.games.with_columns(numbers=pl.lit("castle value 3, town value 2"))
    cheap = answer("hands", replace(all_tables, games=games), (1,))
    assert rows(cheap, "strength", "win") == [(2.0, 1.0), (3.0, 0.0)]


# ------------------------------------------------------------------ coverage


def test_every_clause_is_listed_with_the_first_event_that_names_it():
    events = """
        game step event        clause
        a    3    TaxCollected X2
        a    4    TaxCollected X2
        a    5    CoinsSpent   T4
        b    1    TaxCollected X2
        b    2    CoinsSpent   A4
    """
    found = rows(clause_coverage(tables(events=events).events))
    assert [row for row in found if row[2]] == [
        ("T4", "CoinsSpent", 1, 1, "a", 5),
        ("A4", "CoinsSpent", 1, 1, "b", 2),
        ("X2", "TaxCollected", 3, 2, "a", 3),
    ]
    assert [row[0] for row in found] == CLAUSE_NAMES.split()
    assert found[0] == ("S1", None, 0, 0, None, None)
