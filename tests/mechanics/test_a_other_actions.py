"""A4 demolish, A5 populate, A6 restore."""

from __future__ import annotations

import pytest

from khronos_lab.core import Demolish, EndTurn, Populate, Restore, Travel
from khronos_lab.core import events as e
from khronos_lab.engine import legal_actions, why_not
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import cards, demolish, follow, hamlet, piece, populate, restore, squares
from tests.mechanics.pictures import playing
from tests.support import boards, do, events_of, forbidden, position, square_names, story

# ------------------------------------------------------------------ A4

SMALL = """player Red: hand mrc, at Might Faith
player White:
m1W . r1R . c1   | .   . m1R . .     | . . .   .   .
h   . .   . .    | h   . .   . .     | h . .   .   .
.   . .   m2R #  | .   . .   m2R #   | . . .   m2% #
.   . .   #   #  | .   . .   #   #   | . . .   #   #
"""


def test_a4_a_building_of_another_player_is_demolished_and_his_cube_goes_home():
    outcome = playing(demolish(MIGHT, "a1")).on(SMALL)
    outcome.shows("""
        . . r1R . c1   | .   . m1R . .     | . . .   .   .
        h . .   . .    | h   . .   . .     | h . .   .   .
        . . .   m2R #  | .   . .   m2R #   | . . .   m2% #
        . . .   #   #  | .   . .   #   #   | . . .   #   #
        """)
    assert story(outcome) == [
        "Red plays 1 card (m) in Might (A4).",
        "Red pays 1 coin (A4).",
        "Red demolishes White's watchtower at a1 in Might; White gets a cube back (A4).",
    ]
    red, white = outcome.state.players
    assert (red.coins, red.hand) == (3, cards("rc"))
    assert (white.coins, white.cubes) == (4, 25)


@pytest.mark.parametrize(
    ("age", "place", "card", "gone"),
    [
        (MIGHT, "a1", "m", piece("m1", "a1", owner=1)),
        (MIGHT, "c1", "r", piece("r1", "c1", owner=0)),
        (MIGHT, "e1", "c", piece("c1", "e1")),
        (FAITH, "c1", "m", piece("m1", "c1", owner=0)),
    ],
)
def test_a4_any_rank_1_tile_goes_for_a_card_of_its_colour(age, place, card, gone):
    outcome = do(position(SMALL), demolish(age, place))
    assert events_of(outcome, e.CardsPlayed, e.CoinsSpent, e.BuildingDemolished) == [
        e.CardsPlayed(0, age, cards(card), "A4"),
        e.CoinsSpent(0, 1, "A4"),
        e.BuildingDemolished(0, age, gone),
    ]


def test_a4_the_own_cube_comes_back():
    state = position(SMALL)
    assert do(state, demolish(MIGHT, "c1")).state.player.cubes == state.player.cubes + 1


def test_a4_a_card_of_another_colour_does_not_do():
    state = position(SMALL.replace("hand mrc", "hand rrcc"))
    forbidden(state, demolish(MIGHT, "a1"), "A4")


def test_a4_it_costs_a_coin():
    state = position(SMALL.replace("hand mrc", "coins 0, hand mrc"))
    broken = forbidden(state, demolish(MIGHT, "a1"), "A4")
    assert str(broken) == "a demolition costs 1 coin and Red has none (A4)"
    assert why_not(position(SMALL.replace("hand", "coins 1, hand")), demolish(MIGHT, "a1")) is None


def test_a4_a_printed_hamlet_is_never_demolished():
    broken = forbidden(position(SMALL), demolish(MIGHT, "a2"), "A4")
    assert "printed" in str(broken)
    assert broken.squares == squares("a2")
    forbidden(position(SMALL), demolish(FAITH, "a2"), "A4")


def test_a4_larger_buildings_are_not_demolished():
    broken = forbidden(position(SMALL), demolish(MIGHT, "d3"), "A4")
    assert str(broken) == "the keep at d3 is too large to be demolished (A4)"
    assert broken.squares == squares("d3")
    assert forbidden(position(SMALL), demolish(MIGHT, "e4"), "A4").squares == squares("d3")


def test_a4_there_must_be_a_building():
    assert forbidden(position(SMALL), demolish(MIGHT, "b1"), "A4").squares == squares("b1")
    forbidden(position(SMALL), demolish(FAITH, "a1"), "A4")
    forbidden(position(SMALL), demolish(MIGHT, "f1"), "A4")
    forbidden(position(SMALL), Demolish(MIGHT, -1), "A4")


def test_a4_nothing_is_demolished_in_reason():
    state = position("""
        players Red: hand mmcc, at Reason Reason; White
        . . .   | . . .   | c1 m2% #
        . . .   | . . .   | .  #   #
        """)
    forbidden(state, demolish(REASON, "a1"), "A4")
    forbidden(state, demolish(REASON, "b1"), "A4")


def test_a4_an_adventurer_must_stand_there():
    forbidden(
        position(SMALL.replace("at Might Faith", "at Faith Faith")), demolish(MIGHT, "a1"), "T5"
    )


def test_a4_offered_is_just_what_can_be_demolished():
    offered = [each for each in legal_actions(position(SMALL)) if isinstance(each, Demolish)]
    assert offered == [
        demolish(MIGHT, "a1"),
        demolish(MIGHT, "c1"),
        demolish(MIGHT, "e1"),
        demolish(FAITH, "c1"),
    ]


# ------------------------------------------------------------------ A5

SETTLED = """player Red: hand mmcc, at Reason Reason
player White: at Reason Reason
h . . . . . . .   | h . . . . . . .   | h    . c2:RW # . c3:RRWW #  #
. . . . . . . .   | . . . . . . . .   | .    . #     # . #       #  #
. . . . . . . .   | . . . . . . . .   | c1:W . m2    # . #       #  #
. . . . . . . .   | . . . . . . . .   | .    . #     # . .       .  .
"""


def test_a5_a_civil_card_puts_a_cube_on_a_civil_building():
    outcome = playing(populate("c1")).on(SETTLED)
    outcome.shows("""
        h . . . . . . .   | h . . . . . . .   | h    . c2:RRW # . c3:RRWW #  #
        . . . . . . . .   | . . . . . . . .   | .    . #      # . #       #  #
        . . . . . . . .   | . . . . . . . .   | c1:W . m2     # . #       #  #
        . . . . . . . .   | . . . . . . . .   | .    . #      # . .       .  .
        """)
    assert story(outcome) == [
        "Red plays 1 card (c) in Reason (A5).",
        "Red puts a cube on the town at c1 in Reason (A5).",
    ]
    before = position(SETTLED).player
    assert outcome.state.player.hand == cards("mmc")
    assert outcome.state.player.cubes == before.cubes - 1
    assert outcome.state.player.coins == before.coins


def test_a5_a_printed_hamlet_is_populated_too():
    outcome = do(position(SETTLED), populate("a1"))
    assert events_of(outcome, e.CubePlaced) == [e.CubePlaced(0, hamlet("a1"))]
    assert outcome.state.boards[REASON].at(0) == hamlet("a1", cubes=(0,))


@pytest.mark.parametrize(("place", "room"), [("a1", 1), ("c1", 1), ("f1", 1), ("a3", 0)])
def test_a5_a_building_holds_1_3_or_5_cubes_of_any_players(place, room):
    state = position(SETTLED)
    for _ in range(room):
        state = follow(state, populate(place))
    broken = forbidden(state, populate(place), "A5")
    assert str(broken).endswith("in Reason is full (A5)")
    assert broken.squares == squares(place)


def test_a5_a_player_needs_a_cube():
    state = position(SETTLED.replace("hand mmcc", "hand mmcc, cubes 0"))
    assert "no cube left" in str(forbidden(state, populate("c1"), "A5"))
    assert [action for action in legal_actions(state) if isinstance(action, Populate)] == []


def test_a5_a_player_needs_a_civil_card():
    forbidden(position(SETTLED.replace("hand mmcc", "hand mmrr")), populate("c1"), "A5")


def test_a5_only_civil_buildings_are_populated():
    broken = forbidden(position(SETTLED), populate("c3"), "A5")
    assert str(broken) == "cubes settle on civil buildings, not on the keep at c3 (A5)"
    ruin = position(SETTLED.replace("m2 ", "m2%"))
    forbidden(ruin, populate("c3"), "A5")


def test_a5_there_must_be_a_building_named_by_its_first_square():
    assert forbidden(position(SETTLED), populate("b1"), "A5").squares == squares("b1")
    assert forbidden(position(SETTLED), populate("d2"), "A5").squares == squares("c1")
    forbidden(position(SETTLED), Populate(-5), "A5")


def test_a5_offered_is_just_what_has_room():
    offered = [a.square for a in legal_actions(position(SETTLED)) if isinstance(a, Populate)]
    assert square_names(tuple(offered)) == ["a1", "c1", "f1"]


def test_a5_an_adventurer_must_stand_in_reason():
    state = position(SETTLED.replace("at Reason Reason", "at Might Faith", 1))
    forbidden(state, populate("c1"), "T5")
    assert why_not(follow(state, Travel(MIGHT, REASON)), populate("c1")) is None


# ------------------------------------------------------------------ A6

RUINS = """player Red: hand mmrr, at Reason Reason
player White: hand mmrr, at Reason Reason
. . . . . .   | . . . . . .   | r3% # # . m2% #
. . . . . .   | . . . . . .   | #   # # . #   #
. . . . . .   | . . . . . .   | #   # # . c1  .
"""


def test_a6_a_rank_2_ruin_turns_at_once():
    outcome = playing(restore("e1")).on(RUINS)
    outcome.shows("""
        . . . . . .   | . . . . . .   | r3% # # . m2 #
        . . . . . .   | . . . . . .   | #   # # . #  #
        . . . . . .   | . . . . . .   | #   # # . c1 .
        """)
    assert story(outcome) == [
        "Red plays 1 card (m) in Reason (A6).",
        "Red restores the keep ruin at e1 (A6).",
    ]
    assert outcome.state.player.cubes == 25


def test_a6_the_first_card_on_a_rank_3_ruin_puts_a_cube_there():
    outcome = playing(restore("a1")).on(RUINS)
    outcome.shows("""
        . . . . . .   | . . . . . .   | r3%R # # . m2% #
        . . . . . .   | . . . . . .   | #    # # . #   #
        . . . . . .   | . . . . . .   | #    # # . c1  .
        """)
    assert events_of(outcome, e.RuinBegun, e.RuinRestored) == [e.RuinBegun(0, piece("r3%", "a1"))]
    assert outcome.state.player.cubes == 24


def test_a6_the_second_card_of_the_same_player_returns_the_cube_and_turns_the_tile():
    outcome = do(follow(position(RUINS), restore("a1")), restore("a1"))
    assert story(outcome)[-1] == "Red restores the abbey ruin at a1; Red gets a cube back (A6)."
    boards(outcome).are("""
        . . . . . .   | . . . . . .   | r3 # # . m2% #
        . . . . . .   | . . . . . .   | #  # # . #   #
        . . . . . .   | . . . . . .   | #  # # . c1  .
        """)
    assert outcome.state.player.cubes == 25


def test_a6_the_second_card_may_be_another_players_in_a_later_turn():
    state = follow(position(RUINS), restore("a1"), EndTurn())
    state = state._replace(
        players=(state.players[0], state.players[1]._replace(hand=cards("r"))),
    )
    assert state.player.name == "White"
    outcome = do(state, restore("a1"))
    assert events_of(outcome, e.RuinRestored) == [e.RuinRestored(1, piece("r3%", "a1", cubes=(0,)))]
    assert [player.cubes for player in outcome.state.players] == [25, 25]
    assert outcome.state.boards[REASON].at(0) == piece("r3", "a1")


def test_a6_ruins_and_restored_buildings_belong_to_nobody():
    after = follow(position(RUINS), restore("e1"), restore("a1"), restore("a1"))
    assert {each.owner for each in after.boards[REASON]} == {None}


def test_a6_to_begin_a_rank_3_ruin_takes_a_cube():
    state = position(RUINS.replace("hand mmrr", "hand mmrr, cubes 0", 1))
    broken = forbidden(state, restore("a1"), "A6")
    assert str(broken) == "Red has no cube left to start restoring the abbey ruin at a1 (A6)"
    assert [a for a in legal_actions(state) if isinstance(a, Restore)] == [restore("e1")]


def test_a6_to_end_it_or_to_restore_a_rank_2_ruin_takes_none():
    text = RUINS.replace("hand mmrr", "hand mmrr, cubes 0", 1).replace("r3% #", "r3%W #")
    outcome = do(position(text), restore("a1"))
    assert [player.cubes for player in outcome.state.players] == [0, 25]
    assert do(position(text), restore("e1")).state.player.cubes == 0


@pytest.mark.parametrize(("place", "hand"), [("e1", "rrcc"), ("a1", "mmcc")])
def test_a6_the_card_has_the_colour_of_the_ruin(place, hand):
    forbidden(position(RUINS.replace("hand mmrr", f"hand {hand}", 1)), restore(place), "A6")


def test_a6_only_ruins_are_restored():
    state = follow(position(RUINS), restore("e1"))
    broken = forbidden(state, restore("e1"), "A6")
    assert str(broken) == "the keep at e1 is not a ruin (A6)"
    assert broken.squares == squares("e1")
    forbidden(state, restore("e3"), "A6")
    forbidden(state, restore("d1"), "A6")
    assert forbidden(state, restore("b2"), "A6").squares == squares("a1")
    forbidden(state, Restore(-1), "A6")


def test_a6_an_adventurer_must_stand_in_reason():
    state = position(RUINS.replace("at Reason Reason", "at Might Faith", 1))
    forbidden(state, restore("e1"), "T5")
