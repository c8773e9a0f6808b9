"""Intervals of survival curves count games, not buildings."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.analysis import (
    LIVES,
    fates,
    fates_with_intervals,
    folded_life_table,
    folds_of,
    life_table,
    lives,
    survival,
    survival_with_intervals,
)
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


def folded(lived: pl.LazyFrame, folds: int = 1000) -> pl.LazyFrame:
    return folded_life_table(lived, table("games", GAMES), ("kind", "rank"), folds=folds)


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
    found = survival_with_intervals(folded(lived), level=0.5)
    after = by_time(found)[1]
    curves = [1 - 2 / 4, 1 - 3 / 4, 1 - 1 / 4]  # without a, without b, without c
    error = (2 / 3 * sum((each - 0.5) ** 2 for each in curves)) ** 0.5
    assert after["survival"] == 0.5
    assert after["survival_low"] == pytest.approx(0.5 - 0.674490 * error)
    assert after["survival_high"] == pytest.approx(0.5 + 0.674490 * error)
    assert after["clusters"] == 3


def test_as_many_buildings_in_fewer_games_are_less_sure():
    one = survival_with_intervals(folded(towers(a=(4, 4), b=(2, 6))))
    row = by_time(one)[1]
    assert row["survival_high"] - row["survival_low"] == pytest.approx(2 * 1.959964 * 0.125)


def test_games_of_one_seed_give_no_interval():
    found = survival_with_intervals(folded(towers(c=(1, 1), d=(0, 2))))
    assert by_time(found)[1]["survival_low"] is None


def test_the_curves_are_those_without_intervals():
    tables = played_tables().lazy()
    known = lives(tables.events)
    plain = survival(life_table(known)).collect()
    found = survival_with_intervals(folded_life_table(known, tables.games)).collect()
    assert found.select(plain.columns).equals(plain)
    ends = found.filter(pl.col("survival_low").is_not_null())
    assert ends.height == found.height
    assert ends.filter(pl.col("survival").is_between("survival_low", "survival_high")).height == (
        found.height
    )


def test_an_interval_of_a_fate_by_hand():
    lived = towers(a=(1, 1), b=(0, 2), c=(2, 0))
    found = fates_with_intervals(folded(lived), level=0.5).collect()
    [erased] = found.filter(fate="paradox", time=1).rows(named=True)
    shares = [2 / 4, 3 / 4, 1 / 4]  # without a, without b, without c
    error = (2 / 3 * sum((each - 0.5) ** 2 for each in shares)) ** 0.5
    assert erased["incidence"] == 0.5
    assert erased["incidence_low"] == pytest.approx(0.5 - 0.674490 * error)
    assert erased["incidence_high"] == pytest.approx(0.5 + 0.674490 * error)
    assert erased["clusters"] == 3
    [never] = found.filter(fate="demolished", time=1).rows(named=True)
    assert (never["incidence_low"], never["incidence_high"]) == (0, 0)


@pytest.mark.parametrize("by", [(), ("kind",), ("age", "kind", "rank")])
def test_intervals_are_those_of_leaving_out_fold_after_fold(by):
    tables = played_tables().lazy()
    lived = lives(tables.events)
    folded_table = folded_life_table(lived, tables.games, folds=5).collect().lazy()
    for ends, plain, name in (
        (survival_with_intervals(folded_table, by), survival, "survival"),
        (fates_with_intervals(folded_table, by), fates, "incidence"),
    ):
        found = ends.collect()
        keys = [*by, "time"] if name == "survival" else [*by, "fate", "time"]
        whole = plain(life_table(lived), by).collect()
        assert found.select(whole.columns).equals(whole)
        curves = []
        for fold in range(5):
            others = folded_table.filter(pl.col("fold") != fold).drop("fold", "clusters")
            rest = plain(others, by).collect()
            curve = found.select(keys).join(rest, on=keys, how="left", maintain_order="left")
            stays = pl.col(name).forward_fill()
            within = [key for key in keys if key != "time"]
            filled = curve.select(stays.over(within) if within else stays).to_series()
            curves.append(filled.fill_null(1.0 if name == "survival" else 0.0).to_list())
        for row, values in zip(found.rows(named=True), zip(*curves, strict=True), strict=True):
            mean = sum(values) / 5
            error = (4 / 5 * sum((value - mean) ** 2 for value in values)) ** 0.5
            width = 1.959964 * error
            assert row[f"{name}_low"] == pytest.approx(max(row[name] - width, 0), abs=1e-6)
            assert row[f"{name}_high"] == pytest.approx(min(row[name] + width, 1), abs=1e-6)
