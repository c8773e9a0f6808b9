"""C1 and C3: which conflict is settled first, and who yields when no domains were joined.

Joining (C2) is in `test_c_joining.py`, shrinking and shadows (C4 to C6) in `test_c_shrinking.py`.
"""

from __future__ import annotations

from khronos_lab.core import events as e
from khronos_lab.engine import Outcome
from khronos_lab.rulebook import FAITH, MIGHT, Age
from tests.mechanics.moves import build, demolish, squares, told
from tests.mechanics.pictures import choosing, gained, legal, options, playing
from tests.support import asked, boards, do


def conflicts(outcome: Outcome) -> list[tuple[Age, str, tuple[int, ...]]]:
    """The conflicts in the order found: age, kind and the buildings' first squares."""
    return [
        (event.age, event.kind.letter, tuple(each.square for each in event.buildings))
        for event in told(outcome, e.ConflictFound)
    ]


# ------------------------------------------------------------------ C1: kinds


def test_c1_in_might_military_conflicts_come_first():
    outcome = playing(build(MIGHT, "c1", "c1", "c")).on("""
        m1W c1  .   c1  m1R    | .   .   .   .   .      | .   .   .   .   .
        .   r1W .   r1R .      | .   .   .   .   .      | .   .   .   .   .
        ->
        m1W c1  c1  c1  .      | .   .   .   .   .      | .   .   .   .   .
        .   r1W .   .   .      | .   .   .   .   .      | .   .   .   .   .
        """)
    assert conflicts(outcome) == [
        (MIGHT, "m", squares("a1", "e1")),
        (MIGHT, "r", squares("b2", "d2")),
    ]


def test_c1_in_faith_religious_conflicts_come_first():
    outcome = playing(build(FAITH, "c1", "c1", "c")).on("""
        players Red: hand c, at Faith Faith; White
        .   .   .   .   .      | m1W c1  .   c1  m1R    | .   .   .   .   .
        .   .   .   .   .      | .   r1W .   r1R .      | .   .   .   .   .
        """)
    assert conflicts(outcome) == [
        (FAITH, "r", squares("b2", "d2")),
        (FAITH, "m", squares("a1", "e1")),
    ]


def test_c1_ruling_the_kind_comes_before_reading_order_in_might():
    # The demolition leaves two chapels on the left, first in reading order, and two watchtowers
    # on the right. The watchtowers are settled first.
    playing(demolish(MIGHT, "c3")).on("""
        players Red: hand c; White
        m2W #   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        #   #   .   m1W .      | .   .   .   .   .      | .   .   .   .   .
        r1W c1  c1  c1  m1R    | .   .   .   .   .      | .   .   .   .   .
        .   r1R .   r2W #      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        ->
        m2W #   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        #   #   .   m1W .      | .   .   .   .   .      | .   .   .   .   .
        r1W c1  .   c1  .      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   r2W #      | .   .   .   .   .      | .   .   .   .   .
        .   .   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        The domain at a1 in Might is split: one part around a1, another around d2 (C3).
        Conflict in Might: White's watchtower at d2 and Red's watchtower at e3 tie as the highest
          military buildings of one domain (C1).
        Red's watchtower at e3 in Might is destroyed; Red gets a cube back (C4).
        Conflict in Might: White's chapel at a3 and Red's chapel at b4 tie as the highest religious
          buildings of one domain (C1).
        Red's chapel at b4 in Might is destroyed; Red gets a cube back (C4).
        """)


def test_c1_ruling_the_kind_comes_before_reading_order_in_faith():
    # The same with the kinds exchanged: in Faith the chapels on the right are settled first.
    outcome = playing(demolish(FAITH, "c3")).on("""
        players Red: hand c, at Faith Faith; White
        .   .   .   .   .      | r2W #   .   .   .      | r2% #   .   .   .
        .   .   .   .   .      | #   #   .   r1W .      | #   #   .   .   .
        .   .   .   .   .      | m1W c1  c1  c1  r1R    | .   .   .   .   .
        .   .   .   .   .      | .   m1R .   m2W #      | .   .   .   m2% #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        """)
    assert conflicts(outcome) == [
        (FAITH, "r", squares("d2", "e3")),
        (FAITH, "m", squares("a3", "b4")),
    ]


# ------------------------------------------------------------------ C1: domains


def test_c1_ruling_of_several_domains_the_one_with_the_first_square_comes_first():
    # The demolition cuts off two pairs of watchtowers. The right pair has the higher square e3,
    # so it comes first although the left one lies further left.
    outcome = playing(demolish(MIGHT, "c4")).on("""
        players Red: hand c; White
        .   m2W #   .   .      | .   .   .   .   .      | .   .   .   .   .
        .   #   #   .   .      | .   .   .   .   .      | .   .   .   .   .
        .   .   c1  .   m1R    | .   .   .   .   .      | .   .   .   .   .
        m1R c1  c1  c1  c1     | .   .   .   .   .      | .   .   .   .   .
        .   m1W .   m1W .      | .   .   .   .   .      | .   .   .   .   .
        """)
    assert conflicts(outcome) == [
        (MIGHT, "m", squares("e3", "d5")),
        (MIGHT, "m", squares("a4", "b5")),
    ]


def test_c1_in_one_row_the_domain_on_the_left_comes_first():
    # The same without the higher square: now the left pair comes first.
    outcome = playing(demolish(MIGHT, "c4")).on("""
        players Red: hand c; White
        .   m2W #   .   .      | .   .   .   .   .      | .   .   .   .   .
        .   #   #   .   .      | .   .   .   .   .      | .   .   .   .   .
        .   .   c1  .   .      | .   .   .   .   .      | .   .   .   .   .
        m1R c1  c1  c1  m1R    | .   .   .   .   .      | .   .   .   .   .
        .   m1W .   m1W .      | .   .   .   .   .      | .   .   .   .   .
        """)
    assert conflicts(outcome) == [
        (MIGHT, "m", squares("a4", "b5")),
        (MIGHT, "m", squares("e4", "d5")),
    ]


def test_c1_after_each_step_everything_is_looked_at_anew():
    # The demolition of h4 takes the abbey away from two monasteries and from two chapels. Red's
    # monastery shrinks and lets the keep of a3 go; the two watchtowers that are highest then are
    # settled before the chapels, although those were in conflict earlier.
    outcome = playing(demolish(MIGHT, "h4"), "d3").on("""
        players Red: hand c; White
        Might                                   | Faith
        .   .   .   .   .   .   .   .   .       | .  .  .  .  .  .  .  .  .
        .   .   .   .   m1R .   .   r1R .       | .  .  .  .  .  .  .  .  .
        m2W #   r2R #   r2W #   .   c1  r1W     | .  .  .  .  .  .  .  .  .
        #   #   #   #   #   #   c1  c1  .       | .  .  .  .  .  .  .  .  .
        .   .   .   .   .   m1W .   c1  .       | .  .  .  .  .  .  .  .  .
        .   .   .   .   .   .   r3W #   #       | .  .  .  .  .  .  .  .  .
        .   .   .   .   .   .   #   #   #       | .  .  .  .  .  .  .  .  .
        .   .   .   .   .   .   #   #   #       | .  .  .  .  .  .  .  .  .
        """)
    assert conflicts(outcome) == [
        (MIGHT, "r", squares("c3", "e3")),
        (MIGHT, "m", squares("e2", "f5")),
        (MIGHT, "r", squares("h2", "i3")),
    ]


# ------------------------------------------------------------------ C1: what is a conflict


def test_c1_buildings_of_one_owner_conflict_too():
    state = legal("""
        players Red: hand c; White
        r1W .   r1W    | .   .   .      | .   .   .
        """)
    question = asked(state, build(MIGHT, "c1", "b1", "c"))
    assert options(state, question) == ["a1", "c1"]
    outcome = choosing(state, build(MIGHT, "c1", "b1", "c"), "c1")
    boards(outcome).are("""
        r1W c1  .      | .   .   .      | .   .   .
        """)


def test_c1_equals_below_the_highest_are_no_conflict():
    outcome = playing(build(MIGHT, "c1", "c1", "c")).on("""
        m1W c1  .   m2W #      | .   .   .   m2W #      | .   .   .   m2% #
        .   .   .   #   #      | .   .   .   #   #      | .   .   .   #   #
        .   .   .   .   m1R    | .   .   .   .   .      | .   .   .   .   .
        """)
    assert conflicts(outcome) == []


def test_c1_a_military_and_a_religious_building_of_one_rank_are_no_conflict():
    state = legal("""
        players Red: hand c; White
        m1W .   r1W    | .   .   .      | .   .   .
        """)
    assert conflicts(do(state, build(MIGHT, "c1", "b1", "c"))) == []


def test_c1_each_step_shrinks_one_building():
    # Three chapels in one domain take two steps.
    outcome = playing(build(MIGHT, "c1", "b2", "c"), "a2").on("""
        .   r1W .      | .   .   .      | .   .   .
        r1R .   r1R    | .   .   .      | .   .   .
        ->
        .   r1W .      | .   .   .      | .   .   .
        .   c1  .      | .   .   .      | .   .   .
        """)
    assert conflicts(outcome) == [
        (MIGHT, "r", squares("b1", "a2", "c2")),
        (MIGHT, "r", squares("b1", "c2")),
    ]


# ------------------------------------------------------------------ C3

CUT_OFF = """
    players Red: hand c; White; Green
    Might                                   | Faith
    {0}     #   c1  {1} #   c1  m3W #   #   | .  .  .  .  .  .  .  .  .
    #       #   .   #   #   .   #   #   #   | .  .  .  .  .  .  .  .  .
    {2}     .   .   .   .   .   #   #   #   | .  .  .  .  .  .  .  .  .
    """
"""Demolishing f1 leaves the two keeps of a1 and d1 without their castle."""


def test_c3_after_a_demolition_the_acting_player_yields_whatever_the_strengths():
    # Red's side is the stronger one, and it is Red's keep that shrinks.
    outcome = playing(demolish(MIGHT, "f1"), "b1").on(CUT_OFF.format("m2R", "m2W", "m1R"))
    outcome.shows("""
        .   m1R c1 m2W #   .   m3W #   #    | . . . . . . . . . | . . . . . . . . .
        .   .   .  #   #   .   #   #   #    | . . . . . . . . . | . . . . . . . . .
        m1R .   .  .   .   .   #   #   #    | . . . . . . . . . | . . . . . . . . .
        """)
    assert told(outcome, e.StrengthsCompared) == []


def test_c3_without_an_own_one_the_acting_player_chooses_which():
    state = legal(CUT_OFF.format("m2G", "m2W", "."))
    question = asked(state, demolish(MIGHT, "f1"))
    assert (question.clause, question.seat, question.age) == ("C3", 0, MIGHT)
    assert options(state, question) == ["a1", "d1"]
    playing(demolish(MIGHT, "f1"), "d1", "d2").on(state).shows("""
        Red decides that White's keep at d1 gives way (C3).
        White chooses d2 for the smaller building (C4).
        White's keep at d1 in Might is reduced to a watchtower at d2 (C4).
        """)


def test_c3_of_several_own_ones_the_acting_player_chooses():
    # White's keep is highest too, but Red has to give up one of his own.
    state = legal("""
        players Red: hand c; White
        Might                                   | Faith
        m2R #   c1  m2R #   c1  m3W #   #       | .  .  .  .  .  .  .  .  .
        #   #   .   #   #   .   #   #   #       | .  .  .  .  .  .  .  .  .
        .   .   m2W #   .   .   #   #   #       | .  .  .  .  .  .  .  .  .
        .   .   #   #   .   .   .   .   .       | .  .  .  .  .  .  .  .  .
        """)
    question = asked(state, demolish(MIGHT, "f1"))
    assert (question.clause, options(state, question)) == ("C3", ["a1", "d1"])
    playing(demolish(MIGHT, "f1"), "a1", "b1", "d2").on(state).shows("""
        Red decides that the keep at a1 gives way (C3).
        Red's keep at a1 in Might is reduced to a watchtower at b1 (C4).
        Conflict in Might: Red's keep at d1 and White's keep at c3 tie as the highest military
          buildings of one domain (C1).
        Red's keep at d1 in Might is reduced to a watchtower at d2 (C4).
        """)


def test_c3_a_paradox_that_takes_the_highest_away_is_settled_without_strengths():
    # Red's town erases the castle in Faith; the keeps beside it are now highest. They were of
    # one original domain, so nothing was joined.
    state = legal("""
        players Red: hand ccc; White; Green
        .  .  .  .  .  .  .   | .   .   m3W #   #   .   .      | .   .  m3% #  #  .   .
        .  .  .  .  .  .  .   | m2G #   #   #   #   m2W #      | m2% #  #   #  #  m2% #
        .  .  .  .  .  .  .   | #   #   #   #   #   #   #      | #   #  #   #  #  #   #
        .  .  .  .  .  .  .   | c1  c1  c1  c1  c1  c1  c1     | .   .  .   .  .  .   .
        """)
    question = asked(state, build(MIGHT, "c2", "c1", "ccc"))
    assert (question.clause, question.age) == ("C3", FAITH)
    assert options(state, question) == ["a2", "f2"]
    outcome = choosing(state, build(MIGHT, "c2", "c1", "ccc"), "f2", "f3")
    assert told(outcome, e.StrengthsCompared) == []
    boards(outcome).are("""
        .  .  c2 #  .  .  .   | .   .   c2  #   .   .   .      | .   .  c2  #  .  .   .
        .  .  #  #  .  .  .   | m2G #   #   #   .   .   .      | m2% #  #   #  .  .   .
        .  .  .  .  .  .  .   | #   #   .   .   .   m1W .      | #   #  .   .  .  .   .
        .  .  .  .  .  .  .   | c1  c1  c1  c1  c1  c1  c1     | .   .  .   .  .  .   .
        """)
    assert gained(state, outcome.state) == {"White": 1}
