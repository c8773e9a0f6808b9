"""X1 to X4: who collects, where, and how much; each time the naive recount finds the same."""

from __future__ import annotations

import pytest

from khronos_lab.core import EndTurn, GameState, Travel, square
from khronos_lab.core import events as e
from khronos_lab.rulebook import AGES, FAITH, MIGHT, REASON, Age
from tests.mechanics.moves import follow, told
from tests.mechanics.pictures import playing
from tests.properties.oracles import naive_taxes
from tests.support import do, events_of, position, story


def collected(state: GameState) -> dict[tuple[Age, int], int]:
    """Coins by age and domain that the acting player collects when he ends his turn."""
    outcome = do(state, EndTurn())
    seat = state.seat
    taxes = told(outcome, e.TaxCollected)
    gained = outcome.state.players[seat].coins - state.player.coins
    assert gained == sum(tax.amount for tax in taxes) == naive_taxes(state, seat)
    assert {tax.seat for tax in taxes} <= {seat}
    return {(tax.age, tax.domain): tax.amount for tax in taxes}


# ------------------------------------------------------------------ X1

EVERYWHERE = """turn: round {}, Red acts
player Red: at {}
player White: at Might Faith
m1R c1 . .   | r1R c1 . .   | m2 #   c1:R .
.   .  . .   | c1  .  . .   | #  #   .    .
"""
TAXES = {"Might": 1, "Faith": 2, "Reason": 2}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7])
def test_x1_taxes_come_in_rounds_4_and_7_only(number):
    outcome = do(position(EVERYWHERE.format(number, "Might Faith")), EndTurn())
    coins = outcome.state.players[0].coins
    assert coins == (4 + 1 + 2 if number in (4, 7) else 4)


@pytest.mark.parametrize(
    ("at", "ages"),
    [
        ("Might Faith", ["Might", "Faith"]),
        ("Might Reason", ["Might", "Reason"]),
        ("Faith Reason", ["Faith", "Reason"]),
    ],
)
def test_x1_a_player_collects_in_every_age_where_an_adventurer_of_his_stands(at, ages):
    taxes = collected(position(EVERYWHERE.format(4, at)))
    assert [(age.title, amount) for (age, _), amount in taxes.items()] == [
        (age, TAXES[age]) for age in ages
    ]


@pytest.mark.parametrize("age", AGES)
def test_x1_two_adventurers_in_one_age_collect_once(age):
    taxes = collected(position(EVERYWHERE.format(7, f"{age.title} {age.title}")))
    assert taxes == {(age, square("a1")): TAXES[age.title]}


def test_x1_only_at_the_end_of_his_own_turn():
    state = position(EVERYWHERE.format(4, "Might Faith"))
    white = state._replace(turn=state.turn._replace(seat=1))
    outcome = do(white, EndTurn())
    assert events_of(outcome, e.TaxCollected) == []
    assert [player.coins for player in outcome.state.players] == [4, 4]


def test_x1_where_he_stands_at_the_end_counts_not_where_he_was():
    state = follow(position(EVERYWHERE.format(4, "Might Might")), Travel(MIGHT, REASON))
    assert set(collected(state)) == {(MIGHT, square("a1")), (REASON, square("a1"))}
    state = follow(state, Travel(MIGHT, REASON))
    assert set(collected(state)) == {(REASON, square("a1"))}


def test_x1_taxes_come_after_the_refill():
    told_so = story(do(position(EVERYWHERE.format(4, "Might Might")), EndTurn()))
    assert told_so[0].startswith("Red draws 4 cards")
    assert told_so[1] == "Red collects 1 coin from the domain at a1 in Might (X2)."


# ------------------------------------------------------------------ X2


def test_x2_in_might_the_owner_of_the_highest_military_building_gets_all_civil_values():
    outcome = playing(EndTurn()).on("""
        turn: round 4, Red acts
        players Red; White
        c3 # # m2R # c1 m1W    | h . . . . . .   | h . . . . . .
        #  # # #   # .  .      | . . . . . . .   | . . . . . . .
        #  # # c2  # .  .      | . . . . . . .   | . . . . . . .
        .  . . #   # .  .      | . . . . . . .   | . . . . . . .
        ->
        Red collects 9 coins from the domain at a1 in Might (X2).
        """)
    assert events_of(outcome, e.TaxCollected) == [
        e.TaxCollected(0, MIGHT, square("a1"), 5 + 1 + 3, "X2")
    ]


def test_x2_a_lower_military_building_collects_nothing():
    state = position("""
        turn: round 4, White acts
        players Red; White
        c1 m2R # c1 m1W     | . . . . .   | . . . . .
        .  #   # .  .       | . . . . .   | . . . . .
        """)
    assert collected(state) == {}


def test_x2_every_domain_pays_its_own_ruler():
    text = """
        turn: round 4, {} acts
        players Red; White
        c1 m1R . c1 m1W c1 . m1R c1    | . . . . . . . . .   | . . . . . . . . .
        """
    assert collected(position(text.format("Red"))) == {
        (MIGHT, square("a1")): 1,
        (MIGHT, square("h1")): 1,
    }
    assert collected(position(text.format("White"))) == {(MIGHT, square("d1")): 2}


def test_x2_religious_buildings_rule_nothing_in_might_and_military_ones_nothing_in_faith():
    text = """
        turn: round 4, {} acts
        players Red: at Might Faith; White: at Might Faith
        r1R c1 m1W .    | r1R c1 m1W .    | . . . .
        """
    assert collected(position(text.format("Red"))) == {(FAITH, square("a1")): 1}
    assert collected(position(text.format("White"))) == {(MIGHT, square("a1")): 1}


def test_x2_in_faith_the_highest_religious_building_rules():
    state = position("""
        turn: round 7, Red acts
        players Red: at Faith Faith; White: at Faith Faith
        . . . . . .    | r2R # c2 # r1W .  | . . . . . .
        . . . . . .    | #   # #  # .   .  | . . . . . .
        """)
    assert collected(state) == {(FAITH, square("a1")): 3}
    assert collected(state._replace(turn=state.turn._replace(seat=1))) == {}


def test_x2_a_domain_without_such_a_building_pays_nobody():
    state = position("""
        turn: round 4, Red acts
        players Red; White
        c2 # r1R .  | . . . . | . . . .
        #  # .   .  | . . . . | . . . .
        """)
    assert collected(state) == {}


def test_x2_a_domain_without_civil_buildings_pays_nothing():
    outcome = playing(EndTurn()).on("""
        turn: round 4, Red acts
        players Red; White
        m1R r1R . .   | . . . . | . . . .
        """)
    assert events_of(outcome, e.TaxCollected, e.TaxMissed) == []


def test_x2_printed_hamlets_pay_too():
    state = position("""
        turn: round 4, Red acts
        players Red; White
        h m1R h    | h . h    | h . h
        """)
    assert collected(state) == {(MIGHT, square("a1")): 2}


def test_x2_corners_do_not_make_a_domain():
    state = position("""
        turn: round 4, Red acts
        players Red; White
        c1 .       | . .      | . .
        .  m1R     | . .      | . .
        """)
    assert collected(state) == {}


# ------------------------------------------------------------------ X3

REASON_TEXT = """
    turn: round 4, {} acts
    players Red: at Reason Reason; White: at Reason Reason; Green: at Reason Reason
    Might         | Faith         | Reason
    """


def reason(acting: str, *rows: str) -> GameState:
    width = len(rows[0].split())
    empty = " ".join("." * width)
    lines = [line.strip() for line in REASON_TEXT.format(acting).splitlines()]
    return position("\n".join([*lines, *(f"{empty} | {empty} | {row}" for row in rows)]))


def test_x3_the_player_with_most_cubes_gets_the_military_and_religious_values():
    rows = ("c2:RRW # m2 # r3 # #", "#      # #  # #  # #", ".      . .  . #  # #")
    outcome = do(reason("Red", *rows), EndTurn())
    assert events_of(outcome, e.TaxCollected) == [
        e.TaxCollected(0, REASON, square("a1"), 2 + 4, "X3")
    ]
    assert collected(reason("White", *rows)) == {}


def test_x3_ruins_pay_their_ruin_value():
    rows = ("c1:R m2% # r3% # #", ".    #   # #   # #", ".    .   . #   # #")
    assert collected(reason("Red", *rows)) == {(REASON, square("a1")): 1 + 2}


def test_x3_a_half_restored_ruin_is_a_ruin():
    rows = ("c1:R r3%R # # .", ".    #    # # .", ".    #    # # .")
    assert collected(reason("Red", *rows)) == {(REASON, square("a1")): 2}


def test_x3_the_cube_on_a_half_restored_ruin_is_no_population():
    rows = ("c1:R r3%W # # .", ".    #    # # .", "c1:W #    # # .")
    assert collected(reason("White", *rows)) == {(REASON, square("a1")): 2}
    assert collected(reason("Red", *rows)) == {(REASON, square("a1")): 2}
    alone = ("c1   r3%W # # .", ".    #    # # .", ".    #    # # .")
    assert collected(reason("White", *alone)) == {}


def test_x3_ties_each_collect_in_full():
    rows = ("c1:R m2 # c1:W .", ".    #  # .    .", ".    .  . .    .")
    for acting in ("Red", "White"):
        assert collected(reason(acting, *rows)) == {(REASON, square("a1")): 2}
    assert collected(reason("Green", *rows)) == {}


def test_x3_cubes_are_counted_over_the_whole_domain():
    rows = ("c1:R m2 # c2:WWG # c1:R", ".    #  # #      # c1:R")
    assert collected(reason("Red", *rows)) == {(REASON, square("a1")): 2}
    assert collected(reason("White", *rows)) == {}


def test_x3_without_cubes_nobody_collects():
    rows = ("c2 # m2 # .", "#  # #  # .")
    for acting in ("Red", "White", "Green"):
        assert events_of(do(reason(acting, *rows), EndTurn()), e.TaxCollected) == []


def test_x3_civil_buildings_pay_nothing_in_reason():
    rows = ("c2:RR # c1:R .", "#     # .    .")
    assert collected(reason("Red", *rows)) == {}


def test_x3_each_domain_is_counted_for_itself():
    rows = ("c1:R m2 # . c2:WWR # r2% #", ".    #  # . #      # #   #")
    assert collected(reason("Red", *rows)) == {(REASON, square("a1")): 2}
    assert collected(reason("White", *rows)) == {(REASON, square("e1")): 1}


def test_x3_cubes_of_absent_players_still_outnumber():
    state = reason("Red", "c2:RWW # m2 # .", "#      # #  # .")
    absent = state._replace(
        players=tuple(
            player._replace(adventurers=(MIGHT, MIGHT)) if player.name == "White" else player
            for player in state.players
        )
    )
    assert collected(absent) == {}


# ------------------------------------------------------------------ X4


def test_x4_if_the_one_entitled_is_absent_nobody_collects():
    text = """
        turn: round 4, {} acts
        players Red: at Faith Faith; White: at Might Might
        c1 m2R # m1W .    | . . . . .     | . . . . .
        .  #   # .   .    | . . . . .     | . . . . .
        """
    absent = playing(EndTurn()).on(text.format("Red"))
    absent.shows("""
        Red misses 1 coin from the domain at a1: no adventurer in Might (X4).
        """)
    assert events_of(absent, e.TaxCollected) == []
    assert events_of(absent, e.TaxMissed) == [e.TaxMissed(0, MIGHT, square("a1"), 1)]
    assert collected(position(text.format("White"))) == {}


def test_x4_one_of_two_tied_players_is_absent_and_the_other_still_collects():
    state = reason("Red", "c1:R m2 # c1:W .", ".    #  # .    .")
    red, white, green = state.players
    absent = state._replace(players=(red, white._replace(adventurers=(MIGHT, FAITH)), green))
    assert collected(absent) == {(REASON, square("a1")): 2}
    assert collected(absent._replace(turn=absent.turn._replace(seat=1))) == {}
