"""Duels and ratings, with answers worked out by hand."""

from __future__ import annotations

import math

import polars as pl
import pytest

from khronos_lab.analysis.statistics.ratings import duels, meetings, ratings
from khronos_lab.analysis.tables.schema import SCHEMAS


def table(*games: tuple[str, str, dict[str, int]]) -> pl.LazyFrame:
    """Games as rows: id, seed, coins by player."""
    rows = [
        {
            "game": game,
            "seat": seat,
            "player": player,
            "players": len(coins),
            "seed": seed,
            "coins": held,
            "finished": True,
            "step": 7,
        }
        for game, seed, coins in games
        for seat, (player, held) in enumerate(coins.items())
    ]
    return pl.LazyFrame(
        rows, schema_overrides={n: t for n, t in SCHEMAS["games"].items() if n in rows[0]}
    )


def test_who_has_more_coins_wins_the_duel_and_equal_coins_are_half_a_win():
    games = table(("g1", "1", {"a": 5, "b": 3}), ("g2", "2", {"a": 4, "b": 4}))
    found = meetings(games).sort("game", "one").collect()
    assert found["score"].to_list() == [1.0, 0.0, 0.5, 0.5]
    shares = duels(games).collect()
    assert shares.select("one", "other", "share", "clusters").rows() == [
        ("a", "b", 0.75, 2),
        ("b", "a", 0.25, 2),
    ]


def test_a_player_in_several_seats_never_meets_himself():
    games = table(("g1", "1", {"a": 9, "b": 1, "b#2": 10}))
    found = meetings(games).sort("one", "score").collect()
    assert found.select("one", "other", "score").rows() == [
        ("a", "b", 0.0),
        ("a", "b", 1.0),
        ("b", "a", 0.0),
        ("b", "a", 1.0),
    ]


def test_an_unfinished_game_counts_for_nothing():
    games = table(("g1", "1", {"a": 5, "b": 3})).with_columns(finished=pl.lit(False))
    assert meetings(games).collect().is_empty()
    assert ratings(games).collect().is_empty()


def test_ratings_of_two_follow_from_their_odds():
    # Three wins to one, and half a win for both: odds of 3.5 to 1.5.
    games = table(*((f"g{n}", str(n), {"a": 5 - 4 * (n == 0), "b": 3}) for n in range(4)))
    found = ratings(games).collect()
    assert found["player"].to_list() == ["a", "b"]
    gap = found["rating"][0] - found["rating"][1]
    assert gap == pytest.approx(400 * math.log10(3.5 / 1.5))
    assert found["rating"].sum() == pytest.approx(0, abs=1e-6)
    assert found["duels"].to_list() == [4, 4]


def test_who_never_lost_has_a_rating_and_an_interval():
    games = table(*((f"g{n}", str(n), {"a": 5, "b": 3}) for n in range(20)))
    found = ratings(games).collect()
    assert 200 < found["rating"][0] < 2000
    assert found["rating_low"][0] == pytest.approx(found["rating"][0])


def test_a_seed_is_one_piece_of_evidence_however_often_it_is_played():
    once = [(f"g{n}", str(n), {"a": n % 3, "b": 1}) for n in range(30)]
    again = [(f"{game}x", seed, coins) for game, seed, coins in once]
    few, many = (duels(table(*games)).collect() for games in (once, once + again))
    assert few["share"].to_list() == many["share"].to_list()
    assert few["share_low"].to_list() == pytest.approx(many["share_low"].to_list())
    tight = duels(table(*once, *((f"{g}y", f"{s}y", c) for g, s, c in once))).collect()
    assert tight["share_low"][0] > few["share_low"][0]


def test_three_players_are_rated_across_those_they_never_met():
    games = table(
        *((f"x{n}", f"x{n}", {"a": 5 if n else 1, "b": 3}) for n in range(4)),
        *((f"y{n}", f"y{n}", {"b": 5 if n else 1, "c": 3}) for n in range(4)),
    )
    found = ratings(games).collect()
    assert found["player"].to_list() == ["a", "b", "c"]
    steps = found["rating"].diff().to_list()[1:]
    assert steps == pytest.approx([-400 * math.log10(3.5 / 1.5)] * 2, rel=1e-6)


def test_players_whom_nothing_links_are_rated_apart():
    # Odds of 3.5 to 1.5 among c, d and e in a row, and of 2.5 to 0.5 between a and b.
    games = table(
        *((f"x{n}", f"x{n}", {"c": 5 if n else 1, "d": 3}) for n in range(4)),
        *((f"y{n}", f"y{n}", {"d": 5 if n else 1, "e": 3}) for n in range(4)),
        *((f"z{n}", f"z{n}", {"b": 5, "a": 3}) for n in range(2)),
    )
    found = ratings(games).collect()
    assert found.select("group", "player").rows() == [
        (1, "c"), (1, "d"), (1, "e"), (2, "b"), (2, "a"),
    ]  # fmt: skip
    step, gap = 400 * math.log10(3.5 / 1.5), 400 * math.log10(2.5 / 0.5)
    assert found["rating"].to_list() == pytest.approx([step, 0, -step, gap / 2, -gap / 2], abs=1e-6)
    assert found["rating_low"].is_finite().all()
    assert found["rating_high"].is_finite().all()


def test_players_who_all_compare_are_one_group():
    found = ratings(table(("g1", "1", {"a": 5, "b": 3}), ("g2", "2", {"b": 4, "c": 4}))).collect()
    assert found["group"].to_list() == [1, 1, 1]


def test_one_seed_gives_one_answer():
    games = table(*((f"g{n}", str(n), {"a": n % 5, "b": 2}) for n in range(25)))
    assert ratings(games, seed=3).collect().equals(ratings(games, seed=3).collect())
    assert not ratings(games, seed=3).collect().equals(ratings(games, seed=4).collect())
