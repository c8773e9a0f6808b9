"""D1: only civil buildings connect domains."""

from __future__ import annotations

import pytest

from khronos_lab.core import events as e
from khronos_lab.core import square
from khronos_lab.engine import why_not
from khronos_lab.rulebook import FAITH, MIGHT
from tests.mechanics.moves import build, follow, squares, upgrade
from tests.mechanics.pictures import playing
from tests.support import events_of, forbidden, position, square_names

TWO_DOMAINS = """
    players Red: hand mrcc; White
    c1 . r1W .   | . . . .   | . . . .
    .  . .   .   | . . . .   | . . . .
    """


def test_d1_watchtower_between_two_domains_is_forbidden():
    broken = forbidden(position(TWO_DOMAINS), build(MIGHT, "m1", "b1", "m"), "D1")
    assert broken.squares == broken.domains == squares("a1", "c1")
    assert str(broken) == "the watchtower at b1 would connect the domains at a1 and c1 (D1)"


def test_d1_hamlet_may_connect_two_domains():
    outcome = playing(build(MIGHT, "c1", "b1", "c")).on("""
        c1 .  r1W .   | . . . .   | . . . .
        ->
        c1 c1 r1W .   | . . . .   | . . . .
        """)
    assert events_of(outcome, e.DomainsJoined) == [
        e.DomainsJoined(MIGHT, squares("a1", "c1"), square("a1"))
    ]


def test_d1_it_holds_in_faith_too_and_for_chapels():
    state = position("""
        players Red: hand rc, at Faith Faith; White
        . . . .   | c1 . m1W .   | . . . .
        """)
    assert forbidden(state, build(FAITH, "r1", "b1", "r"), "D1").domains == squares("a1", "c1")
    assert why_not(state, build(FAITH, "c1", "b1", "c")) is None


def test_d1_domains_of_other_ages_do_not_matter():
    state = position("""
        players Red: hand m; White
        . . . .   | c1 . r1W .   | c1 . c1 .
        """)
    assert why_not(state, build(MIGHT, "m1", "b1", "m")) is None


def test_d1_three_domains_are_all_named():
    state = position("""
        players Red: hand mc; White
        .  r1W .   | . . .   | . . .
        c1 .   c1  | . . .   | . . .
        """)
    broken = forbidden(state, build(MIGHT, "m1", "b2", "m"), "D1")
    assert broken.domains == broken.squares == squares("b1", "a2", "c2")
    assert "the domains at b1, a2 and c2" in str(broken)
    assert why_not(state, build(MIGHT, "c1", "b2", "c")) is None


@pytest.mark.parametrize("place", ["d2", "a2"], ids=["no domain", "one domain"])
def test_d1_touching_fewer_than_two_domains_is_allowed(place):
    assert why_not(position(TWO_DOMAINS), build(MIGHT, "m1", place, "m")) is None


def test_d1_touching_one_domain_twice_is_allowed():
    playing(build(MIGHT, "m1", "b2", "m")).on("""
        c1 r1W c1  | . . .   | . . .
        c1 .   c1  | . . .   | . . .
        ->
        c1 r1W c1  | . . .   | . . .
        c1 m1R c1  | . . .   | . . .
        """)


def test_d1_corners_never_count():
    outcome = playing(build(MIGHT, "m1", "b2", "m")).on("""
        c1 .   c1  | . . .   | . . .
        .  .   .   | . . .   | . . .
        c1 .   c1  | . . .   | . . .
        """)
    assert len(outcome.before.boards[MIGHT].domains) == 4
    assert len(outcome.state.boards[MIGHT].domains) == 5


@pytest.mark.parametrize("place", ["b1", "a2"])
def test_d1_two_buildings_that_meet_at_a_corner_are_two_domains(place):
    state = position("""
        players Red: hand m; White
        c1 .   .    | . . .   | . . .
        .  r1W .    | . . .   | . . .
        """)
    assert forbidden(state, build(MIGHT, "m1", place, "m"), "D1").domains == squares("a1", "b2")


@pytest.mark.parametrize("place", ["b3", "b4", "e3", "e4", "c5", "d5", "b5", "e2", "e5"])
def test_d1_every_side_of_a_large_building_touches_and_no_corner_does(place):
    state = position("""
        players Red: hand cmm; White
        . . .  . .    | . . . . .     | . . . . .
        . . c1 . .    | . . . . .     | . . . . .
        . . .  . .    | . . . . .     | . . . . .
        . . .  . .    | . . . . .     | . . . . .
        . . .  . .    | . . . . .     | . . . . .
        """)
    state = follow(state, build(MIGHT, "c1", place, "c"))
    keep = build(MIGHT, "m2", "c3", "mm")
    if place in ("b5", "e2", "e5"):
        assert why_not(state, keep) is None
    else:
        assert sorted(forbidden(state, keep, "D1").domains) == sorted(squares("c2", place))


def test_d1_contact_squares_are_those_of_the_neighbours():
    state = position("""
        players Red: hand mm; White
        c2 # .  . .     | . . . . .   | . . . . .
        #  # .  . c1    | . . . . .   | . . . . .
        """)
    broken = forbidden(state, build(MIGHT, "m2", "c1", "mm"), "D1")
    assert square_names(broken.squares) == ["b1", "b2", "e2"]
    assert square_names(broken.domains) == ["a1", "e2"]


# ------------------------------------------------------------------ upgrades


@pytest.mark.parametrize(
    ("row", "action", "domains"),
    [
        ("c1 m1R . c1 . .", upgrade(MIGHT, "m2", "b1", "m"), ("a1", "d1")),
        (".  m1R . c1 . .", upgrade(MIGHT, "m2", "b1", "m"), ("b1", "d1")),
        (".  m1R . c1 . .", upgrade(MIGHT, "m2", "a1", "m"), ()),
        ("c1 m1R . .  . .", upgrade(MIGHT, "m2", "b1", "m"), ()),
        ("m1R .  . c1 . .", upgrade(MIGHT, "m2", "a1", "m"), ()),
        ("m1R .  . c1 . .", upgrade(MIGHT, "m3", "a1", "mmm"), ("a1", "d1")),
    ],
    ids=[
        "its own domain is one of two",
        "even if the old building is all of it",
        "away from the other domain",
        "within its own domain",
        "by one rank it does not reach the other",
        "by two ranks it does",
    ],
)
def test_d1_for_an_upgrade_its_own_domain_counts_as_one(row, action, domains):
    state = position(f"""
        players Red: hand mmmr; White
        {row}                 | . . . . . .   | . . . . . .
        . . . . . .           | . . . . . .   | . . . . . .
        . . . . . .           | . . . . . .   | . . . . . .
        """)
    if domains:
        assert forbidden(state, action, "D1").domains == squares(*domains)
    else:
        assert why_not(state, action) is None


def test_d1_a_civil_upgrade_may_connect_domains():
    outcome = playing(upgrade(MIGHT, "c2", "a1", "cc")).on("""
        c1 . m1W .   | . . . .   | . . . .
        .  . .   .   | . . . .   | . . . .
        """)
    assert events_of(outcome, e.DomainsJoined) == [
        e.DomainsJoined(MIGHT, squares("a1", "c1"), square("a1"))
    ]


def test_d1_comes_before_hierarchy():
    state = position("""
        players Red: hand m; White
        m1W . c1 .   | . . . .   | . . . .
        """)
    forbidden(state, build(MIGHT, "m1", "b1", "m"), "D1")
