"""Answers worked out a second way: plain loops, and regressions written out with their dummies."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from statistics import mean

import numpy as np
import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.analysis.statistics.computing.adjusting import adjusted_effects

DONE = (pl.col("event") == "BuildingBuilt") & (pl.col("kind") == "civil") & (pl.col("round") == 1)

VALUES = {"military": (1, 2, 4), "religious": (1, 2, 4), "civil": (1, 3, 5)}
"""What buildings are worth and cost in cards (S2, A1)."""


@pytest.fixture(scope="module")
def small() -> kl.Dataset:
    return kl.dataset("data/sample/3-mixed")


@pytest.fixture(scope="module")
def people(small) -> dict[tuple[str, int], dict]:
    """By game and seat: the row of the table of games, with the share of the win and the lead."""
    rows = small.games.collect().rows(named=True)
    coins = defaultdict(list)
    for row in rows:
        coins[row["game"]].append(row["coins"])
    for row in rows:
        table = coins[row["game"]]
        row["win"] = row["won"] / table.count(max(table))
        row["lead"] = row["coins"] - mean(table)
        row["who"] = row["player"].partition("#")[0]
        row["place"] = (row["seat"] - row["start_seat"]) % row["players"]
    return {(row["game"], row["seat"]): row for row in rows}


def test_chances_from_behind_by_plain_loops(small, people):
    coins: dict[tuple[str, int], dict[int, int]] = defaultdict(dict)
    for row in small.turns.collect().iter_rows(named=True):
        coins[row["game"], row["round"]][row["seat"]] = row["coins_after"]
    limits = (0, 1, 3, 6, 10, 15, 25)
    won, rows = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for (game, number), stand in coins.items():
        for seat, own in stand.items():
            behind = max(each for each in limits if each <= max(stand.values()) - own)
            won[number, behind] += people[game, seat]["win"]
            rows[number, behind] += 1
    found = small.comebacks().frame
    assert {(n, b): r for n, b, r in found.select("round", "behind", "rows").rows()} == rows
    for number, behind, share in found.select("round", "behind", "win").iter_rows():
        assert share == pytest.approx(won[number, behind] / rows[number, behind])


def test_what_goes_with_doing_it_is_the_coefficient_of_a_regression(small, people):
    done = set(small.events.filter(DONE).select("game", "seat").collect().rows())
    strata = sorted({(row["who"], row["place"]) for row in people.values()})
    matrix = np.array(
        [
            [float(key in done), *((row["who"], row["place"]) == each for each in strata)]
            for key, row in people.items()
        ]
    )
    lead = np.array([row["lead"] for row in people.values()])
    coefficient = np.linalg.lstsq(matrix, lead, rcond=None)[0][0]
    frame = small.pays(DONE).frame
    row = frame.filter("did").row(0, named=True)
    assert row["rows"] == len(done & set(people))
    assert row["gain"] == pytest.approx(coefficient)
    assert row["gain_low"] < row["gain"] < row["gain_high"]


def test_effects_of_several_groups_are_those_of_dummies():
    rng = np.random.default_rng(4)
    group, stratum = rng.integers(0, 3, 400), rng.integers(0, 5, 400)
    value = group * 1.5 + stratum * 7.0 + rng.normal(size=400)
    seeds = (np.arange(400) // 40).astype(str)  # with several rows of one group and stratum
    rows = pl.DataFrame({"group": group, "stratum": stratum, "value": value, "cluster": seeds})
    dummies = np.column_stack(
        [*(group == each for each in (1, 2)), *(stratum == each for each in range(5))]
    ).astype(float)
    one, two = np.linalg.lstsq(dummies, value, rcond=None)[0][:2]
    raw = np.array([0.0, one, two])
    expected = raw - (raw * np.bincount(group)).sum() / len(group)
    found = adjusted_effects(rows.lazy(), ["group"], "value", ["stratum"]).collect().sort("group")
    assert found["effect"].to_list() == pytest.approx(expected.tolist())
    assert all(high > low for low, high in found.select("effect_low", "effect_high").rows())
    assert all(b > a for a, b in pairwise(found["effect"]))


def test_what_the_cards_account_for_by_plain_loops(small, people):
    strengths: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row in small.turns.collect().iter_rows(named=True):
        paid = [
            max((value for value in VALUES[kind] if value <= row[f"hand_{kind}"]), default=0)
            for kind in VALUES
        ]
        strengths[row["game"], row["seat"]].append(max(paid))
    means = {key: mean(each) for key, each in strengths.items()}
    tables = defaultdict(list)
    for game, seat in means:
        tables[game].append(means[game, seat])
    xx = xy = yy = 0.0
    for (game, seat), strength in means.items():
        x, y = strength - mean(tables[game]), people[game, seat]["lead"]
        xx, xy, yy = xx + x * x, xy + x * y, yy + y * y
    row = small.luck().frame.row(0, named=True)
    assert row["slope"] == pytest.approx(xy / xx, rel=1e-6)
    assert row["explained"] == pytest.approx(xy**2 / (xx * yy), rel=1e-6)
    assert row["explained_low"] <= row["explained"] <= row["explained_high"]
