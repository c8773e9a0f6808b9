"""Duels and ratings, with answers worked out by hand."""

from __future__ import annotations

import math

import polars as pl
import pytest

from khronos_lab.analysis import SCHEMAS
from khronos_lab.questions import duels, ratings


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


def test_an_unfinished_game_counts_for_nothing():
    games = table(("g1", "1", {"a": 5, "b": 3})).with_columns(finished=pl.lit(False))
    assert duels(games).collect().is_empty()
    assert ratings(games).collect().is_empty()


def test_ratings_of_two_follow_from_their_odds():
    games = table(*((f"g{n}", str(n), {"a": 5 - 4 * (n == 0), "b": 3}) for n in range(4)))
    found = ratings(games, anchor="b").collect()
    assert found["player"].to_list() == ["a", "b"]
    assert found["rating"].to_list() == pytest.approx([400 * math.log10(3), 0])
    assert found["anchor"].to_list() == ["b", "b"]
    assert found["duels"].to_list() == [4, 4]
    # Three wins of four, each game by itself: the error of the logit, with Student's quantile.
    error = math.sqrt(4 / 3 * (3 * 0.25**2 + 0.75**2)) / (4 * 0.75 * 0.25)
    reach = 400 / math.log(10) * 3.182446 * error
    assert found["rating_high"][0] - found["rating"][0] == pytest.approx(reach, rel=1e-5)
    other = ratings(games, anchor="a").collect()
    assert other["rating"].to_list() == pytest.approx([0, -400 * math.log10(3)])


def test_who_never_won_has_a_bound_that_more_games_move_and_repeats_do_not():
    def bound(number, copies=1):
        games = table(
            *((f"g{n}.{k}", str(n), {"a": 5, "b": 3}) for n in range(number) for k in range(copies))
        )
        rows = ratings(games, anchor="a").collect()
        assert rows["player"].to_list() == ["a", "b"]
        assert rows.row(1)[3:5] == (None, None)
        return rows["rating_high"][1]

    # A chance p that 20 deals without a win have a chance of 1 in 40: (1 - p) ** 20 == 0.025.
    p = 1 - 0.025 ** (1 / 20)
    assert bound(20) == pytest.approx(400 * math.log10(p / (1 - p)))
    assert bound(20, copies=50) == pytest.approx(bound(20))
    assert bound(200) < bound(20) - 300
    mirrored = ratings(table(*((f"g{n}", str(n), {"a": 5, "b": 3}) for n in range(20))), anchor="b")
    assert mirrored.collect()["rating_low"][0] == pytest.approx(-bound(20))


def test_three_players_are_rated_across_those_they_never_met():
    games = table(
        *((f"x{n}", f"x{n}", {"a": 5 if n else 1, "b": 3}) for n in range(4)),
        *((f"y{n}", f"y{n}", {"b": 5 if n else 1, "c": 3}) for n in range(4)),
    )
    found = ratings(games, anchor="b").collect()
    assert found["player"].to_list() == ["a", "b", "c"]
    step = 400 * math.log10(3)
    assert found["rating"].to_list() == pytest.approx([step, 0, -step], rel=1e-6)


def test_players_whom_nothing_links_are_rated_apart():
    games = table(
        *((f"x{n}", f"x{n}", {"c": 5 if n else 1, "d": 3}) for n in range(4)),
        *((f"y{n}", f"y{n}", {"d": 5 if n else 1, "e": 3}) for n in range(4)),
        *((f"z{n}", f"z{n}", {"b": 5 if n else 1, "a": 3}) for n in range(3)),
    )
    found = ratings(games).collect()
    assert found.select("group", "player", "anchor").rows() == [
        (1, "c", "d"), (1, "d", "d"), (1, "e", "d"), (2, "b", "a"), (2, "a", "a"),
    ]  # fmt: skip
    step, gap = 400 * math.log10(3), 400 * math.log10(2)
    assert found["rating"].to_list() == pytest.approx([step, 0, -step, gap, 0], abs=1e-6)
