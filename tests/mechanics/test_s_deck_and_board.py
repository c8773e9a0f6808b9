"""S4 and S5: the deck and its discards, the board and its printed hamlets."""

from __future__ import annotations

import pytest

from khronos_lab.core import (
    EndTurn,
    GameState,
    Move,
    add_cards,
    bits,
    load_map,
    map_names,
    map_text,
    square,
)
from khronos_lab.core import events as e
from khronos_lab.engine import Outcome, new_game, play, why_not
from khronos_lab.rulebook import FAITH, MIGHT, REASON, RIVER, IllegalAction, MapError
from tests.mechanics.moves import (
    build,
    cards,
    demolish,
    exchange,
    follow,
    hamlet,
    kind_of,
    populate,
    told,
    upgrade,
)
from tests.mechanics.pictures import playing
from tests.support import assert_story, boards, do, events_of, forbidden, position

# ------------------------------------------------------------------ S4


@pytest.mark.parametrize("number", [2, 5])
def test_s4_the_deck_has_18_military_18_religious_and_19_civil_cards(number):
    state = new_game(number, seed=11)
    deck = state.pile
    for player in state.players:
        deck = add_cards(deck, player.hand)
    assert deck == (18, 18, 19)
    assert sum(state.pile) == 55 - 4 * number


def cards_position(pile: str, discards: str, hand: str) -> GameState:
    return position(f"""
        pile: {pile}
        discards: {discards}
        player Red: hand {hand}, at Might Reason
        player White:
        h . .   | h . .   | h . .
        """)


def test_s4_an_exchange_from_an_empty_pile_draws_from_the_discards_of_this_moment():
    outcome = do(cards_position("-", "-", "mmrc"), exchange("mm"))
    assert_story(
        outcome,
        "Red pays 2 coins (T2).",
        "Red discards 2 cards (mm) (T2).",
        "The draw pile is empty; the 2 discards (mm) are shuffled into a new one (S4).",
        "Red draws 2 cards (mm) (T2).",
    )
    assert (outcome.state.player.hand, outcome.state.discards) == (cards("mmrc"), cards("-"))


def test_s4_an_exchange_empties_the_pile_before_the_discards_are_shuffled():
    outcome = do(cards_position("c", "ccc", "rr"), exchange("rr"))
    (renewed,) = events_of(outcome, e.PileRenewed)
    first, second = told(outcome, e.CardsDrawn)
    assert first == e.CardsDrawn(0, cards("c"), "T2")
    assert renewed == e.PileRenewed(cards("rrccc"))
    assert outcome.state.player.hand == add_cards(cards("c"), second.cards)
    assert add_cards(outcome.state.pile, second.cards) == cards("rrccc")
    assert outcome.state.discards == cards("-")


def test_s4_a_pile_that_is_just_enough_is_not_renewed():
    outcome = do(cards_position("cc", "m", "rr"), exchange("rr"))
    assert events_of(outcome, e.PileRenewed) == []
    assert outcome.state.pile == cards("-")
    assert outcome.state.discards == cards("mrr")


def test_s4_a_refill_from_an_empty_pile_draws_from_the_discards_of_this_moment():
    outcome = do(cards_position("-", "-", "rrcc"), EndTurn())
    assert events_of(outcome, e.CardsDiscarded, e.PileRenewed, e.CardsDrawn) == [
        e.CardsDiscarded(0, cards("rrcc")),
        e.PileRenewed(cards("rrcc")),
        e.CardsDrawn(0, cards("rrcc")),
    ]


def test_s4_a_refill_includes_the_cards_played_this_turn():
    state = follow(cards_position("-", "mm", "rrc"), populate("a1"))
    outcome = do(state, EndTurn())
    assert events_of(outcome, e.PileRenewed) == [e.PileRenewed(cards("mmrrc"))]
    assert sum(outcome.state.pile) == 1


def test_s4_a_refill_can_run_out_half_way():
    outcome = do(cards_position("mmm", "cc", "rr"), EndTurn())
    drawn = told(outcome, e.CardsDrawn)
    assert [sum(each.cards) for each in drawn] == [3, 1]
    assert drawn[0].cards == cards("mmm")
    assert events_of(outcome, e.PileRenewed) == [e.PileRenewed(cards("rrcc"))]
    assert sum(outcome.state.players[0].hand) == 4
    assert sum(outcome.state.pile) == 3


def test_s4_when_pile_and_discards_hold_too_few_all_of_them_are_drawn():
    state = cards_position("m", "-", "rr")
    outcome = do(state, EndTurn())
    assert outcome.state.players[0].hand == cards("mrr")
    said = play(state, Move(EndTurn(), drawn=cards("mrr")))
    assert isinstance(said, Outcome)
    assert said.state == outcome.state


def test_s4_every_card_of_the_pile_can_come():
    hands = {
        do(cards_position("mrc", "-", "m")._replace(chance=seed), exchange("m")).state.player.hand
        for seed in range(40)
    }
    assert hands == {cards("m"), cards("r"), cards("c")}


def test_s4_a_record_may_say_what_was_drawn():
    state = cards_position("mmrrcc", "-", "mm")
    outcome = play(state, Move(exchange("mm"), drawn=cards("rc")))
    assert isinstance(outcome, Outcome)
    assert events_of(outcome, e.CardsDrawn) == [e.CardsDrawn(0, cards("rc"), "T2")]
    assert outcome.state.player.hand == cards("rc")
    # Chance moves on as if it had been asked, so both ways lead to the same states later on.
    assert outcome.state.chance == do(state, exchange("mm")).state.chance


def test_s4_a_record_of_cards_that_cannot_come_is_refused():
    state = cards_position("mmrr", "cc", "mm")
    with pytest.raises(IllegalAction, match=r"2 cards are drawn here, not r \(T2\)"):
        play(state, Move(exchange("mm"), drawn=cards("r")))
    with pytest.raises(IllegalAction, match=r"cannot give rc \(S4\)"):
        play(state, Move(exchange("mm"), drawn=cards("rc")))


def test_s4_a_record_that_crosses_a_new_pile_takes_the_last_cards_of_the_old_one():
    state = cards_position("mr", "cc", "mm")
    outcome = play(state, Move(EndTurn(), drawn=cards("mrcc")))
    assert isinstance(outcome, Outcome)
    assert [each.cards for each in told(outcome, e.CardsDrawn)] == [cards("mr"), cards("cc")]
    assert outcome.state.pile == cards("mm")
    with pytest.raises(IllegalAction, match="S4"):
        play(state, Move(EndTurn(), drawn=cards("mmcc")))


# ------------------------------------------------------------------ S5


@pytest.mark.parametrize("name", map_names())
def test_s5_the_board_has_16_columns_20_rows_and_ten_hamlets_apart(name):
    grid = load_map(name)
    places = [(sq % 17, sq // 17) for sq in bits(grid.hamlets)]
    assert (grid.columns, grid.rows, len(places)) == (16, 20, 10)
    assert not [(a, b, c, d) for a, b in places for c, d in places if abs(a - c) + abs(b - d) == 1]
    assert RIVER not in {grid.terrain(sq) for sq in bits(grid.hamlets)}


def test_s5_all_ages_show_the_same_map_with_nothing_but_its_hamlets():
    state = new_game(4)
    for board in state.boards:
        assert board.grid == load_map("valley")
        assert [each.square for each in board] == list(bits(board.grid.hamlets))
        assert all(each.printed and each[:2] == (kind_of("c"), 1) for each in board)


def test_s5_a_user_can_load_another_map(tmp_path):
    rows = map_text(load_map("delta")).replace("f", "^")
    file = tmp_path / "bare.txt"
    file.write_text(rows, "utf-8")
    grid = new_game(2, grid=str(file)).grid
    assert grid.forest == 0 != load_map("delta").forest
    assert grid.river == load_map("delta").river


def test_s5_a_map_whose_hamlets_touch_is_refused(tmp_path):
    rows = ["." * 16] * 20
    rows[0] = "hh.h.h.h.h.h.h.h"
    rows[2] = "h" + "." * 15
    file = tmp_path / "close.txt"
    file.write_text("\n".join(rows), "utf-8")
    with pytest.raises(MapError, match="S5"):
        load_map(str(file))
    rows[0] = "h..h.h.h.h.h.h.h"
    rows[2] = "h.h" + "." * 13
    file.write_text("\n".join(rows), "utf-8")
    assert load_map(str(file)).hamlets.bit_count() == 10


def test_s5_a_printed_hamlet_is_never_demolished_but_a_hamlet_tile_is():
    state = position("""
        players Red: hand cc; White
        h . c1   | h . .   | h . .
        """)
    broken = forbidden(state, demolish(MIGHT, "a1"), "A4")
    assert broken.squares == (square("a1"),)
    boards(do(state, demolish(MIGHT, "c1")).state).are("""
        h . .   | h . .   | h . .
        """)


def test_s5_a_printed_hamlet_re_appears_when_what_covers_it_goes():
    outcome = playing(build(MIGHT, "m2", "b1", "mm")).on("""
        h . . .   | c2 # . . | c2:W # . .
        . . . .   | #  # . . | #    # . .
        ->
        h m2R # .   | h m2R # .   | h:W m2% # .
        . #   # .   | . #   # .   | .   #   # .
        """)
    assert events_of(outcome, e.HamletRevealed) == [
        e.HamletRevealed(FAITH, hamlet("a1")),
        e.HamletRevealed(REASON, hamlet("a1")),
    ]


def test_s5_a_printed_hamlet_that_stays_covered_does_not_re_appear():
    outcome = playing(upgrade(MIGHT, "c2", "b1", "cc")).on("""
        . h . .   | c2 # . .  | c2 # . .
        . . . .   | #  # . .  | #  # . .
        ->
        Map       | Might      | Faith      | Reason
        . h . .   | . c2 # .   | . c2 # .   | . c2 # .
        . . . .   | . #  # .   | . #  # .   | . #  # .
        """)
    assert events_of(outcome, e.HamletRevealed) == []


def test_s5_nothing_is_built_on_a_printed_hamlet_but_by_upgrading_it():
    state = position("""
        players Red: hand mccc; White
        h .   | h .   | h .
        . .   | . .   | . .
        """)
    squares = (square("a1"),)
    assert forbidden(state, build(MIGHT, "m1", "a1", "m"), "A1").squares == squares
    assert forbidden(state, build(MIGHT, "c1", "a1", "c"), "A1").squares == squares
    assert forbidden(state, build(MIGHT, "c2", "a1", "ccc"), "A1").squares == squares
    assert why_not(state, upgrade(MIGHT, "c2", "a1", "cc")) is None
