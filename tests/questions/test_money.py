"""Where coins come from and go to: three rows each, worked out by hand."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.questions import coin_curve
from tests.questions.asked import answer
from tests.questions.rows import rows, tables

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


TWO_GAMES = 12.706204736432095
"""Standard errors that an interval from two clusters reaches (Student)."""
SUMS = ("coins", "payments", "players", "mean")


def test_income_by_source_and_age_is_a_mean_of_all_players():
    found = rows(
        answer("income", tables(GAMES, events=PAID), ("source", "age")), "source", "age", *SUMS
    )
    assert found == [("bonus", "Might", 1, 1, 4, 0.25), ("taxes", "Faith", 10, 3, 4, 2.5)]


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


TURNS = """
    game turn round seat ended coins_before coins_after spent_exchange spent_travel spent_demolition
    a    1    1     0    yes   4            1           2              1            0
    a    2    1     1    yes   4            3           0              1            0
    a    3    2     0    yes   1            0           0              0            1
    b    1    1     0    yes   4            4           0              0            0
    b    2    1     1    no    4            2           0              2            0
"""


def test_a_coin_curve_has_the_quantiles_of_each_round():
    found = rows(coin_curve(tables(GAMES, TURNS), quantiles=(0.5, 1.0)))
    assert found == [
        (0, 0.5, 4, 3),
        (0, 1.0, 4, 3),
        (1, 0.5, 3, 3),
        (1, 1.0, 4, 3),
        (2, 0.5, 0, 1),
        (2, 1.0, 0, 1),
    ]


def test_spending_by_purpose_and_round():
    columns = ("purpose", "round", "coins", "players", "mean", "share")
    found = rows(answer("spending", tables(GAMES, TURNS)), *columns)
    assert found == [
        ("exchange", 1, 2, 4, 0.5, round(2 / 6, 6)),
        ("exchange", 2, 0, 4, 0.0, 0.0),
        ("travel", 1, 4, 4, 1.0, round(4 / 6, 6)),
        ("travel", 2, 0, 4, 0.0, 0.0),
        ("demolition", 1, 0, 4, 0.0, 0.0),
        ("demolition", 2, 1, 4, 0.25, 1.0),
    ]


def test_cards_by_what_they_pay_for():
    events = """
        game step event        clause age    kind     amount
        a    0    CardsPlayed  A1     Might  military 2
        a    4    CardsPlayed  A1     Might  military 1
        b    0    CardsPlayed  A5     Reason civil    1
        b    1    CardsDrawn   T6     -      -        4
    """
    columns = ("cards", "actions", "share")
    found = answer("cards_spent", tables(GAMES, events=events))
    assert rows(found, "clause", "age", "kind", *columns) == [
        ("A1", "Might", "military", 3, 2, 0.75),
        ("A5", "Reason", "civil", 1, 1, 0.25),
    ]
    assert rows(answer("cards_spent", tables(GAMES, events=events), ()), *columns) == [(4, 3, 1.0)]
    ends = rows(found, "share_low", "share_high", "clusters")
    assert all(0 <= low < high <= 1 and clusters == 2 for low, high, clusters in ends)
