"""Knowledge: what is dealt anew never contradicts what was seen."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from khronos_lab.core import events as e
from khronos_lab.core.actions import Build, EndTurn, Exchange, Swap
from khronos_lab.core.squares import square
from khronos_lab.core.state import GameState, add_cards, minus_cards, pile_size
from khronos_lab.play.choices import legal_actions, random_action
from khronos_lab.play.engine import play_through
from khronos_lab.play.players.knowledge import (
    NO_SEAT,
    known_to,
    seat_of,
    seen_with,
    watched,
)
from khronos_lab.play.players.views import deal_hidden, seen_by
from khronos_lab.play.setup import new_game
from khronos_lab.rulebook.errors import KhronosError
from khronos_lab.rulebook.pieces import MIGHT, MILITARY, NO_CARDS
from khronos_lab.rulebook.ruleset import Edition, RuleSet
from tests.support import do

RULES = {
    "second": RuleSet(),
    "first": RuleSet(Edition.FIRST),
    "holdem": RuleSet(holdem=True),
    "first holdem": RuleSet(Edition.FIRST, holdem=True),
}


def steps(start: GameState, seed: int, number: int):
    """Moves of a random game that exchanges and swaps often: log and state after each."""
    rng, state = Random(seed), start
    for _ in range(number):
        if state.over:
            return
        action = random_action(state, rng)
        if rng.random() < 0.2:
            cards = [a for a in legal_actions(state) if isinstance(a, Exchange | Swap | EndTurn)]
            action = rng.choice(cards)
        _, outcome = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))
        state = outcome.state
        yield outcome.log, state


class Witness:
    """Keeps by itself, with sums only, what somebody at a seat has seen."""

    def __init__(self, start: GameState, seat: int) -> None:
        self.seat = seat
        self.discarded = start.discards
        """Cards that he knows to lie in the discards."""
        self.taken = NO_CARDS
        """Open cards that the player to act has taken this turn and not played."""
        self.mixed = False

    def see(self, event: e.Event) -> None:
        if isinstance(event, e.CardsPlayed):
            self.discarded = add_cards(self.discarded, event.cards)
            one, two, three = minus_cards(self.taken, event.cards)
            self.taken = (max(0, one), max(0, two), max(0, three))
        elif isinstance(event, e.CardsDiscarded):
            if event.seat == self.seat:
                self.discarded = add_cards(self.discarded, event.cards)
            # Which cards went, face down, only their owner knows.
            self.taken = NO_CARDS
        elif isinstance(event, e.PileRenewed):
            self.discarded = NO_CARDS
        elif isinstance(event, e.OpenCardsSwapped):
            self.taken = add_cards(self.taken, event.taken)
            one, two, three = minus_cards(self.taken, event.given)
            self.taken = (max(0, one), max(0, two), max(0, three))
        elif isinstance(event, e.TurnEnded):
            self.taken = NO_CARDS


def at_least(cards, other) -> bool:
    return min(minus_cards(cards, other)) >= 0


def all_cards(state: GameState):
    total = add_cards(add_cards(state.pile, state.discards), state.open_cards)
    for player in state.players:
        total = add_cards(total, player.hand)
    return total


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(
    rules=st.sampled_from(sorted(RULES)),
    players=st.integers(2, 5),
    seed=st.integers(0, 2**32),
    moves=st.integers(0, 110),
    deal=st.integers(0, 2**32),
)
def test_a_deal_never_contradicts_what_was_seen(rules, players, seed, moves, deal):
    start = new_game(players, seed, rules=RULES[rules])
    seats = [NO_SEAT, seed % players]
    knowing = {seat: known_to(start, (), _eyes(seat)) for seat in seats}
    witnesses = {seat: Witness(start, seat) for seat in seats}
    state, log = start, []
    for part, state in steps(start, seed, moves):  # noqa: B007
        log += part
        for seat in seats:
            knowing[seat] = watched(knowing[seat], part, _eyes(seat))
            for entry in part:
                witnesses[seat].see(entry.event)
    for seat in seats:
        known = knowing[seat]
        assert known == known_to(start, log, _eyes(seat))
        _agrees(known, state)
        for number in range(3):
            dealt = deal_hidden(known, Random(deal + number))
            assert all_cards(dealt) == state.rules.deck
            _agrees(dealt, state)
            assert at_least(dealt.discards, witnesses[seat].discarded)
            assert at_least(dealt.players[state.seat].hand, witnesses[seat].taken) or state.over
            if seat != NO_SEAT:
                assert dealt.players[seat].hand == state.players[seat].hand
        if not state.rules.holdem:
            _may_be(known, state)


def _eyes(seat: int):
    return "nobody" if seat == NO_SEAT else seat


def _agrees(known: GameState, state: GameState) -> None:
    """Everything that lies open is the same, and so is the number of cards in every place."""
    assert (known.boards, known.supply, known.open_cards, known.turn, known.round) == (
        state.boards,
        state.supply,
        state.open_cards,
        state.turn,
        state.round,
    )
    assert pile_size(known) == pile_size(state)
    assert sum(known.discards) + known.hidden_discards == sum(state.discards)
    for one, other in zip(known.players, state.players, strict=True):
        assert (one.name, one.coins, one.cubes, one.adventurers) == (
            other.name,
            other.coins,
            other.cubes,
            other.adventurers,
        )
        assert sum(one.hand) + one.hidden == sum(other.hand)


def _may_be(known: GameState, state: GameState) -> None:
    """The cards as they are could have been dealt: what is known is true."""
    for one, other in zip(known.players, state.players, strict=True):
        assert at_least(other.hand, one.hand)
    assert at_least(state.discards, known.discards)


# ------------------------------------------------------------------ by hand


def test_a_card_that_is_played_is_known_and_one_discarded_face_down_is_not():
    start = new_game(2, seed=7)  # Black holds mrcc
    assert start.player.hand == (1, 1, 2)
    built = do(start, Build(MIGHT, MILITARY, 1, square("f4"), (1, 0, 0)))
    ended = do(built.state, EndTurn())
    log = (*built.log, *ended.log)
    other = known_to(start, log, 1)
    assert (other.discards, other.hidden_discards) == ((1, 0, 0), 3)
    assert (other.players[0].hand, other.players[0].hidden) == (NO_CARDS, 4)
    assert other.players[1].hand == ended.state.players[1].hand
    own = known_to(start, log, "Black")
    assert (own.discards, own.hidden_discards) == ((1, 1, 2), 0)
    assert own.players[0].hand == ended.state.players[0].hand
    assert known_to(start, log, None) == ended.state
    assert known_to(start, log, "all") == ended.state
    # Without the log all discards are known by number only.
    assert seen_with(ended.state, 1) == seen_by(ended.state, 1)
    assert seen_with(ended.state, 1).hidden_discards == 4


@pytest.mark.clause("V2")
def test_an_open_card_that_was_taken_is_known_until_it_is_gone():
    start = new_game(2, seed=3, rules=RuleSet(holdem=True))
    given = next(kind for kind in range(3) if start.player.hand[kind])
    kind = (given + 1) % 3
    cards = tuple(int(each == given) for each in range(3))
    swapped = do(start, Swap(kind, cards))  # type: ignore[arg-type]
    known = known_to(start, swapped.log, "nobody")
    taken = tuple(int(each == kind) for each in range(3))
    assert known.players[start.seat].hand == taken
    assert known.players[start.seat].hidden == 3
    for number in range(20):
        assert deal_hidden(known, Random(number)).players[start.seat].hand[kind] >= 1
    ended = do(swapped.state, EndTurn())
    after = watched(known, ended.log, "nobody")
    # All cards were discarded, so this one was (T6).
    assert after.players[start.seat].hand == NO_CARDS
    assert after.discards == taken


@pytest.mark.clause("V1")
def test_whoever_discards_some_cards_is_taken_to_keep_those_that_are_known():
    rules = RuleSet(Edition.FIRST, holdem=True)
    start = new_game(2, seed=3, rules=rules)
    given = next(kind for kind in range(3) if start.player.hand[kind])
    kind = (given + 1) % 3
    swapped = do(start, Swap(kind, tuple(int(each == given) for each in range(3))))  # type: ignore[arg-type]
    known = known_to(start, swapped.log, "nobody")
    hand = swapped.state.player.hand
    some = next(each for each in range(3) if hand[each])
    ended = do(swapped.state, EndTurn(tuple(int(each == some) for each in range(3))))  # type: ignore[arg-type]
    after = watched(known, ended.log, "nobody")
    assert after.players[start.seat].hand[kind] == 1
    assert (after.discards, after.hidden_discards) == (NO_CARDS, 1)


def test_hands_that_nobody_wrote_down_stay_hidden_from_their_own_eyes():
    start = new_game(2, seed=7)
    hidden = known_to(start, (), "nobody")
    outcome = do(hidden, EndTurn())
    known = known_to(hidden, outcome.log, hidden.seat)
    assert known.players[hidden.seat].hidden == 4
    dealt = deal_hidden(known, Random(1))
    assert all_cards(dealt) == start.rules.deck


def test_a_hand_is_dealt_alike_whatever_another_hand_shows():
    """Every hand has its own chance, so that branches keep the same luck."""
    view = known_to(new_game(4, seed=5), (), "nobody")
    shorter = view._replace(
        players=(view.players[0]._replace(hidden=2), *view.players[1:]),
    )
    same = 0
    for number in range(40):
        one, other = (deal_hidden(each, Random(number)) for each in (view, shorter))
        same += one.players[3].hand == other.players[3].hand
    assert same > 25


def test_unknown_eyes_are_refused():
    with pytest.raises(KhronosError, match="nobody here is 'Zoe'; hands are seen by one of 'all'"):
        seat_of("Zoe", ["Ann", "Ben"])
    with pytest.raises(KhronosError, match="nobody here is 2"):
        seat_of(2, ["Ann", "Ben"])
    assert seat_of(1, ["Ann", "Ben"]) == seat_of("1", ["Ann", "Ben"]) == 1
