"""Buildings followed through the events, their curves, and intervals that count games."""

from __future__ import annotations

import polars as pl
import pytest

from khronos_lab.questions import (
    LIVES,
    Unit,
    folded_life_table,
    incidence_curves,
    lives,
    survival_curves,
)
from tests.questions.rows import rows, table, tables

STORY = """
    game step cause turn round age    event              kind     rank owner square amount
    a    0    -     1    1     Might  BuildingBuilt      military 1    0     c3     1
    a    1    -     2    1     Might  BuildingBuilt      civil    1    -     a1     1
    a    2    -     2    1     Might  BuildingUpgraded   military 2    0     b2     1
    a    3    2     2    1     Faith  ShadowFalls        military 2    0     b2     2
    a    4    3     2    1     Faith  ShadowCast         military 2    0     b2     2
    a    5    -     3    2     Might  BuildingDemolished civil    1    -     a1     1
    a    6    -     4    2     Might  BuildingShrunk     military 1    0     c2     1
    a    7    6     4    2     Faith  ShadowWithdrawn    military 2    0     b2     2
    a    8    -     5    3     -      TurnEnded          -        -    -     -      -
    b    0    -     1    1     Might  BuildingBuilt      military 1    0     c3     1
"""
LIFE = ("game", "step", "end_step", "age", "kind", "rank", "square", "birth", "fate", "turns")


def test_every_building_has_its_end():
    assert rows(lives(tables(events=STORY).events), *LIFE) == [
        ("a", 0, 2, "Might", "military", 1, "c3", "built", "upgraded", 1),
        ("a", 1, 5, "Might", "civil", 1, "a1", "built", "demolished", 1),
        ("a", 2, 6, "Might", "military", 2, "b2", "upgraded", "shrunk", 2),
        ("a", 4, 7, "Faith", "military", 2, "b2", "cast", "withdrawn", 2),
        ("a", 6, None, "Might", "military", 1, "c2", "shrunk", "standing", 1),
        ("b", 0, None, "Might", "military", 1, "c3", "built", "standing", 0),
    ]


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


# ------------------------------------------------------------------ curves

# Five towers: one dies in its turn of birth, one after 1 turn, one grows after 1 turn, one dies
# after 2, one stands at the end after 3.
FIVE = """
    game step cause turn round age    event              kind     rank owner square amount
    a    0    -     1    1     Might  BuildingBuilt      military 1    0     a1     1
    a    1    -     1    1     Might  BuildingBuilt      military 1    0     c1     1
    a    2    -     1    1     Might  BuildingBuilt      military 1    0     e1     1
    a    3    -     1    1     Might  BuildingBuilt      military 1    0     g1     1
    a    4    -     1    1     Might  BuildingBuilt      military 1    0     i1     1
    a    5    -     1    1     Might  BuildingDemolished military 1    0     a1     1
    a    6    -     2    1     Might  BuildingDestroyed  military 1    0     c1     1
    a    7    -     2    1     Might  BuildingUpgraded   military 2    0     e1     1
    a    8    -     3    2     Might  BuildingDemolished military 1    0     g1     1
    a    9    -     4    2     -      TurnEnded          -        -    -     -      -
"""


def table_of(events: str, unit: Unit = "turns") -> pl.DataFrame:
    seats = "game seat seed\n a 0 1"
    return folded_life_table(
        lives(tables(events=events).events), table("games", seats), ("rank",), unit=unit
    ).collect()


def test_kaplan_meier_by_hand():
    found = survival_curves(table_of(FIVE), ("rank",)).frame
    assert rows(found, "rank", "time", "at_risk", "died", "left", "survival") == [
        (1, 0, 5, 1, 0, 0.8),  # 4/5
        (1, 1, 4, 1, 1, 0.6),  # times 3/4; one grew and leaves
        (1, 2, 2, 1, 0, 0.3),  # times 1/2
        (1, 3, 1, 0, 1, 0.3),
        (2, 2, 1, 0, 1, 1.0),
    ]
    by_round = survival_curves(table_of(FIVE, "rounds"), ()).frame
    assert rows(by_round, "time", "at_risk", "died") == [(0, 6, 2), (1, 3, 1)]


def test_fates_and_what_still_stands_add_up_to_one():
    found = incidence_curves(table_of(FIVE), ("rank",)).frame
    met = rows(found, "rank", "fate", "time", "incidence")
    last = {fate: share for rank, fate, time, share in met if (rank, time) == (1, 3)}
    # Before turn 1 stand 4/5: a quarter of them grows, a quarter is destroyed; then stand 2/5.
    assert last["upgraded"] == 0.2
    assert last["destroyed"] == 0.2
    assert last["demolished"] == 0.4  # 1/5 at once, then half of 2/5
    assert sum(last.values()) == pytest.approx(0.8)


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


def test_an_interval_by_hand():
    towers = folded(a=(1, 1), b=(0, 2), c=(2, 0))
    curves = [1 - 2 / 4, 1 - 3 / 4, 1 - 1 / 4]  # without a, without b, without c
    width = 0.674490 * (2 / 3 * sum((each - 0.5) ** 2 for each in curves)) ** 0.5
    [after] = survival_curves(towers, level=0.5).frame.filter(time=1).rows(named=True)
    fates = incidence_curves(towers, level=0.5).frame.filter(time=1)
    [erased] = fates.filter(fate="paradox").rows(named=True)
    for row, name in ((after, "survival"), (erased, "incidence")):
        assert row[name] == 0.5
        assert row[f"{name}_low"] == pytest.approx(0.5 - width)
        assert row[f"{name}_high"] == pytest.approx(0.5 + width)
        assert row["clusters"] == 3
    [never] = fates.filter(fate="demolished").rows(named=True)
    assert (never["incidence_low"], never["incidence_high"]) == (0, 0)


def test_as_many_buildings_in_fewer_games_are_less_sure_and_one_seed_gives_no_interval():
    [row] = rows(
        survival_curves(folded(a=(4, 4), b=(2, 6))).frame.filter(pl.col("time") == 1),
        "survival_low", "survival_high",
    )  # fmt: skip
    assert row[1] - row[0] == pytest.approx(2 * 1.959964 * 0.125, abs=1e-5)
    alone = survival_curves(folded(c=(1, 1), d=(0, 2))).frame
    assert rows(alone, "survival_low") == [(None,), (None,)]
