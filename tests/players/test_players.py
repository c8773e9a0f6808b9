"""Players: they play whole games under all rules, the same again from the same seed, and well."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from khronos_lab.core import Building, EndTurn, Exchange, GameState, Move, OpenChoice, Travel
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, choices, new_game, play
from khronos_lab.players import (
    MasterPlayer,
    PlannerPlayer,
    Player,
    moves_of_game,
    play_game,
    player_named,
    seen_by,
)
from khronos_lab.records import record_text
from khronos_lab.rulebook import AGES, ROUNDS, Edition, RuleSet
from tests.support import asked, position

ROOT = Path(__file__).resolve().parents[2]
RULE_SETS = {
    "second edition": RuleSet(),
    "first edition": RuleSet(edition=Edition.FIRST),
    "Hold'em": RuleSet(holdem=True),
}
HASTY = PlannerPlayer(width=1, draws=1)
GREEDY = player_named("greedy")
PLAYERS = {
    "random": player_named("random"),
    "greedy": player_named("greedy"),
    "planner": HASTY,
    "master": MasterPlayer(budget=4000, plans=3, draws=1),
}

thinkers = pytest.mark.parametrize(
    "player", [GREEDY, player_named("planner")], ids=["greedy", "planner"]
)


def end_of(players: list[Player], seed: int, rules: RuleSet | None = None) -> GameState:
    state = new_game(len(players), seed=seed, rules=rules)
    for _, _, outcome in moves_of_game(players, state, seed):
        state = outcome.state
    return state


def coins_of(players: list[Player], seed: int) -> list[int]:
    return [player.coins for player in end_of(players, seed).players]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_a_game_comes_to_its_end(player, rules):
    end = end_of([player, player_named("random")], 3, rules)
    assert end.over
    assert end.round == ROUNDS


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_same_seed_gives_the_same_game(player):
    start = new_game(2, seed=4)
    games = [play_game([player, player_named("random")], start, 4) for _ in range(2)]
    assert games[0] == games[1]


PROBE = """
from tests.players.test_players import HASTY, new_game, play_game, player_named
from khronos_lab.records import record_text
print(record_text(play_game([HASTY, player_named("greedy")], new_game(2, seed=9), 9)))
"""


def in_a_process_with(hash_seed: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def test_another_order_of_hashes_makes_no_difference():
    here = record_text(play_game([HASTY, player_named("greedy")], new_game(2, seed=9), 9))
    assert {in_a_process_with(seed) for seed in ("1", "77")} == {here + "\n"}


# ------------------------------------------------------------------ strength


@pytest.mark.parametrize("seat", [0, 1])
def test_greed_beats_chance_from_either_seat(seat):
    players: list[Player] = [player_named("random"), player_named("random")]
    players[seat] = player_named("greedy")
    for seed in range(8):
        coins = coins_of(players, seed)
        assert coins[seat] > coins[1 - seat] + 10


def test_planning_beats_greed_over_some_games():
    planned = greedy = 0
    for seed in range(3):
        for seat in range(3):
            players: list[Player] = [player_named("greedy")] * 3
            players[seat] = PlannerPlayer()
            coins = coins_of(players, seed)
            planned += coins[seat]
            greedy += sum(coins) - coins[seat]
    assert planned > greedy / 2


STYLES = ("might-builder", "faith-raider", "reason-settler")


def planner_named(name: str) -> PlannerPlayer:
    player = player_named(name)
    assert isinstance(player, PlannerPlayer)
    return player


def test_each_style_collects_more_of_its_own_age_than_the_others_do():
    taxes = {name: [0, 0, 0] for name in STYLES}
    for seed in range(100, 106):
        first = seed % 3
        names = STYLES[first:] + STYLES[:first]
        players = [planner_named(name) for name in names]
        for _, _, outcome in moves_of_game(players, new_game(3, seed), seed):
            for entry in outcome.log:
                if isinstance(entry.event, e.TaxCollected):
                    taxes[names[entry.event.seat]][entry.event.age] += entry.event.amount
    shares = {name: [paid / sum(row) for paid in row] for name, row in taxes.items()}
    for age in AGES:
        assert max(STYLES, key=lambda name: shares[name][age]) == STYLES[age]


# ------------------------------------------------------------------ single positions


@thinkers
def test_players_travel_to_taxes_that_pay_for_the_journey(player):
    state = position(
        """
        turn: round 7, Red acts, Red starts
        player Red: coins 3, hand -, at Might Might
        player White: coins 4, hand -, at Might Might
        Might               | Faith               | Reason
        m1R h   .   .   | r1R h   .   .   | .   h   .   .
        .   .   .   .   | c2  #   .   .   | c2  #   .   .
        .   .   .   .   | #   #   .   .   | #   #   .   .
        """
    )
    action = player.choose(state, Random(0))
    assert isinstance(action, Travel)
    after = play(state, action)
    assert isinstance(after, Outcome)
    assert isinstance(player.choose(after.state, Random(0)), EndTurn)


@thinkers
def test_players_end_a_turn_in_which_nothing_gains(player):
    state = position(
        """
        turn: round 7, Red acts, Red starts
        player Red: coins 0, hand r, at Might Might
        player White: coins 4, hand -, at Might Might
        Might           | Faith           | Reason
        m1R h   .   .   | .   h   .   .   | .   h   .   .
        """
    )
    assert isinstance(player.choose(state, Random(0)), EndTurn)


@thinkers
def test_t2_players_exchange_cards_that_do_nothing(player):
    # There is no room for a monastery, and a chapel changes nothing; hamlets would pay.
    state = position(
        """
        turn: round 5, Red acts, Red starts
        player Red: coins 9, hand rrrr, at Faith Faith
        player White: coins 4, hand -, at Might Might
        Might           | Faith           | Reason
        m1W .   h   .   | r2R #   h   .   | .   .   h   .
        .   .   .   .   | #   #   .   .   | .   .   .   .
        """
    )
    action = player.choose(state._replace(pile=(0, 0, 20)), Random(0))
    assert isinstance(action, Exchange)


@thinkers
def test_a_journey_and_what_it_makes_possible_are_one_step(player):
    # One chapel pays nothing where no adventurer can be; a journey first, then the chapel.
    state = position(
        """
        turn: round 7, Red acts, Red starts
        player Red: coins 2, hand r, at Might Might
        player White: coins 4, hand -, at Might Might
        Might               | Faith               | Reason
        .   .   .   .   .   | .   .   .   .   .   | .   .   .   .   .
        .   c2  #   .   .   | .   c2  #   .   .   | .   c2  #   .   .
        .   #   #   .   .   | .   #   #   .   .   | .   #   #   .   .
        """
    )
    done = []
    while state.seat == 0 and not state.over:
        done.append(player.choose(seen_by(state, 0), Random(0)))
        outcome = play(state, done[-1])
        assert isinstance(outcome, Outcome)
        state = outcome.state
    assert [type(action).__name__ for action in done] == ["Travel", "Build", "EndTurn"]


def test_planning_sees_two_actions_where_greed_sees_one():
    # The hamlet holds White's domain together, and neither it nor the town alone is worth much.
    planned = PlannerPlayer(width=4)
    won = 0
    for seed in range(6):
        for seat in (0, 1):
            players: list[Player] = [GREEDY, GREEDY]
            players[seat] = planned
            coins = coins_of(players, seed)
            won += coins[seat] > coins[1 - seat]
    assert won > 6


def test_who_is_not_asked_thinks_of_the_same_turn_whatever_others_hold():
    state = new_game(3, 8)
    other = state._replace(chance=5)
    for player in (GREEDY, HASTY):
        one, two = (player.choose(seen_by(each, state.seat), Random(1)) for each in (state, other))
        assert one == two


# ------------------------------------------------------------------ answers

QUARREL = """
    turn: round 6, Green acts, Green starts
    player Red: coins 9, hand -, at Might Might
    player White: coins 4, hand -, at Might Might
    player Green: coins 4, hand c, at Might Might
    Might                           | Faith                          | Reason
    m2R #   .   m2W #   h   .   .   | .   .   .   .   .   h   .   .  | .   .   .   .   .   h   .   .
    #   #   .   #   #   .   .   .   | .   .   .   .   .   .   .   .  | .   .   .   .   .   .   .   .
    """


def questioned(state: GameState) -> tuple[Move, OpenChoice]:
    """The first move of a position that asks something, and what it asks."""
    action = next(each for each in choices(state) if isinstance(play(state, each), OpenChoice))
    return Move(action), asked(state, action)


def test_c2_of_two_others_the_one_ahead_yields():
    # Green joins two domains equally strong, and whoever yields loses the hamlets to the other.
    for ahead in (0, 1):
        state = position(QUARREL)
        players = [each._replace(coins=4) for each in state.players]
        players[ahead] = players[ahead]._replace(coins=20)
        state = state._replace(players=tuple(players))
        move, question = questioned(state)
        assert question.clause == "C2"
        answer = PlannerPlayer().answer(seen_by(state, 2), move, question, Random(0))
        chosen = question.options[answer]
        assert isinstance(chosen, Building)
        assert chosen.owner == ahead


@thinkers
def test_c4_what_shrinks_is_put_where_it_still_rules(player):
    # White joins the domains and Red's keep, the weaker one, shrinks. On its left squares the
    # watchtower still touches the town; on its right ones the new hamlet makes White its ruler.
    state = position(
        """
        turn: round 6, White acts, White starts
        player Red: coins 4, hand -, at Might Might
        player White: coins 4, hand c, at Might Might
        Might                       | Faith                   | Reason
        .   .   .   .   .   .   m1W | .   .   .   .   .   .   . | .   .   .   .   .   .   .
        c2  #   m2R #   .   m2W #   | .   .   .   .   .   .   . | .   .   .   .   .   .   .
        #   #   #   #   .   #   #   | .   .   .   .   .   .   . | .   .   .   .   .   .   .
        """
    )
    move, question = questioned(state)
    assert (question.clause, question.seat) == ("C4", 0)
    assert question.subject is not None
    left = {question.subject.square, question.subject.squares[2]}
    answer = player.answer(seen_by(state, 0), move, question, Random(0))
    assert question.options[answer] in left
