"""B5: a copy that lacks its tile or its cube; `test_b_forbidden.py` has the order of reports."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, told, upgrade
from tests.mechanics.pictures import gained, home, legal, playing
from tests.support import do

EMPTY = """
    players Red: hand mmccc; White
    supply: m 20 {keeps} 9, r 20 20 9, c 20 {towns} 9
    .  .  .    | .  .  .    | .  .  .
    .  .  .    | .  .  .    | .  .  .
    """


def test_b5_without_a_tile_there_is_no_copy_in_faith_or_reason():
    outcome = playing(build(MIGHT, "m2", "a1", "mm")).on(EMPTY.format(keeps=1, towns=24))
    outcome.shows("""
        m2R #  .   | .  .  .    | .  .  .
        #   #  .   | .  .  .    | .  .  .
        No shadow appears in Faith at a1: there is no keep tile left (B5).
        """)
    assert [event.age for event in told(outcome, e.ShadowMissing)] == [FAITH]


def test_b5_one_tile_for_two_ages_goes_to_faith():
    playing(build(MIGHT, "m2", "a1", "mm")).on(EMPTY.format(keeps=2, towns=24)).shows("""
        m2R #  .   | m2R #  .   | .  .  .
        #   #  .   | #   #  .   | .  .  .
        Red's keep at a1 now stands in Faith, too (B3).
        No ruin appears in Reason at a1: there is no keep tile left (B5).
        """)


def test_b5_three_tiles_are_enough_for_three_ages():
    outcome = do(legal(EMPTY.format(keeps=3, towns=24)), build(MIGHT, "m2", "a1", "mm"))
    assert told(outcome, e.ShadowMissing) == []
    assert outcome.state.supply[0][2] == 0


@pytest.mark.parametrize(("towns", "ages"), [(1, []), (2, [FAITH]), (3, [FAITH, REASON])])
def test_b5_civil_copies_need_a_tile_too(towns, ages):
    outcome = do(legal(EMPTY.format(keeps=24, towns=towns)), build(MIGHT, "c2", "a1", "ccc"))
    assert [event.age for event in told(outcome, e.ShadowCast)] == ages
    assert len(told(outcome, e.ShadowMissing)) == (len(ages) < 2)


def test_b5_those_ages_stay_as_they_are_without_a_tile():
    # No castle tile is left for Faith: the older keep and its ruin stay.
    playing(upgrade(MIGHT, "m3", "a1", "mm")).on("""
        supply: m 20 21 1, r 20 20 9, c 20 24 9
        m2R #   .     | m2R #   .     | m2% #   .
        #   #   .     | #   #   .     | #   #   .
        .   .   .     | .   .   .     | .   .   .
        ->
        m3R #   #     | m2R #   .     | m2% #   .
        #   #   #     | #   #   .     | #   #   .
        #   #   #     | .   .   .     | .   .   .
        """)


def test_b5_reason_stays_as_it_is_if_the_tile_is_missing_only_there():
    # Faith has its castle, Reason keeps the restored keep.
    playing(upgrade(MIGHT, "m3", "a1", "mm")).on("""
        supply: m 20 21 2, r 20 20 9, c 20 24 9
        m2R #   .     | m2R #   .     | m2  #   .
        #   #   .     | #   #   .     | #   #   .
        .   .   .     | .   .   .     | .   .   .
        ->
        m3R #   #     | m3R #   #     | m2  #   .
        #   #   #     | #   #   #     | #   #   .
        #   #   #     | #   #   #     | .   .   .
        """)


def test_b5_ruling_a_tile_that_the_copy_would_remove_does_not_help():
    # White's keep would come back to the supply, but too late.
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        supply: m 20 1 9, r 20 20 9, c 20 24 9
        .   .   .      | m2W #   .      | m2% #   .
        .   .   .      | #   #   .      | #   #   .
        ->
        .   m2R #      | m2W #   .      | m2% #   .
        .   #   #      | #   #   .      | #   #   .
        """)


def test_b5_ruling_the_supply_is_looked_at_anew_for_each_copy():
    # With its switch (S3) the copy in Faith takes the last keep and brings White's back; Reason
    # gets that one.
    outcome = playing(build(MIGHT, "m2", "b1", "mm")).on("""
        rules: erased tiles return
        players Red: hand mm; White
        supply: m 20 2 9, r 20 20 9, c 20 24 9
        .   .   .      | m2W #   .      | m2% #   .
        .   .   .      | #   #   .      | #   #   .
        ->
        .   m2R #      | .   m2R #      | .   m2% #
        .   #   #      | .   #   #      | .   #   #
        """)
    assert outcome.state.supply[0][2] == 1


def test_b5_without_a_cube_there_is_no_copy_in_faith_or_reason():
    playing(build(MIGHT, "m2", "a1", "mm")).on("""
        players Red: hand mm, cubes 1; White
        .  .  .    | .  .  .    | .  .  .
        .  .  .    | .  .  .    | .  .  .
        ->
        m2R #  .   | .  .  .    | .  .  .
        #   #  .   | .  .  .    | .  .  .
        No shadow appears in Faith at a1: Red has no cube left for the keep (B5).
        """)


def test_b5_two_cubes_are_enough_because_the_ruin_needs_none():
    outcome = playing(build(MIGHT, "m2", "a1", "mm")).on("""
        players Red: hand mm, cubes 2; White
        .  .  .    | .  .  .    | .  .  .
        .  .  .    | .  .  .    | .  .  .
        ->
        m2R #  .   | m2R #  .   | m2% #  .
        #   #  .   | #   #  .   | #   #  .
        """)
    assert home(outcome.state)["Red"] == 0


def test_b5_ruling_a_cube_that_the_copy_itself_sends_home_may_be_used():
    # Red's chapel in Faith goes, and its cube comes to the new keep.
    outcome = playing(build(MIGHT, "m2", "a1", "mm")).on("""
        players Red: hand mm, cubes 1; White
        .   .   .      | .   r1R .      | .   .   .
        .   .   .      | .   .   .      | .   .   .
        ->
        m2R #   .      | m2R #   .      | m2% #   .
        #   #   .      | #   #   .      | #   #   .
        Paradox: Red's chapel at b1 in Faith is erased; Red gets a cube back; its tile is out of the
          game (B6).
        Red's keep at a1 now stands in Faith, too (B3).
        """)
    assert home(outcome.state)["Red"] == 0


def test_b5_ruling_the_cube_of_the_older_shadow_serves_an_upgrade():
    outcome = playing(upgrade(MIGHT, "m3", "a1", "mm")).on("""
        players Red: hand mm, cubes 0; White
        m2R #   .     | m2R #   .     | m2% #   .
        #   #   .     | #   #   .     | #   #   .
        .   .   .     | .   .   .     | .   .   .
        ->
        m3R #   #     | m3R #   #     | m3% #   #
        #   #   #     | #   #   #     | #   #   #
        #   #   #     | #   #   #     | #   #   #
        """)
    assert gained(outcome) == {}


@pytest.mark.parametrize("faith", ["r1W", "c1 "], ids=["another player's cube", "no cube"])
def test_b5_nobody_elses_cube_may_be_used(faith):
    state = legal(f"""
        players Red: hand mm, cubes 1; White
        .   .   .      | .   {faith} .    | .   .   .
        .   .   .      | .   .   .        | .   .   .
        """)
    outcome = do(state, build(MIGHT, "m2", "a1", "mm"))
    assert [event.lacking for event in told(outcome, e.ShadowMissing)] == ["cube"]
    assert outcome.state.boards[FAITH] == state.boards[FAITH]


def test_b5_own_cubes_that_the_ruin_would_send_home_in_reason_come_too_late():
    # Red's cube stands on the town of Reason, not on what the copy covers in Faith.
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        players Red: hand mm, cubes 1; White
        .   .   .      | c2  #   .      | c2:R #   .
        .   .   .      | #   #   .      | #    #   .
        ->
        .   m2R #      | c2  #   .      | c2:R #   .
        .   #   #      | #   #   .      | #    #   .
        """)


def test_b5_civil_copies_need_no_cube():
    outcome = playing(build(MIGHT, "c2", "a1", "ccc")).on("""
        players Red: hand ccc, cubes 0; White
        .  .  .    | .  .  .    | .  .  .
        .  .  .    | .  .  .    | .  .  .
        """)
    assert [event.age for event in told(outcome, e.ShadowCast)] == [FAITH, REASON]


def test_b5_ruin_of_a_building_of_faith_needs_a_tile():
    playing(build(FAITH, "r2", "a1", "rr")).on("""
        players Red: hand rr, at Faith Faith; White
        supply: m 20 24 9, r 20 1 9, c 20 24 9
        .  .  .    | .  .  .    | .  .  .
        .  .  .    | .  .  .    | .  .  .
        ->
        .  .  .    | r2R #  .   | .  .  .
        .  .  .    | #   #  .   | .  .  .
        """)
