"""The ladder: who meets whom, that it goes on where it was, and what it prints."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from khronos_lab.analysis.tables.parquet_files import read_tables
from khronos_lab.cli import main
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.simulation.ladder import folder_name, ladder, pairings


def test_every_two_meet_once_at_a_table_of_two():
    assert pairings(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_at_four_one_sits_against_three_either_way():
    assert pairings(["a", "b"], 4) == [("a", "b", "b", "b"), ("b", "a", "a", "a")]
    assert folder_name(("a", "b", "b", "b")) == "a-against-3-b"
    assert folder_name(("my.players:Own", "b")) == "my.players.Own-against-b"


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (["random"], {}, "at least two players"),
        (["random", "random"], {}, "each named once"),
        (["random", "greedy"], {"deals": 0}, "at least one deal"),
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


def test_the_command_prints_ratings_and_duels(tmp_path):
    asked = ["ladder", "--players", "random,greedy", "--deals", "2", "--quiet"]
    result = CliRunner().invoke(main, [*asked, "--workers", "1", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[1].startswith("greedy")
    assert lines[2].startswith("random")
    assert any(line.startswith("greedy above random, 2 players") for line in lines)


def test_the_command_tells_a_fault_in_one_sentence(tmp_path):
    result = CliRunner().invoke(main, ["ladder", "--players", "random", "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert result.output.strip().count("\n") == 0
