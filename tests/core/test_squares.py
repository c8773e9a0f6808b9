"""Squares: names, reading order, and masks against plain loops over columns and rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import BITS, FULL, STRIDE
from khronos_lab.core import squares as sq
from khronos_lab.rulebook import COLUMNS, RANKS, ROWS, KhronosError

Place = tuple[int, int]
"""Column and row, both from 0."""

PLACES = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
places = st.sampled_from(PLACES)
crowds = st.sets(places, max_size=60)


def mask_of(some) -> int:
    return sum(1 << row * STRIDE + column for column, row in some)


def places_of(mask: int) -> set[Place]:
    """The squares of a mask; it must have no bit that is no square."""
    assert mask >= 0
    assert not mask & ~FULL, f"bits outside the layout: {bin(mask & ~FULL)}"
    return {(column, row) for column, row in PLACES if mask >> row * STRIDE + column & 1}


def beside(place: Place) -> set[Place]:
    column, row = place
    around = {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
    return around & set(PLACES)


def covered(anchor: Place, rank: int) -> set[Place]:
    return {(anchor[0] + right, anchor[1] + down) for right in range(rank) for down in range(rank)}


# ------------------------------------------------------------------ names


def test_every_square_has_its_own_name_and_is_found_by_it():
    names = [sq.name(row * STRIDE + column) for column, row in PLACES]
    assert len(set(names)) == COLUMNS * ROWS
    assert [sq.square(each) for each in names] == list(sq.bits(FULL))


def test_names_run_from_the_top_left_to_the_bottom_right():
    assert [sq.name(number) for number in (0, 15, 17, 18, 17 * 19 + 15)] == [
        "a1", "p1", "a2", "b2", "p20",
    ]  # fmt: skip
    assert sq.names(mask_of([(0, 1), (3, 0)])) == "d1, a2"
    assert sq.names(0) == ""


@pytest.mark.parametrize("written", ["A1", " c7 ", "P20\n"])
def test_case_and_spaces_around_a_name_do_not_matter(written):
    assert sq.name(sq.square(written)) == written.strip().lower()


@pytest.mark.parametrize(
    "wrong",
    ["", "a", "1", "a0", "a01", "a21", "q1", "aa1", "a1b", "a-1", "a 1", "a1.0", "ä1", "a٣"],
)
def test_what_is_no_square_is_refused_with_a_sentence(wrong):
    with pytest.raises(
        KhronosError, match=r"There is no square .*: columns go from a to p"
    ) as fault:
        sq.square(wrong)
    assert (wrong if wrong.isalnum() else repr(wrong)) in str(fault.value)


def test_only_plain_digits_number_a_row():
    with pytest.raises(KhronosError, match="There is no square"):
        sq.square("a1٣")


@pytest.mark.parametrize("place", [(0, 0), (15, 0), (0, 1), (7, 9), (15, 19)])
def test_columns_and_rows(place):
    number = place[1] * STRIDE + place[0]
    assert (sq.column_of(number), sq.row_of(number)) == place


# ------------------------------------------------------------------ sets of squares


def test_the_layout_has_no_bit_between_rows():
    assert FULL.bit_count() == COLUMNS * ROWS
    assert FULL.bit_length() == BITS - 1
    assert not any(FULL >> row * STRIDE + COLUMNS & 1 for row in range(ROWS))


@given(crowds)
def test_bits_come_in_reading_order(some):
    numbers = list(sq.bits(mask_of(some)))
    assert numbers == [row * STRIDE + col for row, col in sorted((r, c) for c, r in some)]
    assert not numbers or sq.first(mask_of(some)) == numbers[0]


@given(crowds.filter(bool), st.data())
def test_nth_is_found_without_walking(some, data):
    mask = mask_of(some)
    index = data.draw(st.integers(0, len(some) - 1))
    assert sq.nth(mask, index) == list(sq.bits(mask))[index]


def test_nth_finds_every_square_of_the_full_board():
    assert [sq.nth(FULL, index) for index in range(COLUMNS * ROWS)] == list(sq.bits(FULL))


@given(crowds)
def test_spread_and_halo_never_wrap_to_the_next_row(some):
    around = set().union(*(beside(place) for place in some))
    assert places_of(sq.spread(mask_of(some))) == some | around
    assert places_of(sq.halo(mask_of(some))) == around - some


@pytest.mark.parametrize("row", range(ROWS))
def test_the_last_column_does_not_touch_the_first(row):
    left, right = mask_of([(0, row)]), mask_of([(COLUMNS - 1, row)])
    above_right = mask_of([(COLUMNS - 1, row - 1)]) if row else 0
    below_left = mask_of([(0, row + 1)]) if row + 1 < ROWS else 0
    assert not sq.spread(left) & (right | above_right)
    assert not sq.spread(right) & (left | below_left)


def test_corners_do_not_touch():
    assert not sq.spread(mask_of([(4, 4)])) & mask_of([(3, 3), (5, 5), (3, 5), (5, 3)])


# ------------------------------------------------------------------ footprints


@pytest.mark.parametrize("rank", RANKS)
def test_a_footprint_is_a_square_of_squares(rank):
    for anchor in [(0, 0), (5, 7), (COLUMNS - rank, ROWS - rank)]:
        number = anchor[1] * STRIDE + anchor[0]
        assert places_of(sq.footprint(number, rank)) == covered(anchor, rank)
        assert [number + offset for offset in sq.OFFSETS[rank]] == list(
            sq.bits(sq.footprint(number, rank))
        )


@pytest.mark.parametrize("rank", [2, 3])
def test_a_footprint_over_the_right_edge_leaves_the_layout(rank):
    """So that `& ~area` finds it, and it never looks like squares of the next row."""
    for row in range(ROWS):
        assert sq.footprint(row * STRIDE + COLUMNS - 1, rank) & ~FULL


@given(crowds, st.sampled_from(RANKS))
def test_anchors_inside_are_those_with_the_whole_footprint_in_the_mask(some, rank):
    expected = {anchor for anchor in PLACES if covered(anchor, rank) <= some}
    assert places_of(sq.anchors_inside(mask_of(some), rank)) == expected


@given(st.sets(places, max_size=40), st.sampled_from(RANKS))
def test_anchors_inside_everything_but_a_few_squares(holes, rank):
    ground = set(PLACES) - holes
    expected = {anchor for anchor in PLACES if covered(anchor, rank) <= ground}
    assert places_of(sq.anchors_inside(mask_of(ground), rank)) == expected


@given(crowds, st.sampled_from(RANKS))
def test_anchors_meeting_are_those_with_a_common_square(some, rank):
    """Of the anchors from which a footprint lies on the board; others are nobody's question."""
    fitting = {anchor for anchor in PLACES if covered(anchor, rank) <= set(PLACES)}
    expected = {anchor for anchor in fitting if covered(anchor, rank) & some}
    found = sq.anchors_meeting(mask_of(some), rank) & mask_of(fitting)
    assert places_of(found) == expected
