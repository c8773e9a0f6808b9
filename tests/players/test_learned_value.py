"""The learned value: what it reads from a table, that it adds up, and that it can be made again."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from random import Random

import pytest

from khronos_lab.core.actions import Exchange, Populate, Swap, Travel
from khronos_lab.core.events import TaxCollected
from khronos_lab.core.state import GameState
from khronos_lab.engine.legal_actions import choices
from khronos_lab.engine.moves import Outcome, play
from khronos_lab.engine.setup import new_game
from khronos_lab.mechanics.taxes import dues
from khronos_lab.players.games import moves_of_game, play_game
from khronos_lab.players.greedy import GreedyPlayer
from khronos_lab.players.roster import player_named
from khronos_lab.players.thinking.learned_value import (
    moment_of,
    prospects,
    stages,
    value,
    weights_at,
)
from khronos_lab.players.thinking.table_value import PLAIN
from khronos_lab.players.thinking.traits import INCOMES, TRAITS, traits_of
from khronos_lab.players.thinking.tried_actions import after
from khronos_lab.rulebook.pieces import AGES, MIGHT, MILITARY, REASON, ROUNDS
from khronos_lab.rulebook.ruleset import RuleSet
from tests.making.training import fitted, rows_of, turn_starts, weights_text
from tests.support import position


def states_of(players: int, seed: int) -> list[GameState]:
    start = new_game(players, seed)
    return [before for before, _, _ in moves_of_game([GreedyPlayer()] * players, start, seed)]


def named(state: GameState, seat: int = 0) -> dict[str, float]:
    """The traits of a player that are not 0, by name."""
    player = state.players[seat]
    found = traits_of(state, seat, player.coins, player.adventurers, over=False)
    return {name: trait for name, trait in zip(TRAITS, found, strict=True) if trait}


# ------------------------------------------------------------------ traits


@pytest.mark.parametrize("players", [2, 4])
def test_x_incomes_here_and_elsewhere_are_all_that_the_rules_pay(players):
    for state in states_of(players, 3)[::5]:
        due = [0] * players
        for age in AGES:
            for each in dues(state.boards[age], age):
                for seat in each.seats:
                    due[seat] += each.amount
        for seat in range(players):
            player = state.players[seat]
            found = traits_of(state, seat, player.coins, player.adventurers, over=False)
            assert sum(found[: len(INCOMES) + 3]) == due[seat]


MONASTERY = """
    turn: round 3, Red acts, Red starts
    player Red: coins 4, hand -, at Might Faith
    player White: coins 4, hand -, at Might Might
    Might               | Faith               | Reason
    {}   h   .   .   | r2R #   h   .   .   | .   .   h   .   .
    {}   .   .   .   | #   #   .   .   .   | .   .   .   .   .
    """


def test_b6_a_monastery_is_open_to_a_shadow_where_might_has_room():
    bare = position(MONASTERY.format(".   .", ".   ."))
    assert named(bare)["Faith, open to a shadow"] == 1


def test_b6_a_shadow_whose_original_stands_is_out_of_reach():
    backed = position(MONASTERY.format("r2R #", "#   #"))
    found = named(backed)
    assert found["Faith, out of reach"] == 1
    assert "Faith, open to a shadow" not in found


def test_a_keep_is_told_from_a_watchtower():
    text = """
        turn: round 3, Red acts, Red starts
        player Red: coins 4, hand -, at Might Might
        player White: coins 4, hand -, at Might Might
        Might               | Faith               | Reason
        {}                  | .   .   h   .   .   | .   .   h   .   .
        .   .   .   .   .   | .   .   .   .   .   | .   .   .   .   .
        """
    assert named(position(text.format(".   m1R h   .   .  ")))["Might by a watchtower"] == 1


# ------------------------------------------------------------------ value


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chances_add_up_and_the_end_is_known(players):
    states = states_of(players, 8)
    for state in states[::11]:
        assert sum(value(state, seat).chance for seat in range(players)) == pytest.approx(1)
    last = play(states[-1], choices(states[-1]).last[0])
    assert isinstance(last, Outcome)
    assert last.state.over
    coins = [player.coins for player in last.state.players]
    for seat in range(players):
        others = max(coins[:seat] + coins[seat + 1 :])
        assert value(last.state, seat).lead == coins[seat] - others
    best = [value(last.state, seat).chance for seat in range(players)]
    assert best.index(max(best)) == coins.index(max(coins))


@pytest.mark.parametrize("players", [2, 4])
def test_x_a_turn_that_ends_in_the_last_round_is_worth_what_it_pays(players):
    seen = 0
    for state in states_of(players, 5):
        if state.round == ROUNDS:
            outcome = play(state, choices(state).last[0])
            assert isinstance(outcome, Outcome)
            coins = outcome.state.players[state.seat].coins
            assert prospects(state, state.seat, over=True, journeys=False) == coins
            seen += 1
    assert seen


def test_turns_left_are_counted_at_the_start_and_at_the_end_of_a_turn():
    state = new_game(3, 1)._replace(start=0, round=5)
    state = state._replace(turn=state.turn._replace(seat=1))
    # Seat 0 has moved in round 5 and has two turns left, seats 1 and 2 have three.
    assert [moment_of(state, seat, over=False) for seat in range(3)] == [(2, 2), (3, 0), (3, 1)]
    assert [moment_of(state, seat, over=True) for seat in range(3)] == [(2, 1), (2, 2), (3, 0)]


def test_the_weights_between_two_turns_lie_between_those_at_their_ends():
    start, end, _ = stages(4)[3]
    for index, weight in enumerate(weights_at(4, 3, 1)):
        low, high = sorted((start[index], end[index]))
        assert low - 1e-9 <= weight <= high + 1e-9


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_held_more_firmly_is_worth_more(players):
    sums = dict.fromkeys(TRAITS, 0.0)
    for left in range(1, ROUNDS):
        for name, weight in zip(TRAITS, stages(players)[left].end[1:], strict=True):
            sums[name] += weight
    assert sums["Might by a watchtower"] < sums["Might by a keep"]
    assert sums["Faith by a chapel"] < sums["Faith, open to a shadow"]
    assert sums["Faith, open to a shadow"] < sums["Faith, out of reach"]


def test_more_coins_are_worth_what_they_are():
    for state in states_of(3, 4)[10::25]:
        players = list(state.players)
        players[0] = players[0]._replace(coins=players[0].coins + 5)
        richer = state._replace(players=tuple(players))
        poor, rich = (prospects(each, 0, PLAIN.ages, over=False) for each in (state, richer))
        assert rich - poor == pytest.approx(5, abs=1.5)


# ------------------------------------------------------------------ players that use it


def test_v2_greedy_takes_an_open_card_that_does_more():
    # A military card would take the town from White; Red's own cards do nothing here.
    state = position(
        """
        rules: holdem
        turn: round 7, Red acts, Red starts
        player Red: coins 0, hand rr, at Might Might
        player White: coins 4, hand -, at Might Might
        open: mm
        Might                   | Faith                   | Reason
        m1W c2  #   .   .   .   | .   c2  #   .   .   .   | .   c2  #   .   .   .
        .   #   #   .   .   .   | .   #   #   .   .   .   | .   #   #   .   .   .
        """
    )
    assert GreedyPlayer().choose(state, Random(0)) == Swap(MILITARY, (0, 2, 0))


def test_v2_swaps_happen_in_games_of_greedy_players():
    swaps = 0
    for seed in range(4):
        start = new_game(4, seed, rules=RuleSet(holdem=True))
        for _, move, _ in moves_of_game([GreedyPlayer()] * 4, start, seed):
            swaps += isinstance(move.action, Swap)
    assert swaps > 5


def test_x3_greedy_goes_to_reason_for_a_cube_that_pays_more_than_what_it_can_do_at_home():
    # A hamlet beside Red's keep pays 1; a cube on the town in Reason is worth 5 coins of ruins.
    state = position(
        """
        turn: round 7, Red acts, Red starts
        player Red: coins 3, hand c, at Might Might
        player White: coins 4, hand -, at Might Might
        Might                   | Faith                   | Reason
        m2R #   c1  .   .   .   | .   .   .   .   .   .   | r3% #   #   c2  #   .
        #   #   .   .   .   .   | .   .   .   .   .   .   | #   #   #   #   #   .
        .   .   .   .   .   .   | .   .   .   .   .   .   | #   #   #   m2% #   .
        .   .   .   .   .   .   | .   .   .   .   .   .   | .   .   .   #   #   .
        """
    )
    greedy = GreedyPlayer()
    journey = greedy.choose(state, Random(0))
    assert journey == Travel(MIGHT, REASON)
    assert isinstance(greedy.choose(after(state, journey), Random(0)), Populate)


def test_x3_most_greedy_players_earn_in_reason_at_a_table_of_four():
    earned = 0
    for seed in range(4):
        seats = {
            entry.event.seat
            for _, _, outcome in moves_of_game([GreedyPlayer()] * 4, new_game(4, seed), seed)
            for entry in outcome.log
            if isinstance(entry.event, TaxCollected) and entry.event.age is REASON
        }
        earned += len(seats)
    assert earned > 8  # of 16 seats


def test_t2_greedy_exchanges_only_where_new_cards_promise_more():
    exchanges = turns = 0
    for seed in range(6):
        for before, move, _ in moves_of_game([GreedyPlayer()] * 3, new_game(3, seed), seed):
            exchanges += isinstance(move.action, Exchange)
            turns += not before.turn.acted
    assert 0 < exchanges < turns / 2


def test_planner_1_plays_as_it_always_did():
    """Kept to compare with: whatever players learn, its moves stay the same."""
    found = []
    rules = RuleSet(erased_tiles_return=True)
    for players in (2, 4):
        start = new_game(players, 5, rules=rules)
        record = play_game([player_named("planner-1")] * players, start, seed=3)
        text = " ".join(node.text for node in record.line.nodes)
        found.append(hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:8])
    assert found == ["c81db9dd", "ed4fb6a5"]


# ------------------------------------------------------------------ learning


def test_the_weights_say_how_they_were_made():
    table = json.loads(files("khronos_lab.native").joinpath("weights.json").read_text())
    assert table["commands"]
    for command in table["commands"]:
        assert command.startswith("python -m tests.making.training ")
    assert table["traits"] == list(TRAITS)
    assert [len(table["players"][each]) for each in "2345"] == [ROUNDS + 1] * 4


def test_the_same_games_give_the_same_weights_and_more_of_an_income_more_coins():
    games = [turn_starts([GreedyPlayer()] * 2, f"learn-{number}") for number in range(6)]
    rows = [row for states, ends in games for row in rows_of(states, ends)]
    once, again = (weights_text({2: fitted(rows, 2)}, ["x"]) for _ in range(2))
    assert once == again
    table = json.loads(once)
    keep = 1 + TRAITS.index("Might by a keep")
    assert 0.5 < table["players"]["2"][1]["end"][keep] < 2
