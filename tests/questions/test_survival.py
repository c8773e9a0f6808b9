"""Buildings followed through the events, their curves, and intervals that count games."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.questions import (
    LIVES,
    folded_life_table,
    lives,
    survival_curves,
)
from tests.questions.rows import rows, table, tables


def copied(kind: str, rank: int, owner: str, square: str) -> str:
    """A watchtower of seat 0 on c3 of Faith, and then a copy that covers it."""
    return f"""
        game step cause turn round age    event          kind     rank   owner   square   amount
        a    0    -     1    1     Faith  BuildingBuilt  military 1      0       c3       1
        a    1    -     3    2     Faith  ShadowFalls    {kind}   {rank} {owner} {square} 2
        a    2    1     3    2     Faith  BuildingErased military 1      0       c3       1
        a    3    1     3    2     Faith  ShadowCast     {kind}   {rank} {owner} {square} 2
        a    4    -     3    2     -      GameEnded      -        -      -       -        9
    """


@pytest.mark.parametrize(
    ("copy", "fate"),
    [
        (("military", 2, "0", "b2"), "succeeded"),
        (("military", 2, "0", "c3"), "succeeded"),
        (("military", 1, "0", "c3"), "succeeded"),
        (("military", 3, "0", "a1"), "succeeded"),
        (("military", 2, "1", "b2"), "paradox"),
        (("religious", 2, "0", "b2"), "paradox"),
        (("civil", 2, "-", "b2"), "paradox"),
    ],
)
def test_b6_a_building_lives_on_only_in_a_copy_of_its_kind_and_owner(copy, fate):
    events = tables(events=copied(*copy)).events
    assert rows(lives(events), "step", "end_step", "fate")[0] == (0, 2, fate)


# ------------------------------------------------------------------ intervals

GAMES = """
    game seat seed
    a    0    1
    b    0    2
    c    0    3
    d    0    3
"""


def folded(**died: tuple[int, int]) -> pl.DataFrame:
    """By game: how many watchtowers fell after a turn, and how many stood to the end after two."""
    rows = [
        {"game": game, "kind": "military", "rank": 1, "fate": fate, "turns": turns}
        for game, (fell, stood) in died.items()
        for fate, turns in [("paradox", 1)] * fell + [("standing", 2)] * stood
    ]
    lived = pl.DataFrame(rows, schema=dict(LIVES)).lazy()
    return folded_life_table(lived, table("games", GAMES), ("kind", "rank"), folds=1000).collect()


def test_as_many_buildings_in_fewer_games_are_less_sure_and_one_seed_gives_no_interval():
    [row] = rows(
        survival_curves(folded(a=(4, 4), b=(2, 6))).frame.filter(pl.col("time") == 1),
        "survival_low", "survival_high",
    )  # fmt: skip
    assert row[1] - row[0] == pytest.approx(2 * 1.959964 * 0.125, abs=1e-5)
    alone = survival_curves(folded(c=(1, 1), d=(0, 2))).frame
    assert rows(alone, "survival_low") == [(None,), (None,)]
