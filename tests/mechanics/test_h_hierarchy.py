"""H1: in every domain of Might and Faith the highest of a kind is the only one of its rank."""

from __future__ import annotations

import pytest

from khronos_lab.core import GameState
from khronos_lab.engine import why_not
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, follow, squares, upgrade
from tests.mechanics.pictures import playing
from tests.support import boards, do, forbidden, position, square_names


def beside(row: str, hand: str, rows: int = 3) -> GameState:
    """A row of buildings along the top, and free ground below it in Might."""
    width = len(row.split())
    empty = " ".join("." * width)
    body = [f"{row} | {empty} | {empty}", *[" | ".join([empty] * 3)] * rows]
    return position(
        "\n".join([f"player Red: hand {hand}", "player White:", "Might | Faith | Reason", *body])
    )


KEEP = "\n".join(
    [
        "player Red: hand {}",
        "player White:",
        "Might            | Faith         | Reason",
        "m2W # . . . .    | . . . . . .   | . . . . . .",
        "#   # . . . .    | . . . . . .   | . . . . . .",
        ".   . . . . .    | . . . . . .   | . . . . . .",
    ]
)


def test_h1_equal_to_the_highest_is_forbidden():
    broken = forbidden(position(KEEP.format("mmmm")), build(MIGHT, "m2", "c1", "mm"), "H1")
    assert broken.squares == squares("a1")
    assert broken.domains == squares("a1")
    assert str(broken) == (
        "the keep at c1 would equal the highest military building of its domain, "
        "the keep at a1 (H1)"
    )


def test_h1_lower_is_allowed():
    playing(build(MIGHT, "m1", "c1", "m")).on(KEEP.format("mmmm")).shows("""
        m2W # m1R . . .    | . . . . . .   | . . . . . .
        #   # .   . . .    | . . . . . .   | . . . . . .
        .   . .   . . .    | . . . . . .   | . . . . . .
        """)


def test_h1_higher_is_allowed():
    playing(build(MIGHT, "m3", "c1", "mmmm")).on(KEEP.format("mmmm")).shows("""
        m2W # m3R # # .    | . . m3R # # .   | . . m3% # # .
        #   # #   # # .    | . . #   # # .   | . . #   # # .
        .   . #   # # .    | . . #   # # .   | . . #   # # .
        """)


@pytest.mark.parametrize(("what", "paid"), [("r1", "r"), ("r2", "rr"), ("r3", "rrrr")])
def test_h1_the_other_kind_does_not_matter(what, paid):
    assert why_not(position(KEEP.format("rrrr")), build(MIGHT, what, "c1", paid)) is None


def test_h1_it_holds_for_religious_buildings_too():
    state = beside("r1W . . .", "rrrr")
    broken = forbidden(state, build(MIGHT, "r1", "b1", "r"), "H1")
    assert "highest religious building of its domain, the chapel at a1" in str(broken)
    assert why_not(state, build(MIGHT, "r2", "b1", "rr")) is None


def test_h1_buildings_of_one_owner_count_like_any_other():
    state = beside("m1R . . .", "mm")
    forbidden(state, build(MIGHT, "m1", "b1", "m"), "H1")


def test_h1_equal_lower_ranks_are_allowed():
    state = position("""
        players Red: hand mm; White
        m3W # # m1W . m1W .    | . . . . . . .   | . . . . . . .
        #   # # .   . .   .    | . . . . . . .   | . . . . . . .
        #   # # .   . .   .    | . . . . . . .   | . . . . . . .
        """)
    after = follow(state, build(MIGHT, "m1", "d2", "m"), build(MIGHT, "m1", "d3", "m"))
    boards(after).are("""
        m3W # # m1W . m1W .    | . . . . . . .   | . . . . . . .
        #   # # m1R . .   .    | . . . . . . .   | . . . . . . .
        #   # # m1R . .   .    | . . . . . . .   | . . . . . . .
        """)


def test_h1_a_middle_rank_below_the_highest_may_stand_twice():
    state = position("""
        players Red: hand mm; White
        m3W # # m2W # . .    | . . . . . . .   | . . . . . . .
        #   # # #   # . .    | . . . . . . .   | . . . . . . .
        #   # # .   . . .    | . . . . . . .   | . . . . . . .
        .   . . .   . . .    | . . . . . . .   | . . . . . . .
        """)
    assert why_not(state, build(MIGHT, "m2", "d3", "mm")) is None
    assert why_not(state, build(MIGHT, "m2", "f1", "mm")) is None


def test_h1_the_equal_is_named_where_it_stands():
    state = beside("m1W c1 . .", "mm")
    broken = forbidden(state, build(MIGHT, "m1", "c1", "m"), "H1")
    assert broken.squares == squares("a1")


def test_h1_a_domain_without_such_a_building_takes_any_rank():
    for what, paid in (("m1", "m"), ("m2", "mm"), ("m3", "mmmm")):
        assert why_not(beside("c1 . . .", "mmmm"), build(MIGHT, what, "b1", paid)) is None


def test_h1_only_the_domain_it_is_in_counts():
    state = beside("m1W . c1 .", "m")
    assert why_not(state, build(MIGHT, "m1", "d1", "m")) is None
    # Below the watchtower it is in its domain; at its corner it is not.
    forbidden(state, build(MIGHT, "m1", "a2", "m"), "H1")
    assert why_not(state, build(MIGHT, "m1", "b2", "m")) is None


def test_h1_the_domain_reaches_through_other_buildings():
    state = beside("m1W c1 r1W . .", "m")
    broken = forbidden(state, build(MIGHT, "m1", "d1", "m"), "H1")
    assert (square_names(broken.squares), square_names(broken.domains)) == (["a1"], ["a1"])


def test_h1_it_holds_in_faith():
    state = position("""
        players Red: hand r, at Faith Faith; White
        . . .    | r1W . .    | . . .
        """)
    forbidden(state, build(FAITH, "r1", "b1", "r"), "H1")
    assert why_not(state, build(FAITH, "r1", "c1", "r")) is None


def test_h1_there_is_none_for_civil_buildings():
    state = position("""
        players Red: hand cccc; White
        c2 # .  . .     | . . . . .   | . . . . .
        #  # .  . .     | . . . . .   | . . . . .
        .  . .  . .     | . . . . .   | . . . . .
        """)
    state = follow(state, build(MIGHT, "c2", "c1", "ccc"), build(MIGHT, "c1", "a3", "c"))
    boards(state).are("""
        c2 # c2 # .     | . . c2 # .       | . . c2 # .
        #  # #  # .     | . . #  # .       | . . #  # .
        c1 . .  . .     | . . .  . .       | . . .  . .
        """)


def test_h1_there_is_none_in_reason():
    state = position("""
        players Red: hand mm, at Faith Faith; White
        . . . .     | . . . .     | m2% # . .
        . . . .     | . . . .     | #   # . .
        """)
    after = do(state, build(FAITH, "m2", "c1", "mm")).state
    assert [each.rank for each in after.boards[REASON]] == [2, 2]
    assert len(after.boards[REASON].domains) == 1


# ------------------------------------------------------------------ upgrades


def test_h1_an_upgrade_to_the_rank_of_the_highest_other_is_forbidden():
    state = position("""
        players Red: hand mmm; White
        m2W # m1R . . .     | . . . . . .   | . . . . . .
        #   # .   . . .     | . . . . . .   | . . . . . .
        .   . .   . . .     | . . . . . .   | . . . . . .
        """)
    broken = forbidden(state, upgrade(MIGHT, "m2", "c1", "m"), "H1")
    assert broken.squares == squares("a1")
    assert why_not(state, upgrade(MIGHT, "m3", "c1", "mmm")) is None


def test_h1_an_upgrade_stays_allowed_below_the_highest():
    state = position("""
        players Red: hand m; White
        m3W # # m1R . .     | . . . . . .   | . . . . . .
        #   # # .   . .     | . . . . . .   | . . . . . .
        #   # # m2W # .     | . . . . . .   | . . . . . .
        .   . . #   # .     | . . . . . .   | . . . . . .
        """)
    boards(do(state, upgrade(MIGHT, "m2", "d1", "m")).state).are("""
        m3W # # m2R # .     | . . . m2R # .     | . . . m2% # .
        #   # # #   # .     | . . . #   # .     | . . . #   # .
        #   # # m2W # .     | . . . .   . .     | . . . .   . .
        .   . . #   # .     | . . . .   . .     | . . . .   . .
        """)


def test_h1_the_upgraded_building_itself_is_no_rival():
    # Its own old rank was the highest and is so no more: only others count.
    state = beside("m1R . . c1", "mm")
    assert why_not(state, upgrade(MIGHT, "m2", "a1", "m")) is None


def test_h1_the_highest_may_grow_while_lower_ones_are_equal():
    state = position("""
        players Red: hand mm; White
        . m1W m2R # . .     | . . . . . .   | . . . . . .
        . m1W #   # . .     | . . . . . .   | . . . . . .
        . .   .   . . .     | . . . . . .   | . . . . . .
        """)
    boards(do(state, upgrade(MIGHT, "m3", "c1", "mm")).state).are("""
        . m1W m3R # # .     | . . m3R # # .     | . . m3% # # .
        . m1W #   # # .     | . . #   # # .     | . . #   # # .
        . .   #   # # .     | . . #   # # .     | . . #   # # .
        """)
