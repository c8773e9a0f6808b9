"""What the sample does not hold, worked out by hand on tables of a few rows."""

from __future__ import annotations

from math import sqrt

import polars as pl
import pytest

from khronos_lab.questions import coin_curve, erasures
from tests.questions.asked import answer
from tests.questions.rows import rows, tables

TWO_GAMES = 12.706204736432095
"""Standard errors that an interval from two clusters reaches (Student)."""

# ------------------------------------------------------------------ money, with an unfinished game

GAMES = """
    game seat player players start_seat coins won finished
    a    0    Ann    2       1          7     yes yes
    a    1    Bob    2       1          4     no  yes
    b    0    Bob    2       0          -     -   no
    b    1    Ann    2       0          -     -   no
"""
PAID = """
    game step seat round age    event        amount
    a    3    0    2     Might  BonusPaid    1
    a    8    0    4     Faith  TaxCollected 5
    a    9    1    4     Faith  TaxCollected 2
    a    9    1    4     Faith  TaxMissed    9
    b    4    1    4     Faith  TaxCollected 3
"""
TURNS = """
    game turn round seat ended coins_before coins_after spent_exchange spent_travel spent_demolition
    a    1    1     0    yes   4            1           2              1            0
    a    2    1     1    yes   4            3           0              1            0
    a    3    2     0    yes   1            0           0              0            1
    b    1    1     0    yes   4            4           0              0            0
    b    2    1     1    no    4            2           0              2            0
"""
SUMS = ("coins", "payments", "players", "mean")


def test_an_interval_of_an_income_counts_games_and_those_without_a_coin_too():
    found = rows(
        answer("income", tables(GAMES, events=PAID), ("source", "age")),
        "mean_low",
        "mean_high",
        "clusters",
    )
    # Bonus: game a has 1 coin for 2 players, b none; each is off 0.25 * 2 by a half.
    off = (2 * (0.5**2 + 0.5**2)) ** 0.5 / 4 * TWO_GAMES
    # Taxes: 7 and 3 coins where 5 would be even.
    other = (2 * (2**2 + 2**2)) ** 0.5 / 4 * TWO_GAMES
    assert found == [
        (round(0.25 - off, 6), round(0.25 + off, 6), 2),
        (round(2.5 - other, 6), round(2.5 + other, 6), 2),
    ]


def test_games_of_one_seed_are_one_cluster_and_give_no_interval():
    seeded = GAMES.replace("finished\n", "finished seed\n").replace("yes\n", "yes 7\n")
    seeded = seeded.replace("-   no\n", "-   no  7\n")
    found = rows(answer("income", tables(seeded, events=PAID), ()), "mean", "mean_low", "clusters")
    assert found == [(0.25, None, 1), (2.5, None, 1)]
    spent = rows(answer("spending", tables(seeded, TURNS)), "mean", "mean_low", "clusters")
    assert spent[0] == (0.5, None, 1)


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ((), [(11, 4, 4, 2.75)]),
        (("round",), [(2, 1, 1, 4, 0.25), (4, 10, 3, 4, 2.5)]),
        (("seat",), [(0, 6, 2, 2, 3.0), (1, 5, 2, 2, 2.5)]),
        (("player",), [("Ann", 9, 3, 2, 4.5), ("Bob", 2, 1, 2, 1.0)]),
        # Ann sits second and Bob first in game a, and the other way round in game b.
        (("place",), [(0, 2, 1, 2, 1.0), (1, 9, 3, 2, 4.5)]),
        (("won",), [(None, 3, 1, 2, 1.5), (False, 2, 1, 1, 2.0), (True, 6, 2, 1, 6.0)]),
    ],
)
def test_income_by_round_seat_player_and_place(by, expected):
    found = answer("income", tables(GAMES, events=PAID), by)
    whole = found.group_by(by or pl.lit(0).alias("all")).agg(
        pl.col("coins", "payments", "mean").sum(), pl.col("players").first()
    )
    assert rows(whole.sort(by) if by else whole, *by, *SUMS) == expected


def test_how_it_was_won_leaves_unfinished_games_out():
    found = rows(
        answer("how_won", tables(GAMES, events=PAID)), "won", "source", "age", "coins", "share"
    )
    assert found == [
        (False, "taxes", "Faith", 2, 1.0),
        (True, "bonus", "Might", 1, round(1 / 6, 6)),
        (True, "taxes", "Faith", 5, round(5 / 6, 6)),
    ]


def test_a_turn_that_did_not_end_is_spent_but_leaves_no_coins():
    spent = rows(answer("spending", tables(GAMES, TURNS), ("purpose",)), "purpose", "coins")
    assert spent == [("exchange", 2), ("travel", 4), ("demolition", 1)]
    found = rows(coin_curve(tables(GAMES, TURNS), quantiles=(0.5, 1.0)))
    assert found == [
        (0, 0.5, 4, 3), (0, 1.0, 4, 3), (1, 0.5, 3, 3), (1, 1.0, 4, 3), (2, 0.5, 0, 1),
        (2, 1.0, 0, 1),
    ]  # fmt: skip


# ------------------------------------------------------------------ shadows, domains, cascades

ERASED = """
    game step cause turn round seat age    event          kind      rank owner square amount
    a    5    4     3    1     0    Faith  ShadowFalls    civil     3    -     c3     5
    a    6    5     3    1     0    Faith  BuildingErased religious 1    1     c3     1
    a    7    5     3    1     0    Faith  BuildingErased military  2    0     d4     2
    a    8    5     3    1     0    Faith  BuildingErased civil     2    -     d3     3
    b    5    4     3    1     1    Reason ShadowFalls    military  2    -     c3     1
    b    6    5     3    1     1    Reason BuildingErased military  2    -     d3     1
"""


def test_b6_whose_every_erased_building_was_and_whether_it_lives_on():
    columns = ("game", "step", "kind", "value", "victim", "succeeded")
    assert rows(erasures(tables(events=ERASED).events), *columns) == [
        ("a", 6, "religious", 1, "another's", False),
        ("a", 7, "military", 2, "own", False),
        ("a", 8, "civil", 3, "nobody's", True),
        # Of its kind, but it sticks out of the copy to the right.
        ("b", 6, "military", 1, "nobody's", False),
    ]


DEALS = """
    game seat players start_seat seed
    a    0    2       0          1
    a    1    2       0          1
    b    0    2       0          2
    b    1    2       0          2
"""
CHANGES = """
    game step age    event         amount
    a    4    Might  DomainsJoined 2
    b    7    Might  DomainsJoined 4
    b    9    Faith  DomainSplit   2
"""


def test_an_interval_counts_games_of_a_seed_as_one():
    columns = ("event", "per_game", "per_game_low", "per_game_high", "clusters")
    found = rows(answer("domains", tables(DEALS, events=CHANGES), ()), *columns)
    # joined once in each game: no doubt; split 0 and 1 times, each 1/2 off the mean
    wide = TWO_GAMES * sqrt((0.5**2 + 0.5**2) * 2 / (2 - 1)) / 2
    assert found == [
        ("DomainsJoined", 1.0, 1.0, 1.0, 2),
        ("DomainSplit", 0.5, round(0.5 - wide, 6), round(0.5 + wide, 6), 2),
    ]
    one = rows(
        answer("domains", tables(DEALS.replace(" 2\n", " 1\n"), events=CHANGES), ()), *columns
    )
    assert [row[2:] for row in one] == [(None, None, 1)] * 2
