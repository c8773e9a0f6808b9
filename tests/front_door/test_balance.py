"""The balance lab: other numbers, the same deals, and honest differences."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import khronos_lab as kl
from khronos_lab.rulebook import KhronosError

GAMES = 12
TWO = ["random", "greedy"]


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    out = tmp_path_factory.mktemp("balance")
    variants = {"poor": kl.rules_with(start_coins=0), "Bonus 5!": kl.rules_with(bonus_might=5)}
    found = kl.balance(variants, GAMES, TWO, out, seed=3, workers=1, progress=False)
    return found, out


def folders(out):
    return {each.name: kl.dataset(each) for each in sorted(out.iterdir())}


def test_every_rule_set_is_a_dataset_with_the_same_deals(answer):
    found = folders(answer[1])
    assert list(found) == ["bonus-5", "poor", "usual-rules"]
    deals = [
        each.games.sort("seed", "seat").collect().select("seed", "seat", "player", "start_seat")
        for each in found.values()
    ]
    assert deals[0].equals(deals[1])
    assert deals[0].equals(deals[2])
    numbers = [each.games.collect()["numbers"].unique().to_list() for each in found.values()]
    assert numbers == [["bonus in might 5"], ["start coins 0"], [""]]


def test_the_numbers_are_means_and_paired_intervals_by_deal(answer):
    found, out = answer
    games = {name: each.games.collect() for name, each in folders(out).items()}
    usual, poor = (
        np.array(games[name].group_by("seed").agg(pl.col("coins").mean()).sort("seed")["coins"])
        for name in ("usual-rules", "poor")
    )
    row = found.frame.filter((pl.col("variant") == "poor") & (pl.col("measure") == "coins"))
    told = row.row(0, named=True)
    assert told["usual"] == pytest.approx(usual.mean())
    assert told["changed"] == pytest.approx(poor.mean())
    error = (poor - usual).std(ddof=1) / np.sqrt(GAMES)
    student = 2.200985  # 11 degrees of freedom
    assert told["difference_high"] - told["difference"] == pytest.approx(student * error, rel=1e-5)
    assert told["clusters_both"] == GAMES


def test_called_again_it_keeps_the_games(answer):
    _, out = answer
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    kl.balance(
        {"poor": kl.rules_with(start_coins=0)}, GAMES, TWO, out, seed=3, workers=1, progress=False
    )
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")} == before


def test_games_that_nobody_keeps_live_as_long_as_the_answer():
    found = kl.balance(kl.rules_with(castle=3), 10, ["random"] * 2, workers=1, progress=False)
    assert found.frame["variant"].unique().to_list() == ["castle value 3 (S2)"]
    game = found.asked.whole.games.collect()["game"][0]
    assert found.opener is not None
    assert found.opener(game, 5).step == 5


@pytest.mark.parametrize(
    ("variants", "words"),
    [
        ({}, "Name the variants"),
        ([kl.rules_with(castle=3)], "Name the variants"),
        ({"castle 3": 3}, '"castle 3" is not a rule set: write kl.rules_with(castle=3), not 3.'),
        ({"same": kl.rules_with()}, '"same" changes nothing'),
        ({"a b": kl.rules_with(castle=3), "A-b": kl.rules_with(castle=5)}, "Two variants are"),
    ],
)
def test_what_is_no_variant_is_refused_in_a_sentence(variants, words):
    with pytest.raises(KhronosError, match=words.replace("(", r"\(").replace(")", r"\)")):
        kl.balance(variants, 2)


def test_too_few_deals_are_refused_before_anything_is_said():
    found = kl.balance(kl.rules_with(castle=3), 2, ["random"] * 2, workers=1, progress=False)
    with pytest.raises(KhronosError, match="too few to compare"):
        _ = found.frame
