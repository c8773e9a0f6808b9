"""H1: in every domain of Might and Faith the highest of a kind is the only one of its rank."""

from __future__ import annotations

import pytest

from khronos_lab.core import GameState
from khronos_lab.engine import why_not
from khronos_lab.rulebook import FAITH, MIGHT, REASON
from tests.mechanics.moves import build, follow, squares, upgrade
from tests.mechanics.pictures import playing
from tests.support import boards, do, forbidden, position


def might(*rows: str, hand: str = "mmmmrrrr") -> GameState:
    """These rows in Might, and free ground below them."""
    empty = " ".join("." * len(rows[0].split()))
    body = [f"{row} | {empty} | {empty}" for row in (*rows, *[empty] * (4 - len(rows)))]
    return position("\n".join([f"players Red: hand {hand}; White", *body]))


KEEP = ("m2W # . . . .", "#   # . . . .")


def test_h1_equal_to_the_highest_is_forbidden():
    broken = forbidden(might(*KEEP), build(MIGHT, "m2", "c1", "mm"), "H1")
    assert broken.squares == broken.domains == squares("a1")
    assert str(broken) == (
        "the keep at c1 would equal the highest military building of its domain, "
        "the keep at a1 (H1)"
    )
    religious = forbidden(might("r1W . . ."), build(MIGHT, "r1", "b1", "r"), "H1")
    assert "highest religious building of its domain, the chapel at a1" in str(religious)


@pytest.mark.parametrize(
    ("row", "place"),
    [("m1R . . .", "b1"), ("m1W c1 . .", "c1"), ("m1W c1 r1W . .", "d1"), ("m1W . c1 .", "a2")],
    ids=["of one owner", "named where it stands", "through other buildings", "below it"],
)
def test_h1_it_holds_wherever_in_its_domain_the_equal_stands(row, place):
    broken = forbidden(might(row), build(MIGHT, "m1", place, "m"), "H1")
    assert broken.squares == broken.domains == squares("a1")


@pytest.mark.parametrize(
    ("rows", "what", "place", "paid"),
    [
        pytest.param(KEEP, "r1", "c1", "r", id="rank 1 of the other kind"),
        pytest.param(KEEP, "r2", "c1", "rr", id="rank 2 of the other kind"),
        pytest.param(KEEP, "r3", "c1", "rrrr", id="rank 3 of the other kind"),
        pytest.param(("c1 . . .",), "m1", "b1", "m", id="the first of its kind, rank 1"),
        pytest.param(("c1 . . .",), "m2", "b1", "mm", id="the first of its kind, rank 2"),
        pytest.param(("c1 . . .",), "m3", "b1", "mmmm", id="the first of its kind, rank 3"),
        pytest.param(("m1W . c1 .",), "m1", "d1", "m", id="in another domain"),
        pytest.param(("m1W . c1 .",), "m1", "b2", "m", id="at a corner"),
        pytest.param(("r1W . . .",), "r2", "b1", "rr", id="higher"),
    ],
)
def test_h1_what_equals_nothing_is_allowed(rows, what, place, paid):
    assert why_not(might(*rows), build(MIGHT, what, place, paid)) is None


def test_h1_lower_and_higher_are_allowed():
    playing(build(MIGHT, "m1", "c1", "m")).on("""
        m2W # .   . . .    | . . . . . .   | . . . . . .
        #   # .   . . .    | . . . . . .   | . . . . . .
        ->
        m2W # m1R . . .    | . . . . . .   | . . . . . .
        #   # .   . . .    | . . . . . .   | . . . . . .
        """)
    playing(build(MIGHT, "m3", "c1", "mmmm")).on("""
        m2W # .   . . .    | . . .   . . .   | . . .   . . .
        #   # .   . . .    | . . .   . . .   | . . .   . . .
        .   . .   . . .    | . . .   . . .   | . . .   . . .
        ->
        m2W # m3R # # .    | . . m3R # # .   | . . m3% # # .
        #   # #   # # .    | . . #   # # .   | . . #   # # .
        .   . #   # # .    | . . #   # # .   | . . #   # # .
        """)


@pytest.mark.parametrize(
    ("rows", "what", "place", "paid"),
    [
        (("m3W # # m1W . .", "#   # # .   . .", "#   # # .   . ."), "m1", "d2", "m"),
        (("m3W # # m2W # .", "#   # # #   # .", "#   # # .   . ."), "m2", "d3", "mm"),
        (("m3W # # m2W # . .", "#   # # #   # . .", "#   # # .   . . ."), "m2", "f1", "mm"),
    ],
)
def test_h1_below_the_highest_equals_are_allowed(rows, what, place, paid):
    assert why_not(might(*rows), build(MIGHT, what, place, paid)) is None


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
    state = might("m2W # m1R . . .", "#   # .   . . .", hand="mmm")
    assert forbidden(state, upgrade(MIGHT, "m2", "c1", "m"), "H1").squares == squares("a1")
    assert why_not(state, upgrade(MIGHT, "m3", "c1", "mmm")) is None


def test_h1_the_upgraded_building_itself_is_no_rival():
    # Its own old rank was the highest and is so no more: only others count.
    assert why_not(might("m1R . . c1"), upgrade(MIGHT, "m2", "a1", "m")) is None


def test_h1_the_highest_may_grow_while_lower_ones_are_equal_and_a_lower_one_below_it():
    playing(upgrade(MIGHT, "m3", "c1", "mm")).on("""
        . m1W m2R # . .     | . . .   . . .     | . . .   . . .
        . m1W #   # . .     | . . .   . . .     | . . .   . . .
        . .   .   . . .     | . . .   . . .     | . . .   . . .
        ->
        . m1W m3R # # .     | . . m3R # # .     | . . m3% # # .
        . m1W #   # # .     | . . #   # # .     | . . #   # # .
        . .   #   # # .     | . . #   # # .     | . . #   # # .
        """)
    state = might("m3W # # m1R . .", "#   # # .   . .", "#   # # m2W # .", ".   . . #   # .")
    assert why_not(state, upgrade(MIGHT, "m2", "d1", "m")) is None
