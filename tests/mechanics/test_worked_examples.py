"""The worked examples 1 to 10 and 17 of the rules page; 11 to 16 are in the file on shadows."""

from __future__ import annotations

from khronos_lab.core import EndTurn, Swap, cards_text, square
from khronos_lab.core import events as e
from khronos_lab.engine import legal_actions, why_not
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import (
    build,
    cards,
    demolish,
    follow,
    hamlet,
    piece,
    populate,
    restore,
    squares,
    swap,
    upgrade,
)
from tests.mechanics.pictures import playing
from tests.support import assert_story, boards, do, events_of, forbidden, position, story


def test_example_01_a_keep_costs_two_cards_and_one_from_a_watchtower():
    state = position("""
        players Red: hand mmm; White
        . . . . m1R .     | . . . . . .   | . . . . . .
        . . . . .   .     | . . . . . .   | . . . . . .
        """)
    forbidden(state, build(MIGHT, "m2", "a1", "m"), "A1")
    outcome = do(state, build(MIGHT, "m2", "a1", "mm"))
    assert events_of(outcome, e.CardsPlayed) == [e.CardsPlayed(0, MIGHT, cards("mm"), "A1")]
    outcome = do(outcome.state, upgrade(MIGHT, "m2", "e1", "m"))
    assert events_of(outcome, e.CardsPlayed) == [e.CardsPlayed(0, MIGHT, cards("m"), "A2")]
    boards(outcome).are("""
        m2R # . . m2R #     | m2R # . . m2R #     | m2% # . . m2% #
        #   # . . #   #     | #   # . . #   #     | #   # . . #   #
        """)


def test_example_02_a_keep_in_might_pays_one_and_a_monastery_in_faith_two():
    keep = playing(build(MIGHT, "m2", "a1", "mm")).on("""
        players Red: hand mmr, at Might Faith; White
        . . . . .   | . . . r1R .     | . . . . .
        . . . . .   | . . . .   .     | . . . . .
        """)
    assert events_of(keep, e.BonusPaid) == [e.BonusPaid(0, MIGHT, 1)]
    monastery = do(keep.state, upgrade(FAITH, "r2", "d1", "r"))
    assert_story(
        monastery,
        "Red upgrades the chapel at d1 to a monastery on d1–e2 in Faith (A2).",
        "Red gets a bonus of 2 coins in Faith (A3).",
    )
    assert monastery.state.player.coins == 4 + 1 + 2
    boards(monastery).are("""
        m2R # . . .     | m2R # . r2R #     | m2% # . r2% #
        #   # . . .     | #   # . #   #     | #   # . #   #
        """)


def test_example_03_two_chapels_are_not_fused_but_one_can_be_demolished():
    state = position("""
        players Red: hand rr; White
        r1R .   .     | . . .   | . . .
        .   r1R .     | . . .   | . . .
        """)
    broken = forbidden(state, upgrade(MIGHT, "r2", "a1", "r"), "A2")
    assert broken.squares == squares("a1", "b2")
    outcome = do(state, demolish(MIGHT, "b2"))
    assert story(outcome) == [
        "Red plays 1 card (r) in Might (A4).",
        "Red pays 1 coin (A4).",
        "Red demolishes the chapel at b2 in Might; Red gets a cube back (A4).",
    ]
    boards(outcome).are("""
        r1R .   .     | . . .   | . . .
        .   .   .     | . . .   | . . .
        """)


def test_example_04_red_and_white_populate_a_hamlet_and_a_town():
    state = position("""
        players Red: hand cc, at Reason Reason; White: hand cc, at Reason Reason
        h . . . .   | h . . . .   | h . c2 # .
        . . . . .   | . . . . .   | . . #  # .
        """)
    state = follow(state, populate("a1"), populate("c1"))
    boards(state).are("""
        h . . . .   | h . . . .   | h:R . c2:R # .
        . . . . .   | . . . . .   | .   . #    # .
        """)
    state = follow(state, EndTurn())
    forbidden(state, populate("a1"), "A5")
    first = do(state, populate("c1"))
    assert events_of(first, e.CubePlaced) == [e.CubePlaced(1, piece("c2", "c1", cubes=(0,)))]
    state = follow(first.state, populate("c1"))
    boards(state).are("""
        h . . . .   | h . . . .   | h:R . c2:RWW # .
        . . . . .   | . . . . .   | .   . #      # .
        """)
    assert "is full" in str(forbidden(state, populate("c1"), "A5"))


def test_example_05_a_keep_ruin_is_restored_at_once_and_an_abbey_ruin_by_two_cards():
    keep = playing(restore("a1")).on("""
        players Red: hand mr, at Might Reason; White: hand r, at Reason Reason
        . . . . . .   | . . . . . .   | m2% # . r3% # #
        . . . . . .   | . . . . . .   | #   # . #   # #
        . . . . . .   | . . . . . .   | .   . . #   # #
        """)
    assert events_of(keep, e.RuinRestored) == [e.RuinRestored(0, piece("m2%", "a1"))]
    abbey = do(keep.state, restore("d1"))
    assert story(abbey)[-1] == (
        "Red starts to restore the abbey ruin at d1 and marks it with a cube (A6)."
    )
    boards(abbey).are("""
        . . . . . .   | . . . . . .   | m2 # . r3%R # #
        . . . . . .   | . . . . . .   | #  # . #    # #
        . . . . . .   | . . . . . .   | .  . . #    # #
        """)
    white = do(follow(abbey.state, EndTurn()), restore("d1"))
    assert story(white)[-1] == "White restores the abbey ruin at d1; Red gets a cube back (A6)."
    boards(white).are("""
        . . . . . .   | . . . . . .   | m2 # . r3 # #
        . . . . . .   | . . . . . .   | #  # . #  # #
        . . . . . .   | . . . . . .   | .  . . #  # #
        """)


def test_example_06_taxes_in_might_and_faith():
    red = playing(EndTurn()).on("""
        turn: round 4, Red acts
        players Red: at Might Might; Green: at Faith Faith
        c2 # m2R # c2 # h . .        | . . . . . . h . .   | . . . . . . h . .
        #  # #   # #  # .  . .       | . . . . . . . . .   | . . . . . . . . .
        .  . .   . .  . .  . .       | c1 r3G # # c2 # . . .  | . . . . . . . . .
        c2 # .   . .  . .  . .       | .  #   # # #  # . . .  | . . . . . . . . .
        #  # m1R c1 . . .  . .       | .  #   # # .  . . . .  | . . . . . . . . .
        .  . .   .  . . .  . .       | c1 c1  . . .  . . . .  | . . . . . . . . .
        """)
    assert events_of(red, e.TaxCollected) == [
        e.TaxCollected(0, MIGHT, square("a1"), 7, "X2"),
        e.TaxCollected(0, MIGHT, square("a4"), 4, "X2"),
    ]
    assert red.state.players[0].coins == 4 + 11
    green = do(red.state, EndTurn())
    assert events_of(green, e.TaxCollected) == [e.TaxCollected(1, FAITH, square("a3"), 6, "X2")]
    assert_story(green, "Green collects 6 coins from the domain at a3 in Faith (X2).")
    assert green.state.boards == red.before.boards


def test_example_07_taxes_in_reason():
    outcome = playing(EndTurn()).on("""
        turn: round 7, White acts
        players Red: at Reason Reason; White: at Reason Reason
        . . . . . . . . .   | . . . . . . . . .   | c2:RWW # m2 # r3% # # r2% #
        . . . . . . . . .   | . . . . . . . . .   | #      # #  # #   # # #   #
        . . . . . . . . .   | . . . . . . . . .   | .      . .  . #   # # .   .
        ->
        White collects 5 coins from the domain at a1 in Reason (X3).
        White wins with 9 coins (T7).
        """)
    assert events_of(outcome, e.TaxCollected) == [
        e.TaxCollected(1, REASON, square("a1"), 2 + 2 + 1, "X3")
    ]
    red = outcome.before._replace(turn=outcome.before.turn._replace(seat=0))
    assert events_of(do(red, EndTurn()), e.TaxCollected) == []


def test_example_08_a_hamlet_joins_two_large_domains_and_a_watchtower_may_not():
    state = position("""
        players Red: hand mc; White
        c2 # r1W . m2W # c1     | . . . . . . .   | . . . . . . .
        #  # .   . #   # .      | . . . . . . .   | . . . . . . .
        """)
    broken = forbidden(state, build(MIGHT, "m1", "d1", "m"), "D1")
    assert broken.domains == squares("a1", "e1")
    assert broken.squares == squares("c1", "e1")
    playing(build(MIGHT, "c1", "d1", "c")).on(state).shows("""
        c2 # r1W c1 m2W # c1     | . . . . . . .   | . . . . . . .
        #  # .   .  #   # .      | . . . . . . .   | . . . . . . .
        The domains at a1 and e1 in Might become one (C2).
        """)


def test_example_09_what_the_hierarchy_of_a_domain_allows():
    state = position("""
        players Red: hand mmmmrrrr; White
        . . . m2W # r3W # # . . .     | . . . . . . . . . . . | . . . . . . . . . . .
        . . . #   # #   # # . . .     | . . . . . . . . . . . | . . . . . . . . . . .
        . . . .   . #   # # . . .     | . . . . . . . . . . . | . . . . . . . . . . .
        """)
    keep = forbidden(state, build(MIGHT, "m2", "b1", "mm"), "H1")
    assert (keep.squares, keep.domains) == (squares("d1"), squares("d1"))
    abbey = forbidden(state, build(MIGHT, "r3", "i1", "rrrr"), "H1")
    assert (abbey.squares, abbey.domains) == (squares("f1"), squares("d1"))
    assert why_not(state, build(MIGHT, "m1", "c1", "m")) is None
    assert why_not(state, build(MIGHT, "r1", "i1", "r")) is None
    assert why_not(state, build(MIGHT, "r2", "i1", "rr")) is None
    boards(do(state, build(MIGHT, "m3", "a1", "mmmm")).state).are("""
        m3R # # m2W # r3W # # . . .
        #   # # #   # #   # # . . .
        #   # # .   . #   # # . . .

        Faith
        m3R # # . . . . . . . .
        #   # # . . . . . . . .
        #   # # . . . . . . . .

        Reason
        m3% # # . . . . . . . .
        #   # # . . . . . . . .
        #   # # . . . . . . . .
        """)


def test_example_10_what_is_copied_and_how():
    state = position("""
        players Green: hand r; Red: hand mm; White: hand cc
        . . . . . h . .     | . . . . . h . .   | . . . . . h . .
        . . . . . . . .     | . . . . . . . .   | . . . . . . . .
        . . . . . . . .     | . . . . . . . .   | . . . . . . . .
        """)
    chapel = do(state, build(MIGHT, "r1", "a1", "r"))
    assert events_of(chapel, e.ShadowFalls, e.ShadowCast) == []

    keep = do(follow(chapel.state, EndTurn()), build(MIGHT, "m2", "c1", "mm"))
    assert events_of(keep, e.ShadowCast) == [
        e.ShadowCast(FAITH, piece("m2", "c1", owner=1), "B3"),
        e.ShadowCast(REASON, piece("m2%", "c1"), "B4"),
    ]
    assert keep.state.player.cubes == 25 - 2

    white = follow(keep.state, EndTurn())
    assert white.player.name == "White"
    town = do(white, upgrade(MIGHT, "c2", "f1", "cc"))
    assert events_of(town, e.HamletCovered) == [
        e.HamletCovered(FAITH, hamlet("f1")),
        e.HamletCovered(REASON, hamlet("f1")),
    ]
    state = town.state._replace(
        players=tuple(player._replace(hand=cards("cc")) for player in town.state.players)
    )
    city = do(state, upgrade(MIGHT, "c3", "f1", "cc"))
    assert events_of(city, e.ShadowCast) == [
        e.ShadowCast(FAITH, piece("c3", "f1"), "B2"),
        e.ShadowCast(REASON, piece("c3", "f1"), "B2"),
    ]
    boards(city).are("""
        Map                 | Might                 | Faith               | Reason
        . . . . . h . .     | r1G . m2R # . c3 # #  | . . m2R # . c3 # #  | . . m2% # . c3 # #
        . . . . . . . .     | .   . #   # . #  # #  | . . #   # . #  # #  | . . #   # . #  # #
        . . . . . . . .     | .   . .   . . #  # #  | . . .   . . #  # #  | . . .   . . #  # #
        """)


def test_example_17_holdem_with_one_military_and_two_civil_cards_open():
    state = position("""
        rules: hold'em
        open: mcc
        players Red: hand mmrr; White
        . . .   | . . .   | . . .
        """)
    offered = {
        f"{sum(action.cards)} {action.kind.word}"
        for action in legal_actions(state)
        if isinstance(action, Swap)
    }
    assert offered == {"1 military", "1 civil", "2 civil"}
    assert why_not(state, EndTurn()) is None
    outcome = do(state, swap("c", "mr"))
    assert events_of(outcome, e.OpenCardsSwapped) == [
        e.OpenCardsSwapped(0, cards("cc"), cards("mr"))
    ]
    assert cards_text(outcome.state.player.hand) == "mrcc"
    assert cards_text(outcome.state.open_cards) == "mmr"
