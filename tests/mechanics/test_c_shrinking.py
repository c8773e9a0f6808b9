"""C4 to C6: how a building shrinks, who says where, and what becomes of its shadows."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, piece, told
from tests.mechanics.pictures import choosing, gained, home, index_of, legal, options, playing
from tests.support import asked, boards, chain, events_of

KEEPS = """
    players Red: hand c; White; Green
    {supply}
    m2W #   .      | {0}          | {3}
    #   #   .      | {1}          | {4}
    .   .   .      | {2}          | .   .   .
    m2G #   m1G    | .   .   .    | .   .   .
    #   #   .      | .   .   .    | .   .   .
    """
"""A hamlet at a3 in Might lets White's keep shrink; Faith and Reason are filled in."""

CASTLES = """
    player Red: hand c
    player White: {cubes}
    player Green:
    {supply}
    m3W #   #   .      | m3W #   #   .      | {0} #   #   .
    #   #   #   .      | #   #   #   .      | #   #   #   .
    #   #   #   .      | #   #   #   .      | #   #   #   .
    .   .   .   .      | .   .   .   .      | .   .   .   .
    m3G #   #   m1G    | .   .   .   .      | .   .   .   .
    #   #   #   .      | .   .   .   .      | .   .   .   .
    #   #   #   .      | .   .   .   .      | .   .   .   .
    """
"""A hamlet at b4 in Might lets White's castle shrink; it stands in all three ages."""

BARE = (".   .   .", ".   .   .", ".   .   .", ".   .   .", ".   .   .")
JOIN_KEEPS = build(MIGHT, "c1", "a3", "c")
JOIN_CASTLES = build(MIGHT, "c1", "b4", "c")


def castles(ruin: str = "m3%", *, supply: str = "", cubes: str = "") -> str:
    """The position with castles; a supply names keeps and watchtowers only."""
    line = f"supply: m {supply}, r 20 20 9, c 20 24 9" if supply else ""
    return CASTLES.format(ruin, supply=line, cubes=cubes)


# ------------------------------------------------------------------ C4


def test_c4_owner_chooses_the_place_even_out_of_turn():
    state = legal(KEEPS.format(*BARE, supply=""))
    question = asked(state, JOIN_KEEPS)
    assert (question.clause, question.seat, question.age) == ("C4", 1, MIGHT)
    assert question.subject == piece("m2", "a1", owner=1)
    assert options(state, question) == ["a1", "b1", "a2", "b2"]


@pytest.mark.parametrize("place", ["a1", "b1", "a2", "b2"])
def test_c4_keep_becomes_a_watchtower_on_one_of_its_four_squares(place):
    state = legal(KEEPS.format(*BARE, supply=""))
    outcome = choosing(state, JOIN_KEEPS, place)
    tower = {sq: "m1W" if sq == place else "." for sq in ("a1", "b1", "a2", "b2")}
    boards(outcome).are(
        """
        {a1} {b1} .    | .   .   .    | .   .   .
        {a2} {b2} .    | .   .   .    | .   .   .
        c1   .    .    | .   .   .    | .   .   .
        m2G  #   m1G   | .   .   .    | .   .   .
        #    #   .     | .   .   .    | .   .   .
        """.format(**tower)
    )
    assert gained(state, outcome.state) == {}
    assert outcome.state.supply[0] == (0, 18, 23, 9)


@pytest.mark.parametrize("place", ["a1", "b1", "a2", "b2"])
def test_c4_castle_becomes_a_keep_in_one_of_four_places(place):
    state = legal(castles())
    assert options(state, asked(state, JOIN_CASTLES)) == ["a1", "b1", "a2", "b2"]
    outcome = choosing(state, JOIN_CASTLES, place)
    keep = piece("m2", place, owner=1)
    assert outcome.state.boards[MIGHT].standing(keep)
    assert outcome.state.boards[FAITH].standing(keep)
    assert outcome.state.boards[REASON].standing(piece("m2%", place))


def test_c4_without_a_keep_tile_the_castle_becomes_a_watchtower_in_one_of_nine_places():
    state = legal(castles(supply="19 0 5"))
    offered = options(state, asked(state, JOIN_CASTLES))
    assert offered == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    outcome = choosing(state, JOIN_CASTLES, "b3")
    boards(outcome).are("""
        .   .   .   .      | .   .   .   .      | .   .   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        .   m1W .   .      | .   .   .   .      | .   .   .   .
        .   c1  .   .      | .   .   .   .      | .   .   .   .
        m3G #   #   m1G    | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        """)


def test_c4_keep_without_a_watchtower_tile_is_destroyed():
    line = "supply: m 0 22 9, r 20 20 9, c 20 24 9"
    state = legal(KEEPS.format(*BARE, supply=line))
    outcome = playing(JOIN_KEEPS).on(state)
    outcome.shows("""
        White's keep at a1 in Might is destroyed; White gets a cube back (C4).
        """)
    assert gained(state, outcome.state) == {"White": 1}


def test_c4_castle_without_any_tile_is_destroyed_and_its_shadows_vanish():
    state = legal(castles(supply="0 0 5"))
    outcome = playing(JOIN_CASTLES).on(state)
    outcome.shows("""
        White's castle at a1 in Might is destroyed; White gets a cube back (C4).
        The shadow of White's castle at a1 disappears from Faith; White gets a cube back (C5).
        The shadow of the castle at a1 disappears from Reason (C5).
        """)
    assert gained(state, outcome.state) == {"White": 2}


def test_c4_rank_1_building_is_destroyed():
    outcome = playing(build(MIGHT, "c1", "b1", "c")).on("""
        m1W .   m1R    | .   .   .      | .   .   .
        ->
        m1W c1  .      | .   .   .      | .   .   .
        """)
    assert gained(outcome) == {"Red": 1}
    assert outcome.state.supply[0][1] == 19


# ------------------------------------------------------------------ C5


@pytest.mark.parametrize("ruin", ["m2%", "m2 "], ids=["ruin", "restored"])
def test_c5_shadows_of_a_shrunk_keep_vanish_from_both_later_ages(ruin):
    shadow = ("m2W #   .", "#   #   .", ".   .   .")
    text = KEEPS.format(*shadow, f"{ruin} #   .", "#   #   .", supply="")
    outcome = playing(JOIN_KEEPS, "a2").on(text)
    outcome.shows("""
        .   .   .      | .   .   .    | .   .   .
        m1W .   .      | .   .   .    | .   .   .
        c1  .   .      | .   .   .    | .   .   .
        m2G #   m1G    | .   .   .    | .   .   .
        #   #   .      | .   .   .    | .   .   .
        """)
    assert gained(outcome) == {"White": 1}
    gone = e.ShadowWithdrawn(REASON, piece(ruin.strip(), "a1"))
    assert chain(outcome, index_of(outcome, gone)) == [
        "BuildingBuilt", "ConflictFound", "BuildingShrunk", "ShadowWithdrawn", "ShadowWithdrawn",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ruin", "sent_home"),
    [("m3%", {}), ("m3 ", {}), ("m3%R", {"Red": 1})],
    ids=["ruin", "restored", "half restored"],
)
def test_c5_keep_of_a_shrunk_castle_is_copied_forward_and_is_a_ruin_in_reason(ruin, sent_home):
    outcome = playing(JOIN_CASTLES, "b2").on(castles(ruin))
    outcome.shows("""
        .   .   .   .      | .   .   .   .      | .   .   .   .
        .   m2W #   .      | .   m2W #   .      | .   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        .   c1  .   .      | .   .   .   .      | .   .   .   .
        m3G #   #   m1G    | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        """)
    assert gained(outcome) == sent_home


def test_c5_says_so():
    playing(JOIN_CASTLES, "b2").on(castles("m3%R")).shows("""
        White's castle at a1 in Might is reduced to a keep at b2 (C4).
        The shadow of White's castle at a1 in Faith is replaced by a keep at b2 (C5).
        The shadow of the castle ruin at a1 in Reason is replaced by a keep ruin at b2; Red gets a
          cube back (C5).
        """)


def test_c5_copy_of_the_successor_keeps_the_shadows_cube():
    # White has no cube at home, and none is needed.
    state = legal(castles(cubes="cubes 0"))
    outcome = choosing(state, JOIN_CASTLES, "a1")
    assert outcome.state.boards[FAITH].standing(piece("m2", "a1", owner=1))
    assert home(outcome.state)["White"] == 0


@pytest.mark.parametrize(("keeps", "copied"), [(1, []), (2, [FAITH]), (3, [FAITH, REASON])])
def test_c5_copies_of_the_successor_need_a_tile_in_each_age_faith_first(keeps, copied):
    # Where none is left the old shadow vanishes all the same.
    state = legal(castles(supply=f"19 {keeps} 5"))
    outcome = choosing(state, JOIN_CASTLES, "a1")
    assert [event.age for event in told(outcome, e.ShadowReplaced)] == copied
    missing = [age for age in (FAITH, REASON) if age not in copied]
    assert [event.age for event in told(outcome, e.ShadowMissing)] == missing
    assert [event.age for event in told(outcome, e.ShadowWithdrawn)] == missing
    assert all(not outcome.state.boards[age].buildings for age in missing)
    assert gained(state, outcome.state) == ({} if copied else {"White": 1})


def test_c5_says_which_tile_is_missing():
    playing(JOIN_CASTLES, "a1").on(castles(supply="19 2 5")).shows("""
        The shadow of White's castle at a1 in Faith is replaced by a keep at a1 (C5).
        No ruin appears in Reason at a1: there is no keep tile left (C5).
        The shadow of the castle at a1 disappears from Reason (C5).
        """)


def test_c5_rank_1_successor_has_no_copies():
    state = legal(castles(supply="19 0 5"))
    outcome = choosing(state, JOIN_CASTLES, "c3")
    assert events_of(outcome, e.ShadowReplaced, e.ShadowMissing) == []
    assert not outcome.state.boards[FAITH].buildings
    assert not outcome.state.boards[REASON].buildings


# ------------------------------------------------------------------ C6

SAME_RUIN = ("m2% #   .", "#   #   .")


@pytest.mark.parametrize(
    "faith",
    [
        ("m2G #   .", "#   #   .", ".   .   ."),
        ("m3W #   #", "#   #   #", "#   #   #"),
        ("m1W .   .", ".   .   .", ".   .   ."),
        (".   m2W #", ".   #   #", ".   .   ."),
        ("r2W #   .", "#   #   .", ".   .   ."),
        (".   .   .", ".   .   .", ".   .   ."),
    ],
    ids=["owner", "higher rank", "lower rank", "squares", "kind", "nothing"],
)
def test_c6_if_faith_differs_no_later_age_is_touched(faith):
    # The ruin in Reason would be the same, but Reason is reached only through Faith.
    state = legal(KEEPS.format(*faith, *SAME_RUIN, supply=""))
    outcome = choosing(state, JOIN_KEEPS, "a2")
    assert outcome.state.boards[FAITH] == state.boards[FAITH]
    assert outcome.state.boards[REASON] == state.boards[REASON]
    assert told(outcome, e.ShadowWithdrawn) == []


@pytest.mark.parametrize(
    "reason",
    [
        (".   m2% #", ".   #   #"),
        ("r2% #   .", "#   #   ."),
        ("c2  #   .", "#   #   ."),
    ],
    ids=["squares", "kind", "civil"],
)
def test_c6_if_only_reason_differs_faith_is_touched_and_reason_is_not(reason):
    state = legal(KEEPS.format("m2W #   .", "#   #   .", ".   .   .", *reason, supply=""))
    outcome = choosing(state, JOIN_KEEPS, "a2")
    assert not outcome.state.boards[FAITH].buildings
    assert outcome.state.boards[REASON] == state.boards[REASON]


def test_c6_older_smaller_shadow_of_a_castle_is_not_its_shadow():
    # The castle's copy was blocked once; the keep in Faith stays what it is.
    playing(JOIN_CASTLES, "b1").on("""
        players Red: hand c; White; Green
        m3W #   #   .      | m2W #   .   .      | m2% #   .   .
        #   #   #   .      | #   #   .   .      | #   #   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        m3G #   #   m1G    | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        ->
        .   m2W #   .      | m2W #   .   .      | m2% #   .   .
        .   #   #   .      | #   #   .   .      | #   #   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        .   c1  .   .      | .   .   .   .      | .   .   .   .
        m3G #   #   m1G    | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        """)


def test_c6_identity_does_not_ask_where_a_building_came_from():
    # Red's keep in Faith was there first; the copy of the one in Might fails for want of a tile.
    # When that one shrinks, the older one counts as its shadow all the same.
    built = playing(build(MIGHT, "m2", "a1", "mm")).on("""
        players Red: hand mmc; White
        supply: m 19 1 9, r 20 20 9, c 20 24 9
        .   .   .   m2W #      | m2R #   .   .   .      | m2% #   .   .   .
        .   .   .   #   #      | #   #   .   .   .      | #   #   .   .   .
        """)
    assert [event.lacking for event in told(built, e.ShadowMissing)] == ["tile"]
    outcome = choosing(built.state, build(MIGHT, "c1", "c1", "c"), "b2")
    boards(outcome).are("""
        .   .   c1  m2W #      | .   .   .   .   .      | .   .   .   .   .
        .   m1R .   #   #      | .   .   .   .   .      | .   .   .   .   .
        """)


FAITH_ALONE = """
    players Red: hand c, at Faith Faith; White; Green
    m2W #   .      | m2W #   .      | {} #   .
    #   #   .      | #   #   .      | #  #   .
    .   .   .      | .   .   .      | .  .   .
    .   .   .      | m2G #   m1G    | m2% #  .
    .   .   .      | #   #   .      | #   #  .
    """


@pytest.mark.parametrize("ruin", ["m2%", "m2"], ids=["ruin", "restored"])
def test_c6_shrinking_in_faith_touches_reason_and_never_might(ruin):
    playing(build(FAITH, "c1", "a3", "c"), "a2").on(FAITH_ALONE.format(ruin)).shows("""
        m2W #   .      | .   .   .      | .   .   .
        #   #   .      | m1W .   .      | .   .   .
        .   .   .      | c1  .   .      | .   .   .
        .   .   .      | m2G #   m1G    | m2% #   .
        .   .   .      | #   #   .      | #   #   .
        """)


def test_c6_shrinking_in_faith_leaves_a_different_building_of_reason_alone():
    state = legal(FAITH_ALONE.format("r2%"))
    outcome = choosing(state, build(FAITH, "c1", "a3", "c"), "a2")
    assert outcome.state.boards[REASON] == state.boards[REASON]
