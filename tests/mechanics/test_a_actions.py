"""A1 and A3: building, and the bonus for it. A2 and A4 to A6 have their own files."""

from __future__ import annotations

import pytest

from khronos_lab.core import Build, GameState
from khronos_lab.core import events as e
from khronos_lab.engine import legal_actions, play, why_not
from khronos_lab.rulebook import CIVIL, FAITH, MIGHT, MILITARY, REASON, Age, IllegalAction
from tests.mechanics.moves import build, cards, piece, squares
from tests.support import boards, do, events_of, forbidden, position, story


def meadow(hand: str, *lines: str) -> GameState:
    """Four columns and three rows of free ground; `lines` say what is unusual."""
    more = "\n".join(lines)
    return position(f"""player Red: hand {hand}, at Might Faith
player White:
{more}
. . . .   | . . . .   | . . . .
. . . .   | . . . .   | . . . .
. . . .   | . . . .   | . . . .
""")


def court(hand: str) -> GameState:
    """Free ground for one large building, both adventurers in Might."""
    return position(f"""
        player Red: hand {hand}
        player White:
        . . . | . . . | . . .
        . . . | . . . | . . .
        . . . | . . . | . . .
        """)


# ------------------------------------------------------------------ A1: what it does


def test_a1_a_watchtower_is_built_with_a_cube_of_its_player():
    state = meadow("mmrc")
    outcome = do(state, build(MIGHT, "m1", "b2", "m"))
    assert story(outcome) == [
        "Red plays 1 card (m) in Might (A1).",
        "Red builds a watchtower at b2 in Might (A1).",
    ]
    boards(outcome).are("""
        . .   . .   | . . . .   | . . . .
        . m1R . .   | . . . .   | . . . .
        . .   . .   | . . . .   | . . . .
        """)
    player = outcome.state.player
    assert (player.hand, player.cubes, player.coins) == (cards("mrc"), 24, 4)
    assert outcome.state.discards == cards("m")


def test_a1_a_monastery_is_built_in_faith():
    outcome = do(meadow("rr"), build(FAITH, "r2", "c2", "rr"))
    assert events_of(outcome, e.BuildingBuilt) == [
        e.BuildingBuilt(0, FAITH, piece("r2", "c2", owner=0))
    ]
    boards(outcome).are("""
        . . . .   | . . .   .   | . . .   .
        . . . .   | . . r2R #   | . . r2% #
        . . . .   | . . #   #   | . . #   #
        """)


def test_a1_a_civil_building_has_no_owner_and_takes_no_cube():
    outcome = do(meadow("c"), build(MIGHT, "c1", "a1", "c"))
    assert outcome.state.player.cubes == 25
    boards(outcome).are("""
        c1 . . .   | . . . .   | . . . .
        .  . . .   | . . . .   | . . . .
        .  . . .   | . . . .   | . . . .
        """)


def test_a1_a_civil_building_is_built_without_any_cube_left():
    state = position("""
        players Red: hand cm, cubes 0; White
        . .   | . .   | . .
        """)
    assert why_not(state, build(MIGHT, "c1", "a1", "c")) is None
    forbidden(state, build(MIGHT, "m1", "a1", "m"), "A1")


# ------------------------------------------------------------------ A1: what forbids it


@pytest.mark.parametrize("age", [MIGHT, FAITH])
def test_a1_squares_must_be_free_in_that_age(age):
    state = position("""
        players Red: hand mmcc, at Might Faith; White
        . r1W . .   | . . . .    | . . . .
        . .   . .   | . . r1W .  | . . . .
        """)
    here = {MIGHT: "b1", FAITH: "c2"}[age]
    elsewhere = {MIGHT: "c2", FAITH: "b1"}[age]
    broken = forbidden(state, build(age, "m2", "b1", "mm"), "A1")
    assert broken.squares == squares(here)
    assert forbidden(state, build(age, "c1", here, "c"), "A1").squares == squares(here)
    assert why_not(state, build(age, "c1", elsewhere, "c")) is None


def test_a1_every_taken_square_is_named():
    state = position("""
        players Red: hand mm; White
        . c1 .  .   | . . . . | . . . .
        . .  c1 .   | . . . . | . . . .
        """)
    broken = forbidden(state, build(MIGHT, "m2", "b1", "mm"), "A1")
    assert broken.squares == squares("b1", "c2")
    assert str(broken) == "not free in Might: b1 and c2 (A1)"


@pytest.mark.parametrize("paid", ["m", "mmm", "mr", "rr", "mmr", "-"])
def test_a1_the_price_is_paid_exactly_and_in_its_colour(paid):
    state = court("mmmr")
    forbidden(state, build(MIGHT, "m2", "a1", paid), "A1")
    assert why_not(state, build(MIGHT, "m2", "a1", "mm")) is None


def test_a1_the_cards_must_be_in_the_hand():
    broken = forbidden(meadow("mrrr"), build(MIGHT, "m2", "a1", "mm"), "A1")
    assert str(broken) == "Red cannot use the cards mm: the hand is mrrr (A1)"
    forbidden(meadow("mrrr"), Build(MIGHT, MILITARY, 2, 0, (3, -1, 0)), "A1")


@pytest.mark.parametrize(
    ("what", "paid", "supply"),
    [
        ("m1", "m", "m 0 24 9, r 20 20 9, c 20 24 9"),
        ("r2", "rr", "m 20 24 9, r 20 0 9, c 20 24 9"),
        ("c1", "c", "m 20 24 9, r 20 20 9, c 0 24 9"),
    ],
)
def test_a1_a_tile_must_be_in_the_supply(what, paid, supply):
    state = meadow(paid, f"supply: {supply}")
    forbidden(state, build(MIGHT, what, "a1", paid), "A1")
    assert why_not(meadow(paid), build(MIGHT, what, "a1", paid)) is None


@pytest.mark.parametrize(("what", "paid"), [("m1", "m"), ("r2", "rr")])
def test_a1_a_military_or_religious_building_needs_a_cube(what, paid):
    def with_cubes(number: int) -> GameState:
        return position(f"""
            player Red: hand {paid}, cubes {number}
            player White:
            . .   | . .   | . .
            . .   | . .   | . .
            """)

    broken = forbidden(with_cubes(0), build(MIGHT, what, "a1", paid), "A1")
    assert "no cube left" in str(broken)
    assert why_not(with_cubes(1), build(MIGHT, what, "a1", paid)) is None


@pytest.mark.parametrize(
    ("what", "place", "paid"),
    [("m1", "e1", "m"), ("m1", "a4", "m"), ("m2", "d1", "mm"), ("m2", "a3", "mm")],
)
def test_a1_a_building_lies_wholly_on_the_map(what, place, paid):
    forbidden(meadow("mm"), build(MIGHT, what, place, paid), "A1")


def test_a1_a_square_that_is_none_is_refused():
    forbidden(meadow("mm"), Build(MIGHT, MILITARY, 1, -1, cards("m")), "A1")
    forbidden(meadow("mm"), Build(MIGHT, MILITARY, 1, 16, cards("m")), "A1")
    forbidden(meadow("mm"), Build(MIGHT, MILITARY, 4, 0, cards("mm")), "A1")


def test_a1_nothing_is_built_in_reason():
    state = position("""
        players Red: hand ccm, at Reason Reason; White
        . .   | . .   | . .
        """)
    forbidden(state, build(REASON, "c1", "a1", "c"), "A1")
    forbidden(state, build(REASON, "m1", "a1", "m"), "A1")
    assert not [action for action in legal_actions(state) if isinstance(action, Build)]


def test_a1_a_city_is_never_built_directly():
    forbidden(court("cccc"), build(MIGHT, "c3", "a1", "cccc"), "A1")
    forbidden(court("cccc"), build(MIGHT, "c3", "a1", "ccccc"), "A1")
    forbidden(court("ccccc"), build(MIGHT, "c3", "a1", "ccccc"), "T5")
    cities = [
        action
        for action in legal_actions(court("ccccc"))
        if isinstance(action, Build) and (action.kind, action.rank) == (CIVIL, 3)
    ]
    assert cities == []


def test_a1_a_forbidden_action_raises_and_says_why():
    with pytest.raises(IllegalAction) as caught:
        play(court("cccc"), build(MIGHT, "m2", "a1", "cc"))
    assert str(caught.value) == (
        "illegal build: the keep at a1 costs 2 military cards, not cc (A1); "
        "build keep at a1 in Might for cc; round 1, Red to act"
    )
    assert caught.value.violation == why_not(court("cccc"), build(MIGHT, "m2", "a1", "cc"))


# ------------------------------------------------------------------ A3


@pytest.mark.parametrize(
    ("what", "age", "bonus"),
    [("m2", MIGHT, 1), ("m2", FAITH, 2), ("r2", MIGHT, 1), ("r2", FAITH, 2), ("c2", FAITH, 2)],
)
def test_a3_a_building_of_rank_2_pays_one_coin_in_might_and_two_in_faith(what, age, bonus):
    paid = what[0] * {"m": 2, "r": 2, "c": 3}[what[0]]
    state = position(f"""
        player Red: hand {paid}, at {age.title} {age.title}
        player White:
        . .   | . .   | . .
        . .   | . .   | . .
        """)
    outcome = do(state, build(age, what, "a1", paid))
    assert events_of(outcome, e.BonusPaid) == [e.BonusPaid(0, age, bonus)]
    assert outcome.state.player.coins == 4 + bonus


@pytest.mark.parametrize(("age", "bonus"), [(MIGHT, 1), (FAITH, 2)])
def test_a3_a_building_of_rank_3_pays_no_more(age, bonus):
    state = position(f"""
        player Red: hand rrrr, at {age.title} {age.title}
        player White:
        . . . | . . . | . . .
        . . . | . . . | . . .
        . . . | . . . | . . .
        """)
    assert do(state, build(age, "r3", "a1", "rrrr")).state.player.coins == 4 + bonus


@pytest.mark.parametrize("what", ["m1", "r1", "c1"])
@pytest.mark.parametrize("age", [MIGHT, FAITH])
def test_a3_a_building_of_rank_1_pays_nothing(what: str, age: Age):
    outcome = do(meadow(what[0]), build(age, what, "a1", what[0]))
    assert events_of(outcome, e.BonusPaid) == []
    assert outcome.state.player.coins == 4


def test_a3_copies_pay_nothing():
    outcome = do(meadow("mm"), build(MIGHT, "m2", "a1", "mm"))
    assert len(events_of(outcome, e.ShadowCast)) == 2
    assert [player.coins for player in outcome.state.players] == [5, 4]
