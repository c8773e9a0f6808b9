"""O1 and O2: the order in which an action is worked out; and what no legal game leads to."""

from __future__ import annotations

from random import Random

import pytest

from khronos_lab.core import events as e
from khronos_lab.engine import choices, new_game, play_through
from khronos_lab.mechanics import faults
from khronos_lab.rulebook import FAITH, MIGHT
from tests.mechanics.moves import build, demolish, told, upgrade
from tests.mechanics.pictures import legal, playing
from tests.support import asked, position, story

RICH = """
    players Red: hand ccc; White
    .   .   .   .   .   .      | .   .   r1W .   .   .      | .   .   .   .   .   .
    m2W #   .   .   m2R #      | m2W #   .   .   m2R #      | m2% #   .   .   m2% #
    #   #   .   .   #   #      | #   #   .   .   #   #      | #   #   .   .   #   #
    .   .   .   .   .   .      | .   .   .   r1R .   .      | .   .   .   .   .   .
    """


def test_o1_one_rich_move_happens_in_the_order_of_the_page():
    outcome = playing(build(MIGHT, "c2", "c2", "ccc"), "f3").on(RICH)
    outcome.shows("""
        .   .   .   .   .   .      | .   .   r1W .   .   .      | .   .   .   .   .   .
        m2W #   c2  #   .   .      | m2W #   c2  #   .   .      | m2% #   c2  #   .   .
        #   #   #   #   .   m1R    | #   #   #   #   .   .      | #   #   #   #   .   .
        .   .   .   .   .   .      | .   .   .   .   .   .      | .   .   .   .   .   .
        """)
    assert story(outcome) == [
        "Red plays 3 cards (ccc) in Might (A1).",
        "Red builds a town at c2 in Might (A1).",
        "Red gets a bonus of 1 coin in Might (A3).",
        "The domains at a2 and e2 in Might become one (C2).",
        "The shadow of the town at c2 reaches Faith (B2).",
        "The town at c2 now stands in Faith, too (B2).",
        "The domains at c1, a2, e2 and d4 in Faith become one (C2).",
        "The shadow of the town at c2 reaches Reason (B2).",
        "The town at c2 now stands in Reason, too (B2).",
        "The domains at a2 and e2 in Reason become one (O1).",
        "Conflict in Might: White's keep at a2 and Red's keep at e2 tie as the highest military "
        "buildings of one domain (C1).",
        "Military strength in Might before the join: 2 at a2 and 2 at e2 (C2).",
        "Red chooses f3 for the smaller building (C4).",
        "Red's keep at e2 in Might is reduced to a watchtower at f3 (C4).",
        "The domain at a2 in Might is split: one part around a2, another around f3 (C3).",
        "The shadow of Red's keep at e2 disappears from Faith; Red gets a cube back (C5).",
        "The shadow of the keep at e2 disappears from Reason (C5).",
        "Conflict in Faith: White's chapel at c1 and Red's chapel at d4 tie as the highest "
        "religious buildings of one domain (C1).",
        "Religious strength in Faith before the join: 1 at c1 and 1 at d4 (C2).",
        "Red's chapel at d4 in Faith is destroyed; Red gets a cube back (C4).",
    ]


def test_o1_the_bonus_of_might_is_paid_although_the_copy_is_forbidden():
    outcome = playing(build(MIGHT, "m2", "b1", "mm")).on("""
        players Red: hand mm, coins 0; White
        .   .   .   .      | c1  .   .   c1     | .   .   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        ->
        .   m2R #   .      | c1  .   .   c1     | .   .   .   .
        .   #   #   .      | .   .   .   .      | .   .   .   .
        Red gets a bonus of 1 coin in Might (A3).
        No shadow in Faith: Red's keep at b1 would connect the domains at a1 and d1 (B3a).
        """)
    assert outcome.state.player.coins == 1


def test_o1_the_bonus_of_faith_is_paid_although_no_tile_is_left_for_the_ruin():
    outcome = playing(upgrade(FAITH, "r2", "a1", "r")).on("""
        players Red: hand r, coins 0, at Faith Faith; White
        supply: m 20 24 9, r 19 1 9, c 20 24 9
        .   .   .      | r1R .   .      | .   .   .
        .   .   .      | .   .   .      | .   .   .
        ->
        .   .   .      | r2R #   .      | .   .   .
        .   .   .      | #   #   .      | .   .   .
        Red gets a bonus of 2 coins in Faith (A3).
        No ruin appears in Reason at a1: there is no monastery tile left (B5).
        """)
    assert outcome.state.player.coins == 2


def test_o1_might_is_put_right_before_faith():
    # In Faith alone White's keep would be the weaker one. Might comes first: there it is a tie,
    # Red's keep yields, its shadow vanishes, and nothing is left to settle in Faith.
    outcome = playing(build(MIGHT, "c2", "c1", "ccc"), "e1").on("""
        m2W #   .   .   m2R #      | m2W #   .   .   m2R #      | m2% #   .   .   m2% #
        #   #   .   .   #   #      | #   #   .   .   #   #      | #   #   .   .   #   #
        .   .   .   .   .   .      | .   .   .   .   .   m1R    | .   .   .   .   .   .
        ->
        m2W #   c2  #   m1R .      | m2W #   c2  #   .   .      | m2% #   c2  #   .   .
        #   #   #   #   .   .      | #   #   #   #   .   .      | #   #   #   #   .   .
        .   .   .   .   .   .      | .   .   .   .   .   m1R    | .   .   .   .   .   .
        """)
    assert [event.age for event in told(outcome, e.ConflictFound)] == [MIGHT]


def test_o1_faith_alone_would_have_decided_otherwise():
    # The same Faith, but its keeps stand in Faith only: now White's is the weaker one.
    playing(build(MIGHT, "c2", "c1", "ccc"), "b1").on("""
        .   .   .   .   .   .      | m2W #   .   .   m2R #      | m2% #   .   .   m2% #
        .   .   .   .   .   .      | #   #   .   .   #   #      | #   #   .   .   #   #
        .   .   .   .   .   .      | .   .   .   .   .   m1R    | .   .   .   .   .   .
        ->
        .   .   c2  #   .   .      | .   m1W c2  #   m2R #      | .   .   c2  #   m2% #
        .   .   #   #   .   .      | .   .   #   #   #   #      | .   .   #   #   #   #
        .   .   .   .   .   .      | .   .   .   .   .   m1R    | .   .   .   .   .   .
        Military strength in Faith before the join: 2 at a1 and 3 at e1 (C2).
        White's keep at a1 in Faith is reduced to a watchtower at b1 (C4).
        """)


def test_o1_all_copies_fall_before_any_domain_is_put_right():
    # The question about Might's conflict comes when the town stands in all three ages.
    question = asked(legal(RICH), build(MIGHT, "c2", "c2", "ccc"))
    assert question.age is MIGHT
    assert [entry.event.age for entry in question.log if isinstance(entry.event, e.ShadowCast)] == [
        FAITH,
        2,
    ]


def test_o1_might_is_put_right_until_nothing_is_left_to_do():
    # Might's second conflict follows from its first step and is settled before Faith's.
    playing(build(MIGHT, "c2", "c1", "ccc"), "e1").on("""
        Might                              | Faith
        m2W #   .   .   m2R #   r2W #      | .   r1W .   .   r1R .   .   .
        #   #   .   .   #   #   #   #      | .   .   .   .   .   .   .   .
        .   .   .   .   r1W r1R .   .      | .   .   .   .   .   .   .   .
        ->
        m2W #  c2  #  m1R .  r2W #    | .   r1W c2  #   .  .  .  .    | .  .  c2  #  .  .  .  .
        #   #  #   #  .   .  #   #    | .   .   #   #   .  .  .  .    | .  .  #   #  .  .  .  .
        .   .  .   .  r1W .  .   .    | .   .   .   .   .  .  .  .    | .  .  .   .  .  .  .  .
        Red's keep at e1 in Might is reduced to a watchtower at e1 (C4).
        The domain at a1 in Might is split: one part around a1, another around g1 and another around
          e3 (C3).
        Conflict in Might: White's chapel at e3 and Red's chapel at f3 tie as the highest religious
          buildings of one domain (C1).
        Red's chapel at f3 in Might is destroyed; Red gets a cube back (C4).
        Conflict in Faith: White's chapel at b1 and Red's chapel at e1 tie as the highest religious
          buildings of one domain (C1).
        """)


def test_o1_reason_needs_no_putting_right():
    # Two restored keeps in one domain of Reason are nobody's concern.
    outcome = playing(build(MIGHT, "c2", "c1", "ccc")).on("""
        .   .   .   .   .   .      | m2W #   .   .   m2R #      | m2  #   .   .   m2  #
        .   .   .   .   .   .      | #   #   .   .   #   #      | #   #   .   .   #   #
        .   .   .   .   .   .      | .   m3W #   #   .   .      | .   m3% #   #   .   .
        .   .   .   .   .   .      | .   #   #   #   .   .      | .   #   #   #   .   .
        .   .   .   .   .   .      | .   #   #   #   .   .      | .   #   #   #   .   .
        ->
        .   .   c2  #   .   .      | m2W #   c2  #   m2R #      | m2  #   c2  #   m2  #
        .   .   #   #   .   .      | #   #   #   #   #   #      | #   #   #   #   #   #
        .   .   .   .   .   .      | .   m3W #   #   .   .      | .   m3% #   #   .   .
        .   .   .   .   .   .      | .   #   #   #   .   .      | .   #   #   #   .   .
        .   .   .   .   .   .      | .   #   #   #   .   .      | .   #   #   #   .   .
        """)
    assert told(outcome, e.ConflictFound) == []


def test_o1_a_demolition_is_followed_by_putting_right_too():
    playing(demolish(MIGHT, "c2")).on("""
        players Red: hand c; White
        m1W .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        c1  m1R c1  m2W #      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        ->
        Red demolishes the hamlet at c2 in Might (A4).
        The domain at a1 in Might is split: one part around a1, another around d2 (C3).
        Conflict in Might: White's watchtower at a1 and Red's watchtower at b2 tie as the highest
          military buildings of one domain (C1).
        Red's watchtower at b2 in Might is destroyed; Red gets a cube back (C4).
        """)


@pytest.mark.parametrize(
    ("boards", "clause"),
    [
        ("Might\nm1R m1W .\n. . .", "H1"),
        ("Faith\nr2R # r2W #\n# # # #\nMight\n. . . .\n. . . .", "H1"),
        ("Map\n. ~\n. .\n\nMight\n. m1R\n. .", "G1"),
        ("Map\nh .\n. .\n\nMight\nm2R #\n# #", "A1"),
        ("Map\nh .\n. h\n\nMight\nc2 #\n# #", "A2"),
    ],
)
def test_each_fault_is_found_with_its_clause(boards, clause):
    state = position(f"player Red:\nplayer White:\n{boards}")
    found = faults(state)
    assert [fault.clause for fault in found][:1] == [clause]
    assert found[0].squares


def test_a_game_that_is_played_has_no_fault():
    state, rng = new_game(3, seed=5), Random(5)
    while not state.over:
        action = choices(state).pick(rng)
        state = play_through(state, action, lambda _, q: rng.randrange(len(q.options)))[1].state
        assert faults(state) == []
