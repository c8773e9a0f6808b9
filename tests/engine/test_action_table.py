"""Actions as a table: each with its place and its whole price, like ones in one row."""

from __future__ import annotations

import pytest

from khronos_lab.core import (
    Build,
    Demolish,
    EndTurn,
    Exchange,
    Populate,
    Restore,
    Swap,
    Travel,
    square,
)
from khronos_lab.engine import rows_of
from khronos_lab.rulebook import FAITH, MIGHT, MILITARY, RELIGIOUS, say


@pytest.mark.parametrize(
    ("action", "where", "squares", "cost"),
    [
        (Build(MIGHT, MILITARY, 2, square("f4"), (2, 0, 0)), "Might", ("f4",), "mm"),
        (Demolish(FAITH, square("c1")), "Faith", ("c1",), "1 coin + 1 card"),
        (Populate(square("b2")), "Reason", ("b2",), "c"),
        (Restore(square("d3")), "Reason", ("d3",), "1 card"),
        (Travel(MIGHT, FAITH), "Might → Faith", (), "1 coin"),
        (Exchange((0, 2, 1)), "", (), "2 coins + rrc"),
        (Swap(RELIGIOUS, (1, 0, 0)), "", (), "m"),
        (EndTurn(), "", (), ""),
        (EndTurn((1, 0, 1)), "", (), "mc"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, tuple) else "",
)
def test_a_row_says_where_and_at_what_price(action, where, squares, cost):
    [row] = rows_of([action])
    assert row.what.startswith(say(f"action-{type(action).__name__}"))
    assert row[1:] == (where, squares, cost)


def test_squares_that_cost_the_same_share_a_row_and_ways_to_pay_share_a_cell():
    here, there = square("f4"), square("g7")
    actions = [
        Build(MIGHT, MILITARY, 1, sq, cards)
        for sq in (here, there)
        for cards in ((1, 0, 0), (0, 1, 0))
    ]
    [row] = rows_of(actions)
    assert (row.squares, row.cost) == (("f4", "g7"), "m, r")
    [dear, cheap] = rows_of([*actions[:2], actions[2]])
    assert (dear.squares, cheap.squares) == (("f4",), ("g7",))


def test_many_ways_to_pay_are_counted():
    ways = [Build(MIGHT, MILITARY, 2, square("a1"), (n, 6 - n, 0)) for n in range(6)]
    [row] = rows_of(ways)
    assert row.cost.endswith(", +2")
