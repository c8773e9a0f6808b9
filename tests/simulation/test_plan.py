"""What is played: seats, maps, rules and deals of the games of a simulation."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest

from khronos_lab.analysis import read_tables
from khronos_lab.core import map_text
from khronos_lab.engine import generate_map
from khronos_lab.rulebook import Edition, KhronosError, RuleSet
from khronos_lab.simulation import play_again, simulate

TWO = ("greedy", "random")
TRIO = ("random", "random", "greedy")
RULES = (RuleSet(), RuleSet(Edition.FIRST, holdem=True))


def games(folder, number, players, **options) -> pl.DataFrame:
    """One row per player of a simulation."""
    simulate(number, players, folder, workers=1, **options)
    return read_tables(folder).games.collect()


def orders(table: pl.DataFrame) -> list[tuple[str, ...]]:
    return [
        tuple(names)
        for names in table.group_by("game", maintain_order=True).agg("player")["player"]
    ]


def test_a_game_depends_on_its_number_and_not_on_how_many_there_are(tmp_path):
    few = games(tmp_path / "few", 2, TWO, seed=5)
    many = games(tmp_path / "many", 4, TWO, seed="5", shard_games=3, records=True)
    assert few.equals(many[:4])
    assert few["seed"].n_unique() == 2


@pytest.mark.parametrize(
    "change",
    [{"seed": 6}, {"maps": ["delta"]}, {"rules": RULES}, {"paired": True}, {"seats": "all"}],
)
def test_other_games_have_other_ids(tmp_path, change):
    one = games(tmp_path / "one", 1, ("random", "random"), seed=5)
    other = games(tmp_path / "other", 1, ("random", "random"), **{"seed": 5, **change})
    assert one["game"][0] != other["game"][0]


def test_seats_maps_and_rule_sets_are_balanced(tmp_path):
    players = ("random", "random")
    table = games(tmp_path, 12, players, maps=["valley", "delta", "highlands"], rules=RULES)
    seen = Counter(table.select("seat", "player", "map", "edition").iter_rows())
    assert len(seen) == 2 * 2 * 3 * 2
    assert set(seen.values()) == {1}


def test_paired_games_play_one_deal_in_every_order(tmp_path):
    table = games(tmp_path, 3, TWO, paired=True)
    one, other, _ = orders(table)
    assert one == other[::-1]
    assert table["seed"].to_list()[::2] == [table["seed"][0]] * 2 + [table["seed"][4]]
    assert table["seed"][4] != table["seed"][0]
    first, second = (play_again(tmp_path, number).start for number in (0, 1))
    assert [player.hand for player in first.players] == [player.hand for player in second.players]
    assert (first.start, first.chance, first.pile) == (second.start, second.chance, second.pile)


def test_generated_maps_change_from_game_to_game_and_named_ones_do_not(tmp_path):
    players = ("random", "random")
    fresh = games(tmp_path / "fresh", 3, players, maps=["generated"])
    assert fresh["map"].n_unique() == 3
    games(tmp_path / "fixed", 2, players, maps=["generated:7"])
    grids = [play_again(tmp_path / "fixed", number).start.grid for number in (0, 1)]
    assert grids == [generate_map(7)] * 2


def test_a_map_of_ones_own_travels_with_the_dataset(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(map_text(generate_map(3)))
    games(tmp_path / "run", 1, ("random", "random"), maps=[str(path)])
    path.unlink()
    grid = play_again(tmp_path / "run", 0).start.grid
    assert (grid, grid.name) == (generate_map(3), "mine")


@pytest.mark.parametrize(
    ("number", "players", "options", "words"),
    [
        (0, TWO, {}, "at least one game, not 0"),
        (10**30, TWO, {}, "is too large"),
        (9, ("random",), {}, r"2 to 5 players, not 1 \(S1\)"),
        (9, "random", {}, '"random" is not a list of players'),
        (9, ("random", "nobody"), {}, 'There is no player "nobody"'),
        (9, TWO, {"maps": ["atlantis"]}, "no map of this name"),
        (9, TWO, {"maps": []}, "at least one map"),
        (9, TWO, {"seats": "musical"}, "seats are rotate, all, fixed, not 'musical'"),
        (9, TWO, {"shard_games": 0}, "a shard has at least one game"),
    ],
)
def test_what_cannot_be_played_is_refused(tmp_path, number, players, options, words):
    with pytest.raises(KhronosError, match=words):
        simulate(number, players, tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()
