"""V1 the first edition, V2 Hold'em, and both together."""

from __future__ import annotations

from itertools import product

import pytest

from khronos_lab.core import EndTurn, Exchange, GameState, Swap, Travel, add_cards, cards_text
from khronos_lab.core import events as e
from khronos_lab.engine import legal_actions, new_game, why_not
from khronos_lab.rulebook import FAITH, MIGHT, Cards, Edition, RuleSet
from tests.mechanics.moves import build, cards, exchange, follow, kind_of, swap, told
from tests.mechanics.pictures import playing
from tests.support import do, events_of, forbidden, position

FIRST = RuleSet(edition=Edition.FIRST)
HOLDEM = RuleSet(holdem=True)
BOTH = RuleSet(edition=Edition.FIRST, holdem=True)


def all_cards(state: GameState) -> Cards:
    total = add_cards(add_cards(state.pile, state.discards), state.open_cards)
    for player in state.players:
        total = add_cards(total, player.hand)
    return total


def table(rules: str, hand: str, *lines: str, coins: int = 4) -> GameState:
    head = [f"rules: {rules}"] if rules else []
    players = [f"player Red: coins {coins}, hand {hand}", "player White:"]
    board = ["Might | Faith | Reason", ". . . | . . . | . . ."]
    return position("\n".join([*head, *players, *lines, *board]))


# ------------------------------------------------------------------ V1


@pytest.mark.parametrize("number", [2, 5])
def test_v1_the_first_edition_has_11_cards_of_each_kind(number):
    state = new_game(number, rules=FIRST)
    assert all_cards(state) == (11, 11, 11)
    assert sum(state.pile) == 33 - 4 * number
    assert all_cards(new_game(number)) == (18, 18, 19)


@pytest.mark.parametrize(
    ("given", "drawn"), [("-", 0), ("m", 1), ("mr", 2), ("mmr", 3), ("mmrc", 4)]
)
def test_v1_a_player_discards_any_unused_cards_and_draws_back_up_to_four(given, drawn):
    outcome = do(table("first edition", "mmrc"), EndTurn(cards(given)))
    hand = outcome.state.players[0].hand
    assert sum(hand) == 4
    assert sum(sum(each.cards) for each in told(outcome, e.CardsDrawn)) == drawn
    assert outcome.state.discards == cards(given)
    kept = [a - b for a, b in zip(cards("mmrc"), cards(given), strict=True)]
    assert all(now >= before for now, before in zip(hand, kept, strict=True))


def test_v1_kept_cards_stay_and_the_clause_is_told():
    state = table("first edition", "rc", "pile: mmmm")
    outcome = playing(EndTurn(cards("r"))).on(state)
    outcome.shows("""
        Red discards 1 card (r) (V1).
        Red draws 3 cards (mmm) (V1).
        """)
    assert outcome.state.players[0].hand == cards("mmmc")


def test_v1_a_full_hand_that_is_kept_draws_nothing():
    outcome = do(table("first edition", "mmrc"), EndTurn(cards("-")))
    assert events_of(outcome, e.CardsDiscarded, e.CardsDrawn) == []
    assert outcome.state.players[0].hand == cards("mmrc")


def test_v1_only_cards_of_the_hand_are_discarded():
    state = table("first edition", "mmrc")
    forbidden(state, EndTurn(cards("cc")), "V1")
    forbidden(state, EndTurn((-1, 0, 0)), "V1")


def test_v1_the_player_has_to_say_what_he_discards():
    forbidden(table("first edition", "mmrc"), EndTurn(), "V1")
    assert why_not(table("", "mmrc"), EndTurn()) is None


def test_v1_every_choice_is_offered_once():
    offered = [a for a in legal_actions(table("first edition", "mmr")) if isinstance(a, EndTurn)]
    assert {a.discard for a in offered} == set(product(range(3), range(2), range(1)))
    assert len(offered) == 6


def test_v1_discards_of_this_moment_are_drawn_from_an_empty_pile():
    outcome = do(table("first edition", "mmrc", "pile: -"), EndTurn(cards("rc")))
    assert events_of(outcome, e.PileRenewed) == [e.PileRenewed(cards("rc"))]
    assert outcome.state.players[0].hand == cards("mmrc")


def test_v1_everything_else_stays_the_same():
    state = table("first edition", "mmrc")
    after = follow(state, exchange("m"), build(MIGHT, "r1", "a1", "r"), EndTurn(cards("-")))
    assert (after.seat, after.players[0].coins) == (1, 2)


# ------------------------------------------------------------------ V2


@pytest.mark.parametrize("rules", [HOLDEM, BOTH])
def test_v2_one_card_of_each_kind_lies_open_and_comes_out_of_the_deck(rules):
    state = new_game(3, rules=rules)
    assert state.open_cards == (1, 1, 1)
    assert all_cards(state) == rules.deck
    assert sum(state.pile) == sum(rules.deck) - 3 - 12


def test_v2_without_holdem_no_card_lies_open():
    state = new_game(3)
    assert state.open_cards == (0, 0, 0)
    forbidden(state, Swap(kind_of("m"), state.player.hand), "V2")
    assert not [action for action in legal_actions(state) if isinstance(action, Swap)]


def test_v2_open_cards_of_one_kind_are_taken_for_cards_of_any_kinds():
    state = table("hold'em", "mmrc", "open: mcc")
    outcome = playing(swap("c", "mr")).on(state)
    outcome.shows("""
        Red swaps mr for the open cards cc (V2).
        """)
    assert outcome.state.player.hand == cards("mccc")
    assert outcome.state.open_cards == cards("mmr")
    assert outcome.state.discards == cards("-")


def test_v2_a_swap_is_free():
    outcome = do(table("hold'em", "mmrc", "open: mrc", coins=0), swap("c", "m"))
    assert events_of(outcome, e.CoinsSpent) == []
    assert outcome.state.player.coins == 0


def test_v2_some_of_the_open_cards_of_a_kind_may_stay():
    after = do(table("hold'em", "mmrc", "open: mcc"), swap("c", "m")).state
    assert (after.open_cards, after.player.hand) == (cards("mmc"), cards("mrcc"))


def test_v2_a_card_of_the_kind_taken_may_be_put_down():
    after = do(table("hold'em", "mmrc", "open: mcc"), swap("c", "mc")).state
    assert (after.open_cards, after.player.hand) == (cards("mmc"), cards("mrcc"))


def test_v2_no_more_than_lie_open_can_be_taken():
    state = table("hold'em", "mmrc", "open: mcc")
    forbidden(state, swap("m", "rc"), "V2")
    forbidden(state, swap("r", "m"), "V2")
    forbidden(state, swap("c", "mmr"), "V2")
    forbidden(state, swap("c", "-"), "V2")


def test_v2_cards_put_down_come_from_the_hand():
    state = table("hold'em", "mmrc", "open: mcc")
    forbidden(state, swap("c", "rr"), "V2")
    forbidden(state, Swap(kind_of("c"), (3, -1, 0)), "V2")


def test_v2_only_once_a_turn():
    state = follow(table("hold'em", "mmrc", "open: mrc"), swap("r", "m"))
    forbidden(state, swap("c", "m"), "V2")
    again = follow(state, EndTurn(), EndTurn())
    assert why_not(again, Swap(kind_of("c"), one_of(again.player.hand))) is None


def one_of(hand: Cards) -> Cards:
    return cards(cards_text(hand)[0])


def test_v2_the_next_player_finds_what_was_put_down():
    state = follow(table("hold'em", "mmrc", "open: mrc"), swap("c", "m"), EndTurn())
    assert state.open_cards == cards("mmr")
    takes = {a.kind for a in legal_actions(state) if isinstance(a, Swap)}
    # White has no cards; with some, two military ones lie open.
    assert takes == set()
    rich = state._replace(players=(state.players[0], state.player._replace(hand=cards("cc"))))
    assert why_not(rich, swap("m", "cc")) is None
    forbidden(rich, swap("c", "c"), "V2")


def test_v2_before_or_after_the_exchange():
    state = table("hold'em", "mmrc", "open: mrc", "pile: rrrr")
    before = follow(state, swap("c", "m"), exchange("mr"))
    after = follow(state, exchange("mr"), swap("c", "m"))
    assert before.player.hand == cards("rrcc") == after.player.hand
    assert (before.turn.exchanged, before.turn.swapped) == (True, True)
    assert before.turn == after.turn


def test_v2_besides_the_exchange_and_not_instead_of_it():
    state = follow(table("hold'em", "mmrc", "open: mrc"), swap("c", "m"))
    assert [action for action in legal_actions(state) if isinstance(action, Exchange)]
    forbidden(follow(state, exchange("c")), exchange("c"), "T2")


@pytest.mark.parametrize("first", [Travel(MIGHT, FAITH), build(MIGHT, "m1", "a1", "m")])
def test_v2_not_after_an_action(first):
    state = follow(table("hold'em", "mmrc", "open: mrc"), first)
    forbidden(state, swap("c", "m"), "V2")


def test_v2_swapped_cards_do_not_count_as_played():
    state = table("hold'em", "rrmm", "open: mmm", coins=4)
    state = follow(state, swap("m", "rr"))
    assert state.player.hand == cards("mmmm")
    assert state.turn.purses == (((MIGHT, 2), (MIGHT, 2)),)
    assert not state.turn.acted


def test_v2_every_swap_is_offered_once():
    state = table("hold'em", "mmc", "open: mcc")
    offered = [action for action in legal_actions(state) if isinstance(action, Swap)]
    expected = {
        ("m", "m"), ("m", "c"),
        ("c", "m"), ("c", "c"), ("c", "mm"), ("c", "mc"),
    }  # fmt: skip
    assert {(a.kind.letter, cards_text(a.cards)) for a in offered} == expected
    assert len(offered) == len(expected)


def test_v2_the_open_cards_are_never_shuffled_into_a_new_pile():
    outcome = do(table("hold'em", "mm", "open: mrc", "pile: -", "discards: rr"), EndTurn())
    assert events_of(outcome, e.PileRenewed) == [e.PileRenewed(cards("mmrr"))]
    assert outcome.state.open_cards == cards("mrc")


# ------------------------------------------------------------------ both


def test_v1_and_holdem_together():
    state = table("first edition, hold'em", "mmrc", "open: mrc", "pile: cccc")
    assert state.rules == BOTH
    state = follow(state, swap("c", "r"), build(MIGHT, "m1", "a1", "m"))
    outcome = do(state, EndTurn(cards("m")))
    assert outcome.state.players[0].hand == cards("cccc")
    assert outcome.state.open_cards == cards("mrr")


def test_v2_in_the_first_edition_the_cards_kept_may_be_put_down_next_turn():
    state = table("first edition, hold'em", "mmrr", "open: mrc")
    state = follow(state, EndTurn(cards("-")), EndTurn(cards("-")))
    assert (state.seat, state.player.hand) == (0, cards("mmrr"))
    assert follow(state, swap("c", "m")).player.hand == cards("mrrc")
