"""The ladder: who meets whom, that it goes on where it was, and what it prints."""

from __future__ import annotations

import re

import polars as pl
import pytest
from click.testing import CliRunner

from khronos_lab.analysis import read_tables
from khronos_lab.commands import main
from khronos_lab.front import dataset
from khronos_lab.questions import duels
from khronos_lab.rulebook import KhronosError
from khronos_lab.simulation import ladder


def test_every_two_meet_and_at_four_one_sits_against_three_either_way(tmp_path):
    own = "tests.simulation.players:Slow"
    ladder(["random", own], tmp_path / "two", deals=1, workers=1)
    ladder(["random", own], tmp_path / "four", deals=1, workers=1, table=4)
    met = {path.name for path in tmp_path.glob("*/*")}
    slow = "tests.simulation.players.Slow"
    assert met == {
        f"random-against-{slow}", f"random-against-3-{slow}", f"{slow}-against-3-random"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (["random"], {}, "at least two players"),
        (["random", "random"], {}, "each named once"),
        (["random", "greedy"], {"deals": 0}, "whole number from 1 on, not 0"),
        (["random", "greedy"], {"table": 6}, "two to five play Khronos, not 6 (S1)"),
        (["random", "nobody"], {}, 'There is no player "nobody"'),
    ],
)
def test_a_ladder_that_makes_no_sense_is_refused(tmp_path, players, options, said):
    with pytest.raises(KhronosError) as fault:
        ladder(players, tmp_path / "out", **options)
    assert said in str(fault.value)


def test_the_same_deals_are_played_from_every_seat_and_more_can_follow(tmp_path):
    ladder(["random", "greedy"], tmp_path, deals=2, workers=1)
    games = read_tables(tmp_path).games.collect()
    assert games.group_by("seed").len()["len"].to_list() == [4, 4]
    sat = games.filter(games["player"] == "greedy").sort("seed", "seat")
    assert sat["seat"].to_list() == [0, 1, 0, 1]
    found = ladder(["random", "greedy"], tmp_path, deals=3, workers=1)
    after = read_tables(tmp_path).games.collect()
    assert after["seed"].n_unique() == 3
    assert after.filter(after["game"].is_in(games["game"].implode())).equals(games)
    assert found.duels["clusters"].to_list() == [3, 3]


PLAYERS = "tests.simulation.players"


@pytest.mark.parametrize(
    ("player", "reason"), [("SoreLoser", "I do not like this"), ("Leaver", "called sys.exit")]
)
def test_a_player_that_fails_is_not_rated(tmp_path, player, reason):
    names = f"random,{PLAYERS}:{player}"
    asked = ["ladder", "--players", names, "--deals", "4", "--quiet", "--workers", "1"]
    result = CliRunner().invoke(main, [*asked, "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert re.search(r"\d of 8 games failed, so there is no rating", result.output)
    assert reason in result.output
    assert re.search(rf"\(in choose, line \d+ of {PLAYERS}\)", result.output)


def test_a_player_that_calls_sys_exit_fails_in_every_command(tmp_path):
    names = f"random,{PLAYERS}:Leaver"
    asked = ["simulate", "--games", "2", "--players", names, "--out", str(tmp_path), "--quiet"]
    result = CliRunner().invoke(main, asked)
    assert (result.exit_code, "2 failed" in result.output) == (1, True), result.output
    again = CliRunner().invoke(
        main, ["simulate", "--out", str(tmp_path), "--game", "0", "--trust", PLAYERS]
    )
    assert (again.exit_code, "called sys.exit" in again.output) == (1, True), again.output
    assert "2 games failed and are missing here" in repr(dataset(tmp_path))


def test_no_interval_is_beyond_nothing_and_all():
    coins = [(9, 1), (9, 1), (5, 5)]
    rows = [
        (str(game), seat, 3, 2, name, score[seat], True, str(game))
        for game, score in enumerate(coins)
        for seat, name in enumerate("ab")
    ]
    names = ["game", "seat", "step", "players", "player", "coins", "finished", "seed"]
    found = duels(pl.DataFrame(rows, names, orient="row").lazy()).collect()
    assert found["share"].round(2).to_list() == [0.83, 0.17]
    assert found.select("share_low", "share_high").unpivot()["value"].is_between(0, 1).all()
    assert 0.95 < found["share_high"][0] <= 1
