"""B6 and B9: paradoxes. Whatever a copy covers goes, and does not come back."""

from __future__ import annotations

from khronos_lab.core import events as e
from khronos_lab.rulebook import FAITH, MIGHT, REASON, RuleSet
from tests.mechanics.moves import build, demolish, follow, piece, told, upgrade
from tests.mechanics.pictures import choosing, gained, index_of, legal, playing
from tests.support import boards, chain, do, position

# ------------------------------------------------------------------ B6


def test_b6_whatever_the_copy_covers_is_removed_whole_part_kind_rank_and_owner_aside():
    # Under the castle: half a monastery, a corner of a keep, a watchtower of Red himself and a
    # hamlet tile. The hamlet of e3 only touches it.
    outcome = playing(build(MIGHT, "m3", "b2", "mmmm")).on("""
        .   .   .   .   .      | r2W #   .   .   .      | r2  #   .   .   .
        .   .   .   .   .      | #   #   .   c1  .      | #   #   .   .   .
        .   .   .   .   .      | .   .   m1R .   c1     | .   .   .   .   .
        .   .   .   .   .      | .   .   .   m2W #      | .   .   .   m2% #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        ->
        .   .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        .   m3R #   #   .      | .   m3R #   #   .      | .   m3% #   #   .
        .   #   #   #   .      | .   #   #   #   c1     | .   #   #   #   .
        .   #   #   #   .      | .   #   #   #   .      | .   #   #   #   .
        .   .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        The shadow of Red's castle at b2 reaches Faith (B3).
        Paradox: White's monastery at a1 in Faith is erased; White gets a cube back; its tile is out
          of the game (B6).
        Paradox: the hamlet at d2 in Faith is erased; its tile is out of the game (B6).
        Paradox: Red's watchtower at c3 in Faith is erased; Red gets a cube back (B6).
        Paradox: White's keep at d4 in Faith is erased; White gets a cube back; its tile is out of
          the game (B6).
        Red's castle at b2 now stands in Faith, too (B3).
        The shadow of the castle at b2 reaches Reason (B4).
        Paradox: the monastery at a1 in Reason is erased; its tile is out of the game (B6).
        Paradox: the keep ruin at d4 in Reason is erased; its tile is out of the game (B6).
        A castle ruin appears at b2 in Reason (B4).
        """)
    assert gained(outcome) == {"Red": -1, "White": 2}
    # Only Red's watchtower lies wholly inside his castle: all other tiles are out of the game (S3).
    assert outcome.state.supply == ((0, 20, 22, 6), (0, 20, 18, 9), (0, 18, 24, 9))


def test_b6_erasures_are_caused_by_the_shadow_that_falls():
    outcome = playing(build(MIGHT, "m2", "b1", "mm")).on("""
        .   .   .      | .   r1W .      | .   .   .
        .   .   .      | .   .   .      | .   .   .
        """)
    erased = e.BuildingErased(FAITH, piece("r1", "b1", owner=1), out_of_game=True)
    assert chain(outcome, index_of(outcome, erased)) == [
        "BuildingBuilt", "ShadowFalls", "BuildingErased",
    ]  # fmt: skip


def test_b6_civil_copies_erase_buildings_of_any_rank_too():
    outcome = playing(build(MIGHT, "c2", "c3", "ccc")).on("""
        players Red: hand ccc; White; Green
        .   .   .   .      | m3W #   #   .      | m3%G #  #   .
        .   .   .   .      | #   #   #   .      | #    #  #   .
        .   .   .   .      | #   #   #   .      | #    #  #   .
        .   .   .   .      | .   .   .   .      | .    .  .   .
        ->
        .   .   .   .      | .   .   .   .      | .   .   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        .   .   c2  #      | .   .   c2  #      | .   .   c2  #
        .   .   #   #      | .   .   #   #      | .   .   #   #
        """)
    assert gained(outcome) == {"White": 1, "Green": 1}


def test_b6_exactly_equal_building_is_replaced_too():
    outcome = playing(build(MIGHT, "m2", "a1", "mm")).on("""
        .   .   .      | m2R #   .      | m2  #   .
        .   .   .      | #   #   .      | #   #   .
        ->
        m2R #   .      | m2R #   .      | m2% #   .
        #   #   .      | #   #   .      | #   #   .
        Paradox: Red's keep at a1 in Faith is erased; Red gets a cube back (B6).
        Red's keep at a1 now stands in Faith, too (B3).
        Paradox: the keep at a1 in Reason is erased (B6).
        A keep ruin appears at a1 in Reason (B4).
        """)
    assert gained(outcome) == {"Red": -1}


def test_b6_touching_is_not_covering():
    outcome = playing(build(MIGHT, "m2", "a1", "mm")).on("""
        .   .   .   .      | .   .   r2W #      | .   .   r2% #
        .   .   .   .      | .   .   #   #      | .   .   #   #
        ->
        m2R #   .   .      | m2R #   r2W #      | m2% #   r2% #
        #   #   .   .      | #   #   #   #      | #   #   #   #
        """)
    assert told(outcome, e.BuildingErased) == []


def test_b6_what_is_erased_in_faith_loses_its_shadow_because_the_ruin_covers_it():
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        .   .   .   .      | .   .   r2W #      | .   .   r2% #
        .   .   .   .      | .   .   #   #      | .   .   #   #
        ->
        .   m2R #   .      | .   m2R #   .      | .   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        """)


def test_b6_ruling_what_is_erased_in_faith_loses_its_shadow_also_without_a_copy_in_reason():
    # No keep tile is left for the ruin, but the monastery of Faith has never existed.
    outcome = playing(build(MIGHT, "m2", "b1", "mm")).on("""
        supply: m 20 2 9, r 20 18 9, c 20 24 9
        .   .   .   .      | .   .   r2W #      | .   .   r2% #
        .   .   .   .      | .   .   #   #      | .   .   #   #
        ->
        .   m2R #   .      | .   m2R #   .      | .   .   .   .
        .   #   #   .      | .   #   #   .      | .   .   .   .
        Paradox: White's monastery at c1 in Faith is erased; White gets a cube back; its tile is out
          of the game (B6).
        No ruin appears in Reason at b1: there is no keep tile left (B5).
        Paradox: the monastery ruin at c1 in Reason is erased; its tile is out of the game (B6).
        """)
    ruin = e.BuildingErased(REASON, piece("r2%", "c1"), out_of_game=True)
    number = [entry.event for entry in outcome.log].index(ruin)
    cause = outcome.log[number].cause
    assert cause is not None
    erased = e.BuildingErased(FAITH, piece("r2", "c1", owner=1), out_of_game=True)
    assert outcome.log[cause].event == erased


def test_b6_ruling_a_civil_copy_without_a_tile_for_reason_erases_shadows_there_too():
    # One town tile is left for Faith. A restored keep goes like a ruin; the half restored abbey
    # of Reason has no building of its own in Faith and stays.
    playing(build(MIGHT, "c2", "b1", "ccc")).on("""
        supply: m 20 22 9, r 20 20 8, c 20 2 9
        .   .   .   .   .      | m2W #   .   .   .      | m2  #   r3%W #   #
        .   .   .   .   .      | #   #   .   .   .      | #   #   #    #   #
        .   .   .   .   .      | .   .   .   .   .      | .   .   #    #   #
        ->
        .   c2  #   .   .      | .   c2  #   .   .      | .   .   r3%W #   #
        .   #   #   .   .      | .   #   #   .   .      | .   .   #    #   #
        .   .   .   .   .      | .   .   .   .   .      | .   .   #    #   #
        """)


def test_b6_ruling_a_shadow_that_the_copy_enlarges_keeps_its_ruin():
    # Red's castle covers Red's own keep and a corner of White's monastery in Faith. There is no
    # castle tile for Reason: the keep ruin stays, the monastery has never existed.
    playing(upgrade(MIGHT, "m3", "a1", "mm")).on("""
        supply: m 20 21 2, r 20 18 9, c 20 24 9
        m2R #   .   .   .      | m2R #   .   .   .      | m2% #   .   .   .
        #   #   .   .   .      | #   #   .   .   .      | #   #   .   .   .
        .   .   .   .   .      | .   .   r2W #   .      | .   .   r2% #   .
        .   .   .   .   .      | .   .   #   #   .      | .   .   #   #   .
        ->
        m3R #   #   .   .      | m3R #   #   .   .      | m2% #   .   .   .
        #   #   #   .   .      | #   #   #   .   .      | #   #   .   .   .
        #   #   #   .   .      | #   #   #   .   .      | .   .   .   .   .
        .   .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        """)


def test_b6_a_town_erased_in_faith_leaves_a_cube_on_its_hamlet_in_reason():
    # No keep tile for the ruin; the town's shadow goes, and B8 settles the hamlet under it.
    outcome = playing(build(MIGHT, "m2", "b2", "mm")).on("""
        supply: m 20 2 9, r 20 20 9, c 20 22 9
        h   .   .      | c2  #   .      | c2:RWW # .
        .   .   .      | #   #   .      | #    #   .
        .   .   .      | .   .   .      | .    .   .
        ->
        h   .   .      | h   .   .      | h:W .   .
        .   m2R #      | .   m2R #      | .   .   .
        .   #   #      | .   #   #      | .   .   .
        The printed hamlet at a1 comes to light again in Reason (S5).
        White keeps a cube on the printed hamlet at a1 in Reason (B8).
        """)
    assert gained(outcome) == {"Red": -1, "White": 1}


# ------------------------------------------------------------------ S3: where erased tiles go

OUT = """
    players Red: hand mm; White
    m2R #   .   .   .      | m2R #   .   .   .      | m2% #   .   .   .
    #   #   .   .   .      | #   #   .   .   .      | #   #   .   .   .
    .   .   .   .   .      | .   .   r2W #   .      | .   .   r2% #   .
    .   .   .   .   .      | .   .   #   #   .      | .   .   #   #   .
    """
"""Red's castle enlarges his keep and erases White's monastery and its ruin."""


def test_s3_switch_erased_tiles_go_back_to_the_supply():
    returning = legal(OUT)._replace(rules=RuleSet(erased_tiles_return=True))
    outcome = do(returning, upgrade(MIGHT, "m3", "a1", "mm"))
    assert outcome.state.supply == ((0, 20, 24, 6), (0, 20, 20, 9), (0, 20, 24, 9))


def test_s3_an_erased_tile_is_out_of_the_game_but_not_one_that_is_enlarged():
    # Three keeps come back from under the castles; both monasteries do not.
    outcome = playing(upgrade(MIGHT, "m3", "a1", "mm")).on(OUT)
    outcome.shows("""
        Paradox: White's monastery at c3 in Faith is erased; White gets a cube back; its tile is out
          of the game (B6).
        Paradox: the monastery ruin at c3 in Reason is erased; its tile is out of the game (B6).
        """)
    assert outcome.state.supply == ((0, 20, 24, 6), (0, 20, 18, 9), (0, 20, 24, 9))
    assert position(repr(outcome.state)) == outcome.state


def test_s3_holds_for_shadows_that_never_were():
    # No castle tile is left for Reason: the monastery ruin goes by B6 and is out of the game.
    text = OUT.replace("players", "supply: m 20 21 2, r 20 18 9, c 20 24 9\n    players")
    outcome = do(legal(text), upgrade(MIGHT, "m3", "a1", "mm"))
    assert outcome.state.supply == ((0, 20, 23, 0), (0, 20, 18, 9), (0, 20, 24, 9))


def test_s3_demolished_and_shrunk_tiles_still_return():
    # White's keep shrinks after a joining; nothing of it is a paradox.
    outcome = playing(build(MIGHT, "c1", "c1", "c"), "d1").on("""
        m2R #   .   m2W #      | .   .   .   .   .      | .   .   .   .   .
        #   #   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        m1R .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        """)
    assert outcome.state.supply == ((0, 18, 23, 9), (0, 20, 20, 9), (0, 19, 24, 9))


def test_b6_the_copy_of_a_building_of_faith_erases_what_stands_in_reason_alone():
    # Such a leftover is what the test before leaves behind.
    outcome = playing(build(FAITH, "m2", "b1", "mm")).on("""
        players Red: hand mm, at Faith Faith; White
        .   .   .   .      | .   .   .   .      | .   .   c2:W #
        .   .   .   .      | .   .   .   .      | .   .   #    #
        ->
        .   .   .   .      | .   m2R #   .      | .   m2% #   .
        .   .   .   .      | .   #   #   .      | .   #   #   .
        Paradox: the town at c1 in Reason is erased; White gets a cube back; its tile is out of the
          game (B6).
        """)
    assert gained(outcome) == {"Red": -1, "White": 1}


def test_b6_printed_hamlet_re_appears_when_what_covers_it_is_erased():
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        h   .   .   .      | c2  #   .   .      | c2  #   .   .
        .   .   .   .      | #   #   .   .      | #   #   .   .
        ->
        h   m2R #   .      | h   m2R #   .      | h   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        Paradox: the town at a1 in Faith is erased; its tile is out of the game (B6).
        The printed hamlet at a1 comes to light again in Faith (S5).
        Paradox: the town at a1 in Reason is erased; its tile is out of the game (B6).
        The printed hamlet at a1 comes to light again in Reason (S5).
        """)


def test_b6_printed_hamlet_that_re_appears_is_joined_as_the_town_above_it_would_be():
    # The town of a1 goes, its hamlet stays, and the new town joins it with the hamlet of d1.
    playing(build(MIGHT, "c2", "b1", "ccc")).on("""
        h   .   .   .      | c2  #   .   c1     | c2  #   .   .
        .   .   .   .      | #   #   .   .      | #   #   .   .
        ->
        h   c2  #   .      | h   c2  #   c1     | h   c2  #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        The printed hamlet at a1 comes to light again in Faith (S5).
        The domains at a1 and d1 in Faith become one (C2).
        """)


def test_b6_printed_hamlet_is_covered_by_a_civil_copy_and_is_no_tile():
    outcome = playing(upgrade(MIGHT, "c2", "a1", "cc")).on("""
        h   .   .   .      | h   .   .   .      | h   .   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        ->
        The printed hamlet at a1 in Faith is covered (B6).
        The printed hamlet at a1 in Reason is covered (B6).
        """)
    assert outcome.state.supply[2] == (0, 20, 21, 9)


# ------------------------------------------------------------------ B9


def test_b9_ruling_copy_that_failed_is_not_tried_again():
    blocked = playing(build(MIGHT, "m2", "b1", "mm")).on("""
        players Red: hand mmc, at Might Faith; White
        .   .   .   .      | c1  .   .   c1     | .   .   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        """)
    assert [event.clause for event in told(blocked, e.ShadowBlocked)] == ["B3a"]
    after = follow(blocked.state, demolish(FAITH, "a1"))
    boards(after).are("""
        .   m2R #   .      | .   .   .   c1     | .   .   .   .
        .   #   #   .      | .   .   .   .      | .   .   .   .
        """)


def test_b9_ruling_nothing_erased_comes_back_when_the_copy_vanishes():
    # Red's keep erases White's monastery; then it shrinks, its shadows go, and the place is bare.
    erased = playing(build(MIGHT, "m2", "a1", "mm")).on("""
        players Red: hand mmc; White
        .   .   .   m2W #      | .   r2W #   .   .      | .   r2% #   .   .
        .   .   .   #   #      | .   #   #   .   .      | .   #   #   .   .
        ->
        m2R #   .   m2W #      | m2R #   .   .   .      | m2% #   .   .   .
        #   #   .   #   #      | #   #   .   .   .      | #   #   .   .   .
        """)
    outcome = choosing(erased.state, build(MIGHT, "c1", "c1", "c"), "a2")
    boards(outcome).are("""
        .   .   c1  m2W #      | .   .   .   .   .      | .   .   .   .   .
        m1R .   .   #   #      | .   .   .   .   .      | .   .   .   .   .
        """)


def test_b9_ruling_printed_hamlets_do_come_back():
    # The town of Faith erases a ruin in Reason and covers the hamlet; the keep then erases the
    # town. The hamlet comes back, the ruin does not.
    grown = playing(upgrade(FAITH, "c2", "a1", "cc")).on("""
        players Red: hand mmcc, at Might Faith; White
        h   .   .   .      | h   .   .   .      | h   .   .   .
        .   .   .   .      | .   .   .   .      | .   r2% #   .
        .   .   .   .      | .   .   .   .      | .   #   #   .
        ->
        h   .   .   .      | c2  #   .   .      | c2  #   .   .
        .   .   .   .      | #   #   .   .      | #   #   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        """)
    outcome = do(grown.state, build(MIGHT, "m2", "b1", "mm"))
    assert [event.age for event in told(outcome, e.HamletRevealed)] == [FAITH, REASON]
    boards(outcome).are("""
        h   m2R #   .      | h   m2R #   .      | h   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        """)
