"""Squares: names, reading order, and masks against plain loops over columns and rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_lab.core import (
    FULL,
    OFFSETS,
    STRIDE,
    anchors_inside,
    anchors_meeting,
    bits,
    first,
    footprint,
    halo,
    name,
    nth,
    spread,
    square,
)
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
    names = [name(row * STRIDE + column) for column, row in PLACES]
    assert len(set(names)) == COLUMNS * ROWS
    assert [square(each) for each in names] == list(bits(FULL))


def test_names_run_from_the_top_left_to_the_bottom_right():
    assert [name(number) for number in (0, 15, 17, 18, 17 * 19 + 15)] == [
        "a1", "p1", "a2", "b2", "p20",
    ]  # fmt: skip


@pytest.mark.parametrize("written", ["A1", " c7 ", "P20\n"])
def test_case_and_spaces_around_a_name_do_not_matter(written):
    assert name(square(written)) == written.strip().lower()


@pytest.mark.parametrize(
    "wrong",
    ["", "a", "1", "a0", "a01", "a21", "q1", "aa1", "a1b", "a-1", "a 1", "a1.0", "ä1", "a٣"],
)
def test_what_is_no_square_is_refused_with_a_sentence(wrong):
    with pytest.raises(
        KhronosError, match=r"There is no square .*: columns go from a to p"
    ) as fault:
        square(wrong)
    assert (wrong if wrong.isalnum() else repr(wrong)) in str(fault.value)


# ------------------------------------------------------------------ sets of squares


@given(crowds)
def test_bits_come_in_reading_order(some):
    numbers = list(bits(mask_of(some)))
    assert numbers == [row * STRIDE + col for row, col in sorted((r, c) for c, r in some)]
    assert not numbers or first(mask_of(some)) == numbers[0]


@given(crowds.filter(bool), st.data())
def test_nth_is_found_without_walking(some, data):
    mask = mask_of(some)
    index = data.draw(st.integers(0, len(some) - 1))
    assert nth(mask, index) == list(bits(mask))[index]


@given(crowds)
def test_spread_and_halo_never_wrap_to_the_next_row(some):
    around = set().union(*(beside(place) for place in some))
    assert places_of(spread(mask_of(some))) == some | around
    assert places_of(halo(mask_of(some))) == around - some


# ------------------------------------------------------------------ footprints


@pytest.mark.parametrize("rank", RANKS)
def test_a_footprint_is_a_square_of_squares(rank):
    for anchor in [(0, 0), (5, 7), (COLUMNS - rank, ROWS - rank)]:
        number = anchor[1] * STRIDE + anchor[0]
        assert places_of(footprint(number, rank)) == covered(anchor, rank)
        assert [number + offset for offset in OFFSETS[rank]] == list(bits(footprint(number, rank)))


@given(crowds, st.sampled_from(RANKS))
def test_anchors_inside_are_those_with_the_whole_footprint_in_the_mask(some, rank):
    expected = {anchor for anchor in PLACES if covered(anchor, rank) <= some}
    assert places_of(anchors_inside(mask_of(some), rank)) == expected


@given(crowds, st.sampled_from(RANKS))
def test_anchors_meeting_are_those_with_a_common_square(some, rank):
    """Of the anchors from which a footprint lies on the board; others are nobody's question."""
    fitting = {anchor for anchor in PLACES if covered(anchor, rank) <= set(PLACES)}
    expected = {anchor for anchor in fitting if covered(anchor, rank) & some}
    found = anchors_meeting(mask_of(some), rank) & mask_of(fitting)
    assert places_of(found) == expected
