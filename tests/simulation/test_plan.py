"""Plans: which game a number is, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from khronos_lab.core import map_text
from khronos_lab.engine import generate_map
from khronos_lab.records import read_sealed, sealed
from khronos_lab.rulebook import Edition, KhronosError, RuleSet
from khronos_lab.simulation import MOST_GAMES, MOST_SHARDS, game_of, plan_text, planned, read_plan
from tests.support import rule_sets

TRIO = ("greedy", "random", "greedy")
RULES = (RuleSet(), RuleSet(Edition.FIRST, holdem=True))


def games(plan, number):
    return [game_of(plan, each) for each in range(number)]


def test_a_game_depends_on_its_number_and_not_on_how_many_there_are():
    few = planned(10, TRIO, seed=5)
    many = planned(100_000, TRIO, seed="5", shard_games=7, records=True)
    assert games(few, 10) == games(many, 10)
    assert [game.id for game in games(few, 2)] == [f"{few.name}-000000", f"{few.name}-000001"]


@pytest.mark.parametrize(
    "change",
    [{"seed": 6}, {"maps": ["delta"]}, {"rules": RULES}, {"paired": True}, {"seats": "all"}],
)
def test_other_games_have_other_ids(change):
    assert planned(10, TRIO, **{"seed": 5, **change}).name != planned(10, TRIO, seed=5).name


@pytest.mark.parametrize(
    ("most", "shard_games"), [(MOST_SHARDS, 1), (3 * MOST_SHARDS, 3), (MOST_GAMES, None)]
)
def test_a_plan_has_so_many_games_and_not_one_more(most, shard_games):
    plan = planned(most, TRIO, shard_games=shard_games)
    assert plan.games == most
    assert read_plan(plan_text(plan, "1"), "here") == (plan, "1")
    with pytest.raises(KhronosError, match=f"{most + 1}"):
        planned(most + 1, TRIO, shard_games=shard_games)


def test_usually_seats_rotate_on_one_map_and_nothing_more_is_kept():
    plan = planned(10, TRIO)
    assert (plan.seats, plan.paired, plan.records) == ("rotate", False, False)
    assert ([each.name for each in plan.maps], plan.rules) == (["valley"], (RuleSet(),))


def test_seeds_of_games_differ():
    assert len({game.seed for game in games(planned(500, TRIO), 500)}) == 500
    assert game_of(planned(9, TRIO), 3).seed != game_of(planned(9, TRIO, seed=1), 3).seed


def test_seats_maps_and_rule_sets_are_balanced():
    plan = planned(36, TRIO, maps=["valley", "delta", "highlands"], rules=RULES)
    seen = Counter(
        (seat, name, game.map.name, game.rules)
        for game in games(plan, 3 * 3 * 2)
        for seat, name in enumerate(game.names)
    )
    assert len(seen) == 3 * 3 * 3 * 2
    assert set(seen.values()) == {1}


def test_all_orders_of_seats():
    orders = [game.names for game in games(planned(6, TRIO, seats="all"), 6)]
    assert len(set(orders)) == 6
    assert {tuple(sorted(order)) for order in orders} == {("greedy", "greedy#2", "random")}


def test_fixed_seats_stay():
    assert {game.names for game in games(planned(6, TRIO, seats="fixed"), 6)} == {
        ("greedy", "random", "greedy#2")
    }


def test_paired_games_play_one_deal_in_every_order():
    block = games(planned(9, ("greedy", "random"), paired=True), 2)
    one, other = (game.start() for game in block)
    assert one.names == other.names[::-1]
    assert [player.hand for player in one.players] == [player.hand for player in other.players]
    assert (one.start, one.chance, one.pile) == (other.start, other.chance, other.pile)
    assert game_of(planned(9, ("greedy", "random"), paired=True), 2).seed != block[0].seed


def test_paired_games_of_equal_players_are_not_played_twice():
    block = games(planned(9, ("random", "random"), paired=True), 2)
    assert block[0].seed != block[1].seed


def test_the_name_of_a_player_says_who_played():
    game = game_of(planned(9, TRIO), 1)
    assert [name.partition("#")[0] for name in game.names] == list(game.roster)


def test_generated_maps_change_with_the_block_and_named_ones_do_not():
    fresh = planned(9, ("random", "random"), maps=["generated"])
    grids = [game.start().grid for game in games(fresh, 4)]
    assert len({grid.name for grid in grids}) == 4
    fixed = planned(9, ("random", "random"), maps=["generated:7"])
    assert game_of(fixed, 0).start().grid == generate_map(7) == game_of(fixed, 5).start().grid


def test_a_map_of_ones_own_travels_with_the_plan(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(map_text(generate_map(3)))
    plan = planned(9, ("random", "random"), maps=[str(path)])
    path.unlink()
    grid = game_of(plan, 0).start().grid
    assert (grid, grid.name) == (generate_map(3), "mine")
    assert planned(9, ("random", "random"), maps=[replace(generate_map(3), name="mine")]) == plan


def test_a_plan_is_read_as_it_was_written():
    rules = [*rule_sets().values()]
    plan = planned(
        40, TRIO, maps=["delta", generate_map(3)], rules=rules, paired=True, records=True
    )
    assert read_plan(plan_text(plan, "1.2"), "here") == (plan, "1.2")


@pytest.mark.parametrize(
    ("old", "new"),
    [("{", "["), ('"seed": "0"', '"seed": "1"'), ('"rules"', '"laws"'), ('"second"', '"third"')],
)
def test_a_plan_that_was_changed_is_refused(old, new):
    text = plan_text(planned(9, TRIO), "1.2").replace(old, new, 1)
    with pytest.raises(KhronosError, match=r"^here does not describe a simulation"):
        read_plan(text, "here")


def test_a_plan_of_another_version_is_refused():
    data = read_sealed(plan_text(planned(9, TRIO), "1.2"))
    text = json.dumps(sealed(data | {"format": 2}))
    with pytest.raises(KhronosError, match=r"here is of version 2 .* knows version 1"):
        read_plan(text, "here")


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ((0, TRIO), {}, "at least one game, not 0"),
        ((9, ("random",)), {}, r"2 to 5 players, not 1 \(S1\)"),
        ((9, "random"), {}, '"random" is not a list of players'),
        ((9, ("random", "nobody")), {}, 'There is no player "nobody"'),
        ((9, TRIO), {"maps": ["atlantis"]}, "no map of this name"),
        ((9, TRIO), {"maps": []}, "at least one map"),
        ((9, TRIO), {"seats": "musical"}, "seats are rotate, all, fixed, not 'musical'"),
        ((9, TRIO), {"shard_games": 0}, "a shard has at least one game"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, options, words):
    with pytest.raises(KhronosError, match=words):
        planned(*arguments, **options)
