"""Nasty meetings, continued: what Might's repair does to Faith before Faith's turn comes."""

from __future__ import annotations

from khronos_lab.core import events as e
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, piece, told
from tests.mechanics.pictures import choosing, legal, options, playing
from tests.support import asked, boards

SUCCESSOR_JOINED = """
    players Red: hand ccc; White; Green
    m3W #   #   .      | m3W #   #   .      | m3% #   #   .
    #   #   #   .      | #   #   #   .      | #   #   #   .
    #   #   #   .      | #   #   #   .      | #   #   #   .
    .   .   .   .      | .   .   .   .      | .   .   .   .
    .   .   .   .      | .   .   .   .      | .   .   .   .
    m3G #   #   m1G    | m2G #   m1G .      | m2% #   .   .
    #   #   #   .      | #   #   .   .      | #   #   .   .
    #   #   #   .      | .   .   .   .      | .   .   .   .
    """
"""A town at a4 joins two domains in Might and, as a copy, two in Faith."""


def test_c2_successor_in_a_joined_domain_of_faith_counts_for_its_original_domain():
    # White's castle is weaker in Might. Its keep is copied to Faith and equals Green's there;
    # 2 against 3, so it shrinks once more, and its ruin vanishes.
    playing(build(MIGHT, "c2", "a4", "ccc"), "a2", "b3").on(SUCCESSOR_JOINED).shows("""
        .   .   .   .      | .   .   .   .      | .   .   .   .
        m2W #   .   .      | .   .   .   .      | .   .   .   .
        #   #   .   .      | .   m1W .   .      | .   .   .   .
        c2  #   .   .      | c2  #   .   .      | c2  #   .   .
        #   #   .   .      | #   #   .   .      | #   #   .   .
        m3G #   #   m1G    | m2G #   m1G .      | m2% #   .   .
        #   #   #   .      | #   #   .   .      | #   #   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        The domains at a1 and a6 in Faith become one (C2).
        Military strength in Might before the join: 4 at a1 and 5 at a6 (C2).
        White's castle at a1 in Might is reduced to a keep at a2 (C4).
        The shadow of White's castle at a1 in Faith is replaced by a keep at a2 (C5).
        Conflict in Faith: White's keep at a2 and Green's keep at a6 tie as the highest military
          buildings of one domain (C1).
        Military strength in Faith before the join: 2 at a1 and 3 at a6 (C2).
        White's keep at a2 in Faith is reduced to a watchtower at b3 (C4).
        The shadow of the keep at a2 disappears from Reason (C5).
        """)


def test_c5_successor_that_loses_touch_with_the_joined_domain_is_in_no_conflict():
    # White puts the keep at the top, where it touches the town neither here nor there.
    outcome = choosing(legal(SUCCESSOR_JOINED), build(MIGHT, "c2", "a4", "ccc"), "a1")
    assert [event.age for event in told(outcome, e.ConflictFound)] == [MIGHT]
    keep = piece("m2", "a1", owner=1)
    assert outcome.state.boards[FAITH].standing(keep)
    assert outcome.state.boards[REASON].standing(piece("m2%", "a1"))


def test_c5_copy_of_a_successor_stands_whatever_h_says_and_the_conflict_falls_under_c3():
    # In Faith castle and keep were of one domain before, so nothing is joined there. Neither
    # keep is Red's: he chooses Green's.
    state = legal("""
        players Red: hand c; White; Green
        m3W #   #   .      | m3W #   #   .      | m3% #   #   .
        #   #   #   .      | #   #   #   .      | #   #   #   .
        #   #   #   .      | #   #   #   .      | #   #   #   .
        .   .   .   .      | m2G #   m1G .      | m2% #   .   .
        m3G #   #   m1G    | #   #   .   .      | #   #   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        """)
    action = build(MIGHT, "c1", "b4", "c")
    question = asked(state, action, 2)
    assert (question.clause, question.age, question.seat) == ("C3", FAITH, 0)
    assert options(state, question) == ["a2", "a4"]
    outcome = choosing(state, action, "a2", "a4", "a4")
    boards(outcome).are("""
        .   .   .   .      | .   .   .   .      | .   .   .   .
        m2W #   .   .      | m2W #   .   .      | m2% #   .   .
        #   #   .   .      | #   #   .   .      | #   #   .   .
        .   c1  .   .      | m1G .   m1G .      | .   .   .   .
        m3G #   #   m1G    | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        """)


VANISHING = """
    players Red: hand ccc; White; Green
    m2W #   .   .      | m2W #   {}  .      | m2% #   .   .
    #   #   .   .      | #   #   .   .      | #   #   .   .
    .   .   .   .      | .   .   r2W #      | .   .   r2% #
    .   .   .   .      | .   .   #   #      | .   .   #   #
    m2G #   .   .      | r2G #   .   .      | r2% #   .   .
    #   #   .   .      | #   #   .   .      | #   #   .   .
    m1G .   .   .      | r1G .   .   .      | .   .   .   .
    """
"""A town at a3 joins the keeps in Might, and in Faith White's keep and two monasteries."""


def test_c2_joined_domain_of_faith_that_lost_a_keep_is_still_in_one_piece():
    # White's keep vanishes from Faith before Faith's turn comes. The rest holds together, and
    # White's monastery is the weaker one.
    playing(build(MIGHT, "c2", "a3", "ccc"), "a1", "c3").on(VANISHING.format(". ")).shows("""
        The domains at a1, c3 and a5 in Faith become one (C2).
        The shadow of White's keep at a1 disappears from Faith; White gets a cube back (C5).
        Religious strength in Faith before the join: 2 at c3 and 3 at a5 (C2).
        White's monastery at c3 in Faith is reduced to a chapel at c3 (C4).
        """)


def test_c2_joined_domain_of_faith_that_fell_apart_in_mights_repair_is_settled_by_strength():
    # The same with a hamlet that only White's keep held: that piece makes no difference.
    playing(build(MIGHT, "c2", "a3", "ccc"), "a1", "c3").on(VANISHING.format("c1")).shows("""
        m1W .   .   .      | .   .   c1  .      | .   .   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        c2  #   .   .      | c2  #   r1W .      | c2  #   .   .
        #   #   .   .      | #   #   .   .      | #   #   .   .
        m2G #   .   .      | r2G #   .   .      | r2% #   .   .
        #   #   .   .      | #   #   .   .      | #   #   .   .
        m1G .   .   .      | r1G .   .   .      | .   .   .   .
        The shadow of White's keep at a1 disappears from Faith; White gets a cube back (C5).
        The domain at a1 in Faith is split: one part around c1, another around a3 (C3).
        Religious strength in Faith before the join: 2 at c3 and 3 at a5 (C2).
        """)
