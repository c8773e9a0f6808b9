"""Two datasets side by side: worked out by hand, and what the bootstrap draws."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest

from khronos_lab.questions import Selection, compare, game_measures, player_measures
from khronos_lab.rulebook import KhronosError
from tests.questions.rows import rows, tables


def side(values: Sequence[float], clusters: str | list[str]) -> pl.LazyFrame:
    return pl.LazyFrame({"cluster": list(clusters), "x": values, "seat": [0] * len(values)})


ONE, OTHER = "abcdefghij", "klmnopqrst"
"""Ten deals each."""


def test_means_difference_ratio_and_effect_by_hand():
    # Deal a has two rows; the others one.
    one = side([1, 3, *[2] * 9], "a" + ONE)
    other = side([4, 6] * 5, OTHER)
    (found,) = compare(one, other).collect().rows(named=True)
    assert found["measure"] == "x"
    assert (found["one"], found["other"], found["difference"], found["ratio"]) == (2, 5, 3, 2.5)
    # Squares about the means: 2 in 11 rows, 10 in 10.
    assert found["effect"] == pytest.approx(3 / np.sqrt(12 / 19))
    counts = [found[f"{what}_{who}"] for what in ("rows", "clusters") for who in ("one", "other")]
    assert counts == [11, 10, 10, 10]
    assert found["clusters_both"] == 0
    # Clusters of one pull at nothing (1 + 3 is 2 twice); of the other each by 1 of 10.
    error = np.sqrt(10 / 9 * 10 * 0.1**2)
    assert found["difference_high"] - 3 == pytest.approx(2.262157 * error, rel=1e-5)
    assert found["differs"]


def test_seats_and_counts_are_no_measures_and_names_can_be_given():
    both = compare(side([1] * 10, ONE), side([1] * 10, OTHER), ["seat"])
    assert rows(both, "measure", "difference", "ratio", "effect", "differs") == [
        ("seat", 0.0, None, None, False)
    ]


def test_a_measure_that_can_be_negative_has_no_ratio():
    found = compare(side([-1, 3] * 5, ONE), side([2] * 10, OTHER)).collect()
    assert found.select("one", "other", "ratio", "ratio_low").rows() == [(1, 2, None, None)]


def test_the_same_deals_compare_with_themselves():
    values = [1, 5, 9, 30, 4, 8, 2, 6, 7, 11]
    more = [value + 2 for value in values]
    paired = compare(side(values, ONE), side(more, ONE)).collect().row(0, named=True)
    assert paired["clusters_both"] == 10
    assert paired["difference_low"] == pytest.approx(2)
    assert paired["difference_high"] == pytest.approx(2)
    apart = compare(side(values, ONE), side(more, OTHER)).collect().row(0, named=True)
    assert apart["difference_high"] - apart["difference_low"] > 10


def test_rows_of_a_deal_are_one_piece_of_evidence():
    few = compare(side([0, 1] * 5, ONE), side([0, 1] * 5, OTHER)).collect()
    copies = compare(side([0, 1] * 50, ONE * 10), side([0, 1] * 50, OTHER * 10)).collect()
    wide = [each["difference_high"][0] for each in (few, copies)]
    assert wide[0] == pytest.approx(wide[1])


def test_one_seed_gives_one_answer():
    one, other = side([*range(10)], ONE), side([*range(1, 11)], OTHER)
    first = compare(one, other, seed=3).collect()
    assert first.equals(compare(one, other, seed=3).collect())
    assert not first.equals(compare(one, other, seed=4).collect())


@pytest.mark.parametrize("deals", [0, 2, 9])
def test_too_few_deals_are_refused(deals):
    with pytest.raises(KhronosError, match=f"{deals} and 10 independent deals are too few"):
        compare(side([1.0] * deals, ONE[:deals]), side([2] * 10, OTHER)).collect()


# ------------------------------------------------------------------ what is compared

GAMES = """
    game seat step players start_seat seed edition holdem coins won finished
    a    0    90   2       0          7    second  no     12    yes yes
    a    1    90   2       0          7    second  no     6     no  yes
    b    0    80   2       0          -    second  no     5     -   no
    b    1    80   2       0          -    second  no     5     -   no
"""
TURNS = """
    game turn seat bonus tax_might tax_faith tax_reason builds
    a    1    0    1     0         0         0          2
    a    2    1    2     0         0         0          0
    a    3    0    4     0         0         3          1
    b    1    0    9     0         0         0          1
"""
EVENTS = """
    game step event
    a    1    ShadowCast
    a    2    ShadowCast
    a    3    BuildingErased
    b    3    BuildingErased
"""


def test_a_game_as_numbers():
    (found,) = game_measures(Selection(tables(GAMES, TURNS, EVENTS))).collect().rows(named=True)
    assert (found["game"], found["step"], found["cluster"]) == ("a", 90, "s7")
    assert (found["coins"], found["winner"], found["margin"]) == (9, 12, 6)
    assert (found["bonus"], found["tax_reason"], found["builds"]) == (3.5, 1.5, 1.5)
    assert (found["shadows_cast"], found["paradoxes"], found["split"]) == (2, 1, 0)


def test_a_player_as_numbers():
    found = player_measures(Selection(tables(GAMES, TURNS, EVENTS)))
    assert rows(found, "game", "seat", "cluster", "win", "bonus", "builds") == [
        ("a", 0, "s7", 1.0, 5, 3),
        ("a", 1, "s7", 0.0, 2, 0),
    ]
