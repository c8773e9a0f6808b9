"""B3a and B3b: what forbids a military or religious copy in Faith; and which reason is reported."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.rulebook import FAITH, MIGHT
from tests.mechanics.moves import build, piece, squares, told, upgrade
from tests.mechanics.pictures import legal, playing
from tests.support import do, events_of


def keep_in_might(place: str, clause: str | None, picture: str) -> None:
    """Build a keep in Might; its copy is forbidden by this clause, or falls if there is none."""
    outcome = playing(build(MIGHT, "m2", place, "mm")).on(picture)
    assert [event.clause for event in told(outcome, e.ShadowBlocked)] == [clause] * bool(clause)
    assert len(told(outcome, e.ShadowCast)) == (0 if clause else 2)
    if clause:
        assert outcome.state.boards[1:] == outcome.before.boards[1:]


# ------------------------------------------------------------------ B3a


def test_b3a_copy_that_connects_two_faith_domains_is_blocked():
    outcome = playing(build(MIGHT, "r2", "b1", "rr")).on("""
        .   .   .   .      | c1  .   .   .      | .   .   .   .
        .   .   .   .      | .   .   .   m1W    | .   .   .   .
        ->
        .   r2R #   .      | c1  .   .   .      | .   .   .   .
        .   #   #   .      | .   .   .   m1W    | .   .   .   .
        No shadow in Faith: Red's monastery at b1 would connect the domains at a1 and d2 (B3a).
        """)
    [blocked] = told(outcome, e.ShadowBlocked)
    assert blocked.squares == blocked.domains == squares("a1", "d2")


def test_b3a_copy_may_touch_one_domain_on_two_sides():
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        .   .   .   .      | c1  .   .   m1W    | .   .   .   .
        .   .   .   .      | c1  .   .   c1     | .   .   .   .
        .   .   .   .      | c1  c1  c1  c1     | .   .   .   .
        ->
        .   m2R #   .      | c1  m2R #   m1W    | .   m2% #   .
        .   #   #   .      | c1  #   #   c1     | .   #   #   .
        .   .   .   .      | c1  c1  c1  c1     | .   .   .   .
        """)


def test_b3a_touching_a_second_domain_at_a_corner_is_no_touching():
    playing(build(MIGHT, "m2", "b2", "mm")).on("""
        .   .   .   .      | c1  .   .   .      | .   .   .   .
        .   .   .   .      | .   .   .   c1     | .   .   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        ->
        .   .   .   .      | c1  .   .   .      | .   .   .   .
        .   m2R #   .      | .   m2R #   c1     | .   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        """)


def test_b3a_ruling_covered_buildings_do_not_count():
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        .   .   .   .      | r2W #   .   c1     | r2% #   .   .
        .   .   .   .      | #   #   .   .      | #   #   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        ->
        .   m2R #   .      | .   m2R #   c1     | .   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        """)


def test_b3a_neighbours_of_a_covered_building_count_with_its_domain():
    # As before, but a hamlet of the monastery's domain touches the copy, too.
    keep_in_might(
        "b1",
        "B3a",
        """
        .   .   .   .      | r2W #   .   c1     | r2% #   .   .
        .   .   .   .      | #   #   .   .      | #   #   .   .
        .   .   .   .      | .   c1  .   .      | .   .   .   .
        """,
    )


def test_b3a_ruling_neighbours_that_were_of_one_domain_do_not_forbid_it():
    # Only the monastery connected the two hamlets; before the copy they were one domain.
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        .   .   .   .      | c1  r2W #   c1     | .   r2% #   .
        .   .   .   .      | .   #   #   .      | .   #   #   .
        ->
        .   m2R #   .      | c1  m2R #   c1     | .   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        """)


def test_b3a_ruling_a_re_appearing_hamlet_counts_with_the_domain_of_what_stood_on_it():
    # The copy erases the town; the hamlet of a1 comes back beside it and stands for the town.
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        h   .   .   .      | c2  #   .   c1     | c2  #   .   .
        .   .   .   .      | #   #   .   .      | #   #   .   .
        ->
        h   m2R #   .      | c2  #   .   c1     | c2  #   .   .
        .   #   #   .      | #   #   .   .      | #   #   .   .
        No shadow in Faith: Red's keep at b1 would connect the domains at a1 and d1 (B3a).
        """)


def test_b3a_a_town_without_hamlet_leaves_nothing_that_counts():
    # The same but for the hamlet: the copy falls.
    keep_in_might(
        "b1",
        None,
        """
        .   .   .   .      | c2  #   .   c1     | c2  #   .   .
        .   .   .   .      | #   #   .   .      | #   #   .   .
        """,
    )


def test_b3a_ruling_a_re_appearing_hamlet_and_a_neighbour_of_its_town_are_of_one_domain():
    # The tiles from d1 round to b3 touched the town and were of its domain.
    playing(build(MIGHT, "m2", "b1", "mm")).on("""
        h   .   .   .      | c2  #   .   c1     | c2  #   .   .
        .   .   .   .      | #   #   .   c1     | #   #   .   .
        .   .   .   .      | .   c1  c1  c1     | .   .   .   .
        ->
        h   m2R #   .      | h   m2R #   c1     | h   m2% #   .
        .   #   #   .      | .   #   #   c1     | .   #   #   .
        .   .   .   .      | .   c1  c1  c1     | .   .   .   .
        """)


def test_b3a_ruling_the_older_shadow_of_what_was_upgraded_counts_with_its_domain():
    # As D1 counts a growing building's own domain as one: the keep's and White's are two.
    playing(upgrade(MIGHT, "m3", "a1", "mm")).on("""
        m2R #   .   .      | m2R #   .   c1     | m2% #   .   .
        #   #   .   .      | #   #   .   r1W    | #   #   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        ->
        m3R #   #   .      | m2R #   .   c1     | m2% #   .   .
        #   #   #   .      | #   #   .   r1W    | #   #   .   .
        #   #   #   .      | .   .   .   .      | .   .   .   .
        No shadow in Faith: Red's castle at a1 would connect the domain of its own older shadow at
          a1 with the domain at d1 (B3a).
        """)


@pytest.mark.parametrize(
    ("faith", "why"),
    [
        ("m2W #   .   c1 ", "another owner"),
        ("r2R #   .   c1 ", "another kind"),
        (".   .   .   c1 ", "none"),
    ],
)
def test_b3a_only_the_very_same_building_is_an_older_shadow(faith, why):
    # What is not the upgraded keep itself (C6) is covered and does not count.
    state = legal(f"""
        players Red: hand mm; White
        m2R #   .   .      | {faith}                | .   .   .   .
        #   #   .   .      | {"#   #" if why != "none" else ".   ."}   .   r1W | .   .   .   .
        .   .   .   .      | .   .   .   .          | .   .   .   .
        """)
    outcome = do(state, upgrade(MIGHT, "m3", "a1", "mm"))
    assert outcome.state.boards[FAITH].standing(piece("m3", "a1", owner=0))


def test_b3a_a_watchtower_has_no_shadow_that_could_count():
    # Red's watchtowers of Might and Faith are alike, but rank 1 buildings are never copied (B1).
    outcome = playing(upgrade(MIGHT, "m2", "a1", "m")).on("""
        m1R .   .      | m1R .   c1     | .   .   .
        .   .   .      | .   .   r1W    | .   .   .
        """)
    assert outcome.state.boards[FAITH].standing(piece("m2", "a1", owner=0))


def test_b3a_an_older_shadow_in_the_one_domain_it_touches_is_no_second_one():
    outcome = playing(upgrade(MIGHT, "m3", "a1", "mm")).on("""
        m2R #   .   .      | m2R #   c1  c1     | m2% #   .   .
        #   #   .   .      | #   #   .   r1W    | #   #   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        """)
    assert outcome.state.boards[FAITH].standing(piece("m3", "a1", owner=0))


def test_b3a_a_hamlet_that_re_appears_elsewhere_does_not_count():
    # It touches the copy at a corner only.
    playing(build(MIGHT, "m2", "b2", "mm")).on("""
        h   .   .   .      | c2  #   .   .      | c2  #   .   .
        .   .   .   .      | #   #   .   c1     | #   #   .   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        ->
        h   .   .   .      | h   .   .   .      | h   .   .   .
        .   m2R #   .      | .   m2R #   c1     | .   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        """)


# ------------------------------------------------------------------ B3b


def test_b3b_copy_that_equals_the_highest_of_its_kind_is_blocked():
    playing(build(MIGHT, "m2", "a1", "mm")).on("""
        .   .   .   .   .      | .   .   c1  m2W #      | .   .   .   m2% #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        ->
        m2R #   .   .   .      | .   .   c1  m2W #      | .   .   .   m2% #
        #   #   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        No shadow in Faith: Red's keep at a1 would equal the highest military building of its
          domain, at d1 (B3b).
        """)


def test_b3b_a_building_of_the_other_kind_does_not_forbid_it():
    keep_in_might(
        "a1",
        None,
        """
        .   .   .   .   .      | .   .   c1  r2W #      | .   .   .   r2% #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        """,
    )


def test_b3b_a_domain_that_it_does_not_join_does_not_forbid_it():
    keep_in_might(
        "a1",
        None,
        """
        .   .   .   .   .      | .   .   .   m2W #      | .   .   .   m2% #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        """,
    )


def test_b3b_own_buildings_forbid_it_too():
    keep_in_might(
        "a1",
        "B3b",
        """
        .   .   .   .   .      | .   .   c1  m2R #      | .   .   .   m2% #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        """,
    )


def test_b3b_copy_lower_than_the_highest_falls_even_beside_its_equal():
    # The castle is highest; the other keep is not the one to compare with.
    keep_in_might(
        "a1",
        None,
        """
        .   .   .   .   .      | .   .   m3W #   #      | .   .   m3% #   #
        .   .   .   .   .      | .   .   #   #   #      | .   .   #   #   #
        .   .   .   .   .      | m2W #   #   #   #      | m2% #   #   #   #
        .   .   .   .   .      | #   #   .   .   .      | #   #   .   .   .
        """,
    )


def test_b3b_copy_higher_than_the_highest_falls():
    playing(upgrade(MIGHT, "m3", "a1", "mm")).on("""
        m2R #   .   .   .      | m1R .   .   m2W #      | .   .   .   m2% #
        #   #   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        .   .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        ->
        m3R #   #   .   .      | m3R #   #   m2W #      | m3% #   #   m2% #
        #   #   #   .   .      | #   #   #   #   #      | #   #   #   #   #
        #   #   #   .   .      | #   #   #   .   .      | #   #   #   .   .
        """)


def test_b3b_its_equal_does_not_count_if_the_copy_covers_it():
    playing(build(MIGHT, "m2", "b2", "mm")).on("""
        .   .   .   .      | c1  m2W #   .      | .   m2% #   .
        .   .   .   .      | .   #   #   .      | .   #   #   .
        .   .   .   .      | .   .   .   .      | .   .   .   .
        ->
        .   .   .   .      | c1  .   .   .      | .   .   .   .
        .   m2R #   .      | .   m2R #   .      | .   m2% #   .
        .   #   #   .      | .   #   #   .      | .   #   #   .
        """)


@pytest.mark.parametrize(
    ("row", "clause"),
    [(".   .   .   .   .   .", None), (".   .   c1  c1  c1  .", "B3b")],
    ids=["only through what is covered", "still another way round"],
)
def test_b3b_the_domain_is_the_one_it_joins_after_the_covered_is_taken_away(row, clause):
    # The copy at b1 takes away the monastery that connects it with White's keep.
    keep_in_might(
        "b1",
        clause,
        f"""
        .   .   .   .   .   .      | .   .   r2W #   m2W #      | .   .   r2% #   m2% #
        .   .   .   .   .   .      | .   .   #   #   #   #      | .   .   #   #   #   #
        .   .   .   .   .   .      | {row}                      | .   .   .   .   .   .
        """,
    )


@pytest.mark.parametrize(
    ("ground", "clause"), [("h", "B3b"), (".", None)], ids=["with hamlet", "without"]
)
def test_b3b_printed_hamlets_re_appear_before_the_domain_is_looked_at(ground, clause):
    # The hamlet of d1, under the town, connects the copy with White's keep when the town goes.
    keep_in_might(
        "b1",
        clause,
        f"""
        .   .   .   {ground} .   . | .   .   c2  #   m2W #      | .   .   c2  #   m2% #
        .   .   .   .   .   .      | .   .   #   #   #   #      | .   .   #   #   #   #
        """,
    )


# ------------------------------------------------------------------ which reason is reported

BARE = "supply: m 20 1 9, r 20 20 9, c 19 24 9"


@pytest.mark.parametrize(
    ("left", "supply", "clause"),
    [
        ("c1", "", "B3a"),
        ("c1", BARE, "B3a"),
        (". ", BARE, "B3b"),
        (". ", "", "B3b"),
    ],
)
def test_b5_reasons_are_reported_in_the_order_b3a_b3b_b5(left, supply, clause):
    # White's keep is always an equal; a hamlet on the left makes a second domain.
    state = legal(f"""
        players Red: hand mm; White
        {supply}
        .   .   .   .   .      | {left}  .   .   m2W #  | .   .   .   m2% #
        .   .   .   .   .      | .   .   .   #   #      | .   .   .   #   #
        """)
    outcome = do(state, build(MIGHT, "m2", "b1", "mm"))
    reasons = events_of(outcome, e.ShadowBlocked, e.ShadowMissing)
    assert [reason.clause for reason in reasons] == [clause]


def test_b5_is_reported_if_nothing_forbids_the_copy():
    state = legal(f"""
        players Red: hand mm; White
        {BARE}
        .   .   .   .   .      | c1  .   .   .   .      | .   .   .   .   .
        .   .   .   .   .      | .   .   .   .   .      | .   .   .   .   .
        """)
    outcome = do(state, build(MIGHT, "m2", "b1", "mm"))
    reasons = events_of(outcome, e.ShadowBlocked, e.ShadowMissing)
    assert [reason.clause for reason in reasons] == ["B5"]
