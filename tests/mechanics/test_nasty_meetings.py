"""Nasty meetings: clauses of B and C that come together in one move, or in two."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.engine import Outcome
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, piece, told, upgrade
from tests.mechanics.pictures import choosing, gained, index_of, legal, options, playing
from tests.support import asked, assert_story, boards, chain, do, events_of


def strengths(outcome: Outcome) -> list[list[int]]:
    """The strengths compared, one list a comparison."""
    return [[value for _, value in event.strengths] for event in told(outcome, e.StrengthsCompared)]


# ------------------------------------------------------------------ paradox on a joining copy


def test_b6_joining_copy_that_erases_one_rival_leaves_no_conflict():
    # In Faith the town joins White's domain with what is left of Green's: it erases the keep.
    outcome = playing(build(MIGHT, "c2", "c1", "ccc")).on("""
        players Red: hand ccc; White; Green
        .   .   .   .   .      | m2W #   .   m2G #      | m2% #   .   m2% #
        .   .   .   .   .      | #   #   .   #   #      | #   #   .   #   #
        .   .   .   .   .      | .   .   .   c1  .      | .   .   .   .   .
        ->
        .   .   c2  #   .      | m2W #   c2  #   .      | m2% #   c2  #   .
        .   .   #   #   .      | #   #   #   #   .      | #   #   #   #   .
        .   .   .   .   .      | .   .   .   c1  .      | .   .   .   .   .
        Paradox: Green's keep at d1 in Faith is erased; Green gets a cube back; its tile is out of
          the game (B6).
        The town at c1 now stands in Faith, too (B2).
        The domains at a1 and d1 in Faith become one (C2).
        """)
    assert told(outcome, e.ConflictFound) == []


def test_c2_what_the_joining_copy_erases_no_longer_counts():
    # White had a watchtower where the town comes down: 3 against 2 becomes 2 against 2.
    state = legal("""
        players Red: hand ccc; White; Green
        .   .   .   .   .   .      | m2W #   m1W .   m2G #      | m2% #   .   .   m2% #
        .   .   .   .   .   .      | #   #   .   .   #   #      | #   #   .   .   #   #
        """)
    question = asked(state, build(MIGHT, "c2", "c1", "ccc"))
    assert_story(
        question,
        "Paradox: White's watchtower at c1 in Faith is erased; White gets a cube back; its tile "
        "is out of the game (B6).",
        "Military strength in Faith before the join: 2 at a1 and 2 at e1 (C2).",
    )
    assert (question.clause, question.seat, options(state, question)) == ("C2", 0, ["a1", "e1"])


@pytest.mark.parametrize(
    ("ground", "rivals"), [("h", ["a1", "f1"]), (".", [])], ids=["with hamlet", "without"]
)
def test_c2_a_re_appearing_hamlet_can_hold_the_joined_domain_together(ground, rivals):
    # The copy erases the town beside it; only the hamlet of c1 still connects White's keep.
    state = legal(f"""
        players Red: hand ccc; White; Green
        .   .   {ground}   .   .  .  . | m2W #   c2  #   .   m2G #      | m2% #  c2  #  .  m2% #
        .   .   .   .   .   .   .      | #   #   #   #   .   #   #      | #   #  #   #  .  #   #
        """)
    action = build(MIGHT, "c2", "d1", "ccc")
    if rivals:
        question = asked(state, action)
        assert (question.clause, question.age, options(state, question)) == ("C2", FAITH, rivals)
    else:
        assert told(do(state, action), e.ConflictFound) == []


# ------------------------------------------------------------------ blocked upgrades


def test_c6_castle_whose_copy_was_blocked_leaves_the_old_shadow_alone_when_it_shrinks():
    # Two moves: the copy of Red's castle is blocked, so the keep stays in Faith and Reason. Then
    # the castle shrinks to the very keep it had been; nothing in later ages was its shadow.
    blocked = playing(upgrade(MIGHT, "m3", "a1", "mm")).on("""
        players Red: hand mmc; White
        m2R #   .   .   .      | m2R #   .   c1  .      | m2% #   .   .   .
        #   #   .   .   .      | #   #   .   .   .      | #   #   .   .   .
        .   .   .   .   .      | c1  .   .   .   .      | .   .   .   .   .
        .   .   .   .   .      | .   c1  .   .   .      | .   .   .   .   .
        .   m3W #   #   .      | .   .   .   .   .      | .   .   .   .   .
        .   #   #   #   .      | .   .   .   .   .      | .   .   .   .   .
        .   #   #   #   .      | .   .   .   .   .      | .   .   .   .   .
        ->
        No shadow in Faith: Red's castle at a1 would connect the domain of its own older shadow at
          a1 with the domains at d1 and b4 (B3a).
        """)
    outcome = choosing(blocked.state, build(MIGHT, "c1", "b4", "c"), "a1")
    assert events_of(outcome, e.ShadowWithdrawn, e.ShadowReplaced) == []
    boards(outcome).are("""
        m2R #   .   .   .      | m2R #   .   c1  .      | m2% #   .   .   .
        #   #   .   .   .      | #   #   .   .   .      | #   #   .   .   .
        .   .   .   .   .      | c1  .   .   .   .      | .   .   .   .   .
        .   c1  .   .   .      | .   c1  .   .   .      | .   .   .   .   .
        .   m3W #   #   .      | .   .   .   .   .      | .   .   .   .   .
        .   #   #   #   .      | .   .   .   .   .      | .   .   .   .   .
        .   #   #   #   .      | .   .   .   .   .      | .   .   .   .   .
        """)


def test_c6_shrunk_castle_whose_shadow_has_another_owner_casts_no_new_one():
    # Green has built his own castle on these squares of Faith.
    outcome = playing(build(MIGHT, "c1", "b4", "c"), "a1").on("""
        players Red: hand c; White; Green
        m3W #   #   .      | m3G #   #   .      | m3% #   #   .
        #   #   #   .      | #   #   #   .      | #   #   #   .
        #   #   #   .      | #   #   #   .      | #   #   #   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        m3R #   #   m1R    | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        """)
    assert outcome.state.boards[MIGHT].standing(piece("m2", "a1", owner=1))
    assert outcome.state.boards[FAITH] == outcome.before.boards[FAITH]
    assert outcome.state.boards[REASON] == outcome.before.boards[REASON]


# ------------------------------------------------------------------ hamlets with cubes


def test_b8_the_cube_kept_on_a_hamlet_moves_up_when_the_hamlet_grows():
    # Two moves: Red's keep erases the town of Faith and Reason, and White keeps a cube on its
    # hamlet. Then Red lets the hamlet of Might grow, and the cube moves onto the town (B7).
    erased = playing(build(MIGHT, "m2", "b3", "mm")).on("""
        players Red: hand mmcc; White
        .   .   .      | .   .   .      | .   .   .
        h   .   .      | c2  #   .      | c2:RWW # .
        .   .   .      | #   #   .      | #    #   .
        .   .   .      | .   .   .      | .    .   .
        ->
        .   .   .      | .   .   .      | .   .   .
        h   .   .      | h   .   .      | h:W .   .
        .   m2R #      | .   m2R #      | .   m2% #
        .   #   #      | .   #   #      | .   #   #
        """)
    outcome = do(erased.state, upgrade(MIGHT, "c2", "a1", "cc"))
    boards(outcome).are("""
        Map     | Might          | Faith          | Reason
        . . .   | c2  #   .      | c2  #   .      | c2:W #   .
        h . .   | #   #   .      | #   #   .      | #    #   .
        . . .   | .   m2R #      | .   m2R #      | .    m2% #
        . . .   | .   #   #      | .   #   #      | .    #   #
        """)


# ------------------------------------------------------------------ a vanished shadow splits


def test_c3_split_by_a_vanished_shadow_is_settled_by_the_acting_player():
    # White's keep shrinks in Might. In Faith its shadow held the monastery and two chapels.
    outcome = playing(build(MIGHT, "c1", "c1", "c"), "b1").on("""
        players Red: hand c; White; Green
        m2W #   .   m2G #      | m2W #   r2W #   .      | m2% #   r2% #   .
        #   #   .   #   #      | #   #   #   #   .      | #   #   #   #   .
        .   .   .   m1G .      | r1R r1G .   .   .      | .   .   .   .   .
        ->
        .   m1W c1  m2G #      | .   .   r2W #   .      | .   .   r2% #   .
        .   .   .   #   #      | .   .   #   #   .      | .   .   #   #   .
        .   .   .   m1G .      | .   r1G .   .   .      | .   .   .   .   .
        White's keep at a1 in Might is reduced to a watchtower at b1 (C4).
        The shadow of White's keep at a1 disappears from Faith; White gets a cube back (C5).
        The domain at a1 in Faith is split: one part around c1, another around a3 (C3).
        The shadow of the keep at a1 disappears from Reason (C5).
        Conflict in Faith: Red's chapel at a3 and Green's chapel at b3 tie as the highest religious
          buildings of one domain (C1).
        Red's chapel at a3 in Faith is destroyed; Red gets a cube back (C4).
        """)
    destroyed = e.BuildingDestroyed(FAITH, piece("r1", "a3", owner=0))
    assert chain(outcome, index_of(outcome, destroyed)) == [
        "BuildingBuilt", "ConflictFound", "BuildingShrunk", "ShadowWithdrawn", "ConflictFound",
        "BuildingDestroyed",
    ]  # fmt: skip


# ------------------------------------------------------------------ an empty supply


def test_c5_supply_runs_empty_in_the_middle_of_a_ripple():
    # One keep tile, no watchtower. The castle of Might takes the keep; its shadow in Faith finds
    # none and vanishes, and so two keeps are highest there. White's cannot become a watchtower
    # and is destroyed, with its ruin.
    outcome = playing(build(MIGHT, "c1", "b4", "c"), "a2", "d3").on("""
        players Red: hand c; White; Green
        supply: m 0 1 5, r 20 20 9, c 20 24 9
        m3W #   #   .   .      | m3W #   #   m2G #      | m3% #   #   m2% #
        #   #   #   .   .      | #   #   #   #   #      | #   #   #   #   #
        #   #   #   .   .      | #   #   #   m2W #      | #   #   #   m2% #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        m3G #   #   m1G .      | .   .   .   .   .      | .   .   .   .   .
        #   #   #   .   .      | .   .   .   .   .      | .   .   .   .   .
        #   #   #   .   .      | .   .   .   .   .      | .   .   .   .   .
        ->
        .   .   .   .   .      | .   .   .   m2G #      | .   .   .   m2% #
        m2W #   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        #   #   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        .   c1  .   .   .      | .   .   .   .   .      | .   .   .   .   .
        m3G #   #   m1G .      | .   .   .   .   .      | .   .   .   .   .
        #   #   #   .   .      | .   .   .   .   .      | .   .   .   .   .
        #   #   #   .   .      | .   .   .   .   .      | .   .   .   .   .
        White's castle at a1 in Might is reduced to a keep at a2 (C4).
        No shadow appears in Faith at a2: there is no keep tile left (C5).
        The shadow of White's castle at a1 disappears from Faith; White gets a cube back (C5).
        No ruin appears in Reason at a2: there is no keep tile left (C5).
        The shadow of the castle at a1 disappears from Reason (C5).
        Conflict in Faith: Green's keep at d1 and White's keep at d3 tie as the highest military
          buildings of one domain (C1).
        Red decides that White's keep at d3 gives way (C3).
        White's keep at d3 in Faith is destroyed; White gets a cube back (C4).
        The shadow of the keep at d3 disappears from Reason (C5).
        """)
    assert gained(outcome) == {"White": 2}


# ------------------------------------------------------------------ a joined domain falls apart

TRIO = """
    players Red: hand ccc; White; Green
    Might                       | Faith
    m2W #   .   .   m2G #       | .   .   .   .   .   .
    #   #   .   .   #   #       | .   .   .   .   .   .
    m1W m1W .   .   {}  {}      | .   .   .   .   .   .
    .   .   m2R #   .   .       | .   .   .   .   .   .
    .   .   #   #   .   .       | .   .   .   .   .   .
    """
"""A town at c2 joins three domains of 4, 3 and 2."""


def test_c2_three_domains_stay_in_one_piece_and_strength_decides_twice():
    outcome = choosing(
        legal(TRIO.format("m1G", ".  ")), build(MIGHT, "c2", "c2", "ccc"), "e2", "c4"
    )
    assert strengths(outcome) == [[4, 3, 2], [4, 2]]


def test_c2_joined_domain_that_falls_apart_is_still_settled_by_strength():
    # Green's keep lets go of the watchtower of f3; White's 4 and Red's 2 decide all the same.
    state = legal(TRIO.format(".  ", "m1G"))
    outcome = playing(build(MIGHT, "c2", "c2", "ccc"), "e2", "c4").on(state)
    outcome.shows("""
        Green's keep at e1 in Might is reduced to a watchtower at e2 (C4).
        The domain at a1 in Might is split: one part around a1, another around f3 (C3).
        Conflict in Might: White's keep at a1 and Red's keep at c4 tie as the highest military
          buildings of one domain (C1).
        Military strength in Might before the join: 4 at a1 and 2 at c4 (C2).
        Red's keep at c4 in Might is reduced to a watchtower at c4 (C4).
        """)
    assert strengths(outcome) == [[4, 3, 2], [4, 2]]


def test_c2_after_the_fall_the_stronger_side_does_not_have_to_yield():
    # As before, but White's keep is Red's now: 4 against 2, so he loses the weaker of his two.
    text = TRIO.format(".  ", "m1G").replace("m2W #", "m2R #")
    outcome = choosing(legal(text), build(MIGHT, "c2", "c2", "ccc"), "e2", "c4")
    assert outcome.state.boards[MIGHT].standing(piece("m2", "a1", owner=0))
    assert outcome.state.boards[MIGHT].standing(piece("m1", "c4", owner=0))


@pytest.mark.parametrize("hanging", [".", "c1"])
def test_c2_three_equal_domains_of_which_one_lets_go_of_a_hamlet(hanging):
    # All are equal, so Red's own keep yields. The other two tie again, whatever hung on his keep.
    state = legal(f"""
        players Red: hand ccc; White; Green
        Might                            | Faith
        m2W #   .   .   m2R #            | .   .   .   .   .   .
        #   #   .   .   #   #            | .   .   .   .   .   .
        .   .   .   .   .   {hanging}    | .   .   .   .   .   .
        .   .   m2G #   .   .            | .   .   .   .   .   .
        .   .   #   #   .   .            | .   .   .   .   .   .
        """)
    action = build(MIGHT, "c2", "c2", "ccc")
    place = asked(state, action)
    assert (place.clause, options(state, place)) == ("C4", ["e1", "f1", "e2", "f2"])
    question = asked(state, action, 2)
    assert (question.clause, options(state, question)) == ("C2", ["a1", "c4"])
