"""Games played on by the compiled engine, told again by the readable one."""

from __future__ import annotations

import pytest

from khronos_lab.core import EndTurn, read_position
from khronos_lab.core import events as e
from khronos_lab.engine import new_game
from khronos_lab.native import NativePosition
from khronos_lab.players import seen_by
from khronos_lab.rulebook import AGES, Edition, RuleSet


@pytest.mark.parametrize("player", ["random", "greedy", "planner"])
@pytest.mark.parametrize(
    ("players", "rules"),
    [(2, RuleSet()), (4, RuleSet(holdem=True)), (3, RuleSet(edition=Edition.FIRST))],
)
def test_the_ledger_is_what_the_readable_engine_tells(player, players, rules):
    known = seen_by(new_game(players, 5, rules=rules), -1)
    position = NativePosition.of(known)
    for deal in range(2):
        [accounts] = position.rollouts([deal], player)
        moves = position.rollout(deal, player)
        end = moves[-1][2].state
        assert end.over
        taxes = [[0, 0, 0] for _ in range(players)]
        for _, _, outcome in moves:
            for entry in outcome.log:
                if isinstance(entry.event, e.TaxCollected):
                    taxes[entry.event.seat][entry.event.age] += entry.event.amount
        most = max(each.coins for each in end.players)
        winners = sum(each.coins == most for each in end.players)
        for seat, account in enumerate(accounts):
            assert [account[age] for age in AGES] == taxes[seat]
            assert known.players[seat].coins + account.coins == end.players[seat].coins
            assert account.ahead == 0
            assert account.win == (end.players[seat].coins == most) / winners


def test_a_few_turns_end_in_the_learned_value():
    known = seen_by(new_game(3, 5), -1)
    [accounts] = NativePosition.of(known).rollouts([7], "greedy", turns=3)
    moves = NativePosition.of(known).rollout(7, "greedy", turns=3)
    value = NativePosition.of(moves[-1][2].state).evaluate()
    for seat, account in enumerate(accounts):
        assert known.players[seat].coins + account.coins == pytest.approx(value.coins[seat])
        assert account.win == pytest.approx(value.chances[seat])


def test_chance_begins_anew_with_every_turn():
    """Two positions that differ in one hand are dealt alike elsewhere, and stay so."""
    state = new_game(4, 5)
    one, other = (seen_by(state, -1), seen_by(state, -1)._replace(chance=99))
    assert NativePosition.of(one).rollouts([1, 2]) == NativePosition.of(other).rollouts([1, 2])


def test_a_master_ends_its_turn_where_nobody_has_anything_to_try():
    state = read_position("""
    turn: round 7, Ada acts
    player Ada: coins 3, hand m, at Reason Reason
    player Ben: hand -, at Faith Faith
    Might         | Faith     | Reason
    m1A c2 # . .  | . . . . . | . . . . .
    .   #  # . .  | . . . . . | . . . . . """)
    moves = NativePosition.of(state).turn("master", 1)
    assert isinstance(moves[-1].action, EndTurn)
