"""Intervals of survival curves count games, not buildings."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.analysis.statistics.buildings import LIVES, lives
from khronos_lab.analysis.statistics.survival import life_table, survival
from khronos_lab.analysis.statistics.survival_intervals import folds_of, survival_with_intervals
from tests.analysis.statistics.rows import played_tables, table

GAMES = """
    game seat seed
    a    0    1
    b    0    2
    c    0    3
    d    0    3
"""


def towers(**died: tuple[int, int]) -> pl.LazyFrame:
    """By game: how many watchtowers fell after a turn, and how many stood to the end after two."""
    lines = [
        (game, fate, turns)
        for game, (fell, stood) in died.items()
        for fate, turns in [("paradox", 1)] * fell + [("standing", 2)] * stood
    ]
    rows = [
        {"game": game, "kind": "military", "rank": 1, "fate": fate, "turns": turns}
        for game, fate, turns in lines
    ]
    return pl.DataFrame(rows, schema=dict(LIVES)).lazy()


def by_time(frame: pl.LazyFrame) -> dict[int, dict[str, float]]:
    rows = frame.collect(engine="streaming")
    assert rows.schema == frame.collect_schema()
    return {row["time"]: row for row in rows.iter_rows(named=True)}


def test_games_of_a_seed_share_a_fold():
    found = folds_of(table("games", GAMES), 1000).collect()
    folds = dict(found.select("game", "fold").iter_rows())
    assert folds["c"] == folds["d"]
    assert len(set(folds.values())) == 3


def test_an_interval_by_hand():
    lived = towers(a=(1, 1), b=(0, 2), c=(2, 0))
    found = survival_with_intervals(lived, table("games", GAMES), folds=1000, level=0.5)
    after = by_time(found)[1]
    curves = [1 - 2 / 4, 1 - 3 / 4, 1 - 1 / 4]  # without a, without b, without c
    error = (2 / 3 * sum((each - 0.5) ** 2 for each in curves)) ** 0.5
    assert after["survival"] == 0.5
    assert after["survival_low"] == pytest.approx(0.5 - 0.674490 * error)
    assert after["survival_high"] == pytest.approx(0.5 + 0.674490 * error)
    assert after["clusters"] == 3


def test_as_many_buildings_in_fewer_games_are_less_sure():
    one = survival_with_intervals(towers(a=(4, 4), b=(2, 6)), table("games", GAMES), folds=1000)
    row = by_time(one)[1]
    assert row["survival_high"] - row["survival_low"] == pytest.approx(2 * 1.959964 * 0.125)


def test_games_of_one_seed_give_no_interval():
    found = survival_with_intervals(towers(c=(1, 1), d=(0, 2)), table("games", GAMES))
    assert by_time(found)[1]["survival_low"] is None


def test_the_curves_are_those_without_intervals():
    tables = played_tables().lazy()
    known = lives(tables.events)
    plain = survival(life_table(known)).collect()
    found = survival_with_intervals(known, tables.games).collect()
    assert found.select(plain.columns).equals(plain)
    ends = found.filter(pl.col("survival_low").is_not_null())
    assert ends.height == found.height
    assert ends.filter(pl.col("survival").is_between("survival_low", "survival_high")).height == (
        found.height
    )
