"""Players: legal, the same again from the same chance, and greed beats chance."""

from __future__ import annotations

from random import Random

import pytest

from khronos_lab.core.actions import EndTurn, Exchange, Travel
from khronos_lab.core.state import GameState
from khronos_lab.play.engine import Outcome, play, why_not
from khronos_lab.play.players import GreedyPlayer, Player, RandomPlayer, play_game
from khronos_lab.play.records.model import GameRecord, replay
from khronos_lab.play.records.reader import read_record
from khronos_lab.play.records.writer import record_text
from khronos_lab.play.setup import new_game
from khronos_lab.rulebook.pieces import ROUNDS
from khronos_lab.rulebook.ruleset import Edition, RuleSet
from tests.support import position

HASTY = GreedyPlayer(width=1)
RULE_SETS = {
    "second edition": RuleSet(),
    "first edition": RuleSet(edition=Edition.FIRST),
    "Hold'em": RuleSet(holdem=True),
}


def end_of(record: GameRecord) -> GameState:
    state = record.start
    for step in replay(record):
        state = step.after
    return state


def game(players: list[Player], seed: int, rules: RuleSet | None = None) -> GameRecord:
    return play_game(players, new_game(len(players), seed=seed, rules=rules), Random(seed))


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
@pytest.mark.parametrize("player", [RandomPlayer(), HASTY], ids=["random", "greedy"])
def test_a_game_comes_to_its_end(player, rules):
    end = end_of(game([player, RandomPlayer()], 3, rules))
    assert end.over
    assert end.round == ROUNDS


@pytest.mark.parametrize("player", [RandomPlayer(), HASTY], ids=["random", "greedy"])
def test_the_same_chance_gives_the_same_game(player):
    assert game([player, RandomPlayer()], 4) == game([player, RandomPlayer()], 4)


def test_a_played_game_is_written_and_read_again():
    text = record_text(game([HASTY, RandomPlayer()], 5))
    assert record_text(read_record(text)) == text


def test_every_choice_is_legal():
    record = game([HASTY, RandomPlayer(), RandomPlayer()], 8)
    assert [step for step in replay(record) if why_not(step.before, step.node.move.action)] == []


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("seat", [0, 1])
def test_greed_beats_chance_from_either_seat(seed, seat):
    players: list[Player] = [RandomPlayer(), RandomPlayer()]
    players[seat] = GreedyPlayer()
    coins = [player.coins for player in end_of(game(players, seed)).players]
    assert coins[seat] > 25 > 10 > coins[1 - seat]


def test_greedy_players_reach_what_people_reach():
    coins = [player.coins for player in end_of(game([HASTY] * 3, 1)).players]
    assert min(coins) > 20


def test_greed_travels_to_taxes_that_pay_for_the_journey():
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
    action = GreedyPlayer().choose(state, Random(0))
    assert isinstance(action, Travel)
    after = play(state, action)
    assert isinstance(after, Outcome)
    assert isinstance(GreedyPlayer().choose(after.state, Random(0)), EndTurn)


def test_greed_ends_a_turn_in_which_nothing_gains():
    state = position(
        """
        turn: round 7, Red acts, Red starts
        player Red: coins 0, hand r, at Might Might
        player White: coins 4, hand -, at Might Might
        Might           | Faith           | Reason
        m1R h   .   .   | .   h   .   .   | .   h   .   .
        """
    )
    assert isinstance(GreedyPlayer().choose(state, Random(0)), EndTurn)


def test_greed_exchanges_cards_that_do_nothing_while_taxes_are_to_come():
    state = position(
        """
        turn: round 5, Red acts, Red starts
        player Red: coins 9, hand rr, at Reason Reason
        player White: coins 4, hand -, at Might Might
        Might           | Faith           | Reason
        .   h   .   .   | .   h   .   .   | .   h   .   .
        """
    )
    assert isinstance(GreedyPlayer().choose(state, Random(0)), Exchange)
