"""Knowledge: what is dealt anew never contradicts what was seen."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from khronos_lab.core import (
    Build,
    EndTurn,
    Exchange,
    GameState,
    Swap,
    add_cards,
    minus_cards,
    pile_size,
    square,
)
from khronos_lab.core import events as e
from khronos_lab.engine import choices, legal_actions, new_game, play_through
from khronos_lab.players import NO_SEAT, deal_hidden, known_to, seen_by, seen_with, watched
from khronos_lab.rulebook import MIGHT, MILITARY, NO_CARDS, RELIGIOUS, Edition, RuleSet
from tests.support import do, position

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
        action = choices(state).pick(rng)
        if rng.random() < 0.2:
            cards = [a for a in legal_actions(state) if isinstance(a, Exchange | Swap | EndTurn)]
            action = rng.choice(cards)
        _, outcome = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))
        state = outcome.state
        yield outcome.log, state


class Witness:
    """Keeps by itself, with sums only, what everybody at the table has seen."""

    def __init__(self, start: GameState) -> None:
        self.discarded = start.discards
        """The cards in the discards: all of them lie open (S4)."""
        self.taken = NO_CARDS
        """Open cards that the player to act has taken this turn and still holds."""

    def see(self, event: e.Event) -> None:
        if isinstance(event, e.CardsPlayed | e.CardsDiscarded):
            self.discarded = add_cards(self.discarded, event.cards)
            one, two, three = minus_cards(self.taken, event.cards)
            self.taken = (max(0, one), max(0, two), max(0, three))
        elif isinstance(event, e.PileRenewed):
            assert event.cards == self.discarded
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
    witness = Witness(start)
    state, log = start, []
    for part, state in steps(start, seed, moves):  # noqa: B007
        log += part
        for entry in part:
            witness.see(entry.event)
        for seat in seats:
            knowing[seat] = watched(knowing[seat], part, _eyes(seat))
    for seat in seats:
        known = knowing[seat]
        assert known == known_to(start, log, _eyes(seat))
        _agrees(known, state)
        for number in range(3):
            dealt = deal_hidden(known, Random(deal + number))
            assert all_cards(dealt) == state.rules.deck
            _agrees(dealt, state)
            assert dealt.discards == witness.discarded
            assert at_least(dealt.players[state.seat].hand, witness.taken) or state.over
            if seat != NO_SEAT:
                assert dealt.players[seat].hand == state.players[seat].hand
        _may_be(known, state)
        if not state.rules.holdem:
            # Only cards that others took openly (V2) need somebody who watched.
            assert known == seen_by(state, seat)


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
    assert state.discards == known.discards


# ------------------------------------------------------------------ by hand


TABLE = """
    {rules}
    turn: round 2, Ann acts, Ann starts
    player Ann: coins 4, hand {ann}, at Might Might
    player Ben: coins 4, hand {ben}, at Might Might
    {cards}
    Might
    . . . h
"""


def table(ann: str, ben: str, cards: str = "", rules: str = "") -> GameState:
    """A small table: what Ann and Ben hold, and other lines of a position."""
    said = f"rules: {rules}" if rules else ""
    lines = TABLE.format(ann=ann, ben=ben, cards=cards.replace("; ", "\n    "), rules=said)
    return position("\n".join(line for line in lines.splitlines() if line.strip()))


def test_s4_what_is_played_and_what_is_discarded_unused_is_known_to_all():
    start = new_game(2, seed=7)  # Black holds mrcc
    assert start.player.hand == (1, 1, 2)
    built = do(start, Build(MIGHT, MILITARY, 1, square("f4"), (1, 0, 0)))
    ended = do(built.state, EndTurn())
    log = (*built.log, *ended.log)
    for eyes in (0, 1, "Black", "nobody"):
        known = known_to(start, log, eyes)
        assert (known.discards, known.hidden_discards) == ((1, 1, 2), 0)
    other = known_to(start, log, 1)
    assert (other.players[0].hand, other.players[0].hidden) == (NO_CARDS, 4)
    assert other.players[1].hand == ended.state.players[1].hand
    assert known_to(start, log, "Black").players[0].hand == ended.state.players[0].hand
    assert known_to(start, log, None) == ended.state
    assert known_to(start, log, "all") == ended.state
    # The discards are still there for those who come to the table later.
    assert seen_with(ended.state, 1) == seen_by(ended.state, 1) == other


def test_t2_what_is_exchanged_is_known_and_what_is_drawn_for_it_is_not():
    start = table("mmrc", "mrcc")
    outcome = do(start, Exchange((2, 0, 0)))
    (drawn,) = [entry.event for entry in outcome.log if isinstance(entry.event, e.CardsDrawn)]
    ben, ann = (known_to(start, outcome.log, eyes) for eyes in ("Ben", "Ann"))
    assert ben.discards == ann.discards == (2, 0, 0)
    assert (ben.players[0].hand, ben.players[0].hidden) == (NO_CARDS, 4)
    assert ann.players[0].hand == add_cards((0, 1, 1), drawn.cards)
    # Two of the 18 military cards are gone, and Ben holds one: 15 may be anywhere else.
    assert ben.pile[0] == start.rules.deck[0] - 2 - 1


def test_t6_unused_cards_are_known_until_the_pile_is_renewed():
    start = table("rr", "mrcc", "pile: mm; discards: c")
    ended = do(start, EndTurn())
    events = [entry.event for entry in ended.log]
    assert e.PileRenewed((0, 2, 1)) in events
    for eyes in ("Ben", "nobody"):
        before = watched(seen_with(start, eyes), ended.log[:2], eyes)
        assert [type(entry.event) for entry in ended.log[:2]] == [e.CardsDiscarded, e.CardsDrawn]
        assert (before.discards, before.players[0].hidden) == ((0, 2, 1), 2)
        after = known_to(start, ended.log, eyes)
        assert (after.discards, after.hidden_discards) == (NO_CARDS, 0)
        assert pile_size(after) == pile_size(ended.state) == 1
        # What lay in the discards is unseen again, with what Ann drew before and after.
        hands = NO_CARDS if eyes == "Ben" else start.players[1].hand
        assert after.pile == add_cards(add_cards((2, 0, 0), (0, 2, 1)), hands)


def test_s4_discards_that_nobody_wrote_down_stay_hidden_when_the_pile_is_renewed():
    whole = table("rrc", "mrcc", "pile: mrm; discards: c")
    start = known_to(whole, (), "Ben")  # a record that does not know Ann's hand
    ended = do(start, EndTurn())
    assert e.PileRenewed((0, 0, 1), hidden=3) in [entry.event for entry in ended.log]
    for eyes in ("Ben", "Ann", "nobody"):
        known = known_to(start, ended.log, eyes)
        assert pile_size(known) == pile_size(ended.state)
        assert (known.discards, known.hidden_discards) == (NO_CARDS, 0)
        dealt = deal_hidden(known, Random(1))
        assert all_cards(dealt) == all_cards(whole)


def test_v2_an_open_card_that_was_taken_is_known_until_it_is_discarded():
    start = table("mmcc", "mrcc", "open: mrc", rules="hold'em")
    swapped = do(start, Swap(RELIGIOUS, (1, 0, 0)))
    known = known_to(start, swapped.log, "nobody")
    assert (known.players[0].hand, known.players[0].hidden) == ((0, 1, 0), 3)
    for number in range(20):
        assert deal_hidden(known, Random(number)).players[0].hand[RELIGIOUS] >= 1
    assert seen_with(swapped.state, "nobody").players[0].hidden == 4
    ended = do(swapped.state, EndTurn())
    after = watched(known, ended.log, "nobody")
    assert (after.players[0].hand, after.players[0].hidden) == (NO_CARDS, 4)
    assert after.discards == (1, 1, 2)


@pytest.mark.parametrize(
    ("discarded", "hand", "hidden"),
    [
        ((1, 0, 0), (0, 1, 0), 3),  # a card that was hidden shows itself
        ((0, 1, 0), NO_CARDS, 4),  # the card that was taken goes
        ((1, 1, 0), NO_CARDS, 4),
    ],
)
def test_v1_whoever_discards_some_cards_shows_which(discarded, hand, hidden):
    rules = "first edition, hold'em"
    start = table("mmcc", "mrcc", "open: mrc", rules=rules)
    swapped = do(start, Swap(RELIGIOUS, (1, 0, 0)))
    ended = do(swapped.state, EndTurn(discarded))
    known = known_to(start, (*swapped.log, *ended.log), "Ben")
    assert known.discards == discarded
    assert (known.players[0].hand, known.players[0].hidden) == (hand, hidden)
    assert all_cards(deal_hidden(known, Random(1))) == all_cards(start)


def test_hands_that_nobody_wrote_down_stay_hidden_from_their_own_eyes():
    start = new_game(2, seed=7)
    hidden = known_to(start, (), "nobody")
    outcome = do(hidden, EndTurn())
    known = known_to(hidden, outcome.log, hidden.seat)
    assert known.players[hidden.seat].hidden == 4
    dealt = deal_hidden(known, Random(1))
    assert all_cards(dealt) == start.rules.deck
