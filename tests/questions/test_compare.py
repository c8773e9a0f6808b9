"""Two datasets side by side: worked out by hand, and what the bootstrap draws."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import pytest

from khronos_lab.questions import compare
from khronos_lab.rulebook import KhronosError
from tests.questions.rows import rows


def side(values: Sequence[float], clusters: str | list[str]) -> pl.LazyFrame:
    return pl.LazyFrame({"cluster": list(clusters), "x": values, "seat": [0] * len(values)})


ONE, OTHER = "abcdefghij", "klmnopqrst"
"""Ten deals each."""


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
