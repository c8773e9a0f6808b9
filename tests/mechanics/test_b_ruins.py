"""B4: how ruins come to Reason, and the switch that lets them respect domains."""

from __future__ import annotations

from khronos_lab.core import events as e
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, piece, upgrade
from tests.mechanics.pictures import gained, legal, playing
from tests.support import do, events_of


def test_b4_building_of_faith_is_copied_to_reason_as_a_ruin_without_cube():
    outcome = playing(build(FAITH, "r2", "b1", "rr")).on("""
        players Red: hand rr, at Faith Faith; White
        .  .  .    | .  .  .    | .  .  .
        .  .  .    | .  .  .    | .  .  .
        """)
    ruin = outcome.state.boards[REASON].buildings[piece("r2", "b1").square]
    assert ruin == piece("r2%", "b1")
    assert gained(outcome) == {"Red": -1}


JOINING_RUIN = """
    rules: {}
    players Red: hand mm, at Faith Faith; White
    .  .  .  .  .  .     | c2 #  .  .  c2 #     | c2 #  .  .  c2 #
    .  .  .  .  .  .     | #  #  .  .  #  #     | #  #  .  .  #  #
    .  .  .  .  .  .     | c1 c1 c1 c1 c1 .     | .  .  .  .  .  .
    """


def test_b4_ruling_no_rule_forbids_a_ruin_that_joins_domains():
    playing(build(FAITH, "m2", "c1", "mm")).on(JOINING_RUIN.format("")).shows("""
        .  .  .  .  .  .     | c2 #  m2R # c2 #     | c2 #  m2% # c2 #
        .  .  .  .  .  .     | #  #  #   # #  #     | #  #  #   # #  #
        .  .  .  .  .  .     | c1 c1 c1 c1 c1 .     | .  .  .   . .  .
        The domains at a1 and e1 in Reason become one (O1).
        """)


def test_b4_switch_ruins_respect_domains_forbids_it_and_reason_stays():
    playing(build(FAITH, "m2", "c1", "mm")).on(
        JOINING_RUIN.format("ruins respect domains")
    ).shows("""
        .  .  .  .  .  .     | c2 #  m2R # c2 #     | c2 #  .  .  c2 #
        .  .  .  .  .  .     | #  #  #   # #  #     | #  #  .  .  #  #
        .  .  .  .  .  .     | c1 c1 c1 c1 c1 .     | .  .  .  .  .  .
        Red gets a bonus of 2 coins in Faith (A3).
        No shadow in Reason: the keep at c1 would connect the domains at a1 and e1 (B4).
        """)


def test_b4_switch_lets_a_ruin_touch_one_domain():
    playing(build(FAITH, "m2", "c1", "mm")).on("""
        rules: ruins respect domains
        players Red: hand mm, at Faith Faith; White
        .  .  .  .     | c2 #  .  .     | c2 #  .  .
        .  .  .  .     | #  #  .  .     | #  #  .  .
        ->
        .  .  .  .     | c2 #  m2R #    | c2 #  m2% #
        .  .  .  .     | #  #  #   #    | #  #  #   #
        """)


def test_b4_switch_counts_a_printed_hamlet_that_re_appears_as_b3a_does():
    # The ruin half covers the town. Its hamlet comes back beside the ruin, with the town's
    # domain; the town of d1 is another one.
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        rules: ruins respect domains
        players Red: hand mm; White
        h  .  .  .  .       | c2 #  .  c2 #       | c2 #  .  c2 #
        .  .  .  .  .       | #  #  .  #  #       | #  #  .  #  #
        .  .  .  .  .       | c1 c1 c1 c1 .       | .  .  .  .  .
        ->
        h  m2R #  .  .      | h  m2R #  c2 #      | h  .  .  c2 #
        .  #   #  .  .      | .  #   #  #  #      | .  .  .  #  #
        .  .   .  .  .      | c1 c1  c1 c1 .      | .  .  .  .  .
        No shadow in Reason: the keep at b1 would connect the domains at a1 and d1 (B4).
        """)


def test_b4_switch_does_not_hold_for_the_ruin_of_a_shrunk_castle():
    # White's keep ruin may stand between the hamlet and the town that the castle ruin connected.
    playing(build(FAITH, "c1", "d5", "c"), "c2").on("""
        rules: ruins respect domains
        players Red: hand c, at Faith Faith; White
        .  .  .  h  .     | .  .   .   h  .     | .  .  .   h  .
        .  .  .  .  .     | c2 #   m3W #  #     | c2 #  m3% #  #
        .  .  .  .  .     | #  #   #   #  #     | #  #  #   #  #
        .  .  .  .  .     | .  .   #   #  #     | .  .  #   #  #
        .  .  .  .  .     | .  .   .   .  .     | .  .  .   .  .
        .  .  .  .  .     | .  m1R m3R #  #     | .  .  m3% #  #
        .  .  .  .  .     | .  .   #   #  #     | .  .  #   #  #
        .  .  .  .  .     | .  .   #   #  #     | .  .  #   #  #
        ->
        .  .  .  h  .     | .  .   .   h  .     | .  .  .   h  .
        .  .  .  .  .     | c2 #   m2W #  .     | c2 #  m2% #  .
        .  .  .  .  .     | #  #   #   #  .     | #  #  #   #  .
        .  .  .  .  .     | .  .   .   .  .     | .  .  .   .  .
        .  .  .  .  .     | .  .   .   c1 .     | .  .  .   .  .
        .  .  .  .  .     | .  m1R m3R #  #     | .  .  m3% #  #
        .  .  .  .  .     | .  .   #   #  #     | .  .  #   #  #
        .  .  .  .  .     | .  .   #   #  #     | .  .  #   #  #
        """)


def test_b4_larger_ruin_replaces_a_smaller_restored_one():
    playing(upgrade(MIGHT, "m3", "a1", "mm")).on("""
        m2R #   .     | m2R #   .     | m2  #   .
        #   #   .     | #   #   .     | #   #   .
        .   .   .     | .   .   .     | .   .   .
        ->
        m3R #   #     | m3R #   #     | m3% #   #
        #   #   #     | #   #   #     | #   #   #
        #   #   #     | #   #   #     | #   #   #
        The shadow of the castle at a1 reaches Reason (B4).
        Paradox: the keep at a1 in Reason is erased (B6).
        A castle ruin appears at a1 in Reason (B4).
        """)


def test_b4_ruin_replaces_a_half_restored_one_and_the_cube_on_it_goes_home():
    outcome = playing(build(MIGHT, "m3", "a1", "mmmm")).on("""
        players Red: hand mmmm; White; Green
        .   .   .     | m3W #   #     | m3%G #  #
        .   .   .     | #   #   #     | #    #  #
        .   .   .     | #   #   #     | #    #  #
        ->
        m3R #   #     | m3R #   #     | m3% #   #
        #   #   #     | #   #   #     | #   #   #
        #   #   #     | #   #   #     | #   #   #
        Paradox: the castle ruin at a1 in Reason is erased; Green gets a cube back (B6).
        A castle ruin appears at a1 in Reason (B4).
        """)
    assert gained(outcome) == {"Red": -2, "White": 1, "Green": 1}


def test_b4_upgrade_in_faith_is_copied_to_reason_as_a_larger_ruin():
    outcome = playing(upgrade(FAITH, "r3", "a1", "rr")).on("""
        players Red: hand rr, at Faith Faith; White
        .   .   .     | .   .   .     | .   .   .
        .   .   .     | .   r2R #     | .   r2% #
        .   .   .     | .   #   #     | .   #   #
        ->
        .   .   .     | r3R #   #     | r3% #   #
        .   .   .     | #   #   #     | #   #   #
        .   .   .     | #   #   #     | #   #   #
        The shadow of the abbey at a1 reaches Reason (B4).
        Paradox: the monastery ruin at b2 in Reason is erased (B6).
        An abbey ruin appears at a1 in Reason (B4).
        """)
    assert gained(outcome) == {}


def test_b4_switch_blocks_before_a_missing_tile_is_noticed():
    # Both reasons hold; the domains are reported first, as in Faith (B5).
    text = JOINING_RUIN.format("ruins respect domains").replace(
        "player White:", "player White:\n    supply: m 20 1 9, r 20 20 9, c 15 20 9"
    )
    outcome = do(legal(text), build(FAITH, "m2", "c1", "mm"))
    reasons = events_of(outcome, e.ShadowBlocked, e.ShadowMissing)
    assert [reason.clause for reason in reasons] == ["B4"]
