"""What players think a table is worth: held to the rules, and to actions really played."""

from __future__ import annotations

from random import Random

import pytest

from khronos_lab.core import Build, EndTurn, GameState, Travel
from khronos_lab.engine import Outcome, choices, new_game, play
from khronos_lab.mechanics import dues
from khronos_lab.players import (
    PLAIN,
    Estimator,
    GreedyPlayer,
    Taste,
    after,
    board_outlook,
    hope,
    journey,
    moves_of_game,
    seen_by,
    standing_of,
    table_after,
    threat,
    worth,
)
from khronos_lab.rulebook import AGES
from tests.support import position


def states_of(players: int, seed: int) -> list[GameState]:
    start = new_game(players, seed)
    return [before for before, _, _ in moves_of_game([GreedyPlayer()] * players, start, seed)]


@pytest.mark.parametrize("players", [2, 4])
def test_x_incomes_are_what_the_rules_say(players):
    for state in states_of(players, 3)[::4]:
        for age in AGES:
            due = [0] * players
            for each in dues(state.boards[age], age):
                for seat in each.seats:
                    due[seat] += each.amount
            incomes = board_outlook(state.boards[age], age).incomes
            assert [sum(incomes[seat]) for seat in range(players)] == due


@pytest.mark.parametrize("players", [2, 3])
def test_x_in_the_last_turn_a_table_is_worth_what_it_pays(players):
    seen = 0
    for seed in range(8):
        for state in states_of(players, seed):
            if state.round == 7:
                outcome = play(state, choices(state).last[0])
                assert isinstance(outcome, Outcome)
                coins = outcome.state.players[state.seat].coins
                assert worth(state, state.seat, journeys=False) == coins
                assert worth(state, state.seat) >= coins
                seen += worth(state, state.seat) > coins
    assert seen


def test_a_journey_to_taxes_is_worth_what_it_brings():
    for state in states_of(2, 5):
        if state.round == 7:
            table = state
            while (action := journey(table, PLAIN)) is not None:
                assert isinstance(action, Travel)
                table = after(table, action)
            assert worth(table, state.seat, journeys=False) == worth(state, state.seat)


def test_coins_of_others_count_against_a_player():
    state = new_game(3, 1)
    richer = state._replace(
        players=(state.players[0], state.players[1]._replace(coins=9), state.players[2])
    )
    assert standing_of(richer, 0) < standing_of(state, 0)
    assert standing_of(richer, 0, Taste(envy=0.0)) == standing_of(state, 0, Taste(envy=0.0))
    assert standing_of(richer, 1) > standing_of(state, 1)


TOWER = """
    turn: round 3, Red acts, Red starts
    player Red: coins 4, hand mc, at Might Might
    player White: coins 4, hand -, at Might Might
    Might               | Faith               | Reason
    m1R h   .   .   .   | .   h   .   .   .   | .   h   .   .   .
    .   .   .   .   .   | .   .   .   .   .   | .   .   .   .   .
    """
KEEP = """
    turn: round 3, Red acts, Red starts
    player Red: coins 4, hand mc, at Might Might
    player White: coins 4, hand -, at Might Might
    Might               | Faith               | Reason
    m2R #   h   .   .   | .   .   h   .   .   | .   .   h   .   .
    #   #   .   .   .   | .   .   .   .   .   | .   .   .   .   .
    """


def test_a_keep_holds_its_domain_longer_than_a_watchtower():
    assert worth(position(KEEP), 0) > worth(position(TOWER), 0) > 4


def test_a_tax_nearer_in_time_is_worth_more():
    values = [worth(position(TOWER.replace("round 3", f"round {n}")), 0) for n in (5, 6, 7)]
    assert values == sorted(values)
    assert len(set(values)) == 3


# ------------------------------------------------------------------ estimates


def test_an_estimate_of_a_plain_placement_is_what_playing_it_gives():
    state = position(
        """
        turn: round 7, Red acts, Red starts
        player Red: coins 0, hand mc, at Might Might
        player White: coins 4, hand -, at Might Might
        Might                       | Faith                   | Reason
        m1W h   .   .   .   .   .   | .   h   .   .   .   .   . | .   h   .   .   .   .   .
        .   c2  #   .   .   .   m1R | .   .   .   .   .   .   . | .   .   .   .   .   .   .
        .   #   #   .   .   .   .   | .   .   .   .   .   .   . | .   .   .   .   .   .   .
        """
    )
    state = state._replace(players=(state.players[0]._replace(hand=(2, 0, 1)), state.players[1]))
    taste = Taste(envy=0.0)
    estimator = Estimator(state, taste)
    now = standing_of(state, 0, taste)
    gains = []
    for family in choices(state).families:
        if family.verb is Build and family.rank < 3:
            for spot in estimator.spots(state, family):
                gain = standing_of(after(state, spot.action()), 0, taste) - now
                assert spot.gain == pytest.approx(gain, abs=0.2)
                gains.append(gain)
    # Next to the town and the hamlet Red's keep takes 4 from White, and 1 is the bonus.
    assert max(gains) == 5.0


def test_the_best_action_is_among_those_that_look_best():
    found, best = 0.0, 0.0
    for state in states_of(3, 8)[5::9]:
        view = seen_by(state, state.seat)
        estimator = Estimator(view, PLAIN)
        now = standing_of(view, view.seat)
        spots = [s for f in choices(view).families for s in estimator.spots(view, f)]
        spots.sort(key=lambda spot: -spot.gain)
        played = [standing_of(after(view, spot.action()), view.seat) - now for spot in spots]
        anything = [
            standing_of(after(view, action), view.seat) - now
            for action in list(choices(view))[:: max(1, len(choices(view)) // 60)]
            if not isinstance(action, EndTurn)
        ]
        found += max([0.0, *played[:6]])
        best += max([0.0, *played, *anything])
    assert best > 5
    assert found > 0.85 * best


# ------------------------------------------------------------------ threats


def test_a_watchtower_is_threatened_where_a_castle_is_not():
    text = """
        turn: round 3, Red acts, Red starts
        player Red: coins 4, hand -, at Might Might
        player White: coins 4, hand mmmm, at Might Might
        Might                       | Faith                       | Reason
        {}                          | .   .   .   .   .   .   .   | .   .   .   .   .   .   .
        .   .   .   c2  #   .   .   | .   .   .   c2  #   .   .   | .   .   .   c2  #   .   .
        .   .   .   #   #   .   .   | .   .   .   #   #   .   .   | .   .   .   #   #   .   .
        .   .   .   .   .   .   .   | .   .   .   .   .   .   .   | .   .   .   .   .   .   .
        """
    weak = position(text.format(".   .   .   m1R .   .   .  "))
    strong = position(
        """
        turn: round 3, Red acts, Red starts
        player Red: coins 4, hand -, at Might Might
        player White: coins 4, hand mmmm, at Might Might
        Might                       | Faith                       | Reason
        m3R #   #   .   .   .   .   | .   .   .   .   .   .   .   | .   .   .   .   .   .   .
        #   #   #   c2  #   .   .   | .   .   .   c2  #   .   .   | .   .   .   c2  #   .   .
        #   #   #   #   #   .   .   | .   .   .   #   #   .   .   | .   .   .   #   #   .   .
        .   .   .   .   .   .   .   | .   .   .   .   .   .   .   | .   .   .   .   .   .   .
        """
    )
    fears = [threat(table_after(seen_by(each, 0)), Random(1)) for each in (weak, strong)]
    assert fears[0] > fears[1] + 1


def test_nothing_is_threatened_after_the_last_turn():
    last = [state for state in states_of(2, 1) if state.round == 7][-1]
    assert threat(table_after(seen_by(last, last.seat)), Random(0)) == 0.0


def test_a_player_hopes_for_his_next_turn_and_for_none_after_the_last():
    for state in states_of(3, 2)[::9]:
        table = table_after(seen_by(state, state.seat))
        value = hope(table, state.seat, Random(0))
        assert (value > 0) is (state.round < 7)
