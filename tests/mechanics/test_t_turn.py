"""T1 to T4, T6, T7: rounds, exchange, actions, journeys, refill, the end. T5 has its own file."""

from __future__ import annotations

from itertools import permutations

import pytest

from khronos_lab.core import Action, EndTurn, Exchange, GameState, Travel, boards_text
from khronos_lab.core import events as e
from khronos_lab.engine import legal_actions, new_game, play, why_not
from khronos_lab.rulebook import FAITH, MIGHT, REASON, IllegalAction
from tests.mechanics.moves import (
    build,
    cards,
    demolish,
    exchange,
    follow,
    populate,
    restore,
    told,
    upgrade,
)
from tests.mechanics.pictures import playing
from tests.support import assert_story, boards, do, events_of, forbidden, position, story

# ------------------------------------------------------------------ T1


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_t1_seven_rounds_with_one_turn_for_every_player(number):
    state = new_game(number, seed=1)
    turns = []
    while not state.over:
        turns.append((state.round, state.seat))
        state = follow(state, EndTurn())
    assert sorted(turns) == [(each, seat) for each in range(1, 8) for seat in range(number)]
    assert [each for each, _ in turns] == sorted(each for each, _ in turns)


RULED = """
    turn: round {}, Red acts
    players Red: hand mmc; White
    pile: rrrrrrrr
    h m1R . .   | h . . . | h . . .
    """


def test_t1_the_phases_follow_each_other():
    state = follow(position(RULED.format(4)), exchange("mm"), build(MIGHT, "c1", "c1", "c"))
    assert story(do(state, EndTurn())) == [
        "Red discards 2 cards (rr) (T6).",
        "Red draws 4 cards (rrrr) (T6).",
        "Red collects 2 coins from the domain at a1 in Might (X2).",
        "Red ends the turn; White is next, round 4 (T1).",
    ]


def test_t1_the_next_turn_begins_afresh():
    state = follow(position(RULED.format(2)), exchange("mm"), build(MIGHT, "c1", "c1", "c"))
    assert (state.turn.exchanged, state.turn.acted) == (True, True)
    after = follow(state, EndTurn())
    assert (after.seat, after.round) == (1, 2)
    assert after.turn[2:] == (False, False, False)
    assert follow(after, EndTurn()).round == 3


# ------------------------------------------------------------------ T2

PLAIN = """
    player Red: coins {}, hand {}
    player White:
    . . .   | . . .   | . . .
    """


def test_t2_an_exchange_costs_two_coins_and_draws_as_many_cards():
    state = position(PLAIN.format(4, "mmrc"))
    outcome = playing(exchange("mrc")).on(state)
    outcome.shows("""
        Red pays 2 coins (T2).
        Red discards 3 cards (mrc) (T2).
        """)
    (drawn,) = told(outcome, e.CardsDrawn)
    assert (sum(drawn.cards), drawn.clause) == (3, "T2")
    assert outcome.state.player.coins == 2
    assert sum(outcome.state.player.hand) == 4
    assert outcome.state.discards == cards("mrc")


@pytest.mark.parametrize("given", ["m", "mm", "mmr", "mmrc"])
def test_t2_any_number_of_cards_from_one_to_all_may_be_exchanged(given):
    after = do(position(PLAIN.format(2, "mmrc")), exchange(given)).state
    assert after.discards == cards(given)
    assert (after.player.coins, sum(after.player.hand)) == (0, 4)


def test_t2_an_exchange_of_nothing_is_forbidden():
    forbidden(position(PLAIN.format(4, "mmrc")), exchange("-"), "T2")


def test_t2_cards_that_are_not_in_the_hand_cannot_be_exchanged():
    state = position(PLAIN.format(4, "mmrc"))
    forbidden(state, exchange("rr"), "T2")
    forbidden(state, Exchange((2, -1, 0)), "T2")


def test_t2_an_exchange_needs_two_coins():
    forbidden(position(PLAIN.format(1, "mmrc")), exchange("m"), "T2")
    assert why_not(position(PLAIN.format(2, "mmrc")), exchange("m")) is None


def test_t2_an_exchange_happens_at_most_once():
    after = follow(position(PLAIN.format(9, "mmrc")), exchange("m"))
    forbidden(after, exchange("c"), "T2")


@pytest.mark.parametrize("first", [Travel(MIGHT, FAITH), build(MIGHT, "m1", "a1", "m")])
def test_t2_an_exchange_comes_before_any_action(first):
    state = position(PLAIN.format(9, "mmrc"))
    assert why_not(state, exchange("m")) is None
    forbidden(follow(state, first), exchange("m"), "T2")


# ------------------------------------------------------------------ T3

BUSY = """
    players Red: coins 3, hand mmmc, at Might Reason; White
    . . . m1R   | . . . . | c1 . m2% #
    . . . .     | . . . . | .  . #   #
    . . . .     | . . . . | .  . .   .
    """


def test_t3_actions_come_in_any_order():
    actions: tuple[Action, ...] = (
        build(MIGHT, "m1", "a3", "m"),
        demolish(MIGHT, "d1"),
        populate("a1"),
        restore("c1"),
    )
    ends = {boards_text(follow(position(BUSY), *order)) for order in permutations(actions)}
    assert len(ends) == 1
    boards(follow(position(BUSY), *actions)).are("""
        .   . . .   | . . . . | c1:R . m2 #
        .   . . .   | . . . . | .    . #  #
        m1R . . .   | . . . . | .    . .  .
        """)


def test_t3_journeys_and_upgrades_mix_with_everything_else():
    state = follow(
        position(BUSY),
        populate("a1"),
        upgrade(MIGHT, "m2", "c1", "m"),
        Travel(MIGHT, REASON),
        Travel(REASON, MIGHT),
        build(MIGHT, "m1", "a3", "m"),
        Travel(MIGHT, REASON),
        restore("c1"),
    )
    assert (state.player.hand, state.player.coins) == (cards("-"), 3 - 3 + 1)
    boards(state).are("""
        .   . m2R #   | . . m2R #   | c1:R . m2 #
        .   . #   #   | . . #   #   | .    . #  #
        m1R . .   .   | . . .   .   | .    . .  .
        """)


def test_t3_a_turn_may_pass_without_any_action():
    assert do(position(BUSY), EndTurn()).state.seat == 1


# ------------------------------------------------------------------ T4


def test_t4_a_journey_costs_one_coin_and_moves_one_adventurer():
    outcome = do(position(PLAIN.format(4, "-")), Travel(MIGHT, REASON))
    assert story(outcome) == [
        "Red pays 1 coin (T4).",
        "One of Red's adventurers travels from Might to Reason (T4).",
    ]
    assert outcome.state.player.coins == 3
    assert outcome.state.player.adventurers == (MIGHT, REASON)
    assert outcome.state.players[1].adventurers == (MIGHT, MIGHT)


def test_t4_journeys_go_on_as_long_as_they_can_be_paid():
    state = position(PLAIN.format(4, "-"))
    tour = [
        Travel(MIGHT, FAITH),
        Travel(FAITH, REASON),
        Travel(REASON, MIGHT),
        Travel(MIGHT, FAITH),
    ]
    after = follow(state, *tour)
    assert (after.player.coins, after.player.adventurers) == (0, (MIGHT, FAITH))
    forbidden(after, Travel(FAITH, MIGHT), "T4")


def test_t4_a_journey_leads_to_another_age():
    state = position(PLAIN.format(4, "-"))
    forbidden(state, Travel(MIGHT, MIGHT), "T4")
    forbidden(state, Travel(FAITH, REASON), "T4")
    assert [action for action in legal_actions(state) if isinstance(action, Travel)] == [
        Travel(MIGHT, FAITH),
        Travel(MIGHT, REASON),
    ]


def test_t4_both_adventurers_may_travel():
    state = position(PLAIN.format(2, "-"))
    after = follow(state, Travel(MIGHT, FAITH), Travel(MIGHT, REASON))
    assert after.player.adventurers == (FAITH, REASON)


def test_t4_adventurers_stay_where_they_are_between_turns():
    state = follow(position(PLAIN.format(4, "-")), Travel(MIGHT, REASON), EndTurn(), EndTurn())
    assert (state.seat, state.player.adventurers) == (0, (MIGHT, REASON))


# ------------------------------------------------------------------ T6


def test_t6_every_unused_card_is_discarded_and_four_are_drawn():
    state = position(PLAIN.format(4, "mmrc"))
    outcome = do(follow(state, build(MIGHT, "m1", "a1", "m")), EndTurn())
    (drawn,) = told(outcome, e.CardsDrawn)
    assert events_of(outcome, e.CardsDiscarded) == [e.CardsDiscarded(0, cards("mrc"))]
    assert sum(drawn.cards) == 4
    assert outcome.state.players[0].hand == drawn.cards
    assert outcome.state.discards == cards("mmrc")


def test_t6_an_empty_hand_only_draws():
    outcome = do(position(PLAIN.format(4, "-")), EndTurn())
    assert events_of(outcome, e.CardsDiscarded) == []
    assert sum(outcome.state.players[0].hand) == 4


@pytest.mark.parametrize("kept", ["-", "m", "mmrc"])
def test_t6_there_is_no_choice_of_what_to_discard(kept):
    state = position(PLAIN.format(4, "mmrc"))
    forbidden(state, EndTurn(cards(kept)), "T6")


# ------------------------------------------------------------------ T7


def last_turn(*coins: int) -> GameState:
    players = zip(("Red", "White", "Blue"), coins, strict=True)
    lines = "\n".join(f"player {name}: coins {each}" for name, each in players)
    return position(f"turn: round 7, Blue acts\n{lines}\nMight|Faith|Reason\n. .|. .|. .")


@pytest.mark.parametrize(
    ("coins", "winners", "sentence"),
    [
        ((3, 9, 4), (1,), "White wins with 9 coins (T7)."),
        ((9, 9, 4), (0, 1), "Red and White share the win with 9 coins each (T7)."),
        ((9, 9, 9), (0, 1, 2), "Red, White and Blue share the win with 9 coins each (T7)."),
        ((0, 0, 1), (2,), "Blue wins with 1 coin (T7)."),
    ],
)
def test_t7_the_richest_wins_and_equal_wealth_is_a_shared_win(coins, winners, sentence):
    outcome = do(last_turn(*coins), EndTurn())
    assert events_of(outcome, e.GameEnded) == [e.GameEnded(winners, coins)]
    assert_story(outcome, sentence)
    assert outcome.state.over


def test_t7_the_game_ends_after_the_last_turn_of_round_7_and_not_before():
    state = last_turn(1, 2, 3)
    before = state._replace(turn=state.turn._replace(seat=1))
    assert not do(before, EndTurn()).state.over
    assert not do(state._replace(round=6), EndTurn()).state.over
    assert do(state, EndTurn()).state.over
    assert not do(state._replace(start=2), EndTurn()).state.over


def test_t7_taxes_of_the_last_turn_decide():
    state = position("""
        turn: round 7, White acts
        players Red: coins 5; White: coins 3
        c2 # m1W .   | . . . . | . . . .
        #  # .   .   | . . . . | . . . .
        """)
    assert_story(do(state, EndTurn()), "White wins with 6 coins (T7).")


def test_t7_nothing_happens_in_a_game_that_is_over():
    over = do(last_turn(4, 4, 4), EndTurn()).state
    assert legal_actions(over) == []
    forbidden(over, EndTurn(), "T7")
    forbidden(over, Travel(MIGHT, FAITH), "T7")
    with pytest.raises(IllegalAction, match=r"the game is over \(T7\)"):
        play(over, EndTurn())
