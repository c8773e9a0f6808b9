"""Worked examples 11 to 16 of the rules page: shadows, joinings and splittings."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.rulebook import MIGHT
from tests.mechanics.moves import build, piece, told
from tests.mechanics.pictures import choosing, gained, legal, options, playing
from tests.support import asked, assert_story, boards


def test_example_11_blues_monastery_erases_greens():
    outcome = playing(build(MIGHT, "r2", "b1", "rr")).on("""
        players Blue: hand rr; Green
        .   .   .   .      | .   r2G #   .      | .   r2% #   .
        .   .   .   .      | .   #   #   .      | .   #   #   .
        ->
        .   r2B #   .      | .   r2B #   .      | .   r2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        Blue builds a monastery at b1 in Might (A1).
        The shadow of Blue's monastery at b1 reaches Faith (B3).
        Paradox: Green's monastery at b1 in Faith is erased; Green gets a cube back; its tile is out
          of the game (B6).
        Blue's monastery at b1 now stands in Faith, too (B3).
        """)
    assert gained(outcome) == {"Blue": -2, "Green": 1}


def test_example_12_blues_monastery_would_connect_two_domains():
    playing(build(MIGHT, "r2", "b1", "rr")).on("""
        players Blue: hand rr; Green
        .   .   .   .   .      | m1G .   .   c2  #      | .   .   .   c2  #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        ->
        .   r2B #   .   .      | m1G .   .   c2  #      | .   .   .   c2  #
        .   #   #   .   .      | .   .   .   #   #      | .   .   .   #   #
        No shadow in Faith: Blue's monastery at b1 would connect the domains at a1 and d1 (B3a).
        """)


def test_example_12_blues_monastery_would_equal_the_highest_of_a_domain():
    playing(build(MIGHT, "r2", "b1", "rr")).on("""
        players Blue: hand rr; Green
        .   .   .   .   .      | .   .   .   r2G #      | .   .   .   r2% #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        ->
        .   r2B #   .   .      | .   .   .   r2G #      | .   .   .   r2% #
        .   #   #   .   .      | .   .   .   #   #      | .   .   .   #   #
        No shadow in Faith: Blue's monastery at b1 would equal the highest religious building of its
          domain, at d1 (B3b).
        """)


JOINED_KEEPS = """
    players Red: hand c; White
    m2R #   .   m2W #      | .   .   .   m2W #      | .   .   .   m2% #
    #   #   .   #   #      | .   .   .   #   #      | .   .   .   #   #
    m1R .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
    """


def test_example_13_whites_keep_in_the_weaker_domain_becomes_a_watchtower():
    state = legal(JOINED_KEEPS)
    action = build(MIGHT, "c1", "c2", "c")
    question = asked(state, action)
    assert (question.seat, options(state, question)) == (1, ["d1", "e1", "d2", "e2"])
    playing(action, "e2").on(state).shows("""
        m2R #   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        #   #   c1  .   m1W    | .   .   .   .   .      | .   .   .   .   .
        m1R .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        The domains at a1 and d1 in Might become one (C2).
        Military strength in Might before the join: 3 at a1 and 2 at d1 (C2).
        White chooses e2 for the smaller building (C4).
        White's keep at d1 in Might is reduced to a watchtower at e2 (C4).
        The shadow of White's keep at d1 disappears from Faith; White gets a cube back (C5).
        The shadow of the keep at d1 disappears from Reason (C5).
        """)


EQUAL_KEEPS = """
    players Green: hand c; Red; White
    m2W #   .   m2R #      | .   .   .   .   .      | .   .   .   .   .
    #   #   .   #   #      | .   .   .   .   .      | .   .   .   .   .
    r1G .   .   r1W .      | .   .   .   .   .      | .   .   .   .   .
    """


def test_example_14_green_picks_reds_keep_and_loses_his_own_chapel():
    state = legal(EQUAL_KEEPS)
    action = build(MIGHT, "c1", "c2", "c")
    question = asked(state, action)
    assert (question.clause, question.seat, options(state, question)) == ("C2", 0, ["a1", "d1"])
    place = asked(state, action, 1)
    assert (place.clause, place.seat) == ("C4", 1)
    playing(action, "d1", "d2").on(state).shows("""
        m2W #   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        #   #   c1  m1R .      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   r1W .      | .   .   .   .   .      | .   .   .   .   .
        Military strength in Might before the join: 2 at a1 and 2 at d1 (C2).
        Green decides that Red's keep at d1 gives way (C2).
        Red chooses d2 for the smaller building (C4).
        Red's keep at d1 in Might is reduced to a watchtower at d2 (C4).
        Conflict in Might: Green's chapel at a3 and White's chapel at d3 tie as the highest
          religious buildings of one domain (C1).
        Religious strength in Might before the join: 1 at a1 and 1 at d1 (C2).
        Green's chapel at a3 in Might is destroyed; Green gets a cube back (C4).
        """)


@pytest.mark.parametrize("place", ["d1", "e1", "e2"])
def test_example_14_elsewhere_reds_watchtower_would_let_the_domain_fall_apart(place):
    # Then the chapels are in different domains, and Green keeps his.
    outcome = choosing(legal(EQUAL_KEEPS), build(MIGHT, "c1", "c2", "c"), "d1", place)
    assert [event.kind.letter for event in told(outcome, e.ConflictFound)] == ["m"]
    assert outcome.state.boards[MIGHT].standing(piece("r1", "a3", owner=0))


def test_example_15_whites_castle_becomes_a_keep_in_all_three_ages():
    outcome = playing(build(MIGHT, "c1", "b4", "c"), "b2").on("""
        players Green: hand c; White; Red
        m3W #   #   .      | m3W #   #   .      | m3%R #  #   .
        #   #   #   .      | #   #   #   .      | #   #   #   .
        #   #   #   .      | #   #   #   .      | #   #   #   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        m3R #   #   m1R    | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        ->
        .   .   .   .      | .   .   .   .      | .   .   .   .
        .   m2W #   .      | .   m2W #   .      | .   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        .   c1  .   .      | .   .   .   .      | .   .   .   .
        m3R #   #   m1R    | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        Conflict in Might: White's castle at a1 and Red's castle at a5 tie as the highest military
          buildings of one domain (C1).
        Military strength in Might before the join: 4 at a1 and 5 at a5 (C2).
        White's castle at a1 in Might is reduced to a keep at b2 (C4).
        The shadow of White's castle at a1 in Faith is replaced by a keep at b2 (C5).
        The shadow of the castle ruin at a1 in Reason is replaced by a keep ruin at b2; Red gets a
          cube back (C5).
        """)
    assert gained(outcome) == {"Red": 1}


FALLING_APART = """
    players Green: hand c; White; Red; Blue
    Might                            | Faith
    m2R #   .   .   .   .   .   .    | .  .  .  .  .  .  .  .
    #   #   .   .   .   .   .   .    | .  .  .  .  .  .  .  .
    r2R #   .   r2B #   m2W #   .    | .  .  .  .  .  .  .  .
    #   #   .   #   #   #   #   .    | .  .  .  .  .  .  .  .
    m1R r1R .   .   .   r3W #   #    | .  .  .  .  .  .  .  .
    .   .   .   .   .   #   #   #    | .  .  .  .  .  .  .  .
    .   .   .   .   .   #   #   #    | .  .  .  .  .  .  .  .
    """
"""A hamlet at c3 joins Red's domain with that of White, whose keep holds the abbey."""


def test_example_16_the_joined_domain_falls_apart_and_green_chooses():
    # Red's monastery has the stronger domain behind it, which no longer counts.
    state = legal(FALLING_APART)
    action = build(MIGHT, "c1", "c3", "c")
    question = asked(state, action, 0)
    assert_story(
        question,
        "Military strength in Might before the join: 3 at a1 and 2 at d3 (C2).",
        "White chooses f3 for the smaller building (C4).",
        "White's keep at f3 in Might is reduced to a watchtower at f3 (C4).",
        "The domain at a1 in Might is split: one part around a1, another around f5 (C3).",
        "Conflict in Might: Red's monastery at a3 and Blue's monastery at d3 tie as the highest "
        "religious buildings of one domain (C1).",
    )
    assert (question.clause, question.seat, options(state, question)) == ("C3", 0, ["a3", "d3"])
    outcome = choosing(state, action, "f3", "a3", "b3")
    boards(outcome).are("""
        m2R #   .   .   .   .   .   .    | . . . . . . . . | . . . . . . . .
        #   #   .   .   .   .   .   .    | . . . . . . . . | . . . . . . . .
        .   r1R c1  r2B #   m1W .   .    | . . . . . . . . | . . . . . . . .
        .   .   .   #   #   .   .   .    | . . . . . . . . | . . . . . . . .
        m1R r1R .   .   .   r3W #   #    | . . . . . . . . | . . . . . . . .
        .   .   .   .   .   #   #   #    | . . . . . . . . | . . . . . . . .
        .   .   .   .   .   #   #   #    | . . . . . . . . | . . . . . . . .
        """)


def test_example_16_is_settled_otherwise_if_white_can_keep_the_domain_together():
    # No place of White's watchtower touches both the monastery and the abbey; were the abbey
    # below the monastery as well, nothing would fall apart and the abbey would stay highest.
    text = FALLING_APART.replace(
        "m1R r1R .   .   .   r3W #   #    |", "m1R r1R .   .   c1  r3W #   #    |"
    )
    outcome = choosing(legal(text), build(MIGHT, "c1", "c3", "c"), "f3")
    assert [event.kind.letter for event in told(outcome, e.ConflictFound)] == ["m"]
    assert told(outcome, e.DomainSplit) == []
