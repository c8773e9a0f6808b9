"""Counting cards: what players reckon with when they think of cards to come (S4)."""

from __future__ import annotations

from random import Random

import pytest

from khronos_lab.core import Exchange, GameState, pile_size
from khronos_lab.engine import Outcome, play
from khronos_lab.players import (
    PLAIN,
    Estimator,
    Futures,
    PlannerPlayer,
    deal_hidden,
    hope,
    seen_by,
    table_after,
    threat,
)
from khronos_lab.players import planner as planner_module
from khronos_lab.players.thinking import unknown_hands as threats_module
from tests.support import position


def table(ann: str, ben: str, pile: str, discards: str) -> GameState:
    return position(f"""
        turn: round 2, Ann acts, Ann starts
        player Ann: coins 6, hand {ann}, at Might Might
        player Ben: coins 6, hand {ben}, at Might Might
        pile: {pile}
        discards: {discards}
        Might   | Faith   | Reason
        . . . . | . . . . | . . . .
        . h . . | . h . . | . h . .
        . . . . | . . . . | . . . .
        """)


def exchanged(view: GameState, cards, monkeypatch) -> list[GameState]:
    """The games that the planner thinks of when it weighs an exchange."""
    thought: list[GameState] = []

    def remembered(state, move, **options):
        outcome = play(state, move, **options)
        assert isinstance(outcome, Outcome)
        thought.append(outcome.state)
        return outcome

    monkeypatch.setattr(planner_module, "play", remembered)
    player = PlannerPlayer()
    for seed in range(8):
        player._expected(view, Exchange(cards), Estimator(view, PLAIN), Random(seed))
    return thought


@pytest.mark.clause("T2")
def test_s4_nobody_hopes_to_draw_a_card_that_lies_in_the_discards(monkeypatch):
    """All religious cards but Ann's own were discarded: an exchange cannot bring one."""
    view = seen_by(table("rrcc", "mmcc", "mmmmcccc", "r" * 16), 0)
    for state in exchanged(view, (0, 0, 2), monkeypatch):
        military, religious, civil = state.players[0].hand
        assert (religious, military + civil) == (2, 2)


@pytest.mark.clause("T2")
def test_s4_an_exchange_with_an_empty_pile_draws_the_discards(monkeypatch):
    """Those of the exchange included; Ben's cards cannot come, because he holds them."""
    view = seen_by(table("cc", "mmmm", "-", "rr"), 0)
    hands = {state.players[0].hand for state in exchanged(view, (0, 0, 2), monkeypatch)}
    assert len(hands) > 1
    assert all(hand[0] == 0 for hand in hands)


def hands_feared(view: GameState, monkeypatch, think) -> list[tuple[int, int, int]]:
    """The hands that stand for all that a player may hold."""
    dealt = []

    def gains(state, estimator):
        dealt.append(state.player.hand)
        return 0.0

    monkeypatch.setattr(threats_module, "hand_promise", gains)
    for seed in range(20):
        think(table_after(view), Random(seed))
    return dealt


def test_s4_nobody_fears_a_card_that_lies_in_the_discards(monkeypatch):
    view = seen_by(table("rrcc", "mmcc", "mmmmccccmmmm", "r" * 16), 0)
    hands = hands_feared(view, monkeypatch, threat)
    assert len(set(hands)) > 1
    assert all((hand[1], sum(hand)) == (0, 4) for hand in hands)


def test_s4_a_player_hopes_for_all_cards_that_may_have_come(monkeypatch):
    """Ann has just drawn the last four cards: of the eight unseen ones Ben holds the others."""
    view = seen_by(table("-", "mmmm", "cccc", "-"), 0)
    table_now = table_after(view)
    assert pile_size(table_now) == 0
    hands = hands_feared(view, monkeypatch, lambda after, rng: hope(after, 0, rng))
    assert len(set(hands)) > 2
    assert all(sum(hand) == 4 for hand in hands)


def test_s4_games_that_are_thought_on_deal_no_discards():
    view = seen_by(table("rrcc", "mmcc", "mmmmcccc", "r" * 16), 0)
    for seed in range(12):
        dealt = deal_hidden(view, Random(seed))
        assert dealt.discards == (0, 16, 0)
        assert dealt.players[1].hand[1] == 0
        assert isinstance(Futures(view, PLAIN, 2).standing(seed), float)
