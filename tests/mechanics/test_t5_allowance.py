"""T5: two cards for each adventurer, and nobody says whose allowance pays (ruling).

Every short history of cards and journeys is tried in `tests/core/test_purses.py`.
"""

from __future__ import annotations

from khronos_lab.core import Action, EndTurn, GameState, Travel, allowance
from khronos_lab.engine import why_not
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, cards, demolish, exchange, follow, populate, restore
from tests.support import boards, forbidden, position


def fields(at: str, hand: str = "mmmm", coins: int = 9) -> GameState:
    """Free ground in Might and Faith, hamlets in Reason."""
    return position(f"""
        player Red: coins {coins}, hand {hand}, at {at}
        player White: at Reason Reason
        . . . . . . | . . . . . . | c1 . c1 . c1 .
        . . . . . . | . . . . . . | .  . .  . .  .
        . . . . . . | . . . . . . | .  . .  . .  .
        """)


def may(state: GameState, action: Action) -> bool:
    """Legal, or forbidden by T5; nothing else is in the way in these positions."""
    if why_not(state, action) is None:
        return True
    forbidden(state, action, "T5")
    return False


# One card each, on squares apart from each other.
MIGHT_CARDS = [build(MIGHT, "m1", place, "m") for place in ("a1", "c1", "e1", "a3", "c3")]
FAITH_CARDS = [build(FAITH, "m1", place, "m") for place in ("a1", "c1", "e1", "a3", "c3")]
REASON_CARDS = [populate(place) for place in ("a1", "c1", "e1")]


def test_t5_cards_are_played_only_where_an_adventurer_stands():
    state = fields("Might Might", "mmcc")
    assert may(state, MIGHT_CARDS[0])
    assert not may(state, FAITH_CARDS[0])
    assert not may(state, REASON_CARDS[0])


def test_t5_the_adventurer_of_another_player_does_not_help():
    state = fields("Might Faith", "cc")
    assert state.players[1].adventurers == (REASON, REASON)
    broken = forbidden(state, populate("a1"), "T5")
    assert str(broken) == "Red has no adventurer in Reason (T5)"


def test_t5_one_adventurer_plays_two_cards():
    state = fields("Might Faith")
    state = follow(state, MIGHT_CARDS[0])
    assert may(state, MIGHT_CARDS[1])
    state = follow(state, MIGHT_CARDS[1])
    assert not may(state, MIGHT_CARDS[2])
    assert may(state, FAITH_CARDS[2])


def test_t5_an_action_of_one_adventurer_costs_up_to_two_cards():
    assert may(fields("Might Faith"), build(MIGHT, "m2", "a1", "mm"))
    broken = forbidden(fields("Might Faith", "cccm"), build(MIGHT, "c2", "a1", "ccc"), "T5")
    assert "takes 3 cards in Might" in str(broken)
    assert "may play 2 more" in str(broken)


def test_t5_two_adventurers_in_one_age_pool_for_an_action_of_four_cards():
    after = follow(fields("Might Might"), build(MIGHT, "m3", "a1", "mmmm"))
    boards(after).are("""
        m3R # # . . .   | m3R # # . . .   | m3% # # . c1 .
        #   # # . . .   | #   # # . . .   | #   # # . .  .
        #   # # . . .   | #   # # . . .   | #   # # . .  .
        """)
    assert after.player.hand == cards("-")


def test_t5_in_different_ages_they_cannot_pool():
    assert not may(fields("Might Faith"), build(MIGHT, "m3", "a1", "mmmm"))
    assert not may(fields("Might Faith"), build(FAITH, "m3", "a1", "mmmm"))


def test_t5_travelling_in_between_one_adventurer_plays_in_two_ages():
    state = follow(fields("Might Might", "mmcc"), Travel(MIGHT, FAITH), FAITH_CARDS[0])
    state = follow(state, Travel(FAITH, REASON), REASON_CARDS[0])
    assert not may(state, REASON_CARDS[1])
    assert may(state, MIGHT_CARDS[1])


def test_t5_of_two_in_one_age_it_is_open_which_one_left():
    state = follow(fields("Might Might"), MIGHT_CARDS[0], MIGHT_CARDS[1], Travel(MIGHT, FAITH))
    assert may(state, build(FAITH, "m2", "d2", "mm"))
    assert may(state, build(MIGHT, "m2", "d2", "mm"))


def test_t5_what_the_one_who_left_played_must_fit_what_was_played_before():
    hand = "mmmmmm"
    state = follow(fields("Might Might", hand), MIGHT_CARDS[0], Travel(MIGHT, FAITH))
    state = follow(state, FAITH_CARDS[1], FAITH_CARDS[2])
    # He who left had played nothing before, so the card in Might was the other's.
    assert not may(state, FAITH_CARDS[3])
    assert may(state, MIGHT_CARDS[3])
    state = follow(state, MIGHT_CARDS[3])
    assert not may(state, MIGHT_CARDS[4])
    assert not may(follow(state, Travel(MIGHT, FAITH)), FAITH_CARDS[4])


def test_t5_surcharge_cards_count():
    state = position("""
        players Red: hand mmmm, at Might Faith; White
        ^ . f f   | ^ . f f | ^ . f f
        """)
    assert may(state, build(MIGHT, "m1", "c1", "mm"))
    assert not may(state, build(MIGHT, "m1", "a1", "mmm"))
    assert not may(follow(state, build(MIGHT, "m1", "c1", "mm")), build(MIGHT, "m1", "b1", "m"))
    pooled = follow(state, Travel(FAITH, MIGHT))
    assert may(pooled, build(MIGHT, "m1", "a1", "mmm"))


def test_t5_demolition_cards_count():
    state = position("""
        players Red: hand mmmm, at Might Faith; White
        m1W . m1W . m1W .   | . . . . . . | . . . . . .
        """)
    state = follow(state, demolish(MIGHT, "a1"), demolish(MIGHT, "c1"))
    assert not may(state, demolish(MIGHT, "e1"))


def test_t5_cards_of_populating_and_restoring_count():
    state = position("""
        players Red: hand mmcc, at Might Reason; White
        . . . .   | . . . .   | m3% # # c1
        . . . .   | . . . .   | #   # # .
        . . . .   | . . . .   | #   # # c1
        """)
    state = follow(state, restore("a1"), populate("d1"))
    assert not may(state, restore("a1"))
    assert not may(state, populate("d3"))


def test_t5_exchanged_cards_do_not_count():
    state = position("""
        players Red: hand rrrr; White
        pile: mmmmmmmm
        . . .   | . . .   | . . .
        . . .   | . . .   | . . .
        . . .   | . . .   | . . .
        """)
    state = follow(state, exchange("rrrr"))
    assert may(state, build(MIGHT, "m3", "a1", "mmmm"))


def test_t5_the_allowance_is_new_every_turn():
    state = follow(fields("Might Faith"), MIGHT_CARDS[0], MIGHT_CARDS[1], EndTurn(), EndTurn())
    assert state.seat == 0
    assert allowance(state.turn.purses, MIGHT) == allowance(state.turn.purses, FAITH) == 2
