"""Answers worked out a second way: plain loops, and regressions written out with their dummies."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from random import Random
from statistics import mean

import numpy as np
import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.analysis.statistics.computing.adjusting import adjusted_effects
from khronos_lab.analysis.statistics.computing.intervals import student_quantile

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


@pytest.fixture(scope="module")
def pairs(small, people) -> dict[str, list[tuple[float, float]]]:
    """By seed: how much stronger a player's hands were than those of the table, and the lead."""
    strengths: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row in small.turns.collect().iter_rows(named=True):
        paid = [
            max((value for value in VALUES[kind] if value <= row[f"hand_{kind}"]), default=0)
            for kind in VALUES
        ]
        strengths[row["game"], row["seat"]].append(max(paid))
    means = {key: mean(each) for key, each in strengths.items()}
    tables, found = defaultdict(list), defaultdict(list)
    for game, seat in means:
        tables[game].append(means[game, seat])
    for (game, seat), strength in means.items():
        row = people[game, seat]
        found[row["seed"]].append((strength - mean(tables[game]), row["lead"]))
    return found


def slope_and_share(pairs):
    xx, xy, yy = (sum(row[i] * row[j] for row in pairs) for i, j in ((0, 0), (0, 1), (1, 1)))
    return xy / xx, xy**2 / (xx * yy)


def test_what_the_cards_account_for_by_plain_loops(small, pairs):
    slope, share = slope_and_share([pair for each in pairs.values() for pair in each])
    row = small.luck().frame.row(0, named=True)
    assert row["slope"] == pytest.approx(slope, rel=1e-6)
    assert row["explained"] == pytest.approx(share, rel=1e-6)


def test_how_sure_that_is_by_drawing_seeds_again(small, pairs):
    """Another source of chance draws other samples: ends agree to a sixth of the width."""
    draw, seeds = Random(5), sorted(pairs)
    drawn = [
        slope_and_share(
            [pair for seed in draw.choices(seeds, k=len(seeds)) for pair in pairs[seed]]
        )
        for _ in range(1500)
    ]
    row = small.luck().frame.row(0, named=True)
    for name, values in zip(("slope", "explained"), zip(*drawn, strict=True), strict=True):
        low, high = np.quantile(values, [0.025, 0.975])
        ends = (row[f"{name}_low"], row[f"{name}_high"])
        assert ends == pytest.approx((low, high), abs=(high - low) / 6)


def sandwich(matrix, value, clusters, level_free):
    """First coefficient of a regression and its error that counts clusters, written out."""
    inverse = np.linalg.pinv(matrix.T @ matrix)
    found = inverse @ matrix.T @ value
    left = value - matrix @ found
    meat = np.zeros_like(inverse)
    names = sorted(set(clusters))
    for name in names:
        rows = [place for place, each in enumerate(clusters) if each == name]
        score = matrix[rows].T @ left[rows]
        meat += np.outer(score, score)
    error = np.sqrt((inverse @ meat @ inverse)[0, 0] * len(names) / (len(names) - 1))
    reach = student_quantile(0.95, level_free(names) - 1) * error
    return found[0], found[0] - reach, found[0] + reach


def dummies(people):
    """A column for each sort of player at each place; the company is the same at all tables."""
    strata = sorted({(row["who"], row["place"]) for row in people.values()})
    rows = [[(row["who"], row["place"]) == each for each in strata] for row in people.values()]
    return np.array(rows, dtype=float)


def test_how_sure_it_is_that_something_pays(small, people):
    done = set(small.events.filter(DONE).select("game", "seat").collect().rows())
    did = np.array([[float(key in done)] for key in people])
    clusters = [row["seed"] for row in people.values()]
    own = {row["seed"] for key, row in people.items() if key in done}
    expected = sandwich(
        np.hstack([did, dummies(people)]),
        np.array([row["lead"] for row in people.values()]),
        clusters,
        lambda _: len(own),
    )
    row = small.pays(DONE).frame.filter("did").row(0, named=True)
    assert (row["gain"], row["gain_low"], row["gain_high"]) == pytest.approx(expected)


def test_what_a_paradox_costs_is_the_slope_of_a_regression(small, people):
    lost = Counter[tuple[str, int, str]]()
    events = small.events.collect().rows(named=True)
    falls = {(row["game"], row["step"]): row for row in events if row["event"] == "ShadowFalls"}
    for row in events:
        if row["event"] == "BuildingErased" and row["owner"] is not None:
            copy = falls.get((row["game"], row["cause"]))
            if copy is None or not covers(copy, row):
                lost[row["game"], row["owner"], row["kind"]] += 1
    frame = small.paradox_costs(by="kind").frame
    assert dict(frame.select("kind", "number").iter_rows()) == {
        kind: sum(number for key, number in lost.items() if key[2] == kind)
        for kind in {key[2] for key in lost}
    }
    lead = np.array([row["lead"] for row in people.values()])
    clusters = [row["seed"] for row in people.values()]
    for row in frame.iter_rows(named=True):
        number = np.array([[float(lost[*key, row["kind"]])] for key in people])
        slope, low, high = sandwich(np.hstack([number, dummies(people)]), lead, clusters, len)
        assert (row["cost"], row["cost_low"], row["cost_high"]) == pytest.approx(
            (-slope, -high, -low)
        )


def covers(copy, building):
    """True if the copy is of the building's kind and owner and covers all of it (B6, B7)."""
    if (copy["kind"], copy["owner"]) != (building["kind"], building["owner"]):
        return False
    old, new = (
        {(ord(row["square"][0]) + right, int(row["square"][1:]) + down)
         for right in range(row["rank"]) for down in range(row["rank"])}
        for row in (building, copy)
    )  # fmt: skip
    return old <= new


def test_how_sure_the_chances_from_behind_are(small, people):
    """Wilson's interval with as many rows as the spread over seeds is worth."""
    coins: dict[tuple[str, int], dict[int, int]] = defaultdict(dict)
    for row in small.turns.collect().iter_rows(named=True):
        coins[row["game"], row["round"]][row["seat"]] = row["coins_after"]
    won, rows = Counter[str](), Counter[str]()
    for (game, number), stand in coins.items():
        for seat, own in stand.items():
            if number == 3 and 3 <= max(stand.values()) - own < 6:
                won[people[game, seat]["seed"]] += people[game, seat]["win"]
                rows[people[game, seat]["seed"]] += 1
    share, count = sum(won.values()) / sum(rows.values()), len(rows)
    spread = sum((won[seed] - share * rows[seed]) ** 2 for seed in rows) * count / (count - 1)
    worth = share * (1 - share) * sum(rows.values()) ** 2 / spread
    part = student_quantile(0.95, count - 1) ** 2 / worth
    middle = (share + part / 2) / (1 + part)
    half = np.sqrt(part * share * (1 - share) + part**2 / 4) / (1 + part)
    found = small.comebacks().frame.filter((pl.col("round") == 3) & (pl.col("behind") == 3))
    ends = found.select("win_low", "win_high").row(0)
    assert ends == pytest.approx((middle - half, middle + half))
