"""Rollouts: many ends of one position, counted fairly."""

from __future__ import annotations

from random import Random

import pytest

from khronos_lab.core import EndTurn, Travel
from khronos_lab.engine import new_game, why_not
from khronos_lab.players import (
    Foresight,
    GreedyPlayer,
    PlannerPlayer,
    RandomPlayer,
    RolloutPlayer,
    Rollouts,
    deal_hidden,
    moves_of_game,
    play_on,
    seen_by,
    share_interval,
)
from khronos_lab.rulebook import KhronosError
from tests.support import position

HASTY = PlannerPlayer(budget=12, foresight=Foresight(0, ()))
QUICK = RolloutPlayer(HASTY, RandomPlayer(), plans=3, games=3)


def test_the_same_seed_gives_the_same_ends_and_games_differ():
    view = seen_by(new_game(3, 1), 0)
    players = [RandomPlayer()] * 3
    ends = play_on(view, players, games=6, seed="a")
    assert ends == play_on(view, players, games=6, seed="a")
    assert ends != play_on(view, players, games=6, seed="b")
    assert len(set(ends.coins)) > 1
    assert play_on(view, players, games=3, seed="a").coins == ends.coins[:3]


def test_rollouts_cannot_know_what_a_view_hides():
    state = new_game(3, 1)
    view = seen_by(state, 0)
    other = deal_hidden(view, Random(9))
    players = [GreedyPlayer()] * 3
    assert play_on(seen_by(other, 0), players, games=2, seed=1) == play_on(
        view, players, games=2, seed=1
    )


def test_no_games_have_no_ends_and_fewer_than_none_are_refused():
    view = seen_by(new_game(2, 1), 0)
    assert play_on(view, [RandomPlayer()] * 2, games=0, seed=1).coins == ()
    with pytest.raises(KhronosError, match="-1 games cannot be played"):
        play_on(view, [RandomPlayer()] * 2, games=-1, seed=1)


def test_greed_wins_the_rollouts_against_chance():
    ends = play_on(seen_by(new_game(2, 1), 0), [RandomPlayer(), GreedyPlayer()], games=8, seed=1)
    assert ends.mean_coins[1] > ends.mean_coins[0] + 15
    assert ends.win_shares == (0.0, 1.0)
    assert ends.win_intervals[1][0] > 0.6


def test_t7_a_shared_win_counts_in_parts():
    ends = Rollouts(((5, 5, 1), (9, 2, 1), (1, 1, 1)))
    assert ends.win_shares == pytest.approx((11 / 18, 5 / 18, 1 / 9))
    assert sum(ends.win_shares) == pytest.approx(1)
    assert ends.mean_coins == pytest.approx((5, 8 / 3, 1))


def test_an_interval_is_wider_for_fewer_games_and_stays_a_share():
    few, many = share_interval(0.9, 10), share_interval(0.9, 1000)
    assert few[0] < many[0] < 0.9 < many[1] < few[1] <= 1
    assert share_interval(0.0, 5)[0] == 0.0
    assert share_interval(1.0, 5)[1] == 1.0


def test_a_rollout_player_plays_on_legally():
    start = new_game(2, 3)
    for number, (before, move, _) in enumerate(moves_of_game([QUICK, RandomPlayer()], start, 3)):
        assert why_not(before, move.action) is None
        if number > 8:
            break


def test_a_rollout_player_finds_the_journey_that_pays():
    state = position(
        """
        turn: round 7, Red acts, White starts
        player Red: coins 3, hand r, at Might Might
        player White: coins 4, hand -, at Might Might
        Might           | Faith           | Reason
        m1R h   .   .   | .   h   .   .   | .   h   .   .
        .   .   .   .   | .   .   c2  #   | .   .   c2  #
        .   .   .   .   | .   .   #   #   | .   .   #   #
        """
    )
    player = RolloutPlayer(policy=GreedyPlayer(), games=2)
    assert isinstance(player.choose(state, Random(0)), Travel)
    broke = state._replace(players=(state.players[0]._replace(coins=0), state.players[1]))
    assert isinstance(player.choose(broke, Random(0)), EndTurn)
