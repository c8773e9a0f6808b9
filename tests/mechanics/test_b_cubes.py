"""B7 and B8: what becomes of the cubes on civil buildings of Reason that a copy covers."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.core import name
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, hamlet, told, upgrade
from tests.mechanics.pictures import choosing, gained, legal, options, playing
from tests.support import asked, assert_story, boards, do

# ------------------------------------------------------------------ B7


def test_b7_cube_moves_up_from_a_hamlet_to_its_town():
    outcome = playing(upgrade(MIGHT, "c2", "a1", "cc")).on("""
        h  .  .    | h  .  .    | h:W .  .
        .  .  .    | .  .  .    | .   .  .
        ->
        Map     | Might      | Faith      | Reason
        h . .   | c2 #  .    | c2 #  .    | c2:W #  .
        . . .   | #  #  .    | #  #  .    | #    #  .
        The town at a1 now stands in Reason, too (B2).
        White's cube moves onto the town at a1 (B7).
        """)
    assert gained(outcome) == {}


def test_b7_cubes_move_up_from_a_town_to_its_city():
    outcome = playing(upgrade(MIGHT, "c3", "b1", "cc")).on("""
        .  .  .  .    | .  .  .  .    | .  .     .  .
        .  c2 #  .    | .  c2 #  .    | .  c2:RWW # .
        .  #  #  .    | .  #  #  .    | .  #     #  .
        ->
        .  c3 #  #    | .  c3 #  #    | .  c3:RWW #  #
        .  #  #  #    | .  #  #  #    | .  #      #  #
        .  #  #  #    | .  #  #  #    | .  #      #  #
        The cubes of Red (1) and White (2) move onto the city at b1 (B7).
        """)
    assert gained(outcome) == {}


def test_b7_cubes_move_up_after_an_upgrade_in_faith_as_well():
    playing(upgrade(FAITH, "c2", "a1", "cc")).on("""
        players Red: hand cc, at Faith Faith; White
        h  .  .    | h  .  .    | h:R .  .
        .  .  .    | .  .  .    | .   .  .
        ->
        h  .  .    | c2 #  .    | c2:R #  .
        .  .  .    | #  #  .    | #    #  .
        """)


def test_b7_wherever_the_building_of_reason_came_from():
    # Its town came from Faith. The hamlet of Might grows to an equal one, which replaces it.
    outcome = playing(upgrade(MIGHT, "c2", "a1", "cc")).on("""
        h  .  .    | c2 #  .    | c2:RW #  .
        .  .  .    | #  #  .    | #     #  .
        ->
        Map     | Might      | Faith      | Reason
        h . .   | c2 #  .    | c2 #  .    | c2:RW #  .
        . . .   | #  #  .    | #  #  .    | #     #  .
        """)
    assert gained(outcome) == {}


def test_b7_building_of_reason_may_be_larger_than_the_old_one():
    # Hamlet to city in one step: the town of Reason covers the hamlet and lies inside the city.
    playing(upgrade(MIGHT, "c3", "a1", "cccc")).on("""
        .  .  .       | .  .  .       | .  .     .
        .  h  .       | .  c2 #       | .  c2:RWW #
        .  .  .       | .  #  #       | .  #     #
        ->
        Map     | Might       | Faith       | Reason
        . . .   | c3 #  #     | c3 #  #     | c3:RWW #  #
        . h .   | #  #  #     | #  #  #     | #      #  #
        . . .   | #  #  #     | #  #  #     | #      #  #
        """)


def test_b7_not_if_the_building_of_reason_is_not_inside_the_new_one():
    # The town of Faith lies across: it covers the hamlet, but sticks out of the copy.
    outcome = playing(upgrade(MIGHT, "c2", "b2", "cc")).on("""
        .  .  .       | c2 #  .       | c2:RWW #  .
        .  h  .       | #  #  .       | #      #  .
        .  .  .       | .  .  .       | .      .  .
        ->
        Map     | Might       | Faith       | Reason
        . . .   | .  .  .     | .  .  .     | .  .  .
        . h .   | .  c2 #     | .  c2 #     | .  c2 #
        . . .   | .  #  #     | .  #  #     | .  #  #
        Paradox: the town at a1 in Reason is erased; cubes go back to Red (1) and White (2); its
          tile is out of the game (B6).
        """)
    assert gained(outcome) == {"Red": 1, "White": 2}


def test_b7_not_if_the_building_of_reason_does_not_cover_all_the_old_one():
    # The town of Might never came to Reason; its hamlet there is smaller than the old building.
    outcome = playing(upgrade(MIGHT, "c3", "a1", "cc")).on("""
        c2 #  .       | c2 #  .       | h:W .  .
        #  #  .       | #  #  .       | .   .  .
        .  .  .       | .  .  .       | .   .  .
        ->
        Map     | Might       | Faith       | Reason
        h . .   | c3 #  #     | c3 #  #     | c3  #  #
        . . .   | #  #  #     | #  #  #     | #   #  #
        . . .   | #  #  #     | #  #  #     | #   #  #
        The printed hamlet at a1 in Reason is covered; White gets a cube back (B6).
        """)
    assert gained(outcome) == {"White": 1}


def test_b7_all_other_covered_cubes_go_home():
    # The city also covers a corner of another town.
    outcome = playing(upgrade(MIGHT, "c3", "a1", "cc")).on("""
        c2 #  .  .        | c2 #  .  .        | c2:R #  .   .
        #  #  .  .        | #  #  .  .        | #    #  .   .
        .  .  .  .        | .  .  c2 #        | .    .  c2:W #
        .  .  .  .        | .  .  #  #        | .    .  #   #
        ->
        c3 #  #  .        | c3 #  #  .        | c3:R #  #   .
        #  #  #  .        | #  #  #  .        | #    #  #   .
        #  #  #  .        | #  #  #  .        | #    #  #   .
        .  .  .  .        | .  .  .  .        | .    .  .   .
        """)
    assert gained(outcome) == {"White": 1}


def test_b7_not_if_the_new_building_was_built_and_not_upgraded():
    outcome = playing(build(MIGHT, "c2", "a1", "ccc")).on("""
        .  .  .    | c2 #  .    | c2:RW #  .
        .  .  .    | #  #  .    | #     #  .
        ->
        c2 #  .    | c2 #  .    | c2    #  .
        #  #  .    | #  #  .    | #     #  .
        """)
    assert gained(outcome) == {"Red": 1, "White": 1}


# ------------------------------------------------------------------ B8

ERASED_TOWN = """
    players Red: hand mm; White; Green
    h   .   .      | c2  #   .      | {} #   .
    .   .   .      | #   #   .      | #  #   .
    """


@pytest.mark.parametrize(
    ("town", "left"),
    [
        ("c2:WWR", "h:W"),
        ("c2:RRW", "h:R"),
        ("c2:G", "h:G"),
        ("c2:RW", "h:W"),
        ("c2", "h"),
    ],
    ids=["most", "most is the acting player", "alone", "acting player drops out", "nobody"],
)
def test_b8_player_with_most_cubes_keeps_one_on_the_hamlet(town, left):
    outcome = playing(build(MIGHT, "m2", "b1", "mm")).on(ERASED_TOWN.format(town))
    outcome.shows(f"""
        h   m2R #      | h   m2R #      | {left} m2% #
        .   #   #      | .   #   #      | .      #   #
        """)
    assert len(told(outcome, e.CubeKept)) == (left != "h")
    on_board = sum(player.cubes for player in outcome.state.players) + 2 + (left != "h")
    assert on_board == 3 * 25


def test_b8_the_sentence_follows_the_erasure():
    state = legal(ERASED_TOWN.format("c2:RW"))
    outcome = playing(build(MIGHT, "m2", "b1", "mm")).on(state)
    outcome.shows("""
        Paradox: the town at a1 in Reason is erased; cubes go back to Red (1) and White (1); its
          tile is out of the game (B6).
        The printed hamlet at a1 comes to light again in Reason (S5).
        A keep ruin appears at b1 in Reason (B4).
        White keeps a cube on the printed hamlet at a1 in Reason (B8).
        """)
    assert gained(state, outcome.state) == {"Red": -1}


@pytest.mark.parametrize("town", ["c2:WG", "c2:RWG"], ids=["without Red", "with Red"])
@pytest.mark.parametrize("keeper", ["White", "Green"])
def test_b8_if_still_tied_the_acting_player_decides(town, keeper):
    state = legal(ERASED_TOWN.format(town))
    action = build(MIGHT, "m2", "b1", "mm")
    question = asked(state, action)
    assert (question.clause, question.seat, question.age) == ("B8", 0, REASON)
    assert options(state, question) == ["White", "Green"]
    assert question.subject == hamlet("a1")
    outcome = choosing(state, action, keeper)
    assert_story(outcome, f"Red decides that {keeper} keeps a cube (B8).")
    boards(outcome).are(f"""
        h   m2R #      | h   m2R #      | h:{keeper[0]} m2% #
        .   #   #      | .   #   #      | .             #   #
        """)


def test_b8_a_tie_for_second_place_is_no_tie():
    # A city: White has two cubes, Red, Green and Blue one each.
    playing(build(MIGHT, "m2", "c2", "mm")).on("""
        players Red: hand mm; White; Green; Blue
        h   .   .   .      | c3  #   #   .      | c3:RWWGB # #   .
        .   .   .   .      | #   #   #   .      | #        # #   .
        .   .   .   .      | #   #   #   .      | #        # #   .
        ->
        h   .   .   .      | h   .   .   .      | h:W .   .   .
        .   .   m2R #      | .   .   m2R #      | .   .   m2% #
        .   .   #   #      | .   .   #   #      | .   .   #   #
        """)


SEVERAL = """
    players Red: hand mmmm; White; Green
    h   .   .   .   h      | c2  #   .   c2  #      | c2:WG #  .   c2:WG #
    .   .   .   .   .      | #   #   .   #   #      | #     #  .   #     #
    .   .   .   .   .      | .   .   .   .   .      | .     .  .   .     .
    .   .   .   .   .      | .   .   .   .   .      | .     .  .   .     .
    """


def test_b8_several_towns_are_settled_in_reading_order():
    state = legal(SEVERAL)
    action = build(MIGHT, "m3", "b2", "mmmm")
    first = asked(state, action)
    second = asked(state, action, 0)
    assert [first.subject, second.subject] == [hamlet("a1"), hamlet("e1")]
    playing(action, "White", "Green").on(state).shows("""
        h   .   .   .   h      | h   .   .   .   h      | h:W .   .   .   h:G
        .   m3R #   #   .      | .   m3R #   #   .      | .   m3% #   #   .
        .   #   #   #   .      | .   #   #   #   .      | .   #   #   #   .
        .   #   #   #   .      | .   #   #   #   .      | .   #   #   #   .
        White keeps a cube on the printed hamlet at a1 in Reason (B8).
        Green keeps a cube on the printed hamlet at e1 in Reason (B8).
        """)


def test_b8_nothing_is_kept_on_a_hamlet_that_the_copy_covers():
    # B7 does not apply either: the town sticks out of the copy.
    outcome = playing(upgrade(MIGHT, "c2", "b2", "cc")).on("""
        .  .  .       | c2 #  .       | c2:WW #  .
        .  h  .       | #  #  .       | #     #  .
        .  .  .       | .  .  .       | .     .  .
        """)
    assert told(outcome, e.CubeKept) == []
    assert gained(outcome) == {"White": 2}


def test_b8_holds_for_civil_copies_too():
    outcome = playing(build(MIGHT, "c2", "b1", "ccc")).on("""
        h   .   .      | c2  #   .      | c2:WW #  .
        .   .   .      | #   #   .      | #     #  .
        ->
        h   c2  #      | h   c2  #      | h:W  c2  #
        .   #   #      | .   #   #      | .    #   #
        """)
    assert gained(outcome) == {"White": 1}


def test_b8_nothing_is_kept_where_no_hamlet_was():
    state = legal(ERASED_TOWN.replace("    h ", "    . ").format("c2:WW"))
    outcome = do(state, build(MIGHT, "m2", "b1", "mm"))
    assert told(outcome, e.CubeKept) == []
    assert gained(state, outcome.state) == {"Red": -2, "White": 2}


VANISHING = """
    supply: m 20 24 9, r 20 20 9, c 19 2 6
    players Red; White; Green: hand cc
    turn: round 1, Green acts, Red starts
    .   .   .   .   .   .    | c2  #   .   .   c2  #    | c2  #   .     .   c2  #
    .   .   .   .   .   .    | #   #   c2  #   #   #    | #   #   c2:RW #   #   #
    .   .   h   .   c1  .    | .   .   #   #   .   .    | .   .   #     #   .   .
    .   .   .   .   .   .    | .   .   .   c3  #   #    | .   .   .     c3  #   #
    .   .   .   .   .   .    | .   .   .   #   #   #    | .   .   .     #   #   #
    .   .   .   .   .   .    | .   .   .   #   #   #    | .   .   .     #   #   #
    """
"""Green's town will erase a town and a city in Faith; for Reason there is no tile left."""


def test_b8_is_asked_when_all_shadows_that_vanish_are_gone():
    state = legal(VANISHING)
    action = upgrade(MIGHT, "c2", "d3", "cc")
    question = asked(state, action)
    assert (question.clause, question.seat, question.subject) == ("B8", 2, hamlet("c3"))
    gone = [each.event for each in question.log if isinstance(each.event, e.BuildingErased)]
    assert [(each.age, name(each.building.square)) for each in gone] == [
        (FAITH, "c2"), (FAITH, "d4"), (REASON, "c2"), (REASON, "d4"),
    ]  # fmt: skip
    outcome = choosing(state, action, "White")
    boards(outcome).are("""
        .   .   .   .   .   .    | c2  #   .   .   c2  #    | c2  #   .     .   c2  #
        .   .   .   .   .   .    | #   #   .   .   #   #    | #   #   .     .   #   #
        .   .   h   c2  #   .    | .   .   h   c2  #   .    | .   .   h:W   .   .   .
        .   .   .   #   #   .    | .   .   .   #   #   .    | .   .   .     .   .   .
        .   .   .   .   .   .    | .   .   .   .   .   .    | .   .   .     .   .   .
        .   .   .   .   .   .    | .   .   .   .   .   .    | .   .   .     .   .   .
        """)
    assert gained(state, outcome.state) == {"Red": 1}


def test_b8_shadows_that_vanish_are_settled_in_reading_order_of_the_hamlets():
    # The town at a1 comes first, but the hamlet below the other one, d1, is read before a2.
    state = legal("""
        supply: m 20 24 9, r 20 20 9, c 20 2 9
        players Red: hand ccc; White; Green
        .   .   .   h      | c2  #   c2  #      | c2:WG #   c2:WG #
        h   .   .   .      | #   #   #   #      | #     #   #     #
        """)
    action = build(MIGHT, "c2", "b1", "ccc")
    assert [asked(state, action).subject, asked(state, action, 0).subject] == [
        hamlet("d1"),
        hamlet("a2"),
    ]
    outcome = choosing(state, action, "White", "Green")
    boards(outcome).are("""
        .   c2  #   h      | .   c2  #   h      | .   .   .   h:W
        h   #   #   .      | h   #   #   .      | h:G .   .   .
        """)
