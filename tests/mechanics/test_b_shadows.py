"""B1 to B3: what is copied, where to, and with which cube.

Ruins are in `test_b_ruins.py`, what forbids a copy in `test_b_forbidden.py`, what it lacks in
`test_b_missing.py`, what it erases in `test_b_paradox.py`, what becomes of cubes in
`test_b_cubes.py`.
"""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, piece, upgrade
from tests.mechanics.pictures import gained, index_of, legal, playing
from tests.support import boards, chain, do, events_of

# ------------------------------------------------------------------ B1


@pytest.mark.parametrize(("what", "paid"), [("m1", "m"), ("r1", "r"), ("c1", "c")])
@pytest.mark.parametrize("age", [MIGHT, FAITH])
def test_b1_rank_1_buildings_are_never_copied(what, paid, age):
    state = legal(f"""
        player Red: hand mrc, at {age.title} {age.title}
        player White:
        h  .  .   | h  .  .   | h  .  .
        """)
    outcome = do(state, build(age, what, "c1", paid))
    assert events_of(outcome, e.ShadowFalls, e.ShadowBlocked, e.ShadowMissing) == []
    changed = [
        each for each in (MIGHT, FAITH, REASON) if outcome.state.boards[each] != state.boards[each]
    ]
    assert changed == [age]


def test_b1_copies_go_forward_only():
    playing(build(FAITH, "m2", "a1", "mm")).on("""
        players Red: hand mm, at Faith Faith; White
        .  .  .    | .  .  .    | .  .  .
        .  .  .    | .  .  .    | .  .  .
        ->
        .  .  .    | m2R #  .   | m2% #  .
        .  .  .    | #   #  .   | #   #  .
        """)


# ------------------------------------------------------------------ B2


def test_b2_town_built_in_might_is_copied_to_faith_and_reason():
    outcome = playing(build(MIGHT, "c2", "b1", "ccc")).on("""
        players Red: hand ccc, cubes 0; White
        .  .  .    | .  .  .    | .  .  .
        .  .  .    | .  .  .    | .  .  .
        ->
        .  c2 #    | .  c2 #    | .  c2 #
        .  #  #    | .  #  #    | .  #  #
        Red builds a town at b1 in Might (A1).
        The shadow of the town at b1 reaches Faith (B2).
        The town at b1 now stands in Faith, too (B2).
        The shadow of the town at b1 reaches Reason (B2).
        The town at b1 now stands in Reason, too (B2).
        """)
    last = index_of(outcome, e.ShadowCast(REASON, piece("c2", "b1"), "B2"))
    assert chain(outcome, last) == [
        "BuildingBuilt", "ShadowFalls", "ShadowCast", "ShadowFalls", "ShadowCast",
    ]  # fmt: skip


def test_b2_town_upgraded_to_a_city_in_might_is_copied_to_both_later_ages():
    playing(upgrade(MIGHT, "c3", "a1", "cc")).on("""
        .  .  .  .    | .  .  .  .    | .  .  .  .
        .  c2 #  .    | .  c2 #  .    | .  c2 #  .
        .  #  #  .    | .  #  #  .    | .  #  #  .
        ->
        c3 #  #  .    | c3 #  #  .    | c3 #  #  .
        #  #  #  .    | #  #  #  .    | #  #  #  .
        #  #  #  .    | #  #  #  .    | #  #  #  .
        """)


def test_b2_town_upgraded_in_faith_is_copied_to_reason_alone():
    playing(upgrade(FAITH, "c2", "a1", "cc")).on("""
        players Red: hand cc, at Faith Faith; White
        h  .  .    | h  .  .    | h  .  .
        .  .  .    | .  .  .    | .  .  .
        ->
        h  .  .    | c2 #  .    | c2 #  .
        .  .  .    | #  #  .    | #  #  .
        """)


def test_b2_civil_copies_are_never_forbidden_and_may_join_domains():
    playing(build(MIGHT, "c2", "b1", "ccc")).on("""
        .  .  .  .      | m1W .   .   r1W     | .  .  .  .
        .  .  .  .      | .   .   .   .       | .  .  .  .
        ->
        .  c2 #  .      | m1W c2  #   r1W     | .  c2 #  .
        .  #  #  .      | .   #   #   .       | .  #  #  .
        The domains at a1 and d1 in Faith become one (C2).
        """)


# ------------------------------------------------------------------ B3


@pytest.mark.parametrize(("what", "paid"), [("m2", "mm"), ("r2", "rr")])
def test_b3_building_of_might_is_copied_to_faith_with_a_cube_of_its_owner(what, paid):
    outcome = playing(build(MIGHT, what, "b1", paid)).on("""
        players Red: hand mmrr; White
        .  .  .    | .  .  .    | .  .  .
        .  .  .    | .  .  .    | .  .  .
        """)
    boards(outcome).are(
        """
        .  m2R #   | .  m2R #   | .  m2% #
        .  #   #   | .  #   #   | .  #   #
        """.replace("m2", what)
    )
    assert gained(outcome) == {"Red": -2}


def test_b3_upgrade_of_might_is_copied_and_takes_one_cube_more():
    outcome = playing(upgrade(MIGHT, "m2", "a1", "m")).on("""
        players Red: hand mm; White
        m1R .  .      | .  .  .       | .  .  .
        .   .  .      | .  .  .       | .  .  .
        ->
        The shadow of Red's keep at a1 reaches Faith (B3).
        Red's keep at a1 now stands in Faith, too (B3).
        The shadow of the keep at a1 reaches Reason (B4).
        A keep ruin appears at a1 in Reason (B4).
        """)
    assert gained(outcome) == {"Red": -1}


BLOCKED_CASTLE = """
    players Red: hand mm, coins 0; White
    .   .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
    .   m2R #   .   .      | c1  m2R #   .   c1     | .   m2% #   .   .
    .   #   #   .   .      | .   #   #   .   .      | .   #   #   .   .
    """


def test_b3_forbidden_copy_leaves_the_older_smaller_shadow_and_its_ruin():
    outcome = playing(upgrade(MIGHT, "m3", "b1", "mm")).on(BLOCKED_CASTLE)
    outcome.shows("""
        .   m3R #   #   .      | .   .   .   .   .      | .   .   .   .   .
        .   #   #   #   .      | c1  m2R #   .   c1     | .   m2% #   .   .
        .   #   #   #   .      | .   #   #   .   .      | .   #   #   .   .
        Red upgrades the keep at b2 to a castle on b1–d3 in Might (A2).
        Red gets a bonus of 1 coin in Might (A3).
        No shadow in Faith: Red's castle at b1 would connect the domains at a2 and e2 (B3a).
        """)
    assert outcome.state.player.coins == 1
    assert gained(outcome) == {}


def test_b3_copy_that_nothing_forbids_replaces_the_older_smaller_shadow_and_its_ruin():
    free = BLOCKED_CASTLE.replace("c1  m2R #   .   c1", "c1  m2R #   .   . ")
    outcome = playing(upgrade(MIGHT, "m3", "b1", "mm")).on(free)
    outcome.shows("""
        .   m3R #   #   .      | .   m3R #   #   .      | .   m3% #   #   .
        .   #   #   #   .      | c1  #   #   #   .      | .   #   #   #   .
        .   #   #   #   .      | .   #   #   #   .      | .   #   #   #   .
        """)
    assert gained(outcome) == {}
