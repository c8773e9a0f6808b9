"""The judge: games played on from a position, losses with their intervals, marks."""

from __future__ import annotations

import pytest

from khronos_lab.core import read_position
from khronos_lab.engine import new_game
from khronos_lab.native import CoinSources
from khronos_lab.players import (
    FIRST,
    QUICK,
    Branch,
    Estimate,
    Loss,
    horizon,
    is_open,
    loss_of,
    mark_of,
    more_games,
    other_turns,
    played_on,
    seen_by,
)

NOBODYS = -1


def loss(coins: tuple[float, float], chance: tuple[float, float], luck: float = 0.5) -> Loss:
    """What greedy players and planners found."""
    kinds = tuple(zip(coins, chance, strict=True))
    lost, points = (
        Estimate(mean, mean - width, mean + width)
        for mean, width in ((sum(coins) / 2, 1), (sum(chance) / 2, 0.1))
    )
    return Loss(lost, points, 16, kinds, (luck, luck / 20))


@pytest.mark.parametrize(
    ("coins", "chance", "luck", "mark"),
    [
        ((9.0, 8.0), (0.0, 0.0), 0.5, "??"),
        ((9.0, 4.0), (0.0, 0.0), 0.5, "?"),
        ((20.0, 2.0), (0.0, 0.0), 0.5, "?!"),
        ((20.0, 1.9), (0.0, 0.0), 0.5, ""),
        ((20.0, -1.0), (0.0, 0.0), 0.5, ""),
        ((9.0, 8.0), (0.0, 0.0), 6.0, ""),
        ((1.0, 0.5), (0.25, 0.21), 0.5, "??"),
        ((1.0, 0.5), (0.35, 0.06), 0.5, "?!"),
        ((9.0, 8.0), (-0.1, -0.1), 0.5, ""),
        ((-1.0, -2.0), (0.3, 0.2), 0.5, ""),
    ],
)
def test_both_kinds_of_players_must_find_a_loss_and_the_smaller_decides(coins, chance, luck, mark):
    found = loss(coins, chance, luck)
    assert mark_of(found) == mark
    if mark:
        assert is_open(found)
        assert mark_of(found.turned) == ""


def test_a_loss_that_may_be_nothing_is_doubtful_at_most():
    wide = loss((9.0, 8.5), (0.3, 0.3))._replace(
        coins=Estimate(8.7, -0.1, 17.5), chance=Estimate(0.3, -0.1, 0.7)
    )
    assert mark_of(wide) == "?!"
    assert mark_of(wide._replace(coins=Estimate(8.7, 0.1, 17.3))) == "??"


def branch(greedy: list[float], planner: list[float]) -> Branch:
    kinds = [
        tuple((CoinSources(each, 0, 0, 0), CoinSources(0, 0, 0, 0)) for each in kind)
        for kind in (greedy, planner)
    ]
    return Branch((5, 5), *kinds)


def test_the_loss_is_the_mean_of_both_kinds_and_its_interval_holds_their_difference():
    none = branch([0.0] * 4, [0.0] * 4)
    alike = loss_of(none, branch([3.0, 5.0] * 2, [3.0, 5.0] * 2), 0)
    apart = loss_of(none, branch([1.0, 3.0] * 2, [5.0, 7.0] * 2), 0)
    assert alike.coins.value == apart.coins.value == 4
    assert apart.by_kind == ((2.0, 0.0), (6.0, 0.0))
    assert apart.coins.low < alike.coins.low < 4 - 1.96 * alike.luck[0]
    sure = loss_of(none, branch([4.0] * 4, [4.0] * 4), 0)
    assert sure.coins == (4, 4, 4)


def test_games_that_made_a_turn_look_like_a_mistake_do_not_count_in_its_loss():
    none = branch([0.0] * 52, [0.0] * 34)
    flattered = branch([9.0] * 24 + [2.0] * 28, [9.0] * 14 + [2.0] * 20)
    found = loss_of(none, flattered, 0)
    assert found.coins.value == 2
    assert found.games == 48


@pytest.mark.parametrize("seed", range(3))
def test_further_games_leave_the_first_as_they_are(seed):
    known = seen_by(new_game(3, seed), NOBODYS)
    few = played_on(known, seed, (2, 1))
    more = more_games(few, known, seed, (4, 2))
    assert more == played_on(known, seed, (4, 2))
    assert more.greedy[:2] == few.greedy
    assert sum(more.chance(seat).value for seat in range(3)) == pytest.approx(1, abs=0.01)


def test_games_are_played_past_the_next_taxation_or_to_the_end():
    state = new_game(["Ada", "Ben"], 7)
    assert state.rules.tax_rounds == (4, 7)
    seats = {0: 8, 1: 7}
    begun = (state.seat - state.start) % 2
    assert horizon(state) == seats[begun]
    assert horizon(state._replace(round=3)) == seats[begun] - 4
    assert horizon(state._replace(round=4)) == seats[begun]
    assert horizon(state._replace(round=7)) == seats[begun] - 6
    late = state._replace(round=7)
    for account in played_on(seen_by(late, NOBODYS), 1, FIRST).games[0]:
        assert account.ahead == 0
    early = played_on(seen_by(state, NOBODYS), 1, QUICK, rounds=1)
    assert any(account.ahead for account in early.games[0])
    assert not early.planner


def test_a_game_that_is_over_has_one_end():
    over = new_game(2, 7)._replace(over=True, round=7)
    branch = played_on(over, 1)
    assert branch.over
    assert branch.expected_coins(0) == (over.players[0].coins,) * 3
    assert branch.chance(0).value == 0.5


@pytest.mark.clause("T6")
def test_t6_other_turns_play_whatever_gains():
    state = read_position("""
    turn: round 6, Ada acts
    player Ada: coins 3, hand cc, at Might Might
    player Ben: at Faith Faith
    Might         | Faith     | Reason
    m2A # . . .   | . . . . . | . . . . .
    #   # . . .   | . . . . . | . . . . . """)
    best = other_turns(state, [">cccc"])[0]
    assert len([node for node in best.nodes if node.text[0] == "M"]) == 2
